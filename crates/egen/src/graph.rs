//! `egen graph`: what does the e-graph of an expression look like?

use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use egen::draw::{DrawError, Drawing, Sketch, draw_with};
use egen_math::Patience;

use crate::cli::{AssumeArgs, ReadArgs};
use crate::expand::describe;
use crate::formula::formula;
use crate::rules::RuleFiles;
use crate::{Exit, input, output, report};

pub const EXAMPLES: &str = "\
Examples:
  egen graph '(x+8)-8' --out graph.svg
  egen graph '(x+8)-8' --only add-sub-assoc --only sub-self --only add-zero
  egen graph 'sin(2x)' --only trig.double --rounds 2 --format svg > graph.svg
  egen graph 'x*(y+1)' --json | jq .grammar

In the picture, dashed boxes are classes of equal expressions, solid boxes are operators and leaves, and \
arrows lead to the classes of arguments. Walk down from the root e0 and choose a box wherever you come to a class: \
every expression that you finish equals EXPR.";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    /// A grammar: productions, one a line
    #[value(alias = "txt")]
    Text,
    /// One object with classes, nodes and the grammar
    Json,
    /// A picture
    Svg,
}

/// What is drawn, and how far the rules may go.
#[derive(Args, Debug)]
pub struct DrawArgs {
    /// The expression; `-` reads it from standard input
    #[arg(value_name = "EXPR", value_parser = formula)]
    pub expr: String,
    #[command(flatten)]
    pub read: ReadArgs,
    /// Answer with one JSON object: --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// What is written [default: by the extension of the file, else text]
    #[arg(long, value_enum)]
    pub format: Option<GraphFormat>,
    /// The file to write to, instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Use only this rule, or the rules of this family, as `egen rules list` names them (may be repeated)
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// How often the rules are applied: by default once, with --only until nothing changes
    #[arg(long, value_name = "N")]
    pub rounds: Option<u32>,
    /// The graph stops growing at about this many nodes
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub nodes: u32,
    #[command(flatten)]
    pub assume: AssumeArgs,
    #[command(flatten)]
    pub rules: RuleFiles,
}

pub fn run(args: &DrawArgs) -> anyhow::Result<Exit> {
    let chosen = args.format.or(args.json.then_some(GraphFormat::Json));
    let format = output::format(chosen, args.out.as_deref(), GraphFormat::Text)?;
    let Some(expr) = input::read_or_report(&input::formula(&args.expr)?, &args.read.options()) else {
        return Ok(Exit::Trouble);
    };
    let sketch = Sketch {
        only: args.only.clone(),
        rounds: args.rounds.map(|rounds| rounds as usize),
        nodes: args.nodes as usize,
        assumptions: args.assume.all(),
        patience: Patience::ENDLESS,
    };
    let drawn = draw_with(&expr, &sketch, &args.rules.load()?).map_err(|error| match error {
        DrawError::NoRule(_) => anyhow!("{error}; `egen rules list` shows all"),
        DrawError::Contradiction => anyhow!(error),
    })?;
    let Drawing { saturation, picture, .. } = &drawn;
    let summary = format!(
        "{} and {}: {}",
        counted(picture.classes.len(), "class", "classes"),
        counted(picture.size(), "node", "nodes"),
        describe(&saturation.stop)
    );
    let bytes = match format {
        GraphFormat::Text => picture.grammar().join("\n") + "\n",
        GraphFormat::Json => format!("{:#}\n", drawn.json()),
        GraphFormat::Svg => {
            picture.svg().map_err(|error| anyhow!("{error}; lower --nodes or --rounds, or use --only"))?
        }
    };
    output::publish(args.out.as_deref(), bytes.as_bytes())?;
    match (format, &args.out) {
        (GraphFormat::Text, None) => report::hint(&format!("{summary}; --out FILE.svg draws it")),
        _ => report::hint(&summary),
    }
    Ok(Exit::Fine)
}

fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
