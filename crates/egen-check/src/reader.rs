//! Reading: which statements does a text make, line by line?
//!
//! A line may hold several formulas (`layout`); words are told from formulas (`prose`), and formulas are read (`statement`). What is
//! not read is kept as text, so that nothing is passed over in silence.

mod chain;
mod formula;
mod pieces;

use std::ops::Range;

use egen_math::{Expr, Symbol};
use egen_read::read::message::RelationRefusal;
use egen_read::read::{Notation, Options, ReadError};

use chain::Chain;

use crate::cues::{Cues, Effect, Heard, Spoken};
use crate::decision::{Decision, Ways};
use crate::document::{self, Document, Line, LineKind};
use crate::formula::Formula;
use crate::layout::{Row, rows};
use crate::prose::{Piece, split};

use crate::statement::{Statement, Understood};

/// Something on a line.
#[derive(Clone, Debug)]
pub struct Item {
    /// The number of its derivation in the text, from 1.
    pub derivation: usize,
    /// The number of its line, from 1.
    pub line: usize,
    /// Its bytes in the line.
    pub at: Range<usize>,
    /// Its text.
    pub input: String,
    /// LaTeX if its derivation is in LaTeX so far, and infix otherwise.
    pub notation: Notation,
    /// Decisions that its reading rests on.
    pub notes: Vec<Decision>,
    /// What its words do to the formulas beside them, and a letter that they speak of.
    pub heard: Vec<(Effect, Option<Symbol>)>,
    /// What it is.
    pub content: Content,
}

/// What stands on a line.
#[derive(Clone, Debug)]
pub enum Content {
    /// A statement.
    Said {
        /// What it says.
        statement: Statement,
        /// All that it may say, where it is ambiguous; the statement is the first of them.
        ways: Option<Ways>,
        /// Does a sign of equality tie it to the line before?
        continues: bool,
        /// Does a word or an arrow say that it follows?
        follows: bool,
    },
    /// An expression that begins a chain, and claims nothing of the lines before: words name it.
    Begun(Expr),
    /// Words, or something among words that is not read.
    Skipped,

    /// A value that holds for what is said next: `x = 1: y = 2`, `for n = k`.
    Supposed(Formula),
    /// A value of which words say that it is no solution: `x = -2 is extraneous`.
    Refused(Formula),
    /// A formula that cannot be read.
    Trouble {
        /// Why.
        error: ReadError,
        /// Does a sign of equality tie it to the line before?
        continues: bool,
    },
}

/// What all problems of a document share.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// The document.
    pub document: Document<'a>,
    /// Do decimals have commas in it?
    pub commas: bool,
    /// What its words mean.
    pub cues: &'a Cues,
}

/// Reads the lines of one problem. Nothing else of the text is known but the conventions of the document.
pub struct Reader<'a> {
    /// How formulas are read; its conventions are those of the problem so far.
    options: Options,
    /// Is a formula that needed a note refused?
    strict: bool,
    problem: usize,
    page: &'a Page<'a>,
    /// Has the problem a formula?
    formula: bool,
    latex: Latex,
    /// Names that were defined by one variable each, which y' is a derivative by.
    defined: Vec<(String, String)>,
    chain: Chain,
    /// The variables so far.
    names: Vec<Symbol>,
    /// The one variable of the last relation.
    unknown: Option<Symbol>,
}

/// Is this problem in LaTeX?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Latex {
    No,
    /// An earlier line was.
    Likely,
    /// We are inside a displayed formula.
    Surely,
}

impl<'a> Reader<'a> {
    /// A reader of the problem with this number; one with strict options refuses formulas that need a note.
    pub fn new(page: &'a Page<'a>, mut options: Options, problem: usize) -> Reader<'a> {
        // Whether something is a formula is asked first, and must not depend on it.
        let strict = std::mem::take(&mut options.strict);
        Reader {
            options,
            strict,
            problem,
            page,
            formula: false,
            latex: Latex::No,
            defined: Vec::new(),
            chain: Chain::default(),
            names: Vec::new(),
            unknown: None,
        }
    }

    /// Takes a line, and gives what stands on it.
    pub fn line(&mut self, line: &Line, heard: &Heard, out: &mut Vec<Item>) {
        let text = self.with_points(&line.shown);
        let here = Here { line, text: &text, heard };
        if line.is_data() {
            return out.push(self.item(&here, 0..text.len(), Content::Skipped, Vec::new()));
        }
        self.latex = match (&line.kind, self.latex) {
            (LineKind::Display(_), _) => Latex::Surely,
            (_, Latex::Surely) => Latex::Likely,
            (_, latex) => latex,
        };
        rows(line).iter().for_each(|row| self.formulas(&here, row, out));
    }

    /// A text with points in the decimals that have commas; it stays as long as it is.
    fn with_points(&self, text: &str) -> String {
        let mut points = text.to_string();
        for at in document::decimals(text).into_iter().filter(|_| self.page.commas) {
            points.replace_range(at.clone(), &text[at].replace(',', "."));
        }
        points
    }

    fn item(&self, here: &Here, mut at: Range<usize>, content: Content, mut notes: Vec<Decision>) -> Item {
        let mut heard = Vec::new();
        if matches!(content, Content::Skipped) {
            let text = &here.text[at.clone()];
            at = at.end - text.trim_start().len()..at.start + text.trim_end().len();
            heard = told(here.spoken(), at.clone());
        }
        let read = !matches!(content, Content::Skipped | Content::Trouble { .. });
        let shown = &here.line.shown[at.clone()];
        if let Some(decimal) = document::decimals(shown).into_iter().next().filter(|_| self.page.commas && read) {
            notes.push(Decision::DecimalComma(shown[decimal].to_string()));
        }
        let place = here.line.place(at);
        let input = self.page.document.text[here.line.start + place.start..here.line.start + place.end].to_string();
        let content = match content {
            Content::Trouble { error, continues } => {
                let error = ReadError { at: here.line.place(error.at), ..error };
                Content::Trouble { error, continues }
            }
            content => content,
        };
        let notation = if self.latex == Latex::No { Notation::Infix } else { Notation::Latex };
        let (derivation, line) = (self.problem, here.line.number);
        Item { derivation, line, input, notation, at: place, notes, heard, content }
    }

    fn formulas(&mut self, here: &Here, row: &Row, out: &mut Vec<Item>) {
        let text = here.text;
        if row.passed_over || (row.continues && self.chain.cut) {
            return out.push(self.item(here, row.whole.clone(), Content::Skipped, Vec::new()));
        }
        if self.carries_on(here, row, out) {
            return;
        }
        if let Some(lead) = row.lead {
            return self.relation(here, row, lead, out);
        }
        // A notation that was asked for, or shows by itself, has no words.
        if let Some(direct) = self.direct(text, row) {
            let (content, notes) = self.settle(direct, row.follows, true);
            self.chain.keep(here, row.range.clone());
            return out.push(self.item(here, row.whole.clone(), content, notes));
        }
        let items = out.len();
        self.pieces(here, row, out);
        let passed_over = out[items..].iter().all(|item| matches!(item.content, Content::Skipped));
        if passed_over && text[row.range.clone()].contains('=') {
            self.chain.spoken = Some(text[row.range.clone()].trim().to_string());
        }
    }

    /// What becomes of a formula that was read or not.
    fn settle(
        &mut self,
        read: Result<(Understood, bool), ReadError>,
        follows: bool,
        surely: bool,
    ) -> (Content, Vec<Decision>) {
        match read {
            Ok((Understood { statement, notation, notes, ways }, continues)) => {
                self.formula = true;
                self.remember(&statement, continues);
                self.remember_definitions(&statement);
                if notation == Notation::Latex && self.latex == Latex::No {
                    self.latex = Latex::Likely;
                }
                let strict = match (&ways, notes.first()) {
                    (Some(ways), _) => Some(ReadError::new(0..0, ways.why.clone())),
                    (None, note) => note.map(|note| ReadError::new(0..0, RelationRefusal::Strict(note.to_string()))),
                };
                match strict.filter(|_| self.strict) {
                    Some(error) => (Content::Trouble { error, continues }, notes),
                    None => (Content::Said { statement, ways, continues, follows }, notes),
                }
            }
            Err(error) if surely => {
                self.formula = true;
                (Content::Trouble { error, continues: false }, Vec::new())
            }
            Err(_) => (Content::Skipped, Vec::new()),
        }
    }
}

/// What words say of the formulas beside them; what becomes of these is decided in `derivation::heard`.
fn told(spoken: Spoken, range: Range<usize>) -> Vec<(Effect, Option<Symbol>)> {
    // The negative root is rejected, and the positive one is left.
    const SIGNS: [Effect; 4] = [Effect::AlwaysPositive, Effect::Positive, Effect::AlwaysNegative, Effect::Negative];
    let sign = SIGNS.into_iter().find(|sign| spoken.heard.has(range.clone(), *sign));
    let last = |end: usize| !spoken.text[end..range.end].contains(char::is_alphanumeric);
    let hits = spoken.heard.within(range.clone()).filter(|hit| match hit.effect {
        Effect::DenyNext | Effect::DenyBelow => last(hit.span.end),
        effect => sign == Some(effect) || !SIGNS.contains(&effect),
    });
    hits.map(|hit| (hit.effect, hit.letter.clone().map(|letter| Symbol::new(&spoken.text[letter])))).collect()
}

/// A line that is read, with points in its decimals.
struct Here<'a> {
    line: &'a Line,
    text: &'a str,
    heard: &'a Heard,
}

impl Here<'_> {
    fn spoken(&self) -> Spoken<'_> {
        Spoken::of(self.text, self.heard)
    }

    /// The pieces of a row.
    fn pieces(&self, row: &Row, continues: bool) -> Vec<Piece> {
        let (text, from) = (&self.text[..row.range.end], row.range.start);
        split(Spoken { text, heard: self.heard, from }, &self.math(row), continues)
    }

    /// What is set as a formula among words in a row; none if all of it is.
    fn math(&self, row: &Row) -> Vec<Range<usize>> {
        if row.latex || self.text[row.range.clone()].starts_with("<math") {
            return Vec::new();
        }
        let cut = |at: usize| at.clamp(row.range.start, row.range.end);
        let inside = self.line.math.iter().map(|math| cut(math.range.start)..cut(math.range.end));
        inside.filter(|at| !at.is_empty()).collect()
    }
}
