//! Solving: at which values of one variable may expressions vanish, jump or end, and are these all?
//!
//! Between two such places every expression keeps its sign, and is defined throughout or nowhere. So one point of each gap and
//! the places themselves say everything about an equation or an inequality, if the list is complete.

use dashu_ratio::RBig;

use crate::eval::exact::Exact;
use crate::expr::{Constant, Expr, Symbol};
use crate::number::Number;
use crate::op::Op;
use crate::patience::Patience;
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
/// use egen_math::{Symbol, read::read_expr, solve::places};
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
    let work = Work::new(Work::ENOUGH, Patience::ENDLESS);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::read_expr;

    fn found(texts: &[&str]) -> (Vec<String>, bool) {
        let exprs: Vec<Expr> = texts.iter().map(|text| read_expr(text).expect(text)).collect();
        let found = places(&exprs, &Symbol::new("x")).expect("places");
        assert_eq!(found.gaps.len(), found.list.len() + 1);
        for (at, place) in found.list.iter().enumerate() {
            assert!(found.gaps[at].to_rational() < place.low.to_rational(), "{texts:?}");
            assert!(place.high.to_rational() < found.gaps[at + 1].to_rational(), "{texts:?}");
        }
        let shown = |place: &Place| place.exact.as_ref().map_or("?".to_string(), ToString::to_string);
        (found.list.iter().map(shown).collect(), found.complete)
    }

    #[test]
    fn zeros_and_breaks_are_listed_in_order() {
        for (texts, want) in [
            (&["x^2 - 5x + 6"][..], "2 3"),
            (&["1/(x - 1) - 2"], "1 1.5"),
            // -1 solves the square of it: a place may be more than is needed.
            (&["sqrt(x + 2) - x"], "-2 -1 2"),
            (&["abs(x - 1) - 2"], "-1 1 3"),
            (&["x^3 - x", "x - 1/2"], "-1 0 0.5 1"),
            (&["exp(x)", "7"], ""),
            (&["x^2 + 1"], ""),
            (&["x^2 - x - 1"], "? ?"),
        ] {
            assert_eq!(found(texts), (want.split_whitespace().map(str::to_string).collect(), true), "{texts:?}");
        }
    }

    #[test]
    fn what_repeats_is_complete_only_where_everything_does() {
        assert!(found(&["sin(x) - 1/2", "cos(x)"]).1);
        assert!(!found(&["sin(x) - 1/2", "x - 1"]).1);
    }

    #[test]
    fn other_variables_and_unknown_functions_have_no_places() {
        let none = |text: &str| places(&[read_expr(text).expect(text)], &Symbol::new("x")).is_none();
        assert!(none("x + y") && none("f(x)") && none("y"));
    }

    #[test]
    fn a_part_of_the_line_has_all_of_its_places() {
        let waves = [read_expr("sin(x)").expect("a sine"), read_expr("sin(x) - x/4").expect("a difference")];
        let x = Symbol::new("x");
        assert!(!places(&waves, &x).expect("places").complete);
        let found = places_between(&waves, &x, [0.5, 7.0]).expect("places");
        let inside = |place: &&Place| place.low.to_f64() > 0.5 && place.high.to_f64() < 7.0;
        let near: Vec<f64> = found.list.iter().filter(inside).map(|place| place.low.to_f64()).collect();
        assert!(found.complete && near.len() == 3, "{near:?}");
    }
}
