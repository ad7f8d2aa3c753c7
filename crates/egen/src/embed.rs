//! `egen embed`: which vectors do formulas get?

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use egen_corpus::store::{Draft, Embedded, VectorWriter};
use egen_math::Expr;
use egen_model::embedder::{By, Embedder, Vectors};
use egen_model::{Encoder, TokenError};
use egen_read::read::{ReadError, Refusal};
use egen_weights::Shipped;
use rayon::prelude::*;
use serde::Serialize;

use crate::cli::ReadArgs;
use crate::formula::formula;
use crate::input::{Batch, Entry, Reader};
use crate::npy::NpyWriter;
use crate::progress::Late;
use crate::{Exit, choice, output, report};

pub const EXAMPLES: &str = "\
Examples:
  egen embed 'sin(2x)'                                    an object with both vectors
  egen embed - < formulas.txt > vectors.jsonl             a formula a line, any notation
  egen embed - --out vectors.npy < formulas.txt           a matrix of meanings for NumPy
  egen embed - --out vectors.parquet < formulas.txt
  egen embed 'x^2' --by shape --out x.npy

Every formula gets two vectors of length 1: meaning, in which equal formulas lie together, and shape, which knows how they are \
written. The cosine of two of them is how near they are. A formula that cannot be read gets an error in its place, and the rest \
goes on. In a matrix its row is NaN, and in a table it has an error and no vector; both are reported with their lines.

Exit status: 0 done, 2 if something could not be read or there was nothing.";

#[derive(Args, Debug)]
pub struct EmbedArgs {
    /// The formulas; `-` reads one a line from standard input
    #[arg(value_name = "EXPR", required = true, value_parser = formula)]
    pub exprs: Vec<String>,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub model: ModelArgs,
    /// What is written: an object a line, a NumPy matrix, or a Parquet table [default: by the extension of the file, else jsonl]
    #[arg(long, value_enum)]
    pub format: Option<VectorFormat>,
    /// The file to write to; standard output if there is none
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Which vector a matrix holds
    #[arg(long, value_enum, default_value = "meaning")]
    pub by: ByArg,
}

/// Which model is asked.
#[derive(Args, Debug)]
pub struct ModelArgs {
    /// The model of meanings: one that comes with egen, or a file or folder of `egen train`
    #[arg(long, value_name = "NAME|PATH", default_value = "wide", value_parser = choice::model())]
    pub model: String,
}

impl ModelArgs {
    /// The embedder with the model that is named.
    pub fn embedder(&self) -> anyhow::Result<Embedder> {
        Ok(Embedder::new(load(&self.model)?, Shipped::Seq2Seq.encoder()?))
    }
}

/// The file of a model: itself, or the one in the folder of a run.
pub fn file(path: &Path) -> PathBuf {
    if path.is_dir() { path.join("model.safetensors") } else { path.into() }
}

/// A model by its name, from its file or from the folder of its run.
pub fn load(model: &str) -> anyhow::Result<Encoder> {
    if let Some(shipped) = Shipped::from_name(model) {
        return Ok(shipped.encoder()?);
    }
    Encoder::load(&file(Path::new(model))).with_context(|| {
        let names: Vec<&str> = Shipped::ALL.into_iter().map(Shipped::name).collect();
        format!("cannot read the model {model} (egen has {})", names.join(", "))
    })
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorFormat {
    Jsonl,
    Npy,
    Parquet,
}

impl VectorFormat {
    /// Does it show nothing to a person?
    fn is_binary(self) -> bool {
        self != VectorFormat::Jsonl
    }
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum ByArg {
    /// What a formula means: equal ones lie together
    Meaning,
    /// How it is written
    Shape,
    /// Both, with the same weight
    Both,
}

impl ByArg {
    pub fn by(self) -> By {
        match self {
            ByArg::Meaning => By::Meaning,
            ByArg::Shape => By::Shape,
            ByArg::Both => By::Both,
        }
    }
}

/// Formulas are read and embedded in chunks, so that memory stays bounded.
pub const CHUNK: usize = 1024;

/// What became of one formula.
pub struct Answer {
    pub entry: Entry,
    pub vectors: Result<Vectors, ReadError>,
    /// What was read, if it could be.
    pub expr: Option<Expr>,
}

pub fn run(args: &EmbedArgs) -> anyhow::Result<Exit> {
    let embedder = args.model.embedder()?;
    let format = output::format(args.format, args.out.as_deref(), VectorFormat::Jsonl)?;
    let mut sink = Sink::open(args, format, &embedder)?;
    let mut batch = Batch::of_arguments(&args.exprs, args.read.options())?;
    let progress = Late::new(None, "{spinner} {human_pos} formulas, {per_sec}, {elapsed}");
    let (mut rows, mut without) = (0, 0);
    loop {
        let chunk = batch.chunk(CHUNK)?;
        if chunk.is_empty() {
            break;
        }
        rows += chunk.len();
        progress.tick();
        progress.bar.inc(chunk.len() as u64);
        let answers = embed(chunk, &batch.reader, &embedder);
        without += answers.iter().filter(|answer| answer.vectors.is_err()).count();
        if format.is_binary() {
            progress.bar.suspend(|| answers.iter().for_each(report_refused));
        }
        sink.write(answers, args.by.by())?;
    }
    progress.bar.finish_and_clear();
    if rows == 0 {
        bail!("there is no formula on standard input");
    }
    sink.finish()?;
    if without == 0 {
        return Ok(Exit::Fine);
    }
    if format.is_binary() {
        let what = if format == VectorFormat::Npy { "are NaN" } else { "have an error and no vector" };
        report::error(&format!("{without} of {rows} rows {what}: their formulas could not be read"));
    }
    Ok(Exit::Trouble)
}

/// Says why a formula has no vector.
fn report_refused(Answer { entry, vectors, .. }: &Answer) {
    if let Err(error) = vectors {
        report::read_error(&entry.text, error, &entry.whence());
    }
}

/// Reads and embeds some texts.
pub fn embed(entries: Vec<Entry>, reader: &Reader, embedder: &Embedder) -> Vec<Answer> {
    let read: Vec<Result<Expr, ReadError>> = entries.par_iter().map(|entry| reader.read_one(&entry.text)).collect();
    let exprs: Vec<Expr> = read.iter().flatten().cloned().collect();
    let mut embedded = embedder.embed(&exprs).into_iter();
    let answers = entries.into_iter().zip(read).map(|(entry, read)| match read {
        Ok(expr) => {
            let vectors = embedded.next().expect("a result for each expression");
            let refused = |error: TokenError| ReadError::new(0..entry.text.len(), Refusal::Outside(error.to_string()));
            Answer { vectors: vectors.map_err(refused), entry, expr: Some(expr) }
        }
        Err(error) => Answer { entry, vectors: Err(error), expr: None },
    });
    answers.collect()
}

/// Where vectors go.
enum Sink {
    Lines(Box<dyn Write>),
    File(Box<BufWriter<Draft>>, PathBuf),
    Matrix(Box<NpyWriter>),
    Table(Box<VectorWriter>),
}

impl Sink {
    fn open(args: &EmbedArgs, format: VectorFormat, embedder: &Embedder) -> anyhow::Result<Sink> {
        Ok(match (format, &args.out) {
            (VectorFormat::Jsonl, None) => Sink::Lines(Box::new(BufWriter::new(io::stdout().lock()))),
            (VectorFormat::Jsonl, Some(path)) => {
                let file = Draft::create(path).with_context(|| format!("cannot write {}", path.display()))?;
                Sink::File(Box::new(BufWriter::new(file)), path.clone())
            }
            (VectorFormat::Npy | VectorFormat::Parquet, None) => bail!("a matrix and a table need a file: --out FILE"),
            (VectorFormat::Npy, Some(path)) => {
                Sink::Matrix(Box::new(NpyWriter::create(path, embedder.width(args.by.by()))?))
            }
            (VectorFormat::Parquet, Some(path)) => {
                let kinds = [("meaning", embedder.width(By::Meaning)), ("shape", embedder.width(By::Shape))];
                Sink::Table(Box::new(VectorWriter::create(path, &kinds)?))
            }
        })
    }

    fn write(&mut self, answers: Vec<Answer>, by: By) -> anyhow::Result<()> {
        match self {
            Sink::Lines(out) => write_lines(out, &answers)?,
            Sink::File(out, _) => write_lines(out, &answers)?,
            Sink::Matrix(out) => {
                for answer in answers {
                    out.row(answer.vectors.ok().map(|vectors| vectors.by(by).into_owned()))?;
                }
            }
            Sink::Table(out) => {
                let row = |Answer { entry, vectors, .. }: Answer| Embedded {
                    input: entry.text,
                    vectors: vectors.map(|v| vec![v.meaning, v.shape]).map_err(|error| error.message()),
                };
                out.write(&answers.into_iter().map(row).collect::<Vec<_>>())?;
            }
        }
        Ok(())
    }

    fn finish(self) -> anyhow::Result<()> {
        match self {
            Sink::Lines(mut out) => out.flush()?,
            Sink::File(out, path) => {
                let written = out.into_inner().map_err(|error| error.into_error()).and_then(Draft::finish);
                written.with_context(|| format!("cannot write {}", path.display()))?;
            }
            Sink::Matrix(out) => out.finish()?,
            Sink::Table(out) => out.finish()?,
        }
        Ok(())
    }
}

fn write_lines(out: &mut impl Write, answers: &[Answer]) -> anyhow::Result<()> {
    for answer in answers {
        writeln!(out, "{}", serde_json::to_string(&line(answer))?)?;
    }
    Ok(())
}

/// One line of JSON.
#[derive(Serialize)]
#[serde(untagged)]
enum VectorLine<'a> {
    Embedded { input: &'a str, meaning: &'a [f32], shape: &'a [f32] },
    Refused { input: &'a str, error: String, at: usize },
}

fn line(answer: &Answer) -> VectorLine<'_> {
    let input = &answer.entry.text;
    match &answer.vectors {
        Ok(Vectors { meaning, shape }) => VectorLine::Embedded { input, meaning, shape },
        Err(error) => VectorLine::Refused { input, error: error.message(), at: error.at.start },
    }
}
