//! Reading: which statements does a text make, line by line?
//!
//! A line may hold several formulas (`layout`); words are told from formulas (`prose`), and formulas are read (`statement`). What is
//! not read is kept as text, so that nothing is passed over in silence.

mod chain;
mod formula;

use std::ops::Range;

use egen_math::{Expr, Symbol};
use egen_read::read::{Notation, Options, ReadError};

use chain::Chain;

use crate::document::{self, Document, Line, LineKind};
use crate::formula::Formula;
use crate::label::label;
use crate::layout::{Row, rows};
use crate::prose::{Piece, Role, Tie, is_bare_word, relates, split};
use crate::sets::{self, Said};
use crate::standing::is_condition;
use crate::statement::{Statement, Understood, formula, is_differential};
use crate::unit;
use crate::words::side_name;

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
    /// Decisions of the reader.
    pub notes: Vec<String>,
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
        /// Does a sign of equality tie it to the line before?
        continues: bool,
        /// Does a word or an arrow say that it follows?
        follows: bool,
    },
    /// An expression that begins a chain, and claims nothing of the lines before: words name it.
    Begun(Expr),
    /// Words, or something among words that is not read.
    Skipped,
    /// A statement that may say one of two things.
    Ambiguous {
        /// What it may say.
        readings: [Statement; 2],
        /// Why that is not clear.
        message: String,
        /// Does a sign of equality tie it to the line before?
        continues: bool,
        /// Does a word or an arrow say that it follows?
        follows: bool,
    },
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

/// Reads the lines of one problem. Nothing else of the text is known but the conventions of the document.
pub struct Reader<'a> {
    options: Options,
    /// Is a formula that needed a note refused?
    strict: bool,
    problem: usize,
    document: &'a Document<'a>,
    /// Do decimals have commas in this document?
    commas: bool,
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
    /// Functions that were defined: the A of `A(x) = x²`.
    functions: Vec<String>,
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
    pub fn new(document: &'a Document<'a>, commas: bool, mut options: Options, problem: usize) -> Reader<'a> {
        // Whether something is a formula is asked first, and must not depend on it.
        let strict = std::mem::take(&mut options.strict);
        Reader {
            options,
            strict,
            problem,
            document,
            commas,
            formula: false,
            latex: Latex::No,
            defined: Vec::new(),
            chain: Chain::default(),
            names: Vec::new(),
            unknown: None,
            functions: Vec::new(),
        }
    }

    /// Takes a line, and gives what stands on it.
    pub fn line(&mut self, line: &Line, out: &mut Vec<Item>) {
        let text = self.with_points(&line.shown);
        let here = Here { line, text: &text };
        if line.is_data() {
            return out.push(self.item(&here, 0..text.len(), Content::Skipped, Vec::new()));
        }
        self.latex = match (&line.kind, self.latex) {
            (LineKind::Display(_), _) => Latex::Surely,
            (_, Latex::Surely) => Latex::Likely,
            (_, latex) => latex,
        };
        for row in rows(line) {
            self.formulas(&here, &row, out);
            if let Some(at) = row.remark {
                out.push(self.item(&here, at, Content::Skipped, Vec::new()));
            }
        }
    }

    /// A text with points in the decimals that have commas; it stays as long as it is.
    fn with_points(&self, text: &str) -> String {
        let mut points = text.to_string();
        for at in document::decimals(text).into_iter().filter(|_| self.commas) {
            points.replace_range(at.clone(), &text[at].replace(',', "."));
        }
        points
    }

    /// A value that is supposed or refused. Is it one?
    fn value(&mut self, here: &Here, at: Range<usize>, role: Role, latex: bool, out: &mut Vec<Item>) -> bool {
        let read = self.read(&here.text[at.clone()], false, latex).ok();
        let Some((Understood { statement, notes, other: None, .. }, _)) = read else { return false };
        let Some(formula) = formula(&statement).filter(|one| one.gives_values() || is_condition(one)) else {
            return false;
        };
        self.formula = true;
        self.remember(&Statement::Formula(formula.clone()), false);
        let content = if role == Role::Refused { Content::Refused(formula) } else { Content::Supposed(formula) };
        out.push(self.item(here, at, content, notes));
        true
    }

    fn item(&self, here: &Here, at: Range<usize>, content: Content, notes: Vec<String>) -> Item {
        let mut at = at;
        if matches!(content, Content::Skipped) {
            let text = &here.text[at.clone()];
            at = at.start + text.len() - text.trim_start().len()..at.end - (text.len() - text.trim_end().len());
        }
        let read = !matches!(content, Content::Skipped | Content::Trouble { .. });
        let mut notes = notes;
        let shown = &here.line.shown[at.clone()];
        if let Some(decimal) = document::decimals(shown).into_iter().next().filter(|_| self.commas && read) {
            notes.push(format!("the comma of `{}` is read as a decimal point", &shown[decimal]));
        }
        let place = here.line.place(at);
        let input = self.document.text[here.line.start + place.start..here.line.start + place.end].to_string();
        let content = match content {
            Content::Trouble { error, continues } => {
                let error = ReadError { at: here.line.place(error.at), ..error };
                Content::Trouble { error, continues }
            }
            content => content,
        };
        let notation = if self.latex == Latex::No { Notation::Infix } else { Notation::Latex };
        Item { derivation: self.problem, line: here.line.number, input, notation, at: place, notes, content }
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
            (self.chain.line, self.chain.text) = (here.line.number, text[row.range.clone()].to_string());
            return out.push(self.item(here, row.whole.clone(), content, notes));
        }
        // What is set as a formula in a LaTeX document has dollar signs or brackets around it.
        let words = self.document.latex && self.latex != Latex::Surely && !row.latex && here.line.math.is_empty();
        let pieces = match words {
            true => vec![Piece::Prose(0..row.range.len())],
            false => split(&text[row.range.clone()], &here.math(row), row.continues),
        };
        let offset = row.range.start;
        let moved = |at: &Range<usize>| at.start + offset..at.end + offset;
        let prose = pieces.iter().any(|piece| matches!(piece, Piece::Prose(_)));
        let first = pieces.iter().position(|piece| matches!(piece, Piece::Formula { .. }));
        let items = out.len();
        let mut place = 0;
        while place < pieces.len() {
            let Piece::Formula { at, follows, latex, role, .. } = &pieces[place] else {
                let Piece::Prose(at) = &pieces[place] else { unreachable!("a piece is a formula or prose") };
                out.push(self.item(here, moved(at), Content::Skipped, Vec::new()));
                place += 1;
                continue;
            };
            let follows = *follows || (row.follows && first == Some(place));
            let latex = *latex || row.latex;
            // Formulas with a word between them are one.
            let tied = |piece: &Piece| matches!(piece, Piece::Formula { tie, .. } if *tie != Tie::None);
            let group = 1 + pieces[place + 1..].iter().take_while(|piece| tied(piece)).count();
            if group > 1
                && let Some((formula, notes, end)) = self.joined(text, &pieces[place..place + group], offset, latex)
            {
                let at = at.start + offset..end;
                let understood = Understood {
                    statement: Statement::Formula(formula),
                    notation: Notation::Infix,
                    notes,
                    other: None,
                };
                let (content, notes) = self.settle(Ok((understood, false)), follows, false);
                (self.chain.line, self.chain.text) = (here.line.number, text[at.clone()].to_string());
                out.push(self.item(here, at, content, notes));
                place += group;
                // x = 2 or x = -1 (extraneous)
                if let Piece::Formula { at, role: Role::Refused, .. } = &pieces[place - 1] {
                    self.value(here, moved(at), Role::Refused, latex, out);
                }
                continue;
            }
            let mut at = moved(at);
            let valued = matches!(role, Role::Supposed | Role::Refused);
            if valued && self.value(here, at.clone(), *role, latex, out) {
                place += 1;
                continue;
            }
            if is_bare_word(&text[at.clone()]) && !self.names.iter().any(|name| *name.as_str() == text[at.clone()]) {
                out.push(self.item(here, at, Content::Skipped, Vec::new()));
                place += 1;
                continue;
            }
            // x = 3 ± 2 = …
            let taken_up = place > 0 && text[..at.start].trim_end().ends_with('=');
            let before = place.checked_sub(1).map(|before| &pieces[before]);
            let words = match before {
                Some(Piece::Prose(words)) if place == 1 && text[at.clone()].starts_with('=') => {
                    Some(&text[moved(words)])
                }
                _ => None,
            };
            // Step 2: = …
            let labelled = self.formula
                && words.is_some_and(|words| words.trim_end().ends_with(':') || label(text) >= words.trim_end().len());
            if labelled && self.chain.cut {
                out.push(self.item(here, at, Content::Skipped, Vec::new()));
                place += 1;
                continue;
            }
            if labelled {
                at.start = at.end - text[at.start + 1..at.end].trim_start().len();
            }
            let continues = taken_up || labelled || row.continues && first == Some(place) && place == 0;
            let known = |word: &str| self.names.iter().any(|name| name.as_str() == word);
            let whole = at.end;
            // The sign before it makes a number at its end one of a result.
            let extra = usize::from(continues);
            let taken = format!("{}{}", if continues { "=" } else { "" }, &text[at.clone()]);
            at.end = at.start + unit::end(&taken, known) - extra;
            self.begin_chain(continues, here, out);
            let named = match words {
                Some(words) if !labelled => Some(words.to_string()),
                _ => self.chain.spoken.clone().filter(|_| continues),
            };
            let read = match named {
                Some(words) => self.named(&words, &text[at.clone()], latex),
                None => self.read(&text[at.clone()], continues, latex),
            };
            let read = read.map_err(|error| ReadError {
                at: at.start + error.at.start..at.start + error.at.end,
                message: error.message,
            });
            let surely = continues || (!prose && is_surely(&text[at.clone()]));
            let (mut content, notes) = self.settle(read, follows, surely && !is_beyond(&text[at.clone()]));
            if let Content::Trouble { continues: own, .. } = &mut content {
                *own = continues;
                if !continues {
                    (self.chain.last, self.chain.again) = (None, false);
                }
            }
            if let (Role::Named, Content::Said { statement: Statement::Expression(expr), follows: false, .. }) =
                (role, &content)
            {
                content = Content::Begun(expr.clone());
            }
            if matches!(content, Content::Said { .. } | Content::Begun(_)) {
                (self.chain.line, self.chain.text) = (here.line.number, text[at.clone()].to_string());
                self.chain.cut = text[row.range.clone()].contains('≈') || text[row.range.clone()].contains("\\approx");
            }
            let end = at.end;
            out.push(self.item(here, at, content, notes));
            if end < whole {
                let start = whole - text[end..whole].trim_start().len();
                out.push(self.item(here, start..whole, Content::Skipped, Vec::new()));
            }
            place += 1;
        }
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
    ) -> (Content, Vec<String>) {
        match read {
            Ok((Understood { statement, notation, notes, other }, continues)) => {
                self.formula = true;
                self.remember(&statement, continues);
                self.remember_definitions(&statement);
                if notation == Notation::Latex && self.latex == Latex::No {
                    self.latex = Latex::Likely;
                }
                match (notes.first(), other) {
                    (_, Some((_, message))) if self.strict => {
                        (Content::Trouble { error: ReadError { at: 0..0, message }, continues }, notes)
                    }
                    (Some(note), _) if self.strict => {
                        let message = format!("{note}: a strict reading takes nothing that needs a note");
                        (Content::Trouble { error: ReadError { at: 0..0, message }, continues }, notes)
                    }
                    (_, Some((other, message))) => {
                        (Content::Ambiguous { readings: [statement, other], message, continues, follows }, notes)
                    }
                    _ => (Content::Said { statement, continues, follows }, notes),
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

/// A line that is read, with points in its decimals.
struct Here<'a> {
    line: &'a Line,
    text: &'a str,
}

impl Here<'_> {
    /// What is set as a formula among words in a row; none if all of it is.
    fn math(&self, row: &Row) -> Vec<Range<usize>> {
        if row.latex || self.text[row.range.clone()].starts_with("<math") {
            return Vec::new();
        }
        let cut = |at: usize| at.clamp(row.range.start, row.range.end) - row.range.start;
        let inside = self.line.math.iter().map(|math| cut(math.range.start)..cut(math.range.end));
        inside.filter(|at| !at.is_empty()).collect()
    }
}

/// Is it something that is known not to be read: a limit, a sum of definite integrals, a side by its name, a set of numbers?
fn is_beyond(text: &str) -> bool {
    let limit = text.contains("\\lim") || text.trim_start().starts_with("lim");
    let named = text.match_indices(['L', 'R', '\\']).any(|(at, _)| side_name(&text[at..]).is_some());
    let numbers = text.split([',', ';']).any(|part| matches!(sets::said(part), Some(Said::Numbers)));
    let differentials = || text.split([',', ';']).any(is_differential);
    let bounded = text.contains("\\int_") || text.contains("]_");
    limit || bounded || named || numbers || differentials()
}

/// Is a text without words surely meant as a formula?
fn is_surely(text: &str) -> bool {
    relates(text) || text.contains(|c: char| c.is_ascii_digit() || "+*/^()[]{}\\√∫".contains(c))
}
