//! Assumptions: which conditions on variables does a text state?

use egen_math::assume::{Condition, Relation};
use egen_math::{Assumptions, Expr, Node};

use crate::read::message::RelationRefusal;
use crate::read::{self, Notation, Options, ReadError};

/// How relations are written; longest first, so that `<=` is not read as `<`.
pub const SIGNS: [(&str, Relation); 8] = [
    ("<=", Relation::LessOrEqual),
    (">=", Relation::GreaterOrEqual),
    ("!=", Relation::NotEqual),
    ("≤", Relation::LessOrEqual),
    ("≥", Relation::GreaterOrEqual),
    ("≠", Relation::NotEqual),
    ("<", Relation::Less),
    (">", Relation::Greater),
];

/// Reads assumptions: `x > 0`, `0 < x < 1`, `n integer`, several between commas, semicolons or `and`.
pub fn read(text: &str) -> Result<Assumptions, ReadError> {
    let mut out = Assumptions::default();
    for (at, part) in parts(text) {
        if part.trim().is_empty() {
            return Err(ReadError::new(at..at + part.len(), RelationRefusal::NoAssumption));
        }
        read_one(&mut out, part, at)?;
    }
    Ok(out)
}

/// The single assumptions and where they start: between commas, semicolons, `and` and `∧`.
fn parts(text: &str) -> Vec<(usize, &str)> {
    const BETWEEN: [&str; 5] = [",", ";", " and ", "∧", "&&"];
    let mut parts = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < text.len() {
        match BETWEEN.iter().find(|between| text[at..].starts_with(**between)) {
            Some(between) => {
                parts.push((from, &text[from..at]));
                at += between.len();
                from = at;
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    parts.push((from, &text[from..]));
    parts
}

fn read_one(out: &mut Assumptions, text: &str, offset: usize) -> Result<(), ReadError> {
    for ending in ["is an integer", "is integer", "in integers", "in Z", "∈ ℤ", "integer"] {
        if let Some(name) = text.trim_end().strip_suffix(ending) {
            let variable = read_side(name, offset)?;
            let Node::Var(symbol) = variable.node(variable.root()) else {
                return Err(ReadError::new(offset..offset + name.len(), RelationRefusal::IntegerOfExpression));
            };
            out.integers.push(symbol.clone());
            return Ok(());
        }
    }
    let mut pieces: Vec<(usize, &str)> = Vec::new();
    let mut relations: Vec<Relation> = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < text.len() {
        match SIGNS.iter().find(|(sign, _)| text[at..].starts_with(sign)) {
            Some((sign, relation)) => {
                pieces.push((from, &text[from..at]));
                relations.push(*relation);
                at += sign.len();
                from = at;
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    pieces.push((from, &text[from..]));
    if relations.is_empty() {
        return Err(ReadError::new(offset..offset + text.len(), RelationRefusal::NoAssumption));
    }
    let sides: Vec<Expr> = pieces.iter().map(|(at, piece)| read_side(piece, offset + at)).collect::<Result<_, _>>()?;
    for (pair, relation) in sides.windows(2).zip(relations) {
        out.conditions.push(Condition { left: pair[0].clone(), relation, right: pair[1].clone() });
    }
    Ok(())
}

fn read_side(text: &str, offset: usize) -> Result<Expr, ReadError> {
    let options = Options { notation: Some(Notation::Infix), ..Options::default() };
    match read::read(text, &options).map_err(|error| error.moved(offset))?.into_one() {
        Some((side, _)) => Ok(side),
        None => Err(ReadError::new(offset..offset + text.len(), RelationRefusal::EquationAsSide)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn and_stands_between_assumptions_and_is_no_variable() {
        for text in ["x > 0, x < 1", "x > 0 and x < 1", "x > 0 ∧ x < 1", "x > 0 && x < 1"] {
            assert_eq!(read(text).expect(text).to_string(), "x > 0, x < 1", "{text}");
        }
        let why = read("x > 0 or x < 1").expect_err("or is not read");
        assert_eq!(why.at, 6..8, "{why}");
        assert!(read("x > 0 and").is_err());
    }
}
