//! Labels: what is written in a box, and how wide is it?

use egen_math::{Constant, Op, Symbol};

use super::Class;
use crate::term::Term;
use egen_math::range::{End, Range};

/// A term as people write it, without its arguments.
pub(super) fn sign(term: &Term, by: Option<&Symbol>) -> String {
    match (term, by) {
        (Term::Num(n), _) => minus(n.to_string()),
        (Term::Const(Constant::Pi), _) => "π".to_string(),
        (Term::Const(Constant::E), _) => "e".to_string(),
        (Term::Var(name) | Term::Bound(name) | Term::Call(name, _), _) => name.to_string(),
        (Term::Binary(Op::Diff, _), Some(by)) => format!("d/d{by}"),
        (Term::Binary(Op::Integral, _), Some(by)) => format!("∫ d{by}"),
        (Term::Unary(op, _) | Term::Binary(op, _), _) => match op {
            Op::Sub | Op::Neg => "−",
            Op::Mul => "×",
            Op::Div => "÷",
            Op::Sqrt => "√",
            Op::Abs => "|·|",
            op => op.info().infix[0],
        }
        .to_string(),
    }
}

/// What is known of a class beyond its nodes: `> 0`, `[−1, 1]`. A number stands among the nodes already.
pub(super) fn knowledge(class: &Class) -> Option<String> {
    let Range { low, high } = class.range;
    if class.number.is_some() {
        return None;
    }
    let (below, above) = (short(low.at), short(high.at));
    match (low.at.is_finite(), high.at.is_finite()) {
        (false, false) => None,
        (true, false) => Some(format!("{} {below}", if low.closed { "≥" } else { ">" })),
        (false, true) => Some(format!("{} {above}", if high.closed { "≤" } else { "<" })),
        (true, true) if below == above => Some(format!("≈ {below}")),
        (true, true) => {
            let bracket = |end: End, closed, open| if end.closed { closed } else { open };
            Some(format!("{}{below}, {above}{}", bracket(low, '[', '('), bracket(high, ']', ')')))
        }
    }
}

/// Four digits. The ends of ranges are rounded outwards by a few units in the last place, which nobody wants to read.
fn short(x: f64) -> String {
    let shown = if x == 0.0 || (1e-3..1e6).contains(&x.abs()) {
        let digits = (3 - x.abs().max(1e-3).log10().floor() as i32).clamp(0, 6) as usize;
        let text = format!("{x:.digits$}");
        match text.contains('.') {
            true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
            false => text,
        }
    } else {
        format!("{x:.1e}")
    };
    minus(if shown == "-0" { "0".to_string() } else { shown })
}

fn minus(text: String) -> String {
    text.replace('-', "−")
}

/// About how wide a text is in a sans-serif font, in the units of its size. Fonts differ, so it errs towards too much.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let of = |c: char| match c {
        'i' | 'j' | 'l' | '.' | ',' | '|' | '\'' | '·' => 0.3,
        'f' | 't' | 'r' | '/' | '(' | ')' | '[' | ']' | ' ' | '-' | 'I' => 0.38,
        'm' | 'w' | 'M' | 'W' => 0.9,
        '+' | '−' | '×' | '÷' | '^' | '<' | '>' | '≤' | '≥' | '≈' | '∈' => 0.62,
        c if c.is_ascii_uppercase() => 0.74,
        c if c.is_ascii() => 0.59,
        _ => 0.75,
    };
    text.chars().map(of).sum::<f64>() * size
}

#[cfg(test)]
mod tests {
    use super::*;
    use egen_math::Number;

    fn class(low: f64, high: f64, closed: bool) -> Class {
        let range = Range { low: End { at: low, closed }, high: End { at: high, closed } };
        Class { nodes: Vec::new(), number: None, range }
    }

    #[test]
    fn ranges_are_written_shortly() {
        let infinity = f64::INFINITY;
        for (low, high, closed, text) in [
            (-infinity, infinity, false, None),
            (0.0, infinity, false, Some("> 0")),
            (1.0, infinity, true, Some("≥ 1")),
            (-infinity, -0.5, true, Some("≤ −0.5")),
            (-1.0, 1.0, true, Some("[−1, 1]")),
            (-1.5707963267948983, 1.5707963267948983, false, Some("(−1.571, 1.571)")),
            (3.1415926535897913, 3.1415926535897953, true, Some("≈ 3.142")),
            (120.0, 262537412640768744.0, true, Some("[120, 2.6e17]")),
        ] {
            assert_eq!(knowledge(&class(low, high, closed)).as_deref(), text);
        }
        let number = Class { number: Some(Number::from(8)), ..class(8.0, 8.0, true) };
        assert_eq!(knowledge(&number), None);
    }
}
