//! Derivations: which steps does a text claim?
//!
//! A line that is an expression equals the one before it; so does what follows a sign of equality. A line
//! `a = b` that takes nothing up is a claim by itself, unless it is an equation to be solved: then the next
//! line must be the same equation.

use std::collections::BTreeSet;

use egen_math::compare::{Settings, Verdict, compare_with};
use egen_math::read::{self, Notation, Options, ReadError, Reading};
use egen_math::{Expr, Node};

use super::rows::{Part, Row, parts};

/// One step.
#[derive(Clone, Debug)]
pub struct Step {
    /// The number of its derivation in the input, from 1.
    pub derivation: usize,
    /// Its number in the derivation, from 1.
    pub number: usize,
    /// The line on which it ends.
    pub line: usize,
    pub claim: Claim,
}

/// What a step says.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// The second expression equals the first.
    Equal(Expr, Expr),
    /// The second equation has the solutions of the first.
    SameEquation([Expr; 2], [Expr; 2]),
}

/// What was found on a line.
#[derive(Clone, Debug)]
pub enum Item {
    Step(Step),
    /// A line that cannot be read.
    Trouble {
        derivation: usize,
        line: usize,
        text: String,
        error: ReadError,
    },
    /// A decision of the reader; each is told once.
    Note(String),
}

/// Takes lines and gives steps. It keeps the last formula only, so a derivation may be of any length.
pub struct Reader<'a> {
    options: Options,
    settings: &'a Settings,
    derivation: usize,
    step: usize,
    state: State,
    /// What the lines so far say about the notation, if none was asked for.
    latex: Latex,
    told: BTreeSet<String>,
}

enum State {
    /// Nothing has been read of this derivation; `trouble` if something could not be.
    Start { trouble: bool },
    /// One line was read, `a = b`: a claim, or an equation to be solved; `trouble` if another could not be.
    First { sides: [Expr; 2], line: usize, trouble: bool },
    /// The last of expressions that are equal; `first` if it is the first as well.
    Chain { last: Expr, first: bool },
    /// The last of equations that have the same solutions.
    Equations([Expr; 2]),
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

impl<'a> Reader<'a> {
    pub fn new(options: Options, settings: &'a Settings) -> Reader<'a> {
        let (state, told) = (State::Start { trouble: false }, BTreeSet::new());
        Reader { options, settings, derivation: 1, step: 0, state, latex: Latex::No, told }
    }

    /// Takes a line.
    pub fn line(&mut self, number: usize, text: &str, out: &mut Vec<Item>) {
        let content = text.trim();
        if content.is_empty() {
            self.end(out);
            self.latex = Latex::No;
        } else if !content.starts_with(['#', '%']) {
            for part in parts(text, self.latex == Latex::Surely) {
                match part {
                    Part::Open => self.latex = Latex::Surely,
                    Part::Close => {
                        self.end(out);
                        self.latex = Latex::No;
                    }
                    Part::Row(row) => self.row(number, text, &row, out),
                }
            }
        }
    }

    /// Ends the derivation.
    pub fn end(&mut self, out: &mut Vec<Item>) {
        match std::mem::replace(&mut self.state, State::Start { trouble: false }) {
            State::Start { trouble: false } => return,
            // Beside a line that could not be read, it may as well have been an equation to be solved.
            State::First { sides, trouble: true, .. } if self.solves(&sides) => {}
            State::First { sides: [a, b], line, .. } => self.link(&a, &b, true, line, out),
            State::Start { trouble: true } | State::Chain { .. } | State::Equations(_) => {}
        }
        self.derivation += 1;
        self.step = 0;
    }

    fn row(&mut self, line: usize, text: &str, row: &Row, out: &mut Vec<Item>) {
        let (reading, continues) = match self.read(text, row) {
            Ok(read) => read,
            Err(error) => {
                if let State::Start { trouble } | State::First { trouble, .. } = &mut self.state {
                    *trouble = true;
                }
                out.push(Item::Trouble { derivation: self.derivation, line, text: text.to_string(), error });
                return;
            }
        };
        if reading.notation == Notation::Latex && self.latex == Latex::No {
            self.latex = Latex::Likely;
        }
        for note in reading.notes {
            if self.told.len() < read::MAX_NOTES && self.told.insert(note.text.clone()) {
                out.push(Item::Note(note.text));
            }
        }
        self.take(reading.sides, continues, line, out);
    }

    /// Reads a row: its formula, and whether it takes up the one before.
    fn read(&self, text: &str, row: &Row) -> Result<(Reading, bool), ReadError> {
        let begun = !matches!(self.state, State::Start { trouble: false });
        let prefix = self.options.notation == Some(Notation::Prefix);
        let whole = || self.read_text(&text[row.whole.clone()], row).map(|reading| (reading, false));
        let rest = || self.read_text(&text[row.range.clone()], row).map(|reading| (reading, row.continues));
        // `= x 2` is an equation in prefix notation; elsewhere a leading sign takes up the line before.
        let read = match (row.continues, begun) {
            (false, _) => rest(),
            (true, _) if prefix => whole().or_else(|_| rest()),
            (true, true) => rest().or_else(|error| whole().map_err(|_| error)),
            (true, false) => whole().map_err(|_| {
                let message = "a line that starts with = takes up the one before, and there is none".to_string();
                ReadError { at: 0..1, message }
            }),
        };
        read.map_err(|error| {
            let start = if row.continues && (begun || prefix) { row.range.start } else { row.whole.start };
            ReadError { at: start + error.at.start..start + error.at.end, ..error }
        })
    }

    fn read_text(&self, text: &str, row: &Row) -> Result<Reading, ReadError> {
        let latex = Options { notation: Some(Notation::Latex), ..self.options.clone() };
        match (self.options.notation, row.latex || self.latex == Latex::Surely, self.latex) {
            (None, true, _) => read::read(text, &latex),
            (None, false, Latex::Likely) => {
                read::read(text, &latex).or_else(|error| read::read(text, &self.options).map_err(|_| error))
            }
            _ => read::read(text, &self.options),
        }
    }

    /// What the sides of a row claim after what came before.
    fn take(&mut self, sides: Vec<Expr>, continues: bool, line: usize, out: &mut Vec<Item>) {
        let last = sides.last().expect("a reading has a side").clone();
        let next = match (std::mem::replace(&mut self.state, State::Start { trouble: true }), &sides[..]) {
            (State::Start { trouble }, [a, b]) => State::First { sides: [a.clone(), b.clone()], line, trouble },
            (State::Start { .. }, sides) => {
                self.links(sides, true, line, out);
                State::Chain { last, first: sides.len() == 1 }
            }
            (State::First { sides: given, .. }, [a, b, rest @ ..])
                if !continues
                    && self.solves(&given)
                    && self.solves(&[a.clone(), b.clone()])
                    && !takes_up(&given, a, b) =>
            {
                self.transform(given, [a.clone(), b.clone()], line, out);
                self.links(&sides[1..], false, line, out);
                State::Equations([a.clone(), rest.last().unwrap_or(b).clone()])
            }
            (State::First { sides: [a, b], line: before, .. }, _) => {
                self.link(&a, &b, true, before, out);
                self.go_on(&b, &sides, continues, false, line, out);
                State::Chain { last, first: false }
            }
            (State::Chain { last: before, first }, _) => {
                self.go_on(&before, &sides, continues, first, line, out);
                State::Chain { last, first: false }
            }
            (State::Equations(given), [a, b, ..]) if !continues => {
                self.transform(given, [a.clone(), b.clone()], line, out);
                self.links(&sides[1..], false, line, out);
                State::Equations([a.clone(), last])
            }
            (State::Equations([a, b]), _) => {
                self.go_on(&b, &sides, continues, false, line, out);
                State::Equations([a, last])
            }
        };
        self.state = next;
    }

    /// The steps of a row in a chain: from the last side before to its first, and between its own.
    fn go_on(&mut self, before: &Expr, sides: &[Expr], continues: bool, first: bool, line: usize, out: &mut Vec<Item>) {
        if continues || sides.len() == 1 {
            self.link(before, &sides[0], first && continues, line, out);
        }
        self.links(sides, false, line, out);
    }

    fn links(&mut self, sides: &[Expr], first: bool, line: usize, out: &mut Vec<Item>) {
        for (at, pair) in sides.windows(2).enumerate() {
            self.link(&pair[0], &pair[1], first && at == 0, line, out);
        }
    }

    /// A step between two expressions. `y = x + 1` at the very start says what y stands for: nothing is claimed.
    fn link(&mut self, a: &Expr, b: &Expr, first: bool, line: usize, out: &mut Vec<Item>) {
        if !(first && defines(a, b)) {
            self.push(Claim::Equal(a.clone(), b.clone()), line, out);
        }
    }

    fn transform(&mut self, from: [Expr; 2], to: [Expr; 2], line: usize, out: &mut Vec<Item>) {
        self.push(Claim::SameEquation(from, to), line, out);
    }

    fn push(&mut self, claim: Claim, line: usize, out: &mut Vec<Item>) {
        self.step += 1;
        out.push(Item::Step(Step { derivation: self.derivation, number: self.step, line, claim }));
    }

    /// Does an equation hold for some values only, so that it can be solved?
    fn solves(&self, [a, b]: &[Expr; 2]) -> bool {
        let quick = self.settings.quick();
        defines(a, b) || matches!(compare_with(a, b, &quick).verdict, Verdict::Refuted(_))
    }
}

/// Is the first a name that the second does not mention?
fn defines(a: &Expr, b: &Expr) -> bool {
    match a.node(a.root()) {
        Node::Var(name) => !b.variables().contains(name),
        Node::Call(name, _) => !b.nodes().iter().any(|node| matches!(node, Node::Call(other, _) if other == name)),
        _ => false,
    }
}

/// `a = b` and then `b = c` is a chain; `a = b` and then `b = a` turns an equation round.
fn takes_up(given: &[Expr; 2], a: &Expr, b: &Expr) -> bool {
    given[1] == *a && given[0] != *b
}
