//! Checks the derivation on standard input, and prints a line for each row.

use std::io::{self, Read, Write};

use egen_check::{Judge, check};
use egen_read::read::Options;

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let mut out = io::stdout().lock();
    for row in check(&text, &Judge::builtin(), &Options::default()) {
        let said = row.after.as_ref().map_or(row.input.clone(), ToString::to_string);
        writeln!(out, "{:>3}  {:8} {said}   {}", row.line, row.finding.verdict.name(), row.finding.reason)?;
    }
    Ok(())
}
