//! Memory: what was computed already when many expressions are compared with the same one?
//!
//! The members of a cluster are made of the same parts, and are looked at at the same points. So parts have numbers, by what they
//! compute, and functions of them are evaluated once: at the complex points, and in balls at one certified point. What is remembered has the
//! same bits as what would be computed; only the time is another.

use std::cell::RefCell;

use num_complex::Complex64;
use rustc_hash::FxHashMap;

use super::{Comparison, Problem, Reason, Settings};
use crate::eval::certified::{Certified, Coordinate, Part};
use crate::eval::complex::{ComplexApprox, ComplexLanes};
use crate::expr::Expr;
use crate::number::Number;
use crate::tape::{Input, Instruction, Slot, Tape, TapeError};

/// Compares expressions with the same one, one after the other. The answers are those of `compare_with`.
///
/// ```
/// use egen_math::compare::{Comparer, Settings};
/// use egen_read::read::read_expr;
/// let comparer = Comparer::new(read_expr("sin(2x)")?, Settings::default());
/// assert!(comparer.compare(&read_expr("2*sin(x)*cos(x)")?).verdict.is_equal());
/// assert!(!comparer.compare(&read_expr("2*sin(x)")?).verdict.is_equal());
/// # Ok::<(), egen_read::read::ReadError>(())
/// ```
pub struct Comparer {
    first: Expr,
    settings: Settings,
    memory: RefCell<Memory>,
}

impl Comparer {
    /// For comparisons with an expression.
    pub fn new(first: Expr, settings: Settings) -> Comparer {
        Comparer { first, settings, memory: RefCell::default() }
    }

    /// Compares it with another.
    pub fn compare(&self, other: &Expr) -> Comparison {
        match Problem::new(&self.first, other, &self.settings) {
            Ok(mut problem) => {
                problem.recall =
                    self.memory.borrow_mut().number(&problem.tape).map(|ids| Recall { ids, memory: &self.memory });
                problem.solve(self.first == *other)
            }
            Err(TapeError::TooLarge) => Comparison::unknown(Reason::TooLarge),
        }
    }
}

/// Parts that are remembered before all is forgotten: some five megabytes.
const MOST: usize = 4096;

/// What is remembered.
#[derive(Default)]
struct Memory {
    /// The variables of all that was compared.
    inputs: Vec<Input>,
    /// The numbers of parts; operands are numbers too.
    places: FxHashMap<Instruction, Slot>,
    /// The values at the complex points of each round, by number; of functions only, the rest costs no more than to look it up.
    complex: [Vec<Option<Box<[ComplexApprox]>>>; 2],
    /// The certified point, with its precision, and the balls there.
    point: Option<(Vec<Number>, usize)>,
    balls: Vec<Option<Part>>,
    /// Where ways to special values led to, and those to cuts.
    ways: FxHashMap<Way, Vec<Complex64>>,
    crossed: FxHashMap<Way, Vec<Probes>>,
}

/// Two points that were looked at for a cut.
#[derive(Clone, Debug)]
pub(super) struct Probes {
    /// The inputs of the one and of the other.
    pub at: Vec<Complex64>,
    /// Are they on both sides of it?
    pub is_beside: bool,
}

/// How an argument was made to come near a value, or near a cut: what it computes, the value, and where it began.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Way {
    argument: Slot,
    aim: [u64; 2],
    /// Is it the plane of −iu that the cut lies in?
    turned: bool,
    moving: usize,
    start: Vec<[u64; 2]>,
}

impl Way {
    pub fn new(argument: Slot, aim: Complex64, turned: bool, moving: usize, start: &[Complex64]) -> Way {
        Way { argument, aim: bits(aim), turned, moving, start: start.iter().copied().map(bits).collect() }
    }
}

fn bits(z: Complex64) -> [u64; 2] {
    [z.re.to_bits(), z.im.to_bits()]
}

impl Memory {
    /// The numbers of the parts of a tape, if it reads the same variables as those before and nothing else.
    fn number(&mut self, tape: &Tape) -> Option<Vec<Slot>> {
        if self.places.len() > MOST {
            *self = Memory::default();
        }
        if self.inputs.is_empty() {
            let known = tape.inputs().iter().all(|input| matches!(input, Input::Variable(_)));
            self.inputs = if known { tape.inputs().to_vec() } else { return None };
        }
        if tape.inputs() != self.inputs {
            return None;
        }
        let mut ids: Vec<Slot> = Vec::with_capacity(tape.instructions().len());
        for instruction in tape.instructions() {
            let own = instruction.over(|slot| ids[slot as usize]);
            let next = self.places.len() as Slot;
            ids.push(*self.places.entry(own).or_insert(next));
        }
        let parts = self.places.len();
        self.complex.iter_mut().for_each(|rows| rows.resize(parts, None));
        self.balls.resize(parts, None);
        Some(ids)
    }
}

/// The memory, as a comparison sees it.
pub(super) struct Recall<'a> {
    /// The number of each slot of the comparison's tape.
    ids: Vec<Slot>,
    memory: &'a RefCell<Memory>,
}

impl Recall<'_> {
    /// The values at the complex points of a round.
    pub fn complex(&self, tape: &Tape, round: usize, inputs: &[Complex64], lanes: usize) -> ComplexLanes {
        let rows = &mut self.memory.borrow_mut().complex[round];
        ComplexLanes::evaluate_known(tape, inputs, lanes, &self.ids, rows)
    }

    /// Adds the points that a way led to, if it was gone before.
    pub fn way(&self, way: &Way, points: &mut Vec<Complex64>) -> bool {
        let memory = self.memory.borrow();
        memory.ways.get(&self.numbered(way)).map(|known| points.extend_from_slice(known)).is_some()
    }

    /// Keeps where a way led to.
    pub fn keep_way(&self, way: &Way, points: Vec<Complex64>) {
        self.memory.borrow_mut().ways.insert(self.numbered(way), points);
    }

    /// Adds the points that a search for a cut has looked at, if it was made before.
    pub fn crossed(&self, way: &Way, crossing: usize, probes: &mut Vec<(usize, Probes)>) -> bool {
        let memory = self.memory.borrow();
        let known = memory.crossed.get(&self.numbered(way));
        known.map(|known| probes.extend(known.iter().map(|one| (crossing, one.clone())))).is_some()
    }

    /// Keeps what a search for a cut has looked at.
    pub fn keep_crossed(&self, way: &Way, looked: Vec<Probes>) {
        self.memory.borrow_mut().crossed.insert(self.numbered(way), looked);
    }

    fn numbered(&self, way: &Way) -> Way {
        Way { argument: self.ids[way.argument as usize], ..way.clone() }
    }

    /// The balls at a point, from memory if it is the point that is remembered.
    pub fn certified(&self, tape: &Tape, point: &[Number], inputs: &[Coordinate], bits: usize) -> Certified {
        let memory = &mut *self.memory.borrow_mut();
        let (known, precision) = memory.point.get_or_insert_with(|| (point.to_vec(), bits));
        if known != point || *precision != bits {
            return Certified::evaluate(tape, inputs, bits);
        }
        Certified::evaluate_known(tape, inputs, bits, &self.ids, &mut memory.balls)
    }
}
