//! Asking: who goes through the questions, keeps what is answered, and stops when told or when the price is reached?

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::chat::{Message, Reply, Request, Tokens};
use super::client::Client;
use super::endpoint::EndpointError;
use super::transcript::Transcript;
use crate::error::EvalError;

/// Why not everything was asked. What was answered is kept in every case.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum LlmError {
    /// A file, or cases.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// The endpoint cannot be asked.
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    /// Somebody asked to stop.
    #[error("stopped")]
    Stopped,
    /// The next answer could cost more than is left.
    #[error("{spent:.2} of {limit:.2} is spent, and the next answer may cost {next:.4}")]
    Price { spent: f64, limit: f64, next: f64 },
    /// The server did not answer before the deadline.
    #[error("given up: {0}; the next try would be {1:?} later, after the deadline")]
    GaveUp(String, Duration),
    /// The server refused: its words, and the status of its response if there was one.
    #[error("{what}")]
    Refused { status: Option<u16>, what: String },
}

/// What a million tokens cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// Those that are read.
    pub input: f64,
    /// Those that are written.
    pub output: f64,
    /// What a run may cost; infinite without a limit.
    pub limit: f64,
}

impl Price {
    /// What some tokens cost.
    pub fn of(&self, tokens: Tokens) -> f64 {
        (tokens.input as f64 * self.input + tokens.output as f64 * self.output) / 1e6
    }
}

/// How far it is.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress<'a> {
    /// So many questions are answered.
    Answered(usize),
    /// Something went wrong, and the same question is asked again after a wait.
    Waiting(&'a str, Duration),
}

/// Who asks.
pub struct Asking<'a> {
    /// The client.
    pub client: Client,
    /// What was answered before.
    pub transcript: Transcript,
    /// What every request has in common; its conversation is that of the question.
    pub style: Request,
    /// What answers cost, if it is known.
    pub price: Option<Price>,
    /// Set by who wants to stop.
    pub stop: &'a AtomicBool,
    /// What this run took: as the server counted it, or by rule of thumb.
    pub tokens: Tokens,
    /// How many answers this run got from the server.
    pub answers: u64,
}

impl Asking<'_> {
    fn request(&self, messages: &[Message]) -> Request {
        Request { messages: messages.to_vec(), ..self.style.clone() }
    }

    /// How many of these questions have no answer yet, and the most tokens that takes, by rule of thumb.
    pub fn left(&self, questions: &[Vec<Message>]) -> (u64, Tokens) {
        let (mut count, mut most) = (0, Tokens::default());
        for request in questions.iter().map(|messages| self.request(messages)) {
            if self.transcript.find(&request).is_none() {
                count += 1;
                most.input += request.tokens();
                most.output += u64::from(request.max_tokens);
            }
        }
        (count, most)
    }

    /// The answers to these questions, one after the other; none is asked twice.
    pub fn ask(
        &mut self,
        questions: &[Vec<Message>],
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Vec<Reply>, LlmError> {
        let mut replies = Vec::with_capacity(questions.len());
        for messages in questions {
            let request = self.request(messages);
            let reply = match self.transcript.find(&request) {
                Some(known) => known.clone(),
                None => self.answer(request, &mut |what, wait| progress(Progress::Waiting(what, wait)))?,
            };
            replies.push(reply);
            progress(Progress::Answered(replies.len()));
        }
        Ok(replies)
    }

    fn answer(&mut self, request: Request, waiting: &mut dyn FnMut(&str, Duration)) -> Result<Reply, LlmError> {
        let most = Tokens { input: request.tokens(), output: request.max_tokens.into() };
        if let Some(price) = self.price {
            let (spent, next) = (price.of(self.tokens), price.of(most));
            if spent + next > price.limit {
                return Err(LlmError::Price { spent, limit: price.limit, next });
            }
        }
        let reply = self.client.ask(&request, self.stop, waiting)?;
        let took = reply.tokens.unwrap_or(most);
        self.tokens.input += took.input;
        self.tokens.output += took.output;
        self.answers += 1;
        self.transcript.add(request, reply.clone())?;
        Ok(reply)
    }
}
