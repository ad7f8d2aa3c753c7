//! Words: why is a word no name of a variable?

/// Why a word is no name of a variable. An example stands at each, and behind it what the data are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordRefusal {
    /// `floor(x)`: the word and advice.
    #[error("`{0}` is not read: {1}")]
    Foreign(String, &'static str),
    /// `solve x`.
    #[error(
        "`{0}` is no name of a variable: give one expression or equation, or write the name in backquotes for a variable"
    )]
    Prose(String),
    /// `int x`.
    #[error("`{0}` is no name of a variable: write integrate(E, x), or the name in backquotes for a variable")]
    Integral(String),
    /// `x over y`.
    #[error(
        "`{0}` looks like a word of a sentence: give one expression or equation, or write signs between names of several letters"
    )]
    Sentence(String),
    /// `x_1y_2`.
    #[error(
        "`{0}` looks like a product of names with subscripts: write * between them, or `{0}` in backquotes for one name"
    )]
    RunTogether(String),
    /// `e^ix`.
    #[error(
        "`{0}` looks like a product with the imaginary unit, which is out of scope: write `{0}` in backquotes for a variable"
    )]
    Imaginary(String),
    /// `sinq`: the word, the function, and what to write.
    #[error("`{0}` has the function `{1}` in it: write {2}, or `{0}` in backquotes for a variable")]
    HasFunction(String, &'static str, String),
    /// `sinq` in LaTeX: the word and the function.
    #[error("`{0}` has the function `{1}` in it: write \\{1}, or spaces between the letters for a product")]
    LatexHasFunction(String, &'static str),
    /// `\max x`.
    #[error("`{0}` is read with its arguments behind it only: \\{0}(a, b)")]
    Extremum(String),
    /// `\operatorname{solve}`.
    #[error("`{0}` is out of scope: give one expression or equation")]
    OutOfScope(String),
    /// `Energy` in LaTeX.
    #[error("`{0}` looks like a word: write \\operatorname{{{0}}}, or spaces between the letters for a product")]
    LatexWord(String),
    /// `{speed}`, where no command shows that the text is LaTeX.
    #[error("`{0}` looks like a word: write \\mathit{{{0}}} for one name, or spaces between the letters for a product")]
    LatexName(String),
    /// `times` in LaTeX.
    #[error("`{0}` looks like the command \\{0} without its backslash")]
    LostBackslash(String),
    /// `np.foo`.
    #[error("`{0}` is not known: write the formula without it")]
    Module(String),
    /// `Symbol('x y')`.
    #[error("expected a name of letters, digits and _, as in Symbol('x')")]
    SympyName,
    /// `` `x y` ``.
    #[error("expected a name of letters, digits and _ in backquotes, as in `E`")]
    Backquotes,
}
