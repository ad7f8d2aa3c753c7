//! Evaluating: what are the values of an expression at many points?

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use egen::egen_math::eval::many::Many;
use egen::egen_math::tape::Input;
use egen::{Expr, Symbol};
use rayon::prelude::*;

use crate::run::{Threads, pool};

/// Points between which the flag is looked at, and which a thread takes at once.
const BLOCK: usize = 8_192;

/// Writes the values where variables are as given, a column each; NaN where there is none. Those that come after the flag was set mean nothing.
pub fn evaluate(
    expr: &Expr,
    given: &[(Symbol, &[f64])],
    out: &mut [f64],
    threads: Threads,
    stop: Option<&Arc<AtomicBool>>,
) -> Result<(), String> {
    let many = Many::new(expr).map_err(|error| error.to_string())?;
    let column = |input: &Input| match input {
        Input::Variable(name) => {
            let found = given.iter().find(|(known, _)| known == name);
            found.map(|(_, values)| *values).ok_or_else(|| format!("a value of {name} is missing"))
        }
        Input::Opaque(_) => Err(format!("nothing is known of {}", many.unknown().unwrap_or_default())),
    };
    let columns = many.inputs().iter().map(column).collect::<Result<Vec<&[f64]>, String>>()?;
    let block = |(at, values): (usize, &mut [f64])| {
        if !stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            let rows = at * BLOCK..at * BLOCK + values.len();
            let columns: Vec<&[f64]> = columns.iter().map(|column| &column[rows.clone()]).collect();
            many.evaluate(&columns, values);
        }
    };
    if out.len() <= BLOCK || threads.0 == 1 {
        out.chunks_mut(BLOCK).enumerate().for_each(block);
    } else {
        pool(threads)?.install(|| out.par_chunks_mut(BLOCK).enumerate().for_each(block));
    }
    Ok(())
}
