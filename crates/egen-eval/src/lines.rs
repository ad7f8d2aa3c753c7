//! Lines: how are cases and answers kept, so that every model sees the same ones and scores need no model?

use std::io::{BufRead, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::EvalError;

/// Writes an object a line.
pub fn write_lines<T: Serialize>(to: &mut impl Write, items: &[T]) -> Result<(), EvalError> {
    for item in items {
        serde_json::to_writer(&mut *to, item).map_err(std::io::Error::from)?;
        to.write_all(b"\n")?;
    }
    Ok(())
}

/// Reads an object a line.
pub fn read_lines<T: DeserializeOwned>(from: impl BufRead) -> Result<Vec<T>, EvalError> {
    let parse = |(at, line): (usize, std::io::Result<String>)| {
        serde_json::from_str(&line?).map_err(|source| EvalError::Line { line: at + 1, source })
    };
    from.lines().enumerate().map(parse).collect()
}

/// Expressions in lines are their prefix forms: `#[serde(with = "prefix")]`.
pub(crate) mod prefix {
    use egen_corpus::read_prefix;
    use egen_math::Expr;
    use egen_math::print::{Form, print};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(expr: &Expr, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&print(expr, Form::Prefix))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Expr, D::Error> {
        let text = String::deserialize(deserializer)?;
        read_prefix(&text).map_err(|error| D::Error::custom(format!("`{text}`: {error}")))
    }
}
