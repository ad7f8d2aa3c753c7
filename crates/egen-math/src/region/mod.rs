//! Regions: into which connected parts do the breaks of some expressions divide the space of their variables, which point
//! certainly lies in each, and is that all of them?
//!
//! Between breaks every function in the expressions is analytic, so that one point where nothing special happens speaks for its whole
//! region, and for nothing beyond it. In one variable the list is found by solving and by intervals (`wall`, `line`); in several by
//! lines through points of every region found so far, and by a search for the other side of what was seen on one side only
//! (`space`), and for sides that may occur together (`together`); integers are looked at one by one where something breaks (`integer`).

mod contract;
mod descent;
mod domain;
mod integer;
mod jump;
mod level;
mod line;
mod linear;
mod pick;
mod polynomial;
mod quadratic;
mod radical;
mod residue;
mod search;
mod space;
mod together;
mod touch;
mod wall;

use std::cell::Cell;

use crate::deadline::Deadline;
use crate::number::Number;
use crate::tape::{Slot, Tape};
pub(crate) use line::Place;
pub(crate) use wall::Assumed;
use wall::breaks;

/// Between which values an input lies, and whether it is an integer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub low: f64,
    pub high: f64,
    pub integer: bool,
}

impl Bounds {
    pub const NONE: Bounds = Bounds { low: f64::NEG_INFINITY, high: f64::INFINITY, integer: false };

    /// May the input be x?
    pub fn admit(&self, x: f64) -> bool {
        self.low <= x && x <= self.high
    }
}

/// How much certified arithmetic is left for the regions of one comparison, in products of machine words: long numbers in many
/// variables would otherwise keep it busy for minutes.
#[derive(Debug)]
pub(crate) struct Work {
    left: Cell<u64>,
    deadline: Deadline,
}

impl Work {
    /// A few tenths of a second.
    pub const ENOUGH: u64 = 60_000_000;

    pub fn new(products: u64, deadline: Deadline) -> Work {
        Work { left: Cell::new(products), deadline }
    }

    /// Does nobody wait for it any longer?
    fn is_over(&self) -> bool {
        self.deadline.is_over()
    }

    /// Would one evaluation of so many parts be within what all of them may take?
    pub fn allows(parts: usize, bits: usize) -> bool {
        Work::products(parts, bits) <= Work::ENOUGH
    }

    /// Takes what an evaluation of so many parts costs, if there is as much.
    pub fn spend(&self, parts: usize, bits: usize) -> bool {
        let left = self.left.get().checked_sub(Work::products(parts, bits));
        left.inspect(|&left| self.left.set(left)).is_some() && !self.is_over()
    }

    fn products(parts: usize, bits: usize) -> u64 {
        let words = bits.div_ceil(64) as u64;
        parts as u64 * words * words
    }
}

/// What is divided.
pub(crate) struct Space<'a> {
    pub tape: &'a Tape,
    pub assumed: &'a [Assumed],
    /// The expressions whose common domain matters.
    pub sides: [Slot; 2],
    pub bounds: &'a [Bounds],
    /// The precision at which places are told apart.
    pub bits: usize,
    /// How many boxes are looked at for what cannot be solved.
    pub effort: usize,
    /// What is left for certified arithmetic.
    pub work: &'a Work,
    /// Is it asked where expressions are defined? Then it is looked for places at which only one of them is.
    pub domains: bool,
}

/// The regions that were found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Regions {
    /// For each some points that certainly lie in it, the best first.
    pub found: Vec<Vec<Vec<Number>>>,
    /// Further points between breaks, whose regions may be among those found.
    pub extra: Vec<Vec<Number>>,
    /// Single points that count by themselves: integers at which something breaks, zeros of unknown functions.
    pub single: Vec<Vec<Number>>,
    /// So many of them, the first, must be decided; the others are a guard.
    pub required: usize,
    /// Are these all?
    pub complete: bool,
    /// Is it settled how the domains of both expressions relate?
    pub domains: bool,
    /// A value of the one variable near which places are too close together to be told apart.
    pub close: Option<f64>,
    /// Points of regions between integers, where the integers that were visited are not all residues of something periodic: this part.
    pub between: Option<(Slot, Vec<Vec<Number>>)>,
    /// Sides that may all be reached at once, and were neither visited nor excluded; none if nothing is open.
    pub undecided: Vec<Undecided>,
}

/// A part of which it is not known whether it reaches a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Undecided {
    pub slot: Slot,
    pub at: f64,
    pub side: Side,
}

/// A side of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Below,
    Above,
    /// The value itself, which counts for integers and unknown functions.
    At,
}

/// Divides a space.
pub(crate) fn regions(space: &Space<'_>) -> Regions {
    let breaks = breaks(space.tape, space.assumed);
    let mut out = match space.bounds {
        [] => Regions { found: vec![vec![Vec::new()]], complete: true, ..Regions::default() },
        [_] => space::one_variable(space, &breaks),
        _ => space::several_variables(space, &breaks),
    };
    if out.undecided.is_empty() {
        out.undecided.extend(jump::unsolved(space));
    }
    // Complete lists have visited everything.
    out.domains = out.complete || !space.domains || (out.undecided.is_empty() && domain::add(space, &mut out));
    for input in jump::unknown_inputs(space) {
        for point in out.found.iter().flatten() {
            let mut zero = point.clone();
            zero[input] = Number::ZERO;
            out.single.push(zero);
        }
    }
    if space.bounds.iter().any(|bounds| bounds.integer) {
        integer::add(space, &breaks, &mut out);
    } else if !out.complete && out.undecided.is_empty() && space.effort > 0 {
        touch::add(space, &breaks, &mut out);
        together::add(space, &breaks, &mut out);
    }
    out
}

/// Does something jump exactly at a point, in a real direction? What it is there says nothing of what it is beside it.
pub(crate) fn is_at_jump(space: &Space<'_>, point: &[Number]) -> bool {
    jump::is_met(space, point)
}

/// Values of an input at which something special may happen, with the others as at a point: exact ones only.
pub(crate) fn special_values(space: &Space<'_>, input: usize, at: &[Number]) -> Vec<Number> {
    let breaks = wall::all_breaks(space.tape);
    let line = space::along(space, &breaks, input, at, 0);
    let exact = line.places.into_iter().filter(|place| place.low == place.high);
    exact.map(|place| Number::from(place.low)).collect()
}

/// Where some parts of a tape with one input are zero, and where it breaks: in ascending order, each place apart from the next; and
/// whether these are all.
pub(crate) fn zeros_and_breaks(space: &Space<'_>, parts: &[Slot]) -> (Vec<Place>, bool) {
    let mut breaks = wall::all_breaks(space.tape);
    breaks.extend(parts.iter().map(|&slot| wall::Break::at_zero(slot)));
    let line = space::along(space, &breaks, 0, &[Number::ZERO], 0);
    (line.places, line.complete)
}
