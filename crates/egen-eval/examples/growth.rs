//! How do retrieval and K-means grow with the number of expressions?
//!
//!     growth [--noise SIZE] [ROWS]...
//!
//! ROWS is 8,000 unless told: vectors of width 128 in clusters of 100, as a corpus has them. Centres lie between -1 and 1 in every column;
//! noise of SIZE, 0.5 unless told, leaves the clusters apart, and noise of 1.5 lets them overlap.
//!
//! Retrieval asks 4,096 queries (all, if there are fewer rows) for their 20 nearest among all rows; K-means makes one start and ten steps.

use std::io::Write;
use std::time::Instant;

use egen_eval::kmeans::{Settings, cluster};
use egen_eval::similar::{Cosines, nearest};
use egen_eval::{Matrix, Space};
use egen_graph::grammar::seeded;
use rand_core::Rng;

const WIDTH: usize = 128;
const MEMBERS: usize = 100;
const QUERIES: usize = 4096;
const NEAREST: usize = 20;
const STEPS: usize = 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut given: Vec<String> = std::env::args().skip(1).collect();
    let noise = match given.first().map(String::as_str) {
        Some("--noise") if given.len() > 1 => given.drain(..2).nth(1).expect("two were drained").parse()?,
        _ => 0.5,
    };
    let mut sizes = given.iter().map(|rows| rows.parse()).collect::<Result<Vec<usize>, _>>()?;
    if sizes.is_empty() {
        sizes.push(8000);
    }
    let mut out = std::io::stdout().lock();
    for rows in sizes {
        let (clusters, queries) = (rows.div_ceil(MEMBERS), QUERIES.min(rows));
        let matrix = clustered(rows, noise);
        let space = Cosines::new(matrix.clone());
        let began = Instant::now();
        let found = nearest(&space, 0..queries, 0..space.len(), NEAREST);
        let seconds = began.elapsed().as_secs_f64();
        let own = |(query, found): (usize, &Vec<u32>)| {
            found.iter().filter(|&&at| at as usize / MEMBERS == query / MEMBERS).count()
        };
        let right = found.iter().enumerate().map(own).sum::<usize>() as f64 / (queries * NEAREST) as f64;
        let rate = 2e-9 * (queries * rows * WIDTH) as f64 / seconds;
        writeln!(
            out,
            "{rows} rows: retrieval of {queries} queries {seconds:.2} s ({rate:.0} GFLOP/s, {:.1} % right)",
            100.0 * right
        )?;
        let began = Instant::now();
        let settings = Settings { restarts: 1, max_iterations: STEPS, ..Settings::default() };
        let made = cluster(&matrix, clusters, &settings, 0);
        let seconds = began.elapsed().as_secs_f64();
        let (steps, inertia) = (made.iterations, made.inertia);
        writeln!(out, "{rows} rows: K-means, {clusters} centres, {steps} steps {seconds:.2} s, inertia {inertia}")?;
    }
    Ok(())
}

/// Rows around centres, one cluster after the other.
fn clustered(rows: usize, noise: f32) -> Matrix {
    let mut rng = seeded(1);
    let mut unit = || (rng.next_u64() >> 40) as f32 / (1u64 << 23) as f32 - 1.0;
    let mut data = Vec::with_capacity(rows * WIDTH);
    let mut centre = [0.0; WIDTH];
    for row in 0..rows {
        if row % MEMBERS == 0 {
            centre = std::array::from_fn(|_| unit());
        }
        data.extend(centre.iter().map(|x| x + noise * unit()));
    }
    Matrix::new(WIDTH, data)
}
