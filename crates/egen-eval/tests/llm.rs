//! A chat model on this machine: is everything asked, kept, repeated and given up as it should be?

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use egen_eval::llm::chat::{Finish, Tokens};
use egen_eval::llm::{
    Asking, Client, Endpoint, Key, LlmError, Patience, Patient, Plan, Rate, Style, Transcript, marks, store,
};
use egen_eval::mistakes::Derivation;
use egen_read::read::read_expr;
use serde_json::{Value, json};

/// What the server does with a request.
enum Act {
    Say(&'static str),
    Status(u16, &'static str, &'static str),
    Raw(&'static str),
    Wait(Duration),
}

/// A server that acts a list and then says the last thing for ever; it keeps what it was sent.
struct Server {
    base: String,
    seen: Arc<Mutex<Vec<(String, Value)>>>,
}

impl Server {
    fn new(acts: Vec<Act>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}/v1", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&seen);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let at = {
                    let Some(request) = read_request(&stream) else { continue };
                    let mut kept = kept.lock().unwrap();
                    kept.push(request);
                    kept.len() - 1
                };
                act(stream, &acts[at.min(acts.len() - 1)]);
            }
        });
        Server { base, seen }
    }

    fn seen(&self) -> Vec<(String, Value)> {
        self.seen.lock().unwrap().clone()
    }
}

fn read_request(stream: &TcpStream) -> Option<(String, Value)> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        (reader.read_line(&mut head).ok()? > 0).then_some(())?;
    }
    let length =
        head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok())?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((head, serde_json::from_slice(&body).ok()?))
}

fn act(mut stream: TcpStream, act: &Act) {
    let send = |stream: &mut TcpStream, status: u16, headers: &str, body: &str| {
        let length = body.len();
        let head = format!("HTTP/1.1 {status} X\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n");
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
    };
    match act {
        Act::Say(text) => {
            let body = json!({"choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 10, "completion_tokens": 2}});
            send(&mut stream, 200, "", &body.to_string());
        }
        Act::Status(status, headers, body) => send(&mut stream, *status, headers, body),
        Act::Raw(body) => send(&mut stream, 200, "", body),
        Act::Wait(time) => thread::sleep(*time),
    }
}

fn derivation(lines: &[&str], mistake: Option<usize>) -> Derivation {
    let lines: Vec<_> = lines.iter().map(|line| read_expr(line).unwrap()).collect();
    let kinds = vec!["made".into(); lines.len() - 1];
    Derivation { lines, mistake, kinds, changed: None }
}

fn example() -> Derivation {
    derivation(&["sin(x + x)", "sin(2*x)", "cos(2*x)"], Some(2))
}

fn queries() -> Vec<Derivation> {
    vec![
        derivation(&["x + x", "2*x", "3*x", "x*3"], Some(2)),
        derivation(&["x*x", "x^2"], None),
        derivation(&["ln(x^2)", "2*ln(x)", "3*ln(x)"], Some(2)),
    ]
}

fn plan() -> Plan {
    Plan::mistakes(&example(), &queries(), 3)
}

const SECRET: &str = "sk-very-secret-123";

fn asking<'a>(server: &Server, dir: &Path, retries: u32, stop: &'a AtomicBool) -> Asking<'a> {
    asking_within(Duration::from_secs(20), server, dir, retries, stop)
}

fn asking_within<'a>(timeout: Duration, server: &Server, dir: &Path, retries: u32, stop: &'a AtomicBool) -> Asking<'a> {
    let endpoint = Endpoint::new(&server.base, Key::new(SECRET).unwrap()).unwrap();
    let transcript = Transcript::open(dir, endpoint.base()).unwrap();
    let client = Client::new(endpoint, timeout);
    let ms = Duration::from_millis;
    let patience = Patience { rate: Rate(ms(1)), retries, first: ms(5), longest: ms(1500) };
    let style = Style { model: "tiny".into(), max_tokens: 50, temperature: None };
    let tokens = Tokens::default();
    Asking { patient: Patient::new(client, patience), transcript, style, stop, tokens, answers: 0 }
}

/// The answers, the requests that the server saw, and what was waited for.
type Outcome = (Result<Vec<String>, LlmError>, Vec<(String, Value)>, Vec<String>);

/// Runs the plan against the server.
fn run(acts: Vec<Act>, retries: u32) -> Outcome {
    let (server, dir, stop) = (Server::new(acts), tempfile::tempdir().unwrap(), AtomicBool::new(false));
    let mut waits = Vec::new();
    let answered = asking(&server, dir.path(), retries, &stop).ask(&plan(), &mut |progress| {
        if let egen_eval::llm::ask::Progress::Waiting { what, wait } = progress {
            waits.push(format!("{what} {wait:?}"));
        }
    });
    let written = std::fs::read_to_string(dir.path().join("exchanges.jsonl")).unwrap();
    assert!(!written.contains("secret"), "the key was written");
    assert!(!format!("{answered:?} {waits:?}").contains("secret"), "the key was shown");
    (answered.map(|all| all.replies.into_iter().map(|reply| reply.content).collect()), server.seen(), waits)
}

fn roles(request: &Value) -> Vec<&str> {
    request["messages"].as_array().unwrap().iter().map(|message| message["role"].as_str().unwrap()).collect()
}

#[test]
fn an_example_is_understood_and_every_query_is_asked_once_and_by_itself() {
    let acts = ["Mistakes: 2", "Mistakes: 2", "Mistakes: none", "Mistakes: 7"].map(Act::Say).into();
    let (answers, seen, _) = run(acts, 0);
    assert_eq!(answers.unwrap(), ["Mistakes: 2", "Mistakes: none", "Mistakes: 7"]);
    assert_eq!(seen.len(), 4);
    let (head, body) = &seen[0];
    assert!(head.starts_with("POST /v1/chat/completions "), "{head}");
    assert!(head.to_ascii_lowercase().contains(&format!("authorization: bearer {SECRET}")), "{head}");
    assert_eq!((&body["model"], &body["max_tokens"]), (&json!("tiny"), &json!(50)));
    assert!(body["messages"][0]["content"].as_str().unwrap().contains("line 2: cos(2*x)"));
    for (_, body) in &seen[1..] {
        assert_eq!(roles(body), ["user", "assistant", "user"]);
    }
    assert!(seen[3].1["messages"][2]["content"].as_str().unwrap().contains("line 2: 3*ln(x)"));
}

#[test]
fn a_wrong_answer_to_the_example_is_corrected_until_it_is_right() {
    let acts = ["Mistakes: 1", "Hm?", "Mistakes: 2", "Mistakes: none"].map(Act::Say).into();
    let (answers, seen, _) = run(acts, 0);
    assert_eq!(answers.unwrap().len(), 3);
    let feedback = seen[1].1["messages"][2]["content"].as_str().unwrap();
    assert!(feedback.contains("step 2 is the mistake"), "{feedback}");
    assert_eq!(roles(&seen[3].1), ["user", "assistant", "user", "assistant", "user", "assistant", "user"]);
}

#[test]
fn what_is_never_understood_is_asked_all_the_same_with_alternating_roles() {
    let (answers, seen, _) = run(vec![Act::Say("Mistakes: none")], 0);
    assert_eq!((answers.unwrap().len(), seen.len()), (3, 6));
    let query = &seen[3].1;
    assert_eq!(roles(query), ["user", "assistant", "user", "assistant", "user", "assistant", "user"]);
    let last = query["messages"][6]["content"].as_str().unwrap();
    assert!(last.contains("step 2 is the mistake") && last.contains("line 3: x*3"), "{last}");
}

#[test]
fn too_many_requests_are_repeated_when_the_server_says() {
    let busy = || Act::Status(429, "Retry-After: 1\r\n", r#"{"error":{"message":"slow down, sk-very-secret-123"}}"#);
    let began = Instant::now();
    let (answers, seen, waits) = run(vec![busy(), Act::Say("Mistakes: 2")], 2);
    assert_eq!((answers.unwrap().len(), seen.len()), (3, 5));
    assert!(began.elapsed() >= Duration::from_secs(1));
    assert!(
        waits[0].contains("429") && waits[0].contains("slow down, [key]") && waits[0].ends_with(" 1s"),
        "{waits:?}"
    );
}

#[test]
fn errors_of_the_server_end_it_after_so_many_tries() {
    let (answers, seen, _) = run(vec![Act::Status(500, "", "oops")], 2);
    let error = answers.unwrap_err();
    assert!(matches!(&error, LlmError::GaveUp { tries: 3, what } if what.contains("500") && what.contains("oops")));
    assert_eq!(seen.len(), 3);
}

#[test]
fn a_server_that_asks_to_wait_too_long_is_not_waited_for() {
    let (answers, seen, _) = run(vec![Act::Status(429, "Retry-After: 3600\r\n", "")], 5);
    assert!(
        matches!(answers, Err(LlmError::GaveUp { tries: 1, ref what }) if what.contains("asks to wait 3600s")),
        "{answers:?}"
    );
    assert_eq!(seen.len(), 1);
}

#[test]
fn a_slow_answer_is_asked_for_again() {
    let acts = vec![Act::Wait(Duration::from_millis(700)), Act::Say("Mistakes: 2")];
    let (server, dir, stop) = (Server::new(acts), tempfile::tempdir().unwrap(), AtomicBool::new(false));
    let mut waits = Vec::new();
    let mut asking = asking_within(Duration::from_millis(500), &server, dir.path(), 8, &stop);
    let answered = asking.ask(&plan(), &mut |progress| {
        if let egen_eval::llm::ask::Progress::Waiting { what, .. } = progress {
            waits.push(what.to_owned());
        }
    });
    assert_eq!(answered.unwrap().replies.len(), 3);
    assert!(waits[0].contains("did not answer in time"), "{waits:?}");
    assert!(server.seen().len() >= 5);
}

#[test]
fn what_will_not_change_is_not_repeated() {
    let unknown = || Act::Status(401, "", r#"{"error":{"message":"wrong key sk-very-secret-123"}}"#);
    let (answers, seen, _) = run(vec![unknown()], 5);
    assert!(matches!(answers, Err(LlmError::Refused { status: Some(401), .. })), "{answers:?}");
    assert_eq!(seen.len(), 1);
    let quota = || Act::Status(429, "", r#"{"error":{"message":"no money","code":"insufficient_quota"}}"#);
    assert_eq!(run(vec![quota()], 5).1.len(), 1);
}

#[test]
fn redirects_are_not_followed() {
    let other = Server::new(vec![Act::Say("Mistakes: 2")]);
    let headers: &'static str = format!("Location: {}/chat/completions\r\n", other.base).leak();
    for status in [301, 302, 307, 308] {
        let (answers, _, _) = run(vec![Act::Status(status, headers, "")], 5);
        assert!(answers.unwrap_err().to_string().contains("redirects to"));
    }
    assert_eq!(other.seen().len(), 0);
}

#[test]
fn garbage_at_the_beginning_is_no_chat_endpoint_and_later_an_unreadable_answer() {
    let (answers, _, _) = run(vec![Act::Raw("<html>Welcome to nginx</html>")], 1);
    assert!(matches!(answers, Err(LlmError::NoChat { ref beginning }) if beginning.contains("nginx")), "{answers:?}");

    let acts = vec![Act::Say("Mistakes: 2"), Act::Raw("{}"), Act::Raw("{\"cho"), Act::Say("Mistakes: none")];
    let (server, dir, stop) = (Server::new(acts), tempfile::tempdir().unwrap(), AtomicBool::new(false));
    let answered = asking(&server, dir.path(), 1, &stop).ask(&plan(), &mut |_| ()).unwrap();
    assert_eq!(answered.replies[0].finish, Finish::Malformed);
    let scores = marks::score_mistakes(&queries(), &marks::said(&queries(), &answered.replies));
    assert_eq!(scores.last().map(|score| (score.name.as_str(), score.value)), Some(("read", 2.0 / 3.0)));
}

#[test]
fn newer_names_of_the_limit_are_taken_when_the_server_asks_for_them() {
    let body = r#"{"error":{"message":"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."}}"#;
    let (answers, seen, _) = run(vec![Act::Status(400, "", body), Act::Say("Mistakes: 2")], 0);
    assert_eq!((answers.unwrap().len(), seen.len()), (3, 5));
    assert!(
        seen[1..].iter().all(|(_, body)| body["max_completion_tokens"] == json!(50) && body["max_tokens"].is_null())
    );
}

#[test]
fn a_run_that_ended_goes_on_and_asks_nothing_twice() {
    let dir = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let acts = vec![Act::Say("Mistakes: 2"), Act::Say("Mistakes: 2"), Act::Status(503, "", "")];
    let first = Server::new(acts);
    assert!(asking(&first, dir.path(), 0, &stop).ask(&plan(), &mut |_| ()).is_err());
    // A kill in the middle of a line.
    let path = dir.path().join("exchanges.jsonl");
    let mut file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"{\"about\":\"mistakes: 2\",\"ba").unwrap();
    drop(file);

    // The same address cannot be had again, so the transcript is told of the new one.
    let second = Server::new(vec![Act::Say("Mistakes: none")]);
    let moved = std::fs::read_to_string(&path).unwrap().replace(&first.base, &second.base);
    std::fs::write(&path, moved).unwrap();
    let mut asking = asking(&second, dir.path(), 0, &stop);
    assert_eq!(plan().left(&asking.style, &asking.transcript).requests, 2);
    let answered = asking.ask(&plan(), &mut |_| ()).unwrap();
    assert_eq!(second.seen().len(), 2);
    assert_eq!((asking.answers, asking.tokens), (2, Tokens { input: 20, output: 4 }));
    let contents: Vec<&str> = answered.replies.iter().map(|reply| reply.content.as_str()).collect();
    assert_eq!(contents, ["Mistakes: 2", "Mistakes: none", "Mistakes: none"]);
    asking.ask(&plan(), &mut |_| ()).unwrap();
    assert_eq!(second.seen().len(), 2);
    assert_eq!(plan().left(&asking.style, &asking.transcript).requests, 0);
}

#[test]
fn stopping_keeps_what_was_answered() {
    let (server, dir, stop) =
        (Server::new(vec![Act::Say("Mistakes: 2")]), tempfile::tempdir().unwrap(), AtomicBool::new(false));
    let ended = asking(&server, dir.path(), 0, &stop).ask(&plan(), &mut |_| stop.store(true, Ordering::Relaxed));
    assert!(matches!(ended, Err(LlmError::Stopped)));
    assert_eq!(server.seen().len(), 2);
    assert_eq!(std::fs::read_to_string(dir.path().join("exchanges.jsonl")).unwrap().lines().count(), 2);
}

#[test]
fn analogies_are_asked_and_scored() {
    let analogies = egen_eval::llm::sample::analogies(Some(3), 0).unwrap();
    let (server, dir, stop) = (
        Server::new(vec![Act::Say("Answer: abs(-x)"), Act::Say("Answer: I cannot tell")]),
        tempfile::tempdir().unwrap(),
        AtomicBool::new(false),
    );
    let plan = Plan::algebra(&analogies, 2);
    let answered = asking(&server, dir.path(), 0, &stop).ask(&plan, &mut |_| ()).unwrap();
    assert_eq!(answered.opened.understood, Some(1));
    let scores = marks::score_algebra(&analogies, &marks::marks(&analogies, &answered.replies));
    let row = egen_eval::Row { identity: store::identity("tiny"), scores };
    let tables = store::add(dir.path(), "algebra", "3 analogies", row).unwrap();
    let text = serde_json::to_string(&tables).unwrap();
    assert!(text.contains(r#""class":"language-model""#), "{text}");
    assert_eq!(tables.tasks["algebra"].rows[0].scores.last().unwrap().value, 0.0);
}
