//! The front door: read formulas, decide whether two are equal, check derivations, find what equals a formula, and give
//! formulas vectors.
//!
//! ```
//! use egen::{By, Proof, Reach, Verdict, check, count, embed, equal, expand, read};
//!
//! // Any notation: LaTeX, infix, prefix, MathML, …
//! let (double, product) = (read(r"\sin 2x")?, read("2 sin(x) cos(x)")?);
//!
//! // Equal, with a proof …
//! assert!(matches!(equal(&double, &product).verdict, Verdict::Proved(Proof::Steps(_))));
//! // … or not, with a point at which both are certainly different.
//! let Verdict::Refuted(witness) = equal(&read("sqrt(x^2)")?, &read("x")?).verdict else { panic!() };
//! assert_eq!(witness.at[0].0.as_str(), "x");
//!
//! // Derivations, line by line.
//! let rows = check("x^2 = 2x\nx = 2");
//! assert_eq!(rows[1].finding.reason, "x = 0 is lost: both sides were divided by x");
//!
//! // What equals a formula, and how much of it there is.
//! let reach = Reach { max_tokens: 9, ..Reach::default() };
//! let found = expand(&double, &reach)?.members(5, egen::Order::Size, 0);
//! assert!(found.members.iter().all(|member| equal(&double, member).verdict.is_equal()));
//! assert!(count(&double, &reach)? > 5u8.into());
//!
//! // Vectors in which equal formulas lie together.
//! let other = embed(&read("sin(3x)")?)?;
//! let (double, product) = (embed(&double)?, embed(&product)?);
//! assert!(double.cosine(&product, By::Meaning) > double.cosine(&other, By::Meaning));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! These functions ask with the rules and the models that come with egen, which are made ready once a process, when they are
//! first needed. Whoever wants assumptions, rules or models of their own asks the crates behind them, which are here under their
//! names: a [`Judge`] decides and checks, [`expand_with`] takes a [`Prover`], [`Embedder::new`] takes two models.

#[cfg(feature = "json")]
pub mod draw;
#[cfg(feature = "json")]
pub mod json;

use std::fmt;
use std::sync::LazyLock;

pub use egen_check::{Finding, Judge, Row};
pub use egen_graph::expand::{Expansion, Members, NoExpansion, Order};
pub use egen_graph::grammar::UBig;
pub use egen_graph::prove::Prover;
pub use egen_graph::saturate::Limits;
pub use egen_math::compare::{Comparison, Domain, Proof, Reason, Settings, Step, Verdict, Why, Witness};
pub use egen_math::{Assumptions, Expr, Number, Patience, Symbol};
#[cfg(feature = "embed")]
pub use egen_model::TokenError;
#[cfg(feature = "embed")]
pub use egen_model::embedder::{By, Embedder, Vectors};
pub use egen_read::print::{Form, print};
pub use egen_read::read::{ReadError, read_expr as read};

#[cfg(feature = "corpus")]
pub use egen_corpus;
#[cfg(feature = "eval")]
pub use egen_eval;
#[cfg(feature = "embed")]
pub use egen_model;
#[cfg(feature = "weights")]
pub use egen_weights;
#[cfg(feature = "train")]
pub use {egen_burn, egen_train};
pub use {egen_check, egen_graph, egen_math, egen_read, egen_rules};

use egen_graph::bounds::Bounds;
use egen_math::compare::compare_with;

// Rules are made ready for each set of variables, which takes longer than most proofs; so they are shared by all who ask.
static JUDGE: LazyLock<Judge> = LazyLock::new(Judge::builtin);
#[cfg(feature = "embed")]
static EMBEDDER: LazyLock<Embedder> =
    LazyLock::new(|| Embedder::bundled().expect("the models that come with egen are tested"));

/// Are two expressions equal wherever both are defined? Numbers decide whether, a proof says why.
pub fn equal(left: &Expr, right: &Expr) -> Comparison {
    JUDGE.decide(left, right)
}

/// The same, where the settings say, with the rules that come with egen.
pub fn equal_with(left: &Expr, right: &Expr, settings: &Settings) -> Comparison {
    prover().prove(left, right, settings)
}

/// A judge with these settings and the rules that come with egen.
pub fn judge(settings: Settings) -> Judge {
    Judge { settings, prover: JUDGE.prover.clone() }
}

/// The rules that come with egen, ready to prove and to expand.
pub fn prover() -> &'static Prover {
    JUDGE.prover.as_ref().expect("the built-in judge has a prover")
}

/// Checks a derivation: a row with a finding for each of its lines.
pub fn check(text: &str) -> Vec<Row> {
    egen_check::check(text, &JUDGE, &Default::default())
}

/// How far an expansion goes.
#[derive(Clone, Debug)]
pub struct Reach {
    /// The longest expressions, in prefix tokens.
    pub max_tokens: u32,
    /// Where they must be equal.
    pub assumptions: Assumptions,
    /// How much work the rules may do.
    pub limits: Limits,
}

impl Default for Reach {
    fn default() -> Reach {
        Reach { max_tokens: 25, assumptions: Assumptions::none(), limits: Limits::default() }
    }
}

/// The longest expression that is expanded, in nodes.
pub const MAX_NODES: usize = 2_000;

/// Why an expression was not expanded.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpandError {
    /// It has this many nodes, more than [`MAX_NODES`].
    TooLarge(usize),
    /// It has no value that a candidate could be verified against.
    NoValue {
        /// The expression.
        expr: Expr,
        /// Why not, if that is known.
        why: Option<Reason>,
    },
    /// The rules contradict themselves on it.
    Contradiction(NoExpansion),
}

impl fmt::Display for ExpandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpandError::TooLarge(nodes) => {
                write!(f, "the expression has {nodes} nodes; at most {MAX_NODES} are expanded")
            }
            ExpandError::NoValue { expr, why } => {
                write!(f, "{expr} has no value to be verified against: ")?;
                match why {
                    Some(reason) => write!(f, "{reason}"),
                    None => f.write_str("parts of it are too small or too large to be told from others"),
                }
            }
            ExpandError::Contradiction(what) => write!(f, "{what}"),
        }
    }
}

impl std::error::Error for ExpandError {}

/// The expressions that the rules find equal to this one, counted and ready to be taken.
pub fn expand(expr: &Expr, reach: &Reach) -> Result<Expansion, ExpandError> {
    expand_with(expr, reach, prover())
}

/// The same, with the rules of a prover.
pub fn expand_with(expr: &Expr, reach: &Reach, prover: &Prover) -> Result<Expansion, ExpandError> {
    if expr.len() > MAX_NODES {
        return Err(ExpandError::TooLarge(expr.len()));
    }
    let rules = prover.rewritings(&expr.variables());
    let Reach { max_tokens, assumptions, limits } = reach;
    let expanded = egen_graph::expand::expand(expr, assumptions, &rules, limits, &Bounds::prefix(*max_tokens));
    expanded.map_err(|error| match error {
        NoExpansion::NoValue => {
            let settings = Settings { assumptions: assumptions.clone(), ..Settings::default() };
            let why = match compare_with(expr, expr, &settings).verdict {
                Verdict::Unknown(reason) => Some(reason),
                Verdict::Proved(_) | Verdict::Agree | Verdict::Refuted(_) => None,
            };
            ExpandError::NoValue { expr: expr.clone(), why }
        }
        contradiction @ NoExpansion::Contradiction { .. } => ExpandError::Contradiction(contradiction),
    })
}

/// How many expressions equal this one, exactly for the graph that the rules make of it.
pub fn count(expr: &Expr, reach: &Reach) -> Result<UBig, ExpandError> {
    let counts = expand(expr, reach)?.counts;
    Ok(counts.total(counts.grammar().root()))
}

/// The vectors of an expression: what it means, and how it is written. [`Embedder::embed`] takes many at once, which is faster.
#[cfg(feature = "embed")]
pub fn embed(expr: &Expr) -> Result<Vectors, TokenError> {
    EMBEDDER.embed(std::slice::from_ref(expr)).pop().expect("a result for each expression")
}

/// How near two expressions are: the cosine of their vectors, at most 1. A near one need not be equal.
#[cfg(feature = "embed")]
pub fn similarity(left: &Expr, right: &Expr, by: By) -> Result<f32, TokenError> {
    Ok(embed(left)?.cosine(&embed(right)?, by))
}
