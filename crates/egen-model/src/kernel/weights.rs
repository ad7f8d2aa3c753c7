//! The weights of a layer: which are there, and where does each lie?

use std::ops::Range;

use super::attention::Heads;
use super::linear::{Linear, PackedMap};
use super::norm::{normalise, normalise_backward};

/// Which half of a model a layer belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// A token sees its whole sequence.
    Encoder,
    /// A token sees what came before it, and a sequence of the encoder.
    Decoder,
}

/// The sizes of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The width of a token's row.
    pub width: usize,
    /// How many heads attention has; they divide the width.
    pub heads: usize,
    /// The width between the two linear maps.
    pub hidden: usize,
    /// Whose layer it is.
    pub half: Half,
}

impl Shape {
    /// How the heads share the width.
    pub fn split(self) -> Heads {
        Heads { count: self.heads, width: self.width / self.heads }
    }

    /// How many weights a layer has.
    pub fn total(self) -> usize {
        Unit::of(self.half).iter().map(|unit| unit.len(self)).sum()
    }
}

/// What a layer is made of, in the order in which the weights lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the formula in `layer`")]
pub enum Unit {
    Norm1,
    Qkv,
    Out,
    CrossNorm,
    CrossQuery,
    CrossMemory,
    CrossOut,
    Norm2,
    Up,
    Down,
}

/// What a unit computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A normalisation: its weights are a row of scales and one of shifts.
    Norm,
    /// A linear map of so many inputs to so many outputs: its weights are a row for each input, and one that is added.
    Map(usize, usize),
}

impl Unit {
    const DECODER: [Unit; 10] = [
        Unit::Norm1,
        Unit::Qkv,
        Unit::Out,
        Unit::CrossNorm,
        Unit::CrossQuery,
        Unit::CrossMemory,
        Unit::CrossOut,
        Unit::Norm2,
        Unit::Up,
        Unit::Down,
    ];
    const ENCODER: [Unit; 6] = [Unit::Norm1, Unit::Qkv, Unit::Out, Unit::Norm2, Unit::Up, Unit::Down];

    /// The units of a layer, in order.
    pub fn of(half: Half) -> &'static [Unit] {
        match half {
            Half::Encoder => &Unit::ENCODER,
            Half::Decoder => &Unit::DECODER,
        }
    }

    /// Its name in a model file.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Norm1 => "norm1",
            Unit::Qkv => "qkv",
            Unit::Out => "out",
            Unit::CrossNorm => "cross.norm",
            Unit::CrossQuery => "cross.query",
            Unit::CrossMemory => "cross.memory",
            Unit::CrossOut => "cross.out",
            Unit::Norm2 => "norm2",
            Unit::Up => "up",
            Unit::Down => "down",
        }
    }

    /// What it computes.
    pub fn kind(self, shape: Shape) -> Kind {
        let (width, hidden) = (shape.width, shape.hidden);
        match self {
            Unit::Norm1 | Unit::CrossNorm | Unit::Norm2 => Kind::Norm,
            Unit::Qkv => Kind::Map(width, 3 * width),
            Unit::CrossMemory => Kind::Map(width, 2 * width),
            Unit::Out | Unit::CrossQuery | Unit::CrossOut => Kind::Map(width, width),
            Unit::Up => Kind::Map(width, hidden),
            Unit::Down => Kind::Map(hidden, width),
        }
    }

    fn len(self, shape: Shape) -> usize {
        match self.kind(shape) {
            Kind::Norm => 2 * shape.width,
            Kind::Map(inputs, outputs) => (inputs + 1) * outputs,
        }
    }

    /// Where it lies among the weights of its layer.
    pub fn range(self, shape: Shape) -> Range<usize> {
        let before = Unit::of(shape.half).iter().take_while(|other| **other != self);
        let start = before.map(|other| other.len(shape)).sum();
        start..start + self.len(shape)
    }
}

/// The matrices of a layer as the products want them.
#[derive(Clone, Debug)]
pub struct PackedLayer(Vec<(Unit, PackedMap)>);

impl PackedLayer {
    /// Room for a layer's matrices.
    pub fn new(shape: Shape) -> PackedLayer {
        let maps = Unit::of(shape.half).iter().filter_map(|&unit| match unit.kind(shape) {
            Kind::Norm => None,
            Kind::Map(inputs, outputs) => Some((unit, PackedMap::new(inputs, outputs))),
        });
        PackedLayer(maps.collect())
    }

    /// Packs a layer's weights.
    pub fn pack(&mut self, weights: &[f32], shape: Shape) {
        self.0.iter_mut().for_each(|(unit, map)| map.pack(&weights[unit.range(shape)]));
    }

    fn map(&self, unit: Unit) -> &PackedMap {
        &self.0.iter().find(|(other, _)| *other == unit).expect("the layer has this map").1
    }
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

impl<'a> Layer<'a> {
    /// A linear map of the layer.
    pub(super) fn map(&self, unit: Unit) -> Linear<'a> {
        Linear::new(self.packed.map(unit), &self.weights[unit.range(self.shape)])
    }

    /// The gradient by the weights of a unit, in that by the weights of the layer.
    pub(super) fn gradient<'b>(&self, unit: Unit, dweights: &'b mut [f32]) -> &'b mut [f32] {
        &mut dweights[unit.range(self.shape)]
    }

    /// Normalises rows.
    pub(super) fn normalise(&self, unit: Unit, out: &mut Vec<f32>, x: &[f32]) {
        let (scale, shift) = self.weights[unit.range(self.shape)].split_at(self.shape.width);
        out.resize(x.len(), 0.0);
        normalise(out, x, scale, shift);
    }

    /// Adds to `dx` the gradient by rows before their normalisation, and adds up that of its weights.
    pub(super) fn normalise_backward(
        &self,
        unit: Unit,
        dx: &mut [f32],
        dnormalised: &[f32],
        x: &[f32],
        dweights: &mut [f32],
    ) {
        let scale = &self.weights[unit.range(self.shape)][..self.shape.width];
        let (dscale, dshift) = self.gradient(unit, dweights).split_at_mut(self.shape.width);
        normalise_backward(dx, dnormalised, x, scale, dscale, dshift);
    }
}
