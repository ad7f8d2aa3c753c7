//! Generation: what does a model write for an expression?
//!
//! Beam search: of all ways to go on from the likeliest beginnings, the likeliest are kept. Only what can become an expression is written,
//! with no other names than those of the expression that is read; the probabilities are those of all tokens nevertheless, so that they are
//! the ones that training knows.

use crate::batch::{Batch, KeptPoints, Sequence};
use crate::decoder::Decoder;
use crate::encoder::Encoder;
use crate::kernel::entropy::log_of_sum;
use crate::kernel::step::{Remembered, Room};
use crate::pass::{self, Packed};
use crate::tokens::{Names, Prefix, Token, decode};

/// A beginning of what is written.
#[derive(Clone, Debug)]
struct Beginning {
    tokens: Vec<Token>,
    prefix: Prefix,
    log_probability: f32,
    /// What each layer knows of the tokens.
    past: Vec<Vec<f32>>,
}

impl Encoder {
    /// Writes at most `beam` expressions of at most `max_tokens` tokens for the one that is read, each with the logarithm of its probability,
    /// the likeliest first. With a beam of 1 each token is the likeliest that may stand there. There may be none: a fraction that is not in lowest terms is dropped.
    ///
    /// # Panics
    /// If the model has no decoder.
    pub fn write(
        &self,
        sequence: &Sequence,
        packed: &Packed,
        beam: usize,
        max_tokens: usize,
    ) -> Vec<(Vec<Token>, f32)> {
        let (decoder, limit) = (Decoder::new(self, packed), max_tokens.min(self.config().max_tokens));
        let mut batch = Batch::new();
        batch.push(sequence, KeptPoints::ALL);
        let rows = pass::memory(self, packed, &batch);
        let mut memory: Vec<Remembered> = decoder.layers().map(|(_, layer)| layer.remember(&rows)).collect();
        let (mut room, mut normalised, mut scores) = (Room::default(), Vec::new(), Vec::new());
        let past = vec![Vec::new(); memory.len()];
        let words = Words::of(sequence);
        let mut live = vec![Beginning { tokens: Vec::new(), prefix: Prefix::default(), log_probability: 0.0, past }];
        let mut done: Vec<(Vec<Token>, f32)> = Vec::new();
        for place in 0..=limit {
            let mut x = Vec::new();
            for beginning in &live {
                let last = beginning.tokens.last().unwrap_or(&Token::Start);
                decoder.place(last.index() as u8, place, &mut x);
            }
            for (at, ((_, layer), memory)) in decoder.layers().zip(&mut memory).enumerate() {
                layer.step(&mut x, live.iter_mut().map(|beginning| &mut beginning.past[at]), memory, &mut room);
            }
            decoder.score(&x, &mut normalised, &mut scores);
            live = go_on(&live, &scores, &words, (beam, limit - place), &mut done);
            done.sort_by(|a, b| b.1.total_cmp(&a.1));
            done.truncate(beam);
            // Probabilities only fall.
            let hope = |beginning: &Beginning| done.len() < beam || beginning.log_probability > done[beam - 1].1;
            if !live.first().is_some_and(hope) {
                break;
            }
        }
        done
    }
}

/// The names that may be written: how many variables and unknown functions has the expression that is read? Another one stands for nothing.
struct Words {
    variables: u8,
    functions: u8,
}

impl Words {
    fn of(sequence: &Sequence) -> Words {
        let mut words = Words { variables: 0, functions: 0 };
        for token in sequence.tokens() {
            match token {
                Token::Variable(place) => words.variables = words.variables.max(place + 1),
                Token::Function { place, .. } => words.functions = words.functions.max(place + 1),
                _ => {}
            }
        }
        words
    }

    fn has(&self, token: Token) -> bool {
        match token {
            Token::Variable(place) => place < self.variables,
            Token::Function { place, .. } => place < self.functions,
            _ => true,
        }
    }
}

/// The likeliest ways to go on, given a row of scores for each beginning; those that end an expression are done.
fn go_on(
    live: &[Beginning],
    scores: &[f32],
    words: &Words,
    (beam, room): (usize, usize),
    done: &mut Vec<(Vec<Token>, f32)>,
) -> Vec<Beginning> {
    let mut ways: Vec<(&Beginning, Token, f32)> = Vec::new();
    for (beginning, row) in live.iter().zip(scores.chunks_exact(Token::COUNT)) {
        let whole = log_of_sum(row);
        let allows = |token: &Token| words.has(*token) && beginning.prefix.allows(*token, room);
        let allowed = Token::all().zip(row).filter(|(token, _)| allows(token));
        ways.extend(allowed.map(|(token, score)| (beginning, token, beginning.log_probability + score - whole)));
    }
    ways.sort_by(|a, b| b.2.total_cmp(&a.2));
    ways.truncate(beam);
    let mut next = Vec::new();
    for (beginning, token, log_probability) in ways {
        if token == Token::End {
            if decode(&beginning.tokens, &Names::usual()).is_ok() {
                done.push((beginning.tokens.clone(), log_probability));
            }
            continue;
        }
        let mut longer = Beginning { log_probability, ..beginning.clone() };
        longer.tokens.push(token);
        longer.prefix.push(token);
        next.push(longer);
    }
    next
}
