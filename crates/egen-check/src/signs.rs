//! Signs: which characters and commands relate two sides, say that something follows, or tie two formulas?

use egen_math::assume::Relation;
use egen_read::formula::symbol;

use crate::document::command;
use crate::formula::Sign;

/// What a sign does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// It relates two sides.
    Relation(Sign),
    /// It relates two sides, and says nothing exact.
    About,
    /// What is before it belongs to the set behind it.
    Member,
    /// What comes next follows from what came before.
    Follows,
    /// Either of two formulas holds.
    Or,
    /// Both of two formulas hold.
    And,
}

use Meaning::*;

const LESS: Meaning = Relation(Sign::Other(Relation::Less));
const GREATER: Meaning = Relation(Sign::Other(Relation::Greater));
const AT_MOST: Meaning = Relation(Sign::Other(Relation::LessOrEqual));
const AT_LEAST: Meaning = Relation(Sign::Other(Relation::GreaterOrEqual));
const UNEQUAL: Meaning = Relation(Sign::Other(Relation::NotEqual));

/// What signs do, and how they are typed; which commands of LaTeX write them, the reader knows.
const TABLE: [(Meaning, &str); 11] = [
    (Relation(Sign::Equal), "= == &="),
    (LESS, "<"),
    (GREATER, ">"),
    (AT_MOST, "≤ ⩽ ≦ <= =<"),
    (AT_LEAST, "≥ ⩾ ≧ >="),
    (UNEQUAL, "≠ !="),
    (About, "≈ ≃ ≡ ∼ ~="),
    (Member, "∈"),
    (Or, "∨"),
    (And, "∧"),
    (Follows, "⇒ ⟹ ⇔ ⟺ ∴ → ⟶ ➔ => ==> <=> <==> -> --> <-> <-->"),
];

/// The longest sign at the start of a text, and its length.
pub fn at(text: &str) -> Option<(Meaning, usize)> {
    let first = text.chars().next().filter(|c| "=<>!~&-\\".contains(*c) || !c.is_ascii() && !c.is_alphanumeric())?;
    if first == '\\' {
        let name = command(text)?;
        let (meaning, _) = at(symbol::sign(name)?.encode_utf8(&mut [0; 4]))?;
        return Some((meaning, 1 + name.len()));
    }
    let signs = TABLE.iter().flat_map(|(meaning, signs)| signs.split(' ').map(|sign| (*meaning, sign)));
    let here = signs.filter(|(_, sign)| text.starts_with(sign));
    here.max_by_key(|(_, sign)| sign.len()).map(|(meaning, sign)| (meaning, sign.len()))
}

/// The signs of a text from left to right, with their places.
pub fn all(text: &str) -> impl Iterator<Item = (usize, Meaning, usize)> + '_ {
    let mut from = 0;
    std::iter::from_fn(move || {
        while let Some(c) = text[from..].chars().next() {
            let start = from;
            if let Some((meaning, length)) = at(&text[start..]) {
                from += length;
                return Some((start, meaning, length));
            }
            from += c.len_utf8();
        }
        None
    })
}

/// How a character changes the depth of brackets.
pub fn bracket(c: char) -> i32 {
    match c {
        '(' | '[' | '{' => 1,
        ')' | ']' | '}' => -1,
        _ => 0,
    }
}

/// Does a text relate two sides exactly?
pub fn relates(text: &str) -> bool {
    all(text).any(|(_, meaning, _)| matches!(meaning, Relation(_) | Member))
}

/// The length of the relation at the start of a text, exact or not.
pub fn relation(text: &str) -> Option<usize> {
    at(text).filter(|(meaning, _)| matches!(meaning, Relation(_) | Member | About)).map(|(_, length)| length)
}

/// Does a text relate two sides, exactly or not?
pub fn compares(text: &str) -> bool {
    all(text).any(|(_, meaning, _)| matches!(meaning, Relation(_) | Member | About))
}

/// The first side of a relation; all of a text that has none.
pub fn first_side(text: &str) -> &str {
    let end = all(text).find(|(_, meaning, _)| matches!(meaning, Relation(_)));
    end.map_or(text, |(at, ..)| &text[..at])
}

/// The last side of a relation, and where it starts; all of a text that has none.
pub fn last_side(text: &str) -> (usize, &str) {
    let last = all(text).filter(|(_, meaning, _)| matches!(meaning, Relation(_))).last();
    let start = last.map_or(0, |(at, _, length)| at + length);
    (start, &text[start..])
}

/// The length of the arrow at the start of a text.
pub fn arrow(text: &str) -> Option<usize> {
    at(text).filter(|(meaning, _)| *meaning == Follows).map(|(_, length)| length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_sign_is_taken() {
        for (text, want) in [
            ("=> x", Some((Follows, 2))),
            ("==> x", Some((Follows, 3))),
            ("== x", Some((Relation(Sign::Equal), 2))),
            ("\\leqslant 2", Some((AT_MOST, 9))),
            ("\\left( x", None),
            ("\\int x", None),
            ("\\in S", Some((Member, 3))),
            ("<- divide", Some((LESS, 1))),
            ("x = 2", None),
        ] {
            assert_eq!(at(text), want, "{text}");
        }
        assert!(relates("x\\in S") && !relates("\\left(x\\right)") && !relates("x -> 2") && !relates("x ≈ 2"));
    }

    #[test]
    fn a_sign_has_one_row() {
        let all: Vec<&str> = TABLE.iter().flat_map(|row| row.1.split(' ')).collect();
        for sign in &all {
            assert_eq!(all.iter().filter(|other| *other == sign).count(), 1, "{sign}");
            assert!(at(sign).is_some(), "{sign}");
        }
    }
}
