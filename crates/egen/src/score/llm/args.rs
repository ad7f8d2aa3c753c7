//! Arguments: which model is asked what, and how patiently?

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use egen_eval::llm::ask::Price;
use egen_eval::llm::sample;

#[derive(Args, Debug)]
pub struct LlmArgs {
    /// Where the model is asked: /chat/completions is added to it
    #[arg(long, value_name = "URL")]
    pub base_url: String,
    /// The model's name there
    #[arg(long, value_name = "NAME")]
    pub model: String,
    /// The folder of questions, answers and scores
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Ask one of the tasks only
    #[arg(long, value_enum)]
    pub task: Option<TaskArg>,
    /// Steps of derivations, about; one in six is a mistake
    #[arg(long, value_name = "N", default_value_t = sample::STEPS as u32, value_parser = clap::value_parser!(u32).range(1..))]
    pub steps: u32,
    /// Analogies [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub analogies: Option<u32>,
    /// The longest answer
    #[arg(long, value_name = "N", default_value_t = 2048, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_tokens: u32,
    /// How much chance there is in answers [default: the server's]
    #[arg(long, value_name = "T", value_parser = parse_amount)]
    pub temperature: Option<f64>,
    /// The price of a million tokens that are read
    #[arg(long, value_name = "PRICE", requires = "price_out", value_parser = parse_amount)]
    pub price_in: Option<f64>,
    /// The price of a million tokens that are written
    #[arg(long, value_name = "PRICE", requires = "price_in", value_parser = parse_amount)]
    pub price_out: Option<f64>,
    /// What the run may cost: it ends before the answer that could cost more
    #[arg(long, value_name = "PRICE", requires = "price_in", value_parser = parse_amount)]
    pub price_limit: Option<f64>,
    /// Seconds to wait for an answer
    #[arg(long, value_name = "S", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: u64,
    /// Seconds after which a question is not repeated any more that the server could not answer
    #[arg(long, value_name = "S", default_value_t = 600, value_parser = clap::value_parser!(u64).range(0..=86_400))]
    pub deadline: u64,
    /// The same seed draws the same derivations and analogies
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Do not ask before it starts
    #[arg(long)]
    pub yes: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskArg {
    /// Which steps of a derivation are wrong?
    Mistakes,
    /// x1 is to y1 as x2 is to what?
    Algebra,
}

impl LlmArgs {
    /// Whether a task is asked.
    pub fn asks(&self, task: TaskArg) -> bool {
        self.task.is_none_or(|only| only == task)
    }

    /// What tokens cost, if prices are given.
    pub fn price(&self) -> Option<Price> {
        let (input, output) = self.price_in.zip(self.price_out)?;
        Some(Price { input, output, limit: self.price_limit.unwrap_or(f64::INFINITY) })
    }
}

fn parse_amount(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|amount| (0.0..1e9).contains(amount)).ok_or_else(|| "expected a number from 0 on".into())
}
