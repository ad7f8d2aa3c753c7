// Shared by the targets: whatever is read prints, and what is printed reads back as itself.

use egen_read::print::{Form, print};
use egen_read::read::{Notation, Options, read};

/// Reads a text in a notation; what it gives must survive printing in a form that is read back in `again`.
pub fn survives(text: &str, notation: Notation, form: Form, again: Notation) {
    let options = Options { notation: Some(notation), ..Options::default() };
    let back = Options { notation: Some(again), ..Options::default() };
    match read(text, &options) {
        Ok(reading) => {
            for side in &reading.sides {
                let printed = print(side, form);
                let again = read(&printed, &back);
                let again = again.unwrap_or_else(|error| panic!("{text:?} prints as {printed:?}, refused: {error}"));
                assert_eq!(again.sides, std::slice::from_ref(side), "{text:?} prints as {printed:?}");
            }
        }
        Err(error) => {
            assert!(error.at.end <= text.len() && text.is_char_boundary(error.at.start) && text.is_char_boundary(error.at.end));
        }
    }
}
