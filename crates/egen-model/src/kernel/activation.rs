//! Functions of single numbers: the exponential and GELU, without branches, so that eight are computed at once.

use std::f32::consts::LOG2_E;

/// eˣ to a few units in the last place; what is beyond f32's range stops at its ends.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    // Adding this leaves no bits for the fraction: the sum's last bits are the rounded integer.
    const ROUND: f32 = 12_582_912.0;
    // ln 2 in two parts, the first with few enough bits that its multiples are exact.
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = x.clamp(-87.0, 88.0);
    let shifted = x.mul_add(LOG2_E, ROUND);
    let whole = shifted - ROUND;
    let rest = whole.mul_add(-LN_2_LOW, whole.mul_add(-LN_2_HIGH, x));
    let mut sum = 1.0 / 5040.0;
    for factor in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        sum = rest.mul_add(sum, factor);
    }
    let power = shifted.to_bits().wrapping_sub(ROUND.to_bits()).wrapping_add(127) << 23;
    sum * f32::from_bits(power)
}

/// √(8/π), and the cubic term of GELU's approximation by a hyperbolic tangent, which is a logistic function of twice the argument.
const SLOPE: f32 = 1.595_769;
const CUBIC: f32 = 0.044_715;

#[inline(always)]
fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + exp(-SLOPE * x * (CUBIC * x).mul_add(x, 1.0)))
}

vectorised! {
    /// `out = gelu(x)`, by its approximation with a hyperbolic tangent.
    pub fn gelu(out: &mut [f32], x: &[f32]) {
        for (out, &x) in out.iter_mut().zip(x) {
            *out = x * logistic(x);
        }
    }
}

vectorised! {
    /// Given the gradient by gelu(x), makes it the gradient by x and gives gelu(x) again: one exponential serves both.
    pub fn gelu_backward(gradient: &mut [f32], value: &mut [f32], x: &[f32]) {
        for ((gradient, value), &x) in gradient.iter_mut().zip(value).zip(x) {
            let share = logistic(x);
            let slope = SLOPE * (3.0 * CUBIC * x).mul_add(x, 1.0);
            *value = x * share;
            *gradient *= (x * slope * (1.0 - share)).mul_add(share, share);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_good_to_a_few_units() {
        for k in -860..=870 {
            let x = k as f32 * 0.1 + 0.013;
            let want = f64::from(x).exp();
            assert!((f64::from(exp(x)) / want - 1.0).abs() < 5e-7, "{x}");
        }
        assert!(exp(-1e9) < 1e-37 && exp(1e9).is_finite());
    }

    #[test]
    fn gelu_and_its_gradient_follow_the_formula() {
        let formula =
            |x: f64| 0.5 * x * (1.0 + ((2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x.powi(3))).tanh());
        let x: Vec<f32> = (-60..60).map(|k| k as f32 * 0.1).collect();
        let (mut value, mut again, mut gradient) = (vec![0.0; x.len()], vec![0.0; x.len()], vec![2.0; x.len()]);
        gelu(&mut value, &x);
        gelu_backward(&mut gradient, &mut again, &x);
        for (at, &x) in x.iter().enumerate() {
            let x = f64::from(x);
            let slope = (formula(x + 1e-5) - formula(x - 1e-5)) / 2e-5;
            assert!((f64::from(value[at]) - formula(x)).abs() < 1e-5, "{x}");
            assert!((f64::from(again[at]) - formula(x)).abs() < 1e-5, "{x}");
            assert!((f64::from(gradient[at]) - 2.0 * slope).abs() < 1e-5, "{x}");
        }
    }
}
