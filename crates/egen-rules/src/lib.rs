//! Rewrite rules: which are there, are they well formed, and is each one sound?
//!
//! ```text
//! text ─ layout (comments, `for`) ─ statement (name, sides, clauses) ─ parse ─ Rule ─ RuleSet
//!                                                                              └─ soundness
//! ```
//! Rules are text that a mathematician reads. A defect anywhere in a file refuses the file, with
//! the place and the reason; nothing is skipped.
//!
//! ```
//! use egen_rules::{CheckSettings, Outcome, RuleSet, check};
//!
//! let text = r#"
//! family log "Logarithms of products."
//! ln-split   ln(a*b)  =>  ln(a) + ln(b)   when a > 0   needs a = -1, b = -1
//! ln-wrong   ln(a*b)  =>  ln(a) * ln(b)   when a > 0
//! "#;
//! let rules = RuleSet::parse("log.rules", text).unwrap();
//! assert_eq!(check(&rules.rules[0], &CheckSettings::default()).real, Outcome::Sound);
//! assert!(matches!(check(&rules.rules[1], &CheckSettings::default()).real, Outcome::Unsound(_)));
//! ```

mod canonical;
mod error;
mod hash;
mod layout;
mod parse;
mod rule;
mod set;
pub mod soundness;
mod statement;

pub use error::{Fault, LoadError, RuleError};
pub use hash::TextHash;
pub use layout::without_comment;
pub use rule::{Condition, Family, Place, Point, Rejected, Rule};
pub use set::{RuleSet, belongs};
pub use soundness::{
    CheckSettings, Counterexample, Outcome, PointFault, Soundness, check, check_needs, check_rejected,
};
