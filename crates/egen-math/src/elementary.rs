//! Elementary functions: what is their value at a floating-point number, real or complex?
//!
//! The standard library has the common real ones. Here are those that it lacks or that lose
//! digits in it, and the complex ones on their principal branches. On a branch cut the argument
//! of a negative real is π, whatever the sign of a zero imaginary part, so `sqrt(-1)` is always i.

pub mod error;

use num_complex::Complex64;

/// The sign, 0 at 0.
pub fn sign(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        0.0
    }
}

/// 1 − x², without cancellation near ±1.
pub fn one_minus_square(x: f64) -> f64 {
    (1.0 - x) * (1.0 + x)
}

/// asinh with full relative precision near 0.
pub fn asinh(x: f64) -> f64 {
    let a = x.abs();
    let value = if a > 1e150 { a.ln() + std::f64::consts::LN_2 } else { (a + a * a / (1.0 + a.hypot(1.0))).ln_1p() };
    value.copysign(x)
}

/// acosh with full relative precision near 1.
pub fn acosh(x: f64) -> f64 {
    acosh_beyond_one(x - 1.0)
}

/// acosh(1 + t).
fn acosh_beyond_one(t: f64) -> f64 {
    if t > 1e150 { t.ln() + std::f64::consts::LN_2 } else { (t + (t * (t + 2.0)).sqrt()).ln_1p() }
}

/// asech with full relative precision near 1, where 1/x has lost what 1 − x still holds.
pub fn asech(x: f64) -> f64 {
    acosh_beyond_one((1.0 - x) / x)
}

/// atanh with full relative precision near 0 and ±1.
pub fn atanh(x: f64) -> f64 {
    let a = x.abs();
    (0.5 * (2.0 * a / (1.0 - a)).ln_1p()).copysign(x)
}

/// acoth with full relative precision near ±1.
pub fn acoth(x: f64) -> f64 {
    (0.5 * (2.0 / (x.abs() - 1.0)).ln_1p()).copysign(x)
}

/// asec with full relative precision near 1.
pub fn asec(x: f64) -> f64 {
    root_of_square_less_one(x).atan2(x.signum())
}

/// acsc with full relative precision near ±1.
pub fn acsc(x: f64) -> f64 {
    1f64.atan2(root_of_square_less_one(x)).copysign(x)
}

/// √(x² − 1), without cancellation near ±1 and without overflow.
pub fn root_of_square_less_one(x: f64) -> f64 {
    let a = x.abs();
    (a - 1.0).sqrt() * (a + 1.0).sqrt()
}

/// A bound of |tanh'| from the value.
pub fn tanh_slope(_: f64, y: f64) -> f64 {
    1.0 - y * y + f64::EPSILON
}

/// A bound of |coth'| from the value.
pub fn coth_slope(_: f64, y: f64) -> f64 {
    (y * y - 1.0).abs() + f64::EPSILON * y * y
}

/// |asec'| and |acsc'|.
pub fn asec_slope(x: f64, _: f64) -> f64 {
    1.0 / (x.abs() * root_of_square_less_one(x))
}

/// Has it at most 26 significant bits? Products of two such numbers are exact.
pub fn is_short(x: f64) -> bool {
    x.to_bits() & ((1 << 27) - 1) == 0
}

/// The absolute value. The library's takes several times as long, for sizes that hardly occur.
pub fn csize(z: Complex64) -> f64 {
    let square = z.norm_sqr();
    if (1e-280..1e280).contains(&square) { square.sqrt() } else { z.norm() }
}

const I: Complex64 = Complex64::new(0.0, 1.0);

/// A zero imaginary part is +0 on the cuts.
fn from_above(z: Complex64) -> Complex64 {
    Complex64::new(z.re, if z.im == 0.0 { 0.0 } else { z.im })
}

/// z/|z|, 0 at 0.
pub fn csign(z: Complex64) -> Complex64 {
    if z == Complex64::ZERO { z } else { z / z.norm() }
}

/// The root with argument in (−π/2, π/2].
pub fn csqrt(z: Complex64) -> Complex64 {
    let z = from_above(z);
    if z == Complex64::ZERO {
        return z;
    }
    let t = ((z.re.abs() + z.norm()) * 0.5).sqrt();
    if z.re >= 0.0 {
        Complex64::new(t, z.im / (2.0 * t))
    } else {
        Complex64::new(z.im.abs() / (2.0 * t), t.copysign(z.im))
    }
}

/// e^z.
pub fn cexp(z: Complex64) -> Complex64 {
    if z.im == 0.0 {
        return z.re.exp().into();
    }
    z.exp()
}

/// The logarithm with imaginary part in (−π, π].
pub fn cln(z: Complex64) -> Complex64 {
    let z = from_above(z);
    let (big, small) = if z.re.abs() >= z.im.abs() { (z.re.abs(), z.im) } else { (z.im.abs(), z.re) };
    let modulus = if (0.5..2.0).contains(&big) && small.abs() < 1.0 {
        // |z| near 1: the logarithm of a rounded modulus would lose the digits.
        0.5 * ((big - 1.0) * (big + 1.0) + small * small).ln_1p()
    } else {
        z.norm().ln()
    };
    Complex64::new(modulus, z.im.atan2(z.re))
}

/// Sine.
pub fn csin(z: Complex64) -> Complex64 {
    Complex64::new(z.re.sin() * z.im.cosh(), z.re.cos() * z.im.sinh())
}

/// Cosine.
pub fn ccos(z: Complex64) -> Complex64 {
    Complex64::new(z.re.cos() * z.im.cosh(), -z.re.sin() * z.im.sinh())
}

/// Hyperbolic sine.
pub fn csinh(z: Complex64) -> Complex64 {
    Complex64::new(z.re.sinh() * z.im.cos(), z.re.cosh() * z.im.sin())
}

/// Hyperbolic cosine.
pub fn ccosh(z: Complex64) -> Complex64 {
    Complex64::new(z.re.cosh() * z.im.cos(), z.re.sinh() * z.im.sin())
}

/// Tangent.
pub fn ctan(z: Complex64) -> Complex64 {
    if z.im == 0.0 {
        return z.re.tan().into();
    }
    if z.im.abs() > 20.0 {
        // sinh and cosh are equal to all digits here, and would overflow further out.
        let fade = (-2.0 * z.im.abs()).exp();
        return Complex64::new(2.0 * (2.0 * z.re).sin() * fade, z.im.signum());
    }
    let (s, c) = z.re.sin_cos();
    let (sh, ch) = (z.im.sinh(), z.im.cosh());
    let scale = c * c + sh * sh;
    Complex64::new(s * c / scale, sh * ch / scale)
}

/// Hyperbolic tangent.
pub fn ctanh(z: Complex64) -> Complex64 {
    -I * ctan(I * z)
}

/// Inverse sine, real part in [−π/2, π/2] (Kahan's formulas, which keep the digits near ±1).
pub fn casin(z: Complex64) -> Complex64 {
    let (a, b) = (csqrt(1.0 - z), csqrt(1.0 + z));
    Complex64::new(z.re.atan2((a * b).re), asinh((a.conj() * b).im))
}

/// Inverse cosine, real part in [0, π].
pub fn cacos(z: Complex64) -> Complex64 {
    let (a, b) = (csqrt(1.0 - z), csqrt(1.0 + z));
    Complex64::new(2.0 * a.re.atan2(b.re), asinh((b.conj() * a).im))
}

/// Inverse hyperbolic cosine.
pub fn cacosh(z: Complex64) -> Complex64 {
    let (a, b) = (csqrt(z - 1.0), csqrt(z + 1.0));
    Complex64::new(asinh((a.conj() * b).re), 2.0 * a.im.atan2(b.re))
}

/// Inverse hyperbolic sine.
pub fn casinh(z: Complex64) -> Complex64 {
    if z.im == 0.0 {
        return asinh(z.re).into();
    }
    -I * casin(I * z)
}

/// Inverse hyperbolic tangent: (ln(1 + z) − ln(1 − z))/2.
pub fn catanh(z: Complex64) -> Complex64 {
    if z.im == 0.0 && z.re.abs() < 1.0 {
        return atanh(z.re).into();
    }
    if z.re < 0.0 {
        // Near −1 the sum below would be that of 1 and nearly −1. Negation is exact, and on the cuts the function is odd too.
        return -catanh(-z);
    }
    // |1+z|²/|1−z|² = 1 + 4 Re z / |1−z|².
    let minus = 1.0 - z;
    let re = 0.25 * (4.0 * z.re / minus.norm_sqr()).ln_1p();
    let im = 0.5 * (cln(1.0 + z).im - cln(minus).im);
    Complex64::new(re, im)
}

/// Inverse tangent: (ln(1 + iz) − ln(1 − iz))/2i.
pub fn catan(z: Complex64) -> Complex64 {
    if z.im == 0.0 {
        return z.re.atan().into();
    }
    -I * catanh(I * z)
}

/// z^w = e^(w ln z); 0^0 is 1, as it is over the reals.
pub fn cpow(z: Complex64, w: Complex64) -> Complex64 {
    if z == Complex64::ZERO {
        return if w == Complex64::ZERO {
            Complex64::ONE
        } else if w.re > 0.0 {
            Complex64::ZERO
        } else {
            Complex64::new(f64::NAN, f64::NAN)
        };
    }
    if w.im == 0.0 && w.re.fract() == 0.0 && w.re.abs() <= 64.0 {
        return z.powi(w.re as i32);
    }
    if w.im == 0.0 && w.re == 0.5 {
        return csqrt(z);
    }
    cexp(w * cln(z))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Complex64, re: f64, im: f64) {
        assert!((a - Complex64::new(re, im)).norm() < 1e-12, "{a} is not {re} + {im}i");
    }

    #[test]
    fn values_on_the_cuts_are_those_of_dlmf() {
        let (pi, half) = (std::f64::consts::PI, std::f64::consts::FRAC_PI_2);
        let at = |re: f64| Complex64::new(re, -0.0);
        near(csqrt(at(-4.0)), 0.0, 2.0);
        near(cln(at(-1.0)), 0.0, pi);
        near(casin(at(2.0)), half, -1.316_957_896_924_816_6);
        near(casin(at(-2.0)), -half, 1.316_957_896_924_816_6);
        near(cacos(at(2.0)), 0.0, 1.316_957_896_924_816_6);
        near(cacos(at(-2.0)), pi, -1.316_957_896_924_816_6);
        near(cacosh(at(0.5)), 0.0, std::f64::consts::FRAC_PI_3);
        near(cacosh(at(-2.0)), 1.316_957_896_924_816_6, pi);
        near(casinh(Complex64::new(0.0, 2.0)), 1.316_957_896_924_816_6, half);
    }

    #[test]
    fn inverse_functions_undo_the_functions_off_the_axis() {
        for (re, im) in [(0.3, 0.4), (-0.7, 0.2), (0.1, -1.3), (1.1, 0.9), (-1.2, -0.8)] {
            let z = Complex64::new(re, im);
            for (f, g) in [
                (csin as fn(Complex64) -> Complex64, casin as fn(Complex64) -> Complex64),
                (ccos, cacos),
                (ctan, catan),
                (csinh, casinh),
                (ccosh, cacosh),
                (ctanh, catanh),
                (cexp, cln),
            ] {
                let back = f(g(z));
                assert!((back - z).norm() < 1e-12, "{z} came back as {back}");
            }
        }
    }

    #[test]
    fn small_differences_keep_their_digits() {
        let t = (1.0 + 1e-12) - 1.0;
        assert!((acosh(1.0 + t) / (2.0 * t).sqrt() - 1.0).abs() < 1e-12, "{}", acosh(1.0 + t));
        assert!((asinh(1e-12) - 1e-12).abs() < 1e-27);
        assert!((atanh(-1e-12) + 1e-12).abs() < 1e-27);
    }
}
