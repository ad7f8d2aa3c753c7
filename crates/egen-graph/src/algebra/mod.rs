//! Algebra: are two expressions equal by calculation with fractions alone?
//!
//! An expression becomes a quotient of two polynomials with integer coefficients in *atoms*: variables, π, and
//! whatever arithmetic does not see through. Radicals, exponentials, sines and cosines are atoms with laws of
//! their own, so that many identities of elementary functions are identities of polynomials here. Two
//! expressions with one normal form agree wherever both are defined, up to a null set: every law used holds at
//! every point at which the expressions have real values, and what the definedness of roots and logarithms says
//! about signs may be used there too. Whether there is such a point is not asked.
//!
//! Everything is bounded. What is too large, and what is defined nowhere, has no normal form.

mod circular;
mod constant;
mod division;
mod exponential;
mod factor;
mod facts;
mod form;
mod fraction;
mod function;
mod gcd;
mod integer;
mod monomial;
mod normalize;
mod polynomial;
mod ratio;
mod ring;
mod root;
mod split;
mod table;
mod write;

pub use form::NormalForm;

use std::sync::Arc;

use egen_math::{Expr, Symbol};
use normalize::Plain;
use ring::Ring;

/// Which laws may be used, and how much work may be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Sines and cosines are calculated with: addition theorems, multiple and half angles, values at rational
    /// multiples of π, inverse functions inside them. Otherwise only their symmetry is known. On by default.
    pub trigonometric: bool,
    /// Exponentials are calculated with: exp(u + v) = exp(u)·exp(v), powers with symbolic exponents,
    /// hyperbolic functions and their inverses. Otherwise they are atoms. On by default.
    pub exponentials: bool,
    /// What it says about signs that roots, logarithms and inverse functions are defined may be used. On by default.
    pub domain: bool,
    /// Variables that take integer values only. Powers with symbolic exponents are left alone if there are any
    /// in the expression, since their bases may be negative. None by default.
    pub integers: Vec<Symbol>,
    /// A polynomial has at most this many terms. 2,000 by default.
    pub max_terms: usize,
    /// Products of terms and visited nodes are counted up to this. 100,000 by default, which is some 20 ms.
    pub max_steps: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            trigonometric: true,
            exponentials: true,
            domain: true,
            integers: Vec::new(),
            max_terms: 2_000,
            max_steps: 100_000,
        }
    }
}

/// Facts found late hold for what was read before; so expressions are read again, at most this often.
const MAX_ROUNDS: usize = 5;

/// The normal form of an expression; `None` if it is too large or defined nowhere.
///
/// ```
/// use egen_graph::algebra::{Settings, normal_form};
/// let form = |text| normal_form(&egen_read::read::read_expr(text).unwrap(), &Settings::default()).unwrap();
/// assert_eq!(form("(x^2 - 1)/(x - 1)").to_expr().to_string(), "x + 1");
/// assert_eq!(form("sin(x)^2 + cos(x)^2").as_number(), Some(1.into()));
/// assert!(form("exp(x + y)").equals(&form("exp(y)*exp(x)")));
/// ```
pub fn normal_form(expr: &Expr, settings: &Settings) -> Option<NormalForm> {
    let plain = Plain::new(expr)?;
    let mut ring = Ring::new(settings);
    let mut fraction = ring.normalize(&plain.expr)?;
    let mut known = 0;
    for _ in 1..MAX_ROUNDS {
        if ring.facts.count() == known {
            break;
        }
        known = ring.facts.count();
        match ring.normalize(&plain.expr) {
            Some(again) => fraction = again,
            // What was found with fewer facts is as true.
            None => {
                ring.steps = 0;
                break;
            }
        }
    }
    let rational = !ring.beyond_rational;
    if ring.vanishes(&fraction.num)? {
        fraction = fraction::Fraction::zero();
    }
    let nodes = ring.table.nodes(&fraction.num) + ring.table.nodes(&fraction.den);
    if nodes > table::MAX_NODES {
        return None;
    }
    let reduced = ring.is_reduced(&fraction);
    Some(NormalForm { fraction, table: Arc::new(ring.table), reduced, rational, source: expr.clone() })
}

/// Are two expressions equal on their common domain? `Some(true)` is a proof that they are. `Some(false)` is a
/// proof that they are not, given for quotients of polynomials in variables only. `None`: not shown.
///
/// ```
/// use egen_graph::algebra::{Settings, equal_by_algebra};
/// use egen_read::read::read_expr;
/// let equal = |a, b| equal_by_algebra(&read_expr(a).unwrap(), &read_expr(b).unwrap(), &Settings::default());
/// assert_eq!(equal("1/(x - 1) - 1/(x + 1)", "2/(x^2 - 1)"), Some(true));
/// assert_eq!(equal("sqrt(x^2)", "abs(x)"), Some(true));
/// assert_eq!(equal("sqrt(x^2)", "x"), None);
/// assert_eq!(equal("(x + y)^2", "x^2 + y^2"), Some(false));
/// ```
pub fn equal_by_algebra(a: &Expr, b: &Expr, settings: &Settings) -> Option<bool> {
    decide(a, b, &mut Ring::new(settings))
}

/// The same, as one of many questions that share a budget: `steps` is lowered by the work that was done.
pub fn equal_within(a: &Expr, b: &Expr, settings: &Settings, steps: &mut usize) -> Option<bool> {
    let settings = Settings { max_steps: settings.max_steps.min(*steps), ..settings.clone() };
    let mut ring = Ring::new(&settings);
    let answer = decide(a, b, &mut ring);
    *steps = steps.saturating_sub(ring.done);
    answer
}

fn decide(a: &Expr, b: &Expr, ring: &mut Ring) -> Option<bool> {
    let (left, right) = (Plain::new(a)?, Plain::new(b)?);
    let mut known = 0;
    for round in 0..MAX_ROUNDS {
        let (f, g) = (ring.normalize(&left.expr)?, ring.normalize(&right.expr)?);
        if ring.same(&f, &g)? {
            return Some(true);
        }
        if !ring.beyond_rational {
            return Some(false);
        }
        if round == 0 {
            // Where a derivative is defined its body is; a body that is too large says nothing.
            for body in left.bodies.iter().chain(&right.bodies) {
                let _ = ring.normalize(body);
                ring.inside_integral = false;
            }
        }
        if ring.facts.count() == known {
            break;
        }
        known = ring.facts.count();
    }
    None
}
