//! Printing: how is an expression written?
//!
//! One walk serves every form, [`egen_math::pieces`]. Infix is [`egen_math::infix`], because messages show formulas in it.

mod json;
mod latex;
mod mathml;
mod prefix;
mod sympy;
mod typeset;

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use egen_math::{Expr, infix};
use latex::Latex;
use mathml::Mathml;

/// A way to write an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// One line, as it is typed: `2*x + sin(y)^2`.
    Infix,
    /// LaTeX, without the dollar signs: `2 x + \sin^{2} y`.
    Latex,
    /// Prefix tokens, the short ones: `+ * 2 x pow sin y 2`.
    Prefix,
    /// Prefix tokens in the paper's words, numbers digit by digit: `add mul INT+ 2 x pow sin y INT+ 2`.
    Paper,
    /// Parenthesised prefix: `(+ (* 2 x) (pow (sin y) 2))`.
    Sexpr,
    /// Python for SymPy with exact numbers: `2*x + sin(y)**2`.
    Sympy,
    /// Presentation MathML, a whole `<math>` element.
    Mathml,
    /// The tree as JSON: `{"op":"sin","args":[{"var":"x"}]}`.
    Json,
}

/// A name that is none of [`Form::ALL`]'s.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no form is called `{0}`; there are infix, latex, prefix, paper, sexpr, sympy, mathml and json")]
pub struct UnknownForm(pub String);

impl Form {
    /// Every form.
    pub const ALL: [Form; 8] =
        [Form::Infix, Form::Latex, Form::Prefix, Form::Paper, Form::Sexpr, Form::Sympy, Form::Mathml, Form::Json];

    /// Its name, as it is given on a command line.
    pub fn name(self) -> &'static str {
        match self {
            Form::Infix => "infix",
            Form::Latex => "latex",
            Form::Prefix => "prefix",
            Form::Paper => "paper",
            Form::Sexpr => "sexpr",
            Form::Sympy => "sympy",
            Form::Mathml => "mathml",
            Form::Json => "json",
        }
    }
}

impl FromStr for Form {
    type Err = UnknownForm;
    fn from_str(name: &str) -> Result<Form, UnknownForm> {
        Form::ALL.into_iter().find(|form| form.name() == name).ok_or_else(|| UnknownForm(name.to_owned()))
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The expression, written in a form.
pub fn print(expr: &Expr, form: Form) -> String {
    print_equation(std::slice::from_ref(expr), form)
}

/// The equation between all the sides, written in a form; one side is an expression.
pub fn print_equation(sides: &[Expr], form: Form) -> String {
    match form {
        Form::Infix => sides.iter().map(infix::print).collect::<Vec<_>>().join(" = "),
        Form::Latex => sides.iter().map(typeset::print::<Latex>).collect::<Vec<_>>().join(" = "),
        Form::Prefix => prefix::print(sides, prefix::Dialect::Short),
        Form::Paper => prefix::print(sides, prefix::Dialect::Paper),
        Form::Sexpr => prefix::print(sides, prefix::Dialect::Sexpr),
        Form::Sympy => sympy::print(sides),
        Form::Mathml => mathml::print(sides),
        Form::Json => json::print(sides),
    }
}

/// The expression in LaTeX, and the bytes that each node takes there; a node that is written as a part of the one above it, as the sine of
/// `\sin^{2} x` is, takes none.
pub fn print_latex_with_spans(expr: &Expr) -> (String, Vec<Range<usize>>) {
    typeset::print_with_spans::<Latex>(expr)
}

/// The expression as elements of MathML that stand inside of `<math>`, and the bytes that each node takes there: whole elements, or none as in LaTeX.
pub fn print_mathml_with_spans(expr: &Expr) -> (String, Vec<Range<usize>>) {
    typeset::print_with_spans::<Mathml>(expr)
}

/// `1234567` as `1,234,567`.
pub fn group_digits(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::read_expr;
    use egen_math::Id;

    #[test]
    fn spans_of_mathml_are_whole_elements_and_those_of_latex_are_formulas() {
        for text in [
            "-(x + 1)^2/(2*sin(y) - 3)",
            "a - (b - c) + -3*x",
            "sin(x)^2*sqrt(y)",
            "diff(diff(x^2*y, x), x)",
            "f(x, y_1)*(x + 1)^(1/3)",
        ] {
            let expr = read_expr(text).expect(text);
            let (printed, spans) = print_mathml_with_spans(&expr);
            assert!(print(&expr, Form::Mathml).contains(&format!(">{printed}</math>")), "{text}");
            for span in spans {
                let shown = &printed[span];
                assert!(roxmltree::Document::parse(&format!("<m>{shown}</m>")).is_ok(), "{text}: {shown}");
            }
            let (printed, spans) = print_latex_with_spans(&expr);
            assert_eq!(printed, print(&expr, Form::Latex));
            for (at, span) in spans.into_iter().enumerate().filter(|(_, span)| !span.is_empty()) {
                let shown = &printed[span];
                assert_eq!(read_expr(shown), Ok(expr.subtree(Id(at as u32))), "{text}: {shown}");
            }
        }
    }
}
