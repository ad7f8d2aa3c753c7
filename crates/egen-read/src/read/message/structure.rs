//! Structures: which parts of a formula have no meaning yet?

use crate::read::token::reason;

/// Why a part of a structure is not read. An example stands at each, and behind it what the data are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StructureRefusal {
    /// `x \leq 1`: the sign, command or element.
    #[error("`{0}` {1}")]
    Part(String, Reason),
    /// `\foo`.
    #[error("the command `{0}` is not known")]
    Command(String),
    /// `\text{a b}`: the command.
    #[error("only a name of letters and digits is read inside `{0}{{…}}`")]
    Name(String),
    /// `<mi>a b</mi>`.
    #[error("`{0}` is no name: letters and digits are read inside `<mi>`")]
    Identifier(String),
    /// `\bar{xy}`: the command.
    #[error("`{0}` is read over a single letter only, as part of a name: write a subscript instead")]
    Accent(String),
    /// `<mi mathvariant="bold">`: the style.
    #[error("{0} letters are not read: they stand for sets, operators and vectors")]
    Letters(&'static str),
    /// `<mi>x²</mi>`.
    #[error("`{0}` is not read in MathML: write `<mfrac>`, `<msup>` or `<msub>`")]
    Raised(char),
    /// `<mn>&#49;</mn>`.
    #[error("write the characters of a name or number themselves, not as references")]
    Reference,
    /// `<p>x</p>`.
    #[error("expected a `<math>` element")]
    NoMath,
    /// `x \circ y`.
    #[error("`\\circ` is read as a superscript only, for degrees: 30^\\circ")]
    Circle,
    /// `\left. x \right|`.
    #[error("`\\left.` leaves a bracket out: write both brackets")]
    NoBracket,
    /// `x = y \\ z = w`.
    #[error("only one row is read: give the formulas one at a time")]
    Rows,
    /// `x & y`.
    #[error("`&` is read beside `=` only: give one formula at a time")]
    Alignment,
    /// `\begin{cases}`.
    #[error("`{0}` is out of scope: only one formula is read")]
    Environment(String),
    /// `50% x`.
    #[error("`%` starts a comment in LaTeX: remove it, or write 0.01 x for a percentage")]
    Comment,
    /// `50\% x`.
    #[error("percentages are out of scope: write 0.01 x")]
    Percentage,
    /// `a : b`.
    #[error("`:` is not read: for a quotient write / or \\frac")]
    Colon,
    /// `x ? y`: the sign, escaped.
    #[error("`{0}` is not read")]
    Sign(String),
    /// `\vec a \cdot \vec b`.
    #[error("the scalar product of vectors is out of scope")]
    ScalarProduct,
    /// `\vec a \times \vec b`.
    #[error("the cross product of vectors is out of scope")]
    CrossProduct,
}

impl StructureRefusal {
    /// The refusal of a sign that has no meaning yet.
    pub(in crate::read) fn sign(sign: char) -> StructureRefusal {
        let shown = sign.escape_debug().to_string();
        match reason(sign) {
            Some(reason) => StructureRefusal::Part(shown, reason),
            None => StructureRefusal::Sign(shown),
        }
    }
}

/// Why a command or an element is not read: the rest of the sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// `\pm`.
    #[error("stands for two expressions: write them one at a time")]
    BothSigns,
    /// `\infty`.
    #[error("is out of scope: only real numbers are read")]
    Infinity,
    /// `\imath`.
    #[error("is out of scope: complex numbers are not read")]
    Complex,
    /// `\underline x`.
    #[error("is not read: write a subscript instead")]
    Mark,
    /// `\oint`.
    #[error("is out of scope: write single integrals, \\int E \\, dx")]
    Integral,
    /// `\leq`.
    #[error("is out of scope: of the relations only = is read")]
    Relation,
    /// `\to`.
    #[error("is out of scope: write an expression or an equation")]
    Arrow,
    /// `\in`.
    #[error("is out of scope: sets and logic are not read")]
    Set,
    /// `\ldots`.
    #[error("stands for something left out: write it in full")]
    Dots,
    /// `\sum`.
    #[error("is out of scope: write the terms out")]
    Terms,
    /// `\lfloor`.
    #[error("is out of scope: of the brackets ( ) [ ] \\{{ \\}} and | are read")]
    Bracket,
    /// `\binom`.
    #[error("is out of scope: binomial coefficients are not read")]
    Binomial,
    /// `\cancel`.
    #[error("strikes something out: write what is left")]
    Cancelled,
    /// `\mathcal`.
    #[error("is not read: such letters stand for sets, operators and vectors")]
    Letters,
    /// `\overset`.
    #[error("is not read: leave out what stands above or below the formula")]
    Stack,
    /// A table inside of a formula.
    #[error("is read only around the whole formula")]
    Inside,
    /// `\&`.
    #[error("is not read")]
    NotRead,
    /// `\det`.
    #[error("is out of scope")]
    Scope,
}
