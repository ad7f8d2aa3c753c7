//! Names: which of them number the solutions of an equation?

use egen_math::{Expr, Symbol};

use crate::facts::is_definition;
use crate::formula::Formula;
use crate::solutions::contrast;
use crate::statement::Statement;

/// The sides of a statement.
pub fn sides(statement: &Statement) -> Vec<&Expr> {
    match statement {
        Statement::Expression(expr) => vec![expr],
        Statement::Chain(sides) => sides.iter().collect(),
        Statement::Formula(formula) => formula.atoms().flat_map(|atom| [&atom.left, &atom.right]).collect(),
    }
}

/// A statement with every side replaced.
pub fn map(statement: &Statement, to: impl Fn(&Expr) -> Expr) -> Statement {
    match statement {
        Statement::Expression(expr) => Statement::Expression(to(expr)),
        Statement::Chain(sides) => Statement::Chain(sides.iter().map(to).collect()),
        Statement::Formula(formula) => Statement::Formula(formula.map(to)),
    }
}

/// `x_1 = 2, x_2 = 3` as solutions of an equation in x. `facts` are the lines in force, and `listed` is the x of which a solution was
/// listed before. Gives the formula in x, and x.
pub fn renamed(formula: &Formula, facts: &[Formula], listed: Option<&Symbol>) -> Option<(Formula, Symbol)> {
    let names: Vec<Symbol> =
        formula.atoms().map(|atom| atom.solved().map(|(name, _)| name.clone())).collect::<Option<_>>()?;
    let mut bases = names.iter().map(base);
    let first = bases.next().flatten()?;
    if !bases.all(|base| base.as_ref() == Some(&first))
        || facts.iter().any(|fact| fact.variables().iter().any(|name| names.contains(name)))
    {
        return None;
    }
    let about: Vec<&Formula> =
        facts.iter().filter(|fact| fact.variables().contains(&first) && !is_definition(fact)).collect();
    let open = |fact: &&&Formula| !fact.is_solved() && fact.equation().is_some();
    let equation = about.iter().find(open)?;
    let alone = about.iter().all(|fact| fact.variables().len() == 1);
    let solved = about.iter().any(|fact| fact.is_solved());
    let to = Expr::variable(first.as_str());
    let renamed = formula.map(|side| names.iter().fold(side.clone(), |side, name| side.substitute(name, &to)));
    let cases = renamed.atoms().map(|atom| vec![atom.clone()]).collect();
    let renamed = Formula { cases };
    let again = listed == Some(&first);
    if !alone || (solved && !again) {
        return None;
    }
    let solves = || contrast(&[equation], equation, &renamed, &first).is_some_and(|found| found.kept && !found.gains());
    (again || renamed.cases.len() > 1 || solves()).then_some((renamed, first))
}

/// The x of `x_1`, `x_2`, …; x_0 is where something starts.
fn base(name: &Symbol) -> Option<Symbol> {
    // x_{1,2} is read as `x_1_2`.
    let mut parts = name.as_str().split('_');
    let base = parts.next().filter(|base| !base.is_empty())?;
    let index =
        |part: &str| !part.starts_with('0') && !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let counts: Vec<bool> = parts.map(index).collect();
    (!counts.is_empty() && counts.into_iter().all(|counts| counts)).then(|| Symbol::new(base))
}
