//! Fixes: which simple slip would explain that a step is wrong?
//!
//! Each try undoes one slip that people make: a sign, a number, a function, a factor, a fraction upside
//! down. Floating point at the point of the refutation sorts nearly all tries out; what passes is compared.

use std::time::{Duration, Instant};

use egen_math::infix::print_with_spans;
use egen_math::{Expr, Id, Node, Number, Op, Symbol};

use crate::slip::{Order, SLIPS, turned};
use crate::term::ids;
use crate::value::{near, values};

/// Comparisons that may be made for one step.
const MAX_COMPARISONS: usize = 200;
const MAX_TIME: Duration = Duration::from_millis(500);
/// Larger expressions have too many places at which something may have slipped.
const MAX_PLACES: usize = 64;

/// What a wrong expression should have been worth at a point.
pub struct Target<'a> {
    pub at: &'a [(Symbol, Number)],
    pub value: f64,
    /// Names that may have been forgotten.
    pub names: &'a [Symbol],
}

/// "it would hold with -3 instead of 3": one edit of the expression with which `holds` says yes.
pub fn fix(wrong: &Expr, parts: &[Id], target: &Target<'_>, holds: impl Fn(&Expr) -> bool) -> Option<String> {
    let places = places(wrong, parts);
    if places.len() > MAX_PLACES {
        return None;
    }
    let (start, mut comparisons) = (Instant::now(), 0);
    let right = |fixed: &Expr| values([fixed], target.at).is_some_and(|[value]| near(value, target.value));
    if let Some((fixed, told)) = all_signs(wrong, parts).filter(|(fixed, _)| right(fixed) && holds(fixed)) {
        debug_assert_ne!(fixed, *wrong);
        return Some(told);
    }
    for (slip, order) in SLIPS {
        let places: Box<dyn Iterator<Item = &Id>> = match order {
            Order::Down => Box::new(places.iter()),
            Order::Up => Box::new(places.iter().rev()),
        };
        for &id in places {
            for edit in slip(wrong, id, target) {
                let fixed = wrong.replace(id, &edit);
                if fixed == *wrong || !right(&fixed) {
                    continue;
                }
                if comparisons == MAX_COMPARISONS || start.elapsed() > MAX_TIME {
                    return None;
                }
                comparisons += 1;
                if holds(&fixed) {
                    return Some(tell(wrong, id, &edit, &fixed));
                }
            }
        }
    }
    None
}

/// The nodes of the changed parts and the operators above these, or every node when nothing is marked; from the
/// root down.
fn places(expr: &Expr, parts: &[Id]) -> Vec<Id> {
    let all = ids(expr);
    if parts.is_empty() {
        return all.rev().collect();
    }
    let mut inside = vec![false; expr.len()];
    parts.iter().for_each(|id| inside[id.index()] = true);
    let mut found = inside.clone();
    for id in all.clone().rev() {
        for child in expr.node(id).children() {
            // A part belongs to the operator above it, whose sign may be wrong; the operator's other parts do not.
            found[id.index()] |= inside[child.index()];
            inside[child.index()] |= inside[id.index()];
            found[child.index()] |= inside[child.index()];
        }
    }
    all.rev().filter(|id| found[id.index()]).collect()
}

/// The signs of all changed terms turned: a minus before a bracket that reached the first term only.
fn all_signs(wrong: &Expr, parts: &[Id]) -> Option<(Expr, String)> {
    if !(2..=8).contains(&parts.len()) {
        return None;
    }
    let (text, spans) = print_with_spans(wrong);
    let (mut fixed, mut old, mut new) = (wrong.clone(), Vec::new(), Vec::new());
    // Turning a sign moves no node, so places stay what they are.
    for (id, node) in ids(wrong).zip(wrong.nodes()) {
        match node {
            Node::Binary(op @ (Op::Add | Op::Sub), _, b) if parts.contains(b) => {
                fixed = fixed.replace(id, &turned(&fixed, id)?);
                let [before, after] = if *op == Op::Add { ["+", "-"] } else { ["-", "+"] };
                let term = &text[spans[b.index()].clone()];
                old.push(format!("{before} {term}"));
                new.push(format!("{after} {term}"));
            }
            _ => {}
        }
    }
    let told = format!("it would hold with {} instead of {}", new.join(" "), old.join(" "));
    (old.len() == parts.len()).then_some((fixed, told))
}

fn tell(wrong: &Expr, id: Id, edit: &Expr, fixed: &Expr) -> String {
    let (text, spans) = print_with_spans(wrong);
    let plain = |part: &str| part.strip_prefix('(').and_then(|part| part.strip_suffix(')')).unwrap_or(part).to_string();
    let (old, new) = match (wrong.node(id), edit.node(edit.root())) {
        // Only the sign is new.
        (Node::Binary(op @ (Op::Add | Op::Sub), a, b), Node::Binary(Op::Add | Op::Sub, x, _))
            if wrong.subtree(*a) == edit.subtree(*x) =>
        {
            let [old, new] = if *op == Op::Add { ["+", "-"] } else { ["-", "+"] };
            let term = &text[spans[b.index()].clone()];
            (format!("{old} {term}"), format!("{new} {term}"))
        }
        _ => {
            let shown = &text[spans[id.index()].clone()];
            let alone = wrong.subtree(id).to_string();
            (if shown == alone { alone } else { plain(shown) }, edit.to_string())
        }
    };
    let short = format!("it would hold with {new} instead of {old}");
    if text.matches(&old).count() > 1 { format!("{short}: {fixed}") } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::change::change;
    use egen_math::compare;
    use egen_read::read::read_expr;

    fn find(right: &str, wrong: &str) -> Option<String> {
        let (right, wrong) = (read_expr(right).expect(right), read_expr(wrong).expect(wrong));
        let names = right.variables();
        let at: Vec<(Symbol, Number)> =
            names.iter().zip([3, 5]).map(|(name, n)| (name.clone(), Number::from(n))).collect();
        let [value] = values([&right], &at).expect("a value");
        let target = Target { at: &at, value, names: &names };
        let parts = change(&right, &wrong).after.parts;
        fix(&wrong, &parts, &target, |fixed| compare(&right, fixed).verdict.is_equal())
    }

    #[test]
    fn common_slips_are_named() {
        for (right, wrong, want) in [
            ("(x - 1)^2", "x^2 + 2x + 1", "- 2*x instead of + 2*x"),
            ("-2(x + 3)", "-2x + 6", "- 6 instead of + 6"),
            ("sin(x)^2 - 1", "-sin(x)^2", "cos(x) instead of sin(x)"),
            ("-12y", "10y", "-12 instead of 10"),
            ("sin(2x)", "sin(x)*cos(x)", "2*sin(x)*cos(x) instead of sin(x)*cos(x)"),
            ("1/(x/y)", "x/y", "y/x instead of x/y"),
            ("x*x*x", "x^2", "3 instead of 2"),
            ("5x", "5", "5*x instead of 5"),
            ("-x", "x", "-x instead of x"),
            ("exp(x)^2", "exp(x^2)", "2*x instead of x^2"),
            ("x*x", "2x", "x^2 instead of 2*x"),
            ("7 - 8y - 7", "8y", "-8*y instead of 8*y"),
            ("16.5*y - 3 + 3", "16.5 - 3 + 3", "16.5*y instead of 16.5"),
            ("y - (x^2 - 2x + 1)", "y - x^2 - 2x + 1", "+ 2*x - 1 instead of - 2*x + 1"),
        ] {
            assert_eq!(find(right, wrong), Some(format!("it would hold with {want}")), "{right} → {wrong}");
        }
    }

    #[test]
    fn a_place_that_is_not_alone_is_shown_in_the_whole() {
        assert_eq!(find("x^2 + 3", "x^2 + 2"), Some("it would hold with 3 instead of 2: x^2 + 3".to_string()));
    }

    #[test]
    fn nothing_is_said_when_no_slip_explains_it() {
        assert_eq!(find("sin(x)", "x^3 + ln(x)"), None);
    }
}
