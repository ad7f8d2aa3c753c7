//! Differentiation: what is the derivative of an expression, as an expression?
//!
//! The derivative of each function stands in the operator table, in prefix. Here the rules
//! for sums, products, quotients, powers and chains put them together. The result is plain:
//! zeros and ones that the rules bring are dropped, nothing else is simplified.

use std::sync::LazyLock;

use crate::expr::{Builder, Expr, Id, Node, Symbol};
use crate::number::Number;
use crate::op::{Op, TABLE};

/// A derivative has at most this many nodes. The product rule repeats its factors, so that a product of
/// n factors has a derivative of n² of them.
pub const MAX_NODES: usize = 1_000_000;

/// Why an expression has no derivative to show.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiffError {
    /// It is too large.
    #[error("the derivative has more than {MAX_NODES} nodes")]
    TooLarge,
}

/// The derivative of a function of the table at `u`.
///
/// # Panics
/// If the operator is not a function of one argument.
pub(crate) fn derivative_template(op: Op) -> &'static Expr {
    static TEMPLATES: LazyLock<Vec<Option<Expr>>> = LazyLock::new(|| {
        let template = |text: &str| Expr::from_prefix(text).expect("the table's derivatives are in prefix");
        TABLE.iter().map(|row| row.function.map(|function| template(function.derivative))).collect()
    });
    TEMPLATES[op as usize].as_ref().expect("a function of one argument")
}

/// The derivative of an expression by a variable.
///
/// Unknown functions and integrals keep a `Diff` around them where they depend on the variable.
///
/// ```
/// use egen_math::{diff, Symbol};
/// use egen_read::read::read_expr;
/// let f = read_expr("x^3 + sin(2*x)").unwrap();
/// assert_eq!(diff::differentiate(&f, &Symbol::new("x")).unwrap().to_string(), "3*x^2 + cos(2*x)*2");
/// ```
pub fn differentiate(expr: &Expr, by: &Symbol) -> Result<Expr, DiffError> {
    let mut d = Differentiator { out: Builder::with_capacity(4 * expr.len()), by };
    let mut values: Vec<Id> = Vec::with_capacity(expr.len());
    // `None` stands for a derivative that is 0 identically.
    let mut tangents: Vec<Option<Id>> = Vec::with_capacity(expr.len());
    for node in expr.nodes() {
        let value = d.out.add(node.map_children(|id| values[id.index()]));
        let tangent = d.node(expr, node, value, &values, &tangents);
        values.push(value);
        tangents.push(tangent);
    }
    let root = tangents.last().copied().flatten().unwrap_or_else(|| d.out.number(0));
    if d.out.tree_size(root) > MAX_NODES {
        return Err(DiffError::TooLarge);
    }
    Ok(d.out.finish(root))
}

struct Differentiator<'a> {
    out: Builder,
    by: &'a Symbol,
}

impl Differentiator<'_> {
    fn node(&mut self, expr: &Expr, node: &Node, value: Id, values: &[Id], tangents: &[Option<Id>]) -> Option<Id> {
        let of = |id: &Id| tangents[id.index()];
        let at = |id: &Id| values[id.index()];
        match node {
            Node::Num(_) | Node::Const(_) => None,
            Node::Var(name) => (name == self.by).then(|| self.out.number(1)),
            Node::Unary(Op::Neg, a) => of(a).map(|da| self.out.unary(Op::Neg, da)),
            Node::Unary(op, a) => of(a).map(|da| {
                let template = derivative_template(*op);
                let slope = self.fill(template, at(a));
                self.times(slope, da)
            }),
            Node::Binary(Op::Integral, body, by) => match expr.node(*by) {
                Node::Var(name) if name == self.by => Some(at(body)),
                Node::Var(_) => of(body).map(|da| self.out.binary(Op::Integral, da, at(by))),
                _ => None,
            },
            // d/dx of d/dy of u: the body may hold anything, so the derivative is taken from outside.
            Node::Binary(Op::Diff, ..) => self.outside(value, expr.variables().contains(self.by)),
            Node::Call(_, args) => {
                let moves = args.iter().any(|arg| of(arg).is_some());
                self.outside(value, moves)
            }
            Node::Binary(op, a, b) => self.binary(*op, value, (at(a), at(b)), (of(a), of(b))),
        }
    }

    fn outside(&mut self, value: Id, moves: bool) -> Option<Id> {
        moves.then(|| {
            let by = self.out.variable(self.by.as_str());
            self.out.binary(Op::Diff, value, by)
        })
    }

    fn binary(&mut self, op: Op, value: Id, (a, b): (Id, Id), (da, db): (Option<Id>, Option<Id>)) -> Option<Id> {
        match op {
            Op::Add => self.sum(da, db),
            Op::Sub => match (da, db) {
                (Some(da), Some(db)) => Some(self.out.binary(Op::Sub, da, db)),
                (None, Some(db)) => Some(self.out.unary(Op::Neg, db)),
                (da, None) => da,
            },
            Op::Mul => {
                let left = da.map(|da| self.times(da, b));
                let right = db.map(|db| self.times(a, db));
                self.sum(left, right)
            }
            Op::Div => match (da, db) {
                (da, None) => da.map(|da| self.out.binary(Op::Div, da, b)),
                (da, Some(db)) => {
                    // (a/b)' = (a'·b − a·b')/b²
                    let right = self.times(a, db);
                    let top = match da {
                        Some(da) => {
                            let left = self.times(da, b);
                            self.out.binary(Op::Sub, left, right)
                        }
                        None => self.out.unary(Op::Neg, right),
                    };
                    let two = self.out.number(2);
                    let square = self.out.binary(Op::Pow, b, two);
                    Some(self.out.binary(Op::Div, top, square))
                }
            },
            Op::Pow => {
                let left = da.map(|da| {
                    let power = self.lower_power(a, b);
                    let slope = self.times(b, power);
                    self.times(slope, da)
                });
                let right = db.map(|db| {
                    let ln = self.out.unary(Op::Ln, a);
                    let slope = self.times(value, ln);
                    self.times(slope, db)
                });
                self.sum(left, right)
            }
            Op::Log => {
                // log_b a = ln a / ln b
                let (ln_a, ln_b) = (self.out.unary(Op::Ln, a), self.out.unary(Op::Ln, b));
                let share = |s: &mut Self, x: Id, dx: Option<Id>| dx.map(|dx| s.out.binary(Op::Div, dx, x));
                let (da, db) = (share(self, a, da), share(self, b, db));
                let quotient = self.out.binary(Op::Div, ln_a, ln_b);
                self.binary(Op::Div, quotient, (ln_a, ln_b), (da, db))
            }
            _ => unreachable!("{op:?} is handled by the caller"),
        }
    }

    /// a^(b − 1), with a numeric exponent calculated.
    fn lower_power(&mut self, a: Id, b: Id) -> Id {
        let exponent = match self.out.node(b) {
            Node::Num(n) => match n.combine(Op::Sub, &Number::ONE) {
                Some(n) if n == Number::ONE => return a,
                Some(n) => self.out.number(n),
                None => unreachable!("subtraction is always defined"),
            },
            _ => {
                let one = self.out.number(1);
                self.out.binary(Op::Sub, b, one)
            }
        };
        self.out.binary(Op::Pow, a, exponent)
    }

    fn times(&mut self, a: Id, b: Id) -> Id {
        let is_one = |id: Id| matches!(self.out.node(id), Node::Num(n) if *n == Number::ONE);
        match (is_one(a), is_one(b)) {
            (true, _) => b,
            (_, true) => a,
            _ => self.out.binary(Op::Mul, a, b),
        }
    }

    fn sum(&mut self, a: Option<Id>, b: Option<Id>) -> Option<Id> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.out.binary(Op::Add, a, b)),
            (a, b) => a.or(b),
        }
    }

    /// The template with `u` replaced.
    fn fill(&mut self, template: &Expr, u: Id) -> Id {
        let mut places: Vec<Id> = Vec::with_capacity(template.len());
        for node in template.nodes() {
            let place = match node {
                Node::Var(_) => u,
                _ => self.out.add(node.map_children(|id| places[id.index()])),
            };
            places.push(place);
        }
        *places.last().expect("an expression has a root")
    }
}
