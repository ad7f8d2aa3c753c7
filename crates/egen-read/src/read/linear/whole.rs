//! The whole formula: which layers stand around it, and what belongs to the page and not to it?

use super::{Walk, Walked};
use crate::formula::{Grid, Kind, Part, Style, symbol};
use crate::read::message::{Doubt, Note, NoteKind, StructureRefusal};
use crate::read::token::{Bracket, Gap, Lexed, Tok, Token};
use crate::read::{Refused, refusal};

impl<'f> Walk<'f> {
    /// The formula without the braces, boxes and environments around all of it.
    pub(super) fn whole(&mut self) -> Walked {
        let mut part = self.formula.root();
        loop {
            let children = self.formula.children(part);
            part = match (self.formula.kind(part), children) {
                (Kind::Row | Kind::Group, [only]) if self.is_layer(*only) => *only,
                (Kind::Styled(_), [inner]) if self.is_layer(part) => *inner,
                (Kind::Table(grid), _) if !self.markup => return self.one_line(part, grid),
                (Kind::Row | Kind::Group, _) => return self.items(children),
                _ => return self.part(part),
            };
        }
    }

    fn is_layer(&self, part: Part) -> bool {
        match self.formula.kind(part) {
            Kind::Row | Kind::Group | Kind::Table(_) => true,
            Kind::Styled(style) => style.is_size() || style == Style::Boxed,
            _ => false,
        }
    }

    /// A table of one line, whose cells only align it.
    fn one_line(&mut self, table: Part, grid: Grid) -> Walked {
        if matches!(grid, Grid::Array | Grid::Matrix | Grid::Cases | Grid::Named) {
            let at = self.formula.at(table);
            let name = self.text[at.start..at.end].find('}').map_or(at.end, |end| at.start + end + 1);
            let begin = &self.text[at.start..name];
            let shown: String = begin.split_whitespace().collect();
            return Err(refusal(self.command(table), StructureRefusal::Environment(shown)));
        }
        let lines = self.formula.children(table);
        let [line] = lines else {
            let first = lines.iter().map(|line| self.formula.at(*line)).next().map_or(0, |at| at.end);
            let start = self.text[first..].find("\\\\").map_or(first, |at| first + at);
            let at = start..(start + 2).min(self.text.len());
            return Err(refusal(at, StructureRefusal::Rows));
        };
        for (place, cell) in self.formula.children(*line).iter().enumerate() {
            let first = self.formula.children(*cell).first().map(|first| self.formula.kind(*first));
            let beside = matches!(first, None | Some(Kind::Symbol('=' | '+' | '-'))) || self.last() == Tok::Equals;
            if place > 0 && !beside {
                let before = self.tokens.last().map_or(0, |token| token.end as usize);
                let start = self.text[before..].find('&').map_or(before, |at| before + at);
                return Err(refusal(start..start + 1, StructureRefusal::Alignment));
            }
            self.part(*cell)?;
        }
        Ok(())
    }

    /// The tokens without the punctuation behind the formula and its label.
    pub(super) fn finish(mut self) -> Result<Lexed<'f>, Refused> {
        while let Tok::Dot | Tok::Comma | Tok::Semicolon = self.last() {
            self.tokens.pop();
        }
        if !self.markup {
            self.drop_label()?;
        }
        refuse_vector_products(self.text, &self.tokens)?;
        let end = self.tokens.last().map_or(self.text.len(), |token| token.end as usize);
        self.push(Tok::End, end..end);
        Ok(Lexed { tokens: self.tokens, notes: self.notes })
    }

    /// `x = 2 \qquad (3)`: a number in brackets far behind an equation is its label.
    fn drop_label(&mut self) -> Walked {
        const LONGEST: usize = 8;
        if self.last() != Tok::Close(Bracket::Round) {
            return Ok(());
        }
        let inside = |token: &&Token<'_>| matches!(token.tok, Tok::Number | Tok::Dot | Tok::Name(_) | Tok::Prime);
        let length = self.tokens.iter().rev().skip(1).take(LONGEST).take_while(inside).count();
        let Some(open) = self.tokens.len().checked_sub(length + 2).filter(|&open| open > 0) else { return Ok(()) };
        let (bracket, first) = (self.tokens[open], self.tokens[open + 1]);
        let label = bracket.tok == Tok::Open(Bracket::Round) && bracket.gap == Gap::Wide && first.tok == Tok::Number;
        if !label {
            return Ok(());
        }
        let at = bracket.start as usize..self.tokens[open + length + 1].end as usize;
        if !self.tokens.iter().any(|token| token.tok == Tok::Equals) {
            return Err(refusal(at, Doubt::LabelOrFactor));
        }
        let kind = NoteKind::Label(self.text[at.clone()].to_owned());
        self.notes.push(Note { at, kind });
        self.tokens.truncate(open);
        Ok(())
    }

    /// `1{,}000`: a comma that is followed by exactly three digits, and follows at most three or another such group.
    pub(super) fn thousands(&mut self, parts: &[Part], place: usize) -> Result<bool, Refused> {
        let [comma] = *self.formula.children(parts[place]) else { return Ok(false) };
        let next = parts.get(place + 1).filter(|next| self.formula.kind(**next) == Kind::Number);
        let (Kind::Symbol(','), Tok::Number, Some(next)) = (self.formula.kind(comma), self.last(), next) else {
            return Ok(false);
        };
        let at = self.formula.at(parts[place]);
        let next = self.formula.content(*next).bytes().take_while(u8::is_ascii_digit).count();
        let grouped = self.notes.last().is_some_and(|note| note.at.end + 3 == at.start);
        // A number that goes on and on is not counted again at each comma.
        let before = self.tokens.last().map_or(0..0, Token::range);
        let few = || !self.pointed && self.text[before].bytes().filter(u8::is_ascii_digit).count() <= 3;
        if next != 3 || !(grouped || few()) {
            return Err(refusal(at, Doubt::ThousandsOrDecimal));
        }
        self.notes.push(Note { at, kind: NoteKind::Thousands });
        Ok(true)
    }
}

/// A name under an arrow is read like any other, but `\times` and `\cdot` between vectors are no products of numbers.
fn refuse_vector_products(text: &str, tokens: &[Token<'_>]) -> Walked {
    let is_vector = |tok: Tok<'_>| matches!(tok, Tok::Accented(_, mark) if symbol::accent(mark) == Some("vec"));
    if !tokens.iter().any(|token| is_vector(token.tok)) {
        return Ok(());
    }
    // A subscript may stand between the vector and the sign.
    let ends_vector = |end: usize| {
        let below = (0..end).rev().take(6).find(|&at| tokens[at].tok == Tok::Under);
        is_vector(tokens[end - 1].tok) || below.is_some_and(|at| at > 0 && is_vector(tokens[at - 1].tok))
    };
    let dot = (1..tokens.len().saturating_sub(1)).find(|&at| {
        let sign = tokens[at].tok == Tok::Times && matches!(&text[tokens[at].range()], "\\cdot" | "·" | "⋅");
        sign && is_vector(tokens[at + 1].tok) && ends_vector(at)
    });
    if let Some(at) = dot {
        return Err(refusal(tokens[at].range(), StructureRefusal::ScalarProduct));
    }
    let cross = tokens.iter().find(|token| token.tok == Tok::Times && matches!(&text[token.range()], "\\times" | "×"));
    match cross {
        Some(token) => Err(refusal(token.range(), StructureRefusal::CrossProduct)),
        None => Ok(()),
    }
}
