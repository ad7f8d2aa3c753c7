//! Limits on pairs against filtering the enumeration.

use std::collections::BTreeSet;

use dashu_int::UBig;
use egen_graph::grammar::Counts;
use egg::{Language, RecExpr, SymbolLang};
use proptest::prelude::*;

use crate::support::*;

fn held(expr: &RecExpr<SymbolLang>, pairs: impl Fn(&SymbolLang, &SymbolLang) -> bool) -> usize {
    let of = |node: &SymbolLang| node.children().iter().filter(|&&child| pairs(node, &expr[child])).count();
    expr.iter().map(of).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn limiting_pairs_is_filtering(
        rows in rows(),
        chosen in prop::collection::btree_set((0..9usize, 0..9usize), 1..12),
        max in 0..3u32,
    ) {
        let (graph, root) = graph(&rows);
        let whole = counts(&graph, root, 7);
        let class = whole.grammar().root();
        prop_assume!(whole.total(class) < UBig::from(20_000u32));
        let number = |node: &SymbolLang| ["a", "b", "cc", "f", "g", "+", "*", "/", "if"].iter().position(|op| *op == node.op.as_str());
        let chosen: BTreeSet<_> = chosen.into_iter().map(|(f, g)| (Some(f), Some(g))).collect();
        let pairs = |f: &SymbolLang, g: &SymbolLang| chosen.contains(&(number(f), number(g)));

        let limited = Counts::new(whole.grammar().limit_pairs(pairs, max), 7);
        let want: BTreeSet<String> = whole.enumerate(class)
            .filter(|expr| held(expr, pairs) <= max as usize)
            .map(|expr| expr.to_string()).collect();
        let got: Vec<String> = limited.enumerate(class).map(|expr| expr.to_string()).collect();
        prop_assert_eq!(got.len(), want.len());
        prop_assert_eq!(got.into_iter().collect::<BTreeSet<_>>(), want);

        // Cutting first, even where nothing is left, forgets nothing about what lies beyond.
        for cut in [1, 3, 7] {
            let cut = Counts::new(whole.grammar().within(cut).limit_pairs(pairs, max), cut);
            let after = Counts::new(limited.grammar().clone(), cut.max_tokens());
            prop_assert_eq!(cut.total(class), after.total(class));
            prop_assert_eq!(cut.longer_exist(class), after.longer_exist(class));
        }
    }
}

#[test]
fn towers_are_limited_in_an_infinite_language() {
    let mut graph = Graph::default();
    let x = graph.add(SymbolLang::leaf("x"));
    let tower = graph.add_expr(&"(sin (asin x))".parse().unwrap());
    graph.union(x, tower);
    graph.rebuild();
    let grammar = grammar(&graph, x);
    let tower = |f: &SymbolLang, g: &SymbolLang| f.op.as_str() == "sin" && g.op.as_str() == "asin";
    for max in 0..3 {
        let counts = Counts::new(grammar.limit_pairs(tower, max), 20);
        assert_eq!(counts.total(counts.grammar().root()), UBig::from(max + 1));
        assert!(!counts.longer_exist(counts.grammar().root()));
    }
}

#[test]
fn what_was_cut_and_then_removed_does_not_count_as_longer() {
    let mut graph = Graph::default();
    let x = graph.add(SymbolLang::leaf("x"));
    let tower = graph.add_expr(&"(sin (asin (cos (acos x))))".parse().unwrap());
    graph.union(x, tower);
    graph.rebuild();
    let grammar = grammar(&graph, x).within(2);
    let class = grammar.root();
    let plain = Counts::new(grammar.clone(), 2);
    assert!(plain.longer_exist(class));
    let without = Counts::new(grammar.without(|_, p, grammar| grammar.node(p.op).op.as_str() == "sin"), 2);
    assert!(!without.longer_exist(class));
    let limited = Counts::new(grammar.limit_pairs(|f, g| f.op.as_str() == "sin" && g.op.as_str() == "asin", 0), 2);
    assert!(!limited.longer_exist(class));
}
