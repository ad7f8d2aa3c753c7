//! Running: how does work go on without the interpreter's lock, and what becomes of a panic, a small stack and Ctrl-C?

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::Borrowed;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::EgenError;

/// The stack that all of egen is tested with, and what a thread of Python with less is given.
const ENOUGH: usize = 2 << 20;
const STACK: usize = 8 << 20;
/// How often Ctrl-C is looked for, and progress is told.
const GLANCE: Duration = Duration::from_millis(50);

/// Short work.
pub fn run<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| caught(work)).map_err(EgenError::new_err)
}

/// Long work, on a thread of its own. This one looks for Ctrl-C, and calls `look` meanwhile. If either raises, the flag is set, and the
/// exception goes on once the work has seen that and ended.
pub fn watched<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send,
    mut look: impl FnMut(Python<'_>) -> PyResult<()> + Send,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    py.detach(|| {
        thread::scope(|scope| {
            let (send, receive) = channel();
            let told = &stop;
            let working = move || {
                // Nobody listens any more if this thread was told to stop.
                let _ = send.send(caught(|| work(told)));
            };
            let started = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, working);
            started.map_err(|error| EgenError::new_err(format!("cannot start a thread: {error}")))?;
            loop {
                match receive.recv_timeout(GLANCE) {
                    Ok(done) => return done.map_err(EgenError::new_err),
                    Err(RecvTimeoutError::Disconnected) => return Err(EgenError::new_err("the work has ended")),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                match Python::try_attach(|py| py.check_signals().and_then(|()| look(py))) {
                    Some(Ok(())) => {}
                    Some(Err(raised)) => {
                        stop.store(true, Ordering::Relaxed);
                        return Err(raised);
                    }
                    None => wait_for_the_end(&stop),
                }
            }
        })
    })
}

/// What is left to a thread whose interpreter has ended: to end the work, and to do nothing until the process ends. There is no Python
/// to go back to.
fn wait_for_the_end(stop: &AtomicBool) -> ! {
    stop.store(true, Ordering::Relaxed);
    loop {
        thread::park();
    }
}

/// The result, or what a panic said. Beside a small stack there is a larger one.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let work = || stacker::maybe_grow(ENOUGH, STACK, work);
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|panic| format!("a defect of egen: {}", said(&*panic)))
}

fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked")
}

/// How many threads are asked for; 0 is one for each core.
#[derive(Clone, Copy)]
pub struct Threads(pub usize);

impl Threads {
    pub fn new(wanted: i64) -> PyResult<Threads> {
        // A hundred thousand of them would take all memory, and the machine along.
        let within = usize::try_from(wanted).ok().filter(|&wanted| wanted <= 1024);
        let wrong = || PyValueError::new_err("threads is a number from 0 (one for each core) to 1024");
        within.map(Threads).ok_or_else(wrong)
    }
}

impl<'py> FromPyObject<'_, 'py> for Threads {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Threads> {
        Threads::new(object.extract()?)
    }
}

/// Threads for one call. They end with it: a process that forks later loses nothing.
pub fn pool(threads: Threads) -> Result<ThreadPool, String> {
    let built = ThreadPoolBuilder::new().num_threads(threads.0).stack_size(STACK).build();
    built.map_err(|error| format!("cannot start threads: {error}"))
}

/// Panics, so that a test sees what becomes of it.
#[pyfunction]
#[pyo3(name = "_panic")]
pub fn panic_for_tests(py: Python<'_>) -> PyResult<()> {
    run(py, || panic!("asked for by a test"))
}
