//! Samples: at which points are two expressions compared?
//!
//! The points are fixed, not random: the same pair gets the same verdict every time.

use crate::assume::{Assumptions, Relation};
use crate::expr::{Node, Symbol};
use crate::op::Op;
use crate::tape::{Input, Instruction, Tape};

/// Between which values a variable is sampled, and whether it is an integer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    pub low: f64,
    pub high: f64,
    pub integer: bool,
}

impl Range {
    /// The nearest number in it. Assumptions may contradict each other, and then there is none.
    pub fn bound(&self, x: f64) -> f64 {
        x.max(self.low).min(self.high)
    }
}

const EVERYWHERE: Range = Range { low: f64::NEG_INFINITY, high: f64::INFINITY, integer: false };

/// Sizes at which variables are sampled: where elementary functions change their behaviour
/// (around 0 and 1), some way out, and a little further.
const STRATA: [(f64, f64); 16] = [
    (0.0, 1.0),
    (1.0, 3.0),
    (0.5, 1.0),
    (3.0, 8.0),
    (0.0, 0.5),
    (1.0, 2.0),
    (0.1, 0.9),
    (2.0, 5.0),
    (0.2, 0.7),
    (1.0, 1.5),
    (0.01, 0.2),
    (5.0, 12.0),
    (0.6, 1.2),
    (1.5, 4.0),
    (0.3, 0.8),
    (8.0, 40.0),
];

/// The ranges of a tape's inputs under assumptions.
pub(super) fn ranges(tape: &Tape, assumptions: &Assumptions) -> Vec<Range> {
    tape.inputs()
        .iter()
        .map(|input| match input {
            Input::Variable(name) => range(name, assumptions),
            Input::Opaque(_) => EVERYWHERE,
        })
        .collect()
}

fn range(name: &Symbol, assumptions: &Assumptions) -> Range {
    let mut range = Range { integer: assumptions.integers.contains(name), ..EVERYWHERE };
    for bound in bounds(name, assumptions) {
        if bound.upper {
            range.high = range.high.min(bound.at);
        } else {
            range.low = range.low.max(bound.at);
        }
    }
    range
}

/// A number that a variable is assumed not to pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The number, rounded to the nearest f64.
    pub at: f64,
    /// Is it the upper end?
    pub upper: bool,
    /// May the variable reach it?
    pub closed: bool,
}

/// The bounds that are assumed of a variable by itself: `x > 0`, `pi >= x`.
pub fn bounds(name: &Symbol, assumptions: &Assumptions) -> Vec<Bound> {
    let is_name = |e: &crate::Expr| matches!(e.nodes(), [Node::Var(found)] if found == name);
    let mut out = Vec::new();
    for condition in &assumptions.conditions {
        let (side, turned) = if is_name(&condition.left) {
            (&condition.right, false)
        } else if is_name(&condition.right) {
            (&condition.left, true)
        } else {
            continue;
        };
        let (below, closed) = match condition.relation {
            Relation::Less => (true, false),
            Relation::LessOrEqual => (true, true),
            Relation::Greater => (false, false),
            Relation::GreaterOrEqual => (false, true),
            Relation::NotEqual => continue,
        };
        if let Some(at) = crate::eval::real::constant_value(side) {
            out.push(Bound { at, upper: below != turned, closed });
        }
    }
    out
}

/// A well-mixed number from two counters (splitmix64).
fn mix(a: u64, b: u64) -> u64 {
    let mut z = a.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ b.wrapping_add(0x2545_F491_4F6C_DD1D).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A number in (0, 1) with 20 bits, so that what is computed from it is often exact.
fn fraction(a: u64, b: u64) -> f64 {
    ((mix(a, b) >> 44) as f64 + 0.5) / (1u64 << 20) as f64
}

/// The value of one input of `width` at one lane.
pub(super) fn value(range: &Range, input: usize, width: usize, lane: usize) -> f64 {
    // Half of the lanes are positive in every input, since powers and logarithms want that;
    // the others run through the remaining combinations of signs.
    let signs = 1 + (lane / 2) % ((1 << width.min(6)) - 1);
    let negative = lane % 2 == 1 && signs >> (input % 6) & 1 == 1;
    let (input, lane) = (input as u64, lane as u64);
    let t = fraction(lane, input);
    if range.integer {
        return integer(range, t, lane);
    }
    if range.low.is_finite() && range.high.is_finite() {
        return range.low + (range.high - range.low) * t;
    }
    // Each input runs through the strata in an order of its own.
    let stratum = (lane / 2 + input * (5 + 2 * (lane / 32))) as usize % STRATA.len();
    let (a, b) = STRATA[stratum];
    // Later lanes also look closer to 0 and further out.
    const SCALES: [i32; 16] = [0, 1, 2, 3, -3, 0, 5, -6, 8, -10, 0, 14, -16, 20, -24, -32];
    let scale = if lane < 64 { 0 } else { SCALES[mix(lane, input + 99) as usize % SCALES.len()] };
    let size = round_short((a + (b - a) * t) * 2f64.powi(scale));
    if range.low.is_finite() {
        range.low + size
    } else if range.high.is_finite() {
        range.high - size
    } else if negative {
        -size
    } else {
        size
    }
}

/// To 20 significant bits.
fn round_short(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !((1u64 << 32) - 1))
}

fn integer(range: &Range, t: f64, lane: u64) -> f64 {
    let low = range.low.ceil();
    let high = range.high.floor();
    let spread = (lane / 4 + 6) as f64;
    match (low.is_finite(), high.is_finite()) {
        (true, true) => (low + ((high - low + 1.0) * t).floor()).min(high),
        (true, false) => low + (t * spread).floor(),
        (false, true) => high - (t * spread).floor(),
        (false, false) => ((t - 0.5) * 2.0 * spread).round(),
    }
}

/// The inputs of `lanes` points, starting at lane `first`.
pub(super) fn points(ranges: &[Range], first: usize, lanes: usize) -> Vec<f64> {
    (first..first + lanes)
        .flat_map(|lane| ranges.iter().enumerate().map(move |(k, range)| value(range, k, ranges.len(), lane)))
        .collect()
}

/// Is there something that may have a kink?
pub(super) fn has_kinks(tape: &Tape) -> bool {
    let smooth = |op: &Op| matches!(op, Op::Neg | Op::Exp | Op::Sin | Op::Cos);
    tape.instructions().iter().any(|i| matches!(i, Instruction::Unary(op, _) if !smooth(op)))
}

/// Points around the unusual numbers that a tape itself mentions, |x − 100| has its kink at 100, and around its lines.
pub(super) fn suggested(tape: &Tape, ranges: &[Range], lines: &[Option<Line>]) -> Vec<f64> {
    let mut numbers: Vec<f64> = Vec::new();
    for instruction in tape.instructions() {
        if let Instruction::Number(n) = instruction {
            let size = n.to_f64().abs();
            let unusual = size.is_finite() && (size > 6.0 || (size > 0.0 && size < 0.02));
            if unusual && !numbers.contains(&size) && numbers.len() < 3 {
                numbers.push(size);
            }
        }
    }
    let mut out = around_edges(ranges, lines);
    for (at, &number) in numbers.iter().enumerate() {
        for (turn, factor) in [0.75, 1.25, -0.75, -1.25].into_iter().enumerate() {
            let base = number * factor;
            for (k, range) in ranges.iter().enumerate() {
                let jitter = 1.0 + fraction((at * 4 + turn) as u64, k as u64 + 31) / 8.0;
                let x = round_short(base * jitter);
                out.push(range.bound(if range.integer { x.round() } else { x }));
            }
        }
    }
    out
}

/// A part a·x + b of a tape: the input x, a and b.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Line {
    pub input: usize,
    a: f64,
    b: f64,
}

impl Line {
    /// An input by itself.
    pub fn input(input: usize) -> Line {
        Line { input, a: 1.0, b: 0.0 }
    }

    /// The x at which it has a value.
    pub fn solve(&self, value: f64) -> f64 {
        round_short((value - self.b) / self.a)
    }

    /// Adds it to some, unless it or its negative is there.
    pub fn note(self, lines: &mut Vec<Line>) {
        if !lines.contains(&self) && !lines.contains(&Line { a: -self.a, b: -self.b, ..self }) {
            lines.push(self);
        }
    }
}

/// Each slot as a·x + b, if it is that.
pub(super) fn lines(tape: &Tape) -> Vec<Option<Line>> {
    let mut lines: Vec<Option<(Option<usize>, f64, f64)>> = Vec::with_capacity(tape.instructions().len());
    for instruction in tape.instructions() {
        let get = |slot: &u32| lines[*slot as usize];
        lines.push(match instruction {
            Instruction::Number(n) => Some((None, 0.0, n.to_f64())),
            Instruction::Input(k) => Some((Some(*k as usize), 1.0, 0.0)),
            Instruction::Unary(Op::Neg, a) => get(a).map(|(k, a, b)| (k, -a, -b)),
            Instruction::Binary(op, left, right) => match (op, get(left), get(right)) {
                (Op::Add | Op::Sub, Some((i, a, b)), Some((j, c, d))) if i.is_none() || j.is_none() || i == j => {
                    let sign = if *op == Op::Add { 1.0 } else { -1.0 };
                    Some((i.or(j), a + sign * c, b + sign * d))
                }
                (Op::Mul, Some((None, _, n)), Some((k, a, b))) | (Op::Mul, Some((k, a, b)), Some((None, _, n))) => {
                    Some((k, a * n, b * n))
                }
                (Op::Div, Some((k, a, b)), Some((None, _, n))) => Some((k, a / n, b / n)),
                _ => None,
            },
            _ => None,
        });
    }
    let line = |(input, a, b): (Option<usize>, f64, f64)| {
        input.filter(|_| a != 0.0 && (b / a).is_finite()).map(|input| Line { input, a, b })
    };
    lines.into_iter().map(|one| one.and_then(line)).collect()
}

/// Points at which a part a·x + b has values around 0 and ±1: |x/3 + 9| has its kink at −27, |ln(x + 8)| at −7.
fn around_edges(ranges: &[Range], lines: &[Option<Line>]) -> Vec<f64> {
    const MOST: usize = 4;
    let mut edges = Vec::new();
    for line in lines.iter().flatten().filter(|line| line.b != 0.0) {
        line.note(&mut edges);
    }
    let mut out = Vec::new();
    for (at, line) in edges.into_iter().take(MOST).enumerate() {
        for (turn, t) in [-2.0, -0.6, 0.6, 2.0].into_iter().enumerate() {
            let lane = at * 4 + turn;
            let jitter = 1.0 + fraction(lane as u64, 57) / 8.0;
            for (k, range) in ranges.iter().enumerate() {
                let x = if k == line.input { line.solve(t * jitter) } else { value(range, k, ranges.len(), lane) };
                out.push(range.bound(if range.integer { x.round() } else { x }));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_points_have_both_signs_and_all_sizes() {
        let xs: Vec<f64> = (0..32).map(|lane| value(&EVERYWHERE, 0, 1, lane)).collect();
        for (low, high) in [(-40.0, -3.0), (-3.0, -1.0), (-1.0, 0.0), (0.0, 1.0), (1.0, 3.0), (3.0, 40.0)] {
            let inside = xs.iter().filter(|&&x| low < x && x < high).count();
            assert!(inside >= 2, "{inside} points between {low} and {high}");
        }
    }

    #[test]
    fn all_orthants_of_three_variables_are_visited() {
        let mut seen = [0; 8];
        for lane in 0..64 {
            let signs = (0..3).map(|k| usize::from(value(&EVERYWHERE, k, 3, lane) < 0.0) << k).sum::<usize>();
            seen[signs] += 1;
        }
        assert!(seen[0] >= 16 && seen.iter().all(|&count| count >= 2), "{seen:?}");
    }

    #[test]
    fn assumed_ranges_are_kept() {
        for lane in 0..256 {
            let unit = value(&Range { low: 0.0, high: 1.0, integer: false }, 0, 1, lane);
            assert!(unit > 0.0 && unit < 1.0);
            let n = value(&Range { low: 1.0, high: f64::INFINITY, integer: true }, 0, 1, lane);
            assert!(n >= 1.0 && n.fract() == 0.0);
        }
    }
}
