//! Words: which ones do people say around formulas, and which are names in them?

use egen_math::Op;

/// Words that people say around formulas.
#[rustfmt::skip]
pub const WORDS: [&str; 150] = [
    "about", "above", "add", "adding", "after", "again", "algebra", "all", "also", "an", "answer", "any", "apply", "applying", "are", "as", "assume", "at",
    "be", "because", "before", "begin", "below", "both", "but", "by", "can", "cancel", "cancelling", "canceling", "case", "check", "checking", "clearly",
    "collect", "collecting", "combine", "combining", "commutativity", "consider", "constant", "differentiate", "differentiating",
    "distribute", "divide", "divided", "dividing", "do", "does", "each", "either", "eq", "equation", "expand", "expanding", "factor", "factoring",
    "factorise", "factorize", "false", "find", "finally", "first", "following", "for", "formula", "from", "get", "give", "given", "gives", "has",
    "have", "hence", "here", "holds", "however", "identity", "if", "implies", "in", "integrate", "integrating", "into", "is", "isolate", "it", "know",
    "law", "let", "line", "means", "move", "multiply", "multiplying", "must", "next", "no", "not", "note", "now", "obtain", "of", "on", "only", "our", "proof",
    "put", "real", "rearrange", "rearranging", "rewrite", "rule", "side", "sides", "simplify", "simplifying", "since", "so", "solution",
    "solutions", "solve", "solving", "square", "squaring", "step", "subtract", "subtracting", "substitute", "substituting", "such", "take",
    "taking", "term", "terms", "that", "the", "then", "there", "therefore", "this", "thus", "to", "true", "us", "use", "using", "we", "when",
    "where",
];
/// Words by which a formula is said to follow.
pub const FOLLOWS: [&str; 8] = ["so", "thus", "hence", "therefore", "then", "implies", "gives", "yields"];
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

/// Could it be a name in a formula?
pub fn is_name(word: &str) -> bool {
    word.chars().count() < 3 || NAMES.contains(&word) || Op::from_name(word).is_some()
}
