//! Linear maps: rows times a matrix, plus a number for each column; and how a gradient comes back.

use super::product::{Packed, Scratch, Store, accumulate, accumulate_rows, multiply};

/// A map's matrix as the products want it.
#[derive(Clone, Debug)]
pub struct PackedMap {
    forwards: Packed,
    backwards: Packed,
    len: usize,
}

impl PackedMap {
    /// Room for a map.
    pub fn new(inputs: usize, outputs: usize) -> PackedMap {
        let (forwards, backwards) = (Packed::new(inputs, outputs), Packed::new(outputs, inputs));
        PackedMap { forwards, backwards, len: inputs * outputs }
    }

    /// Packs the matrix that these weights begin with.
    pub fn pack(&mut self, weights: &[f32]) {
        self.forwards.pack(&weights[..self.len]);
        self.backwards.pack_transposed(&weights[..self.len]);
    }
}

/// A map with its weights at hand.
#[derive(Clone, Copy)]
pub struct Linear<'a> {
    packed: &'a PackedMap,
    bias: Option<&'a [f32]>,
}

impl<'a> Linear<'a> {
    /// The weights are a matrix with a row for each input, and behind it what is added, if anything is.
    pub fn new(packed: &'a PackedMap, weights: &'a [f32]) -> Linear<'a> {
        let bias = &weights[packed.len..];
        Linear { packed, bias: (!bias.is_empty()).then_some(bias) }
    }

    /// Replaces `out` by what it makes of the rows.
    pub fn set(self, out: &mut [f32], rows: &[f32]) {
        multiply(out, rows, &self.packed.forwards, self.bias.map_or(Store::Set, Store::Bias));
    }

    /// Adds to `out` what it makes of the rows.
    pub fn add(self, out: &mut [f32], rows: &[f32]) {
        multiply(out, rows, &self.packed.forwards, self.bias.map_or(Store::Add, Store::AddBias));
    }

    /// Replaces `drows` by the gradient by the rows, given the one by what came out.
    pub fn set_back(self, drows: &mut [f32], dout: &[f32]) {
        multiply(drows, dout, &self.packed.backwards, Store::Set);
    }

    /// Adds to `drows` the gradient by the rows, given the one by what came out.
    pub fn add_back(self, drows: &mut [f32], dout: &[f32]) {
        multiply(drows, dout, &self.packed.backwards, Store::Add);
    }

    /// Adds up the gradient by the weights, which lie as the weights do.
    pub fn learn(self, dweights: &mut [f32], rows: &[f32], dout: &[f32], scratch: &mut Scratch) {
        let (dmatrix, dbias) = dweights.split_at_mut(self.packed.len);
        accumulate(dmatrix, rows, dout, self.packed.forwards.count(rows), scratch);
        if self.bias.is_some() {
            accumulate_rows(dbias, dout);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::kernel::check::{check_gradient, noise};

    /// A map with its bias in double precision.
    pub(in crate::kernel) fn reference(rows: &[f64], weights: &[f64], inputs: usize) -> Vec<f64> {
        let columns = weights.len() / (inputs + 1);
        let (matrix, bias) = weights.split_at(inputs * columns);
        let row = |row: &[f64], j: usize| (0..inputs).map(|p| row[p] * matrix[p * columns + j]).sum::<f64>() + bias[j];
        rows.chunks(inputs).flat_map(|x| (0..columns).map(|j| row(x, j)).collect::<Vec<_>>()).collect()
    }

    #[test]
    fn a_map_and_its_gradients_are_right() {
        let (rows, weights, loss) = (noise(1, 4 * 5), noise(2, 5 * 3 + 3), noise(3, 4 * 3));
        let mut packed = PackedMap::new(5, 3);
        packed.pack(&weights);
        let map = Linear::new(&packed, &weights);
        let (mut out, mut drows, mut dweights) = (vec![0.0; 12], vec![0.0; 20], vec![0.0; 18]);
        map.set(&mut out, &rows);
        map.set_back(&mut drows, &loss);
        map.learn(&mut dweights, &rows, &loss, &mut Scratch::default());
        check_gradient(&[rows, weights], &loss, |v| reference(&v[0], &v[1], 5), &out, &[drows, dweights]);
    }

    #[test]
    fn a_map_may_add_nothing_and_be_added_itself() {
        let (rows, weights) = (noise(1, 4 * 5), noise(2, 5 * 3));
        let mut packed = PackedMap::new(5, 3);
        packed.pack(&weights);
        let map = Linear::new(&packed, &weights);
        let (mut once, mut twice) = (vec![0.0; 12], vec![0.0; 12]);
        map.set(&mut once, &rows);
        (0..2).for_each(|_| map.add(&mut twice, &rows));
        assert!(once.iter().zip(&twice).all(|(a, b)| (2.0 * a - b).abs() < 1e-6));
        let (mut once, mut twice) = (vec![0.0; 20], vec![0.0; 20]);
        map.set_back(&mut once, &twice_of(&noise(3, 12)));
        (0..2).for_each(|_| map.add_back(&mut twice, &noise(3, 12)));
        assert!(once.iter().zip(&twice).all(|(a, b)| (a - b).abs() < 1e-6));
    }

    fn twice_of(x: &[f32]) -> Vec<f32> {
        x.iter().map(|x| 2.0 * x).collect()
    }
}
