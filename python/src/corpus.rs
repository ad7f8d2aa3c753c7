//! Corpora: how are they made, read, and drawn from?

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, RwLock};

use egen::egen_corpus::card;
use egen::egen_corpus::cluster::Settings;
use egen::egen_corpus::export::{self, To, What};
use egen::egen_corpus::generate::{self as making, GenerateError, Generated, Job};
use egen::egen_corpus::pairs::Weight;
use egen::egen_corpus::plan::{plan, spread};
use egen::egen_corpus::store::{Corpus, StoreError};
use egen::egen_corpus::template::{Preset, TemplateSet};
use egen::egen_graph::bounds::Bounds;
use egen::{Expr, Form};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::error::{CorpusError, EgenError};
use crate::given::column;
use crate::run::{Threads, pool, run, watched};

fn trouble(error: impl std::fmt::Display) -> PyErr {
    CorpusError::new_err(error.to_string())
}

/// The keywords of `egen.corpus.generate`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Wanted {
    out: PathBuf,
    preset: String,
    name: String,
    limit: Option<usize>,
    members: u32,
    max_tokens: u32,
    max_number: u64,
    plain_share: f64,
    part_share: f64,
    seed: u64,
    threads: Threads,
    shard: Option<(u32, u32)>,
    resume: bool,
}

impl Wanted {
    fn settings(&self) -> PyResult<Settings> {
        let share = |name: &str, share: f64| {
            let within = (0.0..=1.0).contains(&share);
            within.then_some(share).ok_or_else(|| PyValueError::new_err(format!("{name} is a number from 0 to 1")))
        };
        if !(1..=100_000).contains(&self.members) || !(1..=60).contains(&self.max_tokens) || self.max_number == 0 {
            return Err(PyValueError::new_err(
                "members is from 1 to 100000, max_tokens from 1 to 60, and max_number at least 1",
            ));
        }
        let usual = Settings::default();
        Ok(Settings {
            members: self.members,
            bounds: Bounds { max_tokens: self.max_tokens, max_number: Some(self.max_number), ..usual.bounds },
            plain_share: share("plain_share", self.plain_share)?,
            part_share: share("part_share", self.part_share)?,
            seed: self.seed,
            ..usual
        })
    }

    fn initials(&self, formulas: Option<&Bound<'_, PyAny>>, py: Python<'_>) -> PyResult<(String, Vec<Expr>)> {
        let Some(formulas) = formulas else {
            let preset = self.preset.parse::<Preset>().map_err(|error| PyValueError::new_err(error.to_string()))?;
            let set = run(py, || TemplateSet::builtin(preset))?.map_err(trouble)?;
            return Ok((preset.name().to_string(), set.expressions().map(|initial| initial.expr.clone()).collect()));
        };
        let given = column(formulas)?;
        let read = run(py, || given.iter().map(|one| one.read(None).map(|(expr, _)| expr)).collect::<Result<_, _>>())?;
        Ok((self.name.clone(), read.map_err(|refused| refused.raise(py))?))
    }
}

/// Rows, clusters and rejects, and what is to be warned of.
type Made = ((u64, u64, u64), Vec<String>);

/// Makes a corpus, and tells its rows, clusters and rejects, and what is missing of what was asked for. `progress` is called with the clusters that are done and their number.
#[pyfunction]
#[pyo3(name = "_generate")]
pub fn generate<'py>(
    py: Python<'py>,
    wanted: &Bound<'py, PyDict>,
    formulas: Option<&Bound<'py, PyAny>>,
    progress: &Bound<'py, PyAny>,
) -> PyResult<Made> {
    let wanted: Wanted = wanted.extract()?;
    let settings = wanted.settings()?;
    let (preset, mut initials) = wanted.initials(formulas, py)?;
    let given = initials.len();
    initials.retain(|expr| settings.bounds.admits(expr));
    if initials.is_empty() {
        return Err(CorpusError::new_err(match given {
            0 => "there are no formulas to make clusters of",
            _ => "no initial expression is within the bounds: allow more tokens or larger numbers",
        }));
    }
    let mut missing = Vec::new();
    // Of a preset nobody chose the expressions one by one.
    if formulas.is_some() && initials.len() < given {
        let (left_out, Wanted { max_tokens, max_number, .. }) = (given - initials.len(), &wanted);
        missing.push(format!(
            "{left_out} of {given} formulas were left out: longer than {max_tokens} tokens, or with a number above {max_number}"
        ));
    }
    let (done, all, progress) = (AtomicU64::new(0), AtomicU64::new(0), progress.clone().unbind());
    let work = |stop: &Arc<AtomicBool>| -> Result<Result<Made, String>, String> {
        let pool = pool(wanted.threads)?;
        let plan = pool.install(|| plan(spread(initials, wanted.limit)));
        let clusters = wanted.shard.map_or(plan.len(), |(_, shards)| plan.len().div_ceil(shards.max(1) as usize));
        all.store(clusters as u64, Ordering::Relaxed);
        let job = Job {
            dir: &wanted.out,
            plan: &plan,
            settings: &settings,
            preset,
            shard: wanted.shard,
            threads: wanted.threads.0,
            resume: wanted.resume,
            stop,
        };
        let made = making::generate(&job, egen::prover(), &|now| done.store(now.clusters, Ordering::Relaxed));
        let Generated { manifest, empty } = match made {
            Ok(made) => made,
            Err(GenerateError::Exists { dir }) => {
                return Ok(Err(format!(
                    "{dir} holds a corpus already: go on with it with resume=True, or choose another folder"
                )));
            }
            Err(error) => return Ok(Err(error.to_string())),
        };
        let about = card::about(&manifest);
        let published = pool.install(|| card::publish(&wanted.out, &manifest, &about, &mut |_| {}));
        if !empty.is_empty() {
            let reasons = making::reasons(&empty);
            missing.push(format!("no cluster for {}, which cannot be verified: {reasons}", empty.len()));
        }
        let made = (manifest.rows, manifest.clusters, manifest.rejects);
        Ok(published.map(|_| (made, missing)).map_err(|error| error.to_string()))
    };
    let told =
        |py: Python<'_>| progress.call1(py, (done.load(Ordering::Relaxed), all.load(Ordering::Relaxed))).map(drop);
    let made = watched(py, work, told)?.map_err(EgenError::new_err)?;
    told(py)?;
    made.map_err(CorpusError::new_err)
}

/// The files of a split of a corpus in their order, the number of their rows, and the names of all splits.
#[pyfunction]
#[pyo3(name = "_files")]
pub fn files(py: Python<'_>, path: PathBuf, split: &str) -> PyResult<(Vec<PathBuf>, u64, Vec<String>)> {
    let opened = run(py, || {
        let corpus = Corpus::open(&path)?;
        let (files, rows) = (corpus.files(split)?.to_vec(), corpus.count(split)?);
        Ok((files, rows, corpus.splits().map(String::from).collect()))
    })?;
    opened.map_err(|error: StoreError| trouble(error))
}

/// Pairs or triplets of a split, each a function of its number and the seed.
#[pyclass(frozen, module = "egen._egen", name = "_Examples")]
pub struct Examples(RwLock<export::Examples>);

#[pymethods]
impl Examples {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "the keywords of the function of Python")]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        split: String,
        hard: Option<f64>,
        form: &str,
        limit: Option<u64>,
        even: bool,
        seed: u64,
    ) -> PyResult<Examples> {
        if hard.is_some_and(|hard| !(0.0..=1.0).contains(&hard)) {
            return Err(PyValueError::new_err("hard is a number from 0 to 1"));
        }
        let settings = export::Settings {
            split,
            to: To::Text,
            what: hard.map_or(What::Pairs, |hard| What::Triplets { hard }),
            form: form.parse::<Form>().map_err(|error| PyValueError::new_err(error.to_string()))?,
            limit,
            weight: if even { Weight::Clusters } else { Weight::Pairs },
            seed,
        };
        let opened = run(py, || read(&path, settings))?;
        Ok(Examples(RwLock::new(opened.map_err(CorpusError::new_err)?)))
    }

    fn __len__(&self) -> PyResult<usize> {
        usize::try_from(self.0.read().map_err(trouble)?.count()).map_err(trouble)
    }

    /// The same ones in the order of another seed.
    fn reseed(&self, seed: u64) -> PyResult<()> {
        self.0.write().map_err(trouble)?.reseed(seed);
        Ok(())
    }

    /// The examples of some numbers: tuples of two or three texts.
    fn take<'py>(&self, py: Python<'py>, numbers: Vec<u64>) -> PyResult<Bound<'py, PyList>> {
        let taken = run(py, || -> Result<Vec<export::Example>, String> {
            let examples = self.0.read().map_err(|error| error.to_string())?;
            if let Some(number) = numbers.iter().find(|&&number| number >= examples.count()) {
                return Err(format!("there is no example {number}: there are {}", examples.count()));
            }
            numbers.iter().map(|&number| examples.example(number).map_err(|error| error.to_string())).collect()
        })?;
        let list = PyList::empty(py);
        for example in taken.map_err(CorpusError::new_err)? {
            match example.negative {
                Some(negative) => list.append((example.anchor, example.positive, negative))?,
                None => list.append((example.anchor, example.positive))?,
            }
        }
        Ok(list)
    }
}

fn read(path: &Path, settings: export::Settings) -> Result<export::Examples, String> {
    let corpus = Corpus::open(path).map_err(|error| error.to_string())?;
    export::Examples::read(&corpus, settings).map_err(|error| error.to_string())
}
