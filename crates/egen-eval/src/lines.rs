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

/// Columns of a file of tab-separated ones, by the names in its first line.
pub(crate) fn columns<const N: usize>(
    from: impl BufRead,
    task: &'static str,
    names: [&str; N],
) -> Result<Vec<[String; N]>, EvalError> {
    let mut lines = from.lines();
    let head = lines.next().transpose()?.unwrap_or_default();
    let mut places = [0; N];
    for (place, name) in places.iter_mut().zip(names) {
        let found = head.split('\t').position(|column| column == name);
        let missing = || EvalError::NoCases { task, why: format!("no column `{name}` in `{head}`") };
        *place = found.ok_or_else(missing)?;
    }
    let row = |line: std::io::Result<String>| {
        let line = line?;
        Ok(places.map(|place| line.split('\t').nth(place).unwrap_or_default().to_string()))
    };
    lines.map(row).collect()
}

/// Expressions in lines are their prefix forms: `#[serde(with = "prefix")]`.
pub(crate) mod prefix {
    use egen_corpus::read_prefix;
    use egen_math::Expr;
    use egen_read::print::{Form, print};
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

/// Lists of expressions are lists of their prefix forms: `#[serde(with = "prefixes")]`.
pub(crate) mod prefixes {
    use egen_math::Expr;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Deserialize)]
    struct One(#[serde(with = "super::prefix")] Expr);

    #[derive(Serialize)]
    struct Borrowed<'a>(#[serde(serialize_with = "super::prefix::serialize")] &'a Expr);

    pub fn serialize<S: Serializer>(exprs: &[Expr], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(exprs.iter().map(Borrowed))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Expr>, D::Error> {
        Ok(Vec::<One>::deserialize(deserializer)?.into_iter().map(|One(expr)| expr).collect())
    }
}
