//! Malformed: why has a text no structure?

use std::fmt;
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// A brace, a bracket or an environment is not closed.
    NotClosed(String),
    /// Something is closed that is not open.
    NotOpen(String),
    /// A command, or `^`, has no argument.
    NoArgument(String),
    /// `\left` and the like stand before no delimiter.
    NoDelimiter(String),
    /// TeX refuses a second superscript (or subscript) on one base.
    TwoScripts(char),
    /// A second `\\over` in one group.
    TwoFractions(String),
    /// A sign that has no place in a formula: `$`, `#`.
    Stray(char),
    /// A backslash at the end.
    NoCommand,
    /// Text that is no XML.
    NoXml(String),
    /// An element that MathML does not have.
    NoElement(String),
    /// An element has more or fewer parts than it should.
    #[allow(missing_docs)]
    Elements { name: String, wanted: usize, got: usize },
    /// It is nested deeper than this.
    TooDeep(usize),
    /// The text is longer than so many bytes.
    TooLong(usize),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::NotClosed(what) => write!(f, "`{what}` is not closed"),
            Why::NotOpen(what) => write!(f, "`{what}` closes nothing"),
            Why::NoArgument(what) => write!(f, "`{what}` has no argument"),
            Why::NoDelimiter(what) => write!(f, "a bracket was expected after `{what}`"),
            Why::TwoScripts('^') => f.write_str("two superscripts on one base: write x^{y^{z}} or {x^{y}}^{z}"),
            Why::TwoScripts(_) => f.write_str("two subscripts on one base: write x_{y_{z}}"),
            Why::TwoFractions(what) => write!(f, "a second `\\{what}` in one group: put braces around one of them"),
            Why::Stray(sign) => write!(f, "`{sign}` has no place inside a formula"),
            Why::NoCommand => f.write_str("a command was expected after the backslash"),
            Why::NoXml(why) => write!(f, "this is no well-formed XML: {why}"),
            Why::NoElement(name) => write!(f, "`<{name}>` is no element of a formula"),
            Why::Elements { name, wanted, got } => write!(f, "`<{name}>` takes {wanted} elements, got {got}"),
            Why::TooDeep(most) => write!(f, "nested deeper than {most} levels"),
            Why::TooLong(most) => write!(f, "the text is longer than {most} bytes"),
        }
    }
}
