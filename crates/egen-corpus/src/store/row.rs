//! Rows: what is kept of an expression, and of a candidate that did not stand?

use egen_math::compare::{Comparison, Domain, Verdict};
use egen_math::{Expr, Node};
use egen_read::print::{Form, print};
use serde::{Serialize, Serializer};

use crate::part::Part;

/// One expression of a cluster of equal ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The number of the cluster. The rows of a cluster follow each other.
    pub cluster: u32,
    /// The expression that the cluster was made from, in prefix form.
    pub initial: String,
    /// The number within the cluster; 0 is the initial expression itself.
    pub member: u32,
    /// The expression in prefix form.
    pub prefix: String,
    /// In infix form.
    pub infix: String,
    /// In LaTeX.
    pub latex: String,
    /// The number of its tokens.
    pub tokens: u32,
    /// How its domain relates to that of the initial expression.
    #[serde(serialize_with = "by_name")]
    pub domain: Domain,
    /// Does it also equal the initial expression over the complex numbers? `None` when that could not be told.
    pub complex: Option<bool>,
    /// The names of its operators, each once, sorted.
    pub operators: Vec<String>,
    /// Where the graph that it was drawn from holds, the text of a [`Part`]: `natural`, `x > 0`, …
    pub part: String,
    /// Is the cluster all that the graph holds up to the length?
    pub complete: bool,
}

impl Row {
    /// A member of a cluster whose initial expression has this prefix form, drawn from a graph on the natural domain.
    pub fn new(cluster: u32, initial: &str, member: u32, expr: &Expr) -> Row {
        let prefix = print(expr, Form::Prefix);
        Row {
            cluster,
            initial: initial.to_string(),
            member,
            tokens: prefix.split(' ').count() as u32,
            infix: expr.to_string(),
            latex: print(expr, Form::Latex),
            prefix,
            domain: Domain::Equal,
            complex: None,
            operators: operators(expr).into_iter().map(String::from).collect(),
            part: Part::Natural.to_string(),
            complete: false,
        }
    }

    /// The same with the labels that a comparison with the initial expression gave.
    pub fn labelled(self, comparison: &Comparison) -> Row {
        Row { domain: comparison.domain.unwrap_or(Domain::Equal), complex: comparison.complex, ..self }
    }
}

/// The names of an expression's operators, each once, sorted.
pub(crate) fn operators(expr: &Expr) -> Vec<&'static str> {
    let mut names: Vec<&str> = expr.nodes().iter().filter_map(Node::op).map(|op| op.info().prefix[1]).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The point of a refutation, as rejects have it: `x = 2, y = 1`; empty if there is none.
pub(crate) fn point(verdict: &Verdict) -> String {
    let Verdict::Refuted(witness) = verdict else { return String::new() };
    let at: Vec<String> = witness.at.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    at.join(", ")
}

/// A candidate that was not taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reject {
    /// The number of the cluster that it was a candidate for.
    pub cluster: u32,
    /// The expression that the cluster was made from, in prefix form.
    pub initial: String,
    /// The candidate, in infix form.
    pub candidate: String,
    /// Why it was not taken.
    pub reason: String,
    /// The point where the two differ; empty if there is none.
    pub at: String,
}

fn by_name<S: Serializer>(domain: &Domain, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(domain.name())
}
