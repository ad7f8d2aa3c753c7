//! Clusters: which expressions equal this one, verified and labelled?
//!
//! Members are drawn from the counted grammar of a graph on the natural domain, and of one on a part of it, where more rules
//! act. Whatever it was drawn from, a member is kept only if it equals the initial expression wherever both are defined.

use std::time::Duration;

use egen_graph::bounds::{Bounds, Length};
use egen_graph::expand::{Arithmetic, NoExpansion, expand};
use egen_graph::grammar::{Counts, Dedup, Sampler, seeded};
use egen_graph::prove::Prover;
use egen_graph::saturate::Limits;
use egen_graph::term::{Rec, Term, from_rec, to_rec};
use egen_math::compare::{Certain, Comparer, Settings as CompareSettings, Verdict};
use egen_math::mix::GOLDEN;
use egen_math::{Expr, Node, Op};
use egen_read::print::{Form, print};
use rand_core::Rng;
use serde::{Deserialize, Serialize};

use crate::part::{Conditions, Part};
use crate::plan::Planned;
use crate::split::stream::shuffle;
use crate::store::{Reject, Row, point};

/// How clusters are made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Members of a cluster, with the initial expression.
    pub members: u32,
    /// The longest members, and the largest numbers in them.
    #[serde(flatten)]
    pub bounds: Bounds,
    /// The share of members that is drawn from a grammar without turns that nobody would write, such as sin(acos(x)).
    pub plain_share: f64,
    /// Nodes of the graph on the natural domain.
    pub nodes: usize,
    /// Nodes of the graph on a part of the domain.
    pub part_nodes: usize,
    /// The share of members that is drawn from the graph on a part.
    pub part_share: f64,
    /// The parts of the domain, of which each cluster takes one in turn.
    pub parts: Vec<Conditions>,
    /// The share of a derivative's members that may still have a derivative in them.
    pub derivative_share: f64,
    /// The same seed gives the same corpus.
    pub seed: u64,
}

/// The greatest numerator and denominator, unless told otherwise: what a person still writes out.
pub const MAX_NUMBER: u64 = 999;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            members: 110,
            bounds: Bounds { max_tokens: 25, length: Length::Model, max_number: Some(MAX_NUMBER) },
            plain_share: 0.5,
            nodes: 4_000,
            part_nodes: 2_000,
            part_share: 0.25,
            parts: ["x > 0", "-1 < x < 1", "x > 1"].map(|text| text.parse().expect("conditions")).to_vec(),
            derivative_share: 0.25,
            seed: 0,
        }
    }
}

/// A cluster as it will be stored.
#[derive(Clone, Debug, Default)]
pub struct Cluster {
    /// Its members, the initial expression first.
    pub rows: Vec<Row>,
    /// Candidates that did not stand.
    pub rejects: Vec<Reject>,
}

/// Makes a cluster.
pub fn make(planned: &Planned, prover: &Prover, settings: &Settings) -> Cluster {
    let mut making = Making {
        planned,
        settings,
        initial: print(&planned.initial, Form::Prefix),
        comparer: Comparer::new(planned.initial.clone(), CompareSettings::default().certain(Certain::Once)),
        seen: Dedup::new(Arithmetic),
        cluster: Cluster::default(),
    };
    for given in std::iter::once(&planned.initial).chain(&planned.also) {
        making.consider(&to_rec(given), Part::Natural);
    }
    let mut rng = seeded(settings.seed ^ u64::from(planned.id).wrapping_mul(GOLDEN));
    let of_part = (f64::from(settings.members) * settings.part_share) as usize;
    if let Some(part) = part_of(planned, settings) {
        making.draw(prover, Part::Where(part), settings.part_nodes, of_part, &mut rng);
    }
    let complete = making.draw(prover, Part::Natural, settings.nodes, settings.members as usize, &mut rng);
    for row in &mut making.cluster.rows {
        row.complete = complete;
    }
    making.cluster
}

/// The part of the domain that a cluster takes: in turn, if its initial expression has the variable.
fn part_of<'a>(planned: &Planned, settings: &'a Settings) -> Option<&'a Conditions> {
    let part = settings.parts.get(planned.id as usize % settings.parts.len().max(1))?;
    part.are_about(&planned.initial).then_some(part)
}

/// A cluster under way.
struct Making<'a> {
    planned: &'a Planned,
    settings: &'a Settings,
    initial: String,
    comparer: Comparer,
    seen: Dedup<Term, Arithmetic>,
    cluster: Cluster,
}

impl Making<'_> {
    /// Draws from one graph until the cluster has so many members. Was that all the graph holds?
    fn draw(&mut self, prover: &Prover, part: Part<'_>, nodes: usize, more: usize, rng: &mut impl Rng) -> bool {
        let wanted = match part {
            Part::Natural => more,
            Part::Where(_) => (self.cluster.rows.len() + more).min(self.settings.members as usize),
        };
        // Counts bound the work; the time is a net below them, wide enough never to decide what a corpus holds.
        let limits = Limits { nodes, time: Duration::from_secs(120), ..Limits::default() };
        let rules = prover.rewritings(&self.planned.initial.variables());
        let expansion = match expand(&self.planned.initial, &part.assumptions(), &rules, &limits, &self.settings.bounds)
        {
            Ok(expansion) => expansion,
            // A part on which the expression has no value gives nothing.
            Err(NoExpansion::NoValue) if part != Part::Natural => return false,
            Err(error) => {
                let candidate = self.planned.initial.clone();
                self.reject(&candidate, format!("it has no expansion: {error}"), String::new());
                return false;
            }
        };
        let missing = wanted.saturating_sub(self.cluster.rows.len()) as f64;
        let share = self.settings.plain_share;
        let mut complete = false;
        if share > 0.0 {
            let enough = self.cluster.rows.len() + (missing * share).ceil() as usize;
            complete = self.divide(&expansion.plain(), part, enough.min(wanted), rng);
        }
        if share < 1.0 {
            complete = self.divide(&expansion.counts, part, wanted, rng);
        }
        complete
    }

    /// Takes members of a grammar until the cluster has so many, most of a derivative's without one. Was that all there are?
    fn divide(&mut self, counts: &Counts<Term>, part: Part<'_>, wanted: usize, rng: &mut impl Rng) -> bool {
        if !has_derivative(&self.planned.initial) {
            return self.take(counts, part, wanted, rng);
        }
        let share = 1.0 - self.settings.derivative_share;
        if let Some(free) = without_derivatives(counts) {
            let missing = wanted.saturating_sub(self.cluster.rows.len());
            let enough = self.cluster.rows.len() + (missing as f64 * share).ceil() as usize;
            self.take(&free, part, enough, rng);
        }
        // However few there are without a derivative, no more than a third of the rest may have one.
        let rows = self.cluster.rows.len();
        let most = rows + (rows as f64 * self.settings.derivative_share / share) as usize;
        self.take(counts, part, wanted.min(most.max(2)), rng)
    }

    /// Takes candidates, spread over lengths and operators, until the cluster has `enough` members.
    fn take(&mut self, counts: &Counts<Term>, part: Part<'_>, enough: usize, rng: &mut impl Rng) -> bool {
        const TRIES: usize = 3;
        if counts.grammar().is_empty() {
            return false;
        }
        let sampler = Sampler::new(counts, counts.grammar().root());
        for attempt in 0..TRIES {
            let missing = enough.saturating_sub(self.cluster.rows.len());
            if missing == 0 {
                return false;
            }
            // Some repeat others up to order; the more often that happens, the more are drawn.
            let wanted = missing * (2 + 4 * attempt) + 8;
            let drawn = sampler.diverse(wanted, rng);
            let all = drawn.len() < wanted;
            // Spread over the draw, so that stopping early does not leave out the long ones.
            let mut order: Vec<usize> = (0..drawn.len()).collect();
            shuffle(&mut order, rng);
            let shuffled: Vec<_> = order.into_iter().map(|at| drawn[at].clone()).collect();
            for rec in sampler.exprs(&shuffled) {
                self.consider(&rec, part);
                if self.cluster.rows.len() >= enough {
                    return false;
                }
            }
            if all {
                return true;
            }
        }
        false
    }

    /// Verifies a candidate and keeps it, as a member or as a reject.
    fn consider(&mut self, candidate: &Rec, part: Part<'_>) {
        if !self.seen.insert(candidate) {
            return;
        }
        let candidate = from_rec(candidate);
        let comparison = self.comparer.compare(&candidate);
        let reason = match &comparison.verdict {
            Verdict::Proved(_) | Verdict::Agree => {
                let row = Row::new(self.planned.id, &self.initial, self.cluster.rows.len() as u32, &candidate);
                self.cluster.rows.push(Row { part: part.to_string(), ..row.labelled(&comparison) });
                return;
            }
            Verdict::Refuted(_) if part == Part::Natural => "differs".to_string(),
            Verdict::Refuted(_) => format!("holds for {part}, but not wherever both are defined"),
            Verdict::Unknown(reason) => reason.to_string(),
        };
        self.reject(&candidate, reason, point(&comparison.verdict));
    }

    fn reject(&mut self, candidate: &Expr, reason: String, at: String) {
        let (cluster, initial) = (self.planned.id, self.initial.clone());
        self.cluster.rejects.push(Reject { cluster, initial, candidate: candidate.to_string(), reason, at });
    }
}

/// Has it a derivative in it?
pub fn has_derivative(expr: &Expr) -> bool {
    expr.nodes().iter().any(|node| matches!(node, Node::Binary(Op::Diff, ..)))
}

/// The members without derivatives, if there are any.
fn without_derivatives(counts: &Counts<Term>) -> Option<Counts<Term>> {
    let grammar = counts.grammar();
    let free = grammar.without(|_, p, grammar| matches!(grammar.node(p.op), Term::Binary(Op::Diff, _)));
    (!free.is_empty()).then(|| Counts::new(free.for_root(counts.max_tokens()), counts.max_tokens()))
}
