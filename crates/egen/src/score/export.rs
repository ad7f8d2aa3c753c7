//! `egen score export`: which expressions does another program need vectors for?

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use egen_corpus::store::Draft;
use egen_eval::Session;
use egen_read::print::{Form, print};
use serde_json::json;

use super::advise;
use crate::Exit;

pub const EXAMPLES: &str = "\
Examples:
  egen score models split --out scores                    builds the cases
  egen score export scores --out exprs.jsonl
  python3 tools/embed_text.py exprs.jsonl vectors.jsonl   a general model of texts, as an example
  egen score models split --vectors minilm=vectors.jsonl --out scores

Every expression that a task asks about, once, an object a line: expr (prefix), infix, latex. A file of vectors has an object a line with \
expr, as it was given, and vector, a list of numbers; or it is a Parquet file with these columns.";

#[derive(Args, Debug)]
pub struct ScoreExportArgs {
    /// The folder
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

pub fn run(args: &ScoreExportArgs) -> anyhow::Result<Exit> {
    let exprs = Session::open(&args.dir).and_then(|session| session.exprs()).map_err(advise)?;
    let write = |out: &mut dyn Write| {
        exprs.iter().try_for_each(|expr| {
            let [prefix, infix, latex] = [Form::Prefix, Form::Infix, Form::Latex].map(|form| print(expr, form));
            writeln!(out, "{}", json!({"expr": prefix, "infix": infix, "latex": latex}))
        })
    };
    match &args.out {
        None => write(&mut BufWriter::new(io::stdout().lock()))?,
        Some(path) => {
            let written = Draft::create(path).and_then(|draft| {
                let mut out = BufWriter::new(draft);
                write(&mut out)?;
                out.into_inner().map_err(|error| error.into_error())?.finish()
            });
            written.with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(Exit::Fine)
}
