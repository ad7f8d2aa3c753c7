//! Numbers: which digits, points and signs are one literal?

use std::ops::Range;

use super::grammar::{Parser, Read};
use super::refusal;
use super::token::{Bracket, Gap, Tok, subscript, superscript, vulgar};
use egen_math::Number;
use egen_math::expr::{Constant, Id, Node};
use egen_math::op::Op;

impl Parser<'_> {
    /// `²`, `⁻¹`, `ⁿ`, `ⁿ⁺¹`, `²ˣ`.
    pub(super) fn superscript(&mut self) -> Read<Id> {
        let range = self.range(self.at);
        let plain: String = self.text[range.clone()].chars().filter_map(superscript).collect();
        self.at += 1;
        if matches!(self.tok(), Tok::Root(_)) && self.tokens[self.at].gap == Gap::None {
            let message = "ambiguous: is this a power or the degree of the root? write a sign of multiplication";
            return Err(refusal(range.start..self.range(self.at).end, message));
        }
        if plain.starts_with('(') {
            let message = "ambiguous: a superscript in brackets counts derivatives or components; for a power leave the brackets out";
            return Err(refusal(range, message));
        }
        let mut sum: Option<Id> = None;
        let mut rest = plain.as_str();
        while !rest.is_empty() {
            let negative = rest.starts_with('-');
            let signed = rest.starts_with(['-', '+']);
            let term = &rest[usize::from(signed)..];
            let end = term.find(['-', '+']).unwrap_or(term.len());
            rest = &term[end..];
            let Some(term) = self.raised_term(&term[..end], negative && sum.is_none()) else {
                let message = "expected digits and letters, with signs between them, in the superscript";
                return Err(refusal(range, message));
            };
            sum = Some(match sum {
                None => term,
                Some(left) => self.out.binary(if negative { Op::Sub } else { Op::Add }, left, term),
            });
        }
        sum.ok_or_else(|| refusal(range, "expected digits and letters, with signs between them, in the superscript"))
    }

    /// `2x` in a superscript, whose letters are factors.
    fn raised_term(&mut self, term: &str, negative: bool) -> Option<Id> {
        let digits = term.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, letters) = term.split_at(digits);
        if !letters.bytes().all(|b| b.is_ascii_lowercase() && b != b'i') || term.is_empty() {
            return None;
        }
        let mut product = None;
        if !digits.is_empty() {
            let number = Number::parse_decimal(digits).ok()?;
            product = Some(self.out.number(if negative { -number } else { number }));
        }
        let negative = negative && digits.is_empty();
        for at in 0..letters.len() {
            let letter = match &letters[at..at + 1] {
                "e" => self.out.add(Node::Const(Constant::E)),
                letter => self.out.variable(letter),
            };
            product = Some(match product {
                None => letter,
                Some(left) => self.out.binary(Op::Mul, left, letter),
            });
        }
        product.map(|id| if negative { self.out.unary(Op::Neg, id) } else { id })
    }

    /// Is here a literal with no power on it?
    pub(super) fn plain_number_ahead(&self) -> bool {
        let alone = |tok: Tok<'_>| !matches!(tok, Tok::Caret | Tok::Super | Tok::Degree | Tok::Vulgar);
        if self.tok() == Tok::Number {
            return alone(self.peek(1));
        }
        if !(self.tok() == Tok::Digit || (self.tok() == Tok::Dot && self.peek(1) == Tok::Digit)) {
            return false;
        }
        alone(self.token_at(self.number_end(self.at)))
    }

    /// Where the digits that start here end.
    pub(super) fn number_end(&self, mut at: usize) -> usize {
        let (first, mut pointed) = (at, false);
        loop {
            let joins = at == first || self.tokens[at].gap != Gap::Wide;
            match self.token_at(at) {
                Tok::Digit if joins => at += 1,
                Tok::Dot if joins && !pointed && self.token_at(at + 1) == Tok::Digit => {
                    pointed = true;
                    at += 1;
                }
                _ => return at,
            }
        }
    }

    pub(super) fn number(&mut self, negative: bool) -> Read<Id> {
        let start = self.at;
        self.at = if self.tok() == Tok::Number { start + 1 } else { self.number_end(start) };
        let range = self.span(start, self.at);
        let parsed = if range.len() == self.at - start || !self.latex {
            Number::parse_decimal(&self.text[range.clone()])
        } else {
            // The braces of `1{.}5` are dropped, and still shown.
            let digit = |at: usize| if self.token_at(at) == Tok::Dot { "." } else { self.written(at) };
            let digits: String = (start..self.at).map(digit).collect();
            Number::parse_decimal(&digits)
        };
        let number = parsed.map_err(|why| refusal(range.clone(), why.to_string()))?;
        self.refuse_repeating(range)?;
        let id = self.out.number(if negative { -number } else { number });
        if self.tok() != Tok::Vulgar || self.tokens[self.at].gap > Gap::Space {
            return Ok(id);
        }
        self.note(self.span(start, self.at + 1), "a fraction sign behind a number is read as added to it".to_owned());
        let fraction = self.vulgar()?;
        Ok(self.out.binary(Op::Add, id, fraction))
    }

    /// `0.(3)` is a third to some, and `1.25(3)` a measurement with its uncertainty to others.
    fn refuse_repeating(&mut self, number: Range<usize>) -> Read<()> {
        let open = self.at;
        let adjacent = self.tok() == Tok::Open(Bracket::Round) && self.tokens[open].gap == Gap::None;
        // In LaTeX the point before a bracket is a token of its own.
        let pointed = adjacent && self.text[number.clone()].contains('.');
        let stray = self.tok() == Tok::Dot && self.peek(1) == Tok::Open(Bracket::Round);
        if !pointed && !stray {
            return Ok(());
        }
        let close = self.partner(open + usize::from(stray)).close;
        let digits =
            (open + 1 + usize::from(stray)..close).all(|at| matches!(self.token_at(at), Tok::Digit | Tok::Number));
        if digits || stray || self.text[number.clone()].ends_with('.') {
            let message =
                "ambiguous: repeating decimals are not read: write a fraction, 1/3, or a sign of multiplication";
            return Err(refusal(number.start..self.range(close).end, message));
        }
        Ok(())
    }

    /// Refuses `1e-3` in LaTeX behind its first digit, which is 0.001 to some and 1·e − 3 to others.
    pub(super) fn refuse_power_of_ten(&self) -> Read<()> {
        let tight = (self.at..self.at + 3).all(|at| self.tokens.get(at).is_some_and(|token| token.gap == Gap::None));
        let letter = matches!(self.tok(), Tok::Name("e" | "E"));
        if letter && tight && matches!(self.peek(1), Tok::Minus | Tok::Plus) && self.peek(2) == Tok::Digit {
            let (sign, end) = (self.shown(self.at + 1, self.at + 2), self.number_end(self.at + 2));
            let digits = self.shown(self.at + 2, end);
            let exponent = if sign == "-" { format!("-{digits}") } else { digits.to_string() };
            let message = format!(
                "ambiguous: is this a power of ten? write \\times 10^{{{exponent}}}, or spaces around the sign: {} {sign} {digits}",
                self.shown(self.at, self.at + 1)
            );
            return Err(refusal(self.span(self.at - 1, end), message));
        }
        Ok(())
    }

    /// Refuses `e^2x` and `x^1/2` behind their exponents, a number: nobody writes 9x as 3^2x, and nobody a power of 1.
    /// A space ends the exponent, and so does Python's sign, `x**1/2`.
    pub(super) fn refuse_short_exponent(&self, base: Id, start: usize, caret: usize) -> Read<()> {
        let tight = self.tokens[self.at].gap == Gap::None;
        let number = self.token_at(self.at - 1) == Tok::Number && self.at - caret <= 3;
        if self.latex || self.written(caret) != "^" || !tight || !number {
            return Ok(());
        }
        let (shown, exponent) = (self.shown(start, caret), self.shown(caret + 1, self.at));
        let end = self.at + 1;
        let message = match (self.tok(), self.out.node(base)) {
            (Tok::Slash, _) if matches!(&*exponent, "1" | "-1") && self.peek(1) == Tok::Number => {
                let quotient = format!("{exponent}/{}", self.shown(end, end + 1));
                let divisor = self.shown(end, end + 1);
                format!(
                    "ambiguous: does the exponent end before `/`? write {shown}^({quotient}) or ({shown}^{exponent})/{divisor}"
                )
            }
            (tok, Node::Num(_) | Node::Const(Constant::E)) if tok.is_name() => {
                let next = self.shown(self.at, end);
                format!(
                    "ambiguous: does the exponent end before `{next}`? write {shown}^({exponent}*{next}) or {shown}^{exponent}*{next}"
                )
            }
            (tok @ (Tok::Func(_) | Tok::Open(_)), Node::Const(Constant::E)) if self.starts_factor(tok) => {
                let next = self.shown(self.at, end);
                format!(
                    "ambiguous: does the exponent end before `{next}`? write brackets around the exponent, or {shown}^{exponent}*{next}"
                )
            }
            _ => return Ok(()),
        };
        Err(refusal(self.span(start, end), message))
    }

    /// `½`.
    pub(super) fn vulgar(&mut self) -> Read<Id> {
        let written = self.written(self.at);
        let (above, below) = match written.chars().next().and_then(vulgar) {
            Some(fraction) => fraction,
            // `¹⁄₂`.
            None => {
                let (above, below) = written.split_once('⁄').unwrap_or((written, ""));
                let above = above.chars().filter_map(superscript).collect::<String>().parse();
                let below = below.chars().filter_map(subscript).collect::<String>().parse();
                let (Ok(above), Ok(below)) = (above, below) else {
                    return Err(refusal(self.range(self.at), "this fraction is too long: write digits on the line"));
                };
                (above, below)
            }
        };
        self.at += 1;
        let (above, below) = (self.out.number(above), self.out.number(below));
        Ok(self.out.binary(Op::Div, above, below))
    }

    /// `30°` is 30*pi/180.
    pub(super) fn degrees(&mut self, base: Id) -> Read<Id> {
        let sign = self.at;
        self.at += 1;
        // The space behind `\circ` ends the command.
        let close = self.tokens[self.at].gap == Gap::None || (self.latex && self.tokens[self.at].gap != Gap::Wide);
        if let Tok::Name(unit @ ("C" | "F" | "K")) | Tok::Text(unit @ ("C" | "F" | "K")) = self.tok()
            && close
        {
            return Err(refusal(
                self.span(sign, self.at + 1),
                format!("°{unit} is a unit, and units are out of scope"),
            ));
        }
        if matches!(self.tok(), Tok::Caret | Tok::Super | Tok::Degree | Tok::Prime) {
            return Err(refusal(
                self.range(self.at),
                "write brackets around the degrees; minutes and seconds are not read",
            ));
        }
        if !matches!(self.out.node(base), Node::Num(_)) {
            self.note(self.range(sign), "the raised circle is read as degrees, pi/180".to_owned());
        }
        let pi = self.out.add(Node::Const(Constant::Pi));
        let half_turn = self.out.number(180);
        let turned = self.out.binary(Op::Mul, base, pi);
        Ok(self.out.binary(Op::Div, turned, half_turn))
    }
}
