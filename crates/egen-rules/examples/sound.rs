//! Is every rule of a file sound?
//!
//! `cargo run --release -p egen-rules --example sound -- my.rules`

use std::error::Error;
use std::io::{self, Write};

use egen_rules::{CheckSettings, Outcome, RuleSet, check};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("a file of rules is needed")?;
    let rules = RuleSet::parse(&path, &std::fs::read_to_string(&path)?)?;
    let mut out = io::stdout().lock();
    for rule in &rules.rules {
        match check(rule, &CheckSettings::default()).real {
            Outcome::Sound => writeln!(out, "{}: sound", rule.name)?,
            other => writeln!(out, "{}: {other:?}", rule.name)?,
        }
    }
    Ok(())
}
