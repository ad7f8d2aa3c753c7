//! Rewriting: how does a rule of a file act on a graph?
//!
//! A condition fires only if the analysis proves it; what is not known does not fire. A pole (`off`) stops a rule where the
//! instance is known to sit on it, or has the same values at a point of the domain: the zeros of x + |x| are no null set.

use std::sync::OnceLock;

use egen_math::assume::Relation;
use egen_math::eval::real::Approx;
use egen_math::{Expr, Node, Number, Op, Symbol};
use egen_rules::{Condition, Rule, RuleSet};
use egg::{ENodeOrVar, Id, Language, PatternAst, RecExpr, Subst, Var};

use crate::analysis::{Graph, fold_binary};
use crate::matcher::{Phase, Token, Trie};
use crate::term::Term;
use crate::values::Values;
use egen_math::range::Range;

/// A rule made ready for a graph.
#[derive(Clone, Debug)]
pub struct Rewriting {
    /// Its name.
    pub name: String,
    left: Side,
    right: Side,
    /// Both sides as egg wants them, once somebody asks: most rules never fire.
    patterns: OnceLock<[PatternAst<Term>; 2]>,
    /// The variables of the left side in the order of their slots.
    names: Vec<Symbol>,
    checks: Vec<Check>,
    off: Vec<(Expr, Expr)>,
    /// Does it carry a derivative out?
    derives: bool,
}

/// A side of a rule, arguments first; the children of a node are earlier places.
type Side = Vec<Part>;

#[derive(Clone, Debug)]
enum Part {
    Slot(usize),
    Node(Term),
}

impl Part {
    fn number(&self) -> Option<&Number> {
        match self {
            Part::Node(Term::Num(n)) => Some(n),
            _ => None,
        }
    }
}

/// Rules made ready for a graph with certain variables.
#[derive(Clone, Debug, Default)]
pub struct Rewritings {
    /// The rules; matches name them by their place.
    pub rules: Vec<Rewriting>,
    /// Their left sides.
    pub trie: Trie,
}

/// A right side of so many nodes is next to nothing.
const SMALL: usize = 3;

impl Rewritings {
    /// Prepares a rule set, without rules that write something as a derivative, since there is no end of those.
    /// A rule about derivatives is made once for every variable.
    pub fn new(rules: &RuleSet, variables: &[Symbol]) -> Rewritings {
        let derives = |e: &Expr| e.nodes().iter().any(|node| matches!(node, Node::Binary(Op::Diff, ..)));
        let introduces = |rule: &Rule| derives(&rule.right) && !derives(&rule.left);
        let wanted = rules.rules.iter().filter(|rule| !introduces(rule));
        Rewritings::prepare(wanted.map(|rule| (rule, rules.families[rule.family].optional)), variables)
    }

    /// Prepares these rules and no others, whatever their families.
    pub fn of<'a>(rules: impl Iterator<Item = &'a Rule>, variables: &[Symbol]) -> Rewritings {
        Rewritings::prepare(rules.map(|rule| (rule, false)), variables)
    }

    fn prepare<'a>(rules: impl Iterator<Item = (&'a Rule, bool)>, variables: &[Symbol]) -> Rewritings {
        let mut out = Rewritings::default();
        for (rule, optional) in rules {
            let by = bound_variables(rule);
            match by.as_slice() {
                [] => out.add(Instance { rule, by: None }, optional),
                [name] => {
                    for variable in variables {
                        out.add(Instance { rule, by: Some((name.clone(), variable.clone())) }, optional);
                    }
                }
                // Mixed derivatives by two variables follow from two rules by one.
                _ => {}
            }
        }
        out
    }

    fn add(&mut self, instance: Instance<'_>, optional: bool) {
        let (rewriting, tokens) = instance.rewriting();
        let at = self.rules.len() as u32;
        let shorter = instance.rule.right.len() < instance.rule.left.len();
        let phases = match (rewriting.derives, optional) {
            // Derivatives are carried out first: to do it again for every other form of what is derived would fill the graph.
            (true, true) => vec![],
            (true, false) => vec![Phase::Simplify],
            (false, true) => vec![Phase::Extend],
            (false, false) => {
                // To factor a sum makes it shorter too, but that is exploring.
                let simplify = (shorter && rewriting.right.len() <= SMALL).then_some(Phase::Simplify);
                let collapse = (shorter && rewriting.right.len() == 1).then_some(Phase::Collapse);
                [Phase::Explore, Phase::Extend].into_iter().chain(simplify).chain(collapse).collect()
            }
        };
        self.trie.insert(&tokens, at, &phases);
        self.rules.push(rewriting);
    }
}

impl Rewriting {
    /// Do the conditions hold, as far as the analysis knows? A derivative is carried out once: a class of derivatives has
    /// values as soon as it has another member.
    pub fn is_allowed(&self, graph: &Graph, class: Id, slots: &[Id]) -> bool {
        if self.derives && graph[class].data.values.is_some() {
            return false;
        }
        let at = Slots { names: &self.names, ids: slots };
        self.checks.iter().all(|check| check.holds(graph, at)) && !self.off.iter().any(|pole| sits_on(graph, at, pole))
    }

    /// The values that the right side would have. They are asked for before it is added, since the graph takes everything
    /// in it for defined: ln(u) says that u > 0.
    pub fn values(&self, graph: &Graph, slots: &[Id]) -> Option<Values> {
        let mut known: Vec<Values> = Vec::with_capacity(self.right.len());
        for part in &self.right {
            let values = match part {
                Part::Slot(slot) => graph[slots[*slot]].data.values?,
                Part::Node(term) => {
                    let of = |id: Id| known[usize::from(id)];
                    graph.analysis.values(term, |id| Some(of(id)), |id| of(id).as_exponent())?
                }
            };
            known.push(values);
        }
        known.pop()
    }

    /// The class of the right side for these classes, if the graph holds it.
    pub fn lookup(&self, graph: &Graph, slots: &[Id]) -> Option<Id> {
        let mut ids: Vec<Id> = Vec::with_capacity(self.right.len());
        for part in &self.right {
            ids.push(match part {
                Part::Slot(slot) => graph.find(slots[*slot]),
                Part::Node(term) => graph.lookup(term.clone().map_children(|id| ids[usize::from(id)]))?,
            });
        }
        ids.pop()
    }

    /// Adds the right side for these classes.
    pub fn instantiate(&self, graph: &mut Graph, slots: &[Id]) -> Id {
        let mut ids: Vec<Id> = Vec::with_capacity(self.right.len());
        for part in &self.right {
            let id = match part {
                Part::Slot(slot) => slots[*slot],
                Part::Node(term) => graph.add(term.clone().map_children(|id| ids[usize::from(id)])),
            };
            ids.push(id);
        }
        *ids.last().expect("a pattern has a root")
    }

    /// Both sides as patterns of egg.
    pub fn patterns(&self) -> &[PatternAst<Term>; 2] {
        let pattern = |side: &Side| {
            let part = |part: &Part| match part {
                Part::Slot(slot) => ENodeOrVar::Var(variable(&self.names[*slot])),
                Part::Node(term) => ENodeOrVar::ENode(term.clone()),
            };
            RecExpr::from(side.iter().map(part).collect::<Vec<_>>())
        };
        self.patterns.get_or_init(|| [pattern(&self.left), pattern(&self.right)])
    }

    /// The variables of the left side in the order of their slots.
    pub fn variables(&self) -> impl Iterator<Item = Var> + '_ {
        self.names.iter().map(variable)
    }

    /// Makes both sides one class, with the rule as the reason.
    pub fn explain(&self, graph: &mut Graph, slots: &[Id]) {
        let mut subst = Subst::default();
        for (name, id) in self.names.iter().zip(slots) {
            subst.insert(variable(name), *id);
        }
        let [left, right] = self.patterns();
        graph.union_instantiations(left, right, &subst, self.name.as_str());
    }
}

/// Variables that stand for a variable: by which something is derived or integrated, or that a condition says so.
fn bound_variables(rule: &Rule) -> Vec<Symbol> {
    let mut names: Vec<Symbol> = Vec::new();
    for side in [&rule.left, &rule.right] {
        for node in side.nodes() {
            if let Node::Binary(op, _, by) = node
                && op.binds()
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

/// A rule, with the variable of its derivatives chosen.
struct Instance<'a> {
    rule: &'a Rule,
    by: Option<(Symbol, Symbol)>,
}

impl Instance<'_> {
    fn rewriting(&self) -> (Rewriting, Vec<Token>) {
        let mut names: Vec<Symbol> = Vec::new();
        let left = self.side(&self.rule.left, &mut names);
        let right = self.side(&self.rule.right, &mut names);
        let tokens = prefix(&left);
        let rewriting = Rewriting {
            derives: matches!(tokens.first(), Some(Token::Op(Op::Diff))),
            name: self.rule.name.clone(),
            left,
            right,
            patterns: OnceLock::new(),
            names,
            checks: self.rule.when.iter().filter_map(|c| self.check(c)).collect(),
            off: self.rule.off.iter().map(|(a, b)| (self.with_variable(a), self.with_variable(b))).collect(),
        };
        (rewriting, tokens)
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

    /// A side, with new variables at the end of the names. Numbers are folded as the graph folds them: its class of 1/2
    /// holds the number only.
    fn side(&self, expr: &Expr, names: &mut Vec<Symbol>) -> Side {
        let mut out: Side = Vec::with_capacity(expr.len());
        let mut places: Vec<usize> = Vec::with_capacity(expr.len());
        for node in expr.nodes() {
            let at = |id: &egen_math::Id| Id::from(places[id.index()]);
            let number = |id: &egen_math::Id| out[places[id.index()]].number();
            let part = match node {
                Node::Var(name) => match self.chosen(name) {
                    Some(variable) => Part::Node(Term::Var(variable.clone())),
                    None => Part::Slot(names.iter().position(|known| known == name).unwrap_or_else(|| {
                        names.push(name.clone());
                        names.len() - 1
                    })),
                },
                Node::Num(n) => Part::Node(Term::Num(n.clone())),
                Node::Const(c) => Part::Node(Term::Const(*c)),
                Node::Unary(op, a) => match number(a).and_then(|n| op.exact(n)) {
                    Some(n) => {
                        out.pop();
                        Part::Node(Term::Num(n))
                    }
                    None => Part::Node(Term::Unary(*op, [at(a)])),
                },
                Node::Binary(op, body, by) if op.binds() => {
                    let Node::Var(name) = expr.node(*by) else { unreachable!("the loader asks for a variable") };
                    let bound = self.chosen(name).expect("one variable is chosen").clone();
                    let children = [at(body), at(by)];
                    *out.last_mut().expect("the variable stands there") = Part::Node(Term::Bound(bound));
                    Part::Node(Term::Binary(*op, children))
                }
                Node::Binary(op, a, b) => match number(a).zip(number(b)).and_then(|(a, b)| fold_binary(*op, a, b)) {
                    Some(n) => {
                        // Numbers are single nodes, and arguments come right before their operator.
                        out.truncate(out.len() - 2);
                        Part::Node(Term::Num(n))
                    }
                    None => Part::Node(Term::Binary(*op, [at(a), at(b)])),
                },
                Node::Call(name, args) => Part::Node(Term::Call(name.clone(), args.iter().map(at).collect())),
            };
            places.push(out.len());
            out.push(part);
        }
        out
    }

    fn check(&self, condition: &Condition) -> Option<Check> {
        Some(match condition {
            Condition::Relation { left, relation, right } => {
                Check::Relation(self.with_variable(left), *relation, self.with_variable(right))
            }
            Condition::Integer(n) => Check::Integer(n.clone()),
            Condition::Even(n) => Check::Parity(n.clone(), 0),
            Condition::Odd(n) => Check::Parity(n.clone(), 1),
            Condition::Number(n) => Check::Number(n.clone()),
            Condition::Free { what, of } => {
                let of = self.chosen(of).cloned().unwrap_or_else(|| of.clone());
                match self.chosen(what) {
                    // A variable is free of itself never, of another always.
                    Some(same) if *same == of => Check::Never,
                    Some(_) => return None,
                    None => Check::Free(what.clone(), of),
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

/// A left side in prefix order. Slots are numbered as its leaves come, which is the same in every order.
fn prefix(side: &Side) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::with_capacity(side.len());
    let mut met = 0;
    let mut todo = vec![side.len() - 1];
    while let Some(at) = todo.pop() {
        match &side[at] {
            Part::Slot(slot) if *slot < met => tokens.push(Token::Same(*slot)),
            Part::Slot(_) => {
                met += 1;
                tokens.push(Token::Any);
            }
            Part::Node(term) => {
                tokens.push(match term {
                    Term::Unary(op, _) | Term::Binary(op, _) => Token::Op(*op),
                    Term::Call(name, args) => Token::Call(name.clone(), args.len()),
                    leaf => Token::Leaf(leaf.clone()),
                });
                todo.extend(term.children().iter().rev().map(|id| usize::from(*id)));
            }
        }
    }
    tokens
}

/// The classes that a rule's variables stand for.
#[derive(Clone, Copy)]
struct Slots<'a> {
    names: &'a [Symbol],
    ids: &'a [Id],
}

impl Slots<'_> {
    fn of(&self, name: &Symbol) -> Id {
        self.ids[self.names.iter().position(|known| known == name).expect("the loader binds every variable")]
    }
}

/// A condition made ready.
#[derive(Clone, Debug)]
enum Check {
    Relation(Expr, Relation, Expr),
    Integer(Symbol),
    Parity(Symbol, i64),
    Number(Symbol),
    Free(Symbol, Symbol),
    Never,
}

impl Check {
    fn holds(&self, graph: &Graph, at: Slots<'_>) -> bool {
        let known = |name: &Symbol| &graph[at.of(name)].data;
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
fn range_of(graph: &Graph, at: Slots<'_>, expr: &Expr) -> (Range, Option<Id>) {
    let mut known: Vec<(Range, Option<Id>)> = Vec::with_capacity(expr.len());
    for node in expr.nodes() {
        let of = |id: &egen_math::Id| known[id.index()];
        let (range, term) = match node {
            Node::Num(n) => (Range::point(n), Some(Term::Num(n.clone()))),
            Node::Const(c) => (Range::constant(*c), Some(Term::Const(*c))),
            Node::Var(name) => match name.as_str().strip_prefix(LITERAL) {
                Some(variable) => (Range::ALL, Some(Term::Var(Symbol::new(variable)))),
                None => {
                    let id = at.of(name);
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

/// Is the instance known to satisfy the equation, or is it satisfied at a point of the domain?
fn sits_on(graph: &Graph, at: Slots<'_>, (left, right): &(Expr, Expr)) -> bool {
    let ((a, ia), (b, ib)) = (range_of(graph, at, left), range_of(graph, at, right));
    let same = ia.zip(ib).is_some_and(|(ia, ib)| graph.find(ia) == graph.find(ib));
    let one = |r: &Range| (r.low.at == r.high.at).then_some(r.low.at);
    if same || one(&a).zip(one(&b)).is_some_and(|(a, b)| a == b) {
        return true;
    }
    match (values_of(graph, at, left), values_of(graph, at, right)) {
        (Some(a), Some(b)) => !a.differ_everywhere(&b),
        // A derivative that is not carried out yet may be 0.
        _ => true,
    }
}

/// The values of an instance at the graph's points, if its variables have some.
fn values_of(graph: &Graph, at: Slots<'_>, expr: &Expr) -> Option<Values> {
    let mut known: Vec<Values> = Vec::with_capacity(expr.len());
    for node in expr.nodes() {
        let of = |id: &egen_math::Id| &known[id.index()];
        let values = match node {
            Node::Num(n) => Values::constant(Approx::number(n)),
            Node::Const(c) => Values::constant(Approx::constant(*c)),
            Node::Var(name) => match name.as_str().strip_prefix(LITERAL) {
                Some(variable) => graph.analysis.values_of(&Symbol::new(variable))?,
                None => graph[at.of(name)].data.values?,
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
