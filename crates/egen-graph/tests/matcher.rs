//! Does one search for all rules find what egg finds with one search for each?

use std::collections::BTreeSet;

use egen_graph::matcher::{Phase, View};
use egen_graph::prove::Prover;
use egen_graph::saturate::{Limits, saturate};
use egen_graph::term::Term;
use egen_math::{Assumptions, Op};
use egen_read::read::read_expr;
use egg::{ENodeOrVar, Id, Pattern, Searcher};

#[test]
fn the_trie_finds_what_egg_finds() {
    let prover = Prover::builtin();
    for text in ["sin(2*x) + 1", "ln(x)^2/3", "diff(x*exp(x), x)", "f(x, 2) - f(x, y)"] {
        let expr = read_expr(text).expect(text);
        let rules = prover.rewritings(&expr.variables());
        // egg looks ground parts up, and so finds what a class of numbers no longer holds.
        let limits = Limits { nodes: 400, keep_sums: true, ..Limits::default() };
        let graph = saturate(&[&expr], &Assumptions::none(), &rules, &limits, false, |_, _| false).graph;
        let mut ours: BTreeSet<(u32, Id, Vec<Id>)> = BTreeSet::new();
        let view = View::new(&graph, &rules.trie);
        for class in graph.classes() {
            for phase in [Phase::Simplify, Phase::Extend] {
                let whole = rules.trie.search(&view, class.id, phase, usize::MAX, &mut |rule, slots| {
                    ours.insert((rule, class.id, slots.to_vec()));
                });
                assert!(whole, "the budget is endless");
            }
        }
        let mut theirs: BTreeSet<(u32, Id, Vec<Id>)> = BTreeSet::new();
        for (number, rule) in rules.rules.iter().enumerate() {
            for found in Pattern::new(rule.patterns()[0].clone()).search(&graph) {
                for subst in found.substs {
                    let slots = rule.variables().map(|var| graph.find(subst[var])).collect();
                    theirs.insert((number as u32, found.eclass, slots));
                }
            }
        }
        assert!(theirs.len() > 500, "{text}: only {} matches", theirs.len());
        let name = |one: &(u32, Id, Vec<Id>)| format!("{} at {}", rules.rules[one.0 as usize].name, one.1);
        let missed: Vec<String> = theirs.difference(&ours).map(name).collect();
        // The number 1/2 counts as a quotient, which egg does not know.
        let divides = |term: &ENodeOrVar<Term>| matches!(term, ENodeOrVar::ENode(Term::Binary(Op::Div, _)));
        let quotient =
            |one: &&(u32, Id, Vec<Id>)| rules.rules[one.0 as usize].patterns()[0].as_ref().iter().any(divides);
        let made_up: Vec<String> = ours.difference(&theirs).filter(|one| !quotient(one)).map(name).collect();
        assert!(missed.is_empty() && made_up.is_empty(), "{text}: missed {missed:?}, made up {made_up:?}");
    }
}
