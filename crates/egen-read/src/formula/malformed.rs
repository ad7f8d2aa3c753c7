//! Malformed: why has a text no structure?

use std::ops::Range;

/// Why a text has no structure, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Malformed {
    /// The bytes that are wrong; empty at the end of the text.
    pub at: Range<usize>,
    /// What is wrong with them.
    pub why: Why,
}

/// What is wrong with a text that has no structure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// A brace, a bracket or an environment is not closed.
    #[error("`{0}` is not closed")]
    NotClosed(String),
    /// Something is closed that is not open.
    #[error("`{0}` closes nothing")]
    NotOpen(String),
    /// A command, or `^`, has no argument.
    #[error("`{0}` has no argument")]
    NoArgument(String),
    /// `\left` and the like stand before no delimiter.
    #[error("a bracket was expected after `{0}`")]
    NoDelimiter(String),
    /// TeX refuses a second superscript (or subscript) on one base.
    #[error("two {name} on one base: write x{sign}{{y{sign}{{z}}}} or {{x{sign}{{y}}}}{sign}{{z}}", name = scripts(.0), sign = .0)]
    TwoScripts(char),
    /// A second `\\over` in one group.
    #[error("a second `\\{0}` in one group: put braces around one of them")]
    TwoFractions(String),
    /// A sign that has no place in a formula: `$`, `#`.
    #[error("`{0}` has no place inside a formula")]
    Stray(char),
    /// A backslash at the end.
    #[error("a command was expected after the backslash")]
    NoCommand,
    /// Text that is no XML.
    #[error("this is no well-formed XML: {0}")]
    NoXml(String),
    /// A reference that neither XML nor MathML defines.
    #[error("`&{0};` is not defined in XML: write the character itself, or &#x…;")]
    NoReference(String),
    /// A document type, which could define anything.
    #[error("a document type is not read: remove `<!DOCTYPE …>`")]
    DocumentType,
    /// An element has more attributes than this.
    #[error("an element has at most {0} attributes")]
    TooManyAttributes(usize),
    /// An element that MathML does not have.
    #[error("`<{0}>` is no element of a formula")]
    NoElement(String),
    /// An element has more or fewer parts than it should.
    #[allow(missing_docs)]
    #[error("`<{name}>` takes {wanted} elements, got {got}")]
    Elements { name: String, wanted: usize, got: usize },
    /// It is nested deeper than this.
    #[error("nested deeper than {0} levels")]
    TooDeep(usize),
    /// The text is longer than so many bytes.
    #[error("the text is longer than {0} bytes")]
    TooLong(usize),
}

fn scripts(sign: &char) -> &'static str {
    if *sign == '^' { "superscripts" } else { "subscripts" }
}
