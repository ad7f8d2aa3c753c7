//! Names: what does a name mean to the readers, and hence, where do printers quote it?
//!
//! Readers and printers ask the same questions, so that what is printed is read back as the same expression.

mod function;
mod greek;

pub use function::{Func, foreign, function, glued, is_prose, is_short};
pub use greek::{GREEK, Greek, greek, greek_letter, greek_name, letter};

use crate::defined;
use crate::expr::{Expr, Id, Node};
use crate::op::Op;

/// Does the name start like one letter does: `x`, `x_1`, `alpha_2k`?
pub fn is_letter(name: &str) -> bool {
    let (head, tail) = name.split_once('_').map_or((name, None), |(head, tail)| (head, Some(tail)));
    let one = head.len() == 1 && head.bytes().all(|b| b.is_ascii_alphabetic());
    (one || greek(head).is_some()) && tail.is_none_or(is_subscript)
}

/// Letters and digits, in one or more parts between underscores.
fn is_subscript(text: &str) -> bool {
    text.split('_').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Starts with a letter and goes on with letters, digits and underscores.
pub fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Is `name(…)` read as a call without quotes around the name? The reader decides by the letter and the argument.
pub fn is_plain_call(expr: &Expr, name: &str, args: &[Id]) -> bool {
    let base = name.split('_').next().unwrap_or(name);
    is_letter(name)
        && match args {
            _ if FUNCTIONS.contains(&base) => true,
            [only] => match expr.node(*only) {
                Node::Var(argument) => argument.as_str() != name && !NUMBERS.contains(&name),
                _ => false,
            },
            _ => args.len() > 1,
        }
}

/// A name between backquotes, where it means nothing but itself.
pub fn quoted(name: &str) -> String {
    // No notation can quote a backquote; no reader makes such a name.
    format!("`{}`", name.replace('`', "'"))
}

/// Does the name mean something else than a variable where it is not quoted, in infix or LaTeX?
pub fn is_taken(name: &str) -> bool {
    if name.len() == 1 {
        return matches!(name, "e" | "E" | "i" | "I" | "d" | "D");
    }
    // The last three are the letters of ordinal numbers where they are raised.
    let known = matches!(name, "pi" | "call" | "st" | "nd" | "rd")
        || function(name).is_some()
        || is_prose(name)
        || foreign(name).is_some();
    let known = known || defined::find(name).is_some();
    known || Op::from_name(name).is_some() || (greek_name(name).is_none() && glued(name).is_some())
}

/// The variable of an infix differential: `dx` is about x, `delta` and `dist` are names.
pub fn differential_of(word: &str) -> Option<&str> {
    // `dθ`, whose letter has one name.
    if let Some(letter) = word.strip_prefix('d').filter(|rest| !rest.is_ascii()) {
        return greek::letter(letter);
    }
    let name = word.strip_prefix('d').filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))?;
    let base = name.find(|c: char| !c.is_ascii_alphabetic()).map_or(name, |end| &name[..end]);
    (greek_name(word).is_none() && (base.len() == 1 || greek_name(base).is_some())).then_some(name)
}

/// Has the name several letters although it is no Greek letter?
pub fn is_word(name: &str) -> bool {
    let base = name.find(|c: char| !c.is_ascii_alphabetic()).map_or(name, |end| &name[..end]);
    (base.len() > 1 && greek_name(base).is_none())
        // `x2y`: letters behind digits are no subscript.
        || (base.len() < name.len() && !name.contains('_') && name[base.len()..].contains(|c: char| c.is_ascii_alphabetic()))
}

/// Is it so short a word that a power behind it is rather that of its last letter: `xe^x`, `ab^2`?
pub fn is_short_word(name: &str) -> bool {
    let base = name.find(|c: char| !c.is_ascii_alphabetic()).map_or(name, |end| &name[..end]);
    is_word(name) && base.len() <= 3
}

/// Is the name rather a product of names with subscripts: `x_1y_2`, `v_0t`? Letters behind digits are no subscript.
pub fn is_run_together(name: &str) -> bool {
    name.split('_').skip(1).any(|part| {
        let letters = part.trim_start_matches(|c: char| c.is_ascii_digit());
        letters.len() < part.len() && letters.contains(|c: char| c.is_ascii_alphabetic())
    })
}

/// Letters that name functions, whatever they are applied to.
pub const FUNCTIONS: [&str; 6] = ["f", "g", "h", "F", "G", "H"];

/// Letters that name numbers so often that `x(y)` could be a product.
pub const NUMBERS: [&str; 10] = ["x", "y", "z", "a", "b", "c", "k", "m", "n", "d"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_may_have_subscripts() {
        for (name, want) in [("x", true), ("x_1", true), ("rho_phi", true), ("beta_2k", true), ("foo", false)] {
            assert_eq!(is_letter(name), want, "{name}");
        }
        assert!(!is_letter("x_") && !is_letter("_x") && !is_letter("x__1") && !is_letter("x'") && !is_letter(""));
    }
}
