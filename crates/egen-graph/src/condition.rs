//! Conditions: does the analysis prove what a rule asks of the classes that it matched?

use egen_math::assume::Relation;
use egen_math::eval::real::Approx;
use egen_math::{Expr, Node, Number, Op, Symbol};
use egg::Id;
use smallvec::SmallVec;

use crate::analysis::Graph;
use crate::term::Term;
use crate::values::Values;
use egen_math::range::Range;

/// The variable by which a rule derives, and the variable of the graph that was chosen for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    pub pattern: Symbol,
    pub variable: Symbol,
}

/// What a rule's variables stand for.
#[derive(Clone, Copy)]
pub(crate) struct Slots<'a> {
    pub names: &'a [Symbol],
    pub ids: &'a [Id],
    pub chosen: Option<&'a Chosen>,
}

/// What one of them stands for.
pub(crate) enum Meaning<'a> {
    Class(Id),
    Variable(&'a Symbol),
}

impl<'a> Slots<'a> {
    pub fn of(&self, name: &Symbol) -> Meaning<'a> {
        match self.chosen {
            Some(chosen) if chosen.pattern == *name => Meaning::Variable(&chosen.variable),
            _ => Meaning::Class(self.class(name)),
        }
    }

    fn class(&self, name: &Symbol) -> Id {
        self.ids[self.names.iter().position(|known| known == name).expect("the loader binds every variable")]
    }
}

/// A condition made ready.
#[derive(Clone, Debug)]
pub(crate) enum Check {
    Relation(Expr, Relation, Expr),
    Integer(Symbol),
    Parity(Symbol, i64),
    Number(Symbol),
    Free(Symbol, Symbol),
    Never,
}

impl Check {
    pub fn holds(&self, graph: &Graph, at: Slots<'_>) -> bool {
        let known = |name: &Symbol| &graph[at.class(name)].data;
        match self {
            Check::Relation(left, relation, right) => relation_holds(graph, at, left, *relation, right),
            Check::Integer(n) => known(n).integer,
            Check::Parity(n, rest) => {
                known(n).number.as_ref().and_then(Number::as_i64).is_some_and(|n| n.rem_euclid(2) == *rest)
            }
            Check::Number(n) => known(n).number.is_some(),
            Check::Free(what, of) => known(what).depends & graph.analysis.bit(of) == 0,
            Check::Never => false,
        }
    }
}

fn relation_holds(graph: &Graph, at: Slots<'_>, left: &Expr, relation: Relation, right: &Expr) -> bool {
    let (a, _) = range_of(graph, at, left);
    let (b, _) = range_of(graph, at, right);
    let (above, below) = (
        |or_equal: bool| {
            a.low.at.is_finite() && b.high.at.is_finite() && {
                let closed = a.low.closed && b.high.closed;
                a.low.at > b.high.at || (a.low.at == b.high.at && (or_equal || !closed))
            }
        },
        |or_equal: bool| {
            a.high.at.is_finite() && b.low.at.is_finite() && {
                let closed = a.high.closed && b.low.closed;
                a.high.at < b.low.at || (a.high.at == b.low.at && (or_equal || !closed))
            }
        },
    );
    match relation {
        Relation::Greater => above(false),
        Relation::GreaterOrEqual => above(true),
        Relation::Less => below(false),
        Relation::LessOrEqual => below(true),
        Relation::NotEqual => above(false) || below(false),
    }
}

/// The range of an instance, and its class if the graph holds it.
pub(crate) fn range_of(graph: &Graph, at: Slots<'_>, expr: &Expr) -> (Range, Option<Id>) {
    let mut known: SmallVec<[(Range, Option<Id>); 8]> = SmallVec::new();
    for node in expr.nodes() {
        let of = |id: &egen_math::Id| known[id.index()];
        let (range, term) = match node {
            Node::Num(n) => (Range::point(n), Some(Term::Num(n.clone()))),
            Node::Const(c) => (Range::constant(*c), Some(Term::Const(*c))),
            Node::Var(name) => match at.of(name) {
                Meaning::Variable(variable) => (Range::ALL, Some(Term::Var(variable.clone()))),
                Meaning::Class(id) => {
                    known.push((graph[id].data.range, Some(id)));
                    continue;
                }
            },
            Node::Unary(op, a) => {
                let (range, id) = of(a);
                (range.image(*op), id.map(|id| Term::Unary(*op, [id])))
            }
            Node::Binary(op, a, b) => {
                let ((ra, ia), (rb, ib)) = (of(a), of(b));
                let range = match op {
                    Op::Add => ra.add(&rb),
                    Op::Sub => ra.add(&rb.negate()),
                    Op::Mul => ra.multiply(&rb),
                    Op::Div => ra.multiply(&rb.reciprocal()),
                    Op::Pow => match expr.node(*b) {
                        Node::Num(n) => n.as_i64().map_or(Range::ALL, |n| ra.power(n)),
                        _ => Range::ALL,
                    },
                    _ => Range::ALL,
                };
                (range, ia.zip(ib).map(|(ia, ib)| Term::Binary(*op, [ia, ib])))
            }
            Node::Call(..) => (Range::ALL, None),
        };
        let id = term.and_then(|term| graph.lookup(term));
        let range = match id {
            Some(id) => range.intersect(&graph[id].data.range).unwrap_or(range),
            None => range,
        };
        known.push((range, id));
    }
    *known.last().expect("an expression has a root")
}

/// The values of an instance at the graph's points, if its variables have some.
pub(crate) fn values_of(graph: &Graph, at: Slots<'_>, expr: &Expr) -> Option<Values> {
    let mut known: SmallVec<[Values; 8]> = SmallVec::new();
    for node in expr.nodes() {
        let of = |id: &egen_math::Id| &known[id.index()];
        let values = match node {
            Node::Num(n) => Values::constant(Approx::number(n)),
            Node::Const(c) => Values::constant(Approx::constant(*c)),
            Node::Var(name) => match at.of(name) {
                Meaning::Variable(variable) => graph.analysis.values_of(variable)?,
                Meaning::Class(id) => graph[id].data.values?,
            },
            Node::Unary(op, a) => Values::unary(*op, of(a)),
            Node::Binary(op, a, b) => Values::binary(*op, of(a), of(b), of(b).as_exponent()),
            Node::Call(name, args) => {
                let args: Vec<Values> = args.iter().map(|id| *of(id)).collect();
                Values::unknown_function(name.as_str(), &args)
            }
        };
        known.push(values);
    }
    known.pop()
}
