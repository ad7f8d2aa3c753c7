//! Slips: is a word a misspelt function, a function glued to something, or a product?

use egen_math::names::{function, is_short, is_word};
use egen_math::op::TABLE;

/// The longest function name that a word starts with.
pub(super) fn leading_function(word: &str) -> Option<&str> {
    let end = (2..=word.len().min(10)).rev().find(|&end| {
        word.get(..end).is_some_and(|name| !is_short(name) && matches!(function(name), Some(known) if !known.binds()))
    })?;
    Some(&word[..end])
}

/// The known function nearest to a misspelt one, if it is near.
pub(super) fn nearest_function(word: &str) -> Option<&'static str> {
    let names = TABLE.iter().filter(|row| row.op.is_function()).flat_map(|row| row.infix.iter().copied());
    let near = names.filter(|name| name.len() > 2).map(|name| (distance(name, word), name));
    let near = near.filter(|&(edits, name)| edits <= 1 || (edits == 2 && name.len() > 4));
    // People misspell endings rather than beginnings: `sinn` is sin before it is sign.
    let begins_alike = |name: &str| name.bytes().zip(word.bytes()).take_while(|(a, b)| a == b).count();
    near.min_by_key(|&(edits, name)| (edits, usize::MAX - begins_alike(name))).map(|(_, name)| name)
}

/// How many letters must be inserted, deleted or replaced; long words are just far away.
fn distance(a: &str, b: &str) -> usize {
    if a.len().abs_diff(b.len()) > 2 {
        return 3;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let next = (diagonal + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = row[j + 1];
            row[j + 1] = next;
        }
    }
    row[b.len()]
}

/// The product that a name with a subscript of two letters may be as well: `k_BT` is k_B·T, and `a_ij` is a name.
pub(super) fn maybe_product(name: &str) -> Option<String> {
    let (base, subscript) = name.split_once('_')?;
    let letters = subscript.len() == 2 && subscript.bytes().all(|b| b.is_ascii_alphabetic());
    (letters && !is_word(base)).then(|| format!("{base}_{}*{}", &subscript[..1], &subscript[1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_near_their_function() {
        assert_eq!(nearest_function("sinn"), Some("sin"));
        assert_eq!(nearest_function("arctn"), Some("arctan"));
        assert_eq!(nearest_function("foo"), None);
    }
}
