//! Quadratics: where is a part of the second degree smallest, and how small is it there?
//!
//! (x − 100)² + (y − 200)² − 2500 is negative inside a circle that no sample meets; its centre is found by solving linear equations, exactly.

use dashu_ratio::RBig;

use super::{Side, Space, Undecided};
use crate::eval::certified::{Certified, Coordinate};
use crate::number::Number;
use crate::tape::Slot;

/// What the extreme value of a part says of a side.
pub(super) enum Extreme {
    /// It is on the side, here.
    At(Vec<Number>),
    /// It is not, so nothing is.
    Excluded,
}

/// The extreme value of a part, if it is a quadratic polynomial in all inputs that it depends on, and has one.
pub(super) fn extreme(space: &Space<'_>, one: Undecided) -> Option<Extreme> {
    let width = space.bounds.len();
    if width > 6 {
        return None;
    }
    let value = |point: &[RBig]| exact(space, one.slot, point);
    let origin = vec![RBig::ZERO; width];
    let at = |moves: &[(usize, i64)]| {
        let mut point = origin.clone();
        moves.iter().for_each(|&(k, by)| point[k] += RBig::from(by));
        value(&point)
    };
    let two = RBig::from(2);
    let constant = at(&[])?;
    let (mut matrix, mut linear) = (vec![vec![RBig::ZERO; width]; width], vec![RBig::ZERO; width]);
    for i in 0..width {
        let (plus, minus) = (at(&[(i, 1)])?, at(&[(i, -1)])?);
        matrix[i][i] = &plus + &minus - &constant * &two;
        linear[i] = (plus - minus) / &two;
    }
    for i in 0..width {
        for j in 0..i {
            let mixed =
                at(&[(i, 1), (j, 1)])? - &constant - &linear[i] - &linear[j] - (&matrix[i][i] + &matrix[j][j]) / &two;
            matrix[i][j] = mixed.clone();
            matrix[j][i] = mixed;
        }
    }
    // u(p) = c + l·p + p·M·p/2, if it is quadratic at all: that is asked at points that know nothing of it.
    let predicted = |point: &[RBig]| {
        let mut sum = constant.clone();
        for i in 0..width {
            sum += &linear[i] * &point[i];
            for j in 0..width {
                sum += &matrix[i][j] * &point[i] * &point[j] / &two;
            }
        }
        sum
    };
    for turn in 0..3i64 {
        let point: Vec<RBig> = (0..width as i64)
            .map(|k| RBig::from_parts((17 + 31 * turn + 13 * k).into(), (7u32 + turn as u32).into()))
            .collect();
        if value(&point)? != predicted(&point) {
            return None;
        }
    }
    let below = one.side == Side::Below;
    let centre = solve(&matrix, &linear, below)?;
    let reached = predicted(&centre);
    let level = Number::from_f64(one.at)?.to_rational();
    let on_side = if below { reached < level } else { reached > level };
    Some(if on_side { Extreme::At(centre.into_iter().map(Number::from).collect()) } else { Extreme::Excluded })
}

fn exact(space: &Space<'_>, slot: Slot, point: &[RBig]) -> Option<RBig> {
    let inputs: Vec<Coordinate> = point.iter().map(|x| Coordinate::Exact(Number::from(x.clone()))).collect();
    let wanted = space.tape.reachable(slot);
    let values = Certified::evaluate_parts(space.tape, &inputs, 256, |at| wanted.binary_search(&at).is_ok());
    values.number(slot).map(|n| n.to_rational())
}

/// Where M·p = −l, if M is positive (for a minimum) or negative semidefinite and that has a solution.
fn solve(matrix: &[Vec<RBig>], linear: &[RBig], minimum: bool) -> Option<Vec<RBig>> {
    let width = linear.len();
    let sign = if minimum { RBig::ONE } else { -RBig::ONE };
    let mut rows: Vec<Vec<RBig>> = (0..width)
        .map(|i| matrix[i].iter().chain(std::iter::once(&-linear[i].clone())).map(|x| x * &sign).collect())
        .collect();
    for k in 0..width {
        let pivot = rows[k][k].clone();
        if pivot < RBig::ZERO {
            return None;
        }
        if pivot == RBig::ZERO {
            // A semidefinite matrix has nothing beside a zero on its diagonal, and a slope there has no end.
            if rows[k].iter().any(|x| *x != RBig::ZERO) {
                return None;
            }
            continue;
        }
        let (above, below) = rows.split_at_mut(k + 1);
        let own = &above[k];
        for row in below {
            let factor = &row[k] / &pivot;
            row.iter_mut().zip(own).skip(k).for_each(|(x, y)| *x -= &factor * y);
        }
    }
    let mut out = vec![RBig::ZERO; width];
    for k in (0..width).rev() {
        if rows[k][k] != RBig::ZERO {
            let rest = (k + 1..width).fold(rows[k][width].clone(), |sum, j| sum - &rows[k][j] * &out[j]);
            out[k] = rest / &rows[k][k];
        }
    }
    Some(out)
}
