//! How fast is each kernel by itself, on one core, at the sizes of the preset `small`?
//!
//!     kernels [ROWS]     best of half a second each, for a block of so many rows (380 unless told)

use std::io::Write;
use std::time::{Duration, Instant};

use egen_model::kernel::activation::{gelu, gelu_backward};
use egen_model::kernel::attention::{self, Attending, Heads, Rows, attend, attend_backward};
use egen_model::kernel::norm::{normalise, normalise_backward};
use egen_model::kernel::product::{self, Packed, Store, accumulate, multiply};
use rand_core::{Rng, SeedableRng};

const WIDTH: usize = 128;
const HIDDEN: usize = 512;
const HEADS: Heads = Heads { count: 4, width: 32 };
const TOKENS: usize = 20;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rows: usize = std::env::args().nth(1).map_or(Ok(380), |rows| rows.parse())?;
    let mut out = std::io::stdout().lock();
    for (inner, columns) in [(WIDTH, 3 * WIDTH), (WIDTH, WIDTH), (WIDTH, HIDDEN), (HIDDEN, WIDTH)] {
        let (left, gradient, matrix) = (noise(rows * inner), noise(rows * columns), noise(inner * columns));
        let mut right = Packed::new(inner, columns);
        right.pack(&matrix);
        let (mut result, mut sum) = (vec![0.0; rows * columns], vec![0.0; inner * columns]);
        let mut scratch = product::Scratch::default();
        let rate = |seconds: f64| 2e-9 * (rows * inner * columns) as f64 / seconds;
        let there = rate(best(|| multiply(&mut result, &left, &right, Store::Set)));
        let back = rate(best(|| accumulate(&mut sum, &left, &gradient, rows, &mut scratch)));
        writeln!(out, "{inner} × {columns}: multiply {there:.0} GFLOP/s, accumulate {back:.0} GFLOP/s")?;
    }

    let (x, mut y, mut z) = (noise(rows * HIDDEN), noise(rows * HIDDEN), noise(rows * HIDDEN));
    let mut tell = |name: &str, seconds: f64| writeln!(out, "{name}: {:.0} µs", 1e6 * seconds);
    tell("gelu", best(|| gelu(&mut y, &x)))?;
    tell("gelu backwards", best(|| gelu_backward(&mut z, &mut y, &x)))?;
    let (scale, mut dscale, mut dshift) = (noise(WIDTH), noise(WIDTH), noise(WIDTH));
    let (x, y, z) = (&x[..rows * WIDTH], &mut y[..rows * WIDTH], &mut z[..rows * WIDTH]);
    tell("normalise", best(|| normalise(y, x, &scale, &scale)))?;
    tell("normalise backwards", best(|| normalise_backward(z, y, x, &scale, &mut dscale, &mut dshift)))?;

    let sequences = rows / TOKENS;
    let projected = noise(rows * 3 * WIDTH);
    let attending = |sequence: usize| {
        let rows = |start: usize| Rows { start, stride: 3 * WIDTH, count: TOKENS };
        let start = sequence * TOKENS * 3 * WIDTH;
        Attending { queries: rows(start), keys: rows(start + WIDTH), causal: false }
    };
    let share = attending(0).shares_len(HEADS);
    let mut shares = vec![0.0; sequences * share];
    let mut scratch = attention::Scratch::default();
    let there = best(|| {
        let mixed = y.chunks_exact_mut(TOKENS * WIDTH).zip(shares.chunks_exact_mut(share));
        for (at, (mixed, shares)) in mixed.enumerate() {
            attend(mixed, shares, &projected, attending(at), HEADS, &mut scratch);
        }
    });
    tell("attend", there)?;
    let mut dprojected = vec![0.0; projected.len()];
    let back = best(|| {
        for (at, (dmixed, shares)) in y.chunks_exact(TOKENS * WIDTH).zip(shares.chunks_exact(share)).enumerate() {
            attend_backward(&mut dprojected, dmixed, (shares, &projected), attending(at), HEADS, &mut scratch);
        }
    });
    tell("attend backwards", back)?;
    Ok(())
}

/// The seconds of the quickest run: on a busy machine the others say more about the machine.
fn best(mut run: impl FnMut()) -> f64 {
    let (start, mut best) = (Instant::now(), f64::INFINITY);
    while start.elapsed() < Duration::from_millis(500) {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}

fn noise(count: usize) -> Vec<f32> {
    let mut rng = rand_pcg::Pcg64::seed_from_u64(1);
    (0..count).map(|_| (rng.next_u32() as f32 / u32::MAX as f32) * 2.0 - 1.0).collect()
}
