//! `egen check`: is each step of a derivation right, and what went wrong where it is not?

mod show;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use egen_check::{Checker, Item, Judge, Reader, Row};
use rayon::prelude::*;

use crate::cli::{JudgeArgs, ReadArgs};
use crate::progress::Late;
use crate::{Exit, input, report};
use show::Show;

pub const EXAMPLES: &str = "\
Examples:
  egen check solution.tex                           an align environment, or a formula a line
  printf 'x^2 = 2x\\nx = 2\\n' | egen check           which solutions are lost, or gained?
  egen check homework.txt --assume 'x > 0' --jsonl  an object a line

A line is an expression that equals the one before it, or a chain a = b = c; a line that
starts with = takes up the one before. An equation or an inequality must keep the solutions
of the lines before it, which are facts: x + y = 5, x = 3, y = 2. Words are skipped, and said
to be. Blank lines separate derivations of formulas alone; among words a derivation lasts until
a new problem is announced. # and % start comments.

Exit status: 0 every step holds, 1 one is refuted or loses solutions, 2 trouble,
3 neither, but one is unknown or gains solutions.";

#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The file with the derivation; `-` reads standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub judge: JudgeArgs,
    /// Answer with a JSON object a line of the derivation
    #[arg(long)]
    pub jsonl: bool,
    /// Threads, at most 1,024; 0 takes all cores
    #[arg(long, default_value_t = 0, value_parser = crate::cli::threads())]
    pub threads: usize,
}

/// Lines are read and judged in chunks, so that memory stays bounded and the order is kept.
const CHUNK: usize = 256;

pub fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    let judge = args.judge.judge()?;
    let stdin = args.file == Path::new("-");
    if stdin && io::stdin().is_terminal() {
        report::hint("type a derivation, a formula a line; end it with Ctrl-D");
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let mut lines = input::lines(&args.file)?.enumerate();
    let mut reader = Reader::new(args.read.options());
    let mut show = Show::new(args.jsonl, (!stdin).then(|| args.file.display().to_string()));
    let progress = Late::new(None, "{spinner} {pos} lines, {per_sec}, {elapsed}");
    // The derivation that the last chunk did not end.
    let mut open = Checker::new(&judge);
    loop {
        let mut items = Vec::new();
        let mut end = None;
        while end.is_none() && items.len() < CHUNK {
            match lines.next() {
                Some((at, Ok(line))) => reader.line(at + 1, &line, &mut items),
                // What was read before a line that cannot be read is answered first.
                Some((_, Err(error))) => end = Some(Err(error)),
                None => {
                    reader.finish(&mut items);
                    end = Some(Ok(()));
                }
            }
        }
        let mut rows = pool.install(|| judged(&judge, &mut open, items, &progress));
        if end.is_some() {
            rows.extend(open.end());
        }
        progress.bar.suspend(|| show.rows(&rows))?;
        if let Some(end) = end {
            progress.bar.finish_and_clear();
            end?;
            break;
        }
    }
    let assumed = &judge.settings.assumptions;
    let assumed = if assumed.is_empty() { String::new() } else { format!(", for {assumed}") };
    Ok(show.summary(&assumed)?)
}

/// Judges derivations side by side: the first goes on with what is open, and the last stays open.
fn judged<'a>(judge: &'a Judge, open: &mut Checker<'a>, items: Vec<Item>, progress: &Late) -> Vec<Row> {
    let mut rows = Vec::new();
    let groups: Vec<&[Item]> = items.chunk_by(|a, b| a.derivation == b.derivation).collect();
    let Some((first, rest)) = groups.split_first() else { return rows };
    let done = |group: &[Item]| {
        progress.bar.inc(group.len() as u64);
        progress.tick();
    };
    rows.extend(open.take(first.iter().cloned()));
    done(first);
    if rest.is_empty() {
        return rows;
    }
    rows.extend(open.end());
    let found: Vec<(Vec<Row>, Checker<'a>)> = rest
        .par_iter()
        .map(|group| {
            let mut checker = Checker::new(judge);
            let rows = checker.take(group.iter().cloned());
            done(group);
            (rows, checker)
        })
        .collect();
    let last = found.len() - 1;
    for (at, (group, mut checker)) in found.into_iter().enumerate() {
        rows.extend(group);
        if at == last {
            *open = checker;
        } else {
            rows.extend(checker.end());
        }
    }
    rows
}
