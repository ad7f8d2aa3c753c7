//! The summary: what came out, in a few lines on a terminal?

use std::fmt::Write;

use egen_eval::report::lines;
use egen_eval::subject::Class;
use egen_eval::table::Tables;

/// The scores that the paper prints, with the best of ours of each kind.
pub fn text(tables: &Tables) -> String {
    let mut out = format!(
        "{:<34} {:>7} {:>14} {:>8} {:>7} {:>11}\n",
        "percent", "paper", "paper's recipe", "symbols", "values", "difference"
    );
    for line in lines(tables).iter().filter(|line| line.paper.is_some()) {
        let of = |class| line.of(class).map_or("-".into(), |(_, score)| format!("{:.2}", 100.0 * score.value));
        let by = line.difference().map_or("-".into(), |by| format!("{by:+.2}"));
        let name = format!("{}, {}", line.about.title, line.score);
        let paper = line.paper.map_or("-".into(), |(_, percent)| format!("{percent:.2}"));
        let [recipe, symbols, values] = [Class::Paper, Class::Symbols, Class::Values].map(of);
        let _ = writeln!(out, "{name:<34} {paper:>7} {recipe:>14} {symbols:>8} {values:>7} {by:>11}");
    }
    out.push_str("The paper's numbers are of the paper's own corpus; the report says what that means.\n");
    out
}
