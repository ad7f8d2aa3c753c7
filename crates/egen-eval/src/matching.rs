//! Matching: which label belongs to which cluster?
//!
//! A table has a row for each cluster and a column for each label; an entry says how much it is worth to give the cluster the label.

/// Each row in order takes the best column that is still free and worth something; of equals the first.
pub fn greedy(table: &[Vec<f64>]) -> Vec<Option<usize>> {
    let mut free = vec![true; table.first().map_or(0, Vec::len)];
    let take = |row: &Vec<f64>| {
        let worth = row.iter().enumerate().filter(|&(column, &worth)| free[column] && worth > 0.0);
        let best = worth.fold(None, |best: Option<(usize, f64)>, (column, &worth)| match best {
            Some((_, most)) if most >= worth => best,
            _ => Some((column, worth)),
        });
        let column = best?.0;
        free[column] = false;
        Some(column)
    };
    table.iter().map(take).collect()
}

/// The columns of the matching that is worth most in all: shortest augmenting paths (Jonker and Volgenant), in cubic time.
pub fn best(table: &[Vec<f64>]) -> Vec<Option<usize>> {
    let columns = table.first().map_or(0, Vec::len);
    let size = table.len().max(columns);
    let cost = |row: usize, column: usize| -table.get(row).and_then(|row| row.get(column)).unwrap_or(&0.0);
    // Row 0 and column 0 stand for "none": rows and columns count from 1 here.
    let (mut row_price, mut column_price) = (vec![0.0; size + 1], vec![0.0; size + 1]);
    let mut row_of = vec![0; size + 1];
    for row in 1..=size {
        row_of[0] = row;
        let (mut column, mut before) = (0, vec![0; size + 1]);
        let (mut least, mut visited) = (vec![f64::INFINITY; size + 1], vec![false; size + 1]);
        while row_of[column] != 0 {
            visited[column] = true;
            let (from, mut step, mut next) = (row_of[column], f64::INFINITY, 0);
            for other in (1..=size).filter(|&other| !visited[other]) {
                let reduced = cost(from - 1, other - 1) - row_price[from] - column_price[other];
                if reduced < least[other] {
                    (least[other], before[other]) = (reduced, column);
                }
                if least[other] < step {
                    (step, next) = (least[other], other);
                }
            }
            for other in 0..=size {
                if visited[other] {
                    row_price[row_of[other]] += step;
                    column_price[other] -= step;
                } else {
                    least[other] -= step;
                }
            }
            column = next;
        }
        while column != 0 {
            row_of[column] = row_of[before[column]];
            column = before[column];
        }
    }
    let mut out = vec![None; table.len()];
    for (column, &row) in row_of.iter().enumerate().skip(1).take(columns) {
        if row <= table.len() {
            out[row - 1] = Some(column - 1);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn worth(table: &[Vec<f64>], columns: &[Option<usize>]) -> f64 {
        table.iter().zip(columns).filter_map(|(row, column)| Some(row[(*column)?])).sum()
    }

    #[test]
    fn greed_takes_what_the_best_matching_leaves_to_others() {
        let table = [vec![0.6, 0.4], vec![0.9, 0.1]];
        assert_eq!(greedy(&table), [Some(0), Some(1)]);
        assert_eq!(best(&table), [Some(1), Some(0)]);
        assert_eq!(greedy(&[vec![1.0, 0.0], vec![1.0, 0.0]]), [Some(0), None]);
        assert!(greedy(&[]).is_empty() && best(&[]).is_empty());
        assert_eq!(best(&[vec![0.5], vec![0.7]]), [None, Some(0)]);
    }

    /// Every way to give columns to rows, by brute force.
    fn most(table: &[Vec<f64>], free: &mut Vec<bool>) -> f64 {
        let Some((row, rest)) = table.split_first() else { return 0.0 };
        let mut most_worth = most(rest, free);
        for column in 0..row.len() {
            if free[column] {
                free[column] = false;
                most_worth = most_worth.max(row[column] + most(rest, free));
                free[column] = true;
            }
        }
        most_worth
    }

    proptest! {
        #[test]
        fn the_best_matching_is_the_best(
            table in (1usize..6, 1usize..6).prop_flat_map(|(rows, columns)| {
                prop::collection::vec(prop::collection::vec(0u8..9, columns), rows)
            })
        ) {
            let table: Vec<Vec<f64>> =
                table.into_iter().map(|row| row.into_iter().map(|x| f64::from(x) / 8.0).collect()).collect();
            let (best, greedy) = (best(&table), greedy(&table));
            let mut taken: Vec<usize> = best.iter().flatten().copied().collect();
            taken.sort_unstable();
            taken.dedup();
            prop_assert_eq!(taken.len(), best.iter().flatten().count());
            prop_assert!(worth(&table, &best) >= worth(&table, &greedy) - 1e-9);
            let want = most(&table, &mut vec![true; table[0].len()]);
            prop_assert!((worth(&table, &best) - want).abs() < 1e-9);
        }
    }
}
