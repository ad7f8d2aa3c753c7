//! Calculus: what is wrong with a derivative or an integral?

use crate::read::MAX_ORDER;

/// What is wrong with a derivative or an integral. An example stands at each, and behind it what the data are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CalculusRefusal {
    /// `diff(x, x, 99)`.
    #[error("the order of a derivative must be a number from 1 to {MAX_ORDER}")]
    Order,
    /// `\frac{d^2y}{dx}`.
    #[error("the orders above and below the line of the derivative differ")]
    Orders,
    /// `\frac{d}{dx y}`.
    #[error("expected d or ∂ and a variable below the line of the derivative")]
    BelowTheLine,
    /// `\frac{∂^2 u}{∂x ∂t}`: the name.
    #[error("`{0}` depends on several variables: write {0}(…) with its arguments")]
    SeveralVariables(String),
    /// `\frac{d(2a)}{dx}`: the variable.
    #[error("what is differentiated here does not depend on `{0}`: write y({0}) for a function of it")]
    Independent(String),
    /// `\frac{df}{d\dot x}`.
    #[error("a dot is a derivative by t, and no variable: write another name for it")]
    DotAsVariable,
    /// `\dot t`.
    #[error("a dot is the derivative by t: of what is this one?")]
    DotOfTime,
    /// `diff(x, pi)`.
    #[error("`{0}` is a number and no variable here: pass the name as a variable if it is one")]
    NumberAsVariable(String),
    /// `\frac{d}{dx} + 1`.
    #[error("there is nothing to differentiate behind this: write it in brackets")]
    Nothing,
    /// `diff x`: the operation.
    #[error("write {0}(E, x): what, and by which variable")]
    Call(String),
    /// `diff(x)`: the operation.
    #[error("by which variable? write {0}(E, x)")]
    ByWhich(String),
    /// `\dv{f}{x + 1}`.
    #[error("expected \\dv{{f}}{{x}} or \\dv[2]{{f}}{{x}}: what, and by which variable")]
    PhysicsCommand,
    /// `\frac{df}{dx}(1, 2)`.
    #[error("the derivative at a point of several variables is not read: write its value as a function of its own")]
    AtSeveral,
    /// `π'`.
    #[error("a number has no derivative and no prime: write another name")]
    NumberWithPrime,
    /// `\sin'(2x)`.
    #[error("the variable of the derivative is not clear: write \\frac{{d}}{{dx}} or diff(…, x)")]
    VariableUnclear,
    /// `y' = x + t`: the name.
    #[error("by x or by t? write {0}'(x) or {0}'(t)")]
    ByXOrT(String),
    /// `dy/dx + dy/dt`: the name and its variables.
    #[error(
        "`{0}` depends on `{1}` and on `{2}`, and a name alone is read as a function of one variable: write {0}({1}, {2}) if it has both; the chain rule is not read"
    )]
    TwoVariables(String, String, String),
    /// `dy/dx + dx/dy`: the name and its variable.
    #[error(
        "`{0}` is differentiated by `{1}` and is itself the variable of another derivative: write it as a function, {0}({1})"
    )]
    BothWays(String, String),
    /// `dθ + 1`.
    #[error("`{0}` looks like a differential: write a name")]
    Differential(String),
    /// `dx` in LaTeX.
    #[error(
        "this looks like a differential, which is read only in \\frac{{d}}{{dx}} and \\int … \\, dx: write d \\cdot x for a product"
    )]
    DifferentialInLatex,
    /// `dx` in infix.
    #[error(
        "`{0}` looks like a differential: write diff(E, x) or integrate(E, x), or `{0}` in backquotes for a variable"
    )]
    DifferentialInInfix(String),
    /// `\int x`.
    #[error("the integral has no differential: write \\int E \\, dx")]
    NoDifferential,
    /// `\int x \, dx y`.
    #[error("a factor behind the differential: write it before \\int, or brackets")]
    FactorBehind,
    /// `\int u \, dv = uv - \int v \, du`: the two variables.
    #[error(
        "does `{0}` depend on `{1}` here? each is a variable of integration: write {0}(x) and {1}'(x) \\, dx if both are functions"
    )]
    Parts(String, String),
    /// `\int x \, dx^2`.
    #[error("a power of a differential is not read: write \\int E \\, dx")]
    PowerOfDifferential,
}
