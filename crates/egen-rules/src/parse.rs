//! Parsing: which rule do the parts of a line make?

use std::ops::Range;
use std::sync::Arc;

use egen_math::expr::Node;
use egen_math::{Expr, Symbol};
use egen_read::assume::SIGNS;
use egen_read::read::{self, Notation, Options};

use crate::error::{Fault, RuleError};
use crate::layout::{Line, pieces, trim};
use crate::rule::{Condition, Place, Point};
use crate::statement::{ClauseKind, Parts};

/// A line whose parts have been read.
pub(crate) struct Parsed {
    pub name: String,
    pub left: Expr,
    pub right: Expr,
    pub two_way: bool,
    pub when: Vec<Condition>,
    pub off: Vec<(Expr, Expr)>,
    pub needs: Option<Point>,
    pub at: Option<Point>,
    pub place: Place,
}

type Read<T> = Result<T, (usize, Fault)>;

/// Reads the parts of a rule.
pub(crate) fn parse(file: &Arc<str>, line: &Line, parts: &Parts) -> Result<Parsed, RuleError> {
    let text = Text(&line.text);
    text.rule(parts)
        .map(|mut parsed| {
            parsed.place = place(file, line, parts.name.start);
            parsed
        })
        .map_err(|(at, fault)| RuleError {
            place: place(file, line, at),
            rule: Some(line.text[parts.name.clone()].to_string()),
            fault,
        })
}

/// Where a byte of a line stands in its file.
pub(crate) fn place(file: &Arc<str>, line: &Line, byte: usize) -> Place {
    Place { file: file.clone(), line: line.number, column: line.column(byte) }
}

struct Text<'a>(&'a str);

impl Text<'_> {
    fn rule(&self, parts: &Parts) -> Read<Parsed> {
        let mut out = Parsed {
            name: self.0[parts.name.clone()].to_string(),
            left: self.expr(parts.left.clone(), "a left side")?,
            right: self.expr(parts.right.clone(), "a right side")?,
            two_way: parts.two_way,
            when: Vec::new(),
            off: Vec::new(),
            needs: None,
            at: None,
            place: Place { file: Arc::from(""), line: 0, column: 0 },
        };
        let bound = out.left.variables();
        self.bound(parts.right.clone(), &out.right, &bound)?;
        if parts.two_way {
            if parts.rejected {
                return Err((parts.left.end, Fault::RejectedBothWays));
            }
            let back = out.right.variables();
            if let Some(missing) = bound.iter().find(|name| !back.contains(name)) {
                let at = self.find(parts.left.clone(), missing);
                return Err((at, Fault::UnboundBackwards(missing.to_string())));
            }
        }
        if out.left == out.right {
            return Err((parts.left.start, Fault::Identical));
        }
        let mut seen: Vec<ClauseKind> = Vec::new();
        for clause in &parts.clauses {
            if seen.contains(&clause.kind) {
                return Err((clause.at, Fault::RepeatedClause(clause.kind.word())));
            }
            seen.push(clause.kind);
            let misplaced = match (clause.kind, parts.rejected) {
                (ClauseKind::At, false) => Some("`at` gives the counterexample of a `rejected` rule"),
                (ClauseKind::Needs, true) => Some("a `rejected` rule has its counterexample in `at`, not in `needs`"),
                (ClauseKind::Off, true) => Some("a `rejected` rule has no `off`: it is never used"),
                _ => None,
            };
            if let Some(reason) = misplaced {
                return Err((clause.at, Fault::MisplacedClause(reason)));
            }
            match clause.kind {
                ClauseKind::When => out.when = self.conditions(clause.body.clone(), &bound)?,
                ClauseKind::Off => out.off = self.equations(clause.body.clone(), &bound)?,
                ClauseKind::Needs => out.needs = Some(self.point(clause.body.clone(), &bound)?),
                ClauseKind::At => out.at = Some(self.point(clause.body.clone(), &bound)?),
            }
        }
        if parts.rejected && out.at.is_none() {
            return Err((self.0.len(), Fault::Missing("the counterexample `at x = …`")));
        }
        if out.needs.is_some() && out.when.is_empty() {
            let at = parts.clauses.iter().find(|clause| clause.kind == ClauseKind::Needs).map_or(0, |clause| clause.at);
            return Err((
                at,
                Fault::MisplacedClause("`needs` shows that a condition is needed, and there is no `when`"),
            ));
        }
        Ok(out)
    }

    /// Reads one expression.
    fn expr(&self, range: Range<usize>, wanted: &'static str) -> Read<Expr> {
        let text = &self.0[range.clone()];
        if text.is_empty() {
            return Err((range.start, Fault::Missing(wanted)));
        }
        let options = Options { notation: Some(Notation::Infix), ..Options::default() };
        let reading = read::read(text, &options)
            .map_err(|error| (range.start + error.at.start, Fault::Syntax(error.message())))?;
        let Some((expr, notes)) = reading.into_one() else {
            return Err((range.start + text.find('=').unwrap_or(0), Fault::Equation));
        };
        for node in expr.nodes() {
            match node {
                Node::Call(name, _) => {
                    return Err((self.find(range, name), Fault::UnknownFunction(name.to_string())));
                }
                Node::Var(name) => {
                    // The reader notes that it took a word for one variable: a misspelt function, most often.
                    let noted = notes.iter().find(|note| text.get(note.at.clone()) == Some(name.as_str()));
                    if let Some(note) = noted {
                        return Err((range.start + note.at.start, Fault::Word(name.to_string())));
                    }
                }
                _ => {}
            }
        }
        // Nobody sees notes here, so nothing may need one.
        match notes.first() {
            Some(note) => Err((range.start + note.at.start, Fault::Syntax(format!("not clear enough: {note}")))),
            None => Ok(expr),
        }
    }

    /// Where a name stands in a range, as a word of its own.
    fn find(&self, range: Range<usize>, name: &Symbol) -> usize {
        let text = &self.0[range.clone()];
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let alone =
            |at: &usize| !text[..*at].ends_with(is_part) && !text[at + name.as_str().len()..].starts_with(is_part);
        range.start + text.match_indices(name.as_str()).map(|(at, _)| at).find(alone).unwrap_or(0)
    }

    fn bound(&self, range: Range<usize>, expr: &Expr, bound: &[Symbol]) -> Read<()> {
        match expr.variables().iter().find(|name| !bound.contains(name)) {
            Some(name) => Err((self.find(range, name), Fault::Unbound(name.to_string()))),
            None => Ok(()),
        }
    }

    fn conditions(&self, range: Range<usize>, bound: &[Symbol]) -> Read<Vec<Condition>> {
        let mut out = Vec::new();
        for part in pieces(self.0, range, ',') {
            let before = out.len();
            self.condition(part.clone(), &mut out)?;
            let names: Vec<Symbol> = out[before..].iter().flat_map(Condition::variables).collect();
            if let Some(name) = names.iter().find(|name| !bound.contains(name)) {
                return Err((self.find(part, name), Fault::Unbound(name.to_string())));
            }
        }
        Ok(out)
    }

    fn condition(&self, range: Range<usize>, out: &mut Vec<Condition>) -> Read<()> {
        let text = &self.0[range.clone()];
        if text.is_empty() {
            return Err((range.start, Fault::Missing("a condition such as `a > 0`")));
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let simple = |name: &str| {
            let expr = self.expr(range.start..range.start + name.len(), "a variable")?;
            match expr.nodes() {
                [Node::Var(name)] => Ok(name.clone()),
                _ => Err((range.start, Fault::UnknownCondition(text.to_string()))),
            }
        };
        match words.as_slice() {
            [name, "integer"] => out.push(Condition::Integer(simple(name)?)),
            [name, "even"] => out.push(Condition::Even(simple(name)?)),
            [name, "odd"] => out.push(Condition::Odd(simple(name)?)),
            [name, "number"] => out.push(Condition::Number(simple(name)?)),
            [name, "variable"] => out.push(Condition::Variable(simple(name)?)),
            [name, "free", "of", of] => out.push(Condition::Free { what: simple(name)?, of: Symbol::new(of) }),
            _ => self.chain(range, out)?,
        }
        Ok(())
    }

    /// `0 <= x <= pi`.
    fn chain(&self, range: Range<usize>, out: &mut Vec<Condition>) -> Read<()> {
        let (mut sides, mut relations, mut from, mut at) = (Vec::new(), Vec::new(), range.start, range.start);
        while at < range.end {
            match SIGNS.iter().find(|(sign, _)| self.0[at..range.end].starts_with(sign)) {
                Some((sign, relation)) => {
                    sides.push(from..at);
                    relations.push(*relation);
                    at += sign.len();
                    from = at;
                }
                None => at += self.0[at..].chars().next().map_or(1, char::len_utf8),
            }
        }
        sides.push(from..range.end);
        if relations.is_empty() {
            return Err((range.start, Fault::UnknownCondition(self.0[range].to_string())));
        }
        let sides: Vec<Expr> =
            sides.into_iter().map(|side| self.expr(trim(self.0, side), "an expression")).collect::<Read<_>>()?;
        for (pair, relation) in sides.windows(2).zip(relations) {
            out.push(Condition::Relation { left: pair[0].clone(), relation, right: pair[1].clone() });
        }
        Ok(())
    }

    fn equations(&self, range: Range<usize>, bound: &[Symbol]) -> Read<Vec<(Expr, Expr)>> {
        let mut out = Vec::new();
        for part in pieces(self.0, range, ',') {
            let (left, right) = self.equation(part.clone(), "E = E")?;
            let pair = (self.expr(left, "an expression")?, self.expr(right, "an expression")?);
            self.bound(part.clone(), &pair.0, bound)?;
            self.bound(part, &pair.1, bound)?;
            out.push(pair);
        }
        Ok(out)
    }

    fn equation(&self, range: Range<usize>, wanted: &'static str) -> Read<(Range<usize>, Range<usize>)> {
        let text = &self.0[range.clone()];
        match text.find('=') {
            Some(at) if !text[..at].ends_with(['<', '>', '!']) => {
                let at = range.start + at;
                Ok((trim(self.0, range.start..at), trim(self.0, at + 1..range.end)))
            }
            _ => Err((range.start, Fault::NoEquation { wanted, found: text.to_string() })),
        }
    }

    fn point(&self, range: Range<usize>, bound: &[Symbol]) -> Read<Point> {
        let mut out = Point::new();
        for part in pieces(self.0, range, ',') {
            let (name, value) = self.equation(part.clone(), "x = VALUE")?;
            let found = self.expr(name.clone(), "a variable")?;
            let [Node::Var(symbol)] = found.nodes() else {
                let found = self.0[part.clone()].to_string();
                return Err((part.start, Fault::NoEquation { wanted: "x = VALUE", found }));
            };
            if !bound.contains(symbol) {
                return Err((name.start, Fault::Unbound(symbol.to_string())));
            }
            out.push((symbol.clone(), self.expr(value, "a value")?));
        }
        Ok(out)
    }
}
