//! The rows of a file.
use egen_check::{Judge, check};
use egen_math::read::Options;

fn main() {
    let judge = Judge::builtin();
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).expect("a file");
        for row in check(&text, &judge, &Options::default()) {
            println!("{file}\t{}\t{}\t{}\t{}\t{}\t{}", row.derivation, row.line, row.finding.verdict.name(), row.input.trim(), row.after.unwrap_or_default(), row.finding.reason);
        }
    }
}
