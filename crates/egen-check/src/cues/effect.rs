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
}

/// The names of effects in files; and whether a word with this effect is never a name in a formula.
const NAMES: [(&str, Effect, bool); 32] = [
    ("prose", Effect::Prose, true),
    ("name", Effect::Name, false),
    ("result", Effect::Result, true),
    ("reason", Effect::Reason, true),
    ("or", Effect::Or, false),
    ("and", Effect::And, false),
    ("share", Effect::Share, false),
    ("suppose VALUE", Effect::Suppose, true),
    ("put VALUE", Effect::Put, true),
    ("about", Effect::About, false),
    ("amount", Effect::Amount, false),
    ("problem", Effect::Problem, false),
    ("pose", Effect::Pose, false),
    ("task", Effect::Task, false),
    ("step", Effect::Step, true),
    ("part", Effect::Part, false),
    ("label", Effect::Label, false),
    ("left side", Effect::Left, false),
    ("right side", Effect::Right, false),
    ("solving", Effect::Solving, false),
    ("solve for LETTER", Effect::SolveFor, false),
    ("checking", Effect::Checking, false),
    ("no solution", Effect::NoSolution, false),
    ("positive", Effect::Positive, false),
    ("always positive", Effect::AlwaysPositive, false),
    ("negative", Effect::Negative, false),
    ("always negative", Effect::AlwaysNegative, false),
    ("deny next", Effect::DenyNext, true),
    ("deny below", Effect::DenyBelow, true),
    ("deny here", Effect::DenyHere, true),
    ("deny previous", Effect::DenyPrevious, true),
    ("refuse VALUE", Effect::Refuse, true),
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

    /// Is a word with this effect prose wherever it is heard?
    pub fn is_spoken(self) -> bool {
        NAMES.iter().any(|row| row.1 == self && row.2)
    }

    /// The names of all effects.
    pub fn all() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|row| row.0)
    }
}
