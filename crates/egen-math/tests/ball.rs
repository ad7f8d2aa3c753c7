//! Balls contain what they claim to, are small, and never take long.

#[path = "ball/reference.rs"]
mod reference;

use std::cmp::Ordering;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use egen_math::ball::{Ball, Doubt, Outcome, apply, combine};
use egen_math::{Number, Op};
use proptest::prelude::*;

fn dyadic(man: i64, exp: i64) -> RBig {
    let power = UBig::ONE << exp.unsigned_abs() as usize;
    if exp >= 0 { RBig::from(IBig::from(man) * IBig::from(power)) } else { RBig::from_parts(man.into(), power) }
}

fn decimal(text: &str) -> RBig {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let size = Number::parse_decimal(&digits.replace("e+", "e")).expect(text).to_rational();
    if negative { -size } else { size }
}

fn exactly(man: i64, exp: i64) -> Ball {
    let ball = Ball::from_rational(&dyadic(man, exp), 400);
    assert!(ball.is_exact());
    ball
}

fn int(n: i64) -> Ball {
    Ball::from_number(&Number::from(n), 64)
}

fn value(outcome: Outcome) -> Ball {
    match outcome {
        Outcome::Value(ball) => ball,
        other => panic!("no value: {other:?}"),
    }
}

fn name(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Value(_) => "value",
        Outcome::Undefined => "undefined",
        Outcome::Unsure(Doubt::Precision) => "unsure",
        Outcome::Unsure(Doubt::TooLarge) => "too large",
    }
}

#[test]
fn values_contain_the_reference_and_are_accurate() {
    let tolerance = decimal("1e-61");
    for &(op, man, exp, text) in reference::VALUES {
        let want = decimal(text);
        let size = if want < RBig::ZERO { -want.clone() } else { want.clone() };
        let near = Ball::around(&want, &(size * &tolerance), 300);
        for bits in [64, 128, 190] {
            let got = value(apply(op, &exactly(man, exp), bits));
            let shown = format!("{op:?} of {man}·2^{exp} at {bits} bits: {} want {text}", got.to_decimal(50));
            assert!(got.overlaps(&near), "{shown}");
            assert!(got.accuracy_bits() >= bits as i64 - 3, "{shown}: {} bits", got.accuracy_bits());
            assert!(got.agreement_bits(&near) >= bits as i64 - 4, "{shown}");
        }
    }
}

#[test]
fn every_unary_operator_has_reference_values() {
    for op in Op::all().filter(|op| op.arity() == 1) {
        let count = reference::VALUES.iter().filter(|row| row.0 == op).count();
        assert!(count >= 6, "{op:?} has {count}");
    }
}

#[test]
fn higher_precision_lies_inside_lower() {
    for &(op, man, exp, _) in reference::VALUES {
        let x = exactly(man, exp);
        let fine = value(apply(op, &x, 2000));
        assert!(fine.accuracy_bits() >= 1990, "{op:?} of {man}·2^{exp}");
        for bits in [32, 53, 200, 700] {
            assert!(value(apply(op, &x, bits)).overlaps(&fine), "{op:?} of {man}·2^{exp} at {bits}");
        }
    }
}

fn unary() -> impl Strategy<Value = Op> {
    proptest::sample::select(Op::all().filter(|op| op.arity() == 1).collect::<Vec<_>>())
}

/// Significands and exponents: mostly of moderate size, near −1, 0 and 1 too, and some extreme.
fn number() -> impl Strategy<Value = RBig> {
    prop_oneof![
        4 => (-4096i64..4096, -12i64..0).prop_map(|(man, exp)| dyadic(man, exp)),
        2 => (-1i64..=1, -300i64..300, 0i64..90).prop_map(|(unit, man, exp)| dyadic(unit, 0) + dyadic(man, -exp)),
        1 => (-1i64..=1).prop_map(|unit| dyadic(unit, 0)),
        1 => (any::<i32>(), -200i64..20).prop_map(|(man, exp)| dyadic(man.into(), exp)),
    ]
}

/// A midpoint, a radius and a point that lies in between.
fn inside() -> impl Strategy<Value = (RBig, RBig, RBig)> {
    (number(), 1i64..1000, -160i64..-4, -64i64..=64).prop_map(|(mid, man, exp, part)| {
        let radius = dyadic(man, exp);
        let point = &mid + &radius * dyadic(part, -6);
        (mid, radius, point)
    })
}

/// What a ball's outcome promises about a point in it.
fn consistent(over: &Outcome, at: &Outcome, bits: usize) -> Result<(), String> {
    match (over, at) {
        (Outcome::Value(over), Outcome::Value(at)) => {
            if !over.overlaps(at) {
                return Err(format!("{} ± 2^{:?} misses {}", over.to_f64(), over.radius_log2(), at.to_f64()));
            }
            Ok(())
        }
        (Outcome::Value(_), Outcome::Undefined) | (Outcome::Undefined, Outcome::Value(_)) => {
            Err(format!("{} over the ball but {} at a point, {bits} bits", name(over), name(at)))
        }
        _ => Ok(()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn an_image_contains_the_values_at_points(op in unary(), (mid, radius, point) in inside(), bits in 40usize..200) {
        let over = apply(op, &Ball::around(&mid, &radius, bits), bits);
        let at = apply(op, &Ball::from_rational(&point, 500), 400);
        prop_assert!(consistent(&over, &at, bits).is_ok(), "{:?} {:?}", op, consistent(&over, &at, bits));
    }

    #[test]
    fn a_combination_contains_the_values_at_points(
        op in proptest::sample::select(vec![Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Pow, Op::Log]),
        (a, r, p) in inside(), (b, s, q) in inside(), exact in any::<bool>(), bits in 40usize..200,
    ) {
        let (second, q) = if exact { (Ball::from_rational(&b, 500), b) } else { (Ball::around(&b, &s, bits), q) };
        let over = combine(op, &Ball::around(&a, &r, bits), &second, bits);
        let at = combine(op, &Ball::from_rational(&p, 500), &Ball::from_rational(&q, 500), 400);
        prop_assert!(consistent(&over, &at, bits).is_ok(), "{:?} {:?}", op, consistent(&over, &at, bits));
    }

    #[test]
    fn sums_products_and_quotients_contain_the_rational_result(a in number(), b in number(), bits in 32usize..100) {
        let (x, y) = (Ball::from_rational(&a, bits), Ball::from_rational(&b, bits));
        prop_assert!(x.contains(&a));
        prop_assert!(value(combine(Op::Add, &x, &y, bits)).contains(&(&a + &b)));
        prop_assert!(value(combine(Op::Sub, &x, &y, bits)).contains(&(&a - &b)));
        prop_assert!(value(combine(Op::Mul, &x, &y, bits)).contains(&(&a * &b)));
        if let Outcome::Value(quotient) = combine(Op::Div, &x, &y, bits) {
            prop_assert!(quotient.contains(&(a / b)));
        }
    }

    #[test]
    fn printed_digits_are_certain(n in any::<i64>(), d in 1i64..1_000_000, exp in -300i64..300, digits in 1usize..60) {
        let exact = RBig::from_parts(n.into(), UBig::from(d as u64)) * dyadic(1, exp);
        let ball = Ball::from_rational(&exact, 128);
        let text = ball.to_decimal(digits);
        let printed = decimal(&text);
        // At most half a unit of the last digit away.
        let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
        let places = mantissa.split_once('.').map_or(0, |(_, fraction)| fraction.len() as i64);
        let unit = power.parse::<i64>().expect("a power") - places;
        let gap = if printed > exact { printed - &exact } else { &exact - printed };
        let allowed = decimal(&format!("1.00001e{unit}")) * dyadic(1, -1);
        prop_assert!(gap <= allowed, "{text}");
    }
}

#[test]
fn what_is_not_defined_is_told_from_what_is_not_known() {
    let zero = Ball::around(&RBig::ZERO, &dyadic(1, -50), 64);
    let one = Ball::around(&RBig::ONE, &dyadic(1, -50), 64);
    let two_over_three = Ball::from_rational(&RBig::from_parts(2.into(), 3u8.into()), 64);
    let half = exactly(1, -1);
    for (op, x, want) in [
        (Op::Sqrt, int(-1), "undefined"),
        (Op::Sqrt, int(0), "value"),
        (Op::Sqrt, zero.clone(), "unsure"),
        (Op::Ln, int(0), "undefined"),
        (Op::Ln, int(-3), "undefined"),
        (Op::Ln, zero.clone(), "unsure"),
        (Op::Asin, int(1), "value"),
        (Op::Asin, int(2), "undefined"),
        (Op::Asin, one.clone(), "unsure"),
        (Op::Acos, int(-1), "value"),
        (Op::Acos, int(-2), "undefined"),
        (Op::Acos, one.clone(), "unsure"),
        (Op::Atanh, int(1), "undefined"),
        (Op::Atanh, one.clone(), "unsure"),
        (Op::Atanh, half.clone(), "value"),
        (Op::Acosh, int(1), "value"),
        (Op::Acosh, half.clone(), "undefined"),
        (Op::Acosh, one.clone(), "unsure"),
        (Op::Asec, half.clone(), "undefined"),
        (Op::Asec, int(1), "value"),
        (Op::Acsc, zero.clone(), "undefined"),
        (Op::Acsc, one.clone(), "unsure"),
        (Op::Acot, int(0), "undefined"),
        (Op::Acot, zero.clone(), "unsure"),
        (Op::Acsch, int(0), "undefined"),
        (Op::Acsch, zero.clone(), "unsure"),
        (Op::Asech, int(0), "undefined"),
        (Op::Asech, int(1), "value"),
        (Op::Asech, int(2), "undefined"),
        (Op::Acoth, int(1), "undefined"),
        (Op::Acoth, half.clone(), "undefined"),
        (Op::Acoth, int(2), "value"),
        (Op::Csch, int(0), "undefined"),
        (Op::Coth, int(0), "undefined"),
        (Op::Csch, zero.clone(), "unsure"),
        (Op::Coth, zero.clone(), "unsure"),
        (Op::Csc, int(0), "undefined"),
        (Op::Cot, int(0), "undefined"),
        (Op::Cot, zero.clone(), "unsure"),
        (Op::Sign, zero.clone(), "unsure"),
        (Op::Abs, zero.clone(), "value"),
        (Op::Sign, int(0), "value"),
        (Op::Tan, value(combine(Op::Div, &Ball::pi(128), &int(2), 128)), "unsure"),
        (Op::Sec, value(combine(Op::Div, &Ball::pi(128), &int(2), 128)), "unsure"),
    ] {
        let got = apply(op, &x, 128);
        assert_eq!(name(&got), want, "{op:?} of {x:?}");
    }
    for (op, x, y, want) in [
        (Op::Div, int(1), int(0), "undefined"),
        (Op::Div, int(1), zero.clone(), "unsure"),
        (Op::Pow, int(0), int(0), "value"),
        (Op::Pow, int(0), int(-1), "undefined"),
        (Op::Pow, int(0), half.clone(), "value"),
        (Op::Pow, int(0), exactly(-1, -1), "undefined"),
        (Op::Pow, int(0), zero.clone(), "unsure"),
        (Op::Pow, zero.clone(), int(0), "value"),
        (Op::Pow, zero.clone(), int(-1), "unsure"),
        (Op::Pow, zero.clone(), int(3), "value"),
        (Op::Pow, zero.clone(), half.clone(), "unsure"),
        (Op::Pow, int(-2), half.clone(), "undefined"),
        (Op::Pow, int(-2), two_over_three.clone(), "unsure"),
        (Op::Pow, int(-2), int(-3), "value"),
        (Op::Pow, int(2), two_over_three, "value"),
        (Op::Log, int(8), int(1), "undefined"),
        (Op::Log, int(8), one, "unsure"),
        (Op::Log, int(0), int(2), "undefined"),
        (Op::Log, int(8), int(-2), "undefined"),
        (Op::Log, zero, int(2), "unsure"),
        (Op::Log, int(8), half, "value"),
        (Op::Pow, int(10), value(combine(Op::Pow, &int(10), &int(12), 128)), "too large"),
        (Op::Pow, int(3), exactly(1, 200), "too large"),
        (Op::Pow, int(-1), exactly(1, 200), "value"),
    ] {
        assert_eq!(name(&combine(op, &x, &y, 128)), want, "{op:?} of {x:?} and {y:?}");
    }
    assert_eq!(name(&apply(Op::Add, &int(1), 64)), "undefined");
    assert_eq!(name(&combine(Op::Diff, &int(1), &int(1), 64)), "undefined");
}

#[test]
fn exact_numbers_stay_exact() {
    let exact = |outcome: Outcome, man: i64, exp: i64| {
        let ball = value(outcome);
        assert!(ball.is_exact() && ball.contains(&dyadic(man, exp)), "{man}·2^{exp}: {ball:?}");
    };
    exact(combine(Op::Add, &exactly(1, -1), &exactly(1, -2), 64), 3, -2);
    exact(combine(Op::Sub, &int(7), &int(7), 64), 0, 0);
    exact(combine(Op::Mul, &exactly(3, -4), &int(-5), 64), -15, -4);
    exact(combine(Op::Div, &int(21), &int(-7), 64), -3, 0);
    exact(combine(Op::Div, &int(3), &int(8), 64), 3, -3);
    exact(combine(Op::Pow, &int(-3), &int(5), 64), -243, 0);
    exact(combine(Op::Pow, &exactly(1, -1), &int(-10), 64), 1024, 0);
    exact(combine(Op::Pow, &int(4), &exactly(3, -1), 64), 8, 0);
    exact(combine(Op::Pow, &int(1), &Ball::pi(64), 64), 1, 0);
    exact(combine(Op::Mul, &int(0), &Ball::pi(64), 64), 0, 0);
    exact(apply(Op::Neg, &exactly(5, -3), 64), -5, -3);
    exact(apply(Op::Sqrt, &int(4), 64), 2, 0);
    exact(apply(Op::Ln, &int(1), 64), 0, 0);
    exact(apply(Op::Exp, &int(0), 64), 1, 0);
    exact(apply(Op::Acos, &int(1), 64), 0, 0);
    exact(apply(Op::Sech, &int(0), 64), 1, 0);
    for op in [Op::Sin, Op::Tan, Op::Asin, Op::Atan, Op::Sinh, Op::Tanh, Op::Asinh, Op::Atanh, Op::Abs, Op::Sign] {
        exact(apply(op, &int(0), 64), 0, 0);
    }
    assert!(!value(combine(Op::Div, &int(1), &int(3), 64)).is_exact());
    assert!(Ball::from_f64(0.1).is_some_and(|ball| ball.is_exact()));
    assert!(Ball::from_f64(f64::NAN).is_none() && Ball::from_f64(f64::INFINITY).is_none());
    assert!(int(0).is_zero() && !Ball::around(&RBig::ZERO, &dyadic(1, -99), 64).is_zero());
}

#[test]
fn squares_and_sizes_are_not_negative() {
    let open = Ball::around(&dyadic(1, -80), &dyadic(1, -70), 64);
    for outcome in [combine(Op::Pow, &open, &int(2), 64), apply(Op::Abs, &open, 64)] {
        let root = apply(Op::Sqrt, &value(outcome), 64);
        assert!(value(root).contains_zero());
    }
}

#[test]
fn signs_and_bits_are_reported() {
    assert_eq!(int(-3).sign(), Some(Ordering::Less));
    assert_eq!(int(0).sign(), Some(Ordering::Equal));
    assert_eq!(Ball::pi(64).sign(), Some(Ordering::Greater));
    assert_eq!(Ball::around(&RBig::ZERO, &RBig::ONE, 64).sign(), None);
    assert_eq!(int(5).accuracy_bits(), i64::MAX);
    assert_eq!(int(5).agreement_bits(&int(5)), i64::MAX);
    assert!((126..=130).contains(&Ball::pi(128).accuracy_bits()));
    assert!((62..=66).contains(&Ball::pi(128).agreement_bits(&Ball::pi(64))));
    assert!(!Ball::pi(128).overlaps(&Ball::e(128)));
    assert_eq!((int(5).magnitude_log2(), int(0).magnitude_log2(), int(5).radius_log2()), (Some(3), None, None));
    assert_eq!(Ball::pi(128).to_f64(), std::f64::consts::PI);
    assert_eq!(Ball::e(128).to_f64(), std::f64::consts::E);
    for x in [1.5, -0.1, 5e-324, 1.7e308, -2.2e-308, 0.0] {
        assert_eq!(Ball::from_f64(x).map(|ball| ball.to_f64()), Some(x));
    }
}

#[test]
fn everything_ends() {
    let huge = |digits: &str| Ball::from_rational(&decimal(digits), 128);
    let large = huge("1e300");
    let power = |x: &Ball, y: &Ball| value(combine(Op::Pow, x, y, 128));
    let beyond = value(combine(Op::Mul, &power(&int(2), &int(1024)), &Ball::e(128), 128));
    assert_eq!(name(&apply(Op::Exp, &large, 128)), "too large");
    assert_eq!(name(&apply(Op::Sinh, &beyond, 128)), "too large");
    let tiny = value(apply(Op::Exp, &value(apply(Op::Neg, &large, 128)), 128));
    assert!(tiny.contains_zero() && tiny.radius_log2() < Some(-(1 << 38)));
    for op in [Op::Sech, Op::Csch] {
        let tiny = value(apply(op, &beyond, 128));
        assert!(tiny.radius_log2() < Some(-(1 << 37)), "{op:?}: {tiny:?}");
    }
    for op in [Op::Tanh, Op::Coth] {
        let one = value(apply(op, &beyond, 128));
        assert!(one.overlaps(&int(1)) && one.radius_log2() < Some(-(1 << 37)), "{op:?}: {one:?}");
    }
    let big = power(&int(10), &huge("1e10"));
    assert!(big.to_decimal(20).ends_with("e10000000000"), "{}", big.to_decimal(20));
    assert_eq!(name(&combine(Op::Pow, &big, &big, 128)), "too large");
    for digits in ["1e3999", "1e300", "1e20"] {
        let (sine, cosine) = (apply(Op::Sin, &huge(digits), 128), apply(Op::Cos, &huge(digits), 128));
        assert_eq!((name(&sine), name(&cosine)), ("value", "value"));
    }
    let mut x = big;
    for _ in 0..10 {
        for op in Op::all().filter(|op| op.arity() == 1) {
            let _ = apply(op, &x, 200);
        }
        x = match combine(Op::Mul, &x, &x, 64) {
            Outcome::Value(next) => next,
            _ => break,
        };
    }
    let mut x = int(3);
    for _ in 0..200 {
        for op in [Op::Exp, Op::Sinh, Op::Tan, Op::Acsch, Op::Csch] {
            if let Outcome::Value(next) = apply(op, &x, 300) {
                x = next;
            }
        }
        x = combine(Op::Pow, &x, &x, 300).value().unwrap_or(x);
    }
}

#[test]
fn the_sine_of_a_huge_exact_number_is_right() {
    // mpmath: sin(2^1000), cos(2^16000)
    let sine = value(apply(Op::Sin, &Ball::from_rational(&dyadic(1, 1000), 64), 128));
    assert_eq!(sine.to_decimal(30), "-0.159201703086242438240048630821");
    let cosine = value(apply(Op::Cos, &Ball::from_rational(&dyadic(1, 16000), 64), 128));
    assert_eq!(cosine.to_decimal(30), "0.714881246233344453181191532978");
    assert_eq!(name(&apply(Op::Cos, &Ball::from_rational(&dyadic(1, 17000), 64), 128)), "too large");
}

#[test]
fn decimals_show_only_certain_digits() {
    let tenth = |n: i64| Ball::from_rational(&RBig::from_parts(n.into(), 10u8.into()), 128);
    assert_eq!(Ball::pi(200).to_decimal(50), "3.1415926535897932384626433832795028841971693993751");
    let sum = value(combine(Op::Add, &tenth(1), &tenth(2), 128));
    assert_eq!(sum.to_decimal(20), "0.30000000000000000000");
    assert!(sum.to_decimal(100).len() <= 42, "{}", sum.to_decimal(100));
    assert_eq!(value(combine(Op::Pow, &int(2), &int(100), 128)).to_decimal(40), "1267650600228229401496703205376");
    assert_eq!(value(combine(Op::Pow, &int(2), &int(100), 128)).to_decimal(5), "1.2677e30");
    assert_eq!(Ball::from_rational(&decimal("1e-400"), 128).to_decimal(5), "1.0000e-400");
    assert_eq!(exactly(-3, -3).to_decimal(30), "-0.375");
    assert_eq!(int(1000).to_decimal(30), "1000");
    assert_eq!(int(1000).to_decimal(1), "1000");
    assert_eq!(int(0).to_decimal(5), "0");
    assert_eq!(int(-7).to_decimal(0), "-7");
    assert_eq!(exactly(1, -19).to_decimal(30), "0.0000019073486328125");
    assert_eq!(exactly(1, -20).to_decimal(30), "9.5367431640625e-7");
    assert_eq!(Ball::around(&RBig::ZERO, &decimal("9e-31"), 64).to_decimal(9), "0 ± 1e-30");
    assert_eq!(Ball::around(&RBig::from(5), &RBig::from(4), 64).to_decimal(9), "0 ± 1e1");
    assert_eq!(Ball::around(&decimal("1.2345"), &decimal("0.00001"), 64).to_decimal(9), "1.2345");
    // The ends round to 1.2 and 1.3.
    assert_eq!(Ball::around(&decimal("1.25"), &decimal("0.001"), 64).to_decimal(2), "1");
}
