//! Reading: which statements does a text make, line by line?
//!
//! Layout is taken away (`layout`), words are told from formulas (`prose`), and formulas are read (`statement`). What is not
//! read is kept as text, so that nothing is passed over in silence.

mod chain;

use std::ops::Range;

use egen_math::read::{self, Notation, Options, ReadError, Reading};
use egen_math::{Expr, Symbol};

use chain::Chain;

use crate::facts::definition;
use crate::formula::{Atom, Formula};
use crate::label::label;
use crate::layout::{Part, Row, parts};
use crate::logic::{Joint, brackets, together};
use crate::markup::{Marked, bullet, unmark};
use crate::paragraph::{self, Paragraph};
use crate::prose::{Piece, Tie, has_words, relates, split};
use crate::sets::{self, Said};
use crate::statement::{Statement, Understood, formula, last_solved, understand};
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
    /// Words, or something among words that is not read.
    Skipped,
    /// A formula that cannot be read.
    Trouble(ReadError),
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
    /// How often a side of an equation was given by its name (LHS).
    sides: usize,
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

/// So many names are remembered.
const MAX_DEFINED: usize = 64;
/// So many variables are.
const MAX_NAMES: usize = 256;
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
            sides: 0,
        }
    }

    /// Takes a line; its items come with the next one, or with the end of the text.
    pub fn line(&mut self, number: usize, text: &str, out: &mut Vec<Item>) {
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
        let Marked { mut text, heading } = unmark(written);
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

    /// Ends the derivation.
    fn end(&mut self) {
        self.derivation += usize::from(self.begun);
        (self.begun, self.formula, self.latex) = (false, false, Latex::No);
        self.defined.clear();
        self.names.clear();
        (self.paragraph, self.chain, self.unknown, self.sides) = (Paragraph::default(), Chain::default(), None, 0);
    }

    fn row(&mut self, line: usize, lines: &Lines, row: &Row, out: &mut Vec<Item>) {
        self.formulas(line, lines, row, out);
        if let Some(at) = row.remark.clone() {
            out.push(self.item(line, lines, at, Content::Skipped, Vec::new()));
        }
    }

    fn item(&self, line: usize, lines: &Lines, mut at: Range<usize>, content: Content, notes: Vec<String>) -> Item {
        if matches!(content, Content::Skipped) {
            let text = &lines.written[at.clone()];
            at = at.start + text.len() - text.trim_start().len()..at.end - (text.len() - text.trim_end().len());
        }
        Item { derivation: self.derivation, line, input: lines.written[at.clone()].to_string(), at, notes, content }
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
        let mut place = 0;
        while place < pieces.len() {
            let Piece::Formula { at, follows, latex, .. } = &pieces[place] else {
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
                let understood =
                    Understood { statement: Statement::Formula(formula), notation: Notation::Infix, notes };
                let (content, notes) = self.settle(Ok((understood, false)), follows, false);
                self.chain.line = line;
                out.push(self.item(line, lines, at, content, notes));
                place += group;
                continue;
            }
            let mut at = moved(at);
            let continues = row.continues && first == Some(place) && place == 0;
            let known = |word: &str| self.names.iter().any(|name| name.as_str() == word);
            let whole = at.end;
            // The sign before it makes a number at its end one of a result.
            let extra = usize::from(continues);
            let taken = format!("{}{}", if continues { "=" } else { "" }, &text[at.clone()]);
            at.end = at.start + unit::end(&taken, known) - extra;
            self.begin_chain(&text[at.clone()], continues, line, lines, out);
            let read = self.read(&text[at.clone()], continues, latex).map_err(|error| ReadError {
                at: at.start + error.at.start..at.start + error.at.end,
                message: error.message,
            });
            let surely = continues || (!prose && is_surely(&text[at.clone()]));
            let (content, notes) = self.settle(read, follows, surely && !is_beyond(&text[at.clone()]));
            if matches!(content, Content::Said { .. }) {
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
    }

    /// Formulas with *and* and *or* between them, the decisions of the reader, and their end.
    fn joined(
        &self,
        text: &str,
        pieces: &[Piece],
        offset: usize,
        latex: bool,
    ) -> Option<(Formula, Vec<String>, usize)> {
        let mut joints: Vec<Joint> = Vec::with_capacity(pieces.len());
        let (mut notes, mut end) = (Vec::new(), 0);
        for piece in pieces {
            let Piece::Formula { at, tie, .. } = piece else { return None };
            end = at.end + offset;
            let part = &text[at.start + offset..end];
            let (opens, closes) = brackets(part);
            let part = part[opens..part.len() - closes].trim();
            let (understood, _) = self.read(part, false, latex).ok()?;
            notes.extend(understood.notes);
            let formula = match understood.statement {
                // x = 2 or 3
                Statement::Expression(expr) => {
                    let name = last_solved(&joints.last()?.formula)?;
                    Formula::of(Atom::equal(&Expr::variable(name.as_str()), &expr))
                }
                other => formula(&other)?,
            };
            joints.push(Joint { tie: *tie, opens, formula, closes });
        }
        joints[0].tie = Tie::None;
        Some((together(&joints)?, notes, end))
    }

    /// Reads a row as a whole where words have no place in it.
    fn direct(&self, text: &str, row: &Row) -> Option<Result<(Understood, bool), ReadError>> {
        let asked = matches!(self.options.notation, Some(Notation::Prefix | Notation::Sexpr));
        let whole = &text[row.whole.clone()];
        let moved = |error: ReadError| ReadError {
            at: row.whole.start + error.at.start..row.whole.start + error.at.end,
            ..error
        };
        if asked {
            // `= x 2` is an equation in prefix notation; elsewhere a leading sign takes up the line before.
            let rest = &text[row.range.clone()];
            let read = self.simple(whole).map(|found| (found, false));
            return Some(read.or_else(|error| match self.simple(rest) {
                Ok(found) if row.continues => Ok((found, true)),
                _ => Err(moved(error)),
            }));
        }
        if self.options.notation.is_some() || row.latex || self.latex != Latex::No {
            return None;
        }
        let reading = read::read(&text[row.range.clone()], &self.options).ok()?;
        let shows = matches!(reading.notation, Notation::Prefix | Notation::Sexpr);
        shows.then(|| Ok((plain(reading), row.continues)))
    }

    fn simple(&self, text: &str) -> Result<Understood, ReadError> {
        read::read(text, &self.options).map(plain)
    }

    /// Reads a formula, in LaTeX if the lines before were.
    fn read(&self, text: &str, continues: bool, latex: bool) -> Result<(Understood, bool), ReadError> {
        if continues && !self.formula {
            let message = "a line that starts with = takes up the one before, and there is none".to_string();
            return Err(ReadError { at: 0..0, message });
        }
        if let Some((side, length)) = side_name(text) {
            return self.side(text, side, length, latex);
        }
        // S = {2, 3} are the solutions.
        if let (Some(Said::Values(name, values)), Some(unknown)) = (sets::said(text), &self.unknown)
            && text.contains('=')
            && matches!(name, "S" | "L" | "M" | "\\mathbb{L}" | "\\mathbb{S}" | "SS")
        {
            let renamed = format!("{unknown} ∈ {{{}}}", values.join(", "));
            return self.read(&renamed, continues, latex);
        }
        let as_latex = Options { notation: Some(Notation::Latex), ..self.options.clone() };
        let by = |text: &str| match (self.options.notation, latex || self.latex == Latex::Surely, self.latex) {
            (None, true, _) => read::read(text, &as_latex),
            (None, false, Latex::Likely) => {
                read::read(text, &as_latex).or_else(|error| read::read(text, &self.options).map_err(|_| error))
            }
            _ => read::read(text, &self.options),
        };
        let read = understand(text, &by).or_else(|error| match self.with_arguments(text) {
            Some(longer) => understand(&longer, &by).map_err(|_| error),
            None => Err(error),
        });
        read.map(|understood| (understood, continues))
    }

    /// `LHS = a = b`: a name for a side, anew each time.
    fn side(&self, text: &str, side: &str, length: usize, latex: bool) -> Result<(Understood, bool), ReadError> {
        let rest = text[length..].trim_start().trim_start_matches('&').trim_start();
        let rest = rest.strip_prefix('=').map(|rest| rest.trim_start_matches(['&', ' ']));
        let refused =
            || ReadError { at: 0..text.len(), message: format!("{side} names a side, and is not read in a formula") };
        let rest = rest.filter(|rest| !rest.is_empty() && side_name(rest).is_none()).ok_or_else(refused)?;
        let (mut understood, _) = self.read(rest, false, latex)?;
        let name = Expr::variable(&format!("{side}{}", "′".repeat(self.sides)));
        understood.statement = match understood.statement {
            Statement::Expression(expr) => Statement::Chain(vec![name, expr]),
            Statement::Chain(sides) => Statement::Chain([vec![name], sides].concat()),
            Statement::Formula(_) => return Err(refused()),
        };
        Ok((understood, false))
    }

    /// `y' = 2x` as `y'(x) = 2x`, where y was defined by x.
    fn with_arguments(&self, text: &str) -> Option<String> {
        let (name, by) = self.defined.iter().rev().find(|(name, _)| text.contains(&format!("{name}'")))?;
        let mut out = String::with_capacity(text.len() + 8);
        let mut rest = text;
        while let Some(at) = rest.find(&format!("{name}'")) {
            let primes = rest[at + name.len()..].len() - rest[at + name.len()..].trim_start_matches('\'').len();
            let end = at + name.len() + primes;
            out.push_str(&rest[..end]);
            if !rest[end..].starts_with('(') {
                out.push_str(&format!("({by})"));
            }
            rest = &rest[end..];
        }
        out.push_str(rest);
        Some(out)
    }

    /// What becomes of a formula that was read or not.
    fn settle(
        &mut self,
        read: Result<(Understood, bool), ReadError>,
        follows: bool,
        surely: bool,
    ) -> (Content, Vec<String>) {
        match read {
            Ok((Understood { statement, notation, notes }, continues)) => {
                self.formula = true;
                self.remember(&statement, continues);
                if let Statement::Chain(sides) = &statement
                    && let Some((name, parameters, body)) = definition([&sides[0], &sides[1]])
                    && parameters.is_empty()
                    && let [by] = &body.variables()[..]
                    && self.defined.len() < MAX_DEFINED
                {
                    self.defined.push((name.to_string(), by.to_string()));
                }
                if notation == Notation::Latex && self.latex == Latex::No {
                    self.latex = Latex::Likely;
                }
                match notes.first() {
                    Some(note) if self.strict => {
                        let message = format!("{note}: a strict reading takes nothing that needs a note");
                        (Content::Trouble(ReadError { at: 0..0, message }), notes)
                    }
                    _ => (Content::Said { statement, continues, follows }, notes),
                }
            }
            Err(error) if surely => {
                self.formula = true;
                (Content::Trouble(error), Vec::new())
            }
            Err(_) => (Content::Skipped, Vec::new()),
        }
    }

    /// Keeps what later rows take up.
    fn remember(&mut self, statement: &Statement, continues: bool) {
        (self.chain.continues, self.chain.cut, self.chain.again) = (continues, false, false);
        (self.paragraph.apart, self.paragraph.doing) = (false, false);
        let names = match statement {
            Statement::Expression(expr) => {
                self.chain.last = Some(expr.clone());
                expr.variables()
            }
            Statement::Chain(sides) => {
                self.chain.last = sides.last().cloned();
                let names: Vec<Symbol> = sides.iter().flat_map(Expr::variables).collect();
                if names.iter().any(|name| matches!(name.as_str().trim_end_matches('′'), "LHS" | "RHS")) {
                    self.sides += 1;
                } else if names.iter().all(|name| *name == names[0]) {
                    self.unknown = names.first().cloned();
                }
                names
            }
            Statement::Formula(formula) => {
                let names = formula.variables();
                if let [name] = &names[..] {
                    self.unknown = Some(name.clone());
                }
                self.chain.last = match &formula.cases[..] {
                    [case] => case.last().map(|atom| atom.right.clone()),
                    _ => None,
                };
                self.chain.again = true;
                names
            }
        };
        for name in names {
            if self.names.len() < MAX_NAMES && !self.names.contains(&name) {
                self.names.push(name);
            }
        }
    }
}

/// A line without its markup, and as it was written: byte by byte at the same places.
struct Lines<'a> {
    text: &'a str,
    written: &'a str,
}

/// Is it something that is known not to be read: a limit, a side by its name, a set of numbers?
fn is_beyond(text: &str) -> bool {
    let limit = text.contains("\\lim") || text.trim_start().starts_with("lim");
    let named = text.match_indices(['L', 'R', '\\']).any(|(at, _)| side_name(&text[at..]).is_some());
    let numbers = text.split([',', ';']).any(|part| matches!(sets::said(part), Some(Said::Numbers { .. })));
    limit || named || numbers
}

/// Is a text without words surely meant as a formula?
fn is_surely(text: &str) -> bool {
    relates(text) || text.contains(|c: char| c.is_ascii_digit() || "+*/^()[]{}\\√∫".contains(c))
}

fn plain(reading: Reading) -> Understood {
    let Reading { mut sides, notation, notes } = reading;
    let statement = if sides.len() == 1 { Statement::Expression(sides.remove(0)) } else { Statement::Chain(sides) };
    Understood { statement, notation, notes: notes.into_iter().map(|note| note.text).collect() }
}
