//! LaTeX commands: what does each one mean, or why is it refused?

use super::latex_lexer::Side;
use super::token::{Bracket, Gap, Tok};
use egen_math::names::{self, Func};

/// What a command does.
pub(super) enum Command {
    Tok(Tok<'static>),
    Space(Gap),
    Skip,
    SkipArgument,
    /// A size before a delimiter.
    Side(Side),
    /// Its argument is a name.
    Font,
    /// Its argument is a letter, and the name goes on with this.
    Accent(&'static str),
    /// The rest of a sentence that starts with the command.
    Refused(&'static str),
}

/// May this come after `\left`?
pub(super) fn is_delimiter(name: &str) -> bool {
    matches!(
        name,
        "lbrace"
            | "rbrace"
            | "lbrack"
            | "rbrack"
            | "lparen"
            | "rparen"
            | "vert"
            | "lvert"
            | "rvert"
            | "langle"
            | "rangle"
            | "lfloor"
            | "rfloor"
            | "lceil"
            | "rceil"
            | "Vert"
            | "lVert"
            | "rVert"
    )
}

/// Is the command part of a name where it stands in a subscript?
pub(super) fn is_mark_below(name: &str) -> bool {
    matches!(name, "max" | "min" | "sup" | "inf" | "lim" | "infty" | "perp" | "parallel" | "odot" | "oplus")
}

/// The command with this name, the frequent ones first.
#[rustfmt::skip]
pub(super) fn find(name: &str) -> Option<Command> {
    use Command::{Font, Side as S, Skip, Space, Tok as T};
    Some(match name {
        "frac" | "dfrac" | "tfrac" | "cfrac" => T(Tok::Frac),
        "left"  => S(Side::Open),
        "right" => S(Side::Close),
        "sqrt"  => T(Tok::Radical),
        "cdot" | "times" | "ast" => T(Tok::Times),
        "quad" | "qquad" | "enspace" | "enskip" => Space(Gap::Wide),
        "thinspace" | "displaystyle" | "textstyle" | "scriptstyle" | "limits" | "nolimits" | "mathstrut" | "nonumber"
            | "space" | "negthinspace" | "medspace" | "thickspace" | "allowbreak" | "notag" => Skip,
        "prime" => T(Tok::Prime),
        "operatorname" | "mathrm" | "text" | "textrm" | "mathit" | "textit" | "rm" | "mathup" | "textup"
            | "textnormal" | "mbox" | "hbox" => Font,
        _ => {
            if let Some(letter) = names::greek_name(name) {
                return Some(T(Tok::Name(letter)));
            }
            match names::function(name) {
                // `\diff` and the like are somebody's macros; only the notations below are known.
                Some(Func::Root) | None => {}
                Some(function) if function.binds() => {}
                Some(function) => return Some(T(Tok::Func(function))),
            }
            return rare(name);
        }
    })
}

#[rustfmt::skip]
fn rare(name: &str) -> Option<Command> {
    use Command::{Accent, Refused, Side as S, Skip, SkipArgument, Tok as T};
    const RELATION: &str = "is out of scope: of the relations only = is read";
    const ARROW: &str = "is out of scope: write an expression or an equation";
    const SET: &str = "is out of scope: sets and logic are not read";
    Some(match name {
        "div" => T(Tok::Slash),
        "big" | "Big" | "bigg" | "Bigg" | "bigm" | "Bigm" | "biggm" | "Biggm" => S(Side::Either),
        "bigl" | "Bigl" | "biggl" | "Biggl" => S(Side::Open),
        "bigr" | "Bigr" | "biggr" | "Biggr" => S(Side::Close),
        "vert"  => T(Tok::Bar),
        "lvert" => T(Tok::OpenBar),
        "rvert" => T(Tok::CloseBar),
        "lbrace" => T(Tok::Open(Bracket::Curly)),
        "rbrace" => T(Tok::Close(Bracket::Curly)),
        "lbrack" => T(Tok::Open(Bracket::Square)),
        "rbrack" => T(Tok::Close(Bracket::Square)),
        "lparen" => T(Tok::Open(Bracket::Round)),
        "rparen" => T(Tok::Close(Bracket::Round)),
        "int" => T(Tok::Int),
        "partial" => T(Tok::Partial),
        "over" => T(Tok::Over),
        "dv" | "pdv" | "odv" | "derivative" | "partialderivative" => T(Tok::DerivativeOf),
        "dd" => T(Tok::Text("d")),
        "hspace" | "textcolor" | "label" | "tag" | "phantom" | "hphantom" | "vphantom" | "vspace" | "kern" => SkipArgument,
        "boxed" | "fbox" | "ensuremath" | "qty" | "relax" | "bgroup" | "egroup" | "strut" | "mathopen" | "mathclose" | "mathord"
            | "mathbin" | "mathrel" | "mathop" | "mathnormal" | "rlap" | "llap" | "normalsize" | "small" | "large" | "footnotesize" | "scriptsize" | "tiny" | "Large" | "scriptscriptstyle" | "hfill"
            | "hfil" | "null" | "negmedspace" | "negthickspace" | "nobreak" | "par" | "noindent" | "centering" => Skip,
        "bar" | "overline" => Accent("bar"),
        "hat" | "widehat" => Accent("hat"),
        "tilde" | "widetilde" => Accent("tilde"),
        "vec" | "overrightarrow" => Accent("vec"),
        "dot" => Accent("dot"),
        "ddot" => Accent("ddot"),
        "check" => Accent("check"),
        "breve" => Accent("breve"),
        "mathring" => Accent("ring"),
        "star" => T(Tok::Mark("star")),
        "dagger" | "dag" => T(Tok::Mark("dagger")),
        "circ" => T(Tok::Mark("circ")),
        "degree" | "degrees" => T(Tok::Degree),

        "leq" | "geq" | "le" | "ge" | "lt" | "gt" | "neq" | "ne" | "approx" | "sim" | "simeq" | "cong" | "equiv" | "propto"
            | "ll" | "gg" | "leqslant" | "geqslant" | "asymp" | "doteq" | "prec" | "succ" | "not" | "lesssim" | "gtrsim"
            | "mid" | "parallel" | "perp" | "triangleq" => Refused(RELATION),
        "to" | "rightarrow" | "leftarrow" | "Rightarrow" | "Leftarrow" | "longrightarrow" | "Longrightarrow" | "mapsto"
            | "longmapsto" | "leftrightarrow" | "Leftrightarrow" | "iff" | "implies" | "hookrightarrow" | "uparrow"
            | "downarrow" => Refused(ARROW),
        "in" | "notin" | "subset" | "subseteq" | "supset" | "cup" | "cap" | "setminus" | "emptyset" | "forall" | "exists"
            | "wedge" | "vee" | "neg" | "land" | "lor" | "colon" => Refused(SET),
        "dots" | "ldots" | "cdots" | "vdots" | "ddots" | "dotsc" | "dotsb" => Refused("stands for something left out: write it in full"),
        "pm" | "mp" => Refused("stands for two expressions: write them one at a time"),
        "infty" => Refused("is out of scope: only real numbers are read"),
        "sum" | "prod" | "coprod" | "bigcup" | "bigcap" | "bigoplus" | "bigotimes" => {
            Refused("is out of scope: write the terms out")
        }
        "max" => T(Tok::Text("max")),
        "min" => T(Tok::Text("min")),
        "lim" | "limsup" | "liminf" | "sup" | "inf" | "arg" | "det" | "dim" | "ker" | "gcd" | "deg" | "hom"
            | "Pr" | "mod" | "bmod" | "pmod" => Refused("is out of scope"),
        "binom" | "dbinom" | "tbinom" | "choose" | "atop" => Refused("is out of scope: binomial coefficients are not read"),
        "iint" | "iiint" | "oint" => Refused("is out of scope: write single integrals, \\int E \\, dx"),
        "dddot" | "underline" | "acute" | "grave" => Refused("is not read: write a subscript instead"),
        "overbrace" | "underbrace" | "stackrel" | "overset" | "underset" => {
            Refused("is not read: leave out what stands above or below the formula")
        }
        "cancel" | "bcancel" | "xcancel" | "cancelto" | "sout" => Refused("strikes something out: write what is left"),
        "mathcal" | "mathbb" | "mathbf" | "mathfrak" | "mathscr" | "boldsymbol" | "bm" | "cal" | "bf" | "mathsf" | "mathtt"
            | "mathbbm" | "textbf" | "frak" | "it" | "sf" | "tt" | "emph" | "mathds" => {
            Refused("is not read: such letters stand for sets, operators and vectors")
        }
        "langle" | "rangle" | "lfloor" | "rfloor" | "lceil" | "rceil" | "Vert" | "lVert" | "rVert" => {
            Refused("is out of scope: of the brackets ( ) [ ] \\{ \\} and | are read")
        }
        "ddagger" | "bullet" => Refused("is not read: write a subscript instead"),
        "qed" | "square" | "blacksquare" | "therefore" | "because" => Refused("is not read: give one expression or equation"),
        "oplus" | "otimes" | "odot" | "nabla" | "triangle" | "Re" | "Im" | "aleph" | "wp" | "top" | "bot" => {
            Refused("is out of scope")
        }
        "imath" | "jmath" => Refused("is out of scope: complex numbers are not read"),
        "begin" | "end" => Refused("is read only around the whole formula"),
        "middle" => Refused("is out of scope"),
        _ => return None,
    })
}
