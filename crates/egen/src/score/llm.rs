//! `egen score llm`: how does a chat model do on the paper's two tasks?

mod args;
mod table;

use std::collections::BTreeMap;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anyhow::{anyhow, bail};
use egen_eval::Row;
use egen_eval::llm::answer::Unreadable;
use egen_eval::llm::ask::{Answered, Progress};
use egen_eval::llm::chat::Tokens;
use egen_eval::llm::formula::Mark;
use egen_eval::llm::marks::{self, Said};
use egen_eval::llm::plan::Left;
use egen_eval::llm::{
    Asking, Client, Endpoint, Key, LlmError, Patience, Patient, Plan, Style, Transcript, sample, store,
};
use egen_eval::mistakes::{self, Derivation};
use egen_eval::score::Score;
use egen_read::print::group_digits;

use crate::Exit;
use crate::interrupt::Interrupt;
use crate::progress::bar;
use crate::report;
use crate::resume::quoted;

pub use args::LlmArgs;
use args::TaskArg;

pub const EXAMPLES: &str = "\
Examples:
  egen score llm --base-url https://api.openai.com/v1 --model gpt-4o --out gpt-4o
      --price-in 2.5 --price-out 10 says beforehand what it may cost
  egen score llm --base-url http://localhost:11434/v1 --model llama3.2 --rate 1000/min --out llama
  egen score llm --base-url http://localhost:8080/v1 --model mine --task algebra --out mine

The key is taken from EGEN_LLM_KEY, or else from OPENAI_API_KEY, and never written; EGEN_LLM_KEY= (empty) sends none. \
Every question and answer is kept in the folder: the same command goes on where it ended, and asks nothing twice. What Ctrl-C \
interrupts waits for the answer that is under way; twice stops at once.

Exit status: 0 scored, 1 not confirmed, 2 trouble or stopped before the end.";

pub fn run(args: &LlmArgs) -> anyhow::Result<Exit> {
    let (key, whence) = key()?;
    let endpoint = Endpoint::new(&args.base_url, key).map_err(|error| advise(error.into(), args))?;
    if let Some(whence) = whence {
        report::note(&format!("the key of {whence} goes to {}", endpoint.host()));
    }
    let derivations = if args.asks(TaskArg::Mistakes) { Some(Derivations::draw(args)?) } else { None };
    let analogies = match args.asks(TaskArg::Algebra) {
        true => Some(sample::analogies(args.analogies.map(|count| count as usize), args.seed)?),
        false => None,
    };
    let mistakes = derivations.as_ref().map(|some| Plan::mistakes(&some.example, &some.queries, args.rounds));
    let algebra = analogies.as_ref().map(|some| Plan::algebra(some, args.rounds));

    let style = Style { model: args.model.clone(), max_tokens: args.max_tokens, temperature: args.temperature };
    let transcript = Transcript::open(&args.out, endpoint.base())?;
    let left = [&mistakes, &algebra].into_iter().flatten().map(|plan| plan.left(&style, &transcript));
    let left = left.fold(Left::default(), Left::plus);
    if !start(args, &endpoint, left)? {
        return Ok(Exit::No);
    }

    let interrupt = Interrupt::told(format!("what was answered is kept, and `{}` goes on", again()))?;
    let client = Client::new(endpoint, Duration::from_secs(args.timeout));
    let patience = Patience { rate: args.rate, retries: args.retries, ..Patience::default() };
    let patient = Patient::new(client, patience);
    let mut asking =
        Asking { patient, transcript, style, stop: interrupt.flag(), tokens: Tokens::default(), answers: 0 };
    let mut ask = |plan: &Plan| ask(&mut asking, plan).map_err(|error| advise(error, args));

    if let (Some(plan), Some(some)) = (&mistakes, &derivations) {
        let answered = ask(plan)?;
        let said = marks::said(&some.queries, &answered.replies);
        store::keep(&args.out, plan.task, &said)?;
        let unread = said.iter().filter_map(|said| match said {
            Said::Unreadable(why) => Some(*why),
            Said::Wrong(_) => None,
        });
        let scores = marks::score_mistakes(&some.queries, &said);
        show(args, plan, &some.describe(args.seed), scores, marks::unread(unread), &answered)?;
    }
    if let (Some(plan), Some(some)) = (&algebra, &analogies) {
        let answered = ask(plan)?;
        let found = marks::marks(some, &answered.replies);
        store::keep(&args.out, plan.task, &found)?;
        let unread = found.iter().filter_map(|mark| match mark {
            Mark::Unreadable(why) => Some(*why),
            Mark::Right | Mark::Otherwise | Mark::Wrong => None,
        });
        let test = format!("{} analogies, seed {}; answers are written, not chosen", some.len(), args.seed);
        show(args, plan, &test, marks::score_algebra(some, &found), marks::unread(unread), &answered)?;
    }
    end(args, &asking)
}

/// The key and the name of the variable that holds it.
fn key() -> anyhow::Result<(Option<Key>, Option<&'static str>)> {
    for name in ["EGEN_LLM_KEY", "OPENAI_API_KEY"] {
        let text = match env::var(name) {
            Ok(text) => text,
            Err(env::VarError::NotPresent) => continue,
            // The error of the standard library would show it.
            Err(env::VarError::NotUnicode(_)) => bail!("{name} holds no text"),
        };
        let key = Key::new(&text).map_err(|error| anyhow!("{name}: {error}"))?;
        let whence = key.is_some().then_some(name);
        return Ok((key, whence));
    }
    Ok((None, None))
}

/// What is asked about mistakes.
struct Derivations {
    example: Derivation,
    queries: Vec<Derivation>,
}

impl Derivations {
    fn draw(args: &LlmArgs) -> anyhow::Result<Derivations> {
        let cases = mistakes::all()?;
        let queries = sample::derivations(&cases, args.steps as usize, args.seed)?;
        Ok(Derivations { example: sample::example(&cases, args.seed)?, queries })
    }

    fn describe(&self, seed: u64) -> String {
        let steps: usize = self.queries.iter().map(Derivation::steps).sum();
        let mistakes = self.queries.iter().filter(|one| one.mistake.is_some()).count();
        let derivations = self.queries.len();
        format!("{steps} steps with {mistakes} mistakes, of {derivations} derivations by SymPy, seed {seed}")
    }
}

/// Says what is about to happen and what it may cost, and asks whether it should.
fn start(args: &LlmArgs, endpoint: &Endpoint, left: Left) -> anyhow::Result<bool> {
    if left.requests == 0 {
        return Ok(true);
    }
    let (usual, most) = left.output(args.max_tokens);
    let [requests, input, output, longest] = [left.requests, left.input, usual, most].map(grouped);
    report::note(&format!(
        "{requests} requests to {} at {}: about {input} tokens in and {output} out, at most {longest} out",
        args.model,
        endpoint.base(),
    ));
    let rule = format!(
        "a token for {} characters and {} more for each message, {} tokens for an answer",
        Left::CHARACTERS,
        Left::MESSAGE,
        Left::ANSWER
    );
    match (args.cost(left.input, usual), args.cost(left.input, most)) {
        (Some(about), Some(most)) => {
            report::note(&format!("about {about:.2}, at most {most:.2} at the given prices (estimated: {rule})"));
        }
        _ => report::note(&format!("estimated: {rule}; with --price-in and --price-out it says what that costs")),
    }
    if args.yes || !io::stdin().is_terminal() {
        return Ok(true);
    }
    write!(io::stderr(), "Start? [y/N] ")?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// The command that asks what is still to be asked: the same one, and there is no secret in it.
fn again() -> String {
    let words: Vec<String> = env::args().skip(1).map(|word| quoted(&word)).collect();
    format!("egen {}", words.join(" "))
}

fn ask(asking: &mut Asking, plan: &Plan) -> Result<Answered, LlmError> {
    let bar = bar(Some(plan.len() as u64), "{bar:30} {pos}/{len} {msg}, {elapsed}");
    bar.set_message(plan.task);
    let answered = asking.ask(plan, &mut |progress| match progress {
        Progress::Answered { done, .. } => bar.set_position(done as u64),
        Progress::Waiting { what, wait } => {
            bar.suspend(|| report::note(&format!("{what}; again in {:.0} s", wait.as_secs_f64())));
        }
    });
    bar.finish_and_clear();
    answered
}

/// Stores the scores of a task and prints them beside the paper's.
fn show(
    args: &LlmArgs,
    plan: &Plan,
    test: &str,
    scores: Vec<Score>,
    unread: BTreeMap<Unreadable, usize>,
    answered: &Answered,
) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}: {test}", plan.task)?;
    write!(out, "{}", table::table(&args.model, &scores, !unread.is_empty()))?;
    let count: usize = unread.values().sum();
    if count > 0 {
        let reasons: Vec<String> = unread.iter().map(|(why, count)| format!("{count} {}", why.name())).collect();
        let all = plan.len();
        writeln!(
            out,
            "{count} of {all} answers could not be read ({}): they find and solve nothing",
            reasons.join(", ")
        )?;
    }
    match answered.opened.understood {
        Some(1) => writeln!(out, "the example was understood at once")?,
        Some(round) => writeln!(out, "the example was understood in round {round}")?,
        None => writeln!(out, "the example was not understood in {} rounds; it was asked all the same", plan.rounds)?,
    }
    writeln!(out)?;
    store::add(&args.out, plan.task, test, Row { identity: store::identity(&args.model), scores })?;
    Ok(())
}

fn end(args: &LlmArgs, asking: &Asking) -> anyhow::Result<Exit> {
    let mut out = io::stdout().lock();
    writeln!(out, "GPT-4o: as the paper has it, on its own 322 steps and its own analogies")?;
    let Tokens { input, output } = asking.tokens;
    let cost = args.cost(input, output).map_or(String::new(), |cost| format!(", {cost:.2} at the given prices"));
    let [answers, input, output] = [asking.answers, input, output].map(grouped);
    writeln!(out, "{answers} new answers, {input} tokens in and {output} out{cost}: {}", args.out.display())?;
    Ok(Exit::Fine)
}

fn grouped(number: u64) -> String {
    group_digits(&number.to_string())
}

/// The library says what is wrong; here is what to do.
fn advise(error: LlmError, args: &LlmArgs) -> anyhow::Error {
    let advice = match &error {
        LlmError::Stopped => &format!("what was answered is kept, and `{}` goes on", again()),
        LlmError::GaveUp { .. } => {
            "what was answered is kept, and the same command goes on; a lower --rate, a longer --timeout or more --retries may help"
        }
        LlmError::Refused { status: Some(401 | 403), .. } => "set EGEN_LLM_KEY to a key that may use the model",
        LlmError::Refused { status: Some(404), .. } => {
            &format!("is --model {} right, and does --base-url end as the server wants it (often in /v1)?", args.model)
        }
        LlmError::NoChat { .. } => "--base-url often ends in /v1",
        LlmError::Refused { .. } | LlmError::Eval(_) | LlmError::Endpoint(_) => return error.into(),
    };
    anyhow!("{error}: {advice}")
}
