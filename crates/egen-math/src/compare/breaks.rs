//! Breaks: where may a part of a tape turn to another branch?
//!
//! |u| turns where u passes 0 or a pole, asin(u) where u touches ±1, ln(u) where u touches 0: √x² is x on one side of 0 only, and
//! asin(2x√(1 − x²)) is 2·asin(x) up to x = 1/√2 only. Between breaks both sides are analytic, so one point there speaks for all.

use super::shape::{self, Place, Shape};
use crate::op::Op;
use crate::tape::{Exponent, Instruction, Slot, Tape};

/// A part and a value of it that matters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Break {
    /// The argument of some function.
    pub slot: Slot,
    /// Where the function turns; infinite for poles of the argument.
    pub at: f64,
}

impl Break {
    /// How far an argument is from the break, with the side as the sign.
    pub fn distance(&self, value: f64) -> f64 {
        if self.at.is_finite() { value - self.at } else { 1.0 / value }
    }
}

/// The breaks of a tape.
#[derive(Debug, Default)]
pub(super) struct Breaks {
    /// Those of which the place is known, and ends of domains.
    pub known: Vec<Place>,
    /// Those that have to be searched for.
    pub hidden: Vec<Break>,
}

impl Breaks {
    pub fn of(tape: &Tape) -> Breaks {
        let mut out = Breaks::default();
        let mut shapes: Option<Vec<Shape>> = None;
        let mut ends: Vec<Place> = Vec::new();
        for instruction in tape.instructions() {
            let (argument, breaks) = match instruction {
                Instruction::Unary(op, argument) => (*argument, breaks_of(*op)),
                Instruction::Power(base, _, exponent) if !matches!(exponent, Exponent::Integer | Exponent::Lattice) => {
                    (*base, &ENDS_AT_ZERO)
                }
                _ => continue,
            };
            if breaks.at.is_empty() {
                continue;
            }
            let shape = shapes.get_or_insert_with(|| shape::shapes(tape))[argument as usize];
            for &at in breaks.at {
                match shape {
                    Shape::Line(_) if at.is_infinite() => {}
                    // What goes straight through the end of a domain leaves it, and around 0 samples see that.
                    Shape::Line(line) if breaks.ends && line.b == 0.0 => note(&mut ends, line.place(at)),
                    Shape::Line(line) => note(&mut out.known, line.place(at)),
                    Shape::ZeroWith(line) if at == 0.0 || at.is_infinite() => note(&mut out.known, line.place(0.0)),
                    Shape::Number => {}
                    Shape::Positive if at == 0.0 || at.is_infinite() => {}
                    Shape::Finite if at.is_infinite() => {}
                    _ => note(&mut out.hidden, Break { slot: argument, at }),
                }
            }
        }
        if let Some(shapes) = shapes.filter(|_| !out.hidden.is_empty()) {
            out.note_centres(tape, &shapes);
            // Close to these ends more happens if something else turns.
            ends.into_iter().for_each(|end| note(&mut out.known, end));
        }
        out
    }

    /// Adds where functions of a·x + b are at home: sech(x/7 + 8) touches 1 at −56, and is next to 0 where samples are.
    fn note_centres(&mut self, tape: &Tape, shapes: &[Shape]) {
        for instruction in tape.instructions() {
            let argument = match instruction {
                Instruction::Unary(op, argument) if *op != Op::Neg => argument,
                Instruction::Power(argument, ..) | Instruction::Binary(Op::Div, _, argument) => argument,
                _ => continue,
            };
            if let Shape::Line(line) = shapes[*argument as usize]
                && line.b != 0.0
            {
                note(&mut self.known, line.place(0.0));
            }
        }
    }
}

/// Adds something that is not there yet.
fn note<T: PartialEq>(all: &mut Vec<T>, one: T) {
    if !all.contains(&one) {
        all.push(one);
    }
}

/// Where a function breaks, and whether its domain ends at each of these values.
struct Values {
    at: &'static [f64],
    ends: bool,
}

const ENDS_AT_ZERO: Values = Values { at: &[0.0, f64::INFINITY], ends: true };

fn breaks_of(op: Op) -> &'static Values {
    const NONE: Values = Values { at: &[], ends: true };
    const POLES: Values = Values { at: &[f64::INFINITY], ends: true };
    const ZERO: Values = Values { at: &[0.0], ends: false };
    const ZERO_AND_POLES: Values = Values { at: &[0.0, f64::INFINITY], ends: false };
    const ONES: Values = Values { at: &[-1.0, 1.0], ends: true };
    const OUTSIDE_ONES: Values = Values { at: &[-1.0, 1.0], ends: false };
    match op {
        Op::Abs | Op::Sign => &ZERO_AND_POLES,
        Op::Sqrt | Op::Ln => &ENDS_AT_ZERO,
        Op::Asin | Op::Acos | Op::Atanh => &ONES,
        Op::Acsc | Op::Asec | Op::Acoth => &OUTSIDE_ONES,
        Op::Acosh => &const { Values { at: &[1.0, f64::INFINITY], ends: true } },
        Op::Asech => &const { Values { at: &[0.0, 1.0], ends: true } },
        Op::Atan | Op::Asinh => &POLES,
        Op::Acot | Op::Acsch => &ZERO,
        _ => &NONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::read_expr;

    fn breaks(text: &str) -> (Vec<f64>, usize) {
        let mut tape = Tape::default();
        tape.record(&read_expr(text).expect(text)).expect("small");
        let breaks = Breaks::of(&tape);
        (breaks.known.iter().map(|place| place.at).collect(), breaks.hidden.len())
    }

    #[test]
    fn breaks_are_known_searched_for_or_not_there() {
        for (text, known, hidden) in [
            ("sin(x)*tan(x^2) + exp(x)/x", vec![], 0),
            ("sqrt(x) + ln(5*x) + asin(-x) + atan(2*x + 1)", vec![], 0),
            ("abs(2*x - 6) + acot(x + 1)", vec![3.0, -1.0], 0),
            ("sqrt(4 - x)", vec![4.0], 0),
            ("asin(x/2 - 1)", vec![0.0, 4.0], 0),
            ("ln(x^2) + abs(x*x) + ln(abs(x))", vec![0.0], 0),
            ("sqrt(1 + x^2) + ln(cosh(x) + x^4) + abs(exp(x))", vec![], 0),
            ("atan(x^2 - x) + asinh(sin(x))", vec![], 0),
            ("atan(1/x)", vec![], 1),
            ("atan(1/x) + sech(x/7 + 8)", vec![-56.0], 1),
            ("asech(sech(x))", vec![], 1),
            ("sqrt(x^2 - 1)", vec![], 1),
            ("asin(x^2)", vec![], 2),
            ("(x + y)^(1/3)", vec![], 1),
            ("x^3*(x - y)^2", vec![], 0),
            ("x^sin(x)", vec![], 0),
            ("sqrt(2) + abs(-3)*x", vec![], 0),
        ] {
            assert_eq!(breaks(text), (known, hidden), "{text}");
        }
    }
}
