//! Random e-graphs, and the expressions they hold by plain recursion over the e-graph.

use std::collections::BTreeMap;

use egen_grammar::{Counts, Grammar};
use egg::{EGraph, Id, Language, RecExpr, SymbolLang};
use proptest::prelude::*;

pub type Graph = EGraph<SymbolLang, ()>;

/// Operators with their number of arguments.
const OPS: [(&str, usize); 9] =
    [("a", 0), ("b", 0), ("cc", 0), ("f", 1), ("g", 1), ("+", 2), ("*", 2), ("/", 2), ("if", 3)];

/// `cc` takes two tokens, everything else one.
pub fn tokens(node: &SymbolLang) -> usize {
    if node.op.as_str() == "cc" { 2 } else { 1 }
}

pub fn length(expr: &RecExpr<SymbolLang>) -> usize {
    expr.iter().map(tokens).sum()
}

pub fn grammar(graph: &Graph, root: Id) -> Grammar<SymbolLang> {
    Grammar::from_egraph(graph, root, tokens, |_, _, _| true)
}

pub fn counts(graph: &Graph, root: Id, max_tokens: u32) -> Counts<SymbolLang> {
    Counts::new(grammar(graph, root), max_tokens)
}

/// A graph from rows of random numbers: each adds a node over earlier classes, or merges two classes.
pub fn graph(rows: &[(usize, usize, usize, usize)]) -> (Graph, Id) {
    let mut graph = Graph::default();
    let mut ids = vec![graph.add(SymbolLang::leaf("a"))];
    for &(what, x, y, z) in rows {
        let [x, y, z] = [x, y, z].map(|i| ids[i % ids.len()]);
        if what >= OPS.len() {
            graph.union(x, y);
            continue;
        }
        let (op, arity) = OPS[what];
        ids.push(graph.add(SymbolLang::new(op, [x, y, z][..arity].to_vec())));
    }
    graph.rebuild();
    (graph, ids[rows.first().map_or(0, |row| row.1) % ids.len()])
}

pub fn rows() -> impl Strategy<Value = Vec<(usize, usize, usize, usize)>> {
    prop::collection::vec((0..13usize, 0..64usize, 0..64usize, 0..64usize), 4..24)
}

/// All expressions of a class with exactly `total` tokens, written out, with no use of the code under test.
pub fn brute(graph: &Graph, class: Id, total: usize, memo: &mut BTreeMap<(Id, usize), Vec<String>>) -> Vec<String> {
    let class = graph.find(class);
    if let Some(known) = memo.get(&(class, total)) {
        return known.clone();
    }
    let mut found = Vec::new();
    for node in graph[class].iter().filter(|node| tokens(node) <= total) {
        let mut partial = vec![(node.op.to_string(), total - tokens(node))];
        for &child in node.children() {
            let mut longer = Vec::new();
            for (text, left) in partial {
                for take in 1..=left {
                    let arguments = brute(graph, child, take, memo);
                    longer.extend(arguments.into_iter().map(|argument| (format!("{text} {argument}"), left - take)));
                }
            }
            partial = longer;
        }
        let whole = partial.into_iter().filter(|(_, left)| *left == 0).map(|(text, _)| text);
        found.extend(whole.map(|text| if node.is_leaf() { text } else { format!("({text})") }));
    }
    memo.insert((class, total), found.clone());
    found
}

/// E = x | E + E: a Catalan number of expressions of every odd length.
pub fn sums() -> (Graph, Id) {
    let mut graph = Graph::default();
    let x = graph.add(SymbolLang::leaf("x"));
    let sum = graph.add(SymbolLang::new("+", vec![x, x]));
    graph.union(x, sum);
    graph.rebuild();
    (graph, x)
}
