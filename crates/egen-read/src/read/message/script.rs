//! Scripts: what is wrong with a superscript, a subscript or a group of LaTeX?

messages! {
/// What is wrong with a superscript, a subscript or a group. An example of each is in `tests/reading/refusals.tsv`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptRefusal {
    NoBase = ["this superscript or subscript has no base: write a name before it"],
    EmptyBraces = ["there is nothing between the braces"],
    Mark(String) = ["a superscript `{0}` is a mark and no power: write a subscript instead"],
    /// `x^-1`: the sign and what follows.
    RaisedSign(String, String) = ["LaTeX raises only the sign: write ^{{{0}{1}}}"],
    RaisedBracket = ["LaTeX raises only the bracket: write braces, ^{{…}}"],
    RaisedDigit(String) = ["LaTeX raises only the first digit: write ^{{{0}}}"],
    LoweredDigit(String) = ["LaTeX lowers only the first character: write _{{{0}}}"],
    FirstDigit(String) = ["LaTeX takes only the first digit here: write {{{0}}} in braces"],
    RaisedFunction = ["write the exponent in braces, ^{{…}}"],
    UprightLabel(String) = ["a superscript set upright is a label and no power: write a subscript, or \\mathit{{{0}}} for a variable in the power"],
    OpenSubscript = ["the text ends inside a subscript"],
    InSubscript(String) = ["found `{0}` in a subscript: subscripts are part of the name and have letters and digits only"],
}
}
