//! Lloyd's algorithm: which centres leave the least squared distance to the rows?
//!
//! Defaults, tolerance and the treatment of clusters that lose all rows are scikit-learn's. Sums are taken in fixed order, so that
//! the answer depends on the rows and the seed and not on threads.

mod means;
mod nearest;
#[cfg(test)]
mod plain;
pub(super) mod points;
mod two;

use egen_corpus::mix;
use egen_graph::grammar::seeded;
use rayon::prelude::*;

use super::start::start;
use crate::matrix::Matrix;
use means::move_centres;
use nearest::Nearest;
use points::Points;

/// How to cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Starts, of which the best result is kept.
    pub restarts: usize,
    /// Steps, at most.
    pub max_iterations: usize,
    /// It ends when the centres move by less than this share of the columns' mean variance, squared distances added up.
    pub tolerance: f64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { restarts: 10, max_iterations: 1000, tolerance: 1e-6 }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Clustering {
    /// For each row its centre.
    pub labels: Vec<u32>,
    /// The sum of squared distances.
    pub inertia: f64,
    /// The steps of the start that was kept.
    pub iterations: usize,
}

/// Clusters the rows around so many centres.
///
/// # Panics
/// If there are no rows, no centres, or no restarts.
pub fn cluster(matrix: &Matrix, count: usize, settings: &Settings, seed: u64) -> Clustering {
    assert!(matrix.rows() > 0 && count > 0 && settings.restarts > 0, "something to cluster, and a start");
    let points = Points::new(matrix);
    let run = |restart| once(&points, count, settings, mix(seed, restart));
    let runs: Vec<Clustering> = (0..settings.restarts as u64).into_par_iter().map(run).collect();
    runs.into_iter().min_by(|a, b| a.inertia.total_cmp(&b.inertia)).expect("there is a start")
}

fn once(points: &Points, count: usize, settings: &Settings, seed: u64) -> Clustering {
    let chosen = start(points, count, &mut seeded(seed));
    let mut centres: Vec<f32> = chosen.iter().flat_map(|&at| points.matrix.row(at)).copied().collect();
    let mut nearest = Nearest::new(points, &centres);
    let (mut iterations, mut changed) = (0, true);
    while iterations < settings.max_iterations {
        iterations += 1;
        if !changed {
            break;
        }
        let moved = move_centres(points, &nearest.labels, &mut centres);
        changed = nearest.follow(points, &centres, &moved);
        if moved.total <= settings.tolerance * points.variance {
            break;
        }
    }
    let inertia = nearest.inertia(points, &centres);
    Clustering { labels: nearest.labels, inertia, iterations }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_corpus::below;

    fn run(matrix: &Matrix, count: usize) -> Clustering {
        cluster(matrix, count, &Settings::default(), 0)
    }

    #[test]
    fn two_heaps_are_found_and_their_distances_added_up() {
        let found = run(&Matrix::new(1, vec![0.0, 1.0, 10.0, 12.0]), 2);
        assert_eq!(found.labels[0], found.labels[1]);
        assert_eq!(found.labels[2], found.labels[3]);
        assert_ne!(found.labels[0], found.labels[2]);
        assert!((found.inertia - 2.5).abs() < 1e-4, "{found:?}");
    }

    #[test]
    fn duplicates_and_more_centres_than_rows_are_no_trouble() {
        let found = run(&Matrix::new(2, [3.0, 4.0].repeat(7)), 3);
        assert_eq!(found.inertia, 0.0);
        let found = run(&Matrix::new(1, vec![1.0, 2.0]), 5);
        assert!(found.inertia < 1e-9 && found.labels[0] != found.labels[1]);
        assert_eq!(run(&Matrix::new(1, vec![1.0, 2.0, 3.0]), 1).labels, [0, 0, 0]);
    }

    #[test]
    fn separate_heaps_are_all_found() {
        let mut rng = seeded(3);
        let (heaps, width) = (40, 6);
        let mut noise = |size: f32| (below(2001, &mut rng) as f32 / 1000.0 - 1.0) * size;
        let centres: Vec<f32> = (0..heaps * width).map(|_| noise(100.0)).collect();
        let rows = (0..heaps * 9 * width).map(|at| centres[at / width % heaps * width + at % width] + noise(0.5));
        let found = run(&Matrix::new(width, rows.collect()), heaps);
        let mut of_heap = vec![u32::MAX; heaps];
        for (row, &label) in found.labels.iter().enumerate() {
            let first = &mut of_heap[row % heaps];
            assert!(*first == u32::MAX || *first == label);
            *first = label;
        }
        of_heap.sort_unstable();
        of_heap.dedup();
        assert_eq!(of_heap.len(), heaps);
        assert!(found.iterations < 20);
    }

    #[test]
    fn the_answer_depends_on_the_seed_and_not_on_threads() {
        let mut rng = seeded(4);
        let rows: Vec<f32> = (0..3000 * 5).map(|_| below(1000, &mut rng) as f32 / 1000.0).collect();
        let matrix = Matrix::new(5, rows);
        let settings = Settings { restarts: 2, ..Settings::default() };
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| cluster(&matrix, 30, &settings, 7))
        };
        assert_eq!(with(1), with(3));
        assert_ne!(with(1).labels, cluster(&matrix, 30, &settings, 8).labels);
    }
}
