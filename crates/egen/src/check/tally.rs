//! Tally: how many steps hold, which lines are wrong, and how does the command end?

use egen_check::{Row, Verdict};

use crate::Exit;

/// So many lines are named; further ones are counted.
const NAMED: usize = 100;

/// Verdicts in the order of the summary, with what is said of one and of many.
const COUNTED: [(Verdict, &str, &str); 8] = [
    (Verdict::Proved, "proved", "proved"),
    (Verdict::Agree, "agrees", "agree"),
    (Verdict::Refuted, "refuted", "refuted"),
    (Verdict::Lost, "loses solutions", "lose solutions"),
    (Verdict::Gained, "gains solutions", "gain solutions"),
    (Verdict::Unknown, "unknown", "unknown"),
    (Verdict::Fact, "fact", "facts"),
    (Verdict::Skipped, "text skipped", "texts skipped"),
];

/// A line in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of its file among the files, from 0.
    pub file: usize,
    pub problem: usize,
    pub line: usize,
    /// The number of its row among all rows, from 0.
    pub row: usize,
}

/// Lines of one kind, in order, each once.
#[derive(Debug, Default)]
pub struct Lines {
    pub named: Vec<Place>,
    pub count: usize,
    last: Option<(usize, usize)>,
}

impl Lines {
    fn add(&mut self, place: Place) {
        if self.last.replace((place.file, place.line)) == Some((place.file, place.line)) {
            return;
        }
        self.count += 1;
        if self.named.len() < NAMED {
            self.named.push(place);
        }
    }
}

/// One fact alone is no derivation; several may be equations of a system that nobody solved.
fn is_nothing([steps, facts, unread]: [usize; 3]) -> bool {
    steps == 0 && facts < 2 && unread == 0
}

/// What was found in all files.
#[derive(Debug)]
pub struct Tally {
    /// The names of the files so far.
    pub files: Vec<String>,
    pub problems: usize,
    unchecked: usize,
    rows: usize,
    /// How often each verdict was given, in the order of `COUNTED`.
    counts: [usize; COUNTED.len()],
    /// Refuted, or solutions are lost.
    pub wrong: Lines,
    /// Unknown, or solutions are gained.
    pub open: Lines,
    /// They claim something and were not understood.
    pub unread: Lines,
    /// The last problem in which a step or a claim was.
    problem: Option<(usize, usize)>,
    /// What the current file has: judgements, facts, and lines that were not understood.
    here: [usize; 3],
    pub exit: Exit,
}

impl Tally {
    pub fn new() -> Tally {
        Tally {
            files: Vec::new(),
            problems: 0,
            unchecked: 0,
            rows: 0,
            counts: [0; COUNTED.len()],
            wrong: Lines::default(),
            open: Lines::default(),
            unread: Lines::default(),
            problem: None,
            here: [0; 3],
            exit: Exit::Fine,
        }
    }

    /// Begins a file.
    pub fn begin(&mut self, name: String) {
        self.files.push(name);
        self.here = [0; 3];
    }

    /// The current file cannot be read, or has nothing to check.
    pub fn trouble(&mut self) {
        self.unchecked += 1;
        self.exit = self.exit.and(Exit::Trouble);
    }

    /// Takes a row, and gives its number.
    pub fn take(&mut self, row: &Row) -> usize {
        let number = self.rows;
        self.rows += 1;
        let file = self.files.len().saturating_sub(1);
        let place = Place { file, problem: row.derivation, line: row.line, row: number };
        let verdict = row.finding.verdict;
        let unread = row.is_understood() == Some(false);
        if let Some(at) = COUNTED.iter().position(|(one, ..)| *one == verdict).filter(|_| !unread) {
            self.counts[at] += 1;
        }
        let counted = verdict != Verdict::Skipped || unread;
        if counted && self.problem.replace((file, row.derivation)) != Some((file, row.derivation)) {
            self.problems += 1;
        }
        self.here[0] += usize::from(verdict.is_step());
        self.here[1] += usize::from(verdict == Verdict::Fact);
        self.here[2] += usize::from(unread);
        self.exit = self.exit.and(match verdict {
            _ if unread => Exit::Unknown,
            Verdict::Refuted | Verdict::Lost => Exit::No,
            Verdict::Unknown | Verdict::Gained | Verdict::Error => Exit::Unknown,
            Verdict::Proved | Verdict::Agree | Verdict::Fact | Verdict::Skipped => Exit::Fine,
        });
        match verdict {
            _ if unread => self.unread.add(place),
            Verdict::Refuted | Verdict::Lost => self.wrong.add(place),
            Verdict::Unknown | Verdict::Gained => self.open.add(place),
            _ => {}
        }
        number
    }

    /// Was there nothing to check in the current file?
    pub fn is_empty(&self) -> bool {
        is_nothing(self.here)
    }

    /// Was there nothing to check in any file?
    pub fn is_all_empty(&self) -> bool {
        let sum = |of: &dyn Fn(Verdict) -> bool| -> usize {
            COUNTED.iter().zip(self.counts).filter(|((verdict, ..), _)| of(*verdict)).map(|(_, n)| n).sum()
        };
        is_nothing([sum(&|verdict| verdict.is_step()), sum(&|verdict| verdict == Verdict::Fact), self.unread.count])
    }

    /// `5 steps in 4 problems: 2 proved, 3 refuted`.
    pub fn told(&self) -> String {
        let count = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        let steps = COUNTED.iter().zip(self.counts).filter(|((verdict, ..), _)| verdict.is_step());
        let steps = count(steps.map(|(_, count)| count).sum(), "step", "steps");
        let problems = if self.problems > 1 { format!(" in {} problems", self.problems) } else { String::new() };
        let files = if self.files.len() > 1 { format!(" of {} files", self.files.len()) } else { String::new() };
        let unchecked = match (self.files.len(), self.unchecked) {
            (..=1, _) | (_, 0) => String::new(),
            (_, 1) => "; 1 file could not be checked".to_string(),
            (_, many) => format!("; {many} files could not be checked"),
        };
        let parts = COUNTED.iter().zip(self.counts).filter(|(_, n)| *n > 0);
        let parts: Vec<String> = parts.map(|((_, one, many), n)| count(n, one, many)).collect();
        let colon = if parts.is_empty() { "" } else { ": " };
        format!("{steps}{problems}{files}{colon}{}{unchecked}", parts.join(", "))
    }

    /// `1 line was not understood: line 7`.
    pub fn told_unread(&self) -> Option<String> {
        let Lines { named, count, .. } = &self.unread;
        let what = if *count == 1 { "line was" } else { "lines were" };
        (*count > 0).then(|| format!("{count} {what} not understood: {}", self.listed(named, *count)))
    }

    /// `lines 2 and 7`, or `a.md line 2, b.tex line 7`.
    fn listed(&self, places: &[Place], count: usize) -> String {
        let several = self.files.len() > 1;
        let each = places.chunk_by(|a, b| a.file == b.file).map(|group| {
            let lines: Vec<String> = group.iter().map(|place| place.line.to_string()).collect();
            let word = if lines.len() == 1 { "line" } else { "lines" };
            let file = if several { format!("{} ", self.files[group[0].file]) } else { String::new() };
            format!("{file}{word} {}", egen_check::finding::listed(&lines))
        });
        let told = each.collect::<Vec<_>>().join("; ");
        if count > places.len() { format!("{told} and {} more", count - places.len()) } else { told }
    }
}
