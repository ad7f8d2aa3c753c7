//! Derivations at random: a task, its lines in infix, and the same lines in LaTeX.
//!
//! `x` and `y` are placeholders of letters, so that a derivation can be written in others. About every third has a mistake.

pub mod latex;

use proptest::prelude::*;

/// What is to be done, and the lines by which it is done.
#[derive(Clone, Debug)]
pub struct Derivation {
    pub task: &'static str,
    /// In infix; the first line is what the task is about.
    pub lines: Vec<String>,
    /// The line that is wrong or loses a solution, from 0: always the last one.
    pub mistake: Option<usize>,
}

impl Derivation {
    fn new(task: &'static str, lines: impl IntoIterator<Item = String>, wrong: bool) -> Derivation {
        let lines = Vec::from_iter(lines);
        let mistake = wrong.then_some(lines.len() - 1);
        Derivation { task, lines, mistake }
    }

    /// The same in other letters.
    pub fn renamed(&self, x: char, y: char) -> Derivation {
        Derivation { lines: self.lines.iter().map(|line| renamed(line, x, y)).collect(), ..*self }
    }

    /// Its lines in LaTeX.
    pub fn in_latex(&self) -> Vec<String> {
        self.lines.iter().map(|line| latex::of(line)).collect()
    }
}

/// Only single letters are variables: `sin` and `exp` stay.
fn renamed(line: &str, x: char, y: char) -> String {
    let letters: Vec<char> = line.chars().collect();
    let alone = |at: usize| {
        let beside = [at.checked_sub(1), Some(at + 1)];
        let named =
            |at: &Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|c| c.is_alphabetic() && *c != 'd');
        !beside.iter().any(named)
    };
    let new = |(at, c): (usize, &char)| match c {
        'x' if alone(at) => x,
        'y' if alone(at) => y,
        c => *c,
    };
    letters.iter().enumerate().map(new).collect()
}

/// `3x`, `-x`, nothing for 0; with a sign in between if it is not the first.
fn term(coefficient: i32, factor: &str, first: bool) -> String {
    let size = match (coefficient.abs(), factor) {
        (1, factor) if !factor.is_empty() => factor.to_string(),
        (size, factor) => format!("{size}{factor}"),
    };
    match (coefficient, first) {
        (0, _) => String::new(),
        (1.., true) => size,
        (_, true) => format!("-{size}"),
        (1.., false) => format!(" + {size}"),
        (_, false) => format!(" - {size}"),
    }
}

/// A sum of coefficients times factors.
fn sum(terms: &[(i32, &str)]) -> String {
    let mut out = String::new();
    for (coefficient, factor) in terms {
        let first = out.is_empty();
        out += &term(*coefficient, factor, first);
    }
    if out.is_empty() { "0".to_string() } else { out }
}

fn linear(a: i32, b: i32) -> String {
    sum(&[(a, "x"), (b, "")])
}

fn quadratic(a: i32, b: i32, c: i32) -> String {
    sum(&[(a, "x^2"), (b, "x"), (c, "")])
}

fn nonzero(largest: i32) -> impl Strategy<Value = i32> {
    (1..=largest, any::<bool>()).prop_map(|(size, negative)| if negative { -size } else { size })
}

/// Is the last line wrong?
fn wrong() -> impl Strategy<Value = bool> {
    prop::bool::weighted(0.3)
}

fn equation() -> impl Strategy<Value = Derivation> {
    (2..9, nonzero(9), nonzero(9), wrong()).prop_map(|(a, b, root, wrong)| {
        let root_shown = if wrong { root + 1 } else { root };
        let lines = [
            format!("{} = {}", linear(a, b), a * root + b),
            format!("{} = {}", linear(a, 0), a * root),
            format!("x = {root_shown}"),
        ];
        Derivation::new("Solve", lines, wrong)
    })
}

fn factored() -> impl Strategy<Value = Derivation> {
    (nonzero(9), nonzero(9), 0..3).prop_map(|(p, q, end)| {
        let (last, wrong) = match end {
            0 => (format!("x = {p}"), p != q),
            1 if p != q => (format!("x = {} or x = {q}", p + 1), true),
            _ => (format!("x = {p} or x = {q}"), false),
        };
        let given = format!("{} = 0", quadratic(1, -p - q, p * q));
        Derivation::new("Solve", [given, format!("({})({}) = 0", linear(1, -p), linear(1, -q)), last], wrong)
    })
}

fn product() -> impl Strategy<Value = Derivation> {
    (1..6, nonzero(7), 1..6, nonzero(7), wrong()).prop_map(|(a, b, c, d, wrong)| {
        let parts = sum(&[(a * c, "x^2"), (a * d, "x"), (b * c, "x"), (b * d, "")]);
        let middle = a * d + b * c + i32::from(wrong);
        let lines = [
            format!("({})({})", linear(a, b), linear(c, d)),
            format!("= {parts}"),
            format!("= {}", quadratic(a * c, middle, b * d)),
        ];
        Derivation::new("Expand", lines, wrong)
    })
}

fn fractions() -> impl Strategy<Value = Derivation> {
    (1..9, 2..9, 1..9, 2..9, wrong()).prop_map(|(a, b, c, d, wrong)| {
        let above = a * d + c * b + i32::from(wrong);
        let lines = [
            format!("({a})/({b}) + ({c})/({d})"),
            format!("= ({})/({}) + ({})/({})", a * d, b * d, c * b, b * d),
            format!("= ({above})/({})", b * d),
        ];
        Derivation::new("Simplify", lines, wrong)
    })
}

fn inequality() -> impl Strategy<Value = Derivation> {
    (nonzero(8), nonzero(9), -9..9, wrong()).prop_map(|(a, b, bound, wrong)| {
        let turned = if (a < 0) == wrong { "<" } else { ">" };
        let lines = [
            format!("{} < {}", linear(a, b), a * bound + b),
            format!("{} < {}", linear(a, 0), a * bound),
            format!("x {turned} {bound}"),
        ];
        Derivation::new("Solve", lines, wrong)
    })
}

fn absolute() -> impl Strategy<Value = Derivation> {
    (nonzero(9), 1..9i32, wrong()).prop_map(|(b, k, wrong)| {
        let inner = linear(1, b);
        let second = -k - b - i32::from(wrong);
        let lines = [
            format!("abs({inner}) = {k}"),
            format!("{inner} = {k} or {inner} = -{k}"),
            format!("x = {} or x = {second}", k - b),
        ];
        Derivation::new("Solve", lines, wrong)
    })
}

fn derivative() -> impl Strategy<Value = Derivation> {
    (2..9, 3..7, nonzero(9), wrong()).prop_map(|(a, n, b, wrong)| {
        let (power, below) = (format!("x^{n}"), format!("x^{}", n - 1 + i32::from(wrong)));
        let lines =
            [format!("y = {}", sum(&[(a, &power), (b, "x")])), format!("dy/dx = {}", sum(&[(a * n, &below), (b, "")]))];
        Derivation::new("Differentiate", lines, wrong)
    })
}

fn trigonometry() -> impl Strategy<Value = Derivation> {
    (2..9, wrong()).prop_map(|(a, wrong)| {
        let sign = if wrong { "+" } else { "-" };
        let lines = [
            format!("{a} sin(x)^2 - {a} cos(x)^2"),
            format!("= {a}(1 - cos(x)^2) - {a} cos(x)^2"),
            format!("= {a} {sign} {} cos(x)^2", 2 * a),
        ];
        Derivation::new("Simplify", lines, wrong)
    })
}

fn radical() -> impl Strategy<Value = Derivation> {
    // (x - p)(x - q) = (x - c)^2 - (x + b): q is extraneous where q < c, and a root where q = c.
    (2..9i32, 1..4i32).prop_map(|(c, k)| {
        let (p, q) = (c + k, c + 1 - k);
        let b = c * c - p * q;
        let lines = [
            format!("sqrt({}) = {}", linear(1, b), linear(1, -c)),
            format!("{} = ({})^2", linear(1, b), linear(1, -c)),
            format!("x = {p}"),
        ];
        Derivation::new("Solve", lines, q == c)
    })
}

/// A derivation of any kind.
pub fn derivation() -> impl Strategy<Value = Derivation> {
    prop_oneof![
        equation(),
        factored(),
        product(),
        fractions(),
        inequality(),
        absolute(),
        derivative(),
        trigonometry(),
        radical(),
    ]
}
