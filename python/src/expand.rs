//! Expansions and graphs: which expressions equal one, how many are there, and how does that look?

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use egen::draw::{Drawing, Sketch, draw_with};
use egen::egen_graph::saturate::Limits;
use egen::{Assumptions, Deadline, Order, Reach};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::error::ExpandError;
use crate::expr::Expr;
use crate::given;
use crate::run::watched;

fn reach(max_tokens: u32, nodes: usize, assumptions: &Assumptions, stop: &Arc<AtomicBool>) -> Reach {
    let deadline = Deadline::NEVER.until_stopped(stop.clone());
    let limits = Limits { nodes, deadline, ..Limits::default() };
    Reach { max_tokens, assumptions: assumptions.clone(), limits }
}

fn bounded(max_tokens: u32, nodes: usize) -> PyResult<()> {
    let within = (1..=60).contains(&max_tokens) && (10..=1_000_000).contains(&nodes);
    within.then_some(()).ok_or_else(|| PyValueError::new_err("max_tokens is from 1 to 60, nodes from 10 to 1000000"))
}

/// Expressions that equal this one, each verified.
///
/// `order` is "size" (the shortest first), "uniform" (all of at most `max_tokens` tokens equally likely) or "diverse".
///
/// >>> egen.expand("sin(2x)", 3)
/// [Expr('sin(x + x)'), Expr('sin(x*2)'), Expr('-sin(-2*x)')]
#[pyfunction]
#[pyo3(signature = (expr, n = 20, *, order = "size", max_tokens = 25, assume = None, seed = 0, nodes = 10_000))]
#[expect(clippy::too_many_arguments, reason = "the keywords of the function of Python")]
pub fn expand(
    py: Python<'_>,
    expr: &Bound<'_, PyAny>,
    n: usize,
    order: &str,
    max_tokens: u32,
    assume: Option<&Bound<'_, PyAny>>,
    seed: u64,
    nodes: usize,
) -> PyResult<Vec<Expr>> {
    bounded(max_tokens, nodes)?;
    if n > 100_000 {
        return Err(PyValueError::new_err("at most 100000 expressions are given"));
    }
    let order = match order {
        "size" => Order::Size,
        "uniform" => Order::Uniform,
        "diverse" => Order::Diverse,
        other => {
            return Err(PyValueError::new_err(format!(
                "no order is called `{other}`; there are size, uniform, diverse"
            )));
        }
    };
    let (expr, assumptions) = given::one_assumed(expr, assume)?;
    let work = |stop: &Arc<AtomicBool>| {
        let expansion = egen::expand(&expr, &reach(max_tokens, nodes, &assumptions, stop))?;
        Ok(expansion.members(n, order, seed).members)
    };
    let members =
        watched(py, work, |_| Ok(()))?.map_err(|error: egen::ExpandError| ExpandError::new_err(error.to_string()))?;
    Ok(members.into_iter().map(Expr::new).collect())
}

/// How many expressions of at most `max_tokens` prefix tokens equal this one: exact for the graph that the rules make of it.
///
/// >>> egen.count("sin(x)", max_tokens=4)
/// 5
#[pyfunction]
#[pyo3(signature = (expr, *, max_tokens = 25, assume = None, nodes = 10_000))]
pub fn count<'py>(
    py: Python<'py>,
    expr: &Bound<'py, PyAny>,
    max_tokens: u32,
    assume: Option<&Bound<'py, PyAny>>,
    nodes: usize,
) -> PyResult<Bound<'py, PyAny>> {
    bounded(max_tokens, nodes)?;
    let (expr, assumptions) = given::one_assumed(expr, assume)?;
    let work = |stop: &Arc<AtomicBool>| egen::count(&expr, &reach(max_tokens, nodes, &assumptions, stop));
    let total = watched(py, work, |_| Ok(()))?.map_err(|error| ExpandError::new_err(error.to_string()))?;
    py.get_type::<PyInt>().call1((total.to_string(),))
}

/// The e-graph of an expression: made by `egen.graph`, and a picture in notebooks.
///
/// >>> figure = egen.graph("(x+8)-8", only=["add-sub-assoc", "sub-self", "add-zero"])
/// >>> figure.svg.startswith("<svg")
/// True
/// >>> figure.grammar[0]
/// 'e0 -> x'
#[pyclass(frozen, module = "egen")]
pub struct Graph {
    /// A picture.
    #[pyo3(get)]
    svg: String,
    /// The classes of the graph, a line each.
    #[pyo3(get)]
    grammar: Vec<String>,
    /// The graph as JSON, as `egen graph --json` prints it.
    #[pyo3(get)]
    json: String,
    expr: String,
    classes: usize,
    nodes: usize,
}

#[pymethods]
impl Graph {
    #[new]
    fn new(svg: String, grammar: Vec<String>, json: String, expr: String, classes: usize, nodes: usize) -> Graph {
        Graph { svg, grammar, json, expr, classes, nodes }
    }

    /// What pickle makes another one of.
    fn __getnewargs__(&self) -> (&str, Vec<String>, &str, &str, usize, usize) {
        (&self.svg, self.grammar.clone(), &self.json, &self.expr, self.classes, self.nodes)
    }

    fn _repr_svg_(&self) -> &str {
        &self.svg
    }

    fn __repr__(&self) -> String {
        format!("<egen.Graph of {}: {} classes, {} nodes>", self.expr, self.classes, self.nodes)
    }
}

/// Draws the e-graph of an expression. `only` names the rules or families that act; without it all do, once.
///
/// >>> egen.graph("x + 0", nodes=20)
/// <egen.Graph of x + 0: 5 classes, 9 nodes>
#[pyfunction]
#[pyo3(signature = (expr, *, only = None, rounds = None, nodes = 60, assume = None))]
pub fn graph(
    py: Python<'_>,
    expr: &Bound<'_, PyAny>,
    only: Option<Vec<String>>,
    rounds: Option<usize>,
    nodes: usize,
    assume: Option<&Bound<'_, PyAny>>,
) -> PyResult<Graph> {
    let (expr, assumptions) = given::one_assumed(expr, assume)?;
    let work = |stop: &Arc<AtomicBool>| -> Result<Graph, String> {
        let deadline = Deadline::NEVER.until_stopped(stop.clone());
        let sketch = Sketch { only: only.unwrap_or_default(), rounds, nodes, assumptions, deadline };
        let drawn = draw_with(&expr, &sketch, egen::prover().rules()).map_err(|error| error.to_string())?;
        let json = format!("{:#}\n", drawn.json());
        let Drawing { expr, picture, .. } = drawn;
        let svg = picture.svg().map_err(|error| format!("{error}; allow fewer nodes or rounds, or name rules"))?;
        let (classes, nodes) = (picture.classes.len(), picture.size());
        Ok(Graph { svg, grammar: picture.grammar(), json, expr: expr.to_string(), classes, nodes })
    };
    watched(py, work, |_| Ok(()))?.map_err(ExpandError::new_err)
}
