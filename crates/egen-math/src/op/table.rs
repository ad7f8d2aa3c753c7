//! The table of operators.
//!
//! Every column is an argument of `row` or a field of a struct literal, so that a row that forgets one does not compile.
//! `tests/table.rs` compares every row with itself.

use std::f64::consts::FRAC_PI_2;

use super::column::{
    Axis, Breaks, Closed, Cut, Exact, Family, Function, Integers, Large, Leading, Notation, OpInfo, Parity, Pieces,
    Preimage, Rectangles, Small,
};
use super::{Op, column};
use crate::ball::image;
use crate::elementary::{self as el, csize, error, is_short};
use crate::eval::rectangle::Plane;
use crate::eval::turn::{self, Part};
use crate::eval::{exact, row};
use crate::number::Number;
use crate::set::{self, Poles, Set};

/// What is known of an operator because of the number of its arguments.
#[expect(clippy::large_enum_variant, reason = "it lives while the table is compiled")]
enum Arguments {
    One { domain: Set, poles: Poles, range: Set, parity: Parity, function: Function },
    Two { commutative: bool, binds: bool },
}

#[expect(clippy::too_many_arguments, reason = "they are the columns of a table")]
const fn row(
    op: Op,
    name: &'static str,
    prefix: [&'static str; 2],
    infix: &'static [&'static str],
    latex: &'static str,
    sympy: &'static str,
    notation: Notation,
    family: Family,
    integers: Integers,
    arguments: Arguments,
) -> OpInfo {
    let (arity, commutative, binds, domain, poles, range, parity, function) = match arguments {
        Arguments::One { domain, poles, range, parity, function } => {
            (1, false, false, domain, poles, range, parity, Some(function))
        }
        Arguments::Two { commutative, binds } => {
            (2, commutative, binds, set::ALL, Poles::None, set::ALL, Parity::Neither, None)
        }
    };
    OpInfo {
        op,
        name,
        arity,
        prefix,
        infix,
        latex,
        sympy,
        notation,
        family,
        integers,
        commutative,
        binds,
        domain,
        poles,
        range,
        parity,
        function,
    }
}

use Arguments::{One, Two};
use Closed::{AsExact, Turns};
use Exact::{At, By, Never};
use Family::{
    Arithmetic, Calculus, Exponential, Hyperbolic, InverseHyperbolic, InverseTrigonometric, Sign, Special,
    Trigonometric,
};
use Integers::{Always, Kept, Lost};
use Notation::{Enclosing, Named, Symbol};
use Parity::{Even, Neither, Odd};
use Part::{Cosine, Sine, Whole};
use Rectangles::{Anywhere, OffCuts};

const UNBROKEN: Breaks = Breaks { at: &[], at_infinity: false };
const AT_INFINITY: Breaks = Breaks { at: &[], at_infinity: true };
const AT_ZERO: Breaks = Breaks { at: &[0.0], at_infinity: false };
const AT_ZERO_AND_INFINITY: Breaks = Breaks { at: &[0.0], at_infinity: true };
const AT_ONES: Breaks = Breaks { at: &[-1.0, 1.0], at_infinity: false };

const fn leading(small: Small, large: Large) -> Leading {
    Leading { small, large }
}
const ITS_OWN: Leading = leading(Small::Own, Large::Own);
const SMALL: Leading = leading(Small::Quadratic, Large::Own);
const SMALL_OR_FAR: Leading = leading(Small::Quadratic, Large::Algebraic);
const SMALL_OR_GROWN: Leading = leading(Small::Quadratic, Large::Exponential);

const fn cut(axis: Axis, low: f64, high: f64) -> Cut {
    Cut { axis, low, high }
}
const INFINITY: f64 = f64::INFINITY;
const NEGATIVE: &[Cut] = &[cut(Axis::Real, -INFINITY, 0.0)];
const BEYOND_ONES: &[Cut] = &[cut(Axis::Real, -INFINITY, -1.0), cut(Axis::Real, 1.0, INFINITY)];
const BETWEEN_ONES: &[Cut] = &[cut(Axis::Real, -1.0, 1.0)];
const BEYOND_UNITS: &[Cut] = &[cut(Axis::Imaginary, -INFINITY, -1.0), cut(Axis::Imaginary, 1.0, INFINITY)];
const BETWEEN_UNITS: &[Cut] = &[cut(Axis::Imaginary, -1.0, 1.0)];

/// The only rational value: 0 at 0, 1 at 0, 0 at 1.
const ZERO_AT_ZERO: Exact = At { argument: 0, value: 0 };
const ONE_AT_ZERO: Exact = At { argument: 0, value: 1 };
const ZERO_AT_ONE: Exact = At { argument: 1, value: 0 };

/// The table. Inverse functions follow DLMF chapter 4: acot x = atan(1/x), asec x = acos(1/x), acsc x = asin(1/x).
#[rustfmt::skip]
pub static TABLE: [column::OpInfo; 39] = [
    row(Op::Add, "addition",       ["add", "+"], &["+"], "+", "+", Symbol, Arithmetic, Kept, Two { commutative: true, binds: false }),
    row(Op::Sub, "subtraction",    ["sub", "-"], &["-"], "-", "-", Symbol, Arithmetic, Kept, Two { commutative: false, binds: false }),
    row(Op::Mul, "multiplication", ["mul", "*"], &["*"], "\\cdot", "*", Symbol, Arithmetic, Kept, Two { commutative: true, binds: false }),
    row(Op::Div, "division",       ["div", "/"], &["/"], "\\frac", "/", Symbol, Arithmetic, Lost, Two { commutative: false, binds: false }),
    row(Op::Pow, "power",          ["pow", "pow"], &["^"], "^", "**", Symbol, Arithmetic, Lost, Two { commutative: false, binds: false }),
    row(Op::Neg, "negation",       ["neg", "neg"], &["-"], "-", "-", Symbol, Arithmetic, Kept, One {
        domain: set::ALL, poles: Poles::None, range: set::ALL, parity: Odd, function: Function {
            real: |x| -x, slope: |_, _| 1.0, derivative: "-1",
            exact: By { number: |n| Some(-n.clone()), float: |_| true }, leading: ITS_OWN,
            closed: Closed::By(|x| Some(x.negated())), ball: image::neg, rectangle: Anywhere(Plane::neg), row: Some(row::NEG),
            complex: |z| -z, complex_slope: |_, _| 1.0, cuts: &[],
            breaks: UNBROKEN, pieces: Pieces::Linear, preimage: Preimage::Negated, mistaken_for: None,
        },
    }),
    row(Op::Abs, "absolute value", ["abs", "abs"], &["abs", "Abs"], "\\lvert", "Abs", Enclosing, Sign, Kept, One {
        domain: set::ALL, poles: Poles::None, range: set::NON_NEGATIVE, parity: Even, function: Function {
            // Written so that it has no value at 0, where |u| has no derivative.
            real: f64::abs, slope: |_, _| 1.0, derivative: "/ u abs u",
            exact: By { number: |n| Some(n.abs()), float: |_| true }, leading: ITS_OWN,
            closed: Closed::By(|x| Some(x.size())), ball: image::abs, rectangle: Anywhere(Plane::abs), row: Some(row::ABS),
            complex: |z| z.norm().into(), complex_slope: |_, _| 1.0, cuts: &[],
            breaks: AT_ZERO_AND_INFINITY, pieces: Pieces::EvenRising, preimage: Preimage::BothSigns, mistaken_for: None,
        },
    }),
    row(Op::Sign, "sign",          ["sign", "sign"], &["sign", "sgn"], "\\operatorname{sgn}", "sign", Named, Sign, Always, One {
        domain: set::ALL, poles: Poles::None, range: set::UNIT, parity: Odd, function: Function {
            real: el::sign, slope: |_, _| 0.0, derivative: "/ 0 u",
            exact: By { number: sign, float: |_| true }, leading: ITS_OWN,
            closed: Closed::By(|x| Some(x.sign())), ball: image::sign, rectangle: Anywhere(Plane::sign), row: Some(row::SIGN),
            complex: el::csign, complex_slope: |z, _| 2.0 / csize(z), cuts: &[],
            breaks: AT_ZERO_AND_INFINITY, pieces: Pieces::Step, preimage: Preimage::Intervals, mistaken_for: None,
        },
    }),
    row(Op::Sqrt, "square root",   ["sqrt", "sqrt"], &["sqrt"], "\\sqrt", "sqrt", Enclosing, Exponential, Lost, One {
        domain: set::NON_NEGATIVE, poles: Poles::None, range: set::NON_NEGATIVE, parity: Neither, function: Function {
            real: f64::sqrt, slope: |_, y| 0.5 / y, derivative: "/ 1 * 2 sqrt u",
            exact: By { number: Number::sqrt, float: has_short_root }, leading: ITS_OWN,
            closed: Closed::By(exact::Exact::sqrt), ball: image::sqrt, rectangle: Anywhere(Plane::sqrt), row: Some(row::SQRT),
            complex: el::csqrt, complex_slope: |_, y| 0.5 / csize(y), cuts: NEGATIVE,
            breaks: AT_ZERO_AND_INFINITY, pieces: Pieces::Rising, preimage: Preimage::Square, mistaken_for: None,
        },
    }),
    row(Op::Exp, "exponential",    ["exp", "exp"], &["exp"], "\\exp", "exp", Named, Exponential, Lost, One {
        domain: set::ALL, poles: Poles::None, range: set::POSITIVE, parity: Neither, function: Function {
            real: f64::exp, slope: |_, y| y, derivative: "exp u",
            exact: ONE_AT_ZERO, leading: leading(Small::Linear, Large::Own),
            closed: AsExact, ball: image::exp, rectangle: Anywhere(Plane::exp), row: Some(row::EXP),
            complex: el::cexp, complex_slope: |_, y| csize(y), cuts: &[],
            breaks: UNBROKEN, pieces: Pieces::Rising, preimage: Preimage::By(Op::Ln), mistaken_for: None,
        },
    }),
    row(Op::Ln, "natural logarithm", ["ln", "ln"], &["ln", "log"], "\\ln", "log", Named, Exponential, Lost, One {
        domain: set::POSITIVE, poles: Poles::None, range: set::ALL, parity: Neither, function: Function {
            real: f64::ln, slope: |x, _| 1.0 / x, derivative: "/ 1 u",
            exact: ZERO_AT_ONE, leading: ITS_OWN,
            closed: AsExact, ball: image::ln, rectangle: Anywhere(Plane::ln), row: Some(row::LN),
            complex: el::cln, complex_slope: |z, _| 1.0 / csize(z), cuts: NEGATIVE,
            breaks: AT_ZERO_AND_INFINITY, pieces: Pieces::Rising, preimage: Preimage::By(Op::Exp), mistaken_for: None,
        },
    }),
    row(Op::Log, "logarithm to a base", ["log", "log"], &["log"], "\\log", "log", Named, Exponential, Lost, Two { commutative: false, binds: false }),

    row(Op::Sin, "sine",      ["sin", "sin"], &["sin", "sen"], "\\sin", "sin", Named, Trigonometric, Lost, One {
        domain: set::ALL, poles: Poles::None, range: set::UNIT, parity: Odd, function: Function {
            real: f64::sin, slope: |_, _| 1.0, derivative: "cos u",
            exact: ZERO_AT_ZERO, leading: SMALL,
            closed: Turns(Sine, Whole), ball: image::sin, rectangle: Anywhere(Plane::sin), row: Some(row::SIN),
            complex: el::csin, complex_slope: |_, y| csize(y) + 1.0, cuts: &[],
            breaks: UNBROKEN, pieces: Pieces::Wave { crest: FRAC_PI_2 }, preimage: Preimage::Supplements(Op::Asin), mistaken_for: Some(Op::Cos),
        },
    }),
    row(Op::Cos, "cosine",    ["cos", "cos"], &["cos"], "\\cos", "cos", Named, Trigonometric, Lost, One {
        domain: set::ALL, poles: Poles::None, range: set::UNIT, parity: Even, function: Function {
            real: f64::cos, slope: |_, _| 1.0, derivative: "neg sin u",
            exact: ONE_AT_ZERO, leading: SMALL,
            closed: Turns(Cosine, Whole), ball: image::cos, rectangle: Anywhere(Plane::cos), row: Some(row::COS),
            complex: el::ccos, complex_slope: |_, y| csize(y) + 1.0, cuts: &[],
            breaks: UNBROKEN, pieces: Pieces::Wave { crest: 0.0 }, preimage: Preimage::Mirrored(Op::Acos), mistaken_for: Some(Op::Sin),
        },
    }),
    row(Op::Tan, "tangent",   ["tan", "tan"], &["tan", "tg"], "\\tan", "tan", Named, Trigonometric, Lost, One {
        domain: set::ALL, poles: Poles::HalfPi, range: set::ALL, parity: Odd, function: Function {
            real: f64::tan, slope: |_, y| 1.0 + y * y, derivative: "pow sec u 2",
            exact: ZERO_AT_ZERO, leading: SMALL,
            closed: Turns(Sine, Cosine), ball: image::tan, rectangle: Anywhere(Plane::tan), row: Some(row::TAN),
            complex: el::ctan, complex_slope: one_and_square, cuts: &[],
            breaks: UNBROKEN, pieces: Pieces::RisingBetweenPoles { pole: FRAC_PI_2 }, preimage: Preimage::HalfTurns(Op::Atan), mistaken_for: Some(Op::Cot),
        },
    }),
    row(Op::Csc, "cosecant",  ["csc", "csc"], &["csc", "cosec"], "\\csc", "csc", Named, Trigonometric, Lost, One {
        domain: set::ALL, poles: Poles::Pi, range: set::OUTSIDE_UNIT, parity: Odd, function: Function {
            real: |x| 1.0 / x.sin(), slope: |_, y| y * y, derivative: "neg * csc u cot u",
            exact: Never, leading: SMALL,
            closed: Turns(Whole, Sine), ball: image::csc, rectangle: Anywhere(Plane::csc), row: Some(row::CSC),
            complex: |z| el::csin(z).inv(), complex_slope: itself_and_square, cuts: &[],
            breaks: UNBROKEN, pieces: Pieces::InverseWave { crest: FRAC_PI_2 }, preimage: Preimage::Supplements(Op::Acsc), mistaken_for: Some(Op::Sec),
        },
    }),
    row(Op::Sec, "secant",    ["sec", "sec"], &["sec"], "\\sec", "sec", Named, Trigonometric, Lost, One {
        domain: set::ALL, poles: Poles::HalfPi, range: set::OUTSIDE_UNIT, parity: Even, function: Function {
            real: |x| 1.0 / x.cos(), slope: |_, y| y * y, derivative: "* sec u tan u",
            exact: ONE_AT_ZERO, leading: SMALL,
            closed: Turns(Whole, Cosine), ball: image::sec, rectangle: Anywhere(Plane::sec), row: Some(row::SEC),
            complex: |z| el::ccos(z).inv(), complex_slope: itself_and_square, cuts: &[],
            breaks: UNBROKEN, pieces: Pieces::InverseWave { crest: 0.0 }, preimage: Preimage::Mirrored(Op::Asec), mistaken_for: Some(Op::Csc),
        },
    }),
    row(Op::Cot, "cotangent", ["cot", "cot"], &["cot", "ctg", "cotg", "cotan"], "\\cot", "cot", Named, Trigonometric, Lost, One {
        domain: set::ALL, poles: Poles::Pi, range: set::ALL, parity: Odd, function: Function {
            real: |x| 1.0 / x.tan(), slope: |_, y| 1.0 + y * y, derivative: "neg pow csc u 2",
            exact: Never, leading: SMALL,
            closed: Turns(Cosine, Sine), ball: image::cot, rectangle: Anywhere(Plane::cot), row: Some(row::COT),
            complex: |z| el::ctan(z).inv(), complex_slope: one_and_square, cuts: &[],
            breaks: UNBROKEN, pieces: Pieces::FallingBetweenPoles { pole: 0.0 }, preimage: Preimage::HalfTurns(Op::Acot), mistaken_for: Some(Op::Tan),
        },
    }),

    row(Op::Asin, "inverse sine",      ["asin", "asin"], &["asin", "arcsin", "arcsen"], "\\arcsin", "asin", Named, InverseTrigonometric, Lost, One {
        domain: set::UNIT, poles: Poles::None, range: set::HALF_TURN_ODD, parity: Odd, function: Function {
            real: f64::asin, slope: |x, _| 1.0 / el::one_minus_square(x).sqrt(), derivative: "/ 1 sqrt - 1 pow u 2",
            exact: ZERO_AT_ZERO, leading: SMALL,
            closed: Closed::By(turn::arc_sine), ball: image::asin, rectangle: OffCuts(Plane::asin), row: Some(row::ASIN),
            complex: el::casin, complex_slope: asin_slope, cuts: BEYOND_ONES,
            breaks: AT_ONES, pieces: Pieces::Rising, preimage: Preimage::By(Op::Sin), mistaken_for: None,
        },
    }),
    row(Op::Acos, "inverse cosine",    ["acos", "acos"], &["acos", "arccos"], "\\arccos", "acos", Named, InverseTrigonometric, Lost, One {
        domain: set::UNIT, poles: Poles::None, range: set::HALF_TURN, parity: Neither, function: Function {
            real: f64::acos, slope: |x, _| 1.0 / el::one_minus_square(x).sqrt(), derivative: "/ -1 sqrt - 1 pow u 2",
            exact: ZERO_AT_ONE, leading: SMALL,
            closed: Closed::By(turn::arc_cosine), ball: image::acos, rectangle: OffCuts(Plane::acos), row: Some(row::ACOS),
            complex: el::cacos, complex_slope: asin_slope, cuts: BEYOND_ONES,
            breaks: AT_ONES, pieces: Pieces::Falling, preimage: Preimage::By(Op::Cos), mistaken_for: None,
        },
    }),
    row(Op::Atan, "inverse tangent",   ["atan", "atan"], &["atan", "arctan", "arctg"], "\\arctan", "atan", Named, InverseTrigonometric, Lost, One {
        domain: set::ALL, poles: Poles::None, range: set::HALF_TURN_ODD_OPEN, parity: Odd, function: Function {
            real: f64::atan, slope: |x, _| 1.0 / (1.0 + x * x), derivative: "/ 1 + 1 pow u 2",
            exact: ZERO_AT_ZERO, leading: SMALL_OR_FAR,
            closed: Closed::By(turn::arc_tangent), ball: image::atan, rectangle: OffCuts(Plane::atan), row: Some(row::ATAN),
            complex: el::catan, complex_slope: |z, _| 1.0 / csize(1.0 + z * z), cuts: BEYOND_UNITS,
            breaks: AT_INFINITY, pieces: Pieces::Rising, preimage: Preimage::By(Op::Tan), mistaken_for: None,
        },
    }),
    row(Op::Acsc, "inverse cosecant",  ["acsc", "acsc"], &["acsc", "arccsc", "arccosec"], "\\operatorname{arccsc}", "acsc", Named, InverseTrigonometric, Lost, One {
        domain: set::OUTSIDE_UNIT, poles: Poles::None, range: set::HALF_TURN_ODD, parity: Odd, function: Function {
            real: el::acsc, slope: el::asec_slope, derivative: "/ -1 * pow u 2 sqrt - 1 / 1 pow u 2",
            exact: Never, leading: SMALL_OR_FAR,
            closed: Closed::By(|x| turn::arc_sine(&x.inverse()?)), ball: image::acsc, rectangle: OffCuts(Plane::acsc), row: None,
            complex: |z| el::casin(z.inv()), complex_slope: asec_slope, cuts: BETWEEN_ONES,
            breaks: AT_ONES, pieces: Pieces::FallingBesideZero, preimage: Preimage::By(Op::Csc), mistaken_for: None,
        },
    }),
    row(Op::Asec, "inverse secant",    ["asec", "asec"], &["asec", "arcsec"], "\\operatorname{arcsec}", "asec", Named, InverseTrigonometric, Lost, One {
        domain: set::OUTSIDE_UNIT, poles: Poles::None, range: set::HALF_TURN, parity: Neither, function: Function {
            real: el::asec, slope: el::asec_slope, derivative: "/ 1 * pow u 2 sqrt - 1 / 1 pow u 2",
            exact: ZERO_AT_ONE, leading: SMALL_OR_FAR,
            closed: Closed::By(|x| turn::arc_cosine(&x.inverse()?)), ball: image::asec, rectangle: OffCuts(Plane::asec), row: None,
            complex: |z| el::cacos(z.inv()), complex_slope: asec_slope, cuts: BETWEEN_ONES,
            breaks: AT_ONES, pieces: Pieces::RisingBesideZero, preimage: Preimage::By(Op::Sec), mistaken_for: None,
        },
    }),
    row(Op::Acot, "inverse cotangent", ["acot", "acot"], &["acot", "arccot", "arcctg", "arccotg"], "\\operatorname{arccot}", "acot", Named, InverseTrigonometric, Lost, One {
        domain: set::ALL, poles: Poles::Zero, range: set::HALF_TURN_ODD_OPEN, parity: Odd, function: Function {
            real: |x| (1.0 / x).atan(), slope: |x, _| 1.0 / (1.0 + x * x), derivative: "/ -1 + 1 pow u 2",
            exact: Never, leading: SMALL_OR_FAR,
            closed: Closed::By(|x| turn::arc_tangent(&x.inverse()?)), ball: image::acot, rectangle: OffCuts(Plane::acot), row: None,
            complex: |z| el::catan(z.inv()), complex_slope: |z, _| 1.0 / csize(1.0 + z * z), cuts: BETWEEN_UNITS,
            breaks: AT_ZERO, pieces: Pieces::FallingBesideZero, preimage: Preimage::By(Op::Cot), mistaken_for: None,
        },
    }),

    row(Op::Sinh, "hyperbolic sine",      ["sinh", "sinh"], &["sinh", "sh", "senh"], "\\sinh", "sinh", Named, Hyperbolic, Lost, One {
        domain: set::ALL, poles: Poles::None, range: set::ALL, parity: Odd, function: Function {
            real: f64::sinh, slope: |_, y| 1.0 + y.abs(), derivative: "cosh u",
            exact: ZERO_AT_ZERO, leading: SMALL_OR_GROWN,
            closed: AsExact, ball: image::sinh, rectangle: Anywhere(Plane::sinh), row: Some(row::SINH),
            complex: el::csinh, complex_slope: |_, y| csize(y) + 1.0, cuts: &[],
            breaks: UNBROKEN, pieces: Pieces::Rising, preimage: Preimage::By(Op::Asinh), mistaken_for: Some(Op::Cosh),
        },
    }),
    row(Op::Cosh, "hyperbolic cosine",    ["cosh", "cosh"], &["cosh", "ch"], "\\cosh", "cosh", Named, Hyperbolic, Lost, One {
        domain: set::ALL, poles: Poles::None, range: set::AT_LEAST_ONE, parity: Even, function: Function {
            real: f64::cosh, slope: |_, y| y, derivative: "sinh u",
            exact: ONE_AT_ZERO, leading: SMALL_OR_GROWN,
            closed: AsExact, ball: image::cosh, rectangle: Anywhere(Plane::cosh), row: Some(row::COSH),
            complex: el::ccosh, complex_slope: |_, y| csize(y) + 1.0, cuts: &[],
            breaks: UNBROKEN, pieces: Pieces::EvenRising, preimage: Preimage::BothSignsBy(Op::Acosh), mistaken_for: Some(Op::Sinh),
        },
    }),
    row(Op::Tanh, "hyperbolic tangent",   ["tanh", "tanh"], &["tanh", "th"], "\\tanh", "tanh", Named, Hyperbolic, Lost, One {
        domain: set::ALL, poles: Poles::None, range: set::OPEN_UNIT, parity: Odd, function: Function {
            real: f64::tanh, slope: el::tanh_slope, derivative: "pow sech u 2",
            exact: ZERO_AT_ZERO, leading: SMALL_OR_GROWN,
            closed: AsExact, ball: image::tanh, rectangle: Anywhere(Plane::tanh), row: Some(row::TANH),
            complex: el::ctanh, complex_slope: one_and_square, cuts: &[],
            breaks: UNBROKEN, pieces: Pieces::Rising, preimage: Preimage::By(Op::Atanh), mistaken_for: Some(Op::Coth),
        },
    }),
    row(Op::Csch, "hyperbolic cosecant",  ["csch", "csch"], &["csch", "cosech"], "\\operatorname{csch}", "csch", Named, Hyperbolic, Lost, One {
        domain: set::ALL, poles: Poles::Zero, range: set::NON_ZERO, parity: Odd, function: Function {
            real: |x| 1.0 / x.sinh(), slope: |_, y| y.abs() * (1.0 + y.abs()), derivative: "neg * csch u coth u",
            exact: Never, leading: SMALL_OR_GROWN,
            closed: AsExact, ball: image::csch, rectangle: Anywhere(Plane::csch), row: Some(row::CSCH),
            complex: |z| el::csinh(z).inv(), complex_slope: itself_and_square, cuts: &[],
            breaks: UNBROKEN, pieces: Pieces::FallingBesideZero, preimage: Preimage::By(Op::Acsch), mistaken_for: None,
        },
    }),
    row(Op::Sech, "hyperbolic secant",    ["sech", "sech"], &["sech"], "\\operatorname{sech}", "sech", Named, Hyperbolic, Lost, One {
        domain: set::ALL, poles: Poles::None, range: set::ZERO_TO_ONE, parity: Even, function: Function {
            real: |x| 1.0 / x.cosh(), slope: |_, y| y, derivative: "neg * sech u tanh u",
            exact: ONE_AT_ZERO, leading: SMALL_OR_GROWN,
            closed: AsExact, ball: image::sech, rectangle: Anywhere(Plane::sech), row: Some(row::SECH),
            complex: |z| el::ccosh(z).inv(), complex_slope: itself_and_square, cuts: &[],
            breaks: UNBROKEN, pieces: Pieces::EvenFalling, preimage: Preimage::BothSignsBy(Op::Asech), mistaken_for: None,
        },
    }),
    row(Op::Coth, "hyperbolic cotangent", ["coth", "coth"], &["coth", "cth"], "\\coth", "coth", Named, Hyperbolic, Lost, One {
        domain: set::ALL, poles: Poles::Zero, range: set::BEYOND_UNIT, parity: Odd, function: Function {
            real: |x| 1.0 / x.tanh(), slope: el::coth_slope, derivative: "neg pow csch u 2",
            exact: Never, leading: SMALL_OR_GROWN,
            closed: AsExact, ball: image::coth, rectangle: Anywhere(Plane::coth), row: Some(row::COTH),
            complex: |z| el::ctanh(z).inv(), complex_slope: one_and_square, cuts: &[],
            breaks: UNBROKEN, pieces: Pieces::FallingBesideZero, preimage: Preimage::By(Op::Acoth), mistaken_for: Some(Op::Tanh),
        },
    }),

    row(Op::Asinh, "inverse hyperbolic sine",      ["asinh", "asinh"], &["asinh", "arsinh", "arcsinh"], "\\operatorname{arsinh}", "asinh", Named, InverseHyperbolic, Lost, One {
        domain: set::ALL, poles: Poles::None, range: set::ALL, parity: Odd, function: Function {
            real: el::asinh, slope: |x, _| 1.0 / x.hypot(1.0), derivative: "/ 1 sqrt + pow u 2 1",
            exact: ZERO_AT_ZERO, leading: SMALL_OR_FAR,
            closed: AsExact, ball: image::asinh, rectangle: OffCuts(Plane::asinh), row: Some(row::ASINH),
            complex: el::casinh, complex_slope: |z, _| 1.0 / csize(1.0 + z * z).sqrt(), cuts: BEYOND_UNITS,
            breaks: AT_INFINITY, pieces: Pieces::Rising, preimage: Preimage::By(Op::Sinh), mistaken_for: None,
        },
    }),
    row(Op::Acosh, "inverse hyperbolic cosine",    ["acosh", "acosh"], &["acosh", "arcosh", "arccosh"], "\\operatorname{arcosh}", "acosh", Named, InverseHyperbolic, Lost, One {
        domain: set::AT_LEAST_ONE, poles: Poles::None, range: set::NON_NEGATIVE, parity: Neither, function: Function {
            real: el::acosh, slope: |x, _| 1.0 / el::root_of_square_less_one(x), derivative: "/ 1 * sqrt - u 1 sqrt + u 1",
            exact: ZERO_AT_ONE, leading: leading(Small::Own, Large::Algebraic),
            closed: AsExact, ball: image::acosh, rectangle: OffCuts(Plane::acosh), row: Some(row::ACOSH),
            complex: el::cacosh, complex_slope: asin_slope, cuts: &[cut(Axis::Real, -INFINITY, 1.0)],
            breaks: Breaks { at: &[1.0], at_infinity: true }, pieces: Pieces::Rising, preimage: Preimage::By(Op::Cosh), mistaken_for: None,
        },
    }),
    row(Op::Atanh, "inverse hyperbolic tangent",   ["atanh", "atanh"], &["atanh", "artanh", "arctanh"], "\\operatorname{artanh}", "atanh", Named, InverseHyperbolic, Lost, One {
        domain: set::OPEN_UNIT, poles: Poles::None, range: set::ALL, parity: Odd, function: Function {
            real: el::atanh, slope: |x, _| 1.0 / el::one_minus_square(x), derivative: "/ 1 - 1 pow u 2",
            exact: ZERO_AT_ZERO, leading: SMALL,
            closed: AsExact, ball: image::atanh, rectangle: OffCuts(Plane::atanh), row: Some(row::ATANH),
            complex: el::catanh, complex_slope: |z, _| 1.0 / csize(1.0 - z * z), cuts: BEYOND_ONES,
            breaks: AT_ONES, pieces: Pieces::Rising, preimage: Preimage::By(Op::Tanh), mistaken_for: None,
        },
    }),
    row(Op::Acsch, "inverse hyperbolic cosecant",  ["acsch", "acsch"], &["acsch", "arcsch", "arccsch"], "\\operatorname{arcsch}", "acsch", Named, InverseHyperbolic, Lost, One {
        domain: set::ALL, poles: Poles::Zero, range: set::NON_ZERO, parity: Odd, function: Function {
            real: |x| el::asinh(1.0 / x), slope: |x, _| 1.0 / (x.abs() * x.hypot(1.0)), derivative: "/ -1 * pow u 2 sqrt + 1 / 1 pow u 2",
            exact: Never, leading: SMALL_OR_FAR,
            closed: AsExact, ball: image::acsch, rectangle: OffCuts(Plane::acsch), row: None,
            complex: |z| el::casinh(z.inv()), complex_slope: |z, _| 1.0 / (csize(z) * csize(z * z + 1.0).sqrt()), cuts: BETWEEN_UNITS,
            breaks: AT_ZERO, pieces: Pieces::FallingBesideZero, preimage: Preimage::By(Op::Csch), mistaken_for: None,
        },
    }),
    row(Op::Asech, "inverse hyperbolic secant",    ["asech", "asech"], &["asech", "arsech", "arcsech"], "\\operatorname{arsech}", "asech", Named, InverseHyperbolic, Lost, One {
        domain: set::ZERO_TO_ONE, poles: Poles::None, range: set::NON_NEGATIVE, parity: Neither, function: Function {
            real: el::asech, slope: |x, _| 1.0 / (x * el::one_minus_square(x).sqrt()), derivative: "/ -1 * * pow u 2 sqrt - / 1 u 1 sqrt + / 1 u 1",
            exact: ZERO_AT_ONE, leading: SMALL,
            closed: AsExact, ball: image::asech, rectangle: OffCuts(Plane::asech), row: None,
            complex: |z| el::cacosh(z.inv()), complex_slope: asec_slope, cuts: &[cut(Axis::Real, -INFINITY, 0.0), cut(Axis::Real, 1.0, INFINITY)],
            breaks: Breaks { at: &[0.0, 1.0], at_infinity: false }, pieces: Pieces::Falling, preimage: Preimage::By(Op::Sech), mistaken_for: None,
        },
    }),
    row(Op::Acoth, "inverse hyperbolic cotangent", ["acoth", "acoth"], &["acoth", "arcoth", "arccoth"], "\\operatorname{arcoth}", "acoth", Named, InverseHyperbolic, Lost, One {
        domain: set::BEYOND_UNIT, poles: Poles::None, range: set::NON_ZERO, parity: Odd, function: Function {
            real: el::acoth, slope: |x, _| 1.0 / el::one_minus_square(x), derivative: "/ 1 - 1 pow u 2",
            exact: Never, leading: SMALL_OR_FAR,
            closed: AsExact, ball: image::acoth, rectangle: OffCuts(Plane::acoth), row: None,
            complex: |z| el::catanh(z.inv()), complex_slope: |z, _| 1.0 / csize(1.0 - z * z), cuts: BETWEEN_ONES,
            breaks: AT_ONES, pieces: Pieces::FallingBesideZero, preimage: Preimage::By(Op::Coth), mistaken_for: None,
        },
    }),

    row(Op::Diff,     "derivative", ["d", "d"], &["diff", "D", "Derivative"], "\\frac{d}{d}", "Derivative", Named, Calculus, Lost, Two { commutative: false, binds: true }),
    row(Op::Integral, "integral",   ["int", "int"], &["integrate", "Integral"], "\\int", "Integral", Named, Calculus, Lost, Two { commutative: false, binds: true }),

    row(Op::Erf, "error function", ["erf", "erf"], &["erf"], "\\operatorname{erf}", "erf", Named, Special, Lost, One {
        domain: set::ALL, poles: Poles::None, range: set::OPEN_UNIT, parity: Odd, function: Function {
            real: error::erf, slope: error::erf_slope, derivative: "/ * 2 exp neg pow u 2 sqrt Pi",
            exact: ZERO_AT_ZERO, leading: leading(Small::Quadratic, Large::Gaussian),
            closed: AsExact, ball: image::erf, rectangle: Anywhere(Plane::erf), row: None,
            complex: error::cerf, complex_slope: error::cerf_slope, cuts: &[],
            breaks: UNBROKEN, pieces: Pieces::Rising, preimage: Preimage::Unnamed, mistaken_for: None,
        },
    }),
];

use num_complex::Complex64;

fn sign(n: &Number) -> Option<Number> {
    Some(Number::from(if n.is_zero() {
        0
    } else if n.is_negative() {
        -1
    } else {
        1
    }))
}

/// The square of a short number is exact, so a short root that squares to the number is the root.
fn has_short_root(x: f64) -> bool {
    let root = x.sqrt();
    is_short(root) && root * root == x && !x.is_subnormal()
}

/// |1 + y²| ≤ 1 + |y|²: the slope of tan, cot, tanh and coth.
fn one_and_square(_: Complex64, y: Complex64) -> f64 {
    let y = csize(y);
    1.0 + y * y
}

/// |y√(y² ± 1)| ≤ |y|(|y| + 1): the slope of csc, sec, csch and sech.
fn itself_and_square(_: Complex64, y: Complex64) -> f64 {
    let y = csize(y);
    y * (y + 1.0)
}

/// |asin'|, |acos'| and |acosh'|.
fn asin_slope(z: Complex64, _: Complex64) -> f64 {
    1.0 / csize(1.0 - z * z).sqrt()
}

/// |asec'|, |acsc'| and |asech'|.
fn asec_slope(z: Complex64, _: Complex64) -> f64 {
    1.0 / (csize(z) * csize(z * z - 1.0).sqrt())
}
