//! Does a row of a corpus differ from its initial expression at one of many points?
//!
//! ```text
//! cargo run --release -p egen-corpus --example dense -- corpus
//! ```
//! Verification looks at the points that matter; this looks at 900, near and far, in floating point only, and lists what seems to
//! differ. A row that does shows a region that verification did not look at: mend `compare/scan.rs` there.

#![expect(clippy::print_stdout, reason = "a report is what it is for")]

use egen_corpus::store::{Corpus, Row};
use egen_graph::grammar::seeded;
use egen_math::Expr;
use egen_math::eval::real::{Lanes, State};
use egen_math::read::{Notation, Options, read};
use egen_math::tape::Tape;
use rand::RngExt;
use rayon::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let corpus = Corpus::open(std::env::args().nth(1).ok_or("name the folder of a corpus")?)?;
    let points = points();
    let clusters: Vec<Vec<Row>> = corpus.clusters("train").collect::<Result<_, _>>()?;
    let found: Vec<String> = clusters.par_iter().flat_map_iter(|rows| differing(rows, &points)).collect();
    found.iter().for_each(|line| println!("{line}"));
    println!("{} of {} rows seem to differ", found.len(), clusters.iter().map(Vec::len).sum::<usize>());
    Ok(())
}

/// Points of all sizes and both signs, and more of those up to 60.
fn points() -> Vec<f64> {
    let mut rng = seeded(1);
    let mut out: Vec<f64> = (0..400)
        .map(|at| {
            let size = 10f64.powf(rng.random_range(-5.0..11.0));
            if at % 2 == 0 { size } else { -size }
        })
        .collect();
    out.extend((0..500).map(|_| rng.random_range(-60.0..60.0)));
    out
}

fn expr(prefix: &str) -> Expr {
    let options = Options { notation: Some(Notation::Prefix), ..Options::default() };
    read(prefix, &options).expect("rows are readable").sides.remove(0)
}

fn differing(rows: &[Row], points: &[f64]) -> Vec<String> {
    let initial = expr(&rows[0].initial);
    let shown = |row: &Row| {
        let mut tape = Tape::default();
        let (left, right) = (tape.record(&initial).ok()?, tape.record(&expr(&row.prefix)).ok()?);
        if tape.inputs().len() != 1 {
            return None;
        }
        let values = Lanes::evaluate(&tape, points, points.len());
        let lane = (0..points.len()).find(|&lane| {
            let (a, b) = (values.get(left, lane), values.get(right, lane));
            let (gap, size) = ((a.value - b.value).abs(), a.value.abs().max(b.value.abs()));
            let defined = a.state() == State::Defined && b.state() == State::Defined;
            // Errors are estimates, and far from 1 they are poor.
            defined && gap > 1e3 * (a.error + b.error) && gap > 1e-5 * size && (1e-200..1e200).contains(&size)
        })?;
        Some(format!("x = {}: {initial} is not {}", points[lane], row.infix))
    };
    rows.iter().filter_map(shown).collect()
}
