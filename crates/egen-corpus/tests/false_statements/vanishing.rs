//! Vanishing parts: |u| − u is 0 on a half line, and its sign is 0 there and not 1.

use super::Statement;
use super::draw::Draw;

pub const FAMILY: &str = "vanishing parts";

/// An expression, a point where it is positive and one where it is negative.
struct Part {
    text: String,
    positive: Vec<(&'static str, String)>,
    negative: Vec<(&'static str, String)>,
}

fn one(text: String, positive: impl ToString, negative: impl ToString) -> Part {
    Part { text, positive: vec![("x", positive.to_string())], negative: vec![("x", negative.to_string())] }
}

fn part(draw: &mut Draw) -> Part {
    let a = draw.factor();
    let size = draw.sized(2..=30);
    match draw.below(13) {
        0 => {
            let (name, above, under) = draw.pick(&[
                ("pi", "4", "3"),
                ("exp(1)", "3", "2.7"),
                ("sqrt(2)", "1.5", "1.4"),
                ("ln(2)", "0.7", "0.6"),
                ("pi^2", "10", "9.8"),
                ("2^(1/3)", "1.3", "1.2"),
            ]);
            one(format!("(x - {name})"), above, under)
        }
        1 => one(format!("(x - {a})"), format!("{a} + 1"), format!("{a} - 1")),
        2 => one(format!("(x - {size})"), format!("2*{size}"), "1"),
        3 => one(format!("ln(x/{a})"), format!("2*{a}"), format!("{a}/3")),
        4 => {
            let k = draw.int(1..=40);
            one(format!("sin({k}*x)"), format!("1/{k}"), format!("-(1/{k})"))
        }
        5 => one(format!("(x^2 - {a})"), format!("{a} + 1"), "0"),
        6 => one(format!("(exp(x) - {a})"), format!("{a} + 1"), format!("-(10 + 1/{a})")),
        7 => Part {
            text: format!("(x - {a}*y)"),
            positive: vec![("x", format!("2*{a}")), ("y", "1".to_string())],
            negative: vec![("x", "1".to_string()), ("y", format!("2/{a}"))],
        },
        8 => Part {
            text: format!("(x*y - {size})"),
            positive: vec![("x", "2".to_string()), ("y", size.clone())],
            negative: vec![("x", "2".to_string()), ("y", "3".to_string())],
        },
        9 => one(format!("tanh(x - {a})"), format!("{a} + 1"), format!("{a} - 1")),
        10 => one(format!("(x^3 + {size})"), "1", format!("(-2*{size})")),
        11 => one(format!("atan(x + {a})"), "1", format!("(-2*{a})")),
        _ => one(format!("(cos(x) - x/{a})"), "0", format!("10 + 2*{a}")),
    }
}

pub fn statement(draw: &mut Draw) -> Statement {
    let Part { text: u, positive, negative } = part(draw);
    let (zero, at) = match draw.below(4) {
        0 => (format!("(abs({u}) - {u})"), positive),
        1 => (format!("(abs({u}) + {u})"), negative),
        2 => (format!("(sqrt({u}^2) - {u})"), positive),
        _ => (format!("({u} - abs({u}))^2"), positive),
    };
    let names: Vec<&str> = at.iter().map(|(name, _)| *name).collect();
    let sign = match draw.below(3) {
        0 => format!("sign({zero}^2)"),
        1 => format!("sign({zero})^2"),
        _ => format!("abs(sign({zero}))"),
    };
    let h = draw.positive(&names);
    let c = draw.factor();
    let (left, right) = match draw.below(9) {
        0 | 1 => (sign, "1".to_string()),
        2 => (format!("{h}*{sign}"), h),
        3 => (format!("{h} + {c}*{sign}"), format!("{h} + {c}")),
        // The base is beyond 1: 1^s is 1 whatever s is.
        4 => (format!("({c} + 1)^{sign}*{h}"), format!("({c} + 1)*{h}")),
        5 => (format!("cos(pi*{sign})"), "-1".to_string()),
        6 => (format!("exp({sign} - 1)*{h}"), h),
        7 => (format!("sqrt({h} + {sign})"), format!("sqrt({h} + 1)")),
        _ => (format!("(1 + {u}^2)*{sign}"), format!("1 + {u}^2")),
    };
    Statement::new(FAMILY, &left, &right, &at)
}
