//! Definite integrals: do their steps hold?
//!
//! `∫_a^b f dx` and `[F]_a^b` are read as calls of two functions that nothing else has. An integral is not evaluated: that it is [F] between its limits is
//! judged by the derivative of F, and a change of its variable by what was put in.

use egen_math::diff::differentiate;
use egen_math::{Expr, Node, Op, Symbol};
use egen_read::read::ReadError;

use crate::finding::equal;
use crate::judge::Judge;
use crate::row::{Finding, Verdict};
use crate::term::{self, call};

const INTEGRAL: &str = "integral";
const BETWEEN: &str = "between";

/// What an integral or a bracket is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// Is it a bracket, whose inside is put in at the limits?
    pub between: bool,
    /// The integrand, or what the bracket holds.
    pub inside: Expr,
    /// The variable of integration.
    pub by: Symbol,
    /// From and to.
    pub limits: [Expr; 2],
}

impl Parts {
    fn call(&self) -> Expr {
        let name = if self.between { BETWEEN } else { INTEGRAL };
        call(name, &[&self.inside, &term::variable(&self.by), &self.limits[0], &self.limits[1]])
    }

    /// The parts of an expression that is one of both.
    pub fn of(expr: &Expr) -> Option<Parts> {
        let Node::Call(name, args) = expr.node(expr.root()) else { return None };
        let [inside, by, from, to] = args[..] else { return None };
        let Node::Var(by) = expr.node(by) else { return None };
        let between = match name.as_str() {
            BETWEEN => true,
            INTEGRAL => false,
            _ => return None,
        };
        let limits = [expr.subtree(from), expr.subtree(to)];
        Some(Parts { between, inside: expr.subtree(inside), by: by.clone(), limits })
    }

    /// Is the inside a sum, which needs parentheses before dx?
    pub fn is_sum(&self) -> bool {
        matches!(self.inside.node(self.inside.root()), Node::Binary(Op::Add | Op::Sub, ..))
    }

    /// F(b) − F(a).
    fn value(&self) -> Expr {
        let [from, to] = [0, 1].map(|at| self.inside.substitute(&self.by, &self.limits[at]));
        to - from
    }
}

/// Is it a definite integral, or a bracket with limits?
pub fn is_definite(expr: &Expr) -> bool {
    Parts::of(expr).is_some()
}

/// The variable of a definite integral.
pub fn variable(expr: &Expr) -> Option<Symbol> {
    Parts::of(expr).filter(|parts| !parts.between).map(|parts| parts.by)
}

/// Judges a link in which one side is a definite integral or a bracket; `None` if none is. `value` tells what a name was said to be.
pub fn judge(judge: &Judge, sides: [&Expr; 2], value: impl Fn(&Symbol) -> Option<Expr>) -> Option<Finding> {
    let [before, after] = sides.map(Parts::of);
    let finding = match (before, after) {
        (None, None) => return None,
        (Some(integral), Some(bracket)) if !integral.between && bracket.between => solved(judge, &integral, &bracket),
        (Some(old), Some(new)) if !old.between && !new.between => changed(judge, &old, &new, value),
        (Some(Parts { between: false, .. }), _) | (_, Some(Parts { between: false, .. })) => unknown(),
        (old, new) => {
            let plain = |parts: Option<Parts>, side: &Expr| parts.map_or_else(|| side.clone(), |parts| parts.value());
            equal(judge, &plain(old, sides[0]), &plain(new, sides[1]))
        }
    };
    Some(finding)
}

fn unknown() -> Finding {
    Finding::new(Verdict::Unknown, "definite integrals are not evaluated")
}

/// ∫_a^b f dx = [F]_a^b.
fn solved(judge: &Judge, integral: &Parts, bracket: &Parts) -> Finding {
    let Ok(slope) = differentiate(&bracket.inside, &bracket.by) else { return unknown() };
    if integral.by != bracket.by {
        return unknown();
    }
    let finding = equal(judge, &integral.inside, &slope);
    if !same_limits(judge, integral, bracket) {
        // What is integrated breaks nowhere, so the integral is F between its own limits.
        let meant = Parts { limits: integral.limits.clone(), ..bracket.clone() };
        let found = equal(judge, &meant.value(), &bracket.value());
        let sure = finding.verdict.holds() && is_smooth(&integral.inside);
        let reason = format!("the limits are others: {}", found.reason);
        return if sure && found.verdict == Verdict::Refuted { found.because(reason) } else { unknown() };
    }
    let by = &integral.by;
    let reason = match finding.verdict.holds() {
        true => format!("the derivative by {by} of {} is what is integrated", bracket.inside),
        false => format!("what is integrated, and the derivative by {by} of {}: {}", bracket.inside, finding.reason),
    };
    finding.because(reason)
}

/// Has an expression a value everywhere, without a break?
fn is_smooth(expr: &Expr) -> bool {
    expr.nodes().iter().all(|node| match node {
        Node::Num(_) | Node::Const(_) | Node::Var(_) => true,
        Node::Unary(op, _) => op.is_smooth(),
        Node::Binary(Op::Add | Op::Sub | Op::Mul, ..) => true,
        Node::Binary(Op::Pow, _, n) => matches!(expr.node(*n), Node::Num(n) if n.is_integer() && !n.is_negative()),
        Node::Binary(Op::Div, _, n) => matches!(expr.node(*n), Node::Num(n) if !n.is_zero()),
        _ => false,
    })
}

fn same_limits(judge: &Judge, one: &Parts, other: &Parts) -> bool {
    one.limits.iter().zip(&other.limits).all(|(a, b)| judge.decide(a, b).verdict.is_equal())
}

/// Another integral: what is integrated was transformed, or the variable changed.
fn changed(judge: &Judge, old: &Parts, new: &Parts, value: impl Fn(&Symbol) -> Option<Expr>) -> Finding {
    if old.by == new.by {
        let found = equal(judge, &old.inside, &new.inside);
        return if found.verdict.holds() && same_limits(judge, old, new) { found } else { unknown() };
    }
    let Some(inner) = value(&new.by).filter(|inner| inner.variables().contains(&old.by)) else {
        return Finding::new(Verdict::Unknown, "another variable of integration");
    };
    let Ok(slope) = differentiate(&inner, &old.by) else { return unknown() };
    let finding = equal(judge, &old.inside, &(new.inside.substitute(&new.by, &inner) * slope));
    if !finding.verdict.holds() {
        let reason = format!("with {} = {inner} what is integrated differs: {}", new.by, finding.reason);
        return finding.because(reason);
    }
    for (limit, there) in old.limits.iter().zip(&new.limits) {
        let meant = inner.substitute(&old.by, limit);
        let found = equal(judge, &meant, there);
        if !found.verdict.holds() {
            let reason = format!("{} = {inner} is {meant} at {} = {limit}, and not {there}", new.by, old.by);
            return found.because(reason);
        }
    }
    finding.because(format!("with {} = {inner}", new.by))
}

/// A side of a chain that is a definite integral or a bracket with limits, in LaTeX or as `[x^3]_0^2`. `read` reads expressions, and `by` is the variable of the
/// integral before it.
pub fn side(text: &str, by: Option<&Symbol>, read: &impl Fn(&str) -> Result<Expr, ReadError>) -> Option<Expr> {
    let text = text.trim().trim_matches('&').trim();
    let parts = integral(text, read).or_else(|| bracket(text, by, read))?;
    Some(parts.call())
}

fn integral(text: &str, read: &impl Fn(&str) -> Result<Expr, ReadError>) -> Option<Parts> {
    let (at, sign) = ["\\int", "∫"].iter().find_map(|sign| Some((text.find(sign)?, sign)))?;
    let rest = text[at + sign.len()..].trim_start_matches("\\limits");
    let (limits, rest) = limits(rest, read)?;
    let whole = read(&format!("\\int {rest}")).ok()?;
    let Node::Binary(Op::Integral, inside, by) = whole.node(whole.root()) else { return None };
    let Node::Var(by) = whole.node(*by) else { return None };
    let inside = times(&text[..at], whole.subtree(*inside), read)?;
    Some(Parts { between: false, inside, by: by.clone(), limits })
}

fn bracket(text: &str, by: Option<&Symbol>, read: &impl Fn(&str) -> Result<Expr, ReadError>) -> Option<Parts> {
    const SIZES: [&str; 6] = ["\\right", "\\biggr", "\\Bigr", "\\bigg", "\\Big", "\\big"];
    const OPENS: [&str; 5] = ["\\left[", "\\left.", "\\Big[", "\\bigg[", "\\big["];
    let end = ["]_", "|_", "]^", "|^", "\\rvert_", "\\vert_"].iter().filter_map(|close| text.rfind(close)).max()?;
    let (limits, rest) = limits(text[end..].trim_start_matches(|c| c != '_' && c != '^'), read)?;
    if !rest.trim().is_empty() {
        return None;
    }
    let head = text[..end].trim_end();
    let head = SIZES.iter().find_map(|size| head.strip_suffix(size)).unwrap_or(head);
    let open = OPENS.iter().find_map(|open| Some((head.find(open)?, open.len())));
    let (start, length) = match (open, text[end..].starts_with(']')) {
        (Some(found), _) => found,
        (None, true) => (head.find('[')?, 1),
        (None, false) => (0, 0),
    };
    let inside = times(&head[..start], read(head[start + length..].trim()).ok()?, read)?;
    let names = inside.variables();
    let by = by.filter(|by| names.contains(by)).or(if let [name] = &names[..] { Some(name) } else { None })?;
    Some(Parts { between: true, by: by.clone(), inside, limits })
}

/// An expression with the factor that stands before it.
fn times(factor: &str, expr: Expr, read: &impl Fn(&str) -> Result<Expr, ReadError>) -> Option<Expr> {
    match factor.trim().trim_end_matches("\\cdot").trim_end_matches(['*', '·', ' ']) {
        "" => Some(expr),
        "-" | "−" => Some(-expr),
        factor if factor.ends_with(['+', '-', '−', '/', '^', '_']) => None,
        factor => Some(read(factor).ok()?.binary(Op::Mul, &expr)),
    }
}

/// The limits `_a^b` that a text starts with, and the rest.
fn limits<'a>(text: &'a str, read: &impl Fn(&str) -> Result<Expr, ReadError>) -> Option<([Expr; 2], &'a str)> {
    let (mut rest, mut from, mut to) = (text, None, None);
    for _ in 0..2 {
        rest = rest.trim_start();
        let lower = rest.starts_with('_');
        let (limit, after) = group(rest.strip_prefix(['_', '^'])?)?;
        *(if lower { &mut from } else { &mut to }) = Some(read(limit).ok()?);
        rest = after;
    }
    Some(([from?, to?], rest))
}

/// What a subscript or a superscript holds, and the rest.
fn group(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    for (open, close) in [('{', '}'), ('(', ')')] {
        if let Some(inner) = text.strip_prefix(open) {
            let mut depth = 1;
            let end = inner.char_indices().find(|(_, c)| {
                depth += i32::from(*c == open) - i32::from(*c == close);
                depth == 0
            })?;
            return Some((&inner[..end.0], &inner[end.0 + 1..]));
        }
    }
    let first = text.chars().next()?;
    let length = match first {
        '\\' => 1 + text[1..].len() - text[1..].trim_start_matches(|c: char| c.is_ascii_alphabetic()).len(),
        '-' | '−' => first.len_utf8() + text.chars().nth(1)?.len_utf8(),
        _ => first.len_utf8(),
    };
    Some((&text[..length], &text[length..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_read::read::{Notation, Options, read};

    #[test]
    fn integrals_and_brackets_are_read() {
        let options = Options { notation: Some(Notation::Latex), ..Options::default() };
        let expr = |text: &str| Ok(read(text, &options)?.into_one().expect("one side").0);
        for (text, want) in [
            ("\\int_0^2 3x^2 dx", "integral(3*x^2, x, 0, 2)"),
            ("2\\pi \\int_{0}^{1} x \\, dx", "integral(2*pi*x, x, 0, 1)"),
            ("\\left[\\frac{u^4}{4}\\right]_1^2", "between(u^4/4, u, 1, 2)"),
            ("\\frac{1}{2}[x^2]_0^{10}", "between(1/2*x^2, x, 0, 10)"),
            ("\\left. \\frac{x^2}{2} \\right|_0^1", "between(x^2/2, x, 0, 1)"),
            ("x^2 \\Big|_{-1}^3", "between(x^2, x, -1, 3)"),
        ] {
            assert_eq!(
                side(text, None, &expr).map(|side| side.to_string().replace('`', "")).as_deref(),
                Some(want),
                "{text}"
            );
        }
        for text in ["\\int x dx", "\\int_0^1 x dx + 3", "[x^2]", "|x|_0"] {
            assert_eq!(side(text, None, &expr), None, "{text}");
        }
    }
}
