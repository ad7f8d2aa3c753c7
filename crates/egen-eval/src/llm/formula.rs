//! Formulas: which one is an answer, and is it the right one?

use egen_math::{Expr, Node, Symbol, compare};
use egen_read::read::{Options, read};
use serde::{Deserialize, Serialize};

use super::answer::{Unreadable, marked, silence, words};
use super::chat::Reply;
use super::order::same;
use crate::algebra::Analogy;

/// What an answer to an analogy is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// It is y2, up to the order of terms and factors.
    Right,
    /// It equals y2, but is written otherwise; and it is not just x2.
    Otherwise,
    /// It is another formula, or x2 itself.
    Wrong,
    /// It could not be read.
    Unreadable(Unreadable),
}

/// Marks an answer.
pub fn mark(analogy: &Analogy, reply: &Reply) -> Mark {
    let Analogy { x1, y1, x2, y2, .. } = analogy;
    let known: Vec<Symbol> = [x1, y1, x2, y2].into_iter().flat_map(Expr::variables).collect();
    match formula(reply, &known) {
        Err(why) => Mark::Unreadable(why),
        Ok(answer) if same(&answer, y2) => Mark::Right,
        // Where y2 is another form of x2, x2 equals it too, and says nothing.
        Ok(answer) if !same(&answer, x2) && compare(&answer, y2).verdict.is_equal() => Mark::Otherwise,
        Ok(_) => Mark::Wrong,
    }
}

/// The formula of an answer, in these variables: words of prose would be read as variables otherwise.
pub fn formula(reply: &Reply, known: &[Symbol]) -> Result<Expr, Unreadable> {
    let words = words(reply)?;
    let found = match marked(&words, &["answer", "y2", "y_2"]) {
        Some(text) => expression(text, known).or_else(|| inner(text).and_then(|text| expression(text, known))),
        None => {
            let lines = || words.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("```"));
            let last = lines().next_back().filter(|line| lines().count() == 1 || line.len() < 80);
            let whole = last.and_then(|line| expression(line, known));
            whole.or_else(|| inner(&words).and_then(|text| expression(text, known)))
        }
    };
    found.ok_or_else(|| silence(&words))
}

/// The last part of a text that is marked as a formula or as code.
fn inner(text: &str) -> Option<&str> {
    let between = |open: &str, close: &str| {
        let end = text.rfind(close)?;
        let start = text[..end].rfind(open)?;
        Some((end, &text[start + open.len()..end]))
    };
    let found =
        [between("$$", "$$"), between("$", "$"), between("\\(", "\\)"), between("\\[", "\\]"), between("`", "`")];
    let whole = found.into_iter().flatten().filter(|(_, inside)| !inside.trim().is_empty());
    whole.max_by_key(|(end, _)| *end).map(|(_, inside)| inside)
}

/// The expression that a text is, or the last side of an equation.
fn expression(text: &str, known: &[Symbol]) -> Option<Expr> {
    let text = bare(text);
    let text = text.rsplit_once(" : ").map_or(text, |(_, last)| last.trim());
    let answer = read(text, &Options::default()).ok()?.sides.pop()?;
    let opaque = answer.nodes().iter().any(|node| matches!(node, Node::Call(..)));
    let foreign = answer.variables().iter().any(|name| !known.contains(name));
    (!opaque && !foreign).then_some(answer)
}

/// Without the signs that set a formula apart from a text.
fn bare(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let before = text;
        text = text.trim_end_matches(['.', ',', ';']).trim();
        for (open, close) in [("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]"), ("`", "`"), ("**", "**")] {
            let inside = text.strip_prefix(open).and_then(|text| text.strip_suffix(close));
            text = inside.unwrap_or(text).trim();
        }
        // `**Answer:** x` and `**Answer: x**` leave one end of their emphasis behind; no formula begins or ends with it.
        text = text.trim_start_matches("**").trim_end_matches("**").trim();
        if text == before {
            return text;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;
    use crate::llm::chat::Finish;
    use egen_read::read::read_expr;

    fn marked_as(answer: &str) -> Mark {
        let [x1, y1, x2, y2] =
            ["sin(x)", "cos(x - pi/2)", "sec(x)", "csc(x + pi/2)"].map(|text| read_expr(text).unwrap());
        let analogy = Analogy { kind: Kind::Equivalent, relation: String::new(), printed: None, x1, y1, x2, y2 };
        mark(&analogy, &Reply { content: answer.into(), finish: Finish::Whole, tokens: None })
    }

    #[test]
    fn the_right_formula_is_right_however_it_is_set() {
        for answer in [
            "Answer: csc(x + pi/2)",
            "csc(pi/2 + x)",
            "The rule shifts by a quarter of a period.\n\n**Answer:** csc(x + π/2).",
            "**Answer: csc(x + pi/2)**",
            "Answer: `csc(x + pi/2)`",
            "```\ncsc(x + pi/2)\n```",
            "Answer:\n```\ncsc(x + pi/2)\n```",
            r"Answer: $\csc\left(x + \frac{\pi}{2}\right)$",
            r"So we get \[\boxed{\csc(x+\frac{\pi}{2})}\]",
            r"Answer: y2 = csc(x + pi/2)",
            r"y_2: csc(x + pi/2)",
            r"sec(x) : csc(x + pi/2)",
            "Answer: the formula is `csc(x + pi/2)`, by periodicity",
            "It is a shift, and the answer must be $\\csc(x + \\pi/2)$ then.",
            "<think>Answer: sec(x)</think>Answer: csc(x + pi/2)",
        ] {
            assert_eq!(marked_as(answer), Mark::Right, "{answer}");
        }
    }

    #[test]
    fn equal_formulas_are_counted_apart_but_not_the_question_itself() {
        assert_eq!(marked_as("Answer: 1/cos(x)"), Mark::Otherwise);
        assert_eq!(marked_as("Answer: sec(x)"), Mark::Wrong);
        assert_eq!(marked_as("Answer: csc(x - pi/2)"), Mark::Wrong);
        assert_eq!(marked_as("Answer: 7"), Mark::Wrong);
    }

    #[test]
    fn what_cannot_be_read_is_not_called_wrong() {
        for (answer, why) in [
            ("", Unreadable::Empty),
            ("I'm sorry, I can't do that.", Unreadable::Refused),
            ("Answer: I do not know", Unreadable::NoAnswer),
            ("Answer: csc(x + ", Unreadable::NoAnswer),
            ("Answer: foo(x)", Unreadable::NoAnswer),
            ("Answer: unknown", Unreadable::NoAnswer),
            ("Answer: csc(y + pi/2)", Unreadable::NoAnswer),
            (r"\boxed{}", Unreadable::NoAnswer),
            ("The pattern is to add half of pi inside.", Unreadable::NoAnswer),
        ] {
            assert_eq!(marked_as(answer), Mark::Unreadable(why), "{answer}");
        }
    }
}
