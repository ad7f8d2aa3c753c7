//! Reading: which statements does a text make, line by line?
//!
//! Layout is taken away (`layout`), words are told from formulas (`prose`), and formulas are read (`statement`). What is not
//! read is kept as text, so that nothing is passed over in silence.

use std::ops::Range;

use egen_math::read::{self, Notation, Options, ReadError, Reading};

use crate::facts::definition;
use crate::formula::{Atom, Formula};
use crate::layout::{Part, Row, parts};
use crate::prose::{Piece, Tie, relates, split};
use crate::statement::{Statement, Understood, and, or, understand};

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

/// Takes lines and gives items. Only the notation and the number of the derivation are kept from line to line.
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
/// Commands that lay out a document: their line is no formula.
#[rustfmt::skip]
const STRUCTURE: [&str; 22] = [
    "\\documentclass", "\\usepackage", "\\maketitle", "\\title", "\\author", "\\date", "\\section", "\\subsection", "\\subsubsection", "\\paragraph",
    "\\newcommand", "\\renewcommand", "\\newtheorem", "\\noindent\\textbf", "\\end{document}", "\\begin{document}", "\\bigskip", "\\medskip", "\\smallskip", "\\newpage",
    "\\tableofcontents", "\\textbf",
];

impl Reader {
    /// A reader; one with strict options refuses formulas that need a note.
    pub fn new(mut options: Options) -> Reader {
        // Whether something is a formula is asked first, and must not depend on it.
        let strict = std::mem::take(&mut options.strict);
        let (derivation, latex, document) = (1, Latex::No, Document::None);
        Reader { options, strict, derivation, begun: false, formula: false, latex, document, defined: Vec::new() }
    }

    /// Takes a line.
    pub fn line(&mut self, number: usize, text: &str, out: &mut Vec<Item>) {
        let content = text.trim();
        if content.starts_with("\\documentclass") {
            self.document = Document::Preamble;
        }
        if content.starts_with("\\begin{document}") {
            self.document = Document::Body;
        }
        if content.is_empty() {
            self.end();
        } else if content.starts_with(['#', '%']) || (content.len() > 2 && content.chars().all(|c| "=-_*~".contains(c)))
        {
            // A comment, or a line drawn with signs.
        } else if self.document == Document::Preamble || STRUCTURE.iter().any(|command| content.starts_with(command)) {
            self.end();
        } else {
            for part in parts(text, self.latex == Latex::Surely) {
                match part {
                    Part::Open => self.latex = Latex::Surely,
                    Part::Close => self.end(),
                    Part::Row(row) => self.row(number, text, &row, out),
                }
            }
        }
    }

    /// Ends the derivation.
    pub fn end(&mut self) {
        self.derivation += usize::from(self.begun);
        (self.begun, self.formula, self.latex) = (false, false, Latex::No);
        self.defined.clear();
    }

    fn row(&mut self, line: usize, text: &str, row: &Row, out: &mut Vec<Item>) {
        self.formulas(line, text, row, out);
        if let Some(at) = row.remark.clone() {
            let (derivation, input) = (self.derivation, text[at.clone()].to_string());
            out.push(Item { derivation, line, at, input, notes: Vec::new(), content: Content::Skipped });
        }
    }

    fn formulas(&mut self, line: usize, text: &str, row: &Row, out: &mut Vec<Item>) {
        self.begun = true;
        let derivation = self.derivation;
        let item = |at: Range<usize>, content: Content, notes: Vec<String>| Item {
            derivation,
            line,
            input: text[at.clone()].to_string(),
            at,
            notes,
            content,
        };
        // A notation that was asked for, or shows by itself, has no words.
        if let Some(direct) = self.direct(text, row) {
            let (content, notes) = self.settle(direct, row.follows, true);
            return out.push(item(row.whole.clone(), content, notes));
        }
        let pieces = match self.document {
            // What is set as a formula in a document has dollar signs or brackets around it.
            Document::Body if self.latex != Latex::Surely && !row.latex && !text.contains('$') => {
                vec![Piece::Prose(0..row.range.len())]
            }
            _ => split(&text[row.range.clone()]),
        };
        let offset = row.range.start;
        let moved = |at: &Range<usize>| at.start + offset..at.end + offset;
        let prose = pieces.iter().any(|piece| matches!(piece, Piece::Prose(_)));
        let first = pieces.iter().position(|piece| matches!(piece, Piece::Formula { .. }));
        for (place, piece) in pieces.iter().enumerate() {
            let Piece::Formula { at, tie, follows, latex } = piece else {
                let Piece::Prose(at) = piece else { continue };
                out.push(item(moved(at), Content::Skipped, Vec::new()));
                continue;
            };
            let at = moved(at);
            let continues = row.continues && first == Some(place) && place == 0;
            let read = self.read(&text[at.clone()], continues, *latex || row.latex);
            let follows = *follows || (row.follows && first == Some(place));
            let read = read.map_err(|error| ReadError {
                at: at.start + error.at.start..at.start + error.at.end,
                message: error.message,
            });
            // Two formulas with a word between them are one.
            if *tie != Tie::None
                && let Ok((understood, _)) = &read
                && let Some(joined) = join(out.last(), *tie, &understood.statement)
                && let Some(last) = out.last_mut()
            {
                last.content = joined;
                last.at.end = at.end;
                last.input = text[last.at.clone()].to_string();
                last.notes.extend(understood.notes.iter().cloned());
                continue;
            }
            let (content, notes) = self.settle(read, follows, continues || (!prose && is_surely(&text[at.clone()])));
            out.push(item(at, content, notes));
        }
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
        let by = |text: &str| {
            let reading = read::read(text, &self.options).ok()?;
            matches!(reading.notation, Notation::Prefix | Notation::Sexpr).then_some(reading)
        };
        let rest = &text[row.range.clone()];
        let found =
            by(rest).map(|reading| (reading, row.continues)).or_else(|| by(whole).map(|reading| (reading, false)))?;
        Some(Ok((plain(found.0), found.1)))
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

/// The last formula of the line and this one, as one.
fn join(last: Option<&Item>, tie: Tie, statement: &Statement) -> Option<Content> {
    let Content::Said { statement: before, continues, follows } = &last?.content else { return None };
    let before = formula(before)?;
    let after = match statement {
        // x = 2 or 3
        Statement::Expression(expr) => {
            let name = crate::statement::last_solved(&before)?;
            Formula::of(Atom::equal(&egen_math::Expr::variable(name.as_str()), expr))
        }
        other => formula(other)?,
    };
    let joined = if tie == Tie::Or { or(&before, &after) } else { and(&before, &after) };
    Some(Content::Said { statement: Statement::Formula(joined), continues: *continues, follows: *follows })
}

/// A statement as a formula, unless it is an expression.
pub fn formula(statement: &Statement) -> Option<Formula> {
    match statement {
        Statement::Expression(_) => None,
        Statement::Chain(sides) => {
            let atoms = sides.windows(2).map(|pair| Atom::equal(&pair[0], &pair[1])).collect();
            Some(Formula { cases: vec![atoms] })
        }
        Statement::Formula(formula) => Some(formula.clone()),
    }
}
