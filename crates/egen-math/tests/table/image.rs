//! Images: do the ranges of functions over intervals hold all values, and little more?

use std::f64::consts::PI;

use egen_math::op::Pieces;
use egen_math::range::{End, Range};

use super::{Draws, functions, is_defined_between};

const INFINITE: f64 = 1e4;

fn end(at: f64, draws: &mut Draws) -> End {
    End { at, closed: at.is_finite() && draws.next() < 0.5 }
}

/// Intervals around and beside 0, ±1 and the poles, narrow and wide, and some without an end.
fn intervals() -> Vec<Range> {
    let mut draws = Draws(11);
    let special = [0.0, 1.0, -1.0, PI / 2.0, -PI / 2.0, PI, -PI, 2.0 * PI];
    let mut out = Vec::new();
    for _ in 0..3000 {
        let width = 10f64.powf(draws.between(-6.0, 1.5));
        let centre = match draws.next() {
            p if p < 0.5 => special[(draws.next() * 8.0) as usize],
            _ => draws.between(-8.0, 8.0),
        };
        let (low, high) = match draws.next() {
            p if p < 0.2 => (centre, centre + width),
            p if p < 0.4 => (centre - width, centre),
            p if p < 0.8 => (centre - width * draws.next(), centre + width * draws.next()),
            p if p < 0.85 => (f64::NEG_INFINITY, centre),
            p if p < 0.9 => (centre, f64::INFINITY),
            p if p < 0.95 => (f64::NEG_INFINITY, centre + width),
            _ => (centre - width, f64::INFINITY),
        };
        out.push(Range { low: end(low, &mut draws), high: end(high, &mut draws) });
    }
    out.push(Range::ALL);
    out.extend(special.map(|at| Range { low: End { at, closed: true }, high: End { at, closed: true } }));
    out
}

/// Many numbers of an interval, more of them close to its ends.
fn inside(range: &Range) -> Vec<f64> {
    let (low, high) = (range.low.at.max(-INFINITE), range.high.at.min(INFINITE));
    let even = (1..60).map(|k| low + (high - low) * f64::from(k) / 60.0);
    let close = (1..50).map(|k| (high - low) * 0.5_f64.powi(k));
    let mut out: Vec<f64> = even.chain(close.flat_map(|d| [low + d, high - d])).collect();
    out.retain(|&x| low < x && x < high);
    out.extend([range.low, range.high].iter().filter(|end| end.closed).map(|end| end.at));
    out
}

#[test]
fn images_hold_all_values() {
    for (row, function) in functions() {
        let mut held = 0;
        for range in intervals() {
            let image = range.image(row.op);
            for x in inside(&range).into_iter().filter(|&x| is_defined_between(row, x, x)) {
                let y = (function.real)(x);
                if y.is_finite() {
                    held += 1;
                    assert!(
                        image.low.at <= y && y <= image.high.at,
                        "{} at {x} is {y}, outside {image:?} of {range:?}",
                        row.name
                    );
                }
            }
        }
        assert!(held > 1000, "{}", row.name);
    }
}

#[test]
fn images_of_monotone_pieces_end_at_values() {
    for (row, function) in functions() {
        let mut tight = 0;
        for range in intervals() {
            let (a, b) = (range.low.at, range.high.at);
            let one_piece = match function.pieces {
                Pieces::Linear | Pieces::Rising | Pieces::Falling => true,
                Pieces::EvenRising | Pieces::EvenFalling | Pieces::Step => a > 0.0 || b < 0.0,
                Pieces::FallingBesideZero | Pieces::RisingBesideZero => a > 0.0 || b < 0.0,
                Pieces::Wave { crest: from } | Pieces::InverseWave { crest: from } => between(from, PI / 2.0, a, b),
                Pieces::RisingBetweenPoles { pole } | Pieces::FallingBetweenPoles { pole } => between(pole, PI, a, b),
            };
            if !(one_piece && a.is_finite() && b.is_finite() && is_defined_between(row, a, b)) {
                continue;
            }
            tight += 1;
            let (f, g) = ((function.real)(a), (function.real)(b));
            let (low, high) = (f.min(g), f.max(g));
            let image = range.image(row.op);
            let room = 1e-13 * (1.0 + low.abs().max(high.abs()));
            let near = (image.low.at - low).abs() <= room && (image.high.at - high).abs() <= room;
            assert!(near, "{} takes {low} to {high} over {range:?}, and the image is {image:?}", row.name);
        }
        assert!(tight > 30, "{}: {tight}", row.name);
    }
}

/// Do a and b lie between two neighbours of from + k·period, with some room?
fn between(from: f64, period: f64, a: f64, b: f64) -> bool {
    let turns = |x: f64| (x - from) / period;
    (turns(a) - 1e-3).floor() == (turns(b) + 1e-3).floor()
}
