//! The composed model: does burn compute what our kernels compute?
//!
//! On every device that this build knows and the machine has: `cargo test --release -p egen-burn --features flex --test composed`.

#![cfg(feature = "burn")]

#[path = "../../egen-train/tests/corpus/mod.rs"]
mod corpus;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use egen_burn::composed::Composed;
use egen_model::batch::KeptPoints;
use egen_model::{Encoder, Points, Sequence};
use egen_read::read::read_expr;
use egen_train::config::{Bundled, Config, Generation, Loss, Pooling, Preset, Training};
use egen_train::device::{Device, DeviceError};
use egen_train::engine::Losses;
use egen_train::examples::target;
use egen_train::optimiser::AdamW;
use egen_train::run::{End, Intervals, Job, Outcome, RunError, Settings, Stop, run};
use egen_train::{Data, Examples, Trainer};
use rand_core::SeedableRng;
use rand_pcg::Pcg64;

/// Anchors, partners and edits. The last two are equal functions in one group.
const TRIPLETS: [[&str; 3]; 6] = [
    ["sin(2*x)", "2*sin(x)*cos(x)", "2*sin(x)*sin(x)"],
    ["x^2 - 1", "(x - 1)*(x + 1)", "(x - 1)*(x + 2)"],
    ["12*x*y", "(3*y)*(4*x)", "(3*y)*(5*x)"],
    ["cos(x)", "sin(x + pi/2)", "sin(x - pi/2)"],
    ["ln(x^3)", "3*ln(x)", "3*ln(x) + 1"],
    ["3*ln(x)", "ln(x) + 2*ln(x)", "ln(x) - 2*ln(x)"],
];
const GROUPS: [u32; 6] = [0, 1, 2, 3, 4, 4];

/// The devices to compare with. One that the machine lacks is skipped, and that is said.
fn devices() -> Vec<Device> {
    let model = Encoder::new(Bundled::Tiny.preset().model, &mut Pcg64::seed_from_u64(3));
    let there = |device: &Device| match Composed::new(&model, *device) {
        Ok(_) => true,
        Err(DeviceError::Absent(_)) => {
            #[expect(clippy::print_stderr, reason = "a test that does nothing has to say so")]
            {
                eprintln!("skipped: no device for `{}` on this machine", device.name());
            }
            false
        }
        Err(error) => panic!("{error}"),
    };
    Device::ALL
        .into_iter()
        .filter(|device| *device != Device::Cpu && egen_burn::is_built(*device))
        .filter(there)
        .collect()
}

/// Every pooling with every kind of model.
fn kinds() -> Vec<Config> {
    let mut out = Vec::new();
    for pooling in [Pooling::Mean, Pooling::Max, Pooling::MeanAndRoot, Pooling::MeanRootAndValues] {
        for (markers, tree, values, decoder) in
            [(true, false, 0, 0), (false, true, 8, 0), (true, false, 0, 2), (false, true, 8, 1)]
        {
            out.push(Config { pooling, markers, tree, values, decoder, ..Bundled::Tiny.preset().model });
        }
    }
    out.retain(|config| config.check().is_ok());
    out
}

fn examples(config: &Config, parts: usize) -> Examples {
    let mut out = Examples { groups: GROUPS.to_vec(), negatives: parts == 3, ..Examples::default() };
    for part in 0..parts {
        for (at, texts) in TRIPLETS.iter().enumerate() {
            let sequence = Sequence::new(&read_expr(texts[part]).unwrap(), config, &Points::default()).unwrap();
            out.batch.push(&sequence, if at == 1 { KeptPoints(0x0f0f_ff00) } else { KeptPoints::ALL });
        }
    }
    if config.decoder > 0 {
        let written = TRIPLETS.iter().map(|texts| target(&read_expr(texts[1]).unwrap(), config.max_tokens).unwrap());
        out.targets = written.collect();
    }
    out
}

fn norm(numbers: impl Iterator<Item = f32>) -> f64 {
    numbers.map(|x| f64::from(x).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn vectors_are_those_of_our_kernels() {
    for device in devices() {
        for config in kinds() {
            let batch = examples(&config, 3).batch;
            let encoder = Encoder::new(config.clone(), &mut Pcg64::seed_from_u64(3));
            let ours = encoder.embed(&batch, &encoder.pack());
            let theirs = Composed::new(&encoder, device).unwrap().embed(&batch).unwrap();
            assert_eq!(ours.len(), theirs.len());
            for (a, b) in ours.chunks(config.width).zip(theirs.chunks(config.width)) {
                let dot: f64 = a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum();
                let cosine = dot / norm(a.iter().copied()) / norm(b.iter().copied());
                let largest = a.iter().fold(0.0, |most: f32, x| most.max(x.abs()));
                let off = a.iter().zip(b).fold(0.0, |most: f32, (a, b)| most.max((a - b).abs()));
                assert!(
                    cosine > 0.9999 && off <= 1e-4 * largest,
                    "{device:?} {config:?}: {cosine}, {off} of {largest}"
                );
            }
        }
    }
}

/// Losses and the gradient by every weight.
fn learn(device: Device, encoder: &Encoder, training: &Training, examples: &Examples) -> (Losses, Vec<f32>) {
    let mut gradient = vec![0.0; encoder.weights().len()];
    let mut engine = egen_burn::open(device, encoder, 2).unwrap();
    // A share, on top of what is there: both must be heeded.
    gradient[0] = 1.0;
    let losses = engine.learn(encoder, training, examples, (0.5, &mut gradient)).unwrap();
    (losses, gradient)
}

#[test]
fn losses_and_gradients_are_those_of_our_kernels() {
    let both = |edit_weight: f32| Some(Loss::BothDirections { temperature: 0.5, edit_weight });
    let losses = [(both(1.5), 3), (both(0.0), 2), (Some(Loss::NegativesOfTheBatch { temperature: 0.5 }), 3), (None, 1)];
    for device in devices() {
        for config in kinds() {
            for (contrast, parts) in losses {
                let generation = (config.decoder > 0).then_some(Generation { smoothing: 0.1, weight: 0.7 });
                let training = Training { contrast, generation, ..Bundled::Tiny.preset().training };
                if contrast.is_none() && generation.is_none() {
                    continue;
                }
                let examples = examples(&config, parts);
                let encoder = Encoder::new(config.clone(), &mut Pcg64::seed_from_u64(3));
                let (found, ours) = learn(Device::Cpu, &encoder, &training, &examples);
                let (other, theirs) = learn(device, &encoder, &training, &examples);
                let what = format!("{device:?} {training:?} {config:?}");
                let near = |a: f32, b: f32| (a - b).abs() <= 1e-4 * a.abs();
                match (found.contrast, other.contrast) {
                    (Some((a, hits)), Some((b, others))) => assert!(near(a, b) && near(hits, others), "{a} {b} {what}"),
                    (a, b) => assert_eq!(a, b, "{what}"),
                }
                match (found.generation, other.generation) {
                    (Some(a), Some(b)) => assert!(near(a, b), "{a} {b} {what}"),
                    (a, b) => assert_eq!(a, b, "{what}"),
                }
                let all = norm(ours.iter().copied());
                for tensor in encoder.layout().tensors() {
                    let (a, b) = (&ours[tensor.range.clone()], &theirs[tensor.range.clone()]);
                    let (off, size) = (norm(a.iter().zip(b).map(|(a, b)| a - b)), norm(a.iter().copied()));
                    // Some have no slope but that of rounding: the softmax hides a shift of all keys.
                    assert!(off <= 1e-3 * size + 1e-5 * all, "{}: {off} of {size}, {what}", tensor.name);
                }
            }
        }
    }
}

fn data(preset: &Preset) -> Data {
    Data::open(&[(corpus::open(), "train")], &preset.model, &preset.training).unwrap()
}

#[test]
fn a_hundred_steps_have_the_losses_of_our_kernels() {
    const STEPS: u64 = 100;
    for device in devices() {
        for bundled in [Bundled::Tiny, Bundled::TinySeq2seq] {
            let preset = bundled.preset();
            let (data, training) = (data(&preset), &preset.training);
            let encoder = Encoder::new(preset.model.clone(), &mut Pcg64::seed_from_u64(3));
            let begin = |device: Device| {
                let engine = egen_burn::open(device, &encoder, 2).unwrap();
                let optimiser = AdamW::new(encoder.weights().len(), training.decay);
                Trainer::resume(encoder.clone(), training.clone(), optimiser, engine)
            };
            let (mut ours, mut theirs) = (begin(Device::Cpu), begin(device));
            for step in 0..STEPS {
                let parts = [data.batch(1, step)];
                let rate = training.schedule.rate(training.rate, (step + 1) as f32 / STEPS as f32, 0.0);
                let (a, b) = (ours.step(&parts, rate).unwrap(), theirs.step(&parts, rate).unwrap());
                let off = (a.loss - b.loss).abs() / a.loss;
                assert!(off <= 1e-3, "{device:?} {} step {step}: {a:?}, {b:?}", bundled.name());
            }
        }
    }
}

fn go(dir: &Path, settings: &Settings, data: &Data, resume: bool, end: u64) -> Result<Outcome, RunError> {
    let stop = AtomicBool::new(false);
    let job = Job { dir, settings, intervals: Intervals::default(), data, threads: 2, resume, stop: &stop };
    run(&job, &mut |_| Vec::new(), &mut |now| stop.store(now.step >= end, Ordering::Relaxed))
}

#[test]
fn a_run_on_a_device_goes_on_after_a_stop() {
    let data = data(&Bundled::Tiny.preset());
    for device in devices() {
        let keep = tempfile::tempdir().unwrap();
        let (whole, parts) = (keep.path().join("whole"), keep.path().join("parts"));
        let settings = Settings { device, seed: 3, ..Settings::new(Bundled::Tiny.preset(), End::Steps(20)) };
        let one = go(&whole, &settings, &data, false, 20).unwrap();
        assert_eq!(go(&parts, &settings, &data, false, 8).unwrap().stop, Stop::Asked);
        let other = go(&parts, &settings, &data, true, 20).unwrap();
        assert_eq!((one.steps, other.steps), (20, 20));
        let weights = |outcome: &Outcome| Encoder::load(&outcome.model).unwrap().weights().to_vec();
        let (a, b) = (weights(&one), weights(&other));
        let off = norm(a.iter().zip(&b).map(|(a, b)| a - b));
        assert!(off < 1e-2 * norm(a.iter().copied()), "{device:?}: {off}");
        let elsewhere = Settings { device: Device::Cpu, ..settings };
        let refused = go(&parts, &elsewhere, &data, true, 20);
        assert!(matches!(&refused, Err(RunError::Different { what, .. }) if what == "device"), "{refused:?}");
    }
}
