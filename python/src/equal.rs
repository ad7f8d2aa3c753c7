//! Equality and derivations: what does egen say of pairs, and of lines?

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use egen::egen_check;
use egen::egen_math::compare::{Comparison, compare_with};
use egen::egen_read::read::{Notation, Options, ReadError as Unread, Refusal};
use egen::{Deadline, Settings, json};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use rayon::prelude::*;

use crate::answer;
use crate::error::EgenError;
use crate::given::{self, Given, Refused};
use crate::run::{Threads, caught, pool, watched};

/// How pairs are compared.
struct Question {
    settings: Settings,
    notation: Option<Notation>,
    /// Look for no proof?
    numeric: bool,
    /// For each pair.
    timeout: Option<Duration>,
}

/// What became of a pair.
struct Answer {
    result: Result<(Comparison, Vec<String>), Trouble>,
    /// The texts of the sides.
    input: [String; 2],
    took: Duration,
}

enum Trouble {
    Refused(Refused),
    /// A defect, and what it said.
    Panic(String),
    /// Nobody waited for it any longer.
    Stopped,
}

impl Question {
    fn new(
        assume: Option<&Bound<'_, PyAny>>,
        notation: &str,
        numeric: bool,
        timeout: Option<f64>,
    ) -> PyResult<Question> {
        let assumptions = given::assumptions(assume)?;
        let settings = Settings { assumptions, exceptions: true, ..Settings::default() };
        let seconds = |seconds: f64| match Duration::try_from_secs_f64(seconds) {
            Ok(time) if !time.is_zero() => Ok(time),
            // Longer than any clock goes.
            Err(_) if seconds > 0.0 => Ok(Duration::MAX),
            _ => Err(PyValueError::new_err("a time limit is a positive number of seconds")),
        };
        Ok(Question {
            settings,
            notation: given::notation(notation)?,
            numeric,
            timeout: timeout.map(seconds).transpose()?,
        })
    }

    fn answer(&self, pair: &[Given; 2], stop: &Arc<AtomicBool>) -> Answer {
        let start = Instant::now();
        let result = if stop.load(Ordering::Relaxed) {
            Err(Trouble::Stopped)
        } else {
            match caught(|| self.decide(pair, stop)) {
                Ok(decided) => decided.map_err(Trouble::Refused),
                Err(panic) => Err(Trouble::Panic(panic)),
            }
        };
        Answer { result, input: [pair[0].text(), pair[1].text()], took: start.elapsed() }
    }

    fn decide(&self, [left, right]: &[Given; 2], stop: &Arc<AtomicBool>) -> Result<(Comparison, Vec<String>), Refused> {
        let deadline = deadline(self.timeout, stop);
        let ((a, mut notes), (b, more)) = (left.read(self.notation)?, right.read(self.notation)?);
        notes.extend(more);
        let mut settings = Settings { deadline, ..self.settings.clone() };
        let mut said = left.assumed()?;
        given::join(&mut said, right.assumed()?);
        if !said.is_empty() {
            notes.push(format!("assumed, since SymPy's symbols say so: {said}"));
            given::join(&mut settings.assumptions, said);
        }
        let comparison = match self.numeric {
            true => compare_with(&a, &b, &settings),
            false => egen::equal_with(&a, &b, &settings),
        };
        Ok((comparison, notes))
    }
}

/// Until the flag is set, and no longer than the time.
fn deadline(timeout: Option<Duration>, stop: &Arc<AtomicBool>) -> Deadline {
    let deadline = Deadline::NEVER.until_stopped(stop.clone());
    timeout.map_or(deadline.clone(), |timeout| deadline.for_at_most(timeout))
}

impl Answer {
    /// The keywords of Python's `Verdict`.
    fn fields<'py>(&self, py: Python<'py>, line: Option<usize>) -> PyResult<Bound<'py, PyDict>> {
        let row = json::Row { line, input: self.input.iter().map(String::as_str).collect() };
        let (fields, written) = match &self.result {
            Ok((comparison, notes)) => {
                let fields = answer::compared(py, comparison)?;
                fields.set_item("notes", notes)?;
                (fields, json::compared(comparison, &row, notes, self.took))
            }
            Err(trouble) => {
                let fields = PyDict::new(py);
                fields.set_item("status", "error")?;
                fields.set_item("error", trouble.raise(py))?;
                let (error, text) = trouble.told();
                (fields, json::not_compared(&error, text, &row, self.took))
            }
        };
        fields.set_item("input", (&self.input[0], &self.input[1]))?;
        fields.set_item("ms", self.took.as_secs_f64() * 1e3)?;
        fields.set_item("_json", answer::text(written))?;
        Ok(fields)
    }
}

impl Trouble {
    fn raise(&self, py: Python<'_>) -> PyErr {
        match self {
            Trouble::Refused(refused) => refused.raise(py),
            Trouble::Panic(message) => EgenError::new_err(message.clone()),
            Trouble::Stopped => PyKeyboardInterrupt::new_err(()),
        }
    }

    /// The error and its text, for JSON.
    fn told(&self) -> (Unread, &str) {
        match self {
            Trouble::Refused(Refused { error, text }) => (error.clone(), text),
            Trouble::Panic(message) => (Unread::new(0..0, Refusal::Outside(message.clone())), ""),
            Trouble::Stopped => (Unread::new(0..0, Refusal::Outside("stopped".into())), ""),
        }
    }
}

/// The fields of one verdict.
#[pyfunction]
#[pyo3(name = "_equal")]
pub fn equal<'py>(
    py: Python<'py>,
    left: &Bound<'py, PyAny>,
    right: &Bound<'py, PyAny>,
    assume: Option<&Bound<'py, PyAny>>,
    notation: &str,
    numeric: bool,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyDict>> {
    let question = Question::new(assume, notation, numeric, timeout)?;
    let pair = [Given::new(left)?, Given::new(right)?];
    let answer = watched(py, |stop| question.answer(&pair, stop), |_| Ok(()))?;
    match &answer.result {
        Err(trouble) => Err(trouble.raise(py)),
        Ok(_) => answer.fields(py, None),
    }
}

/// The fields of the verdicts on many pairs, in their order. `progress` is called with the number of pairs that are done.
#[pyfunction]
#[pyo3(name = "_equal_many")]
#[expect(clippy::too_many_arguments, reason = "the keywords of the function of Python")]
pub fn equal_many<'py>(
    py: Python<'py>,
    left: &Bound<'py, PyAny>,
    right: Option<&Bound<'py, PyAny>>,
    assume: Option<&Bound<'py, PyAny>>,
    notation: &str,
    numeric: bool,
    timeout: Option<f64>,
    threads: Threads,
    progress: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyList>> {
    let question = Question::new(assume, notation, numeric, timeout)?;
    let pairs = match right {
        None => given::pairs(left)?,
        Some(right) => {
            let (left, right) = (given::column(left)?, given::column(right)?);
            if left.len() != right.len() {
                let message = format!("{} formulas on the left, {} on the right", left.len(), right.len());
                return Err(PyValueError::new_err(message));
            }
            left.into_iter().zip(right).map(Into::into).collect()
        }
    };
    let (done, progress) = (AtomicUsize::new(0), progress.clone().unbind());
    let work = |stop: &Arc<AtomicBool>| -> Result<Vec<Answer>, String> {
        let answer = |pair: &[Given; 2]| {
            let answer = question.answer(pair, stop);
            done.fetch_add(1, Ordering::Relaxed);
            answer
        };
        // One by one, since a pair may take a thousand times as long as its neighbour.
        Ok(pool(threads)?.install(|| pairs.par_iter().with_max_len(1).map(answer).collect()))
    };
    let answers = watched(py, work, |py| progress.call1(py, (done.load(Ordering::Relaxed),)).map(drop))?;
    let answers = answers.map_err(EgenError::new_err)?;
    progress.call1(py, (answers.len(),))?;
    let list = PyList::empty(py);
    for (at, answer) in answers.iter().enumerate() {
        list.append(answer.fields(py, Some(at + 1))?)?;
    }
    Ok(list)
}

/// The fields of the lines of a derivation.
#[pyfunction]
#[pyo3(name = "_check")]
pub fn check<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
    assume: Option<&Bound<'py, PyAny>>,
    notation: &str,
    numeric: bool,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyList>> {
    let text = given::utf8(text)?;
    let Question { settings, notation, timeout, .. } = Question::new(assume, notation, numeric, timeout)?;
    let options = Options { notation, ..Options::default() };
    let work = |stop: &Arc<AtomicBool>| {
        let deadline = deadline(timeout, stop);
        let mut judge = egen::judge(Settings { deadline, ..settings.clone() });
        if numeric {
            judge.prover = None;
        }
        egen_check::check(&text, &judge, &options)
    };
    let rows = watched(py, work, |_| Ok(()))?;
    let list = PyList::empty(py);
    for row in &rows {
        list.append(answer::line(py, row)?)?;
    }
    Ok(list)
}
