//! False statements: is any of them called equal? And true ones of the same shapes: are they still?
//!
//! More of them, and others:
//!
//! ```text
//! EGEN_STATEMENTS=30000 EGEN_SEED=2 cargo test --release -p egen-corpus --test false_statements
//! ```

#[path = "false_statements/mod.rs"]
mod generator;
#[path = "false_statements/true_statements.rs"]
mod true_statements;

use std::collections::BTreeMap;

use egen_graph::prove::Prover;
use egen_math::Verdict;
use egen_math::compare::{Settings, compare_with};
use egen_read::read::read_expr;
use generator::{FAMILIES, Statement, certify, statement};
use rayon::prelude::*;
use true_statements::TRUE;

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn statements() -> impl IndexedParallelIterator<Item = Statement> {
    let (count, seed) = (setting("EGEN_STATEMENTS", 3000), setting("EGEN_SEED", 1));
    (0..count as usize).into_par_iter().map(move |at| statement(seed.wrapping_mul(1_000_003) + at as u64))
}

#[test]
fn every_statement_has_a_witness_that_certifies() {
    let complaints: Vec<String> = statements()
        .filter_map(|statement| {
            let complaint = certify::complaint(&statement)?;
            Some(format!("{}: {complaint}: {statement}", statement.family))
        })
        .collect();
    assert!(complaints.is_empty(), "{} mistakes of the generator:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn nothing_false_is_called_equal() {
    let prover = Prover::builtin();
    let judged: Vec<(Statement, &'static str, &'static str)> = statements()
        .map(|statement| {
            let settings = Settings { assumptions: statement.assumptions(), ..Settings::default() };
            let (left, right) = (&statement.left, &statement.right);
            let compared = compare_with(left, right, &settings).verdict.name();
            let proved = prover.prove(left, right, &settings).verdict.name();
            (statement, compared, proved)
        })
        .collect();
    let is_equal = |verdict: &str| matches!(verdict, "proved" | "agree");
    let wrong = judged.iter().filter(|(_, compared, proved)| is_equal(compared) || is_equal(proved)).count();
    assert!(wrong == 0, "{wrong} of {} false statements are called equal\n{}", judged.len(), table(&judged));
}

/// Verdicts by family, and some of the wrong ones.
fn table(judged: &[(Statement, &'static str, &'static str)]) -> String {
    const EXAMPLES: usize = 8;
    let verdicts = ["refuted", "unknown", "agree", "proved"];
    let mut out = format!(
        "{:18}{:>8}{:>9}{:>9}{:>9}{:>9}\n",
        "family", "all", verdicts[0], verdicts[1], verdicts[2], verdicts[3]
    );
    for family in FAMILIES {
        let of: Vec<_> = judged.iter().filter(|(statement, ..)| statement.family == family).collect();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        of.iter().for_each(|(_, _, proved)| *counts.entry(proved).or_default() += 1);
        out += &format!("{family:18}{:8}", of.len());
        verdicts.iter().for_each(|verdict| out += &format!("{:9}", counts.get(verdict).copied().unwrap_or(0)));
        out += "\n";
        let wrong = of.iter().filter(|(_, a, b)| [a, b].iter().any(|v| matches!(**v, "proved" | "agree")));
        wrong.take(EXAMPLES).for_each(|(statement, a, b)| out += &format!("    {a}, {b}: {statement}\n"));
    }
    out
}

#[test]
fn true_statements_of_these_shapes_are_called_equal() {
    let prover = Prover::builtin();
    let read = |text: &str| read_expr(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let lost: Vec<String> = TRUE
        .par_iter()
        .filter_map(|(left, right, assume)| {
            let assumptions =
                if assume.is_empty() { Default::default() } else { egen_read::assume::read(assume).expect(assume) };
            let settings = Settings { assumptions, ..Settings::default() };
            let verdict = prover.prove(&read(left), &read(right), &settings).verdict;
            assert!(!matches!(verdict, Verdict::Refuted(_)), "refuted, and true: {left} = {right}  {assume}");
            (!verdict.is_equal()).then(|| format!("{}: {left} = {right}  {assume}", verdict.name()))
        })
        .collect();
    let report = format!("{} of {} true statements are lost:\n{}", lost.len(), TRUE.len(), lost.join("\n"));
    assert!(lost.len() * 10 <= TRUE.len(), "{report}");
    #[expect(clippy::print_stderr, reason = "those that are lost are worth a look while the test passes")]
    if !lost.is_empty() {
        eprintln!("{report}");
    }
}
