//! Letters: which names have the Greek ones, and which characters?

/// A letter that has a name: its character and whether LaTeX has a command of that name.
pub struct Greek {
    /// Its name in English, which is its LaTeX command.
    pub name: &'static str,
    /// The character that shows it.
    pub letter: char,
    /// Another character that people take for it: the micro sign for μ.
    other: Option<char>,
    /// Has LaTeX a command of that name?
    pub command: bool,
}

const fn letter_of(name: &'static str, letter: char) -> Greek {
    Greek { name, letter, other: None, command: true }
}

const fn with_other(name: &'static str, letter: char, other: char) -> Greek {
    Greek { name, letter, other: Some(other), command: true }
}

/// All of them, the shortest names first, so that a name is compared with few.
#[rustfmt::skip]
pub static GREEK: [Greek; 44] = [
    with_other("mu", 'μ', 'µ'), letter_of("nu", 'ν'), letter_of("xi", 'ξ'), letter_of("pi", 'π'), letter_of("Xi", 'Ξ'),
    letter_of("Pi", 'Π'), letter_of("eta", 'η'), letter_of("rho", 'ρ'), letter_of("tau", 'τ'), letter_of("phi", 'φ'),
    letter_of("chi", 'χ'), letter_of("psi", 'ψ'), letter_of("Phi", 'Φ'), letter_of("Psi", 'Ψ'), letter_of("ell", 'ℓ'),
    letter_of("beta", 'β'), letter_of("zeta", 'ζ'), letter_of("iota", 'ι'), with_other("hbar", 'ℏ', 'ħ'),
    letter_of("alpha", 'α'), letter_of("gamma", 'γ'), letter_of("delta", 'δ'), letter_of("theta", 'θ'),
    letter_of("kappa", 'κ'), letter_of("varpi", 'ϖ'), letter_of("sigma", 'σ'), letter_of("omega", 'ω'),
    letter_of("Gamma", 'Γ'), with_other("Delta", 'Δ', '∆'), letter_of("Theta", 'Θ'), letter_of("Sigma", 'Σ'),
    letter_of("Omega", 'Ω'), letter_of("lambda", 'λ'), letter_of("varrho", 'ϱ'), letter_of("varphi", 'ϕ'),
    letter_of("Lambda", 'Λ'), letter_of("epsilon", 'ε'),
    Greek { name: "omicron", letter: 'ο', other: None, command: false }, letter_of("upsilon", 'υ'),
    letter_of("Upsilon", 'Υ'), letter_of("vartheta", 'ϑ'), letter_of("varkappa", 'ϰ'), letter_of("varsigma", 'ς'),
    letter_of("varepsilon", 'ϵ'),
];

/// Where the names of each length begin in [`GREEK`].
static FIRST: [usize; 12] = {
    let mut first = [0; 12];
    let mut len = 0;
    while len < first.len() {
        while first[len] < GREEK.len() && GREEK[first[len]].name.len() < len {
            first[len] += 1;
        }
        len += 1;
    }
    first
};

/// The letter with this name.
pub fn greek(name: &str) -> Option<&'static Greek> {
    let (from, to) = (*FIRST.get(name.len())?, *FIRST.get(name.len() + 1)?);
    GREEK[from..to].iter().find(|row| row.name == name)
}

/// The canonical name of a Greek letter from its LaTeX command or English name, which are the same word.
pub fn greek_name(word: &str) -> Option<&'static str> {
    greek(word).map(|row| row.name)
}

/// The canonical name of a letter outside ASCII that is a variable by convention.
pub fn greek_letter(c: char) -> Option<&'static str> {
    if c.is_ascii() {
        return None;
    }
    GREEK.iter().find(|row| row.letter == c || row.other == Some(c)).map(|row| row.name)
}

/// The name of a single letter, Latin or Greek.
pub fn letter(text: &str) -> Option<&str> {
    let mut letters = text.chars();
    let (one, None) = (letters.next()?, letters.next()) else { return None };
    if one.is_ascii_alphabetic() { Some(text) } else { greek_letter(one) }
}
