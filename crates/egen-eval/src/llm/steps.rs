//! Steps: which ones does an answer call wrong?

use std::collections::BTreeSet;

use super::answer::{Unreadable, marked, silence, words};
use super::chat::Reply;

/// The steps, from 1 to `count`, that an answer calls wrong; none if it finds no mistake.
pub fn wrong_steps(reply: &Reply, count: usize) -> Result<BTreeSet<usize>, Unreadable> {
    let words = words(reply)?;
    let found = match marked(&words, &["mistakes", "mistake", "wrong steps", "wrong step", "answer"]) {
        Some(text) => list(&tokens(text)).ok_or(Unreadable::NoAnswer)?,
        None => prose(&words).or_else(|why| alone(&words).ok_or(why))?,
    };
    let within = found.iter().all(|step| (1..=count).contains(step));
    if within { Ok(found) } else { Err(Unreadable::OutOfRange) }
}

/// A word, a number or a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Number(usize),
    Sign(char),
}

const NUMBERS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];
const ORDINALS: [&str; 11] =
    ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const WRONG: [&str; 10] =
    ["wrong", "incorrect", "mistake", "mistakes", "error", "errors", "erroneous", "invalid", "faulty", "mistaken"];
const RIGHT: [&str; 5] = ["correct", "right", "valid", "fine", "sound"];
const NOT: [&str; 8] = ["no", "not", "without", "never", "t", "none", "neither", "nor"];
/// Sentences with these look for a mistake and do not claim one.
const LOOKING: [&str; 8] = ["if", "whether", "check", "checking", "look", "looking", "let", "would"];

fn tokens(text: &str) -> Vec<Token> {
    let text = text.replace("\\text", " ").replace("->", "→").to_lowercase();
    let mut found = Vec::new();
    let mut rest = text.as_str();
    while let Some(sign) = rest.chars().next() {
        let run = |of: fn(char) -> bool| rest.find(|c: char| !of(c)).unwrap_or(rest.len());
        let length = if sign.is_ascii_digit() {
            run(|c| c.is_ascii_digit())
        } else if sign.is_alphabetic() {
            run(char::is_alphabetic)
        } else {
            sign.len_utf8()
        };
        let (part, tail) = rest.split_at(length);
        rest = tail;
        if let Ok(number) = part.parse() {
            found.push(Token::Number(number));
            let suffix = ["st", "nd", "rd", "th"].into_iter().find(|suffix| {
                rest.strip_prefix(suffix).is_some_and(|after| !after.starts_with(char::is_alphanumeric))
            });
            rest = &rest[suffix.map_or(0, str::len)..];
        } else if sign.is_alphabetic() {
            let place = |words: &[&str]| words.iter().position(|&word| word == part);
            let number = place(&NUMBERS).or(place(&ORDINALS));
            found.push(number.map_or_else(|| Token::Word(part.into()), Token::Number));
        } else if sign.is_ascii_digit() {
            // More digits than a number of steps has.
            found.push(Token::Number(usize::MAX));
        } else if !matches!(sign, '*' | '`' | '"' | '\'' | '$' | '{' | '}' | '\\' | '#') && !sign.is_whitespace() {
            found.push(Token::Sign(sign));
        }
    }
    found
}

fn is(token: Option<&Token>, words: &[&str]) -> bool {
    matches!(token, Some(Token::Word(word)) if words.contains(&word.as_str()))
}

/// A list of steps with which a text begins, or the words that there is none. What comes after the list explains it.
fn list(tokens: &[Token]) -> Option<BTreeSet<usize>> {
    const FILLER: [&str; 12] = ["the", "is", "are", "in", "at", "only", "there", "a", "an", "step", "steps", "number"];
    let mut at = 0;
    let mut lines = false;
    loop {
        let (token, next) = (tokens.get(at)?, tokens.get(at + 1));
        match token {
            Token::Number(0) => return is_end(next).then(BTreeSet::new),
            // "There is one mistake: step 3" counts, and names afterwards.
            Token::Number(_) if is(next, &WRONG) => at += 1,
            Token::Number(_) => break,
            Token::Word(word) => match word.as_str() {
                "none" | "nothing" | "null" => return Some(BTreeSet::new()),
                "no" => {
                    return (next.is_none() || is(next, &WRONG) || is(next, &["step", "steps"])).then(BTreeSet::new);
                }
                "all" | "every" => return all_right(tokens).then(BTreeSet::new),
                "line" | "lines" | "from" => lines = true,
                word if FILLER.contains(&word) || WRONG.contains(&word) => {}
                _ => return None,
            },
            Token::Sign(']') if at > 0 && tokens[at - 1] == Token::Sign('[') => return Some(BTreeSet::new()),
            Token::Sign('[' | '(' | ':' | '-' | '_') => {}
            Token::Sign(_) => return None,
        }
        at += 1;
    }
    numbers(&tokens[at..], lines)
}

fn is_end(token: Option<&Token>) -> bool {
    matches!(token, None | Some(Token::Sign('.' | ']' | ')' | ','))) || is(token, &WRONG)
}

/// Numbers with commas, "and" and ranges between them, up to what is none of these. They are of steps, or of `lines` that steps lead to.
fn numbers(tokens: &[Token], mut lines: bool) -> Option<BTreeSet<usize>> {
    let mut found = BTreeSet::new();
    let mut last: Option<usize> = None;
    let mut range = false;
    for token in tokens {
        match token {
            Token::Number(number) if range => {
                let from = last.take()?;
                if *number <= from || number - from > 100 {
                    return None;
                }
                // From line 2 to line 3 is step 3; steps 2 to 4 are three of them.
                if lines {
                    found.remove(&from);
                }
                found.extend(from + 1..=*number);
                range = false;
            }
            Token::Number(number) => {
                found.insert(*number);
                last = Some(*number);
            }
            Token::Sign('→') => (range, lines) = (true, true),
            Token::Sign('-' | '–' | '—') => range = true,
            Token::Sign(',' | '&' | ';') => {}
            Token::Word(word) => match word.as_str() {
                "and" | "step" | "steps" | "line" | "lines" | "also" => {}
                "to" | "through" => range = true,
                "or" => return None,
                _ => break,
            },
            Token::Sign(_) => break,
        }
    }
    // A dash that begins an explanation is no range.
    Some(found)
}

/// An answer and nothing else: `3`, `step 3`, `none`.
fn alone(words: &str) -> Option<BTreeSet<usize>> {
    const WORDS: usize = 8;
    let tokens = tokens(words);
    let right = tokens.iter().any(|token| is(Some(token), &RIGHT));
    if tokens.len() > WORDS || right { None } else { list(&tokens) }
}

/// All steps are correct.
fn all_right(tokens: &[Token]) -> bool {
    let has = |words: &[&str]| tokens.iter().any(|token| is(Some(token), words));
    has(&RIGHT) && !has(&NOT) && !has(&["except", "but"])
}

/// What sentences claim, where no answer stands by itself.
fn prose(words: &str) -> Result<BTreeSet<usize>, Unreadable> {
    let mut found = BTreeSet::new();
    let mut clean = false;
    for sentence in words.replace("*", "").split(['.', '!', '?', '\n', ';']) {
        let tokens = tokens(&sentence.replace('’', "'"));
        let has = |words: &[&str]| tokens.iter().any(|token| is(Some(token), words));
        let step = tokens.iter().position(|token| is(Some(token), &["step", "steps"]));
        let named = step.and_then(|at| list(&tokens[at..])).filter(|steps| !steps.is_empty());
        if has(&LOOKING) {
            continue;
        }
        match (has(&WRONG), has(&NOT), named) {
            (true, false, Some(steps)) => found.extend(steps),
            (true, true, None) => clean = true,
            (false, false, None) => {
                let whole = has(&["all", "every", "each"]) && step.is_some() || has(&["derivation"]);
                clean |= whole && all_right(&tokens);
            }
            _ => {}
        }
    }
    match (found.is_empty(), clean) {
        (false, true) => Err(Unreadable::Contradictory),
        (true, false) => Err(silence(words)),
        _ => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::chat::Finish;

    fn read(text: &str) -> Result<Vec<usize>, Unreadable> {
        let reply = Reply { content: text.into(), finish: Finish::Whole, tokens: None };
        wrong_steps(&reply, 6).map(|steps| steps.into_iter().collect())
    }

    #[test]
    fn steps_are_found_where_they_were_asked_for() {
        for text in [
            "Mistakes: 3",
            "I compared each line.\n\nStep 1 is fine, step 2 too.\n\n**Mistakes:** 3",
            "mistakes: step 3 (the sign of 2*x, see step 2)",
            "Mistakes: 3 - the 5 should be a 4",
            "```\nMistakes: 3\n```",
            "Mistakes:\n\n3",
            "Mistakes: $\\boxed{3}$",
            "The wrong step is \\boxed{\\text{step } 3}.",
            "{\"mistakes\": [3]}",
            "```json\n{\n  \"mistakes\": [\n3]}\n```",
            "Mistake: the third step",
            "Mistakes: Step three.",
            "Mistakes: the 3rd step is wrong",
            "Mistakes: from line 2 to line 3",
            "Mistakes: 2 → 3",
            "Answer: there is one mistake: step 3",
            "3",
            "Step 3.",
            "Step 3 is wrong.",
            "**Step 3** is incorrect, because sin was replaced by cos. Everything else is an identity.",
            "Step 2 isn't wrong. The mistake is in step 3.",
            "Step 1 is correct. Step 2 is correct. Step 3 is wrong. Step 4 is correct.",
            "<think>Mistakes: 5</think>Mistakes: 3",
            "Mistakes: 2? No, let me look again.\nMistakes: 3",
        ] {
            assert_eq!(read(text), Ok(vec![3]), "{text}");
        }
    }

    #[test]
    fn no_mistake_is_an_answer() {
        for text in [
            "Mistakes: none",
            "**Mistakes:** None.",
            "Mistakes: no mistake",
            "Mistakes: 0",
            "Mistakes: []",
            "{\"mistakes\": []}",
            "\\boxed{\\text{none}}",
            "No mistakes.",
            "none",
            "There is no mistake in this derivation.",
            "I went through it. All steps are correct.",
            "There aren't any errors.",
            "The derivation is correct.",
            "Mistakes: all steps are correct",
        ] {
            assert_eq!(read(text), Ok(vec![]), "{text}");
        }
    }

    #[test]
    fn several_steps_are_several_mistakes() {
        for (text, steps) in [
            ("Mistakes: 2, 4", vec![2, 4]),
            ("Mistakes: steps 2 and 4", vec![2, 4]),
            ("Mistakes: 2, 3 and 5 (5 follows from 3)", vec![2, 3, 5]),
            ("Mistakes: steps 2-4", vec![2, 3, 4]),
            ("Mistakes: 2-3", vec![2, 3]),
            ("Mistakes: steps two through three", vec![2, 3]),
            ("Step 2 is wrong. Step 4 is also wrong.", vec![2, 4]),
        ] {
            assert_eq!(read(text), Ok(steps), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        use Unreadable::*;
        for (text, why) in [
            ("", Empty),
            ("I'm sorry, but I can't help with that.", Refused),
            ("As an AI, I do not do homework.", Refused),
            ("Mistakes: 7", OutOfRange),
            ("Mistakes: 3 and 12", OutOfRange),
            ("Mistakes: 99999999999999999999999", OutOfRange),
            ("Mistakes: step 2 or 3", NoAnswer),
            ("Mistakes: maybe", NoAnswer),
            ("Step 1 is correct. Step 2 is correct.", NoAnswer),
            ("Step 1 is right.", NoAnswer),
            ("Let me check whether step 3 is wrong.", NoAnswer),
            ("sin(x)^2 + cos(x)^2 = 1 for all x", NoAnswer),
            ("There are no mistakes. Well, step 3 is wrong.", Contradictory),
            ("Lorem ipsum dolor sit amet", NoAnswer),
        ] {
            assert_eq!(read(text), Err(why), "{text}");
        }
    }
}
