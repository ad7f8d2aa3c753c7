//! Rewriting: how does a rule of a file act on a graph?
//!
//! A condition fires only if the analysis proves it; what is not known does not fire. The same goes for `off` (`pole`): the
//! zeros of x + |x| are no null set.

use std::fmt;
use std::sync::OnceLock;

use egen_math::{Expr, Node, Number, Op, Symbol};
use egen_rules::{Condition, Rule, RuleSet};
use egg::{ENodeOrVar, Id, Language, PatternAst, RecExpr, Subst, Var};
use smallvec::SmallVec;

use crate::analysis::{Graph, fold_binary};
use crate::condition::{Check, Chosen, Slots};
use crate::matcher::{Phase, Token, Trie};
use crate::pole::{Pole, Shapes};
use crate::term::Term;
use crate::values::Values;

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
    /// Conditions speak of the variable of a derivative as the rule does.
    chosen: Option<Chosen>,
    checks: Vec<Check>,
    off: Vec<Pole>,
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
    shapes: Shapes,
}

/// Why a rule of a set never fires, neither in proofs nor in expansions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// It writes something as a derivative, and there is no end of those.
    Introduces,
    /// It is about two bound variables: mixed derivatives follow from two rules by one.
    TwoVariables,
    /// It carries a derivative out, which is done before optional families have their turn.
    TooLate,
}

impl LeftOut {
    /// The reason, if a rule of the set is left out.
    pub fn of(rules: &RuleSet, rule: &Rule) -> Option<LeftOut> {
        let is_derivative = |node: &Node| matches!(node, Node::Binary(Op::Diff, ..));
        let derives = |e: &Expr| e.nodes().iter().any(is_derivative);
        if derives(&rule.right) && !derives(&rule.left) {
            Some(LeftOut::Introduces)
        } else if bound_variables(rule).len() > 1 {
            Some(LeftOut::TwoVariables)
        } else if rules.families[rule.family].optional && is_derivative(rule.left.node(rule.left.root())) {
            Some(LeftOut::TooLate)
        } else {
            None
        }
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LeftOut::Introduces => "writes something as a derivative",
            LeftOut::TwoVariables => "is about derivatives by two variables",
            LeftOut::TooLate => "carries a derivative out in an optional family",
        })
    }
}

/// A right side of so many nodes is next to nothing.
const SMALL: usize = 3;

impl Rewritings {
    /// Prepares a rule set, without the rules that [`LeftOut`] tells. A rule about derivatives is made once for every variable.
    pub fn new(rules: &RuleSet, variables: &[Symbol]) -> Rewritings {
        let wanted = rules.rules.iter().filter(|rule| LeftOut::of(rules, rule).is_none());
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
                        out.add(
                            Instance { rule, by: Some(Chosen { pattern: name.clone(), variable: variable.clone() }) },
                            optional,
                        );
                    }
                }
                _ => {}
            }
        }
        out
    }

    fn add(&mut self, instance: Instance<'_>, optional: bool) {
        let (rewriting, tokens) = instance.rewriting(&mut self.shapes);
        let at = self.rules.len() as u32;
        let shorter = instance.rule.right.len() < instance.rule.left.len();
        let phases = match (rewriting.derives, optional) {
            // Derivatives are carried out first: to do it again for every other form of what is derived would fill the graph.
            (true, true) => Vec::new(),
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
        let at = Slots { names: &self.names, ids: slots, chosen: self.chosen.as_ref() };
        self.checks.iter().all(|check| check.holds(graph, at)) && self.off.iter().all(|pole| pole.is_rare(graph, slots))
    }

    /// The values that the right side would have. They are asked for before it is added, since the graph takes everything
    /// in it for defined: ln(u) says that u > 0.
    pub fn values(&self, graph: &Graph, slots: &[Id]) -> Option<Values> {
        let mut known: SmallVec<[Values; 8]> = SmallVec::new();
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
        let mut ids: SmallVec<[Id; 8]> = SmallVec::new();
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
        let mut ids: SmallVec<[Id; 8]> = SmallVec::new();
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
    by: Option<Chosen>,
}

impl Instance<'_> {
    fn rewriting(&self, shapes: &mut Shapes) -> (Rewriting, Vec<Token>) {
        let mut names: Vec<Symbol> = Vec::new();
        let left = self.side(&self.rule.left, &mut names);
        let right = self.side(&self.rule.right, &mut names);
        let tokens = prefix(&left);
        let pole = |sides: &(Expr, Expr)| Pole::new(sides, &names, self.by.as_ref(), shapes);
        let off = self.rule.off.iter().map(pole).collect();
        let rewriting = Rewriting {
            derives: matches!(tokens.first(), Some(Token::Op(Op::Diff))),
            name: self.rule.name.clone(),
            left,
            right,
            patterns: OnceLock::new(),
            names,
            chosen: self.by.clone(),
            checks: self.rule.when.iter().filter_map(|c| self.check(c)).collect(),
            off,
        };
        (rewriting, tokens)
    }

    fn chosen(&self, name: &Symbol) -> Option<&Symbol> {
        self.by.as_ref().filter(|by| by.pattern == *name).map(|by| &by.variable)
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
            Condition::Relation { left, relation, right } => Check::Relation(left.clone(), *relation, right.clone()),
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
