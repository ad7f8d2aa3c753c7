//! Domains: is one expression defined anywhere where the other is not?
//!
//! ln(u·v) is defined where both factors are negative, and ln u + ln v is not: that u is negative somewhere says nothing by itself. So it
//! is asked where a part that one expression needs lies beyond the end of a domain while the other expression has a value. Such a point
//! is visited; where there is none, that is shown as for any other side.

use super::descent::descend;
use super::space::{is_excluded, side};
use super::wall::Break;
use super::{Regions, Side, Space, Undecided};
use crate::eval::real::{Lanes, State};
use crate::number::Number;
use crate::set::{self, Set};
use crate::tape::{Exponent, Instruction, Slot};

/// Points from which one is searched for.
const STARTS: usize = 6;

/// Adds points at which one expression only has a value. Tells whether that settles how the domains relate.
pub(super) fn add(space: &Space<'_>, out: &mut Regions) -> bool {
    let [left, right] = space.sides;
    let first = decide(space, left, right, out);
    decide(space, right, left, out) && first
}

/// Is it settled whether `one` has a value anywhere where `other` has none?
fn decide(space: &Space<'_>, one: Slot, other: Slot, out: &mut Regions) -> bool {
    let needs = needed(space, one);
    let beyond: Vec<Vec<Undecided>> =
        needed(space, other).into_iter().filter(|need| !needs.contains(need)).flat_map(|need| need.beyond()).collect();
    if beyond.is_empty() {
        return true;
    }
    let within: Vec<Undecided> = needs.iter().flat_map(Need::within).collect();
    let search = Search { space, one, within };
    if let Some(point) = search.seen(&beyond, out) {
        out.found.push(vec![point]);
        return true;
    }
    // Where only `one` must have a value.
    let alone = Space { sides: [one, one], ..*space };
    let open: Vec<Vec<Undecided>> = beyond.into_iter().filter(|sides| !is_excluded(&alone, sides, false)).collect();
    if open.is_empty() {
        return true;
    }
    let found = open.iter().find_map(|sides| search.descend_to(sides, out));
    out.found.extend(found.iter().map(|point| vec![point.clone()]));
    found.is_some()
}

/// Where a part must lie.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Need {
    slot: Slot,
    domain: Set,
}

/// What an expression needs to have a value, but for single points.
fn needed(space: &Space<'_>, of: Slot) -> Vec<Need> {
    let mut out: Vec<Need> = Vec::new();
    for at in space.tape.reachable(of) {
        let (slot, domain) = match &space.tape.instructions()[at as usize] {
            Instruction::Unary(op, a) => (*a, op.info().domain),
            Instruction::Power(a, _, Exponent::Fraction | Exponent::Varying | Exponent::Constant) => {
                (*a, set::NON_NEGATIVE)
            }
            Instruction::Power(_, _, Exponent::Integer | Exponent::Lattice) => continue,
            Instruction::Number(_) | Instruction::Constant(_) | Instruction::Input(_) => continue,
            Instruction::Binary(..) | Instruction::Where(..) => continue,
        };
        let need = Need { slot, domain };
        if !out.contains(&need) {
            out.push(need);
        }
    }
    out
}

impl Need {
    /// The sides beyond the ends of the domain, and those between two of its parts.
    fn beyond(&self) -> Vec<Vec<Undecided>> {
        let at = |at: f64, side: Side| at.is_finite().then_some(Undecided { slot: self.slot, at, side });
        let spans = self.domain.0;
        let (Some(first), Some(last)) = (spans.first(), spans.last()) else { return Vec::new() };
        let ends = [at(first.low, Side::Below), at(last.high, Side::Above)];
        let gaps = spans
            .windows(2)
            .filter(|pair| pair[0].high < pair[1].low)
            .map(|pair| [at(pair[0].high, Side::Above), at(pair[1].low, Side::Below)].into_iter().flatten().collect());
        ends.into_iter().flatten().map(|one| vec![one]).chain(gaps).collect()
    }

    /// The sides on which all of the domain lies.
    fn within(&self) -> Vec<Undecided> {
        let spans = self.domain.0;
        let at = |at: f64, side: Side| at.is_finite().then_some(Undecided { slot: self.slot, at, side });
        let ends = [
            spans.first().and_then(|first| at(first.low, Side::Above)),
            spans.last().and_then(|last| at(last.high, Side::Below)),
        ];
        ends.into_iter().flatten().collect()
    }
}

struct Search<'a> {
    space: &'a Space<'a>,
    /// The expression that has a value.
    one: Slot,
    /// What it needs.
    within: Vec<Undecided>,
}

impl Search<'_> {
    /// Does a point certainly lie on some sides, is it assumed, and has the expression a value there?
    fn is_there(&self, point: &[f64], sides: &[Undecided]) -> bool {
        let values = Lanes::evaluate(self.space.tape, point, 1);
        let lies = |wanted: &Undecided| {
            side(&values, 0, &Break { at: wanted.at, ..Break::at_zero(wanted.slot) }) == Some(wanted.side)
        };
        values.get(self.one, 0).state() == State::Defined
            && sides.iter().all(lies)
            && self.space.assumed.iter().all(|assumed| {
                let (a, b) = (values.get(assumed.left, 0), values.get(assumed.right, 0));
                assumed.relation.holds(a.value, b.value)
            })
    }

    /// A point that was found and lies on some of these sides.
    fn seen(&self, beyond: &[Vec<Undecided>], regions: &Regions) -> Option<Vec<Number>> {
        let mut points = regions.found.iter().flatten().chain(&regions.extra);
        let there = |point: &&Vec<Number>| {
            let floats: Vec<f64> = point.iter().map(Number::to_f64).collect();
            beyond.iter().any(|sides| self.is_there(&floats, sides))
        };
        points.find(there).cloned()
    }

    /// A point on these sides, if a walk from one that was found leads there.
    fn descend_to(&self, sides: &[Undecided], regions: &Regions) -> Option<Vec<Number>> {
        let wanted: Vec<Undecided> = sides.iter().chain(&self.within).copied().collect();
        let starts = regions.found.iter().filter_map(|points| points.first()).take(STARTS);
        starts.map(|start| start.iter().map(Number::to_f64).collect()).find_map(|start: Vec<f64>| {
            let reached = descend(self.space, &wanted, &|_, _| true, start);
            let point = self.is_there(&reached, sides).then_some(reached)?;
            point.into_iter().map(Number::from_f64).collect()
        })
    }
}
