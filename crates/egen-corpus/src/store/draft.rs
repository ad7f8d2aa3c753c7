//! Drafts: how does a file appear all at once?

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is being written, beside the place where it will be. It gets its name with [`Draft::finish`]; dropped before, it is gone,
/// and what had the name before is as it was. What a killed program leaves is written over by the next one.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    part: PathBuf,
    file: Option<File>,
}

impl Draft {
    /// Begins a file.
    pub fn create(path: &Path) -> io::Result<Draft> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let file = File::create(&part)?;
        Ok(Draft { path: path.into(), part, file: Some(file) })
    }

    /// Puts the file on the disk and gives it its name.
    pub fn finish(mut self) -> io::Result<()> {
        let file = self.file.take().expect("it is there until it is finished");
        if let Err(error) = file.sync_all().and_then(|()| fs::rename(&self.part, &self.path)) {
            self.file = Some(file);
            return Err(error);
        }
        // The file is whole. Should its name be lost with the power, the one before is there.
        #[cfg(unix)]
        let _ = self.path.parent().map(|folder| File::open(folder).and_then(|folder| folder.sync_all()));
        Ok(())
    }

    /// Writes a whole file.
    pub fn publish(path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut draft = Draft::create(path)?;
        draft.write_all(bytes)?;
        draft.finish()
    }

    fn file(&mut self) -> &mut File {
        self.file.as_mut().expect("it is there until it is finished")
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

impl Seek for Draft {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file().seek(to)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.file.is_some() {
            // The first error is the one to tell; what cannot be removed now is written over next time.
            let _ = fs::remove_file(&self.part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_its_name_when_it_is_whole_and_not_before() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.txt");
        Draft::publish(&path, b"first").unwrap();
        let mut draft = Draft::create(&path).unwrap();
        draft.write_all(b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        drop(draft);
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1, "what is dropped leaves nothing");
        fs::create_dir(dir.path().join("b.txt")).unwrap();
        assert!(Draft::publish(&dir.path().join("b.txt"), b"x").is_err());
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 2, "what cannot get its name leaves nothing");
    }
}
