//! Does the making of a corpus end when it is asked to, and go on to the same bytes?

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use egen_corpus::cluster::Settings;
use egen_corpus::generate::{GenerateError, Job, generate};
use egen_corpus::plan::plan;
use egen_graph::prove::Prover;
use egen_read::read::read_expr;

fn make(dir: &Path, resume: bool, stop: &AtomicBool, after: u64) -> Result<u64, GenerateError> {
    let initials = (1..=80).map(|k| read_expr(&format!("sin({k}*x) + {k}")).expect("readable"));
    let (plan, settings) = (plan(initials), Settings { members: 3, ..Settings::default() });
    let job =
        Job { dir, plan: &plan, settings: &settings, preset: "eighty".into(), shard: None, threads: 1, resume, stop };
    let report = |done: egen_corpus::generate::Progress| stop.store(done.clusters >= after, Ordering::Relaxed);
    generate(&job, &Prover::builtin(), &report).map(|made| made.manifest.clusters)
}

#[test]
fn it_stops_between_blocks_and_goes_on_to_the_same_bytes() {
    let (whole, part) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    assert_eq!(make(whole.path(), false, &AtomicBool::new(false), u64::MAX).expect("made"), 80);
    let stopped = make(part.path(), false, &AtomicBool::new(false), 32);
    assert!(matches!(stopped, Err(GenerateError::Stopped)), "{stopped:?}");
    assert!(
        part.path().join("data/train-00000.parquet").exists() && !part.path().join("data/train-00002.parquet").exists()
    );
    assert_eq!(make(part.path(), true, &AtomicBool::new(false), u64::MAX).expect("made"), 80);
    for name in ["manifest.json", "data/train-00000.parquet", "data/train-00001.parquet", "data/train-00002.parquet"] {
        let read = |dir: &Path| fs::read(dir.join(name)).expect(name);
        assert_eq!(read(whole.path()), read(part.path()), "{name}");
    }
}
