//! A transformer's layer, normalised first: what comes out of it, and how does each weight take part?
//!
//! x + attention(norm(x)), then the same with GELU between two linear maps. Backwards, normalised rows and GELU's values are computed
//! again instead of being kept: they cost a fiftieth of the products, and memory is what two cores lack.

use std::ops::Range;

use super::activation::{gelu, gelu_backward};
use super::attention::{self, Heads, attend, attend_backward};
use super::norm::{normalise, normalise_backward};
use super::product::{self, Packed, Store, accumulate, accumulate_rows, multiply};

/// The sizes of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The width of a token's row.
    pub width: usize,
    /// How many heads attention has; they divide the width.
    pub heads: usize,
    /// The width between the two linear maps.
    pub hidden: usize,
}

impl Shape {
    fn split(self) -> Heads {
        Heads { count: self.heads, width: self.width / self.heads }
    }
}

/// A weight of a layer, in the order in which they lie in memory. Matrices have a row for each input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the formula above")]
pub enum Weight {
    Norm1Scale,
    Norm1Shift,
    Qkv,
    QkvBias,
    Out,
    OutBias,
    Norm2Scale,
    Norm2Shift,
    Up,
    UpBias,
    Down,
    DownBias,
}

impl Weight {
    /// All of them, in order.
    pub const ALL: [Weight; 12] = [
        Weight::Norm1Scale,
        Weight::Norm1Shift,
        Weight::Qkv,
        Weight::QkvBias,
        Weight::Out,
        Weight::OutBias,
        Weight::Norm2Scale,
        Weight::Norm2Shift,
        Weight::Up,
        Weight::UpBias,
        Weight::Down,
        Weight::DownBias,
    ];

    /// Its name in a model file.
    pub fn name(self) -> &'static str {
        match self {
            Weight::Norm1Scale => "norm1.scale",
            Weight::Norm1Shift => "norm1.shift",
            Weight::Qkv => "qkv.weight",
            Weight::QkvBias => "qkv.bias",
            Weight::Out => "out.weight",
            Weight::OutBias => "out.bias",
            Weight::Norm2Scale => "norm2.scale",
            Weight::Norm2Shift => "norm2.shift",
            Weight::Up => "up.weight",
            Weight::UpBias => "up.bias",
            Weight::Down => "down.weight",
            Weight::DownBias => "down.bias",
        }
    }

    /// Its rows (none for a vector) and columns.
    pub fn shape(self, shape: Shape) -> (Option<usize>, usize) {
        let (width, hidden) = (shape.width, shape.hidden);
        match self {
            Weight::Norm1Scale | Weight::Norm1Shift | Weight::Norm2Scale | Weight::Norm2Shift => (None, width),
            Weight::Qkv => (Some(width), 3 * width),
            Weight::QkvBias => (None, 3 * width),
            Weight::Out => (Some(width), width),
            Weight::OutBias | Weight::DownBias => (None, width),
            Weight::Up => (Some(width), hidden),
            Weight::UpBias => (None, hidden),
            Weight::Down => (Some(hidden), width),
        }
    }

    fn len(self, shape: Shape) -> usize {
        let (rows, columns) = self.shape(shape);
        rows.unwrap_or(1) * columns
    }

    /// Where it lies among the weights of its layer.
    pub fn range(self, shape: Shape) -> Range<usize> {
        let start = Weight::ALL.iter().take_while(|other| **other != self).map(|other| other.len(shape)).sum();
        start..start + self.len(shape)
    }
}

/// How many weights a layer has.
pub fn weights_len(shape: Shape) -> usize {
    Weight::ALL.iter().map(|weight| weight.len(shape)).sum()
}

/// The matrices of a layer as the products want them, each forwards and backwards.
#[derive(Clone, Debug)]
pub struct PackedLayer {
    qkv: [Packed; 2],
    out: [Packed; 2],
    up: [Packed; 2],
    down: [Packed; 2],
}

impl PackedLayer {
    /// Room for a layer's matrices.
    pub fn new(shape: Shape) -> PackedLayer {
        let both = |weight: Weight| {
            let (rows, columns) = weight.shape(shape);
            let rows = rows.expect("only matrices are packed");
            [Packed::new(rows, columns), Packed::new(columns, rows)]
        };
        PackedLayer { qkv: both(Weight::Qkv), out: both(Weight::Out), up: both(Weight::Up), down: both(Weight::Down) }
    }

    /// Packs a layer's weights.
    pub fn pack(&mut self, weights: &[f32], shape: Shape) {
        let matrices = [
            (&mut self.qkv, Weight::Qkv),
            (&mut self.out, Weight::Out),
            (&mut self.up, Weight::Up),
            (&mut self.down, Weight::Down),
        ];
        for ([forwards, backwards], weight) in matrices {
            let matrix = &weights[weight.range(shape)];
            forwards.pack(matrix);
            backwards.pack_transposed(matrix);
        }
    }
}

/// What a layer keeps of some rows for the way back.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    input: Vec<f32>,
    qkv: Vec<f32>,
    shares: Vec<f32>,
    mixed: Vec<f32>,
    middle: Vec<f32>,
    raised: Vec<f32>,
}

/// Room that layers reuse.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    normalised: Vec<f32>,
    hidden: Vec<f32>,
    dhidden: Vec<f32>,
    dqkv: Vec<f32>,
    dwidth: Vec<f32>,
    attention: attention::Scratch,
    product: product::Scratch,
}

/// A layer with its weights at hand.
#[derive(Clone, Copy)]
pub struct Layer<'a> {
    /// Its sizes.
    pub shape: Shape,
    /// Its weights.
    pub weights: &'a [f32],
    /// The same, packed.
    pub packed: &'a PackedLayer,
}

impl Layer<'_> {
    fn weight(&self, weight: Weight) -> &[f32] {
        &self.weights[weight.range(self.shape)]
    }

    /// Replaces the rows `x` of sequences of these lengths by what the layer makes of them.
    pub fn forward(&self, x: &mut [f32], lengths: &[usize], kept: &mut Kept, scratch: &mut Scratch) {
        let Shape { width, hidden, .. } = self.shape;
        let (rows, heads) = (x.len() / width, self.shape.split());
        kept.input.clear();
        kept.input.extend_from_slice(x);
        scratch.normalised.resize(rows * width, 0.0);
        normalise(&mut scratch.normalised, x, self.weight(Weight::Norm1Scale), self.weight(Weight::Norm1Shift));
        kept.qkv.resize(rows * 3 * width, 0.0);
        multiply(&mut kept.qkv, &scratch.normalised, &self.packed.qkv[0], Store::Bias(self.weight(Weight::QkvBias)));

        kept.mixed.resize(rows * width, 0.0);
        kept.shares.resize(lengths.iter().map(|&tokens| heads.shares_len(tokens)).sum(), 0.0);
        let (mut mixed, mut shares, mut qkv) = (&mut kept.mixed[..], &mut kept.shares[..], &kept.qkv[..]);
        for &tokens in lengths {
            let (here, rest) = mixed.split_at_mut(tokens * width);
            let (here_shares, rest_shares) = shares.split_at_mut(heads.shares_len(tokens));
            let (here_qkv, rest_qkv) = qkv.split_at(tokens * 3 * width);
            attend(here, here_shares, here_qkv, heads, &mut scratch.attention);
            (mixed, shares, qkv) = (rest, rest_shares, rest_qkv);
        }
        multiply(x, &kept.mixed, &self.packed.out[0], Store::AddBias(self.weight(Weight::OutBias)));

        kept.middle.clear();
        kept.middle.extend_from_slice(x);
        normalise(&mut scratch.normalised, x, self.weight(Weight::Norm2Scale), self.weight(Weight::Norm2Shift));
        kept.raised.resize(rows * hidden, 0.0);
        multiply(&mut kept.raised, &scratch.normalised, &self.packed.up[0], Store::Bias(self.weight(Weight::UpBias)));
        scratch.hidden.resize(rows * hidden, 0.0);
        gelu(&mut scratch.hidden, &kept.raised);
        multiply(x, &scratch.hidden, &self.packed.down[0], Store::AddBias(self.weight(Weight::DownBias)));
    }

    /// Replaces the gradient by what came out by the gradient by what went in, and adds up those of the weights.
    pub fn backward(
        &self,
        gradient: &mut [f32],
        lengths: &[usize],
        kept: &Kept,
        dweights: &mut [f32],
        scratch: &mut Scratch,
    ) {
        let Shape { width, hidden, .. } = self.shape;
        let (rows, heads) = (gradient.len() / width, self.shape.split());
        let range = |weight: Weight| weight.range(self.shape);
        let Scratch { normalised, hidden: value, dhidden, dqkv, dwidth, attention, product } = scratch;
        normalised.resize(rows * width, 0.0);
        dwidth.resize(rows * width, 0.0);
        value.resize(rows * hidden, 0.0);
        dhidden.resize(rows * hidden, 0.0);
        dqkv.resize(rows * 3 * width, 0.0);

        multiply(dhidden, gradient, &self.packed.down[1], Store::Set);
        gelu_backward(dhidden, value, &kept.raised);
        accumulate(&mut dweights[range(Weight::Down)], value, gradient, rows, product);
        accumulate_rows(&mut dweights[range(Weight::DownBias)], gradient);
        normalise(normalised, &kept.middle, self.weight(Weight::Norm2Scale), self.weight(Weight::Norm2Shift));
        accumulate(&mut dweights[range(Weight::Up)], normalised, dhidden, rows, product);
        accumulate_rows(&mut dweights[range(Weight::UpBias)], dhidden);
        multiply(dwidth, dhidden, &self.packed.up[1], Store::Set);
        let (dscale, dshift) = pair(dweights, range(Weight::Norm2Scale), range(Weight::Norm2Shift));
        normalise_backward(gradient, dwidth, &kept.middle, self.weight(Weight::Norm2Scale), dscale, dshift);

        accumulate(&mut dweights[range(Weight::Out)], &kept.mixed, gradient, rows, product);
        accumulate_rows(&mut dweights[range(Weight::OutBias)], gradient);
        multiply(dwidth, gradient, &self.packed.out[1], Store::Set);
        let (mut dmixed, mut shares, mut qkv, mut dq) = (&dwidth[..], &kept.shares[..], &kept.qkv[..], &mut dqkv[..]);
        for &tokens in lengths {
            let (here, rest) = dmixed.split_at(tokens * width);
            let (here_shares, rest_shares) = shares.split_at(heads.shares_len(tokens));
            let (here_qkv, rest_qkv) = qkv.split_at(tokens * 3 * width);
            let (here_dq, rest_dq) = dq.split_at_mut(tokens * 3 * width);
            attend_backward(here_dq, here, here_shares, here_qkv, heads, attention);
            (dmixed, shares, qkv, dq) = (rest, rest_shares, rest_qkv, rest_dq);
        }
        normalise(normalised, &kept.input, self.weight(Weight::Norm1Scale), self.weight(Weight::Norm1Shift));
        accumulate(&mut dweights[range(Weight::Qkv)], normalised, dqkv, rows, product);
        accumulate_rows(&mut dweights[range(Weight::QkvBias)], dqkv);
        multiply(dwidth, dqkv, &self.packed.qkv[1], Store::Set);
        let (dscale, dshift) = pair(dweights, range(Weight::Norm1Scale), range(Weight::Norm1Shift));
        normalise_backward(gradient, dwidth, &kept.input, self.weight(Weight::Norm1Scale), dscale, dshift);
    }
}

/// Two neighbouring parts of the weights.
fn pair(weights: &mut [f32], first: Range<usize>, second: Range<usize>) -> (&mut [f32], &mut [f32]) {
    debug_assert_eq!(first.end, second.start, "a shift follows its scale");
    weights[first.start..second.end].split_at_mut(first.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::attention::tests::reference as attention;
    use crate::kernel::check::{check_gradient, noise};
    use crate::kernel::norm::tests::reference as norm;

    const SHAPE: Shape = Shape { width: 6, heads: 2, hidden: 10 };

    fn linear(x: &[f64], matrix: &[f64], bias: &[f64]) -> Vec<f64> {
        let (columns, inner) = (bias.len(), matrix.len() / bias.len());
        let row = |row: &[f64], j: usize| (0..inner).map(|p| row[p] * matrix[p * columns + j]).sum::<f64>() + bias[j];
        x.chunks(inner).flat_map(|x| (0..columns).map(|j| row(x, j)).collect::<Vec<_>>()).collect()
    }

    fn reference(x: &[f64], weights: &[f64], lengths: &[usize]) -> Vec<f64> {
        let w = |weight: Weight| &weights[weight.range(SHAPE)];
        let add = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a + b).collect::<Vec<_>>();
        let h = norm(x, w(Weight::Norm1Scale), w(Weight::Norm1Shift));
        let qkv = linear(&h, w(Weight::Qkv), w(Weight::QkvBias));
        let (mut mixed, mut at) = (Vec::new(), 0);
        for tokens in lengths {
            let end = at + tokens * 3 * SHAPE.width;
            mixed.extend(attention(&qkv[at..end], SHAPE.split()));
            at = end;
        }
        let x = add(x, &linear(&mixed, w(Weight::Out), w(Weight::OutBias)));
        let h = norm(&x, w(Weight::Norm2Scale), w(Weight::Norm2Shift));
        let raised = linear(&h, w(Weight::Up), w(Weight::UpBias));
        let gelu =
            |x: &f64| 0.5 * x * (1.0 + ((2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x.powi(3))).tanh());
        let hidden: Vec<f64> = raised.iter().map(gelu).collect();
        add(&x, &linear(&hidden, w(Weight::Down), w(Weight::DownBias)))
    }

    #[test]
    fn a_layer_and_its_gradients_are_right() {
        let lengths = [3, 1, 4];
        let x = noise(1, 8 * SHAPE.width);
        let weights = noise(2, weights_len(SHAPE));
        let mut packed = PackedLayer::new(SHAPE);
        packed.pack(&weights, SHAPE);
        let layer = Layer { shape: SHAPE, weights: &weights, packed: &packed };
        let (mut kept, mut scratch) = (Kept::default(), Scratch::default());
        let mut out = x.clone();
        layer.forward(&mut out, &lengths, &mut kept, &mut scratch);
        let loss = noise(3, x.len());
        let (mut dx, mut dweights) = (loss.clone(), vec![0.0; weights.len()]);
        layer.backward(&mut dx, &lengths, &kept, &mut dweights, &mut scratch);
        let value = |v: &[Vec<f64>]| reference(&v[0], &v[1], &lengths);
        check_gradient(&[x, weights], &loss, value, &out, &[dx, dweights]);
    }
}
