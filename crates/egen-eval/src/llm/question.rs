//! Questions: in which words are the two tasks put?
//!
//! The paper prints none of its own. A conversation is an example, its right answer, and one query. The answer is asked for in one line
//! of a fixed form, so that reading it takes no guesses.

use egen_math::Expr;
use egen_read::print::{Form, print};
use egen_read::read::read_expr;

use super::chat::Message;
use crate::algebra::{Analogy, Kind};
use crate::mistakes::Derivation;

const NOTATION: &str =
    "Notation: ^ is a power, ln the natural logarithm; asin, acsch and the like are inverse functions.";
const END_STEPS: &str = "End with one line of plain text, \"Answer: \" and the numbers of the wrong steps with commas between them, or \"Answer: none\".";
const END_FORMULA: &str =
    "End with one line of plain text, \"Answer: \" and the formula y2 alone, in the same notation.";

/// A conversation for each derivation.
pub fn mistakes(example: &Derivation, queries: &[Derivation]) -> Vec<Vec<Message>> {
    let opening = format!(
        "In a derivation every line should equal the line before it. Step k leads from line k-1 to line k, and is a mistake if line k does \
         not equal line k-1. Judge every step by itself: what follows a mistake may be right. {NOTATION}\n\n{}",
        derivation(example)
    );
    let answer = example.mistake.map_or_else(|| "none".into(), |step| step.to_string());
    queries.iter().map(|query| conversation(&opening, &answer, derivation(query))).collect()
}

/// A conversation for each analogy.
pub fn analogies(queries: &[Analogy]) -> Vec<Vec<Message>> {
    let example = example_analogy();
    let opening = format!(
        "The formula x1 is to the formula y1 as x2 is to y2. What leads from x1 to y1 may be a law of mathematics, so that y1 is another \
         way to write x1; or y1 is a related function, or something is done to x1. The same leads from x2 to y2. {NOTATION}\n\n{}",
        analogy(&example)
    );
    let answer = print(&example.y2, Form::Infix);
    queries.iter().map(|query| conversation(&opening, &answer, analogy(query))).collect()
}

fn conversation(opening: &str, answer: &str, query: String) -> Vec<Message> {
    let said = [("user", opening.into()), ("assistant", format!("Answer: {answer}")), ("user", query)];
    said.map(|(role, content)| Message { role: role.into(), content }).into()
}

fn derivation(derivation: &Derivation) -> String {
    let line = |(at, expr): (usize, &Expr)| format!("line {at}: {}\n", print(expr, Form::Infix));
    let lines: String = derivation.lines.iter().enumerate().map(line).collect();
    format!("Which steps of this derivation are mistakes?\n\n{lines}\n{END_STEPS}")
}

fn analogy(analogy: &Analogy) -> String {
    let [x1, y1, x2] = [&analogy.x1, &analogy.y1, &analogy.x2].map(|expr| print(expr, Form::Infix));
    format!("x1 = {x1}\ny1 = {y1}\nx2 = {x2}\n\nWhat is y2? {END_FORMULA}")
}

/// The example of an analogy, which is none of those that are asked.
pub(super) fn example_analogy() -> Analogy {
    let [x1, y1, x2, y2] = ["x^2", "(-x)^2", "abs(x)", "abs(-x)"].map(|text| read_expr(text).expect("a fixed text"));
    Analogy { kind: Kind::Equivalent, relation: "example".into(), printed: None, x1, y1, x2, y2 }
}
