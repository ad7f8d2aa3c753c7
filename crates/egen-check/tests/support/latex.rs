//! The infix of generated derivations in LaTeX: brackets around fractions, roots and bars tell where these end.

/// A line in LaTeX.
pub fn of(line: &str) -> String {
    let letters: Vec<char> = line.chars().collect();
    convert(&letters)
}

const SPELLED: [(&str, &str); 9] = [
    (" or ", r" \text{ or } "),
    ("dy/dx", r"\frac{dy}{dx}"),
    ("<=", r"\leq "),
    (">=", r"\geq "),
    ("sin", r"\sin "),
    ("cos", r"\cos "),
    ("pi", r"\pi "),
    ("*", r"\cdot "),
    ("+-", r"\pm "),
];

fn convert(letters: &[char]) -> String {
    let mut out = String::new();
    let mut at = 0;
    while at < letters.len() {
        let rest = &letters[at..];
        let starts = |text: &str| text.chars().enumerate().all(|(at, c)| rest.get(at) == Some(&c));
        if starts("sqrt(") || starts("abs(") {
            let open = at + if starts("sqrt(") { 4 } else { 3 };
            let end = closing(letters, open);
            let inner = convert(&letters[open + 1..end]);
            out += &if starts("sqrt(") { format!(r"\sqrt{{{inner}}}") } else { format!("|{inner}|") };
            at = end + 1;
        } else if rest[0] == '(' && is_fraction(letters, at) {
            let end = closing(letters, at);
            let last = closing(letters, end + 2);
            let (above, below) = (convert(&letters[at + 1..end]), convert(&letters[end + 3..last]));
            out += &format!(r"\frac{{{above}}}{{{below}}}");
            at = last + 1;
        } else if let Some((text, spelled)) = SPELLED.iter().find(|(text, _)| starts(text)) {
            out += spelled;
            at += text.chars().count();
        } else {
            out.push(rest[0]);
            at += 1;
        }
    }
    out
}

/// The place of the bracket that closes the one at `open`.
fn closing(letters: &[char], open: usize) -> usize {
    let mut depth = 0;
    for (at, c) in letters.iter().enumerate().skip(open) {
        depth += i32::from(*c == '(') - i32::from(*c == ')');
        if depth == 0 {
            return at;
        }
    }
    panic!("brackets do not match")
}

fn is_fraction(letters: &[char], open: usize) -> bool {
    letters[closing(letters, open) + 1..].starts_with(&['/', '('])
}

#[test]
fn fractions_roots_and_bars_are_converted() {
    for (infix, latex) in [
        ("(2)/(3x) + sqrt(x^2 + 1)", r"\frac{2}{3x} + \sqrt{x^2 + 1}"),
        ("abs(x - 1) = 3 or (x + 1)(x - 1) = 0", r"|x - 1| = 3 \text{ or } (x + 1)(x - 1) = 0"),
        ("= 2 sin(x)^2", r"= 2 \sin (x)^2"),
        ("dy/dx = 2x", r"\frac{dy}{dx} = 2x"),
    ] {
        assert_eq!(of(infix), latex);
    }
}
