//! Scripts: what is wrong with a superscript, a subscript or a group of LaTeX?

/// What is wrong with a superscript, a subscript or a group. An example stands at each, and behind it what the data are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptRefusal {
    /// `{}^2`.
    #[error("this superscript or subscript has no base: write a name before it")]
    NoBase,
    /// `{}`.
    #[error("there is nothing between the braces")]
    EmptyBraces,
    /// `x^+`.
    #[error("a superscript `{0}` is a mark and no power: write a subscript instead")]
    Mark(String),
    /// `x^-1`: the sign and what follows.
    #[error("LaTeX raises only the sign: write ^{{{0}{1}}}")]
    RaisedSign(String, String),
    /// `x^(n)`.
    #[error("LaTeX raises only the bracket: write braces, ^{{…}}")]
    RaisedBracket,
    /// `x^12`.
    #[error("LaTeX raises only the first digit: write ^{{{0}}}")]
    RaisedDigit(String),
    /// `x_12`.
    #[error("LaTeX lowers only the first character: write _{{{0}}}")]
    LoweredDigit(String),
    /// `\sqrt12`.
    #[error("LaTeX takes only the first digit here: write {{{0}}} in braces")]
    FirstDigit(String),
    /// `x^\sin`.
    #[error("write the exponent in braces, ^{{…}}")]
    RaisedFunction,
    /// `x^{\mathrm{opt}}`.
    #[error(
        "a superscript set upright is a label and no power: write a subscript, or \\mathit{{{0}}} for a variable in the power"
    )]
    UprightLabel(String),
    /// `x_{`.
    #[error("the text ends inside a subscript")]
    OpenSubscript,
    /// `x_{(1)}`.
    #[error("found `{0}` in a subscript: subscripts are part of the name and have letters and digits only")]
    InSubscript(String),
}
