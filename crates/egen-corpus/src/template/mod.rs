//! Templates: which expressions does a corpus start from?
//!
//! A template file is text that a mathematician can review. A line is a shape with placeholders and the
//! values that they take:
//!
//! ```text
//! set unary = sin cos tan
//! set small = 2..9 -4 1/2
//!
//! family linear "A function of a linear term."
//! {f}({a}*x + {b})                for f in unary, a in small, b in 1 4 -6        [take 40]
//! {f}(x) {op} {g}(x)              for (f, g) in (sin, cos) (sinh, cosh), op in + - * /
//! diff({f}(x)^{n}, x)             for f in unary, n in 2 3
//! ```
//!
//! Values are functions, operators, expressions, ranges of integers and names of sets. `[take N]` keeps N
//! expressions, spread over all combinations; without it every combination is kept. What a line repeats
//! and what has no value at any real point is left out.
//!
//! ```text
//! statement ─ value ─ expand (combinations, defined) ─ TemplateSet
//! ```

mod combinations;
mod defined;
mod error;
mod expand;
mod preset;
mod statement;
mod value;

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use egen_math::Expr;
use egen_rules::TextHash;

pub use egen_rules::Place;
pub use error::{Fault, LoadError, TemplateError, TemplateErrors};
pub use preset::{Preset, UnknownPreset};

use expand::expand;
use statement::{Line, Statement};
use value::Sets;

/// An expression that a cluster starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Initial {
    /// The expression.
    pub expr: Expr,
    /// The family of its line.
    pub family: Arc<str>,
    /// The line of the file that stands for it.
    pub line: usize,
}

/// Some lines that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Its name.
    pub name: Arc<str>,
    /// What its lines have in common, as a sentence.
    pub sentence: String,
    /// Where it starts.
    pub place: Place,
    /// How many expressions it gives.
    pub expressions: usize,
}

/// What the lines stand for and the set does not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Expressions that an earlier combination or line gave already.
    pub repeated: usize,
    /// Expressions for which no real point was found that gives them a value.
    pub without_value: usize,
}

/// The initial expressions of a template file.
#[derive(Clone, Debug, Default)]
pub struct TemplateSet {
    families: Vec<Family>,
    initials: Vec<Initial>,
    left_out: LeftOut,
}

impl TemplateSet {
    /// The templates that come with egen.
    pub fn builtin(preset: Preset) -> Result<TemplateSet, TemplateErrors> {
        TemplateSet::read(preset.files())
    }

    /// The templates of a file.
    pub fn load(path: impl AsRef<Path>) -> Result<TemplateSet, LoadError> {
        let path = path.as_ref();
        let text = fs::read_to_string(path).map_err(|source| LoadError::Io { path: path.to_owned(), source })?;
        Ok(TemplateSet::parse(&path.display().to_string(), &text)?)
    }

    /// The templates of a text; the name stands for the file in messages.
    pub fn parse(name: &str, text: &str) -> Result<TemplateSet, TemplateErrors> {
        TemplateSet::read(&[(name, text)])
    }

    /// The expressions, line by line; no two are the same tree, and each has a value somewhere.
    pub fn expressions(&self) -> impl ExactSizeIterator<Item = &Initial> {
        self.initials.iter()
    }

    /// The families, in the order of the file.
    pub fn families(&self) -> &[Family] {
        &self.families
    }

    /// How many expressions there are.
    pub fn len(&self) -> usize {
        self.initials.len()
    }

    /// Is there no expression?
    pub fn is_empty(&self) -> bool {
        self.initials.is_empty()
    }

    /// What was left out.
    pub fn left_out(&self) -> LeftOut {
        self.left_out
    }

    /// A number for the expressions and their families, in order. Comments, layout and the names of sets
    /// do not count. Print it with `{:016x}`.
    pub fn hash(&self) -> u64 {
        let mut hash = TextHash::default();
        for initial in &self.initials {
            hash.add(&initial.family);
            hash.add(&format!("{:?}", initial.expr));
        }
        hash.value()
    }

    fn read(files: &[(&str, &str)]) -> Result<TemplateSet, TemplateErrors> {
        let mut set = TemplateSet::default();
        let mut seen = HashSet::new();
        let mut errors = Vec::new();
        for (name, text) in files {
            set.read_file(&Arc::from(*name), text, &mut seen, &mut errors);
        }
        if errors.is_empty() && set.is_empty() {
            let place = Place { file: Arc::from(files.last().map_or("", |file| file.0)), line: 1, column: 1 };
            errors.push(TemplateError { place, fault: Fault::Empty });
        }
        errors.sort_by(|a, b| a.place.cmp(&b.place));
        if errors.is_empty() { Ok(set) } else { Err(TemplateErrors(errors)) }
    }

    fn read_file(&mut self, file: &Arc<str>, text: &str, seen: &mut HashSet<Expr>, errors: &mut Vec<TemplateError>) {
        let mut sets = Sets::new();
        let first = self.families.len();
        // One complaint about a missing family is enough, and a defect in its own line is one.
        let mut excused = false;
        for line in Line::all(file, text) {
            let done = match line.statement() {
                Err(error) => Err(error),
                Ok(Statement::Set { name, values }) => sets.define(&line, name, values),
                Ok(Statement::Family { name, sentence }) => {
                    self.add_family(line.place(name.start), &line.text[name], sentence)
                }
                Ok(Statement::Shape(_)) if self.families.len() == first => match excused {
                    true => Ok(()),
                    false => Err(line.error(line.start(), Fault::NoFamily)),
                },
                Ok(Statement::Shape(shape)) => expand(&line, &shape, &mut sets, seen).map(|expansion| {
                    let family = self.families.last_mut().expect("the guard above saw one");
                    family.expressions += expansion.exprs.len();
                    self.left_out.repeated += expansion.left_out.repeated;
                    self.left_out.without_value += expansion.left_out.without_value;
                    let initial = |expr| Initial { expr, family: family.name.clone(), line: line.number };
                    self.initials.extend(expansion.exprs.into_iter().map(initial));
                }),
            };
            if let Err(error) = done {
                excused |= matches!(error.fault, Fault::NoFamily | Fault::FamilyForm);
                errors.push(error);
            }
        }
        errors.extend(sets.unused());
    }

    /// The family is added even if its name is taken, so that the lines below it have one to stand in.
    fn add_family(&mut self, place: Place, name: &str, sentence: String) -> Result<(), TemplateError> {
        let known = self.families.iter().find(|known| &*known.name == name);
        let error = known.map(|known| TemplateError {
            place: place.clone(),
            fault: Fault::RepeatedFamily { name: name.to_string(), first: known.place.clone() },
        });
        self.families.push(Family { name: Arc::from(name), sentence, place, expressions: 0 });
        error.map_or(Ok(()), Err)
    }
}
