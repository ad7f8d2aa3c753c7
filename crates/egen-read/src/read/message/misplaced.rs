//! Misplaced: which token stands where it does not belong, and what was expected there?

use std::fmt::{self, Display, Formatter};

/// Something stands where it does not belong, or is missing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misplaced {
    /// An empty text.
    #[error("there is nothing to read")]
    Nothing,
    /// `x +`.
    #[error("the text ends where {0} was expected")]
    End(Expected),
    /// `x * * y`: the token.
    #[error("found `{0}` where {1} was expected")]
    Found(String, Expected),
    /// `1,000`.
    #[error("a comma inside a number is not read: write a point for a decimal, and thousands without it")]
    CommaInNumber,
    /// `(1, 2)`: the separator, and whether the text is LaTeX.
    #[error("`{first}` is read only between the arguments of a function: tuples, intervals and lists are out of scope{}",
        if *.1 { "; inside a number write 1{,}000" } else { "" }, first = .0)]
    Comma(String, bool),
    /// `x)`.
    #[error("`{0}` closes nothing that is open")]
    ClosesNothing(String),
    /// `(x`.
    #[error("`{0}` is not closed")]
    NotClosed(String),
    /// `(x]`: what closes, and what was opened.
    #[error("`{0}` closes a `{1}`: brackets must match")]
    Mismatch(String, String),
    /// `()`.
    #[error("there is nothing between the brackets")]
    EmptyBrackets,
    /// `= 2`.
    #[error("there is nothing before `{0}`")]
    NothingBefore(String),
    /// `1'000`.
    #[error("a number has no prime: write the digits of a long number without apostrophes")]
    PrimeOfNumber,
    /// `(x + y)'`.
    #[error("the variable of the derivative is not clear: write f'(x), or \\frac{{d}}{{dx}} or diff(…, x)")]
    Prime,
    /// `∂ + 1`.
    #[error("`∂` is read only in a derivative: \\frac{{\\partial}}{{\\partial x}}, ∂f/∂x")]
    Partial,
    /// `2\dagger`.
    #[error("`{0}` is read only as a superscript of a name")]
    Mark(String),
    /// `x + °`.
    #[error("degrees are read only right after a number, a name or a bracket")]
    Degree,
    /// `\int x \cdot dx`.
    #[error("a differential is no factor: write \\int E \\, dx without a sign of multiplication")]
    DifferentialAsFactor,
    /// `\int x + dx`.
    #[error("this differential ends the integral too early: write brackets")]
    DifferentialTooEarly,
    /// `x = 1 \over 2`.
    #[error("`\\over` takes all of the group, and here an equation: write \\frac{{a}}{{b}}")]
    Over,
    /// `2_1`.
    #[error("a subscript is read only right after a name")]
    Subscript,
    /// `^2`.
    #[error("this power has no base: write what is raised before it")]
    PowerWithoutBase,
    /// `x=1 y=2`.
    #[error("these look like two equations: give one at a time, or write a sign of multiplication")]
    TwoEquations,
    /// `2 3`.
    #[error("a number stands after a number: write an operator between them")]
    NumberAfterNumber,
    /// `x2` in LaTeX.
    #[error(
        "a number stands after a name: write the number first, a power x^2, a subscript x_2, or a sign of multiplication"
    )]
    NumberAfterName,
    /// `x^2^3` with signs above the line: `x²^3`.
    #[error("two powers on one base: write brackets")]
    TwoPowers,
    /// `x^2^3` in LaTeX.
    #[error("two powers on one base: write x^{{y^{{z}}}} or {{(x^{{y}})}}^{{z}}")]
    TwoPowersInLatex,
    /// `2 + :`, where a variable is due.
    #[error("found `{0}` where a variable was expected")]
    NoVariable(String),
}

/// What was expected at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the English of each is in `Display`")]
pub enum Expected {
    Operand,
    OperandOfRoot,
    Operator,
    OperatorOrEnd,
    /// A bracket, which closes the one that is shown.
    OperatorOrClosing(String),
    OperatorOrBar,
    OperatorOrBrace,
    OperatorOrDifferential,
    Bracket,
    Name,
    Exponent,
    Base,
    PowerOfFunction,
    /// The argument of a LaTeX command or script.
    Argument(Argument),
    BracketOrEndOfNumerator,
    EndOfNumerator,
    EndOfIntegrand,
    FractionWithDifferential,
    OrderArgument,
    EndOfVariableArgument,
    VariableArgument,
    EndOfOrder,
}

/// An argument that LaTeX has in braces, or that is one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say all there is")]
pub enum Argument {
    Radicand,
    Base,
    Numerator,
    Denominator,
    Exponent,
}

impl Expected {
    /// Is an argument of a function expected? Then a comma is no mistake of its own.
    pub(in crate::read) fn is_in_arguments(&self) -> bool {
        matches!(self, Expected::OrderArgument | Expected::EndOfVariableArgument | Expected::VariableArgument)
    }

    /// May the text, or a part that has no bracket of its own, end here? Then what closes has nothing to close.
    pub(in crate::read) fn is_end(&self) -> bool {
        matches!(
            self,
            Expected::OperatorOrEnd
                | Expected::BracketOrEndOfNumerator
                | Expected::EndOfNumerator
                | Expected::EndOfIntegrand
        )
    }

    /// Is an operand expected?
    pub(in crate::read) fn is_operand(&self) -> bool {
        matches!(self, Expected::Operand | Expected::OperandOfRoot)
    }
}

impl Display for Expected {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Operand => "an operand",
            Expected::OperandOfRoot => "an operand or a bracket after the root sign",
            Expected::Operator => "an operator",
            Expected::OperatorOrEnd => "an operator or the end",
            Expected::OperatorOrClosing(opened) => {
                return write!(f, "an operator or the bracket that closes `{opened}`");
            }
            Expected::OperatorOrBar => "an operator or the bar that closes the absolute value",
            Expected::OperatorOrBrace => "an operator or `}`",
            Expected::OperatorOrDifferential => "an operator or the differential of the integral",
            Expected::Bracket => "a bracket",
            Expected::Name => "a name",
            Expected::Exponent => "an exponent",
            Expected::Base => "a base, as in \\log_2 x or \\log_{10} x,",
            Expected::PowerOfFunction => "a number, a name or a bracket as the power of a function",
            Expected::Argument(argument) => {
                return write!(f, "{argument}, in braces or as one letter or digit,");
            }
            Expected::BracketOrEndOfNumerator => "a bracket around what is differentiated, or the end of the numerator",
            Expected::EndOfNumerator => "the end of the numerator",
            Expected::EndOfIntegrand => "the end of the braces around the integrand",
            Expected::FractionWithDifferential => "the fraction with the differential of the integral",
            Expected::OrderArgument => "a comma and an order after the variable argument",
            Expected::EndOfVariableArgument => "the bracket that closes the variable argument",
            Expected::VariableArgument => "a variable as argument",
            Expected::EndOfOrder => "the bracket that closes the order",
        })
    }
}

impl Display for Argument {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Argument::Radicand => "a radicand",
            Argument::Base => "a base",
            Argument::Numerator => "a numerator",
            Argument::Denominator => "a denominator",
            Argument::Exponent => "an exponent",
        })
    }
}
