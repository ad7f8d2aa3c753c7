//! The encoder: are its gradients right, and does it learn?

use egen_model::batch::KeptPoints;
use egen_model::pass::{Lesson, Pass, Way};
use egen_model::{Batch, Encoder, Points, Sequence};
use egen_read::read::read_expr;
use egen_train::config::{Bundled, Config, Generation, Loss, Pooling, Preset};
use egen_train::contrast::{Rows, contrast};
use egen_train::examples::target;
use egen_train::{Examples, Trainer};
use rand_core::SeedableRng;
use rand_pcg::Pcg64;

const PAIRS: [[&str; 2]; 6] = [
    ["sin(2*x)", "2*sin(x)*cos(x)"],
    ["x^2 - 1", "(x - 1)*(x + 1)"],
    ["exp(2*x)", "exp(x)^2"],
    ["cos(x)", "sin(x + pi/2)"],
    ["ln(x^3)", "3*ln(x)"],
    ["12*x*y", "(3*y)*(4*x)"],
];

fn batch(config: &Config) -> Batch {
    let mut batch = Batch::new();
    for side in 0..2 {
        for (at, pair) in PAIRS.iter().enumerate() {
            let sequence = Sequence::new(&read_expr(pair[side]).unwrap(), config, &Points::default()).unwrap();
            batch.push(&sequence, if at == 1 { KeptPoints(0xffff) } else { KeptPoints::ALL });
        }
    }
    batch
}

fn rows() -> Rows<'static> {
    Rows { groups: &[0, 1, 2, 3, 4, 5], negatives: false }
}

const LOSS: Loss = Loss::BothDirections { temperature: 0.5, edit_weight: 0.0 };

const GENERATION: Generation = Generation { smoothing: 0.1, weight: 0.7 };

/// The loss of a model, contrastive and, if it has a decoder, of what it writes; and the gradient by every weight.
fn learn(encoder: &Encoder, batch: &Batch, threads: usize) -> (f64, Vec<f32>) {
    let (packed, config) = (encoder.pack(), encoder.config());
    let targets: Vec<Vec<u8>> =
        PAIRS.iter().map(|pair| target(&read_expr(pair[1]).unwrap(), config.max_tokens).unwrap()).collect();
    let lesson = (config.decoder > 0).then_some(Lesson { targets: &targets, generation: GENERATION });
    let mut pass = Pass::new(threads, Way::Both);
    let mut vectors = vec![0.0; batch.len() * config.width];
    let written = pass.forward(encoder, &packed, batch, lesson, &mut vectors);
    assert_eq!(written.is_some(), config.decoder > 0);
    let found = contrast(&vectors, config.width, rows(), LOSS);
    let mut out = vec![0.0; encoder.weights().len()];
    pass.backward(encoder, &packed, batch, &found.gradient, (1.0, &mut out));
    (f64::from(found.loss) + f64::from(GENERATION.weight * written.unwrap_or(0.0)), out)
}

/// Every tensor's gradient against a difference along that gradient.
#[test]
fn gradients_reach_every_tensor_of_every_kind_of_model() {
    for pooling in [Pooling::Mean, Pooling::Max, Pooling::MeanAndRoot, Pooling::MeanRootAndValues] {
        for (markers, tree, values, decoder) in
            [(true, false, 0, 0), (false, true, 8, 0), (true, false, 0, 2), (false, true, 8, 1)]
        {
            let config = Config { pooling, markers, tree, values, decoder, ..Bundled::Tiny.preset().model };
            if config.check().is_err() {
                continue;
            }
            let batch = batch(&config);
            let encoder = Encoder::new(config, &mut Pcg64::seed_from_u64(3));
            let (_, gradient) = learn(&encoder, &batch, 2);
            for tensor in encoder.layout().tensors() {
                let part = &gradient[tensor.range.clone()];
                let norm = part.iter().map(|&g| f64::from(g).powi(2)).sum::<f64>().sqrt();
                // Differences of f32 losses have few digits; where there is little slope there are none. The softmax hides a shift of all keys.
                if norm < 1e-3 {
                    continue;
                }
                let step = 2e-3 / norm;
                let moved = |sign: f64| {
                    let mut weights = encoder.weights().to_vec();
                    for (weight, &g) in weights[tensor.range.clone()].iter_mut().zip(part) {
                        *weight += (sign * step * f64::from(g)) as f32;
                    }
                    learn(&Encoder::with_weights(encoder.config().clone(), weights), &batch, 1).0
                };
                let slope = (moved(1.0) - moved(-1.0)) / (2.0 * step) / norm;
                assert!((slope / norm - 1.0).abs() < 0.03, "{pooling:?} {}: {slope}, want {norm}", tensor.name);
            }
        }
    }
}

#[test]
fn threads_change_nothing_but_the_order_of_sums() {
    for bundled in [Bundled::Tiny, Bundled::TinySeq2seq] {
        let config = bundled.preset().model;
        let batch = batch(&config);
        let encoder = Encoder::new(config, &mut Pcg64::seed_from_u64(3));
        let ((one_loss, one), (two_loss, two)) = (learn(&encoder, &batch, 1), learn(&encoder, &batch, 2));
        assert!((one_loss - two_loss).abs() < 1e-5);
        assert!(one.iter().zip(&two).all(|(a, b)| (a - b).abs() < 1e-5));
        assert_eq!((two_loss, two), learn(&encoder, &batch, 2), "the same bits for the same number of threads");
    }
}

#[test]
fn a_vector_does_not_depend_on_its_neighbours() {
    let config = Bundled::Tiny.preset().model;
    let encoder = Encoder::new(config.clone(), &mut Pcg64::seed_from_u64(3));
    let packed = encoder.pack();
    let all = encoder.embed(&batch(&config), &packed);
    let mut alone = Batch::new();
    alone.push(&Sequence::new(&read_expr(PAIRS[3][0]).unwrap(), &config, &Points::default()).unwrap(), KeptPoints::ALL);
    let vector = encoder.embed(&alone, &packed);
    assert!(vector.iter().zip(&all[3 * config.width..]).all(|(a, b)| (a - b).abs() < 1e-5));
}

#[test]
fn training_brings_equal_expressions_together_and_repeats_itself() {
    let train = || {
        let Preset { model, training } = Bundled::Tiny.preset();
        let examples = Examples { batch: batch(&model), groups: rows().groups.to_vec(), ..Examples::default() };
        let parts = [examples.clone(), examples];
        let mut trainer = Trainer::new(Encoder::new(model, &mut Pcg64::seed_from_u64(3)), training, 2);
        let first = trainer.step(&parts, 3e-3).unwrap();
        let last = (0..60).map(|_| trainer.step(&parts, 3e-3).unwrap()).last().unwrap();
        (first, last, trainer.encoder().weights().to_vec())
    };
    let (first, last, weights) = train();
    assert!(last.loss < 0.1 * first.loss && last.nearest == Some(1.0), "{first:?} {last:?}");
    assert_eq!(train().2, weights);
}
