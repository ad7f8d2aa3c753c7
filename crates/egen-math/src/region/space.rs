//! Space: which regions are there, in one variable and in several?

use dashu_base::{Abs, BitTest};
use dashu_ratio::RBig;

use super::contract::contract;
use super::level::Level;
use super::line::{self, Cuts, Place};
use super::linear;
use super::pick;
use super::wall::{Break, View, Wall};
use super::{Assumed, Regions, Side, Space, Undecided, Work};
use crate::assume::Relation;
use crate::eval::certified::{Certified, Coordinate};
use crate::eval::interval;
use crate::eval::real::{Lanes, State};
use crate::number::Number;
use crate::op::Op;
use crate::range::{End, Range};
use crate::tape::{Input, Instruction, Slot, Tape};

/// How many places of those that repeat are looked at, around zero and around every other place.
const REPEATS: i64 = 3;
/// The most points in intervals that are not decided.
const MAX_EXTRA: usize = 60;
/// The most places on a line: each has a region beside it to be visited.
const MAX_PLACES: usize = 1000;

/// A line through a point: the regions along it.
pub(super) struct Line {
    /// Points in each region along the line, in ascending order.
    pub regions: Vec<Vec<Number>>,
    /// The places between them.
    pub places: Vec<Place>,
    /// Points where it is not known which region they belong to.
    pub extra: Vec<Number>,
    pub complete: bool,
    /// Do the regions show all combinations of sides that occur?
    pub signs: bool,
    /// Breaks that may lie where it could not be told, and where.
    pub open: Vec<(usize, f64, f64)>,
    /// The bits with which more would be known.
    wanted: Option<usize>,
    /// Where places are too close together to be told apart.
    pub close: Option<f64>,
}

/// The regions along the line on which one input varies. Places that are not told apart are looked at with more digits, as many as the
/// parts of everything are apart there: 1 and 1 + exp(-2000) are two places.
pub(super) fn along(space: &Space<'_>, breaks: &[Break], input: usize, at: &[Number], seed: u64) -> Line {
    const CLOSER: usize = 2048;
    const CLOSEST: usize = 16384;
    let mut line = along_at(space, breaks, input, at, seed);
    let mut bits = space.bits;
    while space.domains
        && let Some(wanted) = line.wanted
        && wanted > bits
        && wanted <= CLOSEST
        && Work::allows(space.tape.instructions().len(), wanted)
    {
        bits = wanted.max(CLOSER);
        line = along_at(&Space { bits, ..*space }, breaks, input, at, seed);
    }
    line
}

fn along_at(space: &Space<'_>, breaks: &[Break], input: usize, at: &[Number], seed: u64) -> Line {
    let points: Vec<Coordinate> = at.iter().cloned().map(Coordinate::Exact).collect();
    let view = View::new(space.tape, input, &points, space.bits);
    let mut walls: Vec<Wall> = Vec::new();
    // What is zero where its factors are has no places of its own.
    for (from, one) in breaks.iter().enumerate().filter(|(_, one)| !one.covered) {
        view.walls(one, from, &mut walls);
    }
    let mut inputs: Vec<Range> = at.iter().map(Range::point).collect();
    let bounds = space.bounds[input];
    inputs[input] = Range::between(bounds.low, bounds.high);
    let cuts = line::cut(&view, &walls, &inputs, &points, space);
    let open: Vec<(usize, f64, f64)> = cuts
        .open
        .iter()
        .flat_map(|open| open.walls.iter().map(|&wall| (walls[wall].from, open.low, open.high)))
        .collect();
    let all: Vec<Slot> = (0..space.tape.instructions().len() as Slot).collect();
    let periodic = is_periodic(space, &view, &cuts, &all);
    let repeats_end = cuts.repeating.is_empty() || periodic;
    let mut complete = open.is_empty() && repeats_end;
    let mut places = expand(&cuts, &bounds, periodic, space.bits);
    if let Some(all) = &mut places.all_inside {
        complete = open.is_empty() && *all;
    }
    // What is not decided is looked at in its parts.
    let parts = open.iter().flat_map(|&(_, low, high)| [0.2, 0.5, 0.8].map(|share| inside(low, high, share)));
    let extra: Vec<Number> = parts.filter_map(Number::from_f64).take(MAX_EXTRA).collect();
    places.list.sort_by(|a, b| a.low.cmp(&b.low));
    let (mut merged, met) = merge(places.list);
    complete &= merged.len() <= MAX_PLACES;
    merged.truncate(MAX_PLACES);
    let told = if space.domains { tell_apart(&view, &points, &met) } else { Apart::default() };
    let wanted = cuts.wanted.max(told.wanted);
    let ends = [bounds.low, bounds.high].map(|x| Number::from_f64(x).map(|n| n.to_rational()));
    let regions = pick_between(&with_open(&merged, &open), ends[0].as_ref(), ends[1].as_ref(), seed);
    // Sides come again with the breaks, even where the expressions do not.
    let mut parts: Vec<Slot> = breaks.iter().flat_map(|one| space.tape.reachable(one.slot)).collect();
    parts.sort_unstable();
    parts.dedup();
    let met = !met.is_empty();
    let signs = complete || (open.is_empty() && !met && is_periodic(space, &view, &cuts, &parts));
    Line { regions, places: merged, extra, complete, signs, open, wanted, close: told.close }
}

/// What is not known of places that met.
#[derive(Default)]
struct Apart {
    wanted: Option<usize>,
    close: Option<f64>,
}

/// Are places that met one? They are if they lie within a distance that is small beside everything that the breaks are made of there.
fn tell_apart(view: &View<'_>, points: &[Coordinate], met: &[Place]) -> Apart {
    const LEAST: i64 = 1024;
    let log2 = |n: &RBig| n.numerator().bit_len() as i64 - n.denominator().bit_len() as i64;
    let mut out = Apart::default();
    for place in met {
        let middle = (&place.low + &place.high) / RBig::from(2);
        let needed = enough_bits(view.tape, view.input, points, &middle).max(LEAST);
        let around_zero = place.low <= RBig::ZERO && RBig::ZERO <= place.high;
        let size = if around_zero { 0 } else { log2(&middle) };
        if log2(&(&place.high - &place.low)) > size.saturating_sub(needed) {
            out.wanted = out.wanted.max(Some((needed as usize).saturating_add(192)));
            out.close = Some(Number::from(middle).to_f64());
        }
    }
    out
}

/// To how many bits two numbers near a value of the variable must be the same to be called one: twice as many as the parts of what they
/// come from are apart ([`Certified::spread`]), and some. Parts are looked at on both sides of the value, since some of them vanish just there.
pub(super) fn enough_bits(tape: &Tape, input: usize, points: &[Coordinate], at: &RBig) -> i64 {
    const BITS: usize = 192;
    let beside = RBig::ONE / RBig::from(1024);
    let spread = |by: RBig| {
        let mut point = points.to_vec();
        point[input] = Coordinate::Exact(Number::from(at + by));
        Certified::evaluate(tape, &point, BITS).spread(0..tape.instructions().len() as Slot)
    };
    let step = if at.clone().abs() < beside { beside } else { at * beside };
    let most = spread(step.clone()).max(spread(-step));
    most.saturating_mul(2).saturating_add(128)
}

/// A number between two floats, in the middle of their sizes.
fn inside(low: f64, high: f64, share: f64) -> f64 {
    if low < 0.0 && high > 0.0 {
        return if low.is_finite() && high.is_finite() { low + (high - low) * share } else { (share - 0.4) * 100.0 };
    }
    if low < 0.0 {
        return -inside(-high, -low, 1.0 - share);
    }
    let (a, b) = (low.max(1e-300), high.min(1e300));
    if b > 4.0 * a { (a.ln() + (b.ln() - a.ln()) * share).exp() } else { a + (b - a) * share }
}

struct Expanded {
    list: Vec<Place>,
    /// Of bounded ranges: are all repeating places inside listed?
    all_inside: Option<bool>,
}

/// All places, those that repeat around zero and around every other place.
fn expand(cuts: &Cuts, bounds: &super::Bounds, periodic: bool, bits: usize) -> Expanded {
    let mut list = cuts.places.clone();
    let near = |x: f64| x.is_finite().then_some(x);
    let mut centres: Vec<f64> = cuts.places.iter().map(|place| Number::from(place.low.clone()).to_f64()).collect();
    centres.extend([near(bounds.low), near(bounds.high)].into_iter().flatten());
    let mut all_inside = None;
    for (level, period) in &cuts.repeating {
        let (base, step) = (level.ball(bits).to_f64(), period.ball(bits).to_f64());
        if !(base.is_finite() && step.is_finite()) || step == 0.0 {
            continue;
        }
        let turn = |x: f64| ((x - base) / step).floor() as i64;
        let mut turns: Vec<i64> = Vec::new();
        let bounded = bounds.low.is_finite() && bounds.high.is_finite();
        let (first, last) = (turn(bounds.low).min(turn(bounds.high)), turn(bounds.low).max(turn(bounds.high)));
        if bounded && last.saturating_sub(first) <= 40 {
            turns.extend(first - 1..=last + 1);
            all_inside = Some(all_inside.unwrap_or(true));
        } else {
            turns.extend(-REPEATS..=REPEATS);
            if !periodic {
                let around = centres.iter().map(|&x| turn(x)).filter(|turn| turn.abs() < 1 << 50);
                turns.extend(around.flat_map(|turn| turn - 1..=turn + 2));
                all_inside = bounded.then_some(false);
            }
        }
        turns.sort_unstable();
        turns.dedup();
        for turn in turns {
            let times = Level::Exact(Number::from(turn));
            let at = period.combine(Op::Mul, &times, bits);
            let at = at.and_then(|shift| level.combine(Op::Add, &shift, bits));
            list.extend(at.as_ref().and_then(|level| Place::of(level, bits)));
        }
    }
    Expanded { list, all_inside }
}

/// Are these parts periodic on a line, with a period that is covered by the places looked at around zero?
fn is_periodic(space: &Space<'_>, view: &View<'_>, cuts: &Cuts, parts: &[Slot]) -> bool {
    if cuts.repeating.is_empty() || !cuts.places.is_empty() {
        return false;
    }
    // The input stands in arguments of functions with that period only, as a·x + b; the periods are multiples of each other.
    let instructions = space.tape.instructions();
    let mut linear: Vec<bool> = vec![false; instructions.len()];
    for &slot in parts {
        let (at, instruction) = (slot as usize, &instructions[slot as usize]);
        if !view.varies(slot) {
            continue;
        }
        let fine = |slot: &u32| !view.varies(*slot) || !linear[*slot as usize];
        linear[at] = match instruction {
            Instruction::Input(_) => true,
            Instruction::Unary(Op::Neg, a) => linear[*a as usize],
            Instruction::Unary(op, a) if linear[*a as usize] => {
                if !op.is_periodic() {
                    return false;
                }
                false
            }
            Instruction::Binary(_, a, b) | Instruction::Power(a, b, _) | Instruction::Where(a, b) => {
                if fine(a) && fine(b) {
                    false
                } else {
                    let keeps = match instruction {
                        Instruction::Binary(Op::Add | Op::Sub | Op::Mul, ..) => true,
                        Instruction::Binary(Op::Div, _, b) => !view.varies(*b),
                        _ => false,
                    };
                    if !keeps || (view.varies(*a) && view.varies(*b)) {
                        return false;
                    }
                    true
                }
            }
            _ => false,
        };
    }
    // sin(x) with sin(x/100): the shorter ones must not hide the longer one.
    let steps: Vec<f64> = cuts.repeating.iter().map(|(_, period)| period.ball(64).to_f64().abs()).collect();
    let (low, high) = steps.iter().fold((f64::INFINITY, 0f64), |(a, b), &x| (a.min(x), b.max(x)));
    high <= low * (REPEATS as f64) && steps.iter().all(|&x| ((x / low) - (x / low).round()).abs() < 1e-9)
}

/// Places that may be the same become one. Tells which of them may have been different all the same.
fn merge(places: Vec<Place>) -> (Vec<Place>, Vec<Place>) {
    let mut out: Vec<Place> = Vec::with_capacity(places.len());
    let mut met: Vec<Place> = Vec::new();
    let mut is_met = false;
    for place in places {
        match out.last_mut() {
            Some(last) if place.low <= last.high => {
                // The same in closed form. The same enclosure says nothing: ±exp(-400) have one beside 1.
                let same = last.closed.is_some() && last.closed == place.closed;
                let numbers = last.low == last.high && place.low == place.high;
                is_met |= !same && !numbers;
                if place.high > last.high {
                    last.high = place.high;
                }
            }
            last => {
                met.extend(last.filter(|_| is_met).cloned());
                is_met = false;
                out.push(place);
            }
        }
    }
    met.extend(out.last().filter(|_| is_met).cloned());
    (out, met)
}

/// Places, and where there may be others: what lies before such an interval and behind it may be two regions. That asin(x) + asin(2x)
/// comes to π/2 and turns back there may be known for no place, and for a spot around it only.
fn with_open(places: &[Place], open: &[(usize, f64, f64)]) -> Vec<Place> {
    let exact = |x: f64| Number::from_f64(x).map(|n| n.to_rational());
    let mut intervals: Vec<(f64, f64)> = open.iter().map(|&(_, low, high)| (low, high)).collect();
    intervals.sort_by(|a, b| a.0.total_cmp(&b.0));
    intervals.dedup_by(|next, last| {
        let meets = next.0 <= last.1;
        last.1 = if meets { last.1.max(next.1) } else { last.1 };
        meets
    });
    let free = |low: &RBig, high: &RBig| places.iter().all(|place| place.high < *low || *high < place.low);
    let mut more: Vec<Place> = Vec::new();
    for (low, high) in intervals {
        match (exact(low), exact(high)) {
            // A spot around a place that is known is divided by that.
            (Some(from), Some(to)) if is_spot(low, high) => {
                more.extend(free(&from, &to).then(|| Place::between(from, to)));
            }
            (from, to) => more.extend([from, to].into_iter().flatten().filter(|at| free(at, at)).map(Place::at)),
        }
    }
    let mut all: Vec<Place> = places.iter().cloned().chain(more).collect();
    all.sort_by(|a, b| a.low.cmp(&b.low));
    all
}

/// Is an interval too narrow for anything but a place?
fn is_spot(low: f64, high: f64) -> bool {
    (high - low) <= 1e-6 * low.abs().max(high.abs()) || high.abs().max(low.abs()) < 1e-200
}

/// Points before, between and after places.
fn pick_between(places: &[Place], low: Option<&RBig>, high: Option<&RBig>, seed: u64) -> Vec<Vec<Number>> {
    let mut out = Vec::new();
    let mut from = low;
    for (at, place) in places.iter().enumerate() {
        if low.is_some_and(|low| place.high <= *low) {
            continue;
        }
        if high.is_some_and(|high| place.low >= *high) {
            break;
        }
        if from.is_none_or(|from| *from < place.low) {
            out.push(pick::between(from, Some(&place.low), seed ^ at as u64));
        }
        from = Some(&place.high);
    }
    if from.is_none_or(|from| high.is_none_or(|high| from < high)) {
        out.push(pick::between(from, high, seed ^ places.len() as u64));
    }
    out
}

/// The regions of a line.
pub(super) fn one_variable(space: &Space<'_>, breaks: &[Break]) -> Regions {
    let line = along(space, breaks, 0, &[Number::ZERO], pick::seed(space.tape));
    let found: Vec<Vec<Vec<Number>>> =
        line.regions.into_iter().map(|all| all.into_iter().map(|n| vec![n]).collect()).collect();
    let extra = line.extra.into_iter().map(|n| vec![n]).collect();
    let mut out = Regions { found, extra, complete: line.complete, close: line.close, ..Regions::default() };
    let seen = Seen::of(space, breaks, &out);
    // A wall that may lie in an interval matters if it may lead to a side that nobody saw, or hides in a spot.
    for (from, low, high) in line.open {
        let one = &breaks[from];
        let flanks_inside = one.below != one.above;
        if is_spot(low, high) && !flanks_inside {
            let side = if seen.below[from] { Side::Above } else { Side::Below };
            out.undecided = vec![Undecided { slot: one.slot, at: one.at, side }];
        }
    }
    if !out.complete && out.undecided.is_empty() {
        out.undecided.extend(seen.missing(breaks).find(|one| !is_excluded(space, &[*one], false)));
    }
    out
}

/// Which sides of the breaks were seen.
pub(super) struct Seen {
    pub below: Vec<bool>,
    pub above: Vec<bool>,
}

impl Seen {
    pub fn of(space: &Space<'_>, breaks: &[Break], regions: &Regions) -> Seen {
        let mut out = Seen { below: vec![false; breaks.len()], above: vec![false; breaks.len()] };
        let points: Vec<&Vec<Number>> = regions.found.iter().flatten().chain(&regions.extra).collect();
        out.look(space, breaks, &points);
        out
    }

    fn look(&mut self, space: &Space<'_>, breaks: &[Break], points: &[&Vec<Number>]) {
        let inputs: Vec<f64> = points.iter().flat_map(|point| point.iter().map(Number::to_f64)).collect();
        let values = Lanes::evaluate(space.tape, &inputs, points.len());
        for lane in 0..points.len() {
            // What is not assumed, or has no value, shows no side that would count.
            if !is_common(space, breaks, &values, lane) {
                continue;
            }
            for (at, one) in breaks.iter().enumerate() {
                match side(&values, lane, one) {
                    Some(Side::Below) => self.below[at] = true,
                    Some(Side::Above) => self.above[at] = true,
                    Some(Side::At) | None => {}
                }
            }
        }
    }

    /// The sides that were not seen and on which something is defined.
    pub fn missing<'b>(&'b self, breaks: &'b [Break]) -> impl Iterator<Item = Undecided> + 'b {
        breaks.iter().enumerate().filter(|(_, one)| one.period.is_none() && !one.assumed).flat_map(move |(at, one)| {
            let undecided = |side| Undecided { slot: one.slot, at: one.at, side };
            let below = (one.below && !self.below[at]).then(|| undecided(Side::Below));
            let above = (one.above && !self.above[at]).then(|| undecided(Side::Above));
            below.into_iter().chain(above)
        })
    }
}

/// On which side of a break a part is at a lane, if floating point is certain.
pub(super) fn side(values: &Lanes, lane: usize, one: &Break) -> Option<Side> {
    let part = values.get(one.slot, lane);
    let gap = part.value - one.at;
    if part.state() != State::Defined || gap.abs() <= 4.0 * part.error {
        return None;
    }
    Some(if gap < 0.0 { Side::Below } else { Side::Above })
}

/// Do both expressions have values at a lane, as far as floating point can tell, and is it certainly assumed?
pub(super) fn is_common(space: &Space<'_>, breaks: &[Break], values: &Lanes, lane: usize) -> bool {
    let allowed = |one: &Break| if one.below { Side::Below } else { Side::Above };
    breaks.iter().filter(|one| one.assumed).all(|one| side(values, lane, one) == Some(allowed(one)))
        && space.sides.iter().all(|&slot| values.get(slot, lane).state() != State::Undefined)
}

/// A range without its ends, which are a null set: x^y, for x ≥ 0, is zero at x = 0 only.
fn without_ends(range: Range) -> Range {
    let open = |end: End| End { closed: false, ..end };
    if range.low.at < range.high.at { Range { low: open(range.low), high: open(range.high) } } else { range }
}

/// Do intervals, or what must be defined, show that some sides are nowhere reached at once?
/// Where both expressions must have values, that is: to know where they have none, the far side is asked about as such.
pub(super) fn is_excluded(space: &Space<'_>, sides: &[Undecided], far: bool) -> bool {
    let mut inputs: Vec<Range> = space.bounds.iter().map(|b| Range::between(b.low, b.high)).collect();
    let itself = sides.iter().any(|one| one.side == Side::At);
    if !far {
        let Some(ranges) = contract(space, sides) else { return true };
        if linear::exclude(space, sides, &ranges) {
            return true;
        }
        for (instruction, range) in space.tape.instructions().iter().zip(ranges) {
            if let Instruction::Input(k) = instruction {
                let k = *k as usize;
                let every = itself || space.bounds[k].integer || matches!(space.tape.inputs()[k], Input::Opaque(_));
                inputs[k] = if every { range } else { without_ends(range) };
            }
        }
    }
    let mut all = Vec::with_capacity(space.tape.instructions().len());
    let mut beyond = |inputs: &[Range]| {
        interval::evaluate(space.tape, inputs, &mut all);
        let nowhere = |slot: Slot| all[slot as usize].extent == interval::Extent::Nowhere;
        let fails = |assumed: &Assumed| match assumed.relation {
            Relation::Greater | Relation::GreaterOrEqual => all[assumed.difference as usize].range.is_below(0.0, false),
            Relation::Less | Relation::LessOrEqual => all[assumed.difference as usize].range.is_above(0.0, false),
            Relation::NotEqual => false,
        };
        if space.assumed.iter().any(fails) || (!far && space.sides.iter().any(|&slot| nowhere(slot))) {
            return true;
        }
        sides.iter().any(|one| {
            let range = &all[one.slot as usize].range;
            match one.side {
                _ if nowhere(one.slot) => true,
                Side::Below => range.is_above(one.at, true),
                Side::Above => range.is_below(one.at, true),
                Side::At => !range.contains(one.at),
            }
        })
    };
    // Boxes are divided at zero first, where most things turn.
    let mut todo = vec![inputs];
    let mut effort = space.effort;
    while let Some(next) = todo.pop() {
        if effort == 0 || space.work.is_over() {
            return false;
        }
        effort -= 1;
        if beyond(&next) {
            continue;
        }
        let Some((widest, middle)) = halves(&next) else { return false };
        let (mut left, mut right) = (next.clone(), next);
        // What happens just where a box is divided is a null set, but to integers; at 0 it would keep √x from having no value for x < 0.
        let end = End { at: middle, closed: itself };
        left[widest].high = end;
        right[widest].low = end;
        todo.push(left);
        todo.push(right);
    }
    true
}

/// Where a box is divided: the side that spans the most sizes, in the middle.
pub(super) fn halves(inputs: &[Range]) -> Option<(usize, f64)> {
    let size = |x: f64| x.signum() * (1.0 + x.abs().min(1e300)).ln();
    let width = |range: &Range| size(range.high.at) - size(range.low.at);
    let widest = (0..inputs.len()).max_by(|&a, &b| width(&inputs[a]).total_cmp(&width(&inputs[b])))?;
    if width(&inputs[widest]) < 1e-6 {
        return None;
    }
    let range = inputs[widest];
    if range.low.at < 0.0 && range.high.at > 0.0 {
        return Some((widest, 0.0));
    }
    let middle = (size(range.low.at) + size(range.high.at)) / 2.0;
    let at = middle.signum() * (middle.abs().exp() - 1.0);
    (range.low.at < at && at < range.high.at).then_some((widest, at))
}

/// The regions of a space, as far as lines and a search find them.
pub(super) fn several_variables(space: &Space<'_>, breaks: &[Break]) -> Regions {
    super::search::Search::new(space, breaks).run()
}
