//! Measuring: what is the loss on expressions that training does not see?

use crate::config::Training;
use crate::contrast::contrast;
use crate::data::Data;
use crate::examples::Examples;
use egen_model::encoder::Encoder;
use egen_model::pass::{Lesson, Packed, Pass, Way};

/// Batches that are looked at, always the same.
const BATCHES: u64 = 8;

/// Asks a model for its loss on some batches of `data`, and if vectors are contrasted, how often the partner is the nearest.
pub fn loss_on<'a>(data: &'a Data, training: &'a Training) -> impl FnMut(&Encoder) -> Vec<(String, f64)> + Send + 'a {
    let mut batches: Vec<Examples> = Vec::new();
    // Only a pass with a way back looks at what a decoder writes.
    let way = if training.generation.is_some() { Way::Both } else { Way::Forwards };
    move |encoder| {
        if batches.is_empty() {
            batches = (0..BATCHES).map(|number| data.batch(0, number)).collect();
        }
        let (packed, mut pass) = (encoder.pack(), Pass::new(rayon::current_num_threads(), way));
        let found: Vec<Found> =
            batches.iter().map(|examples| measure((encoder, &packed), &mut pass, examples, training)).collect();
        let mean = |of: fn(&Found) -> f32| found.iter().map(|one| f64::from(of(one))).sum::<f64>() / BATCHES as f64;
        let nearest = training.contrast.map(|_| ("nearest".to_string(), mean(|one| one.nearest)));
        [("loss".to_string(), mean(|one| one.loss))].into_iter().chain(nearest).collect()
    }
}

#[derive(Default)]
struct Found {
    loss: f32,
    nearest: f32,
}

fn measure((encoder, packed): (&Encoder, &Packed), pass: &mut Pass, examples: &Examples, training: &Training) -> Found {
    let width = encoder.config().width;
    let mut vectors = vec![0.0; examples.batch.len() * width];
    let lesson = training.generation.map(|generation| Lesson { targets: &examples.targets, generation });
    let written = pass.forward(encoder, packed, &examples.batch, lesson, &mut vectors);
    let mut found = Found::default();
    if let (Some(loss), Some(generation)) = (written, training.generation) {
        found.loss += generation.weight * loss;
    }
    if let Some(loss) = training.contrast {
        let contrasted = contrast(&vectors, width, examples.rows(), loss);
        found.loss += contrasted.loss;
        found.nearest = contrasted.nearest;
    }
    found
}
