//! Together: which sides of several breaks occur at the same point?
//!
//! Each side may have been seen by itself and two of them never at once: xy > 1 and x² + y² < 2.01 meet in two small spots. What
//! was not seen together is excluded (by linear forms, on a line by solving, by boxes) or searched for; otherwise it is left undecided.

use super::descent::descend;
use super::space::{along, is_common, is_excluded, side};
use super::wall::Break;
use super::{Regions, Side, Space, Undecided, pick};
use crate::eval::real::Lanes;
use crate::number::Number;

/// So many breaks are looked at all at once; of more of them, two at a time.
const AT_ONCE: usize = 4;
/// Boxes that are looked at for each combination.
const BOXES: usize = 150;
/// Points from which a combination is searched for.
const STARTS: usize = 6;

/// Adds regions for combinations of sides that were not seen.
pub(super) fn add(space: &Space<'_>, breaks: &[Break], out: &mut Regions) {
    let turns = |one: &Break| one.period.is_none() && !one.assumed && !one.covered && one.below && one.above;
    let turning: Vec<usize> = (0..breaks.len()).filter(|&at| turns(&breaks[at])).collect();
    if turning.len() < 2 {
        return;
    }
    let groups: Vec<Vec<usize>> = if turning.len() <= AT_ONCE {
        vec![turning]
    } else {
        let pairs = turning.iter().enumerate().flat_map(|(at, &a)| turning[..at].iter().map(move |&b| vec![a, b]));
        pairs.collect()
    };
    let mut search = Search::new(space, breaks, out);
    for group in groups {
        for mask in 0..1usize << group.len() {
            let side = |bit: usize| if mask >> bit & 1 == 0 { Side::Below } else { Side::Above };
            let sides: Vec<(usize, Side)> = group.iter().enumerate().map(|(bit, &at)| (at, side(bit))).collect();
            if search.has_seen(&sides) {
                continue;
            }
            // Hundreds of breaks make tens of thousands of pairs.
            let is_paid = space.work.spend(space.tape.instructions().len(), space.bits);
            if is_paid && search.is_excluded(&sides) {
                continue;
            }
            match is_paid.then(|| search.find(&sides)).flatten() {
                Some(point) => out.found.push(vec![point]),
                None => {
                    out.undecided = search.wanted(&sides);
                    return;
                }
            }
        }
    }
}

struct Search<'a> {
    space: &'a Space<'a>,
    breaks: &'a [Break],
    /// Points with values of both expressions, and their sides.
    seen: Vec<(Vec<f64>, Vec<Option<Side>>)>,
}

impl<'a> Search<'a> {
    fn new(space: &'a Space<'a>, breaks: &'a [Break], regions: &Regions) -> Search<'a> {
        let mut out = Search { space, breaks, seen: Vec::new() };
        for point in regions.found.iter().flatten().chain(&regions.extra) {
            out.look(point.iter().map(Number::to_f64).collect());
        }
        out
    }

    /// The sides of a point, if both expressions have values there.
    fn sides(&self, point: &[f64]) -> Option<Vec<Option<Side>>> {
        let values = Lanes::evaluate(self.space.tape, point, 1);
        let common = is_common(self.space, self.breaks, &values, 0);
        common.then(|| self.breaks.iter().map(|one| side(&values, 0, one)).collect())
    }

    /// Notes the sides of a point.
    fn look(&mut self, point: Vec<f64>) {
        if let Some(sides) = self.sides(&point) {
            self.seen.push((point, sides));
        }
    }

    fn has_seen(&self, sides: &[(usize, Side)]) -> bool {
        self.seen.iter().any(|(_, seen)| sides.iter().all(|&(at, side)| seen[at] == Some(side)))
    }

    fn wanted(&self, sides: &[(usize, Side)]) -> Vec<Undecided> {
        let one = |&(at, side): &(usize, Side)| Undecided { slot: self.breaks[at].slot, at: self.breaks[at].at, side };
        sides.iter().map(one).collect()
    }

    fn is_excluded(&mut self, sides: &[(usize, Side)]) -> bool {
        if let [_] = self.space.bounds {
            let own: Vec<Break> = sides.iter().map(|&(at, _)| self.breaks[at].clone()).collect();
            let line = along(self.space, &own, 0, &[Number::ZERO], pick::seed(self.space.tape));
            for n in line.regions.iter().flatten() {
                let point = vec![n.to_f64()];
                // The same sides come again with every pair.
                if let Some(sides) = self.sides(&point).filter(|new| !self.seen.iter().any(|(_, seen)| seen == new)) {
                    self.seen.push((point, sides));
                }
            }
            // Every combination that there is lies on the line; one without values of both expressions does not count.
            if line.signs {
                return !self.has_seen(sides);
            }
        }
        is_excluded(&Space { effort: BOXES, ..*self.space }, &self.wanted(sides), false)
    }

    /// A point on all of these sides.
    fn find(&mut self, sides: &[(usize, Side)]) -> Option<Vec<Number>> {
        let wanted = self.wanted(sides);
        let matches = |seen: &[Option<Side>]| sides.iter().filter(|&&(at, side)| seen[at] == Some(side)).count();
        let mut starts: Vec<&(Vec<f64>, Vec<Option<Side>>)> = self.seen.iter().collect();
        starts.sort_by_key(|(_, seen)| std::cmp::Reverse(matches(seen)));
        let starts: Vec<Vec<f64>> = starts.into_iter().take(STARTS).map(|(point, _)| point.clone()).collect();
        for start in starts {
            let reached = descend(self.space, &wanted, &|_, _| true, start);
            self.look(reached.clone());
            if self.has_seen(sides) {
                return reached.into_iter().map(Number::from_f64).collect();
            }
        }
        None
    }
}
