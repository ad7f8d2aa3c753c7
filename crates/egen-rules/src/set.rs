//! Sets: which rules are there?

use std::path::Path;
use std::sync::Arc;
use std::{fs, mem};

use rustc_hash::FxHashMap;

use crate::canonical::{Canonical, sides_hash};
use crate::error::{Fault, LoadError, RuleError};
use crate::hash::TextHash;
use crate::layout;
use crate::parse::{self, Parsed, place};
use crate::rule::{Family, Place, Rejected, Rule};
use crate::statement::{self, Statement};

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Rules in the order of their files.
#[derive(Clone, Debug, Default)]
pub struct RuleSet {
    /// The families.
    pub families: Vec<Family>,
    /// The rules.
    pub rules: Vec<Rule>,
    /// Ideas that failed.
    pub rejected: Vec<Rejected>,
    index: Index,
}

/// What has been seen, to refuse it a second time.
#[derive(Clone, Debug, Default)]
struct Index {
    names: FxHashMap<String, Place>,
    /// Places in `rules` by the hash of both sides.
    sides: FxHashMap<u64, Vec<usize>>,
}

impl RuleSet {
    /// The rules that come with egen: every file of `rules/`, in the order of their names.
    pub fn builtin() -> Result<RuleSet, LoadError> {
        let mut set = RuleSet::default();
        let mut errors = Vec::new();
        for (name, text) in FILES {
            set.read(name, text, &mut errors);
        }
        if errors.is_empty() { Ok(set) } else { Err(LoadError::Rules(errors)) }
    }

    /// The rules of a file.
    pub fn load(path: impl AsRef<Path>) -> Result<RuleSet, LoadError> {
        let path = path.as_ref();
        let text = fs::read_to_string(path).map_err(|source| LoadError::Io { path: path.to_owned(), source })?;
        RuleSet::parse(&path.display().to_string(), &text)
    }

    /// The rules of a text; the name stands for the file in messages.
    pub fn parse(name: &str, text: &str) -> Result<RuleSet, LoadError> {
        let mut set = RuleSet::default();
        let mut errors = Vec::new();
        set.read(name, text, &mut errors);
        if errors.is_empty() { Ok(set) } else { Err(LoadError::Rules(errors)) }
    }

    /// Adds the rules of another set. On an error this set holds what was added before it.
    pub fn extend(&mut self, other: RuleSet) -> Result<(), LoadError> {
        let mut errors = Vec::new();
        let first = self.families.len();
        for family in other.families {
            errors.extend(self.add_family(family).err());
        }
        for mut rule in other.rules {
            rule.family += first;
            errors.extend(self.add_rule(rule).err());
        }
        for mut rejected in other.rejected {
            rejected.family += first;
            errors.extend(self.add_rejected(rejected).err());
        }
        if errors.is_empty() { Ok(()) } else { Err(LoadError::Rules(errors)) }
    }

    /// The rule with a name.
    pub fn get(&self, name: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.name == name)
    }

    /// The name of a rule's family.
    pub fn family_of(&self, rule: &Rule) -> &str {
        &self.families[rule.family].name
    }

    /// Rules that say nothing new: each with a rule of the same sides and fewer conditions.
    pub fn redundant(&self) -> Vec<(&Rule, &Rule)> {
        let mut out = Vec::new();
        for rule in &self.rules {
            let canonical = Canonical::new(rule);
            let says_more = |other: &&Rule| {
                let other = Canonical::new(other);
                other.sides == canonical.sides
                    && other.when.len() < canonical.when.len()
                    && other.when.iter().all(|one| canonical.when.contains(one))
            };
            out.extend(self.of_hash(sides_hash(&rule.left, &rule.right)).find(says_more).map(|other| (rule, other)));
        }
        out
    }

    /// The rules whose sides have a hash.
    fn of_hash(&self, hash: u64) -> impl Iterator<Item = &Rule> {
        self.index.sides.get(&hash).into_iter().flatten().map(|at| &self.rules[*at])
    }

    /// A number for the rules: names, families, sides and conditions, in order. Comments, layout, the
    /// names of variables, `needs` and rejected rules do not count. Print it with `{:016x}`.
    pub fn hash(&self) -> u64 {
        let mut hash = TextHash::default();
        for rule in &self.rules {
            hash.add(self.family_of(rule));
            hash.add(&rule.name);
            hash.add(&Canonical::new(rule).text());
        }
        hash.value()
    }

    /// Reads a text into the set, as far as it has no defects.
    fn read(&mut self, name: &str, text: &str, errors: &mut Vec<RuleError>) {
        let file: Arc<str> = Arc::from(name);
        let (lines, complaints) = layout::lines(text);
        let mut found: Vec<RuleError> = complaints
            .into_iter()
            .map(|complaint| RuleError {
                place: Place { file: file.clone(), line: complaint.line, column: complaint.column },
                rule: None,
                fault: complaint.fault,
            })
            .collect();
        let mut family = None;
        for line in &lines {
            let bare = |at: usize, fault: Fault| {
                let rule = statement::name(&line.text).map(str::to_string);
                RuleError { place: place(&file, line, at), rule, fault }
            };
            match statement::split(&line.text) {
                Err((at, fault)) => found.push(bare(at, fault)),
                Ok(Statement::Family { .. }) if line.looped => found.push(bare(0, Fault::FamilyInFor)),
                Ok(Statement::Family { name, optional, sentence }) => {
                    let (at, name) = (name.start, line.text[name].to_string());
                    family = Some(self.families.len());
                    let new = Family { name, optional, sentence, place: place(&file, line, at) };
                    found.extend(self.add_family(new).err());
                }
                Ok(Statement::Rule(parts)) => match (parse::parse(&file, line, &parts), family) {
                    (Err(error), _) => found.push(error),
                    (Ok(_), None) => found.push(bare(0, Fault::NoFamily)),
                    (Ok(parsed), Some(family)) => found.extend(self.add(parsed, family).err()),
                },
            }
        }
        // A defect inside a loop shows up in every round; one report will do.
        found.sort_by(|a, b| a.place.cmp(&b.place));
        found.dedup_by(|a, b| a.place == b.place && mem::discriminant(&a.fault) == mem::discriminant(&b.fault));
        errors.append(&mut found);
    }

    fn add(&mut self, parsed: Parsed, family: usize) -> Result<(), RuleError> {
        let Parsed { name, left, right, two_way, when, off, needs, at, place } = parsed;
        if let Some(at) = at {
            return self.add_rejected(Rejected { name, family, left, right, when, at, place });
        }
        let forth = Rule { name, family, left, right, when, off, needs, place, two_way, reverse_of: None };
        if !two_way {
            return self.add_rule(forth);
        }
        let back = Rule {
            name: format!("{}-rev", forth.name),
            left: forth.right.clone(),
            right: forth.left.clone(),
            needs: None,
            reverse_of: Some(forth.name.clone()),
            ..forth.clone()
        };
        let same = sides_hash(&forth.left, &forth.right) == sides_hash(&back.left, &back.right);
        if same && Canonical::new(&forth) == Canonical::new(&back) {
            return Err(RuleError { place: forth.place, rule: Some(forth.name), fault: Fault::OwnReverse });
        }
        self.add_rule(forth)?;
        self.add_rule(back)
    }

    fn add_family(&mut self, family: Family) -> Result<(), RuleError> {
        let known = self.families.iter().find(|known| known.name == family.name);
        let repeated = known.map(|known| RuleError {
            place: family.place.clone(),
            rule: None,
            fault: Fault::RepeatedFamily { name: family.name.clone(), first: known.place.clone() },
        });
        // It is added all the same, so that the rules below it have a family to stand in.
        self.families.push(family);
        repeated.map_or(Ok(()), Err)
    }

    fn take_name(&mut self, name: &str, place: &Place) -> Result<(), RuleError> {
        match self.index.names.get(name) {
            Some(first) => Err(RuleError {
                place: place.clone(),
                rule: Some(name.to_string()),
                fault: Fault::RepeatedName { first: first.clone() },
            }),
            None => {
                self.index.names.insert(name.to_string(), place.clone());
                Ok(())
            }
        }
    }

    fn add_rejected(&mut self, rejected: Rejected) -> Result<(), RuleError> {
        self.take_name(&rejected.name, &rejected.place)?;
        self.rejected.push(rejected);
        Ok(())
    }

    fn add_rule(&mut self, rule: Rule) -> Result<(), RuleError> {
        self.take_name(&rule.name, &rule.place)?;
        let hash = sides_hash(&rule.left, &rule.right);
        let says_the_same = |other: &&Rule| {
            let (new, other) = (Canonical::new(&rule), Canonical::new(other));
            new.sides == other.sides && new.when == other.when
        };
        if let Some(other) = self.of_hash(hash).find(says_the_same) {
            let fault = Fault::Duplicate { other: other.name.clone(), first: other.place.clone() };
            return Err(RuleError { place: rule.place, rule: Some(rule.name), fault });
        }
        self.index.sides.entry(hash).or_default().push(self.rules.len());
        self.rules.push(rule);
        Ok(())
    }
}

/// Is `name` the family, or does it start with the family's name and a dot?
pub fn belongs(name: &str, family: &str) -> bool {
    name.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
