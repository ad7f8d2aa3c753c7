//! Calculus: are two expressions the same antiderivative?

use egen_math::diff::differentiate;
use egen_math::{Expr, Node, Op, Symbol};

use crate::finding::equal;
use crate::judge::Judge;
use crate::row::{Finding, Verdict};

/// The variable of the integrals in an expression, if there is one for all of them.
pub fn integrated_by(expr: &Expr) -> Option<Symbol> {
    let mut found: Option<&Symbol> = None;
    for node in expr.nodes() {
        if let Node::Binary(Op::Integral, _, by) = node {
            let Node::Var(name) = expr.node(*by) else { return None };
            if found.is_some_and(|found| found != name) {
                return None;
            }
            found = Some(name);
        }
    }
    found.cloned()
}

/// Compares what two expressions have as derivatives: antiderivatives are equal up to a constant. `None` if an integral is left.
pub fn by_differentiating(judge: &Judge, before: &Expr, after: &Expr, by: &Symbol) -> Option<Finding> {
    let [f, g] = [differentiate(before, by).ok()?, differentiate(after, by).ok()?];
    if integrated_by(&f).is_some() || integrated_by(&g).is_some() {
        return None;
    }
    let finding = equal(judge, &f, &g);
    let constant = after.variables().iter().any(|name| !before.variables().contains(name));
    let missing = if constant || integrated_by(after).is_some() { "" } else { ", up to a constant" };
    let reason = match finding.verdict.holds() {
        true => format!("the same derivative by {by}{missing}"),
        false => format!("the derivatives by {by}: {}", finding.reason),
    };
    Some(finding.because(reason))
}

/// A chain of expressions with integrals.
#[derive(Clone, Default)]
pub struct Antiderivatives {
    /// The variable of integration.
    pub by: Option<Symbol>,
    /// The last line in the variable before it was changed, and this variable.
    first: Option<(Expr, Symbol)>,
    /// Has a line after it been wrong?
    wrong: bool,
}

impl Antiderivatives {
    /// A chain that starts with this expression.
    pub fn start(expr: &Expr) -> Antiderivatives {
        Antiderivatives { by: integrated_by(expr), ..Antiderivatives::default() }
    }

    /// A line `a = b` that does not take up the line before, which was `before`.
    pub fn begin(&mut self, [a, b]: [&Expr; 2], before: Option<&Expr>) {
        let Some(by) = integrated_by(a).or_else(|| integrated_by(b)) else {
            *self = Antiderivatives::default();
            return;
        };
        match (self.by.take(), before) {
            (Some(old), Some(before)) if old != by => {
                self.first.get_or_insert_with(|| (before.clone(), old));
            }
            (Some(_), _) => {}
            (None, _) => *self = Antiderivatives::default(),
        }
        self.by = Some(by);
    }

    /// Judges a link; `None` if it is none between antiderivatives. `value` tells what a name was said to be.
    pub fn judge(
        &mut self,
        judge: &Judge,
        before: &Expr,
        after: &Expr,
        value: impl Fn(&Symbol) -> Option<Expr>,
    ) -> Option<Finding> {
        let (old, new) = (integrated_by(before).or(self.by.clone()), integrated_by(after));
        let finding = match (old, new) {
            (Some(old), Some(new)) if old != new => self.changed(judge, [before, after], [&old, &new], value),
            (Some(by), new) => {
                let back = self.first.clone().filter(|(_, name)| new.is_none() && is_in(after, name, &by));
                self.by = Some(by.clone());
                match back {
                    Some((first, name)) => self.back(judge, [before, after], &first, [&by, &name], value),

                    None if new.is_none() && is_left(before, after, &by) => {
                        let put = value(&by).map(|inner| equal(judge, &before.substitute(&by, &inner), after));
                        Some(put.filter(|found| found.verdict.holds()).unwrap_or_else(another_variable))
                    }
                    None => {
                        let plain = new.is_none() && integrated_by(before).is_none();
                        let same = plain.then(|| equal(judge, before, after)).filter(|found| found.verdict.holds());
                        same.or_else(|| by_differentiating(judge, before, after, &by))
                    }
                }
            }
            (None, Some(by)) => {
                self.by = Some(by.clone());
                by_differentiating(judge, before, after, &by)
            }
            (None, None) => None,
        };
        self.wrong |= finding.as_ref().is_some_and(|finding| finding.verdict == Verdict::Refuted);
        finding
    }

    /// Another variable of integration.
    fn changed(
        &mut self,
        judge: &Judge,
        [before, after]: [&Expr; 2],
        [old, new]: [&Symbol; 2],
        value: impl Fn(&Symbol) -> Option<Expr>,
    ) -> Option<Finding> {
        self.by = Some(new.clone());
        if let Some((first, name)) = self.first.take() {
            if name == *new {
                let fits = (!self.wrong).then(|| by_differentiating(judge, &first, after, new)).flatten();
                return Some(fits.unwrap_or_else(another_variable));
            }
            self.first = Some((first, name));
        } else {
            self.first = Some((before.clone(), old.clone()));
            self.wrong = false;
        }
        // u = g(x), or x = g(u).
        let put = |expr: &Expr, own: &Symbol, other: &Symbol| {
            let inner = value(own).filter(|inner| inner.variables().contains(other))?;
            let slope = differentiate(&inner, other).ok()?;
            Some((expr.substitute(own, &inner) * slope, format!("{own} = {inner}")))
        };
        let [Ok(f), Ok(g)] = [differentiate(before, old), differentiate(after, new)] else {
            return Some(another_variable());
        };
        let (f, g, told_by) = match (put(&g, new, old), put(&f, old, new)) {
            (Some((g, told)), _) => (f, g, told),
            (None, Some((f, told))) => (f, g, told),
            (None, None) => return Some(another_variable()),
        };
        let finding = equal(judge, &f, &g);
        let reason = match finding.verdict.holds() {
            true => format!("with {told_by}"),
            false => format!("with {told_by} the derivatives differ: {}", finding.reason),
        };
        Some(finding.because(reason))
    }

    /// Back to the variable before it was changed.
    fn back(
        &mut self,
        judge: &Judge,
        [before, after]: [&Expr; 2],
        first: &Expr,
        [by, name]: [&Symbol; 2],
        value: impl Fn(&Symbol) -> Option<Expr>,
    ) -> Option<Finding> {
        self.by = Some(name.clone());
        self.first = None;
        if let Some(inner) = value(by).filter(|_| integrated_by(before).is_none()) {
            return Some(equal(judge, &before.substitute(by, &inner), after));
        }
        match by_differentiating(judge, first, after, name) {
            Some(finding) if finding.verdict.holds() || !self.wrong => Some(finding),
            _ => Some(another_variable()),
        }
    }
}

fn another_variable() -> Finding {
    Finding::new(Verdict::Unknown, "another variable of integration")
}

/// Is an expression without its variable followed by one in others only?
fn is_left(before: &Expr, after: &Expr, by: &Symbol) -> bool {
    let (old, new) = (before.variables(), after.variables());
    old.contains(by) && !new.contains(by) && new.iter().any(|name| !old.contains(name) && name.as_str() != "C")
}

/// Is an expression one in the first name, and not in the second?
fn is_in(expr: &Expr, name: &Symbol, other: &Symbol) -> bool {
    let names = expr.variables();
    names.contains(name) && !names.contains(other)
}
