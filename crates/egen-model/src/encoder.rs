//! The encoder: which vector does a model give to an expression?

use std::ops::Range;

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::batch::Batch;
use crate::config::Config;
use crate::layout::Layout;
use crate::pass::{Packed, Pass, Way};

/// Settings and weights.
#[derive(Clone, Debug)]
pub struct Encoder {
    config: Config,
    layout: Layout,
    weights: Vec<f32>,
    positions: Vec<f32>,
}

impl Encoder {
    /// A model before training.
    pub fn new(config: Config, rng: &mut impl Rng) -> Encoder {
        let weights = Layout::new(&config).draw(rng);
        Encoder::with_weights(config, weights)
    }

    /// The model that a run with this seed begins with.
    pub fn untrained(config: Config, seed: u64) -> Encoder {
        Encoder::new(config, &mut Pcg64::seed_from_u64(seed))
    }

    /// A model with these weights.
    ///
    /// # Panics
    /// If there are more or fewer weights than the layout has.
    pub fn with_weights(config: Config, weights: Vec<f32>) -> Encoder {
        let layout = Layout::new(&config);
        assert_eq!(weights.len(), layout.total(), "a weight for each place of the layout");
        let positions = positions(&config);
        Encoder { config, layout, weights, positions }
    }

    /// Its settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Where its weights lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Its weights.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Its weights, to be changed.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// The sines and cosines of each place, a row of the model's width for each.
    pub fn positions(&self) -> &[f32] {
        &self.positions
    }

    /// Adds a row: that of a token in a table, and the sines and cosines of its place in the sequence.
    pub(crate) fn place(&self, table: &Range<usize>, token: u8, place: usize, x: &mut Vec<f32>) {
        let width = self.config.width;
        let row = &self.weights[table.start + token as usize * width..][..width];
        x.extend(row.iter().zip(&self.positions[place * width..][..width]).map(|(x, p)| x + p));
    }

    /// Prepares the weights for embedding.
    pub fn pack(&self) -> Packed {
        let mut packed = Packed::new(self);
        packed.pack(self);
        packed
    }

    /// The vectors of a batch, one row of the model's width for each sequence.
    pub fn embed(&self, batch: &Batch, packed: &Packed) -> Vec<f32> {
        let mut out = vec![0.0; batch.len() * self.config.width];
        Pass::new(rayon::current_num_threads(), Way::Forwards).forward(self, packed, batch, None, &mut out);
        out
    }
}

/// Sines and cosines whose wavelengths grow from 2π to 10,000 · 2π.
fn positions(config: &Config) -> Vec<f32> {
    let places = config.max_tokens + if config.markers || config.decoder > 0 { 2 } else { 0 };
    let number = |place: usize, column: usize| {
        let angle = place as f64 / 10_000f64.powf((column / 2 * 2) as f64 / config.width as f64);
        (if column.is_multiple_of(2) { angle.sin() } else { angle.cos() }) as f32
    };
    (0..places).flat_map(|place| (0..config.width).map(move |column| number(place, column))).collect()
}
