//! Together: two regions that are each easy to find, and whose common part is small or far.

use super::Statement;
use super::draw::Draw;

pub const FAMILY: &str = "together";

const NAMES: [&str; 3] = ["x", "y", "z"];

pub fn statement(draw: &mut Draw) -> Statement {
    let (a, b, at) = if draw.chance(0.7) { balls(draw) } else { beyond(draw) };
    let c = draw.factor();
    let (left, right) = match draw.below(5) {
        0 => (format!("(1 + sign({a}))*(1 + sign({b}))"), "0".to_string()),
        1 => (format!("({a} + abs({a}))*({b} + abs({b}))"), "0".to_string()),
        2 => (format!("{c} + (1 + sign({a}))*(abs({b}) + {b})"), c),
        // The lesser of a and b is not positive.
        3 => {
            let lesser = format!("({a} + {b} - abs({a} - {b}))");
            (format!("abs({lesser})"), format!("-{lesser}"))
        }
        _ => (format!("sqrt(({b})^2)*(1 + sign({a}))"), format!("-({b})*(1 + sign({a}))")),
    };
    Statement::new(FAMILY, &left, &right, &at)
}

type Two = (String, String, Vec<(&'static str, String)>);

/// Two balls that both contain a point.
fn balls(draw: &mut Draw) -> Two {
    let count = 2 + draw.below(2);
    let point: Vec<i64> = (0..count).map(|_| draw.int(-300..=300)).collect();
    let ball = |draw: &mut Draw| {
        let radius = draw.int(2..=9);
        // No more than half a radius along each axis, so that the point lies inside.
        let centre: Vec<i64> = point.iter().map(|p| p + draw.int(-(radius / 2)..=radius / 2)).collect();
        let squares: Vec<String> = centre.iter().zip(NAMES).map(|(c, name)| format!("({name} - ({c}))^2")).collect();
        format!("({} - {})", radius * radius, squares.join(" - "))
    };
    let (a, b) = (ball(draw), ball(draw));
    (a, b, NAMES.into_iter().zip(point.iter().map(|p| format!("({p})"))).collect())
}

/// Within a ball around the origin, and beyond a product that only its outermost points reach.
fn beyond(draw: &mut Draw) -> Two {
    let size = draw.int(1..=30);
    let count = 2 + draw.below(2);
    let names = &NAMES[..count];
    let squares: Vec<String> = names.iter().map(|name| format!("{name}^2")).collect();
    let within = format!("({}.1 - {})", count as i64 * size * size, squares.join(" - "));
    let product = format!("({} - {}.99)", names.join("*"), size.pow(count as u32) - 1);
    (within, product, names.iter().map(|name| (*name, size.to_string())).collect())
}
