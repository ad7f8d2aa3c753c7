//! Grammar: how do sums, products, powers and brackets nest?
//!
//! Recursive descent over the tokens. Sums and products are loops, so a long formula is
//! no problem; whatever nests passes [`Parser::enter`], so a deep one is an error and
//! never a stack overflow.

use super::message::{Doubt, Expected, Misplaced, NoteKind, ScriptRefusal};
use super::parser::{Parser, Read};
use super::prime::apply_dependence;
use super::token::{Bracket, Gap, Lexed, Tok};
use super::{Ambiguity, MAX_DEPTH, Meaning, Notation, Options, Reading, Refusal, bars, refusal};
use egen_math::expr::Builder;
use egen_math::expr::{Expr, Id, Node};
use egen_math::op::{self, Op};

pub(super) fn parse<'t>(text: &'t str, lexed: Lexed<'t>, notation: Notation, options: &'t Options) -> Read<Reading> {
    let mut parser = Parser::new(text, lexed, notation, options)?;
    let mut sides = Vec::with_capacity(2);
    loop {
        sides.push(parser.side(sides.is_empty())?);
        match parser.tok() {
            Tok::Equals => {
                if sides.len() > 1 {
                    parser.refuse_two_equations()?;
                }
                parser.at += 1;
            }
            Tok::End => break,
            _ => return Err(parser.unexpected(Expected::OperatorOrEnd)),
        }
    }
    parser.note_independence();
    parser.look_at_parts()?;
    let dependent = std::mem::take(&mut parser.found.dependent);
    apply_dependence(dependent, &mut sides, |at, kind| parser.note(at, kind))?;
    parser.refuse_two_meanings_of_e()?;
    Ok(Reading { sides, notation, notes: parser.notes, choices: Vec::new() })
}

impl Parser<'_> {
    fn side(&mut self, first: bool) -> Read<Expr> {
        if self.tok() == Tok::End && first {
            return Err(refusal(0..self.text.len(), Misplaced::Nothing));
        }
        let root = self.sum()?;
        if self.tok() != Tok::Equals {
            return Ok(std::mem::take(&mut self.out).finish(root));
        }
        // Room for all the rest would be quadratic in a chain of many sides.
        let next = self.tokens[self.at..].iter().skip(1).position(|token| token.tok == Tok::Equals);
        let capacity = next.map_or(self.tokens.len() - self.at, |next| next + 1) / 2;
        Ok(std::mem::replace(&mut self.out, Builder::with_capacity(capacity)).finish(root))
    }

    /// Refuses `x=1 y=2`, which would be x = 1·y = 2, at the second sign of a chain of equations.
    fn refuse_two_equations(&self) -> Read<()> {
        let second = self.at;
        let first = (0..second).rev().find(|&at| self.token_at(at) == Tok::Equals).unwrap_or(0);
        let Some(gap) = (first + 2..second).rev().find(|&at| self.tokens[at].gap != Gap::None) else { return Ok(()) };
        let beside = self.token_at(gap).is_name() && bars::ends_operand(self.token_at(gap - 1));
        let tight = [first, first + 1, second].iter().all(|&at| self.tokens[at].gap == Gap::None);
        // `x = 1 y = 2`: a coefficient is written close to its letter.
        let apart = !self.is_latex() && gap == first + 2 && self.token_at(first + 1) == Tok::Number;
        if beside && (self.tokens[gap].gap == Gap::Wide || tight || apart) {
            return self.refuse(gap, second + 1, Misplaced::TwoEquations);
        }
        Ok(())
    }

    /// `a + b - c`.
    pub fn sum(&mut self) -> Read<Id> {
        self.enter(|p| {
            let mut left = p.signed(false)?;
            loop {
                let op = match p.tok() {
                    Tok::Plus => Op::Add,
                    Tok::Minus => Op::Sub,
                    _ => return Ok(left),
                };
                p.at += 1;
                let right = p.signed(false)?;
                left = p.out.binary(op, left, right);
            }
        })
    }

    /// A term or, behind `*` and `/`, one factor, with the signs before it.
    ///
    /// A minus takes the whole term, `-x*y` is -(x*y); but before a plain number it is
    /// part of the number, so that -5 is a number and printing it gives it back.
    pub(super) fn signed(&mut self, factor_only: bool) -> Read<Id> {
        let mut minuses = 0;
        loop {
            match self.tok() {
                Tok::Plus => {
                    self.at += 1;
                    // Nobody means a plus by the first sign of `x = +-3`.
                    if self.tok() == Tok::Minus && self.tokens[self.at].gap == Gap::None {
                        return self.refuse(self.at - 1, self.at + 1, Doubt::BothSigns);
                    }
                }
                Tok::Minus => {
                    self.at += 1;
                    if self.plain_number_ahead() {
                        let number = self.number(true)?;
                        let id = if factor_only { number } else { self.product(number)? };
                        return Ok(self.negate(id, minuses));
                    }
                    minuses += 1;
                    // Each is printed in brackets, which take a level, and so may what stands behind it.
                    if self.depth + 2 * minuses > MAX_DEPTH {
                        return self.refuse(self.at - 1, self.at, Refusal::TooDeep);
                    }
                }
                _ => break,
            }
        }
        let factor = self.factor()?;
        let id = if factor_only { factor } else { self.product(factor)? };
        Ok(self.negate(id, minuses))
    }

    fn negate(&mut self, id: Id, times: usize) -> Id {
        (0..times).fold(id, |id, _| self.out.unary(Op::Neg, id))
    }

    /// The rest of a product whose first factor has been read.
    fn product(&mut self, mut left: Id) -> Read<Id> {
        loop {
            let op = match self.tok() {
                Tok::Times => Op::Mul,
                Tok::Slash => Op::Div,
                tok if self.starts_factor(tok) => {
                    left = self.juxtaposed(left)?;
                    continue;
                }
                _ => return Ok(left),
            };
            let sign = self.at;
            self.at += 1;
            let mut right = self.signed(true)?;
            if op == Op::Div && self.starts_factor(self.tok()) && !self.is_coefficient(left, sign) {
                right = self.divisor(right, sign)?;
            }
            left = self.out.binary(op, left, right);
        }
    }

    /// Do spaces say that the quotient of two numbers, whose slash stands at a place, is a factor of what follows? `4/3 π r³`
    fn is_coefficient(&mut self, above: Id, slash: usize) -> bool {
        let digits =
            |at: usize| self.token_at(at) == Tok::Number && self.written(at).bytes().all(|b| b.is_ascii_digit());
        let tight = self.tokens[slash].gap == Gap::None && self.tokens[slash + 1].gap == Gap::None;
        let numbers =
            matches!(self.out.node(above), Node::Num(_)) && slash > 0 && digits(slash - 1) && digits(slash + 1);
        // `8/2 (2 + 2)` is a riddle that people read in both ways, with a space as without.
        let apart =
            self.tokens[self.at].gap != Gap::None && !matches!(self.tok(), Tok::Number | Tok::Vulgar | Tok::Open(_));
        if self.is_latex() || !(tight && numbers && apart) || self.at != slash + 2 {
            return false;
        }
        let shown = self.shown(slash - 1, self.at);
        self.note(self.span(slash - 1, self.at), NoteKind::Coefficient(shown));
        true
    }

    /// The divisor behind the slash at a place, whose first factor has been read and before another one.
    fn divisor(&mut self, mut first: Id, slash: usize) -> Read<Id> {
        match self.choice(&Ambiguity::Quotient) {
            None => return Err(self.ambiguous_quotient(slash, slash + 1)),
            Some(Meaning::GoesOn) => {
                while self.starts_factor(self.tok()) {
                    first = self.juxtaposed(first)?;
                }
            }
            Some(_) => {}
        }
        Ok(first)
    }

    /// `left` times the factor that stands here without a sign of multiplication.
    pub fn juxtaposed(&mut self, left: Id) -> Read<Id> {
        // `(x) 2` and `3^6 5^3` are products, but `2 3`, `x 2` and `2e3` are slips.
        let last = match self.out.node(left) {
            Node::Binary(Op::Mul, _, last) => *last,
            _ => left,
        };
        if matches!(self.tok(), Tok::Number | Tok::Vulgar)
            && matches!(self.out.node(last), Node::Num(_) | Node::Var(_) | Node::Const(_))
            && !matches!(self.tokens[self.at - 1].tok, Tok::Close(_))
        {
            // `x_12`.
            if self.is_latex()
                && self.at > 1
                && self.tokens[self.at].gap == Gap::None
                && self.token_at(self.at - 2) == Tok::Under
            {
                let digits = self.shown(self.at - 1, self.at + 1);
                return self.refuse(self.at - 1, self.at + 1, ScriptRefusal::LoweredDigit(digits));
            }
            let number = matches!(self.out.node(last), Node::Num(_));
            let why = if number { Misplaced::NumberAfterNumber } else { Misplaced::NumberAfterName };
            return self.refuse(self.at, self.at + 1, why);
        }
        let literal = self.tokens[self.at - 1].tok == Tok::Number;
        if literal && self.is_latex() {
            self.refuse_power_of_ten()?;
        }
        if literal && matches!(self.tok(), Tok::Text("e" | "E")) && self.peek(1) == Tok::GroupOpen {
            return self.refuse(self.at, self.at + 1, Doubt::PowerOfTenInBraces);
        }
        self.refuse_applied_sum()?;
        self.refuse_leading_label()?;
        let mixed = self.tok() == Tok::Frac && literal && matches!(self.out.node(left), Node::Num(_));
        let start = self.at;
        let right = self.factor()?;
        if let (true, Node::Binary(Op::Div, a, b)) = (mixed, self.out.node(right))
            && let (Node::Num(_), Node::Num(_)) = (self.out.node(*a), self.out.node(*b))
        {
            return match self.choice(&Ambiguity::MixedNumber) {
                None => Err(self.mixed_number(start)),
                Some(Meaning::Sum) => Ok(self.sum_of_mixed(left, right)),
                Some(_) => Ok(self.out.binary(Op::Mul, left, right)),
            };
        }
        Ok(self.out.binary(Op::Mul, left, right))
    }

    /// Refuses `(1) 3x = 6`: a number in brackets before an equation is rather its label.
    fn refuse_leading_label(&self) -> Read<()> {
        const LONGEST: usize = 3;
        let Some(close) = self.at.checked_sub(1) else { return Ok(()) };
        let bracketed = self.token_at(0) == Tok::Open(Bracket::Round)
            && self.token_at(close) == Tok::Close(Bracket::Round)
            && close == 2
            && self.token_at(1) == Tok::Number
            && self.range(1).len() <= LONGEST;
        let apart = self.tokens[self.at].gap != Gap::None;
        if !bracketed || !apart || !self.tokens.iter().any(|token| token.tok == Tok::Equals) {
            return Ok(());
        }
        self.refuse(0, self.at, Doubt::Label)
    }

    /// Can an operand start with this token here?
    pub fn starts_factor(&self, tok: Tok<'_>) -> bool {
        match tok {
            Tok::Bar => self.bars == 0,
            _ => matches!(
                tok,
                Tok::Number
                    | Tok::Vulgar
                    | Tok::Name(_)
                    | Tok::Text(_)
                    | Tok::Quoted(_)
                    | Tok::Accented(..)
                    | Tok::Func(_)
                    | Tok::Open(_)
                    | Tok::OpenBar
                    | Tok::GroupOpen
                    | Tok::Frac
                    | Tok::DerivativeOf
                    | Tok::Radical
                    | Tok::Root(_)
                    | Tok::Int
            ),
        }
    }

    /// An operand and the powers on it.
    pub fn factor(&mut self) -> Read<Id> {
        let start = self.at;
        let base = match self.tok() {
            Tok::Number => self.number(false)?,
            tok if tok.is_name() => self.name()?,
            Tok::Func(function) => {
                self.at += 1;
                self.function(function, start)?
            }
            Tok::Open(kind) => {
                let derivative = !self.is_latex() && self.peek(1) == Tok::Name("d");
                match if derivative { self.bracketed_derivative()? } else { None } {
                    Some(derivative) => derivative,
                    None => self.bracketed(kind)?,
                }
            }
            Tok::Bar | Tok::OpenBar => self.absolute()?,
            Tok::GroupOpen => self.grouped_factor()?,
            Tok::Vulgar => self.vulgar()?,
            Tok::Frac => self.fraction()?,
            Tok::DerivativeOf => self.derivative_of()?,
            Tok::Radical => self.radical()?,
            Tok::Root(degree) => self.root(degree)?,
            Tok::Caret if self.is_small(start) && self.token_at(self.closing(start + 1) + 1) == Tok::Root(2) => {
                self.root_with_degree()?
            }
            Tok::Int => self.integral()?,
            Tok::Partial => match self.slashed_derivative(start)? {
                Some(derivative) => derivative,
                None => return Err(self.unexpected(Expected::Operand)),
            },
            _ => return Err(self.unexpected(Expected::Operand)),
        };
        let base = self.primed_bracket(base, start)?;
        match self.tok() {
            Tok::Caret => self.power(base, start),
            Tok::Degree => self.degrees(base),
            Tok::Prime | Tok::Under => Err(self.unexpected(Expected::Operator)),
            _ => Ok(base),
        }
    }

    fn power(&mut self, base: Id, start: usize) -> Read<Id> {
        let applied = match self.out.node(base) {
            Node::Unary(op, _) => op.info().notation == op::Notation::Named,
            Node::Binary(op, ..) => *op == Op::Log,
            _ => false,
        };
        if self.is_latex() && applied && matches!(self.tokens[self.at - 1].tok, Tok::Close(_)) {
            let range = self.span(start, self.at);
            let shown = self.shown(start, self.at);
            if !matches!(self.tokens[start].tok, Tok::Open(_)) {
                self.note(range, NoteKind::PowerOfValue(shown));
            }
        }
        if self.tokens[start].tok == Tok::Frac {
            let shown = self.shown(start, self.at);
            self.note(self.span(start, self.at), NoteKind::PowerOfFraction(shown));
        }
        let closed = matches!(self.tokens[self.at - 1].tok, Tok::Close(_) | Tok::Bar | Tok::CloseBar);
        if matches!(self.tokens[start].tok, Tok::Root(_) | Tok::Caret) && !closed {
            return self.refuse(self.at, self.at + 1, Doubt::RaisedRoot);
        }
        self.look_at_index(base, start)?;
        let caret = self.at;
        let exponent = self.exponent()?;
        let exponent = self.short_exponent(base, exponent, start, caret)?;
        Ok(self.out.binary(Op::Pow, base, exponent))
    }

    /// What stands after `^`, and whatever that is raised to.
    pub fn exponent(&mut self) -> Read<Id> {
        self.enter(|p| {
            let caret = p.at;
            p.at += 1;
            let small = p.is_small(caret);
            if !(p.is_latex() || small) {
                return p.signed(true);
            }
            let first = p.latex_exponent()?;
            match p.tok() {
                Tok::Root(_) if small && p.tokens[p.at].gap == Gap::None => {
                    p.refuse(caret, p.at + 1, Doubt::PowerOrDegree)
                }
                Tok::Caret if small => p.refuse(p.at, p.at + 1, Misplaced::TwoPowers),
                // TeX refuses it too: it does not know which of the two is raised.
                Tok::Caret => p.refuse(p.at, p.at + 1, Misplaced::TwoPowersInLatex),
                Tok::Prime => Err(p.unexpected(Expected::Operator)),
                _ => Ok(first),
            }
        })
    }

    /// `( … )` with one expression inside.
    pub fn bracketed(&mut self, kind: Bracket) -> Read<Id> {
        let open = self.at;
        self.at += 1;
        let bars = std::mem::take(&mut self.bars);
        if self.tok() == Tok::Close(kind) {
            return self.refuse(open, self.at + 1, Misplaced::EmptyBrackets);
        }
        let inside = self.sum()?;
        self.close(kind, open)?;
        self.bars = bars;
        Ok(inside)
    }

    /// The closing bracket of the one at `open`.
    pub fn close(&mut self, kind: Bracket, open: usize) -> Read<()> {
        if self.tok() == Tok::Close(kind) {
            self.at += 1;
            return Ok(());
        }
        let opened = self.shown(open, open + 1);
        Err(match self.tok() {
            Tok::End => refusal(self.range(open), Misplaced::NotClosed(opened)),
            Tok::Close(_) => {
                let closing = self.shown(self.at, self.at + 1);
                refusal(self.range(self.at), Misplaced::Mismatch(closing, opened))
            }
            _ => self.unexpected(Expected::OperatorOrClosing(opened)),
        })
    }

    /// `|x|`.
    pub fn absolute(&mut self) -> Read<Id> {
        let (open, paired) = (self.at, self.tok() == Tok::OpenBar);
        self.at += 1;
        let bars = self.bars;
        self.bars = if paired { 0 } else { bars + 1 };
        let inside = self.sum()?;
        let closing = if paired { Tok::CloseBar } else { Tok::Bar };
        match self.tok() {
            tok if tok == closing => self.at += 1,
            Tok::End => {
                let opened = self.shown(open, open + 1);
                return self.refuse(open, open + 1, Misplaced::NotClosed(opened));
            }
            _ => return Err(self.unexpected(Expected::OperatorOrBar)),
        }
        self.bars = bars;
        Ok(self.out.unary(Op::Abs, inside))
    }
}
