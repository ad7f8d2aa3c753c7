//! Samples: which derivations and analogies are asked?
//!
//! A larger sample with the same seed begins with the smaller one, so that no answer is lost.

use egen_corpus::{mix, shuffle};
use egen_graph::grammar::seeded;

use super::prompt::example_analogy;
use crate::algebra::{self, Analogy};
use crate::error::EvalError;
use crate::mistakes::{Cases, Derivation};

/// The paper's sample: so many steps,
pub const STEPS: usize = 322;
/// and so many of them mistakes.
pub const MISTAKES: usize = 50;

/// Which random choices.
const EXAMPLE: u64 = 1;
const RIGHT: u64 = 2;
const WRONG: u64 = 3;
const ANALOGIES: u64 = 4;

/// Derivations of the test part with about so many steps, and mistakes among them in the paper's proportion.
pub fn derivations(cases: &Cases, steps: usize, seed: u64) -> Result<Vec<Derivation>, EvalError> {
    let draw = |wrong: bool, choice: u64| {
        let mut some: Vec<&Derivation> = cases.test.iter().filter(|one| one.mistake.is_some() == wrong).collect();
        shuffle(&mut some, &mut seeded(mix(seed, choice)));
        some.into_iter()
    };
    let (mut wrong, mut right) = (draw(true, WRONG), draw(false, RIGHT));
    let (mut taken, mut asked, mut mistakes) = (Vec::new(), 0, 0);
    loop {
        let few = mistakes * STEPS <= asked * MISTAKES;
        let next = if few { wrong.next().or_else(|| right.next()) } else { right.next().or_else(|| wrong.next()) };
        // The sample ends where it is nearest to what is wanted.
        let Some(next) = next.filter(|next| asked < steps && (taken.is_empty() || next.steps() / 2 <= steps - asked))
        else {
            break;
        };
        asked += next.steps();
        mistakes += usize::from(next.mistake.is_some());
        taken.push(next.clone());
    }
    if taken.is_empty() {
        return Err(EvalError::NoCases { task: "mistakes", why: "there is no derivation to ask about".into() });
    }
    Ok(taken)
}

/// The derivation that explains the task: of the train part, with a mistake, and of a usual length.
pub fn example(cases: &Cases, seed: u64) -> Result<Derivation, EvalError> {
    let mut some: Vec<&Derivation> = cases.train.iter().filter(|one| one.mistake.is_some()).collect();
    shuffle(&mut some, &mut seeded(mix(seed, EXAMPLE)));
    let usual = some.iter().find(|one| (4..=8).contains(&one.steps()) && one.mistake > Some(1)).or(some.first());
    let why = "there is no derivation with a mistake to explain the task with";
    usual.map(|one| (*one).clone()).ok_or_else(|| EvalError::NoCases { task: "mistakes", why: why.into() })
}

/// Analogies of the embedding algebra, so many or all.
pub fn analogies(count: Option<usize>, seed: u64) -> Result<Vec<Analogy>, EvalError> {
    let example = example_analogy();
    // The pool is of no use here: who writes answers needs none to choose from.
    let cases = algebra::build(Vec::new(), 0)?.cases.into_iter().map(|case| case.analogy);
    let mut all: Vec<Analogy> = cases.filter(|one| (&one.x1, &one.x2) != (&example.x1, &example.x2)).collect();
    shuffle(&mut all, &mut seeded(mix(seed, ANALOGIES)));
    all.truncate(count.unwrap_or(usize::MAX));
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_math::Expr;

    fn cases() -> Cases {
        let one = |steps: usize, mistake: Option<usize>, at: i64| Derivation {
            lines: (0..=steps as i64).map(|line| Expr::number(1000 * at + line)).collect(),
            mistake,
            kinds: vec!["made".into(); steps],
            changed: None,
        };
        let test = (0..400).map(|at| one(3 + at % 5, (at % 3 > 0).then_some(1 + at % 3), at as i64)).collect();
        Cases { train: vec![one(3, None, 1), one(20, Some(1), 2), one(5, Some(3), 3)], test, unread: 0 }
    }

    #[test]
    fn a_sample_has_the_papers_size_and_share_of_mistakes() {
        let cases = cases();
        let some = derivations(&cases, STEPS, 7).unwrap();
        let steps: usize = some.iter().map(Derivation::steps).sum();
        let mistakes = some.iter().filter(|one| one.mistake.is_some()).count();
        assert!(steps.abs_diff(STEPS) <= 4 && mistakes.abs_diff(MISTAKES) <= 2, "{steps} {mistakes}");
        assert_eq!(some, derivations(&cases, STEPS, 7).unwrap());
        assert_ne!(some, derivations(&cases, STEPS, 8).unwrap());
        let fewer = derivations(&cases, 40, 7).unwrap();
        assert_eq!(fewer[..fewer.len() - 1], some[..fewer.len() - 1]);
        assert!(derivations(&Cases::default(), STEPS, 7).is_err());
    }

    #[test]
    fn the_example_is_a_usual_one_of_the_train_part() {
        assert_eq!(example(&cases(), 0).unwrap().steps(), 5);
        assert!(example(&Cases::default(), 0).is_err());
    }

    #[test]
    fn analogies_are_at_least_the_papers_number_and_the_example_is_none_of_them() {
        let all = analogies(None, 3).unwrap();
        assert!(all.len() >= 584, "{}", all.len());
        assert_eq!(all.iter().filter(|one| one.printed.is_some()).count(), 21);
        assert_eq!(analogies(Some(5), 3).unwrap(), all[..5]);
        let example = example_analogy();
        assert!(all.iter().all(|one| one.x1 != example.x1 || one.y1 != example.y1));
    }
}
