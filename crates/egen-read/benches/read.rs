//! Speed of reading and printing.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use egen_read::print::{Form, print};
use egen_read::read::{Notation, Options, read, read_expr};

/// 40 characters each.
const FORMULAS: [&str; 4] = [
    r"\frac{1}{2}\sin^2 x+\cos(2x)-\sqrt{x+1}=",
    r"e^{-x^2}+\ln(x+3)\cdot\frac{x}{\sqrt{2}}",
    r"\left(x+1\right)^{2}-\arctan(x)+\tan x^3",
    r"\frac{d}{dx}\left(x^2 \sin x\right)+a_{1}",
];

fn benches(c: &mut Criterion) {
    let formulas: Vec<&str> = FORMULAS.iter().map(|text| text.trim_end_matches('=')).collect();
    let options = Options { notation: Some(Notation::Latex), ..Options::default() };
    let mut group = c.benchmark_group("read");
    group.throughput(Throughput::Elements(formulas.len() as u64));
    group.bench_function("latex, 40 characters", |b| {
        b.iter(|| formulas.iter().for_each(|text| drop(black_box(read(black_box(text), &options).expect(text)))));
    });
    group.finish();

    let expr = read_expr("sin(2*x)*cos(x) + cos(2*x)*sin(x) + x^2").expect("a sum");
    let mut group = c.benchmark_group("print");
    group.bench_function("infix", |b| b.iter(|| print(black_box(&expr), Form::Infix)));
    group.bench_function("latex", |b| b.iter(|| print(black_box(&expr), Form::Latex)));
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
