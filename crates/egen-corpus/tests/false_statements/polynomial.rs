//! Polynomials: which keep one sign but between two close roots?

use egen_math::{Number, Op};
use egen_read::read::read_expr;

use super::certify::exact;
use super::draw::Draw;
use super::regions::Region;

/// Coefficients, from that of 1 on.
type Coefficients = Vec<Number>;

/// Two roots that differ in the eighth to thirtieth digit, and factors that are positive or squares; written as a product or expanded.
pub fn close_roots(draw: &mut Draw) -> Region {
    let root = format!("({}.{})", draw.int(-40..=40), draw.int(1..=99_999));
    let places = draw.int(8..=30);
    let other = format!("({root} + 10^(-{places}))");
    let mut factors: Vec<Coefficients> = vec![linear(&root), linear(&other)];
    let mut text = format!("(x - {root})*(x - {other})");
    for _ in 0..draw.below(4) {
        let (a, b) = (draw.number(), draw.factor());
        // A square of its own may vanish between the roots; that is one point only.
        let (factor, written) = if draw.chance(0.5) {
            (product(&linear(&a), &linear(&a)), format!("(x - {a})^2"))
        } else {
            (vec![number(&b), Number::ZERO, Number::ONE], format!("(x^2 + {b})"))
        };
        factors.push(factor);
        text = format!("{text}*{written}");
    }
    if draw.chance(0.5) {
        text = written(&factors.iter().skip(1).fold(factors[0].clone(), |all, next| product(&all, next)));
    }
    Region { text, at: vec![("x", format!("{root} + 4*10^(-{})", places + 1))], positive: false }
}

/// x² − 2ax + …, as one who expands would write it.
pub fn written(coefficients: &[Number]) -> String {
    let terms = coefficients.iter().enumerate().rev().filter(|(_, c)| !c.is_zero());
    let shown = |c: &Number| c.to_decimal().unwrap_or_else(|| c.to_string());
    let term = |(k, c): (usize, &Number)| match k {
        0 => format!("({})", shown(c)),
        _ => format!("({})*x^{k}", shown(c)),
    };
    terms.map(term).collect::<Vec<_>>().join(" + ")
}

/// The number that a text is.
pub fn number(text: &str) -> Number {
    read_expr(text).ok().and_then(|expr| exact(&expr)).unwrap_or_else(|| panic!("{text} is no rational number"))
}

fn linear(root: &str) -> Coefficients {
    vec![-number(root), Number::ONE]
}

fn product(a: &[Number], b: &[Number]) -> Coefficients {
    let mut out = vec![Number::ZERO; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            let term = x.combine(Op::Mul, y).expect("a product");
            out[i + j] = out[i + j].combine(Op::Add, &term).expect("a sum");
        }
    }
    out
}
