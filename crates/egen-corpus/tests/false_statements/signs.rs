//! Signs: |g| is g or −g wherever one usually looks, and not in a region that is far, thin or tiny.

use super::Statement;
use super::draw::Draw;
use super::regions::region;

pub const FAMILY: &str = "signs";

pub fn statement(draw: &mut Draw) -> Statement {
    let region = region(draw);
    let names = region.names();
    // The sign that g has where it is usually looked at.
    let usual = if region.positive { -1 } else { 1 };
    let g = format!("({})", region.text);
    let signed = if usual > 0 { g.clone() } else { format!("(-{g})") };
    let h = draw.smooth(&names);
    let (left, right) = match draw.below(13) {
        0 | 1 => (format!("abs({g})"), signed),
        2 => (format!("sqrt({g}^2)"), signed),
        3 => (format!("{g}*sign({g})"), signed),
        4 => (format!("sign({g})"), usual.to_string()),
        5 => (format!("abs({g})/{g}"), usual.to_string()),
        6 => {
            // The larger of a and b, where a is a little less than b somewhere.
            let (a, b) = (format!("({g} + {h})"), format!("({h})"));
            let larger = if usual > 0 { a.clone() } else { b.clone() };
            (format!("({a} + {b} + abs({a} - {b}))/2"), larger)
        }
        7 => {
            let (a, b) = (format!("({g} + {h})"), format!("({h})"));
            let smaller = if usual > 0 { b.clone() } else { a.clone() };
            (format!("({a} + {b} - sqrt(({a} - {b})^2))/2"), smaller)
        }
        8 => (format!("abs({g}) + ({h})*{g}"), format!("{g}*(({h}) + ({usual}))")),
        9 => (format!("({g}^4)^(1/4)"), signed),
        10 => (format!("abs({g})^3"), format!("{signed}^3")),
        11 => (format!("({h}) + atan(abs({g}))"), format!("({h}) + atan({signed})")),
        _ => (format!("abs({g}) + {signed}"), format!("2*{signed}")),
    };
    Statement::new(FAMILY, &left, &right, &region.at)
}
