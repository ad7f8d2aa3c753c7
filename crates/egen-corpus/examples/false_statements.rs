//! False statements, a line each: left, right, assumptions, family, witness.
//!
//! ```text
//! cargo run --release -p egen-corpus --example false_statements -- 100000 7 > statements.tsv
//! ```
//! `tools/measure_false_statements.py` asks `egen equal` about them.

#[path = "../tests/false_statements/mod.rs"]
mod generator;

use std::io::{self, BufWriter, Write};

use egen_read::print::{Form, print};
use generator::{FAMILIES, certify, statement};
use rayon::prelude::*;

const CHUNK: u64 = 4096;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let count = numbers.next().ok_or("how many?")??;
    let seed = numbers.next().transpose()?.unwrap_or(1);
    let mut out = BufWriter::new(io::stdout().lock());
    for start in (0..count).step_by(CHUNK as usize) {
        let lines: Vec<String> = (start..count.min(start + CHUNK))
            .into_par_iter()
            .map(|at| line(seed.wrapping_mul(1_000_003) + at))
            .collect();
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(())
}

fn line(seed: u64) -> String {
    let statement = statement(seed);
    assert!(FAMILIES.contains(&statement.family), "{} is no family", statement.family);
    if let Some(complaint) = certify::complaint(&statement) {
        panic!("a mistake of the generator: {complaint}: {statement}");
    }
    let shown = |expr| print(expr, Form::Infix);
    let at: Vec<String> = statement.witness.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let assume = statement.assume.clone().unwrap_or_default();
    [shown(&statement.left), shown(&statement.right), assume, statement.family.to_string(), at.join(", ")].join("\t")
}
