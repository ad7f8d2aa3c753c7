//! The error function over rectangles: in which rectangle does erf z lie?
//!
//! It is entire, so that Taylor's series holds everywhere; its terms grow as e^(|z|²), and so many more bits are taken. Far out, where the series
//! is too long, |1 − erf z| ≤ |e^(−z²)| for Re z ≥ 0: it is e^(−z²)/√π times the integral of e^(−t²/4 − zt) over t > 0.

use super::{Plane, Rectangle, integer, real};
use crate::ball::Ball;
use crate::number::Number;
use crate::op::Op;

/// The series is summed up to this |z|².
const FAR: f64 = 400.0;
/// No series that is summed has as many terms at the precisions that are asked for.
const MOST: i64 = 1 << 14;

impl Plane {
    pub(crate) fn erf(self, z: &Rectangle) -> Option<Rectangle> {
        if z.is_real() {
            return Some(real(self.one(Op::Erf, &z.re)?));
        }
        let size = Number::from(self.square(z)?.ends()?.1).to_f64();
        if size <= FAR { self.erf_series(z, size) } else { self.erf_far(z) }
    }

    /// 2/√π · Σ (−1)ⁿ z^(2n + 1)/(n!(2n + 1)), where |z|² is at most `size`.
    fn erf_series(self, z: &Rectangle, size: f64) -> Option<Rectangle> {
        let plane = Plane { bits: self.bits + (size * std::f64::consts::LOG2_E) as usize + 16 };
        let square = plane.negated(&plane.times(z, z)?);
        let (mut power, mut sum) = (z.clone(), z.clone());
        // So small against |z|, if that is below 1.
        let least = (0.5 * size.log2()).clamp(-1e6, 0.0) as i64 - self.bits as i64 - 8;
        for n in 1..MOST {
            let inverse = |n: i64| plane.both(Op::Div, &integer(1), &integer(n));
            power = plane.scaled(&plane.times(&power, &square)?, &inverse(n)?)?;
            sum = plane.plus(&sum, &plane.scaled(&power, &inverse(2 * n + 1)?)?)?;
            // From 2|z|² on each term is less than half of the one before: all that follow are less than this one.
            let rest = plane.size(&power)?;
            if n as f64 > 2.0 * size && is_below(&rest, least) {
                let rest = plane.both(Op::Mul, &rest, &plane.around_zero())?;
                let sum = plane.plus(&sum, &Rectangle { re: rest.clone(), im: rest })?;
                let root = plane.one(Op::Sqrt, &Ball::pi(plane.bits))?;
                return self.scaled(&sum, &plane.both(Op::Div, &integer(2), &root)?);
            }
        }
        None
    }

    /// 1 or −1, and what is left to it.
    fn erf_far(self, z: &Rectangle) -> Option<Rectangle> {
        let sign = z.re.sign().filter(|sign| sign.is_ne())?;
        let exponent = self.both(Op::Mul, &self.both(Op::Sub, &z.im, &z.re)?, &self.both(Op::Add, &z.im, &z.re)?)?;
        let rest = self.both(Op::Mul, &self.one(Op::Exp, &exponent)?, &self.around_zero())?;
        Some(Rectangle { re: self.both(Op::Add, &integer(sign as i64), &rest)?, im: rest })
    }

    /// Everything of size at most 1.
    pub(super) fn around_zero(self) -> Ball {
        Ball::around(&0.into(), &1.into(), self.bits)
    }
}

/// Is its size certainly below 2^power?
fn is_below(x: &Ball, power: i64) -> bool {
    let sizes = [x.magnitude_log2(), x.radius_log2()];
    sizes.into_iter().flatten().all(|size| size < power)
}

#[cfg(test)]
mod tests {
    use dashu_int::IBig;
    use dashu_ratio::RBig;

    use super::*;

    fn decimal(text: &str) -> Ball {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let size = Number::parse_decimal(digits).expect(text).to_rational();
        let room = &size / RBig::from(IBig::from(10).pow(40));
        Ball::around(&if negative { -size } else { size }, &room, 400)
    }

    #[test]
    fn values_are_those_of_mpmath() {
        for (x, y, re, im) in [
            (
                3.0,
                2.0,
                "9.9896327885681726888041090469768314660495435e-1",
                "-1.15467243792906034063057714197467871266431237e-5",
            ),
            (
                0.5,
                6.0,
                "-1.15026164149858154441006138079331644038135053e14",
                "2.97637986588653377918862311053383992461930685e14",
            ),
            (
                -2.0,
                0.5,
                "-1.0035022433130363472110357160552148168489547",
                "4.74090303129433610447208926141592635962845261e-3",
            ),
            (
                1.5,
                -1.875,
                "1.75627045454108817854808935241324089945287308e-1",
                "-1.26617523490746383831651839080579994696819195e-1",
            ),
            (0.0, 9.0, "0.0", "9.50077664366599556747517072305754049770409751e33"),
            (30.0, 3.0, "1.0", "-1.77149229324297867063971397768432880434212372e-389"),
            (-30.0, 0.5, "-1.0", "-3.24431550931732543120032841229710578092819097e-393"),
        ] {
            let at = |x: f64| Ball::from_f64(x).expect("a number");
            for bits in [64, 200, 1000] {
                let value = Plane { bits }.erf(&Rectangle { re: at(x), im: at(y) }).expect("a value");
                assert!(
                    value.re.overlaps(&decimal(re)) && value.im.overlaps(&decimal(im)),
                    "erf({x} + {y}i), {bits} bits"
                );
                let size = f64::hypot(value.re.to_f64(), value.im.to_f64()).log2().max(0.0) as i64;
                let is_small = |part: &Ball| part.radius_log2().is_none_or(|radius| radius < size + 4 - bits as i64);
                assert!(is_small(&value.re) && is_small(&value.im), "erf({x} + {y}i), {bits} bits");
            }
        }
    }

    #[test]
    fn far_out_beside_the_imaginary_axis_nothing_is_claimed() {
        let at = |x: f64| Ball::from_f64(x).expect("a number");
        let value = Plane { bits: 128 }.erf(&Rectangle { re: at(0.0), im: at(30.0) });
        assert!(value.is_none());
    }
}
