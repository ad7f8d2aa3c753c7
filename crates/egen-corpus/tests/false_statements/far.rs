//! Far away: terms that matter only where nobody looks, or are below what floating point sees everywhere else.

use egen_math::eval::point::{self, Value};
use egen_read::read::read_expr;

use super::Statement;
use super::draw::Draw;

pub const FAMILY: &str = "far away";

pub fn statement(draw: &mut Draw) -> Statement {
    match draw.below(3) {
        0 => small_until_far(draw),
        1 => another_branch(draw),
        _ => beyond_two(draw),
    }
}

/// Analytic: different everywhere, by less than floating point sees near 0.
fn small_until_far(draw: &mut Draw) -> Statement {
    let c = draw.int(60..=900);
    let h = draw.positive(&["x"]);
    let (left, right) = match draw.below(8) {
        0 => (format!("x + exp(x - {c})"), "x".to_string()),
        1 => (format!("{h} + exp(x - {c})"), h),
        2 => (format!("{h}/(1 + exp(x - {c}))"), h),
        3 => (format!("ln(exp({c}) + exp(x))"), c.to_string()),
        4 => (format!("{h}*tanh({c} - x)"), h),
        5 => (format!("x*(1 + (x/10^{c})^2)"), "x".to_string()),
        6 => (format!("sqrt(1 + x^2/10^{c})"), "1".to_string()),
        _ => (format!("x + cosh(x)/exp({c})"), "x".to_string()),
    };
    let x = match draw.below(3) {
        0 => draw.factor(),
        1 => c.to_string(),
        _ => format!("{c} + {}", draw.factor()),
    };
    Statement::new(FAMILY, &left, &right, &[("x", x)])
}

/// A corner, a jump or another branch behind a large number.
fn another_branch(draw: &mut Draw) -> Statement {
    let k = draw.int(4..=60);
    let size = draw.sized(4..=60);
    let h = draw.positive(&["x"]);
    let twice = format!("2*{size}");
    let (left, right, at) = match draw.below(12) {
        0 => (format!("abs(x - {size})"), format!("{size} - x"), twice),
        1 => (format!("sqrt((x + {size})^2)"), format!("x + {size}"), format!("(-3*{size})")),
        2 => (format!("sign(10^{k} - x*sin(x))"), "1".to_string(), crest(k + 1)),
        3 => (format!("abs(10^{k} + x*cos(x))*{h}"), format!("(10^{k} + x*cos(x))*{h}"), trough(k + 1)),
        4 => (
            format!("atan((x + 10^(-{k}))/(1 - x*10^(-{k})))"),
            format!("atan(x) + atan(10^(-{k}))"),
            format!("7*10^{k}"),
        ),
        5 => (format!("(x + {size} + abs(x - {size}))/2"), size.clone(), twice),
        6 => (format!("abs(asinh(x) - {k})"), format!("{k} - asinh(x)"), format!("10^{k}")),
        7 => (format!("x*sign({size} - x)"), "x".to_string(), twice),
        8 => (format!("abs(x^3 + {size})"), format!("x^3 + {size}"), format!("(-2*{size})")),
        9 => (format!("abs(ln(x^2 + 1) - {k})"), format!("{k} - ln(x^2 + 1)"), format!("10^{k}")),
        10 => (format!("acos(cos(x/10^{k}))"), format!("sqrt(x^2)/10^{k}"), format!("(-4*10^{k})")),
        _ => (format!("asin(sin(x/10^{k}))"), format!("x/10^{k}"), format!("2*10^{k}")),
    };
    let statement = Statement::new(FAMILY, &left, &right, &[("x", at)]);
    if draw.chance(0.1) {
        let places = draw.int(8..=60);
        let at = format!("-(10^(-{places}))/3");
        return Statement::new(FAMILY, "(x^2)^(1/2)", "x", &[("x", at)]).assuming(format!("x > -10^(-{places})"));
    }
    statement
}

/// Where x·sin(x) is largest, near 2π·10^k.
fn crest(k: i64) -> String {
    place(&format!("(2*10^{k} + 1/2)*pi"), k)
}

/// Where x·cos(x) is smallest, near 2π·10^k.
fn trough(k: i64) -> String {
    place(&format!("(2*10^{k} + 1)*pi"), k)
}

fn place(text: &str, k: i64) -> String {
    match point::real(&read_expr(text).expect("a constant"), &[], k as usize + 20) {
        Value::Known(text) => text,
        other => panic!("{text}: {other:?}"),
    }
}

/// Regions of the plane that begin far out.
fn beyond_two(draw: &mut Draw) -> Statement {
    let size = draw.sized(12..=50);
    let (a, b) = (draw.factor(), draw.factor());
    // Positive where x and y are usual, negative at x = −2·size or y = −2·size and 1 for the other.
    let (g, x, y) = match draw.below(7) {
        0 => (format!("(x + y + {size})"), format!("(-2*{size})"), "1".to_string()),
        1 => (format!("({a}*x - {b}*y + {size})"), format!("(-2*{size}/{a})"), "1".to_string()),
        2 => (format!("({size} - x*y)"), format!("2*{size}"), "1".to_string()),
        3 => (format!("(x^2 + {a} + y + {size})"), "1".to_string(), format!("(-2*{size} - {a})")),
        4 => (format!("({size} - sqrt(x^2 + y^2))"), size.clone(), size.clone()),
        5 => (format!("({size} - x^2 - {a}*y^2)"), size.clone(), "1".to_string()),
        _ => (format!("(x^3 + y + {size})"), "1".to_string(), format!("(-2*{size})")),
    };
    let h = draw.smooth(&["x", "y"]);
    let (left, right) = match draw.below(6) {
        0 => (format!("abs({g})"), g),
        1 => (format!("sqrt({g}^2)"), g),
        2 => (format!("sign({g})"), "1".to_string()),
        // A factor that may be 0 at the witness, as tanh(y − 1) is, would hide the difference.
        3 => {
            let h = draw.positive(&["x", "y"]);
            (format!("{h}*(2 + sign({g}))"), format!("3*{h}"))
        }
        4 => (format!("abs({g}) + ({h})"), format!("{g} + ({h})")),
        _ => (format!("atan(x*y + abs({g}))"), format!("atan(x*y + {g})")),
    };
    Statement::new(FAMILY, &left, &right, &[("x", x), ("y", y)])
}
