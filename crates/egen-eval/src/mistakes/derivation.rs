//! Derivations: which lines follow each other, and which step is wrong?

use std::io::{BufRead, BufReader};

use egen_math::Expr;
use flate2::read::GzDecoder;
use serde::{Deserialize, Serialize};

use crate::error::EvalError;
use crate::lines::prefixes;

/// What SymPy wrote.
const FILE: &[u8] = include_bytes!("../../data/derivations.jsonl.gz");

/// Lines that follow from each other, but for one step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Derivation {
    /// The lines.
    #[serde(with = "prefixes")]
    pub lines: Vec<Expr>,
    /// The line, from 0, that does not follow from the one before it.
    pub mistake: Option<usize>,
    /// For each step how it was made.
    pub kinds: Vec<String>,
    /// What the mistake changed: `sin -> cos`.
    pub changed: Option<String>,
}

impl Derivation {
    /// How many steps it has.
    pub fn steps(&self) -> usize {
        self.lines.len().saturating_sub(1)
    }

    /// Is the step to line `step` + 1 the mistake?
    pub fn is_mistake(&self, step: usize) -> bool {
        self.mistake == Some(step + 1)
    }
}

/// Derivations to find thresholds on, and to be asked about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cases {
    /// For thresholds.
    pub train: Vec<Derivation>,
    /// What is asked.
    pub test: Vec<Derivation>,
    /// Steps that could not be read.
    pub unread: usize,
}

impl Cases {
    /// How many of the steps that are asked are wrong.
    pub fn mistakes(&self) -> usize {
        self.test.iter().filter(|one| one.mistake.is_some()).count()
    }

    /// All lines, those of the train part first.
    pub fn exprs(&self) -> Vec<Expr> {
        self.train.iter().chain(&self.test).flat_map(|one| &one.lines).cloned().collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Part {
    Train,
    Test,
}

/// A line of the file.
#[derive(Deserialize)]
struct Line {
    part: Part,
    #[serde(flatten)]
    derivation: Derivation,
}

/// All derivations of the file that comes with the crate.
pub fn all() -> Result<Cases, EvalError> {
    read(BufReader::new(GzDecoder::new(FILE)))
}

/// The derivations that other tasks find thresholds on.
pub(super) fn train() -> Result<Vec<Derivation>, EvalError> {
    all().map(|cases| cases.train)
}

/// Reads a derivation a line.
fn read(from: impl BufRead) -> Result<Cases, EvalError> {
    let mut cases = Cases::default();
    for (at, line) in from.lines().enumerate() {
        let line: Line = serde_json::from_str(&line?).map_err(|source| EvalError::Line { line: at + 1, source })?;
        let Derivation { lines, kinds, mistake, .. } = &line.derivation;
        let whole = lines.len() > 1 && kinds.len() + 1 == lines.len();
        if !whole || mistake.is_some_and(|at| at == 0 || at >= lines.len()) {
            let why = format!("line {}: {} lines, {} kinds, mistake {mistake:?}", at + 1, lines.len(), kinds.len());
            return Err(EvalError::NoCases { task: "mistakes", why });
        }
        match line.part {
            Part::Train => cases.train.push(line.derivation),
            Part::Test => cases.test.push(line.derivation),
        }
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_derivation_and_its_mistake_is_a_step_of_it() {
        let good = r#"{"part":"train","lines":["sin + x x","sin * 2 x","cos * 2 x"],"mistake":2,"kinds":["evaluate","mistake"],"changed":"sin -> cos"}"#;
        let right = r#"{"part":"test","lines":["+ x x","* 2 x"],"mistake":null,"kinds":["evaluate"],"changed":null}"#;
        let cases = read(format!("{good}\n{right}\n").as_bytes()).unwrap();
        assert_eq!((cases.train.len(), cases.test.len(), cases.mistakes()), (1, 1, 0));
        assert_eq!([0, 1].map(|step| cases.train[0].is_mistake(step)), [false, true]);
        for (from, to) in [(":2", ":3"), (":2", ":0"), (r#""evaluate","#, ""), ("sin +", "sin + +")] {
            assert!(read(good.replace(from, to).as_bytes()).is_err(), "{from} {to}");
        }
    }

    #[test]
    fn the_file_that_comes_with_the_crate_can_be_read() {
        let cases = all().unwrap();
        assert!(!cases.train.is_empty() && cases.mistakes() > 0);
    }
}
