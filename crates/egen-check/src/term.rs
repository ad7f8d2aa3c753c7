//! Terms: what is an expression made of, and what does algebra make of it?

use egen_graph::algebra::{self, NormalForm};
use egen_math::{Builder, Expr, Id, Node, Number, Op, Symbol};

/// Algebra is not asked about larger expressions.
const MAX_NODES: usize = 400;

/// The normal form of an expression, if it has one.
pub fn normal(expr: &Expr) -> Option<NormalForm> {
    (expr.len() <= MAX_NODES).then(|| algebra::normal_form(expr, &algebra::Settings::default())).flatten()
}

/// An expression as algebra writes it.
pub fn tidy(expr: &Expr) -> Option<Expr> {
    normal(expr).map(|form| form.to_expr())
}

/// The rational number that an expression is by algebra.
pub fn constant(expr: &Expr) -> Option<Number> {
    normal(expr)?.as_number()
}

/// Is an expression 0 by algebra?
pub fn vanishes(expr: &Expr) -> bool {
    normal(expr).is_some_and(|form| form.is_zero())
}

/// The name that an expression is.
pub fn name(expr: &Expr) -> Option<&Symbol> {
    match expr.node(expr.root()) {
        Node::Var(name) => Some(name),
        _ => None,
    }
}

/// The number that an expression is.
pub fn number(expr: &Expr) -> Option<&Number> {
    match expr.node(expr.root()) {
        Node::Num(n) => Some(n),
        _ => None,
    }
}

/// A name as an expression.
pub fn variable(name: &Symbol) -> Expr {
    Expr::variable(name.as_str())
}

/// A call of a function that nothing is known of.
pub fn call(name: &str, args: &[&Expr]) -> Expr {
    let mut out = Builder::new();
    let args: Vec<Id> = args.iter().map(|arg| out.append(arg)).collect();
    let root = out.add(Node::Call(Symbol::new(name), args.into()));
    out.finish(root)
}

/// Has an expression no letter?
pub fn is_constant(expr: &Expr) -> bool {
    expr.variables().is_empty()
}

/// The places of an expression, its root last.
pub fn ids(expr: &Expr) -> impl DoubleEndedIterator<Item = Id> + Clone + use<> {
    (0..expr.len() as u32).map(Id)
}

/// Has an expression such a node?
pub fn has(expr: &Expr, what: impl Fn(&Node) -> bool) -> bool {
    expr.nodes().iter().any(what)
}

/// An expression in which a part, wherever it stands, is another one.
pub fn replaced(expr: &Expr, part: &Expr, by: &Expr) -> Expr {
    // From the last to the first, so that the places of those to come stay what they are.
    let places = ids(expr).rev().filter(|id| expr.subtree(*id) == *part);
    places.fold(expr.clone(), |out, id| out.replace(id, by))
}

/// An expression with numbers in the place of names.
pub fn at(expr: &Expr, point: &[(Symbol, Number)]) -> Expr {
    point.iter().fold(expr.clone(), |expr, (name, n)| expr.substitute(name, &Expr::number(n.clone())))
}

/// The a and the b of f = a·x + b, if a is not 0.
pub fn linear(f: &Expr, x: &Symbol) -> Option<[Expr; 2]> {
    let at = |n: i64| f.substitute(x, &Expr::number(n));
    let (slope, rest) = (tidy(&(at(1) - at(0)))?, tidy(&at(0))?);
    let line = slope.clone() * variable(x) + &rest;
    let moves = number(&slope).is_none_or(|slope| !slope.is_zero());
    (moves && vanishes(&(f.clone() - line))).then_some([slope, rest])
}

/// The x of f = 0, where f is a·x + b with a number a.
pub fn root(f: &Expr, x: &Symbol) -> Option<Expr> {
    let [slope, rest] = linear(f, x).filter(|[slope, _]| number(slope).is_some())?;
    tidy(&(-rest / slope))
}

/// The x of f = 0, where f is a·x + b or a/x + b: there is no other, but where a letter makes a zero.
pub fn root_in_letters(f: &Expr, x: &Symbol) -> Option<Expr> {
    let solved = |f: &Expr| linear(f, x).and_then(|[slope, rest]| tidy(&(-rest / slope)));
    let inverse = |of: &Expr| Expr::number(1) / of;
    solved(f).or_else(|| tidy(&inverse(&solved(&tidy(&f.substitute(x, &inverse(&variable(x))))?)?)))
}

/// The f and the x of a derivative f'(x) that was not carried out.
pub fn rate(expr: &Expr, id: Id) -> Option<(Symbol, Symbol)> {
    let Node::Binary(Op::Diff, f, by) = expr.node(id) else { return None };
    let (Node::Call(name, args), Node::Var(by)) = (expr.node(*f), expr.node(*by)) else { return None };
    let [arg] = &args[..] else { return None };
    matches!(expr.node(*arg), Node::Var(own) if own == by).then(|| (name.clone(), by.clone()))
}
