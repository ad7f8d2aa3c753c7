//! Plans: what is asked, in which order, and what is left to ask?

use super::chat::{Message, Reply, Request};
use super::formula::{Mark, mark};
use super::prompt;
use super::steps::wrong_steps;
use super::transcript::Transcript;
use crate::algebra::Analogy;
use crate::mistakes::Derivation;

/// One example, feedback until it is understood, and the queries.
pub struct Plan {
    /// The task's name.
    pub task: &'static str,
    opening: String,
    feedback: String,
    understood: Box<dyn Fn(&Reply) -> bool>,
    queries: Vec<String>,
    /// How often the example is asked at most.
    pub rounds: u32,
}

/// How requests are made of conversations.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// The model's name at its server.
    pub model: String,
    /// The longest answer.
    pub max_tokens: u32,
    /// How much chance there is in it.
    pub temperature: Option<f64>,
}

impl Style {
    /// The request for the next answer of a conversation.
    pub fn request(&self, messages: &[Message]) -> Request {
        let Style { model, max_tokens, temperature } = self.clone();
        Request { model, messages: messages.to_vec(), max_tokens, temperature }
    }
}

/// The conversation about the example.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    messages: Vec<Message>,
    /// The last feedback, if it was not understood by then.
    unsaid: Option<String>,
    /// In which round it was understood.
    pub understood: Option<u32>,
}

impl Plan {
    /// Mistakes in derivations.
    pub fn mistakes(example: &Derivation, queries: &[Derivation], rounds: u32) -> Plan {
        let (steps, wanted) = (example.steps(), example.mistake.into_iter().collect());
        Plan {
            task: "mistakes",
            opening: prompt::first_mistakes(example),
            feedback: prompt::mistakes_feedback(example),
            understood: Box::new(move |reply| wrong_steps(reply, steps).as_ref() == Ok(&wanted)),
            queries: queries.iter().map(prompt::mistakes).collect(),
            rounds,
        }
    }

    /// Analogies.
    pub fn algebra(queries: &[Analogy], rounds: u32) -> Plan {
        let example = prompt::example_analogy();
        Plan {
            task: "algebra",
            opening: prompt::first_analogy(&example),
            feedback: prompt::analogy_feedback(&example),
            understood: Box::new(move |reply| mark(&example, reply) == Mark::Right),
            queries: queries.iter().map(prompt::analogy).collect(),
            rounds,
        }
    }

    /// How many queries there are.
    pub fn len(&self) -> usize {
        self.queries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.queries.is_empty()
    }

    /// Talks about the example until it is understood, or long enough.
    pub fn open<E>(&self, mut ask: impl FnMut(&[Message]) -> Result<Reply, E>) -> Result<Opened, E> {
        let mut messages = vec![Message::user(&self.opening)];
        for round in 1.. {
            let reply = ask(&messages)?;
            messages.push(Message::assistant(&reply.content));
            if (self.understood)(&reply) {
                return Ok(Opened { messages, unsaid: None, understood: Some(round) });
            }
            if round >= self.rounds {
                break;
            }
            messages.push(Message::user(&self.feedback));
        }
        Ok(Opened { messages, unsaid: Some(self.feedback.clone()), understood: None })
    }

    /// The conversation that ends with a query.
    pub fn query(&self, opened: &Opened, at: usize) -> Vec<Message> {
        let before = opened.unsaid.as_ref().map_or(String::new(), |text| format!("{text}\n\nNow another one. "));
        let mut messages = opened.messages.clone();
        messages.push(Message::user(before + &self.queries[at]));
        messages
    }

    /// What of it no answer is known to.
    pub fn left(&self, style: &Style, transcript: &Transcript) -> Left {
        let known = |messages: &[Message]| transcript.find(&style.request(messages)).cloned().ok_or(());
        match self.open(known) {
            Ok(opened) => {
                let queries = (0..self.len()).map(|at| self.query(&opened, at));
                let unknown = queries.filter(|messages| known(messages).is_err());
                unknown.fold(Left::default(), |left, messages| left.and(&messages, 0))
            }
            Err(()) => {
                let opening = Message::user(&self.opening);
                let first = Left::default().and(std::slice::from_ref(&opening), 0);
                let query = |at: usize| [opening.clone(), Message::user(&self.queries[at])];
                (0..self.len()).fold(first, |left, at| left.and(&query(at), Left::ANSWER))
            }
        }
    }
}

/// What is left to ask, and how many tokens that is by rule of thumb.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// Requests, if the example is understood at once.
    pub requests: u64,
    /// Tokens that are read.
    pub input: u64,
}

impl Left {
    /// Characters to a token. English has about four, formulas fewer.
    pub const CHARACTERS: u64 = 3;
    /// Tokens that every message takes beside its words.
    pub const MESSAGE: u64 = 4;
    /// Tokens of a usual answer.
    pub const ANSWER: u64 = 300;

    fn and(self, messages: &[Message], more: u64) -> Left {
        let tokens = |message: &Message| message.content.chars().count() as u64 / Left::CHARACTERS + 1 + Left::MESSAGE;
        Left { requests: self.requests + 1, input: self.input + more + messages.iter().map(tokens).sum::<u64>() }
    }

    /// Both.
    pub fn plus(self, other: Left) -> Left {
        Left { requests: self.requests + other.requests, input: self.input + other.input }
    }

    /// Tokens that are written: about so many, and at most so many.
    pub fn output(&self, longest: u32) -> (u64, u64) {
        let most = u64::from(longest);
        (self.requests * Left::ANSWER.min(most), self.requests * most)
    }
}
