//! Numbers: which digits, points and signs are one literal?

use std::ops::Range;

use super::grammar::{Parser, Read};
use super::refusal;
use super::token::{Bracket, Gap, Tok, superscript, vulgar};
use crate::expr::{Constant, Id, Node};
use crate::number::Number;
use crate::op::Op;

impl Parser<'_> {
    /// `²`, `⁻¹`, `ⁿ`.
    pub(super) fn superscript(&mut self) -> Read<Id> {
        let range = self.range(self.at);
        let plain: String = self.text[range.clone()].chars().filter_map(superscript).collect();
        self.at += 1;
        let (negative, digits) = match plain.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, plain.strip_prefix('+').filter(|digits| !digits.is_empty()).unwrap_or(&plain)),
        };
        if digits == "n" {
            let id = self.out.variable("n");
            return Ok(if negative { self.out.unary(Op::Neg, id) } else { id });
        }
        match Number::parse_decimal(digits) {
            Ok(number) => Ok(self.out.number(if negative { -number } else { number })),
            Err(_) => Err(refusal(range, "expected digits or n, with one sign at most, in the superscript")),
        }
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
        self.at = if self.latex { self.number_end(start) } else { start + 1 };
        let range = self.span(start, self.at);
        let parsed = if range.len() == self.at - start || !self.latex {
            Number::parse_decimal(&self.text[range.clone()])
        } else {
            let digits: String = (start..self.at).map(|at| self.written(at)).collect();
            Number::parse_decimal(&digits)
        };
        let number = parsed.map_err(|why| refusal(range.clone(), why.to_string()))?;
        self.refuse_repeating(range)?;
        let id = self.out.number(if negative { -number } else { number });
        if self.tok() != Tok::Vulgar || self.tokens[self.at].gap != Gap::None {
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

    /// `½`.
    pub(super) fn vulgar(&mut self) -> Read<Id> {
        let (above, below) = self.written(self.at).chars().next().and_then(vulgar).expect("the lexer has looked it up");
        self.at += 1;
        let (above, below) = (self.out.number(above), self.out.number(below));
        Ok(self.out.binary(Op::Div, above, below))
    }

    /// `30°` is 30*pi/180.
    pub(super) fn degrees(&mut self, base: Id) -> Read<Id> {
        let sign = self.at;
        self.at += 1;
        if let Tok::Name(unit @ ("C" | "F" | "K")) = self.tok()
            && self.tokens[self.at].gap == Gap::None
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
