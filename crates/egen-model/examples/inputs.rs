//! What does a model read, and what does it make of it? `tools/check_vectors.py` compares the answers with PyTorch's.
//!
//!     inputs draw PRESET MODEL                a model before training, every weight moved a little: no shift is 0 and no scale is 1
//!     inputs embed MODEL OUT < EXPRESSIONS    what the model reads of each line, its vector and how likely the decoder writes what follows a tab
//!     inputs train CORPUS PRESET STEPS DIR    a run in the folder DIR with its first weights and its batches; edits are made if there are none
//!
//! Outputs are safetensors files. Sequences lie one after the other, as they do in a batch.

use std::error::Error;
use std::io::BufRead;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use egen_corpus::edits::{self, Table};
use egen_corpus::store::Corpus;
use egen_math::read::read_expr;
use egen_model::batch::KeptPoints;
use egen_model::config::{Bundled, Generation, Preset};
use egen_model::examples::target;
use egen_model::pass::{Lesson, Packed, Pass, Way};
use egen_model::run::{End, Every, Intervals, Job, Settings, run};
use egen_model::store::Precision;
use egen_model::values::FEATURES;
use egen_model::{Batch, Data, Encoder, Points, Sequence};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use safetensors::tensor::{Dtype, TensorView, serialize_to_file};

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
    Ok(encoder.save(path, Precision::Single)?)
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
    let mut dump = Dump::default();
    dump.batch("", &batch);
    dump.targets("", &targets);
    dump.floats("log_probabilities", 1, &likely);
    dump.floats("vectors", config.width, &encoder.embed(&batch, &packed));
    dump.write(path)
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
        resume: false,
        stop: &AtomicBool::new(false),
    };
    run(&job, &mut |_| Vec::new(), &mut |_| {})?;
    let mut dump = Dump::default();
    for number in 0..steps {
        let examples = data.batch(settings.seed, number);
        let groups = examples.groups.iter().map(|&group| i64::from(group));
        dump.batch(&format!("{number}."), &examples.batch);
        dump.targets(&format!("{number}."), &examples.targets);
        dump.integers(&format!("{number}.groups"), groups);
    }
    dump.integers("epoch", [data.epoch() as i64]);
    dump.write(&dir.join("batches.safetensors"))?;
    // The run draws its first weights from its seed in the same way.
    let first = Encoder::new(settings.preset.model.clone(), &mut Pcg64::seed_from_u64(settings.seed));
    Ok(first.save(&dir.join("first.safetensors"), Precision::Single)?)
}

/// Named tensors on their way into a file. Empty ones are left out.
#[derive(Default)]
struct Dump(Vec<(String, Dtype, Vec<usize>, Vec<u8>)>);

impl Dump {
    fn batch(&mut self, prefix: &str, batch: &Batch) {
        self.integers(&format!("{prefix}lengths"), batch.lengths().iter().map(|&length| length as i64));
        self.bytes(&format!("{prefix}tokens"), batch.tokens().to_vec());
        self.bytes(&format!("{prefix}depths"), batch.depths().to_vec());
        self.bytes(&format!("{prefix}slots"), batch.slots().to_vec());
        self.integers(&format!("{prefix}kept"), batch.kept().iter().map(|kept| kept.0.cast_signed()));
        self.floats(&format!("{prefix}values"), FEATURES, batch.values());
    }

    fn targets(&mut self, prefix: &str, targets: &[Vec<u8>]) {
        self.integers(&format!("{prefix}target_lengths"), targets.iter().map(|target| target.len() as i64));
        self.bytes(&format!("{prefix}targets"), targets.concat());
    }

    fn bytes(&mut self, name: &str, numbers: Vec<u8>) {
        self.push(name, Dtype::U8, vec![numbers.len()], numbers);
    }

    fn integers(&mut self, name: &str, numbers: impl IntoIterator<Item = i64>) {
        let bytes: Vec<u8> = numbers.into_iter().flat_map(i64::to_le_bytes).collect();
        self.push(name, Dtype::I64, vec![bytes.len() / 8], bytes);
    }

    fn floats(&mut self, name: &str, columns: usize, numbers: &[f32]) {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.push(name, Dtype::F32, vec![numbers.len() / columns, columns], bytes);
    }

    fn push(&mut self, name: &str, kind: Dtype, shape: Vec<usize>, bytes: Vec<u8>) {
        if !bytes.is_empty() {
            self.0.push((name.to_string(), kind, shape, bytes));
        }
    }

    fn write(&self, path: &Path) -> Result<()> {
        let views =
            self.0.iter().map(|(name, kind, shape, bytes)| Ok((name, TensorView::new(*kind, shape.clone(), bytes)?)));
        Ok(serialize_to_file(views.collect::<Result<Vec<_>>>()?, None, path)?)
    }
}
