//! Drafts: how does a file appear all at once?

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is being written, beside the place where it will be. It gets its name with [`Draft::finish`]; dropped before, it is gone,
/// and what had the name before is as it was. What a killed program leaves is written over by the next one.
///
/// A link stays a link: what it leads to is replaced. What is there and is no regular file, a device or a pipe, is written to as it goes,
/// since a file with its name would take its place.
#[derive(Debug)]
pub struct Draft {
    place: Place,
    file: Option<File>,
}

#[derive(Debug)]
enum Place {
    /// In `part`, which becomes `path`.
    Beside { path: PathBuf, part: PathBuf },
    /// A device or a pipe, which has its name already.
    There,
}

impl Draft {
    /// Begins a file.
    pub fn create(path: &Path) -> io::Result<Draft> {
        let path = follow(path)?;
        if is_special(&path)? {
            let file = OpenOptions::new().write(true).open(&path)?;
            return Ok(Draft { place: Place::There, file: Some(file) });
        }
        let mut part = path.clone().into_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        let file = File::create(&part)?;
        Ok(Draft { place: Place::Beside { path, part }, file: Some(file) })
    }

    /// Begins a file whose beginning is written again at the end, which no device or pipe can have done to it.
    pub fn seekable(path: &Path) -> io::Result<Draft> {
        if is_special(&follow(path)?)? {
            return Err(io::Error::new(
                ErrorKind::Unsupported,
                "not a regular file, and what is written there is completed at its beginning",
            ));
        }
        Draft::create(path)
    }

    /// Puts the file on the disk and gives it its name.
    pub fn finish(mut self) -> io::Result<()> {
        let file = self.file.take().expect("it is there until it is finished");
        // Devices and pipes have no disk to wait for.
        let Place::Beside { path, part } = &self.place else { return Ok(()) };
        if let Err(error) = file.sync_all().and_then(|()| fs::rename(part, path)) {
            self.file = Some(file);
            return Err(error);
        }
        // The file is whole. Should its name be lost with the power, the one before is there.
        #[cfg(unix)]
        let _ = path.parent().map(|folder| File::open(folder).and_then(|folder| folder.sync_all()));
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

/// What a path leads to over links, whether or not there is anything.
fn follow(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            // A link is read from the folder that it is in.
            Ok(to) => path = path.parent().map_or_else(|| to.clone(), |folder| folder.join(&to)),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links, which lead to each other"))
}

/// Is there something that is neither a regular file nor a folder?
fn is_special(path: &Path) -> io::Result<bool> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(there) => Ok(!there.is_file()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
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
        if let (Some(_), Place::Beside { part, .. }) = (&self.file, &self.place) {
            // The first error is the one to tell; what cannot be removed now is written over next time.
            let _ = fs::remove_file(part);
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
    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_what_it_leads_to_is_written() {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir(at("far")).unwrap();
        fs::write(at("far/a.txt"), "first").unwrap();
        // A link to a link to a file, and one to what is not there yet.
        symlink("far/a.txt", at("near")).unwrap();
        symlink("near", at("again")).unwrap();
        symlink("far/b.txt", at("new")).unwrap();
        Draft::publish(&at("again"), b"second").unwrap();
        Draft::publish(&at("new"), b"third").unwrap();
        assert_eq!(fs::read(at("far/a.txt")).unwrap(), b"second");
        assert_eq!(fs::read(at("far/b.txt")).unwrap(), b"third");
        for link in ["near", "again", "new"] {
            assert!(at(link).is_symlink(), "{link}");
        }
        symlink("round", at("around")).unwrap();
        symlink("around", at("round")).unwrap();
        assert!(Draft::publish(&at("round"), b"x").unwrap_err().to_string().contains("links"));
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 6, "nothing is left beside the links");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_written_to_and_stays_a_pipe() {
        use std::os::unix::fs::FileTypeExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let refused = Draft::seekable(&path).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Unsupported, "it is refused before anybody has to read");
        let reader = {
            let path = path.clone();
            std::thread::spawn(move || fs::read(path).unwrap())
        };
        Draft::publish(&path, b"through").unwrap();
        assert_eq!(reader.join().unwrap(), b"through");
        assert!(fs::symlink_metadata(&path).unwrap().file_type().is_fifo());
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
    }
}
