//! Rewriting: how does a rule of a file act on a graph?
//!
//! A condition fires only if the analysis proves it; what is not known does not fire. A pole (`off`) stops a rule
//! only where the instance is known to sit on it.

use egen_math::assume::Relation;
use egen_math::{Expr, Node, Op, Symbol};
use egen_rules::{Condition, Rule, RuleSet};
use egg::{ConditionalApplier, ENodeOrVar, Id, Pattern, PatternAst, RecExpr, Rewrite, Subst, Var};

use crate::analysis::{Facts, Graph};
use crate::range::Range;
use crate::term::Term;

/// A rule as egg runs it.
pub type Rewriting = Rewrite<Term, Facts>;

/// Rules made ready for a graph with certain variables.
#[derive(Clone, Debug, Default)]
pub struct Rewritings {
    /// Rules that make things smaller, and those that carry derivatives out: they run first, until nothing changes.
    pub simplify: Vec<Rewriting>,
    /// All the others.
    pub explore: Vec<Rewriting>,
}

impl Rewritings {
    /// Prepares a rule set. A rule about derivatives is made once for every variable of the graph.
    pub fn new(rules: &RuleSet, variables: &[Symbol]) -> Rewritings {
        let mut out = Rewritings::default();
        for rule in rules.rules.iter().filter(|rule| rule.left.len() <= MAX_PATTERN) {
            let by = bound_variables(rule);
            let instances: Vec<Instance> = match by.as_slice() {
                [] => vec![Instance { rule, by: None }],
                [name] => variables.iter().map(|v| Instance { rule, by: Some((name.clone(), v.clone())) }).collect(),
                // Mixed derivatives by two variables follow from two rules by one.
                _ => Vec::new(),
            };
            for instance in instances {
                let list = if is_simplifying(rule) { &mut out.simplify } else { &mut out.explore };
                list.push(instance.rewriting());
            }
        }
        out
    }
}

/// Larger left sides are not searched for: in a class of hundreds of sums and products a pattern of many of them is a join
/// without end. What they say follows from smaller rules, or from algebra.
const MAX_PATTERN: usize = 9;

/// Variables that stand for a variable: by which something is derived or integrated, or that a condition says so.
fn bound_variables(rule: &Rule) -> Vec<Symbol> {
    let mut names: Vec<Symbol> = Vec::new();
    for side in [&rule.left, &rule.right] {
        for node in side.nodes() {
            if let Node::Binary(Op::Diff | Op::Integral, _, by) = node
                && let Node::Var(name) = side.node(*by)
            {
                names.push(name.clone());
            }
        }
    }
    names.extend(rule.when.iter().filter_map(|condition| match condition {
        Condition::Variable(name) => Some(name.clone()),
        _ => None,
    }));
    names.sort();
    names.dedup();
    names
}

fn is_simplifying(rule: &Rule) -> bool {
    let derives = |e: &Expr| e.nodes().iter().any(|node| matches!(node, Node::Binary(Op::Diff, ..)));
    let root_derives = matches!(rule.left.node(rule.left.root()), Node::Binary(Op::Diff, ..));
    root_derives || (rule.right.len() < rule.left.len() && !derives(&rule.right))
}

/// A rule, with the variable of its derivatives chosen.
struct Instance<'a> {
    rule: &'a Rule,
    by: Option<(Symbol, Symbol)>,
}

impl Instance<'_> {
    fn rewriting(&self) -> Rewriting {
        let searcher = Pattern::new(self.pattern(&self.rule.left));
        let applier = Pattern::new(self.pattern(&self.rule.right));
        let checks: Vec<Check> = self.rule.when.iter().filter_map(|c| self.check(c)).collect();
        let off: Vec<(Expr, Expr)> =
            self.rule.off.iter().map(|(a, b)| (self.with_variable(a), self.with_variable(b))).collect();
        let condition = move |graph: &mut Graph, _: Id, subst: &Subst| {
            checks.iter().all(|check| check.holds(graph, subst)) && !off.iter().any(|pole| sits_on(graph, subst, pole))
        };
        let applier = ConditionalApplier { condition, applier };
        Rewrite::new(self.rule.name.clone(), searcher, applier)
            .expect("the loader binds every variable of the right side")
    }

    fn chosen(&self, name: &Symbol) -> Option<&Symbol> {
        self.by.as_ref().filter(|(pattern, _)| pattern == name).map(|(_, variable)| variable)
    }

    /// Conditions speak of the chosen variable by its own name, marked so that it is no pattern variable.
    fn with_variable(&self, expr: &Expr) -> Expr {
        match &self.by {
            Some((pattern, variable)) => expr.substitute(pattern, &Expr::variable(&format!("{LITERAL}{variable}"))),
            None => expr.clone(),
        }
    }

    fn pattern(&self, expr: &Expr) -> PatternAst<Term> {
        let mut out: RecExpr<ENodeOrVar<Term>> = RecExpr::default();
        let mut ids: Vec<Id> = Vec::with_capacity(expr.len());
        for node in expr.nodes() {
            let at = |id: &egen_math::Id| ids[id.index()];
            let made = match node {
                Node::Var(name) => match self.chosen(name) {
                    Some(variable) => ENodeOrVar::ENode(Term::Var(variable.clone())),
                    None => ENodeOrVar::Var(variable(name)),
                },
                Node::Num(n) => ENodeOrVar::ENode(Term::Num(n.clone())),
                Node::Const(c) => ENodeOrVar::ENode(Term::Const(*c)),
                Node::Unary(op, a) => ENodeOrVar::ENode(Term::Unary(*op, [at(a)])),
                Node::Binary(op @ (Op::Diff | Op::Integral), body, by) => {
                    let Node::Var(name) = expr.node(*by) else { unreachable!("the loader asks for a variable") };
                    let bound = self.chosen(name).expect("one variable is chosen").clone();
                    let bound = out.add(ENodeOrVar::ENode(Term::Bound(bound)));
                    ENodeOrVar::ENode(Term::Binary(*op, [at(body), bound]))
                }
                Node::Binary(op, a, b) => ENodeOrVar::ENode(Term::Binary(*op, [at(a), at(b)])),
                Node::Call(name, args) => ENodeOrVar::ENode(Term::Call(name.clone(), args.iter().map(at).collect())),
            };
            ids.push(out.add(made));
        }
        let root = *ids.last().expect("an expression has a root");
        egg::Language::build_recexpr(&out[root], |id| out[id].clone())
    }

    fn check(&self, condition: &Condition) -> Option<Check> {
        Some(match condition {
            Condition::Relation { left, relation, right } => {
                Check::Relation(self.with_variable(left), *relation, self.with_variable(right))
            }
            Condition::Integer(n) => Check::Integer(variable(n)),
            Condition::Even(n) => Check::Parity(variable(n), 0),
            Condition::Odd(n) => Check::Parity(variable(n), 1),
            Condition::Number(n) => Check::Number(variable(n)),
            Condition::Free { what, of } => {
                let of = self.chosen(of).cloned().unwrap_or_else(|| of.clone());
                match self.chosen(what) {
                    // A variable is free of itself never, of another always.
                    Some(same) if *same == of => Check::Never,
                    Some(_) => return None,
                    None => Check::Free(variable(what), of),
                }
            }
            // The chosen variable is one.
            Condition::Variable(_) => return None,
        })
    }
}

/// Marks a name that stands for a variable of the graph itself.
const LITERAL: char = '$';

fn variable(name: &Symbol) -> Var {
    format!("?{name}").parse().expect("names are words")
}

/// A condition made ready.
#[derive(Clone, Debug)]
enum Check {
    Relation(Expr, Relation, Expr),
    Integer(Var),
    Parity(Var, i64),
    Number(Var),
    Free(Var, Symbol),
    Never,
}

impl Check {
    fn holds(&self, graph: &Graph, subst: &Subst) -> bool {
        let known = |var: &Var| &graph[subst[*var]].data;
        match self {
            Check::Relation(left, relation, right) => relation_holds(graph, subst, left, *relation, right),
            Check::Integer(n) => known(n).integer,
            Check::Parity(n, rest) => {
                known(n).number.as_ref().and_then(egen_math::Number::as_i64).is_some_and(|n| n.rem_euclid(2) == *rest)
            }
            Check::Number(n) => known(n).number.is_some(),
            Check::Free(what, of) => known(what).depends & graph.analysis.bit(of) == 0,
            Check::Never => false,
        }
    }
}

fn relation_holds(graph: &Graph, subst: &Subst, left: &Expr, relation: Relation, right: &Expr) -> bool {
    let (a, _) = range_of(graph, subst, left);
    let (b, _) = range_of(graph, subst, right);
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
fn range_of(graph: &Graph, subst: &Subst, expr: &Expr) -> (Range, Option<Id>) {
    let mut known: Vec<(Range, Option<Id>)> = Vec::with_capacity(expr.len());
    for node in expr.nodes() {
        let of = |id: &egen_math::Id| known[id.index()];
        let (range, term) = match node {
            Node::Num(n) => (Range::point(n), Some(Term::Num(n.clone()))),
            Node::Const(c) => (Range::constant(*c), Some(Term::Const(*c))),
            Node::Var(name) => match name.as_str().strip_prefix(LITERAL) {
                Some(variable) => (Range::ALL, Some(Term::Var(Symbol::new(variable)))),
                None => {
                    let id = subst[variable(name)];
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

/// Is the instance known to satisfy the equation?
fn sits_on(graph: &Graph, subst: &Subst, (left, right): &(Expr, Expr)) -> bool {
    let ((a, ia), (b, ib)) = (range_of(graph, subst, left), range_of(graph, subst, right));
    let same = ia.zip(ib).is_some_and(|(ia, ib)| graph.find(ia) == graph.find(ib));
    let one = |r: &Range| (r.low.at == r.high.at).then_some(r.low.at);
    same || one(&a).zip(one(&b)).is_some_and(|(a, b)| a == b)
}
