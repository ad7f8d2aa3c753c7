//! What tests of kernels need: numbers that look random, and gradients by differences in double precision.

use rand::{Rng, SeedableRng};

/// Numbers between -1 and 1.
pub fn noise(seed: u64, count: usize) -> Vec<f32> {
    let mut rng = rand_pcg::Pcg64::seed_from_u64(seed);
    (0..count).map(|_| (rng.next_u32() as f32 / u32::MAX as f32) * 2.0 - 1.0).collect()
}

/// Compares a kernel with a reference in double precision: its values, and the gradients of Σ weights · value by every input.
#[track_caller]
pub fn check_gradient(
    inputs: &[Vec<f32>],
    weights: &[f32],
    reference: impl Fn(&[Vec<f64>]) -> Vec<f64>,
    values: &[f32],
    gradients: &[Vec<f32>],
) {
    let mut inputs: Vec<Vec<f64>> = inputs.iter().map(|x| x.iter().map(|&x| f64::from(x)).collect()).collect();
    let loss = |inputs: &[Vec<f64>]| -> f64 {
        reference(inputs).iter().zip(weights).map(|(value, &weight)| value * f64::from(weight)).sum()
    };
    for (at, (value, want)) in values.iter().zip(reference(&inputs)).enumerate() {
        assert!((f64::from(*value) - want).abs() < 1e-4 * (1.0 + want.abs()), "value {at}: {value}, want {want}");
    }
    for (which, gradient) in gradients.iter().enumerate() {
        assert_eq!(gradient.len(), inputs[which].len());
        for at in 0..gradient.len() {
            let (x, step) = (inputs[which][at], 1e-5);
            inputs[which][at] = x + step;
            let above = loss(&inputs);
            inputs[which][at] = x - step;
            let below = loss(&inputs);
            inputs[which][at] = x;
            let want = (above - below) / (2.0 * step);
            let got = f64::from(gradient[at]);
            assert!((got - want).abs() < 5e-4 * (1.0 + want.abs()), "input {which}, {at}: {got}, want {want}");
        }
    }
}
