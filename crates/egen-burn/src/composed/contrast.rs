//! Contrast: the losses of `egen_train::contrast`, on a device.

use burn_tensor::Tensor;
use burn_tensor::activation::log_softmax;

use super::UNSEEN;
use super::padded::tensor;
use egen_train::config::Loss;
use egen_train::contrast::Rows;

/// The mean loss of vectors, and how often the partner is the nearest.
///
/// # Panics
/// If the rows are not whole parts, or the paper's loss has no negatives.
pub(super) fn contrast(vectors: Tensor<2>, rows: Rows, loss: Loss) -> (Tensor<1>, Tensor<1>) {
    let count = rows.groups.len();
    let parts = if rows.negatives { 3 } else { 2 };
    assert_eq!(vectors.dims()[0], parts * count, "anchors, partners and perhaps negatives");
    let norms = (vectors.clone() * vectors.clone()).sum_dim(1).sqrt().clamp_min(1e-12);
    let units = vectors / norms;
    let part = |at: usize| units.clone().narrow(0, at * count, count);
    let with_rest = |first: Tensor<2>| match rows.negatives {
        true => Tensor::cat(vec![first, part(2)], 0),
        false => first,
    };
    let same = |i: usize, j: usize| i != j && rows.groups[i] == rows.groups[j];
    match loss {
        Loss::NegativesOfTheBatch { temperature } => {
            assert!(rows.negatives, "the paper's loss needs negatives");
            // The partner stands first and only its own anchor sees it.
            let view = View { temperature, edit_weight: 0.0, hidden: &|i, j| j < count && j != i };
            let (loss, hits) = view.direction(part(0), with_rest(part(1)));
            (loss / count as f32, hits / count as f32)
        }
        Loss::BothDirections { temperature, edit_weight } => {
            let view = View { temperature, edit_weight, hidden: &|i, j| same(i, j % count) };
            let (forth, found) = view.direction(part(0), with_rest(part(1)));
            let (back, found_back) = view.direction(part(1), with_rest(part(0)));
            let all = 2.0 * count as f32;
            ((forth + back) / all, (found + found_back) / all)
        }
    }
}

/// What a row sees of the candidates.
struct View<'a> {
    temperature: f32,
    /// Added to the score of its own edit.
    edit_weight: f32,
    /// Which candidates are left out.
    hidden: &'a dyn Fn(usize, usize) -> bool,
}

impl View<'_> {
    /// The summed loss of queries that look for the candidate with their own number, and how often it is the nearest.
    fn direction(&self, queries: Tensor<2>, candidates: Tensor<2>) -> (Tensor<1>, Tensor<1>) {
        let ([rows, _], [columns, _], device) = (queries.dims(), candidates.dims(), queries.device());
        let table = |number: &dyn Fn(usize, usize) -> f32| -> Tensor<2> {
            let numbers = (0..rows).flat_map(|i| (0..columns).map(move |j| number(i, j)));
            tensor(numbers.collect(), [rows, columns], &device)
        };
        let scores = queries.matmul(candidates.transpose()) / self.temperature;
        let scores = scores + table(&|i, j| if (self.hidden)(i, j) { UNSEEN } else { 0.0 });
        let own = table(&|i, j| if i == j { 1.0 } else { 0.0 });
        let plain = scores.clone().inner();
        let partners = (plain.clone() * own.clone().inner()).sum_dim(1);
        let hits = partners.greater_equal(plain.max_dim(1)).float().sum();
        let weighted = scores + table(&|i, j| if j == rows + i { self.edit_weight } else { 0.0 });
        ((log_softmax(weighted, 1) * own).sum().neg(), hits)
    }
}
