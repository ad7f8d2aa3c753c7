//! Does README show what the command really prints?
//!
//! A block of code that begins with `$ ` is a session: commands with what they print on both streams below them. `$ cat FILE` shows a file that later commands read.

use std::fs;
use std::path::Path;
use std::process::Command;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");

/// What a shell prints for a command line, standard error first (notes stand before answers) and without it.
fn run(line: &str, folder: &Path) -> [String; 2] {
    let program = Path::new(env!("CARGO_BIN_EXE_egen")).parent().expect("a file is in a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh").args(["-c", line]).current_dir(folder).env("PATH", path).output().expect("a shell");
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    [format!("{err}{out}"), format!("{out}{err}")].map(|text| text.trim().to_string())
}

#[test]
fn sessions_are_as_they_run() {
    let Ok(readme) = fs::read_to_string(README) else { return }; // a packaged crate is without the project's
    let folder = std::env::temp_dir().join(format!("egen-readme-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the temporary folder can be written");
    let mut commands = 0;
    for block in readme.split("```\n").filter(|block| block.starts_with("$ ")) {
        for session in format!("\n{block}").split("\n$ ").skip(1) {
            let (line, shown) = session.split_once('\n').unwrap_or((session, ""));
            if let Some(file) = line.strip_prefix("cat ") {
                fs::write(folder.join(file), shown).expect("the temporary folder can be written");
                continue;
            }
            commands += 1;
            let printed = run(line, &folder);
            assert!(printed.contains(&shown.trim().to_string()), "$ {line}\n{}\nis not\n{shown}", printed[0]);
        }
    }
    assert!(commands >= 15, "README shows {commands} commands only");
    fs::remove_dir_all(&folder).expect("it was made here");
}
