//! Signs: what are LaTeX's commands, and of which class is each sign of a formula?
//!
//! All of it is data, `symbols.tsv`. A command that is not there is an opaque symbol.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

use super::{Limits, Side, Style};

/// The class of a sign: how it is set, and what it can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Class {
    Letter,
    Ordinary,
    Binary,
    Big,
    Integral,
    Relation,
    /// Of sets and logic.
    Set,
    Arrow,
    Open,
    Close,
    Fence,
    Punctuation,
    Dots,
}

/// The class of a sign; one that is not in the table is a letter or ordinary.
pub fn class(sign: char) -> Class {
    match TABLE.signs.get(&sign) {
        Some((class, _)) => *class,
        None if sign.is_alphabetic() => Class::Letter,
        None => Class::Ordinary,
    }
}

/// The sign that a command writes: ≤ for `le`.
pub fn sign(command: &str) -> Option<char> {
    match meaning(command)? {
        Meaning::Sign(sign) => Some(sign),
        _ => None,
    }
}

/// How LaTeX writes a sign: a command, or the sign itself.
pub fn command(sign: char) -> Option<&'static str> {
    TABLE.signs.get(&sign).map(|(_, command)| *command)
}

/// What a letter is called with a mark above it, if it is a name then: `x_bar`.
pub(crate) fn accent(mark: char) -> Option<&'static str> {
    TABLE.accents.get(&mark).copied()
}

/// Is a name that is set upright known as an operator: sin, argmax?
pub fn is_name(name: &str) -> bool {
    matches!(TABLE.commands.get(name), Some(Meaning::Name { .. }))
}

/// Does LaTeX have a command for a name: `\sin`?
pub(super) fn has_command(name: &str) -> bool {
    matches!(TABLE.commands.get(name), Some(Meaning::Name { own: true, .. }))
}

/// Do the scripts of a name stand below and above it, as those of `\lim` do?
pub(super) fn has_limits(name: &str) -> bool {
    matches!(TABLE.commands.get(name), Some(Meaning::Name { limits: true, .. }))
}

/// What a command does. It is asked without its backslash.
pub(crate) fn meaning(command: &str) -> Option<Meaning> {
    TABLE.commands.get(command).copied()
}

/// What a character of ASCII does that needs no backslash.
pub(super) fn plain(sign: u8) -> Option<Meaning> {
    TABLE.plain.get(usize::from(sign)).copied().flatten()
}

/// The table that an environment is.
pub(super) fn environment(name: &str) -> Option<Shape> {
    TABLE.environments.get(name).copied()
}

/// The command that has a meaning: the first one in the table.
pub(super) fn spelled(meaning: Meaning) -> Option<&'static str> {
    TABLE.spelled.iter().find(|(known, _)| *known == meaning).map(|(_, command)| *command)
}

/// What a command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Sign(char),
    Name {
        name: &'static str,
        limits: bool,
        /// Is it a command of LaTeX, and not of people's own?
        own: bool,
    },
    /// Its argument, or the rest of the group, is a name if it consists of letters.
    Upright(Upright),
    /// Its argument is text.
    Words(Style),
    Space(i32),
    /// Its argument is the length of a space.
    Distance,
    Accent {
        mark: char,
        below: bool,
    },
    /// The next sign is struck out.
    Not,
    Style(Style),
    Switch(Style),
    Fraction(Ratio),
    /// What stands before it in the group is over what stands behind it.
    Infix(Ratio),
    Root,
    Stack(Stack),
    Limits(Limits),
    Script(char),
    /// What is in its argument has limits.
    Operator,
    /// `\dv` of the physics package, which is not set as it is written.
    Derivative,
    Modulo,
    Left,
    Right,
    Sized(u8, Side),
    Begin,
    End,
    Line,
    Rule,
    /// Its argument holds the lines of a table.
    Table(Shape),
    /// So many of its arguments are not shown.
    Skip(usize),
    /// A length stands behind it, which is not shown.
    Dimension,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Upright {
    Operator,
    Word,
    Rest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ratio {
    Line,
    NoLine,
    Binomial,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stack {
    Above,
    Below,
    /// `\buildrel A \over B`
    Built,
}

/// A table with what stands around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Array,
    Matrix,
    Fenced(char),
    Cases,
    Aligned,
    Display,
    /// One formula, in no table.
    Plain,
}

/// The table is made once, of keys that nobody from outside chooses, and asked for every command of a corpus: the hash is a short one.
#[derive(Default)]
struct Short(u64);

impl Hasher for Short {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(value)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

type Map<K, V> = HashMap<K, V, BuildHasherDefault<Short>>;

#[derive(Default)]
struct Table {
    commands: Map<&'static str, Meaning>,
    plain: Vec<Option<Meaning>>,
    signs: Map<char, (Class, &'static str)>,
    environments: Map<&'static str, Shape>,
    /// The names that letters have with their marks.
    accents: Map<char, &'static str>,
    spelled: Vec<(Meaning, &'static str)>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table { plain: vec![None; 128], ..Table::default() };
    let lines = include_str!("symbols.tsv").lines().enumerate();
    for (line, row) in lines.filter(|(_, row)| !row.starts_with('#')) {
        let place = || format!("symbols.tsv:{}: `{row}`", line + 1);
        let mut columns = row.split('\t');
        let [Some(kind), Some(value), Some(spellings), None] = std::array::from_fn(|_| columns.next()) else {
            panic!("{}: expected three columns", place());
        };
        table.row(kind, value, spellings).unwrap_or_else(|| panic!("{}: no such kind or value", place()));
    }
    for greek in egen_math::names::GREEK.iter().filter(|greek| greek.command) {
        // The spelling has no backslash in that table.
        table.commands.insert(greek.name, Meaning::Sign(greek.letter));
    }
    table
});

impl Table {
    fn row(&mut self, kind: &str, value: &'static str, spellings: &'static str) -> Option<()> {
        let spellings = || spellings.split(' ');
        if kind == "environment" {
            let shape = shape(value)?;
            self.environments.extend(spellings().map(|name| (name, shape)));
            return Some(());
        }
        if let "name" | "word" = kind {
            for spelling in spellings() {
                let command = spelling.strip_prefix('\\')?;
                let name = if matches!(value, "-" | "limits") { command } else { value };
                self.commands.insert(
                    command,
                    Meaning::Name { name, limits: value == "limits", own: kind == "name" && name == command },
                );
            }
            return Some(());
        }
        if let ("accent", Some((mark, name))) = (kind, value.split_once(' ')) {
            self.accents.insert(one(mark)?, name);
        }
        let meaning = match CLASSES.iter().find(|(name, _)| *name == kind) {
            Some((_, class)) => {
                let sign = one(value)?;
                self.signs.insert(sign, (*class, spellings().next()?));
                Meaning::Sign(sign)
            }
            None => behaviour(kind, value)?,
        };
        self.spelled.push((meaning, spellings().next()?));
        for spelling in spellings() {
            match spelling.strip_prefix('\\').filter(|name| !name.is_empty()) {
                Some(name) => self.commands.insert(name, meaning),
                None => self.plain.get_mut(usize::from(*spelling.as_bytes().first()?))?.replace(meaning),
            };
        }
        Some(())
    }
}

fn one(value: &str) -> Option<char> {
    let mut characters = value.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// The names of the classes in the table.
#[rustfmt::skip]
const CLASSES: [(&str, Class); 13] = [
    ("letter", Class::Letter), ("ordinary", Class::Ordinary), ("binary", Class::Binary), ("big", Class::Big),
    ("integral", Class::Integral), ("relation", Class::Relation), ("set", Class::Set), ("arrow", Class::Arrow),
    ("open", Class::Open), ("close", Class::Close), ("fence", Class::Fence), ("punctuation", Class::Punctuation),
    ("dots", Class::Dots),
];

fn behaviour(kind: &str, value: &'static str) -> Option<Meaning> {
    Some(match kind {
        "upright" => Meaning::Upright(match value {
            "operator" => Upright::Operator,
            "word" => Upright::Word,
            "rest" => Upright::Rest,
            _ => return None,
        }),
        "words" => Meaning::Words(Style::named(value)?),
        "space" => Meaning::Space(value.parse().ok()?),
        "distance" => Meaning::Distance,
        "accent" => Meaning::Accent { mark: one(value.split(' ').next()?)?, below: false },
        "below" => Meaning::Accent { mark: one(value)?, below: true },
        "not" => Meaning::Not,
        "style" => Meaning::Style(Style::named(value)?),
        "switch" => Meaning::Switch(Style::named(value)?),
        "fraction" => Meaning::Fraction(ratio(value)?),
        "infix" => Meaning::Infix(ratio(value)?),
        "root" => Meaning::Root,
        "stack" => Meaning::Stack(match value {
            "above" => Stack::Above,
            "below" => Stack::Below,
            "built" => Stack::Built,
            _ => return None,
        }),
        "limits" => Meaning::Limits(match value {
            "stacked" => Limits::Stacked,
            "beside" => Limits::Beside,
            "usual" => Limits::Usual,
            _ => return None,
        }),
        "script" => Meaning::Script(one(value)?),
        "operator" => Meaning::Operator,
        "modulo" => Meaning::Modulo,
        "derivative" => Meaning::Derivative,
        "left" => Meaning::Left,
        "right" => Meaning::Right,
        "sized" => {
            let (size, side) = value.split_once(' ').unwrap_or((value, ""));
            let side = match side {
                "open" => Side::Open,
                "close" => Side::Close,
                "relation" => Side::Relation,
                _ => Side::Either,
            };
            Meaning::Sized(size.parse().ok()?, side)
        }
        "begin" => Meaning::Begin,
        "end" => Meaning::End,
        "line" => Meaning::Line,
        "rule" => Meaning::Rule,
        "table" => Meaning::Table(shape(value)?),
        "skip" => Meaning::Skip(value.parse().ok()?),
        "dimension" => Meaning::Dimension,
        _ => return None,
    })
}

fn ratio(value: &str) -> Option<Ratio> {
    Some(match value {
        "line" => Ratio::Line,
        "none" => Ratio::NoLine,
        "binomial" => Ratio::Binomial,
        _ => return None,
    })
}

fn shape(value: &str) -> Option<Shape> {
    Some(match value {
        "array" => Shape::Array,
        "matrix" => Shape::Matrix,
        "cases" => Shape::Cases,
        "aligned" => Shape::Aligned,
        "display" => Shape::Display,
        "plain" => Shape::Plain,
        fence => Shape::Fenced(one(fence)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_is_printed_as_it_is_read() {
        let mut signs: Vec<_> = TABLE.signs.iter().collect();
        signs.sort();
        for (sign, (_, command)) in signs {
            let read = match command.strip_prefix('\\').filter(|name| !name.is_empty()) {
                Some(name) => meaning(name),
                None => plain(command.as_bytes()[0]),
            };
            assert_eq!(read, Some(Meaning::Sign(*sign)), "{command}");
        }
    }

    #[test]
    fn no_command_has_two_rows() {
        let mut seen = std::collections::HashSet::new();
        let rows = include_str!("symbols.tsv").lines().filter(|row| !row.starts_with('#'));
        for spelling in rows.filter(|row| !row.starts_with("environment")).flat_map(|row| row.split('\t').nth(2)) {
            for spelling in spelling.split(' ') {
                assert!(seen.insert(spelling), "{spelling} stands in two rows");
            }
        }
    }
}
