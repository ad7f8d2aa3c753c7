//! Transcripts: what was asked and answered before, so that it is never asked twice?
//!
//! A line of JSON for each exchange, written and flushed as soon as the answer is there. An answer belongs to the whole request, so
//! a run with other cases or another limit takes what is still the same and asks the rest.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::chat::{Reply, Request};
use crate::error::EvalError;

/// A question and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exchange {
    /// What it was about: `mistakes: 17`.
    pub about: String,
    /// The base URL that was asked.
    pub base: String,
    /// What was asked.
    pub request: Request,
    /// What was answered.
    pub reply: Reply,
    /// How long it took, waits included.
    pub seconds: f64,
}

/// The file of exchanges.
#[derive(Debug)]
pub struct Transcript {
    path: PathBuf,
    file: File,
    base: String,
    known: HashMap<String, Reply>,
}

/// Its name in the folder of a run.
pub const NAME: &str = "exchanges.jsonl";

impl Transcript {
    /// Opens the transcript of a folder, for what an endpoint answers. A line that a killed run did not end is taken away.
    pub fn open(dir: &Path, base: &str) -> Result<Transcript, EvalError> {
        std::fs::create_dir_all(dir)?;
        let path = dir.join(NAME);
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(&path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        if whole < bytes.len() {
            file.set_len(whole as u64)?;
            file.seek(SeekFrom::End(0))?;
        }
        let mut known = HashMap::new();
        for (at, line) in bytes[..whole].split_inclusive(|&byte| byte == b'\n').enumerate() {
            let exchange: Exchange = serde_json::from_slice(line).map_err(|source| {
                let place = format!("line {}: {source}", at + 1);
                EvalError::File { path: path.clone(), source: serde_json::Error::io(io::Error::other(place)) }
            })?;
            if exchange.base == base {
                known.insert(name(&exchange.request), exchange.reply);
            }
        }
        Ok(Transcript { path, file, base: base.into(), known })
    }

    /// What was answered to a request.
    pub fn find(&self, request: &Request) -> Option<&Reply> {
        self.known.get(&name(request))
    }

    /// Keeps an answer.
    pub fn add(&mut self, about: String, request: &Request, reply: &Reply, seconds: f64) -> Result<(), EvalError> {
        let (base, request, reply) = (self.base.clone(), request.clone(), reply.clone());
        let exchange = Exchange { about, base, request, reply, seconds };
        let named = |source| EvalError::File { path: self.path.clone(), source };
        let mut line = serde_json::to_vec(&exchange).map_err(named)?;
        line.push(b'\n');
        // One write: a kill between two would leave half a line, which is taken away, but the answer with it.
        let written = self.file.write_all(&line).and_then(|()| self.file.flush());
        written.map_err(|source| named(serde_json::Error::io(source)))?;
        self.known.insert(name(&exchange.request), exchange.reply);
        Ok(())
    }
}

/// A request as a text.
fn name(request: &Request) -> String {
    serde_json::to_string(request).expect("a request is plain data")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::chat::{Finish, Message};

    fn request(text: &str) -> Request {
        Request { model: "m".into(), messages: vec![Message::user(text)], max_tokens: 9, temperature: None }
    }

    fn reply(text: &str) -> Reply {
        Reply { content: text.into(), finish: Finish::Whole, tokens: None }
    }

    #[test]
    fn what_was_answered_is_found_again_also_after_half_a_line() {
        let dir = tempfile::tempdir().unwrap();
        let mut first = Transcript::open(dir.path(), "http://a").unwrap();
        first.add("mistakes: 1".into(), &request("one"), &reply("two\nthree é"), 0.5).unwrap();
        drop(first);
        let path = dir.path().join(NAME);
        let whole = std::fs::read(&path).unwrap();
        // Killed inside a character.
        let half = [&whole[..], &whole[..whole.len() - 60]].concat();
        std::fs::write(&path, &half).unwrap();
        let mut again = Transcript::open(dir.path(), "http://a").unwrap();
        assert_eq!(again.find(&request("one")), Some(&reply("two\nthree é")));
        assert_eq!(again.find(&request("other")), None);
        assert_eq!(again.find(&Request { max_tokens: 8, ..request("one") }), None);
        again.add("mistakes: 2".into(), &request("other"), &reply("x"), 0.5).unwrap();
        assert_eq!(Transcript::open(dir.path(), "http://a").unwrap().find(&request("other")), Some(&reply("x")));
        assert_eq!(Transcript::open(dir.path(), "http://b").unwrap().find(&request("one")), None);
    }

    #[test]
    fn a_line_that_cannot_be_read_is_named() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(NAME), "{}\n").unwrap();
        let error = Transcript::open(dir.path(), "http://a").unwrap_err().to_string();
        assert!(error.contains(NAME) && error.contains("line 1"), "{error}");
    }
}
