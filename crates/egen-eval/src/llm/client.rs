//! The client: who sends a request, again and again until there is an answer or the deadline?

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::http::{HeaderMap, StatusCode};
use ureq::{Agent, Proxy};

use super::ask::LlmError;
use super::chat::{Reply, Request};
use super::endpoint::Endpoint;

/// Asks an endpoint.
#[derive(Debug)]
pub struct Client {
    endpoint: Endpoint,
    agent: Agent,
    deadline: Duration,
    /// How the server names the longest answer.
    limit: &'static str,
}

/// Why a request had no answer.
enum Failure {
    /// It may have one later: too many requests, an error of the server, no connection, no answer in time.
    Passing { what: String, wait: Option<Duration> },
    /// It will not have one.
    Lasting { status: Option<u16>, what: String },
}

/// The newer name of the longest answer.
const NEWER: &str = "max_completion_tokens";
/// Answers are a few kilobytes; a server that sends more than this is none of ours.
const LONGEST: u64 = 8 << 20;
/// The wait before the first repetition; it doubles each time, unless the server says how long.
const FIRST: Duration = Duration::from_secs(1);
/// How much of a server's own words an error repeats.
const SHOWN: usize = 300;

impl Client {
    /// A client that waits so long for an answer, and begins no repetition later than `deadline` after the first try.
    pub fn new(endpoint: Endpoint, timeout: Duration, deadline: Duration) -> Client {
        let proxy = if endpoint.is_local() { None } else { Proxy::try_from_env() };
        // A redirect is not followed: it could carry the key and the questions to somebody else.
        let config = Agent::config_builder()
            .timeout_global(Some(timeout))
            .max_redirects(0)
            .http_status_as_error(false)
            .proxy(proxy)
            .user_agent(concat!("egen/", env!("CARGO_PKG_VERSION")))
            .build();
        Client { endpoint, agent: config.into(), deadline, limit: "max_tokens" }
    }

    /// Asks until there is an answer; `waiting` hears what went wrong and how long the wait is.
    pub fn ask(
        &mut self,
        request: &Request,
        stop: &AtomicBool,
        waiting: &mut dyn FnMut(&str, Duration),
    ) -> Result<Reply, LlmError> {
        let (began, mut back_off) = (Instant::now(), FIRST);
        loop {
            pause(Duration::ZERO, stop)?;
            let (what, wanted) = match self.send(request) {
                Ok(reply) => return Ok(reply),
                Err(Failure::Lasting { what, .. }) if self.limit != NEWER && what.contains(NEWER) => {
                    self.limit = NEWER;
                    continue;
                }
                Err(Failure::Lasting { status, what }) => return Err(LlmError::Refused { status, what }),
                Err(Failure::Passing { what, wait }) => (what, wait),
            };
            let wait = wanted.unwrap_or(back_off);
            if began.elapsed() + wait > self.deadline {
                return Err(LlmError::GaveUp(what, wait));
            }
            waiting(&what, wait);
            pause(wait, stop)?;
            back_off *= 2;
        }
    }

    fn send(&self, request: &Request) -> Result<Reply, Failure> {
        let url = format!("{}/chat/completions", self.endpoint.base());
        let mut post = self.agent.post(url).header("Content-Type", "application/json");
        if let Some(key) = self.endpoint.key() {
            post = post.header("Authorization", key.header());
        }
        let mut response = post.send(request.body(self.limit)).map_err(|error| self.unsent(&error))?;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = response.body_mut().with_config().limit(LONGEST).lossy_utf8(true).read_to_string();
        let body = self.endpoint.hide(&body.map_err(|error| self.unsent(&error))?);
        if !status.is_success() {
            return Err(self.refused(status, &headers, &body));
        }
        let json = serde_json::from_str::<Value>(&body).ok();
        let what = || format!("{} answers, but not as a chat model does{}", self.endpoint.host(), said(&body));
        match json.as_ref().map(Reply::read) {
            // Escapes of JSON could have hidden the key before.
            Some(Some(reply)) => Ok(Reply { content: self.endpoint.hide(&reply.content), ..reply }),
            // Some gateways report their own trouble with status 200.
            Some(None) => Err(Failure::Passing { what: what(), wait: None }),
            None => Err(Failure::Lasting { status: Some(status.as_u16()), what: what() }),
        }
    }

    fn unsent(&self, error: &ureq::Error) -> Failure {
        let host = self.endpoint.host();
        let what = self.endpoint.hide(&format!("{host}: {error}"));
        use ureq::Error::{BodyStalled, ConnectionFailed, Io, Protocol, Timeout};
        match error {
            Timeout(_) => Failure::Passing { what: format!("{host} did not answer in time"), wait: None },
            Io(_) | ConnectionFailed | BodyStalled | Protocol(_) => Failure::Passing { what, wait: None },
            _ => Failure::Lasting { status: None, what },
        }
    }

    /// What a status means that is no success.
    fn refused(&self, status: StatusCode, headers: &HeaderMap, body: &str) -> Failure {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let mut what = format!("{} answers {status}{}", self.endpoint.host(), said(body));
        if let Some(to) = text("location").filter(|_| status.is_redirection()) {
            what = format!("{what}: redirects to {to} are not followed, the base URL must be the last one");
        }
        let passing = status.is_server_error() || matches!(status.as_u16(), 408 | 425 | 429);
        // What is not paid for does not come by waiting.
        if passing && !body.contains("insufficient_quota") {
            let seconds = text("retry-after").and_then(|text| text.trim().parse().ok());
            Failure::Passing { what, wait: seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) }
        } else {
            Failure::Lasting { status: Some(status.as_u16()), what: self.endpoint.hide(&what) }
        }
    }
}

/// Sleeps, but not when somebody asked to stop.
fn pause(wait: Duration, stop: &AtomicBool) -> Result<(), LlmError> {
    const GLANCE: Duration = Duration::from_millis(50);
    let until = Instant::now() + wait;
    while !stop.load(Ordering::Relaxed) {
        match until.saturating_duration_since(Instant::now()) {
            Duration::ZERO => return Ok(()),
            left => thread::sleep(left.min(GLANCE)),
        }
    }
    Err(LlmError::Stopped)
}

/// The server's own words, in one short line.
fn said(body: &str) -> String {
    let parsed = serde_json::from_str::<Value>(body).ok();
    let message = parsed.as_ref().and_then(|body| body.pointer("/error/message")?.as_str());
    let words: Vec<&str> = message.unwrap_or(body).split_whitespace().collect();
    let line: String = words.join(" ").chars().take(SHOWN).collect();
    if line.is_empty() { line } else { format!(": {line}") }
}
