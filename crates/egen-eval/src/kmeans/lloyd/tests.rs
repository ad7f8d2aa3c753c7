use egen_corpus::below;

use super::*;

fn run(matrix: &Matrix, count: usize) -> Clustering {
    cluster(matrix, count, &Settings::default(), 0)
}

/// Numbers from -1 to 1.
fn noise(seed: u64) -> impl FnMut() -> f32 {
    let mut rng = seeded(seed);
    move || below(2_000_001, &mut rng) as f32 / 1_000_000.0 - 1.0
}

/// Heaps, the rows of one as many places apart as there are heaps.
fn heaps(rows: usize, width: usize, heaps: usize, size: f32) -> Matrix {
    let mut noise = noise(rows as u64);
    let centres: Vec<f32> = (0..heaps * width).map(|_| noise()).collect();
    let row = |at: usize| centres[at / width % heaps * width + at % width];
    Matrix::new(width, (0..rows * width).map(|at| row(at) + size * noise()).collect())
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
    assert_eq!(run(&Matrix::new(3, vec![1.0, 2.0, 3.0]), 3).labels, [0]);
}

#[test]
fn separate_heaps_are_all_found() {
    let count = 40;
    let found = run(&heaps(count * 9, 6, count, 0.005), count);
    let mut of_heap = found.labels[..count].to_vec();
    assert!(found.labels.iter().enumerate().all(|(row, label)| of_heap[row % count] == *label));
    of_heap.sort_unstable();
    of_heap.dedup();
    assert_eq!(of_heap.len(), count);
    assert!(found.iterations < 20);
}

#[test]
fn the_answer_depends_on_the_seed_and_not_on_threads() {
    let matrix = heaps(3000, 5, 1, 1.0);
    let settings = Settings { restarts: 2, ..Settings::default() };
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| cluster(&matrix, 30, &settings, 7))
    };
    assert_eq!(with(1), with(3));
    assert_ne!(with(1).labels, cluster(&matrix, 30, &settings, 8).labels);
}

fn distance(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| (f64::from(a) - f64::from(b)).powi(2)).sum()
}

/// Every row has the nearest centre or one that single precision cannot tell from it, and of centres that are the same the first.
#[track_caller]
fn check(name: &str, points: &Points, found: &Nearest, centres: &[f32]) {
    let width = points.rows.width();
    let centre = |at: u32| &centres[at as usize * width..][..width];
    let longest = f64::from(squares(centres, width).into_iter().fold(0.0, f32::max));
    for (at, (&label, &near)) in found.labels.iter().zip(&found.distances).enumerate() {
        let row = points.rows.row(at);
        let least = centres.chunks_exact(width).map(|centre| distance(row, centre)).fold(f64::INFINITY, f64::min);
        // Each of `width` products, and each sum, may be off by a rounding of what is largest; so may what is next to zero.
        let slack = (width + 16) as f64
            * (f64::from(f32::EPSILON) * (f64::from(points.squares[at]) + longest) + f64::from(f32::MIN_POSITIVE));
        assert!(distance(row, centre(label)) - least <= slack, "{name}: {label} is not the nearest to row {at}");
        assert!((f64::from(near) - least).abs() <= slack, "{name}: row {at} is not {near} away");
        assert!((0..label).all(|other| centre(other) != centre(label)), "{name}: {label} is not the first of its kind");
    }
}

#[test]
fn rows_have_their_nearest_centres_after_every_step() {
    let scaled = |by: f32, plus: f32, matrix: Matrix| {
        Matrix::new(matrix.width(), matrix.data().iter().map(|x| x * by + plus).collect())
    };
    let grid = Matrix::new(2, (0..1200).map(|at| (at * at % 61 % 4) as f32).collect());
    for (name, matrix, count) in [
        ("random and wide", heaps(600, 130, 1, 1.0), 70),
        ("one column", heaps(900, 1, 1, 1.0), 130),
        ("apart", heaps(2000, 16, 80, 0.1), 80),
        ("apart, with too many centres", heaps(900, 16, 20, 0.1), 300),
        ("far from the origin", scaled(1.0, 1000.0, heaps(600, 8, 30, 0.3)), 30),
        ("tiny", scaled(1e-22, 0.0, heaps(300, 2, 9, 0.3)), 9),
        ("grid, with more centres than different rows", grid, 40),
        ("more centres than rows", heaps(20, 4, 1, 1.0), 33),
        ("one row", heaps(1, 4, 1, 1.0), 3),
    ] {
        let points = Points::new(&matrix);
        let width = matrix.width();
        let mut centres = points.start(count, &mut seeded(5));
        // Half of the centres start at the first one, so that there are ties, and clusters without rows.
        for at in 1..count / 2 {
            centres.copy_within(0..width, at * width);
        }
        let mut before = f64::INFINITY;
        for _ in 0..12 {
            let found = points.nearest(&centres);
            check(name, &points, &found, &centres);
            points.move_centres(&found, &mut centres);
            let inertia = found.distances.iter().map(|&x| f64::from(x)).sum::<f64>();
            assert!(inertia <= before * 1.0001 + 1e-30, "{name}: {before} became {inertia}");
            before = inertia;
        }
    }
}

#[test]
fn draws_follow_the_weights() {
    let weights: Vec<f32> = (0..600).map(|at| if at % 300 == 7 { (at / 300 + 1) as f32 } else { 0.0 }).collect();
    let sums: Vec<f64> = weights.chunks(BLOCK).map(|block| block.iter().map(|&x| f64::from(x)).sum()).collect();
    let mut rng = seeded(0);
    let second = (0..3000).filter(|_| draw(&weights, &sums, &mut rng) == 307).count();
    assert!((1800..2200).contains(&second), "{second} of 3000");
    assert_eq!(place([1.0, 0.0, 2.0, 0.0].into_iter(), 3.5).0, 2);
}
