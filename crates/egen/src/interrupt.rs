//! Ctrl-C: what becomes of long work, and how does it go on?

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

use crate::{Exit, report};

/// What Ctrl-C does to a command.
pub struct Interrupt {
    asked: Arc<AtomicBool>,
    waits: Arc<AtomicBool>,
}

impl Interrupt {
    /// Ctrl-C ends the command and says how it goes on.
    pub fn told(next: String) -> anyhow::Result<Interrupt> {
        let interrupt = Interrupt { asked: Arc::default(), waits: Arc::default() };
        let (asked, waits) = (Arc::clone(&interrupt.asked), Arc::clone(&interrupt.waits));
        let handler = move || {
            let first = !asked.swap(true, Ordering::Relaxed);
            if first && waits.load(Ordering::Relaxed) {
                report::note("stopping as soon as what is under way is done; Ctrl-C again stops at once");
                return;
            }
            report::error(&format!("interrupted; {next}"));
            process::exit(Exit::Trouble as i32);
        };
        ctrlc::set_handler(handler).context("cannot wait for Ctrl-C")?;
        Ok(interrupt)
    }

    /// From now on the first Ctrl-C sets a flag, which the work looks at where it can end; the second ends the command.
    pub fn flag(&self) -> &AtomicBool {
        self.waits.store(true, Ordering::Relaxed);
        &self.asked
    }
}
