//! Sessions: is what is there kept, what is another's refused, and are scores the same without a model?

use std::fs;
use std::path::Path;

use egen_corpus::store::Corpus;
use egen_eval::baseline::Bag;
use egen_eval::session::{Event, slug};
use egen_eval::subject::{Class, Identity};
use egen_eval::task::{Source, task};
use egen_eval::{EvalError, Session, Stored, Subject};

fn sample() -> Corpus {
    Corpus::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../../sample")).expect("the sample of the repository")
}

fn source(corpus: &Corpus) -> Source<'_> {
    Source { corpus, split: "train", pool: 50, external: None, seed: 3 }
}

fn tasks(names: &[&str]) -> Vec<&'static dyn Stored> {
    names.iter().map(|name| task(name).expect(name)).collect()
}

fn bag(weights: &str) -> Subject {
    let identity =
        Identity { model: "Bag of tokens".into(), vector: "counts".into(), class: Class::Baseline, trained: None };
    Subject { weights: Some(weights.into()), ..Subject::with_vectors(identity, Bag) }
}

/// How often a model was asked.
fn ask(session: &Session, names: &[&str], subject: &Subject) -> usize {
    let mut asked = 0;
    let mut count = |event: Event| asked += usize::from(matches!(event, Event::Asking(..)));
    session.ask(&tasks(names), subject, &mut count).unwrap();
    asked
}

#[test]
fn what_is_there_is_not_made_again_and_scores_need_no_model() {
    let (dir, corpus) = (tempfile::tempdir().unwrap(), sample());
    let source = source(&corpus);
    let session = Session::create(dir.path(), &source).unwrap();
    let names = ["selection", "generation", "pairs", "students"];
    let skipped = session.build(&tasks(&names), &source, &mut |_| {}).unwrap();
    assert_eq!(skipped.iter().map(|(about, _)| about.name).collect::<Vec<_>>(), ["pairs", "students"]);
    assert!(skipped[0].1.contains("no external data"), "{}", skipped[0].1);
    let before = fs::read(session.cases("selection")).unwrap();
    let mut built = 0;
    let mut count = |event: Event| built += usize::from(matches!(event, Event::Building(..)));
    session.build(&tasks(&["selection"]), &source, &mut count).unwrap();
    assert_eq!(built, 0);
    assert_eq!(fs::read(session.cases("selection")).unwrap(), before);

    // A bag of tokens writes nothing, so that it is asked about generation each time, and has no row there.
    assert_eq!(ask(&session, &names, &bag("a")), 2);
    assert_eq!(ask(&session, &names, &bag("a")), 1);
    let tables = session.tables().unwrap();
    assert_eq!(tables.tasks["selection"].rows[0].identity.model, "Bag of tokens");
    assert!(tables.tasks["selection"].test.ends_with("queries from the part train"));
    assert!(tables.tasks["generation"].rows.is_empty());
    assert_eq!(Session::open(dir.path()).unwrap().tables().unwrap(), tables);
    assert!(session.exprs().unwrap().len() > 100);

    // Other weights under the same name are another model.
    assert_eq!(ask(&session, &["selection"], &bag("b")), 1);
    assert_eq!(session.identities().unwrap().len(), 1);
}

#[test]
fn another_source_in_the_folder_is_refused() {
    let (dir, corpus) = (tempfile::tempdir().unwrap(), sample());
    Session::create(dir.path(), &source(&corpus)).unwrap();
    let other = Source { seed: 4, ..source(&corpus) };
    let error = Session::create(dir.path(), &other).unwrap_err();
    assert!(matches!(error, EvalError::OtherSource { field: "the seed", .. }), "{error}");
    assert!(error.to_string().contains("the seed is 3 there, and 4 here"), "{error}");
    let error = Session::open(Path::new("nowhere")).unwrap_err();
    assert!(matches!(error, EvalError::NoSession { .. }), "{error}");
}

#[test]
fn two_models_do_not_share_a_folder() {
    let (dir, corpus) = (tempfile::tempdir().unwrap(), sample());
    let session = Session::create(dir.path(), &source(&corpus)).unwrap();
    let mut other = bag("a");
    session.ask(&[], &other, &mut |_| {}).unwrap();
    other.identity.model = "bag/of/tokens".into();
    assert_eq!(slug(&other.identity), "bag-of-tokens-counts");
    let error = session.ask(&[], &other, &mut |_| {}).unwrap_err();
    assert!(matches!(error, EvalError::Occupied { .. }), "{error}");
}
