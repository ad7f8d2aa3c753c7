//! What the tests of both readers for people's notations ask of them.

use egen_read::print::{Form, print_equation};
use egen_read::read::{Calls, Notation, Options, Reading, read};

/// A text and the prefix tokens of what it says.
pub type Read = (&'static str, &'static str);
/// A text, where the error starts, and a part of the message.
pub type Refused = (&'static str, usize, &'static str);

fn options(notation: Notation) -> Options {
    Options { notation: Some(notation), ..Options::default() }
}

/// Both sides of an equation as prefix tokens.
pub fn shown(reading: &Reading) -> String {
    let sides: Vec<String> = reading.sides.iter().map(|side| format!("{side:?}")).collect();
    sides.join(" = ")
}

/// Every text is read as what it says; all that are not are shown at once.
pub fn check_read(notation: Notation, table: &[Read]) {
    let wrong = table.iter().filter_map(|(text, want)| {
        let found = match read(text, &options(notation)) {
            Ok(reading) => shown(&reading),
            Err(why) => format!("refused: {why}"),
        };
        (found != *want).then(|| format!("{text}\n    wanted {want}\n    found  {found}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Every text is refused at its place and with its reason; all that are not are shown at once.
pub fn check_refused(notation: Notation, table: &[Refused]) {
    let wrong = table.iter().filter_map(|(text, at, fragment)| match read(text, &options(notation)) {
        Ok(reading) => Some(format!("{text} was read as {}", shown(&reading))),
        Err(why) => {
            let good = why.message().contains(fragment) && why.at.start == *at && text.get(why.at.clone()).is_some();
            (!good).then(|| format!("{text}: at {:?}: {why}", why.at))
        }
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// What was read is printed so that it reads as the same again.
fn check_comes_back(text: &str, reading: &Reading) {
    let (form, notation) = match reading.notation {
        Notation::Latex => (Form::Latex, Notation::Latex),
        Notation::Infix => (Form::Infix, Notation::Infix),
        Notation::Mathml => (Form::Mathml, Notation::Mathml),
        Notation::Prefix => (Form::Prefix, Notation::Prefix),
        Notation::Sexpr | Notation::Srepr => (Form::Sexpr, Notation::Sexpr),
    };
    let printed = print_equation(&reading.sides, form);
    match read(&printed, &options(notation)) {
        Ok(again) => assert_eq!(again.sides, reading.sides, "{text:?} prints as {printed:?}"),
        Err(why) => panic!("{text:?} prints as {printed:?}, which is refused: {why}"),
    }
}

/// Neither pieces of good and bad texts nor heaps of tokens make a reader panic, and errors point into the text.
pub fn check_garbage(notations: &[Option<Notation>], tables: (&[Read], &[Refused]), tokens: &[&str]) {
    const HEAPS: usize = 30_000;
    const TOKENS: usize = 14;
    let mut texts: Vec<String> = Vec::new();
    for text in tables.0.iter().map(|row| row.0).chain(tables.1.iter().map(|row| row.0)) {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        for pair in places.windows(2) {
            texts.push(text[..pair[0]].to_owned());
            texts.push(text[pair[0]..].to_owned());
            texts.push([&text[..pair[0]], &text[pair[1]..]].concat());
        }
    }
    let mut state = 7u64;
    let mut token = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        tokens[(state >> 33) as usize % tokens.len()]
    };
    texts.extend((0..HEAPS).map(|_| (0..TOKENS).map(|_| token()).collect()));
    for text in texts {
        for &notation in notations {
            for calls in [Calls::Auto, Calls::Call, Calls::Product] {
                match read(&text, &Options { notation, calls, ..Options::default() }) {
                    Ok(reading) => check_comes_back(&text, &reading),
                    Err(why) => {
                        assert!(text.get(why.at.clone()).is_some(), "{text:?}: {:?}", why.at);
                        assert!(!why.message().is_empty());
                    }
                }
            }
        }
    }
}
