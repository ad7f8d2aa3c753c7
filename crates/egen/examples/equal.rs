//! Are the two formulas on the command line equal, and why?
//!
//! `cargo run --release -p egen --example equal -- 'tanh(x/2)' 'sinh(x)/(1 + cosh(x))'`

use std::error::Error;
use std::io::{self, Write};

use egen::{Proof, Verdict, equal, read};

fn main() -> Result<(), Box<dyn Error>> {
    let texts: Vec<String> = std::env::args().skip(1).collect();
    let [left, right] = texts.as_slice() else { return Err("two formulas are needed".into()) };
    let comparison = equal(&read(left)?, &read(right)?);
    let mut out = io::stdout().lock();
    writeln!(out, "{}", comparison.verdict.name())?;
    match comparison.verdict {
        Verdict::Proved(Proof::Steps(steps)) => {
            for step in steps {
                writeln!(out, "  {}   {}", step.expr, step.why)?;
            }
        }
        Verdict::Proved(_) | Verdict::Agree => {}
        Verdict::Refuted(witness) => {
            for (name, value) in &witness.at {
                writeln!(out, "  at {name} = {value}")?;
            }
            writeln!(out, "  {} is not {}", witness.left, witness.right)?;
        }
        Verdict::Unknown(reason) => writeln!(out, "  {reason}")?,
    }
    Ok(())
}
