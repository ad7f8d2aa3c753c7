//! Names: which ones are more than letters in a row?

use crate::expr::{Expr, Id, Node};
use crate::read::call::{FUNCTIONS, NUMBERS};
use crate::read::prefix::is_taken;

/// Names of letters, the character that shows them, and whether LaTeX has a command of that name.
#[rustfmt::skip]
static GREEK: [(&str, char, bool); 44] = [
    ("alpha", 'α', true), ("beta", 'β', true), ("gamma", 'γ', true), ("delta", 'δ', true),
    ("epsilon", 'ε', true), ("varepsilon", 'ϵ', true), ("zeta", 'ζ', true), ("eta", 'η', true),
    ("theta", 'θ', true), ("vartheta", 'ϑ', true), ("iota", 'ι', true), ("kappa", 'κ', true),
    ("varkappa", 'ϰ', true), ("lambda", 'λ', true), ("mu", 'μ', true), ("nu", 'ν', true),
    ("xi", 'ξ', true), ("omicron", 'ο', false), ("pi", 'π', true), ("varpi", 'ϖ', true),
    ("rho", 'ρ', true), ("varrho", 'ϱ', true), ("sigma", 'σ', true), ("varsigma", 'ς', true),
    ("tau", 'τ', true), ("upsilon", 'υ', true), ("phi", 'φ', true), ("varphi", 'ϕ', true),
    ("chi", 'χ', true), ("psi", 'ψ', true), ("omega", 'ω', true), ("Gamma", 'Γ', true),
    ("Delta", 'Δ', true), ("Theta", 'Θ', true), ("Lambda", 'Λ', true), ("Xi", 'Ξ', true),
    ("Pi", 'Π', true), ("Sigma", 'Σ', true), ("Upsilon", 'Υ', true), ("Phi", 'Φ', true),
    ("Psi", 'Ψ', true), ("Omega", 'Ω', true), ("ell", 'ℓ', true), ("hbar", 'ℏ', true),
];

/// The letter of a name, and whether LaTeX has a command for it.
pub(super) fn greek_letter(name: &str) -> Option<(char, bool)> {
    GREEK.iter().find(|(known, ..)| *known == name).map(|&(_, letter, command)| (letter, command))
}

/// Does the name start like one letter does: `x`, `x_1`, `alpha_2k`?
pub(super) fn is_letter(name: &str) -> bool {
    let (head, tail) = name.split_once('_').map_or((name, None), |(head, tail)| (head, Some(tail)));
    let one = head.len() == 1 && head.bytes().all(|b| b.is_ascii_alphabetic());
    (one || greek_letter(head).is_some()) && tail.is_none_or(is_subscript)
}

/// Letters and digits, in one or more parts between underscores.
fn is_subscript(text: &str) -> bool {
    text.split('_').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Starts with a letter and goes on with letters, digits and underscores.
pub(super) fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Is `name(…)` read as a call without quotes around the name? The reader decides by the letter and the argument.
pub(super) fn is_plain_call(expr: &Expr, name: &str, args: &[Id]) -> bool {
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

/// Would the first part of a name be taken for a number, a differential or a function where formulas are set?
pub(super) fn is_marked(head: &str, subscripted: bool) -> bool {
    (matches!(head, "e" | "i" | "d") && !subscripted) || (head.len() > 1 && is_taken(head))
}

/// A name between backquotes, where it means nothing but itself.
pub(super) fn quoted(name: &str) -> String {
    // No notation can quote a backquote; no reader makes such a name.
    format!("`{}`", name.replace('`', "'"))
}

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
