//! Answers: how does a verdict look to Python?

use egen::egen_check::{Kind, Row as Checked};
use egen::egen_math::compare::{Comparison, Domain, Proof, Step, Verdict};
use egen::{Number, Symbol, json};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList};
use serde_json::{Map, Value};

use crate::expr::Expr;

/// What a verdict rests on, as the keywords of Python's `Verdict`.
pub fn compared<'py>(py: Python<'py>, comparison: &Comparison) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    let verdict = &comparison.verdict;
    fields.set_item("status", verdict.name())?;
    let proof = match verdict {
        Verdict::Proved(Proof::Identical) => Some("identical"),
        Verdict::Proved(Proof::Arithmetic(_)) => Some("arithmetic"),
        Verdict::Proved(Proof::Steps(_)) => Some("steps"),
        Verdict::Proved(Proof::Cases(_)) => Some("cases"),
        _ => None,
    };
    fields.set_item("proof", proof)?;
    let chain = match verdict {
        Verdict::Proved(Proof::Steps(chain)) => steps(py, chain)?,
        _ => PyList::empty(py),
    };
    fields.set_item("steps", chain)?;
    let cases = PyList::empty(py);
    if let Verdict::Proved(Proof::Cases(all)) = verdict {
        for case in all {
            cases.append((case.assumed.to_string(), steps(py, &case.steps)?))?;
        }
    }
    fields.set_item("cases", cases)?;
    let witness = match verdict {
        Verdict::Refuted(witness) => Some((point(py, &witness.at)?, &witness.left, &witness.right)),
        _ => None,
    };
    fields.set_item("counterexample", witness)?;
    let exceptions = PyList::empty(py);
    for one in &comparison.exceptions {
        exceptions.append((one.variable.as_str(), fraction(py, &one.at)?, one.found.name()))?;
    }
    fields.set_item("exceptions", exceptions)?;
    let reason = match verdict {
        Verdict::Unknown(reason) => Some(reason.to_string()),
        Verdict::Refuted(witness) => Some(json::witness_line(witness)),
        _ => None,
    };
    fields.set_item("reason", reason)?;
    fields.set_item("domain", comparison.domain.map(Domain::name))?;
    fields.set_item("complex", comparison.complex)?;
    let evidence = comparison.evidence;
    fields.set_item("points", evidence.points)?;
    fields.set_item("regions", evidence.regions)?;
    fields.set_item("complete", evidence.complete)?;
    fields.set_item("digits", evidence.digits)?;
    Ok(fields)
}

/// What was found about a line, as the keywords of Python's `Line`.
pub fn line<'py>(py: Python<'py>, row: &Checked) -> PyResult<Bound<'py, PyDict>> {
    let (fields, finding) = (PyDict::new(py), &row.finding);
    fields.set_item("verdict", finding.verdict.name())?;
    fields.set_item("step", row.step)?;
    fields.set_item("line", row.line)?;
    fields.set_item("problem", row.derivation)?;
    fields.set_item("input", &row.input)?;
    fields.set_item("notation", row.after.as_ref().map(|_| row.notation.name()))?;
    fields.set_item("understood", row.is_understood())?;
    fields.set_item("before", row.before.as_ref().map(ToString::to_string))?;
    fields.set_item("after", row.after.as_ref().map(ToString::to_string))?;
    fields.set_item("kind", kind(row.kind))?;
    let reason = Some(&finding.reason).filter(|reason| !reason.is_empty());
    fields.set_item("reason", reason)?;
    fields.set_item("at", point(py, &finding.at)?)?;
    fields.set_item("solutions", &finding.solutions)?;
    fields.set_item("fix", &finding.fix)?;
    fields.set_item("rounding", finding.rounding)?;
    fields.set_item("notes", &row.notes)?;
    fields.set_item("error", row.error.as_ref().map(|error| error.message()))?;
    fields.set_item("_json", text(json::row(row, None)))?;
    Ok(fields)
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Expressions => "expressions",
        Kind::Equation => "equation",
        Kind::Inequality => "inequality",
        Kind::Text => "text",
    }
}

/// An object as the command prints it.
pub fn text(object: Map<String, Value>) -> String {
    Value::Object(object).to_string()
}

fn steps<'py>(py: Python<'py>, steps: &[Step]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for step in steps {
        list.append((Bound::new(py, Expr::new(step.expr.clone()))?, step.why.to_string()))?;
    }
    Ok(list)
}

fn point<'py>(py: Python<'py>, at: &[(Symbol, Number)]) -> PyResult<Bound<'py, PyDict>> {
    let point = PyDict::new(py);
    for (name, value) in at {
        point.set_item(name.as_str(), fraction(py, value)?)?;
    }
    Ok(point)
}

/// A number exactly, as one of Python's fractions.
fn fraction<'py>(py: Python<'py>, number: &Number) -> PyResult<Bound<'py, PyAny>> {
    let number = number.to_rational();
    // By sixteens: Python bounds the decimal digits that it reads.
    let int = |text: String| py.get_type::<PyInt>().call1((text, 16));
    let (above, below) =
        (int(number.numerator().in_radix(16).to_string())?, int(number.denominator().in_radix(16).to_string())?);
    py.import("fractions")?.getattr("Fraction")?.call1((above, below))
}
