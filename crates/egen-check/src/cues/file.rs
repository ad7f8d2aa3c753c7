//! Files: rows of cues as text.
//!
//! ```text
//! suppose.when   "when | if" FORMULA                => suppose VALUE
//!                yes "When x = 1, y = 2"
//! deny.previous  ^ "this | that" .. "false" END     => deny previous
//!                yes "This is false."               no "This is false friendship"
//! ```
//! A row is a name, a pattern, an effect, and lines in which it is heard (`yes`) or not (`no`). A line that begins with a blank goes on with
//! the row above, and `#` begins a comment.

use std::collections::BTreeSet;

use super::effect::Effect;
use super::error::{CueError, CueFault};

/// The longest words of a cue, in bytes.
pub const LONGEST: usize = 48;
/// The longest file, in bytes.
const LARGEST: usize = 1 << 18;

/// A row of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// What is listened for.
    pub pattern: Vec<Part>,
    /// What it does.
    pub effect: Effect,
    /// Lines in which it is heard, and lines in which it is not.
    pub examples: Vec<Example>,
    /// Its line in the file.
    pub line: usize,
}

/// A line that shows what a row is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Is the row heard in it?
    pub yes: bool,
    /// The line.
    pub text: String,
}

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// One of these; `solv*` is any word that begins so.
    Words(Vec<String>),
    /// One of these, or none.
    Maybe(Vec<String>),
    /// Some words of the same clause, or none.
    Gap,
    /// The first word of its clause.
    Start,
    /// The end of the clause: punctuation, or a word that begins another one.
    End,
    /// A formula.
    Formula,
    /// `x = …`
    Value,
    /// Digits.
    Number,
    /// A letter alone.
    Letter,
    /// This sign.
    Sign(char),
}

/// Reads a file.
pub fn read(text: &str, file: &str) -> Result<Vec<Row>, CueError> {
    let at = |line: usize| move |fault: CueFault| CueError { file: file.to_string(), line, fault };
    if text.len() > LARGEST {
        return Err(at(1)(CueFault::Large { most: LARGEST, got: text.len() }));
    }
    let mut rows = Vec::new();
    let mut names = BTreeSet::new();
    let mut open: Vec<(usize, Token)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let tokens = tokens(line).map_err(at(number))?;
        if tokens.is_empty() {
            continue;
        }
        if !line.starts_with([' ', '\t']) {
            rows.extend(row(std::mem::take(&mut open), file)?);
        } else if open.is_empty() {
            return Err(at(number)(CueFault::NoName));
        }
        open.extend(tokens.into_iter().map(|token| (number, token)));
    }
    rows.extend(row(open, file)?);
    match rows.iter().find(|row: &&Row| !names.insert(row.name.clone())) {
        Some(row) => Err(at(row.line)(CueFault::Taken(row.name.clone()))),
        None => Ok(rows),
    }
}

/// A part of a line.
#[derive(Debug, PartialEq, Eq)]
enum Token {
    Quoted { inner: String, optional: bool },
    Bare(String),
}

impl Token {
    fn shown(&self) -> &str {
        match self {
            Token::Quoted { inner, .. } => inner,
            Token::Bare(bare) => bare,
        }
    }
}

fn tokens(line: &str) -> Result<Vec<Token>, CueFault> {
    let mut out = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() && !rest.starts_with('#') {
        if let Some(inner) = rest.strip_prefix('"') {
            let (inner, tail) = inner.split_once('"').ok_or(CueFault::Quote)?;
            let optional = tail.starts_with('?');
            out.push(Token::Quoted { inner: inner.to_string(), optional });
            rest = tail[usize::from(optional)..].trim_start();
        } else {
            let end = rest.find([' ', '\t', '"']).unwrap_or(rest.len());
            out.push(Token::Bare(rest[..end].to_string()));
            rest = rest[end..].trim_start();
        }
    }
    Ok(out)
}

/// The row that some tokens write; nothing if there are none.
fn row(tokens: Vec<(usize, Token)>, file: &str) -> Result<Option<Row>, CueError> {
    let Some((first, name)) = tokens.first().map(|(line, name)| (*line, name.shown().to_string())) else {
        return Ok(None);
    };
    let wrong = |line: usize, fault: CueFault| CueError { file: file.to_string(), line, fault };
    let is = |token: &Token, word: &str| matches!(token, Token::Bare(bare) if bare == word);
    let arrow = tokens.iter().position(|(_, token)| is(token, "=>"));
    let arrow = arrow.ok_or_else(|| wrong(first, CueFault::NoArrow(name.clone())))?;
    let pattern: Result<Vec<Part>, CueError> =
        tokens[1..arrow].iter().map(|(line, token)| part(token).map_err(|fault| wrong(*line, fault))).collect();
    let pattern = pattern?;
    if !pattern.iter().any(|part| matches!(part, Part::Words(_))) {
        return Err(wrong(first, CueFault::NoWords(name)));
    }
    let shows = |(_, token): &(usize, Token)| is(token, "yes") || is(token, "no");
    let behind = tokens[arrow + 1..].iter().position(shows).map_or(tokens.len(), |at| arrow + 1 + at);
    let got: Vec<&str> = tokens[arrow + 1..behind].iter().map(|(_, token)| token.shown()).collect();
    let got = got.join(" ");
    let Some(effect) = Effect::from_name(&got) else { return Err(wrong(tokens[arrow].0, CueFault::Effect { got })) };
    let mut examples = Vec::new();
    for pair in tokens[behind..].chunks(2) {
        match pair {
            [(_, which), (_, Token::Quoted { inner, .. })] if is(which, "yes") || is(which, "no") => {
                examples.push(Example { yes: is(which, "yes"), text: inner.clone() });
            }
            [(line, got), ..] => {
                let got = got.shown().to_string();
                return Err(wrong(*line, CueFault::Example { row: name, got }));
            }
            [] => {}
        }
    }
    if !examples.iter().any(|example| example.yes) {
        return Err(wrong(first, CueFault::NoExample(name)));
    }
    Ok(Some(Row { name, pattern, effect, examples, line: first }))
}

fn part(token: &Token) -> Result<Part, CueFault> {
    Ok(match token {
        Token::Quoted { inner, optional } => {
            let all = words(inner)?;
            if *optional { Part::Maybe(all) } else { Part::Words(all) }
        }
        Token::Bare(bare) => match bare.as_str() {
            ".." => Part::Gap,
            "^" => Part::Start,
            "END" => Part::End,
            "FORMULA" => Part::Formula,
            "VALUE" => Part::Value,
            "NUMBER" => Part::Number,
            "LETTER" => Part::Letter,
            ":" => Part::Sign(':'),
            "(" => Part::Sign('('),
            _ => return Err(CueFault::Part(bare.clone())),
        },
    })
}

/// The words of `"so | thus"`.
fn words(inner: &str) -> Result<Vec<String>, CueFault> {
    let fine = |word: &str| {
        let body = word.strip_suffix('*').unwrap_or(word);
        let said = |c: char| c.is_alphabetic() || matches!(c, ' ' | '.' | '\'' | '-');
        body.starts_with(char::is_alphabetic) && body.chars().all(said) && word.len() <= LONGEST
    };
    let word = |word: &str| {
        let word = word.trim();
        if fine(word) { Ok(word.to_string()) } else { Err(CueFault::Words(word.to_string())) }
    };
    inner.split('|').map(word).collect()
}
