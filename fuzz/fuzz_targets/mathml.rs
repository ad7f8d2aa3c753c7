//! Does every text get an answer from the MathML reader, and does what is read survive printing?
#![no_main]

#[path = "../check.rs"]
mod check;

use egen_read::print::Form;
use egen_read::read::Notation;

libfuzzer_sys::fuzz_target!(|text: &str| check::survives(text, Notation::Mathml, Form::Mathml, Notation::Mathml));
