//! Values: what can stand in the place of a placeholder?

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use egen_math::expr::Node;
use egen_math::{Expr, Op};
use egen_read::read::{self, Notation, Options};

use super::error::{Fault, TemplateError};
use super::statement::{Line, inside, pieces};
use egen_rules::Place;

/// A text that replaces a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A function or an operator; it is put in as it is.
    Word(String),
    /// An expression; it is put in parentheses unless it is a number or a name.
    Term(String),
}

/// A word of a list that is no set: a value, or a tuple of them.
#[derive(Clone)]
struct Item {
    text: String,
    place: Place,
}

struct Set {
    items: Vec<Item>,
    place: Place,
    used: bool,
}

/// The sets of a file.
pub struct Sets {
    sets: BTreeMap<String, Set>,
}

/// The longest range of integers.
const LONGEST_RANGE: i64 = 1000;

impl Sets {
    /// No sets.
    pub fn new() -> Sets {
        Sets { sets: BTreeMap::new() }
    }

    /// Reads `set NAME = VALUES`.
    pub fn define(&mut self, line: &Line, name: Range<usize>, values: Range<usize>) -> Result<(), TemplateError> {
        let (place, word) = (line.place(name.start), line.text[name.clone()].to_string());
        if value(&word).is_some() {
            return Err(line.error(name.start, Fault::SetName(word)));
        }
        if let Some(known) = self.sets.get(&word) {
            let first = known.place.clone();
            return Err(line.error(name.start, Fault::RepeatedSet { name: word, first }));
        }
        let items = self.items(line, values)?;
        self.sets.insert(word, Set { items, place, used: false });
        Ok(())
    }

    /// The rounds of a list: in each round a value for each of its names.
    pub fn rounds(
        &mut self,
        line: &Line,
        values: Range<usize>,
        names: usize,
        tuple: bool,
    ) -> Result<Vec<Vec<Value>>, TemplateError> {
        let mut out = Vec::new();
        for item in self.items(line, values)? {
            let all = 0..item.text.len();
            let parts = match inside(&item.text, all.clone()).filter(|_| tuple) {
                Some(tuple) => pieces(&item.text, tuple, |c| c == ','),
                None => vec![all],
            };
            if parts.len() != names {
                let fault = Fault::Tuple { value: item.text, got: parts.len(), want: names };
                return Err(TemplateError { place: item.place, fault });
            }
            let mut round = Vec::with_capacity(names);
            for part in parts {
                let word = &item.text[part];
                let unknown =
                    || TemplateError { place: item.place.clone(), fault: Fault::UnknownValue(word.to_string()) };
                round.push(value(word).ok_or_else(unknown)?);
            }
            out.push(round);
        }
        Ok(out)
    }

    /// A complaint for each set that nothing uses.
    pub fn unused(&self) -> Vec<TemplateError> {
        let unused = self.sets.iter().filter(|(_, set)| !set.used);
        unused
            .map(|(name, set)| TemplateError { place: set.place.clone(), fault: Fault::UnusedSet(name.clone()) })
            .collect()
    }

    /// The words of a list, with sets and ranges replaced by what they hold.
    fn items(&mut self, line: &Line, values: Range<usize>) -> Result<Vec<Item>, TemplateError> {
        let mut out = Vec::new();
        for word in pieces(line.text, values, char::is_whitespace).into_iter().filter(|word| !word.is_empty()) {
            let (place, text) = (line.place(word.start), line.text[word].to_string());
            if let Some(set) = self.sets.get_mut(&text) {
                set.used = true;
                out.extend(set.items.iter().cloned());
            } else if let Some((first, last)) = text.split_once("..") {
                let range = range(first, last);
                let range = range.ok_or(TemplateError { place: place.clone(), fault: Fault::Range(text.clone()) })?;
                out.extend(range.map(|number| Item { text: number.to_string(), place: place.clone() }));
            } else {
                out.push(Item { text, place });
            }
        }
        Ok(out)
    }
}

fn range(first: &str, last: &str) -> Option<RangeInclusive<i64>> {
    let (first, last): (i64, i64) = (first.parse().ok()?, last.parse().ok()?);
    (first <= last && last.checked_sub(first)? <= LONGEST_RANGE).then_some(first..=last)
}

fn value(word: &str) -> Option<Value> {
    let is_operator = matches!(word, "+" | "-" | "*" | "/" | "^");
    if is_operator || Op::from_name(word).is_some() {
        return Some(Value::Word(word.to_string()));
    }
    expression(word).ok().map(|_| Value::Term(word.to_string()))
}

/// Why a text is no expression: the byte, and the reason.
pub struct Refused {
    pub at: usize,
    pub reason: String,
}

/// Reads infix in which every word is known.
pub fn expression(text: &str) -> Result<Expr, Refused> {
    let options = Options { notation: Some(Notation::Infix), ..Options::default() };
    let reading =
        read::read(text, &options).map_err(|error| Refused { at: error.at.start, reason: error.message() })?;
    let Some((expr, notes)) = reading.into_one() else {
        return Err(Refused { at: text.find('=').unwrap_or(0), reason: "it is an equation".to_string() });
    };
    for node in expr.nodes() {
        match node {
            Node::Call(name, _) => {
                let reason = format!("`{name}` is no known function; write `{name}*(…)` for a product");
                return Err(Refused { at: text.find(name.as_str()).unwrap_or(0), reason });
            }
            Node::Var(name) => {
                // The reader notes that it took a word for one variable: a misspelt function, most often.
                let noted = notes.iter().find(|note| text.get(note.at.clone()) == Some(name.as_str()));
                if let Some(note) = noted {
                    let reason = format!(
                        "`{name}` is no function and no variable: variables are single letters, greek names or have an index (x_1)"
                    );
                    return Err(Refused { at: note.at.start, reason });
                }
            }
            _ => {}
        }
    }
    Ok(expr)
}
