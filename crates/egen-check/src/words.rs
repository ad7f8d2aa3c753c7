//! Words: which ones do people say around formulas, and which are names in them?

use egen_math::Op;

/// Words that people say around formulas.
#[rustfmt::skip]
pub const WORDS: [&str; 208] = [
    "about", "above", "add", "adding", "after", "again", "algebra", "all", "also", "an", "answer", "any", "apply", "applying", "are", "as", "assume", "at",
    "be", "because", "before", "begin", "below", "both", "but", "by", "can", "cancel", "cancelling", "canceling", "case", "check", "checking", "clearly",
    "collect", "collecting", "combine", "combining", "commutativity", "consider", "constant", "differentiate", "differentiating", "distribute", "divide",
    "divided", "dividing", "do", "does", "each", "either", "eq", "equation", "expand", "expanding", "factor", "factoring", "factorise", "factorize", "false",
    "find", "finally", "first", "following", "for", "formula", "from", "get", "give", "given", "gives", "has", "have", "hence", "here", "holds", "however",
    "identity", "if", "implies", "in", "integrate", "integrating", "into", "is", "isolate", "it", "know", "law", "let", "line", "means", "move", "multiply",
    "multiplying", "must", "next", "no", "not", "note", "now", "obtain", "of", "on", "only", "our", "proof", "put", "real", "rearrange", "rearranging",
    "rewrite", "rule", "side", "sides", "simplify", "simplifying", "since", "so", "solution", "solutions", "solve", "solving", "square", "squaring", "step",
    "subtract", "subtracting", "substitute", "substituting", "such", "take", "taking", "term", "terms", "that", "the", "then", "there", "therefore", "this",
    "thus", "to", "true", "us", "use", "using", "we", "when", "where", "set", "which", "works", "equal", "equals", "becomes", "yields",     "claim", "verify", "show", "prove", "suppose", "its", "same", "itself", "these", "those", "them",     "giving", "plug", "plugging", "recall", "namely", "finding", "qed", "donc", "alors", "puis", "ainsi", "avec", "entonces", "luego",
    "por", "tanto", "daher", "folglich", "somit", "dann", "damit", "gilt", "wir", "ergibt", "sich", "ist", "durch", "nach", "teilen",
    "dividir", "diviser", "restar", "sumar", "extraneous", "reject", "rejected", "discard", "discarded", "invalid", "impossible",
];
/// Words by which a formula is said to follow.
#[rustfmt::skip]
pub const FOLLOWS: [&str; 17] = [
    "so", "thus", "hence", "therefore", "then", "implies", "gives", "yields", "donc", "alors", "entonces", "luego", "daher", "folglich", "somit", "d'où",
    "por lo tanto",
];
/// What is said with signs or blanks inside.
pub const PHRASES: [&str; 14] = [
    "por lo tanto",
    "por tanto",
    "es decir",
    "d'où",
    "d’où",
    "c'est-à-dire",
    "i.e.",
    "e.g.",
    "w.r.t.",
    "s.t.",
    "q.e.d.",
    "das heißt",
    "d.h.",
    "z.b.",
];
/// Words for *or* and for *and*.
pub const OR: [&str; 4] = ["or", "oder", "ou", "bzw"];
pub const AND: [&str; 4] = ["and", "und", "et", "sowie"];
/// Words that announce a problem, where they start a line.
#[rustfmt::skip]
pub const PROBLEMS: [&str; 19] = [
    "problem", "exercise", "example", "question", "task", "aufgabe", "ejercicio", "exercice", "theorem", "lemma", "proposition", "corollary", "definition",
    "consider", "suppose", "another", "beispiel", "ejemplo", "exemple",
];
/// Words for what is done to an expression.
#[rustfmt::skip]
pub const DOING: [&str; 44] = [
    "step", "so", "thus", "hence", "therefore", "then", "gives", "yields", "becomes", "get", "obtain", "expand", "expanding", "combine", "combining",
    "simplify", "simplifying", "factor", "factoring", "cancel", "cancelling", "canceling", "distribute", "distributing", "collect", "collecting", "rewrite",
    "rearrange", "substitute", "substituting", "subtract", "add", "divide", "multiply", "simplifies", "answer", "solution", "check", "evaluate", "apply",
    "applying", "using", "equals", "finally",
];
/// After these a formula without a relation is spoken about.
#[rustfmt::skip]
pub const ABOUT: [&str; 22] = [
    "by", "with", "to", "of", "from", "for", "on", "term", "terms", "and", "the", "let", "into", "in", "at", "is", "are", "both", "out", "divide", "subtract",
    "add",
];
/// Names of Greek letters, functions that have no operator of their own, and operations that are not read: without the word, what is left of
/// `int x dx` would be a product.
#[rustfmt::skip]
const NAMES: [&str; 54] = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "tau",
    "upsilon", "phi", "chi", "psi", "omega", "log", "lg", "lb", "cbrt", "root", "diff", "integrate", "dx", "dy", "dt", "du", "dv", "dz", "pow", "mul", "div",
    "int", "integral", "lim", "limit", "max", "min", "sup", "inf", "mod", "gcd", "lcm", "det", "sum", "derivative",
];
/// Do people say it around formulas?
pub fn is_word(word: &str) -> bool {
    WORDS.contains(&word) || FOLLOWS.contains(&word)
}

/// The side of an equation that a text names: `LHS`, `R.H.S.`, `\\text{LHS}`; and its length.
pub fn side_name(text: &str) -> Option<(&'static str, usize)> {
    let inner = ["\\text{", "\\mathrm{", "\\mbox{", "\\textrm{", "\\textbf{"]
        .iter()
        .find_map(|command| text.strip_prefix(command));
    let start = inner.map_or(0, |inner| text.len() - inner.len());
    for (name, side) in
        [("LHS", "LHS"), ("RHS", "RHS"), ("L.H.S.", "LHS"), ("R.H.S.", "RHS"), ("L.H.S", "LHS"), ("R.H.S", "RHS")]
    {
        let Some(rest) = text[start..].trim_start().strip_prefix(name) else { continue };
        let rest = if inner.is_some() { rest.trim_start().strip_prefix('}')? } else { rest };
        if rest.starts_with(|c: char| c.is_alphanumeric()) {
            continue;
        }
        return Some((side, text.len() - rest.len()));
    }
    None
}

/// Could it be a name in a formula?
pub fn is_name(word: &str) -> bool {
    word.chars().count() < 3 || is_function_or_letter(word)
}

/// Is it the name of a function, of an operation or of a Greek letter?
pub fn is_function_or_letter(word: &str) -> bool {
    NAMES.contains(&word) || Op::from_name(word).is_some()
}

/// Is one of the words said?
pub fn says(text: &str, words: &[&str]) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|own| words.contains(&own.to_lowercase().as_str()))
}
