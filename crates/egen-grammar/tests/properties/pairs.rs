//! Leaving out pairs against filtering the enumeration.

use std::collections::BTreeSet;

use dashu_int::UBig;
use egen_grammar::{Counts, Grammar, Production};
use egg::{Language, RecExpr, SymbolLang};
use proptest::prelude::*;

use crate::support::*;

/// The operators by number, so that proptest can choose among them.
fn number(node: &SymbolLang) -> usize {
    ["a", "b", "cc", "f", "g", "+", "*", "/", "if"].iter().position(|op| *op == node.op.as_str()).expect("one of them")
}

fn operator(production: &Production, grammar: &Grammar<SymbolLang>) -> usize {
    number(grammar.node(production.op))
}

/// A pair of operators, and the position of the child for which it is left out.
type Pair = (usize, usize, usize);

fn without(grammar: &Grammar<SymbolLang>, pairs: &BTreeSet<Pair>) -> Grammar<SymbolLang> {
    grammar.without_pairs(
        operator,
        |parent, at, _| Some((*parent, at)),
        |place, child| place.is_none_or(|(parent, at)| !pairs.contains(&(parent, at, *child))),
    )
}

fn holds(expr: &RecExpr<SymbolLang>, pairs: &BTreeSet<Pair>) -> bool {
    expr.iter().any(|node| {
        let mut children = node.children().iter().enumerate();
        children.any(|(at, &child)| pairs.contains(&(number(node), at, number(&expr[child]))))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn leaving_out_pairs_is_filtering(
        rows in rows(),
        pairs in prop::collection::btree_set((0..9usize, 0..3usize, 0..9usize), 1..20),
    ) {
        let (graph, root) = graph(&rows);
        let whole = counts(&graph, root, 7);
        let class = whole.grammar().root();
        prop_assume!(whole.total(class) < UBig::from(20_000u32));
        let limited = Counts::new(without(whole.grammar(), &pairs), 7);
        let want: BTreeSet<String> =
            whole.enumerate(class).filter(|expr| !holds(expr, &pairs)).map(|expr| expr.to_string()).collect();
        let got: Vec<String> = limited.enumerate(class).map(|expr| expr.to_string()).collect();
        prop_assert_eq!(got.len(), want.len());
        prop_assert_eq!(got.into_iter().collect::<BTreeSet<_>>(), want);

        // Whether what is too long is left out before or after makes no difference, even where nothing is left.
        for max in [1, 3, 7] {
            let before = Counts::new(without(&whole.grammar().for_root(max), &pairs).for_root(max), max);
            let after = Counts::new(limited.grammar().clone(), max);
            prop_assert_eq!(before.total(class), after.total(class));
        }
    }
}

/// No `inner` anywhere below an `outer`.
fn without_below(grammar: &Grammar<SymbolLang>, outer: usize, inner: usize) -> Grammar<SymbolLang> {
    grammar.without_pairs(operator, |parent, _, own| own || *parent == outer, |own, child| !(own && *child == inner))
}

fn holds_below(expr: &RecExpr<SymbolLang>, outer: usize, inner: usize) -> bool {
    let mut below = vec![false; expr.len()];
    (0..expr.len()).rev().any(|at| {
        let node = &expr[egg::Id::from(at)];
        for &child in node.children() {
            below[usize::from(child)] = below[at] || number(node) == outer;
        }
        below[at] && number(node) == inner
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_place_reaches_as_far_down_as_it_is_passed_on(rows in rows(), outer in 3..9usize, inner in 0..9usize) {
        let (graph, root) = graph(&rows);
        let whole = counts(&graph, root, 7);
        let class = whole.grammar().root();
        prop_assume!(whole.total(class) < UBig::from(20_000u32));
        let want: BTreeSet<String> =
            whole.enumerate(class).filter(|expr| !holds_below(expr, outer, inner)).map(|expr| expr.to_string()).collect();
        let limited = Counts::new(without_below(whole.grammar(), outer, inner), 7);
        let got: Vec<String> = limited.enumerate(class).map(|expr| expr.to_string()).collect();
        prop_assert_eq!(got.len(), want.len());
        prop_assert_eq!(got.into_iter().collect::<BTreeSet<_>>(), want);
    }
}

/// The pair sin(asin(·)).
fn without_towers(grammar: &Grammar<SymbolLang>) -> Grammar<SymbolLang> {
    let name = |p: &Production, grammar: &Grammar<SymbolLang>| grammar.node(p.op).op.to_string();
    grammar.without_pairs(name, |parent, _, _| parent == "sin", |in_sine, child| !(in_sine && child == "asin"))
}

#[test]
fn towers_are_left_out_of_an_infinite_language() {
    let mut graph = Graph::default();
    let x = graph.add(SymbolLang::leaf("x"));
    let tower = graph.add_expr(&"(sin (asin x))".parse().unwrap());
    graph.union(x, tower);
    graph.rebuild();
    let counts = Counts::new(without_towers(&grammar(&graph, x)), 20);
    assert_eq!(counts.total(counts.grammar().root()), UBig::ONE);
    assert!(!counts.longer_exist(counts.grammar().root()));
}
