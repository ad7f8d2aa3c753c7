//! What does a model read, and what does it make of it? `tools/check_vectors.py` compares the answers with PyTorch's.
//!
//!     inputs draw PRESET MODEL                a model before training, every weight moved a little: no shift is 0 and no scale is 1
//!     inputs embed MODEL OUT < EXPRESSIONS    what the model reads of each line, its vector and how likely the decoder writes what follows a tab
//!     inputs train CORPUS PRESET STEPS DIR    a run in the folder DIR with its first weights and its batches; edits are made if there are none
//!
//! Outputs are safetensors files, as `egen_train::inputs` writes them.

use std::error::Error;
use std::fs;
use std::io::BufRead;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use egen_corpus::edits::{self, Table};
use egen_corpus::store::{Corpus, Draft};
use egen_model::batch::KeptPoints;
use egen_model::pass::{Lesson, Packed, Pass, Way};
use egen_model::store::Precision;
use egen_model::{Batch, Encoder, Points, Sequence};
use egen_read::read::read_expr;
use egen_train::config::{Bundled, Generation, Preset};
use egen_train::examples::target;
use egen_train::inputs::Tensors;
use egen_train::run::{End, Every, Intervals, Job, Settings, run};
use egen_train::{Data, engine};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["draw", name, model] => draw(preset(name)?, Path::new(model)),
        ["embed", model, out] => embed(&Encoder::load(Path::new(model))?, Path::new(out)),
        ["train", corpus, name, steps, dir] => {
            train(Corpus::open(corpus)?, preset(name)?, steps.parse()?, Path::new(dir))
        }
        _ => Err("usage: inputs draw PRESET MODEL | embed MODEL OUT | train CORPUS PRESET STEPS DIR".into()),
    }
}

fn preset(name: &str) -> Result<Preset> {
    Ok(Bundled::from_name(name).ok_or_else(|| format!("no preset is called `{name}`"))?.preset())
}

fn draw(preset: Preset, path: &Path) -> Result<()> {
    let mut rng = Pcg64::seed_from_u64(1);
    let mut encoder = Encoder::new(preset.model, &mut rng);
    let weights = encoder.weights_mut();
    weights.iter_mut().for_each(|weight| *weight += 0.2 * (rng.next_u32() as f32 / u32::MAX as f32 - 0.5));
    Ok(Draft::publish(path, &encoder.to_bytes(Precision::Single)?)?)
}

fn embed(encoder: &Encoder, path: &Path) -> Result<()> {
    let (config, points, packed) = (encoder.config(), Points::default(), encoder.pack());
    let (mut batch, mut targets, mut likely) = (Batch::new(), Vec::new(), Vec::new());
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let line = line?;
        let (read, written) = line.split_once('\t').unwrap_or((&line, &line));
        let place = |error: &dyn Error| format!("line {}: {error}", number + 1);
        let expr = |text: &str| read_expr(text).map_err(|error| place(&error));
        let sequence = Sequence::new(&expr(read)?, config, &points).map_err(|error| place(&error))?;
        batch.push(&sequence, KeptPoints::ALL);
        if config.decoder > 0 {
            let target = target(&expr(written)?, config.max_tokens).map_err(|error| place(&error))?;
            likely.push(log_probability(encoder, &packed, &sequence, &target));
            targets.push(target);
        }
    }
    let mut tensors = Tensors::new();
    tensors.batch("", &batch);
    tensors.targets("", &targets);
    tensors.floats("log_probabilities", 1, &likely);
    tensors.floats("vectors", config.width, &encoder.embed(&batch, &packed));
    Ok(fs::write(path, tensors.to_bytes(None)?)?)
}

/// The logarithm of a target's probability: minus the loss of its tokens, of which a lesson tells the mean.
fn log_probability(encoder: &Encoder, packed: &Packed, sequence: &Sequence, target: &Vec<u8>) -> f32 {
    let mut batch = Batch::new();
    batch.push(sequence, KeptPoints::ALL);
    let generation = Generation { smoothing: 0.0, weight: 1.0 };
    let lesson = Lesson { targets: std::slice::from_ref(target), generation };
    let mut vector = vec![0.0; encoder.config().width];
    let loss = Pass::new(1, Way::Both).forward(encoder, packed, &batch, Some(lesson), &mut vector);
    -loss.expect("there is a lesson") * (target.len() - 1) as f32
}

fn train(corpus: Corpus, preset: Preset, steps: u64, dir: &Path) -> Result<()> {
    if Table::read(&corpus, "train")?.is_none() {
        edits::make(&corpus, &edits::Settings::default(), 0, false, &|_| {})?;
    }
    let data = Data::open(&[(corpus, "train")], &preset.model, &preset.training)?;
    let settings = Settings::new(preset, End::Steps(steps));
    let never = Every::Steps(u64::MAX);
    let job = Job {
        dir,
        settings: &settings,
        intervals: Intervals { log: 1, checkpoint: never, validation: never },
        data: &data,
        threads: 2,
        engine: engine::open,
        resume: false,
        stop: &AtomicBool::new(false),
    };
    run(&job, &mut |_| Vec::new(), &mut |_| {})?;
    let mut tensors = Tensors::new();
    for number in 0..steps {
        tensors.examples(&format!("{number}."), &data.batch(settings.seed, number));
    }
    tensors.integers("epoch", [data.epoch() as i64]);
    fs::write(dir.join("batches.safetensors"), tensors.to_bytes(None)?)?;
    let first = Encoder::untrained(settings.preset.model.clone(), settings.seed);
    Ok(Draft::publish(&dir.join("first.safetensors"), &first.to_bytes(Precision::Single)?)?)
}
