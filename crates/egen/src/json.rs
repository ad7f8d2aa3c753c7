//! JSON: how are answers written for programs?
//!
//! The command prints these objects a line each, and the Python package gives the same ones. Keys that do not apply are null.

mod number;

use std::time::Duration;

use egen_check::change::{Change, change};
use egen_check::finding::{plain, why};
use egen_check::{Kind, Row as Checked, Setting, Shown};
use egen_graph::saturate::Stop;
use egen_math::compare::{Comparison, Domain, Proof, Step, Verdict, Why, Witness};
use egen_read::print::{Form, print_equation};
use egen_read::read::{Choice, Notation, Note, ReadError, Reading, Refusal};
use serde_json::{Map, Value, json};

use number::{number, point};

/// Where a pair comes from, for whoever reads the answer.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The line of a file, from 1.
    pub line: Option<usize>,
    /// The texts of the sides, or of an equation.
    pub input: Vec<&'a str>,
}

/// Why a graph stopped growing.
pub fn stop(stop: &Stop) -> &'static str {
    match stop {
        Stop::Saturated => "saturated",
        Stop::Nodes => "nodes",
        Stop::Rounds => "rounds",
        Stop::Time => "time",
        Stop::Goal | Stop::Contradiction(_) => "stopped",
    }
}

/// The notes of a reading.
pub fn notes(notes: &[Note]) -> Vec<String> {
    notes.iter().map(Note::to_string).collect()
}

/// What was read, and how it is written in a form.
pub fn reading(reading: &Reading, form: Form) -> Value {
    let output = print_equation(&reading.sides, form);
    json!({
        "ok": true, "structure": true, "kind": reading.kind().name(), "output": output,
        "reading": reading.notation.name(), "notes": notes(&reading.notes),
    })
}

/// Why a text could not be read, and all its readings, in a form, if there are several; a text without a meaning may have a structure.
pub fn unread(error: &ReadError, form: Form, structure: bool) -> Value {
    let mut object =
        json!({"ok": false, "structure": structure, "kind": null, "error": error.message(), "at": error.at.start});
    if let Refusal::Several(several) = &*error.refusal {
        let kinds: Vec<&str> = several.readings.iter().map(|reading| reading.kind().name()).collect();
        object["kind"] = json!(kinds.first().filter(|first| kinds.iter().all(|kind| kind == *first)));
        object["readings"] = several.readings.iter().map(|reading| one_of_several(reading, form)).collect();
    }
    object
}

fn one_of_several(reading: &Reading, form: Form) -> Value {
    let choice = |choice: &Choice| json!({"ambiguity": choice.ambiguity.name(), "meaning": choice.meaning.name()});
    json!({
        "kind": reading.kind().name(), "output": print_equation(&reading.sides, form), "notes": notes(&reading.notes),
        "choices": reading.choices.iter().map(choice).collect::<Vec<_>>(),
    })
}

/// The answer about a pair.
pub fn compared(comparison: &Comparison, row: &Row<'_>, notes: &[String], took: Duration) -> Map<String, Value> {
    let mut object = verdict(comparison);
    for (key, value) in
        [("line", json!(row.line)), ("input", json!(row.input)), ("notes", json!(notes)), ("ms", json!(ms(took)))]
    {
        object.insert(key.to_string(), value);
    }
    object
}

/// The answer about a pair of which a text could not be read.
pub fn not_compared(error: &ReadError, text: &str, row: &Row<'_>, took: Duration) -> Map<String, Value> {
    fields(json!({
        "line": row.line, "input": row.input, "notes": [],
        "verdict": "error", "domain": null, "at": null, "complex": null, "reason": null, "ms": ms(took),
        "error": format!("`{text}`: {error} (byte {})", error.at.start),
    }))
}

fn ms(took: Duration) -> f64 {
    (took.as_secs_f64() * 1e6).round() / 1e3
}

fn fields(object: Value) -> Map<String, Value> {
    let Value::Object(fields) = object else { unreachable!("an object was written") };
    fields
}

/// A verdict and what it rests on.
pub fn verdict(comparison: &Comparison) -> Map<String, Value> {
    let at = match &comparison.verdict {
        Verdict::Refuted(witness) => point(&witness.at),
        _ => Value::Null,
    };
    let reason = match &comparison.verdict {
        Verdict::Unknown(reason) => Value::from(reason.to_string()),
        Verdict::Refuted(witness) => Value::from(witness_line(witness)),
        _ => Value::Null,
    };
    let steps = match &comparison.verdict {
        Verdict::Proved(Proof::Steps(steps)) => steps_object(steps),
        _ => Value::Null,
    };
    let cases = match &comparison.verdict {
        Verdict::Proved(Proof::Cases(cases)) => cases
            .iter()
            .map(|case| json!({ "assumed": case.assumed.to_string(), "steps": steps_object(&case.steps) }))
            .collect(),
        _ => Value::Null,
    };
    let except: Vec<Value> = comparison
        .exceptions
        .iter()
        .map(|one| json!({ "at": { one.variable.as_str(): number(&one.at) }, "found": one.found.name() }))
        .collect();
    fields(json!({
        "verdict": comparison.verdict.name(),
        "domain": comparison.domain.map(Domain::name),
        "at": at,
        "complex": comparison.complex,
        "except": except,
        "reason": reason,
        "steps": steps,
        "cases": cases,
        "points": comparison.evidence.points,
        "regions": comparison.evidence.regions,
        "complete": comparison.evidence.complete,
        "digits": comparison.evidence.digits,
    }))
}

/// The steps of a proof for a program.
fn steps_object(steps: &[Step]) -> Value {
    let lines = steps.iter().enumerate().map(|(at, step)| {
        let place = at.checked_sub(1).and_then(|before| place(&steps[before], step));
        json!({
            "expr": step.expr.to_string(),
            "why": step.why.to_string(),
            "from": place.as_ref().map(|(before, _)| before),
            "to": place.as_ref().map(|(_, after)| after),
        })
    });
    lines.collect()
}

/// What a rule changed, before and after it, where that is not the whole expression. Algebra is no change at a place.
pub fn place(before: &Step, after: &Step) -> Option<(String, String)> {
    if matches!(after.why, Why::Algebra | Why::AlgebraWithLaws) {
        return None;
    }
    let change = change(&before.expr, &after.expr);
    let parts = (change.before.changed(), change.after.changed());
    let whole = parts.0 == change.before.text || parts.0.is_empty() || parts.1.is_empty();
    (!whole).then_some(parts)
}

/// Where they differ, and what they are there.
pub fn witness_line(witness: &Witness) -> String {
    let point: Vec<String> = witness.at.iter().map(|(name, value)| format!("{name} = {}", plain(value))).collect();
    let values = format!("the first is {}, the second is {}", witness.left, witness.right);
    if point.is_empty() { values } else { format!("at {}: {values}", point.join(", ")) }
}

/// What was found about a line of a derivation, which may be one of a file.
pub fn row(row: &Checked, file: Option<&str>) -> Map<String, Value> {
    let finding = &row.finding;
    let infix = |shown: &Option<Shown>| shown.as_ref().map(|shown| shown.print(Setting::Infix));
    let latex = |shown: &Option<Shown>| {
        let shown = shown.as_ref().filter(|_| row.notation == Notation::Latex);
        shown.map(|shown| shown.print(Setting::Latex))
    };
    let mut object = fields(json!({
        "file": file, "problem": row.derivation, "line": row.line, "step": row.step, "input": row.input,
        "notation": row.after.as_ref().map(|_| row.notation.name()), "notes": row.notes, "understood": row.is_understood(),
        "before": infix(&row.before), "after": infix(&row.after),
        "before_latex": latex(&row.before), "after_latex": latex(&row.after),
        "equation": matches!(row.kind, Kind::Equation | Kind::Inequality),
    }));
    let compared = finding.comparison.as_ref();
    match compared {
        Some(comparison) => object.extend(verdict(comparison)),
        None => object.extend(["domain", "complex"].map(|key| (key.to_string(), Value::Null))),
    }
    let at = if finding.verdict == egen_check::Verdict::Refuted { point(&finding.at) } else { Value::Null };
    let why = compared.map(|comparison| why(&comparison.verdict)).filter(|why| !why.is_empty());
    let change = |change: &Change| json!({"before": change.before.changed(), "after": change.after.changed()});
    let error = row.error.as_ref();
    let place = line_of(file, row.line);
    let error = error.map(|error| format!("{place}: {error} (byte {})", error.at.start));
    let reason = if finding.reason.is_empty() { Value::Null } else { json!(finding.reason) };
    for (key, value) in [
        ("verdict", json!(finding.verdict.name())),
        ("at", at),
        ("reason", reason),
        ("solutions", json!(finding.solutions)),
        ("why", json!(why)),
        ("changed", json!(finding.change.as_ref().map(change))),
        ("fix", json!(finding.fix)),
        ("rounding", json!(finding.rounding)),
        ("error", json!(error)),
        ("ms", json!(row.ms)),
    ] {
        object.insert(key.to_string(), value);
    }
    object
}

/// How a line is named in an error.
pub fn line_of(file: Option<&str>, line: usize) -> String {
    file.map_or_else(|| format!("line {line}"), |file| format!("{file}:{line}"))
}
