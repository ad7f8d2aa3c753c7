//! Reading: which statements does a text make, line by line?
//!
//! Layout is taken away (`layout`), words are told from formulas (`prose`), and formulas are read (`statement`). What is not
//! read is kept as text, so that nothing is passed over in silence.

mod chain;
mod formula;

use std::ops::Range;

use egen_math::{Expr, Symbol};
use egen_read::read::{Notation, Options, ReadError};

use chain::Chain;

use crate::comma;
use crate::formula::Formula;
use crate::html;
use crate::label::label;
use crate::layout::{Part, Row, parts};
use crate::markup::{Marked, bullet, unmark};
use crate::paragraph::{self, Paragraph};
use crate::prose::{Piece, Role, Tie, has_words, is_bare_word, relates, split};
use crate::sets::{self, Said};
use crate::standing::is_condition;
use crate::statement::{Statement, Understood, formula, is_differential};
use crate::unit;
use crate::words::{is_name, side_name};

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

/// Takes lines and gives items. A line waits for the next one that is not blank, which may show what it is; nothing else of
/// the text is kept but names, notation and the last side.
pub struct Reader {
    options: Options,
    /// Is a formula that needed a note refused?
    strict: bool,
    derivation: usize,
    /// Has the derivation an item?
    begun: bool,
    /// Has it a formula?
    formula: bool,
    latex: Latex,
    document: Document,
    /// Names that were defined by one variable each, which y' is a derivative by.
    defined: Vec<(String, String)>,
    paragraph: Paragraph,
    /// The line that waits, and whether a blank one came after it.
    held: Option<(usize, String, bool)>,
    /// The sign of the list that the line before is an item of.
    list: Option<char>,
    chain: Chain,
    /// The variables so far.
    names: Vec<Symbol>,
    /// The one variable of the last relation.
    unknown: Option<Symbol>,
    /// Functions that were defined: the A of `A(x) = x²`.
    functions: Vec<String>,
    /// Has a line shown that decimals have commas?
    commas: bool,
}

/// Is this derivation in LaTeX?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Latex {
    No,
    /// An earlier line was.
    Likely,
    /// We are inside a displayed formula.
    Surely,
}

/// Where in a LaTeX document are we?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Document {
    /// In no document, as far as is known.
    None,
    /// Before its text.
    Preamble,
    /// In its text, where what is not set as a formula is prose.
    Body,
}

/// Commands that lay out a document: their line is no formula.
#[rustfmt::skip]
const STRUCTURE: [&str; 20] = [
    "\\documentclass", "\\usepackage", "\\maketitle", "\\title", "\\author", "\\date", "\\section", "\\subsection", "\\subsubsection", "\\paragraph",
    "\\newcommand", "\\renewcommand", "\\newtheorem", "\\end{document}", "\\begin{document}", "\\bigskip", "\\medskip", "\\smallskip", "\\newpage",
    "\\tableofcontents",
];

impl Reader {
    /// A reader; one with strict options refuses formulas that need a note.
    pub fn new(mut options: Options) -> Reader {
        // Whether something is a formula is asked first, and must not depend on it.
        let strict = std::mem::take(&mut options.strict);
        let (derivation, latex, document) = (1, Latex::No, Document::None);
        Reader {
            options,
            strict,
            derivation,
            begun: false,
            formula: false,
            latex,
            document,
            defined: Vec::new(),
            paragraph: Paragraph::default(),
            held: None,
            list: None,
            chain: Chain::default(),
            names: Vec::new(),
            unknown: None,
            functions: Vec::new(),
            commas: false,
        }
    }

    /// Takes a line; its items come with the next one, or with the end of the text. HTML may show it as several.
    pub fn line(&mut self, number: usize, text: &str, out: &mut Vec<Item>) {
        for shown in html::lines(text) {
            self.shown_line(number, &shown, out);
        }
    }

    fn shown_line(&mut self, number: usize, text: &str, out: &mut Vec<Item>) {
        if text.trim().is_empty() {
            match &mut self.held {
                Some((_, _, blank)) => *blank = true,
                None => self.paragraph.gap = true,
            }
            return;
        }
        if let Some((before, held, blank)) = self.held.replace((number, text.to_string(), false)) {
            self.take(before, &held, Some(text), out);
            self.paragraph.gap |= blank;
        }
    }

    /// Ends the text.
    pub fn finish(&mut self, out: &mut Vec<Item>) {
        if let Some((number, held, _)) = self.held.take() {
            self.take(number, &held, None, out);
        }
        self.end();
    }

    fn take(&mut self, number: usize, written: &str, next: Option<&str>, out: &mut Vec<Item>) {
        let Marked { mut text, heading, data } = unmark(written);
        self.commas |= comma::has_decimals(&text);
        if self.commas {
            comma::write_points(&mut text);
        }
        let content = written.trim();
        if content.starts_with("\\documentclass") {
            self.document = Document::Preamble;
        }
        if content.starts_with("\\begin{document}") {
            self.document = Document::Body;
        }
        let comment = content.starts_with('#') && !heading || content.starts_with('%');
        if comment || (content.len() > 2 && content.chars().all(|c| "=-_*~|: ".contains(c))) {
            // A comment, or a line drawn with signs.
            return;
        }
        if data {
            let lines = Lines { text: &text, written };
            return out.push(self.item(number, &lines, 0..written.len(), Content::Skipped, Vec::new()));
        }
        if self.document == Document::Preamble || STRUCTURE.iter().any(|command| content.starts_with(command)) {
            return self.end();
        }
        self.item_of_list(&mut text, next);
        let displayed = self.latex == Latex::Surely;
        let prose = self.document == Document::Body && !displayed && !text.contains(['$', '\\']);
        let line = paragraph::Line {
            text: &text,
            heading,
            words: !displayed && (prose || has_words(&text)),
            numbered: !displayed && label(&text) > 0,
        };
        if self.begun && !displayed && self.paragraph.ends_before(&line) {
            self.end();
        }
        self.paragraph.take(&line, !self.begun);
        // A displayed formula that goes on.
        let opens = !displayed && content.starts_with("\\[") && !content.contains("\\]");
        let closes = displayed && (content.ends_with("\\]") || content.ends_with("\\].") || content.ends_with("\\],"));
        if opens || !displayed && content == "$$" {
            self.latex = Latex::Surely;
        }
        for part in parts(&text, self.latex == Latex::Surely) {
            match part {
                Part::Open => {
                    if self.begun && self.paragraph.gap && !self.paragraph.words {
                        self.end();
                    }
                    self.latex = Latex::Surely;
                }
                Part::Close => {
                    self.latex = Latex::Likely;
                    self.paragraph.gap = true;
                    self.paragraph.last_displayed = true;
                }
                Part::Row(row) => self.row(number, &Lines { text: &text, written }, &row, out),
            }
        }
        if closes || displayed && content == "$$" {
            self.latex = Latex::Likely;
            self.paragraph.last_displayed = true;
        }
    }

    /// Takes the sign of an item in a list away. `- 2x = 6` is one if the line beside it starts so, too.
    fn item_of_list(&mut self, text: &mut String, next: Option<&str>) {
        let before = self.list.take();
        if self.latex == Latex::Surely {
            return;
        }
        let Some((sign, rest)) = bullet(text) else { return };
        let word = rest.trim_start().split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
        let says = word.chars().count() > 2
            && !is_name(&word.to_lowercase())
            && !rest.trim_start()[word.len()..].starts_with(['(', '_', '^', '*']);
        let labelled = label(rest) > 0;
        // After a formula it may carry a sum on.
        let apart = self.paragraph.lines == 0 || self.paragraph.gap || self.paragraph.last_words || !self.begun;
        let beside = next.and_then(bullet).is_some_and(|(next, _)| next == sign);
        if sign == '*' || before == Some(sign) || says || labelled || apart && beside {
            self.list = Some(sign);
            let at = text.find(sign).expect("a bullet starts with its sign");
            text.replace_range(at..at + sign.len_utf8(), &" ".repeat(sign.len_utf8()));
        }
    }

    /// A value that is supposed or refused. Is it one?
    fn value(
        &mut self,
        line: usize,
        lines: &Lines,
        at: Range<usize>,
        role: Role,
        latex: bool,
        out: &mut Vec<Item>,
    ) -> bool {
        let read = self.read(&lines.text[at.clone()], false, latex).ok();
        let Some((Understood { statement, notes, other: None, .. }, _)) = read else { return false };
        let Some(formula) = formula(&statement).filter(|one| one.gives_values() || is_condition(one)) else {
            return false;
        };
        self.formula = true;
        self.remember(&Statement::Formula(formula.clone()), false);
        let content = if role == Role::Refused { Content::Refused(formula) } else { Content::Supposed(formula) };
        out.push(self.item(line, lines, at, content, notes));
        true
    }

    /// Ends the derivation.
    fn end(&mut self) {
        self.derivation += usize::from(self.begun);
        (self.begun, self.formula, self.latex) = (false, false, Latex::No);
        self.defined.clear();
        self.names.clear();
        self.functions.clear();
        (self.paragraph, self.chain, self.unknown) = (Paragraph::default(), Chain::default(), None);
    }

    fn row(&mut self, line: usize, lines: &Lines, row: &Row, out: &mut Vec<Item>) {
        self.formulas(line, lines, row, out);
        if let Some(at) = row.remark.clone() {
            out.push(self.item(line, lines, at, Content::Skipped, Vec::new()));
        }
    }

    fn item(&self, line: usize, lines: &Lines, at: Range<usize>, content: Content, notes: Vec<String>) -> Item {
        // A sign of several bytes may have blanks in its place.
        let edge = |at: &usize| lines.written.is_char_boundary(*at);
        let start = (0..=at.start).rev().find(edge).unwrap_or(at.start);
        let end = (at.end..=lines.written.len()).find(edge).unwrap_or(at.end);
        let mut at = start..end;
        if matches!(content, Content::Skipped) {
            let text = &lines.written[at.clone()];
            at = at.start + text.len() - text.trim_start().len()..at.end - (text.len() - text.trim_end().len());
        }
        let input = lines.written[at.clone()].to_string();
        let read = !matches!(content, Content::Skipped | Content::Trouble { .. });
        let mut notes = notes;
        if let Some(decimal) = comma::first_decimal(&input).filter(|_| self.commas && read) {
            notes.push(format!("the comma of `{decimal}` is read as a decimal point"));
        }
        let notation = if self.latex == Latex::No { Notation::Infix } else { Notation::Latex };
        Item { derivation: self.derivation, line, input, notation, at, notes, content }
    }

    fn formulas(&mut self, line: usize, lines: &Lines, row: &Row, out: &mut Vec<Item>) {
        let text = lines.text;
        self.begun = true;
        if row.columns || (row.continues && self.chain.cut) {
            return out.push(self.item(line, lines, row.whole.clone(), Content::Skipped, Vec::new()));
        }
        if self.carries_on(line, lines, row, out) {
            return;
        }
        if let Some(lead) = row.lead {
            return self.relation(line, lines, row, lead, out);
        }
        // A notation that was asked for, or shows by itself, has no words.
        if let Some(direct) = self.direct(text, row) {
            let (content, notes) = self.settle(direct, row.follows, true);
            self.chain.line = line;
            return out.push(self.item(line, lines, row.whole.clone(), content, notes));
        }
        let pieces = match self.document {
            // What is set as a formula in a document has dollar signs or brackets around it.
            Document::Body if self.latex != Latex::Surely && !row.latex && !text.contains('$') => {
                vec![Piece::Prose(0..row.range.len())]
            }
            _ => split(&text[row.range.clone()], row.continues),
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
                out.push(self.item(line, lines, moved(at), Content::Skipped, Vec::new()));
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
                self.chain.line = line;
                out.push(self.item(line, lines, at, content, notes));
                place += group;
                // x = 2 or x = -1 (extraneous)
                if let Piece::Formula { at, role: Role::Refused, .. } = &pieces[place - 1] {
                    self.value(line, lines, moved(at), Role::Refused, latex, out);
                }
                continue;
            }
            let mut at = moved(at);
            let valued = matches!(role, Role::Supposed | Role::Refused);
            if valued && self.value(line, lines, at.clone(), *role, latex, out) {
                place += 1;
                continue;
            }
            if is_bare_word(&text[at.clone()]) && !self.names.iter().any(|name| *name.as_str() == text[at.clone()]) {
                out.push(self.item(line, lines, at, Content::Skipped, Vec::new()));
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
                out.push(self.item(line, lines, at, Content::Skipped, Vec::new()));
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
            self.begin_chain(&text[at.clone()], continues, line, lines, out);
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
                self.chain.line = line;
                self.chain.cut = text[row.range.clone()].contains('≈') || text[row.range.clone()].contains("\\approx");
            }
            let end = at.end;
            out.push(self.item(line, lines, at, content, notes));
            if end < whole {
                let start = whole - lines.text[end..whole].trim_start().len();
                out.push(self.item(line, lines, start..whole, Content::Skipped, Vec::new()));
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

/// A line without its markup, and as it was written: byte by byte at the same places.
struct Lines<'a> {
    text: &'a str,
    written: &'a str,
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
