//! Arguments: what can be asked?

use std::path::PathBuf;
use std::sync::Arc;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use egen_check::Judge;
use egen_math::compare::Settings;
use egen_math::{Assumptions, Symbol};
use egen_read::print::Form;
use egen_read::read::{Calls, Notation, Options, ReadError};

use crate::check::{self, CheckArgs};
use crate::choice;
use crate::corpus::{self, CorpusArgs};
use crate::embed::{self, EmbedArgs};
use crate::expand::{CountArgs, ExpandArgs};
use crate::export::{self, ExportArgs};
use crate::formula::formula;
use crate::graph::{self, DrawArgs};
use crate::reproduce::{self, ReproduceArgs};
use crate::rewrite::{self, RewriteArgs};
use crate::rules::{self, RuleFiles, RulesArgs};
use crate::score::{self, ScoreArgs};
use crate::similar::{self, SimilarArgs};
use crate::train::{self, TrainArgs};

/// Read, print, evaluate and compare formulas.
///
/// Equality is over the reals: two expressions are equal when they agree wherever both are
/// defined, single points aside. How their domains relate is part of the answer, and so are
/// single points at which they are not alike, if they are found: x/x is 1 except at 0.
#[derive(Parser, Debug)]
#[command(name = "egen", version, arg_required_else_help = true, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub look: LookArgs,
}

/// What every command shows, and how.
#[derive(Args, Debug)]
pub struct LookArgs {
    /// When answers and reports are coloured
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto", global = true, help_heading = GLOBAL)]
    pub color: Color,
    /// Show no notes, no hints and no progress
    #[arg(short, long, global = true, help_heading = GLOBAL)]
    pub quiet: bool,
    /// Show on standard error what long work is doing, as EGEN_LOG=debug does
    #[arg(short, long, global = true, help_heading = GLOBAL)]
    pub verbose: bool,
}

const GLOBAL: &str = "Options of every command";

#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum Color {
    /// On a terminal
    Auto,
    Always,
    Never,
}

const EXAMPLES: &str = "\
Examples:
  egen equal 'sin(2x)' '2 sin(x) cos(x)'        do they agree?
  egen equal 'sqrt(x^2)' x                      refuted, at x = -1
  egen check solution.tex                       which step is wrong?
  egen parse '\\frac{d}{dx} \\sin^2 x' --to sympy
  egen eval 'exp(pi*sqrt(163))' --digits 40

Exit status: 0 equal or done, 1 refuted or undefined, 2 trouble, 3 unknown. \
EGEN_LOG=debug shows on standard error what long work is doing.";

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Read an expression and print it in another notation
    #[command(after_help = PARSE_EXAMPLES)]
    Parse(ParseArgs),
    /// Evaluate an expression at a point, to any number of certain digits
    #[command(after_help = EVAL_EXAMPLES)]
    Eval(EvalArgs),
    /// Decide whether two expressions are equal
    #[command(after_help = EQUAL_EXAMPLES)]
    Equal(EqualArgs),
    /// Check each step of a derivation, and show the first mistake
    #[command(after_help = check::EXAMPLES)]
    Check(CheckArgs),
    /// Find expressions that equal an expression
    #[command(after_help = EXPAND_EXAMPLES)]
    Expand(ExpandArgs),
    /// Count the expressions that equal an expression, exactly, by length
    #[command(after_help = "Examples:\n  egen count 'sin(x)' --max-tokens 25\n  egen count 'ln(x^2)' --assume 'x > 0'")]
    Count(CountArgs),
    /// Draw the e-graph of an expression, or print it as a grammar
    #[command(after_help = graph::EXAMPLES)]
    Graph(DrawArgs),
    /// Make corpora of verified equivalent expressions
    #[command(after_help = corpus::EXAMPLES)]
    Corpus(CorpusArgs),
    /// Give formulas vectors, so that equal ones lie together
    #[command(after_help = embed::EXAMPLES)]
    Embed(EmbedArgs),
    /// Say how near formulas are to one, and whether they are equal to it
    #[command(after_help = similar::EXAMPLES)]
    Similar(SimilarArgs),
    /// Let a model propose equal expressions, and say which are
    #[command(after_help = rewrite::EXAMPLES)]
    Rewrite(RewriteArgs),
    /// Train a model on corpora, so that it gives equal expressions vectors that lie together
    #[command(after_help = train::EXAMPLES)]
    Train(TrainArgs),
    /// Write models, what they read and what they learn from, for PyTorch and other programs
    #[command(after_help = export::EXAMPLES)]
    Export(ExportArgs),
    /// Ask models the paper's tasks, and say how well they do
    #[command(after_help = score::EXAMPLES)]
    Score(ScoreArgs),
    /// Make every table and figure of the paper, beside the paper's numbers
    #[command(after_help = reproduce::EXAMPLES)]
    Reproduce(ReproduceArgs),
    /// Show the rewrite rules, or check that they are sound
    #[command(after_help = rules::EXAMPLES)]
    Rules(RulesArgs),
    /// Print a completion script for a shell
    #[command(after_help = "Example:\n  egen completions bash > ~/.local/share/bash-completion/completions/egen")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write one for each command
    #[command(after_help = MAN_EXAMPLES)]
    Man {
        /// The folder to write to: a page for each command
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

const MAN_EXAMPLES: &str = "\
Examples:
  egen man | man -l -
  egen man --out ~/.local/share/man/man1    then: man egen-corpus-generate";

const PARSE_EXAMPLES: &str = "\
Examples:
  egen parse '\\frac{1}{2} \\sin^{2} x'               (1/2)*sin(x)^2
  egen parse 'sin^2 x' --to latex
  egen parse '* 2 sin x' --from prefix --to mathml
  egen parse 'f(x) + 1' --calls product
  egen parse - --jsonl < formulas.txt               an object a line

Fields of --jsonl: ok (there is exactly one meaning), kind (expression or equation; null without a meaning), output, reading (the \
notation) and notes, or error, at (a byte) and, if there are several meanings, readings: for each its output, kind, notes and the \
choices that it rests on.";

const EVAL_EXAMPLES: &str = "\
Examples:
  egen eval 'x^2 + 1' --at x=1.5
  egen eval 'sin(x)/x' --at x=pi/3 --digits 50
  egen eval 'd/dx (x*y)' --at x=2,y=3
  egen eval - --at x=0.5 --jsonl < formulas.txt     an object a line
  egen eval 'ln(-1)' --complex";

const EXPAND_EXAMPLES: &str = "\
Examples:
  egen expand 'sin(2x)'                             the shortest ones
  egen expand '(x+8)-8' -n 5 --to latex
  egen expand 'tanh(3x+4)-6' --order uniform --seed 1
  egen expand 'ln(x^2)' --assume 'x > 0'";

const EQUAL_EXAMPLES: &str = "\
Examples:
  egen equal 'sin(x)^2 + cos(x)^2' 1
  egen equal 'ln(x^2) = 2 ln x'                     an equation in one argument
  egen equal '(x^2 - 1)/(x - 1)' 'x + 1'            names the point that one of them lacks
  egen equal 'sqrt(x^2)' x --assume 'x > 0'
  egen equal 'cos(pi*n)' '(-1)^n' --assume 'n integer'
  egen equal --pairs pairs.tsv --jsonl              first two tab-separated columns

Exit status: 0 equal, 1 refuted, 2 trouble, 3 unknown.";

/// How expressions are read.
#[derive(Args, Debug, Clone)]
pub struct ReadArgs {
    /// The notation to read; auto decides by content and says what it took
    #[arg(long, value_enum, default_value = "auto")]
    pub from: NotationArg,
    #[command(flatten)]
    pub names: NameArgs,
}

/// What names mean.
#[derive(Args, Debug, Clone)]
pub struct NameArgs {
    /// What f(x) means when f is no known function
    #[arg(long, value_enum, default_value = "auto")]
    pub calls: CallsArg,
    /// Read this name as a variable although it could mean something else (e, i, d)
    #[arg(long = "var", value_name = "NAME")]
    pub variables: Vec<String>,
    /// Refuse every text that needs a note: a decision that somebody else could make otherwise
    #[arg(long)]
    pub strict: bool,
}

impl ReadArgs {
    /// The library's options.
    pub fn options(&self) -> Options {
        self.names.options(self.from)
    }
}

impl NameArgs {
    /// The library's options for a notation.
    pub fn options(&self, from: NotationArg) -> Options {
        Options {
            notation: match from {
                NotationArg::Auto => None,
                NotationArg::Latex => Some(Notation::Latex),
                NotationArg::Infix => Some(Notation::Infix),
                NotationArg::Prefix => Some(Notation::Prefix),
                NotationArg::Sexpr => Some(Notation::Sexpr),
                NotationArg::Mathml => Some(Notation::Mathml),
                NotationArg::Srepr => Some(Notation::Srepr),
            },
            calls: match self.calls {
                CallsArg::Auto => Calls::Auto,
                CallsArg::Call => Calls::Call,
                CallsArg::Product => Calls::Product,
            },
            variables: self.variables.iter().map(|name| Symbol::new(name)).collect(),
            strict: self.strict,
            ..Options::default()
        }
    }
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum NotationArg {
    Auto,
    Latex,
    Infix,
    Prefix,
    Sexpr,
    /// Presentation or Content
    Mathml,
    /// What SymPy's srepr prints
    Srepr,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum CallsArg {
    /// Decide by the letter and the argument; refuse what is ambiguous
    Auto,
    /// An unknown function
    Call,
    /// A product
    Product,
}

#[derive(Args, Debug)]
pub struct ParseArgs {
    /// The expression or equation; `-` reads one a line from standard input
    #[arg(value_name = "EXPR", value_parser = formula)]
    pub expr: String,
    #[command(flatten)]
    pub read: ReadArgs,
    /// The notation to print
    #[arg(long, default_value = "infix", value_parser = choice::notation(), value_name = "NOTATION")]
    pub to: Form,
    /// Answer with a JSON object a line
    #[arg(long)]
    pub jsonl: bool,
}

#[derive(Args, Debug)]
pub struct EvalArgs {
    /// The expression; `-` reads one a line from standard input
    #[arg(value_name = "EXPR", value_parser = formula)]
    pub expr: String,
    #[command(flatten)]
    pub read: ReadArgs,
    /// Values of variables: x=1.5, or x=pi/3,y=2
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',')]
    pub at: Vec<String>,
    /// Significant digits, all of them certain
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub digits: u32,
    /// The principal value over the complex numbers, to about 15 digits
    #[arg(long, conflicts_with = "digits")]
    pub complex: bool,
    /// Answer with a JSON object a line
    #[arg(long)]
    pub jsonl: bool,
}

#[derive(Args, Debug)]
pub struct EqualArgs {
    /// The first expression, or an equation `a = b`; `-` reads it from standard input
    #[arg(value_name = "EXPR", value_parser = formula, required_unless_present = "pairs")]
    pub left: Option<String>,
    /// The second expression
    #[arg(value_name = "EXPR", value_parser = formula)]
    pub right: Option<String>,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub judge: JudgeArgs,
    /// Compare the first two tab-separated columns of each line; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["left", "right"])]
    pub pairs: Option<PathBuf>,
    /// Answer with a JSON object a line
    #[arg(long)]
    pub jsonl: bool,
    /// Threads for --pairs, at most 1,024; 0 takes all cores
    #[arg(long, default_value_t = 0, value_parser = threads())]
    pub threads: usize,
}

/// How it is decided whether two sides are equal.
#[derive(Args, Debug)]
pub struct JudgeArgs {
    #[command(flatten)]
    assume: AssumeArgs,
    #[command(flatten)]
    rules: RuleFiles,
    /// Only compare values; look for no proof (faster)
    #[arg(long)]
    numeric: bool,
}

impl JudgeArgs {
    pub fn judge(&self) -> anyhow::Result<Judge> {
        let settings = Settings { assumptions: self.assume.all(), exceptions: true, ..Settings::default() };
        let prover = if self.numeric { None } else { Some(Arc::new(self.rules.prover()?)) };
        Ok(Judge { settings, prover })
    }
}

/// A number of threads. Each takes memory and a process has room for some thousands only, so that a slip of the keyboard would end the machine's work.
pub fn threads() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(..=1024)
}

/// Where an equality must hold.
#[derive(Args, Debug)]
pub struct AssumeArgs {
    /// Restrict where it must hold: 'x > 0', '0 < x < 1', 'n integer' (may be repeated)
    #[arg(long = "assume", value_name = "CONDITION", allow_hyphen_values = true, value_parser = parse_assumption)]
    pub each: Vec<Assumptions>,
}

impl AssumeArgs {
    /// All of them together.
    pub fn all(&self) -> Assumptions {
        let mut all = Assumptions::none();
        self.each.iter().cloned().for_each(|one| all.extend(one));
        all
    }
}

fn parse_assumption(text: &str) -> Result<Assumptions, String> {
    egen_read::assume::read(text).map_err(at_byte)
}

/// The message about an argument that could not be read, and where in it.
pub fn at_byte(error: ReadError) -> String {
    format!("{error} (at byte {})", error.at.start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_help_shows_an_example() {
        let mut open = vec![Cli::command()];
        while let Some(command) = open.pop() {
            let shown = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let name = command.get_name();
            assert!(shown.contains("egen ") && shown.starts_with("Example"), "{name}: {shown}");
            let lines: Vec<&str> = shown.lines().collect();
            let prose = |line: &str| !line.is_empty() && !line.starts_with("  ") && !line.starts_with("Example");
            assert!(lines.iter().all(|line| prose(line) || line.len() <= 98), "{name}: an example is wrapped");
            assert!(!lines.windows(2).any(|two| two.iter().all(|line| prose(line))), "{name}: clap wraps paragraphs");
            open.extend(command.get_subcommands().cloned());
        }
    }
}
