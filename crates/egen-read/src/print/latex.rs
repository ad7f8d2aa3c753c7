//! LaTeX: which commands set the formula as a person would write it?

use std::borrow::Cow;

use egen_math::expr::{Constant, Expr, Id};
use egen_math::op::Op;

use super::typeset::{Markup, Place, is_marked};
use egen_math::names::{greek, is_plain_call};
use egen_math::pieces::Pieces;

/// LaTeX, without dollar signs.
pub(super) struct Latex;

impl Markup for Latex {
    const PARENTHESES: [&'static str; 2] = ["\\left(", "\\right)"];
    const BARS: [&'static str; 2] = ["\\left|", "\\right|"];
    const FRACTION: [&'static str; 3] = ["\\frac{", "}{", "}"];
    const SQRT: [&'static str; 2] = ["\\sqrt{", "}"];
    const POWER: [&'static str; 3] = ["", "^{", "}"];
    const SUBSCRIPT: [&'static str; 3] = ["", "_{", "}"];
    const PLUS: &'static str = " + ";
    const MINUS: &'static str = " - ";
    const NEGATE: &'static str = "-";
    const BESIDE: &'static str = " ";
    const DOT: &'static str = " \\cdot ";
    const SOFT_DOT: &'static str = " \\cdot ";
    const COMMA: &'static str = ", ";
    const APPLY: [&'static str; 2] = [" ", ""];
    const D: [&'static str; 2] = ["d", "d "];
    const INTEGRAL: [&'static str; 3] = ["\\int ", " \\, d ", ""];

    fn constant(constant: Constant) -> &'static str {
        match constant {
            Constant::Pi => "\\pi",
            Constant::E => "e",
        }
    }
    fn number(digits: &str) -> String {
        digits.to_owned()
    }
    fn symbol(name: &str) -> String {
        symbol(name, false)
    }
    fn marked(name: &str) -> String {
        symbol(name, true)
    }
    fn callee(expr: &Expr, name: &str, args: &[Id]) -> String {
        symbol(name, !is_plain_call(expr, name, args))
    }
    fn function(op: Op) -> String {
        op.info().latex.to_owned()
    }
    fn root<'a>(out: &mut Pieces<'a, Place>, degree: String, radicand: Id) {
        out.text("\\sqrt[").text(degree).text("]{").node(radicand, Place::Whole).text("}");
    }
}

/// `x_{1}`, `\rho_{\phi}`, `\mathrm{foo}`; a name that would be taken for something else is set as `\mathit{e}`.
fn symbol(name: &str, marked: bool) -> String {
    let mut parts = name.split('_');
    let head = parts.next().unwrap_or_default();
    let parts: Vec<&str> = parts.collect();
    if parts.iter().any(|part| part.is_empty()) {
        return format!("\\mathit{{{}}}", escape(name));
    }
    let mut out = if marked || is_marked(head, !parts.is_empty()) {
        format!("\\mathit{{{}}}", escape(head))
    } else if greek(head).is_some_and(|row| row.command) {
        format!("\\{head}")
    } else if head.len() == 1 && head.bytes().all(|b| b.is_ascii_alphabetic()) {
        head.to_owned()
    } else {
        format!("\\mathrm{{{}}}", escape(head))
    };
    // Subscripts have subscripts: two on one letter are an error in LaTeX.
    for part in &parts {
        out.push_str("_{");
        match greek(part) {
            Some(row) if row.command => out.extend(["\\", *part]),
            _ => out.push_str(&escape(part)),
        }
    }
    out.extend(parts.iter().map(|_| '}'));
    out
}

/// What LaTeX gives a meaning to is no part of a name; no reader makes such a name.
fn escape(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' | '~' | '^' => out.push(' '),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}
