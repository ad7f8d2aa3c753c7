//! The k best against sorting everything.

use std::collections::BTreeSet;

use dashu_int::UBig;
use egen_grammar::k_best;
use egg::{RecExpr, SymbolLang};
use proptest::prelude::*;

use crate::support::*;

const MAX: u32 = 7;

/// At least one for each token, so that nothing beyond MAX tokens costs MAX or less.
fn cost(node: &SymbolLang) -> u64 {
    match node.op.as_str() {
        "cc" | "f" => 2,
        "/" => 3,
        _ => 1,
    }
}

fn sum(expr: &RecExpr<SymbolLang>, cost: impl Fn(&SymbolLang) -> u64) -> u64 {
    expr.iter().map(cost).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_k_best_are_the_k_cheapest(rows in rows()) {
        let (graph, root) = graph(&rows);
        let counts = counts(&graph, root, MAX);
        let class = counts.grammar().root();
        prop_assume!(counts.total(class) < UBig::from(20_000u32));
        let mut want: Vec<(u64, String)> = counts.enumerate(class)
            .map(|expr| (sum(&expr, cost), expr.to_string()))
            .filter(|(cost, _)| *cost <= u64::from(MAX))
            .collect();
        want.sort();
        let best = k_best(counts.grammar(), class, want.len() + 5, cost);
        prop_assert!(best.is_sorted_by_key(|(cost, expr)| (*cost, length(expr))));
        prop_assert!(best.iter().all(|(total, expr)| *total == sum(expr, cost)));
        let mut got: Vec<(u64, String)> = best.iter().map(|(cost, expr)| (*cost, expr.to_string())).collect();
        prop_assert!(got.iter().skip(want.len()).all(|(cost, _)| *cost > u64::from(MAX)));
        got.truncate(want.len());
        got.sort();
        prop_assert_eq!(got, want);
        for k in [1, 3, best.len() / 2] {
            prop_assert_eq!(&k_best(counts.grammar(), class, k, cost)[..], &best[..k.min(best.len())]);
        }
    }

    #[test]
    fn finite_languages_are_exhausted(rows in rows()) {
        let (graph, root) = graph(&rows);
        let counts = counts(&graph, root, 40);
        let class = counts.grammar().root();
        prop_assume!(!counts.longer_exist(class) && counts.total(class) < UBig::from(2_000u32));
        let best = k_best(counts.grammar(), class, usize::MAX, cost);
        prop_assert_eq!(UBig::from(best.len()), counts.total(class));
    }

    #[test]
    fn free_operators_do_not_trap_the_search(rows in rows()) {
        let (graph, root) = graph(&rows);
        let grammar = grammar(&graph, root);
        let free = |node: &SymbolLang| u64::from(node.op.as_str() == "b");
        let best = k_best(&grammar, grammar.root(), 300, free);
        prop_assert!(best.is_sorted_by_key(|(cost, expr)| (*cost, length(expr))));
        let different: BTreeSet<String> = best.iter().map(|(_, expr)| expr.to_string()).collect();
        prop_assert_eq!(different.len(), best.len());
        prop_assert!(best.iter().all(|(_, expr)| graph.lookup_expr(expr) == Some(graph.find(root))));
    }
}

#[test]
fn deep_chains_need_no_stack() {
    let mut graph = Graph::default();
    let mut top = graph.add(SymbolLang::leaf("x"));
    let y = graph.add(SymbolLang::leaf("y"));
    graph.union(top, y);
    graph.rebuild();
    for _ in 0..20_000 {
        top = graph.add(SymbolLang::new("f", vec![top]));
    }
    graph.rebuild();
    let grammar = grammar(&graph, top);
    let best = k_best(&grammar, grammar.root(), 5, |_| 1);
    assert_eq!(best.iter().map(|(cost, _)| *cost).collect::<Vec<_>>(), [20_001, 20_001]);
}
