//! Does the exit status of `egen check` say what a page of several problems needs: 0 or 3 if it is right, 1 or 3 with a mistake, 3 if a claim was not understood?
//!
//! The pages and their table are those of `egen-check`.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

#[test]
fn the_exit_status_tells_right_pages_from_others() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../egen-check/tests");
    let table = fs::read_to_string(tests.join("pages.tsv")).expect("the table of pages");
    let mut wrong = Vec::new();
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let &[file, _, mistakes, unread, _, missed, pending] = &cells[..] else { panic!("seven columns: {row}") };
        let wanted: &[i32] = match (mistakes != "-" && missed == "-", unread != "-") {
            (true, _) => &[1, 3],
            (false, true) => &[3],
            (false, false) => &[0, 3],
        };
        let mut command = Command::cargo_bin("egen").expect("built");
        let output = command.arg("check").arg(tests.join("pages").join(file)).output().expect("runs");
        let status = output.status.code().expect("an exit code");
        if pending == "-" && !wanted.contains(&status) {
            wrong.push(format!("{file}: wanted one of {wanted:?}, got {status}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
