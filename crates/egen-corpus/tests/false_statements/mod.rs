//! False statements: which equalities look true and are not?
//!
//! Each has a witness, an exact point at which both sides have values that differ. `certify` shows it without asking `compare`;
//! a statement whose witness does not certify is a mistake of the generator. Statements about real variables are false on more than
//! a null set, statements about integers at one integer point at least.

pub mod certify;
mod close;
mod digits;
mod disguise;
mod draw;
mod far;
mod integers;
mod inverse;
mod polynomial;
mod regions;
mod signs;
mod terms;
mod together;
mod vanishing;

use egen_math::read::read_expr;
use egen_math::{Assumptions, Expr};

use draw::Draw;

/// An equality that does not hold.
#[derive(Clone, Debug)]
pub struct Statement {
    /// One side.
    pub left: Expr,
    /// The other.
    pub right: Expr,
    /// Where it is said to hold, as `--assume` takes it. The texts are few, so that a script can ask for all of one at once.
    pub assume: Option<String>,
    /// What makes it look true.
    pub family: &'static str,
    /// Where it fails: for each variable a rational number, written with numbers and arithmetic.
    pub witness: Vec<(String, String)>,
}

/// The families, in the order of tables.
pub const FAMILIES: [&str; 10] = [
    signs::FAMILY,
    vanishing::FAMILY,
    inverse::FAMILY,
    digits::FAMILY,
    integers::FAMILY,
    far::FAMILY,
    terms::FAMILY,
    close::FAMILY,
    together::FAMILY,
    disguise::FAMILY,
];

/// The statement of a seed.
pub fn statement(seed: u64) -> Statement {
    let draw = &mut Draw::new(seed);
    match draw.below(13) {
        0 | 1 => signs::statement(draw),
        2 => vanishing::statement(draw),
        3 => inverse::statement(draw),
        4 | 5 => digits::statement(draw),
        6 => integers::statement(draw),
        7 => far::statement(draw),
        8 => terms::statement(draw),
        9 => together::statement(draw),
        10 => close::statement(draw),
        _ => disguise::statement(draw),
    }
}

impl Statement {
    fn new(family: &'static str, left: &str, right: &str, witness: &[(&str, String)]) -> Statement {
        let read = |text: &str| read_expr(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let witness = witness.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
        Statement { left: read(left), right: read(right), assume: None, family, witness }
    }

    fn assuming(self, assume: impl Into<String>) -> Statement {
        Statement { assume: Some(assume.into()), ..self }
    }

    /// What is assumed.
    pub fn assumptions(&self) -> Assumptions {
        let read = |text: &String| text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"));
        self.assume.as_ref().map(read).unwrap_or_default()
    }
}

impl std::fmt::Display for Statement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} = {}", self.left, self.right)?;
        if let Some(assume) = &self.assume {
            write!(f, "  for {assume}")?;
        }
        let at: Vec<String> = self.witness.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        write!(f, "  (false at {})", at.join(", "))
    }
}
