//! Doubts: what can be read in two ways, and how is either written?

use egen_math::expr::Symbol;

use super::Times;
use crate::read::Notation;
use crate::read::readings::Ambiguity;

/// Advice that is longer than this shows no formula.
const LONGEST: usize = 60;

messages! {
/// What can be read in two ways. An example of each is in `tests/reading/refusals.tsv`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Doubt {
    /// `1/2x`: the divisor, what follows it, and the sign between them.
    Quotient(String, String, Times) = ["ambiguous: does the quotient end before this factor? {}", quotient(.0, .1, *.2)],
    LabelOrFactor = ["ambiguous: is this a label or a factor? leave it out, or write \\cdot before it"],
    ThousandsOrDecimal = ["ambiguous: a comma before three digits groups thousands; for a decimal write a point, 3.14"],
    /// `2\frac12`: the number, the fraction, and whether a minus stands before them.
    MixedNumber(String, String, bool) = ["ambiguous: is this a mixed number or a product? {}", mixed(.0, .1, *.2)],
    /// `0.(3)`; a choice is offered if the brackets hold digits.
    RepeatingDecimal(bool) = ["ambiguous: repeating decimals are not read: write a fraction, 1/3, or a sign of multiplication"],
    /// `sin π/2`: the function.
    QuotientOfArgument(String) = ["ambiguous: does `{0}` apply to the quotient too? write brackets around its argument"],
    /// `sin k(x + 1)`: the function, and whether the bracket has the end of the argument once more; for bars that is not asked.
    BracketOfArgument(String, Option<bool>) = ["ambiguous: does `{0}` apply to this bracket too? write brackets around its argument"],
    /// `\sin x \, y`: the function, what follows, and what stands before it.
    EndOfArgument(String, String, String) = ["ambiguous: does `{0}` end before `{1}`? write brackets around its argument, or * after `{2}`"],
    NegativeArgument(String) = ["ambiguous: where does the argument of `{0}` end? write brackets around it"],
    /// `a(2)`: all of it, the name, and a sign of multiplication.
    CallOrProduct(String, String, Times) = [
        "ambiguous: is `{first}` a function or a product? write {second}{}(…), or say which: calls = call, or calls = product", .2.sign(), first = .0, second = .1
    ],
    /// `\operatorname{Si} x`: the name, how it is written, and what follows.
    BareCall(String, String, String) = [
        "ambiguous: is `{0}` a function of what follows, or a factor? write brackets around its argument, or {1} \\cdot before `{2}`"
    ],
    /// `D_x f`: the sign, the variable, and a sign of multiplication.
    DerivativeSign(String, String, Times) = ["ambiguous: is `{first}` a derivative or a factor? {}", derivative_sign(.0, .1, *.2), first = .0],
    /// `a[2]`: all of it, the name, and what is in the brackets.
    Element(String, String, String) = ["ambiguous: is `{0}` an element, a function or a product? write {1}_({2}), {1}({2}) or {1}*({2})"],
    /// `(f + g)(x)`: the sum, the bracket, and a sign of multiplication.
    AppliedSum(String, String, Times) = [
        "ambiguous: is `{first}` a function or a factor? write f{second} for each function, or {first}{}{second} for a product", .2.sign(), first = .0, second = .1
    ],
    InverseOfName(String) = ["ambiguous: is this the inverse of `{0}` or 1/{0}(…)? write the quotient, or a name for the inverse"],
    Inverse(String) = ["ambiguous: is `{0}^-1` the inverse or 1/{0}? write the function or the quotient"],
    InverseOrArgument(String) = ["ambiguous: is this the inverse of `{0}`? write that function by its name, or brackets around the argument"],
    Index(String) = ["ambiguous: is the superscript of `{0}` an index or a power? write the power behind the arguments"],
    /// `f^(4)(x)`: the function and the superscript.
    CountOrPower(String, String) = ["ambiguous: a superscript in brackets counts derivatives; for a power write {0}(…)^{1}"],
    RaisedBracket = ["ambiguous: a superscript in brackets counts derivatives or components; for a power leave the brackets out"],
    /// `\log_12`: the digits.
    DigitsOfBase(String) = ["ambiguous: write the base in braces, \\log_{{{first}}} or \\log_{{{}}} {}", &.0[..1], &.0[1..], first = .0],
    /// `sin^22x`: the function, the digits, and the name behind them.
    PowerOrArgument(String, String, String) = [
        "ambiguous: where does the power end? write {first}^{}({}{third}) or {first}^{second}({third})", &.1[..1], &.1[1..], first = .0, second = .1, third = .2
    ],
    /// `log[2](x)`: what is in the brackets.
    BaseOrArgument(String) = ["ambiguous: is `{0}` the base or the argument? write log(x, {0})"],
    /// `sqrt[3](x)`: what is in the brackets.
    DegreeOrRadicand(String) = ["ambiguous: is `{0}` the degree or the radicand? write root(x, {0}) or sqrt({0})*(…)"],
    /// `root(3, n)`: the function.
    WhichDegree(String) = ["ambiguous: which is the degree? the radicand stands first: write {0}(x, n), or a power"],
    BaseFirst = ["ambiguous: in square brackets the base may stand first: write log(x, b)"],
    /// `\sin{x}^2`: the function, what is in the braces, and the power.
    ValueRaised(String, String, String) = ["ambiguous: is the value or the argument raised? write {0}({1}){2} or {0}(({1}){2})"],
    Bars(String) = ["ambiguous: which bars of `{0}` belong together? write \\left| … \\right| or abs(…)"],
    BracketOfDerivative = [
        "ambiguous: does the derivative end before this bracket? write brackets around all that is differentiated, or a sign of multiplication"
    ],
    /// `d/dx x/2`: what surely is differentiated.
    QuotientOfDerivative(String) = ["ambiguous: is the quotient differentiated, or `{0}` only? write brackets around what is differentiated"],
    /// `\frac{dx}{dt}(2)`: the bracket and a sign of multiplication.
    DerivativeAt(String, Times) = [
        "ambiguous: is the derivative multiplied by `{first}`, or taken there? write {}{first} for a product", .1.sign().trim_start(), first = .0
    ],
    PrimedFactor(String) = ["ambiguous: is `{0}` a derivative or a factor? write \\frac{{d}}{{dx}} or diff(…, x), or a sign of multiplication"],
    /// `a''`: the name, and how its second derivative is written.
    SecondPrime(String, String) = ["ambiguous: is this the second derivative of `{0}` or another name? write {1}, or a subscript"],
    PrimedPower(String) = ["ambiguous: is `{0}` applied to this bracket or multiplied by it? write the power last"],
    RaisedE = ["ambiguous: write e for Euler's number, or \\mathit{{E}} for a variable that is raised to this power"],
    TwoMeaningsOfE = ["ambiguous: `E` cannot be both a variable and Euler's number: write e for the number"],
    /// `2x3`: the number, the digits, and the name.
    TimesOrName(String, String, String) = ["ambiguous: is x a sign of multiplication here? write {0}*{1}, or {0}*{2} for the name `{2}`"],
    /// `ab^2`: the word, the product of its letters, and whether they are few enough for one.
    RaisedLetters(String, String, bool) = [
        "ambiguous: what is raised to this power? write {1}^… for a product, or `{0}`^… in backquotes for one name"
    ],
    /// `ab + 1`: the word, and the product of its letters.
    LettersOrName(String, String) = ["ambiguous: is `{0}` a product or one name? write {1}, or `{0}` in backquotes for one name"],
    /// `- x y`: the other notation, and whether a sign starts the text.
    Notations(Notation, bool) = [
        "ambiguous: this is one expression in infix and another in {} notation: pass the notation{}", .0.name(), if *.1 { ", or write no space behind the first sign" } else { "" }
    ],
    PowerOrDegree = ["ambiguous: is this a power or the degree of the root? write a sign of multiplication"],
    /// `1e-3` in LaTeX: the letter, the sign and the digits.
    PowerOfTen(String, String, String) = ["ambiguous: is this a power of ten? {}", power_of_ten(.0, .1, .2)],
    PowerOfTenInBraces = ["ambiguous: is this a power of ten? write \\times 10^{{…}}, or e \\cdot {{…}} for a product"],
    /// `x^1/2`: the base, the exponent and the divisor.
    QuotientOfExponent(String, String, String) = ["ambiguous: does the exponent end before `/`? write {0}^({1}/{2}) or ({0}^{1})/{2}"],
    /// `e^2x`: the base, the exponent and the name.
    NameOfExponent(String, String, String) = ["ambiguous: does the exponent end before `{2}`? write {0}^({1}*{2}) or {0}^{1}*{2}"],
    /// `e^2(x)`: the base, the exponent and what follows.
    FactorOfExponent(String, String, String) = ["ambiguous: does the exponent end before `{2}`? write brackets around the exponent, or {0}^{1}*{2}"],
    BothSigns = ["ambiguous: ± stands for two expressions: write them one at a time, or one sign"],
    Label = ["ambiguous: is this a label or a factor? leave it out, or write a sign of multiplication behind it"],
    RaisedRoot = ["ambiguous: write (√x)^2 or √(x^2)"],
    /// `√2x`: the radicand, and what follows.
    EndOfRoot(String, String) = ["ambiguous: does the root end before `{1}`? write √({0}{1}) or √{0}*{1}"],
    NameInBraces(String) = ["ambiguous: write {0}(…) without braces around the name, or {0} \\cdot (…)"],
    TornBraces(String) = ["ambiguous: the braces are not seen on the page: write brackets, ({0})"],
    /// `1.0f`: the number and the letter.
    NumberSuffix(String, String) = ["ambiguous: does `{1}` say which kind of number this is? write {0}, or {0}*{1} for a product"],
    /// `Acos(wt)`: in small letters, and without the first letter.
    Amplitude(String, String) = ["ambiguous: write {0}(…) or A*{1}(…)"],
}
}

impl Doubt {
    /// The choice that would settle it, if the reader offers one.
    pub fn ambiguity(&self) -> Option<Ambiguity> {
        Some(match self {
            Doubt::Quotient(..) => Ambiguity::Quotient,
            Doubt::MixedNumber(..) => Ambiguity::MixedNumber,
            Doubt::RepeatingDecimal(true) => Ambiguity::RepeatingDecimal,
            Doubt::QuotientOfArgument(_) => Ambiguity::QuotientOfArgument,
            Doubt::BracketOfArgument(_, Some(again)) => Ambiguity::BracketOfArgument { again: *again },
            Doubt::QuotientOfExponent(..) | Doubt::NameOfExponent(..) | Doubt::FactorOfExponent(..) => {
                Ambiguity::Exponent
            }
            Doubt::EndOfRoot(..) => Ambiguity::Root,
            Doubt::ValueRaised(..) => Ambiguity::RaisedArgument,
            Doubt::CallOrProduct(_, name, _) => Ambiguity::CallOrProduct(Symbol::new(name)),
            Doubt::RaisedLetters(_, _, true) => Ambiguity::RaisedLetters,
            Doubt::LettersOrName(..) => Ambiguity::LettersOrName,
            _ => return None,
        })
    }
}

fn quotient(over: &str, next: &str, times: Times) -> String {
    if over.len() + next.len() < LONGEST {
        return format!("write …/({over}{0}{next}) or (…/{over}){0}{next}", times.sign());
    }
    "write brackets around what it is divided by, or around the quotient".to_owned()
}

fn mixed(number: &str, fraction: &str, negative: bool) -> String {
    match negative {
        true => format!("write -({number} + {fraction}) or -{number} \\cdot {fraction}"),
        false => format!("write {number} + {fraction} or {number} \\cdot {fraction}"),
    }
}

fn derivative_sign(shown: &str, by: &str, times: Times) -> String {
    let derivative = match times {
        Times::Dot => format!("\\frac{{d}}{{d{by}}}"),
        Times::Star | Times::Space => format!("diff(…, {by})"),
    };
    format!("write {derivative}, or {shown}{} for a factor", times.sign().trim_end())
}

fn power_of_ten(letter: &str, sign: &str, digits: &str) -> String {
    let minus = if sign == "-" { "-" } else { "" };
    format!("write \\times 10^{{{minus}{digits}}}, or spaces around the sign: {letter} {sign} {digits}")
}
