//! Evaluating: what are the values of an expression at many points?

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use egen::egen_math::eval::many::Many;
use egen::egen_math::tape::Input;
use egen::{Expr, Symbol};
use rayon::prelude::*;

use crate::run::{Threads, pool};

/// Values of variables, a column each.
pub struct Sheet {
    pub rows: usize,
    pub columns: Vec<(Symbol, Vec<f64>)>,
}

/// Points between which the flag is looked at, and which a thread takes at once.
const BLOCK: usize = 8_192;

/// The values, NaN where there is none. Those that come after the flag was set mean nothing.
pub fn evaluate(
    expr: &Expr,
    sheet: &Sheet,
    threads: Threads,
    stop: Option<&Arc<AtomicBool>>,
) -> Result<Vec<f64>, String> {
    let many = Many::new(expr).map_err(|error| error.to_string())?;
    let column = |input: &Input| match input {
        Input::Variable(name) => {
            let found = sheet.columns.iter().find(|(known, _)| known == name);
            found.map(|(_, values)| values.as_slice()).ok_or_else(|| format!("a value of {name} is missing"))
        }
        Input::Opaque(_) => Err(format!("nothing is known of {}", many.unknown().unwrap_or_default())),
    };
    let columns = many.inputs().iter().map(column).collect::<Result<Vec<&[f64]>, String>>()?;
    // Of zeros, since the system gives these when they are first written to, by several threads.
    let mut out = vec![0.0; sheet.rows];
    let block = |(at, values): (usize, &mut [f64])| {
        if !stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            let rows = at * BLOCK..at * BLOCK + values.len();
            let columns: Vec<&[f64]> = columns.iter().map(|column| &column[rows.clone()]).collect();
            many.evaluate(&columns, values);
        }
    };
    if sheet.rows <= BLOCK || threads.0 == 1 {
        out.chunks_mut(BLOCK).enumerate().for_each(block);
    } else {
        pool(threads)?.install(|| out.par_chunks_mut(BLOCK).enumerate().for_each(block));
    }
    Ok(out)
}
