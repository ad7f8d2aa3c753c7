//! Mistakes and generation: are scores what a person computes by hand?

use std::collections::HashMap;

use egen_eval::baseline::Values;
use egen_eval::generation::{self, Found};
use egen_eval::labelled::Labelled;
use egen_eval::mistakes::{self, Answers, Cases, Counts, Derivation};
use egen_eval::subject::{Asked, Class, Identity, Propose};
use egen_eval::{Embed, EvalError, Matrix, Score, Subject};
use egen_math::Expr;
use egen_read::read::read_expr;

fn expr(text: &str) -> Expr {
    read_expr(text).expect(text)
}

fn identity() -> Identity {
    Identity { model: "told".into(), vector: "told".into(), class: Class::Baseline, trained: None }
}

fn derivation(lines: &[&str], mistake: Option<usize>) -> Derivation {
    let kinds = (1..lines.len()).map(|at| if mistake == Some(at) { "mistake" } else { "evaluate" }.to_string());
    Derivation {
        lines: lines.iter().map(|text| expr(text)).collect(),
        mistake,
        kinds: kinds.collect(),
        changed: mistake.map(|_| "+ -> *".into()),
    }
}

/// Each number n has the vector at the angle of n degrees.
struct Angles;

impl Embed for Angles {
    fn name(&self) -> &str {
        "angles"
    }

    fn embed(&self, exprs: &[Expr]) -> Result<Matrix, EvalError> {
        let angle = |expr: &Expr| expr.to_string().parse::<f32>().expect("a number").to_radians();
        Ok(Matrix::new(2, exprs.iter().flat_map(|expr| [angle(expr).cos(), angle(expr).sin()]).collect()))
    }
}

fn by_name(scores: &[Score]) -> HashMap<String, f64> {
    scores.iter().map(|score| (score.name.clone(), score.value)).collect()
}

/// Steps turn by so many degrees. Train: 10, 50 (mistake), 20 and 30, 5. The least similar right steps turn by 20 and by 30, so the threshold
/// of Algorithm 1 is the mean of their cosines: steps of 26 degrees and more are flagged. Best on the train part is to flag only the 50.
fn cases() -> Cases {
    Cases {
        train: vec![derivation(&["0", "10", "60", "80"], Some(2)), derivation(&["0", "30", "35"], None)],
        test: vec![
            // 25 passed, 28 flagged for nothing, 60 found.
            derivation(&["0", "25", "53", "113"], Some(3)),
            // 10 missed, 0 passed.
            derivation(&["0", "10", "10"], Some(1)),
        ],
        unread: 0,
    }
}

#[test]
fn mistakes_by_hand() {
    let (cases, subject) = (cases(), Subject::with_vectors(identity(), Angles));
    let answers = mistakes::answer(&cases, &subject).unwrap().unwrap();
    let scores = mistakes::score("mistakes", &cases, &answers).unwrap();
    assert_eq!(scores.len(), 12);
    assert!(scores.iter().all(|score| score.low <= score.value && score.value <= score.high), "{scores:?}");
    let scores = by_name(&scores);
    for (name, want) in [
        ("mistake precision", 1.0 / 2.0),
        ("mistake recall", 1.0 / 2.0),
        ("mistake F1", 1.0 / 2.0),
        ("no mistake precision", 2.0 / 3.0),
        ("no mistake recall", 2.0 / 3.0),
        ("no mistake F1", 2.0 / 3.0),
        ("mistake precision, best threshold", 1.0),
        ("mistake recall, best threshold", 1.0 / 2.0),
        ("mistake F1, best threshold", 2.0 / 3.0),
        ("no mistake recall, best threshold", 1.0),
        ("no mistake F1, best threshold", 6.0 / 7.0),
    ] {
        assert!((scores[name] - want).abs() < 1e-12, "{name}: {} is not {want}", scores[name]);
    }
    let flags = mistakes::flags("mistakes", &cases, &answers).unwrap();
    let kinds = mistakes::by_kind(&cases, &flags[0]);
    assert_eq!(kinds["mistake"], Counts { found: 1.0, missed: 1.0, alarms: 0.0, passed: 0.0 });
    assert_eq!(kinds["evaluate"], Counts { found: 0.0, missed: 0.0, alarms: 1.0, passed: 2.0 });
    let changes = mistakes::by_change(&cases, &flags[0]);
    assert_eq!(changes.into_iter().collect::<Vec<_>>(), [("+ -> *".to_string(), kinds["mistake"])]);
}

#[test]
fn what_decides_needs_no_threshold() {
    let test = vec![derivation(&["x + x", "2*x", "3*x"], Some(2)), derivation(&["sqrt(x^2)", "x", "x"], Some(1))];
    let cases = Cases { train: Vec::new(), test, unread: 0 };
    let subject = Subject { asked: Asked::Verdicts, ..Subject::with_vectors(identity(), Angles) };
    let answers = mistakes::answer(&cases, &subject).unwrap().unwrap();
    let scores = mistakes::score("mistakes", &cases, &answers).unwrap();
    assert_eq!(scores.len(), 6);
    assert!(scores.iter().all(|score| score.value == 1.0), "{scores:?}");
}

#[test]
fn what_shares_no_point_is_flagged_and_moves_no_threshold() {
    // ln(x - 10^6) has no value at any point where ln(-x) has one.
    let nowhere = derivation(&["x + x", "2*x", "ln(-x)", "ln(x - 1000000)"], None);
    let cases = Cases { train: vec![nowhere.clone()], test: vec![nowhere], unread: 0 };
    let asked = Asked::Similarities(Box::new(Values));
    let subject = Subject { asked, ..Subject::with_vectors(identity(), Angles) };
    let answers = mistakes::answer(&cases, &subject).unwrap().unwrap();
    let Answers::Similarities { test, .. } = &answers else { panic!("{answers:?}") };
    assert_eq!((test[0][0], test[0][2]), (Some(0.0), None));
    // It is written and read like any other.
    let text = serde_json::to_string(&answers).unwrap();
    assert_eq!(serde_json::from_str::<Answers>(&text).unwrap(), answers);
    let flags = mistakes::flags("mistakes", &cases, &answers).unwrap();
    // The least similarity is that of the second step, which is not below itself.
    assert_eq!(flags[0].steps, [[false, false, true]]);
    let scores = mistakes::score("mistakes", &cases, &answers).unwrap();
    assert!(scores.iter().all(|score| score.value.is_finite()));
}

#[test]
fn answers_to_other_derivations_are_refused() {
    let cases = cases();
    let answers = Answers::Verdicts { test: vec![vec![true; 3], vec![true]] };
    let error = mistakes::score("mistakes", &cases, &answers).unwrap_err();
    assert!(matches!(error, EvalError::Answers { got: 1, want: 2, .. }), "{error}");
}

/// Writes what was told, as far as the beam goes.
struct Writes(Vec<Expr>);

impl Propose for Writes {
    fn propose(&self, _expr: &Expr, beam: usize) -> Result<Vec<Expr>, EvalError> {
        Ok(self.0.iter().take(beam).cloned().collect())
    }
}

#[test]
fn generation_by_hand() {
    let cases = ["2*x", "x + x"].map(|text| Labelled { cluster: 0, expr: expr(text) });
    let writer = Writes(["x + x", "3*x", "x*2", "2*x"].map(expr).into());
    let answers = generation::answer(&cases, &writer).unwrap();
    let found: Vec<Found> = answers[0].beams[1].iter().map(|one| one.found).collect();
    assert_eq!(found, [Found::Equal, Found::Other, Found::Equal, Found::Copy]);
    let scores = by_name(&generation::score(&cases, &answers).unwrap());
    for (name, want) in [
        // For 2*x the first proposal is right; for x + x it is a copy.
        ("right, beam 1", 1.0 / 2.0),
        ("any, beam 1", 1.0 / 2.0),
        ("copies, beam 1", 1.0 / 2.0),
        // Two of the ten that were asked for, for both.
        ("right, beam 10", 4.0 / 20.0),
        ("any, beam 10", 1.0),
        ("copies, beam 10", 2.0 / 20.0),
        ("right, beam 50", 4.0 / 100.0),
    ] {
        assert!((scores[name] - want).abs() < 1e-12, "{name}: {} is not {want}", scores[name]);
    }
}
