//! Does every text get its rows, each about a line that exists?
#![no_main]

use std::time::Duration;

use egen_check::{Judge, check};
use egen_math::Patience;
use egen_math::compare::Settings;
use egen_read::read::Options;

/// What is longer takes too long to be tried a thousand times a second.
const LONGEST: usize = 1500;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if text.len() > LONGEST {
        return;
    }
    let patience = Patience::ENDLESS.for_at_most(Duration::from_millis(200));
    let settings = Settings { max_bits: 512, max_points: 64, complex: false, patience, ..Settings::default() };
    let rows = check(text, &Judge { settings, prover: None }, &Options::default());
    let lines: Vec<&str> = text.lines().collect();
    for row in rows {
        let line = lines.get(row.line - 1).unwrap_or_else(|| panic!("{text:?} has no line {}", row.line));
        assert!(line.get(row.at.clone()).is_some(), "{text:?}: line {} has no bytes {:?}", row.line, row.at);
    }
});
