//! Integrals: where does one end, and by what is integrated?

use super::grammar::{Parser, Read};
use super::refusal;
use super::token::Tok;
use crate::expr::{Id, Node};
use crate::op::Op;

impl Parser<'_> {
    /// `\int E \, dx`.
    pub(super) fn integral(&mut self) -> Read<Id> {
        let start = self.at;
        if matches!(self.peek(1), Tok::Under | Tok::Caret | Tok::Sub | Tok::Super) {
            return Err(refusal(self.range(start + 1), "definite integrals are out of scope"));
        }
        let Some(end) = self.differential_after(start + 1) else {
            return Err(refusal(self.range(start), "the integral has no differential: write \\int E \\, dx"));
        };
        self.tokens[end.at].tok = Tok::Differential;
        self.at += 1;
        let (body, variable) = if end.above {
            let outer = self.claimed.replace(end.at);
            // The integral is over where the fraction is, so a sum behind it is not in it.
            let body = self.signed(false)?;
            self.claimed = outer;
            let Some(variable) = self.integrated.take() else {
                return Err(self.unexpected("the fraction with the differential of the integral"));
            };
            (body, variable)
        } else {
            let body = if end.at == start + 1 { self.out.number(1) } else { self.integrand()? };
            self.expect(Tok::Differential, "an operator or the differential of the integral")?;
            let (variable, next) = self.variable(self.at)?;
            self.at = next;
            (body, variable)
        };
        if self.starts_factor(self.tok()) && self.tok() != Tok::Int {
            return Err(refusal(
                self.range(self.at),
                "a factor behind the differential: write it before \\int, or brackets",
            ));
        }
        let variable = self.out.add(Node::Var(variable));
        Ok(self.out.binary(Op::Integral, body, variable))
    }

    fn integrand(&mut self) -> Read<Id> {
        let bars = std::mem::take(&mut self.bars);
        let body = self.sum()?;
        self.bars = bars;
        Ok(body)
    }

    /// The numerator of a fraction whose `d`, at a place, closes the integral around it: `\frac{2x\,dx}{x^2 + 1}`.
    pub(super) fn numerator_with_differential(&mut self, differential: usize) -> Read<Id> {
        self.claimed = None;
        self.at += 1;
        let above = if self.at == differential { self.out.number(1) } else { self.sum()? };
        self.expect(Tok::Differential, "an operator or the differential of the integral")?;
        let (variable, next) = self.variable(self.at)?;
        self.integrated = Some(variable);
        self.at = next;
        self.expect(Tok::GroupClose, "the end of the numerator")?;
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
        let close = self.partner(open).close;
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

/// What closes an integral.
struct Closing {
    /// The place of the `d`.
    at: usize,
    /// Does it stand in the numerator of a fraction?
    above: bool,
}
