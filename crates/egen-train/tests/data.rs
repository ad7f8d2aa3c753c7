//! Data: are batches what training wants, and always the same?

mod corpus;

use std::collections::{BTreeSet, HashMap};

use egen_corpus::edits::Table;
use egen_corpus::pairs::{Pairs, Weight, read_prefix};
use egen_corpus::store::Corpus;
use egen_math::compare;
use egen_math::compare::Verdict;
use egen_model::encode;
use egen_train::Data;
use egen_train::config::{Bundled, Config, Preset};
use egen_train::data::DataError;

fn data(preset: &Preset) -> Data {
    Data::open(&[(corpus::open(), "train")], &preset.model, &preset.training).unwrap()
}

/// The cluster of each row, and of the row of each edit.
fn clusters() -> (HashMap<String, usize>, HashMap<String, BTreeSet<usize>>) {
    let corpus = corpus::open();
    let (pairs, edits) = (Pairs::read(&corpus, "train").unwrap(), Table::read(&corpus, "train").unwrap().unwrap());
    let mut of_edits: HashMap<String, BTreeSet<usize>> = HashMap::new();
    for row in 0..pairs.rows() {
        for edit in edits.of(row) {
            of_edits.entry(edit.to_string()).or_default().insert(pairs.cluster_of(row));
        }
    }
    ((0..pairs.rows()).map(|row| (pairs.text(row).to_string(), pairs.cluster_of(row))).collect(), of_edits)
}

#[test]
fn a_batch_depends_on_its_number_alone() {
    let data = data(&Bundled::Tiny.preset());
    let (one, again, other) = (data.batch(1, 5), data.batch(1, 5), data.batch(1, 6));
    assert_eq!(format!("{one:?}"), format!("{again:?}"));
    assert_ne!(format!("{one:?}"), format!("{other:?}"));
    assert_ne!(format!("{one:?}"), format!("{:?}", data.batch(2, 5)));
    assert_eq!((one.batch.len(), one.groups.len(), one.negatives, one.targets.len()), (48, 16, true, 0));
}

#[test]
fn a_stream_goes_on_from_any_number() {
    let data = data(&Bundled::Tiny.preset());
    std::thread::scope(|scope| {
        let stream = data.stream(scope, 1, 7);
        for number in 7..12 {
            assert_eq!(format!("{:?}", stream.recv().unwrap()), format!("{:?}", data.batch(1, number)));
        }
    });
}

#[test]
fn ours_takes_each_cluster_once_and_edits_of_it() {
    let data = data(&Bundled::Tiny.preset());
    let (rows, edits) = clusters();
    let mut edited = 0;
    for number in 0..40 {
        let triplets = data.triplets(3, number);
        let groups: BTreeSet<u32> = triplets.iter().map(|one| one.group).collect();
        assert_eq!(groups.len(), 16, "batch {number}");
        for one in &triplets {
            assert!(one.anchor != one.partner && rows[one.anchor] == rows[one.partner]);
            let negative = one.negative.unwrap();
            edited += usize::from(edits.get(negative).is_some_and(|of| of.contains(&rows[one.anchor])));
        }
    }
    assert_eq!(edited, 40 * 16);
    // Edits were verified against their row when they were made; a few are asked again against another one.
    for one in data.triplets(3, 0).iter().take(8) {
        let [anchor, negative] = [one.anchor, one.negative.unwrap()].map(|text| read_prefix(text).unwrap());
        assert!(!matches!(compare(&anchor, &negative).verdict, Verdict::Agree), "{one:?}");
    }
}

#[test]
fn the_papers_negatives_are_rows_of_other_clusters_and_need_no_edits() {
    let mut preset = Bundled::SmallClMean.preset();
    preset.training.batch = 64;
    let dir = tempfile::tempdir().unwrap();
    corpus::copy(dir.path(), &[(0, "train-00000"), (1, "train-00001")]);
    let plain = Corpus::open(dir.path()).unwrap();
    let data = Data::open(&[(plain.clone(), "train")], &preset.model, &preset.training).unwrap();
    let (rows, _) = clusters();
    for one in (0..4).flat_map(|number| data.triplets(0, number)) {
        assert!(rows[one.anchor] == rows[one.partner] && rows[one.anchor] != rows[one.negative.unwrap()]);
    }
    assert_eq!(data.weight(), Weight::Pairs);
    assert_eq!(data.clone().weighted(Weight::Clusters).weight(), Weight::Clusters);
    let tiny = Bundled::Tiny.preset();
    let refused = Data::open(&[(plain, "train")], &tiny.model, &tiny.training);
    assert!(matches!(&refused, Err(DataError::NoEdits { path }) if path == dir.path()), "{refused:?}");
}

#[test]
fn writing_gets_partners_as_targets() {
    let preset = Bundled::TinySeq2seq.preset();
    let data = data(&preset);
    let (examples, triplets) = (data.batch(0, 0), data.triplets(0, 0));
    assert_eq!((examples.batch.len(), examples.targets.len(), examples.negatives), (16, 16, false));
    for (target, one) in examples.targets.iter().zip(&triplets) {
        let tokens = encode(&read_prefix(one.partner).unwrap(), 64).unwrap().tokens;
        assert_eq!(target.len(), tokens.len() + 2);
        assert!(one.negative.is_none());
    }
}

#[test]
fn what_is_too_long_is_left_out_and_counted() {
    let preset = Bundled::Tiny.preset();
    let whole = data(&preset).report();
    assert_eq!((whole.rows, whole.rows_left_out, whole.edits_left_out), (1280, 0, 0));
    let model = Config { max_tokens: 12, ..preset.model };
    let short = data(&Preset { model: model.clone(), training: preset.training.clone() });
    let report = short.report();
    assert!(report.rows_left_out > 100, "{report:?}");
    assert_eq!(report.rows + report.rows_left_out, whole.rows);
    assert!(report.edits + report.edits_left_out <= whole.edits);
    short.batch(0, 0);
    let nothing = Config { max_tokens: 1, ..model };
    let refused = Data::open(&[(corpus::open(), "train")], &nothing, &preset.training);
    assert!(matches!(refused, Err(DataError::TooFew { .. })), "{refused:?}");
}

#[test]
fn the_same_function_in_two_corpora_is_one_group() {
    let preset = Bundled::Tiny.preset();
    let twice = [(corpus::open(), "train"), (corpus::open(), "train")];
    let data = Data::open(&twice, &preset.model, &preset.training).unwrap();
    assert_eq!((data.report().rows, data.report().clusters), (2560, 128));
    let (rows, _) = clusters();
    for number in 0..20 {
        let triplets = data.triplets(3, number);
        let of_rows: BTreeSet<usize> = triplets.iter().map(|one| rows[one.anchor]).collect();
        assert_eq!(of_rows.len(), 16, "batch {number}");
    }
}
