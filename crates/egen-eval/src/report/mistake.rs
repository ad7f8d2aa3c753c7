//! Mistakes: which of them does a model find, which does it miss, and which right steps does it flag?

use std::collections::BTreeMap;

use super::columns::Chosen;
use super::failure::{Failure, Failures, failure, spread};
use crate::error::EvalError;
use crate::figure::Caught;
use crate::mistakes::{Answers, Cases, Flags, by_change, flags};
use crate::session::Session;
use crate::subject::Identity;
use crate::task::read;

const TASK: &str = "mistakes";
/// Kinds that are shown by themselves.
const KINDS: usize = 10;

/// The steps that a model flags by the paper's threshold.
pub(super) fn flagged(session: &Session, identity: &Identity) -> Result<(Cases, Option<Flags>), EvalError> {
    let cases: Cases = read(&session.cases(TASK))?;
    let answers: Answers = read(&session.answers(identity, TASK))?;
    let by_paper = flags(TASK, &cases, &answers)?.into_iter().next();
    Ok((cases, by_paper))
}

/// Mistakes found and missed by the operator that was replaced, for the first column of each kind of trained model.
pub fn mistakes_by_kind(session: &Session, columns: &[Chosen]) -> Result<Vec<(String, Vec<Caught>)>, EvalError> {
    let mut classes = Vec::new();
    let mut all = Vec::new();
    for chosen in columns.iter().filter(|one| !one.is_untrained() && session.has_answered(&one.identity, TASK)) {
        if classes.contains(&chosen.identity.class) {
            continue;
        }
        classes.push(chosen.identity.class);
        let (cases, Some(flags)) = flagged(session, &chosen.identity)? else { continue };
        let mut kinds = BTreeMap::<String, (u64, u64)>::new();
        for (change, counts) in by_change(&cases, &flags) {
            let was = change.split(" -> ").next().unwrap_or(&change).to_string();
            let entry = kinds.entry(was).or_default();
            *entry = (entry.0 + counts.found as u64, entry.1 + counts.missed as u64);
        }
        all.push((chosen.title(), shown(kinds)));
    }
    Ok(all)
}

/// The most frequent kinds, and the others together.
fn shown(kinds: BTreeMap<String, (u64, u64)>) -> Vec<Caught> {
    let caught =
        |(was, (found, missed)): (String, (u64, u64))| Caught { kind: format!("instead of {was}"), found, missed };
    let mut all: Vec<Caught> = kinds.into_iter().map(caught).collect();
    all.sort_by_key(|one| std::cmp::Reverse(one.found + one.missed));
    let others = all.split_off(all.len().min(KINDS));
    if !others.is_empty() {
        let sum = |of: fn(&Caught) -> u64| others.iter().map(of).sum();
        all.push(Caught { kind: "others".into(), found: sum(|one| one.found), missed: sum(|one| one.missed) });
    }
    all
}

/// Steps that a model judges wrongly.
pub(super) fn of_mistakes(session: &Session, identity: &Identity) -> Result<Failures, EvalError> {
    let (cases, flags) = flagged(session, identity)?;
    let steps = flags.map(|flags| flags.steps).unwrap_or_default();
    let (mut missed, mut alarms, mut count) = (Vec::new(), Vec::new(), 0);
    for (one, row) in cases.test.iter().zip(&steps) {
        for (step, &flagged) in row.iter().enumerate() {
            count += 1;
            let exprs = [("before", &one.lines[step]), ("after", &one.lines[step + 1])];
            let changed = one.changed.as_deref().unwrap_or("one change").replace("->", "→");
            match (one.is_mistake(step), flagged) {
                (true, false) => missed.push(failure(format!("It misses a mistake ({changed})."), exprs)),
                (false, true) => alarms.push(failure("It flags a right step.".into(), exprs)),
                _ => {}
            }
        }
    }
    let wrong = missed.len() + alarms.len();
    let examples: Vec<Failure> = [spread(missed), spread(alarms)].into_iter().flatten().collect();
    Ok(Failures { task: TASK, model: identity.model.clone(), cases: count, wrong, examples })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_kinds_are_shown_together() {
        let kinds = (0..13).map(|at| (format!("f{at:02}"), (100 - at, 1))).collect();
        let all = shown(kinds);
        assert_eq!(all.len(), KINDS + 1);
        assert_eq!((all[0].kind.as_str(), all[0].found), ("instead of f00", 100));
        assert_eq!(all[KINDS], Caught { kind: "others".into(), found: 90 + 89 + 88, missed: 3 });
    }
}
