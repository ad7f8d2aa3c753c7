//! Formulas: how is a stretch of a line read, once it is told from words?

use std::borrow::Cow;

use egen_math::{Expr, Op, Symbol};
use egen_read::read::message::RelationRefusal;
use egen_read::read::{self, Ambiguity, Choice, Meaning, Notation, NoteKind, Options, ReadError, Reading};

use super::{Latex, Reader};
use crate::decision::{Decision, Way, Ways};
use crate::definite;
use crate::formula::{Atom, Formula};
use crate::label::goes_on_in_terms;
use crate::layout::Row;
use crate::logic::{Joint, brackets, together};
use crate::names;
use crate::numeral::spelled;
use crate::prose::{Piece, Tie};
use crate::sets::{self, Said};
use crate::statement::{Statement, Understood, formula, has_both_signs, last_solved, split_outside, understand};
use crate::term::call;
use crate::unit;

/// What a stretch says, and whether it takes up the line before.
type Read = Result<(Understood, bool), ReadError>;

impl Reader<'_> {
    /// Formulas with *and* and *or* between them, the decisions of the reader, and their end.
    pub(super) fn joined(&self, text: &str, pieces: &[Piece], latex: bool) -> Option<(Formula, Vec<Decision>, usize)> {
        let mut joints: Vec<Joint> = Vec::with_capacity(pieces.len());
        let (mut notes, mut end) = (Vec::new(), 0);
        for piece in pieces {
            let Piece::Formula { at, tie, .. } = piece else { return None };
            end = at.end;
            let part = &text[at.clone()];
            let (opens, closes) = brackets(part);
            let part = part[opens..part.len() - closes].trim();
            let (understood, _) = self.read(part, false, latex).ok().filter(|(found, _)| found.ways.is_none())?;
            notes.extend(understood.notes);
            let formula = match understood.statement {
                // x = 2 or 3
                Statement::Expression(expr) => {
                    let name = last_solved(&joints.last()?.formula)?;
                    Formula::of(Atom::equal(&Expr::variable(name.as_str()), &expr))
                }
                other => formula(&other)?,
            };
            joints.push(Joint { tie: *tie, opens, formula, closes });
        }
        joints[0].tie = Tie::None;
        Some((together(&joints)?, notes, end))
    }

    /// Reads a row as a whole where words have no place in it.
    pub(super) fn direct(&self, text: &str, row: &Row) -> Option<Read> {
        let asked = matches!(self.options.notation, Some(Notation::Prefix | Notation::Sexpr));
        let whole = &text[row.whole.clone()];
        if asked {
            // `= x 2` is an equation in prefix notation; elsewhere a leading sign takes up the line before.
            let rest = &text[row.range.clone()];
            let read = self.simple(whole).map(|found| (found, false));
            return Some(read.or_else(|error| match self.simple(rest) {
                Ok(found) if row.continues => Ok((found, true)),
                _ => Err(error.moved(row.whole.start)),
            }));
        }
        if self.options.notation.is_some() || row.latex || self.latex != Latex::No {
            return None;
        }
        let reading = read::read(&text[row.range.clone()], &self.options).ok()?;
        let shows = matches!(reading.notation, Notation::Prefix | Notation::Sexpr | Notation::Mathml);
        shows.then(|| Ok((plain(reading), row.continues)))
    }

    fn simple(&self, text: &str) -> Result<Understood, ReadError> {
        read::read(text, &self.options).map(plain)
    }

    /// Reads a formula, in LaTeX if the lines before were.
    pub(super) fn read(&self, text: &str, continues: bool, latex: bool) -> Read {
        if continues && !self.formula {
            return Err(ReadError::new(0..0, RelationRefusal::NothingBefore));
        }
        if let Some((side, length)) = self.page.cues.side_name(text) {
            return self.named(side, &text[length..], latex, RelationRefusal::SideName(side.to_string()));
        }
        if let Some(understood) = self.by_sides(text, latex) {
            return Ok((understood, continues));
        }
        // S = {2, 3} are the solutions.
        if let (Some(Said::Values(name, values)), Some(unknown)) = (sets::said(text), &self.unknown)
            && text.contains('=')
            && matches!(name, "S" | "L" | "M" | "\\mathbb{L}" | "\\mathbb{S}" | "SS")
        {
            let renamed = format!("{unknown} ∈ {{{}}}", values.join(", "));
            return self.read(&renamed, continues, latex);
        }
        // x = (3 ± 5)/4, and then = …: the same solutions once more.
        if let (true, true, Some(name)) = (continues, has_both_signs(text), &self.chain.solved) {
            return self.read(&format!("{name} = {text}"), false, latex);
        }
        if let Some((name, rest)) = both_named(text) {
            return self.read(&format!("{name}_1_2 = {rest}"), continues, latex);
        }
        let clear = spelled(text, self.page.cues);
        let read = self.either(&clear, latex).map_err(|error| match &clear {
            Cow::Borrowed(_) => error,
            Cow::Owned(_) => ReadError { at: 0..text.len(), ..error },
        });
        read.map(|understood| (understood, continues))
    }

    /// Reads a formula; in all ways, if it is ambiguous.
    fn either(&self, text: &str, latex: bool) -> Result<Understood, ReadError> {
        let settled = |text: &str| {
            let mut ways = self.ways(text, latex, |ambiguity| self.known_meaning(ambiguity, text))?;
            Ok(ways.swap_remove(0).1)
        };
        if let Some(understood) = unit::quoted(text).and_then(|text| settled(&text).ok()) {
            return Ok(understood);
        }
        let error = match settled(text) {
            Ok(understood) => return Ok(self.with_derivatives(understood)),
            Err(error) => error,
        };
        let Ok(ways) = self.ways(text, latex, |ambiguity| self.meanings(ambiguity, text)) else { return Err(error) };
        Ok(one_or_all(ways, error))
    }

    /// Reads a formula with the choices that it asks for, of those that are given.
    fn ways(
        &self,
        text: &str,
        latex: bool,
        meanings: impl Fn(&Ambiguity) -> Vec<Meaning>,
    ) -> Result<Vec<(Options, Understood)>, ReadError> {
        read::each(&self.options, meanings, |options| {
            let understood = understand(text, &|text: &str| self.expression(text, options, latex))?;
            Ok((options.clone(), understood))
        })
    }

    /// Reads an expression or an equation, in LaTeX if the lines before were.
    fn expression(&self, text: &str, options: &Options, latex: bool) -> Result<Reading, ReadError> {
        let as_latex = || read::read_chosen(text, &Options { notation: Some(Notation::Latex), ..options.clone() });
        match (options.notation, latex || self.latex == Latex::Surely, self.latex) {
            (None, true, _) => as_latex(),
            (None, false, Latex::Likely) => {
                as_latex().or_else(|error| read::read_chosen(text, options).map_err(|_| error))
            }
            _ => read::read_chosen(text, options),
        }
    }

    /// What the lines so far, or the text itself, say of something ambiguous: `A(25)` is the value of a function where `A(x)` was
    /// defined, and `3x^2(2)` a product where x stands alone elsewhere.
    fn known_meaning(&self, ambiguity: &Ambiguity, text: &str) -> Vec<Meaning> {
        let Ambiguity::CallOrProduct(name) = ambiguity else { return Vec::new() };
        if self.options.conventions.functions.contains_key(name) {
            return vec![Meaning::Call];
        }
        let name = name.as_str();
        let alone = |(at, _): (usize, &str)| {
            let next = text[at + name.len()..].chars().next();
            !text[..at].ends_with(char::is_alphabetic)
                && !next.is_some_and(|c| c.is_alphanumeric() || matches!(c, '(' | '^' | '_' | '\''))
        };
        let known = self.names.iter().any(|own| own.as_str() == name) || text.match_indices(name).any(alone);
        if known { vec![Meaning::Product] } else { Vec::new() }
    }

    /// The meanings of something ambiguous that are judged; none where it stays refused.
    fn meanings(&self, ambiguity: &Ambiguity, text: &str) -> Vec<Meaning> {
        match ambiguity {
            Ambiguity::CallOrProduct(_) => self.known_meaning(ambiguity, text),
            // A bracket that speaks of the argument once more is a factor: sin x(1 + cos x).
            Ambiguity::BracketOfArgument { again: true } => vec![Meaning::Ends],
            // In a derivation ax² is a·x².
            Ambiguity::RaisedLetters => vec![Meaning::Product],
            // A word may be one of a sentence.
            Ambiguity::LettersOrName => Vec::new(),
            Ambiguity::Quotient
            | Ambiguity::MixedNumber
            | Ambiguity::RepeatingDecimal
            | Ambiguity::QuotientOfArgument
            | Ambiguity::Exponent
            | Ambiguity::Root
            | Ambiguity::RaisedArgument
            | Ambiguity::BracketOfArgument { again: false } => ambiguity.meanings().to_vec(),
        }
    }

    /// An equation, side by side, in which a side is 1 + 2 + … + n or a definite integral.
    fn by_sides(&self, text: &str, latex: bool) -> Option<Understood> {
        let limits = ["\\int", "∫", "]_", "|_", "]^", "|^", "vert_"].iter().any(|sign| text.contains(sign));
        let parts = split_outside(text, &["="]);
        // A sum with dots alone says nothing.
        if !limits && (parts.len() < 2 || !goes_on_in_terms(text)) {
            return None;
        }
        let in_latex = latex || self.latex != Latex::No || text.contains('\\');
        let options =
            Options { notation: self.options.notation.or(in_latex.then_some(Notation::Latex)), ..self.options.clone() };
        let read = |text: &str| read::read_one(text, &options).map(|(side, _)| side);
        let mut variable = self.chain.last.as_ref().and_then(definite::variable);
        let (mut sides, mut notes, mut special) = (Vec::with_capacity(parts.len()), Vec::new(), false);
        for (_, side) in parts {
            let sum = || Expr::variable(side.trim_matches(['&', ' ']));
            let own = goes_on_in_terms(side).then(sum).or_else(|| definite::side(side, variable.as_ref(), &read));
            special |= own.is_some();
            sides.push(match own {
                Some(own) => {
                    variable = definite::variable(&own).or(variable.take());
                    own
                }
                None => {
                    let understood = self.either(side.trim_matches(['&', ' ']), in_latex).ok()?;
                    notes.extend(understood.notes);
                    let (Statement::Expression(side), None) = (understood.statement, understood.ways) else {
                        return None;
                    };
                    side
                }
            });
        }
        let alone = sides.len() == 1;
        let statement = if alone { Statement::Expression(sides.remove(0)) } else { Statement::Chain(sides) };
        let notation = if in_latex { Notation::Latex } else { Notation::Infix };
        special.then_some(Understood { statement, notation, notes, ways: None })
    }

    /// `New price = 80 + 20` and `LHS = a = b`: a name for what a formula gives. The text is what stands behind the name.
    pub(super) fn named(&self, name: &str, text: &str, latex: bool, refusal: RelationRefusal) -> Read {
        let refused = || ReadError::new(0..text.len(), refusal.clone());
        let rest =
            text.trim_start_matches(['&', ' ']).strip_prefix('=').map(|rest| rest.trim_start_matches(['&', ' ']));
        let rest = rest.filter(|rest| !rest.is_empty() && self.page.cues.side_name(rest).is_none());
        let understood = self.read(rest.ok_or_else(refused)?, false, latex)?.0;
        Ok((understood.after(&self.fresh(name)).ok_or_else(refused)?, false))
    }

    /// A name that no formula has.
    fn fresh(&self, name: &str) -> Expr {
        let mut name = name.to_string();
        while self.names.iter().any(|own| own.as_str() == name) {
            name.push('′');
        }
        Expr::variable(&name)
    }

    /// `y' = 2x` as `y'(x) = 2x`, where y was defined by x.
    fn with_derivatives(&self, understood: Understood) -> Understood {
        let slope = |name: &str| {
            let (base, primes) = (name.trim_end_matches("_prime"), name.matches("_prime").count());
            let (_, by) = self.defined.iter().rev().find(|(own, _)| primes > 0 && own == base)?;
            let by = Expr::variable(by);
            Some((0..primes).fold(call(base, &[&by]), |slope, _| slope.binary(Op::Diff, &by)))
        };
        let put = |side: Expr, name: &Symbol| match slope(name.as_str()) {
            Some(slope) => side.substitute(name, &slope),
            None => side,
        };
        let derived = |side: &Expr| side.variables().iter().fold(side.clone(), put);
        let other =
            |note: &Decision| matches!(note, Decision::Read(NoteKind::PrimedName(_, name)) if slope(name).is_some());
        let notes = understood.notes.into_iter().filter(|note| !other(note)).collect();
        Understood { statement: names::map(&understood.statement, derived), notes, ..understood }
    }
}

/// The letter and the value of `x1,2 = -3 ± 2`, which names both solutions at once.
fn both_named(text: &str) -> Option<(char, &str)> {
    let (name, rest) = text.split_once('=')?;
    let mut signs = name.trim().chars();
    let letter = signs.next().filter(|c| c.is_alphabetic())?;
    let index: String = signs.filter(|c| *c != '_' && *c != ' ').collect();
    let both = matches!(index.as_str(), "1,2" | "1/2" | "1;2" | "₁,₂" | "₁/₂" | "₁₂" | "₁;₂");
    (both && has_both_signs(rest)).then_some((letter, rest.trim_start()))
}

/// What a text says that was read in all its ways: one thing, if all of them say the same.
fn one_or_all(mut ways: Vec<(Options, Understood)>, error: ReadError) -> Understood {
    let same = |way: &(Options, Understood)| way.1.statement == ways[0].1.statement;
    if ways.iter().all(same) {
        let mut understood = ways.swap_remove(0).1;
        understood.notes.push(Decision::OneReading(*error.refusal));
        return understood;
    }
    // What all ways share is known, and no choice that the lines to come must agree with.
    let first = ways[0].0.choices.clone();
    let shared = |choice: &Choice| ways.iter().all(|(options, _)| options.choices.contains(choice));
    let shared: Vec<Choice> = first.into_iter().filter(shared).collect();
    let readings = ways.iter().map(|(options, understood)| Way {
        choices: options.choices.iter().filter(|choice| !shared.contains(choice)).cloned().collect(),
        statement: understood.statement.clone(),
    });
    let readings = readings.collect();
    let understood = ways.swap_remove(0).1;
    Understood { ways: Some(Ways { readings, why: *error.refusal }), ..understood }
}

fn plain(reading: Reading) -> Understood {
    let Reading { mut sides, notation, notes, .. } = reading;
    let statement = if sides.len() == 1 { Statement::Expression(sides.remove(0)) } else { Statement::Chain(sides) };
    Understood {
        statement,
        notation,
        notes: notes.into_iter().map(|note| Decision::Read(note.kind)).collect(),
        ways: None,
    }
}
