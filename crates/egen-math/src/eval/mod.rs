//! Evaluation: what is the value of an expression at a point?
//!
//! Readings of one [`Tape`](crate::tape::Tape): [`real`] is fast and carries an error
//! estimate, [`complex`] takes principal branches, [`certified`] returns balls that contain
//! the value. In all of them "undefined" is an answer of its own, never a stray NaN.

pub mod certified;
pub mod complex;
pub mod exact;
pub mod interval;
pub mod many;
pub mod point;
pub mod real;
pub(crate) mod rectangle;
pub(crate) mod row;
pub(crate) mod turn;
