//! Functions: which one has this name, and which words are no names of variables?

use crate::op::{Op, TABLE};

/// A function as it is written; some spellings are compositions of the table's operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Func {
    /// One of the table.
    Op(Op),
    /// `log`: natural, unless a base is given.
    Log,
    /// `log2`, `log10`, `lg`.
    LogTo(u8),
    /// `cbrt`.
    CubeRoot,
    /// `root(x, n)`.
    Root,
}

impl Func {
    /// Does it bind a variable, as a derivative does?
    pub fn binds(self) -> bool {
        matches!(self, Func::Op(op) if op.binds())
    }
}

/// Which letters the names of the table start with; a look at the letter saves the walk.
static INITIALS: [bool; 256] = {
    let mut initials = [false; 256];
    let mut row = 0;
    while row < TABLE.len() {
        let mut name = 0;
        while name < TABLE[row].infix.len() {
            initials[TABLE[row].infix[name].as_bytes()[0] as usize] = true;
            name += 1;
        }
        row += 1;
    }
    initials
};

/// The function with this name.
pub fn function(name: &str) -> Option<Func> {
    if !(2..=10).contains(&name.len()) {
        return None;
    }
    Some(match name {
        "log" => Func::Log,
        "lg" | "log10" => Func::LogTo(10),
        "log2" | "lb" => Func::LogTo(2),
        "cbrt" => Func::CubeRoot,
        "root" => Func::Root,
        _ if INITIALS[name.as_bytes()[0] as usize] => Func::Op(Op::from_name(name)?),
        _ => return None,
    })
}

/// Function names that are as likely two variables; they are functions only before an argument.
pub fn is_short(name: &str) -> bool {
    matches!(name, "sh" | "ch" | "th" | "tg" | "lg" | "lb" | "sen")
}

/// The longest function name that a word starts or ends with, and the rest: `sinx`, `xsin`.
pub fn glued(word: &str) -> Option<(&'static str, &str)> {
    if word.len() < 3 {
        return None;
    }
    let names = TABLE.iter().flat_map(|row| row.infix.iter().copied()).chain(["lg", "cbrt"]);
    let names = names.filter(|name| name.len() >= 2 && !is_short(name) && !matches!(*name, "cth" | "sgn" | "D"));
    let names = names.filter(|name| name.as_bytes()[0].is_ascii_alphabetic());
    names
        .filter_map(|name| {
            let rest = word.strip_prefix(name).or_else(|| word.strip_suffix(name))?;
            (!rest.is_empty()).then_some((name, rest))
        })
        .max_by_key(|(name, _)| name.len())
}

/// Words that are never a product of letters; the reader refuses them and asks what is meant.
pub fn is_prose(word: &str) -> bool {
    matches!(
        word,
        "lim"
            | "max"
            | "min"
            | "sup"
            | "inf"
            | "mod"
            | "gcd"
            | "lcm"
            | "det"
            | "dim"
            | "ker"
            | "rank"
            | "and"
            | "or"
            | "if"
            | "for"
            | "where"
            | "const"
            | "arg"
            | "otherwise"
            | "with"
            | "when"
            | "then"
            | "else"
            | "int"
            | "sum"
            | "prod"
            | "xor"
            | "not"
            | "iff"
            | "let"
            | "since"
            | "hence"
            | "thus"
            | "that"
            | "such"
            | "the"
            | "of"
            | "find"
            | "solve"
            | "prove"
            | "show"
            | "simplify"
            | "evaluate"
            | "derivative"
            | "integral"
            | "answer"
            | "is"
    )
}

/// What to write instead of a word that has a meaning in another language, and would be a name here.
pub fn foreign(word: &str) -> Option<&'static str> {
    Some(match word {
        "M_PI" => "write pi",
        "nCr" | "nPr" => "binomial coefficients are out of scope; write signs of multiplication for a product",
        "surd" | "Surd" | "nthroot" | "NthRoot" => "write root(x, n)",
        "CubeRoot" => "write cbrt(x)",
        "xx" => "write * for a sign of multiplication, or x*x",
        "atan2" | "arctan2" => "it depends on a quadrant: write atan(y/x) for one branch",
        "infinity" | "Infinity" | "oo" | "zoo" => "infinity is out of scope",
        "nan" | "NaN" | "None" | "null" | "true" | "false" | "True" | "False" => "it is no number",
        "degree" | "degrees" | "Degree" => "write 45° or 45*pi/180",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_of_the_table_is_found_by_name() {
        for row in TABLE.iter().filter(|row| row.op.is_function()) {
            for name in row.infix.iter().filter(|name| name.len() > 1) {
                assert!(function(name).is_some(), "{name}");
            }
        }
    }

    #[test]
    fn functions_are_found_at_the_ends_of_words() {
        assert_eq!(glued("sinhx"), Some(("sinh", "x")));
        assert_eq!(glued("xcos"), Some(("cos", "x")));
        assert_eq!(glued("speed"), None);
    }
}
