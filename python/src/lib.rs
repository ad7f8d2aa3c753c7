//! The compiled part of the Python package: what does Python ask, and which function of the crate `egen` answers?
//!
//! Nothing is computed here. Objects of Python become texts and expressions (`given`), work runs without the interpreter's lock (`run`),
//! and answers become objects of Python (`answer`).

mod answer;
mod corpus;
mod equal;
mod error;
mod evaluate;
mod expand;
mod expr;
mod given;
mod model;
mod run;

// As the command's: threads that come and go would leave the system's allocator with memory that it does not give back.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The names that Python sees. Those that start with an underscore are for the package itself.
#[pyo3::pymodule]
mod _egen {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::corpus::{Examples, files, generate};
    #[pymodule_export]
    use super::equal::{check, equal, equal_many};
    #[pymodule_export]
    use super::error::{CorpusError, EgenError, EvaluationError, ExpandError, ModelError, ReadError, UndecidedError};
    #[pymodule_export]
    use super::expand::{Graph, count, expand, graph};
    #[pymodule_export]
    use super::expr::{Expr, parse, unpickle};
    #[pymodule_export]
    use super::model::{Model, load};
    #[pymodule_export]
    use super::run::panic_for_tests;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
