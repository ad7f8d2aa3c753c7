//! Clusters: what does egen find equal to the initial expressions that the paper shows, and how long does that take?

use std::time::Instant;

use egen_corpus::cluster::{Settings, make};
use egen_corpus::plan::Planned;
use egen_graph::prove::Prover;
use egen_graph::saturate::{Limits, saturate};
use egen_math::{Assumptions, Expr};
use egen_read::read::read_expr;
use serde::Serialize;

use crate::error::EvalError;
use crate::labelled::read;

/// The initial expressions of the paper's tables of clusters, the first [`IN_THE_TEXT`] in its text, the others in its appendix.
const INITIALS: [&str; 8] = [
    "(x/6 + 2)^9 + 3*x",
    "tanh(3*x - (-4)) - 6",
    "d/dx (-2*ln(x/7)^(-2))",
    "sin(2*x + 5)^(-8)",
    "asec(7*x + 6)/(-7)",
    "csc(x/7)^(-3) - (-3)",
    "d/dx ((-4*x - 8)^(-4) + 7*x)",
    "d/dx (-9*sinh(-7*x + 2))",
];
/// How many of them the paper's text has.
pub const IN_THE_TEXT: usize = 3;
/// Members that are shown of each, as many as the paper shows.
const SHOWN: usize = 5;

/// An initial expression with some of what equals it.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// The initial expression.
    pub initial: Expr,
    /// Some members, evenly spread over the order in which they were drawn.
    pub members: Vec<Expr>,
}

/// How long clusters take, on one core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Efficiency {
    /// Milliseconds that a graph takes, on average.
    pub saturation: f64,
    /// The limit of its nodes.
    pub nodes: usize,
    /// Milliseconds that a member takes, on average: graphs, drawing and verification together.
    pub member: f64,
    /// Members that were made.
    pub members: usize,
}

/// Makes the clusters, one after the other, as a corpus makes them.
pub fn clusters() -> Result<(Vec<Cluster>, Efficiency), EvalError> {
    let (prover, settings) = (Prover::builtin(), Settings::default());
    let mut made = Vec::new();
    let (mut of_graphs, mut of_clusters, mut members) = (0.0, 0.0, 0);
    for (at, text) in INITIALS.into_iter().enumerate() {
        let initial = read_expr(text).map_err(|source| EvalError::Unreadable { text: text.into(), source })?;
        let rules = prover.rewritings(&initial.variables());
        let limits = Limits { nodes: settings.nodes, ..Limits::default() };
        let began = Instant::now();
        saturate(&[&initial], &Assumptions::none(), &rules, &limits, false, |_, _| false);
        of_graphs += began.elapsed().as_secs_f64();
        let began = Instant::now();
        let planned = Planned { id: at as u32, initial: initial.clone(), also: Vec::new() };
        let rows = make(&planned, &prover, &settings).rows;
        of_clusters += began.elapsed().as_secs_f64();
        members += rows.len();
        // The first row is the initial expression.
        let others = rows.get(1..).unwrap_or_default();
        let step = others.len().div_ceil(SHOWN).max(1);
        let shown = others.iter().step_by(step).map(|row| read(&row.prefix)).collect::<Result<_, _>>()?;
        made.push(Cluster { initial, members: shown });
    }
    let efficiency = Efficiency {
        saturation: 1e3 * of_graphs / INITIALS.len() as f64,
        nodes: settings.nodes,
        member: 1e3 * of_clusters / members.max(1) as f64,
        members,
    };
    Ok((made, efficiency))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_initial_expression_of_the_paper_has_members() {
        let (made, efficiency) = clusters().unwrap();
        assert_eq!(made.len(), INITIALS.len());
        for one in made {
            assert!((3..=SHOWN).contains(&one.members.len()), "{}: {:?}", one.initial, one.members);
            assert!(!one.members.contains(&one.initial));
        }
        assert!(efficiency.saturation > 0.0 && efficiency.member > 0.0 && efficiency.members > 100, "{efficiency:?}");
    }
}
