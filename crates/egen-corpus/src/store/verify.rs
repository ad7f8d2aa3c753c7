//! Verifying: does a folder hold what its manifest says?

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{FileEntry, Manifest, StoreError, layout};

/// Something in a folder that its manifest does not say.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// A listed file is missing, cut short, or damaged.
    #[error(transparent)]
    File(#[from] StoreError),
    /// A file has other contents.
    #[error("{path}: {what} is {got}, the manifest says {want}")]
    Differs {
        /// The file.
        path: String,
        /// What differs: `the length`, `the number of rows`, `the number of clusters`, `the checksum`.
        what: &'static str,
        /// What it is.
        got: String,
        /// What the manifest says.
        want: String,
    },
    /// A file that the manifest does not list.
    #[error("{path}: the manifest does not list it")]
    Unlisted {
        /// The file.
        path: String,
    },
    /// The manifest contradicts itself.
    #[error("manifest.json: {what} is {stated}, but its lists add up to {sum}")]
    Sum {
        /// Which number.
        what: String,
        /// The number in the manifest.
        stated: u64,
        /// What its lists of splits and files add up to.
        sum: u64,
    },
}

impl Manifest {
    /// Compares the manifest with the files of the folder, all of which are read. No problems: an empty list.
    pub fn verify(&self, dir: impl AsRef<Path>) -> Vec<Problem> {
        let dir = dir.as_ref();
        let mut problems = self.sums();
        for want in &self.files {
            match FileEntry::of(dir, dir.join(&want.path)) {
                Ok(got) => problems.extend(differences(&got, want)),
                Err(error) => problems.push(error.into()),
            }
        }
        let listed: BTreeSet<&str> = self.files.iter().map(|file| file.path.as_str()).collect();
        for folder in [layout::DATA, layout::REJECTS] {
            match layout::parquet_files(&dir.join(folder)) {
                Ok(files) => {
                    let files = files.iter().map(|path| FileEntry::relative(dir, path));
                    let unlisted = files.filter(|path| !listed.contains(path.as_str()));
                    problems.extend(unlisted.map(|path| Problem::Unlisted { path }));
                }
                Err(error) => problems.push(error.into()),
            }
        }
        problems
    }

    /// Where the numbers of the manifest do not fit together.
    fn sums(&self) -> Vec<Problem> {
        let mut in_files = BTreeMap::<String, u64>::new();
        let mut rejects = 0;
        for file in &self.files {
            if Path::new(&file.path).starts_with(layout::REJECTS) {
                rejects += file.rows;
            } else {
                *in_files.entry(layout::split_of(Path::new(&file.path))).or_default() += file.rows;
            }
        }
        let mut sums = vec![
            (
                "the number of clusters".to_owned(),
                self.clusters,
                self.splits.values().map(|split| split.clusters).sum(),
            ),
            ("the number of rows".to_owned(), self.rows, in_files.values().sum()),
            ("the number of rejects".to_owned(), self.rejects, rejects),
        ];
        for (name, split) in &self.splits {
            let rows = in_files.get(name).copied().unwrap_or(0);
            sums.push((format!("the number of rows of `{name}`"), split.rows, rows));
        }
        let wrong = sums.into_iter().filter(|(_, stated, sum)| stated != sum);
        wrong.map(|(what, stated, sum)| Problem::Sum { what, stated, sum }).collect()
    }
}

fn differences(got: &FileEntry, want: &FileEntry) -> Vec<Problem> {
    let path = &want.path;
    let pairs = [
        ("the length", got.bytes.to_string(), want.bytes.to_string()),
        ("the number of rows", got.rows.to_string(), want.rows.to_string()),
        ("the checksum", got.checksum.clone(), want.checksum.clone()),
    ];
    let differing = pairs.into_iter().filter(|(_, got, want)| got != want);
    differing.map(|(what, got, want)| Problem::Differs { path: path.clone(), what, got, want }).collect()
}
