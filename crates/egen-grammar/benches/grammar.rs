//! Speed of counting, enumerating and sampling on an e-graph of 10,000 nodes.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dashu_int::UBig;
use egen_grammar::{AcSpec, Counts, Grammar, Production, Sampler, canonical, k_best, seeded};
use egg::{EGraph, Id, Rewrite, Runner, Symbol, define_language, rewrite};

define_language! {
    enum Math {
        "+" = Add([Id; 2]),
        "-" = Sub([Id; 2]),
        "*" = Mul([Id; 2]),
        "/" = Div([Id; 2]),
        "pow" = Pow([Id; 2]),
        "neg" = Neg(Id),
        "sin" = Sin(Id),
        "cos" = Cos(Id),
        "tan" = Tan(Id),
        "asin" = Asin(Id),
        "exp" = Exp(Id),
        "ln" = Ln(Id),
        Number(i64),
        Name(Symbol),
    }
}

#[rustfmt::skip]
fn rules() -> Vec<Rewrite<Math, ()>> {
    let mut rules = vec![
        rewrite!("add-comm"; "(+ ?a ?b)" => "(+ ?b ?a)"),
        rewrite!("mul-comm"; "(* ?a ?b)" => "(* ?b ?a)"),
        rewrite!("sub"; "(- ?a ?b)" => "(+ ?a (neg ?b))"),
        rewrite!("sub-back"; "(+ ?a (neg ?b))" => "(- ?a ?b)"),
        rewrite!("neg-mul"; "(neg ?a)" => "(* -1 ?a)"),
        rewrite!("neg-neg"; "(neg (neg ?a))" => "?a"),
        rewrite!("add-zero"; "(+ ?a 0)" => "?a"),
        rewrite!("mul-one"; "(* ?a 1)" => "?a"),
        rewrite!("one-mul"; "?a" => "(* ?a 1)"),
        rewrite!("zero-add"; "?a" => "(+ ?a 0)"),
        rewrite!("double"; "(+ ?a ?a)" => "(* 2 ?a)"),
        rewrite!("square"; "(* ?a ?a)" => "(pow ?a 2)"),
        rewrite!("square-back"; "(pow ?a 2)" => "(* ?a ?a)"),
        rewrite!("pow-one"; "(pow ?a 1)" => "?a"),
        rewrite!("pow-add"; "(* (pow ?a ?b) (pow ?a ?c))" => "(pow ?a (+ ?b ?c))"),
        rewrite!("pow-pow"; "(pow (pow ?a ?b) ?c)" => "(pow ?a (* ?b ?c))"),
        rewrite!("div-pow"; "(/ ?a ?b)" => "(* ?a (pow ?b -1))"),
        rewrite!("pow-div"; "(pow ?b -1)" => "(/ 1 ?b)"),
        rewrite!("div-mul"; "(/ (* ?a ?b) ?c)" => "(* ?a (/ ?b ?c))"),
        rewrite!("tan"; "(tan ?a)" => "(/ (sin ?a) (cos ?a))"),
        rewrite!("tan-back"; "(/ (sin ?a) (cos ?a))" => "(tan ?a)"),
        rewrite!("sin-sum"; "(sin (+ ?a ?b))" => "(+ (* (sin ?a) (cos ?b)) (* (cos ?a) (sin ?b)))"),
        rewrite!("cos-sum"; "(cos (+ ?a ?b))" => "(- (* (cos ?a) (cos ?b)) (* (sin ?a) (sin ?b)))"),
        rewrite!("sin-double"; "(sin (* 2 ?a))" => "(* 2 (* (sin ?a) (cos ?a)))"),
        rewrite!("cos-double"; "(cos (* 2 ?a))" => "(- 1 (* 2 (pow (sin ?a) 2)))"),
        rewrite!("sin-square"; "(pow (sin ?a) 2)" => "(- 1 (pow (cos ?a) 2))"),
        rewrite!("cos-square"; "(pow (cos ?a) 2)" => "(- 1 (pow (sin ?a) 2))"),
        rewrite!("sin-odd"; "(sin (neg ?a))" => "(neg (sin ?a))"),
        rewrite!("cos-even"; "(cos (neg ?a))" => "(cos ?a)"),
        rewrite!("sin-asin"; "(sin ?a)" => "(sin (asin (sin ?a)))"),
        rewrite!("exp-sum"; "(exp (+ ?a ?b))" => "(* (exp ?a) (exp ?b))"),
        rewrite!("exp-product"; "(* (exp ?a) (exp ?b))" => "(exp (+ ?a ?b))"),
        rewrite!("ln-exp"; "(ln (exp ?a))" => "?a"),
        rewrite!("exp-ln"; "(exp ?a)" => "(exp (ln (exp ?a)))"),
        rewrite!("ln-product"; "(+ (ln ?a) (ln ?b))" => "(ln (* ?a ?b))"),
        rewrite!("three"; "3" => "(+ 1 2)"),
        rewrite!("four"; "4" => "(+ 2 2)"),
    ];
    rules.extend(rewrite!("add-assoc"; "(+ ?a (+ ?b ?c))" <=> "(+ (+ ?a ?b) ?c)"));
    rules.extend(rewrite!("mul-assoc"; "(* ?a (* ?b ?c))" <=> "(* (* ?a ?b) ?c)"));
    rules.extend(rewrite!("distribute"; "(* ?a (+ ?b ?c))" <=> "(+ (* ?a ?b) (* ?a ?c))"));
    rules
}

struct Laws;

impl AcSpec<Math> for Laws {
    fn is_commutative(&self, node: &Math) -> bool {
        matches!(node, Math::Add(_) | Math::Mul(_))
    }

    fn is_associative(&self, node: &Math) -> bool {
        self.is_commutative(node)
    }
}

/// A sign and digits for a number, one token for anything else.
fn tokens(node: &Math) -> usize {
    match node {
        Math::Number(n) => 1 + n.unsigned_abs().to_string().len(),
        _ => 1,
    }
}

fn saturated() -> (EGraph<Math, ()>, Id) {
    let expr = "(* 2 (pow (tan (+ x 3)) 2))".parse().expect("it is an expression");
    let runner = Runner::default()
        .with_expr(&expr)
        .with_node_limit(10_000)
        .with_time_limit(Duration::from_secs(60))
        .run(&rules());
    let root = runner.roots[0];
    (runner.egraph, root)
}

fn grammar(c: &mut Criterion) {
    let (graph, root) = saturated();
    let make = || Grammar::from_egraph(&graph, root, tokens, |_, _, _| true);
    let grammar = make();
    let title = format!("grammar of {} productions", grammar.size());
    // What is left out below: asin in sin, exp in ln.
    let look = |p: &Production, grammar: &Grammar<Math>| grammar.node(p.op).clone();
    let place = |parent: &Math, _: usize, _: Option<bool>| match parent {
        Math::Sin(_) => Some(true),
        Math::Ln(_) => Some(false),
        _ => None,
    };
    let fits = |of_sine: Option<bool>, child: &Math| match child {
        Math::Asin(_) => of_sine != Some(true),
        Math::Exp(_) => of_sine != Some(false),
        _ => true,
    };
    let mut group = c.benchmark_group(&title);
    group.sample_size(20);
    group.bench_function("from e-graph", |b| b.iter(make));
    group.bench_function("leave out pairs", |b| b.iter(|| grammar.without_pairs(look, place, fits)));
    for (name, grammar) in [("whole", grammar.clone()), ("without pairs", grammar.without_pairs(look, place, fits))] {
        let name = format!("count 25 tokens, {name}: {} productions", grammar.size());
        group.bench_function(name, |b| b.iter_with_large_drop(|| Counts::new(grammar.clone(), 25)));
    }
    group.bench_function("100 best", |b| b.iter(|| k_best(&grammar, grammar.root(), 100, |node| tokens(node) as u64)));
    group.finish();
}

fn readers(c: &mut Criterion) {
    const ENUMERATED: usize = 100_000;
    const SAMPLED: usize = 20_000;
    let (graph, root) = saturated();
    let counts = Counts::new(Grammar::from_egraph(&graph, root, tokens, |_, _, _| true), 25);
    // The root's expressions are long; those of a class that derives variables are short.
    let short = counts.grammar().classes().min_by_key(|&class| counts.grammar().shortest(class)).expect("not empty");
    let root = counts.grammar().root();
    let length = counts.grammar().shortest(root) as u32;
    let length = (15.max(length)..=25).find(|&n| counts.of_length(root, n) > UBig::from(SAMPLED)).expect("many");

    let mut group = c.benchmark_group("readers");
    group.sample_size(20);
    group.throughput(Throughput::Elements(ENUMERATED as u64));
    for (name, class) in [("short", short), ("root", root)] {
        group.bench_function(format!("walk, {name}"), |b| {
            b.iter(|| {
                let mut left = ENUMERATED;
                counts.for_each(class, |prefix| {
                    black_box(prefix);
                    left -= 1;
                    if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })
            })
        });
        group.bench_function(format!("enumerate, {name}"), |b| {
            b.iter(|| counts.enumerate(class).take(ENUMERATED).for_each(|expr| drop(black_box(expr))))
        });
    }

    let sampler = Sampler::new(&counts, root);
    let ranks = sampler.of_length(length, SAMPLED, &mut seeded(1));
    let exprs: Vec<_> = sampler.exprs(&ranks).collect();
    group.throughput(Throughput::Elements(SAMPLED as u64));
    group.bench_function(format!("sample ranks of {length} tokens"), |b| {
        b.iter(|| sampler.of_length(length, SAMPLED, &mut seeded(1)))
    });
    group.bench_function(format!("sample expressions of {length} tokens"), |b| {
        b.iter(|| {
            let ranks = sampler.of_length(length, SAMPLED, &mut seeded(1));
            sampler.exprs(&ranks).for_each(|expr| drop(black_box(expr)))
        })
    });
    group.bench_function("diverse", |b| {
        b.iter(|| {
            let ranks = sampler.diverse(SAMPLED, &mut seeded(1));
            sampler.exprs(&ranks).for_each(|expr| drop(black_box(expr)))
        })
    });
    group.bench_function(format!("canonical keys of {length} tokens"), |b| {
        b.iter(|| exprs.iter().for_each(|expr| drop(black_box(canonical(expr, &Laws)))))
    });
    group.finish();
}

criterion_group!(benches, grammar, readers);
criterion_main!(benches);
