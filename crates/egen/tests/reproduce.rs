//! Does `egen reproduce` refuse what cannot be meant, before it makes anything?

use assert_cmd::Command;

fn refused(args: &[&str]) -> String {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("report");
    let output =
        Command::cargo_bin("egen").unwrap().arg("reproduce").args(args).arg("--out").arg(&out).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(!out.exists());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn what_cannot_be_meant_is_refused_at_once() {
    for (args, said) in [
        (&["--preset", "quick", "--models", "trained"] as &[&str], "models are trained with --preset full"),
        (&["--preset", "quick", "--train-time", "45m"], "--train-time is for models that are trained"),
        (&["--train-time", "45"], "expected a number and a unit"),
        (&["--preset", "quick", "--limit", "300"], "--limit is for --preset full"),
        (&["--preset", "full", "--limit", "3"], "3 is not in 50.."),
        (&["--external", "no-such-folder"], "there is no such folder"),
    ] {
        let error = refused(args);
        assert!(error.contains(said), "{args:?}: {error}");
    }
}
