//! A transformer's layer, normalised first, as `kernel::layer` computes it.

use burn_tensor::Tensor;
use burn_tensor::activation::softmax;

use super::gelu;
use super::weights::Weights;

/// A layer with its weights at hand.
pub(super) struct Layer<'a> {
    pub weights: &'a Weights,
    pub name: String,
    pub heads: usize,
}

impl Layer<'_> {
    fn unit(&self, name: &str) -> String {
        format!("{}.{name}", self.name)
    }

    fn normalise(&self, name: &str, x: Tensor<3>) -> Tensor<3> {
        self.weights.normalise(&self.unit(name), x)
    }

    fn map(&self, name: &str, x: Tensor<3>) -> Tensor<3> {
        self.weights.map(&self.unit(name), x)
    }

    /// Adds what each row takes from the rows of its own sequence; `unseen` is added to their scores.
    pub fn attend_within(&self, x: Tensor<3>, unseen: Option<Tensor<4>>) -> Tensor<3> {
        let parts = self.map("qkv", self.normalise("norm1", x.clone())).chunk(3, 2);
        let [queries, keys, values] = parts.try_into().expect("a row holds query, key and value");
        x + self.map("out", self.attend([queries, keys, values], unseen))
    }

    /// Adds what each row takes from the rows of another sequence.
    pub fn attend_across(&self, x: Tensor<3>, memory: Tensor<3>, unseen: Option<Tensor<4>>) -> Tensor<3> {
        let queries = self.map("cross.query", self.normalise("cross.norm", x.clone()));
        let parts = self.map("cross.memory", memory).chunk(2, 2);
        let [keys, values] = parts.try_into().expect("a row holds key and value");
        x + self.map("cross.out", self.attend([queries, keys, values], unseen))
    }

    /// Adds what the two linear maps make of each row.
    pub fn feed(&self, x: Tensor<3>) -> Tensor<3> {
        let hidden = gelu(self.map("up", self.normalise("norm2", x.clone())));
        x + self.map("down", hidden)
    }

    fn attend(&self, rows: [Tensor<3>; 3], unseen: Option<Tensor<4>>) -> Tensor<3> {
        let [count, takers, width] = rows[0].dims();
        let own = width / self.heads;
        let [queries, keys, values] = rows.map(|rows| {
            let [count, length, _] = rows.dims();
            rows.reshape([count, length, self.heads, own]).swap_dims(1, 2)
        });
        let scores = queries.matmul(keys.swap_dims(2, 3)) / (own as f32).sqrt();
        let scores = match unseen {
            Some(unseen) => scores + unseen,
            None => scores,
        };
        softmax(scores, 3).matmul(values).swap_dims(1, 2).reshape([count, takers, width])
    }
}
