//! Preimages: are the listed arguments solutions, and all of them?

use std::f64::consts::{FRAC_PI_2, PI};

use egen_math::Op;
use egen_math::op::{OpInfo, Preimage};

use super::{functions, is_defined_between};

/// Solutions are asked for between −WINDOW and WINDOW.
const WINDOW: f64 = 12.0;

/// What the table lists for f(x) = c; `None` if it lists nothing.
fn listed(row: &OpInfo, c: f64) -> Option<Vec<f64>> {
    let of = |g: Op| (g.info().function.expect("a function of one argument").real)(c);
    let taken = row.range.contains(c);
    let repeat = |starts: &[f64], period: f64| {
        let turns = (-6..=6).map(|k| f64::from(k) * period);
        turns.flat_map(|turn| starts.iter().map(move |start| start + turn)).collect()
    };
    let all: Vec<f64> = match row.op.preimage() {
        Preimage::Intervals => return None,
        Preimage::Unnamed if c != 0.0 => return None,
        Preimage::Unnamed => vec![c],
        _ if !taken => Vec::new(),
        Preimage::Negated => vec![-c],
        Preimage::Square => vec![c * c],
        Preimage::By(g) => vec![of(g)],
        Preimage::BothSigns => vec![c, -c],
        Preimage::BothSignsBy(g) => vec![of(g), -of(g)],
        Preimage::Supplements(g) => repeat(&[of(g), PI - of(g)], 2.0 * PI),
        Preimage::Mirrored(g) => repeat(&[of(g), -of(g)], 2.0 * PI),
        Preimage::HalfTurns(Op::Acot) if c == 0.0 => repeat(&[FRAC_PI_2], PI),
        Preimage::HalfTurns(g) => repeat(&[of(g)], PI),
    };
    Some(all.into_iter().filter(|x| x.is_finite() && row.domain.contains(*x)).collect())
}

/// Does the table list solutions for all values?
fn is_listed(row: &OpInfo) -> bool {
    !matches!(row.op.preimage(), Preimage::Intervals | Preimage::Unnamed)
}

fn targets() -> impl Iterator<Item = f64> {
    (-60..=60).map(|k| f64::from(k) / 16.0)
}

#[test]
fn what_is_listed_is_a_solution() {
    for (row, function) in functions() {
        let mut tried = 0;
        for c in targets() {
            for x in listed(row, c).into_iter().flatten() {
                tried += 1;
                let value = (function.real)(x);
                // What the argument's last digit is worth.
                let lost = ((function.slope)(x, value).abs() * x.abs().max(1.0)).min(1e9) * 1e-14;
                let room = 1e-9 * c.abs() + lost + 1e-9;
                assert!((value - c).abs() <= room, "{} at {x} is {value} and not {c}", row.name);
            }
        }
        assert!(tried > 10 || !is_listed(row), "{}", row.name);
    }
}

#[test]
fn no_solution_is_missed() {
    const STEPS: i32 = 12_000;
    const STEP: f64 = WINDOW / STEPS as f64;
    for (row, function) in functions() {
        let grid: Vec<(f64, f64)> = (-STEPS..=STEPS)
            .map(|k| (f64::from(k) + 0.37) * STEP)
            .filter(|&x| row.domain.contains(x))
            .map(|x| (x, (function.real)(x)))
            .collect();
        let mut found = 0;
        for c in targets() {
            let Some(listed) = listed(row, c) else { continue };
            for pair in grid.windows(2) {
                let [(a, f), (b, g)] = [pair[0], pair[1]];
                if (f < c) == (g < c) || !is_defined_between(row, a, b) {
                    continue;
                }
                found += 1;
                let near = listed.iter().any(|x| (a - 1e-9..=b + 1e-9).contains(x));
                assert!(near, "{} takes {c} between {a} and {b}; listed are {listed:?}", row.name);
            }
        }
        assert!(found > 10 || !is_listed(row), "{}", row.name);
    }
}
