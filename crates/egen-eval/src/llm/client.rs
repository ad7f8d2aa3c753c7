//! The client: one request, one answer, or why there is none.

use std::time::{Duration, SystemTime};

use ureq::http::{HeaderMap, StatusCode};
use ureq::{Agent, Proxy};

use super::chat::{Finish, Limit, Reply, Request};
use super::endpoint::Endpoint;

/// Why a request had no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// It may have one later: too many requests, an error of the server, no connection, no answer in time.
    Passing {
        /// What happened.
        what: String,
        /// How long the server asks to wait.
        wait: Option<Duration>,
    },
    /// What came was no answer of a chat model.
    Malformed(Reply),
    /// It will not have one.
    Lasting {
        /// The status of the response, if there was one.
        status: Option<u16>,
        /// What happened.
        what: String,
    },
}

/// Asks an endpoint.
#[derive(Debug)]
pub struct Client {
    endpoint: Endpoint,
    agent: Agent,
    limit: Limit,
}

/// Answers are a few kilobytes; a server that sends more than this is none of ours.
const LONGEST: u64 = 8 << 20;
/// How much of a server's own words an error repeats.
const SHOWN: usize = 300;

impl Client {
    /// A client that waits so long for an answer.
    pub fn new(endpoint: Endpoint, timeout: Duration) -> Client {
        let proxy = if endpoint.is_local() { None } else { Proxy::try_from_env() };
        // A redirect is not followed: it could carry the key and the questions to somebody else.
        let config = Agent::config_builder()
            .timeout_global(Some(timeout))
            .max_redirects(0)
            .http_status_as_error(false)
            .proxy(proxy)
            .user_agent(concat!("egen/", env!("CARGO_PKG_VERSION")))
            .build();
        Client { endpoint, agent: config.into(), limit: Limit::Old }
    }

    /// Whom it asks.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Asks once; twice if the server wants the limit under its other name.
    pub fn ask(&mut self, request: &Request) -> Result<Reply, Failure> {
        let answer = self.send(request);
        match &answer {
            Err(Failure::Lasting { what, .. })
                if self.limit == Limit::Old && what.contains("max_completion_tokens") =>
            {
                self.limit = Limit::New;
                self.send(request)
            }
            _ => answer,
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
        let body = self.hide(&body.map_err(|error| self.unsent(&error))?);
        if status.is_success() {
            let mut reply = Reply::read(&body);
            // Escapes of JSON could have hidden it before.
            reply.content = self.hide(&reply.content);
            return if reply.finish == Finish::Malformed { Err(Failure::Malformed(reply)) } else { Ok(reply) };
        }
        Err(self.refused(status, &headers, &body))
    }

    fn hide(&self, text: &str) -> String {
        self.endpoint.key().map_or_else(|| text.into(), |key| key.hide(text))
    }

    fn unsent(&self, error: &ureq::Error) -> Failure {
        let host = self.endpoint.host();
        let what = self.hide(&format!("{host}: {error}"));
        match error {
            ureq::Error::Timeout(_) => Failure::Passing { what: format!("{host} did not answer in time"), wait: None },
            ureq::Error::Io(_)
            | ureq::Error::ConnectionFailed
            | ureq::Error::BodyStalled
            | ureq::Error::Protocol(_) => Failure::Passing { what, wait: None },
            ureq::Error::HostNotFound => Failure::Lasting { status: None, what: format!("there is no host {host}") },
            _ => Failure::Lasting { status: None, what },
        }
    }

    /// What a status means that is no success.
    fn refused(&self, status: StatusCode, headers: &HeaderMap, body: &str) -> Failure {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let what = format!("{} answers {status}{}", self.endpoint.host(), said(body));
        let lasting = |what| Failure::Lasting { status: Some(status.as_u16()), what };
        if status.is_redirection() {
            let to = text("location").map_or(String::new(), |to| format!(" to {}", self.hide(to)));
            let what = format!("{what}: redirects{to} are not followed, the base URL must be the last one");
            return lasting(what);
        }
        let passing = status.is_server_error()
            || matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT)
            || status.as_u16() == 425;
        // What is not paid for does not come by waiting.
        if !passing || body.contains("insufficient_quota") {
            return lasting(what);
        }
        Failure::Passing { what, wait: text("retry-after").and_then(|text| delay(text, SystemTime::now())) }
    }
}

/// The server's own words.
fn said(body: &str) -> String {
    let parsed = serde_json::from_str::<serde_json::Value>(body).ok();
    let message = parsed.as_ref().and_then(|body| body.get("error")).map(|error| error.get("message").unwrap_or(error));
    let words = message.and_then(|message| message.as_str()).unwrap_or(body);
    let line: String = words.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(SHOWN).collect();
    if line.is_empty() { line } else { format!(": {line}") }
}

/// `Retry-After`: seconds, or a date.
fn delay(text: &str, now: SystemTime) -> Option<Duration> {
    match text.trim().parse::<f64>() {
        Ok(seconds) if seconds.is_finite() => Duration::try_from_secs_f64(seconds.max(0.0)).ok(),
        _ => Some(httpdate::parse_http_date(text.trim()).ok()?.duration_since(now).unwrap_or(Duration::ZERO)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = httpdate::parse_http_date("Tue, 17 Nov 2026 08:00:00 GMT").unwrap();
        for (text, seconds) in [("3", Some(3)), (" 0 ", Some(0)), ("-1", Some(0)), ("soon", None), ("nan", None)] {
            assert_eq!(delay(text, now), seconds.map(Duration::from_secs), "{text}");
        }
        assert_eq!(delay("Tue, 17 Nov 2026 08:01:00 GMT", now), Some(Duration::from_secs(60)));
        assert_eq!(delay("Tue, 17 Nov 2026 07:00:00 GMT", now), Some(Duration::ZERO));
    }

    #[test]
    fn errors_repeat_the_servers_words_in_one_short_line() {
        assert_eq!(said(r#"{"error":{"message":"no such\n model"}}"#), ": no such model");
        assert_eq!(said(r#"{"error":"busy"}"#), ": busy");
        assert_eq!(said(" "), "");
        assert_eq!(said(&"x".repeat(9000)).len(), SHOWN + 2);
    }
}
