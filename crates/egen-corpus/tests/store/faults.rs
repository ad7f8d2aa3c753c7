//! Faults: is what cannot be read or written refused, with its reason, and without a trace?

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray, UInt32Array};
use egen_corpus::store::{Corpus, Manifest, SplitEntry, StoreError, block_path, has_block, write_block, write_rejects};
use parquet::arrow::ArrowWriter;

use crate::rows::{clusters, rejects};
use crate::trip::manifest_of;

/// The message without the folder, which is another one in every run.
fn message(error: impl ToString, dir: &Path) -> String {
    error.to_string().replace(&format!("{}/", dir.display()), "").replace(&dir.display().to_string(), "DIR")
}

fn first_error(dir: &Path) -> String {
    let mut rows = Corpus::open(dir).unwrap().rows("train").skip_while(Result::is_ok);
    let error = rows.next().expect("an error").unwrap_err();
    assert!(rows.next().is_none(), "the iterator ends after an error");
    message(error, dir)
}

#[test]
fn what_is_not_there_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let open = |path: &Path| message(Corpus::open(path).unwrap_err(), dir.path());
    assert_eq!(open(&dir.path().join("none")), "none: there is no such folder or file");
    assert_eq!(open(dir.path()), "DIR: no parquet files here (looked for data/*.parquet and *.parquet)");
    write_block(&dir, "train", 0, &clusters(0, 3)).unwrap();
    let mut none = Corpus::open(&dir).unwrap().clusters("dev");
    let error = none.next().unwrap().unwrap_err();
    assert_eq!(message(error, dir.path()), "DIR: there is no split `dev`; there is train");
    assert!(none.next().is_none());
    let error = write_block(&dir, "my-train", 0, &[]).unwrap_err();
    assert_eq!(error.to_string(), "`my-train` cannot be the name of a split: use letters, digits and `_` only");
}

#[test]
fn a_file_cut_short_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let bytes = write_block(&dir, "train", 0, &clusters(0, 300)).unwrap().bytes;
    let path = block_path(&dir, "train", 0);
    assert!(has_block(&dir, "train", 0));
    for length in [bytes - 1, bytes / 2, 5] {
        File::options().write(true).open(&path).unwrap().set_len(length).unwrap();
        assert!(!has_block(&dir, "train", 0));
        let want =
            format!("data/train-00000.parquet: cut short after {length} bytes: the end of a parquet file is missing");
        assert_eq!(first_error(dir.path()), want);
    }
    fs::write(&path, "not at all").unwrap();
    let want = "data/train-00000.parquet: not a parquet file: it does not start with `PAR1`";
    assert_eq!(first_error(dir.path()), want);
    fs::write(&path, "").unwrap();
    assert_eq!(first_error(dir.path()), want);
}

/// The footer may be whole when the rows are not: no byte may end the program, or keep it busy for ever.
#[test]
fn damaged_bytes_are_refused_or_harmless() {
    let dir = tempfile::tempdir().unwrap();
    let rows = clusters(0, 40);
    write_block(&dir, "train", 0, &rows).unwrap();
    let path = block_path(&dir, "train", 0);
    let bytes = fs::read(&path).unwrap();
    let mut refused = 0;
    for at in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0xff;
        fs::write(&path, damaged).unwrap();
        refused += usize::from(Corpus::open(&dir).unwrap().rows("train").any(|row| row.is_err()));
    }
    assert!(refused > 0);
}

#[test]
fn a_cluster_that_an_error_cuts_off_is_not_given() {
    let dir = tempfile::tempdir().unwrap();
    let rows = clusters(0, 2);
    write_block(&dir, "train", 0, &rows).unwrap();
    fs::write(block_path(&dir, "train", 1), "PAR1").unwrap();
    let groups: Vec<_> = Corpus::open(&dir).unwrap().clusters("train").collect();
    assert!(matches!(groups[..], [Ok(_), Err(StoreError::CutShort { bytes: 4, .. })]), "{groups:?}");
}

fn write_columns(dir: &Path, columns: Vec<(&str, ArrayRef)>) {
    let batch = RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(n, c)| (n, c, true))).unwrap();
    fs::create_dir_all(dir.join("data")).unwrap();
    let file = File::create(block_path(dir, "train", 0)).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

#[test]
fn a_wrong_column_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let texts = |values: [Option<&str>; 2]| Arc::new(StringArray::from_iter(values)) as ArrayRef;
    let numbers = || Arc::new(UInt32Array::from(vec![1, 2])) as ArrayRef;
    write_columns(dir.path(), vec![("cluster", numbers()), ("member", numbers())]);
    let want = "data/train-00000.parquet: column `initial`: got no such column, wanted Utf8";
    assert_eq!(first_error(dir.path()), want);
    write_columns(dir.path(), vec![("cluster", texts([None, None])), ("member", numbers())]);
    let want = "data/train-00000.parquet: column `cluster`: got Utf8, wanted UInt32";
    assert_eq!(first_error(dir.path()), want);
}

#[test]
fn rejects_that_another_program_wrote_are_read_and_nulls_are_not() {
    let dir = tempfile::tempdir().unwrap();
    write_block(&dir, "train", 0, &clusters(0, 3)).unwrap();
    write_rejects(&dir, 0, &rejects(1)).unwrap();
    let other = dir.path().join("other");
    let texts = |values: [Option<&str>; 2]| Arc::new(StringArray::from_iter(values)) as ArrayRef;
    let columns = |at| {
        vec![
            ("extra", texts([None, None])),
            ("at", texts(at)),
            ("reason", texts([Some("r"), Some("s")])),
            ("candidate", texts([Some("x"), Some("")])),
            ("initial", texts([Some("i"), Some("j")])),
            ("cluster", Arc::new(UInt32Array::from(vec![1, 2])) as ArrayRef),
        ]
    };
    let read = |at| {
        write_columns(&other, columns(at));
        fs::copy(block_path(&other, "train", 0), dir.path().join("rejects/rejects-00000.parquet")).unwrap();
        Corpus::open(&dir).unwrap().rejects().collect::<Result<Vec<_>, _>>()
    };
    let got = read([Some("x = 1"), Some("")]).unwrap();
    assert_eq!((got[0].cluster, got[1].initial.as_str(), got[0].at.as_str()), (1, "j", "x = 1"));
    let error = message(read([Some("x = 1"), None]).unwrap_err(), dir.path());
    assert_eq!(error, "rejects/rejects-00000.parquet: column `at`: got null, wanted a value of type Utf8");
}

#[test]
fn manifests_that_are_not_understood_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let read = |text: &str| {
        fs::write(dir.path().join("manifest.json"), text).unwrap();
        message(Manifest::read(&dir).unwrap_err(), dir.path())
    };
    let later = "manifest.json: corpus format 9, this egen reads up to 1; use a later egen";
    assert_eq!(read(r#"{"format": 9, "new": []}"#), later);
    let cut = "manifest.json: not a manifest of a corpus: EOF while parsing an object at line 1 column 13";
    assert_eq!(read(r#"{"format": 1,"#), cut.replace("an object", "a value"));
    assert!(read(r#"{"format": 1}"#).starts_with("manifest.json: not a manifest of a corpus: missing field `version`"));
}

#[test]
fn what_the_manifest_does_not_say_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let rows = clusters(0, 30);
    for block in 0..3 {
        write_block(&dir, "train", block, &rows).unwrap();
    }
    let split = SplitEntry { clusters: 90, rows: 3 * rows.len() as u64 };
    let mut manifest = manifest_of(dir.path(), &[("train", split)], 0);
    let wanted = manifest.files[0].checksum.clone();
    let changed = write_block(&dir, "train", 0, &[&rows[1..], &rows[..1]].concat()).unwrap();
    fs::remove_file(block_path(&dir, "train", 1)).unwrap();
    write_block(&dir, "test", 0, &rows).unwrap();
    manifest.rejects = 4;
    let problems: Vec<_> = manifest.verify(&dir).iter().map(|problem| message(problem, dir.path())).collect();
    let mut want = vec![
        "manifest.json: the number of rejects is 4, but its lists add up to 0".to_owned(),
        format!("data/train-00000.parquet: the checksum is {}, the manifest says {wanted}", changed.checksum),
        "data/train-00001.parquet: there is no such folder or file".to_owned(),
        "data/test-00000.parquet: the manifest does not list it".to_owned(),
    ];
    if changed.bytes != manifest.files[0].bytes {
        let (got, said) = (changed.bytes, manifest.files[0].bytes);
        want.insert(1, format!("data/train-00000.parquet: the length is {got}, the manifest says {said}"));
    }
    assert_eq!(problems, want);
}

#[test]
fn a_failed_write_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("data"), "a file where the folder should be").unwrap();
    let error = write_block(&dir, "train", 0, &clusters(0, 3)).unwrap_err();
    assert!(matches!(error, StoreError::Write { .. }), "{error}");
    // A folder that has the name of the block: everything succeeds up to the renaming.
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(block_path(&dir, "train", 0).join("full")).unwrap();
    let error = write_block(&dir, "train", 0, &clusters(0, 3)).unwrap_err();
    assert!(matches!(error, StoreError::Write { .. }), "{error}");
    assert_eq!(fs::read_dir(dir.path().join("data")).unwrap().count(), 1);
    assert!(!has_block(&dir, "train", 0));
}

/// A write that stops half-way, as on a full disk: the shell forbids files of more than a few kilobytes.
#[cfg(unix)]
#[test]
fn a_write_that_stops_half_way_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let status = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" --exact faults::child_that_may_not_write --ignored"])
        .arg(std::env::current_exe().unwrap())
        .env("EGEN_STORE_CHILD", dir.path())
        .output()
        .unwrap();
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stdout));
    assert_eq!(fs::read_dir(dir.path().join("data")).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
#[ignore = "the child of a_write_that_stops_half_way_leaves_nothing"]
fn child_that_may_not_write() {
    let Some(dir) = std::env::var_os("EGEN_STORE_CHILD") else { return };
    let error = write_block(&dir, "train", 0, &clusters(0, 3000)).unwrap_err().to_string();
    assert!(error.contains("data/train-00000.parquet: cannot be written: "), "{error}");
    assert!(error.ends_with("; allow larger files (ulimit -f)"), "{error}");
}
