//! Sharing: which expressions occur in more than one cluster?
//!
//! Kept are 8 bytes for each row: 60 bits of the hash of its canonical form and 4 bits for its split. Among ten million
//! rows, two different expressions are taken for one with a probability of 1 in 20,000. Past [`ROOM`] of them, they go
//! to a temporary file, sorted, and the files are merged at the end: memory stays bounded, whatever the corpus.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use serde::Serialize;

const SPLIT_BITS: u32 = 4;
/// Hashes in memory: 128 MiB.
const ROOM: usize = 1 << 24;

/// Expressions that occur in more than one cluster, the same up to the order of terms and factors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Shared {
    /// How many expressions there are that do.
    pub expressions: u64,
    /// In how many rows they occur, near-duplicates within a cluster counted once.
    pub rows: u64,
    /// How many of the expressions occur in more than one split.
    pub between_splits: u64,
}

/// The expressions seen so far.
pub(super) struct Seen {
    memory: Vec<u64>,
    room: usize,
    /// What memory had no room for, each file sorted.
    files: Vec<File>,
}

impl Default for Seen {
    fn default() -> Seen {
        // A vector that grows needs its room twice while it moves; what is not yet used takes no memory.
        Seen { memory: Vec::with_capacity(ROOM), room: ROOM, files: Vec::new() }
    }
}

impl Seen {
    /// Adds the expressions of a cluster; gives the number of those that repeat others of it.
    pub fn add(&mut self, split: usize, mut hashes: Vec<u64>) -> io::Result<u64> {
        let all = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        let repeated = all - hashes.len();
        // A sixteenth split and those after it count as one: there are seldom more than three.
        let split = split.min((1 << SPLIT_BITS) - 1) as u64;
        if !self.memory.is_empty() && self.memory.len() + hashes.len() > self.room {
            self.write()?;
        }
        self.memory.extend(hashes.into_iter().map(|hash| hash >> SPLIT_BITS << SPLIT_BITS | split));
        Ok(repeated as u64)
    }

    fn write(&mut self) -> io::Result<()> {
        self.memory.sort_unstable();
        let mut file = BufWriter::new(tempfile::tempfile()?);
        for hash in self.memory.drain(..) {
            file.write_all(&hash.to_le_bytes())?;
        }
        let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        self.files.push(file);
        Ok(())
    }

    pub fn finish(mut self) -> io::Result<Shared> {
        self.memory.sort_unstable();
        let mut sorted: Vec<Sorted> = self.files.into_iter().map(|file| Sorted::File(BufReader::new(file))).collect();
        sorted.push(Sorted::Memory(self.memory.into_iter()));
        let mut nearest = BinaryHeap::new();
        for (at, hashes) in sorted.iter_mut().enumerate() {
            nearest.extend(hashes.next()?.map(|hash| Reverse((hash, at))));
        }
        let (mut shared, mut same) = (Shared::default(), Places::default());
        while let Some(Reverse((hash, at))) = nearest.pop() {
            nearest.extend(sorted[at].next()?.map(|hash| Reverse((hash, at))));
            if same.last >> SPLIT_BITS != hash >> SPLIT_BITS {
                shared.add(same);
                same = Places { first: hash, ..Places::default() };
            }
            (same.last, same.rows) = (hash, same.rows + 1);
        }
        shared.add(same);
        Ok(shared)
    }
}

/// Where an expression occurs: its hashes differ in the split only.
#[derive(Clone, Copy, Default)]
struct Places {
    first: u64,
    last: u64,
    rows: u64,
}

impl Shared {
    /// Counts an expression if it occurs more than once.
    fn add(&mut self, Places { first, last, rows }: Places) {
        if rows > 1 {
            self.expressions += 1;
            self.rows += rows;
            self.between_splits += u64::from(first != last);
        }
    }
}

/// Hashes in order.
enum Sorted {
    File(BufReader<File>),
    Memory(std::vec::IntoIter<u64>),
}

impl Sorted {
    fn next(&mut self) -> io::Result<Option<u64>> {
        match self {
            Sorted::Memory(hashes) => Ok(hashes.next()),
            Sorted::File(file) => {
                let mut bytes = [0; 8];
                match file.read_exact(&mut bytes) {
                    Ok(()) => Ok(Some(u64::from_le_bytes(bytes))),
                    Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
                    Err(error) => Err(error),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sharing_is_counted_between_clusters_and_splits_but_not_within_a_cluster() {
        let [a, b, c] = [1 << 20, 2 << 20, 3 << 20];
        // Whether everything fits, nothing does, or something.
        for (room, files) in [(ROOM, 0), (1, 2), (4, 1)] {
            let mut seen = Seen { room, ..Seen::default() };
            assert_eq!(seen.add(0, vec![a, b, a]).unwrap(), 1);
            assert_eq!(seen.add(0, vec![b, c]).unwrap(), 0);
            assert_eq!(seen.add(1, vec![c, b]).unwrap(), 0);
            assert_eq!(seen.files.len(), files);
            assert_eq!(seen.finish().unwrap(), Shared { expressions: 2, rows: 5, between_splits: 2 });
        }
    }
}
