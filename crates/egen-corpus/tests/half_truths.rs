//! Half truths: does `compare` see where they are false?
//!
//! Rules without their conditions and ideas that were rejected, with expressions in x or y in place of their variables: most are
//! false, and many only far out, close to the edge of a domain, or behind a point where an argument turns. More of them:
//!
//! ```text
//! EGEN_HALF_TRUTHS=300000 EGEN_SEED=2 cargo test --release -p egen-corpus --test half_truths
//! ```

mod dense;

use egen_graph::grammar::seeded;
use egen_math::compare::{Settings, compare_with};
use egen_math::{Expr, Symbol};
use egen_read::read::read_expr;
use egen_rules::RuleSet;
use rand::RngExt;
use rayon::prelude::*;

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// What stands in for a rule's variables, with # for one of the numbers.
#[rustfmt::skip]
const SHAPES: [&str; 22] = [
    "x", "x - #", "# - x", "x/#", "#*x", "x^2 - #", "# - x^2", "exp(x) - #", "ln(x) - #", "#*sin(x)", "sin(x) - 1/#", "abs(x) - #",
    "x^3 + #", "1/x - #", "sqrt(x) - #", "#*atan(x)", "x^2 + #*x", "cosh(x) - #", "#*tanh(x)", "x + 1/#", "x*exp(-x) - #", "ln(abs(x + #))",
];
const NUMBERS: [&str; 12] = ["1", "2", "3", "7", "20", "50", "100", "1000", "(1/2)", "(1/3)", "(1/20)", "pi"];

#[test]
fn what_is_called_equal_is_equal_at_thousands_of_points() {
    const POINTS: usize = 4000;
    let (count, seed) = (setting("EGEN_HALF_TRUTHS", 6000), setting("EGEN_SEED", 1));
    let rules = RuleSet::builtin().unwrap_or_else(|error| panic!("{error}"));
    let conditional = rules.rules.iter().filter(|rule| !rule.when.is_empty()).map(|rule| (&rule.left, &rule.right));
    let truths: Vec<(&Expr, &Expr)> =
        conditional.chain(rules.rejected.iter().map(|idea| (&idea.left, &idea.right))).collect();
    let settings = Settings { complex: false, ..Settings::default() };
    let numbers = dense::numbers(POINTS);
    let called_equal: Vec<(Expr, Expr)> = (0..count)
        .into_par_iter()
        .map(|at| half_truth(&truths, seed ^ at.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
        .filter(|(left, right)| compare_with(left, right, &settings).verdict.is_equal())
        .collect();
    let wrong: Vec<String> = called_equal.par_iter().filter_map(|(a, b)| dense::differ(a, b, &numbers)).collect();
    let shares = format!("{} of {count} called equal, {} of them wrongly", called_equal.len(), wrong.len());
    assert!(called_equal.len() as u64 > count / 10, "{shares}");
    assert!(wrong.is_empty(), "{shares}:\n{}", wrong.join("\n"));
}

fn half_truth(truths: &[(&Expr, &Expr)], seed: u64) -> (Expr, Expr) {
    let mut rng = seeded(seed);
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
    (left, right)
}
