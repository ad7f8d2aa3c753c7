//! Solving: at which values of one variable may expressions vanish, jump or end, and are these all?
//!
//! Between two such places every expression keeps its sign, and is defined throughout or nowhere. So one point of each gap and
//! the places themselves say everything about an equation or an inequality, if the list is complete.

use dashu_ratio::RBig;

use crate::deadline::Deadline;
use crate::eval::exact::Exact;
use crate::expr::{Constant, Expr, Symbol};
use crate::number::Number;
use crate::op::Op;
use crate::region::{self, Bounds, Space, Work};
use crate::tape::{Input, Tape};

/// Boxes that are looked at for zeros that cannot be solved for.
const EFFORT: usize = 600;
/// The precision at which places are told apart.
const BITS: usize = 256;

/// A value of the variable, known to lie between two numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// It is no less.
    pub low: Number,
    /// It is no more.
    pub high: Number,
    /// What it is in closed form, if that was found: a rational number, a square root or a multiple of π.
    pub exact: Option<Expr>,
}

/// The places on a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Places {
    /// In ascending order.
    pub list: Vec<Place>,
    /// A point before the first, between each two, and after the last.
    pub gaps: Vec<Number>,
    /// Are these all? Where everything repeats with one period, those of a period are.
    pub complete: bool,
}

/// The places of some expressions of one variable; `None` if they hold unknown functions, other variables, or are too large.
///
/// ```
/// use egen_math::{Symbol, solve::places};
/// use egen_read::read::read_expr;
/// let found = places(&[read_expr("x^2 - 4").unwrap(), read_expr("ln(x)").unwrap()], &Symbol::new("x")).unwrap();
/// let exact: Vec<String> = found.list.iter().map(|place| place.exact.as_ref().unwrap().to_string()).collect();
/// assert_eq!((exact.join(" "), found.complete), ("-2 0 1 2".to_string(), true));
/// ```
pub fn places(exprs: &[Expr], variable: &Symbol) -> Option<Places> {
    between(exprs, variable, Bounds::NONE)
}

/// The places between two numbers, and beside them: where waves have no end, those of a part of the line can be all of it.
pub fn places_between(exprs: &[Expr], variable: &Symbol, [low, high]: [f64; 2]) -> Option<Places> {
    between(exprs, variable, Bounds { low, high, ..Bounds::NONE })
}

fn between(exprs: &[Expr], variable: &Symbol, bounds: Bounds) -> Option<Places> {
    let mut tape = Tape::default();
    let mut slots = Vec::with_capacity(exprs.len());
    for expr in exprs {
        slots.push(tape.record(expr).ok()?);
    }
    match tape.inputs() {
        [] => return Some(Places { list: Vec::new(), gaps: vec![Number::ZERO], complete: true }),
        [Input::Variable(name)] if name == variable => {}
        _ => return None,
    }
    let work = Work::new(Work::ENOUGH, Deadline::NEVER);
    let space = Space {
        tape: &tape,
        assumed: &[],
        sides: [slots[0]; 2],
        bounds: &[bounds],
        bits: BITS,
        effort: EFFORT,
        work: &work,
        domains: true,
    };
    let (list, complete) = region::zeros_and_breaks(&space, &slots);
    let gaps = gaps(&list);
    let closed = |exact: Exact| match exact {
        Exact::Rational(n) => Expr::number(n),
        Exact::Root(n) if n.is_negative() => -Expr::number(-n).unary(Op::Sqrt),
        Exact::Root(n) => Expr::number(n).unary(Op::Sqrt),
        Exact::Turn(q) if q == Number::ONE => Expr::constant(Constant::Pi),
        Exact::Turn(q) => Expr::number(q).binary(Op::Mul, &Expr::constant(Constant::Pi)),
    };
    let list = list.into_iter().map(|place| Place {
        low: Number::from(place.low),
        high: Number::from(place.high),
        exact: place.closed.map(closed),
    });
    Some(Places { list: list.collect(), gaps, complete })
}

/// Simple numbers around and between places, which are apart; 0 where it lies in a gap.
fn gaps(list: &[region::Place]) -> Vec<Number> {
    let (Some(first), Some(last)) = (list.first(), list.last()) else { return vec![Number::ZERO] };
    let (zero, one) = (RBig::ZERO, RBig::ONE);
    let before = if first.low > zero { zero.clone() } else { RBig::from(first.low.floor()) - &one };
    let after = if last.high < zero { zero.clone() } else { RBig::from(last.high.ceil()) + &one };
    let number = |n: &RBig| Number::from(n.clone());
    let between = list.windows(2).map(|pair| Number::simplest_between(&number(&pair[0].high), &number(&pair[1].low)));
    std::iter::once(number(&before)).chain(between).chain([number(&after)]).collect()
}
