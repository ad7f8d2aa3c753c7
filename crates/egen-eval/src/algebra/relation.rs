//! Relations: which pairs stand to each other as x to y?

use egen_math::Expr;
use egen_read::read::read_expr;
use serde::{Deserialize, Serialize};

use super::Analogy;
use crate::error::EvalError;

/// What is between x and y.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// They are equal: sin x : −sin(−x).
    Equivalent,
    /// Functions that belong together: cos : sec, sin : sinh, sin : asin.
    Partner,
    /// Something is done to x: x : ln x.
    Operation,
    /// Something is added: x : x + 1, f(x) : f(x + 1).
    Shift,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 4] = [Kind::Equivalent, Kind::Partner, Kind::Operation, Kind::Shift];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Equivalent => "equivalent",
            Kind::Partner => "partner",
            Kind::Operation => "operation",
            Kind::Shift => "shift",
        }
    }
}

/// Pairs that stand to each other in the same way.
pub struct Relation {
    pub kind: Kind,
    pub name: String,
    /// The pairs that analogies start with; if there is none, all.
    pub from: Vec<(Expr, Expr)>,
    pub pairs: Vec<(Expr, Expr)>,
}

/// What `analogies.txt` says.
pub struct File {
    pub printed: Vec<Analogy>,
    pub relations: Vec<Relation>,
}

/// Reads `analogies.txt`, whose head says how it is written.
pub fn read() -> Result<File, EvalError> {
    let mut file = File { printed: Vec::new(), relations: Vec::new() };
    let mut lists: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in include_str!("../../analogies.txt").lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let known = statement(line, &mut file, &mut lists)?;
        known
            .ok_or_else(|| EvalError::NoCases { task: "algebra", why: format!("`{line}` is no line of analogies") })?;
    }
    Ok(file)
}

/// One line; `None` if it is not one.
fn statement<'a>(
    line: &'a str,
    file: &mut File,
    lists: &mut Vec<(&'a str, Vec<&'a str>)>,
) -> Result<Option<()>, EvalError> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "list" => {
            let Some((name, words)) = rest.split_once(" = ") else { return Ok(None) };
            lists.push((name, words.split(' ').collect()));
        }
        "relation" => {
            let Some((kind, name)) = rest.split_once(' ') else { return Ok(None) };
            let Some(kind) = kind_of(kind) else { return Ok(None) };
            let name = name.trim_matches('"').into();
            file.relations.push(Relation { kind, name, from: Vec::new(), pairs: Vec::new() });
        }
        "paper" => {
            let mut words = rest.splitn(3, ' ');
            let (row, kind) = (words.next().and_then(|row| row.parse().ok()), words.next().and_then(kind_of));
            let sides = words.next().and_then(|rest| rest.split_once(" = "));
            let (Some(row), Some(kind), Some((first, second))) = (row, kind, sides) else { return Ok(None) };
            let (Some((x1, y1)), Some((x2, y2))) = (pair(first)?, pair(second)?) else { return Ok(None) };
            file.printed.push(Analogy { kind, relation: "paper".into(), printed: Some(row), x1, y1, x2, y2 });
        }
        _ => {
            let Some(relation) = file.relations.last_mut() else { return Ok(None) };
            let template = match word {
                "from" => rest,
                "each" => rest.split_once(' ').map_or("", |(_, template)| template),
                _ => line,
            };
            let list = rest.split(' ').next().filter(|_| word == "each");
            let words = match list {
                Some(name) => lists.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, words)| words),
                None => &["@"],
            };
            if words.is_empty() {
                return Ok(None);
            }
            let to = if word == "from" { &mut relation.from } else { &mut relation.pairs };
            for word in words {
                let Some(pair) = pair(&template.replace('@', word))? else { return Ok(None) };
                to.push(pair);
            }
        }
    }
    Ok(Some(()))
}

fn kind_of(name: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.name() == name)
}

/// The two sides of `A : B`.
fn pair(text: &str) -> Result<Option<(Expr, Expr)>, EvalError> {
    let Some((x, y)) = text.split_once(" : ") else { return Ok(None) };
    let read =
        |text: &str| read_expr(text.trim()).map_err(|source| EvalError::Unreadable { text: text.into(), source });
    Ok(Some((read(x)?, read(y)?)))
}

#[cfg(test)]
mod tests {
    use egen_math::compare;

    use super::*;

    #[test]
    fn equivalent_forms_are_equal_and_others_are_not() {
        let file = read().expect("the file of the crate");
        let printed = file.printed.iter().map(|one| (one.kind, [(&one.x1, &one.y1), (&one.x2, &one.y2)].to_vec()));
        let relations = file
            .relations
            .iter()
            .map(|one| (one.kind, one.pairs.iter().chain(&one.from).map(|(x, y)| (x, y)).collect()));
        for (kind, pairs) in printed.chain(relations) {
            for (x, y) in pairs {
                let equal = compare(x, y).verdict.is_equal();
                assert_eq!(equal, kind == Kind::Equivalent, "{kind:?}: {x} : {y}");
            }
        }
    }

    #[test]
    fn the_papers_rows_are_all_there() {
        let rows: Vec<u8> =
            read().expect("the file of the crate").printed.iter().filter_map(|one| one.printed).collect();
        assert!(rows.into_iter().eq(1..=21));
    }
}
