//! Shown: how is the formula of a row written in the notation of its line?

use std::fmt;

use egen_math::Expr;
use egen_math::assume::Relation;
use egen_read::print::{Form, print, print_mathml_with_spans};
use egen_read::read::Notation;

use crate::definite::Parts;
use crate::formula::{Formula, Sign, Token};

/// The formula of a row. It is written when somebody looks at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown(What);

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    Expression(Expr),
    Relations(Formula),
}

impl From<&Expr> for Shown {
    fn from(expr: &Expr) -> Shown {
        Shown(What::Expression(expr.clone()))
    }
}

impl From<&Formula> for Shown {
    fn from(formula: &Formula) -> Shown {
        Shown(What::Relations(formula.clone()))
    }
}

/// How formulas are set for a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// One line, as it is typed.
    Infix,
    /// LaTeX without dollar signs.
    Latex,
    /// Elements of MathML that stand inside of `<math>`.
    Mathml,
}

impl Setting {
    /// The setting for a line: LaTeX for LaTeX, and infix for every other notation.
    pub fn of(notation: Notation) -> Setting {
        if notation == Notation::Latex { Setting::Latex } else { Setting::Infix }
    }
}

impl Shown {
    /// The formula as text.
    pub fn print(&self, setting: Setting) -> String {
        match &self.0 {
            What::Expression(expr) => side(expr, setting),
            What::Relations(formula) => formula.tokens().map(|token| write(token, setting)).collect(),
        }
    }
}

/// Infix.
impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.print(Setting::Infix))
    }
}

/// How each relation is written, in the order of the settings.
fn sign(sign: Sign) -> [&'static str; 3] {
    match sign {
        Sign::Equal => [" = ", " = ", "<mo>=</mo>"],
        Sign::Other(Relation::Less) => [" < ", " < ", "<mo>&lt;</mo>"],
        Sign::Other(Relation::Greater) => [" > ", " > ", "<mo>&gt;</mo>"],
        Sign::Other(Relation::LessOrEqual) => [" <= ", " \\le ", "<mo>≤</mo>"],
        Sign::Other(Relation::GreaterOrEqual) => [" >= ", " \\ge ", "<mo>≥</mo>"],
        Sign::Other(Relation::NotEqual) => [" != ", " \\ne ", "<mo>≠</mo>"],
    }
}

fn write(token: Token<'_>, setting: Setting) -> String {
    const AND: [&str; 3] = [", ", ", ", "<mo>,</mo><mspace width=\"0.5em\"/>"];
    const OR: [&str; 3] =
        [" or ", " \\text{ or } ", "<mspace width=\"0.5em\"/><mtext>or</mtext><mspace width=\"0.5em\"/>"];
    let texts = match token {
        Token::Side(expr) => return side(expr, setting),
        Token::Sign(of) => sign(of),
        Token::And => AND,
        Token::Or => OR,
    };
    texts[setting as usize].to_string()
}

/// An expression; a definite integral or a bracket with limits as people write them.
fn side(expr: &Expr, setting: Setting) -> String {
    let plain = |expr: &Expr| match setting {
        Setting::Infix => expr.to_string(),
        Setting::Latex => print(expr, Form::Latex),
        Setting::Mathml => print_mathml_with_spans(expr).0,
    };
    let Some(parts) = Parts::of(expr) else { return plain(expr) };
    let limit = |limit: &Expr| match setting {
        Setting::Infix if limit.len() > 1 => format!("({limit})"),
        _ => plain(limit),
    };
    let [from, to] = [limit(&parts.limits[0]), limit(&parts.limits[1])];
    let by = plain(&Expr::variable(parts.by.as_str()));
    let inside = plain(&parts.inside);
    let inside = match setting {
        _ if parts.between || !parts.is_sum() => inside,
        Setting::Infix => format!("({inside})"),
        Setting::Latex => format!("\\left({inside}\\right)"),
        Setting::Mathml => format!("<mrow><mo>(</mo>{inside}<mo>)</mo></mrow>"),
    };
    match (setting, parts.between) {
        (Setting::Infix, true) => format!("[{inside}]_{from}^{to}"),
        (Setting::Infix, false) => format!("∫_{from}^{to} {inside} d{by}"),
        (Setting::Latex, true) => format!("\\left[{inside}\\right]_{{{from}}}^{{{to}}}"),
        (Setting::Latex, false) => format!("\\int_{{{from}}}^{{{to}}} {inside} \\, d{by}"),
        (Setting::Mathml, true) => {
            format!("<msubsup><mrow><mo>[</mo>{inside}<mo>]</mo></mrow><mrow>{from}</mrow><mrow>{to}</mrow></msubsup>")
        }
        (Setting::Mathml, false) => format!(
            "<mrow><msubsup><mo>∫</mo><mrow>{from}</mrow><mrow>{to}</mrow></msubsup>{inside}<mspace width=\"0.1667em\"/><mi>d</mi>{by}</mrow>"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Judge, check};
    use egen_read::read::Options;

    fn last(text: &str) -> Shown {
        let rows = check(text, &Judge::builtin(), &Options::default());
        rows.into_iter().rev().find_map(|row| row.after).expect("a formula")
    }

    #[test]
    fn relations_and_integrals_are_set_in_each_way() {
        for (text, infix, latex) in [
            ("x^2 = 4\nx = 2 or x = -2", "x = 2 or x = -2", "x = 2 \\text{ or } x = -2"),
            ("0 < x <= 1/2", "0 < x <= 1/2", "0 < x \\le \\frac{1}{2}"),
            ("x + y = 1, x != 2", "x + y = 1, x != 2", "x + y = 1, x \\ne 2"),
            ("∫_0^1 (2x + 1) dx = [x^2 + x]_0^1", "[x^2 + x]_0^1", "\\left[x^{2} + x\\right]_{0}^{1}"),
            ("A = ∫_0^1 (2x + 1) dx", "A = ∫_0^1 (2*x + 1) dx", "A = \\int_{0}^{1} \\left(2 x + 1\\right) \\, dx"),
        ] {
            let shown = last(text);
            assert_eq!((shown.to_string().as_str(), shown.print(Setting::Latex).as_str()), (infix, latex), "{text}");
            let mathml = shown.print(Setting::Mathml);
            assert!(mathml.starts_with('<') && mathml.ends_with('>'), "{mathml}");
        }
    }
}
