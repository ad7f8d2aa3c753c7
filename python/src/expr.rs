//! Expressions: what can Python do with one?

use std::hash::{DefaultHasher, Hash, Hasher};

use egen::egen_math::diff::differentiate;
use egen::egen_math::eval::point::{self, Value};
use egen::egen_math::{Node, Op};
use egen::{Form, Number, Symbol, print};
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyTuple};

use crate::error::EvaluationError;
use crate::evaluate::evaluate;
use crate::given::{self, Given, one};
use crate::run::{Threads, run, watched};

/// An expression of real mathematics.
///
/// Made by `egen.parse`. Two are `==` when they are written alike; whether they mean the same is what `egen.equal` says.
///
/// >>> e = egen.parse(r"\frac{\sin 2x}{2}")
/// >>> e
/// Expr('sin(2*x)/2')
/// >>> e == egen.parse("sin(2x)/2"), e == egen.parse("sin(x)*cos(x)")
/// (True, False)
#[pyclass(frozen, module = "egen")]
pub struct Expr(egen::Expr);

impl Expr {
    pub fn new(expr: egen::Expr) -> Expr {
        Expr(expr)
    }

    pub fn inner(&self) -> &egen::Expr {
        &self.0
    }

    fn written(&self, py: Python<'_>, form: Form) -> PyResult<String> {
        run(py, || print(&self.0, form))
    }
}

/// Digits that a float holds, and none more.
const FLOAT_DIGITS: usize = 17;
/// An expression whose prefix form is longer is no longer read.
const LONGEST: usize = egen::egen_read::read::MAX_TEXT;

/// Reads one expression, in whatever notation it is: LaTeX, infix, prefix, s-expressions, MathML or SymPy's srepr.
///
/// >>> egen.parse(r"\frac{d}{dx} \sin^2 x")
/// Expr('diff(sin(x)^2, x)')
/// >>> egen.parse("+ x 1", notation="prefix").latex
/// 'x + 1'
/// >>> try:
/// ...     egen.parse("sin(x")
/// ... except egen.ReadError as error:
/// ...     print(error.message, error.start)
/// `(` is not closed 3
#[pyfunction]
#[pyo3(signature = (text, notation = "auto"))]
pub fn parse(py: Python<'_>, text: &Bound<'_, PyAny>, notation: &str) -> PyResult<Expr> {
    let notation = given::notation(notation)?;
    let given = Given::new(text)?;
    let read = run(py, || given.read(notation))?;
    read.map(|(expr, _)| Expr(expr)).map_err(|refused| refused.raise(py))
}

/// An expression from its prefix form, for pickle.
#[pyfunction]
#[pyo3(name = "_unpickle")]
pub fn unpickle(py: Python<'_>, prefix: &str) -> PyResult<Expr> {
    let given = Given::Text(prefix.to_owned(), Some(egen::egen_read::read::Notation::Prefix));
    let read = run(py, || given.read(None))?;
    read.map(|(expr, _)| Expr(expr)).map_err(|refused| refused.raise(py))
}

#[pymethods]
impl Expr {
    /// As it is typed.
    ///
    /// >>> egen.parse(r"\sqrt{x} + 1").infix
    /// 'sqrt(x) + 1'
    #[getter]
    fn infix(&self, py: Python<'_>) -> PyResult<String> {
        self.written(py, Form::Infix)
    }

    /// LaTeX, without dollar signs.
    ///
    /// >>> egen.parse("sqrt(x)/2").latex
    /// '\\frac{\\sqrt{x}}{2}'
    #[getter]
    fn latex(&self, py: Python<'_>) -> PyResult<String> {
        self.written(py, Form::Latex)
    }

    /// Prefix tokens, which need no brackets.
    ///
    /// >>> egen.parse("2*x + 1").prefix
    /// '+ * 2 x 1'
    #[getter]
    fn prefix(&self, py: Python<'_>) -> PyResult<String> {
        self.written(py, Form::Prefix)
    }

    /// Presentation MathML.
    ///
    /// >>> egen.parse("x/2").mathml.startswith("<math")
    /// True
    #[getter]
    fn mathml(&self, py: Python<'_>) -> PyResult<String> {
        self.written(py, Form::Mathml)
    }

    /// The expression in any form: infix, latex, prefix, paper, sexpr, sympy, mathml or json.
    ///
    /// >>> egen.parse("2x").to("sexpr")
    /// '(* 2 x)'
    fn to(&self, py: Python<'_>, form: &str) -> PyResult<String> {
        let form = form.parse::<Form>().map_err(|error| PyValueError::new_err(error.to_string()))?;
        self.written(py, form)
    }

    /// The tokens that lengths are counted in: prefix order, the paper's words, numbers digit by digit.
    ///
    /// >>> egen.parse("sin(x) + 12").tokens
    /// ['add', 'sin', 'x', 'INT+', '1', '2']
    #[getter]
    fn tokens(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let text = self.written(py, Form::Paper)?;
        Ok(text.split(' ').map(str::to_owned).collect())
    }

    /// The names of its variables, sorted.
    ///
    /// >>> egen.parse("y*sin(x)").variables
    /// ('x', 'y')
    #[getter]
    fn variables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.variables().iter().map(Symbol::as_str))
    }

    /// The same expression in SymPy, which must be installed. Variables become plain symbols.
    ///
    /// >>> egen.parse("sin(x)^2/3").sympy()
    /// sin(x)**2/3
    fn sympy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = self.written(py, Form::Sympy)?;
        let sympy = py.import("egen._sympy")?.getattr("sympy")?.cast_into::<PyModule>()?;
        let names = sympy.dict().copy()?;
        // Names that mean something to SymPy are printed as Symbol('E').
        let plain = |name: &Symbol| print(&egen::Expr::variable(name.as_str()), Form::Sympy) == name.as_str();
        for name in self.0.variables().iter().filter(|name| plain(name)) {
            names.set_item(name.as_str(), sympy.call_method1("Symbol", (name.as_str(),))?)?;
        }
        py.import("builtins")?.call_method1("eval", (text, names))
    }

    /// The expression with other expressions in the place of variables, all at once.
    ///
    /// >>> egen.parse("x*y").subs(x="y + 1", y=2)
    /// Expr('(y + 1)*2')
    /// >>> egen.parse("sin(x)").subs({"x": "pi/6"})
    /// Expr('sin(pi/6)')
    #[pyo3(signature = (values = None, /, **others))]
    fn subs(
        &self,
        py: Python<'_>,
        values: Option<&Bound<'_, PyDict>>,
        others: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Expr> {
        let mut all: Vec<(Symbol, egen::Expr)> = Vec::new();
        for (name, value) in named([values, others])? {
            all.push((name, one(&value)?));
        }
        if let Some(trouble) = captured(&self.0, &all) {
            return Err(PyValueError::new_err(trouble));
        }
        let pairs: Vec<(&Symbol, &egen::Expr)> = all.iter().map(|(name, value)| (name, value)).collect();
        // A variable that occurs often makes a large value larger.
        let grown: usize = self
            .0
            .nodes()
            .iter()
            .map(|node| match node {
                Node::Var(found) => pairs.iter().find(|(name, _)| *name == found).map_or(1, |(_, value)| value.len()),
                _ => 1,
            })
            .sum();
        if grown > MAX_NODES {
            return Err(PyValueError::new_err(format!(
                "the result would have {grown} nodes; at most {MAX_NODES} are made"
            )));
        }
        run(py, || Expr(self.0.substitute_all(&pairs)))
    }

    /// The derivative, by the one variable that there is if none is named. Nothing but zeros and ones is simplified.
    ///
    /// >>> egen.parse("x^3 + sin(2x)").diff("x")
    /// Expr('3*x^2 + cos(2*x)*2')
    #[pyo3(signature = (by = None))]
    fn diff(&self, py: Python<'_>, by: Option<&Bound<'_, PyAny>>) -> PyResult<Expr> {
        let by = match (by, self.0.variables().as_slice()) {
            (Some(by), _) => variable(by)?,
            (None, [only]) => only.clone(),
            (None, all) => {
                return Err(PyTypeError::new_err(format!("by which variable? there are {} of them", all.len())));
            }
        };
        run(py, || differentiate(&self.0, &by))?.map(Expr).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The value at a point, as a float whose digits are certain; NaN where there is none.
    ///
    /// >>> egen.parse("x^2 + y")(x=0.5, y="1/4")
    /// 0.5
    /// >>> egen.parse("1/x")(x=0)
    /// nan
    /// >>> egen.parse("x_1/2")({"x_1": 3}), egen.parse("x^2")(3)
    /// (1.5, 9.0)
    #[pyo3(signature = (values = None, /, **at))]
    fn __call__(
        &self,
        py: Python<'_>,
        values: Option<&Bound<'_, PyAny>>,
        at: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<f64> {
        match self.value(py, self.given(values, at)?, FLOAT_DIGITS)? {
            Value::Known(digits) => {
                digits.parse().map_err(|_| EvaluationError::new_err(format!("{digits} is no float")))
            }
            Value::Undefined => Ok(f64::NAN),
            Value::Unsure(reason) => Err(EvaluationError::new_err(reason)),
        }
    }

    /// The value at a point to so many certain digits, as text; None where there is none.
    ///
    /// >>> egen.parse("exp(pi*sqrt(163))").digits(35)
    /// '262537412640768743.99999999999925007'
    #[pyo3(signature = (digits = 15, values = None, /, **at))]
    fn digits(
        &self,
        py: Python<'_>,
        digits: usize,
        values: Option<&Bound<'_, PyDict>>,
        at: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<String>> {
        if !(1..=10_000).contains(&digits) {
            return Err(PyValueError::new_err("from 1 to 10000 digits can be asked for"));
        }
        match self.value(py, named([values, at])?, digits)? {
            Value::Known(digits) => Ok(Some(digits)),
            Value::Undefined => Ok(None),
            Value::Unsure(reason) => Err(EvaluationError::new_err(reason)),
        }
    }

    fn __float__(&self, py: Python<'_>) -> PyResult<f64> {
        let value = self.__call__(py, None, None)?;
        if value.is_nan() { Err(EvaluationError::new_err(format!("{} has no real value", self.0))) } else { Ok(value) }
    }

    /// The values at many points in double precision; NaN where there is none, or none is certain.
    ///
    /// Give an array for each variable (they are broadcast), by name or in a dict, or one array if there is at most one variable. Where
    /// floating point cannot tell whether there is a value, certified arithmetic is asked, which takes longer.
    ///
    /// >>> egen.parse("sqrt(x)").evaluate([4.0, 0.25, -1.0])
    /// array([2. , 0.5, nan])
    /// >>> egen.parse("x*y").evaluate(x=[1, 2, 3], y=10)
    /// array([10., 20., 30.])
    #[pyo3(signature = (values = None, /, *, threads = 0, **columns))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        values: Option<&Bound<'py, PyAny>>,
        threads: i64,
        columns: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (threads, names) = (Threads::new(threads)?, point::free_variables(&self.0));
        // Of a constant, an array says how often it is wanted.
        let like = values.filter(|values| names.is_empty() && columns.is_none() && !values.is_instance_of::<PyDict>());
        let given = self.given(values.filter(|_| like.is_none()), columns)?;
        self.complete(&names, &given.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>())?;
        let numpy = py.import("numpy")?;
        let mut arrays = given.iter().map(|(_, value)| floats(&numpy, value)).collect::<PyResult<Vec<_>>>()?;
        if arrays.is_empty() {
            // An expression without variables has one value.
            arrays.push(floats(&numpy, like.unwrap_or(PyFloat::new(py, 0.0).as_any()))?);
        }
        let arrays = numpy.call_method1("broadcast_arrays", PyTuple::new(py, arrays)?)?;
        let arrays = arrays.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        let shape = arrays[0].getattr("shape")?;
        // Copies, so that nobody changes them while the interpreter is free.
        let column = |array: &Bound<'py, PyAny>| -> PyResult<Vec<f64>> {
            let flat: PyReadonlyArray1<'py, f64> = array.call_method0("ravel")?.extract()?;
            Ok(flat.as_slice().map_or_else(|_| flat.as_array().iter().copied().collect(), <[f64]>::to_vec))
        };
        let copies = arrays.iter().map(column).collect::<PyResult<Vec<_>>>()?;
        let mut values: PyReadwriteArray1<'py, f64> = numpy.call_method1("empty", (copies[0].len(),))?.extract()?;
        let columns = copies.iter().map(Vec::as_slice);
        let columns: Vec<(Symbol, &[f64])> = given.into_iter().map(|(name, _)| name).zip(columns).collect();
        let out = values.as_slice_mut()?;
        let done = if out.len() < SHORT {
            run(py, || evaluate(&self.0, &columns, out, Threads(1), None))?
        } else {
            watched(py, |stop| evaluate(&self.0, &columns, out, threads, Some(stop)), |_| Ok(()))?
        };
        done.map_err(EvaluationError::new_err)?;
        values.call_method1("reshape", (shape,))
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(Op::Add, other, false)
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(Op::Add, other, true)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(Op::Sub, other, false)
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(Op::Sub, other, true)
    }

    fn __mul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(Op::Mul, other, false)
    }

    fn __rmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(Op::Mul, other, true)
    }

    fn __truediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(Op::Div, other, false)
    }

    fn __rtruediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(Op::Div, other, true)
    }

    fn __pow__(&self, other: &Bound<'_, PyAny>, modulo: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
        if modulo.is_some() { Ok(other.py().NotImplemented()) } else { self.arithmetic(Op::Pow, other, false) }
    }

    fn __rpow__(&self, other: &Bound<'_, PyAny>, modulo: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
        if modulo.is_some() { Ok(other.py().NotImplemented()) } else { self.arithmetic(Op::Pow, other, true) }
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Expr> {
        run(py, || Expr(-self.0.clone()))
    }

    fn __pos__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __abs__(&self, py: Python<'_>) -> PyResult<Expr> {
        run(py, || Expr(self.0.clone().unary(Op::Abs)))
    }

    fn __eq__(&self, other: &Bound<'_, Expr>) -> bool {
        self.0 == other.get().0
    }

    fn __hash__(&self) -> u64 {
        // Of a fixed seed, so that equal expressions have equal hashes in every process.
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.infix(py)
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        self.infix(py)?.into_pyobject(py)?.call_method1("__format__", (spec,))
    }

    /// What SymPy asks an object that it does not know.
    fn _sympy_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.sympy(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Expr({})", self.infix(py)?.into_pyobject(py)?.repr()?.to_str()?))
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("$\\displaystyle {}$", self.latex(py)?))
    }

    /// What notebooks show: LaTeX, MathML for those that have no LaTeX, and text.
    #[pyo3(signature = (include = None, exclude = None))]
    fn _repr_mimebundle_<'py>(
        &self,
        py: Python<'py>,
        include: Option<&Bound<'_, PyAny>>,
        exclude: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        // All are given: which of them are shown is the notebook's choice.
        let _ = (include, exclude);
        let bundle = PyDict::new(py);
        bundle.set_item("text/plain", self.__repr__(py)?)?;
        bundle.set_item("text/latex", self._repr_latex_(py)?)?;
        bundle.set_item("text/html", self.mathml(py)?)?;
        Ok(bundle)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let prefix = self.prefix(py)?;
        if prefix.len() > LONGEST {
            return Err(PyValueError::new_err(format!(
                "the expression is too long to be pickled: more than {LONGEST} bytes"
            )));
        }
        Ok((py.import("egen._egen")?.getattr("_unpickle")?, (prefix,)))
    }
}

/// The most nodes of an expression that is put together.
const MAX_NODES: usize = 1_000_000;
/// So few points are done before a thread has started.
const SHORT: usize = 4_096;

impl Expr {
    /// What variables are given: by name, in a dict, or as the one value of the one variable that there is.
    fn given<'py>(
        &self,
        values: Option<&Bound<'py, PyAny>>,
        others: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Named<'py>> {
        let dict = values.and_then(|values| values.cast::<PyDict>().ok());
        let mut given = named([dict, others])?;
        if let Some(value) = values.filter(|_| dict.is_none()) {
            match (point::free_variables(&self.0).as_slice(), given.is_empty()) {
                ([only], true) => given.push((only.clone(), value.clone())),
                ([], _) => return Err(PyTypeError::new_err(format!("{} has no variable", self.0))),
                (names, _) => {
                    let wanted: Vec<String> = names.iter().map(|name| format!("{name}=…")).collect();
                    return Err(PyTypeError::new_err(format!("give each variable by its name: {}", wanted.join(", "))));
                }
            }
        }
        Ok(given)
    }

    /// The value where the variables are as given, by certified arithmetic.
    fn value(&self, py: Python<'_>, at: Named<'_>, digits: usize) -> PyResult<Value> {
        let mut point: Vec<(Symbol, egen::Expr)> = Vec::new();
        for (name, value) in at {
            // A float is a point, exactly; 0.1 is not a tenth here.
            let exact = match value.cast::<PyFloat>() {
                Ok(float) => match Number::from_f64(float.value()) {
                    Some(number) => egen::Expr::number(number),
                    None => return Ok(Value::Undefined),
                },
                Err(_) => one(&value)?,
            };
            if let Some(variable) = exact.variables().first() {
                return Err(PyValueError::new_err(format!("the value of {name} contains the variable {variable}")));
            }
            point.push((name, exact));
        }
        let names: Vec<Symbol> = point.iter().map(|(name, _)| name.clone()).collect();
        self.complete(&point::free_variables(&self.0), &names)?;
        run(py, || point::real(&self.0, &point, digits))
    }

    /// Is there a value for each variable, and none for anything else?
    fn complete(&self, needed: &[Symbol], given: &[Symbol]) -> PyResult<()> {
        if let Some(missing) = needed.iter().find(|name| !given.contains(name)) {
            return Err(PyTypeError::new_err(format!("a value is missing: {missing}=…")));
        }
        let known = self.0.variables();
        match given.iter().find(|name| !known.contains(name)) {
            Some(extra) => Err(PyTypeError::new_err(format!("{} has no variable {extra}", self.0))),
            None => Ok(()),
        }
    }

    fn arithmetic(&self, op: Op, other: &Bound<'_, PyAny>, reversed: bool) -> PyResult<Py<PyAny>> {
        let py = other.py();
        // A text beside an operator is a text; and what is no formula may know itself how to be added.
        let other = match Given::new(other) {
            Ok(Given::Text(_, None) | Given::Nothing(_)) => return Ok(py.NotImplemented()),
            Ok(_) => one(other)?,
            Err(error) if error.is_instance_of::<PyTypeError>(py) => return Ok(py.NotImplemented()),
            Err(error) => return Err(error),
        };
        if self.0.len() + other.len() >= MAX_NODES {
            return Err(PyValueError::new_err(format!("the result would have more than {MAX_NODES} nodes")));
        }
        let made = run(py, || match reversed {
            false => self.0.clone().binary(op, &other),
            true => other.binary(op, &self.0),
        })?;
        Ok(Bound::new(py, Expr(made))?.into_any().unbind())
    }
}

/// Values by variables.
type Named<'py> = Vec<(Symbol, Bound<'py, PyAny>)>;

/// Those of a dict, and those of keywords.
fn named<'py>(all: [Option<&Bound<'py, PyDict>>; 2]) -> PyResult<Named<'py>> {
    let mut found: Named<'py> = Vec::new();
    for (name, value) in all.into_iter().flatten().flat_map(|dict| dict.iter()) {
        let name = variable(&name)?;
        if found.iter().any(|(known, _)| *known == name) {
            return Err(PyTypeError::new_err(format!("two values for {name}")));
        }
        found.push((name, value));
    }
    Ok(found)
}

/// An array of floats; what is masked is NaN. NumPy would drop the imaginary part of a number, and the mask.
fn floats<'py>(numpy: &Bound<'py, PyModule>, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let array = numpy.call_method1("asanyarray", (value,))?;
    let dtype = array.getattr("dtype")?;
    if !"biufO".contains(dtype.getattr("kind")?.extract::<char>()?) {
        return Err(PyTypeError::new_err(format!("expected real numbers, got an array of {dtype}")));
    }
    let floats = numpy.call_method1("asarray", (&array, "float64"))?;
    let masks = numpy.getattr("ma")?;
    if !array.is_instance(&masks.getattr("MaskedArray")?)? {
        return Ok(floats);
    }
    numpy.call_method1("where", (masks.call_method1("getmaskarray", (array,))?, f64::NAN, floats))
}

/// A variable by its name, or as an expression that is one.
fn variable(object: &Bound<'_, PyAny>) -> PyResult<Symbol> {
    let expr = one(object)?;
    match expr.nodes() {
        [Node::Var(name)] => Ok(name.clone()),
        _ => Err(PyValueError::new_err(format!("expected a variable, got {expr}"))),
    }
}

/// Why values cannot be put in: the variable of a derivative stands for all its values, and must neither get one nor catch another's.
fn captured(expr: &egen::Expr, values: &[(Symbol, egen::Expr)]) -> Option<String> {
    let mut bound: Vec<&Symbol> = Vec::new();
    for node in expr.nodes() {
        if let Node::Binary(op, _, variable) = node
            && op.binds()
            && let Node::Var(name) = expr.node(*variable)
        {
            bound.push(name);
        }
    }
    let known = expr.variables();
    values.iter().filter(|(name, _)| known.contains(name)).find_map(|(name, value)| {
        let itself = bound.contains(&name);
        let fresh = matches!(value.nodes(), [Node::Var(new)] if !known.contains(new)
            && values.iter().all(|(other, value)| other == name || !value.variables().contains(new)));
        if itself && !fresh {
            return Some(format!(
                "{name} is the variable of a derivative or an integral: only a new name can stand for it"
            ));
        }
        let caught = value.variables().into_iter().find(|variable| bound.contains(&variable));
        caught.map(|variable| {
            format!("{value} contains {variable}, the variable of a derivative or an integral: rename that first")
        })
    })
}
