//! Poles: is a = b true on a null set of the graph's domain at most?
//!
//! A rule says `off a = b` where its right side has no value, or another one. It may be applied where a and b certainly differ but on a
//! null set. That is so if their ranges do not meet; if both are analytic on a connected space and differ somewhere; if b is 0 and a
//! is made of such by what keeps zeros, as |x| is; or if they differ at a point of every region between breaks, which `egen_math` tells of
//! small expressions. No set of integers is null, so that
//! what depends on an integer must have ranges that do not meet. What is not known counts as a pole.

use std::cell::RefCell;

use egen_math::assume::{Condition, Relation};
use egen_math::compare::differ_almost_everywhere;
use egen_math::range::{End, Range};
use egen_math::{Assumptions, Expr, Node, Number, Op, Symbol};
use egg::{Id, Language};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::analysis::{Graph, Smooth, binary_smooth, unary_smooth};
use crate::condition::{Chosen, Meaning, Slots, range_of, values_of};
use crate::term::{Term, from_nodes};

/// An equation at which a rule does not hold.
#[derive(Clone, Debug)]
pub(crate) struct Pole {
    left: Expr,
    right: Expr,
    /// left − right, if right is no number: the graph may know more of it than of both.
    difference: Option<Expr>,
    /// The variables of both sides, which are numbered, so that `off a = 0` and `off x = 0` are one question.
    names: Vec<Symbol>,
    /// The slots of the rule that they stand for.
    places: SmallVec<[usize; 3]>,
    /// The variable of the graph in it, which has the number after theirs.
    chosen: Option<Chosen>,
    shape: u32,
}

/// The different equations of a rule set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shapes(Vec<Shape>);

/// An equation by numbered variables, with the variable of the graph in it.
type Shape = (Expr, Expr, Option<Chosen>);

impl Shapes {
    fn number(&mut self, shape: Shape) -> u32 {
        let at = self.0.iter().position(|known| *known == shape).unwrap_or_else(|| {
            self.0.push(shape);
            self.0.len() - 1
        });
        at as u32
    }
}

/// No reader makes such a name.
fn numbered(at: usize) -> Symbol {
    Symbol::new(&format!("%{at}"))
}

impl Pole {
    /// The equation of a rule whose slots have these names.
    pub fn new(sides: &(Expr, Expr), slots: &[Symbol], chosen: Option<&Chosen>, shapes: &mut Shapes) -> Pole {
        let (left, right) = sides;
        let (mut own, mut bound): (Vec<Symbol>, Option<&Chosen>) = (Vec::new(), None);
        for name in left.variables().into_iter().chain(right.variables()) {
            match chosen.filter(|chosen| chosen.pattern == name) {
                Some(chosen) => bound = Some(chosen),
                None if own.contains(&name) => {}
                None => own.push(name),
            }
        }
        let rename = |side: &Expr| {
            own.iter()
                .chain(bound.map(|bound| &bound.pattern))
                .enumerate()
                .fold(side.clone(), |side, (at, name)| side.substitute(name, &Expr::variable(numbered(at).as_str())))
        };
        let place =
            |name: &Symbol| slots.iter().position(|slot| slot == name).expect("the loader binds every variable");
        let (left, right) = (rename(left), rename(right));
        let plain = matches!(right.node(right.root()), Node::Num(_));
        let chosen = bound.map(|bound| Chosen { pattern: numbered(own.len()), variable: bound.variable.clone() });
        Pole {
            difference: (!plain).then(|| left.clone().binary(Op::Sub, &right)),
            shape: shapes.number((left.clone(), right.clone(), chosen.clone())),
            names: (0..own.len()).map(numbered).collect(),
            places: own.iter().map(place).collect(),
            chosen,
            left,
            right,
        }
    }

    /// Does the equation certainly hold on a null set at most?
    pub fn is_rare(&self, graph: &Graph, slots: &[Id]) -> bool {
        let ids: SmallVec<[Id; 3]> = self.places.iter().map(|&place| graph.find(slots[place])).collect();
        let at = Slots { names: &self.names, ids: &ids, chosen: self.chosen.as_ref() };
        let ((a, ia), (b, ib)) = (range_of(graph, at, &self.left), range_of(graph, at, &self.right));
        if a.intersect(&b).is_none() {
            return true;
        }
        if self.difference.as_ref().is_some_and(|difference| range_of(graph, at, difference).0.excludes_zero()) {
            return true;
        }
        let (left, right) = (nature(graph, at, &self.left), nature(graph, at, &self.right));
        if (left.depends | right.depends) & graph.analysis.integer_bits() != 0 {
            return false;
        }
        let one = |r: &Range| (r.low.at == r.high.at).then_some(r.low.at);
        let same = ia.zip(ib).is_some_and(|(ia, ib)| graph.find(ia) == graph.find(ib));
        if same || one(&a).zip(one(&b)).is_some_and(|(a, b)| a == b) {
            return false;
        }
        let apart = match (values_of(graph, at, &self.left), values_of(graph, at, &self.right)) {
            (Some(a), Some(b)) => a.differ_everywhere(&b),
            // A derivative that is not carried out yet may be 0.
            _ => false,
        };
        let smooth = left.smooth.min(right.smooth) == Smooth::Meromorphic
            || (left.smooth == Smooth::RareZeros && self.is_about_zero());
        apart && (smooth || graph.analysis.answers.ask(self.shape, &ids, || self.differ(graph, at)))
    }

    fn is_about_zero(&self) -> bool {
        matches!(self.right.node(self.right.root()), Node::Num(n) if n.is_zero())
    }

    /// Do small forms of both sides differ almost everywhere?
    fn differ(&self, graph: &Graph, at: Slots<'_>) -> bool {
        let (Some(left), Some(right)) = (instance(graph, at, &self.left), instance(graph, at, &self.right)) else {
            return false;
        };
        let variables = crate::saturate::variables_of(&[&left, &right]);
        differ_almost_everywhere(&left, &right, &assumed(graph, &variables))
    }
}

/// Which variables an instance depends on, and how smooth it is.
#[derive(Clone, Copy)]
struct Nature {
    depends: u64,
    smooth: Smooth,
}

fn nature(graph: &Graph, at: Slots<'_>, expr: &Expr) -> Nature {
    let mut known: SmallVec<[Nature; 8]> = SmallVec::new();
    for node in expr.nodes() {
        let of = |id: &egen_math::Id| known[id.index()];
        let next = match node {
            Node::Num(_) | Node::Const(_) => Nature { depends: 0, smooth: Smooth::Meromorphic },
            Node::Var(name) => match at.of(name) {
                Meaning::Variable(variable) => {
                    Nature { depends: graph.analysis.bit(variable), smooth: Smooth::Meromorphic }
                }
                Meaning::Class(id) => {
                    let data = &graph[id].data;
                    Nature { depends: data.depends, smooth: data.smooth }
                }
            },
            Node::Unary(op, a) => {
                let a = of(a);
                Nature { smooth: unary_smooth(*op, a.smooth, a.depends), ..a }
            }
            Node::Binary(op, a, b) => {
                let exponent = match expr.node(*b) {
                    Node::Num(n) => Some(n),
                    _ => None,
                };
                let (a, b) = (of(a), of(b));
                let smooth = binary_smooth(*op, (a.smooth, a.depends), (b.smooth, b.depends), exponent, false);
                Nature { depends: a.depends | b.depends, smooth }
            }
            Node::Call(_, args) => {
                Nature { depends: args.iter().fold(0, |bits, id| bits | of(id).depends), smooth: Smooth::Unknown }
            }
        };
        known.push(next);
    }
    known.pop().expect("an expression has a root")
}

/// Larger forms are not asked about: to divide their space takes longer than the step is worth.
const SMALL: u32 = 30;
/// Questions in one graph; the first ones are about the parts of what was put in. An answer takes a millisecond, and more for several
/// variables.
const QUESTIONS: usize = 24;

/// An expression of the graph's variables for an instance, if there is a small one.
fn instance(graph: &Graph, at: Slots<'_>, expr: &Expr) -> Option<Expr> {
    let mut out = expr.clone();
    for name in expr.variables() {
        let value = match at.of(&name) {
            Meaning::Variable(variable) => Expr::variable(variable.as_str()),
            Meaning::Class(id) => small_form(graph, id)?,
        };
        out = out.substitute(&name, &value);
    }
    (out.len() <= SMALL as usize).then_some(out)
}

/// A form of a class, by a node whose arguments are smaller than the class: so it goes down, and ends.
fn small_form(graph: &Graph, class: Id) -> Option<Expr> {
    enum Visit {
        Enter(Id),
        Leave(Term),
    }
    let size = |id: Id| graph[graph.find(id)].data.size;
    if size(class) > SMALL {
        return None;
    }
    let (mut nodes, mut done, mut todo) = (Vec::<Term>::new(), Vec::<Id>::new(), vec![Visit::Enter(class)]);
    while let Some(visit) = todo.pop() {
        match visit {
            Visit::Enter(id) => {
                let all = size(id);
                let fits = |node: &&Term| {
                    node.children().iter().fold(node.own_size(), |sum, &id| sum.saturating_add(size(id))) <= all
                };
                let node = graph[graph.find(id)].nodes.iter().find(fits)?;
                todo.push(Visit::Leave(node.clone()));
                todo.extend(node.children().iter().rev().map(|&id| Visit::Enter(id)));
            }
            Visit::Leave(node) => {
                let mut arguments = done.split_off(done.len() - node.children().len()).into_iter();
                nodes.push(node.map_children(|_| arguments.next().expect("one for each child")));
                done.push(Id::from(nodes.len() - 1));
            }
        }
    }
    Some(from_nodes(&nodes))
}

/// What is known of these variables: what was assumed of them, and of nothing else, and what the graph's domain says.
fn assumed(graph: &Graph, variables: &[Symbol]) -> Assumptions {
    let theirs = |condition: &&Condition| {
        [&condition.left, &condition.right]
            .iter()
            .all(|side| side.variables().iter().all(|name| variables.contains(name)))
    };
    let mut conditions: Vec<Condition> = graph.analysis.conditions.iter().filter(theirs).cloned().collect();
    for name in variables {
        let Some(class) = graph.lookup(Term::Var(name.clone())) else { continue };
        let Range { low, high } = graph[class].data.range;
        let mut bound = |end: End, strict: Relation, loose: Relation| {
            let number = if end.at.is_finite() { Number::from_f64(end.at) } else { None };
            if let Some(number) = number {
                let relation = if end.closed { loose } else { strict };
                let condition =
                    Condition { left: Expr::variable(name.as_str()), relation, right: Expr::number(number) };
                if !conditions.contains(&condition) {
                    conditions.push(condition);
                }
            }
        };
        bound(low, Relation::Greater, Relation::GreaterOrEqual);
        bound(high, Relation::Less, Relation::LessOrEqual);
    }
    Assumptions { conditions, integers: Vec::new() }
}

/// What was answered about equations between classes.
#[derive(Clone, Debug, Default)]
pub struct Answers(RefCell<FxHashMap<Question, bool>>);

/// An equation of the rule set, and the classes in it.
type Question = (u32, SmallVec<[Id; 3]>);

impl Answers {
    fn ask(&self, shape: u32, ids: &[Id], answer: impl FnOnce() -> bool) -> bool {
        let question: Question = (shape, ids.into());
        if let Some(&known) = self.0.borrow().get(&question) {
            return known;
        }
        if self.0.borrow().len() >= QUESTIONS {
            return false;
        }
        let answer = answer();
        self.0.borrow_mut().insert(question, answer);
        answer
    }
}
