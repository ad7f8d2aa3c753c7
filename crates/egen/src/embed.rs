//! `egen embed`: which vectors do formulas get?

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use egen_corpus::store::{Draft, Embedded, VectorWriter};
use egen_math::Expr;
use egen_model::Encoder;
use egen_model::embedder::{By, Embedder, Vectors};
use egen_read::read::{Options, ReadError, Refusal, read_one};
use egen_weights::Shipped;
use rayon::prelude::*;
use serde::Serialize;

use crate::cli::ReadArgs;
use crate::npy::NpyWriter;
use crate::progress::Late;
use crate::{Exit, input};

pub const EXAMPLES: &str = "\
Examples:
  egen embed 'sin(2x)'                                    an object with both vectors
  egen embed - < formulas.txt > vectors.jsonl             a formula a line, any notation
  egen embed - --to npy --out vectors.npy < formulas.txt  a matrix of meanings for NumPy
  egen embed - --to parquet --out vectors.parquet < formulas.txt
  egen embed 'x^2' --by shape --to npy --out x.npy
  egen embed -- '-x'                                      after --, what begins with a minus

Every formula gets two vectors of length 1: meaning, in which equal formulas lie together, and shape, which knows how they are
written. The cosine of two of them is how near they are. A formula that cannot be read gets an error in its place, and the rest
goes on; in a matrix its row is NaN.

Exit status: 0 done, 2 if something could not be read or there was nothing.";

#[derive(Args, Debug)]
pub struct EmbedArgs {
    /// The formulas; `-` reads one a line from standard input
    #[arg(value_name = "EXPR", required = true)]
    pub exprs: Vec<String>,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub model: ModelArgs,
    /// What is written: an object a line, a NumPy matrix, or a Parquet table
    #[arg(long, value_enum, default_value = "jsonl")]
    pub to: To,
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
    /// The model of meanings: a file of `egen train`, or one that comes with egen (wide, values, symbols, seq2seq, cl-mean, cl-max)
    #[arg(long, value_name = "NAME|FILE", default_value = "wide")]
    pub model: String,
}

impl ModelArgs {
    /// The embedder with the model that is named.
    pub fn embedder(&self) -> anyhow::Result<Embedder> {
        Ok(Embedder::new(load(&self.model)?, Shipped::Seq2Seq.encoder()?))
    }
}

/// A model by its name or from its file.
pub fn load(model: &str) -> anyhow::Result<Encoder> {
    if let Some(shipped) = Shipped::from_name(model) {
        return Ok(shipped.encoder()?);
    }
    Encoder::load(Path::new(model)).with_context(|| {
        let names: Vec<&str> = Shipped::ALL.into_iter().map(Shipped::name).collect();
        format!("cannot read the model {model} (egen has {})", names.join(", "))
    })
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum To {
    Jsonl,
    Npy,
    Parquet,
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
const CHUNK: usize = 1024;

/// What became of one formula.
struct Answer {
    input: String,
    vectors: Result<Vectors, ReadError>,
}

pub fn run(args: &EmbedArgs) -> anyhow::Result<Exit> {
    let embedder = args.model.embedder()?;
    let mut sink = Sink::open(args, &embedder)?;
    let options = args.read.options();
    let progress = Late::new(None, "{spinner} {human_pos} formulas, {per_sec}, {elapsed}");
    let (mut exit, mut any) = (Exit::Fine, false);
    let mut lines: Box<dyn Iterator<Item = anyhow::Result<String>>> = match args.exprs.as_slice() {
        [only] if only == "-" => Box::new(input::lines(Path::new("-"))?),
        all => Box::new(all.iter().cloned().map(Ok)),
    };
    loop {
        let chunk: Vec<String> = lines.by_ref().take(CHUNK).collect::<anyhow::Result<_>>()?;
        if chunk.is_empty() {
            break;
        }
        any = true;
        progress.tick();
        progress.bar.inc(chunk.len() as u64);
        let answers = embed(chunk, &options, &embedder);
        if answers.iter().any(|answer| answer.vectors.is_err()) {
            exit = Exit::Trouble;
        }
        sink.write(answers, args.by.by())?;
    }
    progress.bar.finish_and_clear();
    if !any {
        bail!("there is no formula on standard input");
    }
    sink.finish()?;
    Ok(exit)
}

/// Reads and embeds some texts.
fn embed(texts: Vec<String>, options: &Options, embedder: &Embedder) -> Vec<Answer> {
    let read: Vec<Result<Expr, ReadError>> =
        texts.par_iter().map(|text| read_one(text, options).map(|(expr, _)| expr)).collect();
    let exprs: Vec<Expr> = read.iter().flatten().cloned().collect();
    let mut embedded = embedder.embed(&exprs).into_iter();
    let answers = texts.into_iter().zip(read).map(|(input, read)| {
        let vectors = read.and_then(|_| {
            let vectors = embedded.next().expect("a result for each expression");
            vectors.map_err(|error| ReadError::new(0..input.len(), Refusal::Outside(error.to_string())))
        });
        Answer { input, vectors }
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
    fn open(args: &EmbedArgs, embedder: &Embedder) -> anyhow::Result<Sink> {
        Ok(match (args.to, &args.out) {
            (To::Jsonl, None) => Sink::Lines(Box::new(BufWriter::new(io::stdout().lock()))),
            (To::Jsonl, Some(path)) => {
                let file = Draft::create(path).with_context(|| format!("cannot write {}", path.display()))?;
                Sink::File(Box::new(BufWriter::new(file)), path.clone())
            }
            (To::Npy | To::Parquet, None) => bail!("--to npy and --to parquet need a file: --out FILE"),
            (To::Npy, Some(path)) => Sink::Matrix(Box::new(NpyWriter::create(path, embedder.width(args.by.by()))?)),
            (To::Parquet, Some(path)) => {
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
                let row = |Answer { input, vectors }: Answer| Embedded {
                    input,
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
enum Line<'a> {
    Embedded { input: &'a str, meaning: &'a [f32], shape: &'a [f32] },
    Refused { input: &'a str, error: String, at: usize },
}

fn line(answer: &Answer) -> Line<'_> {
    let input = &answer.input;
    match &answer.vectors {
        Ok(Vectors { meaning, shape }) => Line::Embedded { input, meaning, shape },
        Err(error) => Line::Refused { input, error: error.message(), at: error.at.start },
    }
}
