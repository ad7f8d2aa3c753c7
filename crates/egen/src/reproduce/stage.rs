//! Stages: what is made already, and what must be made again?
//!
//! A stage is a folder with `stage.json` and, in `made/`, what it makes. Its key is a checksum of the program's version, its settings and the
//! keys of the stages before it: what has the same key is the same, and another key makes it anew. While a stage is under way it has no
//! time; one that was interrupted goes on, if it can. How long each took is part of the report.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use anyhow::{Context, bail};
use egen_corpus::store::{Draft, checksum};
use egen_eval::report::StageTime;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// `stage.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Record {
    name: String,
    key: String,
    /// What it made, in words.
    #[serde(default)]
    made: String,
    /// How long it took; nothing while it is under way.
    seconds: Option<f64>,
    /// When it was whole, in seconds since 1970.
    #[serde(default)]
    finished: u64,
}

/// What a stage is known by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// The key of a stage.
    pub fn new(name: &str, settings: &Value, before: &[&Key]) -> Key {
        let before: Vec<&str> = before.iter().map(|key| key.0.as_str()).collect();
        let all = json!({ "version": env!("CARGO_PKG_VERSION"), "name": name, "settings": settings, "before": before });
        Key(checksum(all.to_string().as_bytes()))
    }
}

/// How far a stage was when it was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// It is there.
    Made,
    /// It was begun with the same key.
    Begun,
    /// Nothing of it is there, or nothing that could be used.
    Nothing,
}

/// A stage that is being made.
pub struct Stage {
    dir: PathBuf,
    record: Record,
    started: Instant,
    /// How long it took before, if it was whole and more is added.
    before: f64,
    /// How far it was.
    pub found: Found,
}

impl Stage {
    /// Looks at a stage in the folder of all; what another key made is taken away.
    pub fn open(stages: &Path, name: &str, key: &Key) -> anyhow::Result<Stage> {
        let dir = stages.join(name);
        let there = read(&dir)?;
        let before = there.as_ref().and_then(|there| there.seconds).unwrap_or(0.0);
        let found = match there {
            Some(there) if there.key == key.0 && there.seconds.is_some() => Found::Made,
            Some(there) if there.key == key.0 => Found::Begun,
            Some(_) => {
                fs::remove_dir_all(&dir).with_context(|| format!("cannot clear {}", dir.display()))?;
                Found::Nothing
            }
            None if dir.exists() => bail!("{} is in the way: it is no stage of a reproduction", dir.display()),
            None => Found::Nothing,
        };
        let before = if found == Found::Made { before } else { 0.0 };
        let record = Record { name: name.into(), key: key.0.clone(), made: String::new(), seconds: None, finished: 0 };
        let stage = Stage { dir, record, started: Instant::now(), before, found };
        if found == Found::Nothing {
            fs::create_dir_all(&stage.dir).with_context(|| format!("cannot make {}", stage.dir.display()))?;
            stage.write()?;
        }
        Ok(stage)
    }

    /// Where its results are.
    pub fn made(&self) -> PathBuf {
        self.dir.join("made")
    }

    /// Takes away what was made, for what cannot go on.
    pub fn clear(&self) -> anyhow::Result<()> {
        match fs::remove_dir_all(self.made()) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error).context("cannot clear a stage"),
            _ => Ok(()),
        }
    }

    /// Says that it is whole, what it made, and how long that took.
    pub fn finish(mut self, made: &str) -> anyhow::Result<f64> {
        let seconds = (10.0 * self.started.elapsed().as_secs_f64()).round() / 10.0;
        self.record.seconds = Some(self.before + seconds);
        self.record.made = made.into();
        self.record.finished = since_1970(SystemTime::now());
        self.write()?;
        Ok(seconds)
    }

    fn write(&self) -> anyhow::Result<()> {
        let path = self.dir.join("stage.json");
        let text = serde_json::to_string_pretty(&self.record)? + "\n";
        Draft::publish(&path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
    }
}

fn since_1970(time: SystemTime) -> u64 {
    time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// How long the stages with these names took; what was whole before a time was kept from an earlier run.
pub fn times(stages: &Path, names: &[&str], began: SystemTime) -> anyhow::Result<Vec<StageTime>> {
    let mut all = Vec::new();
    for name in names {
        if let Some(Record { name, made, seconds: Some(seconds), finished, .. }) = read(&stages.join(name))? {
            all.push(StageTime { name, made, seconds, kept: finished < since_1970(began) });
        }
    }
    Ok(all)
}

fn read(dir: &Path) -> anyhow::Result<Option<Record>> {
    let path = dir.join("stage.json");
    match fs::read(&path) {
        Ok(text) => Ok(Some(serde_json::from_slice(&text).with_context(|| path.display().to_string())?)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Opens a stage, makes it, and tells what was found; `killed` before it is whole.
    fn run(dir: &Path, key: &Key, killed: bool) -> Found {
        let stage = Stage::open(dir, "corpus", key).unwrap();
        let found = stage.found;
        if found != Found::Made {
            fs::create_dir_all(stage.made()).unwrap();
            fs::write(stage.made().join(format!("{found:?}")), "x").unwrap();
            if !killed {
                stage.finish("a file").unwrap();
            }
        }
        found
    }

    #[test]
    fn a_killed_stage_goes_on_and_a_finished_one_is_not_made_again() {
        let dir = tempfile::tempdir().unwrap();
        let key = Key::new("corpus", &json!({ "members": 80 }), &[]);
        assert_eq!(run(dir.path(), &key, true), Found::Nothing);
        // What was made before it was killed is there.
        assert_eq!(run(dir.path(), &key, false), Found::Begun);
        assert!(dir.path().join("corpus/made/Nothing").exists());
        assert_eq!(run(dir.path(), &key, false), Found::Made);
    }

    #[test]
    fn the_report_knows_which_stages_were_kept() {
        let dir = tempfile::tempdir().unwrap();
        run(dir.path(), &Key::new("corpus", &json!(1), &[]), false);
        let names = ["corpus", "split"];
        let now = times(dir.path(), &names, SystemTime::UNIX_EPOCH).unwrap();
        assert_eq!((now.len(), now[0].made.as_str(), now[0].kept), (1, "a file", false));
        let later = SystemTime::now() + std::time::Duration::from_secs(60);
        assert!(times(dir.path(), &names, later).unwrap()[0].kept);
    }

    #[test]
    fn another_key_makes_a_stage_anew() {
        let dir = tempfile::tempdir().unwrap();
        let key = |members: u32| Key::new("corpus", &json!({ "members": members }), &[]);
        assert_eq!(run(dir.path(), &key(80), false), Found::Nothing);
        assert_eq!(run(dir.path(), &key(40), true), Found::Nothing);
        fs::write(dir.path().join("corpus/made/old"), "x").unwrap();
        assert_eq!(run(dir.path(), &key(80), false), Found::Nothing);
        assert!(!dir.path().join("corpus/made/old").exists());
    }

    #[test]
    fn a_key_depends_on_everything_before_it() {
        let (one, two) = (Key::new("corpus", &json!(1), &[]), Key::new("corpus", &json!(2), &[]));
        assert_ne!(one, two);
        assert_ne!(Key::new("split", &json!(1), &[&one]), Key::new("split", &json!(1), &[&two]));
        assert_eq!(Key::new("split", &json!(1), &[&one]), Key::new("split", &json!(1), &[&one]));
        assert_ne!(Key::new("corpus", &json!(1), &[]), Key::new("split", &json!(1), &[]));
    }

    #[test]
    fn what_is_no_stage_is_not_taken_away() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("corpus")).unwrap();
        assert!(Stage::open(dir.path(), "corpus", &Key::new("corpus", &json!(1), &[])).is_err());
        assert!(dir.path().join("corpus").exists());
    }
}
