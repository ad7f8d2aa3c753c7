//! Advice: what to write instead of what can be read in two ways?

use super::message::{Doubt, Times};
use super::parser::Parser;
use super::token::{Bracket, Gap, Tok};
use super::{Notation, Refused, refusal};

impl Parser<'_> {
    /// What stands from one token up to another, as a person sees it: of MathML the content and not the markup.
    pub(super) fn shown(&self, from: usize, to: usize) -> String {
        if self.notation != Notation::Mathml {
            return self.text[self.span(from, to)].trim().to_owned();
        }
        let tokens = self.tokens.get(from..to.min(self.tokens.len())).unwrap_or_default();
        let pieces = tokens.iter().map(|token| match (token.tok, &self.text[token.range()]) {
            (_, written) if !written.starts_with('<') && !written.starts_with('\u{2062}') => written,
            (Tok::GroupOpen, _) => "{",
            (Tok::GroupClose, _) => "}",
            (Tok::Open(Bracket::Round), _) => "(",
            (Tok::Close(Bracket::Round), _) => ")",
            (Tok::Open(_), _) => "[",
            (Tok::Close(_), _) => "]",
            (Tok::OpenBar | Tok::CloseBar, _) => "|",
            (Tok::Caret, _) => "^",
            (Tok::Under, _) => "_",
            (Tok::Comma, _) => ",",
            (Tok::Times, _) => "*",
            (Tok::Frac, _) => "\\frac",
            (Tok::Radical, _) => "\\sqrt",
            _ => "",
        });
        pieces.collect()
    }

    /// The sign of multiplication that advice has in this notation.
    pub(super) fn times(&self) -> Times {
        if self.is_latex() { Times::Dot } else { Times::Star }
    }

    /// Where the factors side by side that start at a place end, as far as that can be seen without reading them.
    fn factors_end(&mut self, start: usize) -> usize {
        let mut at = start;
        loop {
            match self.token_at(at) {
                Tok::Open(_) | Tok::GroupOpen => at = self.closing(at),
                Tok::Caret if matches!(self.token_at(at + 1), Tok::Minus | Tok::Plus) => at += 1,
                Tok::Plus | Tok::Minus | Tok::Times | Tok::Slash | Tok::Equals | Tok::Comma | Tok::Semicolon => {
                    return at;
                }
                Tok::Close(_) | Tok::GroupClose | Tok::CloseBar | Tok::Differential | Tok::End => {
                    return at;
                }
                Tok::Bar if self.bars > 0 => return at,
                _ => {}
            }
            at += 1;
        }
    }

    /// Factors as they are written, with `*` between the letters of a word that was taken apart, since `mv^2` behind a space is unclear.
    fn factors(&self, from: usize, to: usize) -> String {
        let glued = |at: usize| {
            let names = self.token_at(at).is_name() && self.token_at(at - 1).is_name();
            at > from && !self.is_latex() && names && self.tokens[at].gap == Gap::None
        };
        let starts: Vec<usize> = (from..to).filter(|&at| at == from || glued(at)).chain([to]).collect();
        let factors: Vec<String> = starts.windows(2).map(|pair| self.shown(pair[0], pair[1])).collect();
        factors.join("*")
    }

    #[cold]
    pub(super) fn ambiguous_quotient(&mut self, slash: usize, factor_at: usize) -> Refused {
        let end = self.factors_end(self.at).max(self.at + 1);
        let (over, next) = (self.shown(factor_at, self.at), self.factors(self.at, end));
        let times = if matches!(self.tok(), Tok::Open(_)) { self.times() } else { Times::Space };
        let range = self.range(slash).start..self.range(self.at).end;
        refusal(range, Doubt::Quotient(over, next, times))
    }

    /// `2\frac12`, whose fraction stands at `start`.
    #[cold]
    pub(super) fn mixed_number(&mut self, start: usize) -> Refused {
        let first = start - 1;
        let (number, fraction) = (self.shown(first, start), self.shown(start, self.at));
        let negative = first > 0 && self.token_at(first - 1) == Tok::Minus;
        let doubt = Doubt::MixedNumber(number, fraction, negative);
        refusal(self.span(first, self.at), doubt)
    }
}
