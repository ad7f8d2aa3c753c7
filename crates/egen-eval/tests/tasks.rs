//! The tasks: are scores what a person computes by hand, and is what is wrong refused?

use std::collections::HashMap;
use std::io::Cursor;

use egen_corpus::below;
use egen_corpus::store::Corpus;
use egen_eval::baseline::{Bag, ValueVector, Values};
use egen_eval::external::{self, read_pairs};
use egen_eval::kmeans::{self, Scale};
use egen_eval::labelled::{Labelled, labelled, some_clusters};
use egen_eval::lines::{read_lines, write_lines};
use egen_eval::pool::Pooled;
use egen_eval::selection::{Candidate, Origin};
use egen_eval::{Embed, EvalError, Matrix, Model, QuickCases, Remember, algebra, quick, retrieval, selection};
use egen_graph::grammar::seeded;
use egen_math::compare::Verdict;
use egen_math::{Expr, compare};
use egen_model::Encoder;
use egen_read::read::read_expr;
use egen_train::config::Bundled;

/// A model that was told its vectors.
struct Told(HashMap<Expr, Vec<f32>>);

impl Told {
    fn new(rows: &[(&str, &[f32])]) -> Told {
        Told(rows.iter().map(|(text, row)| (expr(text), row.to_vec())).collect())
    }
}

impl Embed for Told {
    fn name(&self) -> &str {
        "told"
    }

    fn embed(&self, exprs: &[Expr]) -> Result<Matrix, EvalError> {
        let rows: Vec<f32> = exprs.iter().flat_map(|expr| self.0[expr].clone()).collect();
        Ok(Matrix::new(self.0.values().next().expect("it was told something").len(), rows))
    }
}

fn expr(text: &str) -> Expr {
    read_expr(text).expect(text)
}

fn cases(of: &[(u32, &str)]) -> Vec<Labelled> {
    of.iter().map(|&(cluster, text)| Labelled { cluster, expr: expr(text) }).collect()
}

fn sample() -> Corpus {
    Corpus::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../../sample")).expect("the sample of the repository")
}

fn tiny() -> Encoder {
    Encoder::new(Bundled::Tiny.preset().model, &mut seeded(1))
}

/// Vectors of each expression by its number: 100 cases in clusters of 5.
fn made(row: impl FnMut(usize) -> Vec<f32>) -> (Vec<Labelled>, Told) {
    let all: Vec<Expr> = (0..100).map(Expr::number).collect();
    let cases = all.iter().enumerate().map(|(at, expr)| Labelled { cluster: at as u32 / 5, expr: expr.clone() });
    (cases.collect(), Told(all.iter().cloned().zip((0..100).map(row)).collect()))
}

fn noise() -> impl FnMut(usize) -> Vec<f32> {
    let mut rng = seeded(9);
    move |_| (0..32).map(|_| below(2001, &mut rng) as f32 - 1000.0).collect()
}

fn perfect(at: usize) -> Vec<f32> {
    (0..20).map(|column| f32::from(u8::from(column == at / 5))).collect()
}

fn kmeans_scores(cases: &[Labelled], model: &dyn Embed) -> [f64; 2] {
    let answers = kmeans::answer(cases, model, Scale::AsGiven, &kmeans::Settings::default(), 2).unwrap();
    kmeans::score(cases, &answers).unwrap().map(|score| score.value)
}

fn retrieval_scores(cases: &[Labelled], model: &dyn Embed) -> Vec<f64> {
    let answers = retrieval::answer(cases, model).unwrap();
    retrieval::score(cases, &answers).unwrap().into_iter().map(|score| score.value).collect()
}

#[test]
fn retrieval_by_hand() {
    let cases = cases(&[(4, "1"), (4, "2"), (7, "3"), (7, "4"), (7, "5")]);
    // 5 lies between 1 and 2, so it is first for both of them and 2 is first for it: 3 and 4 find each other.
    let model = Told::new(&[
        ("1", &[1.0, 0.0]),
        ("2", &[10.0, 1.0]),
        ("3", &[0.0, 3.0]),
        ("4", &[0.1, 1.0]),
        ("5", &[1.0, 0.05]),
    ]);
    let answers = retrieval::answer(&cases, &model).unwrap();
    assert_eq!(answers[0].found, [4, 1, 3, 2]);
    assert_eq!(answers[4].found, [1, 0, 3, 2]);
    // With all four others the shares are 1/4, 1/4, 1/2, 1/2, 1/2.
    for got in retrieval_scores(&cases, &model) {
        assert!((got - 0.4).abs() < 1e-12, "{got}");
    }
    assert_eq!((retrieval::ceiling(&cases, 1), retrieval::ceiling(&cases, 2)), (1.0, 0.8));
}

#[test]
fn kmeans_by_hand() {
    let cases = cases(&[(0, "1"), (0, "2"), (0, "3"), (1, "4"), (1, "5")]);
    let answer = kmeans::Answer { seed: 0, labels: vec![4, 4, 2, 4, 4], inertia: 0.0, iterations: 1 };
    let [greedy, best] = kmeans::score(&cases, &[answer]).unwrap();
    // Greedy: cluster 0 takes label 4, and nothing is left for cluster 1. Best: 2 for cluster 0, 4 for cluster 1.
    assert!((greedy.value - (2.0 / 3.0 + 0.0) / 2.0).abs() < 1e-12, "{greedy:?}");
    assert!((best.value - (1.0 / 3.0 + 1.0) / 2.0).abs() < 1e-12, "{best:?}");
}

#[test]
fn selection_by_hand() {
    let candidate = |text: &str, origin| Candidate { expr: expr(text), origin };
    let case = |query: &str| selection::Case {
        query: expr(query),
        candidates: vec![
            candidate("5", Origin::EditOfQuery),
            candidate("6", Origin::Answer),
            candidate("7", Origin::EditOfAnswer),
        ],
    };
    let cases = ["1", "2", "3", "4"].map(case);
    let model = Told::new(&[
        ("1", &[0.0, 2.0]),
        ("2", &[0.1, 1.0]),
        ("3", &[5.0, 0.0]),
        ("4", &[-1.0, 0.0]),
        ("5", &[1.0, 0.0]),
        ("6", &[0.0, 1.0]),
        ("7", &[-1.0, 0.0]),
    ]);
    let answers = selection::answer(&cases, &model).unwrap();
    assert_eq!(answers.iter().map(|answer| answer.choice).collect::<Vec<_>>(), [1, 1, 0, 2]);
    assert_eq!(selection::score(&cases, &answers).unwrap().map(|score| score.value), [0.5, 0.25, 0.25]);
}

#[test]
fn algebra_by_hand() {
    let analogy = algebra::Analogy {
        kind: algebra::Kind::Operation,
        relation: "logarithm".into(),
        printed: None,
        x1: expr("x"),
        y1: expr("ln(x)"),
        x2: expr("sin(x)"),
        y2: expr("ln(sin(x))"),
    };
    let model = Told::new(&[
        ("x", &[1.0, 0.0, 0.0]),
        ("ln(x)", &[1.0, 2.0, 0.0]),
        ("sin(x)", &[1.0, 0.0, 2.0]),
        ("ln(sin(x))", &[1.0, 2.0, 1.5]),
        ("sin(ln(x))", &[1.0, 2.0, 2.5]),
        ("cos(x)", &[-1.0, 0.0, 0.0]),
    ]);
    let texts = ["x", "ln(x)", "sin(x)", "ln(sin(x))", "sin(ln(x))", "cos(x)"];
    let with = |removed: Vec<u32>| algebra::Cases {
        pool: texts.map(|text| Pooled { expr: expr(text) }).into(),
        cases: vec![algebra::Case { analogy: analogy.clone(), places: [0, 1, 2, 3], removed }],
    };
    // The target is (1, 2, 2): cosines of sin(ln x) and of ln(sin x) are 10/√101.25 = 0.9938 and 8/√65.25 = 0.9904.
    let cases = with(vec![]);
    let answers = algebra::answer(&cases, &model).unwrap();
    assert_eq!(answers[0].found, [4, 3, 5]);
    assert_eq!(algebra::score(&cases, &answers).unwrap()[0].value, 0.0);
    let cases = with(vec![4]);
    let answers = algebra::answer(&cases, &model).unwrap();
    assert_eq!(answers[0].found, [3, 5]);
    assert_eq!(algebra::score(&cases, &answers).unwrap()[0].value, 1.0);
}

#[test]
fn pairs_by_hand() {
    let text = "source\tlhs\trhs\na\tx + x\t2*x\nb\tsin(x)\t-sin(-x)\nc\tx +\tx\nd\tx + x\tx*2\n";
    let (pairs, unread) = read_pairs(Cursor::new(text)).unwrap();
    assert_eq!((pairs.len(), unread.len()), (3, 1));
    assert!(unread[0].to_string().contains("`x +`"), "{}", unread[0]);
    assert!(read_pairs(Cursor::new("a\tb\n")).unwrap_err().to_string().contains("no column `lhs`"));
    let cases = external::build(&pairs, &[expr("cos(x)")]).unwrap();
    assert_eq!((cases.pool.len(), cases.cases.len()), (6, 6));
    // x*2 is a third form of 2*x, and not unrelated.
    assert_eq!(cases.cases[0], external::Case { query: 0, other: 1, removed: vec![4] });
    let model = Told::new(&[
        ("x + x", &[1.0, 0.0]),
        ("2*x", &[1.0, 0.1]),
        ("x*2", &[1.0, 0.0]),
        ("sin(x)", &[0.0, 1.0]),
        ("-sin(-x)", &[-1.0, 0.0]),
        ("cos(x)", &[0.0, 1.0]),
    ]);
    let answers = external::answer(&cases, &model).unwrap();
    let ranks: Vec<usize> = answers.iter().map(|answer| answer.rank).collect();
    // sin x: before −sin(−x) come cos x, 2x and those at a right angle; −sin(−x): sin x ties with cos x, the rest is opposite.
    assert_eq!(ranks, [1, 1, 5, 2, 1, 1]);
    let [first, ten, mrr] = external::score(&cases, &answers).unwrap().map(|score| score.value);
    assert!((first - 4.0 / 6.0).abs() < 1e-12 && ten == 1.0 && (mrr - 4.7 / 6.0).abs() < 1e-12);
}

#[test]
fn perfect_vectors_score_100() {
    let (cases, model) = made(perfect);
    assert_eq!(kmeans_scores(&cases, &model), [1.0, 1.0]);
    for (got, depth) in retrieval_scores(&cases, &model).into_iter().zip(retrieval::DEPTHS) {
        assert!((got - retrieval::ceiling(&cases, depth)).abs() < 1e-12);
    }
}

#[test]
fn random_vectors_score_near_chance() {
    let (cases, model) = made(noise());
    let [greedy, best] = kmeans_scores(&cases, &model);
    assert!(greedy <= best && best < 0.5, "{greedy} {best}");
    // A fifth of 5 others of 99, and the 20 nearest may hold no more.
    assert!(retrieval_scores(&cases, &model)[4] < 0.1);
    let corpus = sample();
    let settings = selection::Settings { queries: 140, seed: 3 };
    let cases = selection::build(&corpus, "train", &settings).unwrap();
    let mut rng = noise();
    let all = cases.iter().flat_map(|case| case.candidates.iter().map(|one| &one.expr).chain([&case.query]));
    let model = Told(all.map(|expr| (expr.clone(), rng(0))).collect());
    let [right, ..] = selection::score(&cases, &selection::answer(&cases, &model).unwrap()).unwrap();
    assert!((right.value - 1.0 / 7.0).abs() < 0.09, "{right:?}");
}

#[test]
fn vectors_that_are_none_are_refused_by_name() {
    let (cases, mut model) = made(perfect);
    model.0.get_mut(&Expr::number(17)).unwrap()[3] = f32::NAN;
    for error in [
        retrieval::answer(&cases, &model).unwrap_err(),
        kmeans::answer(&cases, &model, Scale::Unit, &kmeans::Settings::default(), 1).unwrap_err(),
    ] {
        assert_eq!(error.to_string(), "told gives `17` a vector whose number 3 is NaN");
    }
}

#[test]
fn one_cluster_and_no_cluster() {
    let (mut cases, model) = made(noise());
    cases.iter_mut().for_each(|case| case.cluster = 3);
    assert_eq!(kmeans_scores(&cases, &model), [1.0, 1.0]);
    assert_eq!(retrieval_scores(&cases, &model), [1.0; 5]);
    let lonely = &cases[..1];
    assert_eq!(retrieval_scores(lonely, &model), [0.0; 5]);
    assert!(kmeans::answer(&[], &model, Scale::AsGiven, &kmeans::Settings::default(), 1).is_err());
    assert!(retrieval::answer(&[], &model).unwrap().is_empty());
}

#[test]
fn duplicates_are_others() {
    let twice = cases(&[(0, "x"), (0, "x"), (1, "y"), (1, "y")]);
    let model = Told::new(&[("x", &[1.0, 0.0]), ("y", &[0.0, 1.0])]);
    assert_eq!(retrieval_scores(&twice, &model)[0], 1.0);
    assert_eq!(kmeans_scores(&twice, &model), [1.0, 1.0]);
}

#[test]
fn answers_to_other_cases_are_refused() {
    let (cases, model) = made(perfect);
    let mut answers = retrieval::answer(&cases, &model).unwrap();
    assert!(retrieval::score(&cases[..99], &answers).is_err());
    answers[3].found[2] = 100;
    let error = retrieval::score(&cases, &answers).unwrap_err().to_string();
    assert_eq!(error, "retrieval: the answers are not about these cases: 101 where 100 are wanted");
    let labels = vec![u32::MAX; 100];
    assert!(kmeans::score(&cases, &[kmeans::Answer { seed: 0, labels, inertia: 0.0, iterations: 1 }]).is_err());
}

#[test]
fn what_a_model_cannot_read_is_named() {
    let long = (0..80).fold(expr("x"), |sum, _| sum + expr("x"));
    let error = Model::new("tiny", tiny()).embed(&[expr("x"), long]).unwrap_err().to_string();
    assert!(error.starts_with("tiny cannot read `x + x"), "{error}");
    assert!(error.ends_with("the expression has 161 tokens, and the model reads at most 64"), "{error}");
}

#[test]
fn selections_of_the_sample_are_what_they_say() {
    let corpus = sample();
    let settings = selection::Settings { queries: 30, seed: 1 };
    let cases = selection::build(&corpus, "train", &settings).unwrap();
    assert_eq!(cases.len(), 30);
    assert_eq!(cases, selection::build(&corpus, "train", &settings).unwrap());
    assert_ne!(cases, selection::build(&corpus, "train", &selection::Settings { seed: 2, ..settings }).unwrap());
    for case in &cases {
        let count = |origin| case.candidates.iter().filter(|one| one.origin == origin).count();
        let counts = [Origin::Answer, Origin::EditOfQuery, Origin::EditOfAnswer].map(count);
        assert_eq!(counts, [1, 3, 3]);
        let answer = &case.candidates.iter().find(|one| one.origin == Origin::Answer).unwrap().expr;
        let refuted = |a: &Expr, b: &Expr| matches!(compare(a, b).verdict, Verdict::Refuted(_));
        assert!(*answer != case.query && !refuted(answer, &case.query), "{} = {answer}", case.query);
        for Candidate { expr, origin } in &case.candidates {
            match origin {
                Origin::Answer => {}
                Origin::EditOfQuery => assert!(refuted(&case.query, expr), "{} = {expr}", case.query),
                Origin::EditOfAnswer => assert!(refuted(answer, expr), "{answer} = {expr}"),
            }
        }
    }
    let places: Vec<usize> =
        cases.iter().map(|case| case.candidates.iter().position(|one| one.origin == Origin::Answer).unwrap()).collect();
    assert!((0..7).all(|place| places.contains(&place)), "{places:?}");
}

#[test]
fn answers_of_analogies_are_unique_in_the_pool() {
    let cases = algebra::build(algebra::rows(&sample(), 400).unwrap(), 0).unwrap();
    assert!(cases.cases.len() >= 584, "{}", cases.cases.len());
    assert!(
        algebra::Kind::ALL
            .iter()
            .all(|&kind| { cases.cases.iter().filter(|case| case.analogy.kind == kind).count() >= 100 })
    );
    let printed: Vec<u8> = cases.cases.iter().filter_map(|case| case.analogy.printed).collect();
    assert!(printed.into_iter().eq(1..=21));
    for case in &cases.cases {
        let [x1, y1, x2, y2] = case.places;
        let analogy = &case.analogy;
        let at = |place: u32| &cases.pool[place as usize].expr;
        assert_eq!([at(x1), at(y1), at(x2), at(y2)], [&analogy.x1, &analogy.y1, &analogy.x2, &analogy.y2]);
        assert!(![x1, y1, x2].contains(&y2) && !case.removed.contains(&y2));
    }
    // Everything that is left of the pool differs from the answer; comparing takes long, so of some analogies.
    for case in cases.cases.iter().step_by(97) {
        for place in (0..cases.pool.len() as u32).filter(|place| !case.removed.contains(place)) {
            let equal = || compare(&cases.pool[place as usize].expr, &case.analogy.y2).verdict.is_equal();
            assert!(
                case.places.contains(&place) || !equal(),
                "{} in {:?}",
                cases.pool[place as usize].expr,
                case.analogy
            );
        }
    }
}

#[test]
fn cases_and_answers_survive_as_lines() {
    fn again<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(items: &[T]) {
        let mut text = Vec::new();
        write_lines(&mut text, items).unwrap();
        assert_eq!(read_lines::<T>(Cursor::new(&text)).unwrap(), items);
    }
    let corpus = sample();
    let rows = some_clusters(&labelled(&corpus, "train").unwrap(), 5, 0);
    again(&rows);
    again(&retrieval::answer(&rows, &Bag).unwrap());
    again(&kmeans::answer(&rows, &Bag, Scale::AsGiven, &kmeans::Settings::default(), 2).unwrap());
    let queries = selection::build(&corpus, "train", &selection::Settings { queries: 5, seed: 0 }).unwrap();
    again(&queries);
    again(&selection::answer(&queries, &Values).unwrap());
    let algebra = algebra::build(Vec::new(), 0).unwrap();
    again(&algebra.pool);
    again(&algebra.cases);
    let error =
        read_lines::<Labelled>(Cursor::new("{\"cluster\":1,\"expr\":\"x\"}\n{\"cluster\":1,\"expr\":\"+ x\"}\n"));
    assert!(error.unwrap_err().to_string().starts_with("line 2: `+ x`: "));
}

#[test]
fn the_sample_is_scored_from_end_to_end_and_again_the_same() {
    let corpus = sample();
    let rows = some_clusters(&labelled(&corpus, "train").unwrap(), 30, 0);
    let model = Model::untrained(Bundled::Tiny.preset().model, 1);
    let remembering = Remember::new(Box::new(Model::untrained(Bundled::Tiny.preset().model, 1)));
    assert_eq!(retrieval_scores(&rows, &model), retrieval_scores(&rows, &remembering));
    assert_eq!(kmeans_scores(&rows, &model), kmeans_scores(&rows, &remembering));
    // Values are most of what equality is; symbols without training are little.
    let by = |model: &dyn Embed| retrieval_scores(&rows, model)[1];
    let values = retrieval::score(&rows, &retrieval::answer(&rows, &Values).unwrap()).unwrap()[1].value;
    assert!(values > 0.85 && by(&ValueVector) > 0.8 && by(&Bag) < values, "{values}");
    let algebra = algebra::build(algebra::rows(&corpus, 200).unwrap(), 0).unwrap();
    let scores = algebra::score(&algebra, &algebra::answer(&algebra, &remembering).unwrap()).unwrap();
    assert_eq!(scores.len(), 6);
    let cases = QuickCases::build(&corpus, "train", 20, 20, 0).unwrap();
    let looked = quick(&tiny(), &cases).unwrap();
    assert_eq!(looked, quick(&tiny(), &cases).unwrap());
    let names: Vec<&str> = looked.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["retrieval@1", "retrieval@5", "selection"]);
}
