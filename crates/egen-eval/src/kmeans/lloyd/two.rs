//! Two nearest centres: which centre is nearest to a row, and how near does any other come?
//!
//! Rows and centres are multiplied in tiles that stay in the second cache, and of a tile only the two largest products of each row are
//! kept: there are never rows × centres numbers.

use egen_model::kernel::product::{Packed, Store, multiply};
use rayon::prelude::*;

use super::points::{BLOCK, Points, square};
use crate::matrix::packed;

/// Centres that are multiplied at a time.
const TILE: usize = 256;

/// Centres laid out to be multiplied.
pub struct Tiles {
    tiles: Vec<Packed>,
    /// |x - c|² = |x|² - 2 (x·c - |c|²/2): the nearest centre has the largest of what stands in parentheses. These are the -|c|²/2.
    halves: Vec<f32>,
}

/// The two nearest centres of a row.
#[derive(Clone, Copy)]
pub struct Two {
    /// The nearest; of equals the first.
    pub label: u32,
    /// x·c - |c|²/2 of it.
    first: f32,
    /// The same of the second, which may be equal.
    second: f32,
}

impl Two {
    /// The squared distance of a row to its nearest centre.
    pub fn nearest(self, square: f32) -> f32 {
        distance(square, self.first)
    }

    /// The squared distance of a row to the next.
    pub fn next(self, square: f32) -> f32 {
        distance(square, self.second)
    }
}

fn distance(square: f32, product: f32) -> f32 {
    (square - 2.0 * product).max(0.0)
}

impl Tiles {
    pub fn new(centres: &[f32], width: usize) -> Tiles {
        let tiles = centres.par_chunks(TILE * width).map(|some| packed(some, width)).collect();
        Tiles { tiles, halves: centres.chunks_exact(width).map(|centre| -0.5 * square(centre)).collect() }
    }

    /// The largest squared length of a centre.
    pub fn longest(&self) -> f64 {
        self.halves.iter().map(|&half| -2.0 * f64::from(half)).fold(0.0, f64::max)
    }

    /// The two nearest centres of some rows.
    pub fn of_rows(&self, points: &Points, rows: &[u32]) -> Vec<Two> {
        let blocks = rows.par_chunks(BLOCK).map_init(
            || (Vec::new(), Vec::new()),
            |(left, products), rows| {
                points.gather(rows.iter().map(|&row| row as usize), left);
                self.of_block(left, rows.len(), products)
            },
        );
        blocks.flatten_iter().collect()
    }

    /// For each centre the squared distance to the nearest other one.
    pub fn apart(&self, centres: &[f32], width: usize) -> Vec<f32> {
        let block = |(at, some): (usize, &[f32])| {
            let two = self.of_block(some, some.len() / width, &mut Vec::new());
            two.into_iter().enumerate().map(move |(within, two)| {
                let own = at * BLOCK + within;
                let square = -2.0 * self.halves[own];
                if two.label as usize == own { two.next(square) } else { two.nearest(square) }
            })
        };
        centres.par_chunks(BLOCK * width).enumerate().map(block).flatten_iter().collect()
    }

    fn of_block(&self, left: &[f32], rows: usize, products: &mut Vec<f32>) -> Vec<Two> {
        let mut found = vec![Two { label: u32::MAX, first: f32::NEG_INFINITY, second: f32::NEG_INFINITY }; rows];
        for ((tile, packed), halves) in self.tiles.iter().enumerate().zip(self.halves.chunks(TILE)) {
            products.resize(rows * halves.len(), 0.0);
            multiply(products, left, packed, Store::Bias(halves));
            for (two, row) in found.iter_mut().zip(products.chunks_exact(halves.len())) {
                let (first, second) = two_largest(row);
                if first > two.first || two.label == u32::MAX {
                    let at = row.iter().position(|&x| x == first).expect("a row has a largest number");
                    *two = Two { label: (tile * TILE + at) as u32, first, second: second.max(two.first) };
                } else {
                    two.second = two.second.max(first);
                }
            }
        }
        found
    }
}

/// The two largest numbers; they are equal if the largest comes twice.
fn two_largest(row: &[f32]) -> (f32, f32) {
    // Many chains side by side, since one waits for itself: this passes over as many numbers as there are products.
    const CHAINS: usize = 16;
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    let smaller = |a: f32, b: f32| if a < b { a } else { b };
    let (mut first, mut second) = ([f32::NEG_INFINITY; CHAINS], [f32::NEG_INFINITY; CHAINS]);
    let (chunks, rest) = row.as_chunks::<CHAINS>();
    for chunk in chunks {
        for at in 0..CHAINS {
            second[at] = larger(second[at], smaller(first[at], chunk[at]));
            first[at] = larger(first[at], chunk[at]);
        }
    }
    let join = |(a, b): (f32, f32), (c, d): (f32, f32)| (larger(a, c), larger(smaller(a, c), larger(b, d)));
    let chains = first.into_iter().zip(second).chain(rest.iter().map(|&x| (x, f32::NEG_INFINITY)));
    chains.fold((f32::NEG_INFINITY, f32::NEG_INFINITY), join)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_largest_are_those_of_the_sorted_row() {
        let numbers: Vec<f32> = (0..100).map(|at| ((at * 37 % 101) as f32 - 50.0) * 0.5).collect();
        for len in 2..100 {
            let mut sorted = numbers[..len].to_vec();
            sorted.sort_by(|a, b| b.total_cmp(a));
            assert_eq!(two_largest(&numbers[..len]), (sorted[0], sorted[1]));
            let twice = numbers[..len].repeat(2);
            assert_eq!(two_largest(&twice), (sorted[0], sorted[0]));
        }
        assert_eq!(two_largest(&[3.0]), (3.0, f32::NEG_INFINITY));
    }
}
