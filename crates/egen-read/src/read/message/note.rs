//! Notes: which decisions does a reading rest on?

use std::fmt::{self, Display, Formatter};
use std::ops::Range;

use egen_math::defined::Defined;
use egen_math::expr::Symbol;

/// A decision that was made while reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The bytes it is about.
    pub at: Range<usize>,
    /// What was decided.
    pub kind: NoteKind,
}

impl Display for Note {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

messages! {
/// What was decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoteKind {
    /// `log x`: the function as it is written.
    NaturalLogarithm(String) = ["`{0}` is read as the natural logarithm"],
    /// `(log x)`, an s-expression.
    LogarithmOfOne = ["`log` of one argument is read as the natural logarithm"],
    /// `lg x`: the function as it is written, and its base.
    Base(String, u8) = ["`{0}` is read as the logarithm to base {1}"],
    /// `log(8, b)`: the function.
    SecondIsBase(String) = ["the second argument of `{0}` is read as the base"],
    /// `root(8, 3)`: the function.
    SecondIsDegree(String) = ["the second argument of `{0}` is read as the degree"],
    /// `ln (x+1)(x-1)`: the function and its argument.
    WithoutNextBracket(String, String) = ["`{0}` is read as applied to `{1}`, without the bracket after it"],
    /// `sin x/2`: the function and its argument.
    WithoutQuotient(String, String) = ["`{0}` is read as applied to `{1}`, without the quotient after it"],
    /// `sin 2 * x`: the function and its argument.
    WithoutProduct(String, String) = ["`{0}` is read as applied to `{1}`, without the product after it"],
    /// `\sin{x + 1}`: the function and its argument.
    AppliedTo(String, String) = ["`{0}` is read as applied to `{1}`"],
    /// `sin xy`: the function and its argument.
    AppliedToAll(String, String) = ["`{0}` is read as applied to all of `{1}`"],
    /// `f(x)`: the function.
    UnknownFunction(String) = ["`{0}` is read as an unknown function"],
    /// `<fence/>`: the element of an unknown function.
    UnknownElement(String) = ["`<{0}/>` is read as an unknown function"],
    /// `f^{-1}(x)`: the function and the name of its inverse.
    Inverse(String, String) = ["`{0}` to the power -1 is read as the inverse function, `{1}`"],
    /// `\pi(x)`: all of it and the number.
    ProductWithNumber(String, String) = ["`{0}` is read as a product with the number {1}"],
    /// `W(x + 1)`: the name.
    Factor(String) = ["`{0}` before a bracket is read as a factor; read calls as calls if it is a function"],
    /// `Pi`: the name.
    Pi(String) = ["`{0}` is read as the number pi; in backquotes it is a variable"],
    /// `V = I*R`.
    Current = ["`I` in an equation is read as a variable"],
    /// `2j`.
    VariableJ = ["`j` is read as a variable"],
    /// `E = m*c^2`.
    EnergyInEquation = ["`E` in an equation is read as a variable; `e` is Euler's number"],
    /// `E^x`.
    RaisedEuler = ["`E` before a power with a name in it is read as Euler's number"],
    /// `2E`.
    Euler = ["`E` is read as Euler's number; in backquotes it is a variable"],
    /// `sin x` in LaTeX letters: the function.
    SpelledFunction(String) = ["`{0}` is read as the function `\\{0}`"],
    /// `abc` in LaTeX letters.
    LetterProduct(String) = ["`{0}` is read as a product of letters; write \\mathit{{{0}}} for one name"],
    /// `2ab`: the word and the product.
    WordAsProduct(String, String) = ["`{0}` is read as the product {1}; in backquotes it is one name"],
    /// `sinx`, and `alpha` in LaTeX: the word, and how it is read.
    Respelled(String, String) = ["`{0}` is read as `{1}`"],
    /// `mi`: a word that is a letter.
    GreekLetter(String) = ["`{0}` is read as the Greek letter"],
    /// `speed`: the word, and how the product is written.
    OneVariable(String, Option<String>) = ["`{first}` is read as one variable{}", instead(.1), first = .0],
    /// `\delta x`: all of it.
    Variation(String) = ["`{0}` is read as a product"],
    /// `k^*`: as it is written, and the name.
    MarkedName(String, String) = ["`{0}` is read as the name `{1}`"],
    /// `x'`: as it is written, and the name.
    PrimedName(String, String) = ["`{0}` is read as another name, `{1}`"],
    /// `\sin(x)^2`: what is raised.
    PowerOfValue(String) = ["the power after `{0}` is read as a power of the value, not of the argument"],
    /// `\frac12^2`: the fraction.
    PowerOfFraction(String) = ["the power after `{0}` is read as that of the whole fraction"],
    /// `x^(2a)` in LaTeX: the bracket and what is in it.
    RaisedBracket(String, String) = ["`^{0}` is read as a power; LaTeX raises only the bracket: write ^{{{1}}}"],
    /// `30^o`.
    RaisedO = ["the raised `o` is read as a power; degrees are written ^\\circ"],
    /// `g^{\mu\nu}`: all of it.
    PowerAndNoIndex(String) = ["the superscript of `{0}` is read as a power, and no index"],
    /// `4/3 π r³`: the quotient.
    Coefficient(String) = ["`{0}` before a space is read as a factor of what follows"],
    /// `1½`.
    AddedFraction = ["a fraction sign behind a number is read as added to it"],
    /// `x°`.
    Degrees = ["the raised circle is read as degrees, pi/180"],
    /// `\int \sin x \, dx/x`: the divisor.
    DividedIntegrand(String) = ["the integrand is read as divided by `{0}`"],
    /// `\int u \, dv + \int v \, dw`: the two variables.
    IndependentIntegrals(String, String) = ["`{0}` does not depend on `{1}` here"],
    /// `\frac{d}{dx} y^2`: the name and the variable.
    Independent(String, String) = ["`{0}` does not depend on `{1}` here; write {0}({1}) if it does"],
    /// `y'`: the name and its variable.
    FunctionOf(Symbol, Symbol) = ["`{0}` is read as a function of `{1}`"],
    /// `f'(0)`: the function, and the name of its derivative.
    ValueOfDerivative(String, String) = ["the derivative of `{0}` at a value is read as that of a function of its own, `{1}`"],
    /// `(x^2)'`: the bracket and the variable.
    DerivativeBy(String, String) = ["the derivative of `{0}` is read as that by `{1}`"],
    /// `\frac{d}{dx}(x) y`.
    DerivativeOfBracket = ["the derivative is read as that of the bracket only"],
    /// `\frac{d}{dx} x^2 + 1`: what is differentiated.
    DerivativeOf(String) = ["the derivative is read as that of `{0}`"],
    /// `\sqrt[n]{x}`.
    RootAsPower = ["a root whose degree is no number is read as a power, for radicands that are not negative"],
    /// `\sqrt[3]{x}`.
    RealRoot = ["an odd root is read as the real one, sign(u)*abs(u)^(1/n); write a power for the principal one"],
    /// `max(x, y)`.
    Defined(Defined) = ["{}", .0.note()],
    /// `x %`.
    LineComment = ["`%` is read as the end of a line that goes on behind it"],
    /// `x = 1 (3)`: the label.
    Label(String) = ["`{0}` behind the equation is read as its label"],
    /// `1,000` in LaTeX.
    Thousands = ["the comma in a number is read as grouping thousands"],
}
}

fn instead(product: &Option<String>) -> String {
    product.as_ref().map(|product| format!("; write {product} for a product")).unwrap_or_default()
}
