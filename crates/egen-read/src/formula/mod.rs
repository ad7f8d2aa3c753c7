//! Formulas: what stands where on the page, whatever it may mean?
//!
//! A [`Formula`] is the structure of anything that is well-formed: rows, scripts, fractions, fences, accents, tables, text, and symbols that
//! are not known, each with the bytes that it comes from. It does not depend on the notation: `\frac{a}{b}` and `<mfrac>` give the same
//! structure. Printing it gives a formula that looks the same.
//!
//! ```
//! use egen_read::formula::Formula;
//!
//! let formula = Formula::latex(r"\sum_{k=1}^\infty {\cal F}_k \le \hat\Omega").unwrap();
//! assert_eq!(formula.to_latex(), r"\sum_{k = 1}^{\infty} \mathcal{F}_{k} \le \hat{\Omega}");
//! ```

mod infix;
mod latex;
mod letters;
mod malformed;
mod mathml;
mod print_latex;
mod print_mathml;
pub mod symbol;
mod tables;

use std::borrow::Cow;
use std::ops::Range;

use crate::read::{self, Notation};
pub(crate) use letters::plain_letter;
pub use malformed::{Malformed, Why};
pub use symbol::Class;

/// A part of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part(u32);

/// What a part is. Its children are listed with each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Parts side by side.
    Row,
    /// Parts side by side that braces hold together.
    Group,
    /// Digits, with at most one point among them.
    Number,
    /// A character as the page shows it: `\alpha` is α.
    Symbol(char),
    /// A word of letters and digits that is set upright: `\sin`, `\mathrm{tr}`.
    Name(Spacing),
    /// A command that is not known, with its backslash.
    Command,
    /// Text.
    Words,
    /// A distance, in thousandths of an em.
    Space(i32),
    /// Subscripts and superscripts, or limits. Children: the base, then what is below, then what is above.
    Scripts {
        /// Is there a subscript?
        below: bool,
        /// Is there a superscript?
        above: bool,
        /// Were they asked to stand above and below the base?
        limits: Limits,
    },
    /// One part over another, with or without a line between them. Children: two parts.
    Fraction {
        /// Is there a line?
        line: bool,
    },
    /// A root. Children: the radicand, and the degree if there is one.
    Root,
    /// Delimiters that grow with the parts between them; `None` is an invisible one. Children: these parts.
    Fence(Option<char>, Option<char>),
    /// A delimiter of a fixed size, 1 to 4; of size 0 it grows with the fence that it stands in.
    Sized(u8, Side, char),
    /// A mark over a part, or under it. Child: the part.
    Accent {
        /// The mark, as MathML writes it.
        mark: char,
        /// Does it stand below?
        below: bool,
    },
    /// A way to set a part. Child: the part.
    Styled(Style),
    /// Lines of cells. Children: for an array or a named environment the [`Kind::Label`], then lines and rules.
    Table(Grid),
    /// A line of a table. Children: its cells, which are rows.
    Line,
    /// A horizontal line between the lines of a table.
    Rule,
    /// The columns of an array, `c|c`, or the name of an environment that is not known.
    Label,
}

/// Does a name stand apart from what follows it, as that of an operator does?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spacing {
    /// `\sin x`
    Operator,
    /// `\mathrm{tr}x`
    Ordinary,
}

/// Where scripts stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Limits {
    /// Where they stand by themselves.
    #[default]
    Usual,
    /// Above and below: `\limits`, `\overset`.
    Stacked,
    /// `\nolimits`: beside.
    Beside,
}

/// Which side of a pair a delimiter of a fixed size is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Side {
    #[default]
    Either,
    Open,
    Close,
    Relation,
}

/// A kind of table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grid {
    /// `array`, with its columns.
    Array,
    /// `matrix`; the brackets of a `pmatrix` are a fence.
    Matrix,
    /// `cases`, which has a brace before it.
    Cases,
    /// `aligned` and its like: columns are aligned in pairs.
    Aligned,
    /// Lines of a display.
    Display,
    /// An environment that is not known, with its name.
    Named,
}

/// A way to set a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Style {
    Upright,
    Italic,
    Bold,
    BoldItalic,
    Calligraphic,
    Blackboard,
    Fraktur,
    Sans,
    Typewriter,
    /// `\displaystyle` and its like.
    Display,
    Text,
    Script,
    ScriptScript,
    /// It takes room and is not seen.
    Phantom,
    /// A phantom that is only as wide, or only as high, as its part.
    Wide,
    High,
    /// It is seen and takes no height, or no width.
    Smashed,
    Overlapping,
    Boxed,
    /// Struck out by a line.
    Cancelled,
}

/// The names of the styles, in the table of commands and in MathML.
#[rustfmt::skip]
const STYLES: [(&str, Style); 20] = [
    ("upright", Style::Upright), ("italic", Style::Italic), ("bold", Style::Bold), ("bold-italic", Style::BoldItalic),
    ("calligraphic", Style::Calligraphic), ("blackboard", Style::Blackboard), ("fraktur", Style::Fraktur),
    ("sans", Style::Sans), ("typewriter", Style::Typewriter), ("display", Style::Display), ("text", Style::Text),
    ("script", Style::Script), ("scriptscript", Style::ScriptScript), ("phantom", Style::Phantom),
    ("wide", Style::Wide), ("high", Style::High), ("smashed", Style::Smashed), ("overlapping", Style::Overlapping),
    ("boxed", Style::Boxed), ("cancelled", Style::Cancelled),
];

impl Style {
    /// The style with this name.
    pub fn named(name: &str) -> Option<Style> {
        STYLES.iter().find(|(known, _)| *known == name).map(|(_, style)| *style)
    }

    /// Its name: `bold`.
    pub fn name(self) -> &'static str {
        STYLES.iter().find(|(_, style)| *style == self).map_or("", |(name, _)| name)
    }

    /// Is it about sizes, `\displaystyle`, and not about letters?
    pub fn is_size(self) -> bool {
        matches!(self, Style::Display | Style::Text | Style::Script | Style::ScriptScript)
    }
}

#[derive(Clone, Debug)]
struct Node {
    kind: Kind,
    at: (u32, u32),
    children: (u32, u32),
}

/// The structure of a formula.
#[derive(Clone, Debug)]
pub struct Formula<'t> {
    text: Cow<'t, str>,
    notation: Notation,
    out: Builder,
    root: Part,
}

impl<'t> Formula<'t> {
    /// The structure of a text, which tells its notation if nobody does. What is written in prefix stands as it is typed.
    ///
    /// ```
    /// use egen_read::formula::Formula;
    ///
    /// assert_eq!(Formula::read("sqrt(x_1^2) <= alpha", None).unwrap().to_latex(), r"\sqrt{x_{1}^{2}} \le \alpha");
    /// ```
    pub fn read(text: &str, notation: Option<Notation>) -> Result<Formula<'_>, Malformed> {
        let notation = notation.unwrap_or_else(|| read::looks_like(text));
        match read::respelled(text, notation) {
            Some(plain) => Ok(Formula::plain(&plain, notation)?.into_owned()),
            None => Formula::plain(text, notation),
        }
    }

    fn plain(text: &str, notation: Notation) -> Result<Formula<'_>, Malformed> {
        match notation {
            Notation::Latex => Formula::latex(text),
            Notation::Mathml => Formula::mathml(text),
            Notation::Infix | Notation::Prefix | Notation::Sexpr | Notation::Srepr => Formula::infix(text),
        }
    }

    /// The notation that it was read from.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// The structure of a typed text.
    pub fn infix(text: &'t str) -> Result<Formula<'t>, Malformed> {
        infix::read(text)
    }

    /// The same structure with a text of its own.
    pub fn into_owned(self) -> Formula<'static> {
        Formula { text: Cow::Owned(self.text.into_owned()), ..self }
    }

    /// The structure of a LaTeX text.
    pub fn latex(text: &'t str) -> Result<Formula<'t>, Malformed> {
        latex::read(text)
    }

    /// The structure of Presentation MathML in which references are XML's own.
    pub fn mathml(text: &'t str) -> Result<Formula<'t>, Malformed> {
        mathml::read(text)
    }

    pub(crate) fn xml(text: &str) -> Result<roxmltree::Document<'_>, Malformed> {
        mathml::xml(text)
    }

    /// The structure that an element of a text shows.
    pub(crate) fn presentation(text: &'t str, root: roxmltree::Node<'_, '_>) -> Result<Formula<'t>, Malformed> {
        mathml::presentation(text, root)
    }

    /// The whole formula, a row.
    pub fn root(&self) -> Part {
        self.root
    }

    /// What a part is.
    pub fn kind(&self, part: Part) -> Kind {
        self.out.kind(part)
    }

    /// The parts of a part.
    pub fn children(&self, part: Part) -> &[Part] {
        self.out.children(part)
    }

    /// The bytes of the text that a part comes from.
    pub fn at(&self, part: Part) -> Range<usize> {
        self.out.at(part)
    }

    /// The text that it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How a part was written.
    pub fn written(&self, part: Part) -> &str {
        &self.text[self.at(part)]
    }

    /// The characters of a number, a name, a command, a label or words, as the page shows them.
    pub fn content(&self, part: Part) -> &str {
        self.out.content(&self.text, part)
    }

    /// Is the structure the same, whatever it was read from?
    ///
    /// Braces around one part are no structure, and invisible signs are not compared.
    pub fn is_same(&self, other: &Formula) -> bool {
        let mut todo = vec![(self.root, other.root)];
        while let Some((one, two)) = todo.pop() {
            let (one, two) = (self.unwrapped(one), other.unwrapped(two));
            let (a, b) = (self.visible(one), other.visible(two));
            let kinds = match (self.kind(one), other.kind(two)) {
                (Kind::Row | Kind::Group, Kind::Row | Kind::Group) => true,
                (a, b) => a == b,
            };
            if !kinds || a.len() != b.len() || self.is_spelled(one) && self.content(one) != other.content(two) {
                return false;
            }
            todo.extend(a.into_iter().zip(b));
        }
        true
    }

    fn visible(&self, part: Part) -> Vec<Part> {
        let is_visible = |part: &Part| !matches!(self.kind(*part), Kind::Symbol(sign) if is_invisible(sign));
        self.children(part).iter().copied().filter(is_visible).collect()
    }

    /// Does a part consist of characters that its kind does not give?
    pub fn is_spelled(&self, part: Part) -> bool {
        matches!(self.kind(part), Kind::Number | Kind::Name(_) | Kind::Command | Kind::Words | Kind::Label)
    }

    /// A part without the braces and rows that hold nothing else.
    pub fn unwrapped(&self, part: Part) -> Part {
        self.out.unwrapped(part)
    }

    /// Do the scripts of a part stand above and below it by themselves?
    pub fn has_limits(&self, part: Part) -> bool {
        self.out.has_limits(&self.text, part)
    }
}

/// Is it one of the signs of MathML that say what is meant and show nothing?
fn is_invisible(sign: char) -> bool {
    matches!(sign, '\u{2061}'..='\u{2064}')
}

/// Builds a formula, parts before what holds them.
#[derive(Clone, Debug, Default)]
struct Builder {
    nodes: Vec<Node>,
    children: Vec<Part>,
    /// The characters of parts that show others than were written, in the order of the parts.
    contents: Vec<(Part, Cow<'static, str>)>,
}

impl Builder {
    fn with_capacity(bytes: usize) -> Builder {
        Builder {
            nodes: Vec::with_capacity(bytes - bytes / 4 + 2),
            children: Vec::with_capacity(bytes - bytes / 4 + 2),
            contents: Vec::new(),
        }
    }

    fn leaf(&mut self, kind: Kind, at: Range<usize>) -> Part {
        self.part(kind, at, &[])
    }

    /// A leaf that shows other characters than are written.
    fn spelled(&mut self, kind: Kind, at: Range<usize>, content: impl Into<Cow<'static, str>>) -> Part {
        let part = self.leaf(kind, at);
        self.contents.push((part, content.into()));
        part
    }

    fn part(&mut self, kind: Kind, at: Range<usize>, children: &[Part]) -> Part {
        let start = self.children.len() as u32;
        self.children.extend_from_slice(children);
        let node = Node { kind, at: (at.start as u32, at.end as u32), children: (start, self.children.len() as u32) };
        self.nodes.push(node);
        Part(self.nodes.len() as u32 - 1)
    }

    fn kind(&self, part: Part) -> Kind {
        self.nodes[part.0 as usize].kind
    }

    fn children(&self, part: Part) -> &[Part] {
        let (start, end) = self.nodes[part.0 as usize].children;
        &self.children[start as usize..end as usize]
    }

    fn at(&self, part: Part) -> Range<usize> {
        let (start, end) = self.nodes[part.0 as usize].at;
        start as usize..end as usize
    }

    fn content<'a>(&'a self, text: &'a str, part: Part) -> &'a str {
        match self.contents.binary_search_by_key(&part.0, |(of, _)| of.0) {
            Ok(found) => &self.contents[found].1,
            Err(_) => &text[self.at(part)],
        }
    }

    fn unwrapped(&self, mut part: Part) -> Part {
        while let (Kind::Row | Kind::Group, [only]) = (self.kind(part), self.children(part)) {
            part = *only;
        }
        part
    }

    fn has_limits(&self, text: &str, part: Part) -> bool {
        let part = self.unwrapped(part);
        match self.kind(part) {
            Kind::Symbol(sign) => symbol::class(sign) == Class::Big,
            Kind::Name(_) => symbol::has_limits(self.content(text, part)),
            Kind::Accent { mark, .. } => matches!(mark, '⏞' | '⏟'),
            _ => false,
        }
    }

    fn finish(self, text: &str, notation: Notation, root: Part) -> Formula<'_> {
        Formula { text: Cow::Borrowed(text), notation, out: self, root }
    }
}
