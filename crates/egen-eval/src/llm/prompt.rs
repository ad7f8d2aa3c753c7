//! Prompts: in which words are the two tasks put?
//!
//! The paper prints none of its own. As there, a model gets one example and is told what is right until its answer is; then come the
//! queries, each with the conversation about the example before it and none of the other queries.

use egen_math::Expr;
use egen_read::print::{Form, print};
use egen_read::read::read_expr;

use crate::algebra::{Analogy, Kind};
use crate::mistakes::Derivation;

const NOTATION: &str =
    "Notation: ^ is a power, ln the natural logarithm; asin, acsch and the like are inverse functions.";
const END_STEPS: &str =
    "End with one line: \"Mistakes: \" and the numbers of the wrong steps, or \"Mistakes: none\" if there are none.";
const END_FORMULA: &str = "End with one line: \"Answer: \" and the formula y2.";

/// The question about a derivation.
pub fn mistakes(derivation: &Derivation) -> String {
    let line = |(at, expr): (usize, &Expr)| format!("line {at}: {}\n", print(expr, Form::Infix));
    let lines: String = derivation.lines.iter().enumerate().map(line).collect();
    format!("Which steps of this derivation are mistakes?\n\n{lines}\n{END_STEPS}")
}

/// The first question, with what it is about.
pub fn first_mistakes(example: &Derivation) -> String {
    format!(
        "In a derivation every line should equal the line before it. Step k leads from line k-1 to line k, and is a mistake if line k does \
         not equal line k-1. Judge every step by itself: what follows a mistake may be right. {NOTATION}\n\n{}",
        mistakes(example)
    )
}

/// What is said after a wrong answer.
pub fn mistakes_feedback(example: &Derivation) -> String {
    let right = match example.mistake {
        Some(step) => format!(
            "step {step} is the mistake: line {step} does not equal line {}. The other steps are right",
            step - 1
        ),
        None => "no step is a mistake: every line equals the one before it".into(),
    };
    format!("That is not right: {right}. Which steps of that derivation are mistakes?\n\n{END_STEPS}")
}

/// The question about an analogy.
pub fn analogy(analogy: &Analogy) -> String {
    let [x1, y1, x2] = [&analogy.x1, &analogy.y1, &analogy.x2].map(|expr| print(expr, Form::Infix));
    format!("x1 = {x1}\ny1 = {y1}\nx2 = {x2}\n\nWhat is y2? {END_FORMULA}")
}

/// The first question, with what it is about.
pub fn first_analogy(example: &Analogy) -> String {
    format!(
        "The formula x1 is to the formula y1 as x2 is to y2. What leads from x1 to y1 may be a law of mathematics, so that y1 is another \
         way to write x1; or y1 is a related function, or something is done to x1. The same leads from x2 to y2. {NOTATION}\n\n{}",
        analogy(example)
    )
}

/// What is said after a wrong answer.
pub fn analogy_feedback(example: &Analogy) -> String {
    let y2 = print(&example.y2, Form::Infix);
    format!("That is not right: y2 is {y2}. What is y2 in that example? {END_FORMULA}")
}

/// The example of an analogy, which is none of those that are asked.
pub fn example_analogy() -> Analogy {
    let read = |text| read_expr(text).expect("a fixed text");
    Analogy {
        kind: Kind::Equivalent,
        relation: "example".into(),
        printed: None,
        x1: read("x^2"),
        y1: read("(-x)^2"),
        x2: read("abs(x)"),
        y2: read("abs(-x)"),
    }
}
