//! `egen equal`: are two expressions equal, and where?

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use anyhow::bail;
use egen_math::compare::{Comparison, Domain, Proof, Settings, Step, Verdict, Witness, compare_with};
use egen_math::read::{self, Options, ReadError};
use egen_math::{Assumptions, Expr, Number};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use crate::cli::EqualArgs;
use crate::expand::PROVER;
use crate::{Exit, input, report};

pub fn run(args: &EqualArgs) -> anyhow::Result<Exit> {
    let mut assumptions = Assumptions::none();
    args.assume.iter().cloned().for_each(|one| assumptions.extend(one));
    let settings = Settings { assumptions, ..Settings::default() };
    match &args.pairs {
        Some(path) => pairs(args, path, &settings),
        None => single(args, &settings),
    }
}

/// The two sides, and the text in which an error stands.
type Sides = Result<(Expr, Expr), (ReadError, String)>;

fn single(args: &EqualArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let options = args.read.options();
    let left = args.left.as_deref().expect("clap asks for it unless --pairs is given");
    let start = Instant::now();
    let sides = match args.right.as_deref() {
        Some(right) => read_pair(left, right, &options, !args.jsonl),
        None => match read::read(left, &options) {
            Ok(reading) => {
                if !args.jsonl {
                    report::reading(&reading, false);
                }
                match <[Expr; 2]>::try_from(reading.sides) {
                    Ok([a, b]) => Ok((a, b)),
                    Err(sides) => {
                        bail!("expected two expressions or one equation `a = b`, got {} side(s)", sides.len())
                    }
                }
            }
            Err(error) => Err((error, left.to_string())),
        },
    };
    if args.jsonl {
        let (object, exit) = object(&sides, settings, args.numeric, start);
        writeln!(io::stdout().lock(), "{object}")?;
        return Ok(exit);
    }
    match sides {
        Ok((a, b)) => {
            let comparison = decide(&a, &b, settings, args.numeric);
            show(&comparison, &a, &b, settings)?;
            Ok(exit(&comparison.verdict))
        }
        Err((error, text)) => {
            report::read_error(&text, &error, "");
            Ok(Exit::Trouble)
        }
    }
}

fn read_pair(left: &str, right: &str, options: &Options, notes: bool) -> Sides {
    let read = |text: &str| match input::read_single(text, options) {
        Ok((expr, reading)) => {
            if notes {
                report::reading(&reading, false);
            }
            Ok(expr)
        }
        Err(error) => Err((error, text.to_string())),
    };
    Ok((read(left)?, read(right)?))
}

/// Numbers decide whether, a proof says why.
fn decide(a: &Expr, b: &Expr, settings: &Settings, numeric: bool) -> Comparison {
    if numeric { compare_with(a, b, settings) } else { PROVER.prove(a, b, settings) }
}

fn exit(verdict: &Verdict) -> Exit {
    match verdict {
        Verdict::Proved(_) | Verdict::Agree => Exit::Fine,
        Verdict::Refuted(_) => Exit::No,
        Verdict::Unknown(_) => Exit::Unknown,
    }
}

const GREEN: Style = AnsiColor::Green.on_default().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();

fn show(comparison: &Comparison, a: &Expr, b: &Expr, settings: &Settings) -> anyhow::Result<()> {
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
            }
        }
        Verdict::Agree => {
            let evidence = comparison.evidence;
            let places = if evidence.points == 1 {
                "the value is the same".to_string()
            } else {
                format!("same value at {} points", evidence.points)
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
        Some(Domain::Equal) if comparison.verdict.is_equal() && !a.variables().is_empty() => Some("the same domain"),
        _ => None,
    };
    if let Some(relation) = relation {
        writeln!(out, "  {relation}")?;
    }
    match (comparison.verdict.is_equal(), comparison.complex) {
        (true, Some(true)) => writeln!(out, "  also over the complex numbers")?,
        (true, Some(false)) => writeln!(out, "  over the reals only: complex values differ")?,
        (false, Some(true)) => writeln!(out, "  over the complex numbers they agree")?,
        _ => {}
    }
    Ok(())
}

/// One expression a line, with the reason behind it.
fn show_steps(out: &mut impl Write, steps: &[Step]) -> io::Result<()> {
    let texts: Vec<String> = steps.iter().map(|step| step.expr.to_string()).collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).min(60);
    for (at, (step, text)) in steps.iter().zip(&texts).enumerate() {
        let sign = if at == 0 { ' ' } else { '=' };
        let line = format!("    {sign} {text:<width$}   {}", step.why);
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn witness_line(witness: &Witness) -> String {
    let point: Vec<String> = witness.at.iter().map(|(name, value)| format!("{name} = {}", plain(value))).collect();
    let values = format!("the first is {}, the second is {}", witness.left, witness.right);
    if point.is_empty() { values } else { format!("at {}: {values}", point.join(", ")) }
}

fn plain(value: &Number) -> String {
    value.to_decimal().unwrap_or_else(|| value.to_string())
}

/// Pairs are read and compared in chunks, so that memory stays bounded and the order is kept.
const CHUNK: usize = 1024;

fn pairs(args: &EqualArgs, path: &Path, settings: &Settings) -> anyhow::Result<Exit> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let options = args.read.options();
    let mut out = BufWriter::new(io::stdout().lock());
    let bar = progress();
    let mut total = Exit::Fine;
    let mut lines = input::lines(path)?.enumerate();
    loop {
        let chunk = lines
            .by_ref()
            .take(CHUNK)
            .map(|(at, line)| line.map(|line| (at, line)))
            .collect::<anyhow::Result<Vec<_>>>()?;
        if chunk.is_empty() {
            break;
        }
        let answers: Vec<(String, Exit)> = pool.install(|| {
            chunk
                .par_iter()
                .map(|(at, line)| {
                    let answer = answer_line(line, &options, settings, args, *at + 1);
                    bar.inc(1);
                    answer
                })
                .collect()
        });
        for (text, exit) in answers {
            writeln!(out, "{text}")?;
            total = total.and(exit);
        }
    }
    bar.finish_and_clear();
    out.flush()?;
    Ok(total)
}

fn progress() -> ProgressBar {
    let bar = ProgressBar::no_length();
    let target = if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    bar.set_draw_target(target);
    bar.set_style(
        ProgressStyle::with_template("{spinner} {pos} pairs, {per_sec}, {elapsed}").expect("a fixed template"),
    );
    bar
}

fn answer_line(line: &str, options: &Options, settings: &Settings, args: &EqualArgs, number: usize) -> (String, Exit) {
    let start = Instant::now();
    let mut columns = line.split('\t');
    let sides: Sides = match (columns.next(), columns.next()) {
        (Some(left), Some(right)) => read_pair(left, right, options, false),
        _ => {
            let message = "expected two tab-separated columns".to_string();
            Err((ReadError { at: line.len()..line.len(), message }, line.to_string()))
        }
    };
    let (object, exit) = object(&sides, settings, args.numeric, start);
    if args.jsonl {
        return (object.to_string(), exit);
    }
    let field = |key: &str| object.get(key).and_then(Value::as_str).unwrap_or_default().to_string();
    let detail = match object.get("at") {
        Some(Value::Object(at)) => {
            at.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
        }
        _ => [field("reason"), field("error")].concat(),
    };
    let verdict = if exit == Exit::Trouble { "error".to_string() } else { field("verdict") };
    (format!("{number}\t{verdict}\t{}\t{detail}", field("domain")), exit)
}

/// One answer as JSON. Keys that do not apply are null.
fn object(sides: &Sides, settings: &Settings, numeric: bool, start: Instant) -> (Value, Exit) {
    let ms = || (start.elapsed().as_secs_f64() * 1e6).round() / 1e3;
    let (a, b) = match sides {
        Ok(sides) => sides,
        Err((error, text)) => {
            let object = json!({
                "verdict": "unknown", "domain": null, "at": null, "complex": null, "reason": null, "ms": ms(),
                "error": format!("`{text}`: {} (byte {})", error.message, error.at.start),
            });
            return (object, Exit::Trouble);
        }
    };
    let comparison = decide(a, b, settings, numeric);
    let number = |value: &Number| serde_json::Number::from_f64(value.to_f64()).map_or(Value::Null, Value::Number);
    let at = match &comparison.verdict {
        Verdict::Refuted(witness) => Value::Object(
            witness.at.iter().map(|(name, value)| (name.to_string(), number(value))).collect::<Map<_, _>>(),
        ),
        _ => Value::Null,
    };
    let reason = match &comparison.verdict {
        Verdict::Unknown(reason) => Value::from(reason.to_string()),
        Verdict::Refuted(witness) => Value::from(witness_line(witness)),
        _ => Value::Null,
    };
    let object = json!({
        "verdict": comparison.verdict.name(),
        "domain": comparison.domain.map(Domain::name),
        "at": at,
        "complex": comparison.complex,
        "reason": reason,
        "points": comparison.evidence.points,
        "digits": comparison.evidence.digits,
        "ms": ms(),
    });
    (object, exit(&comparison.verdict))
}
