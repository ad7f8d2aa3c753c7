//! Rows: what is kept of an expression, and of a candidate that did not stand?

use egen_math::compare::Domain;
use serde::{Serialize, Serializer};

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
    /// Where the graph that it was drawn from holds: `natural`, `x > 0`, …
    pub part: String,
    /// Is the cluster all that the graph holds up to the length?
    pub complete: bool,
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
