//! How good are the models and the baselines on a split?
//!
//!     score CORPUS SPLIT [--model FILE]… [--shipped] [--baselines] [--pairs FILE] [--pool ROWS]
//!
//! The pool is that of embedding algebra: so many rows of the whole corpus. Pairs are two forms of one function a line, to be found among
//! the rows of the split.

use std::error::Error;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;
use std::time::Instant;

use egen_corpus::store::Corpus;
use egen_eval::baseline::{Bag, ValueVector, Values};
use egen_eval::kmeans::{self, Scale};
use egen_eval::labelled::{Labelled, labelled};
use egen_eval::strangers::{self, read_pairs};
use egen_eval::{Embed, Model, Remember, Score, Similar, Vectors, algebra, retrieval, selection};
use egen_math::Expr;
use egen_model::Encoder;
use egen_model::config::Bundled;
use egen_model::embedder::{By, Embedder};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const USAGE: &str = "usage: score CORPUS SPLIT [--model FILE]… [--shipped] [--baselines] [--pairs FILE] [--pool ROWS]";
/// Runs of K-means.
const SEEDS: u64 = 3;

/// What is asked: tasks that add vectors need vectors.
enum Subject {
    Vectors(Box<dyn Embed>),
    Similarities(Box<dyn Similar>),
}

/// What they are asked.
struct Questions {
    rows: Vec<Labelled>,
    selection: Vec<selection::Case>,
    algebra: algebra::Cases,
    pairs: strangers::Cases,
}

fn main() -> Result<()> {
    let (mut positional, mut subjects) = (Vec::new(), Vec::new());
    let (mut pairs, mut pool) = (None, 20_000);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--model" => {
                let path = arguments.next().ok_or(USAGE)?;
                subjects.push(Subject::Vectors(Box::new(Model::new(path.clone(), Encoder::load(Path::new(&path))?))));
            }
            "--shipped" => {
                for by in [By::Meaning, By::Shape, By::Both] {
                    subjects.push(Subject::Vectors(Box::new(Vectors::new(Embedder::bundled()?, by))));
                }
            }
            "--baselines" => {
                subjects.push(Subject::Vectors(Box::new(Bag)));
                subjects.push(Subject::Similarities(Box::new(Values)));
                subjects.push(Subject::Vectors(Box::new(ValueVector)));
                subjects.push(Subject::Vectors(Box::new(Model::untrained(Bundled::Small.preset().model, 0))));
            }
            "--pairs" => pairs = Some(arguments.next().ok_or(USAGE)?),
            "--pool" => pool = arguments.next().ok_or(USAGE)?.parse()?,
            _ => positional.push(argument),
        }
    }
    let [corpus, split] = positional.as_slice() else { return Err(USAGE.into()) };
    let mut out = std::io::stdout().lock();
    let questions = ask(&mut out, &Corpus::open(corpus)?, split, pairs.as_deref(), pool)?;
    for subject in subjects {
        match subject {
            Subject::Vectors(model) => {
                let model = Remember::new(model);
                rank(&mut out, &model, &questions)?;
                add(&mut out, &model, &questions)?;
            }
            Subject::Similarities(model) => rank(&mut out, &*model, &questions)?,
        }
    }
    Ok(())
}

fn ask(out: &mut impl Write, corpus: &Corpus, split: &str, pairs: Option<&str>, pool: usize) -> Result<Questions> {
    let clock = Instant::now();
    let rows = labelled(corpus, split)?;
    let selection = selection::build(corpus, split, &selection::Settings::default())?;
    writeln!(out, "{} expressions, {} selections  {:.1?}", rows.len(), selection.len(), clock.elapsed())?;
    for depth in retrieval::DEPTHS {
        writeln!(out, "  retrieval@{depth} can reach {:.2}", 100.0 * retrieval::ceiling(&rows, depth))?;
    }
    let clock = Instant::now();
    let algebra = algebra::build(algebra::rows(corpus, pool)?, 0)?;
    writeln!(out, "{} analogies in a pool of {}  {:.1?}", algebra.cases.len(), algebra.pool.len(), clock.elapsed())?;
    let (mut found, mut unread) = (Vec::new(), Vec::new());
    if let Some(path) = pairs {
        (found, unread) = read_pairs(BufReader::new(File::open(path)?))?;
    }
    let among: Vec<Expr> = rows.iter().map(|row| row.expr.clone()).collect();
    let pairs = strangers::build(&found, &among)?;
    writeln!(out, "{} queries for pairs, {} lines are none", pairs.cases.len(), unread.len())?;
    for error in unread {
        writeln!(out, "  {error}")?;
    }
    Ok(Questions { rows, selection, algebra, pairs })
}

/// The tasks that compare.
fn rank(out: &mut impl Write, model: &(impl Similar + ?Sized), questions: &Questions) -> Result<()> {
    let Questions { rows, selection, pairs, .. } = questions;
    writeln!(out, "\n{}", model.name())?;
    let clock = Instant::now();
    print(out, &retrieval::score(rows, &retrieval::answer(rows, model)?)?, clock)?;
    let clock = Instant::now();
    print(out, &selection::score(selection, &selection::answer(selection, model)?)?, clock)?;
    if !pairs.cases.is_empty() {
        let clock = Instant::now();
        print(out, &strangers::score(pairs, &strangers::answer(pairs, model)?)?, clock)?;
    }
    Ok(())
}

/// The tasks that add vectors.
fn add(out: &mut impl Write, model: &dyn Embed, Questions { rows, algebra, .. }: &Questions) -> Result<()> {
    for (name, scale) in [("as given", Scale::AsGiven), ("of length 1", Scale::Unit)] {
        let clock = Instant::now();
        let answers = kmeans::answer(rows, model, scale, &kmeans::Settings::default(), SEEDS)?;
        let steps: Vec<String> = answers.iter().map(|answer| answer.iterations.to_string()).collect();
        writeln!(out, "  vectors {name}, {} steps", steps.join(", "))?;
        print(out, &kmeans::score(rows, &answers)?, clock)?;
    }
    let clock = Instant::now();
    print(out, &algebra::score(algebra, &algebra::answer(algebra, model)?)?, clock)
}

fn print(out: &mut impl Write, scores: &[Score], clock: Instant) -> Result<()> {
    for (at, Score { name, value, low, high, spread }) in scores.iter().enumerate() {
        let percent = [value, low, high].map(|x| 100.0 * x);
        write!(out, "  {name:<30} {:6.2}  [{:6.2}, {:6.2}]", percent[0], percent[1], percent[2])?;
        if let Some(spread) = spread {
            write!(out, "  ± {:.2} over seeds", 100.0 * spread)?;
        }
        if at == 0 {
            write!(out, "  {:.1?}", clock.elapsed())?;
        }
        writeln!(out)?;
    }
    Ok(())
}
