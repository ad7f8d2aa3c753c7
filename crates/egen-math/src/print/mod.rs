//! Printing: how is an expression written?
//!
//! One walk serves every form. A printer says what a node is made of, as pieces in reading
//! order; the walk keeps the pieces that are still to be written on a stack of its own. So no
//! nesting is too deep for it, and the time is linear in the length of the output.

mod infix;
mod json;
mod latex;
mod mathml;
mod names;
mod prefix;
mod sympy;
mod typeset;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::expr::{Expr, Id};

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
        Form::Latex => sides.iter().map(latex::print).collect::<Vec<_>>().join(" = "),
        Form::Prefix => prefix::print(sides, prefix::Dialect::Short),
        Form::Paper => prefix::print(sides, prefix::Dialect::Paper),
        Form::Sexpr => prefix::print(sides, prefix::Dialect::Sexpr),
        Form::Sympy => sympy::print(sides),
        Form::Mathml => mathml::print(sides),
        Form::Json => json::print(sides),
    }
}

/// The expression in infix, and the bytes that each node takes there, with the parentheses around it.
///
/// ```
/// use egen_math::{Node, print::print_infix_with_spans, read::read_expr};
/// let expr = read_expr("x*(y + 1)").unwrap();
/// let (text, spans) = print_infix_with_spans(&expr);
/// let Node::Binary(_, _, sum) = expr.node(expr.root()) else { panic!("a product") };
/// assert_eq!(&text[spans[sum.index()].clone()], "(y + 1)");
/// ```
pub fn print_infix_with_spans(expr: &Expr) -> (String, Vec<Range<usize>>) {
    infix::print_with_spans(expr)
}

/// The expression in LaTeX, and the bytes that each node takes there; a node that is written as a part of the one above it, as the sine of
/// `\sin^{2} x` is, takes none.
pub fn print_latex_with_spans(expr: &Expr) -> (String, Vec<Range<usize>>) {
    latex::print_with_spans(expr)
}

/// The expression as elements of MathML that stand inside of `<math>`, and the bytes that each node takes there: whole elements, or none as in LaTeX.
pub fn print_mathml_with_spans(expr: &Expr) -> (String, Vec<Range<usize>>) {
    mathml::print_with_spans(expr)
}

/// Infix.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&print(self, Form::Infix))
    }
}

/// What a node is made of: text and arguments, in reading order.
struct Pieces<'a, P>(Vec<Piece<'a, P>>);

enum Piece<'a, P> {
    Text(Cow<'a, str>),
    /// An argument and what the printer wants to know about where it stands.
    Node(Id, P),
}

impl<'a, P> Pieces<'a, P> {
    fn text(&mut self, text: impl Into<Cow<'a, str>>) -> &mut Self {
        self.0.push(Piece::Text(text.into()));
        self
    }

    fn node(&mut self, id: Id, place: P) -> &mut Self {
        self.0.push(Piece::Node(id, place));
        self
    }
}

/// Appends the expression; `expand` says what the node with an id is made of at its place.
fn write<'a, P>(out: &mut String, expr: &Expr, place: P, mut expand: impl FnMut(Id, P, &mut Pieces<'a, P>)) {
    let mut todo = vec![Piece::Node(expr.root(), place)];
    let mut pieces = Pieces(Vec::new());
    while let Some(piece) = todo.pop() {
        match piece {
            Piece::Text(text) => out.push_str(&text),
            Piece::Node(id, place) => {
                expand(id, place, &mut pieces);
                todo.extend(pieces.0.drain(..).rev());
            }
        }
    }
}

/// Like [`write`], and says where each node stands.
fn write_with_spans<'a, P>(
    out: &mut String,
    expr: &Expr,
    place: P,
    mut expand: impl FnMut(Id, P, &mut Pieces<'a, P>),
) -> Vec<Range<usize>> {
    enum Visit<'a, P> {
        Piece(Piece<'a, P>),
        End(Id),
    }
    let mut spans = vec![0..0; expr.len()];
    let mut todo = vec![Visit::Piece(Piece::Node(expr.root(), place))];
    let mut pieces = Pieces(Vec::new());
    while let Some(visit) = todo.pop() {
        match visit {
            Visit::Piece(Piece::Text(text)) => out.push_str(&text),
            Visit::Piece(Piece::Node(id, place)) => {
                spans[id.index()].start = out.len();
                todo.push(Visit::End(id));
                expand(id, place, &mut pieces);
                todo.extend(pieces.0.drain(..).rev().map(Visit::Piece));
            }
            Visit::End(id) => spans[id.index()].end = out.len(),
        }
    }
    spans
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

    #[test]
    fn spans_hold_what_the_nodes_are_printed_as() {
        for text in
            ["x", "-(x + 1)^2/(2*sin(y) - 3)", "a - (b - c) + -3*x", "diff(x^2*y, x) + log(x, 2)", "f(x, y + 1)*2"]
        {
            let expr = read_expr(text).expect(text);
            let (printed, spans) = print_infix_with_spans(&expr);
            assert_eq!(printed, expr.to_string());
            for (at, span) in spans.iter().enumerate() {
                // Where it stands, a node may need parentheses that it does not need alone.
                let shown = &printed[span.clone()];
                assert_eq!(read_expr(shown), Ok(expr.subtree(Id(at as u32))), "{text}: {shown}");
            }
        }
    }

    #[test]
    fn spans_of_mathml_are_whole_elements_and_those_of_latex_are_formulas() {
        for text in ["-(x + 1)^2/(2*sin(y) - 3)", "a - (b - c) + -3*x", "sin(x)^2*sqrt(y)", "diff(diff(x^2*y, x), x)", "f(x, y_1)*(x + 1)^(1/3)"] {
            let expr = read_expr(text).expect(text);
            let (printed, spans) = print_mathml_with_spans(&expr);
            assert_eq!(format!("<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">{printed}</math>"), print(&expr, Form::Mathml));
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

    #[test]
    fn spans_of_deep_expressions_take_no_stack() {
        let deep = (0..100_000).fold(Expr::variable("x"), |expr, _| expr.unary(crate::op::Op::Sin));
        let (printed, spans) = print_infix_with_spans(&deep);
        assert_eq!(&printed[spans[0].clone()], "x");
    }
}
