//! What is given: which expression is meant by an object of Python?

use egen::egen_math::read::{Notation, Options, ReadError as Unread, read_one};
use egen::{Assumptions, Expr};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use crate::error;
use crate::expr;

/// A formula that somebody gave, not read yet.
#[derive(Clone, Debug)]
pub enum Given {
    /// An expression.
    Ready(Expr),
    /// A text, and the notation of it if that is certain.
    Text(String, Option<Notation>),
    /// Nothing that could be read, and why: None, a float that is no real number, a text of which a part is no character. In a batch it
    /// is no reason to end.
    Nothing(String),
}

const SURROGATE: &str = "the text holds a lone surrogate, which is no character";

/// A text that could not be read, and why.
pub struct Refused {
    pub error: Unread,
    pub text: String,
}

impl Refused {
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
            let text = py.import("sympy")?.call_method1("srepr", (object,))?;
            return Ok(Given::Text(utf8(text.cast::<PyString>()?)?, Some(Notation::Srepr)));
        }
        // NumPy's numbers are among these as well.
        let numbers = py.import("numbers")?;
        if object.is_instance(&numbers.getattr("Rational")?)? {
            return Ok(Given::Text(object.str()?.to_str()?.to_owned(), Some(Notation::Infix)));
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

    /// The text that it is called by.
    pub fn text(&self) -> String {
        match self {
            Given::Ready(expr) => expr.to_string(),
            Given::Text(text, _) => text.clone(),
            Given::Nothing(_) => String::new(),
        }
    }

    /// The expression, and the decisions of the reader.
    pub fn read(&self, notation: Option<Notation>) -> Result<(Expr, Vec<String>), Refused> {
        match self {
            Given::Ready(expr) => Ok((expr.clone(), Vec::new())),
            Given::Text(text, own) => {
                let options = Options { notation: own.or(notation), ..Options::default() };
                let read = read_one(text, &options).map(|(expr, notes)| (expr, egen::json::notes(&notes)));
                read.map_err(|error| Refused { error, text: text.clone() })
            }
            Given::Nothing(why) => {
                Err(Refused { error: Unread { at: 0..0, message: why.clone() }, text: String::new() })
            }
        }
    }
}

/// The expression that one object stands for.
pub fn one(object: &Bound<'_, PyAny>) -> PyResult<Expr> {
    let given = Given::new(object)?;
    let read = crate::run::run(object.py(), || given.read(None))?;
    read.map(|(expr, _)| expr).map_err(|refused| refused.raise(object.py()))
}

/// A column: a list or another iterable of formulas.
pub fn column(object: &Bound<'_, PyAny>) -> PyResult<Vec<Given>> {
    if object.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("expected a list or a column of formulas, got one text"));
    }
    object.try_iter()?.map(|item| Given::new(&item?)).collect()
}

/// Pairs: an iterable of them.
pub fn pairs(object: &Bound<'_, PyAny>) -> PyResult<Vec<[Given; 2]>> {
    let pair = |pair: PyResult<Bound<'_, PyAny>>| {
        let pair = pair?;
        let sides = if pair.is_instance_of::<PyString>() {
            Vec::new()
        } else {
            pair.try_iter()?.collect::<PyResult<Vec<_>>>()?
        };
        match sides.as_slice() {
            [left, right] => Ok([Given::new(left)?, Given::new(right)?]),
            _ => Err(PyValueError::new_err(format!("expected a pair of formulas, got {}", pair.repr()?))),
        }
    };
    object.try_iter()?.map(pair).collect()
}

/// What is assumed: None, a text, or several of them.
pub fn assumptions(object: Option<&Bound<'_, PyAny>>) -> PyResult<Assumptions> {
    let mut all = Assumptions::none();
    let Some(object) = object.filter(|object| !object.is_none()) else { return Ok(all) };
    let texts: Vec<String> = match object.cast::<PyString>() {
        Ok(text) => vec![utf8(text)?],
        Err(_) => object.try_iter()?.map(|text| utf8(text?.cast::<PyString>()?)).collect::<PyResult<_>>()?,
    };
    for text in texts {
        all.extend(text.parse::<Assumptions>().map_err(|error| error::unread(object.py(), &error, &text))?);
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
fn utf8(text: &Bound<'_, PyString>) -> PyResult<String> {
    text.to_str().map(str::to_owned).map_err(|_| {
        let error = Unread { at: 0..0, message: SURROGATE.into() };
        error::unread(text.py(), &error, "")
    })
}

fn wrong_type(object: &Bound<'_, PyAny>) -> PyErr {
    let name = object.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    PyTypeError::new_err(format!("expected a formula: a str, an egen.Expr, a number or a SymPy object, got {name}"))
}
