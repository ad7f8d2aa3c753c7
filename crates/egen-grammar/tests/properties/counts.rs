//! Counting, enumerating and unranking.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use dashu_int::UBig;
use egen_grammar::{Completeness, Grammar, Limit, Longest, Rank};
use egg::{RecExpr, SymbolLang};
use proptest::prelude::*;

use crate::support::*;

const MAX: u32 = 7;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_three_readers_agree_with_brute_force(rows in rows()) {
        let (graph, root) = graph(&rows);
        let counts = counts(&graph, root, MAX);
        let class = counts.grammar().root();
        prop_assume!(counts.total(class) < UBig::from(30_000u32));
        let mut memo = BTreeMap::new();
        let mut enumeration = counts.enumerate(class);
        let mut seen = BTreeSet::new();
        for tokens in 1..=MAX {
            let want = brute(&graph, root, tokens as usize, &mut memo);
            prop_assert_eq!(counts.of_length(class, tokens), UBig::from(want.len()));
            for index in 0..want.len() {
                let expr = enumeration.next().expect("as many as counted");
                prop_assert_eq!(length(&expr), tokens as usize);
                prop_assert_eq!(graph.lookup_expr(&expr), Some(graph.find(root)));
                prop_assert_eq!(&expr, &expr.to_string().parse::<RecExpr<SymbolLang>>().unwrap());
                let rank = Rank { length: tokens, index: UBig::from(index) };
                prop_assert_eq!(counts.unrank(class, &rank), Some(expr.clone()));
                // One derivation for each expression: none comes twice.
                prop_assert!(seen.insert(expr.to_string()));
            }
            prop_assert!(want.iter().all(|text| seen.contains(text)));
            let beyond = Rank { length: tokens, index: UBig::from(want.len()) };
            prop_assert_eq!(counts.unrank(class, &beyond), None);
        }
        prop_assert_eq!(enumeration.next(), None);
        prop_assert_eq!(counts.total(class), UBig::from(seen.len()));
        let want = if counts.longer_exist(class) { Completeness::LimitReached(Limit::Tokens) } else { Completeness::Complete };
        prop_assert_eq!(enumeration.completeness(), want);
    }

    #[test]
    fn longer_expressions_exist_only_if_some_length_says_so(rows in rows()) {
        let (graph, root) = graph(&rows);
        let grammar = grammar(&graph, root);
        let class = grammar.root();
        let counts = egen_grammar::Counts::new(grammar.clone(), 60);
        let found = (1..=60).rev().find(|&n| !counts.of_length(class, n).is_zero());
        match grammar.longest(class) {
            Longest::Unbounded => prop_assert!(found.is_some_and(|n| u64::from(n) > grammar.shortest(class))),
            Longest::Finite(length) if length <= 60 => prop_assert_eq!(found, Some(length as u32)),
            Longest::Finite(_) => {}
        }
        let first = (1..=60).find(|&n| !counts.of_length(class, n).is_zero());
        prop_assert_eq!(first.map(u64::from), Some(grammar.shortest(class)).filter(|&n| n <= 60));
    }

    #[test]
    fn for_the_root_nothing_changes_up_to_a_length(rows in rows(), max in 1..8u32) {
        let (graph, root) = graph(&rows);
        let whole = counts(&graph, root, max);
        let class = whole.grammar().root();
        for grammar in [whole.grammar().for_root(max), whole.grammar().for_root(max + 2).for_root(max)] {
            let part = egen_grammar::Counts::new(grammar, max);
            // In the same order, so that the same draw gives the same expressions.
            let texts = |counts: &egen_grammar::Counts<_>| -> Vec<String> {
                counts.enumerate(class).take(500).map(|expr| expr.to_string()).collect()
            };
            prop_assert_eq!(part.total(class), whole.total(class));
            prop_assert_eq!(texts(&part), texts(&whole));
            prop_assert!(!part.longer_exist(class));
            // Nothing is left that has no part in any of them.
            let used: std::collections::BTreeSet<_> = {
                let mut used = std::collections::BTreeSet::new();
                part.for_each(class, |prefix| {
                    used.extend(prefix.iter().copied());
                    std::ops::ControlFlow::Continue(())
                });
                used
            };
            prop_assert_eq!(used.len(), part.grammar().size());
        }
    }

    #[test]
    fn every_class_counts_its_own_language(rows in rows()) {
        let (graph, root) = graph(&rows);
        let counts = counts(&graph, root, 5);
        let mut memo = BTreeMap::new();
        for class in counts.grammar().classes() {
            for n in 1..=5u32 {
                let want = brute(&graph, counts.grammar().origin(class), n as usize, &mut memo).len();
                prop_assert_eq!(counts.of_length(class, n), UBig::from(want));
            }
        }
    }

    #[test]
    fn removing_a_production_removes_its_expressions(rows in rows()) {
        let (graph, root) = graph(&rows);
        let whole = counts(&graph, root, 6);
        prop_assume!(whole.total(whole.grammar().root()) < UBig::from(30_000u32));
        let drop = |op: &str| op == "+" || op == "b";
        let late = whole.grammar().without(|_, p, grammar| drop(grammar.node(p.op).op.as_str()));
        let early = Grammar::from_egraph(&graph, root, tokens, |_, node, _| !drop(node.op.as_str()));
        let want: Vec<String> = whole.enumerate(whole.grammar().root())
            .filter(|expr| !expr.iter().any(|node| drop(node.op.as_str())))
            .map(|expr| expr.to_string()).collect();
        for grammar in [late, early] {
            let part = egen_grammar::Counts::new(grammar, 6);
            let got: Vec<String> = part.enumerate(part.grammar().root()).map(|expr| expr.to_string()).collect();
            prop_assert_eq!(&got, &want);
        }
    }
}

#[test]
fn sums_are_counted_by_catalan_numbers_beyond_128_bits() {
    let (graph, root) = sums();
    let counts = counts(&graph, root, 201);
    let class = counts.grammar().root();
    let mut catalan = UBig::ONE;
    for n in 0u32..=100 {
        assert_eq!(counts.of_length(class, 2 * n + 1), catalan, "{n}");
        assert_eq!(counts.of_length(class, 2 * n), UBig::ZERO, "{n}");
        catalan = catalan * (2 * (2 * n + 1)) / (n + 2);
    }
    assert!(counts.of_length(class, 201) > UBig::from(u128::MAX));
}

#[test]
fn wide_and_narrow_tables_unrank_alike() {
    let (graph, root) = sums();
    let (narrow, wide) = (counts(&graph, root, 15), counts(&graph, root, 201));
    let class = narrow.grammar().root();
    for index in 0..430u32 {
        let rank = Rank { length: 15, index: UBig::from(index) };
        let expr = narrow.unrank(class, &rank);
        assert_eq!(expr.is_some(), index < 429);
        assert_eq!(expr, wide.unrank(class, &rank));
    }
    let last = Rank { length: 201, index: wide.of_length(class, 201) - UBig::ONE };
    let expr = wide.unrank(class, &last).expect("the last one exists");
    assert_eq!((length(&expr), graph.lookup_expr(&expr)), (201, Some(graph.find(root))));
    assert_eq!(wide.unrank(class, &Rank { length: 201, index: last.index + UBig::ONE }), None);
}

#[test]
fn a_finite_language_is_complete_and_an_infinite_one_never_is() {
    let mut graph = Graph::default();
    let ids = ["(f (+ a b))", "(f (+ b a))", "(g a)"].map(|text| graph.add_expr(&text.parse().unwrap()));
    graph.union(ids[0], ids[1]);
    graph.union(ids[0], ids[2]);
    graph.rebuild();
    let (short, long) = (counts(&graph, ids[0], 3), counts(&graph, ids[0], 4));
    let class = long.grammar().root();
    assert_eq!(long.grammar().longest(class), Longest::Finite(4));
    let all = |_: &[_]| ControlFlow::Continue(());
    assert_eq!(long.for_each(class, all), Completeness::Complete);
    assert_eq!(short.for_each(class, all), Completeness::LimitReached(Limit::Tokens));
    assert_eq!(long.for_each(class, |_| ControlFlow::Break(())), Completeness::LimitReached(Limit::Stopped));

    let (graph, root) = sums();
    let counts = counts(&graph, root, 9);
    assert_eq!(counts.for_each(counts.grammar().root(), all), Completeness::LimitReached(Limit::Tokens));
}

#[test]
fn a_class_without_a_finite_expression_gives_an_empty_grammar() {
    let (graph, root) = sums();
    let grammar = Grammar::from_egraph(&graph, root, tokens, |_, node, _| node.op.as_str() == "+");
    assert!(grammar.is_empty());
    let counts = egen_grammar::Counts::new(grammar, 9);
    let class = counts.grammar().root();
    assert_eq!(counts.total(class), UBig::ZERO);
    assert_eq!(counts.for_each(class, |_| ControlFlow::Continue(())), Completeness::Complete);
}

#[test]
fn an_expression_of_two_to_the_hundred_tokens_is_beyond_the_limit_and_not_forgotten() {
    let mut graph = Graph::default();
    let mut top = graph.add(SymbolLang::leaf("x"));
    for _ in 0..100 {
        top = graph.add(SymbolLang::new("+", vec![top, top]));
    }
    graph.rebuild();
    let counts = counts(&graph, top, 20);
    let class = counts.grammar().root();
    assert_eq!(counts.total(class), UBig::ZERO);
    assert_eq!(counts.grammar().longest(class), Longest::Finite(u64::MAX));
    assert!(counts.longer_exist(class));
}

#[test]
fn the_same_graph_gives_the_same_grammar() {
    let rows: Vec<_> = (0..40usize).map(|i| (i * 7 % 11, i * 5 + 3, i * i + 1, i + 2)).collect();
    let [(one, root), (two, _)] = [graph(&rows), graph(&rows)];
    let (one, two) = (grammar(&one, root), grammar(&two, root));
    for class in one.classes() {
        assert_eq!(one.productions(class), two.productions(class));
        assert!(one.productions(class).is_sorted_by_key(|p| (p.tokens, p.op)));
    }
}
