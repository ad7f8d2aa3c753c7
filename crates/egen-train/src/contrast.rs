//! Contrast: do equal expressions lie nearer to each other than to all others?
//!
//! InfoNCE on normalised vectors. The rows of a batch are anchors, then as many partners (equal to their anchors), then as many edits
//! (not equal to theirs), or negatives drawn from elsewhere. Rows of one group are equal expressions and never count against each other.

use crate::config::Loss;
use egen_model::kernel::activation::exp;
use egen_model::kernel::product::{Packed, Scratch, Store, accumulate, multiply};

/// Which rows of a batch are what.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// The group of each anchor and of its partner: equal numbers, equal expressions.
    pub groups: &'a [u32],
    /// Does a third part follow: for each anchor an expression that is not equal to it?
    pub negatives: bool,
}

/// The loss, and the gradient by the vectors.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrast {
    /// The mean over rows (and directions) of -ln of the partner's share.
    pub loss: f32,
    /// How often the partner is the nearest.
    pub nearest: f32,
    /// A row for each vector.
    pub gradient: Vec<f32>,
}

/// Computes the loss of vectors of this width.
///
/// # Panics
/// If the rows are not whole parts, or the paper's loss has no negatives.
pub fn contrast(vectors: &[f32], width: usize, rows: Rows, loss: Loss) -> Contrast {
    let count = rows.groups.len();
    let parts = if rows.negatives { 3 } else { 2 };
    assert_eq!(vectors.len(), parts * count * width, "anchors, partners and perhaps negatives");
    let (units, norms) = normalised(vectors, width);
    let part = count * width;
    let (anchors, partners, rest) = (&units[..part], &units[part..2 * part], &units[2 * part..]);
    let mut dunits = vec![0.0; units.len()];
    let same = |i: usize, j: usize| i != j && rows.groups[i] == rows.groups[j];
    let (sum, hits, directions) = match loss {
        Loss::NegativesOfTheBatch { temperature } => {
            assert!(rows.negatives, "the paper's loss needs negatives");
            // The partner stands first and only its own anchor sees it.
            let logit = |i: usize, j: usize, s: f32| match j.checked_sub(count) {
                None if i != j => None,
                // A row of one group is equal to its partner, but its negative was drawn against its own anchor only.
                _ => Some(s),
            };
            let (from, to) = dunits.split_at_mut(part);
            let (sum, hits) = direction(anchors, &units[part..], width, temperature, logit, from, to);
            (sum, hits, 1)
        }
        Loss::BothDirections { temperature, edit_weight } => {
            let logit = |i: usize, j: usize, s: f32| match j.checked_sub(count) {
                None if same(i, j) => None,
                None => Some(s),
                Some(edit) if edit == i => Some(s + edit_weight),
                // An edit of an equal expression is as likely to be wrong as one's own, but nobody has checked it against this row.
                Some(edit) if same(i, edit) => None,
                Some(_) => Some(s),
            };
            let candidates = |first: &[f32]| [first, rest].concat();
            let one = |from: &[f32], to: &[f32]| {
                let (mut dfrom, mut dto) = (vec![0.0; part], vec![0.0; units.len() - part]);
                let result = direction(from, &candidates(to), width, temperature, logit, &mut dfrom, &mut dto);
                (result, dfrom, dto)
            };
            let (forth, back) = rayon::join(|| one(anchors, partners), || one(partners, anchors));
            let mut add = |start: usize, gradient: &[f32]| {
                dunits[start..].iter_mut().zip(gradient).for_each(|(out, d)| *out += d);
            };
            add(0, &forth.1);
            add(part, &forth.2);
            add(part, &back.1);
            add(0, &back.2[..part]);
            add(2 * part, &back.2[part..]);
            (forth.0.0 + back.0.0, forth.0.1 + back.0.1, 2)
        }
    };
    let scale = 1.0 / (directions * count) as f32;
    let gradient = through_normalisation(&units, &norms, &dunits, width, scale);
    Contrast { loss: sum * scale, nearest: hits as f32 * scale, gradient }
}

/// The summed loss of queries that look for the candidate with their own number, and how often it is the nearest.
/// `logit` changes a similarity over the temperature, or leaves the candidate out.
fn direction(
    queries: &[f32],
    candidates: &[f32],
    width: usize,
    temperature: f32,
    logit: impl Fn(usize, usize, f32) -> Option<f32>,
    dqueries: &mut [f32],
    dcandidates: &mut [f32],
) -> (f32, usize) {
    let (rows, columns) = (queries.len() / width, candidates.len() / width);
    let mut scores = vec![0.0; rows * columns];
    let mut packed = Packed::new(width, columns);
    packed.pack_transposed(candidates);
    multiply(&mut scores, queries, &packed, Store::Scaled(1.0 / temperature));
    let (mut sum, mut hits) = (0.0, 0);
    for (i, row) in scores.chunks_exact_mut(columns).enumerate() {
        let plain = row[i];
        let nearest = row.iter().enumerate().all(|(j, &s)| s <= plain || logit(i, j, s).is_none());
        hits += usize::from(nearest);
        row.iter_mut().enumerate().for_each(|(j, s)| *s = logit(i, j, *s).unwrap_or(f32::NEG_INFINITY));
        let top = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut total = 0.0;
        let own = row[i] - top;
        for s in row.iter_mut() {
            *s = if *s == f32::NEG_INFINITY { 0.0 } else { exp(*s - top) };
            total += *s;
        }
        sum += total.ln() - own;
        row.iter_mut().for_each(|s| *s /= total * temperature);
        row[i] -= 1.0 / temperature;
    }
    let mut packed = Packed::new(columns, width);
    packed.pack(candidates);
    multiply(dqueries, &scores, &packed, Store::Add);
    accumulate(dcandidates, &scores, queries, rows, &mut Scratch::default());
    (sum, hits)
}

/// Rows of length 1, and the lengths that they had.
fn normalised(vectors: &[f32], width: usize) -> (Vec<f32>, Vec<f32>) {
    let norms: Vec<f32> =
        vectors.chunks_exact(width).map(|row| row.iter().map(|x| x * x).sum::<f32>().sqrt().max(1e-12)).collect();
    let units = vectors.chunks_exact(width).zip(&norms).flat_map(|(row, norm)| row.iter().map(move |x| x / norm));
    (units.collect(), norms)
}

/// The gradient by the vectors, given the one by the rows of length 1.
fn through_normalisation(units: &[f32], norms: &[f32], dunits: &[f32], width: usize, scale: f32) -> Vec<f32> {
    let rows = units.chunks_exact(width).zip(dunits.chunks_exact(width)).zip(norms);
    let rows = rows.flat_map(|((unit, d), norm)| {
        let along: f32 = unit.iter().zip(d).map(|(u, d)| u * d).sum();
        unit.iter().zip(d).map(move |(u, d)| scale * (d - along * u) / norm)
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};

    const WIDTH: usize = 5;
    const GROUPS: [u32; 4] = [7, 8, 7, 9];

    fn unit(vectors: &[f64], row: usize) -> Vec<f64> {
        let row = &vectors[row * WIDTH..][..WIDTH];
        let norm = row.iter().map(|x| x * x).sum::<f64>().sqrt();
        row.iter().map(|x| x / norm).collect()
    }

    fn similarity(vectors: &[f64], a: usize, b: usize) -> f64 {
        unit(vectors, a).iter().zip(unit(vectors, b)).map(|(a, b)| a * b).sum()
    }

    fn check(loss: Loss, negatives: bool, reference: impl Fn(&[f64]) -> f64) {
        let mut rng = rand_pcg::Pcg64::seed_from_u64(5);
        let count = (if negatives { 12 } else { 8 }) * WIDTH;
        let vectors: Vec<f32> = (0..count).map(|_| rng.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0).collect();
        let got = contrast(&vectors, WIDTH, Rows { groups: &GROUPS, negatives }, loss);
        let mut vectors: Vec<f64> = vectors.into_iter().map(f64::from).collect();
        assert!((f64::from(got.loss) - reference(&vectors)).abs() < 1e-4);
        assert_eq!(got.gradient.len(), count);
        for (at, gradient) in got.gradient.into_iter().enumerate() {
            let (x, step) = (vectors[at], 1e-5);
            let [above, below] = [x + step, x - step].map(|moved| {
                vectors[at] = moved;
                reference(&vectors)
            });
            vectors[at] = x;
            let want = (above - below) / (2.0 * step);
            assert!((f64::from(gradient) - want).abs() < 5e-4 * (1.0 + want.abs()), "{at}: {gradient}, want {want}");
        }
    }

    #[test]
    fn the_papers_loss_takes_each_partner_against_all_negatives() {
        check(Loss::NegativesOfTheBatch { temperature: 0.5 }, true, |v| {
            let row = |i: usize| {
                let own = (similarity(v, i, 4 + i) / 0.5).exp();
                let others: f64 = (0..4).map(|j| (similarity(v, i, 8 + j) / 0.5).exp()).sum();
                -(own / (own + others)).ln()
            };
            (0..4).map(row).sum::<f64>() / 4.0
        });
    }

    #[test]
    fn both_directions_count_and_groups_do_not_repel() {
        for negatives in [false, true] {
            check(Loss::BothDirections { temperature: 0.5, edit_weight: 1.5 }, negatives, |v| {
                let term = |from: usize, to: usize, i: usize| {
                    let same = |j: usize| i != j && GROUPS[i] == GROUPS[j];
                    let score = |a: usize| (similarity(v, from + i, a) / 0.5).exp();
                    let partners: f64 = (0..4).filter(|&j| !same(j)).map(|j| score(to + j)).sum();
                    let weight = |j: usize| if i == j { 1.5f64.exp() } else { 1.0 };
                    let edits =
                        (0..4).filter(|&j| negatives && !same(j)).map(|j| weight(j) * score(8 + j)).sum::<f64>();
                    -(score(to + i) / (partners + edits)).ln()
                };
                (0..4).map(|i| term(0, 4, i) + term(4, 0, i)).sum::<f64>() / 8.0
            });
        }
    }

    #[test]
    fn a_batch_of_perfect_vectors_finds_every_partner() {
        let mut vectors = vec![0.0; 4 * 4];
        for row in 0..4 {
            vectors[row * 4 + row % 2] = 3.0;
        }
        let loss = Loss::BothDirections { temperature: 0.05, edit_weight: 0.0 };
        let got = contrast(&vectors, 4, Rows { groups: &[0, 1], negatives: false }, loss);
        assert!(got.loss < 1e-6 && got.nearest == 1.0, "{got:?}");
    }
}
