//! The longest expression of each cluster of a corpus, beside what it equals.
//!
//! `cargo run --release -p egen-corpus --example longest -- sample`

use std::error::Error;
use std::io::{self, Write};

use egen_corpus::store::Corpus;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("the folder of a corpus is needed")?;
    let corpus = Corpus::open(folder)?;
    let mut out = io::stdout().lock();
    for split in corpus.splits() {
        for cluster in corpus.clusters(split) {
            let cluster = cluster?;
            let longest = cluster.iter().max_by_key(|row| row.tokens).ok_or("a cluster has rows")?;
            writeln!(out, "{}  =  {}", cluster[0].infix, longest.infix)?;
        }
    }
    Ok(())
}
