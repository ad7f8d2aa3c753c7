//! What tests of kernels need: numbers that look random, and gradients by differences in double precision.

use std::cell::Cell;

use pulp::Arch;
use rand_core::{Rng, SeedableRng};

thread_local! {
    static CHOSEN: Cell<Option<Arch>> = const { Cell::new(None) };
}

/// The instruction set that kernels run on: the processor's best one, or the one that a test chose for its thread.
pub fn instructions() -> Arch {
    CHOSEN.get().unwrap_or_default()
}

/// Runs something on each instruction set that this processor has, beginning with none.
pub fn on_each<T>(mut run: impl FnMut() -> T) -> Vec<T> {
    let mut all = vec![Arch::Scalar];
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        all.extend(pulp::x86::V3::try_new().map(Arch::V3));
        all.extend(pulp::x86::V4::try_new().map(Arch::V4));
    }
    let results = all.into_iter().map(|arch| {
        CHOSEN.set(Some(arch));
        run()
    });
    let results = results.collect();
    CHOSEN.set(None);
    results
}

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
