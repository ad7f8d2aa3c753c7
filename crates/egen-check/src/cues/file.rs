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
    /// Some words of the same sentence, or none.
    Stretch,
    /// The first word of its clause.
    Start,
    /// The end of the clause: punctuation, or a word that begins another one.
    End,
    /// The end of the line.
    Last,
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
    // The lines of the row on its way, from this one on.
    let mut open: Option<(usize, &str)> = None;
    let mut from = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if line.starts_with(|c: char| !c.is_whitespace() && c != '#') {
            rows.extend(
                open.take().map(|(first, start)| row(&start[..start.len() - (text.len() - from)], first, file)),
            );
            open = Some((number, &text[from..]));
        } else if open.is_none() && !line.trim().is_empty() && !line.starts_with('#') {
            return Err(at(number)(CueFault::NoName));
        }
        from += line.len();
    }
    rows.extend(open.map(|(first, start)| row(start, first, file)));
    let rows: Vec<Row> = rows.into_iter().collect::<Result<_, _>>()?;
    match rows.iter().find(|row| !names.insert(row.name.clone())) {
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

/// The tokens of a row that begins on a line, each with its line.
fn tokens(text: &str, first: usize) -> Result<Vec<(usize, Token)>, (usize, CueFault)> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let line = first + text[..text.len() - rest.len()].matches('\n').count();
        let tail = match c {
            '#' => &rest[rest.find('\n').unwrap_or(rest.len())..],
            '"' => {
                let (inner, tail) = rest[1..].split_once('"').ok_or((line, CueFault::Quote))?;
                let optional = tail.starts_with('?');
                out.push((line, Token::Quoted { inner: inner.to_string(), optional }));
                &tail[usize::from(optional)..]
            }
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(rest.len());
                out.push((line, Token::Bare(rest[..end].to_string())));
                &rest[end..]
            }
        };
        rest = tail.trim_start();
    }
    Ok(out)
}

/// The row that some lines write, the first of which has this number.
fn row(text: &str, first: usize, file: &str) -> Result<Row, CueError> {
    let wrong = |line: usize, fault: CueFault| CueError { file: file.to_string(), line, fault };
    let tokens = tokens(text, first).map_err(|(line, fault)| wrong(line, fault))?;
    let name = tokens[0].1.shown().to_string();
    let is = |token: &Token, word: &str| matches!(token, Token::Bare(bare) if bare == word);
    let arrow = tokens.iter().position(|(_, token)| is(token, "=>"));
    let arrow = arrow.ok_or_else(|| wrong(first, CueFault::NoArrow(name.clone())))?;
    let mut pattern = Vec::new();
    for (line, token) in tokens.get(1..arrow).unwrap_or_default() {
        pattern.push(part(token).map_err(|fault| wrong(*line, fault))?);
    }
    if !pattern.iter().any(|part| matches!(part, Part::Words(_))) {
        return Err(wrong(first, CueFault::NoWords(name)));
    }
    // The effect ends before the first `yes "…"` or `no "…"`; one of them is called `no solution`.
    let quoted = tokens[arrow + 1..].iter().position(|(_, token)| matches!(token, Token::Quoted { .. }));
    let behind = quoted.map_or(tokens.len(), |at| (arrow + at).max(arrow + 1));
    let got: Vec<&str> = tokens[arrow + 1..behind].iter().map(|(_, token)| token.shown()).collect();
    let got = got.join(" ");
    let Some(effect) = Effect::from_name(&got) else { return Err(wrong(tokens[arrow].0, CueFault::Effect { got })) };
    let examples = examples(&tokens[behind..], &name).map_err(|(line, fault)| wrong(line, fault))?;
    if !examples.iter().any(|example| example.yes) {
        return Err(wrong(first, CueFault::NoExample(name)));
    }
    Ok(Row { name, pattern, effect, examples, line: first })
}

/// `yes "…" no "…"`
fn examples(tokens: &[(usize, Token)], row: &str) -> Result<Vec<Example>, (usize, CueFault)> {
    let pair = |pair: &[(usize, Token)]| match pair {
        [(_, Token::Bare(which)), (_, Token::Quoted { inner, .. })] if which == "yes" || which == "no" => {
            Ok(Example { yes: which == "yes", text: inner.clone() })
        }
        [(line, got), ..] => Err((*line, CueFault::Example { row: row.to_string(), got: got.shown().to_string() })),
        [] => unreachable!("chunks are not empty"),
    };
    tokens.chunks(2).map(pair).collect()
}

fn part(token: &Token) -> Result<Part, CueFault> {
    Ok(match token {
        Token::Quoted { inner, optional } => {
            let all = words(inner)?;
            if *optional { Part::Maybe(all) } else { Part::Words(all) }
        }
        Token::Bare(bare) => match bare.as_str() {
            ".." => Part::Gap,
            "..." => Part::Stretch,
            "^" => Part::Start,
            "END" => Part::End,
            "LAST" => Part::Last,
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
