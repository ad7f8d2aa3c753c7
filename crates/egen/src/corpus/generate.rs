//! `egen corpus generate`: how does one command make a corpus?

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use egen_corpus::cluster::{MAX_NUMBER, Settings};
use egen_corpus::generate::{self, GenerateError, Generated, Job, Progress};
use egen_corpus::part::Conditions;
use egen_corpus::plan::{plan, spread};
use egen_corpus::stats;
use egen_corpus::store::Manifest;
use egen_corpus::template::{Preset, TemplateSet};
use egen_graph::bounds::{Bounds, Length};
use egen_math::Expr;
use egen_read::read::read_one;
use indicatif::ProgressBar;
use serde::Serialize;

use super::{RESUME, advise_writer, card};
use crate::cli::{NameArgs, NotationArg, at_byte};
use crate::input::Batch;
use crate::interrupt::Interrupt;
use crate::resume::{Asked, Kept};
use crate::rules::RuleFiles;
use crate::{Exit, choice, input, progress, report, resume};

pub const EXAMPLES: &str = "\
Examples:
  egen corpus generate --preset paper --out corpus               about 5,000 clusters of 110
  egen corpus generate --preset paper --limit 100 --out small
  egen corpus generate --source formulas.txt --members 50 --out mine
  egen corpus generate --source formulas.txt --subdomain 't > 0' --subdomain-share 0.5 --out mine
  egen corpus generate --preset paper --max-number 99 --max-tokens 30 --out longer
  egen corpus generate --preset paper --style natural --out natural
      no sin(acos(x)), -(-x), 1/(1/x) and the like
  egen corpus generate --preset wide --shard 3/16 --out part-3   one of 16 independent parts
  egen corpus generate --out corpus --resume                     go on after an interruption

The same seed gives the same bytes, for any number of threads, also after --resume.";

#[derive(Args, Debug)]
pub struct GenerateArgs {
    /// The initial expressions: paper (about 5,000) or wide (50,000 and more)
    #[arg(long, value_name = "NAME", default_value = "paper", value_parser = choice::templates())]
    pub preset: Preset,
    /// Take the initial expressions from a file instead, one a line; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["preset", "templates"])]
    pub source: Option<PathBuf>,
    /// The notation of that file; auto decides for each line by its content
    #[arg(long, value_enum, value_name = "NOTATION", default_value = "auto", requires = "source")]
    pub from: NotationArg,
    #[command(flatten)]
    pub names: NameArgs,
    /// Take the templates of a file instead
    #[arg(long, value_name = "FILE", conflicts_with = "preset")]
    pub templates: Option<PathBuf>,
    /// The folder to write to
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Take this many initial expressions only, spread over all
    #[arg(short = 'n', long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub limit: Option<usize>,
    /// Members of a cluster
    #[arg(long, default_value_t = Settings::default().members, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub members: u32,
    /// The longest members, in tokens
    #[arg(long, value_name = "N", default_value_t = Settings::default().bounds.max_tokens, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub max_tokens: u32,
    /// How tokens are counted
    #[arg(long, value_enum, default_value = "model")]
    pub length: LengthArg,
    /// The greatest numerator and denominator; 0.25 is 1/4
    #[arg(long, value_name = "N", default_value_t = MAX_NUMBER, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_number: u64,
    /// Which members are drawn
    #[arg(long, value_enum, default_value = "mixed")]
    pub style: StyleArg,
    /// The share of natural members where the style is mixed [default: 0.5]
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    pub natural_share: Option<f64>,
    /// The share of members that is drawn from a graph on a subdomain, where more rules act
    #[arg(long, value_name = "SHARE", default_value_t = Settings::default().part_share, value_parser = parse_share)]
    pub subdomain_share: f64,
    /// Such a subdomain, for clusters with its variable, each of which takes one in turn (may be repeated) [default: 'x > 0',
    /// '-1 < x < 1' and 'x > 1']
    #[arg(long = "subdomain", value_name = "CONDITION", allow_hyphen_values = true, value_parser = parse_subdomain)]
    pub subdomains: Vec<Conditions>,
    /// The same seed gives the same corpus
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Threads, at most 1,024; 0 takes all cores
    #[arg(long, default_value_t = 0, value_parser = crate::cli::threads())]
    pub threads: usize,
    /// Make one of N independent parts only, numbered from 0
    #[arg(long, value_name = "i/N", value_parser = parse_shard)]
    pub shard: Option<(u32, u32)>,
    /// Go on with a run that was interrupted; what is not given is as it was
    #[arg(long)]
    pub resume: bool,
    #[command(flatten)]
    pub rules: RuleFiles,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum LengthArg {
    /// As the paper does and a model reads: a number is its sign and its digits, a fraction a division of two of them
    Model,
    /// As prefix notation is written: an integer is one token, a fraction three
    Prefix,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum StyleArg {
    /// Everything that the rules find
    Uniform,
    /// Only what a person might write: no trigonometric or hyperbolic function of an inverse one, no reverse of that, no
    /// ln(exp(x)), -(-x), a - (-b), 2*(-x), 1/(1/x)
    Natural,
    /// A share of natural ones, then everything
    Mixed,
}

fn parse_subdomain(text: &str) -> Result<Conditions, String> {
    text.parse().map_err(at_byte)
}

fn parse_share(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "expected a number from 0 to 1".to_string())
}

fn parse_shard(text: &str) -> Result<(u32, u32), String> {
    let wanted = || "expected i/N, such as 0/8".to_string();
    let (shard, shards) = text.split_once('/').ok_or_else(wanted)?;
    let (shard, shards): (u32, u32) = (shard.parse().map_err(|_| wanted())?, shards.parse().map_err(|_| wanted())?);
    match shards.checked_sub(1) {
        None => Err(format!("there are no 0 shards; {}", wanted())),
        Some(last) if shard > last => Err(format!("shards of {shards} are numbered from 0 to {last}")),
        Some(_) => Ok((shard, shards)),
    }
}

pub fn run(args: &GenerateArgs, asked: &Asked) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let settings = settings(args)?;
    let Initials { name, exprs: mut initials, lines } = initials(args)?;
    let read = initials.len();
    initials.retain(|expr| settings.bounds.admits(expr));
    let skipped = read - initials.len();
    if initials.is_empty() {
        bail!("none of the {read} initial expressions is within the bounds: raise --max-tokens or --max-number");
    }
    let initials = spread(initials, args.limit);
    let given = initials.len();
    let plan = plan(initials);
    let prover = args.rules.prover()?;
    let bar = clusters_bar(plan.len(), args.shard);
    let show = |done: Progress| {
        bar.set_position(done.clusters);
        bar.set_message(format!(", {} rows, {} rejects", done.rows, done.rejects));
    };
    let job = Job {
        dir: &args.out,
        plan: &plan,
        settings: &settings,
        preset: name,
        shard: args.shard,
        threads: args.threads,
        resume: args.resume,
        // An interruption ends the process, and the run can be taken up again.
        stop: &AtomicBool::new(false),
    };
    if !args.resume
        && let Some(_) = Manifest::read(&args.out)?
    {
        return Err(advice(GenerateError::Exists { dir: args.out.display().to_string() }));
    }
    Interrupt::told(format!("`{}` goes on", asked.again(&args.out)))?;
    let kept = asked.keep(&args.out, &[])?;
    let made = generate::generate(&job, &prover, &show);
    bar.finish_and_clear();
    // The flags of another corpus are not those of this one.
    let other = kept == Kept::Now && matches!(made, Err(GenerateError::Different { .. }));
    resume::forget(&args.out, made.is_ok() || other)?;
    let Generated { manifest, empty } = made.map_err(advice)?;
    write_lines(&args.out, &lines)?;
    let stats = card::publish(&args.out, &manifest, &card::about(&manifest))?;
    let mut out = io::stdout().lock();
    if let Some(stats) = stats {
        write!(out, "{}", stats::table(&stats))?;
    }
    if skipped > 0 {
        let Bounds { max_tokens, .. } = settings.bounds;
        let limits = format!("longer than {max_tokens} tokens, or with a number above {}", args.max_number);
        writeln!(out, "{skipped} of {read} initial expressions were left out: {limits}")?;
    }
    writeln!(out, "{} initial expressions are {} functions", given, plan.len())?;
    if !empty.is_empty() {
        writeln!(out, "no cluster for {}, which cannot be verified: {}", empty.len(), generate::reasons(&empty))?;
    }
    writeln!(
        out,
        "{} rows in {} clusters, {} candidates rejected, {:.1} s: {}",
        manifest.rows,
        manifest.clusters,
        manifest.rejects,
        started.elapsed().as_secs_f64(),
        args.out.display()
    )?;
    let refused = lines.iter().filter(|line| line.error.is_some()).count();
    if refused == 0 {
        return Ok(Exit::Fine);
    }
    report::error(&format!("{refused} lines could not be read and were left out; {NOTES} has them"));
    Ok(Exit::Trouble)
}

/// The error, with what to type.
fn advice(error: GenerateError) -> anyhow::Error {
    match error {
        GenerateError::Exists { dir } => {
            anyhow!("{dir} holds a corpus already: go on with it with --resume, or choose another folder")
        }
        GenerateError::Store(error) => advise_writer(error, RESUME),
        other => other.into(),
    }
}

/// The file beside the data that says which lines of `--source` were decided upon, and which could not be read.
const NOTES: &str = "notes.jsonl";

/// A line of `--source` that somebody may want to look at.
#[derive(Serialize)]
struct SourceLine {
    line: usize,
    input: String,
    notes: Vec<String>,
    error: Option<String>,
}

fn write_lines(dir: &Path, lines: &[SourceLine]) -> anyhow::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let mut text = String::new();
    for line in lines {
        text.push_str(&serde_json::to_string(line)?);
        text.push('\n');
    }
    let path = dir.join(NOTES);
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Where the initial expressions come from, and which they are.
struct Initials {
    name: String,
    exprs: Vec<Expr>,
    /// Lines that needed a note or could not be read.
    lines: Vec<SourceLine>,
}

fn settings(args: &GenerateArgs) -> anyhow::Result<Settings> {
    let usual = Settings::default();
    let length = match args.length {
        LengthArg::Model => Length::Model,
        LengthArg::Prefix => Length::Prefix,
    };
    let plain_share = match (args.style, args.natural_share) {
        (StyleArg::Mixed, share) => share.unwrap_or(usual.plain_share),
        (_, Some(_)) => bail!("--natural-share is for --style mixed: the other styles are all or nothing"),
        (StyleArg::Uniform, None) => 0.0,
        (StyleArg::Natural, None) => 1.0,
    };
    Ok(Settings {
        members: args.members,
        bounds: Bounds { max_tokens: args.max_tokens, length, max_number: Some(args.max_number) },
        plain_share,
        part_share: args.subdomain_share,
        parts: if args.subdomains.is_empty() { usual.parts } else { args.subdomains.clone() },
        seed: args.seed,
        ..usual
    })
}

fn initials(args: &GenerateArgs) -> anyhow::Result<Initials> {
    if let Some(path) = &args.source {
        return from_file(args, path);
    }
    let (name, set) = match &args.templates {
        Some(path) => (file_name(path), TemplateSet::parse(&path.display().to_string(), &input::text(path)?)?),
        None => (args.preset.name().to_string(), TemplateSet::builtin(args.preset)?),
    };
    let exprs = set.expressions().map(|initial| initial.expr.clone()).collect();
    Ok(Initials { name, exprs, lines: Vec::new() })
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Reads what can be read. A line that cannot is reported, and the rest goes on.
fn from_file(args: &GenerateArgs, path: &Path) -> anyhow::Result<Initials> {
    let (mut exprs, mut lines) = (Vec::new(), Vec::new());
    let Batch { entries, reader } = Batch::of_lines(path, args.names.options(args.from), |line| vec![line])?;
    for (entry, number) in entries.zip(1..) {
        let line = entry?.text;
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let whence = format!("{}:{number}: ", path.display());
        match reader.settle(|options| read_one(&line, options)) {
            Ok((expr, notes)) => {
                let notes = egen::json::notes(&notes);
                notes.iter().for_each(|note| report::note(&format!("{whence}{note}")));
                if !notes.is_empty() {
                    lines.push(SourceLine { line: number, input: line, notes, error: None });
                }
                exprs.push(expr);
            }
            Err(error) => {
                report::read_error(&line, &error, &whence);
                lines.push(SourceLine { line: number, input: line, notes: Vec::new(), error: Some(error.message()) });
            }
        }
    }
    if exprs.is_empty() {
        bail!("{} holds no expression that can be read", path.display());
    }
    Ok(Initials { name: file_name(path), exprs, lines })
}

pub fn clusters_bar(clusters: usize, shard: Option<(u32, u32)>) -> ProgressBar {
    let clusters = shard.map_or(clusters, |(_, shards)| clusters / shards as usize);
    progress::bar(Some(clusters as u64), "{bar:30} {pos} of {len} clusters ({per_sec}){msg}, {elapsed}, {eta} left")
}
