//! Prefix: which tokens say the same without any precedence?
//!
//! Three dialects: the short words, the paper's words with numbers digit by digit, and short words
//! in parentheses. The variable of a derivative or an integral comes first, as in the paper.

use crate::read::prefix::is_variable;
use egen_math::Number;
use egen_math::expr::{Constant, Expr, Id, Node};
use egen_math::op::Op;

use egen_math::infix::decimal;
use egen_math::names::quoted;
use egen_math::pieces::{Pieces, write};

/// Which words and whether parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Short,
    Paper,
    Sexpr,
}

/// The expression, or `= a b`; three sides are `= a = b c`, in parentheses `(= a b c)`.
pub(super) fn print(sides: &[Expr], dialect: Dialect) -> String {
    let mut out = String::new();
    let enclosed = dialect == Dialect::Sexpr && sides.len() > 1;
    if enclosed {
        out.push_str("(=");
    }
    for (at, side) in sides.iter().enumerate() {
        if at > 0 || enclosed {
            out.push(' ');
        }
        if !enclosed && at + 1 < sides.len() {
            out.push_str("= ");
        }
        write(&mut out, side, (), |id, (), pieces| expand(dialect, side, id, pieces));
    }
    if enclosed {
        out.push(')');
    }
    out
}

fn expand<'a>(dialect: Dialect, expr: &'a Expr, id: Id, out: &mut Pieces<'a, ()>) {
    let (open, close) = if dialect == Dialect::Sexpr { ("(", ")") } else { ("", "") };
    let node = expr.node(id);
    match node {
        Node::Num(n) => out.text(number(dialect, n)),
        Node::Const(Constant::Pi) => out.text("pi"),
        Node::Const(Constant::E) => out.text("e"),
        Node::Var(name) => out.text(variable(name.as_str())),
        Node::Binary(op, body, by) if op.binds() => {
            out.text(open).text(word(dialect, *op)).text(" ").node(*by, ()).text(" ").node(*body, ()).text(close)
        }
        Node::Unary(op, _) | Node::Binary(op, ..) => {
            arguments(node, out.text(open).text(word(dialect, *op))).text(close)
        }
        Node::Call(name, args) => {
            out.text(open).text("call ").text(variable(name.as_str()));
            if dialect != Dialect::Sexpr {
                out.text(format!(" {}", args.len()));
            }
            arguments(node, out).text(close)
        }
    };
}

fn arguments<'p, 'a>(node: &Node, out: &'p mut Pieces<'a, ()>) -> &'p mut Pieces<'a, ()> {
    node.children().fold(out, |out, arg| out.text(" ").node(arg, ()))
}

fn word(dialect: Dialect, op: Op) -> &'static str {
    op.info().prefix[usize::from(dialect != Dialect::Paper)]
}

fn variable(name: &str) -> String {
    if is_variable(name) { name.to_owned() } else { quoted(name) }
}

fn number(dialect: Dialect, n: &Number) -> String {
    let text = if dialect == Dialect::Paper { n.to_string() } else { decimal(n) };
    match (text.split_once('/'), dialect) {
        (None, Dialect::Paper) => digits(&text),
        (Some((p, q)), Dialect::Paper) => format!("div {} {}", digits(p), digits(q)),
        // `1/3` is one token that reads back as the number it is.
        (_, Dialect::Short | Dialect::Sexpr) => text,
    }
}

/// `INT- 1 2` for `-12`.
fn digits(integer: &str) -> String {
    let (sign, digits) = integer.strip_prefix('-').map_or(("INT+", integer), |digits| ("INT-", digits));
    digits.chars().fold(sign.to_owned(), |mut out, digit| {
        out.extend([' ', digit]);
        out
    })
}
