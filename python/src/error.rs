//! Errors: which exception does Python see?

use egen::egen_read::read::ReadError as Unread;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    egen,
    EgenError,
    PyRuntimeError,
    "A defect of egen: something happened that should not. Please report it."
);
create_exception!(
    egen,
    ReadError,
    PyValueError,
    "A text that is no formula, or not a clear one.\n\n`text` is what was read, `text[start:end]` the part that the message is about."
);
create_exception!(
    egen,
    UndecidedError,
    PyValueError,
    "The truth value of a verdict that is neither equal nor refuted."
);
create_exception!(
    egen,
    EvaluationError,
    PyValueError,
    "An expression that has no value to give: it holds an unknown function, or nothing is certain."
);
create_exception!(egen, ExpandError, PyValueError, "An expression that cannot be expanded, counted or drawn.");
create_exception!(
    egen,
    ModelError,
    PyValueError,
    "A model that cannot be read, or a formula that a model cannot read."
);
create_exception!(egen, CorpusError, PyValueError, "A corpus that cannot be read or made.");

/// The exception for a text that could not be read. Places are counted in characters, as Python does.
pub fn unread(py: Python<'_>, error: &Unread, text: &str) -> PyErr {
    let characters = |byte: usize| text.char_indices().take_while(|(at, _)| *at < byte).count();
    let (start, end) = (characters(error.at.start), characters(error.at.end));
    let raised = ReadError::new_err(format!("{error} (at {start} of {})", shown(text)));
    let value = raised.value(py);
    let set = value
        .setattr("message", error.message())
        .and_then(|()| value.setattr("text", text))
        .and_then(|()| value.setattr("start", start))
        .and_then(|()| value.setattr("end", end));
    set.err().unwrap_or(raised)
}

/// A text in a message: not more of it than a person reads.
fn shown(text: &str) -> String {
    const LONGEST: usize = 80;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("`{}…`", &text[..at]),
        None => format!("`{text}`"),
    }
}
