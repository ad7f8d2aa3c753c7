//! The plain algorithm: what should the fast one find? All distances, in double precision, with nothing left out.

use egen_corpus::below;
use egen_graph::grammar::seeded;
use egen_model::kernel::product::{Store, multiply};

use super::means::{Moved, move_centres};
use super::nearest::Nearest;
use super::points::{Points, rounding, underflow};
use super::*;
use crate::matrix::packed;

fn distance(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| (f64::from(a) - f64::from(b)).powi(2)).sum()
}

/// The nearest centre and its squared distance; of equals the first.
fn nearest(row: &[f32], centres: &[f32]) -> (u32, f64) {
    let distances = centres.chunks_exact(row.len()).map(|centre| distance(row, centre));
    distances.enumerate().fold((u32::MAX, f64::INFINITY), |least, (at, distance)| {
        if distance < least.1 { (at as u32, distance) } else { least }
    })
}

/// Labels after some steps, with centres without rows left where they are; and the sum of the squared distances.
fn plain(points: &Points, mut centres: Vec<f32>, steps: usize) -> (Vec<u32>, f64) {
    let width = points.matrix.width();
    let find = |centres: &[f32]| -> Vec<(u32, f64)> {
        points.matrix.data().chunks_exact(width).map(|row| nearest(row, centres)).collect()
    };
    for _ in 0..steps {
        let labels = find(&centres);
        for (at, centre) in centres.chunks_exact_mut(width).enumerate() {
            let rows: Vec<usize> = (0..labels.len()).filter(|&row| labels[row].0 as usize == at).collect();
            for (column, x) in centre.iter_mut().enumerate().filter(|_| !rows.is_empty()) {
                let sum: f64 = rows.iter().map(|&row| f64::from(points.matrix.row(row)[column])).sum();
                *x = (sum / rows.len() as f64) as f32;
            }
        }
    }
    let found = find(&centres);
    (found.iter().map(|&(label, _)| label).collect(), found.iter().map(|&(_, distance)| distance).sum())
}

/// Numbers from -1 to 1.
fn noise(seed: u64) -> impl FnMut() -> f32 {
    let mut rng = seeded(seed);
    move || below(2_000_001, &mut rng) as f32 / 1_000_000.0 - 1.0
}

fn clustered(rows: usize, width: usize, clusters: usize, size: f32) -> Matrix {
    let mut noise = noise(rows as u64);
    let centres: Vec<f32> = (0..clusters * width).map(|_| noise()).collect();
    let row = |at: usize| centres[at / width % clusters * width + at % width];
    Matrix::new(width, (0..rows * width).map(|at| row(at) + size * noise()).collect())
}

/// Numbers from 0 to 3: many rows are the same, and many lie halfway between two others.
fn grid(rows: usize, width: usize) -> Matrix {
    let mut rng = seeded(width as u64);
    Matrix::new(width, (0..rows * width).map(|_| below(4, &mut rng) as f32).collect())
}

fn sets() -> Vec<(&'static str, Matrix, usize)> {
    let far = |matrix: Matrix| Matrix::new(matrix.width(), matrix.data().iter().map(|x| x + 1000.0).collect());
    vec![
        ("random", clustered(700, 3, 1, 1.0), 20),
        ("random and wide", clustered(600, 130, 1, 1.0), 70),
        ("one column", clustered(900, 1, 1, 1.0), 130),
        ("apart", clustered(2000, 16, 80, 0.1), 80),
        ("apart, with too many centres", clustered(900, 16, 20, 0.1), 300),
        ("overlapping", clustered(1500, 24, 90, 1.5), 90),
        ("far from the origin", far(clustered(600, 8, 30, 0.3)), 30),
        ("tiny", Matrix::new(2, clustered(300, 2, 9, 0.3).data().iter().map(|x| x * 1e-22).collect()), 9),
        ("grid", grid(600, 2), 9),
        ("grid, with more centres than different rows", grid(400, 2), 40),
        ("grid of more columns", grid(800, 5), 100),
        ("all the same", Matrix::new(3, [1.0, 2.0, 5.0].repeat(50)), 7),
        ("more centres than rows", clustered(20, 4, 1, 1.0), 33),
        ("one centre", clustered(50, 4, 1, 1.0), 1),
        ("one row", clustered(1, 4, 1, 1.0), 3),
    ]
}

/// Every row has the nearest centre, or one that rounding cannot tell from it; of centres that are the same it has the first.
#[track_caller]
fn check(name: &str, points: &Points, labels: &[u32], centres: &[f32]) {
    let width = points.matrix.width();
    let centre = |at: u32| &centres[at as usize * width..][..width];
    let longest = centres.chunks_exact(width).map(|c| distance(c, &vec![0.0; width])).fold(0.0, f64::max);
    for (row, &label) in points.matrix.data().chunks_exact(width).zip(labels) {
        let (want, least) = nearest(row, centres);
        let slack = rounding(width) * (distance(row, &vec![0.0; width]) + longest) + underflow(width);
        assert!(distance(row, centre(label)) - least <= slack, "{name}: {label} is not as near as {want}");
        assert!((0..label).all(|at| centre(at) != centre(label)), "{name}: {label} is not the first of its kind");
    }
}

#[test]
fn labels_are_those_of_the_plain_algorithm_after_every_step() {
    for (name, matrix, count) in sets() {
        let points = Points::new(&matrix);
        let chosen = start(&points, count, &mut seeded(5));
        // Half of the centres start at the first one, so that there are ties, and clusters without rows.
        for same in [0, count / 2] {
            let chosen = (0..count).map(|at| chosen[if at < same { 0 } else { at }]);
            let mut centres: Vec<f32> = chosen.flat_map(|at| points.matrix.row(at)).copied().collect();
            let mut found = Nearest::new(&points, &centres);
            for _ in 0..12 {
                check(name, &points, &found.labels, &centres);
                let moved = move_centres(&points, &found.labels, &mut centres);
                found.follow(&points, &centres, &moved);
                assert!(found.labels == Nearest::new(&points, &centres).labels, "{name}");
            }
        }
    }
}

#[test]
fn labels_follow_centres_that_jump() {
    let points = Points::new(&clustered(3000, 8, 150, 0.2));
    let mut centres = points.matrix.some(0..150).to_vec();
    let mut found = Nearest::new(&points, &centres);
    let mut noise = noise(9);
    for step in 0..30 {
        let before = centres.clone();
        centres.iter_mut().for_each(|x| *x += 0.01 * noise());
        for jump in 0..step % 5 {
            let (from, to) = (step * 37 % 150, (step * 101 + jump * 17) % 150);
            centres.copy_within(from * 8..from * 8 + 8, to * 8);
        }
        let by = centres.chunks_exact(8).zip(before.chunks_exact(8));
        let by = by.map(|(a, b)| (distance(a, b).sqrt() as f32).next_up()).collect();
        found.follow(&points, &centres, &Moved { total: 0.0, by });
        check("jumps", &points, &found.labels, &centres);
        assert!(found.labels == Nearest::new(&points, &centres).labels, "step {step}");
    }
}

#[test]
fn ten_steps_end_where_plain_ones_do() {
    for (name, matrix, count) in sets().into_iter().take(6) {
        let points = Points::new(&matrix);
        let settings = Settings { restarts: 1, max_iterations: 10, tolerance: 0.0 };
        let found = cluster(&matrix, count, &settings, 3);
        let chosen = start(&points, count, &mut seeded(mix(3, 0)));
        let centres = chosen.iter().flat_map(|&at| points.matrix.row(at)).copied().collect();
        let (labels, inertia) = plain(&points, centres, 10);
        assert!(found.labels == labels, "{name}");
        assert!((found.inertia / inertia - 1.0).abs() < 1e-4, "{name}: {} {inertia}", found.inertia);
    }
}

/// Greedy k-means++ that compares every row with every candidate and adds up from the first row to the last. Distances are products
/// in single precision: a draw depends on every digit.
fn plain_start(points: &Points, count: usize, rng: &mut impl rand_core::Rng) -> Vec<usize> {
    let mut unit = || (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let trials = 2 + (count as f64).ln() as usize;
    let distances = |at: usize| {
        let mut out = vec![0.0; points.len()];
        let right = packed(points.matrix.row(at), points.matrix.width());
        multiply(&mut out, points.matrix.data(), &right, Store::Scaled(-2.0));
        let rows = out.into_iter().zip(&points.squares);
        rows.map(move |(product, square)| f64::from((product + square + points.squares[at]).max(0.0)))
    };
    let mut chosen = vec![(unit() * points.len() as f64) as usize];
    let mut closest: Vec<f64> = distances(chosen[0]).collect();
    while chosen.len() < count {
        let total: f64 = closest.iter().sum();
        let candidates: Vec<usize> = (0..trials)
            .map(|_| {
                let (at, mut sum) = (unit() * total, 0.0);
                let beyond = |distance: &f64| {
                    sum += distance;
                    sum > at
                };
                closest.iter().position(beyond).unwrap_or(points.len() - 1)
            })
            .collect();
        let with = |at: usize| closest.iter().zip(distances(at)).map(|(a, b)| a.min(b)).collect::<Vec<f64>>();
        let left = |at: usize| with(at).iter().sum::<f64>();
        let best = candidates.into_iter().min_by(|&a, &b| left(a).total_cmp(&left(b))).expect("there are trials");
        closest = with(best);
        chosen.push(best);
    }
    chosen
}

#[test]
fn starting_centres_are_those_of_the_plain_algorithm() {
    for (name, matrix, count) in sets() {
        let points = Points::new(&matrix);
        for seed in 0..3 {
            assert!(
                start(&points, count, &mut seeded(seed)) == plain_start(&points, count, &mut seeded(seed)),
                "{name}"
            );
        }
    }
}
