//! Resuming: with which flags was an interrupted run begun, and which command takes it up again?
//!
//! A run that can be resumed keeps what it was given in `resume.json` in its folder until it is whole. With --resume, what is not given
//! again is taken from there.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::builder::ValueHint;
use clap::parser::ValueSource;
use clap::{Arg, ArgGroup, ArgMatches, Command};
use egen_corpus::store::Draft;

const FILE: &str = "resume.json";
/// The flag that takes a run up again, and the folder of the run.
const RESUME: &str = "resume";
const OUT: &str = "out";
/// What belongs to one command and not to the run.
const FLEETING: [&str; 5] = [RESUME, OUT, "color", "quiet", "verbose"];

/// The values of arguments, by their names.
type Given = BTreeMap<String, Vec<String>>;

/// When was it kept what a run was given?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    Before,
    Now,
}

/// What was asked for on the command line.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The subcommands.
    path: Vec<String>,
    given: Given,
}

impl Asked {
    /// What the arguments say, with what a run that is resumed was begun with.
    pub fn recall(command: &Command, matches: ArgMatches) -> anyhow::Result<(Asked, ArgMatches)> {
        let (path, leaf, found) = leaf(command, &matches);
        let asked = Asked { given: given(leaf, found), path };
        let Some(dir) = asked.given.get(RESUME).and(asked.given.get(OUT)) else { return Ok((asked, matches)) };
        let Some(before) = read(Path::new(&dir[0]))? else { return Ok((asked, matches)) };
        let rivals = |id: &String| {
            let groups = leaf.get_groups().filter(|group| !ArgGroup::clone(group).is_multiple());
            let members = groups.map(|group| group.get_args().map(ToString::to_string).collect::<Vec<_>>());
            members.filter(|members| members.contains(id)).flatten().collect::<Vec<_>>()
        };
        let replaced = |id: &String| rivals(id).iter().any(|rival| asked.given.contains_key(rival));
        let mut whole: Given = before.into_iter().filter(|(id, _)| !replaced(id)).collect();
        whole.extend(asked.given.clone());
        let words = [command.get_name().to_string()].into_iter().chain(asked.path.clone()).chain(words(leaf, &whole));
        let matches = command.clone().get_matches_from(words.map(OsString::from));
        Ok((Asked { given: whole, ..asked }, matches))
    }

    /// Keeps it in the folder of a run, without what the run itself knows. A run that is resumed was kept before.
    pub fn keep(&self, dir: &Path, known: &[&str]) -> anyhow::Result<Kept> {
        let path = dir.join(FILE);
        if self.given.contains_key(RESUME) && path.exists() {
            return Ok(Kept::Before);
        }
        let unknown = |id: &str| !FLEETING.contains(&id) && !known.contains(&id);
        let kept: BTreeMap<_, _> = self.given.iter().filter(|(id, _)| unknown(id)).collect();
        let text = serde_json::to_string_pretty(&kept)? + "\n";
        let written = fs::create_dir_all(dir).and_then(|()| Draft::publish(&path, text.as_bytes()));
        written.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Kept::Now)
    }

    /// The command that takes the run in a folder up again.
    pub fn again(&self, dir: &Path) -> String {
        format!("egen {} --out {} --resume", self.path.join(" "), quoted(&dir.display().to_string()))
    }
}

/// Takes away what was kept of a run that is whole, or of which there is nothing else.
pub fn forget(dir: &Path, whole: bool) -> anyhow::Result<()> {
    let alone = || fs::read_dir(dir).is_ok_and(|entries| entries.count() == 1);
    if whole || alone() {
        match fs::remove_file(dir.join(FILE)) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(error).context("cannot remove what was kept of the run");
            }
            _ => {}
        }
        // There may be something in it.
        let _ = fs::remove_dir(dir);
    }
    Ok(())
}

fn read(dir: &Path) -> anyhow::Result<Option<Given>> {
    let path = dir.join(FILE);
    match fs::read(&path) {
        Ok(text) => Ok(Some(serde_json::from_slice(&text).with_context(|| path.display().to_string())?)),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// The innermost subcommand, with the way to it.
fn leaf<'a>(mut command: &'a Command, mut matches: &'a ArgMatches) -> (Vec<String>, &'a Command, &'a ArgMatches) {
    let mut path = Vec::new();
    while let Some((name, inner)) = matches.subcommand()
        && let Some(found) = command.find_subcommand(name)
    {
        path.push(name.to_string());
        (command, matches) = (found, inner);
    }
    (path, command, matches)
}

/// The subcommands among the words of a command line.
pub fn path(command: &Command, words: &[OsString]) -> String {
    let (mut found, mut path) = (command, Vec::new());
    for name in words.iter().skip(1).filter_map(|word| word.to_str()) {
        match found.find_subcommand(name) {
            Some(inner) => {
                found = inner;
                path.push(name);
            }
            // A corpus may be called like a command.
            None if !name.starts_with('-') && !path.is_empty() => break,
            None => {}
        }
    }
    path.join(" ")
}

/// What was given, with whole paths: a run may be resumed in another folder.
fn given(command: &Command, matches: &ArgMatches) -> Given {
    let mut out = Given::new();
    for arg in command.get_arguments() {
        let id = arg.get_id().as_str();
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        let whole = |text: String| match arg.get_value_hint() {
            ValueHint::AnyPath if text != "-" && id != OUT => {
                std::path::absolute(PathBuf::from(&text)).map_or(text, |path| path.display().to_string())
            }
            _ => text,
        };
        let values = matches.get_raw(id).into_iter().flatten().map(|value| whole(value.to_string_lossy().into_owned()));
        out.insert(id.to_string(), values.collect());
    }
    out
}

/// Arguments as words of a command line.
fn words(command: &Command, given: &Given) -> Vec<String> {
    let (mut flags, mut rest) = (Vec::new(), Vec::new());
    for arg in command.get_arguments() {
        let Some(values) = given.get(arg.get_id().as_str()) else { continue };
        match arg.get_long() {
            None => rest.extend(values.iter().cloned()),
            Some(long) if takes_values(arg) => flags.extend(values.iter().map(|value| format!("--{long}={value}"))),
            Some(long) => flags.push(format!("--{long}")),
        }
    }
    flags.into_iter().chain(["--".to_string()]).chain(rest).collect()
}

fn takes_values(arg: &Arg) -> bool {
    arg.get_action().takes_values()
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=,@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    fn asked(line: &str) -> (Asked, ArgMatches) {
        let mut command = Cli::command();
        command.build();
        let matches = command.clone().try_get_matches_from(line.split(' ')).unwrap();
        Asked::recall(&command, matches).unwrap()
    }

    #[test]
    fn what_is_not_given_again_is_as_it_was() {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().display();
        let (first, _) = asked(&format!("egen corpus generate --members 7 --seed 3 --rules a --rules b --out {out}"));
        first.keep(dir.path(), &["seed"]).unwrap();
        let (_, matches) = asked(&format!("egen corpus generate --out {out} --members 9 --resume"));
        let found = matches.subcommand_matches("corpus").unwrap().subcommand_matches("generate").unwrap();
        assert_eq!(found.get_one::<u32>("members"), Some(&9));
        assert_eq!(found.get_one::<u64>("seed"), Some(&0), "the run knows it");
        let files: Vec<&PathBuf> = found.get_many("rules").unwrap().collect();
        assert!(files.len() == 2 && files.iter().all(|path| path.is_absolute()));
        forget(dir.path(), false).unwrap();
        assert!(!dir.path().exists(), "there was nothing else");
    }

    #[test]
    fn one_way_to_end_takes_the_place_of_another() {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().display();
        asked(&format!("egen train corpus --steps 3 --out {out}")).0.keep(dir.path(), &[]).unwrap();
        let (_, matches) = asked(&format!("egen train --epochs 2 --out {out} --resume"));
        let found = matches.subcommand_matches("train").unwrap();
        assert!(found.get_one::<u64>("steps").is_none() && found.get_many::<PathBuf>("corpora").unwrap().len() == 1);
    }

    #[test]
    fn a_shell_reads_back_what_was_quoted() {
        assert_eq!(quoted("runs/a-1"), "runs/a-1");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
