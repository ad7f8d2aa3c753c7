//! Patience: how fast may a server be asked, and how often again?

use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::chat::{Reply, Request};
use super::client::{Client, Failure};

/// How fast: the time between the beginnings of two requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate(pub Duration);

/// A text that is no rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected requests in a time: 60/min, 2/s or 1000/h")]
pub struct RateError;

impl FromStr for Rate {
    type Err = RateError;

    fn from_str(text: &str) -> Result<Rate, RateError> {
        let (count, unit) = text.split_once('/').ok_or(RateError)?;
        let seconds = match unit.trim() {
            "s" | "sec" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(RateError),
        };
        let count: f64 = count.trim().parse().ok().filter(|&count| count > 0.0).ok_or(RateError)?;
        Duration::try_from_secs_f64(seconds / count).map(Rate).map_err(|_| RateError)
    }
}

/// How long one tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// The time between requests.
    pub rate: Rate,
    /// How often a request is repeated.
    pub retries: u32,
    /// The wait before the first repetition; it doubles each time, unless the server says how long.
    pub first: Duration,
    /// The longest wait. A server that asks for more is not waited for.
    pub longest: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            rate: Rate(Duration::from_secs(1)),
            retries: 6,
            first: Duration::from_secs(1),
            longest: Duration::from_secs(120),
        }
    }
}

/// How asking ended without an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// Somebody asked to stop.
    Stopped,
    /// Every repetition failed, the last time so.
    GaveUp {
        /// How often it was tried.
        tries: u32,
        /// What happened last.
        what: String,
    },
    /// What came, every time, was no answer of a chat model.
    Malformed(Reply),
    /// The server refused for good.
    Refused {
        /// The status of its response, if there was one.
        status: Option<u16>,
        /// What it says.
        what: String,
    },
}

/// Asks, and asks again.
#[derive(Debug)]
pub struct Patient {
    client: Client,
    patience: Patience,
    last: Option<Instant>,
}

impl Patient {
    /// Someone who asks as patiently as told.
    pub fn new(client: Client, patience: Patience) -> Patient {
        Patient { client, patience, last: None }
    }

    /// Asks until there is an answer; `waiting` hears what went wrong and how long the wait is.
    pub fn ask(
        &mut self,
        request: &Request,
        stop: &AtomicBool,
        waiting: &mut dyn FnMut(&str, Duration),
    ) -> Result<Reply, End> {
        let mut back_off = self.patience.first;
        for again in 0.. {
            self.keep_pace(stop)?;
            let failure = match self.client.ask(request) {
                Ok(reply) => return Ok(reply),
                Err(failure) => failure,
            };
            let (what, wanted) = match &failure {
                Failure::Lasting { status, what } => return Err(End::Refused { status: *status, what: what.clone() }),
                Failure::Passing { what, wait } => (what.as_str(), *wait),
                Failure::Malformed(_) => ("what came is no answer of a chat model", None),
            };
            let wait = wanted.unwrap_or(back_off);
            if again >= self.patience.retries || wait > self.patience.longest {
                let asks =
                    if wait > self.patience.longest { format!(", and asks to wait {wait:?}") } else { String::new() };
                return Err(match failure {
                    Failure::Malformed(reply) => End::Malformed(reply),
                    _ => End::GaveUp { tries: again + 1, what: format!("{what}{asks}") },
                });
            }
            waiting(what, wait);
            pause(wait, stop)?;
            back_off = (back_off * 2).min(self.patience.longest);
        }
        unreachable!("the loop ends by itself")
    }

    fn keep_pace(&mut self, stop: &AtomicBool) -> Result<(), End> {
        let left = self.last.map_or(Duration::ZERO, |last| self.patience.rate.0.saturating_sub(last.elapsed()));
        pause(left, stop)?;
        self.last = Some(Instant::now());
        Ok(())
    }
}

/// Sleeps, but not when somebody asked to stop.
fn pause(wait: Duration, stop: &AtomicBool) -> Result<(), End> {
    const GLANCE: Duration = Duration::from_millis(50);
    let until = Instant::now() + wait;
    loop {
        if stop.load(Ordering::Relaxed) {
            return Err(End::Stopped);
        }
        match until.saturating_duration_since(Instant::now()) {
            Duration::ZERO => return Ok(()),
            left => thread::sleep(left.min(GLANCE)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_requests_in_a_time() {
        let rate = |text: &str| text.parse::<Rate>().map(|rate| rate.0.as_millis());
        assert_eq!(rate("60/min"), Ok(1000));
        assert_eq!(rate("4/s"), Ok(250));
        assert_eq!(rate("1000 / h"), Ok(3600));
        for wrong in ["60", "0/s", "-1/s", "x/min", "5/day", "nan/s", "1e-300/h"] {
            assert_eq!(rate(wrong), Err(RateError), "{wrong}");
        }
    }

    #[test]
    fn a_wait_ends_when_somebody_asks_to_stop() {
        let stop = AtomicBool::new(true);
        assert_eq!(pause(Duration::from_secs(600), &stop), Err(End::Stopped));
    }
}
