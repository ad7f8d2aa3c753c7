//! Speed of evaluating and comparing.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use egen_math::compare::{Certain, Settings, compare_with};
use egen_math::eval::real::Lanes;
use egen_math::fingerprint::fingerprint;
use egen_math::tape::Tape;
use egen_math::{Expr, compare};
use egen_read::read::read_expr;

/// Pairs of about 15 tokens each that agree to f64's satisfaction.
const AGREE: [(&str, &str); 4] = [
    ("sin(2*x)*cos(x) + cos(2*x)*sin(x) + x^2", "sin(3*x) + x*x + 0*cos(x) + tan(x)*0"),
    ("(x + 1)^3/(x^2 + 2*x + 1) + ln(x^2)", "x + 1 + 2*ln(abs(x)) + 0*sin(3*x)"),
    ("exp(x)*cosh(x) - exp(x)*sinh(x) + atan(x)", "1 + asin(x/sqrt(1 + x^2))"),
    ("tanh(3*x + 4) - 6 + sec(x)^2", "sinh(3*x + 4)/cosh(3*x + 4) - 5 + tan(x)^2"),
];

/// Pairs that f64 cannot settle: zero on one side, or cancellation.
const BALLS: [(&str, &str); 3] = [
    ("sin(x)^2 + cos(x)^2 - 1", "0"),
    ("cos(pi/7)*cos(2*pi/7)*cos(4*pi/7)", "-1/8"),
    ("ln(x + sqrt(x^2 + 1)) - asinh(x)", "0*x"),
];

/// Pairs of about 15 tokens each, by what the label "also over the complex numbers" takes: no cut, cuts that are crossed, and a
/// difference.
const COMPLEX: [(&str, (&str, &str)); 3] = [
    ("no cut", ("sin(2*x)*cos(x) + cos(2*x)*sin(x) + x^2", "sin(3*x) + x*x + 0*cos(x) + tan(x)*0")),
    ("cuts, true", ("asinh(x) + x^2 + 3*x - 1", "ln(x + sqrt(x^2 + 1)) + x*(x + 3) - 1")),
    ("cuts, false", ("ln(exp(x) * exp(2)) + x^2 + 3*x", "x + 2 + x*(x + 3)")),
];

fn pair((a, b): (&str, &str)) -> (Expr, Expr) {
    (read_expr(a).expect(a), read_expr(b).expect(b))
}

fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("compare");
    let certified = Settings { complex: false, ..Settings::default() };
    for (name, pairs, settings) in [
        ("15 tokens, floats", &AGREE[..], certified.certain(Certain::Nowhere)),
        ("15 tokens, floats and a certified point", &AGREE[..], certified.certain(Certain::Once)),
        ("15 tokens, certified", &AGREE[..], certified.clone()),
        ("15 tokens, certified, complex label", &AGREE[..], Settings::default()),
        ("balls needed", &BALLS[..], certified.clone()),
    ] {
        let pairs: Vec<(Expr, Expr)> = pairs.iter().map(|p| pair(*p)).collect();
        for (a, b) in &pairs {
            assert!(compare_with(a, b, &settings).verdict.is_equal(), "{a} and {b}");
        }
        group.throughput(Throughput::Elements(pairs.len() as u64));
        group.bench_function(name, |bench| {
            bench.iter(|| pairs.iter().for_each(|(a, b)| drop(black_box(compare_with(a, b, &settings)))));
        });
    }
    let (a, b) = pair(("sin(2*x)*cos(x) + x^2 - sqrt(x)", "sin(2*x)*cos(x) + x^2 + sqrt(x)"));
    group.throughput(Throughput::Elements(1));
    group.bench_function("refuted", |bench| bench.iter(|| compare(black_box(&a), black_box(&b))));
    group.finish();

    // The label takes the difference between the two.
    let mut group = c.benchmark_group("complex label");
    for (name, texts) in COMPLEX {
        let (a, b) = pair(texts);
        for complex in [false, true] {
            let settings = Settings { complex, ..Settings::default() };
            let name = format!("{name}, {}", if complex { "with" } else { "without" });
            group.bench_function(name, |bench| bench.iter(|| compare_with(black_box(&a), black_box(&b), &settings)));
        }
    }
    group.finish();

    let (a, _) = pair(AGREE[0]);
    let mut tape = Tape::default();
    tape.record(&a).expect("small");
    let points: Vec<f64> = (0..1024).map(|k| f64::from(k) / 100.0 + 0.01).collect();
    let mut group = c.benchmark_group("evaluate");
    group.throughput(Throughput::Elements(points.len() as u64));
    group.bench_function("15 tokens, with errors", |b| {
        b.iter(|| Lanes::evaluate(&tape, black_box(&points), points.len()))
    });
    // The limit: the same library functions, nothing else.
    group.bench_function("bare f64 of the same formula", |b| {
        b.iter(|| {
            let f = |x: f64| (2.0 * x).sin() * x.cos() + (2.0 * x).cos() * x.sin() + x * x;
            points.iter().map(|&x| f(black_box(x))).sum::<f64>()
        });
    });
    group.finish();

    let mut group = c.benchmark_group("other");
    group.bench_function("fingerprint", |b| b.iter(|| fingerprint(black_box(&a))));
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
