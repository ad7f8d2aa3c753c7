//! How long does it take to prepare a batch, beside the step that learns from it?
//!
//!     prepare CORPUS [PRESET]     opens the split `train`, prepares and learns ten batches on one thread each

use std::error::Error;
use std::io::Write;
use std::time::Instant;

use egen_corpus::store::Corpus;
use egen_model::Encoder;
use egen_train::config::Bundled;
use egen_train::{Data, Trainer};
use rand_core::SeedableRng;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let corpus = Corpus::open(arguments.next().ok_or("usage: prepare CORPUS [PRESET]")?)?;
    let name = arguments.next().unwrap_or("small".into());
    let preset = Bundled::from_name(&name).ok_or("no such preset")?.preset();
    let mut out = std::io::stdout().lock();
    let start = Instant::now();
    let data = Data::open(&[(corpus, "train")], &preset.model, &preset.training)?;
    writeln!(out, "{:?}, opened in {:.1} s", data.report(), start.elapsed().as_secs_f64())?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let encoder = Encoder::new(preset.model, &mut rand_pcg::Pcg64::seed_from_u64(0));
    let mut trainer = Trainer::new(encoder, preset.training, 1);
    for number in 0..10 {
        let start = Instant::now();
        let batch = data.batch(0, number);
        let prepared = start.elapsed();
        let (sequences, tokens) = (batch.batch.len(), batch.batch.rows());
        let start = Instant::now();
        pool.install(|| trainer.step(&[batch], 1e-4))?;
        let learned = start.elapsed();
        let share = 100.0 * prepared.as_secs_f64() / learned.as_secs_f64();
        writeln!(out, "{sequences} sequences, {tokens} tokens: {prepared:.1?} and {learned:.1?}, {share:.1} %")?;
    }
    Ok(())
}
