//! Infix: how does an expression show itself on one line, and where do parentheses go?
//!
//! This is what `Display` prints. The reader takes `a - b - c` and `a*b/c` from the left and `a^b^c` from the right, gives a
//! minus the level of addition (`-x*y` is the negative of a product) and folds a minus into a
//! number right behind it (`-5*x` is a product). What is printed here reads back as the same
//! tree; only a number that is no finite decimal comes back as a division.

use std::fmt;
use std::ops::Range;

use crate::expr::{Constant, Expr, Id, Node};
use crate::names::{is_identifier, is_letter, is_plain_call, is_run_together, is_short_word, is_taken, quoted};
use crate::number::Number;
use crate::op::Op;
use crate::pieces::{Pieces, write, write_with_spans};

/// The expression on one line.
pub fn print(expr: &Expr) -> String {
    let mut out = String::new();
    write(&mut out, expr, Place::Whole, |id, place, pieces| expand(&Infix, expr, id, place, pieces));
    out
}

/// The expression on one line, and the bytes that each node takes there, with the parentheses around it.
///
/// ```
/// use egen_math::{Node, infix::print_with_spans};
/// use egen_read::read::read_expr;
/// let expr = read_expr("x*(y + 1)").unwrap();
/// let (text, spans) = print_with_spans(&expr);
/// let Node::Binary(_, _, sum) = expr.node(expr.root()) else { panic!("a product") };
/// assert_eq!(&text[spans[sum.index()].clone()], "(y + 1)");
/// ```
pub fn print_with_spans(expr: &Expr) -> (String, Vec<Range<usize>>) {
    let mut out = String::new();
    let spans =
        write_with_spans(&mut out, expr, Place::Whole, |id, place, pieces| expand(&Infix, expr, id, place, pieces));
    (out, spans)
}

/// Infix.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&print(self))
    }
}

/// What a dialect spells in its own way.
pub trait Dialect {
    /// The sign of a power.
    const POWER: &'static str;
    /// A variable; `raised` if a power stands behind it.
    fn variable(&self, name: &str, raised: bool) -> String;
    /// The name of an unknown function.
    fn callee(&self, expr: &Expr, name: &str, args: &[Id]) -> String;
    /// π or e.
    fn constant(&self, constant: Constant) -> &'static str;
    /// The name of a function.
    fn function(&self, op: Op) -> &'static str;
    /// The text of a node that the dialect writes as one unbreakable piece although it is compound.
    fn atom(&self, expr: &Expr, id: Id) -> Option<String>;
    /// A function to put around the left operand of this node, so that the host language computes exactly.
    fn wrap_left(&self, expr: &Expr, id: Id) -> Option<&'static str>;
}

struct Infix;

impl Dialect for Infix {
    const POWER: &'static str = "^";

    // `dy/dx` is a derivative, so the variables dy and dx are quoted.
    fn variable(&self, name: &str, raised: bool) -> String {
        let differential = name.strip_prefix('d').is_some_and(is_letter);
        // `ab` beside a and b is a*b, `ab^2` is rather a*b^2, and `x_1y_2` a product.
        let unclear = is_run_together(name) || is_short_word(name) || (raised && name.ends_with('e'));
        let plain = is_identifier(name) && !is_taken(name) && !matches!(name, "Pi" | "PI") && !differential && !unclear;
        if plain { name.to_owned() } else { quoted(name) }
    }
    // A word before a bracket is taken for a misspelt function, and `x(y)` could be a product.
    fn callee(&self, expr: &Expr, name: &str, args: &[Id]) -> String {
        let plain = is_plain_call(expr, name, args) && !is_taken(name) && !is_run_together(name) && name != "Pi";
        if plain { name.to_owned() } else { quoted(name) }
    }
    fn constant(&self, constant: Constant) -> &'static str {
        match constant {
            Constant::Pi => "pi",
            Constant::E => "e",
        }
    }
    fn function(&self, op: Op) -> &'static str {
        op.info().infix[0]
    }
    fn atom(&self, _: &Expr, _: Id) -> Option<String> {
        None
    }
    fn wrap_left(&self, _: &Expr, _: Id) -> Option<&'static str> {
        None
    }
}

/// Where a node stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// At the start of a text, an argument or a parenthesis, with nothing tighter behind it.
    Whole,
    /// After `+` or binary `-`.
    Term,
    /// Before `*` or `/`; a minus sign needs parentheses unless it starts the text.
    First {
        /// Does nothing stand before it?
        start: bool,
    },
    /// After `*` or `/`.
    Factor,
    /// After unary `-`.
    Negated,
    /// Before `^`.
    Base,
    /// After `^`.
    Exponent,
}

/// How tightly what is written for a node holds together, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Sum,
    Negation,
    /// A number with its sign.
    Negative,
    Product,
    Power,
    /// A number without a sign.
    Number,
    Atom,
}

fn level(dialect: &impl Dialect, expr: &Expr, id: Id) -> Level {
    if dialect.atom(expr, id).is_some() {
        return Level::Atom;
    }
    match expr.node(id) {
        Node::Num(n) if n.is_negative() => Level::Negative,
        Node::Num(n) if !n.is_integer() && n.to_decimal().is_none() => Level::Product,
        Node::Num(_) => Level::Number,
        Node::Unary(Op::Neg, _) => Level::Negation,
        Node::Binary(Op::Add | Op::Sub, ..) => Level::Sum,
        Node::Binary(Op::Mul | Op::Div, ..) => Level::Product,
        Node::Binary(Op::Pow, ..) => Level::Power,
        Node::Const(_) | Node::Var(_) | Node::Unary(..) | Node::Binary(..) | Node::Call(..) => Level::Atom,
    }
}

/// Does a product start with a number, into which a minus sign would fold?
fn starts_with_number(expr: &Expr, mut id: Id) -> bool {
    while let Node::Binary(Op::Mul | Op::Div, left, _) = expr.node(id) {
        id = *left;
    }
    matches!(expr.node(id), Node::Num(_))
}

fn needs_parentheses(level: Level, place: Place, expr: &Expr, id: Id) -> bool {
    match place {
        Place::Whole => false,
        Place::Term => level <= Level::Negative,
        Place::First { start } => level <= Level::Negation || (level == Level::Negative && !start),
        Place::Factor | Place::Exponent => level <= Level::Product,
        Place::Negated => {
            level <= Level::Negative
                || level == Level::Number
                || (level == Level::Product && starts_with_number(expr, id))
        }
        Place::Base => level <= Level::Power,
    }
}

/// What the node is made of.
pub fn expand<'a>(dialect: &impl Dialect, expr: &'a Expr, id: Id, place: Place, out: &mut Pieces<'a, Place>) {
    if needs_parentheses(level(dialect, expr, id), place, expr, id) {
        out.text("(");
        bare(dialect, expr, id, Place::Whole, out);
        out.text(")");
    } else {
        bare(dialect, expr, id, place, out);
    }
}

fn bare<'a, D: Dialect>(dialect: &D, expr: &'a Expr, id: Id, place: Place, out: &mut Pieces<'a, Place>) {
    if let Some(text) = dialect.atom(expr, id) {
        out.text(text);
        return;
    }
    let left_at = |out: &mut Pieces<'a, Place>, left: Id, place: Place| {
        match dialect.wrap_left(expr, id) {
            Some(wrapper) => out.text(wrapper).text("(").node(left, Place::Whole).text(")"),
            None => out.node(left, place),
        };
    };
    match expr.node(id) {
        Node::Num(n) => out.text(decimal(n)),
        Node::Const(c) => out.text(dialect.constant(*c)),
        Node::Var(name) => out.text(dialect.variable(name.as_str(), place == Place::Base)),
        Node::Unary(Op::Neg, a) => out.text("-").node(*a, Place::Negated),
        Node::Binary(op @ (Op::Add | Op::Sub), a, b) => {
            let sign = if *op == Op::Add { " + " } else { " - " };
            out.node(*a, Place::Whole).text(sign).node(*b, Place::Term)
        }
        Node::Binary(op @ (Op::Mul | Op::Div), a, b) => {
            left_at(out, *a, Place::First { start: matches!(place, Place::Whole | Place::First { start: true }) });
            out.text(if *op == Op::Mul { "*" } else { "/" }).node(*b, Place::Factor)
        }
        Node::Binary(Op::Pow, a, b) => {
            left_at(out, *a, Place::Base);
            out.text(D::POWER).node(*b, Place::Exponent)
        }
        Node::Unary(op, a) => out.text(dialect.function(*op)).text("(").node(*a, Place::Whole).text(")"),
        Node::Binary(op, a, b) => {
            out.text(dialect.function(*op)).text("(").node(*a, Place::Whole);
            out.text(", ").node(*b, Place::Whole).text(")")
        }
        Node::Call(name, args) => {
            out.text(dialect.callee(expr, name.as_str(), args)).text("(");
            for (at, arg) in args.iter().enumerate() {
                out.text(if at == 0 { "" } else { ", " }).node(*arg, Place::Whole);
            }
            out.text(")")
        }
    };
}

/// `12`, `-0.5`, and `1/3` where no finite decimal will do.
pub fn decimal(n: &Number) -> String {
    n.as_i64().map(|small| small.to_string()).or_else(|| n.to_decimal()).unwrap_or_else(|| n.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_of_deep_expressions_take_no_stack() {
        let deep = (0..100_000).fold(Expr::variable("x"), |expr, _| expr.unary(Op::Sin));
        let (printed, spans) = print_with_spans(&deep);
        assert_eq!(&printed[spans[0].clone()], "x");
    }
}
