//! Expansion: which expressions does one line stand for?

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use egen_math::Expr;

use super::LeftOut;
use super::combinations::{Combinations, product};
use super::defined::has_value;
use super::error::{Fault, TemplateError};
use super::statement::{Line, Shape};
use super::value::{Sets, Value, expression};

/// A line gives at most this many expressions.
const MOST: u64 = 1_000_000;

/// For each expression that `take` wants, at most this many combinations are tried.
const TRIES: u64 = 20;

/// What a line stands for.
pub struct Expansion {
    pub exprs: Vec<Expr>,
    pub left_out: LeftOut,
}

/// Expands a line; `seen` holds the expressions of earlier ones.
pub fn expand(
    line: &Line,
    shape: &Shape,
    sets: &mut Sets,
    seen: &mut HashSet<Expr>,
) -> Result<Expansion, TemplateError> {
    let mut names: Vec<&str> = Vec::new();
    let mut lists = Vec::with_capacity(shape.lists.len());
    for list in &shape.lists {
        for name in &list.names {
            let word = &line.text[name.clone()];
            if names.contains(&word) {
                return Err(line.error(name.start, Fault::RepeatedPlaceholder(word.to_string())));
            }
            names.push(word);
        }
        lists.push(sets.rounds(line, list.values.clone(), list.names.len(), list.tuple)?);
    }
    let form = Form::new(line, shape.shape.clone(), &names)?;
    for name in shape.lists.iter().flat_map(|list| &list.names) {
        let word = &line.text[name.clone()];
        if !form.holes.iter().any(|hole| names[hole.name] == word) {
            return Err(line.error(name.start, Fault::UnusedPlaceholder(word.to_string())));
        }
    }
    let sizes: Vec<u64> = lists.iter().map(|rounds| rounds.len() as u64).collect();
    let (walk, wanted) = plan(line, shape, &sizes)?;

    let mut out = Expansion { exprs: Vec::new(), left_out: LeftOut::default() };
    let mut first = None;
    for digits in walk {
        let values: Vec<&Value> = lists.iter().zip(&digits).flat_map(|(rounds, &at)| &rounds[at]).collect();
        let text = form.fill(&values);
        let expr = expression(&text).map_err(|refused| {
            let at = form.origin(&values, refused.at);
            line.error(at, Fault::Syntax { text: text.clone(), reason: refused.reason })
        })?;
        first.get_or_insert(text);
        if seen.contains(&expr) {
            out.left_out.repeated += 1;
            continue;
        }
        // Remembered even without a value, so that it is not looked at again.
        seen.insert(expr.clone());
        if !has_value(&expr) {
            out.left_out.without_value += 1;
            continue;
        }
        out.exprs.push(expr);
        if out.exprs.len() as u64 == wanted {
            break;
        }
    }
    match (out.exprs.is_empty(), first) {
        (true, Some(first)) if out.left_out.without_value == 0 => {
            Err(line.error(shape.shape.start, Fault::NothingNew(first)))
        }
        (true, first) => Err(line.error(shape.shape.start, Fault::NoValue(first.unwrap_or_default()))),
        (false, _) => Ok(out),
    }
}

/// In which order to go, and how many to keep.
fn plan<'a>(
    line: &Line,
    shape: &Shape,
    sizes: &'a [u64],
) -> Result<(std::iter::Take<Combinations<'a>>, u64), TemplateError> {
    let at = shape.shape.start;
    let too_many = |all| line.error(at, Fault::TooMany { all, most: MOST });
    let all = product(sizes).ok_or_else(|| too_many(None))?;
    match shape.take {
        None if all > MOST => Err(too_many(Some(all))),
        None => Ok((Combinations::in_order(sizes).take(all as usize), all)),
        Some(take) if take > all.min(MOST) => {
            Err(line.error(shape.take_at, Fault::TakeMore { take, most: all.min(MOST) }))
        }
        Some(take) => Ok((Combinations::spread(sizes).take((take * TRIES) as usize), take)),
    }
}

/// A shape cut at its placeholders.
struct Form<'a> {
    text: &'a str,
    /// The bytes of the line that it covers.
    range: Range<usize>,
    holes: Vec<Hole>,
}

struct Hole {
    /// The bytes of the line, braces included.
    range: Range<usize>,
    /// Which of the names.
    name: usize,
    /// Does it touch a letter, a digit or another placeholder? `2{v}` is 2*v for every v.
    glued: bool,
}

impl<'a> Form<'a> {
    fn new(line: &Line<'a>, range: Range<usize>, names: &[&str]) -> Result<Form<'a>, TemplateError> {
        let text = line.text;
        let (mut at, mut holes) = (range.start, Vec::new());
        while let Some(open) = text[at..range.end].find('{').map(|found| at + found) {
            let close = text[open..range.end].find('}').map(|found| open + found);
            let close = close.ok_or_else(|| line.error(open, Fault::OpenBrace))?;
            let name = text[open + 1..close].trim();
            let known = names.iter().position(|known| *known == name);
            let known = known.ok_or_else(|| line.error(open, Fault::UnknownPlaceholder(name.to_string())))?;
            let touches = |c: char| c.is_alphanumeric() || "_{}.".contains(c);
            let before = text[range.start..open].ends_with(touches);
            let glued = before || text[close + 1..range.end].starts_with(touches);
            holes.push(Hole { range: open..close + 1, name: known, glued });
            at = close + 1;
        }
        Ok(Form { text, range, holes })
    }

    /// The shape with a value for each name.
    fn fill(&self, values: &[&Value]) -> String {
        let (mut out, mut at) = (String::with_capacity(self.range.len()), self.range.start);
        for hole in &self.holes {
            out += &self.text[at..hole.range.start];
            out += &hole.show(values);
            at = hole.range.end;
        }
        out + &self.text[at..self.range.end]
    }

    /// The byte of the line that gave a byte of the filled shape.
    fn origin(&self, values: &[&Value], byte: usize) -> usize {
        let mut from = self.range.start;
        let mut passed = 0;
        for hole in &self.holes {
            let literal = hole.range.start - from;
            if byte < passed + literal {
                break;
            }
            let inserted = hole.show(values).len();
            if byte < passed + literal + inserted {
                return hole.range.start;
            }
            passed += literal + inserted;
            from = hole.range.end;
        }
        (from + (byte - passed)).min(self.range.end)
    }
}

impl Hole {
    /// What stands in its place.
    fn show<'v>(&self, values: &[&'v Value]) -> Cow<'v, str> {
        match values[self.name] {
            Value::Word(word) => Cow::from(word),
            Value::Term(term) if !self.glued && is_plain(term) => Cow::from(term),
            Value::Term(term) => Cow::from(format!("({term})")),
        }
    }
}

/// A number without a sign, or a name.
fn is_plain(term: &str) -> bool {
    term.chars().all(|c| c.is_alphanumeric() || c == '_')
}
