//! Cues: what do the words around formulas do?
//!
//! ```text
//! cues/*.cues ─ file (rows) ─ Cues (one automaton) ─ Heard (what is heard on a line, once)
//! ```
//! A cue is a row of a file: words, where they stand, what they do, and lines in which they are heard or not. Words of people occur there
//! and nowhere in the code; a teacher can add a language.
//!
//! ```
//! use egen_check::{Cues, Judge, check_with};
//! use egen_read::read::Options;
//!
//! let danish = r#"either  "eller"  => or  yes "x = 2 eller x = 3""#;
//! let cues = Cues::builtin().with(danish, "da.cues").unwrap();
//! let rows = check_with("x^2 - 5x + 6 = 0\nx = 2 eller x = 3", &Judge::builtin(), &Options::default(), &cues);
//! assert!(rows[1].finding.verdict.holds());
//!
//! let error = Cues::builtin().with("either  \"eller\"  => perhaps", "da.cues").unwrap_err();
//! assert!(error.to_string().starts_with("da.cues:1: `perhaps` is no effect: expected one of prose, "));
//! ```

mod effect;
mod error;
mod file;
mod heard;
mod listen;
mod row;
mod spoken;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use egen_math::Op;

pub use effect::Effect;
pub use error::{CueError, CueFault};
pub use heard::{Heard, Hit, Word};
pub use spoken::Spoken;

use file::{Part, Row};
use row::Pattern;

/// The files that come with egen.
const FILES: [(&str, &str); 6] = [
    ("names.cues", include_str!("../../cues/names.cues")),
    ("en.cues", include_str!("../../cues/en.cues")),
    ("de.cues", include_str!("../../cues/de.cues")),
    ("fr.cues", include_str!("../../cues/fr.cues")),
    ("es.cues", include_str!("../../cues/es.cues")),
    ("it.cues", include_str!("../../cues/it.cues")),
];

static BUILTIN: LazyLock<Cues> = LazyLock::new(|| {
    let read = |(file, text): &(&str, &str)| {
        let rows =
            file::read(text, file).unwrap_or_else(|error| panic!("a file that comes with egen is read: {error}"));
        rows.into_iter().map(|row| (file.to_string(), row)).collect::<Vec<_>>()
    };
    Cues::of(FILES.iter().flat_map(read).collect())
});

/// Cues, ready to listen.
#[derive(Clone, Debug)]
pub struct Cues {
    /// The rows with their files.
    rows: Vec<(String, Row)>,
    patterns: Vec<Pattern>,
    literals: Vec<Literal>,
    automaton: AhoCorasick,
    /// Names of letters, functions and operations.
    names: BTreeSet<String>,
}

/// Words that occur in patterns.
#[derive(Clone, Debug)]
struct Literal {
    /// As they are written in a file, without the star.
    text: String,
    /// Does it end in the middle of a word?
    prefix: bool,
    /// The patterns that begin with it.
    begins: Vec<usize>,
    /// Is it prose wherever it stands?
    prose: bool,
    /// Does it begin a clause?
    opens: bool,
    /// Is it only prose, so that no cue is heard in a part of it?
    excepts: bool,
}

impl Cues {
    /// The cues that come with egen.
    pub fn builtin() -> &'static Cues {
        &BUILTIN
    }

    /// These and the rows of a file, each of which is tried in its own lines.
    pub fn with(&self, text: &str, file: &str) -> Result<Cues, CueError> {
        let mut rows = self.rows.clone();
        rows.extend(file::read(text, file)?.into_iter().map(|row| (file.to_string(), row)));
        let cues = Cues::of(rows);
        cues.test(self.rows.len())?;
        Ok(cues)
    }

    /// Tries the rows from a place on in their own lines.
    fn test(&self, from: usize) -> Result<(), CueError> {
        for (at, (file, row)) in self.rows.iter().enumerate().skip(from) {
            for example in &row.examples {
                let heard = self.hear(&example.text).hits().iter().any(|hit| hit.row == at);
                let (row_name, line) = (row.name.clone(), example.text.clone());
                let fault = match (example.yes, heard) {
                    (true, false) => CueFault::NotHeard { row: row_name, line },
                    (false, true) => CueFault::Heard { row: row_name, line },
                    _ => continue,
                };
                return Err(CueError { file: file.clone(), line: row.line, fault });
            }
        }
        Ok(())
    }

    /// All words of all rows, one by one: the file and the name of the row, and the words.
    pub fn words(&self) -> Vec<(String, String)> {
        let all = self.rows.iter().flat_map(|(file, row)| {
            let name = format!("{file}: {}", row.name);
            row.pattern.iter().flat_map(words).map(move |word| (name.clone(), word.clone()))
        });
        all.collect()
    }

    /// These without one of [`Cues::words`].
    pub fn without(&self, place: usize) -> Cues {
        let mut rows = self.rows.clone();
        let mut left = place;
        for (_, row) in &mut rows {
            for part in &mut row.pattern {
                let (Part::Words(all) | Part::Maybe(all)) = part else { continue };
                if left < all.len() {
                    all.remove(left);
                    return Cues::of(rows);
                }
                left -= all.len();
            }
        }
        Cues::of(rows)
    }

    fn of(rows: Vec<(String, Row)>) -> Cues {
        let mut literals: Vec<Literal> = Vec::new();
        let mut places: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut names = BTreeSet::new();
        for word in rows.iter().flat_map(|(_, row)| row.pattern.iter().flat_map(words)) {
            places.entry(word.clone()).or_insert_with(|| {
                let body = word.strip_suffix('*');
                let text = body.unwrap_or(word).to_string();
                // d’où is d'où.
                let typeset = text.contains('\'').then(|| text.replace('\'', "’"));
                let all = [Some(text), typeset].into_iter().flatten();
                all.map(|text| {
                    literals.push(Literal {
                        text,
                        prefix: body.is_some(),
                        begins: Vec::new(),
                        prose: false,
                        opens: false,
                        excepts: false,
                    });
                    literals.len() - 1
                })
                .collect()
            });
        }
        let mut patterns = Vec::with_capacity(rows.len());
        for (at, (_, row)) in rows.iter().enumerate() {
            let pattern = Pattern::of(row, &places);
            for &literal in pattern.first().collect::<Vec<_>>() {
                literals[literal].begins.push(at);
                literals[literal].prose |= pattern.is_plain() && row.effect.spoken() == effect::Spoken::Always;
                literals[literal].excepts |= pattern.is_plain() && row.effect == Effect::Prose;
                literals[literal].opens |= matches!(row.effect, Effect::Result | Effect::Reason | Effect::Suppose);
            }
            if row.effect == Effect::Name {
                names.extend(row.pattern.iter().flat_map(words).cloned());
            }
            patterns.push(pattern);
        }
        let automaton = AhoCorasick::new(literals.iter().map(|literal| listen::folded(&literal.text)));
        let automaton = automaton.expect("a bounded number of words fits into an automaton");
        Cues { rows, patterns, literals, automaton, names }
    }

    /// Could a word be a name in a formula?
    pub fn is_name(&self, word: &str) -> bool {
        word.chars().count() < 3 || self.is_function_or_letter(word)
    }

    /// Is a word the name of a function, of an operation or of a Greek letter?
    fn is_function_or_letter(&self, word: &str) -> bool {
        let lower = word.to_lowercase();
        self.names.contains(&lower) || Op::from_name(&lower).is_some()
    }
}

/// The words of a part of a pattern.
fn words(part: &Part) -> &[String] {
    match part {
        Part::Words(all) | Part::Maybe(all) => all,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_heard_in_its_lines_and_not_in_others() {
        if let Err(error) = Cues::builtin().test(0) {
            panic!("{error}");
        }
    }

    #[test]
    fn effects_have_one_name_each() {
        for name in Effect::all() {
            let effect = Effect::from_name(name).expect("it is listed");
            assert_eq!(effect.name(), name);
        }
    }

    #[test]
    fn defects_of_a_file_are_named_with_their_line() {
        for (text, want) in [
            ("a \"so\" => result\n yes \"so x = 2\" b", "f:2: cue `a`: expected `yes \"…\"` or `no \"…\"`, got `b`"),
            ("\n\n \"so\"", "f:3: a row begins with its name at the start of a line"),
            ("a \"so => result", "f:1: a quotation mark is not closed"),
            ("a \"so\"", "f:1: cue `a`: expected `=>` and an effect behind the pattern"),
            ("a FORMULA => result", "f:1: cue `a`: a pattern needs words"),
            ("a \"so\" => result", "f:1: cue `a`: expected a line `yes \"…\"` in which it is heard"),
            ("a \"so\" => result yes \"thus\"", "f:1: cue `a` is not heard in its line `yes \"thus\"`"),
            ("a \"so\" => result yes \"so\" no \"so\"", "f:1: cue `a` is heard in its line `no \"so\"`"),
            (
                "a \"so\" => result yes \"so\"\na \"so\" => result yes \"so\"",
                "f:2: the name `a` is taken by a row above",
            ),
        ] {
            let error = Cues::builtin().with(text, "f").expect_err(text);
            assert_eq!(error.to_string(), want, "{text}");
        }
    }
}
