//! The rows of some files, a line each, for scripts that measure.

use std::io::{self, Write};

use egen_check::{Judge, check};
use egen_read::read::Options;

fn main() -> io::Result<()> {
    let judge = Judge::builtin();
    let mut out = io::stdout().lock();
    for file in std::env::args().skip(1) {
        for row in check(&std::fs::read_to_string(&file)?, &judge, &Options::default()) {
            let (verdict, after) =
                (row.finding.verdict.name(), row.after.as_ref().map(ToString::to_string).unwrap_or_default());
            let (input, reason) = (row.input.trim(), &row.finding.reason);
            writeln!(out, "{file}\t{}\t{}\t{verdict}\t{input}\t{after}\t{reason}", row.derivation, row.line)?;
        }
    }
    Ok(())
}
