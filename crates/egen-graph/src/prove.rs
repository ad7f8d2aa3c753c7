//! Proving: by which steps are two expressions equal?
//!
//! Numbers speak first: what they refute is never proved. Then exact algebra, which decides most of what
//! e-graphs are slow at; then rules in one graph with both sides, until the sides meet or algebra joins
//! two members; and if that fails, the same for x > 0 and for x < 0 by themselves. The chain that comes out is checked step by
//! step before it is shown.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use egen_math::assume::{Condition, Relation};
use egen_math::compare::{
    Case, Certain, Comparison, Proof, Reason, Settings, Step, Verdict, Why, bounds, common_points, compare_with,
};
use egen_math::{Assumptions, Expr, Symbol, name_common_parts};
use egen_rules::RuleSet;
use egg::{AstSize, Extractor, Id};

use crate::algebra::{self, equal_by_algebra};
use crate::analysis::Graph;
use crate::chain::chain;
use crate::rewrite::Rewritings;
use crate::saturate::{Limits, Saturation, Stop, saturate, variables_of};
use crate::term::from_rec;

/// Proves with a rule set; rules are made ready once for every set of variables.
#[derive(Default)]
pub struct Prover {
    rules: OnceLock<RuleSet>,
    /// Used last comes last.
    ready: Mutex<Vec<(Vec<Symbol>, Arc<Rewritings>)>>,
}

/// Graphs for proofs stay smaller than those for enumeration: what is provable is usually near.
const NODES: usize = 4_000;
const ROUNDS: usize = 10;
/// Larger pairs are left to algebra: they would fill the graph by themselves, and egg's explanations recurse into depth.
const MAX_NODES: usize = 500;
const TIME: Duration = Duration::from_millis(800);
/// Variables whose signs are tried one by one.
const CASE_VARIABLES: usize = 2;
/// Sets of variables for which rules are kept ready, at 5 MB each: a program that runs for long meets any number of names.
const READY: usize = 8;

impl Prover {
    /// A prover with the rules that come with egen, which are read when they are first needed.
    pub fn builtin() -> Prover {
        Prover::default()
    }

    /// A prover with these rules.
    pub fn new(rules: RuleSet) -> Prover {
        Prover { rules: OnceLock::from(rules), ready: Mutex::default() }
    }

    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        self.rules.get_or_init(|| RuleSet::builtin().expect("the rules that come with egen are tested"))
    }

    /// The verdict on two expressions, proved if a proof is found.
    pub fn prove(&self, a: &Expr, b: &Expr, settings: &Settings) -> Comparison {
        let mut comparison = compare_with(a, b, settings);
        // What no digits decide may still be the same by arithmetic alone, which holds whatever the functions in it are.
        if comparison.verdict == Verdict::Unknown(Reason::Precision)
            && by_arithmetic_of_parts(a, b, &settings.assumptions)
        {
            comparison.verdict = Verdict::Proved(Proof::Steps(two_steps(a, b, Why::Algebra)));
        }
        if comparison.verdict == Verdict::Agree && !settings.deadline.is_over() {
            let proof = self.steps(a, b, settings).map(Proof::Steps).or_else(|| self.by_cases(a, b, settings));
            log::debug!("{a} = {b}: {}", if proof.is_some() { "proved" } else { "no proof" });
            if let Some(proof) = proof {
                comparison.verdict = Verdict::Proved(proof);
            }
        }
        comparison
    }

    fn steps(&self, a: &Expr, b: &Expr, settings: &Settings) -> Option<Vec<Step>> {
        let steps = by_algebra(a, b, &settings.assumptions).or_else(|| self.by_rules(a, b, settings));
        // What was not compared in time was not refuted either, which says nothing for it.
        steps.filter(|steps| holds(steps, settings) && !settings.deadline.is_over())
    }

    /// Proofs for the two signs of a variable, if neither is ruled out. What a real variable is at zero does not matter to
    /// equality, what an integer is does.
    fn by_cases(&self, a: &Expr, b: &Expr, settings: &Settings) -> Option<Proof> {
        let assumptions = &settings.assumptions;
        let free = |name: &Symbol| !assumptions.integers.contains(name) && bounds(name, assumptions).is_empty();
        variables_of(&[a, b]).into_iter().filter(free).take(CASE_VARIABLES).find_map(|name| {
            let case = |relation: Relation| {
                let assumed = Condition { left: Expr::variable(name.as_str()), relation, right: Expr::number(0) };
                let mut settings = settings.clone();
                settings.assumptions.conditions.push(assumed.clone());
                if settings.deadline.is_over() || common_points(a, b, &settings.assumptions, 1).at.is_empty() {
                    return None;
                }
                Some(Case { steps: self.steps(a, b, &settings)?, assumed })
            };
            Some(Proof::Cases(vec![case(Relation::Greater)?, case(Relation::Less)?]))
        })
    }

    /// The rules, ready for a graph with these variables.
    pub fn rewritings(&self, variables: &[Symbol]) -> Arc<Rewritings> {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        let found = ready.iter().position(|(names, _)| names == variables).map(|at| ready.remove(at));
        let made = found.unwrap_or_else(|| {
            if ready.len() == READY {
                ready.remove(0);
            }
            (variables.to_vec(), Arc::new(Rewritings::new(self.rules(), variables)))
        });
        let rewritings = made.1.clone();
        ready.push(made);
        rewritings
    }

    fn by_rules(&self, a: &Expr, b: &Expr, settings: &Settings) -> Option<Vec<Step>> {
        if a.len() + b.len() > MAX_NODES {
            return None;
        }
        let assumptions = &settings.assumptions;
        let rules = self.rewritings(&variables_of(&[a, b]));
        let deadline = settings.deadline.clone();
        let limits = Limits { nodes: NODES, rounds: ROUNDS, time: TIME, deadline, extend: false, ..Limits::default() };
        let met = |graph: &Graph, roots: &[Id]| graph.find(roots[0]) == graph.find(roots[1]);
        let run = |explain: bool| saturate(&[a, b], assumptions, &rules, &limits, explain, met);
        let found = run(false);
        let (left, right) = match found.stop {
            Stop::Contradiction(_) => return None,
            Stop::Goal => (b.clone(), b.clone()),
            _ => joined_by_algebra(&found, assumptions)?,
        };
        // Explanations cost time and memory, so only a run that is known to succeed keeps them.
        let mut explained = run(true);
        let mut steps = chain(&mut explained.graph, a, &left)?;
        if left != right {
            steps.push(Step { expr: right.clone(), why: Why::Algebra });
        }
        if right != *b {
            steps.extend(chain(&mut explained.graph, &right, b)?.into_iter().skip(1));
        }
        Some(steps)
    }
}

fn by_algebra(a: &Expr, b: &Expr, assumptions: &Assumptions) -> Option<Vec<Step>> {
    let laws = || algebraically(a, b, &with_laws(assumptions), Why::AlgebraWithLaws);
    by_arithmetic(a, b, assumptions).or_else(laws)
}

/// By arithmetic alone: functions are names for what nothing is known of.
fn by_arithmetic(a: &Expr, b: &Expr, assumptions: &Assumptions) -> Option<Vec<Step>> {
    let plain = algebra::Settings { trigonometric: false, exponentials: false, ..with_laws(assumptions) };
    algebraically(a, b, &plain, Why::Algebra)
}

fn with_laws(assumptions: &Assumptions) -> algebra::Settings {
    algebra::Settings { integers: assumptions.integers.clone(), ..algebra::Settings::default() }
}

fn algebraically(a: &Expr, b: &Expr, settings: &algebra::Settings, why: Why) -> Option<Vec<Step>> {
    (equal_by_algebra(a, b, settings) == Some(true)).then(|| two_steps(a, b, why))
}

fn two_steps(a: &Expr, b: &Expr, why: Why) -> Vec<Step> {
    vec![Step { expr: a.clone(), why: Why::Start }, Step { expr: b.clone(), why }]
}

/// The same, with a name for every function of something that is in both: s + 1 = 1 + s, however large s is.
fn by_arithmetic_of_parts(a: &Expr, b: &Expr, assumptions: &Assumptions) -> bool {
    name_common_parts(a, b).is_some_and(|(a, b)| by_arithmetic(&a, &b, assumptions).is_some())
}

/// The smallest members of the two sides, if algebra shows that they are equal.
fn joined_by_algebra(found: &Saturation, assumptions: &Assumptions) -> Option<(Expr, Expr)> {
    let extractor = Extractor::new(&found.graph, AstSize);
    let smallest = |root: Id| from_rec(&extractor.find_best(root).1);
    let (left, right) = (smallest(found.roots[0]), smallest(found.roots[1]));
    (equal_by_algebra(&left, &right, &with_laws(assumptions)) == Some(true)).then_some((left, right))
}

/// Does every step stand against numbers? The first expression and the last were compared before a proof was looked for.
fn holds(steps: &[Step], settings: &Settings) -> bool {
    let quick = settings.quick().certain(Certain::Nowhere);
    let stands =
        |pair: &[Step]| !matches!(compare_with(&pair[0].expr, &pair[1].expr, &quick).verdict, Verdict::Refuted(_));
    steps.len() == 2 || steps.windows(2).all(stands)
}
