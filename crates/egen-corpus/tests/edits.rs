//! Do edits differ, stay within the bounds, come back by row, and refuse a corpus that they do not belong to?

use std::path::Path;
use std::sync::atomic::AtomicBool;

use egen_corpus::cluster::Settings as ClusterSettings;
use egen_corpus::edits::{EditError, Settings, Table, bounds, make, with_edits};
use egen_corpus::generate::{Job, generate};
use egen_corpus::pairs::Pairs;
use egen_corpus::plan::plan;
use egen_corpus::store::{Corpus, block_path, edits_path};
use egen_graph::prove::Prover;
use egen_math::{Expr, Verdict, compare};
use egen_read::read::{Notation, Options, read, read_expr};

fn corpus(dir: &Path) -> Corpus {
    let plan = plan(["sqrt(x^2) - 3", "2*sin(x)", "asin(x/7)"].iter().map(|text| read_expr(text).expect(text)));
    let settings = ClusterSettings { members: 20, ..ClusterSettings::default() };
    let preset = "three".to_string();
    let stop = AtomicBool::new(false);
    let job =
        Job { dir, plan: &plan, settings: &settings, preset, shard: None, threads: 1, resume: false, stop: &stop };
    generate(&job, &Prover::builtin(), &|_| {}).expect("made");
    Corpus::open(dir).expect("opens")
}

fn expr(prefix: &str) -> Expr {
    let options = Options { notation: Some(Notation::Prefix), ..Options::default() };
    read(prefix, &options).expect(prefix).sides.swap_remove(0)
}

#[test]
fn edits_differ_from_every_member_and_come_back_by_row() {
    let dir = tempfile::tempdir().expect("a folder");
    let corpus = corpus(dir.path());
    assert!(Table::read(&corpus, "train").expect("readable").is_none(), "none were made");
    assert!(matches!(with_edits(&corpus, "train"), Err(EditError::Unfinished { .. })));
    let manifest = make(&corpus, &Settings { per_row: 3, seed: 1 }, 1, false, &|_| {}).expect("made");
    assert_eq!(manifest.rows, corpus.count("train").expect("countable"));
    assert!(manifest.edits > 2 * manifest.rows, "{manifest:?}");
    let (table, pairs) =
        (Table::read(&corpus, "train").expect("readable").expect("made"), Pairs::read(&corpus, "train"));
    let (pairs, bounds) = (pairs.expect("readable"), bounds(corpus.manifest()));
    assert_eq!((table.rows(), table.count() as u64), (pairs.rows(), manifest.edits));
    for (at, row) in with_edits(&corpus, "train").expect("made").enumerate() {
        let (row, edits) = row.expect("readable");
        assert_eq!(row.prefix, pairs.text(at));
        assert!(edits.iter().map(|edit| edit.prefix.as_str()).eq(table.of(at)));
        for edit in edits {
            let edited = expr(&edit.prefix);
            assert!(bounds.admits(&edited), "{}", edit.prefix);
            for other in pairs.members(pairs.cluster_of(at)) {
                let verdict = compare(&edited, &expr(pairs.text(other))).verdict;
                assert!(!verdict.is_equal(), "{} is {}", edit.prefix, pairs.text(other));
            }
            let verdict = compare(&expr(&row.prefix), &edited).verdict;
            assert!(matches!(verdict, Verdict::Refuted(_)), "{} against {}", row.prefix, edit.prefix);
        }
    }
}

#[test]
fn edits_are_made_once_and_belong_to_their_corpus() {
    let dir = tempfile::tempdir().expect("a folder");
    let there = corpus(dir.path());
    let settings = Settings::default();
    make(&there, &settings, 1, false, &|_| {}).expect("made");
    let data = block_path(&dir, "train", 0);
    let bytes = std::fs::read(edits_path(&dir, &data)).expect("there");
    let again = make(&there, &settings, 1, false, &|_| {});
    assert!(matches!(again, Err(EditError::Exists { .. })));
    std::fs::remove_file(edits_path(&dir, &data)).expect("removed");
    make(&there, &settings, 2, true, &|_| {}).expect("made again");
    assert_eq!(std::fs::read(edits_path(&dir, &data)).expect("there"), bytes);
    let other = make(&there, &Settings { seed: 9, ..settings }, 1, true, &|_| {});
    assert!(matches!(other, Err(EditError::Different { what: "seed", .. })));
    // Another corpus in the same place.
    let mut manifest = there.manifest().expect("generated").clone();
    manifest.files[0].checksum = "xxh3:0000000000000000".into();
    manifest.write(dir.path()).expect("written");
    let changed = Corpus::open(dir.path()).expect("opens");
    assert!(matches!(Table::read(&changed, "train"), Err(EditError::Different { what: "corpus", .. })));
    assert!(matches!(
        make(&Corpus::open(&data).expect("opens"), &settings, 1, false, &|_| {}),
        Err(EditError::File { .. })
    ));
}
