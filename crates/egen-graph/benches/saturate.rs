//! Speed of saturating the paper's kinds of expression to 10,000 nodes, and of counting and sampling what comes out.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use egen_graph::bounds::Bounds;
use egen_graph::expand::expand;
use egen_graph::grammar::{Sampler, seeded};
use egen_graph::rewrite::Rewritings;
use egen_graph::saturate::{Limits, saturate};
use egen_math::{Assumptions, Expr, Symbol};
use egen_read::read::read_expr;
use egen_rules::RuleSet;

const EXPRESSIONS: [&str; 6] =
    ["sin(x)", "tanh(3x+4) - 6", "ln(x)/2", "(sin(x)+2)/(x+1)", "d/dx (x^3*exp(x))", "d/dx (tan(2x)+5)"];

fn bench(c: &mut Criterion) {
    let rules = RuleSet::builtin().expect("the rules are tested");
    let ready = Rewritings::new(&rules, &[Symbol::new("x")]);
    let limits = Limits::default();
    let read = |text: &str| -> Expr { read_expr(text).expect("a formula") };

    let mut group = c.benchmark_group("rules");
    group.bench_function("load", |b| b.iter(|| RuleSet::builtin().expect("the rules are tested")));
    group.bench_function("prepare", |b| b.iter(|| Rewritings::new(black_box(&rules), &[Symbol::new("x")])));
    group.finish();

    let mut group = c.benchmark_group("saturate to 10,000 nodes");
    for text in EXPRESSIONS {
        let expr = read(text);
        let run = || saturate(&[&expr], &Assumptions::none(), &ready, &limits, false, |_, _| false);
        group.bench_function(text, |b| b.iter(run));
    }
    group.finish();

    let mut group = c.benchmark_group("saturate and count 25 tokens");
    for text in EXPRESSIONS {
        let expr = read(text);
        group.bench_function(text, |b| {
            b.iter(|| expand(&expr, &Assumptions::none(), &ready, &limits, &Bounds::prefix(25)).is_ok())
        });
    }
    group.finish();

    let expansion = expand(&read("tanh(3x+4) - 6"), &Assumptions::none(), &ready, &limits, &Bounds::prefix(25))
        .expect("it has values");
    let root = expansion.counts.grammar().root();
    const DRAWN: usize = 20_000;
    let mut group = c.benchmark_group("readers of such a graph");
    group.throughput(Throughput::Elements(DRAWN as u64));
    group.bench_function("sample expressions", |b| {
        let sampler = Sampler::new(&expansion.counts, root);
        b.iter(|| {
            let drawn = sampler.uniform(DRAWN, &mut seeded(1));
            sampler.exprs(&drawn).map(|expr| expr.len()).sum::<usize>()
        });
    });
    group.bench_function("enumerate expressions", |b| {
        b.iter(|| expansion.counts.enumerate(root).take(DRAWN).map(|expr| expr.len()).sum::<usize>());
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(2)).sample_size(20);
    targets = bench
}
criterion_main!(benches);
