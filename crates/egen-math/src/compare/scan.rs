//! Scanning: does some part behave far out as it does nowhere near?
//!
//! |ln(x) − 7| is 7 − ln(x) up to x = 1096, and no sample gets there by itself. A coarse scan of each variable, far out and close
//! to zero, looks for points at which a part lies in a region where it was not seen before.

use super::Problem;
use super::sample::{self, Line, Range};
use crate::eval::real::{Lanes, State};
use crate::op::Op;
use crate::set;
use crate::tape::{Exponent, Instruction, Slot, Tape};

/// Regions that matter to functions and their inverses: signs, and which side of ±1.
pub(super) const REGIONS: usize = 4;

/// The region of a value.
pub(super) fn region(x: f64) -> usize {
    [-1.0, 0.0, 1.0].iter().filter(|&&edge| x > edge).count()
}

/// The most points that are added.
const MOST: usize = 8;

/// Is there something with more than one branch: |u|, √u², acosh((u² + 1)/2u), atan(tan(u))?
pub(super) fn has_branches(tape: &Tape) -> bool {
    use Op::{Abs, Acos, Acosh, Acot, Acsc, Asec, Asech, Asin, Atan, Cot, Sign, Sqrt, Tan};
    let any = |wanted: &[Op]| {
        tape.instructions().iter().any(|i| matches!(i, Instruction::Unary(op, _) if wanted.contains(op)))
    };
    let root = |i: &Instruction| matches!(i, Instruction::Power(_, _, Exponent::Fraction));
    any(&[Abs, Sign, Sqrt, Asin, Acos, Acsc, Asec, Acosh, Asech])
        || (any(&[Atan, Acot]) && any(&[Tan, Cot]))
        || tape.instructions().iter().any(root)
}

/// Points at which both sides are defined and a part lies in a region where it lies at none of the `near` ones.
pub(super) fn unseen(problem: &Problem<'_>, near: &Lanes, lines: &[Option<Line>]) -> Vec<f64> {
    let mut parts = Parts::new(&problem.tape);
    for lane in 0..near.lanes() {
        parts.cover(problem, near, lane);
    }
    let points = scan(&problem.ranges, &edges(&problem.tape, lines));
    let width = problem.ranges.len();
    let far = Lanes::evaluate(&problem.tape, &points, points.len() / width);
    let mut out = Vec::new();
    for (lane, point) in points.chunks(width).enumerate() {
        if parts.cover(problem, &far, lane) {
            out.extend_from_slice(point);
        }
        if out.len() >= MOST * width {
            break;
        }
    }
    out
}

/// Parts whose region is not that of their arguments: sums and functions. Each with the regions where it was seen, as bits.
struct Parts(Vec<(Slot, u8)>);

impl Parts {
    fn new(tape: &Tape) -> Parts {
        let turns = |i: &Instruction| match i {
            Instruction::Binary(op, ..) => matches!(op, Op::Add | Op::Sub | Op::Log),
            Instruction::Unary(op, _) => *op != Op::Neg,
            _ => false,
        };
        let all = tape.instructions().iter().enumerate();
        Parts(all.filter(|(_, i)| turns(i)).map(|(slot, _)| (slot as Slot, 0)).collect())
    }

    /// Notes where they lie at a point where both sides are defined. Was any of it new?
    fn cover(&mut self, problem: &Problem<'_>, values: &Lanes, lane: usize) -> bool {
        let defined = |slot: Slot| values.get(slot, lane).state() == State::Defined;
        if !(defined(problem.left) && defined(problem.right) && problem.admits(values, lane)) {
            return false;
        }
        let mut new = false;
        for (slot, seen) in &mut self.0 {
            let here = 1 << region(values.get(*slot, lane).value);
            new |= *seen & here == 0;
            *seen |= here;
        }
        new
    }
}

/// Each variable far out and close to zero, and what a function wants to be positive, or on one side of ±1, close to there, with
/// the other variables where samples are.
fn scan(ranges: &[Range], edges: &[Line]) -> Vec<f64> {
    const EXPONENTS: [i32; 8] = [7, 11, 15, 20, 27, 35, -10, -22];
    const EDGES: [f64; 3] = [0.002, 0.999, 1.001];
    let far = (0..ranges.len()).map(Line::input).flat_map(|line| EXPONENTS.map(|k| (line, 1.3125 * 2f64.powi(k))));
    let edges = edges.iter().flat_map(|&line| EDGES.map(|at| (line, at)));
    let mut out = Vec::new();
    for (lane, (line, size)) in far.chain(edges).enumerate() {
        for signed in [size, -size] {
            let (x, own) = (line.solve(signed), &ranges[line.input]);
            // The ends of a range are no place to look: sign(x) is not 1 at 0.
            if own.integer || x <= own.low || x >= own.high {
                continue;
            }
            out.extend(
                ranges
                    .iter()
                    .enumerate()
                    .map(|(k, range)| if k == line.input { x } else { sample::value(range, k, ranges.len(), lane) }),
            );
        }
    }
    out
}

/// The parts a·x + b at which some function is not defined everywhere.
fn edges(tape: &Tape, lines: &[Option<Line>]) -> Vec<Line> {
    const MOST: usize = 4;
    let mut out = Vec::new();
    for instruction in tape.instructions() {
        let argument = match instruction {
            Instruction::Unary(op, a) if op.info().domain != set::ALL => a,
            Instruction::Power(a, _, Exponent::Fraction | Exponent::Varying) => a,
            Instruction::Binary(Op::Div, _, below) => below,
            Instruction::Binary(Op::Log, of, _) => of,
            _ => continue,
        };
        if let Some(line) = lines[*argument as usize] {
            line.note(&mut out);
        }
    }
    out.truncate(MOST);
    out
}
