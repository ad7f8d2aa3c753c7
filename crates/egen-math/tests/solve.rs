//! Are zeros and breaks found, all of them and in order?

use egen_math::solve::{Place, places, places_between};
use egen_math::{Expr, Symbol};
use egen_read::read::read_expr;

fn found(texts: &[&str]) -> (Vec<String>, bool) {
    let exprs: Vec<Expr> = texts.iter().map(|text| read_expr(text).expect(text)).collect();
    let found = places(&exprs, &Symbol::new("x")).expect("places");
    assert_eq!(found.gaps.len(), found.list.len() + 1);
    for (at, place) in found.list.iter().enumerate() {
        assert!(found.gaps[at].to_rational() < place.low.to_rational(), "{texts:?}");
        assert!(place.high.to_rational() < found.gaps[at + 1].to_rational(), "{texts:?}");
    }
    let shown = |place: &Place| place.exact.as_ref().map_or("?".to_string(), ToString::to_string);
    (found.list.iter().map(shown).collect(), found.complete)
}

#[test]
fn zeros_and_breaks_are_listed_in_order() {
    for (texts, want) in [
        (&["x^2 - 5x + 6"][..], "2 3"),
        (&["1/(x - 1) - 2"], "1 1.5"),
        // -1 solves the square of it: a place may be more than is needed.
        (&["sqrt(x + 2) - x"], "-2 -1 2"),
        (&["abs(x - 1) - 2"], "-1 1 3"),
        (&["x^3 - x", "x - 1/2"], "-1 0 0.5 1"),
        (&["exp(x)", "7"], ""),
        (&["x^2 + 1"], ""),
        (&["x^2 - x - 1"], "? ?"),
    ] {
        assert_eq!(found(texts), (want.split_whitespace().map(str::to_string).collect(), true), "{texts:?}");
    }
}

#[test]
fn what_repeats_is_complete_only_where_everything_does() {
    assert!(found(&["sin(x) - 1/2", "cos(x)"]).1);
    assert!(!found(&["sin(x) - 1/2", "x - 1"]).1);
}

#[test]
fn other_variables_and_unknown_functions_have_no_places() {
    let none = |text: &str| places(&[read_expr(text).expect(text)], &Symbol::new("x")).is_none();
    assert!(none("x + y") && none("f(x)") && none("y"));
}

#[test]
fn a_part_of_the_line_has_all_of_its_places() {
    let waves = [read_expr("sin(x)").expect("a sine"), read_expr("sin(x) - x/4").expect("a difference")];
    let x = Symbol::new("x");
    assert!(!places(&waves, &x).expect("places").complete);
    let found = places_between(&waves, &x, [0.5, 7.0]).expect("places");
    let inside = |place: &&Place| place.low.to_f64() > 0.5 && place.high.to_f64() < 7.0;
    let near: Vec<f64> = found.list.iter().filter(inside).map(|place| place.low.to_f64()).collect();
    assert!(found.complete && near.len() == 3, "{near:?}");
}
