//! `egen corpus verify`: which rows of a corpus hold, where, and which do not?

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use egen_corpus::verify::{Checked, Outcome, Place, Settings, Summary, Verification, VerifyError};
use egen_math::Verdict;
use serde_json::{Value, json};

use crate::Exit;
use crate::answer::{GREEN, RED, YELLOW};
use crate::cli::ReadArgs;
use crate::progress::Late;

pub const EXAMPLES: &str = "\
Examples:
  egen corpus verify corpus   a folder that egen made, or one of its parquet files
  egen corpus verify clusters.txt
      blocks of lines; the first of a block is the initial expression
  egen corpus verify clusters.txt --jsonl
      an object for every row that does not hold, then a summary

A row holds if it equals the initial expression of its cluster wherever both are defined. Of egen's own corpora the \
checksums and the columns are checked too.

Exit status: 0 all rows hold, 1 some row is refuted or a column is wrong, 2 trouble (a row that cannot be read, a file that \
is not what the manifest says), 3 nothing worse than rows about which nothing could be told.";

#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// The folder, parquet file or text; `-` reads a text from standard input
    #[arg(value_name = "PATH")]
    pub path: PathBuf,
    #[command(flatten)]
    pub read: ReadArgs,
    /// Answer with a JSON object for each row that does not hold, and one for all
    #[arg(long)]
    pub jsonl: bool,
    /// Threads, at most 1,024; 0 takes all cores
    #[arg(long, default_value_t = 0, value_parser = crate::cli::threads())]
    pub threads: usize,
    /// Check this many rows only, from the beginning
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<u64>,
}

/// Rows of each kind that a person is shown.
const SHOWN: usize = 10;

pub fn run(args: &VerifyArgs) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let settings = Settings { read: args.read.options(), threads: args.threads, limit: args.limit };
    let mut verification = Verification::open(&args.path, &settings).map_err(|error| match error {
        VerifyError::Store(error) => super::advise(error),
        other => other.into(),
    })?;
    let notation = verification.notation();
    let progress = progress(verification.total());
    let mut out = BufWriter::new(anstream::stdout().lock());
    let (mut summary, mut bad) = (Summary::default(), Bad::default());
    let mut failure = None;
    for row in verification.by_ref() {
        // What was found before the trouble is worth telling.
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                failure = Some(error);
                break;
            }
        };
        summary.add(&row);
        show_progress(&progress, &summary);
        match (row.is_right(), args.jsonl) {
            (true, _) => {}
            (false, true) => writeln!(out, "{}", object(&row))?,
            (false, false) => bad.add(row),
        }
    }
    progress.bar.finish_and_clear();
    let problems: Vec<String> = verification.problems().iter().map(ToString::to_string).collect();
    let seconds = started.elapsed().as_secs_f64();
    if args.jsonl {
        let mut all = serde_json::to_value(&summary)?;
        all["problems"] = json!(problems);
        all["error"] = json!(failure.as_ref().map(ToString::to_string));
        all["seconds"] = json!((seconds * 1e3).round() / 1e3);
        writeln!(out, "{}", json!({ "summary": all }))?;
    } else {
        let read = notation.map_or(String::new(), |as_| format!(", read as {}", as_.name()));
        writeln!(
            out,
            "{}: {} rows in {} clusters{read}, {seconds:.1} s",
            args.path.display(),
            summary.rows,
            summary.clusters
        )?;
        show(&mut out, &summary, &problems)?;
        bad.show(&mut out, &summary)?;
    }
    out.flush()?;
    if let Some(error) = failure {
        return Err(error.into());
    }
    if summary.rows == 0 {
        anyhow::bail!("{} holds no expression", args.path.display());
    }
    Ok(exit(&summary, &problems))
}

fn exit(summary: &Summary, problems: &[String]) -> Exit {
    if summary.refuted > 0 || summary.mislabelled > 0 {
        Exit::No
    } else if summary.unreadable > 0 || !problems.is_empty() {
        Exit::Trouble
    } else if summary.unknown > 0 {
        Exit::Unknown
    } else {
        Exit::Fine
    }
}

/// The counts, for a person.
fn show(out: &mut impl Write, summary: &Summary, problems: &[String]) -> io::Result<()> {
    let share = |count: u64| format!("{count:>9}  {:5.1} %", 100.0 * count as f64 / summary.rows.max(1) as f64);
    writeln!(out, "  {GREEN}hold{GREEN:#}        {}", share(summary.holds))?;
    for (domain, meaning) in [
        ("equal", "on the same domain"),
        ("wider", "and have values where the initial expression has none"),
        ("narrower", "on a part of the initial expression's domain"),
        ("overlapping", "each has values where the other has none"),
    ] {
        if let Some(count) = summary.domains.get(domain) {
            writeln!(out, "    {domain:<11} {count:>7}           {meaning}")?;
        }
    }
    writeln!(out, "    complex     {:>7}           also over the complex numbers", summary.complex)?;
    writeln!(out, "  {RED}refuted{RED:#}     {}", share(summary.refuted))?;
    writeln!(out, "  {YELLOW}unknown{YELLOW:#}     {}", share(summary.unknown))?;
    if summary.complex_only > 0 {
        let why = "no real values in common; they agree over the complex numbers";
        writeln!(out, "    complex     {:>7}           {why}", summary.complex_only)?;
    }
    writeln!(out, "  {RED}unreadable{RED:#}  {}", share(summary.unreadable))?;
    if summary.mislabelled > 0 {
        let columns: Vec<String> = summary.columns.iter().map(|(name, count)| format!("{name} {count}")).collect();
        writeln!(out, "  {RED}mislabelled{RED:#} {}  {}", share(summary.mislabelled), columns.join(", "))?;
    }
    writeln!(out, "{} of {} clusters are wholly right", summary.right_clusters, summary.clusters)?;
    for problem in problems {
        writeln!(out, "{RED}damaged{RED:#}  {problem}")?;
    }
    Ok(())
}

/// The first rows of each kind that are not right.
#[derive(Default)]
struct Bad {
    refuted: Vec<Checked>,
    unreadable: Vec<Checked>,
    mislabelled: Vec<Checked>,
    unknown: Vec<Checked>,
}

impl Bad {
    fn add(&mut self, row: Checked) {
        let kind = match row.verdict() {
            "refuted" => &mut self.refuted,
            "unreadable" => &mut self.unreadable,
            "unknown" => &mut self.unknown,
            _ => &mut self.mislabelled,
        };
        if kind.len() < SHOWN {
            kind.push(row);
        }
    }

    fn show(&self, out: &mut impl Write, summary: &Summary) -> io::Result<()> {
        for (title, rows, count) in [
            ("refuted", &self.refuted, summary.refuted),
            ("unreadable", &self.unreadable, summary.unreadable),
            ("mislabelled", &self.mislabelled, summary.mislabelled),
            ("unknown", &self.unknown, summary.unknown),
        ] {
            if rows.is_empty() {
                continue;
            }
            let some = if count > rows.len() as u64 {
                format!(", the first {} of {count}", rows.len())
            } else {
                String::new()
            };
            writeln!(out, "\n{title}{some}")?;
            for row in rows {
                let sign = if title == "refuted" { "≠" } else { "=?" };
                match &row.outcome {
                    Outcome::Unreadable(_) => writeln!(out, "  {}: {}", row.place, row.text)?,
                    _ => writeln!(out, "  {}: {}  {sign}  {}", row.place, row.initial, row.text)?,
                }
                if let Outcome::Compared(comparison) = &row.outcome
                    && let Verdict::Refuted(witness) = &comparison.verdict
                {
                    writeln!(out, "    {}", egen::json::witness_line(witness))?;
                }
                if let Some(reason) = row.reason() {
                    writeln!(out, "    {reason}")?;
                }
                for fault in &row.faults {
                    writeln!(out, "    {} is `{}`, should be `{}`", fault.column, fault.stored, fault.found)?;
                }
            }
        }
        Ok(())
    }
}

/// A row that is not right, for a program. Keys that do not apply are null.
fn object(row: &Checked) -> Value {
    let (line, split, cluster, member) = match &row.place {
        Place::Line(line) => (Some(line), None, row.cluster, None),
        Place::Row { split, cluster, member } => (None, Some(split.as_ref()), u64::from(*cluster), Some(member)),
    };
    let compared = match &row.outcome {
        Outcome::Compared(comparison) => egen::json::verdict(comparison),
        _ => serde_json::Map::new(),
    };
    let take = |key: &str| compared.get(key).cloned().unwrap_or(Value::Null);
    let faults = row.faults.iter().map(|f| json!({ "column": f.column, "stored": f.stored, "found": f.found }));
    json!({
        "line": line, "split": split, "cluster": cluster, "member": member,
        "verdict": row.verdict(), "initial": row.initial, "row": row.text,
        "at": take("at"), "domain": take("domain"), "complex": take("complex"),
        "reason": row.reason().map_or_else(|| take("reason"), Value::from),
        "faults": faults.collect::<Vec<_>>(),
    })
}

/// Progress, with how many do not hold.
fn progress(total: Option<u64>) -> Late {
    let style = if total.is_some() { "{bar:30} {pos} of {len} rows" } else { "{spinner} {pos} rows" };
    Late::new(total, &format!("{style}, {{msg}}, {{per_sec}}, {{elapsed}}"))
}

fn show_progress(progress: &Late, summary: &Summary) {
    const EVERY: u64 = 256;
    if summary.rows.is_multiple_of(EVERY) {
        progress.tick();
        progress.bar.set_position(summary.rows);
        progress.bar.set_message(format!("{} do not hold", summary.rows - summary.holds));
    }
}
