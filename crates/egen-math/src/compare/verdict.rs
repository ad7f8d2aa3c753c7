//! Verdicts: what can be said about two expressions?

use std::fmt;

use crate::assume::Condition;
use crate::expr::{Expr, Symbol};
use crate::number::Number;

/// The answer to "are these equal?".
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Equal, different, or unknown.
    pub verdict: Verdict,
    /// How the domain of the second relates to that of the first; `None` when that could not be told.
    pub domain: Option<Domain>,
    /// Do they also agree over the complex numbers, with principal branches? `None` when that could not be told.
    pub complex: Option<bool>,
    /// What the verdict rests on.
    pub evidence: Evidence,
    /// Single values at which equal sides are not alike, if they were asked for; there may be more.
    pub exceptions: Vec<Exception>,
}

/// A value of a variable at which equal sides are not alike, whatever the other variables are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// The variable.
    pub variable: Symbol,
    /// Its value.
    pub at: Number,
    /// What is unlike there.
    pub found: Unlike,
}

/// What is unlike at an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unlike {
    /// Only the second has a value.
    NoFirst,
    /// Only the first has a value.
    NoSecond,
    /// Both have one, and these differ.
    Differ,
}

/// Are two expressions equal wherever both are defined?
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// They are, and this is why.
    Proved(Proof),
    /// They have the same value, to many digits, in every region of their common domain that is known.
    Agree,
    /// They are not: here both are defined and certainly differ.
    Refuted(Witness),
    /// It could not be told.
    Unknown(Reason),
}

/// Why two expressions are certainly equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// They are the same expression.
    Identical,
    /// Both are this rational number, by exact arithmetic.
    Arithmetic(Number),
    /// A chain of expressions, each equal to the one before; the first side comes first and has no reason.
    Steps(Vec<Step>),
    /// A chain for each of some conditions, one of which holds everywhere but on a null set.
    Cases(Vec<Case>),
}

/// A chain that holds under a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The condition.
    pub assumed: Condition,
    /// The chain.
    pub steps: Vec<Step>,
}

/// One line of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The whole expression.
    pub expr: Expr,
    /// Why it equals the one before.
    pub why: Why,
}

/// Why a line of a chain equals the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is the first; nothing is before it.
    Start,
    /// The rule of this name changes one place.
    Rule(String),
    /// Both have the same form by exact algebra, which is no change at a place.
    Algebra,
    /// The same, with the laws of exponentials, sines and cosines.
    AlgebraWithLaws,
}

/// A point at which two expressions differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The point, exactly; empty for constants.
    pub at: Vec<(Symbol, Number)>,
    /// The value of the first there, to its certain digits.
    pub left: String,
    /// The value of the second.
    pub right: String,
}

/// Why nothing could be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No point was found at which both have a real value.
    NoCommonPoint {
        /// Is the first defined at some point tried?
        left: bool,
        /// Is the second?
        right: bool,
    },
    /// No point was found that meets the assumptions.
    NoAssumedPoint,
    /// The values are too close, too large or too small to be told apart at the highest precision.
    Precision,
    /// They hold something whose value is not known: an unknown function, an integral.
    Opaque(String),
    /// A part may lie on a side of a value that could neither be visited nor excluded: "whether x^2 + y^2 - c is negative anywhere".
    Region(String),
    /// Too large to evaluate.
    TooLarge,
    /// Nobody waited for it any longer.
    Time,
}

/// How the domain of the second expression relates to the domain of the first, up to null sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// The same.
    Equal,
    /// The second is defined where the first is, and more.
    Wider,
    /// The second is defined on a part of where the first is.
    Narrower,
    /// Each is defined somewhere where the other is not.
    Overlapping,
}

/// What a verdict rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The number of points at which both were found to have the same value.
    pub points: usize,
    /// The number of decimal digits to which they were compared, at the best of them.
    pub digits: usize,
    /// The regions of the common domain in which they were compared: between breaks one point speaks for all.
    pub regions: usize,
    /// Are these all the regions that there are?
    pub complete: bool,
}

impl Domain {
    /// `equal`, `wider`, `narrower`, `overlapping`.
    pub fn name(self) -> &'static str {
        match self {
            Domain::Equal => "equal",
            Domain::Wider => "wider",
            Domain::Narrower => "narrower",
            Domain::Overlapping => "overlapping",
        }
    }
}

impl Unlike {
    /// `no first value`, `no second value`, `values differ`.
    pub fn name(self) -> &'static str {
        match self {
            Unlike::NoFirst => "no first value",
            Unlike::NoSecond => "no second value",
            Unlike::Differ => "values differ",
        }
    }
}

impl Verdict {
    /// `proved`, `agree`, `refuted`, `unknown`.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Proved(_) => "proved",
            Verdict::Agree => "agree",
            Verdict::Refuted(_) => "refuted",
            Verdict::Unknown(_) => "unknown",
        }
    }

    /// Proved or agreeing.
    pub fn is_equal(&self) -> bool {
        matches!(self, Verdict::Proved(_) | Verdict::Agree)
    }
}

/// The name of the rule, or "by algebra"; nothing for the first.
impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Start => "",
            Why::Rule(name) => name,
            Why::Algebra => "by algebra",
            Why::AlgebraWithLaws => "by algebra, with the laws of exponentials, sines and cosines",
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NoCommonPoint { left: true, right: true } => {
                f.write_str("no point was found at which both sides have a real value")
            }
            Reason::NoCommonPoint { left: true, right: false } => {
                f.write_str("the second side has no real value at any point tried")
            }
            Reason::NoCommonPoint { left: false, right: true } => {
                f.write_str("the first side has no real value at any point tried")
            }
            Reason::NoCommonPoint { left: false, right: false } => {
                f.write_str("neither side has a real value at any point tried")
            }
            Reason::NoAssumedPoint => f.write_str("no point was found that meets the assumptions"),
            Reason::Precision => {
                f.write_str("the values are too large or too close to be told apart at the highest precision")
            }
            Reason::Region(what) => write!(f, "could not decide {what}"),
            Reason::Opaque(what) => write!(f, "nothing is known of {what}"),
            Reason::TooLarge => f.write_str("the expressions are too large to evaluate"),
            Reason::Time => f.write_str("the time was over"),
        }
    }
}
