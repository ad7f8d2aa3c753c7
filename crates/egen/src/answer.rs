//! Answers: how is a verdict shown to a person?

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use egen::json::{place, witness_line};
use egen_check::finding::exceptions;
use egen_math::Expr;
use egen_math::compare::{Case, Comparison, Domain, Proof, Settings, Step, Unlike, Verdict};

use crate::Exit;

/// What a verdict makes of a command.
pub fn exit(verdict: &Verdict) -> Exit {
    match verdict {
        Verdict::Proved(_) | Verdict::Agree => Exit::Fine,
        Verdict::Refuted(_) => Exit::No,
        Verdict::Unknown(_) => Exit::Unknown,
    }
}

pub const GREEN: Style = AnsiColor::Green.on_default().bold();
pub const RED: Style = AnsiColor::Red.on_default().bold();
pub const YELLOW: Style = AnsiColor::Yellow.on_default().bold();

/// The colour of a verdict's name.
pub fn style(verdict: &Verdict) -> Style {
    match verdict {
        Verdict::Proved(_) | Verdict::Agree => GREEN,
        Verdict::Refuted(_) => RED,
        Verdict::Unknown(_) => YELLOW,
    }
}

/// The whole answer, for a person.
pub fn show(comparison: &Comparison, a: &Expr, b: &Expr, settings: &Settings) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    let word = comparison.verdict.name();
    let given = if settings.assumptions.is_empty() { String::new() } else { format!("  for {}", settings.assumptions) };
    match &comparison.verdict {
        Verdict::Proved(proof) => {
            writeln!(out, "{GREEN}{word}{GREEN:#}  {a}  =  {b}{given}")?;
            match proof {
                Proof::Identical => writeln!(out, "  the same expression twice")?,
                Proof::Arithmetic(n) => writeln!(out, "  both are {n}, by exact arithmetic")?,
                Proof::Steps(steps) => show_steps(&mut out, steps)?,
                Proof::Cases(cases) => show_cases(&mut out, cases)?,
            }
        }
        Verdict::Agree => {
            let evidence = comparison.evidence;
            let places = match (evidence.regions, evidence.complete) {
                _ if a.variables().is_empty() && b.variables().is_empty() => "the value is the same".to_string(),
                (1, true) => "the same value wherever both are defined, which is one region".to_string(),
                (count, true) => format!("the same value in each of the {count} regions where both are defined"),
                (1, false) => "the same value in one region; there may be more".to_string(),
                (count, false) => format!("the same value in {count} regions; there may be more"),
            };
            writeln!(out, "{GREEN}{word}{GREEN:#}  {a}  =  {b}{given}")?;
            writeln!(out, "  {places}, to {} digits", evidence.digits)?;
        }
        Verdict::Refuted(witness) => {
            writeln!(out, "{RED}{word}{RED:#}  {a}  ≠  {b}{given}")?;
            writeln!(out, "  {}", witness_line(witness))?;
        }
        Verdict::Unknown(reason) => {
            writeln!(out, "{YELLOW}{word}{YELLOW:#}  {a}  =?  {b}{given}")?;
            writeln!(out, "  {reason}")?;
        }
    }
    let relation = match comparison.domain {
        Some(Domain::Wider) => Some("the second is defined where the first is, and more (wider)"),
        Some(Domain::Narrower) => Some("the second is defined on a part of where the first is (narrower)"),
        Some(Domain::Overlapping) => Some("each is defined somewhere where the other is not (overlapping)"),
        Some(Domain::Equal) if comparison.verdict.is_equal() && !a.variables().is_empty() => {
            let same = comparison.exceptions.iter().all(|one| one.found == Unlike::Differ);
            Some(if same { "the same domain" } else { "the same domain, single points aside" })
        }
        _ => None,
    };
    if let Some(relation) = relation {
        writeln!(out, "  {relation}")?;
    }
    for exception in exceptions(comparison, ["the first", "the second"]) {
        writeln!(out, "  {exception}")?;
    }
    match (comparison.verdict.is_equal(), comparison.complex) {
        (true, Some(true)) => writeln!(out, "  also over the complex numbers")?,
        (true, Some(false)) => writeln!(out, "  over the reals only: complex values differ")?,
        (false, Some(true)) => writeln!(out, "  over the complex numbers they agree")?,
        _ => {}
    }
    Ok(())
}

/// One expression a line, with the reason behind it and what it changed.
pub fn show_steps(out: &mut impl Write, steps: &[Step]) -> io::Result<()> {
    let texts: Vec<String> = steps.iter().map(|step| step.expr.to_string()).collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).min(60);
    for (at, (step, text)) in steps.iter().zip(&texts).enumerate() {
        let sign = if at == 0 { ' ' } else { '=' };
        let place = match at.checked_sub(1).and_then(|before| place(&steps[before], step)) {
            Some((before, after)) => format!(": {before} → {after}"),
            None => String::new(),
        };
        let line = format!("    {sign} {text:<width$}   {}{place}", step.why);
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The steps of each case below its condition.
pub fn show_cases(out: &mut impl Write, cases: &[Case]) -> io::Result<()> {
    for case in cases {
        writeln!(out, "  for {}:", case.assumed)?;
        show_steps(out, &case.steps)?;
    }
    Ok(())
}
