//! Linear forms: which parts are sums of multiples of others, and can some of them have given signs at once?
//!
//! x − y, y − z and z − x are never all positive, which no box shows; eliminating one variable after the other does (Fourier and Motzkin).

use std::collections::BTreeMap;

use dashu_ratio::RBig;

use super::{Bounds, Side, Space, Undecided, pick};
use crate::assume::Relation;
use crate::eval::interval;
use crate::number::Number;
use crate::op::{Op, Pieces};
use crate::range::Range;
use crate::set;
use crate::tape::{Exponent, Instruction, Slot, Tape};

/// A sum of multiples of parts, and a number. What is not a sum or a multiple is a part of its own.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Form {
    pub terms: BTreeMap<Slot, RBig>,
    pub constant: RBig,
}

/// The longest number that is written out.
const MAX_BITS: usize = 4096;

impl Form {
    /// What a part is a sum of.
    pub fn of(tape: &Tape, slot: Slot) -> Form {
        // A longer sum is a part of its own.
        const LONGEST: usize = 200;
        let parts = tape.reachable(slot);
        if parts.len() > LONGEST {
            return Form::part(slot);
        }
        let mut known: BTreeMap<Slot, Form> = BTreeMap::new();
        for at in parts {
            let form = Form::step(tape, at, &known);
            known.insert(at, form);
        }
        known.remove(&slot).expect("a part reaches itself")
    }

    fn step(tape: &Tape, slot: Slot, known: &BTreeMap<Slot, Form>) -> Form {
        let of = |slot: &Slot| known[slot].clone();
        let number = |slot: &Slot| known[slot].terms.is_empty().then(|| known[slot].constant.clone());
        match &tape.instructions()[slot as usize] {
            Instruction::Number(n) => Form { terms: BTreeMap::new(), constant: n.to_rational() },
            Instruction::Unary(Op::Neg, a) => of(a).times(&-RBig::ONE),
            Instruction::Binary(Op::Add, a, b) => of(a).plus(&of(b), &RBig::ONE),
            Instruction::Binary(Op::Sub, a, b) => of(a).plus(&of(b), &-RBig::ONE),
            Instruction::Binary(Op::Mul, a, b) => match (number(a), number(b)) {
                (Some(n), _) => of(b).times(&n),
                (_, Some(n)) => of(a).times(&n),
                _ => Form::part(slot),
            },
            Instruction::Binary(Op::Div, a, b) => match number(b) {
                Some(n) if n != RBig::ZERO => of(a).times(&(RBig::ONE / n)),
                _ => Form::part(slot),
            },
            // 10^(-30) is a number as well.
            Instruction::Power(a, b, Exponent::Integer) => {
                let exponent = tape.exact(*b).and_then(|n| n.as_i64());
                let power = number(a).zip(exponent).and_then(|(a, b)| Number::from(a).power(b, MAX_BITS));
                match power {
                    Some(n) => Form { terms: BTreeMap::new(), constant: n.to_rational() },
                    None => Form::part(slot),
                }
            }
            Instruction::Constant(_) | Instruction::Input(_) => Form::part(slot),
            Instruction::Power(..) | Instruction::Where(..) => Form::part(slot),
            Instruction::Unary(..) | Instruction::Binary(..) => Form::part(slot),
        }
    }

    fn part(slot: Slot) -> Form {
        Form { terms: BTreeMap::from([(slot, RBig::ONE)]), constant: RBig::ZERO }
    }

    fn times(mut self, factor: &RBig) -> Form {
        self.constant *= factor;
        self.terms.values_mut().for_each(|term| *term *= factor);
        self.terms.retain(|_, term| *term != RBig::ZERO);
        self
    }

    fn plus(mut self, other: &Form, factor: &RBig) -> Form {
        self.constant += &other.constant * factor;
        for (slot, term) in &other.terms {
            *self.terms.entry(*slot).or_insert(RBig::ZERO) += term * factor;
        }
        self.terms.retain(|_, term| *term != RBig::ZERO);
        self
    }
}

/// A form that is positive, or not negative.
#[derive(Clone, Debug, PartialEq)]
struct Constraint {
    form: Form,
    strict: bool,
}

impl Constraint {
    /// The part lies above the value, or below it.
    fn beside(tape: &Tape, slot: Slot, at: f64, above: bool, strict: bool) -> Option<Constraint> {
        let mut form = Form::of(tape, slot);
        form.constant -= Number::from_f64(at)?.to_rational();
        let form = if above { form } else { form.times(&-RBig::ONE) };
        Some(Constraint { form, strict })
    }

    /// What the range of a part says of it.
    fn within(slot: Slot, range: &Range) -> Vec<Constraint> {
        let end = |at: f64, closed: bool, sign: RBig| {
            let at = Number::from_f64(at)?.to_rational();
            let form = Form { terms: BTreeMap::from([(slot, sign.clone())]), constant: -(at * sign) };
            Some(Constraint { form, strict: !closed })
        };
        let low = end(range.low.at, range.low.closed, RBig::ONE);
        low.into_iter().chain(end(range.high.at, range.high.closed, -RBig::ONE)).collect()
    }
}

/// Do linear forms show that some sides are nowhere reached at once, where both expressions have values, what is assumed holds, and parts
/// lie in these ranges?
pub(super) fn exclude(space: &Space<'_>, sides: &[Undecided], ranges: &[Range]) -> bool {
    let constraints = constraints(space, sides, ranges);
    !constraints.is_empty() && contradict(space.tape, constraints, ranges, &mut CASES.clone())
}

/// How many cases of absolute values are looked at.
const CASES: usize = 40;

/// Do constraints contradict each other? |u| is u where that is not negative, and −u elsewhere, and each case must contradict.
fn contradict(tape: &Tape, constraints: Vec<Constraint>, ranges: &[Range], cases: &mut usize) -> bool {
    if *cases == 0 {
        return false;
    }
    *cases -= 1;
    let split = absolute(tape, &constraints);
    if eliminate(constraints.clone(), ranges).is_some_and(|rounds| rounds.contradict()) {
        return true;
    }
    let both = |(slot, of): (Slot, Slot)| {
        [RBig::ONE, -RBig::ONE]
            .into_iter()
            .all(|sign| contradict(tape, in_case(tape, &constraints, slot, of, &sign), ranges, cases))
    };
    split.is_some_and(both)
}

/// An absolute value in some constraints, and what it is one of.
fn absolute(tape: &Tape, constraints: &[Constraint]) -> Option<(Slot, Slot)> {
    // The last one may hold the others.
    let slots = constraints.iter().flat_map(|one| one.form.terms.keys().copied());
    slots
        .filter_map(|slot| match &tape.instructions()[slot as usize] {
            Instruction::Unary(Op::Abs, a) => Some((slot, *a)),
            _ => None,
        })
        .max()
}

/// The same constraints where an absolute value has one of its two forms.
fn in_case(tape: &Tape, constraints: &[Constraint], slot: Slot, of: Slot, sign: &RBig) -> Vec<Constraint> {
    let value = Form::of(tape, of).times(sign);
    let put = |one: &Constraint| {
        let mut form = one.form.clone();
        let form = match form.terms.remove(&slot) {
            Some(factor) => form.plus(&value, &factor),
            None => form,
        };
        Constraint { form, strict: one.strict }
    };
    let own = Constraint { form: value.clone(), strict: false };
    constraints.iter().map(put).chain([own]).collect()
}

/// A point on some sides, if these and whatever else must hold are linear in the variables. What the sides decide, such as the sign of
/// a product whose factors they are, is not looked at.
pub(super) fn point(space: &Space<'_>, sides: &[Undecided], decided: &[Slot], seed: u64) -> Option<Vec<Number>> {
    let ranges = ranges(space);
    let constraints = constraints(space, sides, &ranges);
    let mut known = solution(space.tape, constraints, &ranges, seed, &mut CASES.clone())?;
    let instructions = space.tape.instructions();
    let mut point = vec![None; space.bounds.len()];
    for (at, instruction) in instructions.iter().enumerate() {
        if let Instruction::Input(k) = instruction {
            point[*k as usize] = known.remove(&(at as Slot)).map(Number::from);
        }
    }
    // What is left is a part that is no variable, and its value is not free.
    let free = |k: usize| {
        let Bounds { low, high, .. } = space.bounds[k];
        let ends = [low, high].map(|end| Number::from_f64(end).map(|n| n.to_rational()));
        pick::between(ends[0].as_ref(), ends[1].as_ref(), seed ^ k as u64).into_iter().next()
    };
    let all = point.into_iter().enumerate().map(|(k, value)| value.or_else(|| free(k)));
    known.keys().all(|slot| decided.contains(slot)).then(|| all.collect()).flatten()
}

/// Values of the parts that meet some constraints, in one of the cases of their absolute values.
fn solution(
    tape: &Tape,
    constraints: Vec<Constraint>,
    ranges: &[Range],
    seed: u64,
    cases: &mut usize,
) -> Option<BTreeMap<Slot, RBig>> {
    *cases = cases.checked_sub(1)?;
    match absolute(tape, &constraints) {
        None => eliminate(constraints, ranges)?.solution(seed),
        Some((slot, of)) => [RBig::ONE, -RBig::ONE]
            .into_iter()
            .find_map(|sign| solution(tape, in_case(tape, &constraints, slot, of, &sign), ranges, seed, cases)),
    }
}

/// What some sides, what is assumed and what must be defined say of sums.
fn constraints(space: &Space<'_>, sides: &[Undecided], ranges: &[Range]) -> Vec<Constraint> {
    let tape = space.tape;
    let beside = |one: &Undecided| match one.side {
        Side::Above => Constraint::beside(tape, one.slot, one.at, true, true),
        Side::Below => Constraint::beside(tape, one.slot, one.at, false, true),
        Side::At => None,
    };
    let mut all: Vec<Constraint> = sides.iter().filter_map(beside).collect();
    if all.is_empty() {
        return all;
    }
    all.extend(sides.iter().filter_map(|one| rising(tape, one, ranges)));
    for one in space.assumed {
        let (above, strict) = match one.relation {
            Relation::Greater => (true, true),
            Relation::GreaterOrEqual => (true, false),
            Relation::Less => (false, true),
            Relation::LessOrEqual => (false, false),
            Relation::NotEqual => continue,
        };
        all.extend(Constraint::beside(tape, one.difference, 0.0, above, strict));
    }
    // What must be defined has ends: √(x − y) says that x ≥ y, acos(x) that −1 ≤ x ≤ 1. Holes, as asec has one, say nothing.
    let mut seen: Vec<Slot> = space.sides.iter().flat_map(|&side| tape.reachable(side)).collect();
    seen.sort_unstable();
    seen.dedup();
    for at in seen {
        let (argument, domain) = match &tape.instructions()[at as usize] {
            Instruction::Unary(op, a) => (*a, &op.info().domain),
            Instruction::Power(a, _, Exponent::Fraction | Exponent::Varying) => (*a, &set::NON_NEGATIVE),
            Instruction::Number(_) | Instruction::Constant(_) | Instruction::Input(_) => continue,
            Instruction::Binary(..) | Instruction::Power(..) | Instruction::Where(..) => continue,
        };
        if matches!(&tape.instructions()[at as usize], Instruction::Unary(Op::Sqrt, _)) {
            all.extend(long_sides(tape, at, argument, ranges));
        }
        let Range { low, high } = Range::hull(domain);
        all.extend(Constraint::beside(tape, argument, low.at, true, false));
        all.extend(Constraint::beside(tape, argument, high.at, false, false));
    }
    all
}

/// g(u) − g(v) has the sign of u − v where g rises.
fn rising(tape: &Tape, one: &Undecided, ranges: &[Range]) -> Option<Constraint> {
    let Instruction::Binary(Op::Sub, a, b) = &tape.instructions()[one.slot as usize] else { return None };
    let (u, v) = match (&tape.instructions()[*a as usize], &tape.instructions()[*b as usize]) {
        (Instruction::Unary(g, u), Instruction::Unary(h, v)) if g == h && g.pieces() == Pieces::Rising => (*u, *v),
        (Instruction::Power(u, n, Exponent::Integer), Instruction::Power(v, m, _)) if n == m => {
            let n = tape.exact(*n)?.as_i64()?;
            let both_positive = || [u, v].iter().all(|&&slot| ranges[slot as usize].is_above(0.0, true));
            (n > 0 && (n % 2 == 1 || both_positive())).then_some((*u, *v))?
        }
        _ => return None,
    };
    let above = match one.side {
        Side::Above => RBig::ONE,
        Side::Below => -RBig::ONE,
        Side::At => return None,
    };
    let form = Form::of(tape, u).plus(&Form::of(tape, v), &-RBig::ONE).times(&above);
    (one.at == 0.0).then_some(Constraint { form, strict: true })
}

/// √(u² + r) ≥ u and ≥ −u where r is not negative: the longest side of a triangle.
fn long_sides(tape: &Tape, root: Slot, argument: Slot, ranges: &[Range]) -> Vec<Constraint> {
    let form = Form::of(tape, argument);
    let squared = |slot: Slot| match &tape.instructions()[slot as usize] {
        Instruction::Binary(Op::Mul, a, b) if a == b => Some(*a),
        Instruction::Power(a, n, Exponent::Integer) if tape.exact(*n) == Some(Number::from(2)) => Some(*a),
        _ => None,
    };
    let is_positive = |(slot, term): (&Slot, &RBig)| *term > RBig::ZERO && ranges[*slot as usize].is_above(0.0, true);
    if form.constant < RBig::ZERO || !form.terms.iter().all(is_positive) {
        return Vec::new();
    }
    let sides = form.terms.iter().filter(|(_, term)| **term >= RBig::ONE).filter_map(|(&slot, _)| squared(slot));
    sides
        .flat_map(|u| [RBig::ONE, -RBig::ONE].map(|sign| Form::part(root).plus(&Form::of(tape, u), &sign)))
        .map(|form| Constraint { form, strict: false })
        .collect()
}

/// What intervals say of every part.
fn ranges(space: &Space<'_>) -> Vec<Range> {
    let inputs: Vec<Range> = space.bounds.iter().map(|b| Range::between(b.low, b.high)).collect();
    let mut over = Vec::new();
    interval::evaluate(space.tape, &inputs, &mut over);
    over.into_iter().map(|part| part.range).collect()
}

/// Constraints from which one part after the other was eliminated.
struct Rounds {
    /// The parts, with the constraints that they were eliminated from; those hold no part before.
    parts: Vec<(Slot, Vec<Constraint>)>,
    /// What is left, without any part.
    rest: Vec<Constraint>,
}

/// Eliminates all parts, which lie in these ranges and are otherwise free; nothing if that takes too many constraints.
fn eliminate(mut all: Vec<Constraint>, ranges: &[Range]) -> Option<Rounds> {
    const MOST: usize = 150;
    let mut parts: Vec<Slot> = all.iter().flat_map(|one| one.form.terms.keys().copied()).collect();
    parts.sort_unstable();
    parts.dedup();
    all.extend(parts.iter().flat_map(|&slot| Constraint::within(slot, &ranges[slot as usize])));
    let mut rounds = Vec::with_capacity(parts.len());
    for slot in parts {
        let (with, mut next): (Vec<Constraint>, Vec<Constraint>) =
            all.into_iter().partition(|one| one.form.terms.contains_key(&slot));
        let (up, down): (Vec<&Constraint>, Vec<&Constraint>) =
            with.iter().partition(|one| one.form.terms[&slot] > RBig::ZERO);
        for up in &up {
            for down in &down {
                // a·s + p > 0 and −b·s + q > 0 give b·p + a·q > 0.
                let (a, b) = (&up.form.terms[&slot], -&down.form.terms[&slot]);
                let form = up.form.clone().times(&b).plus(&down.form, a);
                next.push(Constraint { form, strict: up.strict || down.strict });
            }
        }
        if next.len() > MOST {
            return None;
        }
        rounds.push((slot, with));
        all = next;
    }
    Some(Rounds { parts: rounds, rest: all })
}

impl Rounds {
    /// Do the constraints contradict each other?
    fn contradict(&self) -> bool {
        let zero = RBig::ZERO;
        self.rest.iter().any(|one| one.form.constant < zero || (one.strict && one.form.constant == zero))
    }

    /// Values of the parts that meet all constraints, strictly: the last part first, each between what the others leave it.
    fn solution(&self, seed: u64) -> Option<BTreeMap<Slot, RBig>> {
        if self.contradict() {
            return None;
        }
        let mut known: BTreeMap<Slot, RBig> = BTreeMap::new();
        for (slot, constraints) in self.parts.iter().rev() {
            let (mut low, mut high): (Option<RBig>, Option<RBig>) = (None, None);
            for Constraint { form, .. } in constraints {
                let others = form.terms.iter().filter(|(other, _)| *other != slot);
                let rest = others.fold(form.constant.clone(), |sum, (other, term)| sum + term * &known[other]);
                let (term, end) = (&form.terms[slot], -rest / &form.terms[slot]);
                if *term > RBig::ZERO {
                    low = Some(low.map_or(end.clone(), |low| low.max(end)));
                } else {
                    high = Some(high.map_or(end.clone(), |high| high.min(end)));
                }
            }
            let value = pick::between(low.as_ref(), high.as_ref(), seed ^ u64::from(*slot)).into_iter().next()?;
            known.insert(*slot, value.to_rational());
        }
        Some(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadline::Deadline;
    use crate::expr::Expr;
    use crate::region::{Bounds, Work};

    /// Can these parts be positive at once, as far as linear forms can tell, where this has a value?
    fn excluded(parts: &[&str], defined: &str) -> bool {
        let mut tape = Tape::default();
        let mut record = |text: &str| tape.record(&Expr::from_prefix(text).expect(text)).expect("short");
        let sides = [record(defined); 2];
        let slots: Vec<Slot> = parts.iter().map(|text| record(text)).collect();
        let bounds = vec![Bounds::NONE; tape.inputs().len()];
        let work = Work::new(0, Deadline::NEVER);
        let space = Space {
            tape: &tape,
            assumed: &[],
            sides,
            bounds: &bounds,
            bits: 64,
            effort: 0,
            work: &work,
            domains: false,
        };
        let wanted = |&slot: &Slot| Undecided { slot, at: 0.0, side: Side::Above };
        exclude(&space, &slots.iter().map(wanted).collect::<Vec<_>>(), &ranges(&space))
    }

    #[test]
    fn what_contradicts_is_excluded_and_nothing_else() {
        assert!(excluded(&["- x y", "- y z", "- z x"], "1"));
        assert!(!excluded(&["- x y", "- y z", "- x z"], "1"));
        assert!(excluded(&["- * -7 x 7"], "acos x") && !excluded(&["- * -7 x 6999/1000"], "acos x"));
        assert!(excluded(&["- y x"], "sqrt - x y") && excluded(&["- -1 exp x"], "1"));
        assert!(excluded(&["- neg x abs x"], "1") && excluded(&["- abs x abs y", "+ x y", "- y x"], "1"));
        assert!(excluded(&["- - abs - abs x 1 abs x 1"], "1") && !excluded(&["- - abs - abs x 1 abs x 99/100"], "1"));
        // A hole in a domain excludes neither side of it.
        assert!(!excluded(&["- x 5"], "asec x") && !excluded(&["- neg x 5"], "asec x"));
        assert!(!excluded(&["- x 5"], "acoth x") && !excluded(&["- 1 x"], "acsch x"));
    }
}
