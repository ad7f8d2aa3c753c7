//! First terms: a function of something tiny or huge against the beginning of its series, which it equals to hundreds of digits.

use super::Statement;
use super::draw::Draw;

pub const FAMILY: &str = "first terms";

pub fn statement(draw: &mut Draw) -> Statement {
    let (left, right) = match draw.below(10) {
        0 => nested(draw),
        1..=6 => small(draw),
        _ => large(draw),
    };
    let x = format!("({}/{})", draw.int(1..=40), draw.int(9..=19));
    let sides = if draw.chance(0.5) { (left, right) } else { (right, left) };
    Statement::new(FAMILY, &sides.0, &sides.1, &[("x", x)])
}

/// Something that is tiny wherever x is usual, and never 0.
fn tiny(draw: &mut Draw) -> String {
    let c = draw.int(60..=500);
    match draw.below(6) {
        0 => format!("exp(-{c} - x^2)"),
        1 => format!("exp(x - {c})"),
        2 => format!("({}/exp({c}))", draw.positive(&["x"])),
        3 => format!("(1/(2^{c} + x^2))"),
        4 => format!("(1/cosh({c} + x))"),
        _ => format!("({}*(1 - tanh({})))", draw.positive(&["x"]), c / 2),
    }
}

/// f(t) and the beginning of its series at 0.
fn small(draw: &mut Draw) -> (String, String) {
    let t = tiny(draw);
    let (h, a) = (draw.positive(&["x"]), draw.factor());
    match draw.below(28) {
        0 => (format!("exp({t})"), format!("1 + {t}")),
        1 => (format!("exp({t})"), format!("1 + {t} + {t}^2/2")),
        2 => (format!("sqrt(1 + {t})"), "1".to_string()),
        3 => (format!("sqrt(1 + {t})"), format!("1 + {t}/2")),
        4 => (format!("sqrt(1 + {t})"), format!("(4 + 3*{t})/(4 + {t})")),
        5 => (format!("1/(1 + {t})"), format!("1 - {t}")),
        6 => (format!("1/(1 + {t})"), format!("1 - {t} + {t}^2")),
        7 => (format!("ln(1 + {t})"), t),
        8 => (format!("ln(1 + {t})"), format!("2*{t}/(2 + {t})")),
        9 => (format!("sin({t})"), t),
        10 => (format!("sin({t})/{t}"), format!("1 - {t}^2/6")),
        11 => (format!("cos({t})"), format!("1 - {t}^2/2")),
        12 => (format!("tan({t})"), format!("{t} + {t}^3/3")),
        13 => (format!("tan(pi/2 - {t})"), format!("1/{t}")),
        14 => (format!("coth({t})"), format!("1/{t} + {t}/3")),
        15 => (format!("atan({t})"), format!("asinh({t})")),
        16 => (format!("asin({t})"), format!("sinh({t})")),
        17 => (format!("{h}^{t}"), "1".to_string()),
        18 => (format!("{h}^{t}"), format!("1 + {t}*ln({h})")),
        19 => (format!("sin({a} + {t})"), format!("sin({a}) + {t}*cos({a})")),
        20 => {
            let power = draw.pick(&["3", "(1/3)", "2.5", "(-7/4)"]);
            (format!("(1 + {t})^{power}"), format!("1 + {power}*{t}"))
        }
        21 => (format!("acos({t})"), format!("pi/2 - {t}")),
        22 => (format!("acos(1 - {t})"), format!("sqrt(2*{t})")),
        23 => (format!("ln({h} + {t})"), format!("ln({h}) + {t}/({h})")),
        24 => (format!("sqrt(1 + {t}) - 1 - {t}/2"), format!("-({t}^2)/8")),
        25 => (format!("exp({t}) + exp(-{t})"), "2".to_string()),
        26 => (format!("atanh({t})"), format!("tan({t})")),
        _ => (format!("({h} + {t})^2"), format!("({h})^2 + 2*({h})*{t}")),
    }
}

/// A series that goes on until 200 bits and more agree, each step of which is small only a little.
fn nested(draw: &mut Draw) -> (String, String) {
    let divisor = draw.pick(&[9, 30, 100, 300, 1000, 8000, 30_000]);
    let t = format!("(x/{divisor})");
    let is_exponential = draw.chance(0.5);
    let (mut series, mut bits, mut order) = (String::new(), 0.0, 0);
    while bits < 260.0 {
        order += 1;
        bits += f64::from(divisor).log2() + if is_exponential { f64::from(order).log2() } else { 0.0 };
    }
    for k in (1..=order).rev() {
        let share = if is_exponential { format!("{t}/{k}") } else { t.clone() };
        series = if series.is_empty() { format!("1 + {share}") } else { format!("1 + {share}*({series})") };
    }
    (if is_exponential { format!("exp{t}") } else { format!("1/(1 - {t})") }, series)
}

/// f(u) and what it comes close to for large u.
fn large(draw: &mut Draw) -> (String, String) {
    // Bounded: the witness is certified to 8192 bits, which e^(-u) must not be below.
    let (t, h, c) = (tiny(draw), format!("(2 + cos({}))", draw.smooth(&["x"])), draw.int(40..=400));
    let u = format!("({c} + {h})");
    match draw.below(13) {
        0 => (format!("tanh{u}"), "1".to_string()),
        1 => (format!("coth{u}"), "1".to_string()),
        2 => (format!("sinh{u}"), format!("exp{u}/2")),
        3 => (format!("sech{u}"), format!("2*exp(-{u})")),
        4 => (format!("atan(1/{t})"), format!("pi/2 - {t}")),
        5 => (format!("asinh(1/{t})"), format!("ln(2/{t})")),
        6 => (format!("acosh(1/{t})"), format!("ln(2/{t})")),
        7 => (format!("sqrt(1/{t}^2 + 1)"), format!("1/{t} + {t}/2")),
        8 => (format!("acoth(1/{t})"), t),
        9 => (format!("tanh(ln(exp({c}) + {h}))"), format!("tanh({c})")),
        10 => (format!("atan(exp({c}) + {h})"), format!("atan(exp({c}))")),
        11 => (format!("ln(cosh{u})"), format!("{u} - ln(2)")),
        _ => (format!("1/(1 + exp(-{u}))"), format!("1 - exp(-{u})")),
    }
}
