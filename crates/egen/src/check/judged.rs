//! Judged: which rows does a text have, when its problems are judged side by side?

use egen_check::{Checker, Item, Judge, Numbering, Reader, Row};
use egen_read::read::Options;
use rayon::prelude::*;

use crate::progress::Late;

/// So many items are judged at once. Their rows are given out before the next ones are judged, so that a long text takes no more memory.
const CHUNK: usize = 256;

/// Judges a text in the threads of the current pool. `give` takes rows in order, and whether more will come.
pub fn judged<E>(
    text: &str,
    judge: &Judge,
    options: &Options,
    progress: &Late,
    mut give: impl FnMut(&[Row], bool) -> Result<(), E>,
) -> Result<(), E> {
    let mut reader = Reader::new(options.clone());
    let mut lines = text.lines().enumerate();
    let mut open = Checker::new(judge);
    let (mut numbering, mut ended) = (Numbering::default(), false);
    while !ended {
        let mut items = Vec::new();
        while !ended && items.len() < CHUNK {
            match lines.next() {
                Some((at, line)) => reader.line(at + 1, line, &mut items),
                None => {
                    reader.finish(&mut items);
                    ended = true;
                }
            }
        }
        let mut rows = side_by_side(judge, &mut open, items, progress);
        if ended {
            rows.extend(open.end());
        }
        numbering.number(&mut rows);
        give(&rows, !ended)?;
    }
    Ok(())
}

/// Judges problems side by side: the first goes on with what is open, and the last stays open.
fn side_by_side<'a>(judge: &'a Judge, open: &mut Checker<'a>, items: Vec<Item>, progress: &Late) -> Vec<Row> {
    let mut rows = Vec::new();
    let groups: Vec<&[Item]> = items.chunk_by(|a, b| a.derivation == b.derivation).collect();
    let Some((first, rest)) = groups.split_first() else { return rows };
    let done = |group: &[Item]| {
        progress.bar.inc(group.len() as u64);
        progress.tick();
    };
    rows.extend(open.take(first.iter().cloned()));
    done(first);
    if rest.is_empty() {
        return rows;
    }
    rows.extend(open.end());
    let found: Vec<(Vec<Row>, Checker<'a>)> = rest
        .par_iter()
        .map(|group| {
            let mut checker = Checker::new(judge);
            let rows = checker.take(group.iter().cloned());
            done(group);
            (rows, checker)
        })
        .collect();
    let last = found.len() - 1;
    for (at, (group, mut checker)) in found.into_iter().enumerate() {
        rows.extend(group);
        if at == last {
            *open = checker;
        } else {
            rows.extend(checker.end());
        }
    }
    rows
}
