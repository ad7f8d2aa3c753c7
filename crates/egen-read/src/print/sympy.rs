//! SymPy: which Python text makes SymPy build the same expression, exactly?
//!
//! Python computes with its own integers before SymPy sees them, and `1/3` or `2**-1` of those is a
//! float. So every division and power of plain integers gets a `Rational` or an `Integer`.

use egen_math::expr::{Constant, Expr, Id, Node};
use egen_math::op::Op;

use egen_math::infix::{self, Dialect, Place};
use egen_math::names::is_letter;
use egen_math::pieces::write;

/// The expression, `Eq(a, b)` for two sides, and a conjunction for more.
pub(super) fn print(sides: &[Expr]) -> String {
    let texts: Vec<String> = sides.iter().map(print_side).collect();
    let pairs: Vec<String> = texts.windows(2).map(|pair| format!("Eq({}, {})", pair[0], pair[1])).collect();
    match pairs.as_slice() {
        [] => texts.concat(),
        [one] => one.clone(),
        many => format!("And({})", many.join(", ")),
    }
}

fn print_side(expr: &Expr) -> String {
    let (sympy, mut out) = (Sympy { python: python_integers(expr) }, String::new());
    write(&mut out, expr, Place::Whole, |id, place, pieces| infix::expand(&sympy, expr, id, place, pieces));
    out
}

struct Sympy {
    /// Which nodes Python itself would compute.
    python: Vec<bool>,
}

fn python_integers(expr: &Expr) -> Vec<bool> {
    let mut python: Vec<bool> = Vec::with_capacity(expr.len());
    for node in expr.nodes() {
        let integer = match node {
            Node::Num(n) => n.is_integer(),
            Node::Unary(Op::Neg, a) => python[a.index()],
            Node::Binary(Op::Add | Op::Sub | Op::Mul, a, b) => python[a.index()] && python[b.index()],
            _ => false,
        };
        python.push(integer);
    }
    python
}

/// Names that `from sympy import *` or Python give a meaning of their own.
const TAKEN: [&str; 13] = ["E", "I", "N", "O", "Q", "S", "beta", "gamma", "zeta", "lambda", "pi", "Pi", "Lambda"];

impl Dialect for Sympy {
    const POWER: &'static str = "**";

    fn variable(&self, name: &str, _raised: bool) -> String {
        if is_letter(name) && !TAKEN.contains(&name) {
            name.to_owned()
        } else {
            format!("Symbol({})", python_string(name))
        }
    }
    fn callee(&self, _: &Expr, name: &str, _: &[Id]) -> String {
        format!("Function({})", python_string(name))
    }
    fn constant(&self, constant: Constant) -> &'static str {
        match constant {
            Constant::Pi => "pi",
            Constant::E => "E",
        }
    }
    fn function(&self, op: Op) -> &'static str {
        op.info().sympy
    }
    fn atom(&self, expr: &Expr, id: Id) -> Option<String> {
        match expr.node(id) {
            Node::Num(n) if !n.is_integer() => {
                let n = n.to_rational();
                Some(format!("Rational({}, {})", n.numerator(), n.denominator()))
            }
            Node::Binary(Op::Div, a, b) => match (expr.node(*a), expr.node(*b)) {
                (Node::Num(a), Node::Num(b)) if a.is_integer() && b.is_integer() => Some(format!("Rational({a}, {b})")),
                _ => None,
            },
            _ => None,
        }
    }
    fn wrap_left(&self, expr: &Expr, id: Id) -> Option<&'static str> {
        match expr.node(id) {
            Node::Binary(Op::Div | Op::Pow, a, b) if self.python[a.index()] && self.python[b.index()] => {
                Some("Integer")
            }
            _ => None,
        }
    }
}

fn python_string(text: &str) -> String {
    let mut out = String::from("'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}
