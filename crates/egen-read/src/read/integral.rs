//! Integrals: where does one end, and by what is integrated?

use std::collections::HashMap;
use std::ops::Range;

use super::message::{CalculusRefusal, Expected, NoteKind, Scope};
use super::parser::{Parser, Read};
use super::refusal;
use super::token::Tok;
use egen_math::expr::{Id, Node, Symbol};
use egen_math::op::Op;

impl Parser<'_> {
    /// `\int E \, dx`.
    pub(super) fn integral(&mut self) -> Read<Id> {
        let start = self.at;
        if matches!(self.peek(1), Tok::Under | Tok::Caret) {
            return self.refuse(start + 1, start + 2, Scope::DefiniteIntegral);
        }
        let nodes = self.out.len();
        let braces = self.braces_around_integrand(start + 1);
        let first = start + 1 + usize::from(braces.is_some());
        let Some(end) = self.differential_after(first) else {
            return self.refuse(start, start + 1, CalculusRefusal::NoDifferential);
        };
        self.tokens[end.at].tok = Tok::Differential;
        self.at = first;
        let (body, variable) = if end.above {
            let outer = self.found.claim.replace(Claim::Made(end.at));
            // The integral is over where the fraction is, so a sum behind it is not in it.
            let body = self.signed(false)?;
            let Some(Claim::Met(variable)) = std::mem::replace(&mut self.found.claim, outer) else {
                return Err(self.unexpected(Expected::FractionWithDifferential));
            };
            (body, variable)
        } else {
            let body = if end.at == first { self.out.number(1) } else { self.integrand()? };
            self.expect(Tok::Differential, Expected::OperatorOrDifferential)?;
            let (variable, next) = self.variable(self.at)?;
            self.at = next;
            (self.divided_differential(body, start)?, variable)
        };
        if let Some(close) = braces {
            if self.at != close {
                return Err(self.unexpected(Expected::EndOfIntegrand));
            }
            self.at += 1;
        }
        if self.starts_factor(self.tok()) && self.tok() != Tok::Int {
            return self.refuse(self.at, self.at + 1, CalculusRefusal::FactorBehind);
        }
        self.remember_integral(start, nodes, &variable);
        let variable = self.out.add(Node::Var(variable));
        Ok(self.out.binary(Op::Integral, body, variable))
    }

    /// Remembers an integral whose nodes begin at a place.
    fn remember_integral(&mut self, start: usize, nodes: usize, variable: &Symbol) {
        let mut names = Vec::new();
        for place in nodes..self.out.len() {
            match self.out.node(Id(place as u32)) {
                Node::Var(name) => names.push(name.clone()),
                // What a function depends on is not known.
                Node::Call(..) => names.push(variable.clone()),
                _ => {}
            }
        }
        if names.contains(variable) {
            names.clear();
        }
        self.found.integrals.push(Integrated { tokens: start..self.at, variable: variable.clone(), others: names });
    }

    /// Refuses `\int u \, dv = uv - \int v \, du`, where u depends on v, and says of other such integrals that it does not.
    pub(super) fn look_at_parts(&mut self) -> Read<()> {
        if self.found.integrals.len() < 2 {
            return Ok(());
        }
        let integrals = std::mem::take(&mut self.found.integrals);
        let mut by: HashMap<&Symbol, Vec<&Integrated>> = HashMap::new();
        for one in &integrals {
            by.entry(&one.variable).or_default().push(one);
        }
        let equation = self.tokens.iter().any(|token| token.tok == Tok::Equals);
        for one in &integrals {
            let apart =
                |other: &&&Integrated| other.tokens.end <= one.tokens.start || one.tokens.end <= other.tokens.start;
            let mut others = one.others.iter().filter_map(|name| by.get(name)).flatten();
            let Some(other) = others.find(apart) else { continue };
            let (a, b, at) = (&other.variable, &one.variable, self.span(one.tokens.start, one.tokens.end));
            if equation {
                return Err(refusal(at, CalculusRefusal::Parts(a.to_string(), b.to_string())));
            }
            self.note(at, NoteKind::IndependentIntegrals(a.to_string(), b.to_string()));
        }
        Ok(())
    }

    /// `\int \sin(x) dx/x`: what stands below the differential divides the integrand.
    fn divided_differential(&mut self, mut body: Id, start: usize) -> Read<Id> {
        if self.tok() == Tok::Caret {
            return self.refuse(self.at, self.at + 1, CalculusRefusal::PowerOfDifferential);
        }
        if self.tok() != Tok::Slash {
            return Ok(body);
        }
        while self.tok() == Tok::Slash {
            let slash = self.at;
            self.at += 1;
            let divisor = self.signed(true)?;
            if self.starts_factor(self.tok()) || self.tok() == Tok::Times {
                return Err(self.ambiguous_quotient(slash, slash + 1));
            }
            let shown = self.shown(slash + 1, self.at);
            self.note(self.span(start, self.at), NoteKind::DividedIntegrand(shown));
            body = self.out.binary(Op::Div, body, divisor);
        }
        Ok(body)
    }

    /// Where the braces of `\int{x^2 dx}` close, if the differential is inside of them.
    fn braces_around_integrand(&mut self, open: usize) -> Option<usize> {
        if self.token_at(open) != Tok::GroupOpen {
            return None;
        }
        let close = self.closing(open);
        let inside = self.differential_after(open + 1)?;
        (inside.at < close && close < self.tokens.len()).then_some(close)
    }

    fn integrand(&mut self) -> Read<Id> {
        let bars = std::mem::take(&mut self.bars);
        let body = self.sum()?;
        self.bars = bars;
        Ok(body)
    }

    /// The numerator of a fraction whose `d`, at a place, closes the integral around it: `\frac{2x\,dx}{x^2 + 1}`.
    pub(super) fn numerator_with_differential(&mut self, differential: usize) -> Read<Id> {
        self.found.claim = None;
        self.at += 1;
        let above = if self.at == differential { self.out.number(1) } else { self.sum()? };
        self.expect(Tok::Differential, Expected::OperatorOrDifferential)?;
        let (variable, next) = self.variable(self.at)?;
        self.found.claim = Some(Claim::Met(variable));
        self.at = next;
        self.expect(Tok::GroupClose, Expected::EndOfNumerator)?;
        Ok(above)
    }

    /// The `d` that closes the integral whose body starts at a place.
    fn differential_after(&mut self, start: usize) -> Option<Closing> {
        let (mut brackets, mut inner) = (0usize, 0usize);
        for at in start..self.tokens.len() {
            match self.token_at(at) {
                Tok::GroupOpen if brackets == 0 && self.token_at(at - 1) == Tok::Frac => {
                    if inner == 0
                        && let Some(at) = self.differential_above(at)
                    {
                        return Some(Closing { at, above: true });
                    }
                    brackets += 1;
                }
                Tok::Open(_) | Tok::GroupOpen => brackets += 1,
                Tok::Close(_) | Tok::GroupClose => brackets = brackets.checked_sub(1)?,
                Tok::Equals if brackets == 0 => return None,
                Tok::Int if brackets == 0 => inner += 1,
                Tok::Name("d") | Tok::Text("d")
                    if brackets == 0 && self.is_differential(at) && self.token_at(at + 1).is_name() =>
                {
                    if inner == 0 {
                        return Some(Closing { at, above: false });
                    }
                    inner -= 1;
                }
                _ => {}
            }
        }
        None
    }

    /// The `d` at the end of the numerator that opens at a place, unless the fraction is a derivative.
    fn differential_above(&mut self, open: usize) -> Option<usize> {
        let close = self.closing(open);
        let below = self.token_at(close + 1) == Tok::GroupOpen && self.is_differential(close + 2);
        let inner = (open..close).any(|at| self.token_at(at) == Tok::Int);
        if below || inner || close >= self.tokens.len() {
            return None;
        }
        // The variable and its subscript are short; looking no further keeps the time linear.
        const SHORT: usize = 8;
        let first = close.saturating_sub(SHORT).max(open + 1);
        (first..close).rev().find(|&at| {
            let named =
                self.is_differential(at) && self.token_at(at) != Tok::Partial && self.token_at(at + 1).is_name();
            named && matches!(self.symbol(at + 1), Ok((_, next)) if next == close)
        })
    }
}

/// The numerator of a fraction that closes the integral around it: `\int \frac{dx}{x}`.
pub(super) enum Claim {
    /// The `d` stands at a place.
    Made(usize),
    /// It has been read, and this is the variable behind it.
    Met(Symbol),
}

/// An integral that was read.
pub(super) struct Integrated {
    /// Where it stands.
    tokens: Range<usize>,
    variable: Symbol,
    /// The names in what is integrated, if the variable is not among them.
    others: Vec<Symbol>,
}

/// What closes an integral.
struct Closing {
    /// The place of the `d`.
    at: usize,
    /// Does it stand in the numerator of a fraction?
    above: bool,
}
