//! Results: where does a report find what a chat model scored?
//!
//! ```text
//! DIR/exchanges.jsonl    every question and answer
//! DIR/mistakes.jsonl     how each answer was understood
//! DIR/algebra.jsonl
//! DIR/tables.json        the scores, as tables of the report
//! ```

use std::io::ErrorKind;
use std::path::Path;

use egen_corpus::store::Draft;
use serde::Serialize;

use crate::error::EvalError;
use crate::lines::write_lines;
use crate::subject::{Class, Identity};
use crate::table::{Row, Table, Tables};

/// The file of tables in the folder of a run.
pub const TABLES: &str = "tables.json";

/// What is said of a chat model beside its numbers.
pub fn identity(model: &str) -> Identity {
    Identity { model: model.into(), vector: String::new(), class: Class::LanguageModel, trained: None }
}

/// The tables of a folder; none if there are no scores yet.
pub fn tables(dir: &Path) -> Result<Tables, EvalError> {
    let path = dir.join(TABLES);
    match std::fs::read(&path) {
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(|source| EvalError::File { path, source }),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Tables::default()),
        Err(error) => Err(EvalError::File { path, source: serde_json::Error::io(error) }),
    }
}

/// Adds a row. Rows of other models about the same cases stay; what the model scored before gives way.
pub fn add(dir: &Path, task: &str, test: &str, row: Row) -> Result<Tables, EvalError> {
    let mut tables = tables(dir)?;
    let table = tables.tasks.entry(task.into()).or_insert_with(|| Table { test: test.into(), rows: Vec::new() });
    if table.test != test {
        *table = Table { test: test.into(), rows: Vec::new() };
    }
    table.rows.retain(|other| other.identity.model != row.identity.model);
    table.rows.push(row);
    let path = dir.join(TABLES);
    let bytes = serde_json::to_vec_pretty(&tables).map_err(|source| EvalError::File { path: path.clone(), source })?;
    Draft::publish(&path, &bytes)?;
    Ok(tables)
}

/// Keeps how each answer was understood.
pub fn keep<T: Serialize>(dir: &Path, task: &str, each: &[T]) -> Result<(), EvalError> {
    let mut bytes = Vec::new();
    write_lines(&mut bytes, each)?;
    Ok(Draft::publish(&dir.join(format!("{task}.jsonl")), &bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;

    #[test]
    fn models_stand_side_by_side_if_they_were_asked_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let row =
            |model: &str, value: f64| Row { identity: identity(model), scores: vec![Score::of_cases("all", [value])] };
        add(dir.path(), "algebra", "5 analogies", row("a", 0.0)).unwrap();
        add(dir.path(), "algebra", "5 analogies", row("b", 1.0)).unwrap();
        let both = add(dir.path(), "algebra", "5 analogies", row("a", 1.0)).unwrap();
        assert_eq!(both, tables(dir.path()).unwrap());
        assert_eq!(both.tasks["algebra"].rows, [row("b", 1.0), row("a", 1.0)]);
        let other = add(dir.path(), "algebra", "6 analogies", row("a", 1.0)).unwrap();
        assert_eq!(other.tasks["algebra"].rows.len(), 1);
    }
}
