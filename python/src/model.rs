//! Models: which vectors do formulas get?

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use egen::egen_model::Encoder;
use egen::egen_weights::Shipped;
use egen::{By, Embedder, Expr};
use numpy::{PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::error::{EgenError, ModelError};
use crate::given::{Given, Refused, column};
use crate::run::{Threads, caught, pool, run, watched};

/// Two models, ready to be asked; `egen.Model` wraps it.
#[pyclass(frozen, module = "egen._egen", name = "_Model")]
pub struct Model {
    embedder: Embedder,
    /// The name or the file that it was loaded by.
    #[pyo3(get)]
    name: String,
}

/// Formulas that are embedded together; between blocks Ctrl-C is looked for.
const BLOCK: usize = 128;

/// What became of a formula.
enum Row {
    Vector(Vec<f32>),
    Refused(Refused),
}

/// A model by its name or from its file.
#[pyfunction]
#[pyo3(name = "_load")]
pub fn load(py: Python<'_>, model: &str) -> PyResult<Model> {
    let loaded = run(py, || -> Result<Embedder, String> {
        let meaning = match Shipped::from_name(model) {
            Some(shipped) => shipped.encoder(),
            None => Encoder::load(Path::new(model)),
        };
        let names = || Shipped::ALL.map(Shipped::name).join(", ");
        let meaning =
            meaning.map_err(|error| format!("cannot read the model {model}: {error} (egen has {})", names()))?;
        let shape = Shipped::Seq2Seq.encoder().map_err(|error| error.to_string())?;
        Ok(pool(Threads(0))?.install(|| Embedder::new(meaning, shape)))
    })?;
    Ok(Model { embedder: loaded.map_err(ModelError::new_err)?, name: model.to_owned() })
}

#[pymethods]
impl Model {
    #[new]
    fn new() -> PyResult<Model> {
        Err(PyTypeError::new_err("use egen.load"))
    }

    /// How many numbers a vector has.
    #[pyo3(signature = (by = "meaning"))]
    fn width(&self, by: &str) -> PyResult<usize> {
        Ok(self.embedder.width(kind(by)?))
    }

    /// The vectors, a row each. Rows of formulas that cannot be read are NaN; with `strict` the first of them is raised.
    fn _encode<'py>(
        &self,
        py: Python<'py>,
        formulas: &Bound<'py, PyAny>,
        by: &str,
        strict: bool,
        threads: Threads,
        progress: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (by, formulas) = (kind(by)?, column(formulas)?);
        let width = self.embedder.width(by);
        let (done, progress) = (AtomicUsize::new(0), progress.clone().unbind());
        let work = |stop: &Arc<AtomicBool>| -> Result<(Vec<f32>, Option<Refused>), String> {
            let pool = pool(threads)?;
            let (mut flat, mut first) = (Vec::with_capacity(formulas.len() * width), None);
            for block in formulas.chunks(BLOCK) {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                for row in pool.install(|| self.rows(block, by))? {
                    match row {
                        Row::Vector(vector) => flat.extend(vector),
                        Row::Refused(refused) => {
                            flat.extend(std::iter::repeat_n(f32::NAN, width));
                            first.get_or_insert(refused);
                        }
                    }
                }
                if strict && first.is_some() {
                    break;
                }
                done.fetch_add(block.len(), Ordering::Relaxed);
            }
            Ok((flat, first))
        };
        let found = watched(py, work, |py| progress.call1(py, (done.load(Ordering::Relaxed),)).map(drop))?;
        let (flat, first) = found.map_err(EgenError::new_err)?;
        if let Some(refused) = first.filter(|_| strict) {
            return Err(refused.raise(py));
        }
        progress.call1(py, (formulas.len(),))?;
        numpy::PyArray1::from_vec(py, flat).reshape([formulas.len(), width])
    }
}

impl Model {
    fn rows(&self, block: &[Given], by: By) -> Result<Vec<Row>, String> {
        let read: Vec<Result<Expr, Refused>> =
            block.par_iter().map(|given| given.read(None).map(|(expr, _)| expr)).collect();
        let exprs: Vec<Expr> = read.iter().flatten().cloned().collect();
        let mut vectors = caught(|| self.embedder.embed_by(&exprs, by))?.into_iter();
        let rows = block.iter().zip(read).map(|(given, read)| match read {
            Err(refused) => Row::Refused(refused),
            Ok(_) => match vectors.next().expect("a result for each expression") {
                Ok(vector) => Row::Vector(vector),
                Err(error) => {
                    let text = given.text();
                    let why = egen::egen_read::read::Refusal::Outside(error.to_string());
                    let error = egen::ReadError::new(0..text.len(), why);
                    Row::Refused(Refused { error, text })
                }
            },
        });
        Ok(rows.collect())
    }
}

fn kind(by: &str) -> PyResult<By> {
    match by {
        "meaning" => Ok(By::Meaning),
        "shape" => Ok(By::Shape),
        "both" => Ok(By::Both),
        other => Err(PyValueError::new_err(format!("no vector is called `{other}`; there are meaning, shape, both"))),
    }
}
