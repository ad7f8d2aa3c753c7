//! Evaluating: what are the values of an expression at many points?

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use egen::egen_math::eval::many::{BLOCK, Many};
use egen::egen_math::tape::Input;
use egen::{Expr, Symbol};
use rayon::prelude::*;

use crate::run::pool;

/// Values of variables, a column each.
pub struct Sheet {
    pub rows: usize,
    pub columns: Vec<(Symbol, Vec<f64>)>,
}

/// The values, NaN where there is none. Rows that come after the flag was set are NaN.
pub fn evaluate(
    expr: &Expr,
    sheet: &Sheet,
    threads: usize,
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
    let mut out = vec![f64::NAN; sheet.rows];
    let block = |(at, values): (usize, &mut [f64])| {
        if !stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            let rows = at * BLOCK..at * BLOCK + values.len();
            let columns: Vec<&[f64]> = columns.iter().map(|column| &column[rows.clone()]).collect();
            many.evaluate(&columns, values);
        }
    };
    if sheet.rows <= BLOCK || threads == 1 {
        out.chunks_mut(BLOCK).enumerate().for_each(block);
    } else {
        pool(threads)?.install(|| out.par_chunks_mut(BLOCK).enumerate().for_each(block));
    }
    Ok(out)
}
