//! Symbols: is a name a variable, a constant, a function in disguise, or a slip of the pen?

use std::ops::Range;

use super::message::{CalculusRefusal, Doubt, Expected, Misplaced, NoteKind, Scope, ScriptRefusal, WordRefusal};
use super::parser::{Parser, Read};
use super::refusal;
use super::token::{Bracket, Gap, Tok};
use crate::formula::symbol as signs;
use egen_math::defined;
use egen_math::expr::{Constant, Id, Node, Symbol};
use egen_math::names;

impl Parser<'_> {
    /// One token as a name, and nothing after it.
    pub(super) fn plain_name(&mut self, at: usize) -> Read<Id> {
        let symbol = match self.tokens[at].tok {
            // `dθ` is a differential and no name.
            Tok::Name(name) if !name.is_ascii() => {
                return self.refuse(at, at + 1, CalculusRefusal::Differential(name.to_owned()));
            }
            Tok::Name(name) => Symbol::new(name),
            Tok::Text(name) | Tok::Quoted(name) => Symbol::new(&spelled(name)),
            Tok::Accented(letter, mark) => Symbol::new(&accented(letter, mark)),
            _ => return Err(self.unexpected(Expected::Name)),
        };
        self.leaf(&symbol, at, at + 1)
    }

    pub(super) fn declared(&self, name: &str) -> bool {
        self.options.variables.iter().any(|variable| variable.as_str() == name)
    }

    /// The constant that a name denotes, if it is no variable.
    pub(super) fn constant(&self, name: &str, at: usize) -> Option<Constant> {
        if matches!(self.token_at(at), Tok::Quoted(_)) || self.declared(name) {
            return None;
        }
        match name {
            "pi" => Some(Constant::Pi),
            "e" => Some(Constant::E),
            // Mathematica's and Java's, but not the letter Π.
            "Pi" | "PI" if !self.is_latex() && self.written(at) == name => Some(Constant::Pi),
            _ => None,
        }
    }

    /// A variable or a constant, whose tokens are `at..next`.
    pub(super) fn leaf(&mut self, symbol: &Symbol, at: usize, next: usize) -> Read<Id> {
        let name = symbol.as_str();
        if let Some(constant) = self.constant(name, at) {
            if matches!(name, "Pi" | "PI") {
                self.note(self.range(at), NoteKind::Pi(name.to_owned()));
            }
            return Ok(self.out.add(Node::Const(constant)));
        }
        let certain = matches!(self.token_at(at), Tok::Quoted(_)) || self.declared(name);
        if !certain && (name == "i" || (name == "I" && !self.is_latex())) {
            // `i = 3` is about an index.
            let starts = at == 0 || self.token_at(at - 1) == Tok::Equals;
            let alone = starts && matches!(self.token_at(next), Tok::Equals | Tok::End);
            if name == "I" && self.is_current(alone) {
                self.note(self.range(at), NoteKind::Current);
            } else if !(self.is_latex() && alone) {
                return self.refuse(at, at + 1, Scope::ImaginaryUnit(name.to_owned()));
            }
        }
        if !certain
            && name == "E"
            && let Some(euler) = self.capital_e(at, next)?
        {
            return Ok(euler);
        }
        if !certain && self.is_latex() && name == "d" {
            let upright = matches!(self.token_at(at), Tok::Text(_));
            let followed = matches!(
                self.token_at(next),
                Tok::Name(_) | Tok::Text(_) | Tok::Quoted(_) | Tok::Open(Bracket::Square)
            );
            if upright || followed {
                let range = self.span(at, next + usize::from(followed));
                return Err(refusal(range, CalculusRefusal::DifferentialInLatex));
            }
        }
        // Python's imaginary unit; but 2j + 1 counts the states of an angular momentum.
        if name == "j" && !self.is_latex() && !certain && at > 0 && self.token_at(at - 1) == Tok::Number {
            self.note(self.range(at), NoteKind::VariableJ);
        }
        Ok(self.out.add(Node::Var(symbol.clone())))
    }

    /// Is I a current in this infix equation, `V = I*R`? With e, functions, or a number alone on a side it may be the imaginary unit.
    fn is_current(&self, alone: bool) -> bool {
        match alone {
            true => self.tokens.iter().any(|token| token.tok == Tok::Equals),
            false => self.conventions.current,
        }
    }

    /// In LaTeX E is a name like any other, and so it is in an equation, `E = m*c^2`. In an infix expression, and raised to something with a
    /// name in it, `E^x`, it is Euler's number, as in the languages that infix comes from. In LaTeX a raised E is nobody's: an index is as likely.
    fn capital_e(&mut self, at: usize, next: usize) -> Read<Option<Id>> {
        let raised = self.token_at(next) == Tok::Caret && self.has_name(next + 1);
        if self.is_latex() && raised {
            return self.refuse(at, at + 1, Doubt::RaisedE);
        }
        let is_variable = !raised && self.conventions.energy;
        let place = if is_variable { &mut self.found.energy } else { &mut self.found.euler };
        place.get_or_insert(at);
        if !self.is_latex() {
            let meaning = match (is_variable, raised) {
                (true, _) => NoteKind::EnergyInEquation,
                (false, true) => NoteKind::RaisedEuler,
                (false, false) => NoteKind::Euler,
            };
            self.note(self.range(at), meaning);
        }
        Ok((!is_variable).then(|| self.out.add(Node::Const(Constant::E))))
    }

    /// Has the exponent at a place a variable or a function in it?
    pub(super) fn has_name(&mut self, at: usize) -> bool {
        let at = at + usize::from(matches!(self.token_at(at), Tok::Minus | Tok::Plus));
        let end = match self.token_at(at) {
            Tok::Open(_) | Tok::GroupOpen => self.closing(at).min(self.tokens.len()),
            _ => at + 1,
        };
        (at..end).any(|at| match self.token_at(at) {
            Tok::Name(name) => self.constant(name, at).is_none(),
            tok => tok.is_name() || matches!(tok, Tok::Func(_)),
        })
    }

    /// One letter cannot be a variable in one place and Euler's number in another.
    pub(super) fn refuse_two_meanings_of_e(&self) -> Read<()> {
        match (self.found.energy, self.found.euler) {
            (Some(_), Some(at)) => self.refuse(at, at + 1, Doubt::TwoMeaningsOfE),
            _ => Ok(()),
        }
    }

    /// A word spelled in LaTeX letters: a function without its backslash, or no product that people write.
    pub(super) fn latex_word(&mut self, start: usize) -> Read<Option<Id>> {
        if let Tok::Text(content) = self.tokens[start].tok {
            let word = spelled(content);
            let listed = matches!(self.token_at(start + 1), Tok::Open(_)) && self.tokens[start + 1].comma;
            if let Some(defined) = defined::find(&word).filter(|_| listed) {
                return self.defined(defined, start, start + 1).map(Some);
            }
            if names::is_prose(&word) {
                let extremum = matches!(word.as_str(), "max" | "min");
                let why = if extremum { WordRefusal::Extremum(word) } else { WordRefusal::OutOfScope(word) };
                return self.refuse(start, start + 1, why);
            }
        }
        let run = usize::from(self.tokens[start].run);
        if run < 2 {
            return Ok(None);
        }
        let range = self.span(start, start + run);
        let word = &self.text[range.clone()];
        if let Some((function, run)) = self.spelled_function(start) {
            self.note(range, NoteKind::SpelledFunction(word.to_owned()));
            self.at += run;
            return self.function(function, start).map(Some);
        }
        let capital = word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.bytes().skip(1).take_while(u8::is_ascii_lowercase).count() >= 2;
        if capital || names::is_prose(word) {
            return Err(refusal(range, WordRefusal::LatexWord(word.to_owned())));
        }
        if let Some((name, _)) = names::glued(word) {
            return Err(refusal(range, WordRefusal::LatexHasFunction(word.to_owned(), name)));
        }
        self.look_at_letters(word, range)?;
        Ok(None)
    }

    /// Letters side by side that are rather a word: `speed^{2}` is no product, and `\frac{speed}{2}` hardly one.
    fn look_at_letters(&mut self, word: &str, range: Range<usize>) -> Read<()> {
        if word.len() < 3 || !word.bytes().all(|b| b.is_ascii_lowercase()) {
            return Ok(());
        }
        if signs::meaning(word).is_some() {
            return Err(refusal(range, WordRefusal::LostBackslash(word.to_owned())));
        }
        // A text without any command is LaTeX by a brace or a dollar sign only.
        let commands = self.conventions.commands;
        if word.len() > 3 && !commands {
            return Err(refusal(range, WordRefusal::LatexName(word.to_owned())));
        }
        if word.len() > 3 || !commands {
            self.note(range, NoteKind::LetterProduct(word.to_owned()));
        }
        Ok(())
    }

    /// The name that starts at a place, with its subscripts, and the place after it.
    pub(super) fn symbol(&self, at: usize) -> Read<(Symbol, usize)> {
        if self.is_change(at) {
            let (of, next) = self.symbol(at + 1)?;
            return Ok((Symbol::new(&format!("Delta_{of}")), next));
        }
        let subscripted = self.token_at(at + 1) == Tok::Under || self.mark(at + 1).is_some();
        let mut name = match self.token_at(at) {
            Tok::Name(name) if !subscripted => return Ok((Symbol::new(name), at + 1)),
            Tok::Name(name) => name.to_owned(),
            Tok::Text(name) | Tok::Quoted(name) => spelled(name),
            Tok::Accented(letter, mark) => accented(letter, mark),
            _ => {
                return self.refuse(at, at + 1, Misplaced::NoVariable(self.shown(at, at + 1)));
            }
        };
        let next = self.subscripts(&mut name, at + 1)?;
        Ok((Symbol::new(&name), next))
    }

    /// Is Δ at a place part of the name behind it? `\Delta t^2` is the square of a time, and no Δ can be cancelled in Δy/Δx.
    fn is_change(&self, at: usize) -> bool {
        if self.token_at(at) != Tok::Name("Delta") || self.declared("Delta") {
            return false;
        }
        let next = self.token_at(at + 1);
        let beside = match next {
            Tok::Name(name) => {
                self.tokens[at + 1].run == 0
                    && (name.len() == 1 || names::greek_name(name).is_some())
                    && !matches!(name, "Delta" | "d")
                    && self.constant(name, at + 1).is_none()
            }
            Tok::Accented(_, mark) => !matches!(mark, '˙' | '¨'),
            _ => false,
        };
        // In infix `Delta x` is a product of two names.
        beside && (self.is_latex() || (!self.written(at).is_ascii() && self.tokens[at + 1].gap == Gap::None))
    }

    /// Is δ at a place rather part of a change than a factor: `\delta x`?
    pub(super) fn is_variation(&self, at: usize) -> bool {
        let letter = match self.token_at(at + 1) {
            Tok::Name(name) => self.constant(name, at + 1).is_none(),
            tok => matches!(tok, Tok::Accented(..)),
        };
        letter && self.token_at(at) == Tok::Name("delta") && (self.is_latex() || self.tokens[at + 1].gap == Gap::None)
    }

    /// Appends the subscripts at a place to a name.
    pub(super) fn subscripts(&self, name: &mut String, mut at: usize) -> Read<usize> {
        loop {
            match self.token_at(at) {
                Tok::Under => at = self.braced_subscript(name, at + 1)?,
                _ => match self.mark(at) {
                    Some((mark, next)) => {
                        name.push('_');
                        name.push_str(mark);
                        at = next;
                    }
                    None => return Ok(at),
                },
            }
        }
    }

    /// The mark that a superscript at a place is, and the place behind it: `k^*`, `a^{+}`, `\psi^\dagger`.
    fn mark(&self, at: usize) -> Option<(&'static str, usize)> {
        if !self.is_latex() || self.token_at(at) != Tok::Caret {
            return None;
        }
        let braced = self.token_at(at + 1) == Tok::GroupOpen;
        let sign = at + 1 + usize::from(braced);
        let mark = match self.token_at(sign) {
            Tok::Mark(mark) => mark,
            Tok::Times if self.written(sign) == "*" || self.written(sign) == "\\ast" => "star",
            // `x^-1` is a slip, and `x^- y` can be one.
            Tok::Plus if braced || !self.starts_factor(self.token_at(sign + 1)) => "plus",
            Tok::Minus if braced || !self.starts_factor(self.token_at(sign + 1)) => "minus",
            _ => return None,
        };
        let end = sign + 1;
        (!braced || self.token_at(end) == Tok::GroupClose).then_some((mark, end + usize::from(braced)))
    }

    /// Says that marks and sums in subscripts have become part of a name.
    pub(super) fn note_marks(&mut self, symbol: &Symbol, start: usize, next: usize) {
        let marked = (start..next).any(|at| matches!(self.token_at(at), Tok::Caret | Tok::Plus | Tok::Minus));
        if symbol.as_str() == "delta" && self.is_variation(start) {
            let shown = self.shown(start, next + 1);
            self.note(self.span(start, next + 1), NoteKind::Variation(shown));
        }
        if marked || self.is_change(start) {
            let shown = self.shown(start, next);
            self.note(self.span(start, next), NoteKind::MarkedName(shown, symbol.to_string()));
        }
    }

    fn braced_subscript(&self, name: &mut String, mut at: usize) -> Read<usize> {
        let (mut braces, mut fresh, mut long) = (0usize, true, false);
        name.push('_');
        loop {
            let piece = match self.token_at(at) {
                Tok::Number if self.digits(at).bytes().all(|b| b.is_ascii_digit()) => self.digits(at).into_owned(),
                Tok::Name(piece) => piece.to_owned(),
                Tok::Text(piece) | Tok::Quoted(piece) => spelled(piece),
                Tok::Plus => "plus".to_owned(),
                Tok::Minus => "minus".to_owned(),
                Tok::Prime => "prime".to_owned(),
                Tok::Mark(mark) => mark.to_owned(),
                Tok::Times if self.written(at) == "*" => "star".to_owned(),
                Tok::Accented(letter, mark) => accented(letter, mark),
                _ => String::new(),
            };
            // `\alpha\beta` must not become one word, and `2k` may.
            if !piece.is_empty() {
                let is_long = piece.len() > 1 && self.token_at(at) != Tok::Number;
                if !fresh && (long || is_long) {
                    name.push('_');
                }
                name.push_str(&piece);
                (fresh, long) = (false, is_long);
            }
            match self.token_at(at) {
                _ if !piece.is_empty() => {}
                Tok::GroupOpen => braces += 1,
                Tok::GroupClose if braces > 0 && !fresh => braces -= 1,
                // `a_(n+1)`, as braces cannot be written in infix.
                Tok::Open(_) if !self.is_latex() && braces == 0 => braces += 1,
                Tok::Close(_) if !self.is_latex() && braces > 0 && !fresh => braces -= 1,
                Tok::Under | Tok::Comma if !fresh && braces > 0 => {
                    name.push('_');
                    fresh = true;
                }
                Tok::End => return self.refuse(at, at + 1, ScriptRefusal::OpenSubscript),
                _ => {
                    let shown = self.shown(at, at + 1);
                    return self.refuse(at, at + 1, ScriptRefusal::InSubscript(shown));
                }
            }
            at += 1;
            if braces == 0 {
                return Ok(at);
            }
        }
    }
}

/// The name that letters spell: blanks mean nothing there, and `\_` is an underscore.
pub(super) fn spelled(content: &str) -> String {
    content.replace("\\_", "_").chars().filter(|c| !c.is_whitespace()).collect()
}

/// The name of a letter with a mark: `x_bar`.
fn accented(letter: &str, mark: char) -> String {
    format!("{letter}_{}", signs::accent(mark).unwrap_or_default())
}
