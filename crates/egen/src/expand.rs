//! `egen expand` and `egen count`: which expressions equal this one, and how many are there?

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use egen::{Reach, json};
use egen_graph::expand::{Expansion, Order};
use egen_graph::grammar::Longest;
use egen_graph::prove::Prover;
use egen_graph::saturate::{Limits, Stop};
use egen_math::Expr;
use egen_math::compare::{Proof, Settings, Verdict};
use egen_read::print::{Form, group_digits, print};
use serde_json::{Map, Value};

use crate::cli::{AssumeArgs, ReadArgs};
use crate::formula::formula;
use crate::rules::RuleFiles;
use crate::{Exit, answer, choice, input, report};

/// What both commands need to know.
#[derive(Args, Debug)]
pub struct GraphArgs {
    /// The expression; `-` reads it from standard input
    #[arg(value_name = "EXPR", value_parser = formula)]
    pub expr: String,
    #[command(flatten)]
    pub read: ReadArgs,
    /// The longest expressions, in prefix tokens
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub max_tokens: u32,
    /// The graph stops growing at about this many nodes
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    pub nodes: u32,
    #[command(flatten)]
    pub assume: AssumeArgs,
    #[command(flatten)]
    pub rules: RuleFiles,
}

#[derive(Args, Debug)]
pub struct ExpandArgs {
    #[command(flatten)]
    pub graph: GraphArgs,
    /// How many
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub limit: u32,
    /// Which ones
    #[arg(long, value_enum, default_value = "size")]
    pub order: OrderArg,
    /// The notation to print
    #[arg(long, default_value = "infix", value_parser = choice::notation(), value_name = "NOTATION")]
    pub to: Form,
    /// The same seed gives the same expressions
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Show below each expression the steps that lead to it
    #[arg(long)]
    pub explain: bool,
    /// Answer with a JSON object a line
    #[arg(long, conflicts_with = "explain")]
    pub jsonl: bool,
}

#[derive(Args, Debug)]
pub struct CountArgs {
    #[command(flatten)]
    pub graph: GraphArgs,
    /// Answer with one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum OrderArg {
    /// The shortest first
    Size,
    /// All equally likely
    Uniform,
    /// Spread over lengths and operators
    Diverse,
}

pub fn run_expand(args: &ExpandArgs) -> anyhow::Result<Exit> {
    let Some(expansion) = expansion(&args.graph)? else { return Ok(Exit::Trouble) };
    let order = match args.order {
        OrderArg::Size => Order::Size,
        OrderArg::Uniform => Order::Uniform,
        OrderArg::Diverse => Order::Diverse,
    };
    let members = expansion.members(args.limit as usize, order, args.seed);
    let prover = if args.explain { Some(args.graph.rules.prover()?) } else { None };
    let mut out = io::stdout().lock();
    for member in &members.members {
        let output = print(member, args.to);
        if args.jsonl {
            writeln!(
                out,
                "{}",
                serde_json::json!({"output": output, "tokens": print(member, Form::Prefix).split_whitespace().count()})
            )?;
            continue;
        }
        writeln!(out, "{output}")?;
        if let Some(prover) = &prover {
            explain(&mut out, prover, &expansion, member)?;
        }
    }
    if !members.refuted.is_empty() {
        let first = &members.refuted[0];
        report::hint(&format!(
            "{} candidates were rejected, such as {first}: a rule is wrong, please report it",
            members.refuted.len()
        ));
    }
    let stop = describe(&expansion.saturation.stop);
    report::hint(&match (members.complete, &expansion.saturation.stop) {
        (true, Stop::Saturated) => {
            format!("complete: these are all that the rules find up to {} tokens", args.graph.max_tokens)
        }
        (true, _) => format!("all of this graph up to {} tokens, but {stop}", args.graph.max_tokens),
        (false, _) => format!("there are more ({stop})"),
    });
    Ok(Exit::Fine)
}

fn explain(out: &mut impl Write, prover: &Prover, expansion: &Expansion, member: &Expr) -> anyhow::Result<()> {
    let settings = Settings { assumptions: expansion.assumptions.clone(), complex: false, ..Settings::default() };
    match prover.prove(&expansion.initial, member, &settings).verdict {
        Verdict::Proved(Proof::Steps(steps)) => answer::show_steps(out, &steps)?,
        Verdict::Proved(Proof::Cases(cases)) => answer::show_cases(out, &cases)?,
        Verdict::Proved(_) => writeln!(out, "    the expression itself")?,
        _ => match expansion.steps_to(member, prover) {
            Some(steps) => answer::show_steps(out, &steps)?,
            None => writeln!(out, "    found by the rules, in more steps than are kept")?,
        },
    }
    Ok(())
}

pub fn run_count(args: &CountArgs) -> anyhow::Result<Exit> {
    let Some(expansion) = expansion(&args.graph)? else { return Ok(Exit::Trouble) };
    if args.json {
        writeln!(io::stdout().lock(), "{:#}", object(&args.graph, &expansion))?;
    } else {
        show_counts(&args.graph, &expansion)?;
    }
    Ok(Exit::Fine)
}

/// For a program; numbers of expressions are texts, since they may be long.
fn object(args: &GraphArgs, expansion: &Expansion) -> Value {
    let Expansion { initial, counts, saturation, .. } = expansion;
    let root = counts.grammar().root();
    let lengths = (1..=args.max_tokens).map(|length| (length.to_string(), counts.of_length(root, length).to_string()));
    serde_json::json!({
        "expr": initial.to_string(), "max_tokens": args.max_tokens,
        "counts": lengths.filter(|(_, count)| count != "0").map(|(length, count)| (length, count.into())).collect::<Map<_, _>>(),
        "total": counts.total(root).to_string(),
        "longest": match expansion.longest() {
            Longest::Unbounded => None,
            Longest::Finite(length) => Some(length),
        },
        "nodes": saturation.graph.total_number_of_nodes(), "stop": json::stop(&saturation.stop),
    })
}

/// For a person.
fn show_counts(args: &GraphArgs, expansion: &Expansion) -> io::Result<()> {
    let counts = &expansion.counts;
    let root = counts.grammar().root();
    let mut out = io::stdout().lock();
    writeln!(out, "{:>6}  {:>30}", "tokens", "expressions")?;
    for length in 1..=args.max_tokens {
        let count = counts.of_length(root, length).to_string();
        if count != "0" {
            writeln!(out, "{length:>6}  {:>30}", group_digits(&count))?;
        }
    }
    let total = counts.total(root).to_string();
    writeln!(out, "{:>6}  {:>30}", "all", group_digits(&total))?;
    let beyond = match expansion.longest() {
        Longest::Unbounded => "; there is no longest one",
        Longest::Finite(length) if length > u64::from(args.max_tokens) => "; longer ones exist",
        Longest::Finite(_) => "; there are no longer ones",
    };
    writeln!(
        out,
        "{} expressions of at most {} tokens equal {}{beyond}",
        in_words(&total),
        args.max_tokens,
        expansion.initial
    )?;
    report::hint(&format!(
        "exact for this graph of {} nodes: {}",
        expansion.saturation.graph.total_number_of_nodes(),
        describe(&expansion.saturation.stop)
    ));
    Ok(())
}

fn expansion(args: &GraphArgs) -> anyhow::Result<Option<Expansion>> {
    let Some(expr) = input::read_or_report(&input::formula(&args.expr)?, &args.read.options()) else { return Ok(None) };
    let reach = Reach {
        max_tokens: args.max_tokens,
        assumptions: args.assume.all(),
        limits: Limits { nodes: args.nodes as usize, ..Limits::default() },
    };
    let expansion = egen::expand_with(&expr, &reach, &args.rules.prover()?)?;
    warn_of_refused(&expansion);
    Ok(Some(expansion))
}

/// Rules that fail on the expression itself are told, so that their author can mend them.
fn warn_of_refused(expansion: &Expansion) {
    for (rule, refused) in expansion.saturation.refused.iter().take(3) {
        let right = if refused.right.is_nan() { "nothing".to_string() } else { refused.right.to_string() };
        let times = if refused.count == 1 { "once".to_string() } else { format!("{} times", refused.count) };
        report::hint(&format!(
            "rule `{rule}` was not followed, {times}: it would have made {right} of {}",
            refused.left
        ));
    }
}

pub fn describe(stop: &Stop) -> &'static str {
    match stop {
        Stop::Saturated => "the rules have nothing more to add",
        Stop::Nodes => "not saturated: the limit of nodes was reached",
        Stop::Rounds => "not saturated: the limit of rounds was reached",
        Stop::Time => "not saturated: the time was over",
        Stop::Goal | Stop::Contradiction(_) => "the run was stopped",
    }
}

/// `about 3.2 trillion`.
fn in_words(digits: &str) -> String {
    const NAMES: [&str; 7] = ["", " thousand", " million", " billion", " trillion", " quadrillion", " quintillion"];
    let group = (digits.len() - 1) / 3;
    match (group, NAMES.get(group)) {
        (0 | 1, _) => group_digits(digits),
        (_, Some(name)) => {
            format!("about {}.{}{name}", &digits[..digits.len() - 3 * group], &digits[digits.len() - 3 * group..][..1])
        }
        _ => format!("about {}.{}·10^{}", &digits[..1], &digits[1..2], digits.len() - 1),
    }
}
