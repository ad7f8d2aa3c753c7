//! Statements: what does a formula on a line say?
//!
//! The reader of expressions knows one relation, `=`. Inequalities, ±, lists and sets of solutions are taken apart here, and
//! their sides are read one by one.

use egen_math::assume::Relation;
use egen_math::{Expr, Symbol};
use egen_read::read::message::RelationRefusal;
use egen_read::read::{Notation, ReadError, Reading};

use crate::decision::{Decision, Way, Ways};
use crate::formula::{Atom, Formula, Sign};
use crate::sets::{self, Interval, Said};
use crate::signs::{self, Meaning, bracket};
use crate::term::{constant, number, root, variable};

/// What a formula on a line says.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// An expression.
    Expression(Expr),
    /// a = b = c: at least two sides.
    Chain(Vec<Expr>),
    /// Anything else that restricts variables.
    Formula(Formula),
}

/// A statement and how it was read.
#[derive(Clone, Debug)]
pub struct Understood {
    /// What it says.
    pub statement: Statement,
    /// The notation of its last part.
    pub notation: Notation,
    /// Decisions that it rests on.
    pub notes: Vec<Decision>,
    /// All that it may say, where it is ambiguous; the statement is the first of them.
    pub ways: Option<Ways>,
}

impl Understood {
    /// The same with a name for what it gives before it: `LHS = a = b`. `None` if it gives nothing.
    pub fn after(self, name: &Expr) -> Option<Understood> {
        let named = |statement: Statement| match statement {
            Statement::Expression(expr) => Some(Statement::Chain(vec![name.clone(), expr])),
            Statement::Chain(sides) => Some(Statement::Chain([vec![name.clone()], sides].concat())),
            Statement::Formula(_) => None,
        };
        let ways = match self.ways {
            Some(Ways { readings, why }) => {
                let named = |way: Way| Some(Way { statement: named(way.statement)?, ..way });
                Some(Ways { readings: readings.into_iter().map(named).collect::<Option<_>>()?, why })
            }
            None => None,
        };
        Some(Understood { statement: named(self.statement)?, ways, ..self })
    }
}

/// Ways to write "plus or minus", and "minus or plus" in the same formula.
const BOTH: [[&str; 2]; 4] = [["\\pm", "\\mp"], ["±", "∓"], ["+/-", "-/+"], ["+-", "-+"]];
/// A formula has at most so many cases and relations.
const MAX_PARTS: usize = 32;

/// Reads a formula; `read` reads an expression or an equation.
pub fn understand(text: &str, read: &impl Fn(&str) -> Result<Reading, ReadError>) -> Result<Understood, ReadError> {
    let mut reader = Parts { read, notation: Notation::Infix, notes: Vec::new() };
    let statement = reader.statement(text)?;
    Ok(Understood { statement, notation: reader.notation, notes: reader.notes, ways: None })
}

struct Parts<'a, R> {
    read: &'a R,
    notation: Notation,
    notes: Vec<Decision>,
}

fn refuse<T>(text: &str, why: RelationRefusal) -> Result<T, ReadError> {
    Err(ReadError::new(0..text.len(), why))
}

impl<R: Fn(&str) -> Result<Reading, ReadError>> Parts<'_, R> {
    fn statement(&mut self, text: &str) -> Result<Statement, ReadError> {
        if is_rounded(text) {
            return refuse(text, RelationRefusal::Approximate);
        }
        if let Some(said) = sets::said(text) {
            return self.set(text, &said);
        }
        if let Some(signs) = BOTH.iter().find(|[both, _]| text.contains(both)) {
            return self.both_signs(text, signs);
        }
        let all: Vec<&str> = split_outside(text, &[",", ";"]).into_iter().map(|(_, part)| part).collect();
        // x = 2, x ∈ ℝ says no more than x = 2; x = π + 2kπ, k ∈ ℤ is a family without these words, too.
        let numbers = |part: &&str| matches!(sets::said(part), Some(Said::Numbers));
        let parts: Vec<&str> = all.iter().copied().filter(|part| !is_differential(part) && !numbers(part)).collect();
        if parts.is_empty() {
            let numbers = all.iter().any(numbers);
            return refuse(text, if numbers { RelationRefusal::Numbers } else { RelationRefusal::Differential });
        }
        let text = if parts.len() < all.len() && parts.len() == 1 { parts[0].trim() } else { text };
        let others = find_signs(text).iter().any(|(_, _, sign)| *sign != Sign::Equal);
        if parts.len() == 1 && !others {
            let reading = self.take(text)?;
            let mut sides = reading.sides;
            return Ok(if sides.len() == 1 { Statement::Expression(sides.remove(0)) } else { Statement::Chain(sides) });
        }
        if parts.len() > MAX_PARTS {
            return refuse(text, RelationRefusal::TooMany);
        }
        let mut all: Vec<Formula> = Vec::new();
        for part in parts {
            all.push(self.relations(part.trim(), all.last())?);
        }
        let joined = all.into_iter().reduce(|a, b| and(&a, &b)).expect("a text has a part");
        Ok(Statement::Formula(joined))
    }

    /// What `x ∈ (-1, 3)`, `x = {2, -2}` or `(x, y) = (2, 1)` says.
    fn set(&mut self, text: &str, said: &Said) -> Result<Statement, ReadError> {
        let mut equal = |name: &str, value: &str| Ok(Atom::equal(&self.expression(name)?, &self.expression(value)?));
        let cases = match said {
            Said::Numbers => return refuse(text, RelationRefusal::Numbers),
            Said::Values(name, values) => {
                values.iter().map(|value| Ok(vec![equal(name, value)?])).collect::<Result<_, ReadError>>()?
            }
            Said::Tuple(pairs) => {
                vec![pairs.iter().map(|(name, value)| equal(name, value)).collect::<Result<_, ReadError>>()?]
            }
            Said::Intervals(name, intervals) => {
                let name = self.expression(name)?;
                let sign = |closed| Sign::Other(if closed { Relation::LessOrEqual } else { Relation::Less });
                let mut cases = Vec::with_capacity(intervals.len());
                for Interval { from, to } in intervals {
                    let mut atoms = Vec::new();
                    if let Some((end, closed)) = *from {
                        atoms.push(Atom { left: self.expression(end)?, sign: sign(closed), right: name.clone() });
                    }
                    if let Some((end, closed)) = *to {
                        atoms.push(Atom { left: name.clone(), sign: sign(closed), right: self.expression(end)? });
                    }
                    if atoms.is_empty() {
                        return refuse(text, RelationRefusal::WholeLine);
                    }
                    cases.push(atoms);
                }
                cases
            }
        };
        Ok(Statement::Formula(Formula { cases }))
    }

    fn take(&mut self, text: &str) -> Result<Reading, ReadError> {
        let reading = (self.read)(text)?;
        self.notation = reading.notation;
        self.notes.extend(reading.notes.iter().map(|note| Decision::Read(note.kind.clone())));
        Ok(reading)
    }

    fn expression(&mut self, text: &str) -> Result<Expr, ReadError> {
        match self.take(text)?.into_one() {
            Some((side, _)) => Ok(side),
            None => refuse(text, RelationRefusal::Side),
        }
    }

    /// `a < b ≤ c`, or a further value of the variable that the part before gave.
    fn relations(&mut self, text: &str, before: Option<&Formula>) -> Result<Formula, ReadError> {
        let signs = find_signs(text);
        if signs.is_empty() {
            let Some(name) = before.and_then(last_solved) else {
                return refuse(text, RelationRefusal::NoRelation);
            };
            return Ok(Formula::of(Atom::equal(&variable(&name), &self.expression(text)?)));
        }
        let mut sides = Vec::with_capacity(signs.len() + 1);
        let mut from = 0;
        for (at, length, _) in &signs {
            sides.push(self.expression(text[from..*at].trim_matches(['&', ' ', '\t']))?);
            from = at + length;
        }
        sides.push(self.expression(text[from..].trim_matches(['&', ' ', '\t']))?);
        let atom = |(pair, (_, _, sign)): (&[Expr], &(usize, usize, Sign))| Atom {
            left: pair[0].clone(),
            sign: *sign,
            right: pair[1].clone(),
        };
        Ok(Formula { cases: vec![sides.windows(2).zip(&signs).map(atom).collect()] })
    }

    /// Both signs of ±, as two cases.
    fn both_signs(&mut self, text: &str, [both, turned]: &[&str; 2]) -> Result<Statement, ReadError> {
        let mut out: Option<Formula> = None;
        for (upper, lower) in [("+", "-"), ("-", "+")] {
            let one = text.replace(both, &format!(" {upper} ")).replace(turned, &format!(" {lower} "));
            // `= + 2` is not read.
            let plain = |sign: &str, one: String| one.replace(&format!("{sign} + "), &format!("{sign} "));
            let one = ["=", "= ", "(", "{"].iter().fold(one, |one, sign| plain(sign, one));
            let formula = match self.statement(&one)? {
                Statement::Chain(sides) if sides.len() == 2 => Formula::of(Atom::equal(&sides[0], &sides[1])),
                Statement::Formula(formula) => formula,
                _ => return refuse(text, RelationRefusal::BothSigns),
            };
            out = Some(match out {
                Some(first) => or(&first, &formula),
                None => formula,
            });
        }
        Ok(Statement::Formula(out.expect("two signs were read")))
    }
}

/// Does a text say what a differential is? `du = 2x dx` stands beside u = x², which says more.
pub fn is_differential(text: &str) -> bool {
    let Some((left, right)) = text.split_once('=') else { return false };
    let ends = |side: &str| {
        let side = side.trim().trim_end_matches('&').trim_end().replace("\\mathrm{d}", "d");
        let mut last = side.chars().rev();
        let (Some(letter), Some('d'), before) = (last.next(), last.next(), last.next()) else { return false };
        letter.is_ascii_alphabetic() && !before.is_some_and(|c| c.is_ascii_alphabetic() || c == '/' || c == '\\')
    };
    !right.contains(['=', '/']) && left.trim().len() < 12 && !left.contains(['/', '+']) && ends(left) && ends(right)
}

/// Does a text say something that is not exact?
pub fn is_rounded(text: &str) -> bool {
    signs::all(text).any(|(_, meaning, _)| meaning == Meaning::About)
}

/// Does ± stand in a text?
pub fn has_both_signs(text: &str) -> bool {
    BOTH[..3].iter().any(|[both, _]| text.contains(both))
}

/// Either of two formulas.
pub fn or(a: &Formula, b: &Formula) -> Formula {
    let mut cases = a.cases.clone();
    cases.extend(b.cases.iter().filter(|case| !a.cases.contains(case)).cloned());
    Formula { cases }
}

/// Two formulas together. `x = 2, x = 3` names two solutions: no x is both; nor does one solve both `x = 0, x - 3 = 0`.
pub fn and(a: &Formula, b: &Formula) -> Formula {
    let name = last_solved(a);
    if name.is_some() && a.is_solved() && b.is_solved() && name == last_solved(b) || exclude_each_other(a, b) {
        return or(a, b);
    }
    let pairs = a.cases.iter().flat_map(|left| b.cases.iter().map(move |right| (left, right)));
    Formula { cases: pairs.take(MAX_PARTS).map(|(left, right)| [&left[..], right].concat()).collect() }
}

/// Are they equations in one unknown that no value solves both?
fn exclude_each_other(a: &Formula, b: &Formula) -> bool {
    let ([_], true) = (&a.variables()[..], a.variables() == b.variables()) else { return false };
    let equations = |formula: &Formula| formula.cases.iter().all(|case| case.len() == 1 && case[0].sign == Sign::Equal);
    // x = 0, x - 3 = 0 are factors, and x - 1 = 2, x - 1 = -2 roots; y = 6 and 2y = 13 is a claim, and a wrong one.
    let zero = |atom: &Atom| number(&atom.right).is_some_and(|n| n.is_zero());
    let alike = |left: &Atom, right: &Atom| left.left == right.left || zero(left) && zero(right);
    let apart = |left: &Atom, right: &Atom| alike(left, right) && differ_in_roots(left, right);
    equations(a) && equations(b) && a.atoms().all(|left| b.atoms().all(|right| apart(left, right)))
}

/// Has one of two equations a single root, by arithmetic, that does not solve the other?
fn differ_in_roots(a: &Atom, b: &Atom) -> bool {
    let Some(name) = a.difference().variables().pop() else { return false };
    [(a, b), (b, a)].iter().any(|(one, other)| {
        let root = root(&one.difference(), &name);
        let value = root.and_then(|root| constant(&other.difference().substitute(&name, &root)));
        value.is_some_and(|value| !value.is_zero())
    })
}

/// A statement as a formula, unless it is an expression.
pub fn formula(statement: &Statement) -> Option<Formula> {
    match statement {
        Statement::Expression(_) => None,
        Statement::Chain(sides) => {
            let atoms = sides.windows(2).map(|pair| Atom::equal(&pair[0], &pair[1])).collect();
            Some(Formula { cases: vec![atoms] })
        }
        Statement::Formula(formula) => Some(formula.clone()),
    }
}

/// The variable that a formula was solved for last.
pub fn last_solved(formula: &Formula) -> Option<Symbol> {
    formula.atoms().last()?.gives().cloned()
}

/// The signs of relations outside brackets: place, length and sign.
fn find_signs(text: &str) -> Vec<(usize, usize, Sign)> {
    let (mut out, mut depth, mut from) = (Vec::new(), 0i32, 0);
    for (at, meaning, length) in signs::all(text) {
        depth += text[from..at].chars().map(bracket).sum::<i32>();
        from = at + length;
        // \left< and \left( are brackets; `\le` in `\left` is excluded by the end of the word.
        if let (Meaning::Relation(sign), true) = (meaning, depth <= 0) {
            out.push((at, length, sign));
        }
    }
    out
}

/// The parts of a text between separators outside brackets, with their places.
pub fn split_outside<'a>(text: &'a str, separators: &[&str]) -> Vec<(usize, &'a str)> {
    let (mut out, mut depth, mut start, mut at) = (Vec::new(), 0i32, 0, 0);
    while at < text.len() {
        let rest = &text[at..];
        let first = rest.chars().next().expect("not at the end");
        depth += bracket(first);
        match separators.iter().find(|sign| rest.starts_with(**sign)) {
            // `\,` is a space, and 1,000 a number that the reader decides about.
            Some(sign) if depth <= 0 && !text[..at].ends_with('\\') && !between_digits(text, at) => {
                out.push((start, &text[start..at]));
                at += sign.len();
                start = at;
            }
            _ => at += first.len_utf8(),
        }
    }
    out.push((start, &text[start..]));
    out
}

fn between_digits(text: &str, at: usize) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    digit(text[..at].chars().next_back()) && digit(text[at + 1..].chars().next())
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_read::read::{Options, read};

    fn shown(text: &str) -> String {
        match understand(text, &|text| read(text, &Options::default())).map(|understood| understood.statement) {
            Ok(Statement::Expression(expr)) => expr.to_string(),
            Ok(Statement::Chain(sides)) => sides.iter().map(Expr::to_string).collect::<Vec<_>>().join(" = "),
            Ok(Statement::Formula(formula)) => formula.to_string(),
            Err(error) => format!("error: {error}"),
        }
    }

    #[test]
    fn relations_lists_and_both_signs_are_read() {
        for (text, want) in [
            ("x + 1", "x + 1"),
            ("a = b = c", "a = b = c"),
            ("-2x < 6", "-2*x < 6"),
            ("0 < x <= 1", "0 < x <= 1"),
            ("x \\leq 3", "x <= 3"),
            ("x = ±2", "x = 2 or x = -2"),
            ("x = \\pm\\sqrt{2}", "x = sqrt(2) or x = -sqrt(2)"),
            ("x = (-1 ± sqrt(5))/2", "x = (-1 + sqrt(5))/2 or x = (-1 - sqrt(5))/2"),
            ("x = 2, x = 3", "x = 2 or x = 3"),
            ("x = 2, 3", "x = 2 or x = 3"),
            ("x = 2, y = 3", "x = 2, y = 3"),
            ("x ∈ {2, 3}", "x = 2 or x = 3"),
            ("x \\in \\{2, 3\\}", "x = 2 or x = 3"),
            ("f(x, y) = 2", "f(x, y) = 2"),
            ("x != 0", "x != 0"),
            ("x = 0, x - 3 = 0", "x = 0 or x - 3 = 0"),
            ("x + 1 = 3, 2x = 4", "x + 1 = 3, 2*x = 4"),
            ("x ∈ (-1, 3]", "-1 < x <= 3"),
            ("x \\in [2, \\infty)", "2 <= x"),
            ("x ∈ (-∞, 1) ∪ (2, ∞)", "x < 1 or 2 < x"),
            ("x = {2, -2}", "x = 2 or x = -2"),
            ("(x, y) = (2, 1)", "x = 2, y = 1"),
            ("x = 2, x ∈ ℝ", "x = 2"),
            ("x = 2k, k ∈ ℤ", "x = 2*k"),
        ] {
            assert_eq!(shown(text), want, "{text}");
        }
        assert!(shown("x ≈ 2").starts_with("error"), "{}", shown("x ≈ 2"));
    }
}
