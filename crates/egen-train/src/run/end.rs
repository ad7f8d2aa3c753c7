//! The end: how far is a run, and which learning rate belongs there?

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::Settings;
use crate::config::Training;

/// When a run is over. The schedule of the rate is fitted to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// After so many steps.
    Steps(u64),
    /// When so many times as many anchors were drawn as there are rows.
    Epochs(u64),
    /// After so much time, interruptions not counted.
    Time(Duration),
}

/// What the end means in steps, and the schedule.
pub(super) struct Plan {
    training: Training,
    /// Steps of an epoch.
    epoch: u64,
    end: Goal,
}

enum Goal {
    Steps(u64),
    Time(Duration),
}

impl Plan {
    pub fn new(settings: &Settings, epoch: u64) -> Plan {
        let end = match settings.end {
            End::Steps(steps) => Goal::Steps(steps),
            End::Epochs(epochs) => Goal::Steps(epochs * epoch),
            End::Time(limit) => Goal::Time(limit),
        };
        Plan { training: settings.preset.training.clone(), epoch, end }
    }

    /// The share of the run after so many steps and seconds.
    fn share(&self, steps: u64, seconds: f64) -> f32 {
        let share = match self.end {
            Goal::Steps(all) => steps as f64 / all.max(1) as f64,
            Goal::Time(limit) => seconds / limit.as_secs_f64().max(1e-9),
        };
        share.min(1.0) as f32
    }

    /// The share that is done.
    pub fn done(&self, steps: u64, clock: &Clock) -> f32 {
        self.share(steps, clock.seconds())
    }

    /// The rate of the next step, as it is when that step is done: the first is not 0, and the last is the least.
    pub fn rate(&self, steps: u64, clock: &Clock) -> f32 {
        let share = self.share(steps + 1, clock.seconds() + clock.pace().as_secs_f64());
        let epoch = steps as f32 / self.epoch.max(1) as f32;
        self.training.schedule.rate(self.training.rate, share, epoch)
    }

    pub fn is_over(&self, steps: u64, clock: &Clock) -> bool {
        match self.end {
            Goal::Steps(all) => steps >= all,
            Goal::Time(limit) => clock.seconds() >= limit.as_secs_f64(),
        }
    }

    pub fn left(&self, steps: u64, clock: &Clock) -> Option<Duration> {
        match self.end {
            Goal::Steps(all) => clock.mean().map(|mean| mean.mul_f64(all.saturating_sub(steps) as f64)),
            Goal::Time(limit) => Some(limit.saturating_sub(Duration::from_secs_f64(clock.seconds()))),
        }
    }
}

/// How long a run has taken.
pub(super) struct Clock {
    /// Seconds of earlier parts of the run.
    before: f64,
    started: Instant,
    step: Instant,
    pace: Duration,
    steps: u32,
}

impl Clock {
    /// Goes on after so many seconds.
    pub fn from(before: f64) -> Clock {
        let now = Instant::now();
        Clock { before, started: now, step: now, pace: Duration::ZERO, steps: 0 }
    }

    pub fn seconds(&self) -> f64 {
        self.before + self.started.elapsed().as_secs_f64()
    }

    pub fn begin_step(&mut self) {
        self.step = Instant::now();
    }

    pub fn end_step(&mut self) {
        self.pace = self.step.elapsed();
        self.steps += 1;
    }

    /// How long the last step took.
    pub fn pace(&self) -> Duration {
        self.pace
    }

    /// How long a step took since the run was taken up, with everything between steps.
    fn mean(&self) -> Option<Duration> {
        (self.steps > 0).then(|| self.started.elapsed() / self.steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Bundled, Schedule};

    #[test]
    fn the_last_step_has_the_least_rate() {
        let preset = Bundled::Tiny.preset();
        let Schedule::Cosine { least, .. } = preset.training.schedule else { panic!("tiny falls along a cosine") };
        let plan = Plan::new(&Settings::new(preset.clone(), End::Epochs(3)), 10);
        let clock = Clock::from(0.0);
        assert!(plan.rate(0, &clock) > 0.0);
        assert!((plan.rate(29, &clock) - least).abs() < 1e-9);
        assert!(!plan.is_over(29, &clock) && plan.is_over(30, &clock));
        let plan = Plan::new(&Settings::new(preset, End::Time(Duration::from_secs(10))), 10);
        assert!((plan.rate(7, &Clock::from(10.0)) - least).abs() < 1e-9);
        assert!(plan.rate(7, &Clock::from(5.0)) > 100.0 * least);
        assert!(plan.is_over(0, &Clock::from(10.0)) && !plan.is_over(100, &Clock::from(5.0)));
    }
}
