//! Judged: which rows has a divided text, when its problems are judged side by side?

use egen_check::{Divided, Judge, Numbering, Row};
use rayon::prelude::*;

use crate::progress::Late;

/// So many problems are judged at once. Their rows are given out before the next ones are judged, so that a long text takes no more memory.
const CHUNK: usize = 256;

/// Judges a text in the threads of the current pool. `give` takes rows in order, and whether more will come.
pub fn judged<E>(
    divided: &Divided,
    judge: &Judge,
    progress: &Late,
    mut give: impl FnMut(&[Row], bool) -> Result<(), E>,
) -> Result<(), E> {
    let mut numbering = Numbering::default();
    let mut from = 0;
    loop {
        let to = (from + CHUNK).min(divided.len());
        let found: Vec<Vec<Row>> = (from..to)
            .into_par_iter()
            .map(|at| {
                let rows = divided.judge(at, judge);
                progress.bar.inc(1);
                progress.tick();
                rows
            })
            .collect();
        let mut rows = found.concat();
        numbering.number(&mut rows);
        give(&rows, to < divided.len())?;
        if to == divided.len() {
            return Ok(());
        }
        from = to;
    }
}
