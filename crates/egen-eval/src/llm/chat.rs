//! Chat: what is said to a model, and what does its answer hold?

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The one who asks.
    User,
    /// The model.
    Assistant,
}

/// What one of them says.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// The words.
    pub content: String,
}

impl Message {
    /// What is asked.
    pub fn user(content: impl Into<String>) -> Message {
        Message { role: Role::User, content: content.into() }
    }

    /// What was answered. Servers refuse a turn without words.
    pub fn assistant(content: &str) -> Message {
        let content = if content.trim().is_empty() { "(no answer)" } else { content };
        Message { role: Role::Assistant, content: content.into() }
    }
}

/// All that an answer depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The model's name at its server.
    pub model: String,
    /// The conversation so far; roles alternate.
    pub messages: Vec<Message>,
    /// The longest answer.
    pub max_tokens: u32,
    /// How much chance there is in it; the server's choice if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
}

/// How the longest answer is named: newer models of OpenAI's refuse the older name, and most other servers know only that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// `max_tokens`.
    Old,
    /// `max_completion_tokens`.
    New,
}

impl Request {
    /// What is sent.
    pub fn body(&self, limit: Limit) -> String {
        let mut body = json!({ "model": self.model, "messages": self.messages });
        let name = match limit {
            Limit::Old => "max_tokens",
            Limit::New => "max_completion_tokens",
        };
        body[name] = self.max_tokens.into();
        if let Some(temperature) = self.temperature {
            body["temperature"] = temperature.into();
        }
        body.to_string()
    }
}

/// How an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Finish {
    /// By itself.
    Whole,
    /// At the longest length.
    Truncated,
    /// The model or its server refused.
    Refused,
    /// What came was no answer of a chat model.
    Malformed,
}

/// Tokens as the server counted them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    /// Read.
    pub input: u64,
    /// Written.
    pub output: u64,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// Its words; of what was no answer, the beginning.
    pub content: String,
    /// How it ended.
    pub finish: Finish,
    /// What it took, if the server says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
}

/// How much of what is no answer is kept.
const KEPT: usize = 2000;

impl Reply {
    /// Reads the body of a response with status 200.
    pub fn read(body: &str) -> Reply {
        let parsed = serde_json::from_str::<Value>(body).ok();
        let known = parsed.as_ref().and_then(Reply::of);
        let beginning = || body.chars().take(KEPT).collect();
        known.unwrap_or_else(|| Reply { content: beginning(), finish: Finish::Malformed, tokens: None })
    }

    fn of(body: &Value) -> Option<Reply> {
        let choice = body.get("choices")?.get(0)?;
        let message = choice.get("message")?;
        let (content, refusal) = (message.get("content").and_then(words), message.get("refusal").and_then(words));
        let finish = match choice.get("finish_reason").and_then(Value::as_str) {
            Some("length") => Finish::Truncated,
            Some("content_filter") => Finish::Refused,
            _ if content.is_none() && refusal.is_some() => Finish::Refused,
            _ => Finish::Whole,
        };
        let count = |name: &str| body.get("usage")?.get(name)?.as_u64();
        let tokens = count("prompt_tokens").zip(count("completion_tokens"));
        // A message with neither is what some servers send for an answer of no words.
        let content = content.or(refusal).unwrap_or_default();
        Some(Reply { content, finish, tokens: tokens.map(|(input, output)| Tokens { input, output }) })
    }
}

/// A text, or the texts of its parts.
fn words(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => Some(parts.iter().filter_map(|part| part.get("text")?.as_str()).collect()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finish(body: &str) -> (Finish, String) {
        let reply = Reply::read(body);
        (reply.finish, reply.content)
    }

    #[test]
    fn answers_are_read_from_what_servers_send() {
        let body = r#"{"choices":[{"message":{"role":"assistant","content":"Mistakes: 2"},"finish_reason":"stop"}],
            "usage":{"prompt_tokens":10,"completion_tokens":3}}"#;
        let tokens = Some(Tokens { input: 10, output: 3 });
        assert_eq!(Reply::read(body), Reply { content: "Mistakes: 2".into(), finish: Finish::Whole, tokens });
        let parts = r#"{"choices":[{"message":{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}}]}"#;
        assert_eq!(finish(parts), (Finish::Whole, "ab".into()));
        let long = r#"{"choices":[{"message":{"content":"Let us"},"finish_reason":"length"}]}"#;
        assert_eq!(finish(long).0, Finish::Truncated);
        let refused = r#"{"choices":[{"message":{"content":null,"refusal":"I will not"},"finish_reason":"stop"}]}"#;
        assert_eq!(finish(refused), (Finish::Refused, "I will not".into()));
        let nothing = r#"{"choices":[{"message":{"content":null},"finish_reason":"stop"}]}"#;
        assert_eq!(finish(nothing), (Finish::Whole, String::new()));
    }

    #[test]
    fn what_is_no_answer_is_malformed_and_kept() {
        for body in
            ["", "<html>Login</html>", "{}", r#"{"choices":[]}"#, r#"{"choices":[{}]}"#, r#"{"choices":[{"mess"#]
        {
            assert_eq!(finish(body), (Finish::Malformed, body.into()));
        }
        assert_eq!(finish(&"é".repeat(5000)).1.chars().count(), KEPT);
    }

    #[test]
    fn requests_name_the_limit_as_the_server_wants_it() {
        let request =
            Request { model: "m".into(), messages: vec![Message::user("q")], max_tokens: 7, temperature: Some(0.0) };
        let old: Value = serde_json::from_str(&request.body(Limit::Old)).unwrap();
        assert_eq!((&old["max_tokens"], &old["temperature"]), (&json!(7), &json!(0.0)));
        assert_eq!(old["messages"][0], json!({"role": "user", "content": "q"}));
        let new: Value = serde_json::from_str(&request.body(Limit::New)).unwrap();
        assert_eq!((&new["max_tokens"], &new["max_completion_tokens"]), (&Value::Null, &json!(7)));
    }
}
