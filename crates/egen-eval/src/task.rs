//! Tasks: what can be asked of every model, and where are cases and answers kept?
//!
//! A task is one file that implements [`Task`], under four headings (what it asks, how a case is built, how it is scored, what the paper
//! reports), and is named once, in [`TASKS`]. Building cases, answering and scoring are apart: cases are stored, so that every model
//! sees the same ones, and scores can be computed again from stored answers without a model.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

use egen_corpus::store::{Corpus, Draft};
use egen_math::Expr;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::algebra::Algebra;
use crate::error::EvalError;
use crate::external::External;
use crate::generation::Generation;
use crate::kmeans::KMeans;
use crate::mistakes::{Chains, Mistakes, Students};
use crate::retrieval::Retrieval;
use crate::score::Score;
use crate::selection::Selection;
use crate::subject::Subject;

/// All tasks, in the order of the report.
pub static TASKS: [&dyn Stored; 9] =
    [&KMeans, &Retrieval, &Selection, &Mistakes, &Algebra, &Generation, &External, &Students, &Chains];

/// The task with a name.
pub fn task(name: &str) -> Option<&'static dyn Stored> {
    TASKS.into_iter().find(|task| task.about().name == name)
}

/// What a task is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct About {
    /// Its name in files and on the command line: `kmeans`.
    pub name: &'static str,
    /// Its name in headings: `K-means`.
    pub title: &'static str,
    /// What it asks, in a sentence.
    pub asks: &'static str,
    /// The scores that a table shows, by their names, the most telling first.
    pub shown: &'static [&'static str],
    /// What the paper printed.
    pub published: &'static [Published],
}

/// A number that the paper printed. It belongs to the paper's own corpus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// The paper's name for the model: `CL Mean`.
    pub model: &'static str,
    /// The name of our score.
    pub score: &'static str,
    /// The number, in percent.
    pub percent: f64,
}

/// What cases are built from.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The corpus.
    pub corpus: &'a Corpus,
    /// The part of it that models are tested on.
    pub split: &'a str,
    /// Rows of the whole corpus that a pool takes, at most.
    pub pool: usize,
    /// A folder with external data, which is never trained on and no part of the project.
    pub external: Option<&'a Path>,
    /// The same seed gives the same cases.
    pub seed: u64,
}

impl Source<'_> {
    /// A file of the external folder. Without it a task has no cases.
    pub fn external_file(&self, task: &'static str, name: &str) -> Result<BufReader<File>, EvalError> {
        let no = |why: String| EvalError::NoCases { task, why };
        let path = self.external.ok_or_else(|| no("no external data was given".into()))?.join(name);
        File::open(&path).map(BufReader::new).map_err(|error| no(format!("{}: {error}", path.display())))
    }
}

/// A task.
pub trait Task: Sync {
    /// What is asked.
    type Cases: Serialize + DeserializeOwned;
    /// What a model answers.
    type Answers: Serialize + DeserializeOwned;

    /// What it is.
    fn about(&self) -> &'static About;

    /// Builds the cases. [`EvalError::NoCases`] if there is nothing to build them from.
    fn build(&self, source: &Source) -> Result<Self::Cases, EvalError>;

    /// The cases in words, of which part of the corpus they are included: `279 clusters with 8,395 expressions of the part test`.
    fn describe(&self, cases: &Self::Cases, split: &str) -> String;

    /// The expressions that a model is asked about; one may come more than once.
    fn exprs(&self, cases: &Self::Cases) -> Vec<Expr>;

    /// Asks a model, or `None` if it is none that can be asked this: what has no vectors cannot add them.
    fn answer(&self, cases: &Self::Cases, subject: &Subject) -> Result<Option<Self::Answers>, EvalError>;

    /// Scores the answers.
    fn score(&self, cases: &Self::Cases, answers: &Self::Answers) -> Result<Vec<Score>, EvalError>;
}

/// A task whose cases and answers are files: what programs that do not know the task work with.
pub trait Stored: Sync {
    /// What it is.
    fn about(&self) -> &'static About;

    /// Builds the cases and stores them.
    fn build(&self, source: &Source, cases: &Path) -> Result<(), EvalError>;

    /// Stored cases in words.
    fn describe(&self, cases: &Path, split: &str) -> Result<String, EvalError>;

    /// The expressions that a model is asked about; one may come more than once.
    fn exprs(&self, cases: &Path) -> Result<Vec<Expr>, EvalError>;

    /// Asks a model about stored cases and stores its answers. `false` if it cannot be asked this.
    fn answer(&self, cases: &Path, subject: &Subject, answers: &Path) -> Result<bool, EvalError>;

    /// Scores stored answers.
    fn score(&self, cases: &Path, answers: &Path) -> Result<Vec<Score>, EvalError>;
}

impl<T: Task> Stored for T {
    fn about(&self) -> &'static About {
        Task::about(self)
    }

    fn build(&self, source: &Source, cases: &Path) -> Result<(), EvalError> {
        write(cases, &Task::build(self, source)?)
    }

    fn describe(&self, cases: &Path, split: &str) -> Result<String, EvalError> {
        Ok(Task::describe(self, &read(cases)?, split))
    }

    fn exprs(&self, cases: &Path) -> Result<Vec<Expr>, EvalError> {
        Ok(Task::exprs(self, &read(cases)?))
    }

    fn answer(&self, cases: &Path, subject: &Subject, answers: &Path) -> Result<bool, EvalError> {
        let found = Task::answer(self, &read(cases)?, subject)?;
        found.map(|found| write(answers, &found)).transpose().map(|done| done.is_some())
    }

    fn score(&self, cases: &Path, answers: &Path) -> Result<Vec<Score>, EvalError> {
        Task::score(self, &read(cases)?, &read(answers)?)
    }
}

/// Writes a file of JSON; it gets its name when it is whole.
pub(crate) fn write(path: &Path, value: &impl Serialize) -> Result<(), EvalError> {
    let named = |source: std::io::Error| EvalError::File { path: path.into(), source: serde_json::Error::io(source) };
    let mut to = BufWriter::new(Draft::create(path).map_err(named)?);
    serde_json::to_writer(&mut to, value).map_err(|source| EvalError::File { path: path.into(), source })?;
    to.write_all(b"\n").map_err(named)?;
    to.into_inner().map_err(|error| named(error.into_error()))?.finish().map_err(named)
}

/// Reads a file of JSON.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<T, EvalError> {
    let file = |source: serde_json::Error| EvalError::File { path: path.into(), source };
    let from = File::open(path).map_err(|source| file(serde_json::Error::io(source)))?;
    serde_json::from_reader(BufReader::new(from)).map_err(file)
}
