//! Plain: which expressions might a person write?
//!
//! A turn is a pair of a node and a child that nobody writes down: sin(acos(x)), −(−x), 2·(−x), a − (−b), 1/(1/x), log(x, e). Each is true, and
//! they are so many that they fill a uniform sample. A pair is judged by the two operators and by the numbers among their
//! arguments, so that grammars can leave it out before counting, and single expressions can be asked as well.

use egen_math::{Constant, Expr, Id, Node, Number, Op};

use crate::grammar::{ClassId, Grammar, Production};
use crate::term::Term;

/// What is seen of a node.
#[derive(Clone, Copy, Debug, Default)]
struct Look<'a> {
    op: Option<Op>,
    /// The number that it is.
    number: Option<&'a Number>,
    /// Those of its arguments that are numbers.
    arguments: [Option<&'a Number>; 2],
    /// Is it e?
    is_e: bool,
    /// Is its first argument e?
    of_e: bool,
}

/// Where a child stands, if not everything may stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    /// In a function, with e^u as an exponential: no inverse of it, and not 1 where that is e.
    Argument(Op),
    /// Behind a minus sign, or behind another term or factor: no second sign follows.
    Later,
    /// Above a line: a minus sign is written before the whole.
    Numerator,
    /// The first factor of a product: likewise, and −1 is such a sign.
    Factor,
    /// The base of a logarithm: e has a logarithm of its own.
    Base,
    /// Below a line, or raised to a negative power: neither a sign, nor another line, nor a negative power.
    Denominator,
    /// Under a square: a square root would be undone.
    Squared,
}

impl Look<'_> {
    fn place(&self, at: usize) -> Option<Place> {
        match (self.op?, at) {
            (Op::Neg, _) | (Op::Add | Op::Sub | Op::Mul, 1) => Some(Place::Later),
            (Op::Mul, 0) => Some(Place::Factor),
            (Op::Div, 0) => Some(Place::Numerator),
            (Op::Log, 1) => Some(Place::Base),
            (Op::Div, 1) => Some(Place::Denominator),
            (Op::Pow, 1) if self.of_e => Some(Place::Argument(Op::Exp)),
            (Op::Pow, 0) => match self.arguments[1]? {
                exponent if exponent.is_negative() => Some(Place::Denominator),
                exponent if exponent.as_i64() == Some(2) => Some(Place::Squared),
                _ => None,
            },
            (op, _) => op.is_function().then_some(Place::Argument(op)),
        }
    }

    fn fits(&self, place: Place) -> bool {
        match place {
            Place::Argument(outer) => {
                let inner = if self.is_power_of_e() { Some(Op::Exp) } else { self.op };
                let is_e = outer == Op::Exp && self.number.is_some_and(|n| n.as_i64() == Some(1));
                !is_e && !inner.is_some_and(|inner| outer.meets_inverse(inner))
            }
            Place::Later => !self.is_signed(),
            Place::Numerator => self.op != Some(Op::Neg),
            Place::Factor => self.op != Some(Op::Neg) && self.number.is_none_or(|n| n.as_i64() != Some(-1)),
            Place::Base => !self.is_e,
            Place::Denominator => !self.is_signed() && self.op != Some(Op::Div) && !self.is_negative_power(),
            Place::Squared => self.op != Some(Op::Sqrt),
        }
    }

    fn is_power_of_e(&self) -> bool {
        self.op == Some(Op::Pow) && self.of_e
    }

    fn is_negative_power(&self) -> bool {
        self.op == Some(Op::Pow) && self.arguments[1].is_some_and(Number::is_negative)
    }

    /// Does it begin with a minus sign?
    fn is_signed(&self) -> bool {
        let negative = |n: Option<&Number>| n.is_some_and(Number::is_negative);
        match self.op {
            Some(Op::Neg) => true,
            Some(Op::Mul | Op::Div) => negative(self.arguments[0]),
            Some(_) => false,
            None => negative(self.number),
        }
    }
}

/// The expressions of a grammar that hold no turn.
pub fn plain(grammar: &Grammar<Term>) -> Grammar<Term> {
    grammar.without_pairs(
        |production, at, grammar| look_at_production(production, grammar).place(at),
        |place, production, grammar| look_at_production(production, grammar).fits(place),
    )
}

fn look_at_production<'g>(production: &Production, grammar: &'g Grammar<Term>) -> Look<'g> {
    let term = |class: &ClassId| match grammar.productions(*class) {
        [only] => Some(grammar.node(only.op)),
        _ => None,
    };
    // A class of a number holds nothing else; that of e may.
    let number = |class: &ClassId| match term(class) {
        Some(Term::Num(n)) => Some(n),
        _ => None,
    };
    let is_e = |class: &ClassId| {
        let mut terms = grammar.productions(*class).iter().map(|p| grammar.node(p.op));
        terms.any(|term| *term == Term::Const(Constant::E))
    };
    let argument = |at: usize| production.children.get(at);
    match grammar.node(production.op) {
        Term::Num(n) => Look { number: Some(n), ..Look::default() },
        Term::Const(c) => Look { is_e: *c == Constant::E, ..Look::default() },
        Term::Unary(op, _) | Term::Binary(op, _) => Look {
            op: Some(*op),
            arguments: [0, 1].map(|at| argument(at).and_then(number)),
            of_e: argument(0).is_some_and(is_e),
            ..Look::default()
        },
        Term::Var(_) | Term::Bound(_) | Term::Call(..) => Look::default(),
    }
}

/// Does an expression hold no turn?
pub fn is_plain(expr: &Expr) -> bool {
    expr.nodes().iter().all(|node| {
        let look = look_at_node(node, expr);
        let mut children = node.children().enumerate();
        children.all(|(at, child)| look.place(at).is_none_or(|place| look_at_node(expr.node(child), expr).fits(place)))
    })
}

fn look_at_node<'e>(node: &'e Node, expr: &'e Expr) -> Look<'e> {
    let number = |id: Id| match expr.node(id) {
        Node::Num(n) => Some(n),
        _ => None,
    };
    let mut children = node.children();
    let [first, second] = [children.next(), children.next()];
    Look {
        op: node.op(),
        number: if let Node::Num(n) = node { Some(n) } else { None },
        arguments: [first.and_then(number), second.and_then(number)],
        is_e: *node == Node::Const(Constant::E),
        of_e: first.is_some_and(|id| *expr.node(id) == Node::Const(Constant::E)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_math::read::read_expr;

    #[test]
    fn turns_are_told_from_what_people_write() {
        for turn in [
            "sin(acos(x))",
            "2 + asin(tan(x))",
            "cosh(atanh(x))",
            "asinh(tan(x))",
            "ln(exp(x))",
            "exp(ln(x))",
            "e^ln(x)",
            "ln(e^x)",
            "-(-x)",
            "-(-2*x)",
            "x - (-y)",
            "x - (-2)",
            "x + (-3)*y",
            "x*(-y)",
            "(-1)*x",
            "(-1)*(-x)",
            "1/(1/x)",
            "x/(y/2)",
            "x/(-y)",
            "1/x^(-2)",
            "(1/x)^(-3)",
            "sqrt(x)^2",
            "(-x)*y",
            "(-x)/y",
            "log(x, e)",
            "exp(1)*x",
        ] {
            assert!(!is_plain(&read_expr(turn).expect(turn)), "{turn}");
        }
        for plain in [
            "-2*x + 1",
            "-(x*y)",
            "sin(-x)",
            "log(x, 2)",
            "-x - y",
            "-3 + x",
            "1/x",
            "(x/2)/y",
            "x^(-2)",
            "e^(-x)",
            "sqrt(x^2)",
            "ln(x)^2",
            "sin(2*acos(x))",
            "exp(sin(x))",
            "ln(tan(x))",
            "diff(-1/x, x)",
        ] {
            assert!(is_plain(&read_expr(plain).expect(plain)), "{plain}");
        }
    }
}
