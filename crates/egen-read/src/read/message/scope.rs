//! Scope: for which parts of mathematics has the language nothing?

/// What the language has nothing for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Scope {
    /// `Σx`: the name of the letter.
    #[error("sums and products over a range are out of scope: write {0}* for the letter")]
    SumLetter(&'static str),
    /// `‖x‖`.
    #[error("norms are out of scope; write |x| for an absolute value")]
    Norm,
    /// `7 // 2`.
    #[error("`//` rounds to an integer, which is out of scope: write /")]
    IntegerQuotient,
    /// `f ∘ g`.
    #[error("compositions are out of scope: write f(g(x))")]
    Composition,
    /// `5!`.
    #[error("factorials are out of scope")]
    Factorial,
    /// `50%`.
    #[error("`%` is not read: for a percentage write x/100; remainders are out of scope")]
    Percent,
    /// `\int_0^1 x \, dx`.
    #[error("definite integrals are out of scope")]
    DefiniteIntegral,
    /// `integrate(x, (x, 0, 1))`.
    #[error("definite integrals are out of scope: write integrate(E, x)")]
    DefiniteIntegralCall,
    /// `20°C`: the letter.
    #[error("°{0} is a unit, and units are out of scope")]
    Unit(String),
    /// `x + 2i`: the name.
    #[error(
        "`{0}` is read as the imaginary unit, and complex numbers are out of scope: pass the name as a variable if it is one"
    )]
    ImaginaryUnit(String),
    /// `\frac{\delta S}{\delta q}`.
    #[error("this looks like a functional derivative, which is out of scope: write \\delta \\cdot for a factor")]
    FunctionalDerivative,
    /// `x̄`.
    #[error("marks above or below a letter are not read: write a subscript, as in x_bar")]
    CombiningMark,
    /// A mark of right-to-left writing.
    #[error("a mark that turns the direction of writing hides what is meant: remove it")]
    Direction,
    /// `x — y`.
    #[error("a dash is not read: write - for a minus sign")]
    Dash,
    /// `"x"`.
    #[error("quotation marks are not read: write two apostrophes for a second derivative")]
    QuotationMark,
    /// `a : b`.
    #[error("only one expression or equation is read")]
    Colon,
    /// `\alpha` in infix.
    #[error("a backslash starts a LaTeX command: pass the notation latex")]
    Backslash,
    /// `n^{th}`.
    #[error("this looks like an ordinal number: leave the letters out, or write spaces between them for a product")]
    Ordinal,
}
