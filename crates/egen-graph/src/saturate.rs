//! Saturating: what do the rules make of an expression, and why did they stop?
//!
//! The loop is our own, over egg's graph: it searches for all rules at once, stops at the very node where the limit is, lets
//! every rule have its turn before any has its second, and asks the values of both sides before it makes them one.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::time::Duration;

use egen_math::compare::{Bound, bounds, common_points};
use egen_math::{Assumptions, Deadline, Expr, Symbol};
use egg::{Id, Language};
use rustc_hash::{FxHashSet, FxHasher};

use crate::analysis::{Contradiction, Facts, Graph};
use crate::matcher::{Phase, View};
use crate::rewrite::Rewritings;
use crate::term::to_rec;
use crate::values::{POINTS, Values};
use egen_math::range::{End, Range};

/// How far the rules may go.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// The graph stops growing at about this many nodes.
    pub nodes: usize,
    /// Rounds of the exploring phase.
    pub rounds: usize,
    /// A safety net; counts come first, so that results repeat.
    pub time: Duration,
    /// Beside it, how long whoever asked waits.
    pub deadline: Deadline,
    /// Go on with optional families where the others have nothing more to add?
    pub extend: bool,
    /// Keep how numbers came about, such as 8 − 8 beside 0? For pictures.
    pub keep_sums: bool,
    /// Refuse a step whose two sides have different values at a point of the domain? Only a test switches it off: what the
    /// conditions of a rule let pass must be true without it.
    pub guard: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            nodes: 10_000,
            rounds: 30,
            time: Duration::from_secs(10),
            deadline: Deadline::NEVER,
            extend: true,
            keep_sums: false,
            guard: true,
        }
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
    /// Rules that would have made two classes one whose values differ.
    pub refused: BTreeMap<String, Refused>,
}

/// How often a rule was refused, and the two values at a point of the domain in the first case.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// How often.
    pub count: usize,
    /// The value of what the rule matched.
    pub left: f64,
    /// The value of what it would have made of it; NaN if there is none.
    pub right: f64,
}

/// The variables of some expressions, each once.
pub(crate) fn variables_of(exprs: &[&Expr]) -> Vec<Symbol> {
    let mut variables: Vec<Symbol> = exprs.iter().flat_map(|e| e.variables()).collect();
    variables.sort();
    variables.dedup();
    variables
}

/// The variables of some expressions with what is assumed of them.
fn facts(exprs: &[&Expr], assumptions: &Assumptions, keep_sums: bool) -> Facts {
    let variables = variables_of(exprs);
    let ranges = variables.iter().map(|name| range_of(name, assumptions)).collect();
    let integers = variables.iter().map(|name| assumptions.integers.contains(name)).collect();
    let values = match exprs {
        [first, .., last] | [first @ last] => {
            let points = common_points(first, last, assumptions, POINTS);
            let place = |name: &Symbol| points.variables.iter().position(|known| known == name);
            let column = |at: usize| Values::exact(points.at.iter().map(|point| point[at]));
            let columns = variables.iter().map(|name| place(name).map(column));
            if points.at.is_empty() { Vec::new() } else { columns.collect::<Option<_>>().unwrap_or_default() }
        }
        [] => Vec::new(),
    };
    let conditions = assumptions.conditions.clone();
    Facts { variables, ranges, integers, values, conditions, keep_sums, ..Facts::default() }
}

fn range_of(name: &Symbol, assumptions: &Assumptions) -> Range {
    let mut range = Range::ALL;
    for Bound { at, error, upper, closed } in bounds(name, assumptions) {
        // A bound such as π, or 1 + 10^(-16), is moved outwards by what an f64 loses.
        let half = if upper {
            Range { high: End { at: at + error, closed }, ..Range::ALL }
        } else {
            Range { low: End { at: at - error, closed }, ..Range::ALL }
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
    goal: impl Fn(&Graph, &[Id]) -> bool,
) -> Saturation {
    let mut graph: Graph = Graph::new(facts(exprs, assumptions, limits.keep_sums));
    if explain {
        graph = graph.with_explanations_enabled();
    }
    let roots: Vec<Id> = exprs.iter().map(|expr| graph.add_expr(&to_rec(expr))).collect();
    graph.rebuild();
    let mut run = Run {
        graph,
        roots,
        rules,
        deadline: limits.deadline.clone().for_at_most(limits.time),
        explain,
        guard: limits.guard,
        seen: FxHashSet::default(),
        rounds: Vec::new(),
        refused: BTreeMap::new(),
    };
    // Simplifying rules get half of the room, so that exploring has some left to explore in.
    let early = Limits { nodes: limits.nodes / 2, rounds: limits.rounds.min(SIMPLIFYING_ROUNDS), ..limits.clone() };
    let mut stop = run.phase(Phase::Simplify, &early, &goal);
    if !matches!(stop, Stop::Goal | Stop::Contradiction(_) | Stop::Time) {
        stop = run.phase(Phase::Explore, limits, &goal);
    }
    if stop == Stop::Saturated && limits.extend {
        stop = run.phase(Phase::Extend, limits, &goal);
    }
    if stop == Stop::Nodes {
        let late = Limits { nodes: limits.nodes + limits.nodes / 10, rounds: COLLAPSING_ROUNDS, ..limits.clone() };
        if let end @ (Stop::Goal | Stop::Contradiction(_)) = run.phase(Phase::Collapse, &late, &goal) {
            stop = end;
        }
    }
    Saturation { graph: run.graph, roots: run.roots, stop, rounds: run.rounds, refused: run.refused }
}

/// Derivatives of derivatives take a few rounds each.
const SIMPLIFYING_ROUNDS: usize = 12;
const COLLAPSING_ROUNDS: usize = 1;
/// Matches of a round of that phase.
const COLLAPSES: usize = 4_000;
/// Steps of the search at one class in one round.
const SEARCH_STEPS: usize = 4_000;
const COLLAPSING_STEPS: usize = 400;
/// Matches of one rule that are applied in the first round; twice as many in each later one. Without it, commutativity
/// alone fills the graph.
const FIRST_MATCHES: usize = 100;

/// A run under way.
struct Run<'a> {
    graph: Graph,
    roots: Vec<Id>,
    rules: &'a Rewritings,
    deadline: Deadline,
    explain: bool,
    guard: bool,
    /// Matches that were applied, as hashes: a second time they would add nothing.
    seen: FxHashSet<u64>,
    rounds: Vec<Round>,
    refused: BTreeMap<String, Refused>,
}

/// A rule that applies to a class.
struct Match {
    rule: u32,
    class: Id,
    slots: Range32,
    hash: u64,
}

/// A part of a vector.
type Range32 = std::ops::Range<u32>;

/// How much a search may do.
struct Effort {
    /// Matches of one rule.
    most: usize,
    /// Matches of all rules.
    room: usize,
    /// Steps at one class.
    steps: usize,
}

/// Matches of a round, and whether the search was cut short.
#[derive(Default)]
struct Found {
    matches: Vec<Match>,
    slots: Vec<Id>,
    cut: bool,
}

impl Run<'_> {
    fn phase(&mut self, phase: Phase, limits: &Limits, goal: &impl Fn(&Graph, &[Id]) -> bool) -> Stop {
        for round in 0..limits.rounds {
            if let Some(contradiction) = &self.graph.analysis.contradiction {
                return Stop::Contradiction(contradiction.clone());
            }
            if goal(&self.graph, &self.roots) {
                return Stop::Goal;
            }
            // Every match adds about a node, so that more matches than there is room for are of no use.
            let room = limits.nodes.saturating_sub(self.graph.total_number_of_nodes());
            let effort = match phase {
                // Here most of them merge and add nothing.
                Phase::Collapse => Effort { most: usize::MAX, room: room.max(COLLAPSES), steps: COLLAPSING_STEPS },
                _ => Effort { most: FIRST_MATCHES << round.min(16), room, steps: SEARCH_STEPS },
            };
            let found = self.search(phase, &effort);
            if self.deadline.is_over() {
                return Stop::Time;
            }
            let (applied, stop) = self.apply(&found, limits);
            self.graph.rebuild();
            let (nodes, classes) = (self.graph.total_number_of_nodes(), self.graph.number_of_classes());
            log::trace!("{} round {round}: {nodes} nodes, {classes} classes", phase.name());
            self.rounds.push(Round { phase: phase.name(), nodes, classes, applied: sorted(&applied, self.rules) });
            if let Some(contradiction) = &self.graph.analysis.contradiction {
                return Stop::Contradiction(contradiction.clone());
            }
            if let Some(stop) = stop {
                return if goal(&self.graph, &self.roots) { Stop::Goal } else { stop };
            }
            if applied.is_empty() && !found.cut {
                return Stop::Saturated;
            }
        }
        if goal(&self.graph, &self.roots) { Stop::Goal } else { Stop::Rounds }
    }

    /// New matches in the classes below the roots, the nearest first; every rule's first match before any rule's second.
    fn search(&self, phase: Phase, effort: &Effort) -> Found {
        let mut found = Found::default();
        let mut counts = vec![0u32; self.rules.rules.len()];
        let mut ranks: Vec<u32> = Vec::new();
        let view = View::new(&self.graph, &self.rules.trie);
        for class in self.below_roots() {
            if found.matches.len() > effort.room {
                found.cut = true;
                break;
            }
            let whole = self.rules.trie.search(&view, class, phase, effort.steps, &mut |rule, slots: &[Id]| {
                let mut hasher = FxHasher::default();
                (rule, class, slots).hash(&mut hasher);
                let hash = hasher.finish();
                if self.seen.contains(&hash) {
                    return;
                }
                let count = &mut counts[rule as usize];
                if *count as usize >= effort.most {
                    found.cut = true;
                    return;
                }
                if !self.rules.rules[rule as usize].is_allowed(&self.graph, class, slots) {
                    return;
                }
                *count += 1;
                ranks.push(*count);
                let start = found.slots.len() as u32;
                found.slots.extend_from_slice(slots);
                let slots = start..found.slots.len() as u32;
                found.matches.push(Match { rule, class, slots, hash });
            });
            found.cut |= !whole;
        }
        let mut order: Vec<usize> = (0..found.matches.len()).collect();
        order.sort_by_key(|&at| ranks[at]);
        let mut matches: Vec<Option<Match>> = found.matches.into_iter().map(Some).collect();
        let matches = order.into_iter().map(|at| matches[at].take().expect("each place once")).collect();
        Found { matches, ..found }
    }

    /// The classes below the roots in breadth-first order.
    fn below_roots(&self) -> Vec<Id> {
        let mut seen: FxHashSet<Id> = FxHashSet::default();
        let mut order: Vec<Id> = Vec::new();
        for &root in &self.roots {
            let root = self.graph.find(root);
            if seen.insert(root) {
                order.push(root);
            }
        }
        let mut at = 0;
        while let Some(&class) = order.get(at) {
            at += 1;
            for node in &self.graph[class].nodes {
                for &child in node.children() {
                    let child = self.graph.find(child);
                    if seen.insert(child) {
                        order.push(child);
                    }
                }
            }
        }
        order
    }

    /// Applies matches until the room or the time is over; counts what changed something.
    fn apply(&mut self, found: &Found, limits: &Limits) -> (BTreeMap<u32, usize>, Option<Stop>) {
        let mut applied: BTreeMap<u32, usize> = BTreeMap::new();
        let (nodes, size) = (self.graph.total_number_of_nodes(), self.graph.total_size());
        for (count, one) in found.matches.iter().enumerate() {
            if nodes + self.graph.total_size().saturating_sub(size) >= limits.nodes {
                return (applied, Some(Stop::Nodes));
            }
            if count % 256 == 255 && self.deadline.is_over() {
                return (applied, Some(Stop::Time));
            }
            self.seen.insert(one.hash);
            let slots = &found.slots[one.slots.start as usize..one.slots.end as usize];
            if self.apply_one(one, slots) {
                *applied.entry(one.rule).or_default() += 1;
            }
        }
        (applied, None)
    }

    fn apply_one(&mut self, one: &Match, slots: &[Id]) -> bool {
        let rule = &self.rules.rules[one.rule as usize];
        if rule.lookup(&self.graph, slots) == Some(self.graph.find(one.class)) {
            return false;
        }
        if self.guard
            && let Some(left) = &self.graph[one.class].data.values
            && let Some(right) = rule.values(&self.graph, slots)
            && let Some(point) = left.difference(&right)
        {
            let refused = Refused { count: 0, left: left.get(point), right: right.get(point) };
            self.refused.entry(rule.name.clone()).or_insert(refused).count += 1;
            return false;
        }
        let made = rule.instantiate(&mut self.graph, slots);
        let (class, made) = (self.graph.find(one.class), self.graph.find(made));
        if class == made {
            return false;
        }
        if self.explain {
            rule.explain(&mut self.graph, slots);
        } else {
            self.graph.union(class, made);
        }
        true
    }
}

/// The rules that changed something, the busiest first.
fn sorted(applied: &BTreeMap<u32, usize>, rules: &Rewritings) -> Vec<(String, usize)> {
    let mut out: Vec<(String, usize)> =
        applied.iter().map(|(rule, count)| (rules.rules[*rule as usize].name.clone(), *count)).collect();
    out.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    out
}
