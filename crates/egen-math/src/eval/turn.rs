//! Rational multiples of π: what are the trigonometric functions there, and where do their inverses lead to them?
//!
//! Everything is the sine of an angle between 0 and π/2. The reduction of q is exact however large it is, so
//! cos(10⁴⁰·π/7) has all its digits, and zeros and poles are known as such.

use super::exact::{self, Exact, Finding};
use crate::ball::{self, Ball, Outcome};
use crate::number::Number;
use crate::op::Op;

/// (q, sin²(qπ)) for 0 ≤ q ≤ 1/2, as quotients of integers. By Niven's theorem no other rational q has a rational square.
const SINES: [((i64, i64), (i64, i64)); 5] =
    [((0, 1), (0, 1)), ((1, 6), (1, 4)), ((1, 4), (1, 2)), ((1, 3), (3, 4)), ((1, 2), (1, 1))];

fn quotient((p, q): (i64, i64)) -> Number {
    Number::from(p).combine(Op::Div, &Number::from(q)).expect("the denominators are not 0")
}

fn less(a: &Number, b: &Number) -> Number {
    a.combine(Op::Sub, b).expect("numbers have differences")
}

/// The table as numbers: q and sin²(qπ).
fn table() -> impl Iterator<Item = (Number, Number)> {
    SINES.into_iter().map(|(place, square)| (quotient(place), quotient(square)))
}

/// sin(qπ) = ±sin(rπ) with 0 ≤ r ≤ 1/2: is it negative, and r.
fn reduce(q: &Number) -> (bool, Number) {
    let turns = Number::from(dashu_ratio::RBig::from(q.to_rational().floor()));
    let odd = !turns.half().is_integer();
    let rest = less(q, &turns);
    let mirrored = less(&Number::ONE, &rest);
    (odd, rest.min(mirrored))
}

/// sin(qπ), if it is rational or the root of a rational.
fn sine(q: &Number) -> Option<Exact> {
    let (negative, rest) = reduce(q);
    let (_, square) = table().find(|(place, _)| *place == rest)?;
    let size = Exact::root(square);
    Some(if negative { size.negated() } else { size })
}

/// A trigonometric function of q·π is a quotient of two of these.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Part {
    /// 1.
    Whole,
    Sine,
    Cosine,
}

impl Part {
    /// The r for which it is sin(rπ); `None` for 1.
    fn place(self, q: &Number) -> Option<Number> {
        match self {
            Part::Whole => None,
            Part::Sine => Some(q.clone()),
            Part::Cosine => q.combine(Op::Add, &quotient((1, 2))),
        }
    }
}

/// A trigonometric function of q·π, if it has a closed form or a pole there.
pub(super) fn trigonometric(over: Part, under: Part, q: &Number) -> Option<Finding> {
    let value = |part: Part| part.place(q).map_or(Some(Exact::Rational(Number::ONE)), |place| sine(&place));
    let under = value(under)?;
    if under == Exact::Rational(Number::ZERO) {
        return Some(Finding::Undefined);
    }
    exact::combine(Op::Div, &value(over)?, &under).map(Finding::Value)
}

/// A trigonometric function of q·π in balls.
pub(super) fn reduced(over: Part, under: Part, q: &Number, bits: usize) -> Option<Outcome> {
    let more = bits + 8;
    let value = |part: Part| {
        let Some(place) = part.place(q) else { return Some(Ball::from_number(&Number::ONE, bits)) };
        let (negative, rest) = reduce(&place);
        let angle = Exact::turn(rest).to_ball(more);
        let sine = ball::apply(Op::Sin, &angle, more).value()?;
        if negative { ball::apply(Op::Neg, &sine, more).value() } else { Some(sine) }
    };
    let (over, under) = (value(over)?, value(under)?);
    Some(ball::combine(Op::Div, &over, &under, bits))
}

/// asin x, if x is in the table.
pub(crate) fn arc_sine(x: &Exact) -> Option<Exact> {
    arc(x, Some)
}

/// acos x = π/2 − asin x.
pub(crate) fn arc_cosine(x: &Exact) -> Option<Exact> {
    exact::combine(Op::Sub, &Exact::Turn(quotient((1, 2))), &arc_sine(x)?)
}

/// atan x, if x² is sin²/(1 − sin²) of an angle in the table.
pub(crate) fn arc_tangent(x: &Exact) -> Option<Exact> {
    arc(x, |square| square.combine(Op::Div, &less(&Number::ONE, &square)))
}

/// The angle between −π/2 and π/2 of the sign of x for which a function of its sine's square is x².
fn arc(x: &Exact, of_square: impl Fn(Number) -> Option<Number>) -> Option<Exact> {
    let square = x.signed_square()?.abs();
    let (q, _) = table().find(|(_, sine)| of_square(sine.clone()).as_ref() == Some(&square))?;
    Some(Exact::turn(if x.is_negative() { -q } else { q }))
}
