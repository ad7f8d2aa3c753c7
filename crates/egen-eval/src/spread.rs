//! Spreading: how can one vector hold how an expression is written, and yet which expressions are equal?
//!
//! Meaning and shape side by side do worse at analogies than shape alone: where x1 and y1 differ in meaning, −m(x1) + m(y1) + m(x2) points
//! anywhere, and whatever happens to lie there is near. Only *equal or not* is of use. Random Fourier features (Rahimi and Recht, 2007) make
//! vectors of meaning whose product is about exp(−|m − m'|²/2σ²): 1 for equal expressions and nearly 0 for all others. If x1 and y1 are
//! equal, their terms cancel and what equals x2 stands out; if not, hardly anything gains from it, and shape decides.
//!
//! Beside them stands how often each token occurs, with little weight: where y1 is x1 with something around it, these numbers add up exactly,
//! and that tells the right answer from the many near copies of it that a large corpus holds.

use egen_graph::grammar::seeded;
use egen_math::Expr;
use egen_model::Token;
use egen_model::kernel::product::Packed;
use rand_core::Rng;
use rayon::prelude::*;

use crate::baseline::counts;
use crate::error::EvalError;
use crate::matrix::{Matrix, packed, products};
use crate::pair::Pair;
use crate::similar::Embed;

/// Waves: products are off by about 1/√WAVES, and the largest of half a million by nearly five times that.
const WAVES: usize = 512;
/// The distance of two meanings, both of length 1, at which they begin to count as different.
const SIGMA: f32 = 0.35;
/// The length of the part that says what an expression means, beside a shape of length 1.
const MEANING: f32 = 0.35;
/// What one token weighs.
const TOKEN: f32 = 0.12;
/// Expressions that are spread at a time.
const CHUNK: usize = 1024;

/// Shape, and beside it meaning that was spread and the numbers of tokens.
pub struct Spread(Pair);

impl Spread {
    /// The vectors of a model of meaning and of one of shape.
    pub fn new(pair: Pair) -> Spread {
        Spread(pair)
    }
}

/// Waves for meanings of some width, ready for products: a column for each.
fn waves(width: usize) -> Packed {
    let mut rng = seeded(0);
    let waves: Vec<f32> = (0..WAVES * width).map(|_| normal(&mut rng) / SIGMA).collect();
    packed(&waves, width)
}

/// The angles of some meanings under all waves, row by row.
fn angles(meanings: &[f32], waves: &Packed, width: usize) -> Vec<f32> {
    let mut angles = vec![0.0; meanings.len() / width * WAVES];
    products(&mut angles, meanings, waves);
    angles
}

/// A meaning by its angles, of the length that it has beside a shape.
fn spread(angles: &[f32]) -> impl Iterator<Item = f32> {
    let scale = MEANING / (WAVES as f32).sqrt();
    angles.iter().flat_map(move |angle| [scale * angle.cos(), scale * angle.sin()])
}

/// A number of the normal distribution: Box and Muller, from two words of the generator.
fn normal(rng: &mut impl Rng) -> f32 {
    let mut unit = || (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let (radius, angle) = ((-2.0 * (1.0 - unit()).ln()).sqrt(), std::f64::consts::TAU * unit());
    (radius * angle.cos()) as f32
}

impl Embed for Spread {
    fn name(&self) -> &str {
        "shape, tokens and spread meaning"
    }

    fn embed(&self, exprs: &[Expr]) -> Result<Matrix, EvalError> {
        let [meaning, shape] = self.0.vectors(exprs)?;
        let (width, waves) = (2 * WAVES + shape.width() + Token::COUNT, waves(meaning.width()));
        let mut data = vec![0.0; width * exprs.len()];
        let chunks = data.par_chunks_mut(width * CHUNK).enumerate().map(|(chunk, out)| {
            let first = chunk * CHUNK;
            let angles = angles(meaning.some(first..first + out.len() / width), &waves, meaning.width());
            for (at, (row, angles)) in out.chunks_exact_mut(width).zip(angles.chunks_exact(WAVES)).enumerate() {
                let counts = counts(&exprs[first + at], self.name())?;
                let tokens = counts.iter().map(|count| TOKEN * count);
                let all = spread(angles).chain(shape.row(first + at).iter().copied()).chain(tokens);
                row.iter_mut().zip(all).for_each(|(place, x)| *place = x);
            }
            Ok(())
        });
        chunks.collect::<Result<(), EvalError>>()?;
        Ok(Matrix::new(width, data))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use egen_model::Embedder;
    use egen_read::read::read_expr;
    use egen_weights::Shipped;

    use super::*;
    use crate::Model;

    #[test]
    fn equal_meanings_have_product_one_and_others_nearly_none() {
        let width = 128;
        let waves = waves(width);
        let product = |a: &[f32], b: &[f32]| {
            let [left, right] = [a, b].map(|meaning| angles(meaning, &waves, width));
            spread(&left).zip(spread(&right)).map(|(a, b)| a * b).sum::<f32>() / (MEANING * MEANING)
        };
        let (mut a, mut b) = (vec![0.0; width], vec![0.0; width]);
        (a[0], b[1]) = (1.0, 1.0);
        assert!((product(&a, &a) - 1.0).abs() < 1e-4);
        // exp(-2 / (2 · 0.35²)) is 0.0003; the rest is noise of so many waves.
        assert!(product(&a, &b).abs() < 0.3, "{}", product(&a, &b));
        let near: Vec<f32> = a.iter().zip(&b).map(|(a, b)| 0.995 * a + 0.0999 * b).collect();
        assert!(product(&a, &near) > 0.9);
    }

    #[test]
    fn shape_and_tokens_are_the_rest_of_the_vector() {
        let expr = read_expr("sin(x)^2").unwrap();
        let model = |shipped: Shipped| Arc::new(Model::new(shipped.name(), shipped.encoder().unwrap()));
        let spread = Spread::new(Pair { meaning: model(Shipped::Wide), other: model(Shipped::Seq2Seq) });
        let matrix = spread.embed(std::slice::from_ref(&expr)).unwrap();
        let shape = Embedder::bundled().unwrap().embed(&[expr]).remove(0).unwrap().shape;
        let (of_shape, of_tokens) = matrix.row(0)[2 * WAVES..].split_at(shape.len());
        assert!(of_shape.iter().zip(&shape).all(|(a, b)| (a - b).abs() < 1e-6), "{of_shape:?}\n{shape:?}");
        // pow, sin, x, and 2 with its sign.
        assert!((of_tokens.iter().sum::<f32>() - 5.0 * TOKEN).abs() < 1e-6, "{of_tokens:?}");
    }
}
