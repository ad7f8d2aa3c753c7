//! Integers: statements about integer variables that fail at a few of them.
//!
//! For a real variable a single point does not count; for an integer it does.

use super::Statement;
use super::draw::Draw;

pub const FAMILY: &str = "integers";

pub fn statement(draw: &mut Draw) -> Statement {
    match draw.below(4) {
        0 | 1 => one(draw),
        2 => two(draw),
        _ => half_lines(draw),
    }
}

/// An expression that is 0 at one integer or few, and an integer where it is.
fn zero_at(draw: &mut Draw) -> (String, i64) {
    let far = draw.pick(&[60, 300, 5_000, 1_000_003]);
    let k = draw.int(-far..=far);
    let q = draw.pick(&[7, 97, 1009, 10_007, 99_991]);
    let (a, l) = (draw.int(2..=30), draw.int(-far..=far));
    let text = match draw.below(10) {
        0 => format!("(n - ({k}))"),
        1 => format!("sin(pi*(n - ({k}))/{q})"),
        2 => format!("(1 - cos(2*pi*(n - ({k}))/{q}))"),
        3 => format!("(n^2 - ({})*n + ({}))", k + l, k * l),
        4 => format!("({a}*n - ({}))", a * k),
        5 => format!("tan(pi*(n - ({k}))/{q})"),
        // (n − k)(n² + a), expanded.
        6 => format!("(n^3 - ({k})*n^2 + {a}*n - ({}))", a * k),
        7 => format!("(exp((n - ({k}))/{q}) - 1)"),
        8 => format!("(abs(n - ({k})) + abs(n^2 - ({})))", k * k),
        _ => format!("(n^2 + ({})*n - ({}))", a, k * k + a * k),
    };
    (text, k)
}

fn one(draw: &mut Draw) -> Statement {
    let (zero, k) = zero_at(draw);
    let h = draw.positive(&["n"]);
    let (left, right) = match draw.below(9) {
        0 | 1 => (format!("sign({zero})^2"), "1".to_string()),
        2 => (format!("abs(sign({zero}))"), "1".to_string()),
        3 => (format!("0^abs({zero})"), "0".to_string()),
        4 => (format!("{h}*sign({zero})^2"), h),
        5 => (format!("(-1)^n*sign({zero})^2"), "cos(pi*n)".to_string()),
        6 => (format!("{h} + sign({zero})^4"), format!("{h} + 1")),
        7 => (format!("cos(pi*sign({zero}))"), "-1".to_string()),
        _ => (format!("x^2*sign({zero})^2 + x"), "x^2 + x".to_string()),
    };
    let mut at = vec![("n", k.to_string())];
    if left.starts_with('x') {
        at.push(("x", draw.factor()));
    }
    Statement::new(FAMILY, &left, &right, &at).assuming("n integer")
}

/// Curves through integer points of the plane.
fn two(draw: &mut Draw) -> Statement {
    let far = draw.pick(&[12, 100, 3_000]);
    let (n, m) = (draw.int(-far..=far), draw.int(-far..=far));
    let (a, b) = (draw.int(1..=40), draw.int(1..=40) * draw.sign());
    let zero = match draw.below(8) {
        0 => format!("(n - m - ({}))", n - m),
        1 => format!("({a}*n + ({b})*m - ({}))", a * n + b * m),
        2 => format!("(n*m - ({}))", n * m),
        3 => format!("(n^2 + m^2 - ({}))", n * n + m * m),
        4 => format!("(n^2 - {a}*m^2 - ({}))", n * n - a * m * m),
        5 => format!("(n^3 + m^3 - ({}))", n * n * n + m * m * m),
        6 => format!("(abs(n - ({n})) + abs(m - ({m})))"),
        _ => format!("(n^2 - m^3 - ({}))", n * n - m * m * m),
    };
    let h = draw.positive(&["n", "m"]);
    let (left, right) = match draw.below(6) {
        0 | 1 => (format!("sign({zero})^2"), "1".to_string()),
        2 => (format!("0^abs({zero})"), "0".to_string()),
        3 => (format!("{h}*abs(sign({zero}))"), h),
        4 => (format!("(-1)^(n + m)*sign({zero})^2"), "cos(pi*n)*cos(pi*m)".to_string()),
        _ => (format!("x*sign({zero})^2"), "x".to_string()),
    };
    let mut at = vec![("n", n.to_string()), ("m", m.to_string())];
    if left.starts_with('x') {
        at.push(("x", draw.factor()));
    }
    Statement::new(FAMILY, &left, &right, &at).assuming("n integer, m integer")
}

/// |g| for g that changes its sign far out, or for a single integer.
fn half_lines(draw: &mut Draw) -> Statement {
    let k = draw.int(100..=10_000_000);
    let size = draw.sized(4..=25);
    let (left, right, at) = match draw.below(9) {
        0 => (format!("abs(n - {k})"), format!("{k} - n"), format!("{k} + 1")),
        1 => (format!("sqrt((n + {size})^2)"), format!("n + {size}"), format!("(-2*{size})")),
        // Negative between two integers that are two apart.
        2 => (format!("abs((n - {k})*(n - {}))", k + 2), format!("(n - {k})*(n - {})", k + 2), format!("{}", k + 1)),
        3 => (
            format!("sqrt((n^2 - {}*n + {})^2)", 2 * k, k * k - 1),
            format!("n^2 - {}*n + {}", 2 * k, k * k - 1),
            k.to_string(),
        ),
        4 => (format!("(n + {k} + abs(n - {k}))/2"), k.to_string(), format!("{k} + 7")),
        5 => (format!("sign(n - {k} - 1/2)"), "-1".to_string(), format!("{k} + 1")),
        6 => (format!("abs({size} - n^2)"), format!("{size} - n^2"), format!("2*{size}")),
        7 => (format!("(-1)^n + 10^(-{})", k % 300 + 17), "cos(pi*n)".to_string(), "2".to_string()),
        _ => (format!("cos(pi*n + 10^(-{}))", k % 60 + 17), "(-1)^n".to_string(), "3".to_string()),
    };
    let assume = if at.starts_with("(-") { "n integer" } else { draw.pick(&["n integer", "n integer, n > 0"]) };
    Statement::new(FAMILY, &left, &right, &[("n", at)]).assuming(assume)
}
