//! `egen export`: what do PyTorch and other programs need of models and their training?

use std::collections::HashMap;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand, ValueEnum};
use egen_corpus::store::{Corpus, Draft};
use egen_math::Expr;
use egen_model::batch::KeptPoints;
use egen_model::store::Precision;
use egen_model::{Batch as Sequences, Encoder, Points, Sequence, Token, TokenError, encode};
use egen_read::read::ReadError;
use egen_train::Preset;
use egen_train::inputs::Tensors;
use egen_weights::Shipped;
use rayon::prelude::*;
use serde_json::json;

use crate::cli::ReadArgs;
use crate::embed::{self, ModelArgs};
use crate::formula::formula;
use crate::input::{Batch, Entry};
use crate::train::{self, WeightArg, choice as presets};
use crate::{Exit, choice, corpus, report};

pub const EXAMPLES: &str = "\
Examples:
  egen export model symbols --out symbols.safetensors
  egen export inputs --format text 'sin(t) - 12'                sub sin x1 12
  egen export batches split --preset small --limit 50 > batches.safetensors
  egen export vocabulary > vocabulary.jsonl";

const MODEL_EXAMPLES: &str = "\
Examples:
  egen export model symbols --out symbols.safetensors   the file of a model that comes with egen
  egen export model --preset small --seed 0 --out first.safetensors
      the weights that `egen train` begins with";

const INPUTS_EXAMPLES: &str = "\
Examples:
  egen export inputs --model wide - < formulas.txt > inputs.safetensors
  egen export inputs --format text 'sin(t) - 12'                sub sin x1 12

Tensors are safetensors files one after the other, each of which says how long it is: 1,024 formulas. Sequences lie one \
after the other; `lengths` says where each ends. A formula that cannot be read is reported, and has the length 0; as text it is an empty \
line.";

const BATCHES_EXAMPLES: &str = "\
Examples:
  egen export batches split --preset small --limit 50 > batches.safetensors
  egen export batches split --preset small --first 1 --stride 2 --limit 50 > second.safetensors
      what the second of two machines learns from

Tensors are safetensors files one after the other, each of which says how long it is: one batch. Sequences lie one \
after the other; `lengths` says where each ends.";

#[derive(Args, Debug)]
pub struct ExportArgs {
    #[command(subcommand)]
    command: ExportCommand,
}

#[derive(Subcommand, Debug)]
enum ExportCommand {
    /// Write the file of a model that comes with egen, or of one before training
    #[command(after_help = MODEL_EXAMPLES)]
    Model(WriteArgs),
    /// Write what a model reads of formulas, as tensors or as text
    #[command(after_help = INPUTS_EXAMPLES)]
    Inputs(InputsArgs),
    /// Write the batches that `egen train` learns from
    #[command(after_help = BATCHES_EXAMPLES)]
    Batches(BatchesArgs),
    /// Write the tokens that models read, a JSON object a line in the order of their numbers: the name in model files, the words in texts,
    /// how many arguments follow
    #[command(after_help = "Example:\n  egen export vocabulary > vocabulary.jsonl")]
    Vocabulary,
}

pub fn run(args: &ExportArgs) -> anyhow::Result<Exit> {
    match &args.command {
        ExportCommand::Model(args) => model(args),
        ExportCommand::Inputs(args) => inputs(args),
        ExportCommand::Batches(args) => batches(args),
        ExportCommand::Vocabulary => vocabulary(),
    }
}

#[derive(Args, Debug)]
struct WriteArgs {
    /// The model
    #[arg(value_name = "NAME", required_unless_present = "preset", value_parser = PossibleValuesParser::new(Shipped::ALL.map(Shipped::name)))]
    name: Option<String>,
    /// One before training: the name of a preset, or a file in TOML
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "name", value_parser = choice::training())]
    preset: Option<String>,
    /// Change a setting of the preset (may be repeated)
    #[arg(long = "set", value_name = "NAME=VALUE", requires = "preset")]
    set: Vec<String>,
    /// The seed of its weights
    #[arg(long, default_value_t = 0, requires = "preset")]
    seed: u64,
    /// The file to write to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn model(args: &WriteArgs) -> anyhow::Result<Exit> {
    let shown = || format!("cannot write {}", args.out.display());
    if let Some(name) = &args.preset {
        let Preset { model, .. } = presets::change(presets::preset(name)?, &args.set)?;
        let bytes = Encoder::untrained(model, args.seed).to_bytes(Precision::Single)?;
        Draft::publish(&args.out, &bytes).with_context(shown)?;
        return Ok(Exit::Fine);
    }
    let name = args.name.as_deref().expect("clap asks for it unless --preset is given");
    let shipped = Shipped::from_name(name).expect("it is one of their names");
    Draft::publish(&args.out, shipped.bytes()).with_context(shown)?;
    Ok(Exit::Fine)
}

#[derive(Args, Debug)]
struct InputsArgs {
    /// The formulas; `-` reads one a line from standard input
    #[arg(value_name = "EXPR", required = true, value_parser = formula)]
    exprs: Vec<String>,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    model: ModelArgs,
    /// What is written to standard output
    #[arg(long, value_enum, default_value = "tensors")]
    format: InputFormat,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum InputFormat {
    /// Tokens, depths, arguments and values, with markers if the model reads them
    Tensors,
    /// The tokens as words, which tokenizer.json reads; the same for every model
    Text,
}

/// Formulas that are read together, so that memory stays bounded.
const CHUNK: usize = 1024;

/// A formula that cannot be read keeps its place: an empty line, or a sequence without tokens.
fn inputs(args: &InputsArgs) -> anyhow::Result<Exit> {
    let (encoder, points) = (embed::load(&args.model.model)?, Points::default());
    let config = encoder.config();
    let mut batch = Batch::of_arguments(&args.exprs, args.read.options())?;
    let mut out = BufWriter::new(io::stdout().lock());
    let mut exit = Exit::Fine;
    loop {
        let chunk = batch.chunk(CHUNK)?;
        if chunk.is_empty() {
            break;
        }
        let read = |entry: &Entry| batch.reader.read_one(&entry.text);
        match args.format {
            InputFormat::Text => {
                let tokens = |expr: &Expr| encode(expr, config.max_tokens);
                for found in chunk.par_iter().map(|entry| made(entry, read(entry), tokens)).collect::<Vec<_>>() {
                    let text = found.map(|tokens| tokens.text()).unwrap_or_else(|message| refuse(&mut exit, &message));
                    writeln!(out, "{text}")?;
                }
            }
            InputFormat::Tensors => {
                let sequence = |expr: &Expr| Sequence::new(expr, config, &points);
                let mut sequences = Sequences::new();
                for found in chunk.par_iter().map(|entry| made(entry, read(entry), sequence)).collect::<Vec<_>>() {
                    let sequence = found.unwrap_or_else(|message| refuse(&mut exit, &message));
                    sequences.push(&sequence, KeptPoints::ALL);
                }
                let mut tensors = Tensors::new();
                tensors.batch("", &sequences);
                out.write_all(&tensors.to_bytes(None)?)?;
            }
        }
        // Who asks formula by formula waits for each answer.
        out.flush()?;
    }
    Ok(exit)
}

/// What a model reads of a formula, or what is wrong with that formula.
fn made<T>(
    entry: &Entry,
    read: Result<Expr, ReadError>,
    make: impl Fn(&Expr) -> Result<T, TokenError>,
) -> Result<T, String> {
    let message = |why: String| format!("{}`{}`: {why}", entry.whence(), entry.text);
    make(&read.map_err(|error| message(error.to_string()))?).map_err(|error| message(error.to_string()))
}

/// Reports a formula that has no inputs, and gives what stands in its place.
fn refuse<T: Default>(exit: &mut Exit, message: &str) -> T {
    report::error(message);
    *exit = Exit::Trouble;
    T::default()
}

#[derive(Args, Debug)]
struct BatchesArgs {
    /// The corpora to train on
    #[arg(value_name = "CORPUS", required = true)]
    corpora: Vec<PathBuf>,
    /// The model and how it learns: the name of a preset, or a file in TOML
    #[arg(long, value_name = "NAME|FILE", default_value = "small", value_parser = choice::training())]
    preset: String,
    /// Change a setting of the preset (may be repeated)
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// The split to train on
    #[arg(long, default_value = "train")]
    split: String,
    /// The seed of the batches
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// What is drawn equally often [default: clusters for our loss, pairs for the paper's]
    #[arg(long, value_enum)]
    weight: Option<WeightArg>,
    /// The number of the first batch
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,
    /// How far the next one is: with several machines, their number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    stride: u64,
    /// So many batches; without end if it is left out
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<u64>,
}

fn batches(args: &BatchesArgs) -> anyhow::Result<Exit> {
    let preset = presets::change(presets::preset(&args.preset)?, &args.set)?;
    let corpora = args.corpora.iter().map(corpus::open).collect::<anyhow::Result<Vec<_>>>()?;
    let sources: Vec<(Corpus, &str)> = corpora.into_iter().map(|corpus| (corpus, args.split.as_str())).collect();
    let mut data = train::open(&sources, &preset.model, &preset.training)?;
    if let Some(weight) = args.weight {
        data = data.weighted(weight.into());
    }
    let entries = HashMap::from([(
        "egen-batch".to_string(),
        json!({
            "training": preset.training, "epoch": data.epoch(), "data": data.identity(),
        })
        .to_string(),
    )]);
    let mut out = BufWriter::new(io::stdout().lock());
    for number in 0..args.limit.unwrap_or(u64::MAX) {
        let mut tensors = Tensors::new();
        tensors.examples("", &data.batch(args.seed, args.first + number * args.stride));
        out.write_all(&tensors.to_bytes(Some(entries.clone()))?)?;
    }
    out.flush()?;
    Ok(Exit::Fine)
}

fn vocabulary() -> anyhow::Result<Exit> {
    let mut out = BufWriter::new(io::stdout().lock());
    for token in Token::all() {
        let words: Vec<String> = [token.word()].into_iter().chain(token.prefix_word().map(String::from)).collect();
        writeln!(out, "{}", json!({"name": token.to_string(), "words": words, "arguments": token.arity()}))?;
    }
    out.flush()?;
    Ok(Exit::Fine)
}
