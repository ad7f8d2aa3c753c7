//! Errors: why could a model not be asked, or an answer not be scored?

use std::path::PathBuf;

use egen_corpus::store::StoreError;
use egen_model::TokenError;
use egen_read::read::ReadError;

/// Why there is no score.
#[derive(Debug, thiserror::Error)]
pub enum EvalError {
    /// The corpus cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The model's file cannot be read.
    #[error(transparent)]
    Model(#[from] egen_model::store::StoreError),
    /// A file cannot be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A file of cases or answers that cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A line that is no case and no answer.
    #[error("line {line}: {source}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A text that is no expression.
    #[error("`{text}` cannot be read: {source}")]
    Unreadable {
        /// The text.
        text: String,
        /// What is wrong with it.
        source: ReadError,
    },
    /// An expression that a model cannot read.
    #[error("{model} cannot read `{expr}`: {source}")]
    Token {
        /// The model.
        model: String,
        /// The expression.
        expr: String,
        /// Why.
        source: TokenError,
    },
    /// A vector with a number that is none.
    #[error("{model} gives `{expr}` a vector whose number {column} is {value}")]
    NotFinite {
        /// The model.
        model: String,
        /// The expression.
        expr: String,
        /// The column, from 0.
        column: usize,
        /// What stands there.
        value: f32,
    },
    /// More or fewer vectors than expressions.
    #[error("{model} gives {got} vectors for {want} expressions")]
    Rows {
        /// The model.
        model: String,
        /// Its vectors.
        got: usize,
        /// The expressions.
        want: usize,
    },
    /// There is nothing to ask.
    #[error("{task}: {why}")]
    NoCases {
        /// The task.
        task: &'static str,
        /// Why there is nothing.
        why: String,
    },
    /// Vectors were given, and an expression has none.
    #[error("{model} has no vector for `{expr}`")]
    NoVector {
        /// The model.
        model: String,
        /// The expression.
        expr: String,
    },
    /// A vector of another width than the first.
    #[error("{model} gives `{expr}` {got} numbers, and {want} are wanted")]
    Width {
        /// The model.
        model: String,
        /// The expression.
        expr: String,
        /// Its numbers.
        got: usize,
        /// Those of the first expression.
        want: usize,
    },
    /// A folder that holds no cases.
    #[error("{} holds no cases: there is no source.json", dir.display())]
    NoSession {
        /// The folder.
        dir: PathBuf,
    },
    /// A folder whose cases were made from something else.
    #[error("the cases in {} are of another source: {field} is {got} there, and {want} here", dir.display())]
    OtherSource {
        /// The folder.
        dir: PathBuf,
        /// What is not the same.
        field: &'static str,
        /// What it is there.
        got: String,
        /// What it is here.
        want: String,
    },
    /// Two models whose answers would be in one folder.
    #[error("{} holds the answers of {by}: {model} needs another name", path.display())]
    Occupied {
        /// The folder.
        path: PathBuf,
        /// Whose it is.
        by: String,
        /// Who wants it.
        model: String,
    },
    /// Answers to other cases.
    #[error("{task}: the answers are not about these cases: {got} where {want} are wanted")]
    Answers {
        /// The task.
        task: &'static str,
        /// What the answers have.
        got: usize,
        /// What the cases want.
        want: usize,
    },
}
