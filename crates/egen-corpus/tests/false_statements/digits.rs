//! Digits: coefficients, exponents and constants that differ after the fifteenth to the four hundredth digit.

use egen_math::eval::point::{self, Value};
use egen_read::read::read_expr;

use super::Statement;
use super::draw::Draw;
use super::polynomial::{number, written};

pub const FAMILY: &str = "digits";

pub fn statement(draw: &mut Draw) -> Statement {
    match draw.below(8) {
        0..=3 => close_constants(draw),
        4 | 5 => absorbed(draw),
        6 => polynomials(draw),
        _ => saturated(draw),
    }
}

/// A constant and a rational number close to it, in the same place.
fn close_constants(draw: &mut Draw) -> Statement {
    let (c, close) = match draw.below(4) {
        0 => root_and_convergent(draw),
        1 => e_and_convergent(draw),
        2 => near_integer(draw),
        _ => constant_and_decimals(draw),
    };
    let (c, close) = (format!("({c})"), format!("({close})"));
    let h = draw.positive(&["x"]);
    let k = draw.factor();
    let side = |c: &str, shape: usize| match shape {
        0 => format!("{c}*x"),
        1 => format!("{h}*{c}"),
        2 => format!("{h} + {k}*{c}"),
        3 => format!("x^({c}/10^30)*{h}"),
        4 => format!("sin({c}*x/10^18)"),
        5 => format!("({c} + x)^2"),
        6 => format!("{c}^(x/{k})"),
        7 => format!("exp(x)/{c} + y"),
        8 => format!("ln({c})*x*y"),
        _ => format!("sqrt(x^2 + {c}^2)"),
    };
    let shape = draw.below(10);
    // 1 to any power is 1; the witness lies beyond.
    let mut at = vec![("x", format!("{} + 1", draw.factor()))];
    if matches!(shape, 7 | 8) {
        at.push(("y", draw.factor()));
    }
    Statement::new(FAMILY, &side(&c, shape), &side(&close, shape), &at)
}

/// √d and p/q with p² − d·q² = ±1: the powers of the smallest such p + q√d.
fn root_and_convergent(draw: &mut Draw) -> (String, String) {
    let (d, p0, q0): (i128, i128, i128) =
        draw.pick(&[(2, 1, 1), (3, 2, 1), (5, 2, 1), (6, 5, 2), (7, 8, 3), (10, 3, 1), (13, 18, 5)]);
    let (mut p, mut q) = (p0, q0);
    let least = 10i128.pow(draw.int(8..=30) as u32);
    while q < least {
        (p, q) = (p0 * p + d * q0 * q, p0 * q + q0 * p);
    }
    (format!("sqrt({d})"), format!("{p}/{q}"))
}

/// e = [2; 1, 2, 1, 1, 4, 1, 1, 6, …].
fn e_and_convergent(draw: &mut Draw) -> (String, String) {
    let least = 10i128.pow(draw.int(8..=28) as u32);
    let ((mut p, mut p_before), (mut q, mut q_before)) = ((2i128, 1i128), (1i128, 0i128));
    for at in 1.. {
        let a = if at % 3 == 2 { 2 * (at / 3 + 1) } else { 1 };
        (p, p_before) = (a * p + p_before, p);
        (q, q_before) = (a * q + q_before, q);
        if q > least {
            break;
        }
    }
    ("exp(1)".to_string(), format!("{p}/{q}"))
}

/// exp(π√n) is close to an integer for n of class number 1 and 2, and their quadruples.
fn near_integer(draw: &mut Draw) -> (String, String) {
    let n = draw.pick(&[22, 37, 43, 58, 67, 148, 163, 232, 268, 652]);
    let constant = format!("exp(pi*sqrt({n}))");
    let text = digits(&constant, 80);
    let (whole, rest) = text.split_once('.').expect("no integer");
    let up = u8::from(rest.as_bytes()[0] >= b'5');
    (constant, format!("({whole} + {up})"))
}

fn constant_and_decimals(draw: &mut Draw) -> (String, String) {
    let k = draw.int(2..=99);
    let constant = match draw.below(9) {
        0 | 1 => "pi".to_string(),
        2 => "exp(1)".to_string(),
        3 => "ln(2)".to_string(),
        4 => format!("ln({k})"),
        5 => format!("sqrt({})", k * k + 1),
        6 => format!("sin({k}/7) + 2"),
        7 => format!("{k}^(1/3) + pi"),
        _ => "(1 + sqrt(5))/2".to_string(),
    };
    let places = draw.int(15..=100) as usize;
    let mut text = digits(&constant, places + 1);
    text.pop();
    (constant, text)
}

/// The first digits of a constant.
fn digits(constant: &str, count: usize) -> String {
    let constant = read_expr(constant).expect("a constant");
    match point::real(&constant, &[], count) {
        Value::Known(text) => text,
        other => panic!("{constant}: {other:?}"),
    }
}

/// Something too small to be seen beside something else.
fn absorbed(draw: &mut Draw) -> Statement {
    let small = format!("10^(-{})", draw.int(17..=400));
    let h = draw.positive(&["x"]);
    let (left, right) = match draw.below(9) {
        0 => (format!("x + {small}"), "x".to_string()),
        1 => (format!("{h}*(1 + {small})"), h),
        2 => (format!("ln(exp(x) + {small})"), "x".to_string()),
        3 => (format!("(1 + {small})^x"), "1".to_string()),
        4 => (format!("sqrt(x^2 + 1 + {small})"), "sqrt(x^2 + 1)".to_string()),
        5 => (format!("sin(x + {small})"), "sin(x)".to_string()),
        6 => (format!("{h} + {small}*x"), h),
        7 => (format!("(x + {small})^2 - x^2"), "0".to_string()),
        _ => (format!("atan({h}) + {small}*y"), format!("atan({h})")),
    };
    let mut at = vec![("x", draw.factor())];
    if left.contains('y') {
        at.push(("y", draw.factor()));
    }
    Statement::new(FAMILY, &left, &right, &at)
}

/// Functions that are so close to their limits that they look like them.
fn saturated(draw: &mut Draw) -> Statement {
    let c = draw.int(40..=900);
    let h = draw.pick(&["x^2", "abs(x)", "cosh(x)", "x^4 + y^2", "sqrt(x^2 + y^2)"]);
    let k = draw.int(17..=300);
    let (left, right) = match draw.below(9) {
        0 => (format!("1/(1 + exp(-{h} - {c}))"), "1".to_string()),
        1 => (format!("tanh({h} + {c})"), "1".to_string()),
        2 => (format!("coth({h} + {c})"), "1".to_string()),
        3 => (format!("cosh({h} + {c})"), format!("sinh({h} + {c})")),
        4 => (format!("x + sech({h} + {c})"), "x".to_string()),
        5 => (format!("atan({h} + 10^{k})"), "pi/2".to_string()),
        6 => (format!("exp(-{h} - {c}) + x"), "x".to_string()),
        7 => (format!("2*cosh({h} + {c})"), format!("exp({h} + {c})")),
        _ => (format!("sqrt(({h} + 10^{k})^2 + 1)"), format!("{h} + 10^{k}")),
    };
    // Near 0, so that the bits of certified values reach: exp(−cosh(20)) has a hundred million zeros behind the point.
    let mut near = || format!("({}/{})", draw.int(1..=9), draw.int(3..=9));
    let mut at = vec![("x", near())];
    if h.contains('y') {
        at.push(("y", near()));
    }
    Statement::new(FAMILY, &left, &right, &at)
}

/// Two polynomials whose coefficients differ far behind the point; also powers whose exponents do.
fn polynomials(draw: &mut Draw) -> Statement {
    let places = draw.int(16..=60);
    let x = draw.factor();
    if draw.chance(0.3) {
        let (p, h) = (draw.factor(), draw.positive(&["x"]));
        let (left, right) = (format!("{h}*x^{p}"), format!("{h}*x^({p} + 10^(-{places}))"));
        // 1 to any power is 1; the witness lies beyond.
        return Statement::new(FAMILY, &left, &right, &[("x", format!("{x} + 1"))]);
    }
    let coefficients: Vec<_> = (0..draw.int(3..=7)).map(|_| number(&draw.number())).collect();
    let mut others = coefficients.clone();
    let at = draw.below(others.len());
    let small = number(&format!("{}*10^(-{places})", draw.int(1..=9)));
    others[at] = others[at].combine(egen_math::Op::Add, &small).expect("a sum");
    Statement::new(FAMILY, &written(&coefficients), &written(&others), &[("x", x)])
}
