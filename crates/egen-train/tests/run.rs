//! Runs: does a model learn from a corpus, and does a run survive whatever happens to it?

mod corpus;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use egen_model::Encoder;
use egen_train::config::{Bundled, Preset};
use egen_train::run::{End, Every, Intervals, Job, Outcome, Progress, RunError, Settings, Stop, loss_on, run};
use egen_train::{Data, Trainer, engine};
use rand_core::SeedableRng;
use serde_json::Value;

fn tiny() -> Preset {
    Bundled::Tiny.preset()
}

fn data(split: &str) -> Data {
    let preset = tiny();
    Data::open(&[(corpus::open(), split)], &preset.model, &preset.training).unwrap()
}

/// Logs every 5 steps, saves every 10.
const INTERVALS: Intervals = Intervals { log: 5, checkpoint: Every::Steps(10), validation: Every::Steps(20) };

fn go(
    dir: &Path,
    settings: &Settings,
    data: &Data,
    resume: bool,
    each: &mut dyn FnMut(&Progress, &AtomicBool),
) -> Result<Outcome, RunError> {
    let stop = AtomicBool::new(false);
    let job = Job { dir, settings, intervals: INTERVALS, data, threads: 2, engine: engine::open, resume, stop: &stop };
    run(&job, &mut |_| Vec::new(), &mut |now| each(now, &stop))
}

fn quiet(_: &Progress, _: &AtomicBool) {}

fn steps(steps: u64) -> Settings {
    Settings { seed: 3, ..Settings::new(tiny(), End::Steps(steps)) }
}

/// The weights, and with them the means of the optimiser.
fn state(dir: &Path) -> (Vec<u32>, Vec<u8>) {
    let path = dir.join("checkpoint.safetensors");
    let weights = Encoder::load(&path).unwrap().weights().iter().map(|weight| weight.to_bits()).collect();
    let bytes = fs::read(path).unwrap();
    let header = 8 + u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    // The header says how long it took, which no two runs agree on.
    (weights, bytes[header..].to_vec())
}

fn log(dir: &Path) -> Vec<Value> {
    let text = fs::read_to_string(dir.join("log.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("run");
    (dir, path)
}

#[test]
fn a_run_learns_and_leaves_its_files() {
    let (_keep, dir) = folder();
    let (train, validation) = (data("train"), data("validation"));
    let settings = steps(200);
    let stop = AtomicBool::new(false);
    let job = Job {
        dir: &dir,
        settings: &settings,
        intervals: INTERVALS,
        data: &train,
        threads: 2,
        engine: engine::open,
        resume: false,
        stop: &stop,
    };
    let mut shares = Vec::new();
    let outcome =
        run(&job, &mut loss_on(&validation, &settings.preset.training), &mut |now| shares.push(now.share)).unwrap();
    assert_eq!((outcome.stop, outcome.steps), (Stop::Finished, 200));
    assert!(shares.is_sorted() && shares.len() == 200 && *shares.last().unwrap() == 1.0);
    let log = log(&dir);
    let training: Vec<&Value> = log.iter().filter(|line| line.get("loss").is_some()).collect();
    let found: Vec<&Value> = log.iter().filter(|line| line.get("validation").is_some()).collect();
    assert_eq!((training.len(), found.len()), (40, 10));
    let loss = |line: &Value| line["loss"].as_f64().unwrap();
    assert!(loss(training[39]) < 0.7 * loss(training[0]), "{log:?}");
    assert!(loss(&found[9]["validation"]) < loss(&found[0]["validation"]), "{log:?}");
    assert_eq!(outcome.validation[0].1, loss(&found[9]["validation"]));
    // Half precision moves vectors by a thousandth.
    let mut measure = loss_on(&validation, &settings.preset.training);
    let model = Encoder::load(&outcome.model).unwrap();
    assert!((measure(&model)[0].1 - outcome.validation[0].1).abs() < 0.02);
    let drawn = fs::read_to_string(dir.join("loss.svg")).unwrap();
    assert!(drawn.contains("loss (validation)") && drawn.contains("<polyline"));
    let about: Value = serde_json::from_str(&fs::read_to_string(dir.join("run.json")).unwrap()).unwrap();
    assert_eq!(about["settings"]["seed"], 3);
}

#[test]
fn a_stop_in_between_changes_no_bit() {
    let ((_keep, whole), (_also, parts)) = (folder(), folder());
    let train = data("train");
    go(&whole, &steps(40), &train, false, &mut quiet).unwrap();
    for end in [13, 29] {
        let stopped =
            go(&parts, &steps(40), &train, end > 13, &mut |now, stop| stop.store(now.step >= end, Ordering::Relaxed));
        let stopped = stopped.unwrap();
        assert_eq!((stopped.stop, stopped.steps), (Stop::Asked, end));
        Encoder::load(&stopped.model).unwrap();
    }
    let last = go(&parts, &steps(40), &train, true, &mut quiet).unwrap();
    assert_eq!((last.stop, last.steps), (Stop::Finished, 40));
    assert!(state(&parts) == state(&whole), "weights differ");
    assert_eq!(fs::read(parts.join("model.safetensors")).unwrap(), fs::read(whole.join("model.safetensors")).unwrap());
    // There is nothing left to do, and that is fine.
    assert_eq!(go(&parts, &steps(40), &train, true, &mut quiet).unwrap().steps, 40);
    assert!(state(&parts) == state(&whole));
}

#[test]
fn a_decoder_learns_in_a_run_and_a_stop_changes_no_bit() {
    let ((_keep, whole), (_also, parts)) = (folder(), folder());
    let preset = Bundled::TinySeq2seq.preset();
    let train = Data::open(&[(corpus::open(), "train")], &preset.model, &preset.training).unwrap();
    let settings = Settings::new(preset, End::Steps(60));
    go(&whole, &settings, &train, false, &mut quiet).unwrap();
    go(&parts, &settings, &train, false, &mut |now, stop| stop.store(now.step >= 25, Ordering::Relaxed)).unwrap();
    go(&parts, &settings, &train, true, &mut quiet).unwrap();
    assert!(state(&parts) == state(&whole), "weights differ");
    let log = log(&whole);
    let loss = |line: &Value| line["generation"].as_f64().unwrap();
    assert!(loss(log.last().unwrap()) < 0.9 * loss(&log[0]), "{log:?}");
    assert!(log[0].get("contrast").is_none() && log[0].get("nearest").is_none());
}

/// What a kill leaves: the files of that moment, a file that was being written and half a line.
fn copy_killed(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for name in ["run.json", "log.jsonl", "checkpoint.safetensors", "loss.svg"] {
        if from.join(name).exists() {
            fs::copy(from.join(name), to.join(name)).unwrap();
        }
    }
    fs::write(to.join("checkpoint.safetensors.part"), [7; 1000]).unwrap();
    let text = fs::read_to_string(to.join("log.jsonl")).unwrap();
    fs::write(to.join("log.jsonl"), text + "{\"step\":").unwrap();
}

#[test]
fn a_run_that_was_killed_goes_on_as_if_nothing_had_happened() {
    let (keep, whole) = folder();
    let train = data("train");
    let moments = [3, 8, 17, 29];
    let place = |moment: u64| keep.path().join(format!("killed-{moment}"));
    let mut kill = |now: &Progress, _: &AtomicBool| {
        if moments.contains(&now.step) {
            copy_killed(&whole, &place(now.step));
        }
    };
    go(&whole, &steps(40), &train, false, &mut kill).unwrap();
    for moment in moments {
        let dir = place(moment);
        go(&dir, &steps(40), &train, true, &mut quiet).unwrap();
        assert!(state(&dir) == state(&whole), "killed after {moment} steps, and weights differ");
        let lines: Vec<u64> = log(&dir).iter().map(|line| line["step"].as_u64().unwrap()).collect();
        assert_eq!(lines, (1..=8).map(|line| 5 * line).collect::<Vec<_>>(), "killed after {moment} steps");
        assert!(!dir.join("checkpoint.safetensors.part").exists());
    }
}

#[test]
fn a_checkpoint_that_cannot_be_written_leaves_the_one_before() {
    let (_keep, dir) = folder();
    let train = data("train");
    let block = dir.join("checkpoint.safetensors.part");
    let failed = go(&dir, &steps(40), &train, false, &mut |now, _| {
        if now.step == 15 {
            // Nothing can be written to a folder, as to a full disk.
            fs::create_dir(&block).unwrap();
        }
    });
    assert!(matches!(failed, Err(RunError::File { .. })), "{failed:?}");
    fs::remove_dir(&block).unwrap();
    assert_eq!(go(&dir, &steps(40), &train, true, &mut quiet).unwrap().steps, 40);
    let path = dir.join("checkpoint.safetensors");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let failed = go(&dir, &steps(40), &train, true, &mut quiet);
    assert!(matches!(&failed, Err(RunError::Damaged { path: at, .. }) if *at == path), "{failed:?}");
}

#[test]
fn another_run_is_not_taken_up_by_mistake() {
    let (_keep, dir) = folder();
    let train = data("train");
    assert!(matches!(go(&dir, &steps(10), &train, true, &mut quiet), Err(RunError::Missing { .. })));
    go(&dir, &steps(10), &train, false, &mut quiet).unwrap();
    assert!(matches!(go(&dir, &steps(10), &train, false, &mut quiet), Err(RunError::Exists { .. })));
    let named = |settings: &Settings, data: &Data| match go(&dir, settings, data, true, &mut quiet) {
        Err(RunError::Different { what, .. }) => what,
        other => panic!("{other:?}"),
    };
    assert_eq!(named(&steps(20), &train), "end.steps");
    assert_eq!(named(&Settings { seed: 4, ..steps(10) }, &train), "seed");
    let mut other = steps(10);
    other.preset.training.rate *= 2.0;
    assert_eq!(named(&other, &train), "training.rate");
    assert_eq!(named(&steps(10), &data("validation")), "the data");
    // Without a checkpoint the settings of the beginning count.
    fs::remove_file(dir.join("checkpoint.safetensors")).unwrap();
    assert_eq!(named(&steps(20), &train), "end.steps");
}

#[test]
fn numbers_beyond_all_bounds_stop_a_run_and_name_its_batch() {
    let (_keep, dir) = folder();
    let train = data("train");
    let mut settings = steps(40);
    settings.preset.training.rate = 1e30;
    let (intervals, stop) = (Intervals { checkpoint: Every::Steps(1), ..INTERVALS }, AtomicBool::new(false));
    let job = Job {
        dir: &dir,
        settings: &settings,
        intervals,
        data: &train,
        threads: 2,
        engine: engine::open,
        resume: false,
        stop: &stop,
    };
    let failed = run(&job, &mut |_| Vec::new(), &mut |_| {});
    let Err(RunError::NotFinite { batch, path, .. }) = &failed else { panic!("{failed:?}") };
    let lines: Vec<Value> =
        fs::read_to_string(path).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines.len(), settings.preset.training.batch);
    let triplets = train.triplets(settings.seed, *batch);
    assert!(lines.iter().zip(&triplets).all(|(line, one)| line["anchor"] == one.anchor && line["batch"] == *batch));
    assert!(!dir.join("model.safetensors").exists());
    let kept = Encoder::load(&dir.join("checkpoint.safetensors")).unwrap();
    assert!(kept.weights().iter().all(|weight| weight.is_finite()));
    let message = failed.unwrap_err().to_string();
    assert!(message.contains("step") && message.contains("bad-batch.jsonl"), "{message}");
}

#[test]
fn a_run_by_the_clock_reaches_its_least_rate() {
    let (_keep, dir) = folder();
    let train = data("train");
    let settings = Settings::new(tiny(), End::Time(Duration::from_secs(2)));
    let most = settings.preset.training.rate;
    let stopped =
        go(&dir, &settings, &train, false, &mut |now, stop| stop.store(now.share > 0.3, Ordering::Relaxed)).unwrap();
    assert!(stopped.stop == Stop::Asked && (0.6..2.0).contains(&stopped.seconds), "{stopped:?}");
    let outcome = go(&dir, &settings, &train, true, &mut quiet).unwrap();
    assert!(outcome.stop == Stop::Finished && (2.0..4.0).contains(&outcome.seconds), "{outcome:?}");
    let rates: Vec<f64> = log(&dir).iter().map(|line| line["rate"].as_f64().unwrap()).collect();
    let highest = rates.iter().copied().fold(0.0, f64::max);
    assert!(highest > 0.8 * f64::from(most) && *rates.last().unwrap() < 0.02 * f64::from(most), "{rates:?}");
}

#[test]
fn accumulated_batches_are_those_that_follow_each_other() {
    let (_keep, dir) = folder();
    let train = data("train");
    let settings = Settings { accumulate: 2, ..steps(6) };
    go(&dir, &settings, &train, false, &mut quiet).unwrap();
    let Preset { model, training } = tiny();
    let encoder = Encoder::new(model, &mut rand_pcg::Pcg64::seed_from_u64(settings.seed));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let trained = pool.install(|| {
        let mut trainer = Trainer::new(encoder, training.clone(), 2);
        for step in 0..6 {
            let parts = [2 * step, 2 * step + 1].map(|number| train.batch(settings.seed, number));
            let rate = training.schedule.rate(training.rate, (step + 1) as f32 / 6.0, 0.0);
            trainer.step(&parts, rate).unwrap();
        }
        trainer
    });
    let bits: Vec<u32> = trained.encoder().weights().iter().map(|weight| weight.to_bits()).collect();
    assert!(state(&dir).0 == bits);
}
