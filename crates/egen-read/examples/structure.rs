//! How many formulas of a file, one a line in LaTeX, have a structure that survives printing, and why do the others have none?
//!
//! `cargo run --release -p egen-read --example structure -- FILE [--list]`

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};

use egen_read::formula::{Formula, Malformed};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("a file is needed")?;
    let list = arguments.next().is_some_and(|flag| flag == "--list");
    let text = std::fs::read_to_string(file)?;
    let mut reasons: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let (mut all, mut read) = (0usize, 0usize);
    for (line, formula) in text.lines().enumerate() {
        all += 1;
        match survives(formula) {
            Ok(()) => read += 1,
            Err(reason) => reasons.entry(reason).or_default().push(line + 1),
        }
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{read} of {all} formulas ({:.2} %)", 100.0 * read as f64 / all as f64)?;
    for (reason, lines) in &reasons {
        writeln!(out, "{:6} {reason}", lines.len())?;
        if list {
            writeln!(out, "       lines {lines:?}")?;
        }
    }
    Ok(())
}

/// Has a formula a structure, and is it the same after it was printed?
fn survives(text: &str) -> Result<(), String> {
    let formula = Formula::latex(text).map_err(|Malformed { why, .. }| why.to_string())?;
    let (latex, mathml) = (formula.to_latex(), formula.to_mathml());
    for (again, notation) in [(Formula::latex(&latex), "LaTeX"), (Formula::mathml(&mathml), "MathML")] {
        match again {
            Ok(again) if again.is_same(&formula) => {}
            Ok(_) => return Err(format!("another structure after {notation}")),
            Err(why) => return Err(format!("after {notation}: {why}")),
        }
    }
    Ok(())
}
