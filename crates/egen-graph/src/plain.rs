//! Plain: which expressions might a person write?
//!
//! A turn is an operator in a place where nobody writes it: sin(acos(x)), −(−x), 2·(−x), a − (−b), 1/(1/x), log(x, e). Each is true, and
//! they are so many that they fill a uniform sample. A child is judged by its operator, the numbers among its arguments, and where it
//! stands, so that grammars can leave turns out before counting, and single expressions can be asked as well.

use std::sync::LazyLock;

use egen_math::{Constant, Expr, Id, Node, Number, Op};

use crate::grammar::{ClassId, Grammar, Production};
use crate::term::Term;

/// What is seen of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Look {
    op: Option<Op>,
    /// The number that it is.
    number: Option<Kind>,
    /// Those of its arguments that are numbers.
    arguments: [Option<Kind>; 2],
    /// Is it e?
    is_e: bool,
    /// Is it a power of e?
    of_e: bool,
}

/// What matters of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    One,
    Two,
    MinusOne,
    /// Another that is negative.
    Negative,
    Other,
}

impl Kind {
    fn of(number: &Number) -> Kind {
        match number.as_i64() {
            Some(1) => Kind::One,
            Some(2) => Kind::Two,
            Some(-1) => Kind::MinusOne,
            _ if number.is_negative() => Kind::Negative,
            _ => Kind::Other,
        }
    }

    fn is_negative(self) -> bool {
        matches!(self, Kind::MinusOne | Kind::Negative)
    }
}

/// What is asked of a child where it stands. A minus sign and |·| pass on what is asked of them, since sin(−acos(x)) is no better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Place {
    sign: Sign,
    /// Below a line, or raised to a negative power: no other line, and no negative power.
    below: bool,
    /// Under a square: a square root would be undone.
    squared: bool,
    /// The base of a logarithm: e has a logarithm of its own.
    base: bool,
    /// In a function, the first of those that meet the same inverses.
    argument: Option<Op>,
}

/// Whether a minus sign may come first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Sign {
    #[default]
    Any,
    /// That of a number: before a product or a quotient the sign stands before the whole.
    Number,
    /// The same, but −1 is written as a sign.
    Factor,
    /// None: there is a sign already, or an operator to take it.
    None,
}

/// The first function that meets the same inverses, if there is one that it meets: they need not be told apart.
static ALIKE: LazyLock<Vec<Option<Op>>> = LazyLock::new(|| {
    let met = |op: Op| -> Vec<Op> { Op::all().filter(|inner| op.meets_inverse(*inner)).collect() };
    let first = |op: Op| Op::all().find(|other| met(*other) == met(op)).filter(|_| !met(op).is_empty());
    Op::all().map(first).collect()
});

impl Look {
    fn place(&self, at: usize, own: Place) -> Place {
        let Some(op) = self.op else { return Place::default() };
        let Place { below, argument, .. } = own;
        let unsigned = Place { sign: Sign::None, ..Place::default() };
        let first = |sign| if own.sign == Sign::None { Sign::None } else { sign };
        match (op, at) {
            (Op::Neg, _) => Place { below, argument, ..unsigned },
            (Op::Abs, _) => Place { below, argument, ..Place::default() },
            (Op::Add | Op::Sub, 1) => unsigned,
            (Op::Mul, 0) => Place { sign: first(Sign::Factor), below, ..Place::default() },
            (Op::Mul, _) => Place { below, ..unsigned },
            (Op::Div, 0) => Place { sign: first(Sign::Number), ..Place::default() },
            (Op::Div, _) => Place { below: true, ..unsigned },
            (Op::Pow, 0) => Place {
                below: below || self.is_negative_power(),
                squared: self.arguments[1] == Some(Kind::Two),
                ..Place::default()
            },
            (Op::Pow, _) if self.of_e => Place { argument: Some(Op::Exp), ..Place::default() },
            (Op::Log, 1) => Place { base: true, ..Place::default() },
            _ => Place { argument: ALIKE[op as usize], ..Place::default() },
        }
    }

    fn fits(&self, place: Place) -> bool {
        let sign = match place.sign {
            Sign::Any => true,
            Sign::Number => self.op != Some(Op::Neg),
            Sign::Factor => self.op != Some(Op::Neg) && self.number != Some(Kind::MinusOne),
            Sign::None => !self.is_signed(),
        };
        let inner = if self.of_e { Some(Op::Exp) } else { self.op };
        let argument = place.argument.is_none_or(|outer| {
            let is_e = outer == Op::Exp && self.number == Some(Kind::One);
            !is_e && !inner.is_some_and(|inner| outer.meets_inverse(inner))
        });
        let below = !place.below || (self.op != Some(Op::Div) && !self.is_negative_power());
        sign && argument && below && !(place.squared && self.op == Some(Op::Sqrt)) && !(place.base && self.is_e)
    }

    fn is_negative_power(&self) -> bool {
        self.op == Some(Op::Pow) && self.arguments[1].is_some_and(Kind::is_negative)
    }

    /// Does it begin with a minus sign?
    fn is_signed(&self) -> bool {
        let negative = |n: Option<Kind>| n.is_some_and(Kind::is_negative);
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
    grammar.without_pairs(look_at_production, |look, at, own| look.place(at, own), |place, look| look.fits(place))
}

fn look_at_production(production: &Production, grammar: &Grammar<Term>) -> Look {
    let term = |class: &ClassId| match grammar.productions(*class) {
        [only] => Some(grammar.node(only.op)),
        _ => None,
    };
    // A class of a number holds nothing else; that of e may.
    let number = |class: &ClassId| match term(class) {
        Some(Term::Num(n)) => Some(Kind::of(n)),
        _ => None,
    };
    let is_e = |class: &ClassId| {
        let mut terms = grammar.productions(*class).iter().map(|p| grammar.node(p.op));
        terms.any(|term| *term == Term::Const(Constant::E))
    };
    let argument = |at: usize| production.children.get(at);
    match grammar.node(production.op) {
        Term::Num(n) => Look { number: Some(Kind::of(n)), ..Look::default() },
        Term::Const(c) => Look { is_e: *c == Constant::E, ..Look::default() },
        Term::Unary(op, _) | Term::Binary(op, _) => Look {
            op: Some(*op),
            arguments: [0, 1].map(|at| argument(at).and_then(number)),
            of_e: *op == Op::Pow && argument(0).is_some_and(is_e),
            ..Look::default()
        },
        Term::Var(_) | Term::Bound(_) | Term::Call(..) => Look::default(),
    }
}

/// Does an expression hold no turn?
pub fn is_plain(expr: &Expr) -> bool {
    let mut places = vec![Place::default(); expr.len()];
    // Arguments come before what takes them, so that from the end every node meets its place.
    expr.nodes().iter().enumerate().rev().all(|(at, node)| {
        let (look, own) = (look_at_node(node, expr), places[at]);
        for (position, child) in node.children().enumerate() {
            places[child.index()] = look.place(position, own);
        }
        look.fits(own)
    })
}

fn look_at_node(node: &Node, expr: &Expr) -> Look {
    let number = |id: Id| match expr.node(id) {
        Node::Num(n) => Some(Kind::of(n)),
        _ => None,
    };
    let mut children = node.children();
    let [first, second] = [children.next(), children.next()];
    Look {
        op: node.op(),
        number: if let Node::Num(n) = node { Some(Kind::of(n)) } else { None },
        arguments: [first.and_then(number), second.and_then(number)],
        is_e: *node == Node::Const(Constant::E),
        of_e: node.op() == Some(Op::Pow) && first.is_some_and(|id| *expr.node(id) == Node::Const(Constant::E)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_read::read::read_expr;

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
            "sin(-acos(x))",
            "atan(abs(-tan(x)))",
            "-((-2*x)/y)",
            "2/(3*(1/x))",
            "1/(1/x)^2",
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
