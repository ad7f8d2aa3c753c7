//! Transcripts: what was asked and answered before, so that it is never asked twice?
//!
//! A line of JSON for each exchange, written and flushed as soon as the answer is there. An answer belongs to the whole request, so
//! a run with other cases or another limit takes what is still the same and asks the rest.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, create_dir_all};
use std::io::{Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Deserializer;

use super::chat::{Reply, Request};
use crate::error::EvalError;

/// A question to a base URL, and its answer.
#[derive(Serialize, Deserialize)]
struct Exchange {
    base: String,
    request: Request,
    reply: Reply,
}

/// The file of exchanges.
#[derive(Debug)]
pub struct Transcript {
    file: File,
    base: String,
    known: HashMap<String, Reply>,
}

impl Transcript {
    /// Opens the transcript of a folder, for what an endpoint answers. A line that a killed run did not end is taken away.
    pub fn open(dir: &Path, base: &str) -> Result<Transcript, EvalError> {
        create_dir_all(dir)?;
        let path = dir.join("exchanges.jsonl");
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(&path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1));
        file.set_len(bytes.len() as u64)?;
        let mut known = HashMap::new();
        for exchange in Deserializer::from_slice(&bytes).into_iter::<Exchange>() {
            let exchange = exchange.map_err(|source| EvalError::File { path: path.clone(), source })?;
            if exchange.base == base {
                known.insert(name(&exchange.request), exchange.reply);
            }
        }
        Ok(Transcript { file, base: base.into(), known })
    }

    /// What was answered to a request.
    pub fn find(&self, request: &Request) -> Option<&Reply> {
        self.known.get(&name(request))
    }

    /// Keeps an answer.
    pub fn add(&mut self, request: Request, reply: Reply) -> Result<(), EvalError> {
        let exchange = Exchange { base: self.base.clone(), request, reply };
        let mut line = serde_json::to_vec(&exchange).expect("an exchange is plain data");
        line.push(b'\n');
        // One write: a kill between two would leave half a line, which is taken away, but the answer with it.
        self.file.write_all(&line)?;
        self.known.insert(name(&exchange.request), exchange.reply);
        Ok(())
    }
}

/// A request as a text.
fn name(request: &Request) -> String {
    serde_json::to_string(request).expect("a request is plain data")
}
