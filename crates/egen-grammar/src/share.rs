//! Shares: how many of k go to each group, when groups are of limited size?

use rand_core::Rng;

use crate::draw::shuffled;

/// Shares of `k` that are as equal as the sizes allow. What cannot be divided goes to groups chosen at random.
///
/// They sum to `k`, or to the sum of the sizes if that is less.
pub(crate) fn equal(k: usize, sizes: &[usize], rng: &mut impl Rng) -> Vec<usize> {
    let mut shares = vec![0; sizes.len()];
    let mut left = k;
    loop {
        let open: Vec<usize> = (0..sizes.len()).filter(|&i| shares[i] < sizes[i]).collect();
        if left == 0 || open.is_empty() {
            return shares;
        }
        if left < open.len() {
            for i in shuffled(open.len(), left, rng) {
                shares[open[i]] += 1;
            }
            return shares;
        }
        // Either this round uses up all but a remainder, or it fills a group.
        let each = left / open.len();
        for i in open {
            let more = each.min(sizes[i] - shares[i]);
            shares[i] += more;
            left -= more;
        }
    }
}

/// Shares of `k` in proportion to the weights, by largest remainder; what a full group cannot take goes to the others.
///
/// They sum to `k`, or to the sum of the sizes of groups with positive weight if that is less.
pub(crate) fn weighted(k: usize, sizes: &[usize], weights: &[u64]) -> Vec<usize> {
    let mut shares = vec![0; sizes.len()];
    let mut left = k;
    loop {
        let open: Vec<usize> = (0..sizes.len()).filter(|&i| shares[i] < sizes[i] && weights[i] > 0).collect();
        if left == 0 || open.is_empty() {
            return shares;
        }
        let sum: u128 = open.iter().map(|&i| u128::from(weights[i])).sum();
        let quota =
            |i: usize| (left as u128 * u128::from(weights[i]) / sum, left as u128 * u128::from(weights[i]) % sum);
        let mut quotas: Vec<(usize, usize, u128)> =
            open.iter().map(|&i| (i, quota(i).0 as usize, quota(i).1)).collect();
        let undivided = left - quotas.iter().map(|(_, whole, _)| whole).sum::<usize>();
        quotas.sort_by_key(|&(i, _, remainder)| (std::cmp::Reverse(remainder), i));
        for (at, (i, whole, _)) in quotas.into_iter().enumerate() {
            let more = (whole + usize::from(at < undivided)).min(sizes[i] - shares[i]);
            shares[i] += more;
            left -= more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::seeded;

    #[test]
    fn equal_shares_fill_small_groups_and_divide_the_rest() {
        assert_eq!(equal(12, &[1, 100, 2, 100, 0], &mut seeded(0)).iter().sum::<usize>(), 12);
        let shares = equal(13, &[1, 100, 2, 100, 0], &mut seeded(0));
        assert_eq!(shares, [1, 5, 2, 5, 0]);
        assert_eq!(equal(1000, &[1, 3, 2], &mut seeded(0)), [1, 3, 2]);
    }

    #[test]
    fn weighted_shares_follow_the_weights_up_to_the_sizes() {
        assert_eq!(weighted(10, &[100, 100, 100], &[1, 3, 1]), [2, 6, 2]);
        assert_eq!(weighted(10, &[100, 2, 100], &[1, 3, 1]), [4, 2, 4]);
        assert_eq!(weighted(10, &[1, 2, 100], &[1, 3, 0]), [1, 2, 0]);
        assert_eq!(weighted(2, &[9, 9, 9], &[1, 1, 1]), [1, 1, 0]);
        assert_eq!(weighted(7, &[9, 9], &[u64::MAX, u64::MAX]), [4, 3]);
    }
}
