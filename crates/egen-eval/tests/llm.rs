//! A chat model on this machine: is everything asked, kept, repeated and given up as it should be?

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use egen_eval::llm::ask::{Price, Progress};
use egen_eval::llm::chat::{Message, Reply, Request, Tokens};
use egen_eval::llm::{Asking, Client, Endpoint, Key, LlmError, Transcript, question};
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

fn questions() -> Vec<Vec<Message>> {
    question::mistakes(&example(), &queries())
}

const SECRET: &str = "sk-very-secret-123";
const LONG: Duration = Duration::from_secs(20);

fn asking<'a>(server: &Server, dir: &Path, [timeout, deadline]: [Duration; 2], stop: &'a AtomicBool) -> Asking<'a> {
    let endpoint = Endpoint::new(&server.base, Key::new(SECRET).unwrap()).unwrap();
    let transcript = Transcript::open(dir, endpoint.base()).unwrap();
    let client = Client::new(endpoint, timeout, deadline);
    let style = Request { model: "tiny".into(), messages: Vec::new(), max_tokens: 50, temperature: None };
    Asking { client, transcript, style, price: None, stop, tokens: Tokens::default(), answers: 0 }
}

/// The answers, the requests that the server saw, and what was waited for.
type Outcome = (Result<Vec<String>, LlmError>, Vec<(String, Value)>, Vec<String>);

/// Asks the server, which repeats nothing later than the deadline.
fn run(acts: Vec<Act>, times: [Duration; 2]) -> Outcome {
    let (server, dir, stop) = (Server::new(acts), tempfile::tempdir().unwrap(), AtomicBool::new(false));
    let mut waits = Vec::new();
    let answered = asking(&server, dir.path(), times, &stop).ask(&questions(), &mut |progress| {
        if let Progress::Waiting(what, wait) = progress {
            waits.push(format!("{what} {wait:?}"));
        }
    });
    let written = std::fs::read_to_string(dir.path().join("exchanges.jsonl")).unwrap();
    assert!(!written.contains("secret"), "the key was written");
    assert!(!format!("{answered:?} {waits:?}").contains("secret"), "the key was shown");
    (answered.map(|all| all.into_iter().map(|reply| reply.content).collect()), server.seen(), waits)
}

fn roles(request: &Value) -> Vec<&str> {
    request["messages"].as_array().unwrap().iter().map(|message| message["role"].as_str().unwrap()).collect()
}

#[test]
fn every_query_is_asked_once_and_by_itself_after_the_example() {
    let acts = ["Answer: 2", "Answer: none", "Answer: 7"].map(Act::Say).into();
    let (answers, seen, _) = run(acts, [LONG, LONG]);
    assert_eq!(answers.unwrap(), ["Answer: 2", "Answer: none", "Answer: 7"]);
    assert_eq!(seen.len(), 3);
    let (head, body) = &seen[0];
    assert!(head.starts_with("POST /v1/chat/completions "), "{head}");
    assert!(head.to_ascii_lowercase().contains(&format!("authorization: bearer {SECRET}")), "{head}");
    assert_eq!((&body["model"], &body["max_tokens"]), (&json!("tiny"), &json!(50)));
    for (_, body) in &seen {
        assert_eq!(roles(body), ["user", "assistant", "user"]);
        assert!(body["messages"][0]["content"].as_str().unwrap().contains("line 2: cos(2*x)"));
        assert_eq!(body["messages"][1]["content"], "Answer: 2");
    }
    assert!(seen[2].1["messages"][2]["content"].as_str().unwrap().contains("line 2: 3*ln(x)"));
}

#[test]
fn too_many_requests_are_repeated_when_the_server_says() {
    let busy = || Act::Status(429, "Retry-After: 0.2\r\n", r#"{"error":{"message":"slow down, sk-very-secret-123"}}"#);
    let began = Instant::now();
    let (answers, seen, waits) = run(vec![busy(), Act::Say("Answer: 2")], [LONG, LONG]);
    assert_eq!((answers.unwrap().len(), seen.len()), (3, 4));
    assert!(began.elapsed() >= Duration::from_millis(200));
    assert!(waits[0].contains("429") && waits[0].ends_with("slow down, [key] 200ms"), "{waits:?}");
}

#[test]
fn errors_of_the_server_end_it_at_the_deadline() {
    let (answers, seen, waits) = run(vec![Act::Status(500, "", "oops")], [LONG, Duration::from_millis(1500)]);
    let error = answers.unwrap_err();
    assert!(matches!(&error, LlmError::GaveUp(what, wait) if what.contains("oops") && wait.as_secs() == 2), "{error}");
    assert_eq!((seen.len(), waits.len()), (2, 1));
}

#[test]
fn a_server_that_asks_to_wait_too_long_is_not_waited_for() {
    let (answers, seen, _) = run(vec![Act::Status(429, "Retry-After: 3600\r\n", "")], [LONG, LONG]);
    assert!(matches!(answers, Err(LlmError::GaveUp(_, wait)) if wait.as_secs() == 3600), "{answers:?}");
    assert_eq!(seen.len(), 1);
}

#[test]
fn a_slow_answer_is_asked_for_again() {
    let acts = vec![Act::Wait(Duration::from_millis(700)), Act::Say("Answer: 2")];
    let (answers, seen, waits) = run(acts, [Duration::from_millis(500), LONG]);
    assert_eq!(answers.unwrap().len(), 3);
    assert!(waits[0].contains("did not answer in time"), "{waits:?}");
    assert!(seen.len() >= 4);
}

#[test]
fn what_will_not_change_is_not_repeated() {
    let unknown = || Act::Status(401, "", r#"{"error":{"message":"wrong key sk-very-secret-123"}}"#);
    let (answers, seen, _) = run(vec![unknown()], [LONG, LONG]);
    assert!(matches!(answers, Err(LlmError::Refused { status: Some(401), .. })), "{answers:?}");
    assert_eq!(seen.len(), 1);
    let quota = || Act::Status(429, "", r#"{"error":{"message":"no money","code":"insufficient_quota"}}"#);
    assert_eq!(run(vec![quota()], [LONG, LONG]).1.len(), 1);
}

#[test]
fn redirects_are_not_followed() {
    let other = Server::new(vec![Act::Say("Answer: 2")]);
    let headers: &'static str = format!("Location: {}/chat/completions\r\n", other.base).leak();
    for status in [301, 302, 307, 308] {
        let (answers, _, _) = run(vec![Act::Status(status, headers, "")], [LONG, LONG]);
        assert!(answers.unwrap_err().to_string().contains("redirects to"));
    }
    assert_eq!(other.seen().len(), 0);
}

#[test]
fn a_page_is_no_chat_model_and_json_without_an_answer_is_asked_for_again() {
    let (answers, seen, _) = run(vec![Act::Raw("<html>Welcome to nginx</html>")], [LONG, LONG]);
    assert!(answers.unwrap_err().to_string().contains("not as a chat model does: <html>Welcome to nginx"));
    assert_eq!(seen.len(), 1);
    let acts = vec![Act::Raw(r#"{"error":{"message":"upstream is down"}}"#), Act::Say("Answer: 2")];
    let (answers, _, waits) = run(acts, [LONG, LONG]);
    assert!(answers.is_ok() && waits[0].contains("upstream is down"), "{waits:?}");
}

#[test]
fn newer_names_of_the_limit_are_taken_when_the_server_asks_for_them() {
    let body = r#"{"error":{"message":"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."}}"#;
    let (answers, seen, _) = run(vec![Act::Status(400, "", body), Act::Say("Answer: 2")], [LONG, LONG]);
    assert_eq!((answers.unwrap().len(), seen.len()), (3, 4));
    assert!(
        seen[1..].iter().all(|(_, body)| body["max_completion_tokens"] == json!(50) && body["max_tokens"].is_null())
    );
}

#[test]
fn a_run_that_ended_goes_on_and_asks_nothing_twice() {
    let dir = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let first = Server::new(vec![Act::Say("Answer: 2"), Act::Status(503, "", "")]);
    assert!(asking(&first, dir.path(), [LONG, Duration::ZERO], &stop).ask(&questions(), &mut |_| ()).is_err());
    // A kill in the middle of a line, and of a character.
    let path = dir.path().join("exchanges.jsonl");
    let mut file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"{\"base\":\"\xc3").unwrap();
    drop(file);

    let second = Server::new(vec![Act::Say("Answer: none")]);
    let other = asking(&second, dir.path(), [LONG, LONG], &stop).left(&questions());
    assert_eq!(other.0, 3, "another server was asked nothing yet");
    // The same address cannot be had again, so the transcript is told of the new one.
    let moved = std::fs::read_to_string(&path).unwrap().replace(&first.base, &second.base);
    std::fs::write(&path, moved).unwrap();
    let mut asking = asking(&second, dir.path(), [LONG, LONG], &stop);
    assert_eq!(asking.left(&questions()).0, 2);
    let contents = |replies: Vec<Reply>| replies.into_iter().map(|reply| reply.content).collect::<Vec<_>>();
    let answered = asking.ask(&questions(), &mut |_| ()).unwrap();
    assert_eq!(contents(answered), ["Answer: 2", "Answer: none", "Answer: none"]);
    assert_eq!((asking.answers, asking.tokens), (2, Tokens { input: 20, output: 4 }));
    asking.ask(&questions(), &mut |_| ()).unwrap();
    assert_eq!((second.seen().len(), asking.left(&questions()).0), (2, 0));
}

#[test]
fn a_transcript_that_cannot_be_read_is_named() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("exchanges.jsonl"), "{}\n").unwrap();
    let error = Transcript::open(dir.path(), "http://a").unwrap_err().to_string();
    assert!(error.contains("exchanges.jsonl") && error.contains("line 1"), "{error}");
}

#[test]
fn stopping_keeps_what_was_answered() {
    let (server, dir, stop) =
        (Server::new(vec![Act::Say("Answer: 2")]), tempfile::tempdir().unwrap(), AtomicBool::new(false));
    let mut asking = asking(&server, dir.path(), [LONG, LONG], &stop);
    let ended = asking.ask(&questions(), &mut |_| stop.store(true, Ordering::Relaxed));
    assert!(matches!(ended, Err(LlmError::Stopped)));
    assert_eq!(server.seen().len(), 1);
    assert_eq!(std::fs::read_to_string(dir.path().join("exchanges.jsonl")).unwrap().lines().count(), 1);
}

#[test]
fn a_run_ends_before_the_answer_that_could_cost_too_much() {
    let (server, dir, stop) =
        (Server::new(vec![Act::Say("Answer: 2")]), tempfile::tempdir().unwrap(), AtomicBool::new(false));
    let mut asking = asking(&server, dir.path(), [LONG, LONG], &stop);
    // An answer takes 2 tokens and could take 50: after one answer, another would be too much.
    asking.price = Some(Price { input: 0.0, output: 1e6, limit: 51.0 });
    let ended = asking.ask(&questions(), &mut |_| ()).unwrap_err();
    assert!(matches!(ended, LlmError::Price { spent: 2.0, next: 50.0, .. }), "{ended}");
    assert_eq!(server.seen().len(), 1);
}
