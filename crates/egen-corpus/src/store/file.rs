//! Files: how does a file appear all at once, and is one that is there whole?

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process;

use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions};

use super::StoreError;
use super::layout::LEFTOVER;

/// Gives `bytes` the name `path`, in a folder that is made if need be. After an error no file has that name, unless
/// there was one before.
pub(crate) fn publish(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let error = |source| StoreError::Write { path: path.into(), source };
    let folder = path.parent().expect("files of a corpus are in its folder");
    fs::create_dir_all(folder).map_err(error)?;
    let name = path.file_name().expect("files of a corpus have names").to_string_lossy();
    // Not ending in .parquet, and different for each process: two may make the same corpus by mistake.
    let temporary = folder.join(format!("{LEFTOVER}{name}.{}", process::id()));
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    if let Err(source) = written.and_then(|()| fs::rename(&temporary, path)) {
        // The first error is the one to tell; what cannot be removed now is a leftover.
        let _ = fs::remove_file(&temporary);
        return Err(error(source));
    }
    // The file is whole. Should its name be lost with the power, the block is made again.
    #[cfg(unix)]
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

const MAGIC: [u8; 4] = *b"PAR1";
/// Magic bytes at both ends and the length of the footer.
const SHORTEST: u64 = 12;

/// Opens a parquet file and reads its footer.
///
/// The Arrow schema that some programs leave in it is not looked at: polars would have its texts read as views.
pub(super) fn open(path: &Path) -> Result<(File, ArrowReaderMetadata), StoreError> {
    let error = |source| StoreError::Read { path: path.into(), source };
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(source) if source.kind() == ErrorKind::NotFound => return Err(StoreError::Missing { path: path.into() }),
        Err(source) => return Err(error(source)),
    };
    let bytes = file.metadata().map_err(error)?.len();
    let mut magic = [0; 4];
    if bytes < 4 || file.read_exact(&mut magic).map_err(error).map(|()| magic != MAGIC)? {
        return Err(StoreError::NotParquet { path: path.into() });
    }
    file.seek(SeekFrom::End(-4)).and_then(|_| file.read_exact(&mut magic)).map_err(error)?;
    if bytes < SHORTEST || magic != MAGIC {
        return Err(StoreError::CutShort { path: path.into(), bytes });
    }
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let footer = guarded(path, || ArrowReaderMetadata::load(&file, options))?;
    Ok((file, footer))
}

/// Asks the parquet reader for something; when it cannot, the file is damaged.
///
/// DEBT: on some damaged pages parquet 59 panics (github.com/apache/arrow-rs/issues/10722), and the panic's own message
/// still goes to standard error. A damage that decodes to other values is only found by `Manifest::verify`.
pub(super) fn guarded<T, E: Display>(path: &Path, ask: impl FnOnce() -> Result<T, E>) -> Result<T, StoreError> {
    let reason = match panic::catch_unwind(AssertUnwindSafe(ask)) {
        Ok(Ok(answer)) => return Ok(answer),
        Ok(Err(error)) => error.to_string(),
        Err(_) => "its values cannot be decoded".into(),
    };
    Err(StoreError::Damaged { path: path.into(), reason })
}

/// The number of rows that the footer of a parquet file states.
pub(super) fn rows(path: &Path) -> Result<u64, StoreError> {
    let (_, footer) = open(path)?;
    let rows = footer.metadata().file_metadata().num_rows();
    rows.try_into().map_err(|_| StoreError::Damaged { path: path.into(), reason: format!("{rows} rows") })
}
