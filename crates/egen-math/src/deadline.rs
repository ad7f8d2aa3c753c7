//! Deadline: when does a long question give up?
//!
//! It looks at a clock and at a flag between its steps, so it ends a little after it was asked to, and its answer says that it was not
//! finished. What was certain before stays certain.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long somebody waits for an answer; without limits, as long as it takes.
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    until: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
}

impl Deadline {
    /// As long as it takes.
    pub const NEVER: Deadline = Deadline { until: None, stop: None };

    /// The same, and no longer than this from now on.
    pub fn for_at_most(self, time: Duration) -> Deadline {
        let until = Instant::now().checked_add(time);
        Deadline { until: [self.until, until].into_iter().flatten().min(), ..self }
    }

    /// The same, and until the flag is set.
    pub fn until_stopped(self, stop: Arc<AtomicBool>) -> Deadline {
        Deadline { stop: Some(stop), ..self }
    }

    /// Is it over? Once it is, it stays so.
    pub fn is_over(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// The same moment and the same flag.
impl PartialEq for Deadline {
    fn eq(&self, other: &Deadline) -> bool {
        let same_flag = match (&self.stop, &other.stop) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        self.until == other.until && same_flag
    }
}
