//! Effects: what can words around a formula do?

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

/// The effects: what each does, its name in files, and whether a word with it is prose.
macro_rules! effects {
    ($($(#[$doc:meta])* $effect:ident $name:literal $spoken:ident,)*) => {
        /// What a cue does. A file of cues names one of these behind `=>`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Effect {
            $($(#[$doc])* $effect,)*
        }

        const ALL: &[(&str, Effect, Spoken)] = &[$(($name, Effect::$effect, $spoken),)*];
    };
}

effects! {
    /// People say it around formulas; it is no name in one.
    Prose "prose" Always,
    /// It is the name of a letter, a function or an operation, and no word.
    Name "name" Never,
    /// The formula behind it follows from those before it.
    Result "result" Always,
    /// What is behind it gives a reason, and begins a clause of its own.
    Reason "reason" Always,
    /// Either of two formulas holds.
    Or "or" Never,
    /// Both of two formulas hold.
    And "and" Never,
    /// A product with a share before it: `20% of 50`.
    Share "share" Never,
    /// The value behind it holds for what is said next.
    Suppose "suppose VALUE" Always,
    /// The number behind it is put in for a letter.
    Put "put VALUE" Always,
    /// An expression behind it is spoken about, and not stated.
    About "about" Always,
    /// A number behind it belongs to the words: `5% tax on 40 = 2`.
    Amount "amount" Never,
    /// It announces a problem, where it begins a line.
    Problem "problem" Verb,
    /// It announces a problem if its line relates two sides.
    Pose "pose" Verb,
    /// It sets a task, where it begins a line.
    Task "task" Verb,
    /// It says what is done to an expression, or counts the steps.
    Step "step" Always,
    /// As a heading it goes on with a problem.
    Part "part" Never,
    /// With a number or a colon it is a label of the formula behind it.
    Label "label" Never,
    /// It names the left side of an equation.
    Left "left side" Never,
    /// It names the right side of an equation.
    Right "right side" Never,
    /// Something is solved: an equation is no identity.
    Solving "solving" Never,
    /// An expression is written in another form: an equation is an identity.
    Rewriting "rewriting" Never,
    /// Something is solved for the letter.
    SolveFor "solve for LETTER" Never,
    /// The derivative of the expression behind it is looked for.
    Differentiating "differentiating" Always,
    /// Values are put in, to check them.
    Checking "checking" Never,
    /// An equation without solutions is meant.
    NoSolution "no solution" Never,
    /// What is looked for is positive.
    Positive "positive" Never,
    /// It is positive in all of the problem.
    AlwaysPositive "always positive" Never,
    /// What is looked for is negative.
    Negative "negative" Never,
    /// It is negative in all of the problem.
    AlwaysNegative "always negative" Never,
    /// The formula behind it, on the same line, is false.
    DenyNext "deny next" Always,
    /// The formula behind it, on the same line or the next, is false.
    DenyBelow "deny below" Always,
    /// The formula before it, on the same line, is false.
    DenyHere "deny here" Always,
    /// The formula before it, on an earlier line, is false.
    DenyPrevious "deny previous" Always,
    /// The value beside it is no solution.
    Refuse "refuse VALUE" Always,
    /// The arrow behind it and a letter goes to a value, and says nothing of what follows.
    Limit "limit" Never,
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

impl Effect {
    /// The effect that files name so.
    pub fn from_name(name: &str) -> Option<Effect> {
        ALL.iter().find(|row| row.0 == name).map(|row| row.1)
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        ALL[self as usize].0
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
        ALL[self as usize].2
    }

    /// The names of all effects.
    pub fn all() -> impl Iterator<Item = &'static str> {
        ALL.iter().map(|row| row.0)
    }
}
