//! `egen eval`: what is the value at a point?

use std::io::{self, Write};

use anyhow::{Context, bail};
use egen_math::eval::point::{self, Value};
use egen_math::{Expr, Symbol};
use egen_read::read::{Options, read_one};

use crate::cli::EvalArgs;
use crate::{Exit, input, report};

pub fn run(args: &EvalArgs) -> anyhow::Result<Exit> {
    let options = args.read.options();
    let Some(expr) = input::read_or_report(&args.expr, &options) else { return Ok(Exit::Trouble) };
    let at = args.at.iter().map(|text| assignment(text)).collect::<anyhow::Result<Vec<_>>>()?;
    let again = |n: &usize| at[..*n].iter().any(|(name, _)| *name == at[*n].0);
    if let Some(twice) = (0..at.len()).find(again) {
        bail!("--at gives {} twice", at[twice].0);
    }
    let missing: Vec<String> = point::free_variables(&expr)
        .into_iter()
        .filter(|name| !at.iter().any(|(given, _)| given == name))
        .map(|name| format!("--at {name}=…"))
        .collect();
    if !missing.is_empty() {
        bail!("a value is missing: {}", missing.join(" "));
    }
    let value = if args.complex { point::complex(&expr, &at) } else { point::real(&expr, &at, args.digits as usize) };
    let mut out = io::stdout().lock();
    Ok(match value {
        Value::Known(digits) => {
            writeln!(out, "{digits}")?;
            Exit::Fine
        }
        Value::Undefined => {
            writeln!(out, "undefined")?;
            if !args.complex {
                report::hint(
                    "there is no finite real value here; --complex gives the principal value, if there is one",
                );
            }
            Exit::No
        }
        Value::Unsure(reason) => {
            report::error(&reason);
            Exit::Unknown
        }
    })
}

/// `x=1.5`, `x = pi/3`.
fn assignment(text: &str) -> anyhow::Result<(Symbol, Expr)> {
    let (name, value) = text.split_once('=').with_context(|| format!("expected NAME=VALUE, got `{text}`"))?;
    let read =
        |part: &str| read_one(part, &Options::default()).map_err(|error| anyhow::anyhow!("in --at `{text}`: {error}"));
    let value = read(value)?.0;
    if let Some(variable) = value.variables().first() {
        bail!("in --at `{text}`: the value contains the variable {variable}");
    }
    let name = name.trim();
    let variable = read(name).map(|(expr, _)| expr.variables()).unwrap_or_default();
    let symbol = match variable.as_slice() {
        [only] => only.clone(),
        _ => Symbol::new(name),
    };
    Ok((symbol, value))
}
