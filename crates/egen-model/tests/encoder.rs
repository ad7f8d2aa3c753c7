//! The encoder: are its gradients right, and does it learn?

use egen_math::read::read_expr;
use egen_model::batch::KeptPoints;
use egen_model::config::{Bundled, Config, Loss, Pooling, Preset};
use egen_model::contrast::{Rows, contrast};
use egen_model::pass::{Pass, Way};
use egen_model::{Batch, Encoder, Examples, Points, Sequence, Trainer};
use rand::SeedableRng;
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

fn loss(encoder: &Encoder, batch: &Batch) -> f64 {
    let vectors = encoder.embed(batch, &encoder.pack());
    f64::from(contrast(&vectors, encoder.config().width, rows(), LOSS).loss)
}

fn gradient(encoder: &Encoder, batch: &Batch, threads: usize) -> Vec<f32> {
    let (packed, width) = (encoder.pack(), encoder.config().width);
    let mut pass = Pass::new(threads, Way::Both);
    let mut vectors = vec![0.0; batch.len() * width];
    pass.forward(encoder, &packed, batch, &mut vectors);
    let found = contrast(&vectors, width, rows(), LOSS);
    let mut out = vec![f32::NAN; encoder.weights().len()];
    pass.backward(encoder, &packed, batch, &found.gradient, &mut out);
    out
}

/// Every tensor's gradient against a difference along that gradient.
#[test]
fn gradients_reach_every_tensor_of_every_kind_of_model() {
    for pooling in [Pooling::Mean, Pooling::Max, Pooling::MeanAndRoot] {
        for (markers, tree, values) in [(true, false, 0), (false, true, 8)] {
            let config = Config { pooling, markers, tree, values, ..Bundled::Tiny.preset().model };
            let batch = batch(&config);
            let encoder = Encoder::new(config, &mut Pcg64::seed_from_u64(3));
            let gradient = gradient(&encoder, &batch, 2);
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
                    loss(&Encoder::with_weights(encoder.config().clone(), weights), &batch)
                };
                let slope = (moved(1.0) - moved(-1.0)) / (2.0 * step) / norm;
                assert!((slope / norm - 1.0).abs() < 0.03, "{pooling:?} {}: {slope}, want {norm}", tensor.name);
            }
        }
    }
}

#[test]
fn threads_change_nothing_but_the_order_of_sums() {
    let config = Bundled::Tiny.preset().model;
    let batch = batch(&config);
    let encoder = Encoder::new(config, &mut Pcg64::seed_from_u64(3));
    let (one, two) = (gradient(&encoder, &batch, 1), gradient(&encoder, &batch, 2));
    assert!(one.iter().zip(&two).all(|(a, b)| (a - b).abs() < 1e-5));
    assert_eq!(two, gradient(&encoder, &batch, 2), "the same bits for the same number of threads");
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
