//! Values in closed form are known as such, and nothing else is taken for one.

use egen_math::ball::{self, Ball, Outcome};
use egen_math::eval::certified::{Certified, Coordinate};
use egen_math::eval::exact::Exact;
use egen_math::eval::point::{self, Value};
use egen_math::eval::real::{Lanes, State};
use egen_math::expr::Constant;
use egen_math::tape::{Exponent, Instruction, Tape};
use egen_math::{Number, Op, Symbol};
use egen_read::read::read_expr;
use proptest::prelude::*;

fn value_at(text: &str, at: &str) -> Value {
    let read = |text: &str| read_expr(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let at: Vec<_> = at.split_once('=').map(|(name, value)| (Symbol::new(name), read(value))).into_iter().collect();
    point::real(&read(text), &at, 15)
}

fn exact(text: &str) -> Option<Exact> {
    let mut tape = Tape::default();
    let root = tape.record(&read_expr(text).expect(text)).expect(text);
    Certified::evaluate(&tape, &[], 128).exact(root)
}

fn number(p: i64, q: i64) -> Number {
    Number::from(p).combine(Op::Div, &Number::from(q)).expect("not 0")
}

#[test]
fn zeros_of_trigonometric_functions_are_zero() {
    for text in [
        "sin(pi)",
        "cos(pi/2)",
        "tan(3*pi)",
        "cot(5*pi/2)",
        "sin(2*asin(1))",
        "sin(pi*10^40)",
        "sign(sin(pi))",
        "sin(sqrt(2)^2*pi)",
        "tan(pi/4) - 1",
        "sqrt(sin(pi))",
        "ln(cos(2*pi))",
        "sqrt(8) - 2*sqrt(2)",
        "asin(sqrt(2)/2) - pi/4",
        "atan(sqrt(3)) - pi/3",
        "acos(-sqrt(3)/2) - 5*pi/6",
        "asec(2) - pi/3",
        "acsc(-2) + pi/6",
        "acot(-1) + pi/4",
        "8^(1/3) - 2",
        "sin(pi + 0)",
        "sin(pi*(10^30 + 1))",
        "sin(-pi)",
        "cos(acos(-1)) + 1",
        "2*sin(pi/3) - sqrt(3)",
        "sqrt(2)^5 - 4*sqrt(2)",
    ] {
        assert_eq!(value_at(text, ""), Value::Known("0".to_string()), "{text}");
    }
    for (text, at) in [("sin(x)", "x=pi"), ("sin(pi*n)", "n=10^12"), ("tan(x) - 1", "x=pi/4"), ("x^2 - 2", "x=sqrt(2)")]
    {
        assert_eq!(value_at(text, at), Value::Known("0".to_string()), "{text} at {at}");
    }
}

#[test]
fn poles_are_undefined() {
    for (text, at) in [
        ("tan(pi/2)", ""),
        ("tan(x)", "x=-pi/2"),
        ("sec(3*pi/2)", ""),
        ("csc(pi)", ""),
        ("cot(7*pi)", ""),
        ("1/sin(pi*n)", "n=3"),
        ("ln(sin(pi))", ""),
        ("1/(8^(1/3) - 2)", ""),
        ("1/(sqrt(2)^2 - 2)", ""),
        ("tan(asin(1))", ""),
        ("sec(acos(0))", ""),
        ("(-2)^pi", ""),
        ("(-2)^sqrt(2)", ""),
        ("(-8)^(1/3)", ""),
        ("acot(sin(pi))", ""),
        ("sqrt(cos(pi))", ""),
    ] {
        assert_eq!(value_at(text, at), Value::Undefined, "{text} at {at}");
    }
}

#[test]
fn closed_forms_are_found() {
    let rational = |p, q| Some(Exact::Rational(number(p, q)));
    let turn = |p, q| Some(Exact::Turn(number(p, q)));
    for (text, want) in [
        ("sin(pi/6)", rational(1, 2)),
        ("cos(2*pi/3)", rational(-1, 2)),
        ("tan(3*pi/4)", rational(-1, 1)),
        ("csc(-pi/6)", rational(-2, 1)),
        ("sin(pi/4)", Some(Exact::Root(number(1, 2)))),
        ("sin(-pi/3)", Some(Exact::Root(number(-3, 4)))),
        ("tan(pi/6)", Some(Exact::Root(number(1, 3)))),
        ("asin(1)", turn(1, 2)),
        ("acos(-1)", turn(1, 1)),
        ("acos(1)", rational(0, 1)),
        ("atan(-1)", turn(-1, 4)),
        ("abs(-pi/7)", turn(1, 7)),
        ("pi/(2*pi)", rational(1, 2)),
        ("(pi/3 + pi/6)/3", turn(1, 6)),
        ("exp(0)", rational(1, 1)),
        ("ln(1)", rational(0, 1)),
        ("cosh(0)", rational(1, 1)),
        ("acosh(1)", rational(0, 1)),
        ("sqrt(4/9)", rational(2, 3)),
        ("(4/9)^(-3/2)", rational(27, 8)),
        ("sqrt(6)/sqrt(2)", Some(Exact::Root(number(3, 1)))),
        ("(-sqrt(2))^3", Some(Exact::Root(number(-8, 1)))),
        ("sqrt(2) + sqrt(18)", Some(Exact::Root(number(32, 1)))),
    ] {
        assert_eq!(exact(text), want, "{text}");
    }
}

#[test]
fn what_has_no_closed_form_of_these_kinds_has_none() {
    for text in [
        "pi + 1",
        "pi*pi",
        "1/pi",
        "e",
        "sin(1)",
        "cos(pi/7)",
        "tan(pi/8)",
        "sqrt(2) + sqrt(3)",
        "sqrt(2)*pi",
        "2^(1/3)",
        "sqrt(sqrt(2))",
        "exp(1)",
        "ln(2)",
        "asin(1/3)",
        "atan(2)",
        "sin(sqrt(2))",
        "sqrt(2) + 1",
        "pi + sqrt(2)",
        "sqrt(pi)",
    ] {
        assert_eq!(exact(text), None, "{text}");
    }
}

#[test]
fn large_arguments_leave_digits() {
    for (text, at, want) in [
        ("cos(pi*n/7)", "n=10^12", "-0.900968867902419"),
        ("cos(pi*10^40/7)", "", "-0.222520933956314"),
        ("sin(pi*10^30 + 1)", "", "0.841470984807897"),
        ("sin(10^11*e)", "", "-0.653044903751407"),
        ("tan(10^22)", "", "-1.62877822560690"),
        ("sin(10^2000)", "", "0.267836744214011"),
        ("tan(pi/2 - pi/10^30)", "", "3.18309886183791e29"),
    ] {
        assert_eq!(value_at(text, at), Value::Known(want.to_string()), "{text}");
    }
}

/// Floating point may be unsure where exact values decide, but it has no value where there is none.
#[test]
fn floating_point_never_sees_a_value_at_a_pole() {
    for text in
        ["tan(pi/2)", "1/sin(pi)", "sec(3*pi/2)", "csc(10^6*pi)", "cot(pi)", "tan(asin(1))", "1/(sqrt(2)^2 - 2)"]
    {
        let mut tape = Tape::default();
        let root = tape.record(&read_expr(text).expect(text)).expect(text);
        assert_ne!(Lanes::evaluate(&tape, &[], 1).get(root, 0).state(), State::Defined, "{text}");
    }
}

/// The same tape with balls alone: nothing is known in closed form.
fn by_balls(tape: &Tape, bits: usize) -> Vec<Outcome> {
    let mut out: Vec<Outcome> = Vec::new();
    for instruction in tape.instructions() {
        let value = |slot: u32| out[slot as usize].clone();
        out.push(match instruction {
            Instruction::Number(n) => Outcome::Value(Ball::from_number(n, bits)),
            Instruction::Constant(Constant::Pi) => Outcome::Value(Ball::pi(bits)),
            Instruction::Constant(Constant::E) => Outcome::Value(Ball::e(bits)),
            Instruction::Unary(op, a) => match value(*a) {
                Outcome::Value(x) => ball::apply(*op, &x, bits),
                other => other,
            },
            Instruction::Binary(..) | Instruction::Power(..) => {
                let (op, a, b) = match instruction {
                    Instruction::Binary(op, a, b) => (*op, *a, *b),
                    Instruction::Power(a, b, Exponent::Integer | Exponent::Fraction | Exponent::Constant) => {
                        (Op::Pow, *a, *b)
                    }
                    other => panic!("not in this test: {other:?}"),
                };
                match (value(a), value(b)) {
                    (Outcome::Value(x), Outcome::Value(y)) => ball::combine(op, &x, &y, bits),
                    (Outcome::Undefined, _) | (_, Outcome::Undefined) => Outcome::Undefined,
                    (other, Outcome::Value(_)) | (_, other) => other,
                }
            }
            other => panic!("not in this test: {other:?}"),
        });
    }
    out
}

fn constants() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        3 => (-6i64..=6).prop_map(|n| format!("({n})")),
        2 => (-12i64..=12, 1i64..=6).prop_map(|(p, q)| format!("({p}/{q})")),
        3 => (-12i64..=12, prop::sample::select(vec![1i64, 2, 3, 4, 5, 6, 12])).prop_map(|(p, q)| format!("({p}*pi/{q})")),
        1 => Just("e".to_string()),
    ];
    leaf.prop_recursive(5, 24, 2, |inner| {
        let functions = [
            "sin", "cos", "tan", "csc", "sec", "cot", "asin", "acos", "atan", "acsc", "asec", "acot", "sqrt", "abs",
            "sign", "exp", "ln", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "sqrt", "sin", "cos", "tan",
        ];
        prop_oneof![
            3 => (prop::sample::select(functions.to_vec()), inner.clone()).prop_map(|(f, a)| format!("{f}({a})")),
            3 => (prop::sample::select(vec!["+", "-", "*", "/"]), inner.clone(), inner.clone())
                .prop_map(|(op, a, b)| format!("({a} {op} {b})")),
            1 => (inner, prop::sample::select(vec!["2", "3", "(-1)", "(1/2)", "(-3/2)", "(1/3)"]))
                .prop_map(|(a, n)| format!("({a})^{n}")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// Wherever balls alone know something, what is known with closed forms is the same.
    #[test]
    fn closed_forms_agree_with_balls(text in constants()) {
        let mut tape = Tape::default();
        tape.record(&read_expr(&text).expect("it is well formed")).expect("it is short");
        let values = Certified::evaluate(&tape, &[], 200);
        for (slot, alone) in by_balls(&tape, 260).iter().enumerate() {
            match (values.get(slot as u32), alone) {
                (Outcome::Value(x), Outcome::Value(y)) => prop_assert!(x.overlaps(y), "{text}: {x:?} and {y:?}"),
                (Outcome::Value(_), Outcome::Undefined) | (Outcome::Undefined, Outcome::Value(_)) => {
                    prop_assert!(false, "{text}: slot {slot} is {:?} and {alone:?}", values.get(slot as u32));
                }
                (Outcome::Unsure(_), _) | (_, Outcome::Unsure(_)) | (Outcome::Undefined, Outcome::Undefined) => {}
            }
        }
    }
}

#[test]
fn a_closed_form_can_be_a_coordinate() {
    let mut tape = Tape::default();
    let root = tape.record(&read_expr("sin(x)/x").expect("read")).expect("short");
    let at = |exact| Certified::evaluate(&tape, &[Coordinate::Closed(exact)], 100).exact(root);
    assert_eq!(at(Exact::PI), Some(Exact::Rational(Number::ZERO)));
    assert_eq!(at(Exact::Root(number(2, 1))), None);
}

#[test]
fn whole_numbers_are_put_into_exponents() {
    for (text, at, want) in [
        ("(-2)^n", "n=3", "-8"),
        ("(-2)^n", "n=-3", "-0.125"),
        ("(-1)^(n+1)/n", "n=2", "-0.5"),
        ("x^x", "x=-2", "0.25"),
        ("d/dx x^2", "x=3", "6"),
    ] {
        assert_eq!(value_at(text, at), Value::Known(want.to_string()), "{text} at {at}");
    }
    assert_eq!(value_at("(-2)^n", "n=1/2"), Value::Undefined);
}
