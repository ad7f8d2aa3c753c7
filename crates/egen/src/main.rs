//! The command line: which question was asked, and how is the answer shown?

mod answer;
mod check;
mod choice;
mod cli;
mod corpus;
mod embed;
mod equal;
mod eval;
mod expand;
mod export;
mod formula;
mod graph;
mod input;
mod interrupt;
mod npy;
mod output;
mod parse;
mod progress;
mod renamed;
mod report;
mod reproduce;
mod resume;
mod rewrite;
mod rules;
mod score;
mod similar;
mod train;

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anstream::ColorChoice;
use anyhow::{Context, bail};
use clap::{CommandFactory, FromArgMatches};

use cli::{Cli, Color, Command};
use resume::Asked;

// Graphs and balls are made of many small pieces: an eighth of the instructions that make a corpus were those of the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// Done; for a comparison: equal.
    Fine = 0,
    /// Refuted, or no value.
    No = 1,
    /// Something could not be read or done.
    Trouble = 2,
    /// It could not be told.
    Unknown = 3,
}

impl Exit {
    /// The exit of a batch: trouble outweighs a refutation, which outweighs an unknown.
    fn and(self, other: Exit) -> Exit {
        let weight = |exit: Exit| match exit {
            Exit::Fine => 0,
            Exit::Unknown => 1,
            Exit::No => 2,
            Exit::Trouble => 3,
        };
        if weight(other) > weight(self) { other } else { self }
    }
}

fn main() -> ExitCode {
    match read_arguments().and_then(|(cli, asked)| run(cli, &asked)) {
        Ok(exit) => ExitCode::from(exit as u8),
        // A reader such as `head` that has seen enough is no trouble.
        Err(error) if is_broken_pipe(&error) => ExitCode::from(Exit::Fine as u8),
        Err(error) => {
            // Many errors say in their own words what their causes say; nothing is told twice.
            let texts = error.chain().map(ToString::to_string);
            let said = texts.reduce(|said, next| if said.contains(&next) { said } else { format!("{said}: {next}") });
            report::error(&said.unwrap_or_default());
            ExitCode::from(Exit::Trouble as u8)
        }
    }
}

/// What the arguments ask for; for a run that is resumed, with those that it was begun with.
fn read_arguments() -> anyhow::Result<(Cli, Asked)> {
    let mut command = Cli::command();
    // Short flags that every command has are known to each of them only then.
    command.build();
    let args = formula::set_apart(&command, env::args_os());
    let matches = match command.clone().try_get_matches_from(&args) {
        Ok(matches) => matches,
        Err(error) => match renamed::explain(&resume::path(&command, &args), &error) {
            Some(message) => bail!(message),
            None => error.exit(),
        },
    };
    let (asked, matches) = Asked::recall(&command, matches)?;
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    Ok((cli, asked))
}

fn run(cli: Cli, asked: &Asked) -> anyhow::Result<Exit> {
    let look = cli.look;
    match look.color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    }
    .write_global();
    if look.quiet {
        report::be_quiet();
    }
    log(look.verbose);
    match cli.command {
        Command::Parse(args) => parse::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Equal(args) => equal::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Expand(args) => expand::run_expand(&args),
        Command::Count(args) => expand::run_count(&args),
        Command::Graph(args) => graph::run(&args),
        Command::Corpus(args) => corpus::run(&args, asked),
        Command::Embed(args) => embed::run(&args),
        Command::Similar(args) => similar::run(&args),
        Command::Rewrite(args) => rewrite::run(&args),
        Command::Train(args) => train::run(&args, asked),
        Command::Export(args) => export::run(&args),
        Command::Score(args) => score::run(&args),
        Command::Reproduce(args) => reproduce::run(&args, asked),
        Command::Rules(args) => rules::run(&args),
        Command::Completions { shell } => completions(shell),
        Command::Man { out } => man(out.as_deref()),
    }
}

/// What the libraries tell of their work goes to standard error if EGEN_LOG names a level (info, debug, trace); most of it is `debug`.
fn log(verbose: bool) {
    let level = match env::var("EGEN_LOG") {
        Ok(level) => level,
        Err(_) if verbose => "debug".to_string(),
        Err(_) => return,
    };
    match level.parse() {
        Ok(level) => env_logger::Builder::new().filter_level(level).init(),
        Err(_) => report::note(&format!("EGEN_LOG={level} is no level: write error, warn, info, debug or trace")),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe))
}

fn completions(shell: clap_complete::Shell) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "egen", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Exit::Fine)
}

/// The page of the command itself, or a page for each subcommand in a folder.
fn man(out: Option<&Path>) -> anyhow::Result<Exit> {
    match out {
        None => clap_mangen::Man::new(Cli::command()).render(&mut io::stdout().lock())?,
        Some(dir) => {
            let written = fs::create_dir_all(dir).and_then(|()| clap_mangen::generate_to(Cli::command(), dir));
            written.with_context(|| format!("cannot write to {}", dir.display()))?;
        }
    }
    Ok(Exit::Fine)
}
