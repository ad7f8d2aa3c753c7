//! Unknown functions: which of their values are the same because their arguments are equal?
//!
//! Whatever f is, f(x + 1) and f(1 + x) are one value, and so are integrals of what is equal on one domain.

use super::verdict::Domain;
use super::{Problem, Settings};
use crate::region::Assumed;
use crate::tape::{Input, Opaque, Slot, Tape, TapeError};

/// Arguments that are compared at most.
const COMPARISONS: usize = 64;

/// Makes values that are the same one input, those of arguments before those of what they stand in.
pub(super) fn join(problem: &mut Problem<'_>) -> Result<(), TapeError> {
    if problem.tape.unknowns().next().is_none() {
        return Ok(());
    }
    let settings = problem.settings.quick();
    let mut left = COMPARISONS;
    let mut from = 0;
    while let Some((kept, joined)) = first_same(&problem.tape, from, &settings, &mut left) {
        let (tape, slots) = problem.tape.join_inputs(kept, joined)?;
        let of = |slot: Slot| slots[slot as usize];
        problem.tape = tape;
        (problem.left, problem.right) = (of(problem.left), of(problem.right));
        for one in &mut problem.conditions {
            let (left, right, difference) = (of(one.left), of(one.right), of(one.difference));
            *one = Assumed { left, right, difference, ..*one };
        }
        // Inputs before that one were told apart.
        from = joined;
    }
    Ok(())
}

/// The first input, beginning with some place, that is the same as one before.
fn first_same(tape: &Tape, from: usize, settings: &Settings, left: &mut usize) -> Option<(usize, usize)> {
    let inputs = tape.inputs();
    (from..inputs.len()).find_map(|later| {
        let known = (0..later).find(|&earlier| is_same(tape, &inputs[earlier], &inputs[later], settings, left));
        known.map(|earlier| (earlier, later))
    })
}

fn is_same(tape: &Tape, a: &Input, b: &Input, settings: &Settings, left: &mut usize) -> bool {
    let (Input::Opaque(a), Input::Opaque(b)) = (a, b) else { return false };
    let whole_domain = match (a, b) {
        (Opaque::Call(f, a), Opaque::Call(g, b)) if f == g && a.len() == b.len() => false,
        // Integrals over different domains are different.
        (Opaque::Integral(_, x), Opaque::Integral(_, y)) if x == y => true,
        (Opaque::Call(..) | Opaque::Integral(..) | Opaque::Derivative(..), _) => return false,
    };
    a.slots().iter().zip(b.slots()).all(|(&a, &b)| a == b || are_equal(tape, a, b, settings, whole_domain, left))
}

/// Are two parts equal wherever both have values? Inputs of theirs that are the same are joined already.
fn are_equal(tape: &Tape, a: Slot, b: Slot, settings: &Settings, whole_domain: bool, left: &mut usize) -> bool {
    let Some(less) = left.checked_sub(1) else { return false };
    *left = less;
    let Ok(problem) = Problem::record(&tape.expr(a), &tape.expr(b), settings) else { return false };
    let found = problem.solve(false);
    found.verdict.is_equal() && (!whole_domain || found.domain == Some(Domain::Equal))
}
