//! Readings: does a text that is ambiguous have each of its meanings, and no other text more than one?

use egen_read::read::{
    Ambiguity, Choice, Conventions, Kind, MAX_READINGS, Meaning, Notation, Options, Reading, Refusal, read, readings,
};
use proptest::prelude::*;

/// A text and its readings, in infix.
const READINGS: &[(Notation, &str, &[&str])] = &[
    (Notation::Infix, "x + 1", &["x + 1"]),
    (Notation::Infix, "1/2x", &["1/2*x", "1/(2*x)"]),
    (Notation::Infix, "-49/-18y", &["-49/-18*y", "-49/(-18*y)"]),
    (Notation::Infix, "1/2x^-2 + 3", &["1/2*x^(-2) + 3", "1/(2*x^(-2)) + 3"]),
    // Whoever means one quotient so means the other so.
    (Notation::Infix, "1/2x + 1/3x", &["1/2*x + 1/3*x", "1/(2*x) + 1/(3*x)"]),
    (Notation::Infix, "1/2x y", &["1/2*x*y", "1/(2*x*y)"]),
    (Notation::Latex, r"2\frac{1}{2} + 1\frac12", &["2 + 1/2 + (1 + 1/2)", "2*(1/2) + 1*(1/2)"]),
    (Notation::Latex, r"-3\frac12", &["-(3 + 1/2)", "-3*(1/2)"]),
    (Notation::Infix, "0.2(50)", &["0.2*50", "248/990"]),
    (Notation::Infix, "-0.(3)", &["-0*3", "-3/9"]),
    (Notation::Latex, r"1.(6)", &["1*6", "15/9"]),
    (Notation::Infix, "sin k(x + 1)", &["sin(k)*(x + 1)", "sin(k*(x + 1))"]),
    (Notation::Latex, r"\ln^2 2\left(x+1\right)", &["ln(2)^2*(x + 1)", "ln(2*(x + 1))^2"]),
    (Notation::Infix, "cos x(2 sin x - 1)", &["cos(x)*(2*sin(x) - 1)", "cos(x*(2*sin(x) - 1))"]),
    (Notation::Infix, "x = ln 20/ln 3", &["x = ln(20)/ln(3)", "x = ln(20/ln(3))"]),
    (Notation::Infix, "x^1/2", &["x^1/2", "x^(1/2)"]),
    (Notation::Infix, "e^2x + 1", &["e^2*x + 1", "e^(2*x) + 1"]),
    (Notation::Infix, "e^-2(x + 1)", &["e^(-2)*(x + 1)", "e^(-2*(x + 1))"]),
    (Notation::Infix, "e^2sin(x)", &["e^2*sin(x)", "e^(2*sin(x))"]),
    (Notation::Infix, "√2x", &["sqrt(2)*x", "sqrt(2*x)"]),
    (Notation::Latex, r"\sin{x}^2", &["sin(x)^2", "sin(x^2)"]),
    (Notation::Infix, "a(2)", &["`a`(2)", "a*2"]),
    (Notation::Infix, "2*mc^2", &["2*m*c^2", "2*`mc`^2"]),
    (Notation::Infix, "abc + 1", &["a*b*c + 1", "`abc` + 1"]),
    (
        Notation::Latex,
        r"1/2x + 2\frac12",
        &["1/2*x + (2 + 1/2)", "1/2*x + 2*(1/2)", "1/(2*x) + (2 + 1/2)", "1/(2*x) + 2*(1/2)"],
    ),
];

fn options(notation: Notation) -> Options {
    Options { notation: Some(notation), ..Options::default() }
}

fn sides(text: &str) -> Reading {
    let options = Options { calls: egen_read::read::Calls::Auto, ..options(Notation::Infix) };
    read(text, &options).unwrap_or_else(|why| panic!("{text}: {why}"))
}

#[test]
fn a_text_has_each_of_its_readings() {
    for (notation, text, want) in READINGS {
        let found = readings(text, &options(*notation)).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(found.len(), want.len(), "{text}: {found:?}");
        for (reading, want) in found.iter().zip(*want) {
            let shown = egen_read::print::print_equation(&reading.sides, egen_read::print::Form::Infix);
            let same = shown == *want || reading.sides == sides(want).sides;
            assert!(same, "{text}: found {shown}, wanted {want}");
        }
    }
}

#[test]
fn several_readings_are_refused_and_listed() {
    for (notation, text, want) in READINGS {
        match read(text, &options(*notation)) {
            Ok(_) => assert_eq!(want.len(), 1, "{text}"),
            Err(why) => match *why.refusal {
                Refusal::Several(several) => assert_eq!(several.readings.len(), want.len(), "{text}"),
                other => panic!("{text}: {other}"),
            },
        }
    }
}

#[test]
fn a_choice_settles_its_ambiguity_and_no_other() {
    let choice = Choice { ambiguity: Ambiguity::Quotient, meaning: Meaning::GoesOn };
    let options = Options { choices: vec![choice.clone()], ..options(Notation::Latex) };
    let reading = read("1/2x", &options).expect("it is settled");
    assert_eq!((reading.sides[0].to_string().as_str(), reading.choices), ("1/(2*x)", vec![choice]));
    assert_eq!(
        read(r"1/2x + 2\frac12", &options).expect_err("a mixed number").refusal.ambiguity(),
        Some(Ambiguity::MixedNumber)
    );
}

#[test]
fn too_many_readings_are_none() {
    // Each name doubles them.
    let text = "a(2) + b(2) + c(2) + k(2)";
    let why = readings(text, &options(Notation::Infix)).expect_err("too many");
    assert!(matches!(*why.refusal, Refusal::Ambiguous(_)), "{why:?}");
    assert_eq!(readings(&text[..18], &options(Notation::Infix)).map(|found| found.len()), Ok(MAX_READINGS));
}

#[test]
fn what_makes_no_sense_in_one_reading_has_none() {
    // 1/(2 3) is no number.
    assert!(readings("1/2 3", &options(Notation::Infix)).is_err());
}

#[test]
fn a_document_gives_its_conventions() {
    let with = |conventions| Options { conventions, ..options(Notation::Infix) };
    let document = Conventions::of("speed = way/time*2", Notation::Infix);
    assert!(document.starred && !Conventions::default().starred);
    assert_eq!(read("ma", &with(Conventions::default())).expect("a product").sides[0].to_string(), "m*a");
    assert_eq!(read("ma", &with(document)).expect("a name").sides[0].len(), 1);
    let document = Conventions::of("w(x) = 2x", Notation::Infix);
    assert!(read("w(2)", &options(Notation::Infix)).is_err());
    assert_eq!(read("w(2)", &with(document)).expect("a function").sides[0].to_string(), "`w`(2)");
    let ten = Conventions { log: egen_read::read::Logarithm::Ten, ..Conventions::default() };
    assert_eq!(read("log(x)", &with(ten)).expect("a logarithm").sides[0].to_string(), "log(x, 10)");
    let energy = Conventions::of("E = m*c^2", Notation::Infix);
    assert_eq!(read("E + 1", &with(energy)).expect("a variable").kind(), Kind::Expression);
}

/// Pieces of texts in which ambiguities are frequent.
fn text() -> impl Strategy<Value = String> {
    let pieces = proptest::sample::select(vec![
        "1/2x",
        "2\\frac12",
        "0.2(5)",
        "sin k(x+1)",
        "ln 2/3",
        "a(2)",
        "b(3)",
        "ax^2",
        "x",
        "+",
        "*",
        "=",
        "(",
        ")",
        "2",
        "/",
        " ",
    ]);
    proptest::collection::vec(pieces, 1..6).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn a_text_is_read_if_it_has_exactly_one_reading(text in text(), latex: bool) {
        let options = options(if latex { Notation::Latex } else { Notation::Infix });
        let found = readings(&text, &options);
        match read(&text, &options) {
            Ok(reading) => prop_assert_eq!(found, Ok(vec![reading])),
            Err(why) => match (*why.refusal, found) {
                (Refusal::Several(several), found) => {
                    prop_assert!(several.readings.len() > 1);
                    prop_assert_eq!(found, Ok(several.readings));
                }
                (_, found) => prop_assert!(found.is_err(), "{:?}", found),
            },
        }
    }

    #[test]
    fn the_order_of_choices_does_not_matter(text in text(), latex: bool, turn in 0usize..4) {
        let options = options(if latex { Notation::Latex } else { Notation::Infix });
        for reading in readings(&text, &options).unwrap_or_default() {
            let mut choices = reading.choices.clone();
            choices.reverse();
            let turn = turn.min(choices.len());
            choices.rotate_left(turn);
            let again = read(&text, &Options { choices, ..options.clone() });
            prop_assert_eq!(again.map(|again| again.sides), Ok(reading.sides));
        }
    }
}
