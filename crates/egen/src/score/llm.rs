//! `egen score llm`: how does a chat model do on the paper's two tasks?

mod args;
mod table;

use std::collections::BTreeMap;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anyhow::{anyhow, bail};
use egen_corpus::store::Draft;
use egen_eval::Row;
use egen_eval::llm::answer::{Mark, Unreadable, mark, wrong_steps};
use egen_eval::llm::ask::Progress;
use egen_eval::llm::chat::{Message, Reply, Request, Tokens};
use egen_eval::llm::marks::{self, Said};
use egen_eval::llm::{Asking, Client, Endpoint, Key, LlmError, Transcript, question, sample};
use egen_eval::mistakes::{self, Derivation};
use egen_eval::score::Score;
use egen_eval::subject::{Class, Identity};
use egen_read::print::group_digits;
use serde_json::{Value, json};

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
      --price-in 2.5 --price-out 10 tells what it may cost, --price-limit 5 ends it there
  egen score llm --base-url http://localhost:11434/v1 --model llama3.2 --out llama
  egen score llm --base-url http://localhost:8080/v1 --model mine --task algebra --out mine

The key is taken from EGEN_LLM_KEY, or else from OPENAI_API_KEY, and never written; EGEN_LLM_KEY= (empty) sends none. \
Every question and answer is kept in the folder: the same command goes on where it ended, and asks nothing twice. Answers that are \
no line `Answer: …` count as unread. Ctrl-C waits for the answer that is under way; twice stops at once.

Exit status: 0 scored, 1 not confirmed, 2 trouble or stopped before the end.";

/// What is asked of a task, and how answers are scored.
struct Task {
    name: &'static str,
    test: String,
    questions: Vec<Vec<Message>>,
    score: Box<Scorer>,
}

type Scorer = dyn Fn(&[Reply]) -> Scored;

struct Scored {
    scores: Vec<Score>,
    /// How each answer was understood.
    answers: Value,
    unread: Vec<Unreadable>,
}

pub fn run(args: &LlmArgs) -> anyhow::Result<Exit> {
    let (key, whence) = key()?;
    let endpoint = Endpoint::new(&args.base_url, key).map_err(|error| advise(error.into(), args))?;
    if let Some(whence) = whence {
        report::note(&format!("the key of {whence} goes to {}", endpoint.host()));
    }
    let mut tasks = Vec::new();
    if args.asks(TaskArg::Mistakes) {
        tasks.push(derivations(args)?);
    }
    if args.asks(TaskArg::Algebra) {
        tasks.push(analogies(args)?);
    }
    let interrupt = Interrupt::told(format!("what was answered is kept, and `{}` goes on", again()))?;
    let transcript = Transcript::open(&args.out, endpoint.base())?;
    let LlmArgs { max_tokens, temperature, .. } = *args;
    let [timeout, deadline] = [args.timeout, args.deadline].map(Duration::from_secs);
    let mut asking = Asking {
        client: Client::new(endpoint, timeout, deadline),
        transcript,
        style: Request { model: args.model.clone(), messages: Vec::new(), max_tokens, temperature },
        price: args.price(),
        stop: interrupt.flag(),
        tokens: Tokens::default(),
        answers: 0,
    };
    if !start(args, &asking, &tasks)? {
        return Ok(Exit::No);
    }
    for task in &tasks {
        let replies = ask(&mut asking, task).map_err(|error| advise(error, args))?;
        show(args, task, (task.score)(&replies))?;
    }
    end(args, &asking)
}

fn derivations(args: &LlmArgs) -> anyhow::Result<Task> {
    let cases = mistakes::all()?;
    let queries = sample::derivations(&cases, args.steps as usize, args.seed)?;
    let steps: usize = queries.iter().map(Derivation::steps).sum();
    let wrong = queries.iter().filter(|one| one.mistake.is_some()).count();
    let count = queries.len();
    Ok(Task {
        name: "mistakes",
        test: format!("{steps} steps with {wrong} mistakes, of {count} derivations by SymPy, seed {}", args.seed),
        questions: question::mistakes(&sample::example(&cases, args.seed)?, &queries),
        score: Box::new(move |replies| {
            let read = |(one, reply): (&Derivation, &Reply)| wrong_steps(reply, one.steps());
            let said =
                queries.iter().zip(replies).map(read).map(|read| read.map_or_else(Said::Unreadable, Said::Wrong));
            let said: Vec<Said> = said.collect();
            let unread = said.iter().filter_map(|said| match said {
                Said::Unreadable(why) => Some(*why),
                Said::Wrong(_) => None,
            });
            Scored { scores: marks::score_mistakes(&queries, &said), answers: json!(said), unread: unread.collect() }
        }),
    })
}

fn analogies(args: &LlmArgs) -> anyhow::Result<Task> {
    let queries = sample::analogies(args.analogies.map(|count| count as usize), args.seed)?;
    Ok(Task {
        name: "algebra",
        test: format!("{} analogies, seed {}; answers are written, not chosen", queries.len(), args.seed),
        questions: question::analogies(&queries),
        score: Box::new(move |replies| {
            let found: Vec<Mark> = queries.iter().zip(replies).map(|(one, reply)| mark(one, reply)).collect();
            let unread = found.iter().filter_map(|mark| match mark {
                Mark::Unreadable(why) => Some(*why),
                Mark::Right | Mark::Otherwise | Mark::Wrong => None,
            });
            Scored { scores: marks::score_algebra(&queries, &found), answers: json!(found), unread: unread.collect() }
        }),
    })
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

/// Says what is about to happen and what it may cost, and asks whether it should.
fn start(args: &LlmArgs, asking: &Asking, tasks: &[Task]) -> anyhow::Result<bool> {
    let left = tasks.iter().map(|task| asking.left(&task.questions));
    let (requests, most) = left.fold((0, Tokens::default()), |(count, all), (more, one)| {
        (count + more, Tokens { input: all.input + one.input, output: all.output + one.output })
    });
    if requests == 0 {
        return Ok(true);
    }
    let [requests, input, output] = [requests, most.input, most.output].map(grouped);
    let cost = asking.price.map_or(String::new(), |price| {
        format!("; {:.2} at the given prices, if every answer is as long as it may be", price.of(most))
    });
    report::note(&format!(
        "{requests} requests to {} at {}: about {input} tokens in and at most {output} out{cost}",
        args.model, args.base_url,
    ));
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

fn ask(asking: &mut Asking, task: &Task) -> Result<Vec<Reply>, LlmError> {
    let bar = bar(Some(task.questions.len() as u64), "{bar:30} {pos}/{len} {msg}, {elapsed}");
    bar.set_message(task.name);
    let replies = asking.ask(&task.questions, &mut |progress| match progress {
        Progress::Answered(done) => bar.set_position(done as u64),
        Progress::Waiting(what, wait) => {
            bar.suspend(|| report::note(&format!("{what}; again in {:.0} s", wait.as_secs_f64())));
        }
    });
    bar.finish_and_clear();
    replies
}

/// Prints the scores of a task beside the paper's, and writes them to `DIR/TASK.json`.
fn show(args: &LlmArgs, task: &Task, Scored { scores, answers, unread }: Scored) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}: {}", task.name, task.test)?;
    write!(out, "{}", table::table(&args.model, &scores))?;
    let mut reasons: BTreeMap<Unreadable, usize> = BTreeMap::new();
    unread.iter().for_each(|why| *reasons.entry(*why).or_default() += 1);
    let reasons: Vec<String> = reasons.iter().map(|(why, count)| format!("{count} {why}")).collect();
    if !reasons.is_empty() {
        let (count, all, reasons) = (unread.len(), task.questions.len(), reasons.join(", "));
        writeln!(out, "{count} of {all} answers could not be read ({reasons}): they find and solve nothing")?;
    }
    writeln!(out)?;
    let model = args.model.clone();
    let identity = Identity { model, vector: String::new(), class: Class::LanguageModel, trained: None };
    let scored = json!({ "test": task.test, "rows": [Row { identity, scores }], "answers": answers });
    let path = args.out.join(format!("{}.json", task.name));
    Ok(Draft::publish(&path, &serde_json::to_vec_pretty(&scored)?)?)
}

fn end(args: &LlmArgs, asking: &Asking) -> anyhow::Result<Exit> {
    let mut out = io::stdout().lock();
    writeln!(out, "GPT-4o: as the paper has it, on its own 322 steps and its own analogies")?;
    let Tokens { input, output } = asking.tokens;
    let cost =
        asking.price.map_or(String::new(), |price| format!(", {:.2} at the given prices", price.of(asking.tokens)));
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
        LlmError::GaveUp(..) => {
            "what was answered is kept, and the same command goes on; a longer --timeout or --deadline may help"
        }
        LlmError::Refused { status: Some(401 | 403), .. } => "set EGEN_LLM_KEY to a key that may use the model",
        LlmError::Price { .. } => "what was answered is kept, and the same command goes on with another --price-limit",
        LlmError::Refused { status: Some(200 | 404), .. } => {
            &format!("is --model {} right, and does --base-url end as the server wants it (often in /v1)?", args.model)
        }
        LlmError::Refused { .. } | LlmError::Eval(_) | LlmError::Endpoint(_) => return error.into(),
    };
    anyhow!("{error}: {advice}")
}
