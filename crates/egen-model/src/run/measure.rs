//! Measuring: what is the loss on expressions that training does not see?

use crate::config::Training;
use crate::contrast::contrast;
use crate::data::Data;
use crate::encoder::Encoder;
use crate::examples::Examples;

/// Batches that are looked at, always the same.
const BATCHES: u64 = 8;

/// Asks a model for its contrastive loss on some batches of `data`, and how often the partner is the nearest. Models that are not
/// contrasted are asked nothing.
pub fn loss_on<'a>(data: &'a Data, training: &'a Training) -> impl FnMut(&Encoder) -> Vec<(String, f64)> + Send + 'a {
    let mut batches: Vec<Examples> = Vec::new();
    move |encoder| {
        let Some(loss) = training.contrast else { return Vec::new() };
        if batches.is_empty() {
            batches = (0..BATCHES).map(|number| data.batch(0, number)).collect();
        }
        let packed = encoder.pack();
        let found = batches.iter().map(|examples| {
            let vectors = encoder.embed(&examples.batch, &packed);
            contrast(&vectors, encoder.config().width, examples.rows(), loss)
        });
        let (loss, nearest) = found
            .fold((0.0, 0.0), |(loss, nearest), one| (loss + f64::from(one.loss), nearest + f64::from(one.nearest)));
        let mean = |sum: f64| sum / BATCHES as f64;
        vec![("loss".to_string(), mean(loss)), ("nearest".to_string(), mean(nearest))]
    }
}
