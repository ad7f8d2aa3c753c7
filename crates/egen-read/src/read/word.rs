//! Words: what may an infix identifier be besides a name?

use super::grammar::{Parser, Read};
use super::slips;
use super::token::{Bracket, Gap, Tok};
use super::{Calls, glue, refusal};
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
        if word.starts_with('d')
            && let Some(id) = self.infix_derivative(start)?
        {
            return Ok(Some(id));
        }
        if self.constant(word, start).is_some() {
            return Ok(None);
        }
        if let Some(id) = self.named_operation(word, start)? {
            return Ok(Some(id));
        }
        if let Some(advice) = names::foreign(word) {
            return Err(refusal(self.range(start), format!("`{word}` is not read: {advice}")));
        }
        if names::differential_of(word).is_some() {
            let message = format!(
                "`{word}` looks like a differential: write diff(E, x) or integrate(E, x), or `{word}` in backquotes for a variable"
            );
            return Err(refusal(self.range(start), message));
        }
        if names::is_prose(word) {
            let instead = match word {
                "int" => "write integrate(E, x), or the name in backquotes for a variable",
                _ => "give one expression or equation, or write the name in backquotes for a variable",
            };
            return Err(refusal(self.range(start), format!("`{word}` is no name of a variable: {instead}")));
        }
        let times = word.strip_prefix(['x', 'X']).filter(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
        if let Some(factor) = times.filter(|factor| !factor.is_empty() && start > 0)
            && self.token_at(start - 1) == Tok::Number
            && self.tokens[start].gap == Gap::None
            && !self.has_numbered()
        {
            let number = self.written(start - 1);
            let message = format!(
                "ambiguous: is x a sign of multiplication here? write {number}*{factor}, or {number}*{word} for the name `{word}`"
            );
            return Err(refusal(self.span(start - 1, start + 1), message));
        }
        if word.starts_with("int_") && self.token_at(start + 1) == Tok::Caret {
            return Err(refusal(self.range(start), "definite integrals are out of scope"));
        }
        if names::is_run_together(word) {
            let message = format!(
                "`{word}` looks like a product of names with subscripts: write * between them, or `{word}` in backquotes for one name"
            );
            return Err(refusal(self.range(start), message));
        }
        if word.len() < 2 {
            // `D(E, x)` is a derivative; a D before anything else is a name.
            let bracket = matches!(self.token_at(start + 1), Tok::Open(Bracket::Round | Bracket::Square));
            if word == "D" && bracket && self.partner(start + 1).comma {
                self.at += 1;
                return self.function(Func::Op(Op::Diff), start).map(Some);
            }
            return Ok(None);
        }
        if names::is_short(word) {
            let argument = self.token_at(start + 1);
            if !matches!(argument, Tok::Bar) && self.starts_factor(argument) || matches!(argument, Tok::Super) {
                self.at += 1;
                let function = names::function(word).expect("short names are names of functions");
                return self.function(function, start).map(Some);
            }
        }
        let range = self.range(start);
        // `e^ix`: nobody means a name of two letters.
        if word.len() == 2
            && word.contains('i')
            && start > 1
            && self.token_at(start - 1) == Tok::Caret
            && self.token_at(start - 2) == Tok::Name("e")
        {
            if names::greek_name(word).is_some() {
                self.note(range, format!("`{word}` is read as the Greek letter"));
                return Ok(None);
            }
            let message = format!(
                "`{word}` looks like a product with the imaginary unit, which is out of scope: write `{word}` in backquotes for a variable"
            );
            return Err(refusal(range, message));
        }
        if !names::is_word(word) {
            if let Some(product) = slips::maybe_product(word) {
                self.note(range, format!("`{word}` is read as one variable; write {product} for a product"));
            }
            return Ok(None);
        }
        let applied = matches!(self.token_at(start + 1), Tok::Open(Bracket::Round | Bracket::Square));
        // `sinn(x)` is rather a misspelt function than sin applied to n and then what?
        if let Some((name, rest)) = names::glued(word).filter(|(name, _)| !applied || word.ends_with(name)) {
            let rest = rest.trim_matches('_');
            // `sine of x`.
            if !word.ends_with(name) {
                self.refuse_prose(word, start)?;
            }
            let instead = if word.ends_with(name) { format!("{rest}*{name}(…)") } else { format!("{name}({rest})") };
            let message = format!(
                "`{word}` has the function `{name}` in it: write {instead}, or `{word}` in backquotes for a variable"
            );
            return Err(refusal(range, message));
        }
        if applied && self.options.calls == Calls::Auto {
            return Err(self.unknown_function(word, start));
        }
        if matches!(self.token_at(start + 1), Tok::Caret | Tok::Super)
            && (names::is_short_word(word) || (word.ends_with('e') && self.has_name(start + 2)))
        {
            let message = format!(
                "ambiguous: what is raised to this power? write {}^… for a product, or `{word}`^… in backquotes for one name",
                product_of(word)
            );
            return Err(refusal(range, message));
        }
        self.refuse_prose(word, start)?;
        // `30 cm`: behind a number and a space stands a unit, or a name.
        let unit = start > 0 && self.token_at(start - 1) == Tok::Number && self.tokens[start].gap != Gap::None;
        if names::is_short_word(word) && !word.contains('_') && !applied && !unit && !self.is_starred() {
            let product = product_of(word);
            let power = if glue::is_exponent(self, start) { format!("({product})") } else { product };
            let message = format!(
                "ambiguous: is `{word}` a product or one name? write {power}, or `{word}` in backquotes for one name"
            );
            return Err(refusal(range, message));
        }
        self.note(range, format!("`{word}` is read as one variable; write {} for a product", product_of(word)));
        Ok(None)
    }

    /// Refuses `x over y` and `plot sin(x)`: who has words for variables writes signs between them.
    fn refuse_prose(&mut self, word: &str, start: usize) -> Read<()> {
        let shortest = if self.is_starred() { 3 } else { 2 };
        if word.len() < shortest || !word.bytes().all(|b| b.is_ascii_alphabetic()) {
            return Ok(());
        }
        let before = start > 0 && self.tokens[start].gap != Gap::None && self.token_at(start - 1).is_name();
        let next = self.token_at(start + 1);
        let after = matches!(next, Tok::Func(_) | Tok::Number) || next.is_name();
        if before || (after && self.tokens[start + 1].gap != Gap::None) {
            let message = format!(
                "`{word}` looks like a word of a sentence: give one expression or equation, or write signs between names of several letters"
            );
            return Err(refusal(self.range(start), message));
        }
        Ok(())
    }

    /// Has the text a name such as x1 that no number stands before? Then `2x1` is about x1, as in `x2 + 2x1`.
    fn has_numbered(&mut self) -> bool {
        let tokens = &self.tokens;
        let free = |at: usize| at == 0 || tokens[at - 1].tok != Tok::Number;
        let is_numbered = |tok: Tok<'_>| {
            let Tok::Name(name) = tok else { return false };
            name.strip_prefix(['x', 'X'])
                .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
        };
        let any = || tokens.iter().enumerate().any(|(at, token)| is_numbered(token.tok) && free(at));
        *self.numbered.get_or_insert_with(any)
    }

    /// What SymPy and other languages write as a call: `Rational(1, 2)`, `pow(x, 2)`, `int(x^2, x)`.
    fn named_operation(&mut self, word: &str, start: usize) -> Read<Option<Id>> {
        let Tok::Open(kind @ (Bracket::Round | Bracket::Square)) = self.token_at(start + 1) else { return Ok(None) };
        let comma = self.partner(start + 1).comma;
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
            _ => Err(refusal(self.span(start, self.at), format!("`{word}` takes two arguments"))),
        }
    }

    /// A function that is a formula, whose name stands at `start` and whose bracket at `open`.
    pub(super) fn defined(&mut self, function: Defined, start: usize, open: usize) -> Read<Id> {
        let Tok::Open(kind) = self.token_at(open) else { return Err(self.unexpected("a bracket")) };
        self.at = open;
        let arguments = self.enter(|p| p.arguments(kind))?;
        let at = self.span(start, self.at);
        let value = function.build(&mut self.out, &arguments).map_err(|why| refusal(at, why))?;
        self.note(self.range(start), function.note());
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
