//! Columns: in which terms does the table of operators speak?

use num_complex::Complex64;

use super::Op;
use crate::ball::{Ball, Failure};
use crate::eval::exact::Exact as InClosedForm;
use crate::eval::rectangle::{Plane, Rectangle};
use crate::eval::row::Row;
use crate::eval::turn::Part;
use crate::number::Number;
use crate::set::{Poles, Set};

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
    /// How it stands to its arguments in a formula.
    pub notation: Notation,
    /// Its relatives.
    pub family: Family,
    /// What it makes of integers.
    pub integers: Integers,
    /// Does exchanging its two arguments change nothing?
    pub commutative: bool,
    /// Is its second argument a variable that it binds?
    pub binds: bool,
    /// Where it is defined over the reals, for one argument; null sets included.
    pub domain: Set,
    /// The poles and holes inside `domain`.
    pub poles: Poles,
    /// The values that it takes there.
    pub range: Set,
    /// Its symmetry in its one argument.
    pub parity: Parity,
    /// All that there is to know of a function of one argument; `None` for the others.
    pub function: Option<Function>,
}

/// What there is to know of a function of one argument. No field has a default: a row that forgets one does not compile.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The value at a point of the domain.
    pub real: fn(f64) -> f64,
    /// An upper bound of the slope's size, from the point and the value there; it scales the error that is carried along.
    pub slope: fn(f64, f64) -> f64,
    /// The derivative of the function at `u`, in prefix (`Expr::from_prefix`). Empty where there is none to give.
    pub derivative: &'static str,
    /// Where its value is a rational number.
    pub exact: Exact,
    /// Where its value has a closed form.
    pub(crate) closed: Closed,
    /// The values over a ball that lies in the domain.
    pub(crate) ball: fn(&Ball, usize) -> Result<Ball, Failure>,
    /// The principal values over a rectangle.
    pub(crate) rectangle: Rectangles,
    /// The values at a row of numbers, where vector instructions compute them.
    pub(crate) row: Option<Row>,
    /// How fast it comes close to something simpler.
    pub leading: Leading,
    /// The principal value at a complex point.
    pub complex: fn(Complex64) -> Complex64,
    /// An upper bound of the complex slope's size, from the point and the value there.
    pub complex_slope: fn(Complex64, Complex64) -> f64,
    /// Where the principal value jumps.
    pub cuts: &'static [Cut],
    /// Where it leaves the branch that it is on.
    pub breaks: Breaks,
    /// On which pieces it is monotone.
    pub pieces: Pieces,
    /// Where it takes a value.
    pub preimage: Preimage,
    /// The function that people write by mistake: cos for sin.
    pub mistaken_for: Option<Op>,
}

/// f(−x) = f(x), f(−x) = −f(x), or neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the mathematics")]
pub enum Parity {
    Even,
    Odd,
    Neither,
}

/// How an operator stands to its arguments in a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// A symbol between or before them: a + b, −a.
    Symbol,
    /// Its name before them: sin x.
    Named,
    /// Something around it: √x, |x|. It has a name where formulas are one line.
    Enclosing,
}

/// Which operators are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the mathematics")]
pub enum Family {
    Arithmetic,
    /// |x| and its slope.
    Sign,
    /// Powers, roots, exponentials and logarithms that are written as functions.
    Exponential,
    Trigonometric,
    InverseTrigonometric,
    Hyperbolic,
    InverseHyperbolic,
    Calculus,
    /// Functions that are not elementary.
    Special,
}

impl Family {
    /// Circular and hyperbolic functions.
    pub fn is_direct(self) -> bool {
        matches!(self, Family::Trigonometric | Family::Hyperbolic)
    }

    /// Their inverses.
    pub fn is_inverse(self) -> bool {
        matches!(self, Family::InverseTrigonometric | Family::InverseHyperbolic)
    }
}

/// What an operator makes of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integers {
    /// Its values are integers.
    Always,
    /// Its values are integers where all arguments are.
    Kept,
    /// Nothing is known.
    Lost,
}

impl Integers {
    /// Is the value an integer, if that is known of all arguments or not?
    pub fn from_arguments(self, integers: bool) -> bool {
        match self {
            Integers::Always => true,
            Integers::Kept => integers,
            Integers::Lost => false,
        }
    }
}

/// At which rational numbers a function of one argument has a rational value.
#[derive(Clone, Copy, Debug)]
pub enum Exact {
    /// At one: sin 0 = 0, ln 1 = 0. At all others the value of an elementary function is transcendental (Lindemann); no other rational value of erf is known.
    At {
        /// The argument.
        argument: i64,
        /// The value there.
        value: i64,
    },
    /// At many.
    By {
        /// The value, if it is rational.
        number: fn(&Number) -> Option<Number>,
        /// Is `real` of this number, taken as exact, exact as well?
        float: fn(f64) -> bool,
    },
    /// At none.
    Never,
}

impl Exact {
    /// The value at a rational number, if it is rational.
    pub fn at(&self, n: &Number) -> Option<Number> {
        match *self {
            Exact::At { argument, value } => (n.as_i64() == Some(argument)).then(|| Number::from(value)),
            Exact::By { number, .. } => number(n),
            Exact::Never => None,
        }
    }

    /// Is the value that floating point computes here without an error?
    #[inline]
    pub fn at_float(&self, x: f64) -> bool {
        match *self {
            Exact::At { argument, .. } => x == argument as f64,
            Exact::By { float, .. } => float(x),
            Exact::Never => false,
        }
    }
}

/// At which numbers in closed form the value has one, too.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Closed {
    /// At the rational numbers that [`Exact`] names.
    AsExact,
    /// At rational multiples of π, where it is a quotient of these two.
    Turns(Part, Part),
    /// Where this gives one.
    By(fn(&InClosedForm) -> Option<InClosedForm>),
}

/// The principal values over a rectangle.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rectangles {
    /// Certain wherever there are some; a function with cuts has a convention there, which this follows.
    Anywhere(fn(Plane, &Rectangle) -> Option<Rectangle>),
    /// Certain for rectangles that touch no cut.
    OffCuts(fn(Plane, &Rectangle) -> Option<Rectangle>),
}

/// How fast a function of one argument comes close to its leading term. Where the rest is too small for the digits at hand,
/// agreement with that term means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leading {
    /// For small arguments.
    pub small: Small,
    /// For large ones.
    pub large: Large,
}

/// What is left of a function beside its leading term, for small arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Small {
    /// Nothing, or small arguments are far from the domain: √x is its own leading term.
    Own,
    /// A share that is proportional to x: exp x is nearly 1.
    Linear,
    /// A share that is proportional to x²: sin x is nearly x.
    Quadratic,
}

/// What is left of a function beside its leading term, for large arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Large {
    /// Nothing, or there is no leading term: sin x goes on for ever.
    Own,
    /// A share that falls like a power of x: atan x is nearly π/2, asinh x nearly ln 2x.
    Algebraic,
    /// A share that falls like exp(−2x): tanh x is nearly 1.
    Exponential,
    /// A share that falls like exp(−x²): erf x is nearly 1.
    Gaussian,
}

/// A line on which the principal value of a complex function jumps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// The axis on which it lies.
    pub axis: Axis,
    /// Where it begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

/// One of the two lines through 0 on which cuts lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the mathematics")]
pub enum Axis {
    Real,
    Imaginary,
}

impl Cut {
    /// Could an error of this size carry a number to the other side? A number that is exactly on the cut is where it is.
    #[inline]
    pub fn parts(&self, z: Complex64, error: f64) -> bool {
        let (along, off) = match self.axis {
            Axis::Real => (z.re, z.im),
            Axis::Imaginary => (z.im, z.re),
        };
        off != 0.0 && off.abs() <= error && along > self.low - error && along < self.high + error
    }
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
    /// g(c) + kπ; and π/2 + kπ where c = 0 and g is acot, which has no value there.
    HalfTurns(Op),
    /// One number, which no operator gives: there is none for the inverse of erf.
    Unnamed,
    /// All of an interval: nothing that could be listed.
    Intervals,
}

impl Preimage {
    /// The function that gives one of the arguments, where that takes a function.
    pub fn by(self) -> Option<Op> {
        match self {
            Preimage::By(g)
            | Preimage::BothSignsBy(g)
            | Preimage::Supplements(g)
            | Preimage::Mirrored(g)
            | Preimage::HalfTurns(g) => Some(g),
            Preimage::Negated | Preimage::Square | Preimage::BothSigns | Preimage::Unnamed | Preimage::Intervals => {
                None
            }
        }
    }
}
