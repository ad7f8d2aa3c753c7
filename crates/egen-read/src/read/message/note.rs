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

/// What was decided. An example stands at each, and behind it what the data are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// `log x`: the function as it is written.
    NaturalLogarithm(String),
    /// `(log x)`, an s-expression.
    LogarithmOfOne,
    /// `lg x`: the function as it is written, and its base.
    Base(String, u8),
    /// `log(8, b)`: the function.
    SecondIsBase(String),
    /// `root(8, 3)`: the function.
    SecondIsDegree(String),
    /// `ln (x+1)(x-1)`: the function and its argument.
    WithoutNextBracket(String, String),
    /// `sin x/2`: the function and its argument.
    WithoutQuotient(String, String),
    /// `sin 2 * x`: the function and its argument.
    WithoutProduct(String, String),
    /// `\sin{x + 1}`: the function and its argument.
    AppliedTo(String, String),
    /// `sin xy`: the function and its argument.
    AppliedToAll(String, String),
    /// `f(x)`: the function.
    UnknownFunction(String),
    /// `<fence/>`: the element of an unknown function.
    UnknownElement(String),
    /// `f^{-1}(x)`: the function and the name of its inverse.
    Inverse(String, String),
    /// `\pi(x)`: all of it and the number.
    ProductWithNumber(String, String),
    /// `W(x + 1)`: the name.
    Factor(String),
    /// `Pi`: the name.
    Pi(String),
    /// `V = I*R`.
    Current,
    /// `2j`.
    VariableJ,
    /// `E = m*c^2`.
    EnergyInEquation,
    /// `E^x`.
    RaisedEuler,
    /// `2E`.
    Euler,
    /// `sin x` in LaTeX letters: the function.
    SpelledFunction(String),
    /// `abc` in LaTeX letters.
    LetterProduct(String),
    /// `2ab`: the word and the product.
    WordAsProduct(String, String),
    /// `sinx`, and `alpha` in LaTeX: the word, and how it is read.
    Respelled(String, String),
    /// `mi`: a word that is a letter.
    GreekLetter(String),
    /// `speed`: the word, and how the product is written.
    OneVariable(String, Option<String>),
    /// `\delta x`: all of it.
    Variation(String),
    /// `k^*`: as it is written, and the name.
    MarkedName(String, String),
    /// `x'`: as it is written, and the name.
    PrimedName(String, String),
    /// `\sin(x)^2`: what is raised.
    PowerOfValue(String),
    /// `\frac12^2`: the fraction.
    PowerOfFraction(String),
    /// `x^(2a)` in LaTeX: the bracket and what is in it.
    RaisedBracket(String, String),
    /// `30^o`.
    RaisedO,
    /// `g^{\mu\nu}`: all of it.
    PowerAndNoIndex(String),
    /// `1½`.
    AddedFraction,
    /// `x°`.
    Degrees,
    /// `\int \sin x \, dx/x`: the divisor.
    DividedIntegrand(String),
    /// `\int u \, dv + \int v \, dw`: the two variables.
    IndependentIntegrals(String, String),
    /// `\frac{d}{dx} y^2`: the name and the variable.
    Independent(String, String),
    /// `y'`: the name and its variable.
    FunctionOf(Symbol, Symbol),
    /// `f'(0)`: the function, and the name of its derivative.
    ValueOfDerivative(String, String),
    /// `(x^2)'`: the bracket and the variable.
    DerivativeBy(String, String),
    /// `\frac{d}{dx}(x) y`.
    DerivativeOfBracket,
    /// `\frac{d}{dx} x^2 + 1`: what is differentiated.
    DerivativeOf(String),
    /// `\sqrt[n]{x}`.
    RootAsPower,
    /// `\sqrt[3]{x}`.
    RealRoot,
    /// `max(x, y)`.
    Defined(Defined),
    /// `x %`.
    LineComment,
    /// `x = 1 (3)`: the label.
    Label(String),
    /// `1,000` in LaTeX.
    Thousands,
}

impl Display for NoteKind {
    #[rustfmt::skip]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        use NoteKind as N;
        match self {
            N::NaturalLogarithm(name) => write!(f, "`{name}` is read as the natural logarithm"),
            N::LogarithmOfOne => write!(f, "`log` of one argument is read as the natural logarithm"),
            N::Base(name, base) => write!(f, "`{name}` is read as the logarithm to base {base}"),
            N::SecondIsBase(name) => write!(f, "the second argument of `{name}` is read as the base"),
            N::SecondIsDegree(name) => write!(f, "the second argument of `{name}` is read as the degree"),
            N::WithoutNextBracket(name, to) => write!(f, "`{name}` is read as applied to `{to}`, without the bracket after it"),
            N::WithoutQuotient(name, to) => write!(f, "`{name}` is read as applied to `{to}`, without the quotient after it"),
            N::WithoutProduct(name, to) => write!(f, "`{name}` is read as applied to `{to}`, without the product after it"),
            N::AppliedTo(name, to) => write!(f, "`{name}` is read as applied to `{to}`"),
            N::AppliedToAll(name, to) => write!(f, "`{name}` is read as applied to all of `{to}`"),
            N::UnknownFunction(name) => write!(f, "`{name}` is read as an unknown function"),
            N::UnknownElement(name) => write!(f, "`<{name}/>` is read as an unknown function"),
            N::Inverse(name, inverse) => write!(f, "`{name}` to the power -1 is read as the inverse function, `{inverse}`"),
            N::ProductWithNumber(shown, number) => write!(f, "`{shown}` is read as a product with the number {number}"),
            N::Factor(name) => write!(f, "`{name}` before a bracket is read as a factor; read calls as calls if it is a function"),
            N::Pi(name) => write!(f, "`{name}` is read as the number pi; in backquotes it is a variable"),
            N::Current => write!(f, "`I` in an equation is read as a variable"),
            N::VariableJ => write!(f, "`j` is read as a variable"),
            N::EnergyInEquation => write!(f, "`E` in an equation is read as a variable; `e` is Euler's number"),
            N::RaisedEuler => write!(f, "`E` before a power with a name in it is read as Euler's number"),
            N::Euler => write!(f, "`E` is read as Euler's number; in backquotes it is a variable"),
            N::SpelledFunction(name) => write!(f, "`{name}` is read as the function `\\{name}`"),
            N::LetterProduct(word) => write!(f, "`{word}` is read as a product of letters; write \\mathit{{{word}}} for one name"),
            N::WordAsProduct(word, product) => write!(f, "`{word}` is read as the product {product}; in backquotes it is one name"),
            N::Respelled(word, shown) => write!(f, "`{word}` is read as `{shown}`"),
            N::GreekLetter(word) => write!(f, "`{word}` is read as the Greek letter"),
            N::OneVariable(word, None) => write!(f, "`{word}` is read as one variable"),
            N::OneVariable(word, Some(product)) => write!(f, "`{word}` is read as one variable; write {product} for a product"),
            N::Variation(shown) => write!(f, "`{shown}` is read as a product"),
            N::MarkedName(shown, name) => write!(f, "`{shown}` is read as the name `{name}`"),
            N::PrimedName(shown, name) => write!(f, "`{shown}` is read as another name, `{name}`"),
            N::PowerOfValue(shown) => write!(f, "the power after `{shown}` is read as a power of the value, not of the argument"),
            N::PowerOfFraction(shown) => write!(f, "the power after `{shown}` is read as that of the whole fraction"),
            N::RaisedBracket(shown, inside) => write!(f, "`^{shown}` is read as a power; LaTeX raises only the bracket: write ^{{{inside}}}"),
            N::RaisedO => write!(f, "the raised `o` is read as a power; degrees are written ^\\circ"),
            N::PowerAndNoIndex(shown) => write!(f, "the superscript of `{shown}` is read as a power, and no index"),
            N::AddedFraction => write!(f, "a fraction sign behind a number is read as added to it"),
            N::Degrees => write!(f, "the raised circle is read as degrees, pi/180"),
            N::DividedIntegrand(shown) => write!(f, "the integrand is read as divided by `{shown}`"),
            N::IndependentIntegrals(a, b) => write!(f, "`{a}` does not depend on `{b}` here"),
            N::Independent(name, by) => write!(f, "`{name}` does not depend on `{by}` here; write {name}({by}) if it does"),
            N::FunctionOf(name, by) => write!(f, "`{name}` is read as a function of `{by}`"),
            N::ValueOfDerivative(name, own) => write!(f, "the derivative of `{name}` at a value is read as that of a function of its own, `{own}`"),
            N::DerivativeBy(shown, by) => write!(f, "the derivative of `{shown}` is read as that by `{by}`"),
            N::DerivativeOfBracket => write!(f, "the derivative is read as that of the bracket only"),
            N::DerivativeOf(shown) => write!(f, "the derivative is read as that of `{shown}`"),
            N::RootAsPower => write!(f, "a root whose degree is no number is read as a power, for radicands that are not negative"),
            N::RealRoot => write!(f, "an odd root is read as the real one, sign(u)*abs(u)^(1/n); write a power for the principal one"),
            N::Defined(function) => f.write_str(&function.note()),
            N::LineComment => write!(f, "`%` is read as the end of a line that goes on behind it"),
            N::Label(label) => write!(f, "`{label}` behind the equation is read as its label"),
            N::Thousands => write!(f, "the comma in a number is read as grouping thousands"),
        }
    }
}
