//! Names: is a word a function, a Greek letter, a word of prose, or a slip of the pen?

use crate::op::{Op, TABLE};

/// A function as it is written; some spellings are compositions of the table's operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Func {
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
    pub(super) fn binds(self) -> bool {
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
pub(super) fn function(name: &str) -> Option<Func> {
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
pub(super) fn is_short(name: &str) -> bool {
    matches!(name, "sh" | "ch" | "th" | "tg" | "lg" | "lb" | "sen")
}

/// The longest function name that a word starts or ends with, and the rest: `sinx`, `xsin`.
pub(super) fn glued(word: &str) -> Option<(&'static str, &str)> {
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

/// The longest function name that a word starts with.
pub(super) fn leading_function(word: &str) -> Option<&str> {
    let end = (2..=word.len().min(10)).rev().find(|&end| {
        word.get(..end).is_some_and(|name| !is_short(name) && matches!(function(name), Some(known) if !known.binds()))
    })?;
    Some(&word[..end])
}

/// Words that are never a product of letters; the reader refuses them and asks what is meant.
pub(super) fn is_prose(word: &str) -> bool {
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
pub(super) fn foreign(word: &str) -> Option<&'static str> {
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

/// The canonical name of a Greek letter from its LaTeX command or English name, which are the same word.
pub(super) fn greek_name(word: &str) -> Option<&'static str> {
    // Ordered by length so that most words are compared with few.
    const BY_LENGTH: [&[&str]; 11] = [
        &[],
        &[],
        &["mu", "nu", "xi", "pi", "Xi", "Pi"],
        &["eta", "rho", "tau", "phi", "chi", "psi", "Phi", "Psi", "ell"],
        &["beta", "zeta", "iota", "hbar"],
        &[
            "alpha", "gamma", "delta", "theta", "kappa", "sigma", "omega", "Gamma", "Delta", "Theta", "Sigma", "Omega",
            "varpi",
        ],
        &["lambda", "Lambda", "varphi", "varrho"],
        &["epsilon", "upsilon", "Upsilon", "omicron"],
        &["vartheta", "varkappa", "varsigma"],
        &[],
        &["varepsilon"],
    ];
    BY_LENGTH.get(word.len())?.iter().find(|name| **name == word).copied()
}

/// The name of a single letter, Latin or Greek.
pub(super) fn letter(text: &str) -> Option<&str> {
    let mut letters = text.chars();
    let (one, None) = (letters.next()?, letters.next()) else { return None };
    if one.is_ascii_alphabetic() { Some(text) } else { greek_letter(one) }
}

/// The canonical name of a letter outside ASCII that is a variable by convention.
pub(super) fn greek_letter(c: char) -> Option<&'static str> {
    Some(match c {
        'α' => "alpha",
        'β' => "beta",
        'γ' => "gamma",
        'δ' => "delta",
        'ε' => "epsilon",
        'ϵ' => "varepsilon",
        'ζ' => "zeta",
        'η' => "eta",
        'θ' => "theta",
        'ϑ' => "vartheta",
        'ι' => "iota",
        'κ' => "kappa",
        'ϰ' => "varkappa",
        'λ' => "lambda",
        'μ' | 'µ' => "mu",
        'ν' => "nu",
        'ξ' => "xi",
        'ο' => "omicron",
        'π' => "pi",
        'ϖ' => "varpi",
        'ρ' => "rho",
        'ϱ' => "varrho",
        'σ' => "sigma",
        'ς' => "varsigma",
        'τ' => "tau",
        'υ' => "upsilon",
        'φ' => "phi",
        'ϕ' => "varphi",
        'χ' => "chi",
        'ψ' => "psi",
        'ω' => "omega",
        'Γ' => "Gamma",
        'Δ' | '∆' => "Delta",
        'Θ' => "Theta",
        'Λ' => "Lambda",
        'Ξ' => "Xi",
        'Π' => "Pi",
        'Σ' => "Sigma",
        'Υ' => "Upsilon",
        'Φ' => "Phi",
        'Ψ' => "Psi",
        'Ω' => "Omega",
        'ℓ' => "ell",
        'ħ' | 'ℏ' => "hbar",
        _ => return None,
    })
}

/// The variable of an infix differential: `dx` is about x, `delta` and `dist` are names.
pub(crate) fn differential_of(word: &str) -> Option<&str> {
    // `dθ`, whose letter has one name.
    if let Some(letter) = word.strip_prefix('d').filter(|rest| !rest.is_ascii()) {
        return self::letter(letter);
    }
    let name = word.strip_prefix('d').filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))?;
    let base = name.find(|c: char| !c.is_ascii_alphabetic()).map_or(name, |end| &name[..end]);
    (greek_name(word).is_none() && (base.len() == 1 || greek_name(base).is_some())).then_some(name)
}

/// Has the name several letters although it is no Greek letter?
pub(super) fn is_word(name: &str) -> bool {
    let base = name.find(|c: char| !c.is_ascii_alphabetic()).map_or(name, |end| &name[..end]);
    (base.len() > 1 && greek_name(base).is_none())
        // `x2y`: letters behind digits are no subscript.
        || (base.len() < name.len() && !name.contains('_') && name[base.len()..].contains(|c: char| c.is_ascii_alphabetic()))
}

/// Is it so short a word that a power behind it is rather that of its last letter: `xe^x`, `ab^2`?
pub(crate) fn is_short_word(name: &str) -> bool {
    let base = name.find(|c: char| !c.is_ascii_alphabetic()).map_or(name, |end| &name[..end]);
    is_word(name) && base.len() <= 3
}

/// Is the name rather a product of names with subscripts: `x_1y_2`, `v_0t`? Letters behind digits are no subscript.
pub(crate) fn is_run_together(name: &str) -> bool {
    name.split('_').skip(1).any(|part| {
        let letters = part.trim_start_matches(|c: char| c.is_ascii_digit());
        letters.len() < part.len() && letters.contains(|c: char| c.is_ascii_alphabetic())
    })
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
    fn every_function_of_the_table_is_found_by_name() {
        for row in TABLE.iter().filter(|row| row.op.is_function()) {
            for name in row.infix.iter().filter(|name| name.len() > 1) {
                assert!(function(name).is_some(), "{name}");
            }
        }
    }

    #[test]
    fn slips_are_near_their_function() {
        assert_eq!(nearest_function("sinn"), Some("sin"));
        assert_eq!(nearest_function("arctn"), Some("arctan"));
        assert_eq!(nearest_function("foo"), None);
        assert_eq!(glued("sinhx"), Some(("sinh", "x")));
        assert_eq!(glued("xcos"), Some(("cos", "x")));
        assert_eq!(glued("speed"), None);
    }
}
