//! Saturating: what do the rules make of an expression, and why did they stop?

use std::time::Duration;

use egen_math::assume::Relation;
use egen_math::eval::real::constant_value;
use egen_math::{Assumptions, Expr, Node, Symbol};
use egg::{BackoffScheduler, Id, Runner, StopReason};

use crate::analysis::{Contradiction, Facts, Graph};
use crate::range::{End, Range};
use crate::rewrite::{Rewriting, Rewritings};
use crate::term::{Term, to_rec};

/// How far the rules may go.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// The graph stops growing at about this many nodes.
    pub nodes: usize,
    /// Rounds of the exploring phase.
    pub rounds: usize,
    /// A safety net; counts come first, so that results repeat.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: 10_000, rounds: 30, time: Duration::from_secs(10) }
    }
}

/// Why a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// The rules have nothing more to add: the graph is complete.
    Saturated,
    /// The graph has as many nodes as allowed.
    Nodes,
    /// The rounds are over.
    Rounds,
    /// The time is over.
    Time,
    /// What was looked for is there.
    Goal,
    /// Two things met that cannot be equal. Nothing of this graph may be believed.
    Contradiction(Contradiction),
}

/// One round of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The phase it belongs to.
    pub phase: &'static str,
    /// Nodes after it.
    pub nodes: usize,
    /// Classes after it.
    pub classes: usize,
    /// The rules that changed something, and how often.
    pub applied: Vec<(String, usize)>,
}

/// A graph after a run.
pub struct Saturation {
    /// The graph.
    pub graph: Graph,
    /// The classes of the expressions that were put in.
    pub roots: Vec<Id>,
    /// Why it ended.
    pub stop: Stop,
    /// What happened, round by round.
    pub rounds: Vec<Round>,
}

/// The variables of some expressions with what is assumed of them.
pub fn facts(exprs: &[&Expr], assumptions: &Assumptions) -> Facts {
    let mut variables: Vec<Symbol> = exprs.iter().flat_map(|e| e.variables()).collect();
    variables.sort();
    variables.dedup();
    let ranges = variables.iter().map(|name| range_of(name, assumptions)).collect();
    let integers = variables.iter().map(|name| assumptions.integers.contains(name)).collect();
    Facts { variables, ranges, integers, contradiction: None }
}

fn range_of(name: &Symbol, assumptions: &Assumptions) -> Range {
    let mut range = Range::ALL;
    for condition in &assumptions.conditions {
        let is_name = |e: &Expr| matches!(e.nodes(), [Node::Var(found)] if found == name);
        // A bound such as π is moved outwards below by what an f64 loses; whole numbers are exact.
        let at = |e: &Expr| constant_value(e).filter(|x| x.fract() == 0.0 || x.abs() < 1e300);
        let (bound, upper, closed) = match condition.relation {
            Relation::Less | Relation::LessOrEqual if is_name(&condition.left) => {
                (at(&condition.right), true, condition.relation == Relation::LessOrEqual)
            }
            Relation::Greater | Relation::GreaterOrEqual if is_name(&condition.left) => {
                (at(&condition.right), false, condition.relation == Relation::GreaterOrEqual)
            }
            Relation::Less | Relation::LessOrEqual if is_name(&condition.right) => {
                (at(&condition.left), false, condition.relation == Relation::LessOrEqual)
            }
            Relation::Greater | Relation::GreaterOrEqual if is_name(&condition.right) => {
                (at(&condition.left), true, condition.relation == Relation::GreaterOrEqual)
            }
            _ => continue,
        };
        let Some(bound) = bound else { continue };
        let half = if upper {
            let bound = if bound.fract() == 0.0 { bound } else { bound.next_up() };
            Range { high: End { at: bound, closed }, ..Range::ALL }
        } else {
            let bound = if bound.fract() == 0.0 { bound } else { bound.next_down() };
            Range { low: End { at: bound, closed }, ..Range::ALL }
        };
        range = range.intersect(&half).unwrap_or(range);
    }
    range
}

/// Runs the rules on some expressions. The goal is looked for after every round.
pub fn saturate(
    exprs: &[&Expr],
    assumptions: &Assumptions,
    rules: &Rewritings,
    limits: &Limits,
    explain: bool,
    goal: impl Fn(&Graph, &[Id]) -> bool + Clone + 'static,
) -> Saturation {
    let mut graph: Graph = Graph::new(facts(exprs, assumptions));
    if explain {
        graph = graph.with_explanations_enabled();
    }
    let roots: Vec<Id> = exprs.iter().map(|expr| graph.add_expr(&to_rec(expr))).collect();
    graph.rebuild();
    let mut rounds = Vec::new();
    // Simplifying rules get half of the room, so that exploring has some left to explore in.
    let early = Limits { nodes: limits.nodes / 2, ..limits.clone() };
    let (graph, stop) = phase(graph, &roots, "simplify", &rules.simplify, &early, goal.clone(), &mut rounds);
    if matches!(stop, Stop::Goal | Stop::Contradiction(_) | Stop::Time) {
        return Saturation { graph, roots, stop, rounds };
    }
    let all: Vec<Rewriting> = rules.simplify.iter().chain(&rules.explore).cloned().collect();
    let (graph, stop) = phase(graph, &roots, "explore", &all, limits, goal, &mut rounds);
    Saturation { graph, roots, stop, rounds }
}

fn phase(
    graph: Graph,
    roots: &[Id],
    name: &'static str,
    rules: &[Rewriting],
    limits: &Limits,
    goal: impl Fn(&Graph, &[Id]) -> bool + 'static,
    rounds: &mut Vec<Round>,
) -> (Graph, Stop) {
    const GOAL: &str = "goal";
    const CONTRADICTION: &str = "contradiction";
    let ids = roots.to_vec();
    let runner: Runner<Term, Facts> = Runner::new(graph.analysis.clone())
        .with_egraph(graph)
        .with_node_limit(limits.nodes)
        .with_iter_limit(limits.rounds)
        .with_time_limit(limits.time)
        .with_scheduler(BackoffScheduler::default().with_initial_match_limit(500).with_ban_length(4))
        .with_hook(move |runner| {
            if runner.egraph.analysis.contradiction.is_some() {
                return Err(CONTRADICTION.to_string());
            }
            if goal(&runner.egraph, &ids) { Err(GOAL.to_string()) } else { Ok(()) }
        })
        .run(rules);
    for iteration in &runner.iterations {
        let mut applied: Vec<(String, usize)> =
            iteration.applied.iter().map(|(rule, count)| (rule.to_string(), *count)).collect();
        applied.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        rounds.push(Round { phase: name, nodes: iteration.egraph_nodes, classes: iteration.egraph_classes, applied });
    }
    let stop = match (&runner.egraph.analysis.contradiction, runner.stop_reason) {
        (Some(contradiction), _) => Stop::Contradiction(contradiction.clone()),
        (None, Some(StopReason::Saturated)) => Stop::Saturated,
        (None, Some(StopReason::NodeLimit(_))) => Stop::Nodes,
        (None, Some(StopReason::IterationLimit(_))) => Stop::Rounds,
        (None, Some(StopReason::Other(why))) if why == GOAL => Stop::Goal,
        (None, _) => Stop::Time,
    };
    (runner.egraph, stop)
}
