//! Shards: are these all the parts of one run, and what do they make together?

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{How, MergeError, Merged, Part};
use crate::store::{FileEntry, Manifest, SplitEntry, StoreError};

pub(super) fn merge(parts: &[Part<'_>], to: &Path, report: &dyn Fn(u64)) -> Result<Merged, MergeError> {
    let (first, of) = (&parts[0], parts[0].of);
    for part in parts {
        same_run(first, part)?;
    }
    let here = |shard: u32| parts.iter().any(|part| part.shard == shard);
    let missing: Vec<u32> = (0..of).filter(|&shard| !here(shard)).collect();
    if !missing.is_empty() {
        return Err(MergeError::Missing { of, missing });
    }
    let mut files: BTreeMap<(bool, usize, String), (&Path, &FileEntry)> = BTreeMap::new();
    let mut splits: BTreeMap<String, SplitEntry> = BTreeMap::new();
    let mut counted = vec![false; of as usize];
    for &Part { dir, manifest, shard, .. } in parts {
        for file in &manifest.files {
            // Data before rejects, then by number: the order of a run that was never divided.
            let place = (!file.path.starts_with("data/"), file.path.len(), file.path.clone());
            let (known_dir, known) = *files.entry(place).or_insert((dir, file));
            if known.checksum != file.checksum {
                let (path, got) = (dir.join(&file.path), file.checksum.clone());
                let who = known_dir.display().to_string();
                return Err(MergeError::Checksum { path, got, who, want: known.checksum.clone() });
            }
        }
        // The same shard may be given twice.
        if !std::mem::replace(&mut counted[shard as usize], true) {
            for (name, entry) in &manifest.splits {
                let sum = splits.entry(name.clone()).or_default();
                sum.clusters += entry.clusters;
                sum.rows += entry.rows;
            }
        }
    }
    let mut manifest = Manifest { shard: None, rejects: 0, files: Vec::new(), ..first.manifest.clone() };
    Manifest::begin(to)?;
    for (done, ((rejects, ..), (dir, file))) in files.into_iter().enumerate() {
        copy(dir, file, to)?;
        manifest.rejects += if rejects { file.rows } else { 0 };
        manifest.files.push(file.clone());
        report(done as u64 + 1);
    }
    manifest.clusters = splits.values().map(|split| split.clusters).sum();
    manifest.rows = splits.values().map(|split| split.rows).sum();
    manifest.splits = splits;
    manifest.write(to)?;
    Ok(Merged { manifest, how: How::Shards(of) })
}

fn same_run(first: &Part<'_>, part: &Part<'_>) -> Result<(), MergeError> {
    let texts = |m: &Manifest| {
        [
            ("version of egen", m.version.clone()),
            ("format", m.format.to_string()),
            ("preset", m.preset.clone()),
            ("set of rules", m.rules.clone()),
            ("number of shards", m.shard.map_or(0, |(_, of)| of).to_string()),
            ("seed", m.seed.to_string()),
            ("settings", m.settings.to_string()),
        ]
    };
    for ((what, got), (_, want)) in texts(part.manifest).into_iter().zip(texts(first.manifest)) {
        if got != want {
            let (dir, first) = (part.dir.display().to_string(), first.dir.display().to_string());
            return Err(MergeError::Different { dir, first, what, got, want });
        }
    }
    Ok(())
}

/// Copies a file, which gets its name when it is whole and what the manifest says.
fn copy(dir: &Path, file: &FileEntry, to: &Path) -> Result<(), MergeError> {
    let (source, target) = (dir.join(&file.path), to.join(&file.path));
    let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let temporary = target.with_file_name(format!(".tmp-{name}.{}", std::process::id()));
    let failed = |error| MergeError::Copy { path: source.clone(), source: error };
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let copied = fs::copy(&source, &temporary).map_err(failed).and_then(|_| {
        let got = FileEntry::of(to, &temporary).map_err(|error| match error {
            // The copy is what was read; the file to name is the one copied.
            StoreError::Damaged { reason, .. } => StoreError::Damaged { path: source.clone(), reason },
            StoreError::CutShort { bytes, .. } => StoreError::CutShort { path: source.clone(), bytes },
            StoreError::NotParquet { .. } => StoreError::NotParquet { path: source.clone() },
            other => other,
        })?;
        if got.checksum != file.checksum {
            let who = dir.join("manifest.json").display().to_string();
            let (path, want) = (source.clone(), file.checksum.clone());
            return Err(MergeError::Checksum { path, got: got.checksum, who, want });
        }
        fs::rename(&temporary, &target).map_err(failed)
    });
    if copied.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    copied
}
