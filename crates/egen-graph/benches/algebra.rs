//! Speed of normal forms.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use egen_graph::algebra::{Settings, equal_by_algebra, normal_form};
use egen_math::Expr;
use egen_read::read::read_expr;

/// Pairs that are equal, by what it takes to see it.
const PAIRS: [(&str, [(&str, &str); 3]); 5] = [
    (
        "polynomials",
        [
            ("(x + y)*(x + z)*(y + z)", "2*x*y*z + y*x^2 + z*x^2 + y*z^2 + x*z^2 + z*y^2 + x*y^2"),
            ("(x + y)^4", "x^4 + 4*x^3*y + 6*x^2*y^2 + 4*x*y^3 + y^4"),
            ("x*y + z*(1 - y)", "z - (z - x)*y"),
        ],
    ),
    (
        "fractions",
        [
            ("1/(x + 1) - 1/x", "-1/x/(x + 1)"),
            ("x/y + z/w", "(x*w + z*y)/(y*w)"),
            ("(x + y)*y/x/(x + 1)", "(x*y + y^2)/(x^2 + x)"),
        ],
    ),
    (
        "radicals",
        [
            ("1/(sqrt(x) + sqrt(y))", "(sqrt(x) - sqrt(y))/(x - y)"),
            ("sqrt(x^2 + 2*x + 1)", "abs(x + 1)"),
            ("1/(sqrt(2) + sqrt(3) + sqrt(5))", "(3*sqrt(2) + 2*sqrt(3) - sqrt(30))/12"),
        ],
    ),
    (
        "exponentials",
        [
            ("tanh(x + y)", "(tanh(x) + tanh(y))/(1 + tanh(x)*tanh(y))"),
            ("x^(a + 1)*x^b", "x*x^(a + b)"),
            ("ln(12*x) + ln(y)", "2*ln(2) + ln(3) + ln(x*y)"),
        ],
    ),
    (
        "circular functions",
        [
            ("sin(x + y)", "sin(x)*cos(y) + cos(x)*sin(y)"),
            ("tan(3*x)", "(3*tan(x) - tan(x)^3)/(1 - 3*tan(x)^2)"),
            ("sin(x) + cos(x)", "sqrt(2)*sin(x + pi/4)"),
        ],
    ),
];

fn read(text: &str) -> Expr {
    read_expr(text).expect(text)
}

fn benches(c: &mut Criterion) {
    let settings = Settings::default();
    let mut group = c.benchmark_group("equal by algebra");
    for (name, pairs) in PAIRS {
        let pairs: Vec<(Expr, Expr)> = pairs.iter().map(|(a, b)| (read(a), read(b))).collect();
        for (a, b) in &pairs {
            assert_eq!(equal_by_algebra(a, b, &settings), Some(true), "{a} and {b}");
        }
        group.throughput(Throughput::Elements(pairs.len() as u64));
        group.bench_function(name, |bench| {
            bench.iter(|| pairs.iter().filter(|(a, b)| black_box(equal_by_algebra(a, b, &settings)).is_some()).count());
        });
    }
    group.finish();

    let mut group = c.benchmark_group("normal form");
    for text in ["(x + y + z + w)^20", "(x + y + z + w)^60", "((x + 1)/(y + 1) + sin(x))^6"] {
        let expr = read(text);
        group.bench_function(text, |bench| bench.iter(|| black_box(normal_form(&expr, &settings))));
    }
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
