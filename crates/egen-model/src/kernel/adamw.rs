//! AdamW: where do weights move, by their gradient and the running means of it?

/// How much of the mean gradient stays in a step.
pub const BETA_1: f32 = 0.9;
/// How much of the mean square stays in a step.
pub const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

vectorised! {
    /// Moves some weights one step. The factors are those of the gradient, of the mean, of the mean square and of the weight itself.
    pub fn descend(weights: &mut [f32], gradient: &[f32], mean: &mut [f32], square: &mut [f32], factors: [f32; 4]) {
        let [scale, by_mean, by_square, keep] = factors;
        for (((weight, g), mean), square) in weights.iter_mut().zip(gradient).zip(mean).zip(square) {
            let g = g * scale;
            *mean = BETA_1.mul_add(*mean, (1.0 - BETA_1) * g);
            *square = BETA_2.mul_add(*square, (1.0 - BETA_2) * g * g);
            *weight = weight.mul_add(keep, -by_mean * *mean / ((*square * by_square).sqrt() + EPSILON));
        }
    }
}
