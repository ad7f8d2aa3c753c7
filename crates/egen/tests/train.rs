//! Does `egen train` give the same model whatever happens, and does it say what to do in trouble?

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

fn egen(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_egen"));
    command.args(args);
    command
}

/// Two blocks of the sample to train on and one to validate on, with edits.
fn corpus() -> &'static Path {
    static MADE: OnceLock<tempfile::TempDir> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let dir = tempfile::tempdir().expect("a folder");
        copy(dir.path());
        let dir_text = dir.path().to_str().expect("UTF-8");
        assert!(egen(&["corpus", "negatives", dir_text]).stdout(Stdio::null()).status().expect("runs").success());
        dir
    });
    made.path()
}

fn copy(dir: &Path) {
    let sample = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../sample/data");
    fs::create_dir_all(dir.join("data")).expect("a folder");
    for (from, to) in
        [("train-00000", "train-00000"), ("train-00001", "train-00001"), ("train-00002", "validation-00000")]
    {
        let name = |name: &str| format!("{name}.parquet");
        fs::copy(sample.join(name(from)), dir.join("data").join(name(to))).expect("the sample is there");
    }
}

fn train(out: &Path, more: &[&str]) -> Command {
    let mut command = plain(out, more);
    command.args(["--threads", "2"]);
    command
}

/// Without a number of threads.
fn plain(out: &Path, more: &[&str]) -> Command {
    let mut command = egen(&["train"]);
    command.arg(corpus()).arg("--out").arg(out).args(more);
    command
}

fn text(output: &Output) -> (String, String, Option<i32>) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

/// Some hundred steps, a second or two.
const RUN: [&str; 8] = ["--preset", "tiny", "--steps", "300", "--checkpoint-every", "20", "--seed", "5"];

#[test]
fn a_run_that_was_killed_and_stopped_gives_the_same_model() {
    let dir = tempfile::tempdir().expect("a folder");
    let (whole, parts) = (dir.path().join("whole"), dir.path().join("parts"));
    let (stdout, stderr, status) = text(&train(&whole, &RUN).output().expect("runs"));
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stdout.contains("1280 rows in 64 clusters") && stdout.contains("validation loss"), "{stdout}");
    assert!(stdout.contains("300 steps, ") && stdout.contains("model.safetensors"), "{stdout}");
    for name in ["model.safetensors", "checkpoint.safetensors", "log.jsonl", "loss.svg", "run.json"] {
        assert!(whole.join(name).exists(), "{name}");
    }
    for moment in [300, 700, 900] {
        let begun = parts.join("run.json").exists();
        let mut child = if begun { train(&parts, &["--resume"]) } else { train(&parts, &RUN) };
        let mut child = child.stdout(Stdio::null()).spawn().expect("starts");
        thread::sleep(Duration::from_millis(moment));
        child.kill().expect("it can be killed");
        child.wait().expect("ends");
    }
    let last = if parts.join("run.json").exists() { train(&parts, &["--resume"]) } else { train(&parts, &RUN) };
    let (_, stderr, status) = text(&{ last }.output().expect("runs"));
    assert_eq!(status, Some(0), "{stderr}");
    let model = |dir: &Path| fs::read(dir.join("model.safetensors")).expect("written");
    assert!(model(&parts) == model(&whole), "models differ");
}

#[test]
fn a_run_goes_on_with_the_threads_that_it_was_begun_with() {
    let dir = tempfile::tempdir().expect("a folder");
    let (whole, parts) = (dir.path().join("whole"), dir.path().join("parts"));
    let one = [&RUN[..], &["--threads", "1"]].concat();
    assert!(plain(&whole, &one).stdout(Stdio::null()).status().expect("runs").success());
    let mut child = plain(&parts, &one).stdout(Stdio::null()).spawn().expect("starts");
    for _ in 0..600 {
        if parts.join("checkpoint.safetensors").exists() {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("ends");
    assert!(plain(&parts, &["--resume"]).stdout(Stdio::null()).status().expect("runs").success());
    let model = |dir: &Path| fs::read(dir.join("model.safetensors")).expect("written");
    assert!(model(&parts) == model(&whole), "models differ");
}

#[cfg(unix)]
#[test]
fn a_run_that_is_asked_to_stop_leaves_a_model() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("run");
    let mut command = train(&out, &["--preset", "tiny", "--time-limit", "10m", "--log-every", "1"]);
    let child = command.stdout(Stdio::piped()).spawn().expect("starts");
    // A line in the log: it is under way.
    let logged = || fs::metadata(out.join("log.jsonl")).is_ok_and(|file| file.len() > 0);
    for _ in 0..600 {
        if logged() {
            break;
        }
        thread::sleep(Duration::from_millis(100));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs").success());
    let (stdout, _, status) = text(&child.wait_with_output().expect("ends"));
    let line = format!("stopped before its end; go on with --resume: egen train --out {} --resume", out.display());
    assert!(status == Some(0) && stdout.contains(&line), "{stdout}");
    let embedded = egen(&["embed", "x", "--model"]).arg(&out).output().expect("runs");
    assert!(embedded.status.success(), "a folder is a model: {}", text(&embedded).1);
    // Where nothing else is given, the run knows its corpora; another seed is another run.
    let refused = egen(&["train", "--resume", "--seed", "9", "--out"]).arg(&out).output().expect("runs");
    assert!(text(&refused).1.contains("was begun with seed 0, and now it is 9"), "{}", text(&refused).1);
    assert!(out.join("model.safetensors").exists() && out.join("checkpoint.safetensors").exists());
}

#[test]
fn trouble_says_what_to_do() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("run");
    let refused = |command: &mut Command, wanted: &str| {
        let (_, stderr, status) = text(&command.output().expect("runs"));
        assert!(status == Some(2) && stderr.contains(wanted), "wanted `{wanted}`: {stderr}");
    };
    let plain = dir.path().join("plain");
    copy(&plain);
    refused(egen(&["train"]).arg(&plain).arg("--out").arg(&out), "make them with `egen corpus negatives");
    refused(egen(&["train", "none", "--out"]).arg(&out), "there is no such folder or file");
    refused(&mut train(&out, &["--preset", "large"]), "there is no preset `large`: expected paper, ");
    refused(&mut train(&out, &["--preset", "none.toml"]), "none.toml");
    refused(&mut train(&out, &["--set", "training.rat=1"]), "unknown field `rat`");
    refused(&mut train(&out, &["--set", "training.rate"]), "such as training.rate=1e-3");
    refused(&mut train(&out, &["--steps", "3", "--epochs", "3"]), "cannot be used with");
    refused(&mut train(&out, &["--time-limit", "45"]), "90s, 45m or 8h");
    refused(&mut train(&out, &["--split", "tset"]), "there is no split `tset`; there is train, validation");
    refused(&mut train(&out, &["--device", "tpu"]), "expected cpu");
    #[cfg(not(feature = "wgpu"))]
    refused(&mut train(&out, &["--device", "wgpu"]), "cargo install --path crates/egen --features wgpu");
    refused(&mut train(&out, &["--resume"]), "holds no run to go on with: leave --resume out");
    assert!(!out.exists(), "what was refused leaves nothing");
    let short = ["--preset", "tiny", "--steps", "3"];
    assert!(train(&out, &short).stdout(Stdio::null()).status().expect("runs").success());
    refused(&mut train(&out, &short), "holds a run already: go on with --resume");
    refused(&mut train(&out, &["--resume", "--seed", "9"]), "was begun with seed 0, and now it is 9");
    let checkpoint = out.join("checkpoint.safetensors");
    let bytes = fs::read(&checkpoint).expect("written");
    fs::write(&checkpoint, &bytes[..bytes.len() / 2]).expect("written");
    refused(&mut train(&out, &["--resume"]), ": delete that file, and --resume begins with the first step");
    fs::remove_file(&checkpoint).expect("removed");
    assert!(train(&out, &["--resume"]).stdout(Stdio::null()).status().expect("runs").success());
    fs::write(out.join("run.json"), "{").expect("written");
    refused(&mut train(&out, &["--resume"]), ": the run cannot go on; begin another one with another --out");
    let wild = dir.path().join("wild");
    let rate = ["--preset", "tiny", "--steps", "30", "--set", "training.rate=1e30"];
    refused(&mut train(&wild, &rate), "bad-batch.jsonl: a smaller rate may help");
}

#[cfg(feature = "flex")]
#[test]
fn a_run_on_another_device_goes_on_there() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("run");
    let mut first =
        train(&out, &["--preset", "tiny", "--time-limit", "2s", "--device", "flex", "--checkpoint-every", "5"]);
    let mut child = first.stdout(Stdio::null()).spawn().expect("starts");
    for _ in 0..600 {
        if out.join("checkpoint.safetensors").exists() {
            break;
        }
        thread::sleep(Duration::from_millis(100));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("ends");
    let (stdout, stderr, status) = text(&train(&out, &["--resume"]).output().expect("runs"));
    assert!(status == Some(0) && stdout.contains("model.safetensors"), "{stdout} {stderr}");
    assert!(fs::read_to_string(out.join("run.json")).expect("written").contains("\"device\": \"flex\""));
}
