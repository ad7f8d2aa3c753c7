//! Does `--out` leave what is there as it is: a link a link, a pipe a pipe?
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../sample");

/// Every command that writes a file in one go.
const WRITERS: [&[&str]; 5] = [
    &["corpus", "export", SAMPLE, "--pairs", "--limit", "2"],
    &["embed", "x"],
    &["embed", "x", "--format", "npy"],
    &["embed", "x", "--format", "parquet"],
    &["export", "model", "symbols"],
];

fn write(args: &[&str], out: &Path) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_egen")).args(args).arg("--out").arg(out).output().expect("runs");
    (String::from_utf8(output.stderr).expect("UTF-8"), output.status.code())
}

#[test]
fn a_link_stays_one_and_leads_to_what_was_written() {
    for args in WRITERS {
        let dir = tempfile::tempdir().expect("a folder");
        let (link, file, plain) = (dir.path().join("link"), dir.path().join("file"), dir.path().join("plain"));
        fs::write(&file, "before").expect("written");
        symlink("file", &link).expect("a link");
        let (message, status) = write(args, &link);
        assert_eq!(status, Some(0), "{args:?}: {message}");
        assert_eq!(write(args, &plain).1, Some(0));
        assert!(link.is_symlink(), "{args:?}");
        assert!(fs::read(&file).expect("a file") == fs::read(&plain).expect("a file"), "{args:?}");
        assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 3, "{args:?}: nothing unfinished is left");
    }
}

#[test]
fn a_pipe_stays_one_and_is_written_to() {
    for args in WRITERS {
        let dir = tempfile::tempdir().expect("a folder");
        let (pipe, plain): (PathBuf, PathBuf) = (dir.path().join("pipe"), dir.path().join("plain"));
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("runs").success());
        assert_eq!(write(args, &plain).1, Some(0));
        // The beginning of a matrix is written when its end is known.
        if args.contains(&"npy") {
            let (message, status) = write(args, &pipe);
            assert!(status == Some(2) && message.contains("not a regular file"), "{message}");
        } else {
            let from = pipe.clone();
            let reader = thread::spawn(move || fs::read(from).expect("readable"));
            let (message, status) = write(args, &pipe);
            assert_eq!(status, Some(0), "{args:?}: {message}");
            assert!(reader.join().expect("ends") == fs::read(&plain).expect("a file"), "{args:?}");
        }
        assert!(fs::symlink_metadata(&pipe).expect("there").file_type().is_fifo(), "{args:?}");
        assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 2, "{args:?}: nothing unfinished is left");
    }
}
