//! Slopes, cuts and breaks of functions over the complex numbers.

use egen_math::op::{Axis, Cut, Family, Function, OpInfo};
use num_complex::Complex64;

use super::{Draws, functions, points, to_pole};

const H: f64 = 1e-6;

/// How far is a number from a cut?
fn to_cut(cut: &Cut, z: Complex64) -> f64 {
    let (along, off) = match cut.axis {
        Axis::Real => (z.re, z.im),
        Axis::Imaginary => (z.im, z.re),
    };
    (along - along.clamp(cut.low, cut.high)).hypot(off)
}

fn off_the_cuts(function: &Function, z: Complex64, room: f64) -> bool {
    function.cuts.iter().all(|cut| to_cut(cut, z) > room)
}

/// The difference quotient in a direction.
fn quotient(function: &Function, z: Complex64, direction: Complex64) -> Complex64 {
    ((function.complex)(z + direction * H) - (function.complex)(z - direction * H)) / (direction * (2.0 * H))
}

/// Are the quotients along both axes the same?
fn is_differentiable(function: &Function, z: Complex64) -> bool {
    let (along, across) = (quotient(function, z, Complex64::ONE), quotient(function, z, Complex64::I));
    (along - across).norm() <= 1e-4 * (1.0 + along.norm())
}

/// |z| and z/|z| are made for the reals; they are differentiable nowhere.
fn is_holomorphic(row: &OpInfo) -> bool {
    row.family != Family::Sign
}

/// Numbers of the plane that are far from all cuts and singularities.
fn plain(function: &Function) -> Vec<Complex64> {
    let mut draws = Draws(7);
    let draw = |_| Complex64::new(draws.between(-3.0, 3.0), draws.between(-3.0, 3.0));
    let all = (0..4000).map(draw);
    all.filter(|&z| off_the_cuts(function, z, 0.02) && (function.complex)(z).norm() < 1e3)
        .filter(|&z| [0.0, 1.0, -1.0].iter().all(|&at| (z - at).norm() > 0.02))
        .filter(|&z| [1.0, -1.0].iter().all(|&at| (z - Complex64::new(0.0, at)).norm() > 0.02))
        .collect()
}

#[test]
fn complex_slopes_bound_the_differences_and_are_not_much_larger() {
    for (row, function) in functions() {
        let mut tight = f64::INFINITY;
        for z in plain(function) {
            let bound = (function.complex_slope)(z, (function.complex)(z));
            for turn in 0..8 {
                let size = quotient(function, z, Complex64::cis(f64::from(turn) * 0.8)).norm();
                assert!(size <= bound * 1.001 + 1e-6, "{} at {z}: {size} > {bound}", row.name);
                tight = tight.min(bound / size.max(1e-9));
            }
        }
        assert!(tight < 3.0, "{}: the bound is {tight} times too large everywhere", row.name);
    }
}

#[test]
fn functions_are_differentiable_off_their_cuts() {
    for (row, function) in functions().filter(|(row, _)| is_holomorphic(row)) {
        for z in plain(function) {
            assert!(is_differentiable(function, z), "{} at {z}", row.name);
        }
    }
}

#[test]
fn functions_jump_on_their_cuts_and_on_no_other_part_of_the_axes() {
    for (row, function) in functions().filter(|(row, _)| is_holomorphic(row)) {
        for axis in [Axis::Real, Axis::Imaginary] {
            for k in -60..60 {
                let along = (f64::from(k) + 0.5) / 17.0;
                let on = |off: f64| match axis {
                    Axis::Real => Complex64::new(along, off),
                    Axis::Imaginary => Complex64::new(off, along),
                };
                let (one, other) = ((function.complex)(on(H)), (function.complex)(on(-H)));
                let slope = (function.complex_slope)(on(H), one);
                if slope > 1e3 {
                    continue;
                }
                let on_a_cut = function.cuts.iter().any(|cut| cut.axis == axis && (cut.low..cut.high).contains(&along));
                let jumps = (one - other).norm() > 4.0 * H * slope + 1e-9;
                assert_eq!(jumps, on_a_cut, "{} at {}: {one} and {other}", row.name, on(0.0));
                let error = 2.0 * H;
                let told = function.cuts.iter().any(|cut| cut.parts(on(H), error));
                assert!(told == on_a_cut || !off_the_cuts(function, on(0.0), error), "{} at {}", row.name, on(0.0));
            }
        }
    }
}

#[test]
fn between_breaks_and_poles_functions_are_analytic() {
    for (row, function) in functions() {
        let mut tried = 0;
        for x in points().into_iter().filter(|x| x.abs() < 20.0) {
            let far = function.breaks.at.iter().all(|at| (x - at).abs() > 0.02) && to_pole(row.poles, x) > 0.02;
            if !(row.domain.contains(x) && far) || (function.real)(x).abs() > 1e3 {
                continue;
            }
            tried += 1;
            if is_holomorphic(row) {
                assert!(is_differentiable(function, x.into()), "{} at {x}", row.name);
            } else {
                // On each side of their break |x| and sgn x are polynomials of degree at most 1.
                let bend = (function.real)(x + 0.01) - 2.0 * (function.real)(x) + (function.real)(x - 0.01);
                assert!(bend.abs() < 1e-12, "{} at {x}", row.name);
            }
        }
        assert!(tried > 100, "{}", row.name);
    }
}

#[test]
fn at_a_break_the_domain_ends_or_the_function_is_not_analytic() {
    for (row, function) in functions() {
        for &at in function.breaks.at {
            let ends = row.domain.0.iter().any(|span| span.low == at || span.high == at);
            let value = |x: f64| (function.real)(at + x);
            let (left, right) = ((value(-H) - value(-2.0 * H)) / H, (value(2.0 * H) - value(H)) / H);
            let turns = (left - right).abs() > 0.5;
            let jumps = (value(H) - value(-H)).abs() > 0.5;
            assert!(ends || turns || jumps, "{} goes through {at} smoothly", row.name);
        }
    }
}

/// The real line meets a cut at the ends of those on it and where one crosses it.
#[test]
fn breaks_are_where_cuts_meet_the_real_line() {
    for (row, function) in functions().filter(|(row, _)| is_holomorphic(row)) {
        let meets = |cut: &Cut| match cut.axis {
            Axis::Real => vec![cut.low, cut.high],
            Axis::Imaginary if cut.low < 0.0 && cut.high > 0.0 => vec![0.0],
            Axis::Imaginary => vec![],
        };
        let mut want: Vec<f64> = function.cuts.iter().flat_map(meets).filter(|at| at.is_finite()).collect();
        want.sort_by(f64::total_cmp);
        assert_eq!(function.breaks.at, want, "{}", row.name);
        let reaches = row.domain.0.iter().any(|span| span.low.is_infinite() || span.high.is_infinite());
        let endless = function.cuts.iter().any(|cut| cut.low.is_infinite() || cut.high.is_infinite());
        assert_eq!(function.breaks.at_infinity, reaches && endless, "{}", row.name);
    }
}
