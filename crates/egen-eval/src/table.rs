//! Tables: what did every subject score on every task?

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::score::Score;
use crate::subject::Identity;

/// The scores of all tasks, by the names of the tasks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tables {
    /// A table for each task.
    pub tasks: BTreeMap<String, Table>,
}

/// The scores of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// What was asked, in words: `279 clusters with 8,395 expressions of the test part`.
    pub test: String,
    /// A row for each subject that could be asked.
    pub rows: Vec<Row>,
}

/// What a subject scored on a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Who.
    #[serde(flatten)]
    pub identity: Identity,
    /// Its scores, in the order of the task.
    pub scores: Vec<Score>,
}
