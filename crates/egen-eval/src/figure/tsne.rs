//! t-SNE: how do vectors of many columns lie in a plane, neighbours beside neighbours?
//!
//! The exact method of van der Maaten and Hinton (2008), every pair at every step: a figure has a thousand points, which takes seconds. It is
//! our own because a figure must be the same for the same seed, for any number of threads, and the crate at hand (`bhtsne` 0.7) draws its
//! first positions from the system.

use egen_corpus::below;
use egen_graph::grammar::seeded;
use rayon::prelude::*;

use crate::matrix::Matrix;

/// How a plane is found.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// About how many neighbours a point has.
    pub perplexity: f64,
    /// Steps.
    pub iterations: usize,
    /// The same seed gives the same plane.
    pub seed: u64,
}

impl Settings {
    /// A thousand steps from seed 0.
    pub fn new(perplexity: f64) -> Settings {
        Settings { perplexity, iterations: 1000, seed: 0 }
    }
}

/// Steps in which neighbours attract each other more than they should, so that clusters form before they settle.
const EARLY: usize = 250;
const EXAGGERATION: f64 = 12.0;
/// No probability is 0.
const LEAST: f64 = 1e-12;

/// A place for each row.
pub fn tsne(rows: &Matrix, settings: &Settings) -> Vec<[f64; 2]> {
    let count = rows.rows();
    if count < 2 {
        return vec![[0.0; 2]; count];
    }
    let near = affinities(&distances(rows), settings.perplexity.min((count - 1) as f64 / 3.0).max(1.0));
    let mut rng = seeded(settings.seed);
    // A sum of twelve uniform numbers is close enough to a normal one.
    let mut normal = || (0..12).map(|_| below(1 << 20, &mut rng) as f64 / f64::from(1 << 20)).sum::<f64>() - 6.0;
    let mut places: Vec<[f64; 2]> = (0..count).map(|_| [1e-4 * normal(), 1e-4 * normal()]).collect();
    let (mut steps, mut gains) = (vec![[0.0; 2]; count], vec![[1.0; 2]; count]);
    let rate = (count as f64 / EXAGGERATION / 4.0).max(50.0);
    for turn in 0..settings.iterations {
        let (attraction, momentum) = if turn < EARLY { (EXAGGERATION, 0.5) } else { (1.0, 0.8) };
        let slopes = slopes(&near, &places, attraction);
        for at in 0..count {
            for axis in 0..2 {
                let (slope, step, gain) = (slopes[at][axis], &mut steps[at][axis], &mut gains[at][axis]);
                *gain = if (slope > 0.0) == (*step > 0.0) { *gain * 0.8 } else { *gain + 0.2 };
                *gain = f64::max(*gain, 0.01);
                *step = momentum * *step - rate * *gain * slope;
                places[at][axis] += *step;
            }
        }
        for axis in 0..2 {
            let middle = places.iter().map(|place| place[axis]).sum::<f64>() / count as f64;
            places.iter_mut().for_each(|place| place[axis] -= middle);
        }
    }
    places
}

/// Squared distances between all rows.
fn distances(rows: &Matrix) -> Vec<Vec<f64>> {
    let between = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| f64::from(x - y).powi(2)).sum();
    let row = |at| (0..rows.rows()).map(|other| between(rows.row(at), rows.row(other))).collect();
    (0..rows.rows()).into_par_iter().map(row).collect()
}

/// How near each pair is: a normal density around each point, as wide as its neighbours need, the same in both directions, 1 in all.
fn affinities(distances: &[Vec<f64>], perplexity: f64) -> Vec<Vec<f64>> {
    let count = distances.len();
    let row = |(at, row): (usize, &Vec<f64>)| conditional(at, row, perplexity);
    let given: Vec<Vec<f64>> = distances.par_iter().enumerate().map(row).collect();
    let both = |a: usize, b: usize| ((given[a][b] + given[b][a]) / (2 * count) as f64).max(LEAST);
    (0..count).into_par_iter().map(|a| (0..count).map(|b| if a == b { 0.0 } else { both(a, b) }).collect()).collect()
}

/// The probabilities with which a point chooses each other, with the entropy of the logarithm of the perplexity.
fn conditional(at: usize, distances: &[f64], perplexity: f64) -> Vec<f64> {
    let others = || distances.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, d)| *d);
    // Only differences count, and the nearest has weight 1 however narrow the density is.
    let nearest = others().fold(f64::INFINITY, f64::min);
    let mean = others().map(|d| d - nearest).sum::<f64>() / (distances.len() - 1) as f64;
    let (mut low, mut high, mut narrow) = (0.0, f64::INFINITY, 1.0 / mean.clamp(f64::MIN_POSITIVE, f64::MAX));
    for _ in 0..64 {
        let (mut sum, mut moment) = (0.0, 0.0);
        for far in others().map(|d| d - nearest) {
            let weight = (-narrow * far).exp();
            sum += weight;
            moment += weight * far;
        }
        let entropy = sum.ln() + narrow * moment / sum;
        if (entropy - perplexity.ln()).abs() < 1e-5 {
            break;
        }
        if entropy > perplexity.ln() {
            low = narrow
        } else {
            high = narrow
        }
        narrow = if high.is_finite() { (low + high) / 2.0 } else { narrow * 2.0 };
    }
    let weight = |(other, d): (usize, &f64)| if other == at { 0.0 } else { (-narrow * (d - nearest)).exp() };
    let weights: Vec<f64> = distances.iter().enumerate().map(weight).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// The slope of the divergence at each place.
fn slopes(near: &[Vec<f64>], places: &[[f64; 2]], attraction: f64) -> Vec<[f64; 2]> {
    struct Pull {
        towards: [f64; 2],
        away: [f64; 2],
        sum: f64,
    }
    let pull = |(at, near): (usize, &Vec<f64>)| {
        let [x, y] = places[at];
        let mut pull = Pull { towards: [0.0; 2], away: [0.0; 2], sum: 0.0 };
        for (other, ([ox, oy], near)) in places.iter().zip(near).enumerate() {
            let (dx, dy) = (x - ox, y - oy);
            let kernel = if other == at { 0.0 } else { 1.0 / (1.0 + dx * dx + dy * dy) };
            let (to, from) = (attraction * near * kernel, kernel * kernel);
            pull.towards = [pull.towards[0] + to * dx, pull.towards[1] + to * dy];
            pull.away = [pull.away[0] + from * dx, pull.away[1] + from * dy];
            pull.sum += kernel;
        }
        pull
    };
    let pulls: Vec<Pull> = near.par_iter().enumerate().map(pull).collect();
    // In the order of the points, so that the sum does not depend on threads.
    let all = pulls.iter().map(|pull| pull.sum).sum::<f64>().max(f64::MIN_POSITIVE);
    pulls.iter().map(|pull| [0, 1].map(|axis| 4.0 * (pull.towards[axis] - pull.away[axis] / all))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three blobs of 30 points in ten columns.
    fn blobs() -> Matrix {
        let mut rng = seeded(3);
        let mut noise = || below(1000, &mut rng) as f32 / 1000.0;
        let row = |at: usize| (0..10).map(move |column| if column == at % 3 { 8.0 } else { 0.0 });
        Matrix::new(10, (0..90).flat_map(row).map(|x| x + noise()).collect())
    }

    #[test]
    fn three_blobs_stay_apart_and_together() {
        let places = tsne(&blobs(), &Settings::new(10.0));
        let far = |a: [f64; 2], b: [f64; 2]| ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt();
        for at in 0..90 {
            let mut order: Vec<usize> = (0..90).filter(|&other| other != at).collect();
            order.sort_by(|&a, &b| far(places[at], places[a]).total_cmp(&far(places[at], places[b])));
            assert!(order[..29].iter().all(|other| other % 3 == at % 3), "{at}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_plane_for_any_number_of_threads() {
        let settings = Settings { iterations: 50, ..Settings::new(10.0) };
        let with = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let one = with(1).install(|| tsne(&blobs(), &settings));
        assert_eq!(one, with(3).install(|| tsne(&blobs(), &settings)));
        assert_ne!(one, tsne(&blobs(), &Settings { seed: 1, ..settings }));
    }

    #[test]
    fn the_entropy_is_that_of_the_perplexity() {
        let row = conditional(0, &distances(&blobs())[0], 10.0);
        let entropy: f64 = row.iter().filter(|p| **p > 0.0).map(|p| -p * p.ln()).sum();
        assert!((entropy.exp() - 10.0).abs() < 1e-2 && (row.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn what_coincides_has_places_too() {
        let same = Matrix::new(2, vec![1.0; 2 * 12]);
        assert!(tsne(&same, &Settings::new(30.0)).iter().flatten().all(|x| x.is_finite()));
        assert_eq!(tsne(&Matrix::new(2, vec![1.0, 2.0]), &Settings::new(30.0)), [[0.0; 2]]);
    }
}
