//! Given vectors: how are models of other programs asked?
//!
//! A file has the expressions (their prefix forms, in a field `expr` or `input`) and the vector that a program gave to each: an object a line,
//! or a Parquet file if its name ends so. `egen score export` writes the expressions for such a program.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use egen_corpus::store::read_vectors;
use egen_math::Expr;
use serde::Deserialize;

use crate::error::EvalError;
use crate::labelled::read;
use crate::lines::read_lines;
use crate::matrix::Matrix;
use crate::similar::Embed;

/// Vectors that were given.
#[derive(Debug)]
pub struct Given {
    name: String,
    width: usize,
    vectors: HashMap<Expr, Vec<f32>>,
}

#[derive(Deserialize)]
struct Line {
    #[serde(alias = "input")]
    expr: String,
    vector: Vec<f32>,
}

impl Given {
    /// Reads a file.
    pub fn read(name: &str, path: &Path) -> Result<Given, EvalError> {
        if path.extension().is_some_and(|end| end == "parquet") {
            return Given::new(name, read_vectors(path)?);
        }
        let named = |source| EvalError::File { path: path.into(), source };
        let file = File::open(path).map_err(|source| named(serde_json::Error::io(source)))?;
        let lines: Vec<Line> = read_lines(BufReader::new(file))?;
        Given::new(name, lines.into_iter().map(|line| (line.expr, line.vector)))
    }

    /// Vectors of prefix forms, all of the same width.
    pub fn new(name: &str, rows: impl IntoIterator<Item = (String, Vec<f32>)>) -> Result<Given, EvalError> {
        let (mut width, mut vectors) = (0, HashMap::new());
        for (text, vector) in rows {
            if width == 0 {
                width = vector.len();
            }
            if vector.is_empty() || vector.len() != width {
                return Err(EvalError::Width { model: name.into(), expr: text, got: vector.len(), want: width.max(1) });
            }
            vectors.insert(read(&text)?, vector);
        }
        Ok(Given { name: name.into(), width: width.max(1), vectors })
    }
}

impl Embed for Given {
    fn name(&self) -> &str {
        &self.name
    }

    fn embed(&self, exprs: &[Expr]) -> Result<Matrix, EvalError> {
        let mut data = Vec::with_capacity(exprs.len() * self.width);
        for expr in exprs {
            let none = || EvalError::NoVector { model: self.name.clone(), expr: expr.to_string() };
            data.extend_from_slice(self.vectors.get(expr).ok_or_else(none)?);
        }
        Ok(Matrix::new(self.width, data))
    }
}

#[cfg(test)]
mod tests {
    use egen_read::read::read_expr;

    use super::*;

    #[test]
    fn vectors_are_found_by_expressions_and_missing_ones_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("vectors.jsonl");
        let text =
            "{\"expr\": \"+ x 1\", \"vector\": [1, 2.5]}\n{\"input\": \"sin x\", \"vector\": [3, 4], \"more\": 5}\n";
        std::fs::write(&path, text).unwrap();
        let given = Given::read("given", &path).unwrap();
        let [sine, sum, other] = ["sin(x)", "x + 1", "x"].map(|text| read_expr(text).expect(text));
        assert_eq!(given.embed(&[sine.clone(), sum]).unwrap().data(), [3.0, 4.0, 1.0, 2.5]);
        assert!(matches!(given.embed(&[sine, other]).unwrap_err(), EvalError::NoVector { expr, .. } if expr == "x"));
    }

    #[test]
    fn vectors_of_other_widths_are_refused() {
        let rows = [("x".to_string(), vec![1.0]), ("sin x".to_string(), vec![1.0, 2.0])];
        let error = Given::new("given", rows).unwrap_err();
        assert!(matches!(error, EvalError::Width { got: 2, want: 1, .. }), "{error}");
    }
}
