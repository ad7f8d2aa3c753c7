//! Lloyd's algorithm: which centres leave the least squared distance to the rows?
//!
//! Defaults, tolerance and the treatment of clusters that lose all rows are scikit-learn's. Sums are taken in fixed order, so that
//! the answer depends on the rows and the seed and not on threads.

use egen_corpus::mix;
use egen_graph::grammar::seeded;
use egen_model::kernel::product::{Packed, Store, multiply};
use rayon::prelude::*;

use super::start::start;
use crate::matrix::Matrix;

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

/// Rows that a thread takes at a time.
pub(super) const CHUNK: usize = 256;

/// Rows around their mean, which keeps products small and distances exact.
pub(super) struct Points {
    pub matrix: Matrix,
    /// The squared length of each row.
    pub squares: Vec<f32>,
    /// The mean variance of the columns.
    variance: f64,
}

impl Points {
    fn new(matrix: &Matrix) -> Points {
        let (width, rows) = (matrix.width(), matrix.rows() as f64);
        let mut means = vec![0.0f64; width];
        for row in matrix.data().chunks_exact(width) {
            means.iter_mut().zip(row).for_each(|(mean, &x)| *mean += f64::from(x));
        }
        means.iter_mut().for_each(|mean| *mean /= rows);
        let mut matrix = matrix.clone();
        for row in matrix.data_mut().chunks_exact_mut(width) {
            row.iter_mut().zip(&means).for_each(|(x, mean)| *x = (f64::from(*x) - mean) as f32);
        }
        let squares: Vec<f32> = matrix.data().chunks_exact(width).map(|row| row.iter().map(|x| x * x).sum()).collect();
        let variance = squares.iter().map(|&x| f64::from(x)).sum::<f64>() / (rows * width as f64);
        Points { matrix, squares, variance }
    }

    pub fn len(&self) -> usize {
        self.matrix.rows()
    }
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
    let width = points.matrix.width();
    let chosen = start(points, count, &mut seeded(seed));
    let mut centres: Vec<f32> = chosen.iter().flat_map(|&at| points.matrix.row(at)).copied().collect();
    let mut nearest = Nearest::new(points, count);
    let mut iterations = 0;
    while iterations < settings.max_iterations {
        iterations += 1;
        let settled = !nearest.find(points, &centres);
        let moved = move_centres(points, &mut nearest, &mut centres, width);
        if settled {
            return nearest.clustering(iterations);
        }
        if moved <= settings.tolerance * points.variance {
            break;
        }
    }
    // The centres moved after the labels were found.
    nearest.find(points, &centres);
    nearest.clustering(iterations)
}

/// For each row its nearest centre.
struct Nearest {
    labels: Vec<u32>,
    /// The squared distance to it.
    distances: Vec<f32>,
    packed: Packed,
}

impl Nearest {
    fn new(points: &Points, count: usize) -> Nearest {
        let packed = Packed::new(points.matrix.width(), count);
        Nearest { labels: vec![u32::MAX; points.len()], distances: vec![0.0; points.len()], packed }
    }

    /// Finds them; has any label changed?
    fn find(&mut self, points: &Points, centres: &[f32]) -> bool {
        let width = points.matrix.width();
        self.packed.pack_transposed(centres);
        // |x - c|² = |x|² - 2 (x·c - |c|²/2): the nearest centre has the largest of what stands in parentheses.
        let halves: Vec<f32> =
            centres.chunks_exact(width).map(|c| -0.5 * c.iter().map(|x| x * x).sum::<f32>()).collect();
        let packed = &self.packed;
        let rows = points.matrix.data().par_chunks(CHUNK * width).zip(points.squares.par_chunks(CHUNK));
        let out = self.labels.par_chunks_mut(CHUNK).zip(self.distances.par_chunks_mut(CHUNK));
        let changed = rows.zip(out).map(|((rows, squares), (labels, distances))| {
            let mut products = vec![0.0; squares.len() * halves.len()];
            multiply(&mut products, rows, packed, Store::Bias(&halves));
            let mut changed = false;
            for (at, row) in products.chunks_exact(halves.len()).enumerate() {
                let (label, most) = largest(row);
                distances[at] = (squares[at] - 2.0 * most).max(0.0);
                changed |= labels[at] != label;
                labels[at] = label;
            }
            changed
        });
        changed.reduce(|| false, |a, b| a | b)
    }

    fn clustering(self, iterations: usize) -> Clustering {
        let inertia = self.distances.iter().map(|&x| f64::from(x)).sum();
        Clustering { labels: self.labels, inertia, iterations }
    }
}

/// The largest number and its place; of equals the first.
fn largest(row: &[f32]) -> (u32, f32) {
    let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    (row.iter().position(|&x| x == most).expect("a row has a largest number") as u32, most)
}

/// Moves each centre to the mean of its rows; the sum of the squared distances moved.
fn move_centres(points: &Points, nearest: &mut Nearest, centres: &mut [f32], width: usize) -> f64 {
    let count = centres.len() / width;
    let (mut sums, mut sizes) = (vec![0.0f64; centres.len()], vec![0usize; count]);
    for (row, &label) in points.matrix.data().chunks_exact(width).zip(&nearest.labels) {
        let sum = &mut sums[label as usize * width..][..width];
        sum.iter_mut().zip(row).for_each(|(sum, &x)| *sum += f64::from(x));
        sizes[label as usize] += 1;
    }
    // A centre without rows takes the row that lies farthest from its own.
    let empty: Vec<usize> = (0..count).filter(|&at| sizes[at] == 0).collect();
    if !empty.is_empty() {
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by(|&a, &b| nearest.distances[b].total_cmp(&nearest.distances[a]));
        for (to, row) in empty.into_iter().zip(order).filter(|&(_, row)| nearest.distances[row] > 0.0) {
            let from = nearest.labels[row] as usize;
            for (column, &x) in points.matrix.row(row).iter().enumerate() {
                sums[from * width + column] -= f64::from(x);
                sums[to * width + column] = f64::from(x);
            }
            (sizes[from], sizes[to]) = (sizes[from] - 1, 1);
        }
    }
    let mut moved = 0.0;
    for ((centre, sum), &size) in centres.chunks_exact_mut(width).zip(sums.chunks_exact(width)).zip(&sizes) {
        if size > 0 {
            for (x, sum) in centre.iter_mut().zip(sum) {
                let new = (sum / size as f64) as f32;
                moved += f64::from(new - *x).powi(2);
                *x = new;
            }
        }
    }
    moved
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
