//! Rows: what is said about each line, as plain data?

use std::ops::Range;

use egen_math::compare::Comparison;
use egen_math::{Number, Symbol};
use egen_read::read::{Notation, ReadError};

use crate::change::Change;
use crate::shown::Shown;

/// What was found about a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It follows, and a proof was found.
    Proved,
    /// It follows, by values at points of every region, or at every solution.
    Agree,
    /// It is wrong, with a point.
    Refuted,
    /// It could not be told, for the reason given.
    Unknown,
    /// It is true of some of the solutions; others are lost.
    Lost,
    /// It follows, and has solutions that the line before does not have.
    Gained,
    /// It says something new: an equation to be solved, a definition, a case.
    Fact,
    /// No formula, or none that is read.
    Skipped,
    /// A formula that cannot be read.
    Error,
}

impl Verdict {
    /// `proved`, `agree`, `refuted`, …
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Agree => "agree",
            Verdict::Refuted => "refuted",
            Verdict::Unknown => "unknown",
            Verdict::Lost => "lost",
            Verdict::Gained => "gained",
            Verdict::Fact => "fact",
            Verdict::Skipped => "skipped",
            Verdict::Error => "error",
        }
    }

    /// Is it a judgement about a step?
    pub fn is_step(self) -> bool {
        !matches!(self, Verdict::Fact | Verdict::Skipped | Verdict::Error)
    }

    /// Does the step hold?
    pub fn holds(self) -> bool {
        matches!(self, Verdict::Proved | Verdict::Agree)
    }

    /// Is the step wrong?
    pub(crate) fn fails(self) -> bool {
        matches!(self, Verdict::Refuted | Verdict::Lost)
    }
}

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Two expressions that are claimed to be equal.
    Expressions,
    /// An equation or several, judged by their solutions.
    Equation,
    /// Something with an inequality.
    Inequality,
    /// Text.
    Text,
}

/// What was found, and why.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// Why, in short.
    pub reason: String,
    /// The comparison of two expressions behind it.
    pub comparison: Option<Comparison>,
    /// The solutions that are lost or gained: `x = 0`.
    pub solutions: Vec<String>,
    /// The point of a refutation, where its coordinates are rational.
    pub at: Vec<(Symbol, Number)>,
    /// What changed, for expressions.
    pub change: Option<Change>,
    /// The slip that would explain it.
    pub fix: Option<String>,
    /// May it be a further equation of a system?
    pub further: bool,
    /// Unknown, since the two differ by no more than the last digits of new decimals may be off?
    pub rounding: bool,
}

impl Finding {
    /// A verdict and its reason.
    pub fn new(verdict: Verdict, reason: impl Into<String>) -> Finding {
        let (solutions, at) = (Vec::new(), Vec::new());
        let reason = reason.into();
        let (comparison, change, fix) = (None, None, None);
        Finding { verdict, reason, comparison, solutions, at, change, fix, further: false, rounding: false }
    }

    /// The same for another reason, which neither a change nor a fix of the sides explains.
    pub(crate) fn because(self, reason: impl Into<String>) -> Finding {
        Finding { reason: reason.into(), change: None, fix: None, ..self }
    }
}

/// What is said about a line, or about a part of one.
#[derive(Clone, Debug)]
pub struct Row {
    /// The number of the problem in the text, from 1.
    pub derivation: usize,
    /// The number of the step in its derivation, from 1; none for facts and text.
    pub step: Option<usize>,
    /// The number of the line, from 1.
    pub line: usize,
    /// The bytes of the line that it is about.
    pub at: Range<usize>,
    /// These bytes.
    pub input: String,
    /// The notation of the line, as far as it is known: LaTeX, or infix.
    pub notation: Notation,
    /// Decisions of the reader.
    pub notes: Vec<String>,
    /// What it is about.
    pub kind: Kind,
    /// What stood before.
    pub before: Option<Shown>,
    /// What it says.
    pub after: Option<Shown>,
    /// What was found.
    pub finding: Finding,
    /// Why it could not be read.
    pub error: Option<ReadError>,
    /// The time that it took, in milliseconds.
    pub ms: f64,
}
