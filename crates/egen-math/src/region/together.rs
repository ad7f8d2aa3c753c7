//! Together: which sides of several breaks occur at the same point?
//!
//! Each side may have been seen by itself and two of them never at once: xy > 1 and x² + y² < 2.01 meet in two small spots. What
//! was not seen together is excluded (by linear forms, on a line by solving, by boxes) or searched for; otherwise it is left undecided.

use super::descent::descend;
use super::space::{along, is_common, is_excluded, side};
use super::wall::Break;
use super::{Regions, Side, Space, Undecided, Work, linear, pick};
use crate::eval::real::Lanes;
use crate::number::Number;
use crate::tape::Slot;

/// Boxes that are looked at for each combination.
const BOXES: usize = 150;
/// Points from which a combination is searched for.
const STARTS: usize = 6;

/// Adds regions for combinations of sides that were not seen.
///
/// Break by break: sides of the first breaks that occur together are continued to both sides of the next, and those that do not are not. So
/// all combinations are looked at, however many breaks there are, unless it takes too long to tell.
pub(super) fn add(space: &Space<'_>, breaks: &[Break], out: &mut Regions) {
    let turns = |one: &Break| one.period.is_none() && !one.assumed && !one.covered && one.below && one.above;
    let turning: Vec<usize> = (0..breaks.len()).filter(|&at| turns(&breaks[at])).collect();
    if turning.len() < 2 {
        return;
    }
    let mut search = Search::new(space, breaks, out);
    let mut todo: Vec<Vec<(usize, Side)>> = vec![Vec::new()];
    while let Some(sides) = todo.pop() {
        let Some(&next) = turning.get(sides.len()) else { continue };
        for side in [Side::Below, Side::Above] {
            let mut longer = sides.clone();
            longer.push((next, side));
            let is_last = longer.len() == turning.len();
            match search.look_for(&longer, is_last) {
                Found::Seen | Found::Open => {}
                Found::At(point) => out.found.push(vec![point]),
                Found::Excluded => continue,
                Found::Undecided => {
                    out.undecided = search.wanted(&search.least(longer));
                    return;
                }
            }
            todo.push(longer);
        }
    }
}

/// What is known of a combination of sides.
enum Found {
    /// A region that is visited anyway has them.
    Seen,
    /// Some point has them; with those of all breaks it will be told whether the expressions have values there.
    Open,
    At(Vec<Number>),
    Excluded,
    Undecided,
}

struct Search<'a> {
    space: &'a Space<'a>,
    breaks: &'a [Break],
    /// Points with values of both expressions, and their sides.
    seen: Vec<(Vec<f64>, Vec<Option<Side>>)>,
    /// What is left for this search by itself, so that the regions can be visited afterwards.
    work: Work,
}

impl<'a> Search<'a> {
    fn new(space: &'a Space<'a>, breaks: &'a [Break], regions: &Regions) -> Search<'a> {
        let work = Work::new(Work::ENOUGH, space.work.deadline.clone());
        let mut out = Search { space, breaks, seen: Vec::new(), work };
        // Further points are not visited with certain digits, so that they count as little as if nobody had seen them.
        for point in regions.found.iter().filter_map(|points| points.first()) {
            let point: Vec<f64> = point.iter().map(Number::to_f64).collect();
            let sides = out.sides(&point);
            out.seen.extend(sides.map(|sides| (point, sides)));
        }
        out
    }

    /// The sides of a point, if both expressions have values there.
    fn sides(&self, point: &[f64]) -> Option<Vec<Option<Side>>> {
        let values = Lanes::evaluate(self.space.tape, point, 1);
        let common = is_common(self.space, self.breaks, &values, 0);
        common.then(|| self.breaks.iter().map(|one| side(&values, 0, one)).collect())
    }

    fn has_seen(&self, sides: &[(usize, Side)]) -> bool {
        self.seen.iter().any(|(_, seen)| sides.iter().all(|&(at, side)| seen[at] == Some(side)))
    }

    fn wanted(&self, sides: &[(usize, Side)]) -> Vec<Undecided> {
        let one = |&(at, side): &(usize, Side)| Undecided { slot: self.breaks[at].slot, at: self.breaks[at].at, side };
        sides.iter().map(one).collect()
    }

    /// Of sides that were not seen together the fewest that were not.
    fn least(&self, mut sides: Vec<(usize, Side)>) -> Vec<(usize, Side)> {
        let mut at = 0;
        while at < sides.len() {
            let one = sides.remove(at);
            if self.has_seen(&sides) {
                sides.insert(at, one);
                at += 1;
            }
        }
        sides
    }

    fn look_for(&mut self, sides: &[(usize, Side)], is_last: bool) -> Found {
        if self.has_seen(sides) {
            return Found::Seen;
        }
        // Boxes and descents take about so many evaluations in floating point.
        if !self.work.spend(BOXES * self.space.tape.instructions().len(), 64) {
            return Found::Undecided;
        }
        if let [_] = self.space.bounds {
            let own: Vec<Break> = sides.iter().map(|&(at, _)| self.breaks[at].clone()).collect();
            let line = along(self.space, &own, 0, &[Number::ZERO], pick::seed(self.space.tape));
            let mut unsure = false;
            for n in line.regions.into_iter().flatten() {
                let point = vec![n.to_f64()];
                let Some(here) = self.sides(&point) else { continue };
                if sides.iter().all(|&(at, side)| here[at] == Some(side)) {
                    self.seen.push((point, here));
                    return Found::At(vec![n]);
                }
                unsure |= sides.iter().all(|&(at, side)| here[at].is_none_or(|there| there == side));
            }
            // Every combination that there is lies on the line; one without values of both expressions does not count.
            if line.signs && !unsure {
                return Found::Excluded;
            }
        }
        let wanted = self.wanted(sides);
        if is_excluded(&Space { effort: BOXES, ..*self.space }, &wanted, false) {
            return Found::Excluded;
        }
        // Sides of linear forms are the same all over a cell, and so is whether a product of them has a root: its visit tells.
        let covered: Vec<Slot> = self.breaks.iter().filter(|one| one.covered).map(|one| one.slot).collect();
        match linear::point(self.space, &wanted, &covered, pick::seed(self.space.tape)) {
            Some(point) if is_last => return Found::At(point),
            Some(_) => return Found::Open,
            None => {}
        }
        self.descend_to(sides, &wanted).map_or(Found::Undecided, Found::At)
    }

    /// A point on all of these sides, if a walk from one that was seen leads there.
    fn descend_to(&mut self, sides: &[(usize, Side)], wanted: &[Undecided]) -> Option<Vec<Number>> {
        if !self.work.spend(STARTS * BOXES * self.space.tape.instructions().len(), 64) {
            return None;
        }
        let matches = |seen: &[Option<Side>]| sides.iter().filter(|&&(at, side)| seen[at] == Some(side)).count();
        let mut starts: Vec<&(Vec<f64>, Vec<Option<Side>>)> = self.seen.iter().collect();
        starts.sort_by_key(|(_, seen)| std::cmp::Reverse(matches(seen)));
        let starts: Vec<Vec<f64>> = starts.into_iter().take(STARTS).map(|(point, _)| point.clone()).collect();
        for start in starts {
            let reached = descend(self.space, wanted, &|_, _| true, start);
            let here = self.sides(&reached).filter(|here| sides.iter().all(|&(at, side)| here[at] == Some(side)));
            if let Some(here) = here {
                self.seen.push((reached.clone(), here));
                return reached.into_iter().map(Number::from_f64).collect();
            }
        }
        None
    }
}
