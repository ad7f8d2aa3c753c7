//! A transformer's layer, normalised first: what comes out of it, and how does each weight take part?
//!
//! x + attention(norm(x)), in a decoder the same with the encoder's rows as keys and values, then the same with GELU between two linear
//! maps. Backwards, normalised rows and GELU's values are computed again instead of being kept: they cost a fiftieth of the products, and
//! memory is what two cores lack.

use super::activation::{gelu, gelu_backward};
use super::attention::{self, Attending, Heads, Rows, attend, attend_backward};
use super::product;
use super::weights::{Half, Layer, Unit};

/// The encoder's rows that a decoder attends to: a sequence of these for each of its own.
#[derive(Clone, Copy)]
pub struct Memory<'a> {
    /// The rows.
    pub rows: &'a [f32],
    /// How many each sequence has.
    pub lengths: &'a [usize],
}

/// What a layer keeps of some rows for the way back.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    within: Attended,
    across: Attended,
    fed: Fed,
}

#[derive(Clone, Debug, Default)]
struct Attended {
    input: Vec<f32>,
    projected: Vec<f32>,
    shares: Vec<f32>,
    mixed: Vec<f32>,
}

/// What the two linear maps keep.
#[derive(Clone, Debug, Default)]
pub struct Fed {
    input: Vec<f32>,
    raised: Vec<f32>,
}

/// Room that layers reuse.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(super) normalised: Vec<f32>,
    hidden: Vec<f32>,
    dhidden: Vec<f32>,
    dprojected: Vec<f32>,
    dwidth: Vec<f32>,
    pub(super) attention: attention::Scratch,
    product: product::Scratch,
}

impl Attended {
    fn attend(
        &mut self,
        plan: impl Iterator<Item = Attending> + Clone,
        heads: Heads,
        scratch: &mut attention::Scratch,
    ) {
        self.mixed.resize(self.input.len(), 0.0);
        self.shares.resize(plan.clone().map(|attending| attending.shares_len(heads)).sum(), 0.0);
        let (mut mixed, mut shares) = (&mut self.mixed[..], &mut self.shares[..]);
        for attending in plan {
            let (here, rest) = mixed.split_at_mut(attending.queries.count * heads.total());
            let (here_shares, rest_shares) = shares.split_at_mut(attending.shares_len(heads));
            attend(here, here_shares, &self.projected, attending, heads, scratch);
            (mixed, shares) = (rest, rest_shares);
        }
    }
}

/// Each sequence to itself: a row holds query, key and value.
fn within(lengths: &[usize], width: usize, causal: bool) -> impl Iterator<Item = Attending> + Clone + '_ {
    let mut end = 0;
    lengths.iter().map(move |&count| {
        let rows = |start: usize| Rows { start, stride: 3 * width, count };
        let start = end;
        end += count * 3 * width;
        Attending { queries: rows(start), keys: rows(start + width), causal }
    })
}

/// Each sequence to one of the memory: first keys and values of all memory, then all queries.
fn across<'a>(lengths: &'a [usize], memory: Memory<'a>, width: usize) -> impl Iterator<Item = Attending> + Clone + 'a {
    let (mut key, mut query) = (0, 2 * memory.rows.len());
    lengths.iter().zip(memory.lengths).map(move |(&takers, &givers)| {
        let queries = Rows { start: query, stride: width, count: takers };
        let keys = Rows { start: key, stride: 2 * width, count: givers };
        (key, query) = (key + givers * 2 * width, query + takers * width);
        Attending { queries, keys, causal: false }
    })
}

fn copy(to: &mut Vec<f32>, from: &[f32]) {
    to.clear();
    to.extend_from_slice(from);
}

impl Layer<'_> {
    /// Replaces the rows `x` of sequences of these lengths by what the layer makes of them.
    pub fn forward(
        &self,
        x: &mut [f32],
        lengths: &[usize],
        memory: Option<Memory>,
        kept: &mut Kept,
        scratch: &mut Scratch,
    ) {
        let (width, heads) = (self.shape.width, self.shape.split());
        let Kept { within: own, across: other, fed } = kept;
        copy(&mut own.input, x);
        self.normalise(Unit::Norm1, &mut scratch.normalised, x);
        own.projected.resize(3 * x.len(), 0.0);
        self.map(Unit::Qkv).set(&mut own.projected, &scratch.normalised);
        own.attend(within(lengths, width, self.causal()), heads, &mut scratch.attention);
        self.map(Unit::Out).add(x, &own.mixed);

        if let Some(memory) = memory {
            copy(&mut other.input, x);
            self.normalise(Unit::CrossNorm, &mut scratch.normalised, x);
            other.projected.resize(2 * memory.rows.len() + x.len(), 0.0);
            let (keys, queries) = other.projected.split_at_mut(2 * memory.rows.len());
            self.map(Unit::CrossMemory).set(keys, memory.rows);
            self.map(Unit::CrossQuery).set(queries, &scratch.normalised);
            other.attend(across(lengths, memory, width), heads, &mut scratch.attention);
            self.map(Unit::CrossOut).add(x, &other.mixed);
        }
        self.feed(x, fed, scratch);
    }

    /// Adds to the rows what the two linear maps make of them.
    pub(super) fn feed(&self, x: &mut [f32], kept: &mut Fed, scratch: &mut Scratch) {
        copy(&mut kept.input, x);
        self.normalise(Unit::Norm2, &mut scratch.normalised, x);
        let raised = x.len() / self.shape.width * self.shape.hidden;
        kept.raised.resize(raised, 0.0);
        scratch.hidden.resize(raised, 0.0);
        self.map(Unit::Up).set(&mut kept.raised, &scratch.normalised);
        gelu(&mut scratch.hidden, &kept.raised);
        self.map(Unit::Down).add(x, &scratch.hidden);
    }

    fn causal(&self) -> bool {
        self.shape.half == Half::Decoder
    }

    /// Replaces the gradient by what came out by the gradient by what went in, adds that by the memory to what stands beside it,
    /// and adds up those of the weights.
    pub fn backward(
        &self,
        gradient: &mut [f32],
        lengths: &[usize],
        memory: Option<(Memory, &mut [f32])>,
        kept: &Kept,
        dweights: &mut [f32],
        scratch: &mut Scratch,
    ) {
        let width = self.shape.width;
        scratch.dwidth.resize(gradient.len(), 0.0);
        self.feed_backward(gradient, &kept.fed, dweights, scratch);

        if let Some((memory, dmemory)) = memory {
            let own = &kept.across;
            self.attend_backward(Unit::CrossOut, gradient, own, across(lengths, memory, width), dweights, scratch);
            let Scratch { normalised, dprojected, dwidth, product, .. } = scratch;
            let (dkeys, dqueries) = dprojected.split_at(2 * memory.rows.len());
            let keys = self.map(Unit::CrossMemory);
            keys.learn(self.gradient(Unit::CrossMemory, dweights), memory.rows, dkeys, product);
            keys.add_back(dmemory, dkeys);
            self.normalise(Unit::CrossNorm, normalised, &own.input);
            let queries = self.map(Unit::CrossQuery);
            queries.learn(self.gradient(Unit::CrossQuery, dweights), normalised, dqueries, product);
            queries.set_back(dwidth, dqueries);
            self.normalise_backward(Unit::CrossNorm, gradient, dwidth, &own.input, dweights);
        }

        let own = &kept.within;
        self.attend_backward(Unit::Out, gradient, own, within(lengths, width, self.causal()), dweights, scratch);
        let Scratch { normalised, dprojected, dwidth, product, .. } = scratch;
        self.normalise(Unit::Norm1, normalised, &own.input);
        let all = self.map(Unit::Qkv);
        all.learn(self.gradient(Unit::Qkv, dweights), normalised, dprojected, product);
        all.set_back(dwidth, dprojected);
        self.normalise_backward(Unit::Norm1, gradient, dwidth, &own.input, dweights);
    }

    fn feed_backward(&self, gradient: &mut [f32], kept: &Fed, dweights: &mut [f32], scratch: &mut Scratch) {
        let Scratch { normalised, hidden, dhidden, dwidth, product, .. } = scratch;
        hidden.resize(kept.raised.len(), 0.0);
        dhidden.resize(kept.raised.len(), 0.0);
        let (up, down) = (self.map(Unit::Up), self.map(Unit::Down));
        down.set_back(dhidden, gradient);
        gelu_backward(dhidden, hidden, &kept.raised);
        down.learn(self.gradient(Unit::Down, dweights), hidden, gradient, product);
        self.normalise(Unit::Norm2, normalised, &kept.input);
        up.learn(self.gradient(Unit::Up, dweights), normalised, dhidden, product);
        up.set_back(dwidth, dhidden);
        self.normalise_backward(Unit::Norm2, gradient, dwidth, &kept.input, dweights);
    }

    /// Writes the gradient by the projected rows, given the one by what `out` made of them, and adds up that of its weights.
    fn attend_backward(
        &self,
        out: Unit,
        gradient: &[f32],
        kept: &Attended,
        plan: impl Iterator<Item = Attending>,
        dweights: &mut [f32],
        scratch: &mut Scratch,
    ) {
        let heads = self.shape.split();
        let map = self.map(out);
        map.learn(self.gradient(out, dweights), &kept.mixed, gradient, &mut scratch.product);
        map.set_back(&mut scratch.dwidth, gradient);
        scratch.dprojected.resize(kept.projected.len(), 0.0);
        let (mut dmixed, mut shares) = (&scratch.dwidth[..], &kept.shares[..]);
        for attending in plan {
            let (here, rest) = dmixed.split_at(attending.queries.count * heads.total());
            let (here_shares, rest_shares) = shares.split_at(attending.shares_len(heads));
            let from = (here_shares, &kept.projected[..]);
            attend_backward(&mut scratch.dprojected, here, from, attending, heads, &mut scratch.attention);
            (dmixed, shares) = (rest, rest_shares);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::attention::tests::reference as attention;
    use crate::kernel::check::{check_gradient, noise, on_each};
    use crate::kernel::linear::tests::reference as linear;
    use crate::kernel::norm::tests::reference as norm;
    use crate::kernel::weights::{PackedLayer, Shape};

    const WIDTH: usize = 6;

    fn reference(x: &[f64], weights: &[f64], lengths: &[usize], memory: (&[f64], &[usize]), shape: Shape) -> Vec<f64> {
        let w = |unit: Unit| &weights[unit.range(shape)];
        let add = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a + b).collect::<Vec<_>>();
        let normed = |x: &[f64], unit: Unit| norm(x, &w(unit)[..WIDTH], &w(unit)[WIDTH..]);
        let attend = |rows: &[f64], attending: Vec<Attending>| -> Vec<f64> {
            attending.into_iter().flat_map(|attending| attention(rows, attending, shape.split())).collect()
        };
        let qkv = linear(&normed(x, Unit::Norm1), w(Unit::Qkv), WIDTH);
        let mixed = attend(&qkv, within(lengths, WIDTH, shape.half == Half::Decoder).collect());
        let mut x = add(x, &linear(&mixed, w(Unit::Out), WIDTH));
        if shape.half == Half::Decoder {
            let keys = linear(memory.0, w(Unit::CrossMemory), WIDTH);
            let queries = linear(&normed(&x, Unit::CrossNorm), w(Unit::CrossQuery), WIDTH);
            let rows = vec![0.0; memory.0.len()];
            let plan = across(lengths, Memory { rows: &rows, lengths: memory.1 }, WIDTH).collect();
            let mixed = attend(&[keys, queries].concat(), plan);
            x = add(&x, &linear(&mixed, w(Unit::CrossOut), WIDTH));
        }
        let gelu =
            |x: &f64| 0.5 * x * (1.0 + ((2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x.powi(3))).tanh());
        let hidden: Vec<f64> = linear(&normed(&x, Unit::Norm2), w(Unit::Up), WIDTH).iter().map(gelu).collect();
        add(&x, &linear(&hidden, w(Unit::Down), shape.hidden))
    }

    fn check(half: Half) {
        let shape = Shape { width: WIDTH, heads: 2, hidden: 10, half };
        let (lengths, memory_lengths) = ([3, 1, 4], [2, 5, 1]);
        let (x, rows, weights) = (noise(1, 8 * WIDTH), noise(4, 8 * WIDTH), noise(2, shape.total()));
        let mut packed = PackedLayer::new(shape);
        packed.pack(&weights, shape);
        let layer = Layer { shape, weights: &weights, packed: &packed };
        let memory = (half == Half::Decoder).then_some(Memory { rows: &rows, lengths: &memory_lengths });
        let (mut kept, mut scratch) = (Kept::default(), Scratch::default());
        let mut out = x.clone();
        layer.forward(&mut out, &lengths, memory, &mut kept, &mut scratch);
        let loss = noise(3, x.len());
        let (mut dx, mut dweights, mut drows) = (loss.clone(), vec![0.0; weights.len()], vec![0.0; rows.len()]);
        let back = memory.map(|memory| (memory, &mut drows[..]));
        layer.backward(&mut dx, &lengths, back, &kept, &mut dweights, &mut scratch);
        let value = |v: &[Vec<f64>]| reference(&v[0], &v[1], &lengths, (&v[2], &memory_lengths), shape);
        check_gradient(&[x, weights, rows.clone()], &loss, value, &out, &[dx, dweights, drows]);
    }

    #[test]
    fn a_layer_of_the_encoder_and_its_gradients_are_right() {
        check(Half::Encoder);
    }

    #[test]
    fn a_layer_of_the_decoder_and_its_gradients_are_right() {
        check(Half::Decoder);
    }

    #[test]
    fn every_instruction_set_gives_the_same_bits() {
        // Tiles of every height, rows and panels that end early, one head narrower than a panel.
        let shape = Shape { width: 36, heads: 3, hidden: 75, half: Half::Decoder };
        let lengths = [20, 7, 1, 33];
        let (x, rows, weights) = (noise(1, 61 * 36), noise(4, 61 * 36), noise(2, shape.total()));
        let all = on_each(|| {
            let mut packed = PackedLayer::new(shape);
            packed.pack(&weights, shape);
            let layer = Layer { shape, weights: &weights, packed: &packed };
            let memory = Memory { rows: &rows, lengths: &[1, 20, 33, 7] };
            let (mut kept, mut scratch) = (Kept::default(), Scratch::default());
            let (mut out, mut dx) = (x.clone(), noise(3, x.len()));
            let (mut dweights, mut drows) = (vec![0.0; weights.len()], vec![0.0; rows.len()]);
            layer.forward(&mut out, &lengths, Some(memory), &mut kept, &mut scratch);
            layer.backward(&mut dx, &lengths, Some((memory, &mut drows)), &kept, &mut dweights, &mut scratch);
            [out, dx, dweights, drows].concat().into_iter().map(f32::to_bits).collect::<Vec<_>>()
        });
        assert!(all.iter().all(|bits| *bits == all[0]), "{} instruction sets", all.len());
    }
}
