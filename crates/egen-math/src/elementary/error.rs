//! The error function: what is it at a floating-point number, real or complex?
//!
//! Near 0 by Taylor's series. Elsewhere from the complement erfc z = 2z·e^(−z²)/π · ∫ e^(−t²)/(z² + t²) dt over t > 0 (DLMF 7.7.1), by the
//! trapezoidal or the midpoint rule of width h. The integrand has poles at ±iz; with their residue both rules err by e^(−π²/h²) only, 4·10^-17 here.

use std::f64::consts::{FRAC_2_SQRT_PI, PI};

use num_complex::Complex64;

/// The width h of the rules, √(π/12).
const WIDTH: f64 = 0.511_663_353_973_244_3;
/// Terms of the rules: the next is e^(−12²h²) of the first.
const TERMS: usize = 12;
/// π/h: from here on the residue is below the error of the rules.
const FAR: f64 = 6.139_960_247_678_931;

/// The coefficients of x³, x⁵, … in Taylor's series.
const TAYLOR: [f64; 19] = {
    let mut out = [0.0; 19];
    let (mut at, mut share) = (0, FRAC_2_SQRT_PI);
    while at < out.len() {
        share /= -(at as f64 + 1.0);
        out[at] = share / (2.0 * at as f64 + 3.0);
        at += 1;
    }
    out
};

/// erf x.
pub fn erf(x: f64) -> f64 {
    /// 2/√π − 1: so the sum of both keeps more digits than a float has.
    const SLOPE_LESS_ONE: f64 = 0.128_379_167_095_512_57;
    let (a, z) = (x.abs(), x * x);
    if a < 1.0 {
        let rest = TAYLOR.iter().rev().fold(0.0, |sum, c| sum * z + c);
        return x + x * (SLOPE_LESS_ONE + z * rest);
    }
    if a > FAR || x.is_nan() {
        return if x.is_nan() { x } else { 1f64.copysign(x) };
    }
    let sum = (1..=TERMS).rev().fold(0.0, |sum, k| sum + Node::trapezoidal(k).over(z)) + 0.5 / z;
    let complement = (-z).exp() * (2.0 * WIDTH / PI * a) * sum + 2.0 / (1.0 - (2.0 * FAR * a).exp());
    (1.0 - complement).copysign(x)
}

/// The slope, 2/√π·e^(−x²).
pub fn erf_slope(x: f64, _: f64) -> f64 {
    FRAC_2_SQRT_PI * (-x * x).exp()
}

/// erf z; NaN close to one of its zeros but 0, where digits cancel.
pub fn cerf(z: Complex64) -> Complex64 {
    const LEAST: f64 = 0.25;
    if z.im == 0.0 {
        return erf(z.re).into();
    }
    if z.re < 0.0 {
        return -cerf(-z);
    }
    if z.norm_sqr() < 1.0 {
        let square = z * z;
        let rest = TAYLOR.iter().rev().fold(Complex64::ZERO, |sum, c| sum * square + c);
        return z * (FRAC_2_SQRT_PI + square * rest);
    }
    let value = 1.0 - complement(z);
    if z.re == 0.0 {
        return Complex64::new(0.0, value.im);
    }
    if value.norm_sqr() < LEAST * LEAST { Complex64::new(f64::NAN, f64::NAN) } else { value }
}

/// The size of the complex slope.
pub fn cerf_slope(z: Complex64, _: Complex64) -> f64 {
    FRAC_2_SQRT_PI * ((z.im - z.re) * (z.im + z.re)).exp()
}

/// A place t where the integrand is taken.
struct Node(f64);

impl Node {
    fn trapezoidal(k: usize) -> Node {
        Node(k as f64 * WIDTH)
    }

    fn midpoint(k: usize) -> Node {
        Node((k as f64 + 0.5) * WIDTH)
    }

    /// e^(−t²)/(z² + t²)
    fn over<T: std::ops::Add<f64, Output = T>>(&self, square: T) -> T
    where
        f64: std::ops::Div<T, Output = T>,
    {
        let t = self.0 * self.0;
        (-t).exp() / (square + t)
    }
}

/// erfc z for Re z ≥ 0 and z not near 0.
fn complement(z: Complex64) -> Complex64 {
    let square = z * z;
    let sum = |terms: std::ops::RangeInclusive<usize>, node: fn(usize) -> Node| {
        terms.rev().fold(Complex64::ZERO, |sum, k| sum + node(k).over(square))
    };
    // Each rule is good where z is far from its nodes, turned by a quarter.
    let along = (z.im / WIDTH).abs().fract();
    let (sum, sign) = if (0.25..0.75).contains(&along) {
        (sum(1..=TERMS, Node::trapezoidal) + 0.5 / square, -1.0)
    } else {
        (sum(0..=TERMS, Node::midpoint), 1.0)
    };
    let residue = if z.re > FAR { Complex64::ZERO } else { 2.0 / (1.0 + sign * (2.0 * FAR * z).exp()) };
    falling(z) * (2.0 * WIDTH / PI * z) * sum + residue
}

/// e^(−z²), by a square that is exact to twice the digits.
fn falling(z: Complex64) -> Complex64 {
    let product = |a: f64, b: f64| (a * b, a.mul_add(b, -(a * b)));
    let ((x, x_rest), (y, y_rest), (both, both_rest)) = (product(z.re, z.re), product(z.im, z.im), product(z.re, z.im));
    let re = x - y;
    let back = x - re;
    let rest = Complex64::new((back - y) + (x - (re + back)) + x_rest - y_rest, 2.0 * both_rest);
    let value = Complex64::from_polar((-re).exp(), -2.0 * both);
    value - value * rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arguments and values by mpmath 1.3, real and complex.
    const VALUES: &[(f64, f64, f64, f64)] = &[
        (1e-300, 0.0, 1.1283791670955126e-300, 0.0),
        (1e-20, 0.0, 1.1283791670955125e-20, 0.0),
        (1e-05, 0.0, 1.1283791670579e-05, 0.0),
        (0.1, 0.0, 0.1124629160182849, 0.0),
        (0.3, 0.0, 0.3286267594591274, 0.0),
        (0.5, 0.0, 0.5204998778130465, 0.0),
        (0.75, 0.0, 0.7111556336535151, 0.0),
        (0.9375, 0.0, 0.8151024010343998, 0.0),
        (0.99, 0.0, 0.8385080695553698, 0.0),
        (1.0, 0.0, 0.8427007929497149, 0.0),
        (1.03125, 0.0, 0.855271810442917, 0.0),
        (1.25, 0.0, 0.9229001282564583, 0.0),
        (1.5, 0.0, 0.9661051464753108, 0.0),
        (1.9, 0.0, 0.9927904292352575, 0.0),
        (2.2, 0.0, 0.9981371537020182, 0.0),
        (3.0, 0.0, 0.9999779095030014, 0.0),
        (4.0, 0.0, 0.9999999845827421, 0.0),
        (5.0, 0.0, 0.9999999999984626, 0.0),
        (5.9, 0.0, 0.9999999999999999, 0.0),
        (6.1, 0.0, 1.0, 0.0),
        (7.0, 0.0, 1.0, 0.0),
        (30.0, 0.0, 1.0, 0.0),
        (0.5, 0.5, 0.6426129148548205, 0.4578813944351922),
        (0.001, 0.9, 0.0025364903265111586, 1.371540918730758),
        (0.0, 0.7, 0.0, 0.9402829338335074),
        (0.0, 2.0, 0.0, 18.564802414575553),
        (0.0, 5.0, 0.0, 8298273880.676804),
        (1.0, 1.0, 1.3161512816979477, 0.19045346923783468),
        (2.0, -3.0, -20.829461427614568, -8.687318271470163),
        (-1.5, 0.25, -0.9770758925371544, 0.0275503504607331),
        (3.0, 3.0, 0.8678264975754512, -0.012152181790312256),
        (6.1, 6.0, 0.9972006733217308, -0.019457881694948897),
        (7.0, 7.25, 1.3848690144595641, 1.9358119697415062),
        (0.25, 8.0, -3.0617009077421097e+26, -2.8189178520182405e+26),
        (5.0, 0.001, 0.9999999999984626, 1.5670610574681426e-14),
        (10.0, 10.5, 1045.4626338393302, -346.9346150677257),
        (1.0, 20.0, 4.21337139246407e+171, -3.407248393563626e+171),
    ];

    #[test]
    fn values_are_right_to_the_last_digits() {
        for &(x, y, re, im) in VALUES {
            let (got, want) = (cerf(Complex64::new(x, y)), Complex64::new(re, im));
            assert!((got - want).norm() <= 6.0 * f64::EPSILON * want.norm(), "erf({x} + {y}i) is {want} and not {got}");
            if y == 0.0 {
                assert!((erf(x) - re).abs() <= f64::EPSILON * re.abs(), "erf({x}) is {re} and not {}", erf(x));
                assert_eq!(erf(-x), -erf(x));
            }
        }
        assert_eq!((erf(0.0), erf(1e9), erf(f64::NEG_INFINITY)), (0.0, 1.0, -1.0));
    }

    #[test]
    fn close_to_its_complex_zeros_no_value_is_claimed() {
        assert!(cerf(Complex64::new(1.4506, 1.8809)).re.is_nan());
    }
}
