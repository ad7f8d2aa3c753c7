//! `egen rules`: which rules are there, and is each one sound?

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use anyhow::bail;
use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand};
use egen_graph::prove::Prover;
use egen_graph::rewrite::LeftOut;
use egen_rules::{
    CheckSettings, Counterexample, Outcome, Rejected, Rule, RuleSet, Soundness, belongs, check, check_needs,
    check_rejected,
};
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use unicode_width::UnicodeWidthStr;

use crate::progress::Late;
use crate::{Exit, input};

/// The rules to work with.
#[derive(Args, Debug)]
pub struct RuleFiles {
    /// Add the rules of a file (may be repeated)
    #[arg(id = "rules", long = "rules", value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

impl RuleFiles {
    /// The rules that come with egen, and those of the files.
    pub fn load(&self) -> anyhow::Result<RuleSet> {
        let mut set = RuleSet::builtin()?;
        for file in &self.files {
            set.extend(RuleSet::parse(&file.display().to_string(), &input::text(file)?)?)?;
        }
        Ok(set)
    }

    /// A prover with these rules; without files, they are not read before they are needed.
    pub fn prover(&self) -> anyhow::Result<Prover> {
        if self.files.is_empty() { Ok(Prover::builtin()) } else { Ok(Prover::new(self.load()?)) }
    }
}

pub const EXAMPLES: &str = "\
Examples:
  egen rules list --family trig.quotient
  egen rules check --rules my.rules";

#[derive(Args, Debug)]
pub struct RulesArgs {
    #[command(subcommand)]
    pub command: RulesCommand,
}

#[derive(Subcommand, Debug)]
pub enum RulesCommand {
    /// Show the rules with their conditions, by family, and which of them never fire
    #[command(
        after_help = "Examples:\n  egen rules list --family trig.quotient\n  egen rules list --json | jq '.rules[].name'"
    )]
    List(RulesListArgs),
    /// Check that rules are sound: the value is kept wherever the left side has one
    #[command(after_help = CHECK_EXAMPLES)]
    Check(RulesCheckArgs),
}

const CHECK_EXAMPLES: &str = "\
Examples:
  egen rules check                              every rule, every `needs`, every rejected idea
  egen rules check tan-def                      one rule
  egen rules check log.product                  a family
  egen rules check --rules my.rules --jsonl

Exit status: 0 all sound, 1 one is not, 2 trouble, 3 one is undecided.";

#[derive(Args, Debug)]
pub struct RulesListArgs {
    /// Only this family, or all whose names start with it
    #[arg(long, value_name = "NAME")]
    pub family: Option<String>,
    #[command(flatten)]
    pub rules: RuleFiles,
    /// Answer with one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct RulesCheckArgs {
    /// Only this rule, or the rules of this family
    pub name: Option<String>,
    /// Points at which each instance is evaluated, from 1 to 1000000
    #[arg(long, default_value_t = CheckSettings::default().points, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_POINTS))]
    pub points: usize,
    #[command(flatten)]
    pub rules: RuleFiles,
    /// Answer with a JSON object a line
    #[arg(long)]
    pub jsonl: bool,
}

/// A rule takes a second or so with as many; all of them, an hour.
const MAX_POINTS: u64 = 1_000_000;

const GREEN: Style = AnsiColor::Green.on_default().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
const BOLD: Style = Style::new().bold();

pub fn run(args: &RulesArgs) -> anyhow::Result<Exit> {
    match &args.command {
        RulesCommand::List(args) => list(args),
        RulesCommand::Check(args) => check_all(args),
    }
}

fn list(args: &RulesListArgs) -> anyhow::Result<Exit> {
    let set = args.rules.load()?;
    let wanted = |family: usize| {
        args.family.as_deref().is_none_or(|family_name| belongs(&set.families[family].name, family_name))
    };
    let families: Vec<usize> = (0..set.families.len()).filter(|&family| wanted(family)).collect();
    if let (Some(name), true) = (&args.family, families.is_empty()) {
        bail!("no family is called `{name}`; `egen rules list` shows all");
    }
    if args.json {
        let shown = |family: &usize| {
            let family = &set.families[*family];
            json!({"name": family.name, "sentence": family.sentence, "file": &*family.place.file})
        };
        let object = json!({
            "hash": format!("{:016x}", set.hash()),
            "families": families.iter().map(shown).collect::<Vec<_>>(),
            "rules": set.rules.iter().filter(|rule| wanted(rule.family)).map(|rule| object(&set, rule)).collect::<Vec<_>>(),
            "rejected": set.rejected.iter().filter(|one| wanted(one.family)).map(rejected_object).collect::<Vec<_>>(),
        });
        writeln!(io::stdout().lock(), "{object:#}")?;
        return Ok(Exit::Fine);
    }
    let mut out = anstream::stdout().lock();
    let (mut total, mut inactive) = (0, 0);
    for family in families {
        let rules: Vec<&Rule> = set.rules.iter().filter(|rule| rule.family == family).collect();
        let rejected: Vec<&Rejected> = set.rejected.iter().filter(|one| one.family == family).collect();
        writeln!(out, "{BOLD}{}{BOLD:#}  {}", set.families[family].name, set.families[family].sentence)?;
        let width = rules.iter().map(|rule| rule.name.width()).max().unwrap_or(0);
        let left = rules.iter().map(|rule| rule.left.to_string().width()).max().unwrap_or(0).min(40);
        for rule in &rules {
            let clauses = clauses(rule);
            let gap = if clauses.is_empty() { "" } else { "   " };
            write!(out, "  {:width$}  {:>left$} => {}{gap}{clauses}", rule.name, rule.left.to_string(), rule.right)?;
            if let Some(reason) = LeftOut::of(&set, rule) {
                inactive += 1;
                write!(out, "   {YELLOW}never fires{YELLOW:#}: {reason}")?;
            }
            writeln!(out)?;
        }
        for one in rejected {
            writeln!(out, "  {RED}rejected{RED:#} {}  {one}", one.name)?;
        }
        writeln!(out)?;
        total += rules.len();
    }
    let active = total - inactive;
    writeln!(out, "{total} rules, {active} of them active, {inactive} never fire; hash {:016x}", set.hash())?;
    Ok(Exit::Fine)
}

/// `when a > 0  off b = 0`.
fn clauses(rule: &Rule) -> String {
    let mut out = Vec::new();
    if !rule.when.is_empty() {
        out.push(format!("when {}", rule.when.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")));
    }
    if !rule.off.is_empty() {
        out.push(format!("off {}", off(rule).join(", ")));
    }
    out.join("  ")
}

fn off(rule: &Rule) -> Vec<String> {
    rule.off.iter().map(|(a, b)| format!("{a} = {b}")).collect()
}

fn object(set: &RuleSet, rule: &Rule) -> Value {
    json!({
        "name": rule.name,
        "family": set.family_of(rule),
        "left": rule.left.to_string(),
        "right": rule.right.to_string(),
        "when": rule.when.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "off": off(rule),
        "never_fires": LeftOut::of(set, rule).map(|reason| reason.to_string()),
        "reverse_of": rule.reverse_of,
        "file": &*rule.place.file,
        "line": rule.place.line,
    })
}

fn rejected_object(one: &Rejected) -> Value {
    json!({
        "name": one.name,
        "left": one.left.to_string(),
        "right": one.right.to_string(),
        "when": one.when.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "at": point(&one.at),
        "file": &*one.place.file,
        "line": one.place.line,
    })
}

fn point(at: &[(egen_math::Symbol, egen_math::Expr)]) -> Value {
    Value::Object(
        at.iter().map(|(name, value)| (name.to_string(), Value::from(value.to_string()))).collect::<Map<_, _>>(),
    )
}

fn check_all(args: &RulesCheckArgs) -> anyhow::Result<Exit> {
    let set = args.rules.load()?;
    let wanted = |name: &str, family: usize| match args.name.as_deref() {
        Some(wanted) => name == wanted || belongs(&set.families[family].name, wanted),
        None => true,
    };
    let rules: Vec<&Rule> = set.rules.iter().filter(|rule| wanted(&rule.name, rule.family)).collect();
    let rejected: Vec<&Rejected> = set.rejected.iter().filter(|one| wanted(&one.name, one.family)).collect();
    if let (Some(name), true, true) = (&args.name, rules.is_empty(), rejected.is_empty()) {
        bail!("no rule and no family is called `{name}`; `egen rules list` shows all");
    }
    let settings = CheckSettings { points: args.points, ..CheckSettings::default() };
    let progress = Late::new(Some(rules.len() as u64), "{bar:30} {pos} of {len} rules, {elapsed}, {eta} left");
    let found: Vec<Soundness> = rules
        .par_iter()
        .map(|rule| {
            let found = check(rule, &settings);
            progress.bar.inc(1);
            progress.tick();
            found
        })
        .collect();
    progress.bar.finish_and_clear();
    let mut report = Report { out: BufWriter::new(anstream::stdout()), jsonl: args.jsonl, exit: Exit::Fine, sound: 0 };
    for (rule, found) in rules.iter().zip(&found) {
        report.rule(&set, rule, found)?;
        if let Some(Err(fault)) = check_needs(rule) {
            report.point(&rule.name, "needs", &fault.to_string())?;
        }
    }
    for one in &rejected {
        if let Err(fault) = check_rejected(one) {
            report.point(&one.name, "rejected", &fault.to_string())?;
        }
    }
    if !args.jsonl {
        let (sound, rules, rejected) = (report.sound, rules.len(), rejected.len());
        writeln!(report.out, "{sound} of {rules} rules are sound; {rejected} rejected; hash {:016x}", set.hash())?;
        if args.name.is_none() {
            for (rule, by) in set.redundant() {
                writeln!(
                    report.out,
                    "{YELLOW}redundant{YELLOW:#}  {}: `{}` says the same with fewer conditions",
                    rule.name, by.name
                )?;
            }
        }
    }
    report.out.flush()?;
    Ok(report.exit)
}

struct Report<W: Write> {
    out: W,
    jsonl: bool,
    exit: Exit,
    sound: usize,
}

impl<W: Write> Report<W> {
    fn rule(&mut self, set: &RuleSet, rule: &Rule, found: &Soundness) -> io::Result<()> {
        self.sound += usize::from(found.real == Outcome::Sound);
        self.exit = self.exit.and(match found.real {
            Outcome::Sound => Exit::Fine,
            Outcome::Unsound(_) | Outcome::Vacuous => Exit::No,
            Outcome::Undecided(_) => Exit::Unknown,
        });
        if self.jsonl {
            let (at, reason) = match &found.real {
                Outcome::Unsound(at) => (witness(at), Value::from(at.to_string())),
                Outcome::Undecided(reason) => (Value::Null, Value::from(reason.as_str())),
                Outcome::Sound | Outcome::Vacuous => (Value::Null, Value::Null),
            };
            let object = json!({
                "rule": rule.name, "family": set.family_of(rule),
                "left": rule.left.to_string(), "right": rule.right.to_string(),
                "outcome": found.real.name(), "at": at, "reason": reason, "complex": found.complex,
                "gains_domain": found.gains_domain, "uncovered": found.uncovered.as_ref().map_or(Value::Null, witness),
                "up_to_constant": found.up_to_constant, "instances": found.instances, "points": found.points,
            });
            return writeln!(self.out, "{object}");
        }
        let style = match found.real {
            Outcome::Sound => GREEN,
            Outcome::Unsound(_) | Outcome::Vacuous => RED,
            Outcome::Undecided(_) => YELLOW,
        };
        let mut labels = Vec::new();
        match found.complex {
            Some(true) => labels.push("complex too"),
            Some(false) => labels.push("reals only"),
            None => {}
        }
        labels.extend(found.gains_domain.then_some("wider"));
        labels.extend(found.up_to_constant.then_some("up to a constant"));
        let labels = if labels.is_empty() { String::new() } else { format!("  ({})", labels.join(", ")) };
        let word = found.real.name();
        writeln!(self.out, "{style}{word}{style:#}  {}  {rule}{labels}", rule.name)?;
        if found.real != Outcome::Sound {
            let whole = found.real.to_string();
            writeln!(self.out, "  {}: {}", rule.place, whole[word.len()..].trim_start_matches(": "))?;
        }
        if let Some(at) = &found.uncovered {
            writeln!(self.out, "  {at}; no `off` says so")?;
        }
        Ok(())
    }

    /// A `needs` or `rejected` point that does not show what it claims.
    fn point(&mut self, name: &str, clause: &str, fault: &str) -> io::Result<()> {
        self.exit = self.exit.and(Exit::No);
        if self.jsonl {
            return writeln!(
                self.out,
                "{}",
                json!({"rule": name, "clause": clause, "outcome": "wrong point", "reason": fault})
            );
        }
        writeln!(self.out, "{RED}wrong point{RED:#}  {name}: {clause}: {fault}")
    }
}

fn witness(at: &Counterexample) -> Value {
    let all: Vec<_> = at.given.iter().chain(&at.at).cloned().collect();
    json!({"at": point(&all), "left": at.left, "right": at.right})
}
