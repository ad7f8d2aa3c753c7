//! Pieces: what does each stretch of a row say, once formulas are told from words?

use std::ops::Range;

use egen_read::read::Notation;
use egen_read::read::message::RelationRefusal;

use super::{Content, Here, Item, Latex, Reader};
use crate::cues::{Effect, Spoken};
use crate::label::label;
use crate::layout::Row;
use crate::prose::{Piece, Role, Tie, is_bare_word};
use crate::sets::{self, Said};
use crate::signs::relates;

use crate::statement::{Statement, Understood, formula, is_differential, is_rounded};
use crate::unit;

/// The pieces of a row, with their places in the line.
struct Pieces<'a> {
    here: &'a Here<'a>,
    row: &'a Row,
    list: Vec<Piece>,
}

/// A piece that may be a formula.
struct Stretch {
    at: Range<usize>,
    follows: bool,
    latex: bool,
    role: Role,
}

impl Pieces<'_> {
    /// Is it the first formula?
    fn is_first(&self, place: usize) -> bool {
        self.list.iter().position(|piece| matches!(piece, Piece::Formula { .. })) == Some(place)
    }

    fn has_words(&self) -> bool {
        self.list.iter().any(|piece| matches!(piece, Piece::Prose(_)))
    }

    fn stretch(&self, place: usize) -> Option<Stretch> {
        let Piece::Formula { at, follows, latex, role, .. } = &self.list[place] else { return None };
        let follows = *follows || self.row.follows && self.is_first(place);
        Some(Stretch { at: at.clone(), follows, latex: *latex || self.row.latex, role: *role })
    }

    /// How many formulas from a place on have a word for *or* or *and* between them?
    fn group(&self, place: usize) -> usize {
        let tied = |piece: &Piece| matches!(piece, Piece::Formula { tie, .. } if *tie != Tie::None);
        1 + self.list[place + 1..].iter().take_while(|piece| tied(piece)).count()
    }

    /// The words that a row begins with, before a formula that begins with `=`.
    fn words_before(&self, place: usize, at: &Range<usize>) -> Option<&str> {
        match self.list.first() {
            Some(Piece::Prose(words)) if place == 1 && self.here.text[at.clone()].starts_with('=') => {
                Some(&self.here.text[words.clone()])
            }
            _ => None,
        }
    }
}

impl Reader<'_> {
    /// Reads the pieces of a row one after the other.
    pub(super) fn pieces(&mut self, here: &Here, row: &Row, out: &mut Vec<Item>) {
        // What is set as a formula in a LaTeX document has dollar signs or brackets around it.
        let words = self.page.document.latex && self.latex != Latex::Surely && !row.latex && here.line.math.is_empty();
        let list = match words {
            true => vec![Piece::Prose(row.range.clone())],
            false => here.pieces(row, row.continues),
        };
        let pieces = Pieces { here, row, list };
        let mut place = 0;
        let mut rest = None;
        while place < pieces.list.len() {
            place += self.piece(&pieces, place, &mut rest, out);
        }
        self.rest(here, rest, out);
    }

    /// Reads what stands at a place; how many pieces is that?
    fn piece(&mut self, pieces: &Pieces, place: usize, rest: &mut Option<Range<usize>>, out: &mut Vec<Item>) -> usize {
        let here = pieces.here;
        let Some(stretch) = pieces.stretch(place) else {
            // The unit behind a result and the words behind that say one thing.
            let at = pieces.list[place].at();
            let start = rest.take().map_or(at.start, |rest| rest.start);
            out.push(self.item(here, start..at.end, Content::Skipped, Vec::new()));
            return 1;
        };
        self.rest(here, rest.take(), out);
        let group = pieces.group(place);
        if group > 1 && self.group(pieces, place..place + group, &stretch, out) {
            return group;
        }
        let valued = matches!(stretch.role, Role::Supposed | Role::Refused);
        if valued && self.value(here, &stretch, out) {
            return 1;
        }
        let text = &here.text[stretch.at.clone()];
        if is_bare_word(here.spoken(), &stretch.at) && !self.names.iter().any(|name| name.as_str() == text) {
            out.push(self.item(here, stretch.at, Content::Skipped, Vec::new()));
            return 1;
        }
        *rest = self.stretch(pieces, place, stretch, out);
        1
    }

    /// What stood behind a formula, and is no part of it.
    fn rest(&self, here: &Here, rest: Option<Range<usize>>, out: &mut Vec<Item>) {
        out.extend(rest.map(|rest| self.item(here, rest, Content::Skipped, Vec::new())));
    }

    /// Formulas with a word between them are one. Are they?
    fn group(&mut self, pieces: &Pieces, places: Range<usize>, first: &Stretch, out: &mut Vec<Item>) -> bool {
        let here = pieces.here;
        let last = pieces.stretch(places.end - 1);
        let Some((formula, notes, end)) = self.joined(here.text, &pieces.list[places], first.latex) else {
            return false;
        };
        let at = first.at.start..end;
        let statement = Statement::Formula(formula);
        let understood = Understood { statement, notation: Notation::Infix, notes, ways: None };
        let (content, notes) = self.settle(Ok((understood, false)), first.follows, false);
        self.chain.keep(here, at.clone());
        out.push(self.item(here, at, content, notes));
        // x = 2 or x = -1 (extraneous)
        if let Some(last) = last.filter(|last| last.role == Role::Refused) {
            self.value(here, &Stretch { latex: first.latex, ..last }, out);
        }
        true
    }

    /// A value that is supposed or refused. Is it one?
    fn value(&mut self, here: &Here, stretch: &Stretch, out: &mut Vec<Item>) -> bool {
        let read = self.read(&here.text[stretch.at.clone()], false, stretch.latex).ok();
        let Some((Understood { statement, notes, ways: None, .. }, _)) = read else { return false };
        let Some(formula) = formula(&statement).filter(|one| one.gives_values() || one.is_condition()) else {
            return false;
        };
        self.formula = true;
        self.remember(&Statement::Formula(formula.clone()), false);
        let refused = stretch.role == Role::Refused;
        let content = if refused { Content::Refused(formula) } else { Content::Supposed(formula) };
        out.push(self.item(here, stretch.at.clone(), content, notes));
        true
    }

    /// A formula by itself, with words around it perhaps. What is left behind it?
    fn stretch(
        &mut self,
        pieces: &Pieces,
        place: usize,
        stretch: Stretch,
        out: &mut Vec<Item>,
    ) -> Option<Range<usize>> {
        let (here, row, text) = (pieces.here, pieces.row, pieces.here.text);
        let Stretch { mut at, follows, latex, role } = stretch;
        // x = 3 ± 2 = …
        let taken_up = place > 0 && text[..at.start].trim_end().ends_with('=');
        let words = pieces.words_before(place, &at);
        // Step 2: = …
        let is_label =
            |words: &str| words.trim_end().ends_with(':') || label(here.spoken(), 0) >= words.trim_end().len();
        let labelled = self.formula && words.is_some_and(is_label);
        if labelled && self.chain.cut {
            out.push(self.item(here, at, Content::Skipped, Vec::new()));
            return None;
        }
        if labelled {
            at.start = at.end - text[at.start + 1..at.end].trim_start().len();
        }
        let continues = taken_up || labelled || row.continues && place == 0 && pieces.is_first(place);
        let whole = at.end;
        at.end = self.end_of_result(&text[at.clone()], continues) + at.start;
        self.begin_chain(continues, here, out);
        let named = match words.filter(|_| !labelled) {
            Some(words) => Some(words.to_string()),
            None => self.chain.spoken.clone().filter(|_| continues),
        };
        let read = match named {
            Some(words) => {
                let sign = if text[at.clone()].starts_with('=') { "" } else { "=" };
                let told = format!("{sign}{}", &text[at.clone()]);
                self.named(words.trim(), &told, latex, RelationRefusal::WordsForSide)
            }
            None => self.read(&text[at.clone()], continues, latex),
        };
        let read = read.map_err(|error| error.moved(at.start));
        let surely = continues || (!pieces.has_words() && is_surely(&text[at.clone()]));
        let (mut content, notes) = self.settle(read, follows, surely && !is_beyond(here.spoken(), at.clone()));
        if let Content::Trouble { continues: own, .. } = &mut content {
            *own = continues;
            if !continues {
                (self.chain.last, self.chain.again) = (None, false);
            }
        }
        if let Content::Said { statement: Statement::Expression(expr), ways: None, follows: false, .. } = &content
            && role == Role::Named
        {
            content = Content::Begun(expr.clone());
        }
        if matches!(content, Content::Said { ways: None, .. } | Content::Begun(_)) {
            self.chain.keep(here, at.clone());
            let row = &text[row.range.clone()];
            self.chain.cut = is_rounded(row);
        }
        let end = at.end;
        out.push(self.item(here, at, content, notes));
        (end < whole).then(|| whole - text[end..whole].trim_start().len()..whole)
    }

    /// Where a formula ends, without the unit of a result behind it. The sign before it makes a number at its end one of a result.
    fn end_of_result(&self, text: &str, continues: bool) -> usize {
        let known = |word: &str| self.names.iter().any(|name| name.as_str() == word);
        let sign = if continues { "=" } else { "" };
        unit::end(&format!("{sign}{text}"), known) - sign.len()
    }
}

/// Is it something that is known not to be read: a limit, a sum of definite integrals, a side by its name, a set of numbers?
fn is_beyond(spoken: Spoken, at: Range<usize>) -> bool {
    let text = &spoken.text[at.clone()];
    let limit = text.contains("\\lim") || text.trim_start().starts_with("lim");
    let side = |effect| matches!(effect, Effect::Left | Effect::Right);
    let named = spoken.heard.hits().iter().any(|hit| at.contains(&hit.span.start) && side(hit.effect));
    let numbers = text.split([',', ';']).any(|part| matches!(sets::said(part), Some(Said::Numbers)));
    let differentials = || text.split([',', ';']).any(is_differential);
    let bounded = text.contains("\\int_") || text.contains("]_");
    limit || bounded || named || numbers || differentials()
}

/// Is a text without words surely meant as a formula?
fn is_surely(text: &str) -> bool {
    relates(text) || text.contains(|c: char| c.is_ascii_digit() || "+*/^()[]{}\\√∫".contains(c))
}
