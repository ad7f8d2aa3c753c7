//! Thresholds: below which similarity is a step a mistake?

use super::derivation::Derivation;

/// The paper's Algorithm 1: of each derivation the least similarity of its right steps, and the mean of these.
///
/// A step without a similarity is left out, and so is a derivation without any; with none at all there is no threshold.
pub fn algorithm_1(derivations: &[Derivation], similarities: &[Vec<Option<f32>>]) -> Option<f32> {
    let least = derivations.iter().zip(similarities).filter_map(|(derivation, row)| {
        let right = row.iter().enumerate().filter(|(step, _)| !derivation.is_mistake(*step));
        right.filter_map(|(_, similarity)| *similarity).min_by(f32::total_cmp)
    });
    let (sum, count) = least.fold((0.0, 0u32), |(sum, count), least| (sum + f64::from(least), count + 1));
    (count > 0).then(|| (sum / f64::from(count)) as f32)
}

/// The threshold with the highest F1 of mistakes on these derivations; of equals the lowest, half way between two similarities.
///
/// A step without a similarity is flagged by every threshold.
pub fn best_threshold(derivations: &[Derivation], similarities: &[Vec<Option<f32>>]) -> Option<f32> {
    let steps = derivations.iter().zip(similarities).flat_map(|(derivation, row)| {
        row.iter().enumerate().map(|(step, similarity)| (*similarity, derivation.is_mistake(step)))
    });
    let steps: Vec<(Option<f32>, bool)> = steps.collect();
    let all = steps.iter().filter(|(_, mistake)| *mistake).count();
    let (without, found) = steps
        .iter()
        .filter(|(similarity, _)| similarity.is_none())
        .fold((0, 0), |(flagged, found), (_, mistake)| (flagged + 1, found + usize::from(*mistake)));
    let mut rest: Vec<(f32, bool)> = steps.iter().filter_map(|(one, mistake)| one.map(|one| (one, *mistake))).collect();
    rest.sort_by(|a, b| a.0.total_cmp(&b.0));
    // F1 is 2·found / (flagged + all); the lowest threshold flags nothing that has a similarity.
    let f1 = |flagged: usize, found: usize| 2.0 * found as f64 / (flagged + all).max(1) as f64;
    let mut best = (f1(without, found), rest.first()?.0);
    let (mut flagged, mut found) = (without, found);
    for (at, (similarity, mistake)) in rest.iter().enumerate() {
        flagged += 1;
        found += usize::from(*mistake);
        let next = rest.get(at + 1).map_or(f32::INFINITY, |next| next.0);
        if next > *similarity && f1(flagged, found) > best.0 {
            // Above all of them, a threshold that can be written down.
            let middle = if next.is_finite() { similarity + (next - similarity) / 2.0 } else { similarity + 1.0 };
            // Between neighbours of single precision there is nothing: the upper one flags the lower one as well.
            best = (f1(flagged, found), if middle > *similarity { middle } else { next });
        }
    }
    Some(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn derivation(steps: usize, mistake: Option<usize>) -> Derivation {
        let lines = (0..=steps as i64).map(egen_math::Expr::number).collect();
        Derivation { lines, mistake, kinds: vec!["made".into(); steps], changed: None }
    }

    fn rows(rows: &[&[f32]]) -> Vec<Vec<Option<f32>>> {
        rows.iter().map(|row| row.iter().map(|&x| (x > f32::NEG_INFINITY).then_some(x)).collect()).collect()
    }

    #[test]
    fn algorithm_1_by_hand() {
        let derivations = [derivation(3, Some(2)), derivation(2, None), derivation(1, Some(1))];
        // Without the mistake 0.1 the first has 0.75 at least, the second 0.5; the third has a mistake and nothing else.
        let similarities = rows(&[&[0.9, 0.1, 0.75], &[0.5, 1.0], &[0.3]]);
        assert_eq!(algorithm_1(&derivations, &similarities), Some(0.625));
        assert_eq!(algorithm_1(&derivations[2..], &similarities[2..]), None);
    }

    #[test]
    fn what_has_no_similarity_moves_no_threshold() {
        let derivations = [derivation(2, None), derivation(2, None), derivation(1, None)];
        let nothing = f32::NEG_INFINITY;
        let similarities = rows(&[&[nothing, -2.0], &[-1.0, 0.0], &[nothing]]);
        assert_eq!(algorithm_1(&derivations, &similarities), Some(-1.5));
    }

    #[test]
    fn the_best_threshold_by_hand() {
        // Mistakes at 0.2 and 0.6, right steps at 0.5, 0.7 and 0.9: flagging the lowest three finds both with one false alarm, F1 = 4/5;
        // flagging the lowest alone has F1 = 2/3.
        let derivations = [derivation(3, Some(1)), derivation(2, Some(1))];
        let best = best_threshold(&derivations, &rows(&[&[0.2, 0.5, 0.7], &[0.6, 0.9]])).unwrap();
        assert!((best - 0.65).abs() < 1e-6, "{best}");
    }

    #[test]
    fn where_every_step_is_a_mistake_all_are_flagged() {
        let best = best_threshold(&[derivation(1, Some(1))], &rows(&[&[0.5]])).unwrap();
        assert!(best > 0.5 && best.is_finite());
        assert_eq!(best_threshold(&[derivation(1, None)], &rows(&[&[f32::NEG_INFINITY]])), None);
    }
}
