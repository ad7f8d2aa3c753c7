//! Interval evaluation: which values can every part of a tape take over a box of inputs?
//!
//! Ends are rounded outwards, so that what a range excludes does not occur: this is what shows that an argument has no zero in a
//! box, where points could only suggest it.

use crate::expr::Constant;
use crate::op::Op;
use crate::range::Range;
use crate::set::{Membership, Poles, Set, Span};
use crate::tape::{Exponent, Instruction, Tape};

/// Where in a box a part has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Everywhere, and it is continuous.
    Everywhere,
    /// Perhaps in a part of it.
    Somewhere,
    /// Nowhere.
    Nowhere,
}

/// The values of a part over a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Enclosure {
    /// They lie here, where there are any.
    pub range: Range,
    /// Where there are any.
    pub extent: Extent,
}

const NOWHERE: Enclosure = Enclosure { range: Range::ALL, extent: Extent::Nowhere };

/// The enclosures of all parts of a tape over a box with one range for each input, written over those of the box before.
pub fn evaluate(tape: &Tape, inputs: &[Range], out: &mut Vec<Enclosure>) {
    out.clear();
    for instruction in tape.instructions() {
        let next = enclose(instruction, inputs, out);
        out.push(next);
    }
}

/// The enclosure of one part, from those of its arguments.
pub(crate) fn enclose(instruction: &Instruction, inputs: &[Range], known: &[Enclosure]) -> Enclosure {
    let everywhere = |range: Range| Enclosure { range, extent: Extent::Everywhere };
    match instruction {
        Instruction::Number(n) => everywhere(Range::point(n)),
        Instruction::Constant(c @ (Constant::Pi | Constant::E)) => everywhere(Range::constant(*c)),
        Instruction::Input(k) => everywhere(inputs[*k as usize]),
        Instruction::Unary(op, a) => unary(*op, known[*a as usize]),
        Instruction::Binary(op, a, b) => binary(*op, a == b, known[*a as usize], known[*b as usize]),
        Instruction::Power(a, b, kind) => power(known[*a as usize], known[*b as usize], *kind),
        Instruction::Where(a, b) => {
            let (a, b) = (known[*a as usize], known[*b as usize]);
            Enclosure { range: a.range, extent: both(a.extent, b.extent) }
        }
    }
}

fn both(a: Extent, b: Extent) -> Extent {
    match (a, b) {
        (Extent::Nowhere, _) | (_, Extent::Nowhere) => Extent::Nowhere,
        (Extent::Everywhere, Extent::Everywhere) => Extent::Everywhere,
        _ => Extent::Somewhere,
    }
}

fn unary(op: Op, x: Enclosure) -> Enclosure {
    let row = op.info();
    if x.extent == Extent::Nowhere || row.function.is_none() {
        return NOWHERE;
    }
    let images = row.domain.0.iter().filter_map(|span| x.range.intersect(&of_span(span))).map(|part| part.image(op));
    let Some(range) = images.reduce(|a, b| a.around(&b)) else { return NOWHERE };
    let pole = match row.poles {
        Poles::None => false,
        Poles::Zero => !x.range.excludes_zero(),
        Poles::Pi => x.range.meets_turn(0.0, std::f64::consts::PI),
        Poles::HalfPi => x.range.meets_turn(std::f64::consts::FRAC_PI_2, std::f64::consts::PI),
    };
    let jumps = op.jumps() && !x.range.excludes_zero();
    let smooth = !pole && !jumps && is_inside(&x.range, &row.domain);
    let extent = if smooth { x.extent } else { Extent::Somewhere };
    Enclosure { range, extent }
}

fn of_span(span: &Span) -> Range {
    let end = |at, closed| crate::range::End { at, closed };
    Range { low: end(span.low, span.low_closed), high: end(span.high, span.high_closed) }
}

fn is_inside(range: &Range, set: &Set) -> bool {
    set.0.iter().any(|span| {
        let above = range.is_above(span.low, span.low_closed);
        let below = range.is_below(span.high, span.high_closed);
        (above || span.low == f64::NEG_INFINITY) && (below || span.high == f64::INFINITY)
    })
}

fn binary(op: Op, same: bool, x: Enclosure, y: Enclosure) -> Enclosure {
    let extent = both(x.extent, y.extent);
    if extent == Extent::Nowhere {
        return NOWHERE;
    }
    let one = |at: f64| Range::between(at, at);
    let (range, extent) = match op {
        Op::Add if same => (x.range.multiply(&one(2.0)), extent),
        Op::Add => (x.range.add(&y.range), extent),
        Op::Sub if same => (one(0.0), extent),
        Op::Sub => (x.range.add(&y.range.negate()), extent),
        Op::Mul if same => (x.range.power(2), extent),
        Op::Mul => (x.range.multiply(&y.range), extent),
        _ if y.range == one(0.0) => return NOWHERE,
        _ => {
            let range = if same { one(1.0) } else { x.range.multiply(&y.range.reciprocal()) };
            (range, if y.range.excludes_zero() { extent } else { Extent::Somewhere })
        }
    };
    Enclosure { range, extent }
}

fn power(x: Enclosure, y: Enclosure, kind: Exponent) -> Enclosure {
    let extent = both(x.extent, y.extent);
    if extent == Extent::Nowhere {
        return NOWHERE;
    }
    let exponent = (y.range.low.at == y.range.high.at).then_some(y.range.low.at);
    let positive = x.range.is_above(0.0, false);
    match (kind, exponent) {
        (Exponent::Integer, Some(n)) if n.abs() < 1e15 => {
            let smooth = n >= 0.0 || x.range.excludes_zero();
            Enclosure { range: x.range.power(n as i64), extent: if smooth { extent } else { Extent::Somewhere } }
        }
        (Exponent::Fraction, _) => {
            let middle = (y.range.low.at + y.range.high.at) / 2.0;
            let Some(range) = x.range.root(middle) else { return NOWHERE };
            let smooth = positive || (middle > 0.0 && x.range.is_above(0.0, true));
            Enclosure { range, extent: if smooth { extent } else { Extent::Somewhere } }
        }
        (Exponent::Varying, _) | (Exponent::Constant | Exponent::Lattice | Exponent::Integer, _) => {
            if !positive && kind != Exponent::Varying {
                return Enclosure { range: Range::ALL, extent: Extent::Somewhere };
            }
            let Some(base) = x.range.intersect(&Range::NON_NEGATIVE) else { return NOWHERE };
            let range = base.image(Op::Ln).multiply(&y.range).image(Op::Exp);
            // 0^y is 0 or 1.
            let range = if positive { range } else { range.around(&Range::between(0.0, 1.0)) };
            Enclosure { range, extent: if positive { extent } else { Extent::Somewhere } }
        }
    }
}

impl Enclosure {
    /// Is it certainly on one side of a value wherever it is defined? `Inside` above, `Outside` below.
    pub fn side_of(&self, level: &Range) -> Membership {
        if self.range.low.at > level.high.at {
            Membership::Inside
        } else if self.range.high.at < level.low.at {
            Membership::Outside
        } else if level.low.at == level.high.at && self.range.is_above(level.low.at, false) {
            Membership::Inside
        } else if level.low.at == level.high.at && self.range.is_below(level.low.at, false) {
            Membership::Outside
        } else {
            Membership::Unsure
        }
    }
}
