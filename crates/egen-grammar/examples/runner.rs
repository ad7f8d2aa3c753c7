//! After egg's `Runner`: how many expressions equal the first one, which are the shortest, and what do others look like?
//!
//! `cargo run --release -p egen-grammar --example runner -- '(* 2 (+ a b))'`
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use egen_grammar::{Counts, Grammar, Sampler, seeded};
use egg::{RecExpr, Rewrite, Runner, SymbolLang, rewrite};

fn main() {
    let text = std::env::args().nth(1).unwrap_or_else(|| "(* 2 (+ a b))".into());
    let start: RecExpr<SymbolLang> = match text.parse() {
        Ok(start) => start,
        Err(error) => return println!("`{text}` is no expression such as (+ a b): {error}"),
    };
    let rules: Vec<Rewrite<SymbolLang, ()>> = vec![
        rewrite!("commute-add"; "(+ ?a ?b)" => "(+ ?b ?a)"),
        rewrite!("commute-mul"; "(* ?a ?b)" => "(* ?b ?a)"),
        rewrite!("distribute"; "(* ?a (+ ?b ?c))" => "(+ (* ?a ?b) (* ?a ?c))"),
        rewrite!("twice"; "(* 2 ?a)" => "(+ ?a ?a)"),
    ];
    let runner = Runner::default().with_expr(&start).run(&rules);

    let grammar = Grammar::from_egraph(&runner.egraph, runner.roots[0], |_| 1, |_, _, _| true);
    let longest = grammar.longest(grammar.root());
    let counts = Counts::new(grammar, 15);
    let root = counts.grammar().root();
    println!("{} expressions of at most 15 nodes equal {start} (the longest: {longest:?})", counts.total(root));
    for length in (1..=15).filter(|&length| counts.of_length(root, length) > 0u8.into()) {
        println!("{length:>6} nodes {:>8}", counts.of_length(root, length));
    }
    println!("the shortest:");
    counts.enumerate(root).take(5).for_each(|expr| println!("       {expr}"));
    let sampler = Sampler::new(&counts, root);
    println!("a uniform sample:");
    sampler.exprs(&sampler.uniform(5, &mut seeded(1))).for_each(|expr| println!("       {expr}"));
}
