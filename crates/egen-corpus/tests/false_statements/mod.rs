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
mod iterations;
mod polynomial;
mod regions;
mod signs;
mod terms;
mod together;
mod vanishing;

use egen_math::{Assumptions, Expr};
use egen_read::read::read_expr;

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
pub const FAMILIES: [&str; 11] = [
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
    iterations::FAMILY,
];

/// The statement of a seed.
pub fn statement(seed: u64) -> Statement {
    let draw = &mut Draw::new(seed);
    match draw.below(27) {
        0..=3 => signs::statement(draw),
        4 | 5 => vanishing::statement(draw),
        6 | 7 => inverse::statement(draw),
        8..=11 => digits::statement(draw),
        12 | 13 => integers::statement(draw),
        14 | 15 => far::statement(draw),
        16 | 17 => terms::statement(draw),
        18 | 19 => together::statement(draw),
        20 | 21 => close::statement(draw),
        22..=25 => disguise::statement(draw),
        _ => iterations::statement(draw),
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
        let read = |text: &String| egen_read::assume::read(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
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
