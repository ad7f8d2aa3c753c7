//! Scores: which number says how well the cases were answered, and how sure is it?
//!
//! Intervals are bootstrapped: cases are drawn again and again, with repetition, and the middle 95 % of the means kept. Expressions of
//! one cluster succeed and fail together, so where a task has clusters, clusters are drawn.

use std::ops::Add;

use egen_corpus::below;
use egen_graph::grammar::seeded;
use serde::{Deserialize, Serialize};

/// A share between 0 and 1 with its interval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// What it measures: `@5`.
    pub name: String,
    /// The share.
    pub value: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The standard deviation over seeds, where a task has several.
    pub spread: Option<f64>,
}

/// How often cases are drawn again.
const DRAWS: usize = 1000;
/// The seed of the draws: intervals are part of a score, and the same answers have the same score.
const SEED: u64 = 0;

/// What a case, or a cluster of them, adds to a mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Part {
    /// The sum over its cases.
    pub sum: f64,
    /// Its cases.
    pub cases: f64,
}

impl Add for Part {
    type Output = Part;

    fn add(self, other: Part) -> Part {
        Part { sum: self.sum + other.sum, cases: self.cases + other.cases }
    }
}

impl Score {
    /// What `measure` makes of the sum of all parts, which are drawn whole. Without parts it is 0, and anything could be.
    pub fn of_parts<P>(name: impl Into<String>, parts: &[P], measure: impl Fn(P) -> f64) -> Score
    where
        P: Copy + Default + Add<Output = P>,
    {
        let name = name.into();
        if parts.is_empty() {
            return Score { name, value: 0.0, low: 0.0, high: 1.0, spread: None };
        }
        let mut rng = seeded(SEED);
        let mut draws: Vec<f64> = (0..DRAWS)
            .map(|_| {
                let drawn = (0..parts.len()).map(|_| parts[below(parts.len() as u64, &mut rng) as usize]);
                measure(drawn.fold(P::default(), P::add))
            })
            .collect();
        draws.sort_by(f64::total_cmp);
        let (low, high) = (draws[DRAWS / 40], draws[DRAWS - 1 - DRAWS / 40]);
        Score { name, value: measure(parts.iter().copied().fold(P::default(), P::add)), low, high, spread: None }
    }

    /// The mean over all cases; `parts` are drawn whole.
    pub fn new(name: impl Into<String>, parts: &[Part]) -> Score {
        Score::of_parts(name, parts, |all| all.sum / all.cases)
    }

    /// The mean of single cases.
    pub fn of_cases(name: impl Into<String>, cases: impl IntoIterator<Item = f64>) -> Score {
        let parts: Vec<Part> = cases.into_iter().map(|sum| Part { sum, cases: 1.0 }).collect();
        Score::new(name, &parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_about_two_standard_errors_to_each_side() {
        let score = Score::of_cases("half", (0..400).map(|at| f64::from(at % 2)));
        assert_eq!(score.value, 0.5);
        assert!((score.low - 0.45).abs() < 0.01 && (score.high - 0.55).abs() < 0.01, "{score:?}");
        assert_eq!(score, Score::of_cases("half", (0..400).map(|at| f64::from(at % 2))));
    }

    #[test]
    fn clusters_are_drawn_whole() {
        let together: Vec<Part> = (0..20).map(|at| Part { sum: f64::from(at % 2) * 20.0, cases: 20.0 }).collect();
        let score = Score::new("half", &together);
        assert!(score.high - score.low > 0.3, "{score:?}");
    }

    #[test]
    fn the_mean_is_over_cases_and_not_over_clusters() {
        let parts = [Part { sum: 1.0, cases: 1.0 }, Part { sum: 0.0, cases: 3.0 }];
        assert_eq!(Score::new("quarter", &parts).value, 0.25);
        let none = Score::new("none", &[]);
        assert_eq!((none.low, none.high), (0.0, 1.0));
    }
}
