//! Searching: which regions do several variables have?
//!
//! Lines through a point of a region cross into its neighbours, and lines through these go on. What was seen on one side of a break
//! only is searched for on the other: the part itself is made as small, or as large, as it gets, from several starts and at
//! the centre of what is quadratic. A side that is found is visited; one that intervals or the centre exclude is not there.

use super::descent::{self, descend};
use super::pick;
use super::quadratic::{self, Extreme};
use super::space::{along, is_common, is_excluded, side};
use super::wall::Break;
use super::{Regions, Side, Space, Undecided};
use crate::eval::real::Lanes;
use crate::mix::split_mix;
use crate::number::Number;
use crate::tape::{Instruction, Slot};

/// Lines that are looked at, and regions that are kept.
const LINES: usize = 40;
const REGIONS: usize = 64;
/// The most points along lines.
const EXTRA: usize = 400;
/// The most cells of a grid.
const CELLS: usize = 256;
/// Points of a region that are kept.
const POINTS: usize = 3;

pub(super) struct Search<'a> {
    space: &'a Space<'a>,
    /// The same, with the effort that a single line is worth.
    line_space: Space<'a>,
    breaks: &'a [Break],
    seed: u64,
    regions: Vec<Region>,
    /// Points whose lines are to be looked at.
    todo: Vec<Vec<Number>>,
    lines: usize,
    /// Points between walls along the lines.
    extra: Vec<Vec<Number>>,
}

struct Region {
    sides: Vec<Option<Side>>,
    /// Is it assumed, and do both expressions have values there?
    common: bool,
    points: Vec<Vec<Number>>,
}

impl<'a> Search<'a> {
    pub fn new(space: &'a Space<'a>, breaks: &'a [Break]) -> Search<'a> {
        let line_space = Space { effort: space.effort / 8, ..*space };
        Search {
            space,
            line_space,
            breaks,
            seed: pick::seed(space.tape),
            regions: Vec::new(),
            todo: Vec::new(),
            lines: 0,
            extra: Vec::new(),
        }
    }

    pub fn run(mut self) -> Regions {
        if let Some(complete) = self.grid() {
            let found = self.regions.into_iter().map(|region| region.points).collect();
            let mut out = Regions { found, complete, ..Regions::default() };
            if !complete {
                let seen = super::space::Seen::of(self.space, self.breaks, &out);
                out.undecided.extend(seen.missing(self.breaks).find(|one| !is_excluded(self.space, &[*one], false)));
            }
            return out;
        }
        for turn in 0..3 {
            let start = self.start(turn);
            self.add(start);
        }
        self.follow();
        let mut undecided = Vec::new();
        for missing in self.missing() {
            // It may have been seen in the meantime.
            if self.has_seen(missing) || self.visit(missing) {
                continue;
            }
            if undecided.is_empty() {
                undecided.push(missing);
            }
        }
        let found = self.regions.into_iter().map(|region| region.points).collect();
        Regions { found, extra: self.extra, complete: self.breaks.is_empty(), undecided, ..Regions::default() }
    }

    /// A point at which nothing special happens.
    fn start(&self, turn: u64) -> Vec<Number> {
        let one = |(k, bounds): (usize, &super::Bounds)| {
            let ends = [bounds.low, bounds.high].map(|x| Number::from_f64(x).map(|n| n.to_rational()));
            let seed = self.seed ^ (turn * 64 + k as u64).wrapping_mul(0x9E37_79B9);
            let all = pick::between(ends[0].as_ref(), ends[1].as_ref(), seed);
            all.into_iter().next().unwrap_or(Number::ZERO)
        };
        self.space.bounds.iter().enumerate().map(one).collect()
    }

    /// Where every break is one of a single variable, regions are the cells of a grid. Tells whether these are all.
    fn grid(&mut self) -> Option<bool> {
        let masks = inputs_of(self.space);
        let single = |one: &Break| one.covered || masks[one.slot as usize].count_ones() <= 1;
        if !self.breaks.iter().all(single) {
            return None;
        }
        let at = self.start(0);
        let mut complete = true;
        let mut cells: Vec<Vec<Number>> = vec![at.clone()];
        for input in 0..at.len() {
            let own: Vec<Break> =
                self.breaks.iter().filter(|one| masks[one.slot as usize] == 1 << input.min(63)).cloned().collect();
            if own.is_empty() {
                continue;
            }
            let line = along(self.space, &own, input, &at, self.seed ^ input as u64);
            complete &= line.complete;
            let mut next = Vec::new();
            for cell in &cells {
                for (k, region) in line.regions.iter().enumerate() {
                    let mut cell = cell.clone();
                    cell[input] = region[k % region.len().min(2)].clone();
                    next.push(cell);
                }
            }
            complete &= next.len() <= CELLS;
            next.truncate(CELLS);
            cells = next;
        }
        for cell in cells {
            // Cells differ although signs may not: asin(sin x) is another function on each.
            self.regions.push(Region { sides: Vec::new(), common: true, points: vec![cell] });
        }
        Some(complete)
    }

    /// Adds a point, as a region of its own if its sides are new. Tells whether they are.
    fn add(&mut self, point: Vec<Number>) -> bool {
        let inputs: Vec<f64> = point.iter().map(Number::to_f64).collect();
        let values = Lanes::evaluate(self.space.tape, &inputs, 1);
        let sides: Vec<Option<Side>> = self.breaks.iter().map(|one| side(&values, 0, one)).collect();
        let common = is_common(self.space, self.breaks, &values, 0);
        match self.regions.iter_mut().find(|region| region.common == common && region.sides == sides) {
            Some(region) => {
                if region.points.len() < POINTS {
                    region.points.push(point);
                }
                false
            }
            None => {
                if self.regions.len() < REGIONS {
                    self.regions.push(Region { sides, common, points: vec![point.clone()] });
                    self.todo.push(point);
                }
                true
            }
        }
    }

    /// Looks along the lines through points of new regions.
    fn follow(&mut self) {
        while let Some(point) = self.todo.pop() {
            for input in 0..point.len() {
                if self.lines == LINES {
                    return;
                }
                self.lines += 1;
                self.cross(&point, input);
            }
        }
    }

    /// Adds the regions along a line.
    fn cross(&mut self, point: &[Number], input: usize) {
        let line = along(&self.line_space, self.breaks, input, point, self.seed ^ self.lines as u64);
        let first = line.regions.into_iter().filter_map(|region| region.into_iter().next());
        for at in first.chain(line.extra) {
            let mut next = point.to_vec();
            next[input] = at;
            if self.extra.len() < EXTRA {
                self.extra.push(next.clone());
            }
            self.add(next);
        }
    }

    /// Was a side seen where both expressions have values?
    fn has_seen(&self, one: Undecided) -> bool {
        let same = |known: &Break| known.slot == one.slot && known.at == one.at && known.period.is_none();
        let at = self.breaks.iter().position(same);
        let seen = |region: &Region, at: usize| region.common && region.sides[at] == Some(one.side);
        at.is_none_or(|at| self.regions.iter().any(|region| seen(region, at)))
    }

    /// The sides that were not seen and on which something is defined.
    fn missing(&self) -> Vec<Undecided> {
        let mut out = Vec::new();
        for one in self.breaks.iter().filter(|one| one.period.is_none() && !one.assumed) {
            for (side, matters) in [(Side::Below, one.below), (Side::Above, one.above)] {
                let undecided = Undecided { slot: one.slot, at: one.at, side };
                if matters && !self.has_seen(undecided) {
                    out.push(undecided);
                }
            }
        }
        out
    }

    /// Visits a side that was not seen, or shows that it is not there.
    fn visit(&mut self, one: Undecided) -> bool {
        if is_excluded(self.space, &[one], false) {
            return true;
        }
        match quadratic::extreme(self.space, one) {
            Some(Extreme::Excluded) => return true,
            Some(Extreme::At(centre)) => {
                if let Some(point) = self.beside(&centre, one) {
                    self.add(point);
                }
                for input in 0..centre.len() {
                    self.cross(&centre, input);
                }
            }
            None => {}
        }
        if !self.has_seen(one) {
            for start in self.starts(one) {
                let reached = descend(self.space, &[one], &|_, _| true, start);
                let point: Option<Vec<Number>> = reached.iter().map(|&x| Number::from_f64(x)).collect();
                if let Some(point) = point {
                    self.add(point.clone());
                    for input in 0..point.len() {
                        self.cross(&point, input);
                    }
                }
                if self.has_seen(one) {
                    break;
                }
            }
        }
        if self.has_seen(one) {
            self.lines = self.lines.min(LINES / 2);
            self.follow();
            return true;
        }
        false
    }

    /// A point near a centre, at which nothing special happens, that is still on the side.
    fn beside(&self, centre: &[Number], one: Undecided) -> Option<Vec<Number>> {
        let generic = self.start(7);
        for halvings in 0..60i32 {
            let scale = 0.5f64.powi(halvings);
            let moved = centre.iter().zip(&generic).map(|(c, g)| {
                let offset = Number::from_f64(g.to_f64() * scale)?;
                c.combine(crate::op::Op::Add, &offset)
            });
            let point: Vec<Number> = moved.collect::<Option<_>>()?;
            let inputs: Vec<f64> = point.iter().map(Number::to_f64).collect();
            let values = Lanes::evaluate(self.space.tape, &inputs, 1);
            let part = Break { at: one.at, ..Break::at_zero(one.slot) };
            if side(&values, 0, &part) == Some(one.side) {
                return Some(point);
            }
        }
        None
    }

    /// Points from which a side is searched for: those found so far, and of many others, of all sizes, the nearest to it.
    fn starts(&self, one: Undecided) -> Vec<Vec<f64>> {
        const MANY: u64 = 128;
        let as_floats = |point: &Vec<Number>| point.iter().map(Number::to_f64).collect::<Vec<f64>>();
        let mut out: Vec<Vec<f64>> =
            self.regions.iter().rev().take(4).filter_map(|r| r.points.first()).map(as_floats).collect();
        let many: Vec<Vec<f64>> = (0..MANY).map(|turn| as_floats(&self.of_any_size(turn))).collect();
        let distances = descent::distances(self.space, &[one], &|_, _| true, &many.concat());
        let mut nearest: Vec<(f64, Vec<f64>)> = distances.into_iter().zip(many).collect();
        nearest.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        out.extend(nearest.into_iter().take(4).map(|(_, point)| point));
        out
    }

    /// A point whose coordinates are of different sizes.
    fn of_any_size(&self, turn: u64) -> Vec<Number> {
        let one = |(k, bounds): (usize, &super::Bounds)| {
            let ends = [bounds.low, bounds.high].map(|x| Number::from_f64(x).map(|n| n.to_rational()));
            let seed = split_mix(self.seed ^ (turn * 64 + k as u64));
            let all = pick::between(ends[0].as_ref(), ends[1].as_ref(), seed);
            all.into_iter().cycle().nth((seed >> 60) as usize).unwrap_or(Number::ZERO)
        };
        self.space.bounds.iter().enumerate().map(one).collect()
    }
}

/// The inputs that each slot depends on, as bits.
fn inputs_of(space: &Space<'_>) -> Vec<u64> {
    let mut out: Vec<u64> = Vec::with_capacity(space.tape.instructions().len());
    for instruction in space.tape.instructions() {
        let of = |slot: &Slot| out[*slot as usize];
        let next = match instruction {
            Instruction::Number(_) | Instruction::Constant(_) => 0,
            Instruction::Input(k) => 1 << (*k).min(63),
            Instruction::Unary(_, a) => of(a),
            Instruction::Binary(_, a, b) | Instruction::Power(a, b, _) | Instruction::Where(a, b) => of(a) | of(b),
        };
        out.push(next);
    }
    out
}
