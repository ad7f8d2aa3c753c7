//! Sampling: uniform, without repetition, and the same for the same seed.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::UBig;
use egen_grammar::{Counts, Rank, Sampler, seeded};
use egg::SymbolLang;
use proptest::prelude::*;

use crate::support::*;

/// Three leaves, a unary and two binary operators over one class: 3 of length 1, 3 of 2, 21 of 3, 57 of 4 …
fn arithmetic() -> (Graph, egg::Id) {
    let mut graph = Graph::default();
    let x = graph.add(SymbolLang::leaf("x"));
    let nodes = [("y", 0), ("z", 0), ("f", 1), ("+", 2), ("*", 2)];
    for (op, arity) in nodes {
        let node = graph.add(SymbolLang::new(op, vec![x; arity]));
        graph.union(x, node);
        graph.rebuild();
    }
    (graph, x)
}

/// Pearson's statistic for equally likely cells, in standard deviations from its mean.
fn deviation(cells: &BTreeMap<Rank, u32>, number: usize, draws: usize) -> f64 {
    let mean = draws as f64 / number as f64;
    let met: f64 = cells.values().map(|&n| (f64::from(n) - mean).powi(2) / mean).sum();
    let chi2 = met + (number - cells.len()) as f64 * mean;
    let freedom = (number - 1) as f64;
    // Wilson and Hilferty: the cube root is close to normal.
    ((chi2 / freedom).cbrt() - (1.0 - 2.0 / (9.0 * freedom))) / (2.0 / (9.0 * freedom)).sqrt()
}

/// Beyond this a fair sampler is met once in some 16,000 seeds, on either side.
const SIGMAS: f64 = 4.0;

#[test]
fn single_draws_pass_a_chi_square_test() {
    let (graph, root) = arithmetic();
    let counts = counts(&graph, root, 5);
    let sampler = Sampler::new(&counts, counts.grammar().root());
    let number = usize::try_from(counts.total(counts.grammar().root())).unwrap();
    assert!(number > 300);
    let mut rng = seeded(7);
    let mut cells = BTreeMap::new();
    let draws = 50 * number;
    for _ in 0..draws {
        *cells.entry(sampler.uniform(1, &mut rng).remove(0)).or_default() += 1;
    }
    let z = deviation(&cells, number, draws);
    assert!(z.abs() < SIGMAS, "{z}");
}

#[test]
fn every_member_of_a_sample_is_uniform() {
    let (graph, root) = arithmetic();
    let counts = counts(&graph, root, 4);
    let class = counts.grammar().root();
    let sampler = Sampler::new(&counts, class);
    let number = usize::try_from(counts.of_length(class, 4)).unwrap();
    // 3 of 57 by rejection, 40 of 57 by shuffling; the cells at the first and the last place of the sample.
    for (k, seed) in [(3, 1), (40, 2)] {
        for place in [0, k - 1] {
            let mut rng = seeded(seed);
            let mut cells = BTreeMap::new();
            for _ in 0..200 * number {
                *cells.entry(sampler.of_length(4, k, &mut rng).swap_remove(place)).or_default() += 1;
            }
            let z = deviation(&cells, number, 200 * number);
            assert!(z.abs() < SIGMAS, "place {place} of {k}: {z}");
        }
    }
}

#[test]
fn a_biased_sampler_would_fail_the_chi_square_test() {
    // Choosing a length first and an expression second is the mistake to catch.
    let (graph, root) = arithmetic();
    let counts = counts(&graph, root, 4);
    let class = counts.grammar().root();
    let sampler = Sampler::new(&counts, class);
    let number = usize::try_from(counts.total(class)).unwrap();
    let mut rng = seeded(7);
    let mut cells = BTreeMap::new();
    for i in 0..50 * number {
        *cells.entry(sampler.of_length(1 + i as u32 % 4, 1, &mut rng).remove(0)).or_default() += 1;
    }
    assert!(deviation(&cells, number, 50 * number) > SIGMAS);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn samples_never_repeat_and_exhaust_small_languages(rows in rows(), k in 0..400usize, seed: u64) {
        let (graph, root) = graph(&rows);
        let counts = counts(&graph, root, 6);
        let class = counts.grammar().root();
        let sampler = Sampler::new(&counts, class);
        let total = usize::try_from(counts.total(class)).unwrap();
        let rng = || seeded(seed);
        for ranks in [
            sampler.uniform(k, &mut rng()),
            sampler.diverse(k, &mut rng()),
            sampler.by_length(u64::from, k, &mut rng()),
        ] {
            prop_assert_eq!(ranks.len(), k.min(total));
            prop_assert_eq!(ranks.iter().collect::<BTreeSet<_>>().len(), ranks.len());
            let exprs: BTreeSet<String> = sampler.exprs(&ranks).map(|expr| expr.to_string()).collect();
            prop_assert_eq!(exprs.len(), ranks.len());
        }
        prop_assert_eq!(sampler.uniform(k, &mut rng()), sampler.uniform(k, &mut rng()));
        prop_assert_eq!(sampler.diverse(k, &mut rng()), sampler.diverse(k, &mut rng()));
        for n in 1..=6 {
            let ranks = sampler.of_length(n, k, &mut rng());
            prop_assert_eq!(UBig::from(ranks.len()), counts.of_length(class, n).min(UBig::from(k)));
            prop_assert!(ranks.iter().all(|rank| rank.length == n));
        }
    }
}

fn pinned() -> (Counts<SymbolLang>, egen_grammar::ClassId) {
    let (graph, root) = arithmetic();
    let counts = counts(&graph, root, 15);
    let class = counts.grammar().root();
    (counts, class)
}

#[test]
fn a_seed_means_the_same_expressions_for_ever() {
    let (counts, class) = pinned();
    let sampler = Sampler::new(&counts, class);
    let show = |ranks: Vec<Rank>| sampler.exprs(&ranks).map(|expr| expr.to_string()).collect::<Vec<_>>();
    assert_eq!(show(sampler.of_length(6, 3, &mut seeded(1))), PINNED);
    assert_ne!(show(sampler.of_length(6, 3, &mut seeded(2))), PINNED);
}

const PINNED: [&str; 3] = ["(* (* x z) (f x))", "(+ (* y (f x)) z)", "(+ (f (* y y)) x)"];

#[test]
fn weights_choose_the_lengths() {
    let (counts, class) = pinned();
    let sampler = Sampler::new(&counts, class);
    let ranks = sampler.by_length(|n| u64::from(n >= 10), 600, &mut seeded(3));
    for length in 1..=15 {
        let number = ranks.iter().filter(|rank| rank.length == length).count();
        assert_eq!(number, if length >= 10 { 100 } else { 0 });
    }
}

#[test]
fn diversity_covers_lengths_and_the_operators_at_the_root() {
    let (counts, class) = pinned();
    let sampler = Sampler::new(&counts, class);
    let ranks = sampler.diverse(150, &mut seeded(4));
    let mut cells: BTreeMap<(u32, String), usize> = BTreeMap::new();
    for (rank, expr) in ranks.iter().zip(sampler.exprs(&ranks)) {
        *cells.entry((rank.length, expr[expr.root()].op.to_string())).or_default() += 1;
    }
    // 3 of length 1, 3 of length 2, and 144 over the 13 others: 11 or 12 each over three operators.
    for length in 3..=15 {
        for op in ["f", "+", "*"] {
            let number = cells.get(&(length, op.to_string())).copied().unwrap_or(0);
            assert!((3..=4).contains(&number), "{number} of length {length} with {op}");
        }
    }
}

#[test]
fn ranges_beyond_128_bits_are_sampled() {
    let (graph, root) = sums();
    let counts = counts(&graph, root, 201);
    let class = counts.grammar().root();
    let sampler = Sampler::new(&counts, class);
    let ranks = sampler.of_length(201, 50, &mut seeded(5));
    let exprs: BTreeSet<String> = sampler.exprs(&ranks).map(|expr| expr.to_string()).collect();
    assert_eq!(exprs.len(), 50);
    let half = counts.of_length(class, 201) >> 1usize;
    assert!((15..=35).contains(&ranks.iter().filter(|rank| rank.index < half).count()));
}
