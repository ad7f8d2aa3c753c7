//! Where does the time of making a corpus go? Every stage on the same initial expressions, with its share of the whole.
//!
//! `cargo bench -p egen-corpus --bench stages`

#![expect(clippy::print_stdout, reason = "a report is what it is for")]

use std::time::{Duration, Instant};

use egen_corpus::cluster::{Settings, make};
use egen_corpus::plan::plan;
use egen_corpus::store::{Row, write_block};
use egen_corpus::template::{Preset, TemplateSet};
use egen_graph::expand::expand;
use egen_graph::grammar::{Sampler, seeded};
use egen_graph::prove::Prover;
use egen_graph::saturate::{Limits, saturate};
use egen_graph::term::from_rec;
use egen_math::compare::{Settings as CompareSettings, compare_with};
use egen_math::{Assumptions, Expr};

const EXPRESSIONS: usize = 200;

fn main() {
    let templates = TemplateSet::builtin(Preset::Paper).expect("the templates are tested");
    let all: Vec<Expr> = templates.expressions().map(|initial| initial.expr.clone()).collect();
    let chosen: Vec<Expr> = (0..EXPRESSIONS).map(|at| all[at * all.len() / EXPRESSIONS].clone()).collect();
    let (settings, prover) = (Settings::default(), Prover::builtin());
    let limits = Limits { nodes: settings.nodes, ..Limits::default() };
    let none = Assumptions::none();
    let [mut saturating, mut counting, mut sampling, mut verifying] = [Duration::ZERO; 4];
    let mut candidates = 0;
    for expr in &chosen {
        let rules = prover.rewritings(&expr.variables());
        let graph = timed(&mut saturating, || saturate(&[expr], &none, &rules, &limits, false, |_, _| false));
        drop(graph);
        let mut both = Duration::ZERO;
        let Ok(expansion) = timed(&mut both, || expand(expr, &none, &rules, &limits, &settings.bounds)) else {
            continue;
        };
        counting += both;
        let sampler = Sampler::new(&expansion.counts, expansion.counts.grammar().root());
        let members: Vec<Expr> = timed(&mut sampling, || {
            let drawn = sampler.diverse(settings.members as usize, &mut seeded(1));
            sampler.exprs(&drawn).map(|rec| from_rec(&rec)).collect()
        });
        candidates += members.len();
        timed(&mut verifying, || {
            for member in &members {
                compare_with(expr, member, &CompareSettings::default());
            }
        });
    }
    counting = counting.saturating_sub(saturating);
    let planned = plan(chosen);
    let mut whole = Duration::ZERO;
    let rows: Vec<Row> =
        timed(&mut whole, || planned.iter().flat_map(|cluster| make(cluster, &prover, &settings).rows).collect());
    let dir = tempfile::tempdir().expect("a temporary folder");
    let mut writing = Duration::ZERO;
    timed(&mut writing, || write_block(&dir, "train", 0, &rows)).expect("the temporary folder can be written");

    let stages = [
        ("saturate", saturating),
        ("grammar and count", counting),
        ("sample", sampling),
        ("verify and label", verifying),
        ("write", writing),
    ];
    let total: Duration = stages.iter().map(|(_, time)| *time).sum();
    println!("{EXPRESSIONS} initial expressions, natural domain, one core; {candidates} candidates");
    for (name, time) in stages {
        let each = time.as_secs_f64() * 1e3 / EXPRESSIONS as f64;
        println!("{name:<20} {each:>8.2} ms a cluster  {:>5.1} %", 100.0 * time.as_secs_f64() / total.as_secs_f64());
    }
    let each = whole.as_secs_f64() * 1e3 / EXPRESSIONS as f64;
    println!(
        "{:<20} {each:>8.2} ms a cluster, with the graph on a part of the domain; {} rows",
        "make a cluster",
        rows.len()
    );
}

fn timed<T>(sum: &mut Duration, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let out = work();
    *sum += started.elapsed();
    out
}
