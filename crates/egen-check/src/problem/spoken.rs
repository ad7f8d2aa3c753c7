//! Spoken: what do the words of a line say of problems?

use crate::words::{DOING, PROBLEMS, is_word, says};

/// Verbs that set a task, where they start a line.
const TASKS: [&str; 20] = [
    "simplify",
    "solve",
    "evaluate",
    "expand",
    "factor",
    "factorise",
    "factorize",
    "differentiate",
    "integrate",
    "compute",
    "calculate",
    "find",
    "work",
    "vereinfache",
    "löse",
    "berechne",
    "résoudre",
    "simplifier",
    "simplificar",
    "resolver",
];

/// Does a line set a task: `Simplify 6/8`?
pub fn sets_task(text: &str) -> bool {
    first_words(text).0.is_some_and(|word| TASKS.contains(&word.as_str()))
}

/// Does a line announce a problem?
pub fn announces(text: &str) -> bool {
    if let Some(rest) = text.strip_prefix("\\begin{") {
        let name = rest.split(['}', '*']).next().unwrap_or("");
        return PROBLEMS.contains(&name) && name != "solution" && name != "proof";
    }
    let Some(start) = text.find(char::is_alphabetic) else { return false };
    let after = text[start..].trim_start_matches(char::is_alphabetic);
    let (Some(first), second) = first_words(text) else { return false };
    let second = second.unwrap_or_default();
    // Q2. is a question, Ex 1: an example, and `example` alone may be a name.
    let counted = after.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let numbered = start == 0 && counted && matches!(first.as_str(), "q" | "ex");
    let solves = start == 0 && first == "solve" && second != "for" && crate::prose::relates(text);
    let again = matches!(first.as_str(), "now" | "next") && PROBLEMS.contains(&second.as_str());
    let related = after.trim_start().starts_with(['=', '<', '>', '^', '*', '/', '+', '-']);
    numbered || solves || again || PROBLEMS.contains(&first.as_str()) && !related
}

/// Does a heading belong to a problem that goes on: `### Step 2`?
pub fn resumes(text: &str) -> bool {
    let first = first_words(text).0;
    first.is_none_or(|word| {
        DOING.contains(&word.as_str())
            || is_word(&word)
            || ["final", "result", "conclusion", "verification", "verify", "schritt", "paso", "étape"]
                .contains(&word.as_str())
    }) && !announces(text)
}

/// Do words say that something is done?
pub fn takes_a_step(text: &str) -> bool {
    says(text, &DOING)
}

/// Do words begin with what is done in a step, or count it?
pub fn is_step(text: &str) -> bool {
    first_words(text).0.is_some_and(|word| DOING.contains(&word.as_str()))
}

fn first_words(text: &str) -> (Option<String>, Option<String>) {
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).map(str::to_lowercase);
    (words.next(), words.next())
}
