//! `egen score llm` against a chat model on this machine.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

const SECRET: &str = "sk-very-secret-456";

/// A chat model that finds no mistake and solves nothing; every answer takes a while.
fn server(pause: Duration) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap());
    let count = Arc::new(AtomicUsize::new(0));
    let asked = Arc::clone(&count);
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).is_ok_and(|read| read > 0) {}
            let lower = head.to_ascii_lowercase();
            let length = lower.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse().ok());
            let mut body = vec![0; length.unwrap_or(0)];
            if reader.read_exact(&mut body).is_err() || body.is_empty() {
                continue;
            }
            asked.fetch_add(1, Ordering::SeqCst);
            thread::sleep(pause);
            let text =
                if String::from_utf8_lossy(&body).contains("derivation") { "Answer: none" } else { "I cannot tell." };
            let body = format!(r#"{{"choices":[{{"message":{{"content":"{text}"}},"finish_reason":"stop"}}]}}"#);
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            let _ = stream.write_all((head + &body).as_bytes());
        }
    });
    (base, count)
}

fn egen(base: &str, dir: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_egen"));
    command.args(["score", "llm", "--model", "tiny", "--base-url", base, "--out"]);
    command.arg(dir).args(more).env("EGEN_LLM_KEY", SECRET).stdin(Stdio::null());
    command
}

fn text(output: &Output) -> (String, String) {
    (String::from_utf8_lossy(&output.stdout).into(), String::from_utf8_lossy(&output.stderr).into())
}

#[test]
fn both_tasks_are_asked_scored_and_stored_and_the_key_is_nowhere() {
    let (base, count) = server(Duration::ZERO);
    let dir = tempfile::tempdir().unwrap();
    let more = ["--steps", "20", "--analogies", "4", "--price-in", "2", "--price-out", "10"];
    let output = egen(&base, dir.path(), &more).output().unwrap();
    let (out, err) = text(&output);
    assert!(output.status.success(), "{err}");
    assert!(err.contains("tokens in") && err.contains("at the given prices"), "{err}");
    assert!(out.contains("mistake F1") && out.contains("61.11") && out.contains("39.60"), "{out}");
    assert!(out.contains("4 of 4 answers could not be read"), "{out}");
    assert!(!out.contains("secret") && !err.contains("secret"));
    for entry in fs::read_dir(dir.path()).unwrap() {
        assert!(!fs::read_to_string(entry.unwrap().path()).unwrap().contains("secret"));
    }
    for (task, first) in [("algebra", json!({ "unreadable": "no-answer" })), ("mistakes", json!({ "wrong": [] }))] {
        let text = fs::read(dir.path().join(format!("{task}.json"))).unwrap();
        let scored: serde_json::Value = serde_json::from_slice(&text).unwrap();
        assert_eq!((&scored["rows"][0]["model"], &scored["answers"][0]), (&json!("tiny"), &first));
    }

    // The same again asks nothing.
    let asked = count.load(Ordering::SeqCst);
    let again = egen(&base, dir.path(), &more).output().unwrap();
    assert_eq!(text(&again).0.lines().next(), out.lines().next());
    assert!(text(&again).0.contains("0 new answers"));
    assert_eq!(count.load(Ordering::SeqCst), asked);
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let (base, count) = server(Duration::from_millis(60));
    let dir = tempfile::tempdir().unwrap();
    let more = ["--task", "algebra", "--analogies", "8"];
    let mut child = egen(&base, dir.path(), &more).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let lines = || fs::read_to_string(dir.path().join("exchanges.jsonl")).map_or(0, |text| text.lines().count());
    let began = Instant::now();
    while lines() < 3 && began.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!((3..8).contains(&lines()), "{} lines", lines());
    let output = egen(&base, dir.path(), &more).output().unwrap();
    assert!(output.status.success(), "{}", text(&output).1);
    assert_eq!(lines(), 8);
    // What was under way when it was killed was not answered.
    assert!(count.load(Ordering::SeqCst) <= 9);
    // What it has is all that may be had for nothing.
    let more = ["--task", "algebra", "--analogies", "9", "--price-in", "1", "--price-out", "1", "--price-limit", "0"];
    let (_, err) = text(&egen(&base, dir.path(), &more).output().unwrap());
    assert!(err.contains("0.00 of 0.00 is spent") && err.contains("--price-limit"), "{err}");
    assert_eq!(lines(), 8);
}

#[test]
fn troubles_say_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let error = |base: &str, more: &[&str]| {
        let output =
            egen(base, dir.path(), &[&["--task", "algebra", "--analogies", "1"], more].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let (_, err) = text(&output);
        assert!(!err.contains("secret"), "{err}");
        err
    };
    assert!(error("localhost:1", &[]).contains("wanted is one such as https://"));
    assert!(error("http://example.org/v1", &[]).contains("unprotected to example.org"));
    assert!(error(&format!("https://me:{SECRET}@example.org"), &[]).contains("environment"));
    // Nobody listens there any more.
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert!(error(&format!("http://{free}"), &["--deadline", "0"]).contains("the same command goes on"));
    assert!(error("http://localhost", &["--price-in", "2"]).contains("--price-out"));
}
