//! Complex points: where in the planes of the variables are two sides looked at?

use std::f64::consts::FRAC_PI_2;
use std::ops::Range;
use std::sync::LazyLock;

use num_complex::Complex64;

use crate::mix::{GOLDEN, scramble};

/// Sizes from where everything is its leading term to where exp u has gone around zero many times; medium ones first, where
/// most functions have values.
const SIZES: [f64; 10] = [1.3, 0.6, 2.7, 5.3, 11.0, 0.27, 24.0, 57.0, 0.02, 0.001];
const FIRST: usize = 12;
/// Every size in every quadrant.
const SIZED: usize = 4 * SIZES.len();
/// After them, large imaginary parts with small real ones, where exp u and what is made of it still have values.
const TALL: [(f64, f64); 2] = [(0.9, 17.0), (2.1, 41.0)];
const ONE_INPUT: usize = SIZED + 4 * TALL.len();
/// Every quadrant of one variable with every quadrant of the next, four times.
const MORE_INPUTS: usize = 64;

/// The points of each round. The first finds most differences.
pub fn rounds(width: usize) -> [Range<usize>; 2] {
    [0..FIRST, FIRST..if width == 1 { ONE_INPUT } else { MORE_INPUTS }]
}

/// The value of input k at a point. The first input is in quadrant `point % 4`.
pub fn coordinate(point: usize, k: usize) -> Complex64 {
    // Nearly everything has one variable, and a point costs as much as a function at it.
    static OF_FIRST_INPUT: LazyLock<Vec<Complex64>> =
        LazyLock::new(|| (0..ONE_INPUT.max(MORE_INPUTS)).map(|point| computed(point, 0)).collect());
    if k == 0 { OF_FIRST_INPUT[point] } else { computed(point, k) }
}

fn computed(point: usize, k: usize) -> Complex64 {
    if k == 0 && (SIZED..ONE_INPUT).contains(&point) {
        let (re, im) = TALL[(point - SIZED) / 4];
        let (right, up) = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)][point % 4];
        return Complex64::new(right * re, up * im);
    }
    let mixed = mix(point as u64, k as u64);
    let (size, quadrant) = match k {
        0 => (SIZES[point / 4 % SIZES.len()], point % 4),
        1 => (SIZES[(mixed >> 8) as usize % SIZES.len()], point / 4 % 4),
        _ => (SIZES[(mixed >> 8) as usize % SIZES.len()], mixed as usize % 4),
    };
    // Multiples of the golden section fill the quadrant evenly; every fifth point is close to an axis instead.
    let turn = (0.5 + 0.618_033_988_75 * point as f64 + 0.754_877_666_25 * k as f64).fract();
    let turn = match (point + 2 * k) % 10 {
        4 => 0.004,
        9 => 0.996,
        _ => 0.02 + 0.96 * turn,
    };
    // No two inputs have the same size, so that x − y is no special value.
    Complex64::from_polar(size * (1.0 + 0.07 * (mixed >> 40 & 7) as f64 / 8.0), FRAC_PI_2 * (quadrant as f64 + turn))
}

/// Scrambled bits that depend on both numbers.
fn mix(a: u64, b: u64) -> u64 {
    scramble(a.wrapping_add(b << 32).wrapping_mul(GOLDEN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_quadrants_occurs_and_imaginary_parts_are_large() {
        for k in 0..3 {
            let mut quadrants = [[false; 4]; 4];
            let points = (0..MORE_INPUTS).map(|point| (coordinate(point, k), coordinate(point, k + 1)));
            let quadrant = |z: Complex64| usize::from(z.re < 0.0) + 2 * usize::from(z.im < 0.0);
            points.clone().for_each(|(x, y)| quadrants[quadrant(x)][quadrant(y)] = true);
            assert!(quadrants.iter().flatten().all(|seen| *seen), "inputs {k} and {}", k + 1);
        }
        let imaginary: Vec<f64> = (0..ONE_INPUT).map(|point| coordinate(point, 0).im).collect();
        for bound in [3.2, 10.0] {
            assert!(imaginary.iter().filter(|im| **im > bound).count() >= 4);
            assert!(imaginary.iter().filter(|im| **im < -bound).count() >= 4);
        }
    }
}
