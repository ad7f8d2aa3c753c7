//! Normalizing: what is the normal form of each node, from the leaves to the root?

use dashu_int::IBig;
use egen_math::diff::differentiate;
use egen_math::{Builder, Constant, Expr, Id, Node, Number, Op};

use super::fraction::Fraction;
use super::monomial::Monomial;
use super::polynomial::Poly;
use super::ratio::Ratio;
use super::ring::Ring;
use super::table::Kind;

/// Expressions with more nodes, after derivatives are carried out, are too large.
const MAX_NODES: usize = 20_000;

/// An expression whose derivatives are carried out, and the bodies they came from.
pub(super) struct Plain {
    pub expr: Expr,
    /// Where a derivative is defined, its body is too.
    pub bodies: Vec<Expr>,
}

impl Plain {
    /// Carries out derivatives; what cannot be differentiated keeps its `Diff`.
    pub fn new(expr: &Expr) -> Option<Plain> {
        if expr.len() > MAX_NODES {
            return None;
        }
        let is_diff = |node: &Node| matches!(node, Node::Binary(Op::Diff, ..));
        if !expr.nodes().iter().any(is_diff) {
            return Some(Plain { expr: expr.clone(), bodies: Vec::new() });
        }
        let mut out = Builder::with_capacity(expr.len());
        let mut places: Vec<Id> = Vec::with_capacity(expr.len());
        let mut bodies = Vec::new();
        for node in expr.nodes() {
            let place = match node {
                Node::Binary(Op::Diff, body, by) => {
                    let Node::Var(name) = expr.node(*by) else { return None };
                    if out.tree_size(places[body.index()]) > MAX_NODES {
                        return None;
                    }
                    let body = out.extract(places[body.index()]);
                    let derivative = differentiate(&body, name).ok()?;
                    bodies.push(body);
                    if derivative.len() > MAX_NODES || out.len() > 10 * MAX_NODES {
                        return None;
                    }
                    out.append(&derivative)
                }
                Node::Unary(op, a) => out.unary(*op, places[a.index()]),
                Node::Binary(op, a, b) => out.binary(*op, places[a.index()], places[b.index()]),
                Node::Call(name, args) => {
                    out.add(Node::Call(name.clone(), args.iter().map(|id| places[id.index()]).collect()))
                }
                leaf => out.add(leaf.clone()),
            };
            places.push(place);
        }
        let root = *places.last().expect("an expression has a root");
        if out.tree_size(root) > MAX_NODES {
            return None;
        }
        Some(Plain { expr: out.finish(root), bodies })
    }
}

impl Ring<'_> {
    /// The normal form of an expression.
    pub fn normalize(&mut self, expr: &Expr) -> Option<Fraction> {
        let inside = integral_bodies(expr);
        let mut values: Vec<Fraction> = Vec::new();
        for (at, node) in expr.nodes().iter().enumerate() {
            self.spend(1)?;
            self.inside_integral = inside.as_ref().is_some_and(|inside| inside[at]);
            // In postorder the arguments are the last values.
            let first = values.len() - node.children().count();
            let value = self.node(expr, node, &values[first..])?;
            values.truncate(first);
            values.push(value);
        }
        self.inside_integral = false;
        values.pop()
    }

    fn node(&mut self, expr: &Expr, node: &Node, args: &[Fraction]) -> Option<Fraction> {
        match node {
            Node::Num(n) => Some(number(n)),
            Node::Const(Constant::Pi) => {
                self.beyond_rational = true;
                Some(self.atom(Kind::Pi)?.into())
            }
            Node::Const(Constant::E) => {
                self.beyond_rational = true;
                self.exp(&Fraction::one())
            }
            Node::Var(name) => Some(self.atom(Kind::Variable(name.clone()))?.into()),
            Node::Unary(op, _) => self.unary(*op, &args[0]),
            Node::Binary(Op::Add, ..) => self.add(&args[0], &args[1]),
            Node::Binary(Op::Sub, ..) => self.subtract(&args[0], &args[1]),
            Node::Binary(Op::Mul, ..) => self.multiply(&args[0], &args[1]),
            Node::Binary(Op::Div, ..) => self.divide(&args[0], &args[1]),
            Node::Binary(Op::Pow, ..) => self.raise_to(&args[0], &args[1]),
            Node::Binary(Op::Log, ..) => {
                self.beyond_rational = true;
                let (top, bottom) = (self.ln(&args[0])?, self.ln(&args[1])?);
                self.divide(&top, &bottom)
            }
            Node::Binary(op, _, by) => {
                self.beyond_rational = true;
                let Node::Var(name) = expr.node(*by) else { return None };
                Some(self.atom(Kind::Calculus(*op, args[0].clone(), name.clone()))?.into())
            }
            Node::Call(name, _) => {
                self.beyond_rational = true;
                Some(self.atom(Kind::Call(name.clone(), args.into()))?.into())
            }
        }
    }
}

fn number(n: &Number) -> Fraction {
    let r = n.to_rational();
    Fraction {
        num: Poly::term(Monomial::one(), r.numerator().clone()),
        den: Poly::constant(IBig::from(r.denominator().clone())),
    }
}

/// Which nodes lie inside the body of an integral; `None` if there is no integral.
fn integral_bodies(expr: &Expr) -> Option<Vec<bool>> {
    let is_integral = |node: &Node| matches!(node, Node::Binary(Op::Integral, ..));
    if !expr.nodes().iter().any(is_integral) {
        return None;
    }
    let mut inside = vec![false; expr.len()];
    // From the root down: a node is inside if its operator is, or if that is an integral.
    for (at, node) in expr.nodes().iter().enumerate().rev() {
        let below = inside[at] || is_integral(node);
        for child in node.children() {
            inside[child.index()] = below;
        }
    }
    Some(inside)
}

impl Ratio {
    /// The number in an expression.
    pub fn to_number(self) -> Number {
        let (n, d) = (Number::from(self.numerator()), Number::from(self.denominator()));
        n.combine(Op::Div, &d).expect("denominators are positive")
    }
}
