//! Does every pair get a verdict, the same both ways round, and is nothing different from itself?
#![no_main]

use egen_read::read::{Notation, Options, read};
use egen_math::{Verdict, compare};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let options = Options { notation: Some(Notation::Infix), ..Options::default() };
    let Ok(reading) = read(text, &options) else { return };
    if reading.sides.iter().any(|side| side.len() > 60) {
        return;
    }
    let (a, b) = (&reading.sides[0], &reading.sides[reading.sides.len() - 1]);
    let same = compare(a, a).verdict;
    assert!(!matches!(same, Verdict::Refuted(_)), "{text} differs from itself: {same:?}");
    let (forth, back) = (compare(a, b).verdict, compare(b, a).verdict);
    assert_eq!(forth.is_equal(), back.is_equal(), "{text}: {forth:?} but {back:?}");
});
