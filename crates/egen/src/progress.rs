//! Progress: how does a person see that something is under way?

use std::io::{self, IsTerminal};
use std::sync::Once;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::report;

/// A bar on standard error, if a person is looking; a count that grows where the length is not known.
pub fn bar(length: Option<u64>, template: &str) -> ProgressBar {
    let bar = hidden(length, template);
    if somebody_looks() {
        bar.set_draw_target(ProgressDrawTarget::stderr());
    }
    bar
}

fn somebody_looks() -> bool {
    io::stderr().is_terminal() && !report::is_quiet()
}

fn hidden(length: Option<u64>, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
    bar.set_style(ProgressStyle::with_template(template).expect("a fixed template"));
    bar
}

/// A bar that is shown once it takes longer than a person waits.
pub struct Late {
    pub bar: ProgressBar,
    shown: Once,
}

impl Late {
    pub fn new(length: Option<u64>, template: &str) -> Late {
        Late { bar: hidden(length, template), shown: Once::new() }
    }

    /// Shows the bar, if it is time to.
    pub fn tick(&self) {
        const DELAY: Duration = Duration::from_secs(2);
        if self.bar.elapsed() > DELAY && somebody_looks() {
            self.shown.call_once(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
    }
}
