//! Asking: who goes through a plan, keeps what is answered, and stops when told?

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::chat::{Message, Reply, Tokens};
use super::endpoint::EndpointError;
use super::patience::{End, Patient};
use super::plan::{Opened, Plan, Style};
use super::transcript::Transcript;
use crate::error::EvalError;

/// Why not everything was asked. What was answered is kept in every case.
#[derive(Debug, thiserror::Error)]
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
    /// The server did not answer, however often it was asked.
    #[error("given up after {tries} tries: {what}")]
    GaveUp {
        /// How often it was tried.
        tries: u32,
        /// What happened last.
        what: String,
    },
    /// The server refused.
    #[error("{what}")]
    Refused {
        /// The status of its response, if there was one.
        status: Option<u16>,
        /// What it says.
        what: String,
    },
    /// Already the first question was answered by something else than a chat model.
    #[error("this is no chat endpoint: it answers {beginning:?}")]
    NoChat {
        /// How its answer begins.
        beginning: String,
    },
}

/// How far it is.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress<'a> {
    /// So many queries of a task are answered.
    Answered {
        /// The task.
        task: &'static str,
        /// Answered.
        done: usize,
        /// Of so many.
        all: usize,
    },
    /// The same question will be asked again.
    Waiting {
        /// What went wrong.
        what: &'a str,
        /// For how long.
        wait: Duration,
    },
}

/// Who asks.
pub struct Asking<'a> {
    /// The client.
    pub patient: Patient,
    /// What was answered before.
    pub transcript: Transcript,
    /// How requests are made.
    pub style: Style,
    /// Set by who wants to stop.
    pub stop: &'a AtomicBool,
    /// What this run took, as the server counted it.
    pub tokens: Tokens,
    /// How many answers this run got from the server.
    pub answers: u64,
}

/// What was answered to a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The conversation about the example.
    pub opened: Opened,
    /// An answer for each query.
    pub replies: Vec<Reply>,
}

impl Asking<'_> {
    /// Goes through a plan.
    pub fn ask(&mut self, plan: &Plan, progress: &mut dyn FnMut(Progress)) -> Result<Answered, LlmError> {
        let opened = plan.open(|messages| match self.reply(format!("{}: example", plan.task), messages, progress) {
            Err(Missing::Malformed(reply)) => {
                let beginning = reply.content.chars().take(80).collect();
                Err(LlmError::NoChat { beginning })
            }
            Err(Missing::Error(error)) => Err(error),
            Ok(reply) => Ok(reply),
        })?;
        let mut replies = Vec::with_capacity(plan.len());
        for at in 0..plan.len() {
            let messages = plan.query(&opened, at);
            let about = format!("{}: {}", plan.task, at + 1);
            let reply = match self.reply(about.clone(), &messages, progress) {
                Err(Missing::Error(error)) => return Err(error),
                Ok(reply) => reply,
                // A chat model is there, so this one counts as unreadable, and is not asked for ever.
                Err(Missing::Malformed(reply)) => {
                    self.transcript.add(about, &self.style.request(&messages), &reply, 0.0)?;
                    reply
                }
            };
            replies.push(reply);
            progress(Progress::Answered { task: plan.task, done: at + 1, all: plan.len() });
        }
        Ok(Answered { opened, replies })
    }

    fn reply(
        &mut self,
        about: String,
        messages: &[Message],
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Reply, Missing> {
        let request = self.style.request(messages);
        if let Some(known) = self.transcript.find(&request) {
            return Ok(known.clone());
        }
        let began = Instant::now();
        let mut waiting = |what: &str, wait| progress(Progress::Waiting { what, wait });
        let reply = self.patient.ask(&request, self.stop, &mut waiting).map_err(|end| match end {
            End::Malformed(reply) => Missing::Malformed(reply),
            End::Stopped => Missing::Error(LlmError::Stopped),
            End::GaveUp { tries, what } => Missing::Error(LlmError::GaveUp { tries, what }),
            End::Refused { status, what } => Missing::Error(LlmError::Refused { status, what }),
        })?;
        let kept = self.transcript.add(about, &request, &reply, began.elapsed().as_secs_f64());
        kept.map_err(|error| Missing::Error(error.into()))?;
        let Tokens { input, output } = reply.tokens.unwrap_or_default();
        self.tokens = Tokens { input: self.tokens.input + input, output: self.tokens.output + output };
        self.answers += 1;
        Ok(reply)
    }
}

/// Why there is no answer.
enum Missing {
    Malformed(Reply),
    Error(LlmError),
}
