//! Scope: for which parts of mathematics has the language nothing?

messages! {
/// What the language has nothing for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Scope {
    /// `Σx`: the name of the letter.
    SumLetter(&'static str) = ["sums and products over a range are out of scope: write {0}* for the letter"],
    Norm = ["norms are out of scope; write |x| for an absolute value"],
    IntegerQuotient = ["`//` rounds to an integer, which is out of scope: write /"],
    Composition = ["compositions are out of scope: write f(g(x))"],
    Factorial = ["factorials are out of scope"],
    Percent = ["`%` is not read: for a percentage write x/100; remainders are out of scope"],
    DefiniteIntegral = ["definite integrals are out of scope"],
    DefiniteIntegralCall = ["definite integrals are out of scope: write integrate(E, x)"],
    /// `20°C`: the letter.
    Unit(String) = ["°{0} is a unit, and units are out of scope"],
    /// `x + 2i`: the name.
    ImaginaryUnit(String) = ["`{0}` is read as the imaginary unit, and complex numbers are out of scope: pass the name as a variable if it is one"],
    FunctionalDerivative = ["this looks like a functional derivative, which is out of scope: write \\delta \\cdot for a factor"],
    CombiningMark = ["marks above or below a letter are not read: write a subscript, as in x_bar"],
    Direction = ["a mark that turns the direction of writing hides what is meant: remove it"],
    Dash = ["a dash is not read: write - for a minus sign"],
    QuotationMark = ["quotation marks are not read: write two apostrophes for a second derivative"],
    Colon = ["only one expression or equation is read"],
    Backslash = ["a backslash starts a LaTeX command: pass the notation latex"],
    Ordinal = ["this looks like an ordinal number: leave the letters out, or write spaces between them for a product"],
}
}
