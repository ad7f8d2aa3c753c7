//! LaTeX: which constructions does it have that infix does not?
//!
//! Groups, fractions, radicals and superscripts. An argument without braces is one
//! token, as in TeX: `\frac12` is one half.

use std::ops::Range;

use super::call::Shape;
use super::integral::Claim;
use super::message::{Argument, Doubt, Expected, Misplaced, NoteKind, Scope, ScriptRefusal};
use super::parser::{Parser, Read};
use super::symbol::spelled;
use super::token::{Bracket, Gap, Tok};
use super::{Options, Reading, Refused, bars, meaning, refusal};
use crate::formula::Formula;
use egen_math::expr::{Id, Node};
use egen_math::names;
use egen_math::op::{self, Op};

pub(super) fn read(text: &str, options: &Options) -> Result<Reading, Refused> {
    let formula = Formula::latex(text).map_err(|why| refusal(why.at, why.why))?;
    meaning(&formula, options)
}

impl Parser<'_> {
    /// `{ … }`.
    pub(super) fn group(&mut self) -> Read<Id> {
        let open = self.at;
        self.at += 1;
        if self.tok() == Tok::GroupClose {
            let script = matches!(self.peek(1), Tok::Caret | Tok::Under);
            let why = if script { ScriptRefusal::NoBase } else { ScriptRefusal::EmptyBraces };
            return self.refuse(open, self.at + 1, why);
        }
        let bars = std::mem::take(&mut self.bars);
        let inside = self.sum()?;
        match self.tok() {
            Tok::GroupClose => self.at += 1,
            Tok::End => return self.refuse(open, open + 1, Misplaced::NotClosed("{".to_owned())),
            _ => return Err(self.unexpected(Expected::OperatorOrBrace)),
        }
        self.bars = bars;
        Ok(inside)
    }

    /// A group as a factor.
    pub(super) fn grouped_factor(&mut self) -> Read<Id> {
        let open = self.at;
        let inside = self.group()?;
        // The braces of `{x_1}(t)` hide from the rules for names what they would decide about.
        if let (Node::Var(name), Tok::Open(Bracket::Round)) = (self.out.node(inside), self.tok()) {
            let doubt = Doubt::NameInBraces(name.to_string());
            return self.refuse(open, self.at, doubt);
        }
        if self.is_torn(inside, open) {
            let shown = self.shown(open + 1, self.at - 1);
            return self.refuse(open, self.at, Doubt::TornBraces(shown));
        }
        Ok(inside)
    }

    /// Would the page show something else than the group that ends here? `{x+1}^2` is set as x + 1², and `a-{b+c}` as a - b + c.
    fn is_torn(&mut self, inside: Id, open: usize) -> bool {
        let (first, last) = (self.token_at(open + 1), self.at - 2);
        let before = open.checked_sub(1).map_or(Tok::End, |at| self.token_at(at));
        let raised = matches!(self.tok(), Tok::Caret | Tok::Degree | Tok::Prime);
        let beside = bars::ends_operand(before) || matches!(before, Tok::Func(_));
        let whole = self.is_one_bracket(open + 1, last);
        match self.out.node(inside) {
            _ if whole => false,
            Node::Binary(Op::Add | Op::Sub, ..) => {
                let followed = matches!(self.tok(), Tok::Times | Tok::Slash) || self.starts_factor(self.tok());
                raised || followed || beside || matches!(before, Tok::Minus | Tok::Times | Tok::Slash)
            }
            // The digits of `<mn>-6</mn>` are one element.
            Node::Num(number) => number.is_negative() && !self.range(open).is_empty() && (raised || beside),
            Node::Unary(Op::Neg, _) => raised || (beside && !self.is_behind_derivative(open)),
            Node::Binary(Op::Div, ..) => raised && first != Tok::Frac,
            Node::Binary(Op::Mul, ..) => raised,
            Node::Binary(Op::Log, ..) => raised && !matches!(self.token_at(last), Tok::Close(_)),
            Node::Unary(op, _) => {
                let named = op.info().notation == op::Notation::Named;
                raised && named && !matches!(self.token_at(last), Tok::Close(_) | Tok::GroupClose)
            }
            _ => false,
        }
    }

    /// Does `\frac{d}{dx}` stand before a place? Then a sign behind it starts what is differentiated.
    fn is_behind_derivative(&mut self, at: usize) -> bool {
        // The differentials below the line are short; looking no further keeps the time linear.
        const SHORT: usize = 16;
        let opens = |p: &mut Self, close: usize| {
            let first = close.saturating_sub(SHORT);
            (first..close).rev().find(|&open| p.token_at(open) == Tok::GroupOpen && p.closing(open) == close)
        };
        let Some(below) = at.checked_sub(1).and_then(|close| opens(self, close)) else { return false };
        let Some(above) = below.checked_sub(1).and_then(|close| opens(self, close)) else { return false };
        above > 0 && self.token_at(above - 1) == Tok::Frac && self.is_differential(above + 1)
    }

    /// Is what stands from one token to another one bracket?
    fn is_one_bracket(&mut self, first: usize, last: usize) -> bool {
        matches!(self.token_at(first), Tok::Open(_)) && self.closing(first) == last
    }

    /// An argument of a command: a group, or one token.
    pub(super) fn argument(&mut self, of: Argument) -> Read<Id> {
        self.enter(|p| match p.tok() {
            Tok::GroupOpen => p.group(),
            Tok::Number => {
                let digit = p.written(p.at).parse::<i64>().unwrap_or(0);
                p.at += 1;
                Ok(p.out.number(digit))
            }
            tok if tok.is_name() => {
                let at = p.at;
                p.at += 1;
                p.plain_name(at)
            }
            Tok::Frac => p.fraction(),
            Tok::Radical => p.radical(),
            _ => Err(p.unexpected(Expected::Argument(of))),
        })
    }

    /// `\frac{a}{b}`, or a derivative that is written as one.
    pub(super) fn fraction(&mut self) -> Read<Id> {
        if let Some(derivative) = self.derivative()? {
            return Ok(derivative);
        }
        self.refuse_functional_derivative()?;
        self.at += 1;
        let made = match self.found.claim {
            Some(Claim::Made(at)) => Some(at),
            _ => None,
        };
        let claimed = made.filter(|&at| self.tok() == Tok::GroupOpen && at < self.closing(self.at));
        let above = match claimed {
            Some(differential) => self.numerator_with_differential(differential)?,
            None => self.argument(Argument::Numerator)?,
        };
        let first = self.at;
        let below = self.argument(Argument::Denominator)?;
        self.refuse_more_digits(first)?;
        Ok(self.out.binary(Op::Div, above, below))
    }

    /// Refuses `\frac{\delta S}{\delta q}`, in which no δ can be cancelled.
    fn refuse_functional_derivative(&mut self) -> Read<()> {
        let above = self.at + 1;
        if self.token_at(above) != Tok::GroupOpen || self.token_at(above + 1) != Tok::Name("delta") {
            return Ok(());
        }
        let below = self.closing(above) + 1;
        if self.token_at(below) == Tok::GroupOpen && self.is_variation(below + 1) {
            let end = self.closing(below) + 1;
            return self.refuse(self.at, end, Scope::FunctionalDerivative);
        }
        Ok(())
    }

    /// What stands after `^`.
    pub(super) fn latex_exponent(&mut self) -> Read<Id> {
        let at = self.at;
        match self.tok() {
            Tok::GroupOpen => {
                self.refuse_mark(at + 1)?;
                self.group()
            }
            Tok::Plus | Tok::Minus | Tok::Times => {
                let sign = self.shown(at, at + 1);
                let next = self.starts_factor(self.peek(1)).then(|| self.shown(at + 1, at + 2));
                let why = match next.filter(|next| !next.is_empty()) {
                    Some(next) => ScriptRefusal::RaisedSign(sign, next),
                    None => ScriptRefusal::Mark(sign),
                };
                self.refuse(at, at + 1, why)
            }
            Tok::Open(kind @ Bracket::Round) if self.is_raised_bracket(at) => {
                let id = self.bracketed(kind)?;
                let [shown, inside] = [(at, self.at), (at + 1, self.at - 1)].map(|(from, to)| self.shown(from, to));
                self.note(self.span(at, self.at), NoteKind::RaisedBracket(shown, inside));
                Ok(id)
            }
            Tok::Open(_) => self.refuse(at, at + 1, ScriptRefusal::RaisedBracket),
            Tok::Prime => Err(self.unexpected(Expected::Exponent)),
            Tok::Number => {
                let id = self.argument(Argument::Exponent)?;
                if let Some(end) = self.more_digits(at) {
                    let digits = self.text[self.span(at, end)].to_owned();
                    return self.refuse(at, end, ScriptRefusal::RaisedDigit(digits));
                }
                Ok(id)
            }
            Tok::Func(_) => self.refuse(at, at + 1, ScriptRefusal::RaisedFunction),
            _ => self.argument(Argument::Exponent),
        }
    }

    /// Is the bracket behind `^` surely an exponent, as others type it? `f^(n)` and `y^(4)` may be derivatives.
    fn is_raised_bracket(&mut self, open: usize) -> bool {
        let base = open.checked_sub(2).map_or(Tok::End, |at| self.token_at(at));
        matches!(self.shape(open), Shape::Compound) || matches!(base, Tok::Number | Tok::Name("e") | Tok::Close(_))
    }

    /// Where the digits end of which only the first one, at a place, was taken.
    pub(super) fn more_digits(&self, first: usize) -> Option<usize> {
        let more = self.tok() == Tok::Number && self.tokens[self.at].gap == Gap::None;
        (more && self.token_at(first) == Tok::Number).then_some(self.at + 1)
    }

    /// Refuses `\sqrt12` and `\frac123`, of which TeX takes one digit and nobody means it to.
    pub(super) fn refuse_more_digits(&self, first: usize) -> Read<()> {
        let Some(end) = self.more_digits(first) else { return Ok(()) };
        let digits = self.shown(first, end);
        self.refuse(first, end, ScriptRefusal::FirstDigit(digits))
    }

    /// Refuses `(x + 1)^{*}`, `2^{+}` and `x^{(1)}`, which name things and raise nothing.
    fn refuse_mark(&mut self, first: usize) -> Read<()> {
        match self.token_at(first) {
            Tok::Plus | Tok::Minus | Tok::Times if self.token_at(first + 1) == Tok::GroupClose => {
                let mark = self.shown(first, first + 1);
                self.refuse(first, first + 1, ScriptRefusal::Mark(mark))
            }
            Tok::Times => self.refuse(first, first + 1, ScriptRefusal::Mark("*".to_owned())),
            Tok::Open(Bracket::Round) => {
                let close = self.closing(first);
                if self.token_at(close) == Tok::Close(Bracket::Round) && self.token_at(close + 1) == Tok::GroupClose {
                    return self.refuse(first, close + 1, Doubt::RaisedBracket);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A superscript here that is rather a label or an index than a power: `x^{\mathrm{opt}}`, `A^{\mathrm{T}}`, `g^{\mu\nu}`.
    pub(super) fn look_at_index(&mut self, base: Id, start: usize) -> Read<()> {
        let name = matches!(self.out.node(base), Node::Var(_));
        if !self.is_latex() || self.tok() != Tok::Caret || !(name || matches!(self.out.node(base), Node::Num(_))) {
            return Ok(());
        }
        let braced = self.peek(1) == Tok::GroupOpen;
        let first = self.at + 1 + usize::from(braced);
        if let Tok::Text(word) = self.token_at(first)
            && (!braced || self.token_at(first + 1) == Tok::GroupClose)
        {
            let word = spelled(word);
            refuse_ordinal(&word, self.range(first))?;
            let label = word.len() > 1 && names::greek_name(&word).is_none();
            if name && (label || matches!(word.as_str(), "T" | "H")) {
                return self.refuse(first, first + 1, ScriptRefusal::UprightLabel(word));
            }
        }
        let alone = !braced || self.token_at(first + 1) == Tok::GroupClose;
        if !name && self.token_at(first) == Tok::Name("o") && alone {
            self.note(self.range(first), NoteKind::RaisedO);
        }
        if braced && self.tokens.get(first).is_some_and(|token| token.run == 2) {
            let letters = self.span(first, first + 2);
            refuse_ordinal(&self.text[letters.clone()], letters)?;
        }
        // Tensors have letters of the Greek alphabet above and below, and these are the ones that nobody raises to.
        let index = |tok: Tok<'_>| matches!(tok, Tok::Name("mu" | "nu" | "rho" | "sigma" | "lambda" | "kappa"));
        let greek = |tok: Tok<'_>| matches!(tok, Tok::Name(name) if name.len() > 1);
        let most = if braced { self.tokens.len() } else { 1 };
        let above = (first..).take(most).take_while(|&at| index(self.token_at(at))).count();
        let whole = if braced { self.token_at(first + above) == Tok::GroupClose } else { above > 0 };
        let below = (start..self.at).any(|at| {
            self.token_at(at) == Tok::Under && (greek(self.token_at(at + 1)) || greek(self.token_at(at + 2)))
        });
        if whole && (above > 1 || (above == 1 && below)) {
            let shown = self.shown(start, first + above + usize::from(braced));
            self.note(self.span(start, first + above), NoteKind::PowerAndNoIndex(shown));
        }
        Ok(())
    }
}

/// Refuses the letters of `n^{th}` and `1^{st}`.
fn refuse_ordinal(word: &str, at: Range<usize>) -> Read<()> {
    match word {
        "th" | "st" | "nd" | "rd" => Err(refusal(at, Scope::Ordinal)),
        _ => Ok(()),
    }
}
