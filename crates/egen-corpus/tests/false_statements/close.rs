//! Close breaks: what turns its sign in a spot so narrow that nobody would look there, between two places that are nearly one.

use super::Statement;
use super::draw::Draw;

pub const FAMILY: &str = "close breaks";

pub fn statement(draw: &mut Draw) -> Statement {
    let centre = format!("({}/{})", draw.int(-30..=30), draw.int(1..=12));
    if draw.chance(0.6) { touching(draw, &centre) } else { between(draw, &centre) }
}

/// A constant or a function that is tiny and positive, more than 10^-470 everywhere near the centre.
fn tiny(draw: &mut Draw) -> String {
    let c = draw.int(20..=1000);
    match draw.below(7) {
        0 | 1 => format!("exp(-{c})"),
        2 => format!("10^(-{})", draw.int(10..=450)),
        3 => format!("(1/2^{c})"),
        4 => format!("(1 - tanh({}))", c / 2),
        5 => format!("sech({c})"),
        _ => format!("exp(-{c} + sin(x))"),
    }
}

/// What is 0 at the centre and positive elsewhere, less something tiny.
fn touching(draw: &mut Draw, centre: &str) -> Statement {
    let mut witness = vec![("x", centre.to_string())];
    let u = match draw.below(8) {
        0 => {
            witness.push(("y", "(2/7)".to_string()));
            format!("(x - {centre} + y - 2/7)")
        }
        1 => {
            witness.push(("y", "(2/7)".to_string()));
            format!("((x - {centre})*(y + 1))")
        }
        2 => format!("({}*(x - {centre}))", draw.factor()),
        3 => format!("(exp(x - {centre}) - 1)"),
        4 => format!("((x - {centre})^3)"),
        _ => format!("(x - {centre})"),
    };
    let valley = match draw.below(14) {
        0 => format!("exp({u}) - {u} - 1"),
        1 => format!("cosh({u}) - 1"),
        2 => format!("cosh({u}) - cos({u})"),
        3 => format!("{u}^2"),
        4 => format!("{u}^4"),
        5 => format!("sqrt(1 + {u}^2) - 1"),
        6 => format!("{u}*atan({u})"),
        7 => format!("{u}*sinh({u})"),
        8 => format!("{u}^2*exp({u})"),
        9 => format!("1 - sech({u})"),
        10 => format!("ln(cosh({u}))"),
        11 => format!("exp({u}^2) - 1"),
        12 => format!("(x - {centre})^2 - 2*(x - {centre})*{u} + 2*{u}^2"),
        _ => format!("(exp({u}) - 1)*{u}"),
    };
    let part = format!("({valley} - {})", tiny(draw));
    let h = draw.positive(&["x"]);
    let (left, right) = match draw.below(4) {
        0 => (format!("sqrt({part}^2)"), part),
        1 => (format!("{h}*sign{part}"), h),
        2 => (format!("abs{part}/{h}"), format!("{part}/{h}")),
        _ => (format!("abs{part}"), part),
    };
    Statement::new(FAMILY, &left, &right, &witness)
}

/// Two places beside each other, of which the first is the centre.
fn between(draw: &mut Draw, centre: &str) -> Statement {
    let c = draw.int(20..=1000);
    let (gap, inside) = match draw.below(3) {
        // e^-c is more than 10^-(c/2), which is rather more than is needed.
        0 => (format!("exp(-{c})"), c / 2),
        1 => (format!("10^(-{})", c / 3), c / 3 + 1),
        _ => (format!("(1 - tanh({}))", c / 2), c / 2),
    };
    let first = match draw.below(5) {
        0 => format!("(exp(x) - exp({centre}))"),
        1 => format!("((x - {centre})^3)"),
        2 => format!("(atan(x) - atan({centre}))"),
        3 => format!("((x - {centre})*(x^2 + 1))"),
        _ => format!("(x - {centre})"),
    };
    let second = format!("(x - {centre} - {gap})");
    let h = draw.positive(&["x"]);
    let (left, right) = match draw.below(5) {
        0 => (format!("abs({first}*{second})"), format!("{first}*{second}")),
        1 => (format!("abs{first}*sign{second}"), first),
        2 => (format!("{h} + sign{first}"), format!("{h} + sign{second}")),
        3 => (format!("sqrt({first}^2)*{second}"), format!("{first}*abs{second}")),
        _ => (format!("sign{first}*{second}"), format!("abs{second}")),
    };
    Statement::new(FAMILY, &left, &right, &[("x", format!("({centre} + 10^(-{inside}))"))])
}
