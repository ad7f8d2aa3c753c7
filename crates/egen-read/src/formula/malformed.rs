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

messages! {
/// What is wrong with a text that has no structure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    NotClosed(String) = ["`{0}` is not closed"],
    NotOpen(String) = ["`{0}` closes nothing"],
    /// A command, or `^`, has no argument.
    NoArgument(String) = ["`{0}` has no argument"],
    NoDelimiter(String) = ["a bracket was expected after `{0}`"],
    /// TeX refuses a second superscript (or subscript) on one base.
    TwoScripts(char) = ["two {name} on one base: write x{sign}{{y{sign}{{z}}}} or {{x{sign}{{y}}}}{sign}{{z}}", name = scripts(.0), sign = .0],
    TwoFractions(String) = ["a second `\\{0}` in one group: put braces around one of them"],
    /// A sign that has no place in a formula: `$`, `#`.
    Stray(char) = ["`{0}` has no place inside a formula"],
    NoCommand = ["a command was expected after the backslash"],
    NoXml(String) = ["this is no well-formed XML: {0}"],
    NoReference(String) = ["`&{0};` is not defined in XML: write the character itself, or &#x…;"],
    /// A document type, which could define anything.
    DocumentType = ["a document type is not read: remove `<!DOCTYPE …>`"],
    TooManyAttributes(usize) = ["an element has at most {0} attributes"],
    NoElement(String) = ["`<{0}>` is no element of a formula"],
    /// An element has more or fewer parts than it should: its name, how many, and how many there are.
    Elements(String, usize, usize) = ["`<{0}>` takes {1} elements, got {2}"],
    TooDeep(usize) = ["nested deeper than {0} levels"],
    TooLong(usize) = ["the text is longer than {0} bytes"],
}
}

fn scripts(sign: &char) -> &'static str {
    if *sign == '^' { "superscripts" } else { "subscripts" }
}
