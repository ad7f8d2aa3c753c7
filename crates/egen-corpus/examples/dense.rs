//! Do the rows of a corpus differ from their initial expressions at one of 900 points?
//!
//! ```text
//! cargo run --release -p egen-corpus --example dense -- corpus
//! ```

#![expect(clippy::print_stdout, reason = "a report is what it is for")]

#[path = "../tests/dense/mod.rs"]
mod dense;

use egen_corpus::store::{Corpus, Row};
use egen_read::read::{Notation, Options, read};
use rayon::prelude::*;

const POINTS: usize = 900;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let corpus = Corpus::open(std::env::args().nth(1).ok_or("name the folder of a corpus")?)?;
    let numbers = dense::numbers(POINTS);
    let clusters: Vec<Vec<Row>> = corpus.clusters("train").collect::<Result<_, _>>()?;
    let expr = |prefix: &str| {
        let options = Options { notation: Some(Notation::Prefix), ..Options::default() };
        read(prefix, &options).expect("rows are readable").sides.remove(0)
    };
    let found: Vec<String> = clusters
        .par_iter()
        .flat_map_iter(|rows| {
            let initial = expr(&rows[0].initial);
            rows.iter().filter_map(|row| dense::differ(&initial, &expr(&row.prefix), &numbers)).collect::<Vec<_>>()
        })
        .collect();
    found.iter().for_each(|line| println!("{line}"));
    println!("{} of {} rows differ", found.len(), clusters.iter().map(Vec::len).sum::<usize>());
    Ok(())
}
