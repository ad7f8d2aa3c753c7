//! Do expressions that are called equal differ at one of many points?
//!
//! ```text
//! cargo run --release -p egen-corpus --example dense -- corpus        every row against its initial expression
//! cargo run --release -p egen-corpus --example dense -- rules 1000000 1    half truths, with a seed
//! ```
//! Comparisons look at the points that matter; this looks at thousands, near and far, in floating point, and lists what
//! differs. Half truths are rules without their conditions and ideas that were rejected, with expressions in x or y in place of
//! their variables: most are false, and many only somewhere. What is listed shows a region that `compare` did not look at: mend
//! `compare/scan.rs` there.

#![expect(clippy::print_stdout, reason = "a report is what it is for")]

use egen_corpus::store::{Corpus, Row};
use egen_graph::grammar::seeded;
use egen_math::compare::{Settings, compare_with};
use egen_math::eval::point::{self, Value};
use egen_math::eval::real::{Lanes, State};
use egen_math::read::{Notation, Options, read, read_expr};
use egen_math::tape::{Input, Tape};
use egen_math::{Expr, Symbol};
use egen_rules::RuleSet;
use rand::RngExt;
use rayon::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["rules", count, seed] => half_truths(count.parse()?, seed.parse()?),
        [dir] => corpus(dir),
        _ => Err("name the folder of a corpus, or `rules`, a number of half truths and a seed".into()),
    }
}

fn corpus(dir: &str) -> Result<(), Box<dyn std::error::Error>> {
    let corpus = Corpus::open(dir)?;
    let points = points(900);
    let clusters: Vec<Vec<Row>> = corpus.clusters("train").collect::<Result<_, _>>()?;
    let expr = |prefix: &str| {
        let options = Options { notation: Some(Notation::Prefix), ..Options::default() };
        read(prefix, &options).expect("rows are readable").sides.remove(0)
    };
    let found: Vec<String> = clusters
        .par_iter()
        .flat_map_iter(|rows| {
            let initial = expr(&rows[0].initial);
            rows.iter().filter_map(|row| differ(&initial, &expr(&row.prefix), &points)).collect::<Vec<_>>()
        })
        .collect();
    found.iter().for_each(|line| println!("{line}"));
    println!("{} of {} rows differ", found.len(), clusters.iter().map(Vec::len).sum::<usize>());
    Ok(())
}

fn half_truths(count: u64, seed: u64) -> Result<(), Box<dyn std::error::Error>> {
    let rules = RuleSet::builtin()?;
    let conditional = rules.rules.iter().filter(|rule| !rule.when.is_empty()).map(|rule| (&rule.left, &rule.right));
    let truths: Vec<(&Expr, &Expr)> =
        conditional.chain(rules.rejected.iter().map(|idea| (&idea.left, &idea.right))).collect();
    let points = points(4000);
    let settings = Settings { complex: false, ..Settings::default() };
    let called_equal: Vec<(Expr, Expr)> = (0..count)
        .into_par_iter()
        .filter_map(|at| {
            let mut rng = seeded(seed ^ at.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let (left, right) = truths[rng.random_range(0..truths.len())];
            let (mut left, mut right) = (left.clone(), right.clone());
            let mut names = left.variables();
            names.extend(right.variables());
            for name in names.into_iter().filter(|name| name.as_str() != "x") {
                let shape = SHAPES[rng.random_range(0..SHAPES.len())];
                let argument = shape.replace('#', NUMBERS[rng.random_range(0..NUMBERS.len())]);
                let mut argument = read_expr(&argument).expect("shapes are readable");
                // One in eight is in y.
                if rng.random_range(0..8) == 0 {
                    argument = argument.substitute(&Symbol::new("x"), &Expr::variable("y"));
                }
                (left, right) = (left.substitute(&name, &argument), right.substitute(&name, &argument));
            }
            compare_with(&left, &right, &settings).verdict.is_equal().then_some((left, right))
        })
        .collect();
    let found: Vec<String> = called_equal.par_iter().filter_map(|(a, b)| differ(a, b, &points)).collect();
    found.iter().for_each(|line| println!("{line}"));
    println!("{count} half truths, {} called equal, {} of them differ", called_equal.len(), found.len());
    Ok(())
}

/// What stands in for a rule's variables, with # for one of the numbers.
#[rustfmt::skip]
const SHAPES: [&str; 22] = [
    "x", "x - #", "# - x", "x/#", "#*x", "x^2 - #", "# - x^2", "exp(x) - #", "ln(x) - #", "#*sin(x)", "sin(x) - 1/#", "abs(x) - #",
    "x^3 + #", "1/x - #", "sqrt(x) - #", "#*atan(x)", "x^2 + #*x", "cosh(x) - #", "#*tanh(x)", "x + 1/#", "x*exp(-x) - #", "ln(abs(x + #))",
];
const NUMBERS: [&str; 12] = ["1", "2", "3", "7", "20", "50", "100", "1000", "(1/2)", "(1/3)", "(1/20)", "pi"];

/// Numbers of all sizes and both signs, and more of those up to 60.
fn points(count: usize) -> Vec<f64> {
    let mut rng = seeded(1);
    let sizes = (0..count / 2).map(|at| if at % 2 == 0 { 1.0 } else { -1.0 });
    let mut out: Vec<f64> = sizes.map(|sign| sign * 10f64.powf(rng.random_range(-5.0..11.0))).collect();
    out.extend((out.len()..count).map(|_| rng.random_range(-60.0..60.0)));
    out
}

/// Where two expressions differ.
fn differ(a: &Expr, b: &Expr, numbers: &[f64]) -> Option<String> {
    let mut tape = Tape::default();
    let (left, right) = (tape.record(a).ok()?, tape.record(b).ok()?);
    let width = tape.inputs().len();
    // Each further variable goes through the numbers in an order of its own.
    let value = |lane: usize, input: usize| numbers[(lane * (1 + 2 * input * 523) + input) % numbers.len()];
    let points: Vec<f64> =
        (0..numbers.len()).flat_map(|lane| (0..width).map(move |input| value(lane, input))).collect();
    let values = Lanes::evaluate(&tape, &points, numbers.len());
    let suspects = (0..numbers.len()).filter(|&lane| {
        let (a, b) = (values.get(left, lane), values.get(right, lane));
        let (gap, size) = ((a.value - b.value).abs(), a.value.abs().max(b.value.abs()));
        let defined = a.state() == State::Defined && b.state() == State::Defined;
        defined && gap > 8.0 * (a.error + b.error) && gap > 1e-9 * size
    });
    // Errors are estimates; what counts is what balls say.
    const SUSPECTS: usize = 6;
    suspects.take(SUSPECTS).find_map(|lane| {
        let at: Vec<(Symbol, Expr)> = tape
            .inputs()
            .iter()
            .zip(&points[lane * width..])
            .filter_map(|(input, x)| match input {
                Input::Variable(name) => Some((name.clone(), read_expr(&format!("{x:e}")).ok()?)),
                Input::Opaque(_) => None,
            })
            .collect();
        match (point::real(a, &at, 12), point::real(b, &at, 12)) {
            (Value::Known(x), Value::Known(y)) if x != y => {
                Some(format!("{:?}: {a} is {x}, {b} is {y}", &points[lane * width..(lane + 1) * width]))
            }
            _ => None,
        }
    })
}
