//! Calculus: what is wrong with a derivative or an integral?

use crate::read::MAX_ORDER;

messages! {
/// What is wrong with a derivative or an integral. An example of each is in `tests/reading/refusals.tsv`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CalculusRefusal {
    Order = ["the order of a derivative must be a number from 1 to {MAX_ORDER}"],
    Orders = ["the orders above and below the line of the derivative differ"],
    BelowTheLine = ["expected d or ∂ and a variable below the line of the derivative"],
    /// `\frac{∂^2 u}{∂x ∂t}`: the name.
    SeveralVariables(String) = ["`{0}` depends on several variables: write {0}(…) with its arguments"],
    /// `\frac{d(2a)}{dx}`: the variable.
    Independent(String) = ["what is differentiated here does not depend on `{0}`: write y({0}) for a function of it"],
    DotAsVariable = ["a dot is a derivative by t, and no variable: write another name for it"],
    DotOfTime = ["a dot is the derivative by t: of what is this one?"],
    NumberAsVariable(String) = ["`{0}` is a number and no variable here: pass the name as a variable if it is one"],
    Nothing = ["there is nothing to differentiate behind this: write it in brackets"],
    /// `diff x`: the operation.
    Call(String) = ["write {0}(E, x): what, and by which variable"],
    /// `diff(x)`: the operation.
    ByWhich(String) = ["by which variable? write {0}(E, x)"],
    PhysicsCommand = ["expected \\dv{{f}}{{x}} or \\dv[2]{{f}}{{x}}: what, and by which variable"],
    AtSeveral = ["the derivative at a point of several variables is not read: write its value as a function of its own"],
    NumberWithPrime = ["a number has no derivative and no prime: write another name"],
    VariableUnclear = ["the variable of the derivative is not clear: write \\frac{{d}}{{dx}} or diff(…, x)"],
    /// `y' = x + t`: the name.
    ByXOrT(String) = ["by x or by t? write {0}'(x) or {0}'(t)"],
    /// `dy/dx + dy/dt`: the name and its variables.
    TwoVariables(String, String, String) = [
        "`{0}` depends on `{1}` and on `{2}`, and a name alone is read as a function of one variable: write {0}({1}, {2}) if it has both; the chain rule is not read"
    ],
    /// `dy/dx + dx/dy`: the name and its variable.
    BothWays(String, String) = [
        "`{0}` is differentiated by `{1}` and is itself the variable of another derivative: write it as a function, {0}({1})"
    ],
    Differential(String) = ["`{0}` looks like a differential: write a name"],
    DifferentialInLatex = [
        "this looks like a differential, which is read only in \\frac{{d}}{{dx}} and \\int … \\, dx: write d \\cdot x for a product"
    ],
    DifferentialInInfix(String) = ["`{0}` looks like a differential: write diff(E, x) or integrate(E, x), or `{0}` in backquotes for a variable"],
    NoDifferential = ["the integral has no differential: write \\int E \\, dx"],
    FactorBehind = ["a factor behind the differential: write it before \\int, or brackets"],
    /// `\int u \, dv = uv - \int v \, du`: the two variables.
    Parts(String, String) = [
        "does `{0}` depend on `{1}` here? each is a variable of integration: write {0}(x) and {1}'(x) \\, dx if both are functions"
    ],
    PowerOfDifferential = ["a power of a differential is not read: write \\int E \\, dx"],
}
}
