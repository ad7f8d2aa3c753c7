//! Relations: why is a text no expression, no assumption, or no statement?

messages! {
/// Why a text is no expression, no assumption, or no statement of the kind that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RelationRefusal {
    Equation = ["expected an expression, found an equation"],
    EquationForOne = ["this is an equation: one expression was expected, give one side only"],
    EquationInCorpus = ["this is an equation, not an expression"],
    EquationAsSide = ["expected one expression"],
    NoAssumption = ["expected an assumption such as `x > 0`, `0 < x < 1` or `n integer`"],
    IntegerOfExpression = ["only a variable can be assumed to be an integer"],
    Approximate = ["≈ says nothing exact: write = for what is equal"],
    Differential = ["a differential by itself is not read"],
    Numbers = ["a set of numbers is not read"],
    TooMany = ["too many relations on one line"],
    WholeLine = ["an interval without ends restricts nothing"],
    Side = ["expected one side of a relation"],
    NoRelation = ["expected a relation such as x = 2 or x < 3"],
    BothSigns = ["± is read in an equation such as x = ±2 only"],
    NothingBefore = ["a line that starts with = takes up the one before, and there is none"],
    WordsForSide = ["words for a side that is not read"],
    /// `LHS + 1`: the words.
    SideName(String) = ["{0} names a side, and is not read in a formula"],
    /// A decision that strict options do not allow: what was decided.
    Strict(String) = ["{0}: a strict reading takes nothing that needs a note"],
}
}
