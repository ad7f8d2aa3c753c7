//! How many sequences a second does training see, or embedding? `tools/measure_training.py` and `tools/measure_embedding.py` run this
//! beside PyTorch.
//!
//!     throughput tokens < PAIRS                   the tokens of each expression, as numbers, for another program
//!     throughput train BATCH [DEVICE] < PAIRS     asks for nothing, trains on the same batches as often as lines arrive after the pairs
//!     throughput write BATCH [DEVICE] < PAIRS     the same for encoder and decoder: the left of each pair is read and the right one written
//!     throughput embed BATCH < PAIRS              the same without learning: each step gives a batch its vectors
//!
//! Pairs are expressions with a tab between; an empty line ends them. Then each line `N` makes N steps and prints the seconds they took,
//! the last loss and how many tokens went through the encoder and the decoder, with start and end.

use std::error::Error;
use std::io::{BufRead, Lines, StdinLock, Write};
use std::time::Instant;

use egen_model::batch::KeptPoints;
use egen_model::{Batch, Encoder, Points, Sequence, encode};
use egen_read::read::read_expr;
use egen_train::config::{Bundled, Config, Loss, Pooling, Preset, Training};
use egen_train::device::Device;
use egen_train::examples::target;
use egen_train::optimiser::AdamW;
use egen_train::{Examples, Trainer};
use rand_core::SeedableRng;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The model that the comparison is about: symbols only, width 128, 4 layers, mean over tokens.
fn config() -> Config {
    Config { tree: false, values: 0, pooling: Pooling::Mean, ..Bundled::Small.preset().model }
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut lines = std::io::stdin().lock().lines();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["tokens"] => tokens(&mut lines),
        ["train", batch] => contrast(&mut lines, batch.parse()?, Device::Cpu),
        ["train", batch, device] => contrast(&mut lines, batch.parse()?, named(device)?),
        ["write", batch] => write(&mut lines, batch.parse()?, Device::Cpu),
        ["write", batch, device] => write(&mut lines, batch.parse()?, named(device)?),
        ["embed", batch] => embed(&mut lines, batch.parse()?),
        _ => Err("usage: throughput tokens | train BATCH [DEVICE] | write BATCH [DEVICE] | embed BATCH".into()),
    }
}

fn named(device: &str) -> Result<Device> {
    Ok(Device::from_name(device).ok_or("a device is cpu, flex, wgpu or cuda")?)
}

fn pairs(lines: &mut Lines<StdinLock>) -> Result<Vec<[String; 2]>> {
    let mut out = Vec::new();
    for line in lines {
        let line = line?;
        if line.is_empty() {
            break;
        }
        let (a, b) = line.split_once('\t').ok_or("a tab between two expressions")?;
        out.push([a.to_string(), b.to_string()]);
    }
    Ok(out)
}

fn tokens(lines: &mut Lines<StdinLock>) -> Result<()> {
    let mut out = std::io::stdout().lock();
    for pair in pairs(lines)? {
        for text in pair {
            let tokens = encode(&read_expr(&text)?, config().max_tokens)?.tokens;
            let numbers: Vec<String> = tokens.iter().map(|token| token.index().to_string()).collect();
            writeln!(out, "{}", numbers.join(" "))?;
        }
    }
    Ok(())
}

fn contrast(lines: &mut Lines<StdinLock>, size: usize, device: Device) -> Result<()> {
    let (config, points) = (config(), Points::default());
    let groups: Vec<u32> = (0..size as u32 / 2).collect();
    let mut examples = Vec::new();
    for pairs in pairs(lines)?.chunks_exact(size / 2) {
        let mut batch = Batch::new();
        for side in 0..2 {
            for pair in pairs {
                batch.push(&Sequence::new(&read_expr(&pair[side])?, &config, &points)?, KeptPoints::ALL);
            }
        }
        examples.push(Examples { batch, groups: groups.clone(), ..Examples::default() });
    }
    let training = Training {
        contrast: Some(Loss::BothDirections { temperature: 0.05, edit_weight: 0.0 }),
        ..Bundled::Small.preset().training
    };
    train(lines, config, training, &examples, device)
}

fn write(lines: &mut Lines<StdinLock>, size: usize, device: Device) -> Result<()> {
    let Preset { model, training } = Bundled::SmallSeq2seq.preset();
    let mut examples = Vec::new();
    for pairs in pairs(lines)?.chunks_exact(size) {
        let mut here = Examples::default();
        for [read, written] in pairs {
            here.batch.push(&Sequence::new(&read_expr(read)?, &model, &Points::default())?, KeptPoints::ALL);
            here.targets.push(target(&read_expr(written)?, model.max_tokens)?);
        }
        examples.push(here);
    }
    train(lines, model, training, &examples, device)
}

fn embed(lines: &mut Lines<StdinLock>, size: usize) -> Result<()> {
    let (config, points) = (config(), Points::default());
    let texts = pairs(lines)?.concat();
    let mut batches = Vec::new();
    for texts in texts.chunks_exact(size) {
        let mut batch = Batch::new();
        for text in texts {
            batch.push(&Sequence::new(&read_expr(text)?, &config, &points)?, KeptPoints::ALL);
        }
        batches.push(batch);
    }
    let encoder = Encoder::new(config, &mut rand_pcg::Pcg64::seed_from_u64(1));
    let packed = encoder.pack();
    let mut turn = batches.iter().cycle();
    let mut out = std::io::stdout().lock();
    for line in lines {
        let steps: usize = line?.trim().parse()?;
        let (start, mut sum) = (Instant::now(), 0.0);
        for _ in 0..steps {
            sum += encoder.embed(turn.next().ok_or("fewer expressions than a batch has")?, &packed)[0];
        }
        writeln!(out, "{} {sum}", start.elapsed().as_secs_f64())?;
        out.flush()?;
    }
    Ok(())
}

fn train(
    lines: &mut Lines<StdinLock>,
    config: Config,
    training: Training,
    examples: &[Examples],
    device: Device,
) -> Result<()> {
    let encoder = Encoder::new(config, &mut rand_pcg::Pcg64::seed_from_u64(1));
    let threads = std::thread::available_parallelism()?.get();
    let engine = egen_burn::open(device, &encoder, threads)?;
    let optimiser = AdamW::new(encoder.weights().len(), training.decay);
    let mut trainer = Trainer::resume(encoder, training, optimiser, engine);
    let mut turn = examples.iter().cycle();
    let mut out = std::io::stdout().lock();
    for line in lines {
        let steps: usize = line?.trim().parse()?;
        let (start, mut loss, mut tokens) = (Instant::now(), 0.0, [0, 0]);
        for _ in 0..steps {
            let examples = turn.next().ok_or("fewer pairs than a batch has")?;
            loss = trainer.step(std::slice::from_ref(examples), 1e-4)?.loss;
            tokens[0] += examples.batch.rows();
            tokens[1] += examples.targets.iter().map(|target| target.len() - 1).sum::<usize>();
        }
        writeln!(out, "{} {loss} {} {}", start.elapsed().as_secs_f64(), tokens[0], tokens[1])?;
        out.flush()?;
    }
    Ok(())
}
