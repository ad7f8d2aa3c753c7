//! Numbers: which digits, points and signs are one literal?

use std::borrow::Cow;
use std::ops::Range;

use super::message::{Doubt, NoteKind, NumeralRefusal, Scope};
use super::parser::{Parser, Read};
use super::small::{subscript, superscript, vulgar};
use super::token::{Bracket, Gap, Tok};
use super::{Ambiguity, Meaning, refusal};
use egen_math::Number;
use egen_math::expr::{Constant, Id, Node};
use egen_math::op::Op;

impl<'t> Parser<'t> {
    /// Is here a literal with no power on it?
    pub(super) fn plain_number_ahead(&self) -> bool {
        self.tok() == Tok::Number && !matches!(self.peek(1), Tok::Caret | Tok::Degree | Tok::Vulgar)
    }

    /// The digits of the number at a place in full size, without the blanks and braces of LaTeX between them.
    pub(super) fn digits(&self, at: usize) -> Cow<'t, str> {
        let written = self.written(at);
        if written.is_ascii() && (!self.is_latex() || !written.contains([' ', '\\', '{', '\n', '\t', '\r', '~'])) {
            return Cow::Borrowed(written);
        }
        let plain = |c: char| superscript(c).or(subscript(c)).unwrap_or(c);
        Cow::Owned(written.chars().map(plain).filter(|c| c.is_ascii_digit() || *c == '.').collect())
    }

    pub(super) fn number(&mut self, negative: bool) -> Read<Id> {
        let start = self.at;
        self.at += 1;
        let range = self.range(start);
        let number = Number::parse_decimal(&self.digits(start))
            .map_err(|why| refusal(range.clone(), NumeralRefusal::from(why)))?;
        if let Some(repeating) = self.repeating(range, negative)? {
            return Ok(repeating);
        }
        let id = self.out.number(if negative { -number } else { number });
        if self.tok() != Tok::Vulgar || self.tokens[self.at].gap > Gap::Space {
            return Ok(id);
        }
        self.note(self.span(start, self.at + 1), NoteKind::AddedFraction);
        let fraction = self.vulgar()?;
        Ok(self.out.binary(Op::Add, id, fraction))
    }

    /// `2\frac12` as a mixed number.
    pub(super) fn sum_of_mixed(&mut self, number: Id, fraction: Id) -> Id {
        match self.out.node(number).clone() {
            Node::Num(n) if n.is_negative() => {
                let whole = self.out.number(-n);
                let sum = self.out.binary(Op::Add, whole, fraction);
                self.out.unary(Op::Neg, sum)
            }
            _ => self.out.binary(Op::Add, number, fraction),
        }
    }

    /// `0.(3)` is a third to some, and `1.25(3)` a measurement with its uncertainty to others. Gives the fraction if that is meant.
    fn repeating(&mut self, number: Range<usize>, negative: bool) -> Read<Option<Id>> {
        let open = self.at;
        let adjacent = self.tok() == Tok::Open(Bracket::Round) && self.tokens[open].gap == Gap::None;
        // In LaTeX the point before a bracket is a token of its own.
        let pointed = adjacent && self.text[number.clone()].contains('.');
        let stray = self.tok() == Tok::Dot && self.peek(1) == Tok::Open(Bracket::Round);
        if !pointed && !stray {
            return Ok(None);
        }
        let close = self.closing(open + usize::from(stray));
        let inside = open + 1 + usize::from(stray)..close;
        let only_digits = inside.clone().all(|at| self.token_at(at) == Tok::Number);
        if !(only_digits || stray || self.text[number.clone()].ends_with('.')) {
            return Ok(None);
        }
        let digits: String = inside.map(|at| self.digits(at)).collect();
        let offered = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        match self.choice(&Ambiguity::RepeatingDecimal).filter(|_| offered) {
            Some(Meaning::Repeating) => {
                let value = self.repeating_fraction(&number, &digits, negative)?;
                self.at = close + 1;
                Ok(Some(value))
            }
            Some(_) => {
                self.at += usize::from(stray);
                Ok(None)
            }
            None => Err(refusal(number.start..self.range(close).end, Doubt::RepeatingDecimal(offered))),
        }
    }

    /// 0.2(50) is (250 - 2)/990.
    fn repeating_fraction(&mut self, number: &Range<usize>, digits: &str, negative: bool) -> Read<Id> {
        let written: String = self.text[number.clone()].chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
        let (whole, after) = written.split_once('.').unwrap_or((&written, ""));
        let value =
            |text: &str| Number::parse_decimal(text).map_err(|why| refusal(number.clone(), NumeralRefusal::from(why)));
        let head = [whole, after].concat();
        let longer = value(&[&head, digits].concat())?.to_rational();
        let above = Number::from(longer - value(&format!("0{head}"))?.to_rational());
        let below = value(&["9".repeat(digits.len()), "0".repeat(after.len())].concat())?;
        let (above, below) = (self.out.number(if negative { -above } else { above }), self.out.number(below));
        Ok(self.out.binary(Op::Div, above, below))
    }

    /// Refuses `1e-3` in LaTeX behind its first digit, which is 0.001 to some and 1·e − 3 to others.
    pub(super) fn refuse_power_of_ten(&self) -> Read<()> {
        let tight = (self.at..self.at + 3).all(|at| self.tokens.get(at).is_some_and(|token| token.gap == Gap::None));
        let letter = matches!(self.tok(), Tok::Name("e" | "E"));
        if letter && tight && matches!(self.peek(1), Tok::Minus | Tok::Plus) && self.peek(2) == Tok::Number {
            let end = self.at + 3;
            let [letter, sign, digits] = [(self.at, self.at + 1), (self.at + 1, self.at + 2), (self.at + 2, end)]
                .map(|(from, to)| self.shown(from, to));
            return self.refuse(self.at - 1, end, Doubt::PowerOfTen(letter, sign, digits));
        }
        Ok(())
    }

    /// Refuses `e^2x` and `x^1/2` behind their exponents, a number: nobody writes 9x as 3^2x, and nobody a power of 1.
    /// A space ends the exponent, and so does Python's sign, `x**1/2`. Gives the exponent with what belongs to it, if that is chosen.
    pub(super) fn short_exponent(&mut self, base: Id, exponent: Id, start: usize, caret: usize) -> Read<Id> {
        let Some(doubt) = self.doubt_of_exponent(base, start, caret) else { return Ok(exponent) };
        match (self.choice(&Ambiguity::Exponent), self.tok()) {
            (None, _) => self.refuse(start, self.at + 1, doubt),
            (Some(Meaning::GoesOn), Tok::Slash) => {
                self.at += 1;
                let below = self.number(false)?;
                Ok(self.out.binary(Op::Div, exponent, below))
            }
            (Some(Meaning::GoesOn), _) => self.enter(|p| p.juxtaposed(exponent)),
            (Some(_), _) => Ok(exponent),
        }
    }

    fn doubt_of_exponent(&self, base: Id, start: usize, caret: usize) -> Option<Doubt> {
        let tight = self.tokens[self.at].gap == Gap::None;
        let number = self.token_at(self.at - 1) == Tok::Number && self.at - caret <= 3;
        if self.is_latex() || self.written(caret) != "^" || !tight || !number {
            return None;
        }
        let shown = |from: usize, to: usize| self.shown(from, to);
        let (raised, exponent, end) = (shown(start, caret), shown(caret + 1, self.at), self.at + 1);
        Some(match (self.tok(), self.out.node(base)) {
            (Tok::Slash, _) if matches!(&*exponent, "1" | "-1") && self.peek(1) == Tok::Number => {
                Doubt::QuotientOfExponent(raised, exponent, shown(end, end + 1))
            }
            (tok, Node::Num(_) | Node::Const(Constant::E)) if tok.is_name() => {
                Doubt::NameOfExponent(raised, exponent, shown(self.at, end))
            }
            (tok @ (Tok::Func(_) | Tok::Open(_)), Node::Const(Constant::E)) if self.starts_factor(tok) => {
                Doubt::FactorOfExponent(raised, exponent, shown(self.at, end))
            }
            _ => return None,
        })
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
                    return self.refuse(self.at, self.at + 1, NumeralRefusal::LongFraction);
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
        let close = self.tokens[self.at].gap == Gap::None || (self.is_latex() && self.tokens[self.at].gap != Gap::Wide);
        if let Tok::Name(unit @ ("C" | "F" | "K")) | Tok::Text(unit @ ("C" | "F" | "K")) = self.tok()
            && close
        {
            return self.refuse(sign, self.at + 1, Scope::Unit(unit.to_owned()));
        }
        if matches!(self.tok(), Tok::Caret | Tok::Degree | Tok::Prime) {
            return self.refuse(self.at, self.at + 1, NumeralRefusal::Degrees);
        }
        if !matches!(self.out.node(base), Node::Num(_)) {
            self.note(self.range(sign), NoteKind::Degrees);
        }
        let pi = self.out.add(Node::Const(Constant::Pi));
        let half_turn = self.out.number(180);
        let turned = self.out.binary(Op::Mul, base, pi);
        Ok(self.out.binary(Op::Div, turned, half_turn))
    }
}
