//! Relations: why is a text no expression, no assumption, or no statement?

/// Why a text is no expression, no assumption, or no statement of the kind that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RelationRefusal {
    /// An equation where an expression belongs.
    #[error("expected an expression, found an equation")]
    Equation,
    /// An equation where a caller takes one expression only.
    #[error("this is an equation: one expression was expected, give one side only")]
    EquationForOne,
    /// An equation where a corpus has expressions.
    #[error("this is an equation, not an expression")]
    EquationInCorpus,
    /// An equation as a side of an assumption.
    #[error("expected one expression")]
    EquationAsSide,
    /// `x` as an assumption.
    #[error("expected an assumption such as `x > 0`, `0 < x < 1` or `n integer`")]
    NoAssumption,
    /// `2x integer`.
    #[error("only a variable can be assumed to be an integer")]
    IntegerOfExpression,
    /// `x ≈ 2`.
    #[error("≈ says nothing exact: write = for what is equal")]
    Approximate,
    /// `du = 2x dx`.
    #[error("a differential by itself is not read")]
    Differential,
    /// `x ∈ ℝ`.
    #[error("a set of numbers is not read")]
    Numbers,
    /// More relations than a line has.
    #[error("too many relations on one line")]
    TooMany,
    /// `x ∈ (-∞, ∞)`.
    #[error("an interval without ends restricts nothing")]
    WholeLine,
    /// `x < (y = 1)`.
    #[error("expected one side of a relation")]
    Side,
    /// `x + 1, y + 1`.
    #[error("expected a relation such as x = 2 or x < 3")]
    NoRelation,
    /// `x ± 1`.
    #[error("± is read in an equation such as x = ±2 only")]
    BothSigns,
    /// `= 2` on the first line.
    #[error("a line that starts with = takes up the one before, and there is none")]
    NothingBefore,
    /// `New price = x < 1`.
    #[error("words for a side that is not read")]
    WordsForSide,
    /// `LHS + 1`: the words.
    #[error("{0} names a side, and is not read in a formula")]
    SideName(String),
    /// A decision that strict options do not allow: what was decided.
    #[error("{0}: a strict reading takes nothing that needs a note")]
    Strict(String),
}
