//! Words: why is a word no name of a variable?

messages! {
/// Why a word is no name of a variable. An example of each is in `tests/reading/refusals.tsv`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordRefusal {
    /// `floor(x)`: the word and advice.
    Foreign(String, &'static str) = ["`{0}` is not read: {1}"],
    Prose(String) = ["`{0}` is no name of a variable: give one expression or equation, or write the name in backquotes for a variable"],
    Integral(String) = ["`{0}` is no name of a variable: write integrate(E, x), or the name in backquotes for a variable"],
    Sentence(String) = ["`{0}` looks like a word of a sentence: give one expression or equation, or write signs between names of several letters"],
    RunTogether(String) = ["`{0}` looks like a product of names with subscripts: write * between them, or `{0}` in backquotes for one name"],
    Imaginary(String) = ["`{0}` looks like a product with the imaginary unit, which is out of scope: write `{0}` in backquotes for a variable"],
    /// `sinq`: the word, the function, and what to write.
    HasFunction(String, &'static str, String) = ["`{0}` has the function `{1}` in it: write {2}, or `{0}` in backquotes for a variable"],
    /// `sinq` in LaTeX: the word and the function.
    LatexHasFunction(String, &'static str) = ["`{0}` has the function `{1}` in it: write \\{1}, or spaces between the letters for a product"],
    Extremum(String) = ["`{0}` is read with its arguments behind it only: \\{0}(a, b)"],
    OutOfScope(String) = ["`{0}` is out of scope: give one expression or equation"],
    LatexWord(String) = ["`{0}` looks like a word: write \\operatorname{{{0}}}, or spaces between the letters for a product"],
    LatexName(String) = ["`{0}` looks like a word: write \\mathit{{{0}}} for one name, or spaces between the letters for a product"],
    LostBackslash(String) = ["`{0}` looks like the command \\{0} without its backslash"],
    Module(String) = ["`{0}` is not known: write the formula without it"],
    SympyName = ["expected a name of letters, digits and _, as in Symbol('x')"],
    Backquotes = ["expected a name of letters, digits and _ in backquotes, as in `E`"],
}
}
