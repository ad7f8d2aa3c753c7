//! Changes: which parts of two expressions differ?
//!
//! The walk goes down while there is one part that differs. Sums and products are compared as what they
//! hold, in any order and however they are nested; what has no partner on the other side is the change.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use egen_math::infix::print_with_spans;
use egen_math::{Expr, Id, Node, Op};
use egen_read::print::{print_latex_with_spans, print_mathml_with_spans};

use crate::shown::Setting;

/// The smallest parts of two expressions that were found to differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What stood before.
    pub before: Marked,
    /// What stands after it.
    pub after: Marked,
}

/// An expression as text, and the parts of it that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// The expression in infix.
    pub text: String,
    /// The bytes of the parts, in order; none if the change is that nothing stands here any more.
    pub marks: Vec<Range<usize>>,
    /// The parts' places.
    pub parts: Vec<Id>,
    expr: Expr,
    pieces: Vec<Piece>,
}

impl Marked {
    /// The expression in a setting, and the bytes of the parts there, in order.
    pub fn print(&self, setting: Setting) -> (String, Vec<Range<usize>>) {
        match setting {
            Setting::Infix => (self.text.clone(), self.marks.clone()),
            Setting::Latex => printed(&self.expr, &self.pieces, print_latex_with_spans(&self.expr), sign_in_latex),
            Setting::Mathml => printed(&self.expr, &self.pieces, print_mathml_with_spans(&self.expr), sign_in_mathml),
        }
    }

    /// The changed parts as text.
    pub fn changed(&self) -> String {
        self.marks.iter().map(|mark| &self.text[mark.clone()]).collect::<Vec<_>>().join(" … ")
    }
}

/// What differs between two expressions.
pub fn change(a: &Expr, b: &Expr) -> Change {
    let (keys_a, keys_b) = (Key::all(a), Key::all(b));
    let (parts_a, parts_b) = differing(a, &keys_a, b, &keys_b);
    Change { before: marked(a, parts_a), after: marked(b, parts_b) }
}

/// A part of a sum or a product, or a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    id: Id,
    /// Subtracted, or divided by?
    inverse: bool,
    /// The part written before it, or the minus sign around it; the sign between them belongs to the piece.
    sign: Option<Sign>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Behind(Id),
    Negative(Id),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Product,
    Sum,
}

/// Hashes of a node that do not depend on the order and the nesting of sums and products.
#[derive(Clone, Copy)]
struct Key {
    whole: u64,
    as_term: u64,
    as_factor: u64,
}

fn mix(parts: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    hasher.finish()
}

impl Key {
    fn all(expr: &Expr) -> Vec<Key> {
        let mut keys: Vec<Key> = Vec::with_capacity(expr.len());
        for node in expr.nodes() {
            let key = |id: Id| keys[id.index()];
            let (sum, product) = match *node {
                Node::Binary(Op::Add, a, b) => (Some(key(a).as_term.wrapping_add(key(b).as_term)), None),
                Node::Binary(Op::Sub, a, b) => (Some(key(a).as_term.wrapping_sub(key(b).as_term)), None),
                Node::Unary(Op::Neg, a) => (Some(key(a).as_term.wrapping_neg()), None),
                Node::Binary(Op::Mul, a, b) => (None, Some(key(a).as_factor.wrapping_add(key(b).as_factor))),
                Node::Binary(Op::Div, a, b) => (None, Some(key(a).as_factor.wrapping_sub(key(b).as_factor))),
                _ => (None, None),
            };
            let whole = match (sum, product) {
                (Some(sum), _) => mix(("sum", sum)),
                (_, Some(product)) => mix(("product", product)),
                _ => {
                    let children: Vec<u64> = node.children().map(|id| key(id).whole).collect();
                    match node {
                        Node::Num(n) => mix(n),
                        Node::Const(c) => mix(c),
                        Node::Var(name) => mix(name),
                        Node::Unary(op, _) | Node::Binary(op, ..) => mix((op, children)),
                        Node::Call(name, _) => mix((name, children)),
                    }
                }
            };
            let as_term = sum.unwrap_or_else(|| mix(("term", whole)));
            let as_factor = product.unwrap_or_else(|| mix(("factor", whole)));
            keys.push(Key { whole, as_term, as_factor });
        }
        keys
    }
}

fn differing(a: &Expr, keys_a: &[Key], b: &Expr, keys_b: &[Key]) -> (Vec<Piece>, Vec<Piece>) {
    let whole = |id: Id| vec![Piece { id, inverse: false, sign: None }];
    let same = |x: Id, y: Id| keys_a[x.index()].whole == keys_b[y.index()].whole;
    let (mut x, mut y) = (a.root(), b.root());
    loop {
        if let Some(level) = level(a.node(x)).max(level(b.node(y))) {
            let (all, more) = (pieces(a, x, level), pieces(b, y, level));
            let (left, right) = without_common(&all, keys_a, &more, keys_b);
            match (&left[..], &right[..]) {
                ([p], [q]) if p.inverse == q.inverse => (x, y) = (p.id, q.id),
                _ if left.len() + right.len() > 0 && left.len() + right.len() < all.len() + more.len() => {
                    return (left, right);
                }
                ([p], [q]) if same(p.id, q.id) => return (left, right),
                _ => return (whole(x), whole(y)),
            }
            continue;
        }
        let (p, q): (Vec<Id>, Vec<Id>) = (a.node(x).children().collect(), b.node(y).children().collect());
        let alike = match (a.node(x), b.node(y)) {
            (Node::Call(f, _), Node::Call(g, _)) => f == g && p.len() == q.len(),
            (m, n) => m.op().is_some() && m.op() == n.op(),
        };
        let mut changed = p.iter().zip(&q).filter(|(p, q)| !same(**p, **q));
        match (alike, changed.next(), changed.next()) {
            (true, Some((p, q)), None) => (x, y) = (*p, *q),
            _ => return (whole(x), whole(y)),
        }
    }
}

fn level(node: &Node) -> Option<Level> {
    match node.op()? {
        Op::Add | Op::Sub | Op::Neg => Some(Level::Sum),
        Op::Mul | Op::Div => Some(Level::Product),
        _ => None,
    }
}

/// The terms of a sum or the factors of a product, in reading order; anything else is one of itself.
fn pieces(expr: &Expr, id: Id, level: Level) -> Vec<Piece> {
    let (mut out, mut todo) = (Vec::new(), vec![Piece { id, inverse: false, sign: None }]);
    while let Some(piece) = todo.pop() {
        match (level, expr.node(piece.id)) {
            (Level::Sum, Node::Binary(op @ (Op::Add | Op::Sub), a, b))
            | (Level::Product, Node::Binary(op @ (Op::Mul | Op::Div), a, b)) => {
                let inverse = piece.inverse ^ matches!(op, Op::Sub | Op::Div);
                todo.push(Piece { id: *b, inverse, sign: Some(Sign::Behind(*a)) });
                todo.push(Piece { id: *a, ..piece });
            }
            (Level::Sum, Node::Unary(Op::Neg, a)) => {
                todo.push(Piece { id: *a, inverse: !piece.inverse, sign: Some(Sign::Negative(piece.id)) });
            }
            _ => out.push(piece),
        }
    }
    out
}

/// The pieces of each side that have no equal on the other.
fn without_common(a: &[Piece], keys_a: &[Key], b: &[Piece], keys_b: &[Key]) -> (Vec<Piece>, Vec<Piece>) {
    let key = |piece: &Piece, keys: &[Key]| (keys[piece.id.index()].whole, piece.inverse);
    let mut count: BTreeMap<(u64, bool), usize> = BTreeMap::new();
    b.iter().for_each(|piece| *count.entry(key(piece, keys_b)).or_default() += 1);
    let mut take = |at: (u64, bool)| match count.get_mut(&at) {
        Some(left) if *left > 0 => {
            *left -= 1;
            true
        }
        _ => false,
    };
    let left: Vec<Piece> = a.iter().filter(|piece| !take(key(piece, keys_a))).copied().collect();
    // What is still counted has no partner; from the end, so that of equal pieces the first ones are the partners.
    let mut right: Vec<Piece> = b.iter().rev().filter(|piece| take(key(piece, keys_b))).copied().collect();
    right.reverse();
    (left, right)
}

fn marked(expr: &Expr, pieces: Vec<Piece>) -> Marked {
    let (text, marks) = printed(expr, &pieces, print_with_spans(expr), sign_in_infix);
    Marked { text, marks, parts: pieces.iter().map(|piece| piece.id).collect(), expr: expr.clone(), pieces }
}

/// The marks of pieces in a printed expression. `sign` says where in the text between a piece and the part before it the sign of the piece stands.
fn printed(
    expr: &Expr,
    pieces: &[Piece],
    (text, spans): (String, Vec<Range<usize>>),
    sign: impl Fn(&str) -> Option<Range<usize>>,
) -> (String, Vec<Range<usize>>) {
    // A node that is written as a part of the one above it has that one's place.
    let span = |mut id: Id| {
        while spans[id.index()].is_empty()
            && let Some(above) = (0..).map(Id).zip(expr.nodes()).find(|(_, node)| node.children().any(|one| one == id))
        {
            id = above.0;
        }
        spans[id.index()].clone()
    };
    let mut marks: Vec<Range<usize>> = Vec::new();
    for piece in pieces {
        let own = span(piece.id);
        match piece.sign {
            // The minus sign stands before this term alone, or before a bracket.
            Some(Sign::Negative(id)) if expr.node(id).children().eq([piece.id]) => marks.push(span(id)),
            None | Some(Sign::Negative(_)) => marks.push(own),
            Some(Sign::Behind(id)) => {
                let end = span(id).end;
                match text.get(end..own.start).and_then(&sign) {
                    Some(sign) if end + sign.end == own.start => marks.push(end + sign.start..own.end),
                    Some(sign) => marks.extend([end + sign.start..end + sign.end, own]),
                    None => marks.push(own),
                }
            }
        }
    }
    marks.sort_by_key(|mark| mark.start);
    (text, marks)
}

/// A parenthesis may close between the part before and the sign, and one that opens belongs to the mark.
fn sign_in_infix(between: &str) -> Option<Range<usize>> {
    Some(between.len() - between.trim_start_matches([')', ' ']).len()..between.len())
}

/// A fraction has braces in the place of a sign.
fn sign_in_latex(between: &str) -> Option<Range<usize>> {
    let start = between.len() - between.trim_start().len();
    (!between.contains(['{', '}'])).then_some(start..between.len())
}

/// The sign is the first element, if one stands there as a whole.
fn sign_in_mathml(between: &str) -> Option<Range<usize>> {
    const END: &str = "</mo>";
    between.starts_with("<mo").then(|| between.find(END)).flatten().map(|at| 0..at + END.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_read::read::read_expr;

    #[test]
    fn the_smallest_parts_that_differ_are_found() {
        for (a, b, before, after) in [
            ("x^2 + 2x + 1", "x^2 - 2x + 1", "+ 2*x", "- 2*x"),
            ("x^2 + 2x + 1", "1 + x^2 + 3x", "2", "3"),
            ("x^2 + 2x + 1", "x^2 + 1", "+ 2*x", ""),
            ("sin(2x) + y", "y + cos(2x)", "sin(2*x)", "cos(2*x)"),
            ("sin(2x)*z", "z*sin(3x)", "2", "3"),
            ("a*b/c", "a/c", "*b", ""),
            ("a/b", "a*b", "/b", "*b"),
            ("-5 + 2", "3", "-5 + 2", "3"),
            ("-x", "x", "-x", "x"),
            ("a - (b - c)", "a - b - c", "- c", "- c"),
            ("-a - b - (-c)", "-a - b - c", "(-c)", "- c"),
            ("x - (-(a + b))", "x - (-(a - b))", "+ b", "- b"),
            ("f(x, y)", "f(x, z)", "y", "z"),
            ("x^2", "x^3", "2", "3"),
            ("ln(x + y)", "ln(x) + ln(y)", "ln(x + y)", "ln(x) + ln(y)"),
            ("x + x + x", "x + x", "+ x", ""),
            ("exp(x)", "exp(y)", "x", "y"),
        ] {
            let found = change(&read_expr(a).expect(a), &read_expr(b).expect(b));
            assert_eq!((found.before.changed().as_str(), found.after.changed().as_str()), (before, after), "{a} → {b}");
        }
    }

    #[test]
    fn marks_stand_at_the_same_parts_in_every_setting() {
        for (a, b, latex, mathml) in [
            ("x^2 + 2x + 1", "x^2 - 2x + 1", "- 2 x", "<mo>−</mo><mn>2</mn><mo>&#x2062;</mo><mi>x</mi>"),
            ("a/b", "a/c", "c", "<mi>c</mi>"),
            ("a*b/c", "a*b/k", "k", "<mi>k</mi>"),
            ("a - (b - c)", "a - (b - k)", "k", "<mi>k</mi>"),
            ("-x", "x", "x", "<mi>x</mi>"),
        ] {
            let found = change(&read_expr(a).expect(a), &read_expr(b).expect(b)).after;
            let of = |setting: Setting| {
                let (text, marks) = found.print(setting);
                marks.iter().map(|mark| text[mark.clone()].to_string()).collect::<Vec<_>>().join(" … ")
            };
            assert_eq!((of(Setting::Latex).as_str(), of(Setting::Mathml).as_str()), (latex, mathml), "{a} → {b}");
        }
        // The sine of sin²x is no element by itself.
        let found = change(&read_expr("sin(x)^2").expect("read"), &read_expr("cos(x)^2").expect("read")).after;
        assert_eq!(found.print(Setting::Mathml).1.len(), 1);
    }

    #[test]
    fn no_nesting_is_too_deep() {
        let deep = |leaf: &str| (0..50_000).fold(Expr::variable(leaf), |expr, _| expr.unary(Op::Sin));
        let found = change(&deep("x"), &deep("y"));
        assert_eq!((found.before.changed(), found.after.changed()), ("x".to_string(), "y".to_string()));
    }
}
