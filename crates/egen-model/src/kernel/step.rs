//! A step of a decoder's layer: what becomes of one more token, if what came before it is known?

use super::attention::{Attending, Rows, attend};
use super::layer::{Fed, Scratch};
use super::weights::{Layer, Unit};

/// The keys and values of one sequence of the encoder, as a layer sees them; behind them there is room for queries.
#[derive(Clone, Debug)]
pub struct Remembered {
    projected: Vec<f32>,
    keys: usize,
}

/// Room that steps reuse.
#[derive(Clone, Debug, Default)]
pub struct Room {
    projected: Vec<f32>,
    mixed: Vec<f32>,
    shares: Vec<f32>,
    fed: Fed,
    layer: Scratch,
}

impl Layer<'_> {
    /// What the layer makes of the encoder's rows, once for all steps.
    pub fn remember(&self, memory: &[f32]) -> Remembered {
        let mut projected = vec![0.0; 2 * memory.len()];
        self.map(Unit::CrossMemory).set(&mut projected, memory);
        Remembered { projected, keys: memory.len() / self.shape.width }
    }

    /// Replaces the rows of the last tokens of several texts about one sequence by what the layer makes of them. `past` has the queries, keys and
    /// values of each text's tokens, and gets those of the new one.
    pub fn step<'a>(
        &self,
        x: &mut [f32],
        past: impl Iterator<Item = &'a mut Vec<f32>>,
        memory: &mut Remembered,
        room: &mut Room,
    ) {
        let (width, heads) = (self.shape.width, self.shape.split());
        let Room { projected, mixed, shares, fed, layer: scratch } = room;
        self.normalise(Unit::Norm1, &mut scratch.normalised, x);
        projected.resize(3 * x.len(), 0.0);
        mixed.resize(x.len(), 0.0);
        self.map(Unit::Qkv).set(projected, &scratch.normalised);
        let rows = projected.chunks_exact(3 * width).zip(mixed.chunks_exact_mut(width));
        for ((row, mixed), past) in rows.zip(past) {
            let queries = Rows { start: past.len(), stride: 3 * width, count: 1 };
            past.extend_from_slice(row);
            let keys = Rows { start: width, stride: 3 * width, count: past.len() / (3 * width) };
            let attending = Attending { queries, keys, causal: false };
            shares.resize(attending.shares_len(heads), 0.0);
            attend(mixed, shares, past, attending, heads, &mut scratch.attention);
        }
        self.map(Unit::Out).add(x, mixed);

        self.normalise(Unit::CrossNorm, &mut scratch.normalised, x);
        let start = 2 * memory.keys * width;
        memory.projected.resize(start + x.len(), 0.0);
        self.map(Unit::CrossQuery).set(&mut memory.projected[start..], &scratch.normalised);
        let queries = Rows { start, stride: width, count: x.len() / width };
        let keys = Rows { start: 0, stride: 2 * width, count: memory.keys };
        let attending = Attending { queries, keys, causal: false };
        shares.resize(attending.shares_len(heads), 0.0);
        attend(mixed, shares, &memory.projected, attending, heads, &mut scratch.attention);
        self.map(Unit::CrossOut).add(x, mixed);
        self.feed(x, fed, scratch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::check::noise;
    use crate::kernel::layer::{Kept, Memory};
    use crate::kernel::weights::{Half, PackedLayer, Shape};

    #[test]
    fn step_by_step_is_the_same_as_all_at_once() {
        const WIDTH: usize = 6;
        let shape = Shape { width: WIDTH, heads: 2, hidden: 10, half: Half::Decoder };
        let (texts, rows, weights) = (noise(1, 2 * 4 * WIDTH), noise(2, 3 * WIDTH), noise(3, shape.total()));
        let mut packed = PackedLayer::new(shape);
        packed.pack(&weights, shape);
        let layer = Layer { shape, weights: &weights, packed: &packed };
        let mut want = texts.clone();
        let memory = Memory { rows: &[&rows[..], &rows[..]].concat(), lengths: &[3, 3] };
        layer.forward(&mut want, &[4, 4], Some(memory), &mut Kept::default(), &mut Scratch::default());
        let (mut past, mut memory, mut room) = ([vec![], vec![]], layer.remember(&rows), Room::default());
        for place in 0..4 {
            let both = |rows: &[f32]| -> Vec<f32> {
                let of = |text: usize| rows[(4 * text + place) * WIDTH..][..WIDTH].to_vec();
                [of(0), of(1)].concat()
            };
            let mut x = both(&texts);
            layer.step(&mut x, past.iter_mut(), &mut memory, &mut room);
            assert!(x.iter().zip(both(&want)).all(|(got, want)| (got - want).abs() < 1e-5), "{place}");
        }
    }
}
