//! Judging: how is it decided whether two expressions are equal?

use std::sync::Arc;

use egen_graph::prove::Prover;
use egen_math::Expr;
use egen_math::compare::{Comparison, Settings, compare_with};

use crate::formula::Formula;

/// Decides about pairs.
pub struct Judge {
    /// Where equalities must hold, and how much work a comparison may do.
    pub settings: Settings,
    /// Looks for proofs; without one, only values are compared.
    pub prover: Option<Arc<Prover>>,
}

impl Judge {
    /// A judge that looks for proofs with the built-in rules.
    pub fn builtin() -> Judge {
        let settings = Settings { exceptions: true, ..Settings::default() };
        Judge { settings, prover: Some(Arc::new(Prover::builtin())) }
    }

    /// What is assumed of the variables, a formula each.
    pub(crate) fn assumed(&self) -> Vec<Formula> {
        self.settings.assumptions.conditions.iter().map(|one| Formula::of(one.into())).collect()
    }

    /// Numbers decide whether, a proof says why.
    pub fn decide(&self, a: &Expr, b: &Expr) -> Comparison {
        match &self.prover {
            Some(prover) => prover.prove(a, b, &self.settings),
            None => compare_with(a, b, &self.settings),
        }
    }
}
