//! Regions: which expressions have one sign nearly everywhere, and another far out, on a thin strip or in a tiny ball?

use std::f64::consts::{FRAC_PI_2, LN_10, TAU};

use super::draw::{Draw, decimal};
use super::polynomial;

/// An expression and a point at which it has its rarer sign.
pub struct Region {
    pub text: String,
    pub at: Vec<(&'static str, String)>,
    /// Is it positive at the point?
    pub positive: bool,
}

impl Region {
    fn one(text: String, at: String, positive: bool) -> Region {
        Region { text, at: vec![("x", at)], positive }
    }

    /// The variables.
    pub fn names(&self) -> Vec<&'static str> {
        self.at.iter().map(|(name, _)| *name).collect()
    }

    /// The same with the other sign.
    fn negated(self) -> Region {
        Region { text: format!("-({})", self.text), positive: !self.positive, ..self }
    }
}

const NAMES: [&str; 3] = ["x", "y", "z"];

/// One of all shapes, perhaps moved or seen through another function.
pub fn region(draw: &mut Draw) -> Region {
    let region = match draw.below(6) {
        0 => ball(draw),
        1 => half_space(draw),
        2 => polynomial::close_roots(draw),
        3 => wave(draw),
        _ => growth(draw),
    };
    let region = if draw.chance(0.25) { through(region, draw) } else { region };
    let region = if draw.chance(0.4) { moved(region, draw) } else { region };
    if draw.chance(0.3) { region.negated() } else { region }
}

/// An ellipsoid: far away, or tiny around a short number.
fn ball(draw: &mut Draw) -> Region {
    let count = 1 + draw.below(3);
    let tiny = draw.chance(0.5);
    let centre: Vec<String> = (0..count)
        .map(|_| match tiny {
            true => draw.number(),
            false => format!("({}{})", draw.pick(&["", "-"]), draw.sized(2..=12)),
        })
        .collect();
    let squares: Vec<String> = NAMES
        .iter()
        .zip(&centre)
        .map(|(name, centre)| match draw.below(3) {
            0 => format!("{}*({name} - {centre})^2", draw.factor()),
            1 => format!("({name} - {centre})^2/{}", draw.factor()),
            // Expanded, so that no zero of a part shows the centre.
            _ => format!("({name}^2 - 2*{centre}*{name} + {centre}^2)"),
        })
        .collect();
    let radius = if tiny { draw.sized(-14..=-3) } else { draw.int(1..=9999).to_string() };
    let at = NAMES.iter().copied().zip(centre).collect();
    Region { text: format!("{} - {radius}", squares.join(" + ")), at, positive: false }
}

/// a·x + b·y + c with a large c.
fn half_space(draw: &mut Draw) -> Region {
    let size = draw.sized(3..=40);
    let (a, b, x) = (draw.factor(), draw.number(), format!("(-2*{size})"));
    match draw.below(5) {
        0 => Region::one(format!("x + {size}"), x, false),
        1 => Region {
            text: format!("{a}*x + {b}*y + {size}"),
            at: vec![("x", format!("{x}/{a}")), ("y", "1".to_string())],
            positive: false,
        },
        2 => Region {
            text: format!("x - {b}*y + z + {size}"),
            at: vec![("x", x), ("y", "0".to_string()), ("z", "1/3".to_string())],
            positive: false,
        },
        3 => Region { text: format!("M - {size}"), at: vec![("M", format!("3*{size}"))], positive: true },
        _ => Region {
            text: format!("x*y - {size}"),
            at: vec![("x", a.clone()), ("y", format!("2*{size}/{a}"))],
            positive: true,
        },
    }
}

/// Sines close to their largest value, and what grows with them.
fn wave(draw: &mut Draw) -> Region {
    let turns = draw.int(-30..=30) as f64;
    match draw.below(6) {
        0 => {
            let nines = "9".repeat(draw.int(2..=11) as usize);
            Region::one(format!("sin(x) - 0.{nines}"), decimal(FRAC_PI_2 + turns * TAU), true)
        }
        1 => {
            let steep = draw.int(30..=90_000);
            Region::one(format!("tan(x) - {steep}"), decimal((2.0 * steep as f64).atan()), true)
        }
        2 => {
            let size = draw.real(2.0, 12.0);
            let x = (10f64.powf(size) * 2.0 / TAU).floor() * TAU + FRAC_PI_2;
            Region::one(format!("x*sin(x) - {}", 10f64.powf(size).floor()), decimal(x), true)
        }
        3 => {
            let (k, l) = (draw.int(1..=12), draw.int(13..=31));
            let sum = |x: f64| (k as f64 * x).sin() + (l as f64 * x).sin();
            let (x, top) = highest(sum, (0..40_000).map(|at| at as f64 * TAU / 40_000.0));
            Region::one(format!("sin({k}*x) + sin({l}*x) - {}", below(top)), decimal(x), true)
        }
        4 => {
            // Never periodic: the sum comes close to 2 now and then.
            let d = draw.pick(&[2, 3, 5, 7]);
            let sum = |x: f64| x.sin() + ((d as f64).sqrt() * x).sin();
            let (x, top) = highest(sum, (0..3000).map(|at| FRAC_PI_2 + at as f64 * TAU));
            Region::one(format!("sin(x) + sin(sqrt({d})*x) - {}", below(top)), decimal(x), true)
        }
        _ => {
            let (k, l) = (draw.int(1..=9), draw.int(1..=9));
            let nines = "9".repeat(draw.int(2..=9) as usize);
            let (x, y) = (FRAC_PI_2 / k as f64, turns * TAU / l as f64);
            Region {
                text: format!("sin({k}*x)*cos({l}*y) - 0.{nines}"),
                at: vec![("x", decimal(x)), ("y", decimal(y))],
                positive: true,
            }
        }
    }
}

fn highest(f: impl Fn(f64) -> f64, points: impl Iterator<Item = f64>) -> (f64, f64) {
    points.map(|x| (x, f(x))).fold((0.0, f64::MIN), |best, next| if next.1 > best.1 { next } else { best })
}

/// A short decimal just below.
fn below(top: f64) -> String {
    format!("{}", ((top * 1e5).floor() - 1.0) / 1e5)
}

/// Exponentials, logarithms and their like, which pass a level far out.
fn growth(draw: &mut Draw) -> Region {
    let k = draw.int(3..=200);
    let reach = |k: i64| ((k as f64 * LN_10).ceil() as i64 + 2).to_string();
    match draw.below(14) {
        0 => Region::one(format!("exp(x) - 10^{k}"), reach(k), true),
        1 => Region::one(format!("exp(x) - 10^(-{k})"), format!("(-{})", reach(k)), false),
        2 => Region::one(format!("cosh(x) - 10^{k}"), format!("({}{})", draw.pick(&["", "-"]), reach(k + 1)), true),
        3 => Region::one(format!("ln(x) - {k}"), format!("10^{}", k / 2 + 1), true),
        4 => Region::one(format!("ln(x) + {k}"), format!("10^(-{})", k / 2 + 1), false),
        5 => {
            let places = draw.int(2..=14) as usize;
            let level = &"1.57079632679489661"[..places + 2];
            Region::one(format!("atan(x) - {level}"), format!("10^{}", places + 2), true)
        }
        6 => Region::one(format!("1/x - 10^{k}"), format!("10^(-{})", k + 1), true),
        7 => Region::one(format!("exp(-x^2) - 10^(-{k})"), ((k as f64 * LN_10).sqrt().ceil() + 1.0).to_string(), false),
        8 => Region::one(format!("asinh(x) - {k}"), format!("10^{}", k / 2 + 1), true),
        9 => {
            let places = draw.int(3..=14) as usize;
            let level = &"0.36787944117144232"[..places + 2];
            Region::one(format!("x^2*exp(-x^2) - {level}"), draw.pick(&["1", "(-1)"]).to_string(), true)
        }
        10 => Region::one(format!("tanh(x) - (1 - 10^(-{k}))"), reach(k), true),
        11 => Region::one(format!("sqrt(x^2 + 1) - {k}*10^{}", k % 20), format!("10^{}", k % 20 + 4), true),
        12 => Region {
            text: format!("exp(x) + exp(y) - 10^{k}"),
            at: vec![("x", "1".to_string()), ("y", reach(k))],
            positive: true,
        },
        _ => Region::one(format!("sinh(x) + 10^{k}"), format!("(-{})", reach(k + 1)), false),
    }
}

/// x moved and stretched, or x as a sum or product with another variable.
fn moved(region: Region, draw: &mut Draw) -> Region {
    let Some(place) = region.at.iter().position(|(name, _)| *name == "x") else { return region };
    let (a, b, w) = (draw.number(), draw.number(), region.at[place].1.clone());
    let mut at = region.at;
    let by = match draw.below(3) {
        0 => {
            at[place].1 = format!("({w} - {b})/{a}");
            format!("({a}*x + {b})")
        }
        1 => {
            at[place].1 = format!("{w} - {a}*{b}");
            at.push(("t", b.clone()));
            format!("(x + {a}*t)")
        }
        _ => {
            at[place].1 = format!("({w})/{a}");
            at.push(("t", a.clone()));
            "(x*t)".to_string()
        }
    };
    Region { text: replaced(&region.text, &by), at, ..region }
}

/// A function that keeps zero and both signs, over the whole: g³, atan g, g·positive.
fn through(region: Region, draw: &mut Draw) -> Region {
    let g = &region.text;
    let h = draw.positive(&region.names());
    let text = match draw.below(4) {
        0 => format!("({g})^3"),
        1 => format!("atan({g})"),
        2 => format!("({g})*{h}"),
        _ => format!("asinh({g})/{h}"),
    };
    Region { text, ..region }
}

/// The text with another for each x that is a variable, and not a letter of exp.
fn replaced(text: &str, by: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let alone = |at: usize| {
        let before = at.checked_sub(1).map(|at| letters[at]);
        let beside = [before, letters.get(at + 1).copied()];
        letters[at] == 'x' && beside.iter().flatten().all(|c| !c.is_ascii_alphabetic())
    };
    (0..letters.len()).map(|at| if alone(at) { by.to_string() } else { letters[at].to_string() }).collect()
}
