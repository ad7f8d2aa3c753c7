//! What is given: which expression is meant by an object of Python?

use egen::egen_math::assume::{Condition, Relation};
use egen::egen_math::{Node, Number};
use egen::egen_read::read::{Notation, Options, ReadError as Unread, Refusal, read_one};
use egen::{Assumptions, Expr};
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFrozenSet, PySet, PyString};

use crate::error;
use crate::expr;

/// A formula that somebody gave, not read yet.
#[derive(Clone, Debug)]
pub enum Given {
    /// An expression.
    Ready(Expr),
    /// A text, and the notation of it if that is certain.
    Text(String, Option<Notation>),
    /// An object of SymPy.
    Sympy(Sympy),
    /// Nothing that could be read, and why: None, a float that is no real number, a text of which a part is no character. In a batch it
    /// is no reason to end.
    Nothing(String),
}

/// What is taken of an object of SymPy.
#[derive(Clone, Debug, FromPyObject)]
pub struct Sympy {
    /// As SymPy prints it.
    shown: String,
    /// As it is read.
    srepr: String,
    /// What its symbols were told: `positive`, `integer` and the like. An error where egen has no word for it.
    said: Vec<Said>,
}

/// What is said of a symbol.
#[derive(Clone, Debug, FromPyObject)]
struct Said {
    srepr: String,
    facts: Vec<String>,
    /// What nothing can be made of.
    others: Vec<String>,
}

const SURROGATE: &str = "the text holds a lone surrogate, which is no character";

/// A text that could not be read, and why.
pub struct Refused {
    pub error: Unread,
    pub text: String,
}

impl Refused {
    fn new(message: String, text: String) -> Refused {
        Refused { error: Unread::new(0..text.len(), Refusal::Outside(message)), text }
    }

    pub fn raise(&self, py: Python<'_>) -> PyErr {
        error::unread(py, &self.error, &self.text)
    }
}

impl Given {
    /// What one object stands for.
    pub fn new(object: &Bound<'_, PyAny>) -> PyResult<Given> {
        let py = object.py();
        if let Ok(expr) = object.cast::<expr::Expr>() {
            return Ok(Given::Ready(expr.get().inner().clone()));
        }
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(text
                .to_str()
                .map_or_else(|_| Given::Nothing(SURROGATE.into()), |text| Given::Text(text.into(), None)));
        }
        if object.is_none() {
            return Ok(Given::Nothing("there is no formula: it is None".into()));
        }
        if object.is_instance_of::<PyBool>() {
            return Err(wrong_type(object));
        }
        if of_sympy(object)? {
            return Ok(Given::Sympy(py.import("egen._sympy")?.call_method1("taken", (object,))?.extract()?));
        }
        // NumPy's numbers are among these as well.
        let numbers = py.import("numbers")?;
        if object.is_instance(&numbers.getattr("Rational")?)? {
            // Python writes out no longer ones.
            let long = || Given::Nothing("the number has more digits than are read".into());
            return Ok(object.str().map_or_else(
                |_| long(),
                |text| Given::Text(text.to_string_lossy().into_owned(), Some(Notation::Infix)),
            ));
        }
        if object.is_instance(&py.import("decimal")?.getattr("Decimal")?)? {
            let text = object.call_method1("__format__", ("f",))?.extract::<String>()?;
            let is_number = text.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
            return Ok(match is_number {
                true => Given::Text(text, Some(Notation::Infix)),
                false => Given::Nothing(format!("{text} is no real number")),
            });
        }
        if object.is_instance(&numbers.getattr("Real")?)? {
            let value: f64 = object.extract()?;
            if !value.is_finite() {
                return Ok(Given::Nothing(format!("{value} is no real number")));
            }
            // The shortest digits that mean this float: 0.1 is a tenth.
            return Ok(Given::Text(value.to_string(), Some(Notation::Infix)));
        }
        Err(wrong_type(object))
    }

    /// What one object of many stands for: what is no formula is no reason to end.
    fn among_others(object: &Bound<'_, PyAny>) -> PyResult<Given> {
        Given::new(object).or_else(|error| match error.is_instance_of::<PyException>(object.py()) {
            true => Ok(Given::Nothing(error.value(object.py()).to_string())),
            false => Err(error),
        })
    }

    /// The text that it is called by.
    pub fn text(&self) -> String {
        match self {
            Given::Ready(expr) => expr.to_string(),
            Given::Text(text, _) => text.clone(),
            Given::Sympy(object) => object.shown.clone(),
            Given::Nothing(_) => String::new(),
        }
    }

    /// The expression, and the decisions of the reader.
    pub fn read(&self, notation: Option<Notation>) -> Result<(Expr, Vec<String>), Refused> {
        match self {
            Given::Ready(expr) => Ok((expr.clone(), Vec::new())),
            Given::Text(text, own) => read_text(text, own.or(notation)),
            Given::Sympy(object) => read_text(&object.srepr, Some(Notation::Srepr)),
            Given::Nothing(why) => Err(Refused::new(why.clone(), String::new())),
        }
    }

    /// What is assumed of its variables because SymPy's symbols say so.
    pub fn assumed(&self) -> Result<Assumptions, Refused> {
        let mut all = Assumptions::none();
        let Given::Sympy(object) = self else { return Ok(all) };
        for Said { srepr, facts, others } in &object.said {
            if let Some(fact) = others.first() {
                let why = format!("nothing can be assumed that says {fact}: use a symbol without it");
                return Err(Refused::new(why, srepr.clone()));
            }
            let (variable, _) = read_text(srepr, Some(Notation::Srepr))?;
            for fact in facts {
                let relation = match fact.as_str() {
                    "positive" => Relation::Greater,
                    "negative" => Relation::Less,
                    "nonnegative" => Relation::GreaterOrEqual,
                    "nonpositive" => Relation::LessOrEqual,
                    "nonzero" => Relation::NotEqual,
                    _ => {
                        let Node::Var(name) = variable.node(variable.root()) else { continue };
                        all.integers.push(name.clone());
                        continue;
                    }
                };
                let (left, right) = (variable.clone(), Expr::number(Number::from(0)));
                all.conditions.push(Condition { left, relation, right });
            }
        }
        Ok(all)
    }
}

fn read_text(text: &str, notation: Option<Notation>) -> Result<(Expr, Vec<String>), Refused> {
    let read = read_one(text, &Options { notation, ..Options::default() });
    read.map(|(expr, notes)| (expr, egen::json::notes(&notes)))
        .map_err(|error| Refused { error, text: text.to_owned() })
}

/// Adds what is not assumed yet.
pub fn join(all: &mut Assumptions, more: Assumptions) {
    let Assumptions { mut conditions, mut integers } = more;
    conditions.retain(|one| !all.conditions.contains(one));
    integers.retain(|one| !all.integers.contains(one));
    all.extend(Assumptions { conditions, integers });
}

/// The expression that one object stands for.
pub fn one(object: &Bound<'_, PyAny>) -> PyResult<Expr> {
    let given = Given::new(object)?;
    let read = crate::run::run(object.py(), || given.read(None))?;
    read.map(|(expr, _)| expr).map_err(|refused| refused.raise(object.py()))
}

/// The same, with what is assumed: by `assume`, and by SymPy's symbols.
pub fn one_assumed(object: &Bound<'_, PyAny>, assume: Option<&Bound<'_, PyAny>>) -> PyResult<(Expr, Assumptions)> {
    let (given, mut all) = (Given::new(object)?, assumptions(assume)?);
    let read = crate::run::run(object.py(), || given.read(None).and_then(|(expr, _)| Ok((expr, given.assumed()?))))?;
    let (expr, said) = read.map_err(|refused| refused.raise(object.py()))?;
    join(&mut all, said);
    Ok((expr, all))
}

/// A column: a list or another iterable of formulas.
pub fn column(object: &Bound<'_, PyAny>) -> PyResult<Vec<Given>> {
    if object.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("expected a list or a column of formulas, got one text"));
    }
    object.try_iter()?.map(|item| Given::among_others(&item?)).collect()
}

/// Pairs: an iterable of them.
pub fn pairs(object: &Bound<'_, PyAny>) -> PyResult<Vec<[Given; 2]>> {
    let pair = |(at, pair): (usize, PyResult<Bound<'_, PyAny>>)| {
        let pair = pair?;
        match sides(&pair).as_slice() {
            [left, right] => Ok([Given::among_others(left)?, Given::among_others(right)?]),
            _ => {
                Err(PyValueError::new_err(format!("row {}: expected a pair of formulas, got {}", at + 1, pair.repr()?)))
            }
        }
    };
    object.try_iter()?.enumerate().map(pair).collect()
}

/// What a row holds, one after the other; nothing of what is no row. A dict would give its keys, and a set has no order.
fn sides<'py>(row: &Bound<'py, PyAny>) -> Vec<Bound<'py, PyAny>> {
    let is_unordered = row.is_instance_of::<PyString>()
        || row.is_instance_of::<PyDict>()
        || row.is_instance_of::<PySet>()
        || row.is_instance_of::<PyFrozenSet>();
    match row.try_iter() {
        Ok(items) if !is_unordered => items.collect::<PyResult<_>>().unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// What is assumed: None, a text or a relation of SymPy's, or several of them.
pub fn assumptions(object: Option<&Bound<'_, PyAny>>) -> PyResult<Assumptions> {
    let mut all = Assumptions::none();
    if let Some(object) = object.filter(|object| !object.is_none()) {
        let single = object.is_instance_of::<PyString>() || of_sympy(object)?;
        let parts = if single { vec![object.clone()] } else { object.try_iter()?.collect::<PyResult<_>>()? };
        for part in parts {
            all.extend(assumption(&part)?);
        }
    }
    Ok(all)
}

fn assumption(object: &Bound<'_, PyAny>) -> PyResult<Assumptions> {
    let py = object.py();
    if let Ok(text) = object.cast::<PyString>() {
        let text = utf8(text)?;
        return egen::egen_read::assume::read(&text).map_err(|error| error::unread(py, &error, &text));
    }
    if !of_sympy(object)? {
        return Err(PyTypeError::new_err(format!(
            "expected what is assumed as a text, such as 'x > 0', or a relation of SymPy's, got {}",
            object.get_type().name()?
        )));
    }
    let mut all = Assumptions::none();
    let relations: Vec<(Bound<'_, PyAny>, String, Bound<'_, PyAny>)> =
        py.import("egen._sympy")?.call_method1("relations", (object,))?.extract()?;
    for (left, sign, right) in relations {
        let relation =
            egen::egen_read::assume::SIGNS.into_iter().find(|(known, _)| *known == sign).map(|(_, relation)| relation);
        let relation =
            relation.ok_or_else(|| PyValueError::new_err(format!("{object} is nothing that can be assumed")))?;
        all.conditions.push(Condition { left: one(&left)?, relation, right: one(&right)? });
    }
    Ok(all)
}

/// A notation by its name; `auto` decides by content.
pub fn notation(name: &str) -> PyResult<Option<Notation>> {
    const ALL: [Notation; 6] =
        [Notation::Latex, Notation::Infix, Notation::Prefix, Notation::Sexpr, Notation::Mathml, Notation::Srepr];
    if name == "auto" {
        return Ok(None);
    }
    let found = ALL.into_iter().find(|notation| notation.name() == name);
    let names = || ALL.map(Notation::name).join(", ");
    found
        .map(Some)
        .ok_or_else(|| PyValueError::new_err(format!("no notation is called `{name}`; there are auto, {}", names())))
}

/// Is it a SymPy object? SymPy is not imported to find out.
fn of_sympy(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let modules = object.py().import("sys")?.getattr("modules")?;
    if !modules.contains("sympy")? {
        return Ok(false);
    }
    object.is_instance(&object.py().import("sympy")?.getattr("Basic")?)
}

/// A lone surrogate is nothing that could be read.
pub fn utf8(text: &Bound<'_, PyString>) -> PyResult<String> {
    text.to_str().map(str::to_owned).map_err(|_| {
        let error = Unread::new(0..0, Refusal::Outside(SURROGATE.into()));
        error::unread(text.py(), &error, "")
    })
}

fn wrong_type(object: &Bound<'_, PyAny>) -> PyErr {
    let name = object.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    PyTypeError::new_err(format!("expected a formula: a str, an egen.Expr, a number or a SymPy object, got {name}"))
}
