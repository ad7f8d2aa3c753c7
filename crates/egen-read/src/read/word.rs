//! Words: what may an infix identifier be besides a name?

use super::message::{CalculusRefusal, Doubt, Expected, FunctionRefusal, NoteKind, Scope, WordRefusal};
use super::parser::{Parser, Read};
use super::slips;
use super::token::{Bracket, Gap, Tok};
use super::{Ambiguity, Calls, Meaning, glue, refusal};
use egen_math::defined::{self, Defined};
use egen_math::expr::Id;
use egen_math::names::{self, Func};
use egen_math::op::Op;

impl Parser<'_> {
    /// What an infix identifier may be besides a name.
    pub(super) fn infix_word(&mut self, start: usize) -> Read<Option<Id>> {
        let Tok::Name(word) = self.tokens[start].tok else { return Ok(None) };
        if self.declared(word) {
            return Ok(None);
        }
        if word.starts_with('d') {
            let derivative = match self.derivative_of_bracket(start)? {
                None => self.slashed_derivative(start)?,
                derivative => derivative,
            };
            if derivative.is_some() {
                return Ok(derivative);
            }
        }
        if self.constant(word, start).is_some() {
            return Ok(None);
        }
        if let Some(id) = self.named_operation(word, start)? {
            return Ok(Some(id));
        }
        self.refuse_known_word(word, start)?;
        if word.len() < 2 {
            return self.derivative_letter(word, start);
        }
        if names::is_short(word) {
            let argument = self.token_at(start + 1);
            if !matches!(argument, Tok::Bar) && self.starts_factor(argument) || self.is_small(start + 1) {
                self.at += 1;
                let function = names::function(word).expect("short names are names of functions");
                return self.function(function, start).map(Some);
            }
        }
        if self.is_imaginary_exponent(word, start)? {
            return Ok(None);
        }
        if !names::is_word(word) {
            if let Some(product) = slips::maybe_product(word) {
                self.note(self.range(start), NoteKind::OneVariable(word.to_owned(), Some(product)));
            }
            return Ok(None);
        }
        self.long_name(word, start)?;
        Ok(None)
    }

    /// Refuses what has another meaning wherever it stands: words of other languages, differentials, prose, `2x3`.
    fn refuse_known_word(&self, word: &str, start: usize) -> Read<()> {
        let owned = || word.to_owned();
        let why = if let Some(advice) = names::foreign(word) {
            WordRefusal::Foreign(owned(), advice)
        } else if names::differential_of(word).is_some() {
            return self.refuse(start, start + 1, CalculusRefusal::DifferentialInInfix(owned()));
        } else if names::is_prose(word) {
            if word == "int" { WordRefusal::Integral(owned()) } else { WordRefusal::Prose(owned()) }
        } else if let Some(factor) = self.sign_of_multiplication(word, start) {
            let doubt = Doubt::TimesOrName(self.written(start - 1).to_owned(), factor.to_owned(), owned());
            return self.refuse(start - 1, start + 1, doubt);
        } else if word.starts_with("int_") && self.token_at(start + 1) == Tok::Caret {
            return self.refuse(start, start + 1, Scope::DefiniteIntegral);
        } else if names::is_run_together(word) {
            WordRefusal::RunTogether(owned())
        } else {
            return Ok(());
        };
        self.refuse(start, start + 1, why)
    }

    /// The digits behind an x that may be a sign of multiplication: `2x3`.
    fn sign_of_multiplication<'w>(&self, word: &'w str, start: usize) -> Option<&'w str> {
        let factor = word.strip_prefix(['x', 'X']).filter(|rest| rest.bytes().all(|b| b.is_ascii_digit()))?;
        let behind_number = start > 0 && self.token_at(start - 1) == Tok::Number;
        let tight = self.tokens[start].gap == Gap::None;
        (!factor.is_empty() && behind_number && tight && !self.conventions.numbered).then_some(factor)
    }

    /// `D(E, x)` is a derivative; a D before anything else is a name.
    fn derivative_letter(&mut self, word: &str, start: usize) -> Read<Option<Id>> {
        let bracket = matches!(self.token_at(start + 1), Tok::Open(Bracket::Round | Bracket::Square));
        if word == "D" && bracket && self.tokens[start + 1].comma {
            self.at += 1;
            return self.function(Func::Op(Op::Diff), start).map(Some);
        }
        Ok(None)
    }

    /// `e^ix`: nobody means a name of two letters, unless it is a Greek one.
    fn is_imaginary_exponent(&mut self, word: &str, start: usize) -> Read<bool> {
        let raised = start > 1 && self.token_at(start - 1) == Tok::Caret && self.token_at(start - 2) == Tok::Name("e");
        if !raised || word.len() != 2 || !word.contains('i') {
            return Ok(false);
        }
        if names::greek_name(word).is_none() {
            return self.refuse(start, start + 1, WordRefusal::Imaginary(word.to_owned()));
        }
        self.note(self.range(start), NoteKind::GreekLetter(word.to_owned()));
        Ok(true)
    }

    /// A name of several letters: a function that is glued to something, a product, a word of a sentence, or what it says.
    fn long_name(&mut self, word: &str, start: usize) -> Read<()> {
        let range = self.range(start);
        let applied = matches!(self.token_at(start + 1), Tok::Open(Bracket::Round | Bracket::Square));
        // `sinn(x)` is rather a misspelt function than sin applied to n and then what?
        if let Some((name, rest)) = names::glued(word).filter(|(name, _)| !applied || word.ends_with(name)) {
            let rest = rest.trim_matches('_');
            // `sine of x`.
            if !word.ends_with(name) {
                self.refuse_prose(word, start)?;
            }
            let instead = if word.ends_with(name) { format!("{rest}*{name}(…)") } else { format!("{name}({rest})") };
            return Err(refusal(range, WordRefusal::HasFunction(word.to_owned(), name, instead)));
        }
        if applied && self.options.calls == Calls::Auto {
            return Err(self.unknown_function(word, start));
        }
        let short = names::is_short_word(word);
        let raised = self.token_at(start + 1) == Tok::Caret;
        let named = |p: &Self, ambiguity| p.choice(&ambiguity) == Some(Meaning::Name);
        if raised
            && (short || (word.ends_with('e') && self.has_name(start + 2)))
            && !(short && named(self, Ambiguity::RaisedLetters))
        {
            let offered = short && word.bytes().all(|b| b.is_ascii_alphabetic());
            return Err(refusal(range, Doubt::RaisedLetters(word.to_owned(), product_of(word), offered)));
        }
        self.refuse_prose(word, start)?;
        // `30 cm`: behind a number and a space stands a unit, or a name.
        let unit = start > 0 && self.token_at(start - 1) == Tok::Number && self.tokens[start].gap != Gap::None;
        let clear = applied || unit || self.conventions.starred || word.contains('_');
        if short && !clear && !named(self, Ambiguity::LettersOrName) {
            let product = product_of(word);
            let product = if glue::is_exponent(self, start) { format!("({product})") } else { product };
            return Err(refusal(range, Doubt::LettersOrName(word.to_owned(), product)));
        }
        self.note(range, NoteKind::OneVariable(word.to_owned(), Some(product_of(word))));
        Ok(())
    }

    /// Refuses `x over y` and `plot sin(x)`: who has words for variables writes signs between them.
    fn refuse_prose(&self, word: &str, start: usize) -> Read<()> {
        let shortest = if self.conventions.starred { 3 } else { 2 };
        if word.len() < shortest || !word.bytes().all(|b| b.is_ascii_alphabetic()) {
            return Ok(());
        }
        let before = start > 0 && self.tokens[start].gap != Gap::None && self.token_at(start - 1).is_name();
        let next = self.token_at(start + 1);
        let after = matches!(next, Tok::Func(_) | Tok::Number) || next.is_name();
        if before || (after && self.tokens[start + 1].gap != Gap::None) {
            return self.refuse(start, start + 1, WordRefusal::Sentence(word.to_owned()));
        }
        Ok(())
    }

    /// What SymPy and other languages write as a call: `Rational(1, 2)`, `pow(x, 2)`, `int(x^2, x)`.
    fn named_operation(&mut self, word: &str, start: usize) -> Read<Option<Id>> {
        let Tok::Open(kind @ (Bracket::Round | Bracket::Square)) = self.token_at(start + 1) else { return Ok(None) };
        let comma = self.tokens[start + 1].comma;
        if let Some(defined) = defined::find(word) {
            return self.defined(defined, start, start + 1).map(Some);
        }
        let op = match word {
            "Rational" if comma => Op::Div,
            "pow" | "power" | "Pow" | "Power" | "POWER" if comma => Op::Pow,
            "int" | "Int" if comma => {
                self.at = start + 1;
                return self.calculus_call(Op::Integral, start).map(Some);
            }
            "Integer" | "Float" if !comma => {
                self.at = start + 1;
                return self.enter(|p| p.bracketed(kind)).map(Some);
            }
            _ => return Ok(None),
        };
        self.at = start + 1;
        match self.enter(|p| p.arguments(kind))?[..] {
            [left, right] => Ok(Some(self.out.binary(op, left, right))),
            _ => self.refuse(start, self.at, FunctionRefusal::TwoArguments(word.to_owned())),
        }
    }

    /// A function that is a formula, whose name stands at `start` and whose bracket at `open`.
    pub(super) fn defined(&mut self, function: Defined, start: usize, open: usize) -> Read<Id> {
        let Tok::Open(kind) = self.token_at(open) else { return Err(self.unexpected(Expected::Bracket)) };
        self.at = open;
        let arguments = self.enter(|p| p.arguments(kind))?;
        let at = self.span(start, self.at);
        let value = function.build(&mut self.out, &arguments).map_err(|why| refusal(at, why))?;
        self.note(self.range(start), NoteKind::Defined(function));
        Ok(value)
    }
}

/// The word with `*` between its letters, Greek ones whole: `2pir` is 2*pi*r.
pub(super) fn product_of(word: &str) -> String {
    const MOST: usize = 8;
    let mut factors: Vec<&str> = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let greek = (2..=rest.len().min(10)).rev().find(|&end| {
            rest.get(..end).is_some_and(|name| (end > 2 || name == "pi") && names::greek_name(name).is_some())
        });
        if factors.len() == MOST || !rest.is_char_boundary(1) || !rest.as_bytes()[0].is_ascii_alphabetic() {
            return "*".to_owned();
        }
        // The digits of `x1y` belong to the letter before them.
        let letter = greek.unwrap_or(1);
        let digits = rest[letter..].bytes().take_while(u8::is_ascii_digit).count();
        let (factor, after) = rest.split_at(letter + digits);
        factors.push(factor);
        rest = after;
    }
    factors.join("*")
}
