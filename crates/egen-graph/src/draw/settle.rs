//! Settling: where do things in a row go, if each is drawn somewhere and none may overlap?
//!
//! Least squares under order, by pooling neighbours that violate it (isotonic regression).

/// Where something is drawn to, and how strongly.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Pull {
    pub to: f64,
    pub weight: f64,
}

/// The middles of things in their order, as near as they can come to where they are drawn. `room` is what each takes.
pub(super) fn settle(pulls: &[Pull], room: impl Fn(usize) -> f64) -> Vec<f64> {
    // With the room of those before taken away, a row is in order if its places do not decrease.
    let mut taken = 0.0;
    let mut before: Vec<f64> = Vec::with_capacity(pulls.len());
    let mut pools: Vec<(Pull, usize)> = Vec::new();
    for (at, pull) in pulls.iter().enumerate() {
        let half = room(at) / 2.0;
        before.push(taken + half);
        pools.push((Pull { to: pull.to - taken - half, ..*pull }, 1));
        taken += 2.0 * half;
        while let [.., (a, m), (b, n)] = pools[..]
            && a.to > b.to
        {
            let weight = a.weight + b.weight;
            pools.truncate(pools.len() - 2);
            pools.push((Pull { to: (a.to * a.weight + b.to * b.weight) / weight, weight }, m + n));
        }
    }
    let places = pools.iter().flat_map(|(pool, count)| std::iter::repeat_n(pool.to, *count));
    places.zip(before).map(|(place, before)| place + before).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_that_want_one_place_share_it_around_its_middle() {
        let to = |to: f64| Pull { to, weight: 1.0 };
        assert_eq!(settle(&[to(0.0), to(0.0), to(50.0)], |_| 10.0), [-5.0, 5.0, 50.0]);
        assert_eq!(settle(&[to(9.0), to(0.0)], |_| 1.0), [4.0, 5.0]);
        assert_eq!(settle(&[Pull { to: 0.0, weight: 3.0 }, to(0.0)], |_| 4.0), [-1.0, 3.0]);
    }
}
