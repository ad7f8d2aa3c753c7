//! Glue: which letters that stand together are a function and its argument?
//!
//! `sinx`, `2cosxsinx` and `xln2` are written by everybody in a hurry, and name nothing else. They
//! are taken apart here, with a note; so are `2xy`, and `ma` where no sign of multiplication shows that the writer has names of several letters.
//! What has two ways to be taken apart (`asinx`: a sin x or the inverse sine?) or could be a word (`cost`, `tax`) stays one word, which the grammar refuses.

use super::message::NoteKind;
use super::{Ambiguity, Meaning, slips};
use std::collections::HashSet;

use super::bars::ends_operand;
use super::parser::Parser;
use super::token::{Bracket, Gap, Tok, Token};
use egen_math::names;

/// A piece of a word: where it ends, and what it is.
struct Piece {
    end: usize,
    function: bool,
    number: bool,
}

/// Takes the words apart that are functions and their arguments; were there any?
pub(super) fn split(parser: &mut Parser<'_>) -> bool {
    let letter = |token: &Token<'_>| matches!(token.tok, Tok::Name(name) if name.len() == 1);
    let letters = parser.tokens.iter().filter(|token| !parser.is_latex() && letter(token));
    let alone: HashSet<&str> = letters.map(|token| &parser.text[token.range()]).collect();
    let mut replaced: Vec<(usize, usize, Vec<Token<'_>>)> = Vec::new();
    let mut at = 0;
    while at < parser.tokens.len() {
        let token = parser.tokens[at];
        // The letters of a subscript are part of a name.
        if token.tok == Tok::Under {
            at = subscript_end(parser, at + 1);
            continue;
        }
        let length = match token.tok {
            Tok::Name(_) if !parser.is_latex() => 1,
            Tok::Name(_) if token.run > 2 => usize::from(token.run),
            Tok::Name(name) if token.run == 2 && name == "p" => 2,
            _ => 0,
        };
        if length > 0
            && let Some(tokens) = apart(parser, at, length, &alone)
        {
            replaced.push((at, length, tokens));
        }
        at += length.max(1);
    }
    if replaced.is_empty() {
        return false;
    }
    let mut rest = std::mem::take(&mut parser.tokens).into_iter();
    let mut passed = 0;
    for (at, length, tokens) in replaced {
        parser.tokens.extend(rest.by_ref().take(at - passed));
        rest.by_ref().take(length).for_each(drop);
        parser.tokens.extend(tokens);
        passed = at + length;
    }
    parser.tokens.extend(rest);
    true
}

/// The tokens that a word consists of, whose tokens so far start at a place, if it is more than a name.
fn apart<'t>(parser: &mut Parser<'t>, at: usize, length: usize, alone: &HashSet<&str>) -> Option<Vec<Token<'t>>> {
    let (range, gap) = (parser.span(at, at + length), parser.tokens[at].gap);
    let word = &parser.text[range.clone()];
    if let Some((tok, command)) = lost_backslash(parser, word, at + length) {
        let whole = Token::new(tok, range.clone(), gap);
        parser.note(range, NoteKind::Respelled(word.to_owned(), command));
        return Some(vec![whole]);
    }
    let next = parser.token_at(at + length);
    // In `sin^2xcos^2x` the second function has its power before its argument.
    let raised = next == Tok::Caret && !parser.is_latex();
    let bracket = matches!(next, Tok::Open(Bracket::Round | Bracket::Square));
    // `ch` without an argument is c times h.
    let applies = names::function(word).is_some() && (!names::is_short(word) || parser.starts_factor(next));
    if applies || names::foreign(word).is_some() || parser.declared(word) {
        return None;
    }
    let product = !parser.is_latex() && !bracket && is_product(parser, word, at, alone);
    let pieces = if product { letters(word) } else { pieces(word, raised || bracket)? };
    let mut texts: Vec<&str> = Vec::with_capacity(pieces.len());
    let mut tokens = Vec::with_capacity(pieces.len());
    let mut start = 0;
    for piece in &pieces {
        let text = &word[start..piece.end];
        let tok = match names::function(text).filter(|_| piece.function) {
            Some(function) => Tok::Func(function),
            None if piece.number => Tok::Number,
            None => Tok::Name(text),
        };
        let offset = range.start + start;
        let gap = if start == 0 { gap } else { Gap::None };
        tokens.push(Token::new(tok, offset..offset + text.len(), gap));
        texts.push(text);
        start = piece.end;
    }
    let kind = match product {
        true => NoteKind::WordAsProduct(word.to_owned(), texts.join("*")),
        false => NoteKind::Respelled(word.to_owned(), texts.join(" ")),
    };
    parser.note(range, kind);
    Some(tokens)
}

/// Where the subscript that starts at a place ends. The base of a logarithm is an expression, and none.
fn subscript_end(parser: &Parser<'_>, at: usize) -> usize {
    let base = at > 1 && matches!(parser.token_at(at - 2), Tok::Func(_));
    match parser.token_at(at) {
        Tok::GroupOpen | Tok::Open(_) if !base => parser.closing(at),
        _ => at,
    }
}

/// The Greek letter, fraction or root that LaTeX letters spell, before a place: `alpha^{2}`, `frac{1}{2}`.
/// In infix these are words anyway, and two letters such as `mu` and `xi` are as well a product.
fn lost_backslash(parser: &Parser<'_>, word: &str, next: usize) -> Option<(Tok<'static>, String)> {
    if !parser.is_latex() || parser.declared(word) {
        return None;
    }
    let tok = match (word, parser.token_at(next)) {
        ("frac", Tok::GroupOpen) => Tok::Frac,
        ("sqrt", Tok::GroupOpen | Tok::Open(Bracket::Square)) => Tok::Radical,
        _ if word.len() > 2 || word == "pi" => Tok::Name(names::greek_name(word)?),
        _ => return None,
    };
    Some((tok, format!("\\{word}")))
}

/// Is a short word at a place a product? It is behind a coefficient, `4ac`, where each of its letters stands alone elsewhere, `a^2 + ab + b^2`,
/// and in a text without signs of multiplication if nothing else has such letters: two of them, or a capital behind a small one, `nRT`.
fn is_product(parser: &mut Parser<'_>, word: &str, at: usize, alone: &HashSet<&str>) -> bool {
    let letters = word.strip_prefix("pi").unwrap_or(word);
    let letters = letters.bytes().all(|b| b.is_ascii_alphabetic() && !b.eq_ignore_ascii_case(&b'i'));
    if !letters
        || !names::is_short_word(word)
        || names::is_prose(word)
        || names::differential_of(word).is_some()
        || is_exponent(parser, at)
    {
        return false;
    }
    let before = at.checked_sub(1).map_or(Tok::End, |at| parser.token_at(at));
    let tight = parser.tokens[at].gap == Gap::None;
    let coefficient = tight && matches!(before, Tok::Number | Tok::Vulgar);
    let after = parser.tokens.get(at + 1).is_some_and(|next| next.gap != Gap::None && starts_word(next.tok));
    let beside = after || (!tight && ends_operand(before));
    let capital = word.as_bytes().windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    let raised = parser.token_at(at + 1) == Tok::Caret;
    let ambiguity = if raised { Ambiguity::RaisedLetters } else { Ambiguity::LettersOrName };
    if let Some(meaning) = parser.choice(&ambiguity) {
        return meaning == Meaning::Product;
    }
    coefficient
        || (0..word.len()).all(|at| alone.contains(&word[at..at + 1]))
        || ((word.len() == 2 || capital) && !beside && !parser.conventions.starred)
}

/// Does a word of a sentence go on with this?
fn starts_word(tok: Tok<'_>) -> bool {
    matches!(tok, Tok::Func(_) | Tok::Number) || tok.is_name()
}

/// Is the word at a place raised? Who writes `e^ax` means more of it than the first letter.
pub(super) fn is_exponent(parser: &Parser<'_>, at: usize) -> bool {
    let tok = |back: usize| at.checked_sub(back).map_or(Tok::End, |at| parser.token_at(at));
    tok(1) == Tok::Caret || (matches!(tok(1), Tok::Minus | Tok::Plus) && tok(2) == Tok::Caret)
}

fn letters(word: &str) -> Vec<Piece> {
    // `2pir` is 2*pi*r.
    let first = if word.starts_with("pi") { 2 } else { 1 };
    (first..=word.len()).map(|end| Piece { end, function: false, number: false }).collect()
}

/// The pieces of `xsin2xcosy`: a letter or none, and functions with their arguments.
fn pieces(word: &str, applied: bool) -> Option<Vec<Piece>> {
    if word.len() < 3 || names::greek_name(word).is_some() {
        return None;
    }
    let mut out = Vec::new();
    let mut at = 0;
    if slips::leading_function(word).is_none() {
        if word.starts_with('a') || !word.as_bytes()[0].is_ascii_alphabetic() {
            return None;
        }
        out.push(Piece { end: 1, function: false, number: false });
        at = 1;
    }
    while at < word.len() {
        let function = slips::leading_function(&word[at..])?;
        // `asinx` may be a sin x, and `log2x` the logarithm of 2x.
        if names::function(&function[1..]).is_some() || function.ends_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        at += function.len();
        out.push(Piece { end: at, function: true, number: false });
        if at == word.len() {
            return applied.then_some(out);
        }
        let digits = word[at..].bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            at += digits;
            out.push(Piece { end: at, function: false, number: true });
        }
        let name = argument(&word[at..]);
        if (digits == 0 && name == 0) || (function == "sqrt" && digits > 0 && name > 0) || word == "cost" {
            return None;
        }
        if name > 0 {
            at += name;
            out.push(Piece { end: at, function: false, number: false });
        }
    }
    Some(out)
}

/// How long the variable at the start of a text is; letters that end English words (`tank`, `sine`) are none.
fn argument(text: &str) -> usize {
    let greek = (2..=text.len().min(10))
        .rev()
        .find(|&end| text.get(..end).is_some_and(|name| names::greek_name(name).is_some()));
    // No word goes on with a capital letter, and `sinA` is about an angle.
    let letter = text.starts_with(|c: char| matches!(c, 'x' | 'y' | 'z' | 't' | 'u' | 'v') || c.is_ascii_uppercase());
    greek.unwrap_or(usize::from(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_apart_where_there_is_one_way() {
        let ends =
            |word: &str| pieces(word, false).map(|pieces| pieces.iter().map(|piece| piece.end).collect::<Vec<_>>());
        assert_eq!(ends("sinx"), Some(vec![3, 4]));
        assert_eq!(ends("xsin2xcosy"), Some(vec![1, 4, 5, 6, 9, 10]));
        assert_eq!(ends("sinhx"), Some(vec![4, 5]));
        assert_eq!(ends("costheta"), Some(vec![3, 8]));
        for word in ["asinx", "cost", "sine", "tank", "log2x", "sinxy", "xsin", "speed", "using", "sqrt2x"] {
            assert_eq!(ends(word), None, "{word}");
        }
    }
}
