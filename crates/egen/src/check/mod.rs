//! `egen check`: is each step of a derivation right, and what went wrong where it is not?

mod cues;
mod judged;
mod page;
mod show;
mod source;
mod tally;

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use egen_check::{Divided, Row};

use crate::cli::{JudgeArgs, ReadArgs};
use crate::progress::Late;
use crate::{Exit, report};
use cues::CueFiles;
use judged::judged;
use page::Page;
use show::Show;
use source::Source;
use tally::Tally;

pub const EXAMPLES: &str = "\
Examples:
  egen check solution.tex                           an align environment, or a formula a line
  printf 'x^2 = 2x\\nx = 2\\n' | egen check           which solutions are lost, or gained?
  egen check homework/*.md                          several files, one after the other
  egen check homework/*.md --report homework.html   a page to read or to print
  egen check homework.txt --assume 'x > 0' --jsonl  an object a row
  egen check huiswerk.txt --cues nl.cues            another language: docs/book/src/cues.md

A line is an expression that equals the one before it, or a chain a = b = c; a line that \
starts with = takes up the one before. An equation or an inequality must keep the solutions \
of the lines before it, which are facts: x + y = 5, x = 3, y = 2. Words are skipped, and said \
to be; a line that claims something and is not understood is named at the end. Blank lines \
separate problems of formulas alone; among words a problem lasts until a new one is announced. \
# and % start comments.

Exit status: 0 every step holds, 1 one is refuted or loses solutions, 2 trouble (a file that \
cannot be read, an argument, a file without steps), 3 neither, but one is unknown or gains \
solutions, or a line was not understood.";

#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Files with derivations; `-`, or none, reads standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub judge: JudgeArgs,
    #[command(flatten)]
    pub cues: CueFiles,
    /// Answer with a JSON object a row
    #[arg(long)]
    pub jsonl: bool,
    /// Also write what was found to an HTML page that needs nothing else
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Threads, at most 1,024; 0 takes all cores
    #[arg(long, default_value_t = 0, value_parser = crate::cli::threads())]
    pub threads: usize,
}

/// Why a row has its verdict, for a person. Words that claim nothing need no reason.
fn reason(row: &Row) -> &str {
    match row.is_understood() {
        None => "",
        Some(false) if row.error.is_none() => "not understood, and so not judged",
        _ => &row.finding.reason,
    }
}

pub fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    let judge = args.judge.judge()?;
    let cues = args.cues.load()?;
    let sources = Source::all(&args.files)?;
    // What cannot be written is said before any work is done.
    let mut page = args.report.as_deref().map(|path| Page::create(path, &sources)).transpose()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let (options, several) = (args.read.options(), sources.len() > 1);
    let (mut tally, mut show) = (Tally::new(), Show::new(args.jsonl, several));
    let progress = Late::new(None, "{spinner} {pos} lines, {per_sec}, {elapsed}");
    for source in &sources {
        tally.begin(source.name());
        show.begin(source);
        page.iter_mut().for_each(|page| page.begin(source));
        let text = match source.read() {
            Ok(text) => text,
            Err(error) => {
                let message = format!("{error:#}");
                tally.trouble();
                show.trouble(&message)?;
                page.iter_mut().for_each(|page| page.trouble(&message));
                continue;
            }
        };
        pool.install(|| {
            let divided = Divided::with_cues(&text, &options, &cues);
            judged(&divided, &judge, &progress, |rows, more| {
                let first = rows.iter().map(|row| tally.take(row)).min().unwrap_or(0);
                page.iter_mut().for_each(|page| page.rows(rows, first));
                progress.bar.suspend(|| show.rows(rows, more))
            })
        })?;
        if tally.is_empty() {
            const NONE: &str = "no steps found: expected an expression a line, or a chain a = b = c";
            tally.trouble();
            show.trouble(&if several { format!("{}: {NONE}", source.name()) } else { NONE.to_string() })?;
            page.iter_mut().for_each(|page| page.trouble(NONE));
        }
    }
    progress.bar.finish_and_clear();
    let assumed = &judge.settings.assumptions;
    let assumed = if assumed.is_empty() { String::new() } else { format!(", for {assumed}") };
    show.summary(&tally, &assumed)?;
    if let Some(page) = page {
        let path = args.report.as_deref().expect("the page has a path");
        page.finish(&tally, &assumed).with_context(|| format!("cannot write {}", path.display()))?;
        report::hint(&format!("the report is in {}", path.display()));
    }
    Ok(tally.exit)
}
