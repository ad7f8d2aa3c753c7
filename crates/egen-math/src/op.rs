//! Operators: what is there to know about each one?
//!
//! One row of [`TABLE`] holds it all: spellings, arity, relatives, where it is defined, what values it takes and where,
//! symmetry, branches, monotony, derivative, and how it is evaluated. Readers, printers, differentiation, the evaluators and
//! all other crates ask this table; none keeps a list of its own. `column` says what the columns mean.

mod column;
mod table;

pub use column::{
    Axis, Breaks, Cut, Exact, Family, Function, Integers, Large, Leading, Notation, OpInfo, Parity, Pieces, Preimage,
    Small,
};
pub(crate) use column::{Closed, Rectangles};
pub use table::TABLE;

use crate::number::Number;
use crate::set::{self, Poles};

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
    /// The error function, 2/√π times the integral of e^(−t²) from 0 to its argument.
    Erf,
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
        self.info().notation != Notation::Symbol
    }

    /// The function that undoes this one: `sin^-1` is [`Op::Asin`].
    pub fn inverse(self) -> Option<Op> {
        match self.info().family {
            Family::Trigonometric | Family::Hyperbolic => self.preimage().by(),
            // exp^-1 is no notation that anybody uses, nor is asin^-1.
            Family::Arithmetic | Family::Sign | Family::Exponential | Family::Calculus | Family::Special => None,
            Family::InverseTrigonometric | Family::InverseHyperbolic => None,
        }
    }

    /// Does a circular or hyperbolic function meet an inverse one when this is applied to `inner`, or a function its own inverse?
    /// So it is with sin(acos u), asinh(tan u) and exp(ln u).
    pub fn meets_inverse(self, inner: Op) -> bool {
        let (outer, kinds) = (self.info().family, |a: Family, b: Family| a.is_direct() && b.is_inverse());
        let inner_family = inner.info().family;
        kinds(outer, inner_family) || kinds(inner_family, outer) || self.preimage().by() == Some(inner)
    }

    /// Is its value rational at many rational numbers? So it is with signs and roots.
    pub(crate) fn is_often_rational(self) -> bool {
        self.info().function.as_ref().is_some_and(|function| matches!(function.exact, Exact::By { .. }))
    }

    /// Is its value 0 where its argument is, and nowhere else?
    pub fn keeps_zeros(self) -> bool {
        use Preimage::{
            BothSigns, BothSignsBy, By, HalfTurns, Intervals, Mirrored, Negated, Square, Supplements, Unnamed,
        };
        let takes_values_once = match self.preimage() {
            Negated | Square | By(_) | BothSigns | BothSignsBy(_) | Unnamed => true,
            Supplements(_) | Mirrored(_) | HalfTurns(_) => false,
            Intervals => self.jumps(),
        };
        takes_values_once && self.exact(&Number::ZERO) == Some(Number::ZERO)
    }

    /// Has it a derivative at every real number?
    pub fn is_smooth(self) -> bool {
        let row = self.info();
        let smooth = |function: &Function| function.breaks.at.is_empty();
        row.domain == set::ALL && row.poles == Poles::None && row.function.as_ref().is_some_and(smooth)
    }

    /// Where it leaves the branch that it is on; for functions of one argument.
    pub fn breaks(self) -> Breaks {
        const NONE: Breaks = Breaks { at: &[], at_infinity: false };
        self.info().function.as_ref().map_or(NONE, |function| function.breaks)
    }

    /// On which pieces it is monotone; for functions of one argument.
    pub fn pieces(self) -> Pieces {
        self.info().function.as_ref().map_or(Pieces::Linear, |function| function.pieces)
    }

    /// Has it at zero another value than beside it? The sign has; |u| has not.
    pub fn jumps(self) -> bool {
        self.pieces() == Pieces::Step
    }

    /// Where it takes a value; for functions of one argument.
    pub fn preimage(self) -> Preimage {
        self.info().function.as_ref().map_or(Preimage::Intervals, |function| function.preimage)
    }

    /// The value at a rational number, if it is rational; for functions of one argument.
    pub fn exact(self, n: &Number) -> Option<Number> {
        self.info().function.as_ref().and_then(|function| function.exact.at(n))
    }

    /// Is its second argument a variable that it binds, as in a derivative?
    #[inline]
    pub fn binds(self) -> bool {
        self.info().binds
    }

    /// Does it repeat itself?
    pub fn is_periodic(self) -> bool {
        matches!(self.preimage(), Preimage::Supplements(_) | Preimage::Mirrored(_) | Preimage::HalfTurns(_))
    }

    /// Does exchanging its two arguments change nothing?
    pub fn is_commutative(self) -> bool {
        self.info().commutative
    }
}

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
    fn a_function_meets_inverse_ones_and_its_own_inverse() {
        let pairs = [(Op::Sin, Op::Acos), (Op::Asinh, Op::Tan), (Op::Exp, Op::Ln), (Op::Ln, Op::Exp)];
        assert!(pairs.into_iter().all(|(outer, inner)| outer.meets_inverse(inner)));
        let strangers = [(Op::Sin, Op::Cos), (Op::Ln, Op::Sin), (Op::Exp, Op::Asinh), (Op::Neg, Op::Neg)];
        assert!(!strangers.into_iter().any(|(outer, inner)| outer.meets_inverse(inner)));
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
}
