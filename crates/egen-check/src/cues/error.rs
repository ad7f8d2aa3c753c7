//! Errors: what is wrong with a file of cues, and where?

use super::effect::Effect;

/// A defect of a file of cues.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {fault}")]
pub struct CueError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: CueFault,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CueFault {
    /// A file is larger than a person writes.
    #[error("a file of cues has at most {most} bytes, got {got}")]
    Large {
        /// So many are allowed.
        most: usize,
        /// So many there are.
        got: usize,
    },
    /// A line that goes on before any row.
    #[error("a row begins with its name at the start of a line")]
    NoName,
    /// Two rows of one name.
    #[error("the name `{0}` is taken by a row above")]
    Taken(String),
    /// A quotation mark without its partner.
    #[error("a quotation mark is not closed")]
    Quote,
    /// A row without `=>`.
    #[error("cue `{0}`: expected `=>` and an effect behind the pattern")]
    NoArrow(String),
    /// Something that is no part of a pattern.
    #[error(
        "`{0}` is no part of a pattern: expected \"words\", .. for some words of a clause, ... for some of a sentence, ^, END, LAST, FORMULA, VALUE, NUMBER, LETTER, a colon or a bracket"
    )]
    Part(String),
    /// A pattern that no word begins.
    #[error("cue `{0}`: a pattern needs words")]
    NoWords(String),
    /// Words with signs that nobody says, or too many.
    #[error("`{0}`: words are letters with blanks, points and apostrophes between them, at most {most} bytes long", most = super::file::LONGEST)]
    Words(String),
    /// Behind `=>` stands no effect.
    #[error("`{got}` is no effect: expected one of {all}", all = Effect::all().collect::<Vec<_>>().join(", "))]
    Effect {
        /// What stands there.
        got: String,
    },
    /// A row without an example.
    #[error("cue `{0}`: expected a line `yes \"…\"` in which it is heard")]
    NoExample(String),
    /// Something else where examples stand.
    #[error("cue `{row}`: expected `yes \"…\"` or `no \"…\"`, got `{got}`")]
    Example {
        /// The row.
        row: String,
        /// What stands there.
        got: String,
    },
    /// A `yes` line in which it is not heard.
    #[error("cue `{row}` is not heard in its line `yes \"{line}\"`")]
    NotHeard {
        /// The row.
        row: String,
        /// The line.
        line: String,
    },
    /// A `no` line in which it is heard.
    #[error("cue `{row}` is heard in its line `no \"{line}\"`")]
    Heard {
        /// The row.
        row: String,
        /// The line.
        line: String,
    },
}
