//! MathML: which elements do browsers set without any script?

use egen_math::expr::{Constant, Expr, Id};
use egen_math::names::differential_of;
use egen_math::op::Op;

use super::typeset::{self, Markup, Place, is_marked};
use egen_math::names::greek;
use egen_math::pieces::Pieces;

/// One `<math>` element with all the sides.
pub(super) fn print(sides: &[Expr]) -> String {
    let sides: Vec<String> = sides.iter().map(typeset::print::<Mathml>).collect();
    let open = "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">";
    [open, &sides.join("<mo>=</mo>"), "</math>"].concat()
}

/// Presentation MathML, inside of its `<math>`.
pub(super) struct Mathml;

// U+2061 is the invisible application of a function, U+2062 the invisible times.
impl Markup for Mathml {
    const PARENTHESES: [&'static str; 2] = ["<mrow><mo>(</mo>", "<mo>)</mo></mrow>"];
    const BARS: [&'static str; 2] =
        ["<mrow><mo stretchy=\"true\" form=\"prefix\">|</mo>", "<mo stretchy=\"true\" form=\"postfix\">|</mo></mrow>"];
    const FRACTION: [&'static str; 3] = ["<mfrac><mrow>", "</mrow><mrow>", "</mrow></mfrac>"];
    const SQRT: [&'static str; 2] = ["<msqrt>", "</msqrt>"];
    const POWER: [&'static str; 3] = ["<msup><mrow>", "</mrow><mrow>", "</mrow></msup>"];
    const SUBSCRIPT: [&'static str; 3] = ["<msub><mrow>", "</mrow><mrow>", "</mrow></msub>"];
    const PLUS: &'static str = "<mo>+</mo>";
    const MINUS: &'static str = "<mo>−</mo>";
    const NEGATE: &'static str = "<mo form=\"prefix\">−</mo>";
    const BESIDE: &'static str = "<mo>&#x2062;</mo>";
    const DOT: &'static str = "<mo>⋅</mo>";
    const SOFT_DOT: &'static str = "<mo>&#x2062;</mo>";
    const COMMA: &'static str = "<mo>,</mo>";
    const APPLY: [&'static str; 2] = ["<mo>&#x2061;</mo><mspace width=\"0.1667em\"/>", "<mo>&#x2061;</mo>"];
    const D: [&'static str; 2] = ["<mi>d</mi>", "<mi>d</mi>"];
    const INTEGRAL: [&'static str; 3] = ["<mrow><mo>∫</mo>", "<mspace width=\"0.1667em\"/><mi>d</mi>", "</mrow>"];

    fn constant(constant: Constant) -> &'static str {
        match constant {
            Constant::Pi => "<mi>π</mi>",
            Constant::E => "<mi>e</mi>",
        }
    }
    fn number(digits: &str) -> String {
        format!("<mn>{digits}</mn>")
    }
    fn marked(name: &str) -> String {
        symbol(name, true)
    }
    // The invisible application that follows says that it is a function.
    fn callee(_: &Expr, name: &str, _: &[Id]) -> String {
        symbol(name, false)
    }
    fn symbol(name: &str) -> String {
        symbol(name, false)
    }
    fn function(op: Op) -> String {
        let latex = op.info().latex;
        let name = latex.strip_prefix("\\operatorname{").map_or(&latex[1..], |rest| rest.trim_end_matches('}'));
        format!("<mi>{name}</mi>")
    }
    fn root<'a>(out: &mut Pieces<'a, Place>, degree: String, radicand: Id) {
        out.text("<mroot><mrow>").node(radicand, Place::Whole).text("</mrow>").text(degree).text("</mroot>");
    }
}

/// A name with its subscripts. One that would be taken for something else is set in italics by an attribute, which changes
/// nothing in the picture of a single letter.
fn symbol(name: &str, marked: bool) -> String {
    let (head, tail) = name.split_once('_').map_or((name, None), |(head, tail)| (head, Some(tail)));
    let tail = match tail {
        Some(tail) if tail.split('_').all(|part| !part.is_empty()) => Some(tail),
        None => None,
        Some(_) => return italic(name),
    };
    // Behind an integral sign, `dx` is what it is integrated by.
    let marked = marked || is_marked(head, tail.is_some()) || differential_of(head).is_some();
    let first = if marked { italic(head) } else { letters(head) };
    match tail {
        None => first,
        Some(tail) => {
            let parts: Vec<String> = tail.split('_').map(letters).collect();
            format!("<msub>{first}<mrow>{}</mrow></msub>", parts.join("<mo>,</mo>"))
        }
    }
}

fn italic(name: &str) -> String {
    format!("<mi mathvariant=\"italic\">{}</mi>", escaped(name))
}

/// A part of a name: one element, with Greek letters as themselves.
fn letters(part: &str) -> String {
    if let Some(row) = greek(part) {
        return format!("<mi>{}</mi>", row.letter);
    }
    if !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()) {
        return format!("<mn>{part}</mn>");
    }
    format!("<mi>{}</mi>", escaped(part))
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            // XML cannot hold these, not even as references.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
