//! Notation: in which one is a text written, when nobody said?

use super::message::Doubt;
use super::{Notation, Options, ReadError, Reading, error, infix, latex, mathml, prefix, sexpr, srepr};
use egen_math::names;
use egen_math::op::Op;

fn read_as(text: &str, notation: Notation, options: &Options) -> Result<Reading, ReadError> {
    match notation {
        Notation::Latex => latex::read(text, options).map_err(|why| *why),
        Notation::Infix => infix::read(text, options).map_err(|why| *why),
        Notation::Prefix => prefix::read(text, options),
        Notation::Sexpr => sexpr::read(text, options),
        Notation::Mathml => mathml::read(text, options),
        Notation::Srepr => srepr::read(text),
    }
}

/// Reads in the notation that was given, or decides by content and refuses a text that two notations read differently.
pub(super) fn read_any(text: &str, options: &Options) -> Result<Reading, ReadError> {
    if let Some(notation) = options.notation {
        return read_as(text, notation, options);
    }
    if text.trim_start().starts_with('<') {
        return read_as(text, Notation::Mathml, options);
    }
    if srepr::is_srepr(text) {
        let as_srepr = read_as(text, Notation::Srepr, options);
        // What SymPy prints for Python has `Rational(1, 2)` and `Symbol('x')` among its operators.
        // The reader that came further knows better what is wrong.
        let further = |why: ReadError, other: ReadError| if other.at.start > why.at.start { other } else { why };
        return as_srepr.or_else(|why| read_as(text, Notation::Infix, options).map_err(|other| further(why, other)));
    }
    if is_latex(text) {
        return read_as(text, Notation::Latex, options);
    }
    let Some((notation, word)) = leading_operator(text) else {
        return read_as(text, Notation::Infix, options);
    };
    // `int x dx` would be the integral of dx by x.
    let binds = Op::from_prefix(word).is_some_and(Op::binds);
    if binds && text.split_whitespace().any(|word| names::differential_of(word).is_some()) {
        return read_as(text, Notation::Infix, options);
    }
    match (read_as(text, Notation::Infix, options), read_as(text, notation, options)) {
        // `add x y` is a product of three names only to somebody who does not know the word.
        (Ok(_), Ok(as_operator)) if is_prefix_only(word) || is_surely_nested(notation, text) => Ok(as_operator),
        (Ok(as_infix), Ok(as_operator)) if as_infix.sides == as_operator.sides => Ok(as_infix),
        // `sin nx`: a function before one word is no sign of prefix notation.
        (as_infix @ Ok(_), Ok(_)) if is_function_of_names(word, text) && text.split_whitespace().count() == 2 => {
            as_infix
        }
        // Where infix asks for a choice, prefix is not the answer to it.
        (as_infix @ Ok(_), Ok(_)) if text.split_whitespace().count() == 2 && is_unclear_in_infix(text, options) => {
            as_infix
        }
        (Ok(_), Ok(_)) => Err(error(0..text.len(), Doubt::Notations(notation, matches!(word, "-" | "+")))),
        // `ln 8/3` and `log x y`: what infix finds unclear does not become clear by calling it prefix.
        (Err(why), Ok(_)) if !is_prefix_only(word) && text.split_whitespace().count() == 2 => Err(why),
        (Err(why), Ok(_)) if notation == Notation::Prefix && is_function_of_names(word, text) => Err(why),
        (Err(_), Ok(as_operator)) => Ok(as_operator),
        (_, Err(why)) if is_prefix_only(word) => Err(why),
        (as_infix, Err(_)) => as_infix,
    }
}

/// Is the text ambiguous in infix but for the choices of the options?
fn is_unclear_in_infix(text: &str, options: &Options) -> bool {
    let plain = Options { choices: Vec::new(), ..options.clone() };
    !options.choices.is_empty() && read_as(text, Notation::Infix, &plain).is_err()
}

/// The notation that the signs of a text show, if it is none in which operators stand first.
pub(crate) fn looks_like(text: &str) -> Notation {
    match text.trim_start().starts_with('<') {
        true => Notation::Mathml,
        false if is_latex(text) => Notation::Latex,
        false => Notation::Infix,
    }
}

/// Has a text signs that only LaTeX has? An `&` that aligns is one. A `~` alone is none: `X ~ Y` is a relation to many.
fn is_latex(text: &str) -> bool {
    let braces = text.contains('{') && !has_mathematica_call(text);
    braces || text.contains(['\\', '$']) || text.contains("&=") || text.contains("=&") || has_tied_signs(text)
}

/// Has it LaTeX's blanks, all of them beside a sign, as in `x~+~1`?
fn has_tied_signs(text: &str) -> bool {
    let beside = |at: usize| {
        let (before, after) = (text[..at].chars().next_back(), text[at + 1..].chars().next());
        let sign = |c: Option<char>| matches!(c, Some('+' | '-' | '*' | '/'));
        sign(before) || sign(after) || text[at..].starts_with("~=~") || text[..=at].ends_with("~=~")
    };
    text.contains('~') && text.match_indices('~').all(|(at, _)| beside(at))
}

/// Has the text a capital word before a square bracket, `Integrate[…]`? The braces of such a text are lists.
fn has_mathematica_call(text: &str) -> bool {
    text.match_indices('[').any(|(at, _)| {
        let word = text[..at].rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        word.len() > 1 && word.starts_with(|c: char| c.is_ascii_uppercase())
    })
}

/// The operator that a text starts with as prefix tokens or an s-expression do, if a space and more follows it.
fn leading_operator(text: &str) -> Option<(Notation, &str)> {
    let text = text.trim();
    let (notation, rest) = match text.strip_prefix('(') {
        Some(rest) => (Notation::Sexpr, rest.trim_start()),
        None => (Notation::Prefix, text),
    };
    let (word, operands) = rest.split_once(char::is_whitespace)?;
    let operator =
        matches!(word, "=" | "^" | "**" | "call") || Op::from_prefix(word).is_some() || Op::from_name(word).is_some();
    (operator && !operands.trim().is_empty()).then_some((notation, word))
}

/// Has an s-expression a part that nobody writes in infix: `(call f x)`, or `(d x (sin x))`?
fn is_surely_nested(notation: Notation, text: &str) -> bool {
    let derivative = |(at, _): (usize, &str)| {
        let rest = text[at + 3..].trim_start();
        rest.split_once(char::is_whitespace).is_some_and(|(_, body)| body.trim_start().starts_with('('))
    };
    notation == Notation::Sexpr && (text.contains("(call ") || text.match_indices("(d ").any(derivative))
}

/// Is the text a function of infix too and names behind it, and nothing that shows another notation?
fn is_function_of_names(word: &str, text: &str) -> bool {
    let names = |token: &str| token.bytes().all(|b| b.is_ascii_alphabetic()) && Op::from_prefix(token).is_none();
    !is_prefix_only(word) && Op::from_name(word).is_some() && text.split_whitespace().skip(1).all(names)
}

/// Does no infix expression start with this?
fn is_prefix_only(word: &str) -> bool {
    match word {
        // A sign may start an infix expression, and d is a letter.
        "+" | "-" | "d" => false,
        "*" | "/" | "=" | "^" | "**" | "call" => true,
        _ => Op::from_prefix(word).is_some() && Op::from_name(word).is_none(),
    }
}
