//! Sessions: where is it kept what was asked and answered, so that scores need no model?
//!
//! ```text
//! DIR/source.json                          what the cases were built from
//! DIR/cases/retrieval.json                 what is asked, the same for every model
//! DIR/answers/values-meaning/identity.json who answers
//! DIR/answers/values-meaning/retrieval.json
//! ```
//!
//! A file gets its name when it is whole, and what is there is not made again: a session that was interrupted goes on. Cases of another
//! source are refused; answers that other weights gave under the same name give way. External data is no part of the source: a task that
//! was skipped for want of it can be built later.

mod origin;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use egen_math::Expr;
use serde::{Deserialize, Serialize};

use crate::error::EvalError;
use crate::subject::{Identity, Subject};
use crate::table::{Row, Table, Tables};
use crate::task::{About, Source, Stored, TASKS, read, write};

pub use origin::Origin;

/// What happens, for whoever waits.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// Cases are being built.
    Building(&'a About),
    /// Cases are there.
    Built(&'a About),
    /// There is nothing to build them from.
    Skipped(&'a About, &'a str),
    /// A model is being asked.
    Asking(&'a Identity, &'a About),
    /// Its answers are there.
    Answered(&'a Identity, &'a About),
    /// It cannot be asked this; why, if it is not in the nature of both.
    Unable(&'a Identity, &'a About, Option<&'a EvalError>),
}

/// A folder of cases and answers.
#[derive(Clone, Debug)]
pub struct Session {
    dir: PathBuf,
    origin: Origin,
}

/// Who answered, and with which weights: `identity.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Card {
    #[serde(flatten)]
    identity: Identity,
    weights: Option<String>,
}

const CARD: &str = "identity.json";

impl Session {
    /// The session of a source in a folder, which is made if there is none.
    pub fn create(dir: &Path, source: &Source) -> Result<Session, EvalError> {
        let origin = Origin::new(source)?;
        let path = dir.join("source.json");
        if path.exists() {
            let session = Session::open(dir)?;
            return match origin.differs(&session.origin) {
                None => Ok(session),
                Some((field, want, got)) => Err(EvalError::OtherSource { dir: dir.into(), field, got, want }),
            };
        }
        folder(dir)?;
        write(&path, &origin)?;
        Ok(Session { dir: dir.into(), origin })
    }

    /// A session that is there.
    pub fn open(dir: &Path) -> Result<Session, EvalError> {
        let path = dir.join("source.json");
        if !path.exists() {
            return Err(EvalError::NoSession { dir: dir.into() });
        }
        Ok(Session { dir: dir.into(), origin: read(&path)? })
    }

    /// Its folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What its cases were built from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The file of a task's cases.
    pub fn cases(&self, task: &str) -> PathBuf {
        self.dir.join("cases").join(format!("{task}.json"))
    }

    /// The file of a subject's answers.
    pub fn answers(&self, identity: &Identity, task: &str) -> PathBuf {
        self.folder_of(identity).join(format!("{task}.json"))
    }

    /// The tasks whose cases are there, in the order of the report.
    pub fn tasks(&self) -> Vec<&'static dyn Stored> {
        TASKS.iter().copied().filter(|task| self.cases(task.about().name).exists()).collect()
    }

    /// Builds the cases that are not there. A task that has nothing to build them from is skipped; those are given back, with the reason.
    pub fn build(
        &self,
        tasks: &[&'static dyn Stored],
        source: &Source,
        progress: &mut dyn FnMut(Event),
    ) -> Result<Vec<(&'static About, String)>, EvalError> {
        folder(&self.dir.join("cases"))?;
        let mut skipped = Vec::new();
        for task in tasks {
            let (about, path) = (task.about(), self.cases(task.about().name));
            if !path.exists() {
                progress(Event::Building(about));
                match task.build(source, &path) {
                    Ok(()) => {}
                    Err(EvalError::NoCases { why, .. }) => {
                        progress(Event::Skipped(about, &why));
                        skipped.push((about, why));
                        continue;
                    }
                    Err(error) => return Err(error),
                }
            }
            progress(Event::Built(about));
        }
        Ok(skipped)
    }

    /// Asks a subject the tasks whose cases are there, unless it has answered.
    pub fn ask(
        &self,
        tasks: &[&'static dyn Stored],
        subject: &Subject,
        progress: &mut dyn FnMut(Event),
    ) -> Result<(), EvalError> {
        self.welcome(subject)?;
        let identity = &subject.identity;
        for task in tasks {
            let (about, cases) = (task.about(), self.cases(task.about().name));
            if !cases.exists() {
                continue;
            }
            let path = self.answers(identity, about.name);
            if !path.exists() {
                progress(Event::Asking(identity, about));
                match task.answer(&cases, subject, &path) {
                    Ok(true) => {}
                    Ok(false) => {
                        progress(Event::Unable(identity, about, None));
                        continue;
                    }
                    // What a model cannot read is a fact about the model, and no reason to ask nobody else.
                    Err(
                        error @ (EvalError::Token { .. } | EvalError::NotFinite { .. } | EvalError::NoVector { .. }),
                    ) => {
                        progress(Event::Unable(identity, about, Some(&error)));
                        continue;
                    }
                    Err(error) => return Err(error),
                }
            }
            progress(Event::Answered(identity, about));
        }
        Ok(())
    }

    /// Has a subject answered a task?
    pub fn has_answered(&self, identity: &Identity, task: &str) -> bool {
        self.answers(identity, task).exists()
    }

    /// Who has answered anything: by what they see, then by their names.
    pub fn identities(&self) -> Result<Vec<Identity>, EvalError> {
        let entries = match fs::read_dir(self.dir.join("answers")) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error.into()),
        };
        let mut all = Vec::new();
        for entry in entries {
            let card = entry?.path().join(CARD);
            if card.exists() {
                all.push(read::<Identity>(&card)?);
            }
        }
        all.sort_by(|a, b| (a.class, &a.model, &a.vector).cmp(&(b.class, &b.model, &b.vector)));
        Ok(all)
    }

    /// What everybody scored on everything, from the files alone.
    pub fn tables(&self) -> Result<Tables, EvalError> {
        let identities = self.identities()?;
        let mut tables = Tables::default();
        for task in self.tasks() {
            let name = task.about().name;
            let cases = self.cases(name);
            let mut rows = Vec::new();
            for identity in identities.iter().filter(|identity| self.has_answered(identity, name)) {
                let scores = task.score(&cases, &self.answers(identity, name))?;
                rows.push(Row { identity: identity.clone(), scores });
            }
            let test = task.describe(&cases, &self.origin.split)?;
            tables.tasks.insert(name.into(), Table { test, rows });
        }
        Ok(tables)
    }

    /// Every expression that the tasks ask about, once each, in the order in which they come.
    pub fn exprs(&self) -> Result<Vec<Expr>, EvalError> {
        let (mut all, mut known) = (Vec::new(), std::collections::HashSet::new());
        for task in self.tasks() {
            for expr in task.exprs(&self.cases(task.about().name))? {
                if known.insert(expr.clone()) {
                    all.push(expr);
                }
            }
        }
        Ok(all)
    }

    fn folder_of(&self, identity: &Identity) -> PathBuf {
        self.dir.join("answers").join(slug(identity))
    }

    /// Makes the folder of a subject, and clears it of what other weights answered.
    fn welcome(&self, subject: &Subject) -> Result<(), EvalError> {
        let path = self.folder_of(&subject.identity);
        folder(&path)?;
        let card = Card { identity: subject.identity.clone(), weights: subject.weights.clone() };
        if path.join(CARD).exists() {
            let there: Card = read(&path.join(CARD))?;
            let name = |identity: &Identity| format!("{} ({})", identity.model, identity.vector);
            if name(&there.identity) != name(&card.identity) {
                let (by, model) = (name(&there.identity), name(&card.identity));
                return Err(EvalError::Occupied { path, by, model });
            }
            if there == card {
                return Ok(());
            }
            for task in TASKS.iter().filter(|_| there.weights != card.weights) {
                remove(&path.join(format!("{}.json", task.about().name)))?;
            }
        }
        write(&path.join(CARD), &card)
    }
}

/// The name of a subject's folder.
pub fn slug(identity: &Identity) -> String {
    let text = format!("{} {}", identity.model, identity.vector).to_lowercase();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

fn folder(path: &Path) -> Result<(), EvalError> {
    let named = |source| EvalError::File { path: path.into(), source: serde_json::Error::io(source) };
    fs::create_dir_all(path).map_err(named)
}

fn remove(path: &Path) -> Result<(), EvalError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
