//! Effects: what can words around a formula do?

/// What a cue does. A file of cues names one of these behind `=>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// People say it around formulas; it is no name in one.
    Prose,
    /// It is the name of a letter, a function or an operation, and no word.
    Name,
    /// The formula behind it follows from those before it.
    Result,
    /// What is behind it gives a reason, and begins a clause of its own.
    Reason,
    /// Either of two formulas holds.
    Or,
    /// Both of two formulas hold.
    And,
    /// A product with a share before it: `20% of 50`.
    Share,
    /// The value behind it holds for what is said next.
    Suppose,
    /// The number behind it is put in for a letter.
    Put,
    /// An expression behind it is spoken about, and not stated.
    About,
    /// A number behind it belongs to the words: `5% tax on 40 = 2`.
    Amount,
    /// It announces a problem, where it begins a line.
    Problem,
    /// It announces a problem if its line relates two sides.
    Pose,
    /// It sets a task, where it begins a line.
    Task,
    /// It says what is done to an expression, or counts the steps.
    Step,
    /// As a heading it goes on with a problem.
    Part,
    /// With a number or a colon it is a label of the formula behind it.
    Label,
    /// It names the left side of an equation.
    Left,
    /// It names the right side of an equation.
    Right,
    /// Something is solved: an equation is no identity.
    Solving,
    /// An expression is written in another form: an equation is an identity.
    Rewriting,
    /// Something is solved for the letter.
    SolveFor,
    /// Values are put in, to check them.
    Checking,
    /// An equation without solutions is meant.
    NoSolution,
    /// What is looked for is positive.
    Positive,
    /// It is positive in all of the problem.
    AlwaysPositive,
    /// What is looked for is negative.
    Negative,
    /// It is negative in all of the problem.
    AlwaysNegative,
    /// The formula behind it, on the same line, is false.
    DenyNext,
    /// The formula behind it, on the same line or the next, is false.
    DenyBelow,
    /// The formula before it, on the same line, is false.
    DenyHere,
    /// The formula before it, on an earlier line, is false.
    DenyPrevious,
    /// The value beside it is no solution.
    Refuse,
    /// The arrow behind it and a letter goes to a value, and says nothing of what follows.
    Limit,
}

/// Cues of one kind contradict each other, so that only the longest is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Words that do nothing, nor do their parts.
    Prose,
    /// Signs of what is looked for.
    Sign,
    /// What is said to be false.
    Denial,
    /// All others.
    Other,
}

impl Kind {
    /// So many kinds there are.
    pub(super) const ALL: usize = 4;
}

/// Is a word prose because it has an effect?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spoken {
    /// Wherever it is heard.
    Always,
    /// Unless a sign is behind it: `work = force * distance`.
    Verb,
    /// It may be a name in a formula, or is heard as another cue.
    Never,
}

use Spoken::*;

/// The names of effects in files; and whether a word with this effect is prose.
const NAMES: [(&str, Effect, Spoken); 34] = [
    ("prose", Effect::Prose, Always),
    ("name", Effect::Name, Never),
    ("result", Effect::Result, Always),
    ("reason", Effect::Reason, Always),
    ("or", Effect::Or, Never),
    ("and", Effect::And, Never),
    ("share", Effect::Share, Never),
    ("suppose VALUE", Effect::Suppose, Always),
    ("put VALUE", Effect::Put, Always),
    ("about", Effect::About, Always),
    ("amount", Effect::Amount, Never),
    ("problem", Effect::Problem, Verb),
    ("pose", Effect::Pose, Verb),
    ("task", Effect::Task, Verb),
    ("step", Effect::Step, Always),
    ("part", Effect::Part, Never),
    ("label", Effect::Label, Never),
    ("left side", Effect::Left, Never),
    ("right side", Effect::Right, Never),
    ("solving", Effect::Solving, Never),
    ("rewriting", Effect::Rewriting, Never),
    ("solve for LETTER", Effect::SolveFor, Never),
    ("checking", Effect::Checking, Never),
    ("no solution", Effect::NoSolution, Never),
    ("positive", Effect::Positive, Never),
    ("always positive", Effect::AlwaysPositive, Never),
    ("negative", Effect::Negative, Never),
    ("always negative", Effect::AlwaysNegative, Never),
    ("deny next", Effect::DenyNext, Always),
    ("deny below", Effect::DenyBelow, Always),
    ("deny here", Effect::DenyHere, Always),
    ("deny previous", Effect::DenyPrevious, Always),
    ("refuse VALUE", Effect::Refuse, Always),
    ("limit", Effect::Limit, Never),
];

impl Effect {
    /// The effect that files name so.
    pub fn from_name(name: &str) -> Option<Effect> {
        NAMES.iter().find(|row| row.0 == name).map(|row| row.1)
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|row| row.1 == self).expect("every effect has a name").0
    }

    /// Its kind.
    pub(super) fn kind(self) -> Kind {
        match self {
            Effect::Prose => Kind::Prose,
            Effect::Positive | Effect::AlwaysPositive | Effect::Negative | Effect::AlwaysNegative => Kind::Sign,
            Effect::DenyNext | Effect::DenyBelow | Effect::DenyHere | Effect::DenyPrevious => Kind::Denial,
            _ => Kind::Other,
        }
    }

    /// Is a word with this effect prose?
    pub(super) fn spoken(self) -> Spoken {
        NAMES.iter().find(|row| row.1 == self).expect("every effect has a name").2
    }

    /// The names of all effects.
    pub fn all() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|row| row.0)
    }
}
