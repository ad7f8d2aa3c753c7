//! Does every text get an answer when the notation is decided by content, in every printed form?
#![no_main]

use egen_read::print::{Form, print_equation};
use egen_read::read::{Options, read};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(reading) = read(text, &Options::default()) {
        for form in Form::ALL {
            print_equation(&reading.sides, form);
        }
    }
});
