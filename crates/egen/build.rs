//! Tells the program which commit it is built from, if that is known: `EGEN_COMMIT`.
//!
//! A package from a registry says it in a file. A checkout asks git, and only if git tracks this package; without git nothing is said.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let package = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    if let Some(commit) = packaged(Path::new(&package)).or_else(|| checked_out(&package)) {
        println!("cargo::rustc-env=EGEN_COMMIT={commit}");
    }
}

/// What `cargo package` wrote: `{"git": {"sha1": "…"}}`.
fn packaged(package: &Path) -> Option<String> {
    let text = fs::read_to_string(package.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    rest.split('"').nth(1).map(|hash| hash.chars().take(12).collect())
}

/// The commit of the checkout; `-dirty` behind it says that files differ from it.
fn checked_out(package: &str) -> Option<String> {
    git(package, &["ls-files", "--error-unmatch", "Cargo.toml"])?;
    for of_git in ["HEAD", "logs/HEAD"] {
        let path = Path::new(package).join(git(package, &["rev-parse", "--git-path", of_git])?);
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    // What a file says decides whether the checkout is clean.
    println!("cargo::rerun-if-changed=..");
    git(package, &["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"])
}

fn git(package: &str, args: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(package).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}
