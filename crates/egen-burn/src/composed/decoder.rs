//! Writing: how surprised is the decoder by the targets, given what the encoder read?

use burn_tensor::Tensor;
use burn_tensor::activation::log_softmax;

use super::layer::Layer;
use super::padded::{Padded, integers, longest, spread, tensor};
use super::{Composed, UNSEEN};

impl Composed {
    /// The mean loss for each token of the targets, one for each of the first sequences, with smoothing as in `kernel::entropy`.
    pub(super) fn write(&self, rows: Tensor<3>, read: &Padded, targets: &[Vec<u8>], smoothing: f32) -> Tensor<1> {
        let Composed { config, weights, place, .. } = self;
        let lengths: Vec<usize> = targets.iter().map(|target| target.len() - 1).collect();
        let (count, length) = (targets.len(), longest(&lengths));
        let numbers = |of: &dyn Fn(&Vec<u8>) -> Vec<u8>| {
            let flat: Vec<u8> = targets.iter().flat_map(of).collect();
            integers(spread(&flat, &lengths, 1, 0), [count, length], place)
        };
        let seen = numbers(&|target| target[..target.len() - 1].to_vec());
        let labels = numbers(&|target| target[1..].to_vec());

        let memory = rows.narrow(0, 0, count);
        let padding = read.unseen.clone().map(|unseen| unseen.narrow(0, 0, count));
        // What comes later is not seen. Padding comes later than everything that counts.
        let later = (0..length).flat_map(|at| (0..length).map(move |other| if other > at { UNSEEN } else { 0.0 }));
        let later: Tensor<4> = tensor(later.collect(), [1, 1, length, length], place);
        let mut x = weights.look_up("decoder.tokens", seen) + self.positions(length);
        for at in 0..config.decoder {
            let layer = Layer { weights, name: format!("decoder.layers.{at}"), heads: config.heads };
            x = layer.attend_within(x, Some(later.clone()));
            x = layer.attend_across(x, memory.clone(), padding.clone());
            x = layer.feed(x);
        }
        let scores = weights.map("decoder.output", weights.normalise("decoder.norm", x));

        let logarithms = log_softmax(scores, 2);
        let own: Tensor<3> = logarithms.clone().gather(2, labels.unsqueeze_dim(2));
        let losses = own * (smoothing - 1.0) - logarithms.mean_dim(2) * smoothing;
        let tokens: usize = lengths.iter().sum();
        let shares = spread(&vec![1.0 / tokens.max(1) as f32; tokens], &lengths, 1, 0.0);
        (losses * tensor(shares, [count, length, 1], place)).sum()
    }
}
