//! Iterations: a few steps of a method that doubles or triples the right digits each time, or many samples of a periodic function, against
//! what they converge to.

use super::Statement;
use super::draw::Draw;

pub const FAMILY: &str = "iterations";

pub fn statement(draw: &mut Draw) -> Statement {
    let c = draw.int(2..=60);
    let u = draw.pick(&["x^2", "y^2 + x^2", "x^4", "abs(x)", "exp(x)", "cosh(x)"]);
    let a = format!("({u} + {c})");
    let start = format!("({}*{a}/{})", draw.int(2..=9), draw.int(10..=20));
    let steps = draw.below(4);
    let (left, right) = match draw.below(8) {
        0 => (repeat(&start, 6 + steps, |e| format!("(({e} + {a}/{e})/2)")), format!("sqrt{a}")),
        1 => (repeat(&start, 6 + steps, |e| format!("({e}/2 + {a}/(2*{e}))")), format!("sqrt{a}")),
        2 => (repeat(&start, 3 + steps, |e| format!("({e}*({e}^2 + 3*{a})/(3*{e}^2 + {a}))")), format!("sqrt{a}")),
        3 => (repeat(&start, 6 + steps, |e| format!("((2*{e} + {a}/{e}^2)/3)")), format!("{a}^(1/3)")),
        4 => {
            // From below 2/a.
            let start = format!("({}/(10*{a}) + {a}^(-2)/8)", draw.int(3..=15));
            (repeat(&start, 6 + steps, |e| format!("({e}*(2 - {a}*{e}))")), format!("1/{a}"))
        }
        5 => (
            repeat(&format!("sqrt{a}"), 2 + steps, |e| format!("({e} + 2*({a} - exp({e}))/({a} + exp({e})))")),
            format!("ln{a}"),
        ),
        6 => {
            let (samples, a) = (draw.int(8..=60), draw.pick(&["3", "10", "1000", "(2 + y^2)", "10^6"]));
            let sample = |k: i64| format!("1/({a} + cos(x + 2*pi*{k}/{samples}))");
            let sum: Vec<String> = (0..samples).map(sample).collect();
            (format!("(({})/{samples})", sum.join(" + ")), format!("1/sqrt({a}^2 - 1)"))
        }
        _ => {
            // No square, which a step may meet.
            let number = draw.int(1..=12).pow(2) + 1;
            let start = format!("({}/{})", draw.int(1..=9), draw.int(1..=9));
            (repeat(&start, 7 + steps, |e| format!("(({e} + {number}/{e})/2)")), format!("sqrt({number})"))
        }
    };
    let constant = !left.contains('x');
    let h = draw.smooth(&["x"]);
    let (left, right) = match draw.below(3) {
        0 if !constant => (format!("{left} + {h}"), format!("{h} + {right}")),
        1 => (format!("x*{left}"), format!("x*{right}")),
        _ => (left, right),
    };
    // Where roots are no short numbers, which a step may meet.
    let value = format!("({}/7)", draw.pick(&[8, 15, 22]));
    let names: Vec<(&str, String)> =
        ["x", "y"].into_iter().filter(|name| left.contains(name)).map(|name| (name, value.clone())).collect();
    Statement::new(FAMILY, &left, &right, &names)
}

fn repeat(start: &str, steps: usize, step: impl Fn(&str) -> String) -> String {
    (0..steps).fold(start.to_string(), |e, _| step(&e))
}
