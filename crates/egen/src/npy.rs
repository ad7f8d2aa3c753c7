//! NumPy's format: how does a matrix get into a file, a row at a time?
//!
//! The first bytes hold the shape. They are written again at the end, when the number of rows is known, and the file gets its name then.

use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use egen_corpus::store::Draft;

/// A multiple of 64, with room for any shape.
const HEADER: usize = 128;

/// A matrix of f32 that is being written.
pub struct NpyWriter {
    path: PathBuf,
    out: BufWriter<Draft>,
    width: usize,
    rows: u64,
}

impl NpyWriter {
    pub fn create(path: &Path, width: usize) -> anyhow::Result<NpyWriter> {
        let file = Draft::seekable(path).with_context(|| format!("cannot write {}", path.display()))?;
        let mut out = BufWriter::new(file);
        out.write_all(&header(0, width))?;
        Ok(NpyWriter { path: path.into(), out, width, rows: 0 })
    }

    /// Adds a row; without one, NaN.
    pub fn row(&mut self, row: Option<Vec<f32>>) -> anyhow::Result<()> {
        let row = row.unwrap_or_else(|| vec![f32::NAN; self.width]);
        for x in row {
            self.out.write_all(&x.to_le_bytes())?;
        }
        self.rows += 1;
        Ok(())
    }

    pub fn finish(mut self) -> anyhow::Result<()> {
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&header(self.rows, self.width))?;
        let written = self.out.into_inner().map_err(|error| error.into_error()).and_then(Draft::finish);
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

fn header(rows: u64, width: usize) -> [u8; HEADER] {
    let text = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {width}), }}");
    let mut out = [b' '; HEADER];
    out[..8].copy_from_slice(b"\x93NUMPY\x01\x00");
    out[8..10].copy_from_slice(&(HEADER as u16 - 10).to_le_bytes());
    out[10..10 + text.len()].copy_from_slice(text.as_bytes());
    out[HEADER - 1] = b'\n';
    out
}
