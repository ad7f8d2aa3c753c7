//! Misplaced: which token stands where it does not belong, and what was expected there?

messages! {
/// Something stands where it does not belong, or is missing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misplaced {
    Nothing = ["there is nothing to read"],
    End(Expected) = ["the text ends where {0} was expected"],
    /// `x * * y`: the token.
    Found(String, Expected) = ["found `{0}` where {1} was expected"],
    CommaInNumber = ["a comma inside a number is not read: write a point for a decimal, and thousands without it"],
    /// `(1, 2)`: the separator, and whether the text is LaTeX.
    Comma(String, bool) = [
        "`{first}` is read only between the arguments of a function: tuples, intervals and lists are out of scope{}", if *.1 { "; inside a number write 1{,}000" } else { "" }, first = .0
    ],
    ClosesNothing(String) = ["`{0}` closes nothing that is open"],
    NotClosed(String) = ["`{0}` is not closed"],
    /// `(x]`: what closes, and what was opened.
    Mismatch(String, String) = ["`{0}` closes a `{1}`: brackets must match"],
    EmptyBrackets = ["there is nothing between the brackets"],
    NothingBefore(String) = ["there is nothing before `{0}`"],
    PrimeOfNumber = ["a number has no prime: write the digits of a long number without apostrophes"],
    Prime = ["the variable of the derivative is not clear: write f'(x), or \\frac{{d}}{{dx}} or diff(…, x)"],
    Partial = ["`∂` is read only in a derivative: \\frac{{\\partial}}{{\\partial x}}, ∂f/∂x"],
    Mark(String) = ["`{0}` is read only as a superscript of a name"],
    Degree = ["degrees are read only right after a number, a name or a bracket"],
    DifferentialAsFactor = ["a differential is no factor: write \\int E \\, dx without a sign of multiplication"],
    DifferentialTooEarly = ["this differential ends the integral too early: write brackets"],
    Over = ["`\\over` takes all of the group, and here an equation: write \\frac{{a}}{{b}}"],
    Subscript = ["a subscript is read only right after a name"],
    PowerWithoutBase = ["this power has no base: write what is raised before it"],
    TwoEquations = ["these look like two equations: give one at a time, or write a sign of multiplication"],
    NumberAfterNumber = ["a number stands after a number: write an operator between them"],
    NumberAfterName = ["a number stands after a name: write the number first, a power x^2, a subscript x_2, or a sign of multiplication"],
    TwoPowers = ["two powers on one base: write brackets"],
    TwoPowersInLatex = ["two powers on one base: write x^{{y^{{z}}}} or {{(x^{{y}})}}^{{z}}"],
    NoVariable(String) = ["found `{0}` where a variable was expected"],
}
}

messages! {
/// What was expected at a place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Expected {
    Operand = ["an operand"],
    OperandOfRoot = ["an operand or a bracket after the root sign"],
    Operator = ["an operator"],
    OperatorOrEnd = ["an operator or the end"],
    OperatorOrClosing(String) = ["an operator or the bracket that closes `{0}`"],
    OperatorOrBar = ["an operator or the bar that closes the absolute value"],
    OperatorOrBrace = ["an operator or `}}`"],
    OperatorOrDifferential = ["an operator or the differential of the integral"],
    Bracket = ["a bracket"],
    Name = ["a name"],
    Exponent = ["an exponent"],
    Base = ["a base, as in \\log_2 x or \\log_{{10}} x,"],
    PowerOfFunction = ["a number, a name or a bracket as the power of a function"],
    Argument(Argument) = ["{0}, in braces or as one letter or digit,"],
    BracketOrEndOfNumerator = ["a bracket around what is differentiated, or the end of the numerator"],
    EndOfNumerator = ["the end of the numerator"],
    EndOfIntegrand = ["the end of the braces around the integrand"],
    FractionWithDifferential = ["the fraction with the differential of the integral"],
    OrderArgument = ["a comma and an order after the variable argument"],
    EndOfVariableArgument = ["the bracket that closes the variable argument"],
    VariableArgument = ["a variable as argument"],
    EndOfOrder = ["the bracket that closes the order"],
}
}

messages! {
/// An argument that LaTeX has in braces, or that is one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Argument {
    Radicand = ["a radicand"],
    Base = ["a base"],
    Numerator = ["a numerator"],
    Denominator = ["a denominator"],
    Exponent = ["an exponent"],
}
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
