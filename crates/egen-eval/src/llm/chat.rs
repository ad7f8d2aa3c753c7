//! Chat: what is said to a model, and what does its answer hold?

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What somebody says: `user`, or `assistant` if it is the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "as the protocol names them")]
pub struct Message {
    pub role: String,
    pub content: String,
}

/// All that an answer depends on. Without a temperature the server chooses one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "as the protocol names them")]
pub struct Request {
    pub model: String,
    pub messages: Vec<Message>,
    pub max_tokens: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
}

impl Request {
    /// What is sent. Newer models of OpenAI's refuse the name `max_tokens`, and most other servers know no other.
    pub fn body(&self, limit: &str) -> String {
        let mut body = json!({ "model": self.model, "messages": self.messages });
        body[limit] = self.max_tokens.into();
        if let Some(temperature) = self.temperature {
            body["temperature"] = temperature.into();
        }
        body.to_string()
    }

    /// About how many tokens a server reads, by rule of thumb: English has four characters to a token, formulas fewer, and every
    /// message takes some tokens beside its words.
    pub fn tokens(&self) -> u64 {
        self.messages.iter().map(|message| message.content.chars().count() as u64 / 3 + 5).sum()
    }
}

/// How an answer ended: by itself, at the longest length, or with a refusal of the model or its server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "said above")]
pub enum Finish {
    Whole,
    Truncated,
    Refused,
}

/// Tokens that are read, and tokens that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "said above")]
pub struct Tokens {
    pub input: u64,
    pub output: u64,
}

/// An answer: its words, how it ended, and what it took if the server says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "said above")]
pub struct Reply {
    pub content: String,
    pub finish: Finish,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
}

impl Reply {
    /// Reads the body of a response; `None` if it is no answer of a chat model.
    pub fn read(body: &Value) -> Option<Reply> {
        let choice = body.get("choices")?.get(0)?;
        let message = choice.get("message")?;
        let words = |name: &str| message.get(name)?.as_str().map(String::from);
        let (content, refusal) = (words("content"), words("refusal"));
        let finish = match choice.get("finish_reason").and_then(Value::as_str) {
            Some("length") => Finish::Truncated,
            Some("content_filter") => Finish::Refused,
            _ if content.is_none() && refusal.is_some() => Finish::Refused,
            _ => Finish::Whole,
        };
        let count = |name: &str| body.get("usage")?.get(name)?.as_u64();
        let tokens = count("prompt_tokens").zip(count("completion_tokens"));
        let content = content.or(refusal).unwrap_or_default();
        Some(Reply { content, finish, tokens: tokens.map(|(input, output)| Tokens { input, output }) })
    }
}
