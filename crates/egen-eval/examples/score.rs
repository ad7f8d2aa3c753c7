//! How good are the models and the baselines on a split?
//!
//!     score CORPUS SPLIT [--model FILE]… [--baselines]

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use egen_corpus::store::Corpus;
use egen_eval::baseline::{Bag, ValueVector, Values};
use egen_eval::kmeans::{self, Scale};
use egen_eval::labelled::{Labelled, labelled};
use egen_eval::{Embed, Model, Score, Similar, retrieval, selection};
use egen_model::Encoder;
use egen_model::config::Bundled;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const USAGE: &str = "usage: score CORPUS SPLIT [--model FILE]… [--baselines]";
/// Runs of K-means.
const SEEDS: u64 = 3;

/// What is asked: tasks that add vectors need vectors.
enum Subject {
    Vectors(Box<dyn Embed>),
    Similarities(Box<dyn Similar>),
}

fn main() -> Result<()> {
    let mut positional = Vec::new();
    let mut subjects = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--model" => {
                let path = arguments.next().ok_or(USAGE)?;
                subjects.push(Subject::Vectors(Box::new(Model::new(path.clone(), Encoder::load(Path::new(&path))?))));
            }
            "--baselines" => {
                subjects.push(Subject::Vectors(Box::new(Bag)));
                subjects.push(Subject::Similarities(Box::new(Values)));
                subjects.push(Subject::Vectors(Box::new(ValueVector)));
                subjects.push(Subject::Vectors(Box::new(Model::untrained(Bundled::Small.preset().model, 0))));
            }
            _ => positional.push(argument),
        }
    }
    let [corpus, split] = positional.as_slice() else { return Err(USAGE.into()) };
    let mut out = std::io::stdout().lock();
    let corpus = Corpus::open(corpus)?;
    let clock = Instant::now();
    let rows = labelled(&corpus, split)?;
    let queries = selection::build(&corpus, split, &selection::Settings::default())?;
    writeln!(out, "{} expressions, {} selections, built in {:.1?}", rows.len(), queries.len(), clock.elapsed())?;
    for depth in retrieval::DEPTHS {
        writeln!(out, "  retrieval@{depth} can reach {:.2}", 100.0 * retrieval::ceiling(&rows, depth))?;
    }
    for subject in &subjects {
        match subject {
            Subject::Vectors(model) => {
                rank(&mut out, &**model, &rows, &queries)?;
                gather(&mut out, &**model, &rows)?;
            }
            Subject::Similarities(model) => rank(&mut out, &**model, &rows, &queries)?,
        }
    }
    Ok(())
}

/// The tasks that compare.
fn rank(
    out: &mut impl Write,
    model: &(impl Similar + ?Sized),
    rows: &[Labelled],
    queries: &[selection::Case],
) -> Result<()> {
    writeln!(out, "\n{}", model.name())?;
    let clock = Instant::now();
    print(out, &retrieval::score(rows, &retrieval::answer(rows, model)?)?, clock)?;
    let clock = Instant::now();
    print(out, &selection::score(queries, &selection::answer(queries, model)?)?, clock)
}

/// K-means.
fn gather(out: &mut impl Write, model: &dyn Embed, rows: &[Labelled]) -> Result<()> {
    for (name, scale) in [("vectors as given", Scale::AsGiven), ("vectors of length 1", Scale::Unit)] {
        let clock = Instant::now();
        let answers = kmeans::answer(rows, model, scale, &kmeans::Settings::default(), SEEDS)?;
        let steps: Vec<usize> = answers.iter().map(|answer| answer.iterations).collect();
        writeln!(out, "  {name}, steps {steps:?}")?;
        print(out, &kmeans::score(rows, &answers)?, clock)?;
    }
    Ok(())
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
