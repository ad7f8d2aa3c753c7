//! Operators: what is there to know about each one?
//!
//! One row of [`TABLE`] holds it all: spellings, arity, where it is defined, what
//! values it takes, symmetry, derivative, and how it is evaluated. Readers, printers,
//! differentiation and the evaluators ask this table; none keeps a list of its own.

use num_complex::Complex64;

use crate::set::{Poles, Set};
use crate::{elementary, set};

/// An operator. Everything about it is in [`Op::info`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are the mathematics")]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    Neg,
    Abs,
    Sign,
    Sqrt,
    Exp,
    Ln,
    /// `log(x, b)`: the logarithm of x to the base b.
    Log,
    Sin,
    Cos,
    Tan,
    Csc,
    Sec,
    Cot,
    Asin,
    Acos,
    Atan,
    Acsc,
    Asec,
    Acot,
    Sinh,
    Cosh,
    Tanh,
    Csch,
    Sech,
    Coth,
    Asinh,
    Acosh,
    Atanh,
    Acsch,
    Asech,
    Acoth,
    /// The derivative of its first argument by its second, which is a variable.
    Diff,
    /// An integral of its first argument by its second, which is a variable; it is never evaluated.
    Integral,
}

/// f(−x) = f(x), f(−x) = −f(x), or neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the mathematics")]
pub enum Parity {
    Even,
    Odd,
    Neither,
}

/// Where a function of one argument leaves the branch that it is on. Between these values it is analytic, and so is whatever is
/// made of it: f(x) = g(x) on a piece of an interval without breaks is true on all of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Breaks {
    /// The values: |u| turns at 0, asin u ends at ±1.
    pub at: &'static [f64],
    /// Does it take another branch behind a pole of its argument? atan u jumps there, exp u does not.
    pub at_infinity: bool,
}

/// On which pieces of its domain a function of one argument is monotone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pieces {
    /// −u.
    Linear,
    /// It rises on its domain, which is an interval.
    Rising,
    /// It falls on its domain, which is an interval.
    Falling,
    /// It is even and rises with |u|.
    EvenRising,
    /// It is even and falls with |u|.
    EvenFalling,
    /// It falls for negative and for positive u.
    FallingBesideZero,
    /// It rises for negative and for positive u.
    RisingBesideZero,
    /// A sine, largest at crest + 2kπ.
    Wave {
        /// One place of its maximum.
        crest: f64,
    },
    /// The inverse of such a sine.
    InverseWave {
        /// One place of the sine's maximum.
        crest: f64,
    },
    /// It rises between poles at pole + kπ.
    RisingBetweenPoles {
        /// One of the poles.
        pole: f64,
    },
    /// It falls between poles at pole + kπ.
    FallingBetweenPoles {
        /// One of the poles.
        pole: f64,
    },
    /// The sign.
    Step,
}

/// For which arguments a function of one argument takes a value c.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preimage {
    /// −c.
    Negated,
    /// c².
    Square,
    /// g(c), if c is a value of the function.
    By(Op),
    /// c and −c, if c ≥ 0.
    BothSigns,
    /// g(c) and −g(c).
    BothSignsBy(Op),
    /// g(c) + 2kπ and π − g(c) + 2kπ.
    Supplements(Op),
    /// g(c) + 2kπ and −g(c) + 2kπ.
    Mirrored(Op),
    /// g(c) + kπ.
    HalfTurns(Op),
    /// All of an interval: nothing that could be listed.
    Intervals,
}

/// What a unary operator does to numbers.
#[derive(Clone, Copy)]
pub struct Function {
    /// The value at a point of the domain.
    pub real: fn(f64) -> f64,
    /// An upper bound of the slope's size, from the point and the value there; it scales the error that is carried along.
    pub slope: fn(f64, f64) -> f64,
    /// The principal value at a complex point.
    pub complex: fn(Complex64) -> Complex64,
    /// The derivative, in infix, of the function at `u`. Empty where there is none to give.
    pub derivative: &'static str,
}

/// One row of the table.
pub struct OpInfo {
    /// The operator that the row describes.
    pub op: Op,
    /// Its name in English, for messages.
    pub name: &'static str,
    /// How many arguments it takes.
    pub arity: usize,
    /// Its token in prefix notation: first the paper's word, then the short form that is also printed.
    pub prefix: [&'static str; 2],
    /// Its infix symbol or function names; the first is the one printed.
    pub infix: &'static [&'static str],
    /// Its LaTeX command; functions without one are set with `\operatorname`.
    pub latex: &'static str,
    /// Its name in SymPy.
    pub sympy: &'static str,
    /// Where it is defined over the reals, for one argument; null sets included.
    pub domain: Set,
    /// The poles and holes inside `domain`.
    pub poles: Poles,
    /// The values that it takes there.
    pub range: Set,
    /// Its symmetry in its one argument.
    pub parity: Parity,
    /// Evaluation and derivative, for the unary ones.
    pub function: Option<Function>,
}

impl Op {
    /// The row of the table.
    #[inline]
    pub fn info(self) -> &'static OpInfo {
        &TABLE[self as usize]
    }

    /// How many arguments it takes.
    #[inline]
    pub fn arity(self) -> usize {
        self.info().arity
    }

    /// All operators, in the table's order.
    pub fn all() -> impl Iterator<Item = Op> {
        TABLE.iter().map(|row| row.op)
    }

    /// The operator with this prefix token, in either dialect.
    pub fn from_prefix(token: &str) -> Option<Op> {
        TABLE.iter().find(|row| row.prefix.contains(&token)).map(|row| row.op)
    }

    /// The function with this infix name (`asin`, `arcsin`, `ln`, …); symbols such as `+` are not names.
    pub fn from_name(name: &str) -> Option<Op> {
        TABLE
            .iter()
            .find(|row| row.infix.contains(&name) && name.starts_with(|c: char| c.is_ascii_alphabetic()))
            .map(|row| row.op)
    }

    /// Is it written as a function, `sin(x)`, and not as a symbol between or before arguments?
    pub fn is_function(self) -> bool {
        !matches!(self, Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Pow | Op::Neg)
    }

    /// The function that undoes this one: `sin^-1` is [`Op::Asin`].
    pub fn inverse(self) -> Option<Op> {
        Some(match self {
            Op::Sin => Op::Asin,
            Op::Cos => Op::Acos,
            Op::Tan => Op::Atan,
            Op::Csc => Op::Acsc,
            Op::Sec => Op::Asec,
            Op::Cot => Op::Acot,
            Op::Sinh => Op::Asinh,
            Op::Cosh => Op::Acosh,
            Op::Tanh => Op::Atanh,
            Op::Csch => Op::Acsch,
            Op::Sech => Op::Asech,
            Op::Coth => Op::Acoth,
            _ => return None,
        })
    }

    /// Where it leaves the branch that it is on; for functions of one argument.
    pub fn breaks(self) -> Breaks {
        const NONE: Breaks = Breaks { at: &[], at_infinity: false };
        const INFINITY: Breaks = Breaks { at: &[], at_infinity: true };
        const ZERO: Breaks = Breaks { at: &[0.0], at_infinity: false };
        const ZERO_AND_INFINITY: Breaks = Breaks { at: &[0.0], at_infinity: true };
        const ONES: Breaks = Breaks { at: &[-1.0, 1.0], at_infinity: false };
        match self {
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Pow | Op::Log | Op::Diff | Op::Integral => NONE,
            Op::Neg | Op::Exp | Op::Sin | Op::Cos | Op::Tan | Op::Csc | Op::Sec | Op::Cot => NONE,
            Op::Sinh | Op::Cosh | Op::Tanh | Op::Csch | Op::Sech | Op::Coth => NONE,
            Op::Abs | Op::Sign | Op::Sqrt | Op::Ln => ZERO_AND_INFINITY,
            Op::Asin | Op::Acos | Op::Atanh | Op::Acsc | Op::Asec | Op::Acoth => ONES,
            Op::Atan | Op::Asinh => INFINITY,
            Op::Acot | Op::Acsch => ZERO,
            Op::Acosh => const { Breaks { at: &[1.0], at_infinity: true } },
            Op::Asech => const { Breaks { at: &[0.0, 1.0], at_infinity: false } },
        }
    }

    /// On which pieces it is monotone; for functions of one argument.
    pub fn pieces(self) -> Pieces {
        use std::f64::consts::FRAC_PI_2;
        match self {
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Pow | Op::Log | Op::Diff | Op::Integral | Op::Neg => {
                Pieces::Linear
            }
            Op::Sqrt | Op::Exp | Op::Ln | Op::Asin | Op::Atan | Op::Sinh | Op::Tanh => Pieces::Rising,
            Op::Asinh | Op::Acosh | Op::Atanh => Pieces::Rising,
            Op::Acos | Op::Asech => Pieces::Falling,
            Op::Abs | Op::Cosh => Pieces::EvenRising,
            Op::Sech => Pieces::EvenFalling,
            Op::Acot | Op::Acsc | Op::Csch | Op::Coth | Op::Acsch | Op::Acoth => Pieces::FallingBesideZero,
            Op::Asec => Pieces::RisingBesideZero,
            Op::Sin => Pieces::Wave { crest: FRAC_PI_2 },
            Op::Cos => Pieces::Wave { crest: 0.0 },
            Op::Csc => Pieces::InverseWave { crest: FRAC_PI_2 },
            Op::Sec => Pieces::InverseWave { crest: 0.0 },
            Op::Tan => Pieces::RisingBetweenPoles { pole: FRAC_PI_2 },
            Op::Cot => Pieces::FallingBetweenPoles { pole: 0.0 },
            Op::Sign => Pieces::Step,
        }
    }

    /// Where it takes a value; for functions of one argument.
    pub fn preimage(self) -> Preimage {
        match self {
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Pow | Op::Log | Op::Diff | Op::Integral | Op::Sign => {
                Preimage::Intervals
            }
            Op::Neg => Preimage::Negated,
            Op::Abs => Preimage::BothSigns,
            Op::Sqrt => Preimage::Square,
            Op::Exp => Preimage::By(Op::Ln),
            Op::Ln => Preimage::By(Op::Exp),
            Op::Sin => Preimage::Supplements(Op::Asin),
            Op::Csc => Preimage::Supplements(Op::Acsc),
            Op::Cos => Preimage::Mirrored(Op::Acos),
            Op::Sec => Preimage::Mirrored(Op::Asec),
            Op::Tan => Preimage::HalfTurns(Op::Atan),
            Op::Cot => Preimage::HalfTurns(Op::Acot),
            Op::Asin => Preimage::By(Op::Sin),
            Op::Acos => Preimage::By(Op::Cos),
            Op::Atan => Preimage::By(Op::Tan),
            Op::Acsc => Preimage::By(Op::Csc),
            Op::Asec => Preimage::By(Op::Sec),
            Op::Acot => Preimage::By(Op::Cot),
            Op::Sinh => Preimage::By(Op::Asinh),
            Op::Cosh => Preimage::BothSignsBy(Op::Acosh),
            Op::Tanh => Preimage::By(Op::Atanh),
            Op::Csch => Preimage::By(Op::Acsch),
            Op::Sech => Preimage::BothSignsBy(Op::Asech),
            Op::Coth => Preimage::By(Op::Acoth),
            Op::Asinh => Preimage::By(Op::Sinh),
            Op::Acosh => Preimage::By(Op::Cosh),
            Op::Atanh => Preimage::By(Op::Tanh),
            Op::Acsch => Preimage::By(Op::Csch),
            Op::Asech => Preimage::By(Op::Sech),
            Op::Acoth => Preimage::By(Op::Coth),
        }
    }

    /// Does it repeat itself?
    pub fn is_periodic(self) -> bool {
        matches!(self.preimage(), Preimage::Supplements(_) | Preimage::Mirrored(_) | Preimage::HalfTurns(_))
    }

    /// Does exchanging its two arguments change nothing?
    pub fn is_commutative(self) -> bool {
        matches!(self, Op::Add | Op::Mul)
    }
}

const fn row(
    op: Op,
    name: &'static str,
    arity: usize,
    prefix: [&'static str; 2],
    infix: &'static [&'static str],
    latex: &'static str,
    sympy: &'static str,
) -> OpInfo {
    OpInfo {
        op,
        name,
        arity,
        prefix,
        infix,
        latex,
        sympy,
        domain: set::ALL,
        poles: Poles::None,
        range: set::ALL,
        parity: Parity::Neither,
        function: None,
    }
}

impl OpInfo {
    const fn on(self, domain: Set, poles: Poles) -> OpInfo {
        OpInfo { domain, poles, ..self }
    }
    const fn takes(self, range: Set, parity: Parity) -> OpInfo {
        OpInfo { range, parity, ..self }
    }
    const fn computes(
        self,
        real: fn(f64) -> f64,
        slope: fn(f64, f64) -> f64,
        complex: fn(Complex64) -> Complex64,
        derivative: &'static str,
    ) -> OpInfo {
        OpInfo { function: Some(Function { real, slope, complex, derivative }), ..self }
    }
}

use Parity::{Even, Neither, Odd};
use elementary as el;

/// The table. Inverse functions follow DLMF chapter 4: acot x = atan(1/x), asec x = acos(1/x), acsc x = asin(1/x).
#[rustfmt::skip]
pub static TABLE: [OpInfo; 38] = [
    row(Op::Add, "addition",       2, ["add", "+"], &["+"], "+", "+"),
    row(Op::Sub, "subtraction",    2, ["sub", "-"], &["-"], "-", "-"),
    row(Op::Mul, "multiplication", 2, ["mul", "*"], &["*"], "\\cdot", "*"),
    row(Op::Div, "division",       2, ["div", "/"], &["/"], "\\frac", "/"),
    row(Op::Pow, "power",          2, ["pow", "pow"], &["^"], "^", "**"),
    row(Op::Neg, "negation",       1, ["neg", "neg"], &["-"], "-", "-")
        .takes(set::ALL, Odd).computes(|x| -x, |_, _| 1.0, |z| -z, "-1"),
    row(Op::Abs, "absolute value", 1, ["abs", "abs"], &["abs", "Abs"], "\\lvert", "Abs")
        // Written so that it has no value at 0, where |u| has no derivative.
        .takes(set::NON_NEGATIVE, Even).computes(f64::abs, |_, _| 1.0, |z| z.norm().into(), "u/abs(u)"),
    row(Op::Sign, "sign",          1, ["sign", "sign"], &["sign", "sgn"], "\\operatorname{sgn}", "sign")
        .takes(set::UNIT, Odd).computes(el::sign, |_, _| 0.0, el::csign, "0/u"),
    row(Op::Sqrt, "square root",   1, ["sqrt", "sqrt"], &["sqrt"], "\\sqrt", "sqrt")
        .on(set::NON_NEGATIVE, Poles::None).takes(set::NON_NEGATIVE, Neither)
        .computes(f64::sqrt, |_, y| 0.5 / y, el::csqrt, "1/(2*sqrt(u))"),
    row(Op::Exp, "exponential",    1, ["exp", "exp"], &["exp"], "\\exp", "exp")
        .takes(set::POSITIVE, Neither).computes(f64::exp, |_, y| y, el::cexp, "exp(u)"),
    row(Op::Ln, "natural logarithm", 1, ["ln", "ln"], &["ln", "log"], "\\ln", "log")
        .on(set::POSITIVE, Poles::None).computes(f64::ln, |x, _| 1.0 / x, el::cln, "1/u"),
    row(Op::Log, "logarithm to a base", 2, ["log", "log"], &["log"], "\\log", "log"),

    row(Op::Sin, "sine",      1, ["sin", "sin"], &["sin"], "\\sin", "sin")
        .takes(set::UNIT, Odd).computes(f64::sin, |_, _| 1.0, el::csin, "cos(u)"),
    row(Op::Cos, "cosine",    1, ["cos", "cos"], &["cos"], "\\cos", "cos")
        .takes(set::UNIT, Even).computes(f64::cos, |_, _| 1.0, el::ccos, "-sin(u)"),
    row(Op::Tan, "tangent",   1, ["tan", "tan"], &["tan", "tg"], "\\tan", "tan")
        .on(set::ALL, Poles::HalfPi).takes(set::ALL, Odd)
        .computes(f64::tan, |_, y| 1.0 + y * y, el::ctan, "sec(u)^2"),
    row(Op::Csc, "cosecant",  1, ["csc", "csc"], &["csc", "cosec"], "\\csc", "csc")
        .on(set::ALL, Poles::Pi).takes(set::OUTSIDE_UNIT, Odd)
        .computes(|x| 1.0 / x.sin(), |_, y| y * y, |z| el::csin(z).inv(), "-csc(u)*cot(u)"),
    row(Op::Sec, "secant",    1, ["sec", "sec"], &["sec"], "\\sec", "sec")
        .on(set::ALL, Poles::HalfPi).takes(set::OUTSIDE_UNIT, Even)
        .computes(|x| 1.0 / x.cos(), |_, y| y * y, |z| el::ccos(z).inv(), "sec(u)*tan(u)"),
    row(Op::Cot, "cotangent", 1, ["cot", "cot"], &["cot", "ctg", "cotan"], "\\cot", "cot")
        .on(set::ALL, Poles::Pi).takes(set::ALL, Odd)
        .computes(|x| 1.0 / x.tan(), |_, y| 1.0 + y * y, |z| el::ctan(z).inv(), "-csc(u)^2"),

    row(Op::Asin, "inverse sine",      1, ["asin", "asin"], &["asin", "arcsin"], "\\arcsin", "asin")
        .on(set::UNIT, Poles::None).takes(set::HALF_TURN_ODD, Odd)
        .computes(f64::asin, |x, _| 1.0 / el::one_minus_square(x).sqrt(), el::casin, "1/sqrt(1-u^2)"),
    row(Op::Acos, "inverse cosine",    1, ["acos", "acos"], &["acos", "arccos"], "\\arccos", "acos")
        .on(set::UNIT, Poles::None).takes(set::HALF_TURN, Neither)
        .computes(f64::acos, |x, _| 1.0 / el::one_minus_square(x).sqrt(), el::cacos, "-1/sqrt(1-u^2)"),
    row(Op::Atan, "inverse tangent",   1, ["atan", "atan"], &["atan", "arctan", "arctg"], "\\arctan", "atan")
        .takes(set::HALF_TURN_ODD_OPEN, Odd)
        .computes(f64::atan, |x, _| 1.0 / (1.0 + x * x), el::catan, "1/(1+u^2)"),
    row(Op::Acsc, "inverse cosecant",  1, ["acsc", "acsc"], &["acsc", "arccsc", "arccosec"], "\\operatorname{arccsc}", "acsc")
        .on(set::OUTSIDE_UNIT, Poles::None).takes(set::HALF_TURN_ODD, Odd)
        .computes(el::acsc, el::asec_slope, |z| el::casin(z.inv()), "-1/(u^2*sqrt(1-1/u^2))"),
    row(Op::Asec, "inverse secant",    1, ["asec", "asec"], &["asec", "arcsec"], "\\operatorname{arcsec}", "asec")
        .on(set::OUTSIDE_UNIT, Poles::None).takes(set::HALF_TURN, Neither)
        .computes(el::asec, el::asec_slope, |z| el::cacos(z.inv()), "1/(u^2*sqrt(1-1/u^2))"),
    row(Op::Acot, "inverse cotangent", 1, ["acot", "acot"], &["acot", "arccot", "arcctg"], "\\operatorname{arccot}", "acot")
        .on(set::ALL, Poles::Zero).takes(set::HALF_TURN_ODD_OPEN, Odd)
        .computes(|x| (1.0 / x).atan(), |x, _| 1.0 / (1.0 + x * x), |z| el::catan(z.inv()), "-1/(1+u^2)"),

    row(Op::Sinh, "hyperbolic sine",      1, ["sinh", "sinh"], &["sinh", "sh"], "\\sinh", "sinh")
        .takes(set::ALL, Odd).computes(f64::sinh, |_, y| 1.0 + y.abs(), el::csinh, "cosh(u)"),
    row(Op::Cosh, "hyperbolic cosine",    1, ["cosh", "cosh"], &["cosh", "ch"], "\\cosh", "cosh")
        .takes(set::AT_LEAST_ONE, Even).computes(f64::cosh, |_, y| y, el::ccosh, "sinh(u)"),
    row(Op::Tanh, "hyperbolic tangent",   1, ["tanh", "tanh"], &["tanh", "th"], "\\tanh", "tanh")
        .takes(set::OPEN_UNIT, Odd).computes(f64::tanh, el::tanh_slope, el::ctanh, "sech(u)^2"),
    row(Op::Csch, "hyperbolic cosecant",  1, ["csch", "csch"], &["csch", "cosech"], "\\operatorname{csch}", "csch")
        .on(set::ALL, Poles::Zero).takes(set::NON_ZERO, Odd)
        .computes(|x| 1.0 / x.sinh(), |_, y| y.abs() * (1.0 + y.abs()), |z| el::csinh(z).inv(), "-csch(u)*coth(u)"),
    row(Op::Sech, "hyperbolic secant",    1, ["sech", "sech"], &["sech"], "\\operatorname{sech}", "sech")
        .takes(set::ZERO_TO_ONE, Even).computes(|x| 1.0 / x.cosh(), |_, y| y, |z| el::ccosh(z).inv(), "-sech(u)*tanh(u)"),
    row(Op::Coth, "hyperbolic cotangent", 1, ["coth", "coth"], &["coth", "cth"], "\\coth", "coth")
        .on(set::ALL, Poles::Zero).takes(set::BEYOND_UNIT, Odd)
        .computes(|x| 1.0 / x.tanh(), el::coth_slope, |z| el::ctanh(z).inv(), "-csch(u)^2"),

    row(Op::Asinh, "inverse hyperbolic sine",      1, ["asinh", "asinh"], &["asinh", "arsinh", "arcsinh"], "\\operatorname{arsinh}", "asinh")
        .takes(set::ALL, Odd).computes(el::asinh, |x, _| 1.0 / x.hypot(1.0), el::casinh, "1/sqrt(u^2+1)"),
    row(Op::Acosh, "inverse hyperbolic cosine",    1, ["acosh", "acosh"], &["acosh", "arcosh", "arccosh"], "\\operatorname{arcosh}", "acosh")
        .on(set::AT_LEAST_ONE, Poles::None).takes(set::NON_NEGATIVE, Neither)
        .computes(el::acosh, |x, _| 1.0 / el::root_of_square_less_one(x), el::cacosh, "1/(sqrt(u-1)*sqrt(u+1))"),
    row(Op::Atanh, "inverse hyperbolic tangent",   1, ["atanh", "atanh"], &["atanh", "artanh", "arctanh"], "\\operatorname{artanh}", "atanh")
        .on(set::OPEN_UNIT, Poles::None).takes(set::ALL, Odd)
        .computes(el::atanh, |x, _| 1.0 / el::one_minus_square(x), el::catanh, "1/(1-u^2)"),
    row(Op::Acsch, "inverse hyperbolic cosecant",  1, ["acsch", "acsch"], &["acsch", "arcsch", "arccsch"], "\\operatorname{arcsch}", "acsch")
        .on(set::ALL, Poles::Zero).takes(set::NON_ZERO, Odd)
        .computes(|x| el::asinh(1.0 / x), |x, _| 1.0 / (x.abs() * x.hypot(1.0)), |z| el::casinh(z.inv()), "-1/(u^2*sqrt(1+1/u^2))"),
    row(Op::Asech, "inverse hyperbolic secant",    1, ["asech", "asech"], &["asech", "arsech", "arcsech"], "\\operatorname{arsech}", "asech")
        .on(set::ZERO_TO_ONE, Poles::None).takes(set::NON_NEGATIVE, Neither)
        .computes(el::asech, |x, _| 1.0 / (x * el::one_minus_square(x).sqrt()), |z| el::cacosh(z.inv()), "-1/(u^2*sqrt(1/u-1)*sqrt(1/u+1))"),
    row(Op::Acoth, "inverse hyperbolic cotangent", 1, ["acoth", "acoth"], &["acoth", "arcoth", "arccoth"], "\\operatorname{arcoth}", "acoth")
        .on(set::BEYOND_UNIT, Poles::None).takes(set::NON_ZERO, Odd)
        .computes(el::acoth, |x, _| 1.0 / el::one_minus_square(x), |z| el::catanh(z.inv()), "1/(1-u^2)"),

    row(Op::Diff,     "derivative", 2, ["d", "d"], &["diff", "D", "Derivative"], "\\frac{d}{d}", "Derivative"),
    row(Op::Integral, "integral",   2, ["int", "int"], &["integrate", "Integral"], "\\int", "Integral"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for (at, row) in TABLE.iter().enumerate() {
            assert_eq!(row.op as usize, at, "{}", row.name);
        }
    }

    #[test]
    fn every_token_and_name_finds_its_operator() {
        for row in &TABLE {
            for token in row.prefix {
                assert_eq!(Op::from_prefix(token), Some(row.op), "{token}");
            }
            for name in row.infix.iter().filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic())) {
                let found = Op::from_name(name).expect(name);
                // `log` is a logarithm to a base when it has two arguments; the readers look.
                assert!(found == row.op || *name == "log", "{name}");
            }
        }
    }

    #[test]
    fn values_lie_in_the_range_and_symmetry_holds() {
        let points: Vec<f64> = (-400..400).map(|k| f64::from(k) / 37.0 + 0.003).collect();
        for row in &TABLE {
            let Some(function) = row.function else { continue };
            let mut inside = 0;
            for &x in points.iter().filter(|&&x| row.domain.contains(x)) {
                let y = (function.real)(x);
                inside += 1;
                assert!(row.range.contains(y) || y.abs() == 1.0, "{} at {x} is {y}", row.name);
                if row.parity != Parity::Neither {
                    let mirrored = (function.real)(-x);
                    let want = if row.parity == Parity::Even { y } else { -y };
                    assert!((mirrored - want).abs() <= 1e-12 * y.abs(), "{} at {x}", row.name);
                }
                let z = (function.complex)(Complex64::new(x, 0.0));
                assert!(
                    (z - y).norm() <= 1e-9 * (1.0 + y.abs()),
                    "{} at {x}: {y} but {z} over the complex numbers",
                    row.name
                );
            }
            assert!(inside > 10, "{} was tried at {inside} points only", row.name);
        }
    }

    #[test]
    fn slopes_bound_the_differences() {
        for row in &TABLE {
            let Some(function) = row.function else { continue };
            for k in -300..300 {
                let x = f64::from(k) / 41.0 + 0.007;
                let (a, b) = (x - 1e-6, x + 1e-6);
                if !(row.domain.contains(a - 1e-3) && row.domain.contains(b + 1e-3)) || row.op == Op::Sign {
                    continue;
                }
                let quotient = ((function.real)(b) - (function.real)(a)).abs() / 2e-6;
                let bound = (function.slope)(x, (function.real)(x)).abs();
                assert!(quotient <= bound * 1.01 + 1e-6, "{} at {x}: {quotient} > {bound}", row.name);
            }
        }
    }
}
