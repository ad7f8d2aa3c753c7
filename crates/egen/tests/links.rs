//! Do the pages of the project lead where they say, and does ARCHITECTURE.md show the crates as they are?

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// Folders that are made, or that hold what tests read.
const SKIPPED: [&str; 4] = ["target", "book/book", ".git", "tests"];

/// Every Markdown file under a folder.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if SKIPPED.iter().any(|skipped| path.ends_with(skipped)) {
            continue;
        }
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// A page without its blocks of code.
fn prose(page: &str) -> String {
    page.split("```").step_by(2).collect()
}

/// The targets of the links and pictures of a page.
fn targets(page: &str) -> Vec<String> {
    let prose = prose(page);
    let links = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    links.map(str::to_string).filter(|link| !link.contains(' ')).collect()
}

/// The anchors of a page's headings, as browsers of repositories and mdbook make them.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = prose(page);
    let headings = headings.lines().filter(|line| line.starts_with('#'));
    let plain = |heading: &str| {
        let kept = heading.trim_start_matches('#').trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    headings.map(plain).collect()
}

#[test]
fn links_and_anchors_resolve() {
    let mut found = Vec::new();
    pages(Path::new(ROOT), &mut found);
    let mut broken = Vec::new();
    for path in &found {
        let page = fs::read_to_string(path).expect("a page");
        for link in targets(&page) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (file, anchor) =
                link.split_once('#').map_or((link.as_str(), None), |(file, anchor)| (file, Some(anchor)));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name("").join(file) };
            let holds = target.exists()
                && anchor
                    .is_none_or(|anchor| fs::read_to_string(&target).is_ok_and(|page| anchors(&page).contains(anchor)));
            if !holds {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The crates of the project that a manifest's section names.
fn named<'a>(manifest: &'a str, section: &str) -> Vec<&'a str> {
    let lines = manifest.lines().skip_while(|line| *line != section).skip(1).take_while(|line| !line.starts_with('['));
    lines.filter(|line| line.starts_with("egen-")).filter_map(|line| line.split(['.', ' ', '=']).next()).collect()
}

#[test]
fn crates_import_only_what_stands_above_them() {
    let root = Path::new(ROOT);
    let Ok(page) = fs::read_to_string(root.join("ARCHITECTURE.md")) else { return }; // a packaged crate is without it
    let rows = page.lines().filter_map(|line| line.strip_prefix("| [egen")?.split_once(']'));
    let crates: Vec<String> = rows.map(|(rest, _)| format!("egen{rest}")).collect();
    let folders = fs::read_dir(root.join("crates")).expect("the crates").flatten();
    let there: BTreeSet<String> = folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(crates.iter().cloned().collect::<BTreeSet<_>>(), there);
    for (at, name) in crates.iter().enumerate() {
        let manifest = fs::read_to_string(root.join("crates").join(name).join("Cargo.toml")).expect("a manifest");
        for import in named(&manifest, "[dependencies]") {
            assert!(crates[..at].iter().any(|above| above == import), "{name} imports {import}, which stands below it");
        }
    }
}
