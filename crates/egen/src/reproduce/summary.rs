//! The summary: what came out, in a few lines on a terminal?

use std::fmt::Write;

use egen_eval::report::{Chosen, chosen, lines};
use egen_eval::table::Tables;

use crate::score::wrap;

/// Letters of a column.
const WIDTH: usize = 9;
/// Letters of the names of scores.
const NAMES: usize = 36;

/// The scores that the paper prints, with the columns of the report.
pub fn text(tables: &Tables) -> String {
    let columns = chosen(tables);
    let mut out = heads(&columns);
    for line in lines(tables).iter().filter(|line| line.paper.is_some()) {
        let paper = line.paper.map(|one| format!("{:.2}", one.percent));
        let scores = columns.iter().map(|one| line.of(one).map(|score| format!("{:.2}", 100.0 * score.value)));
        let cells = std::iter::once(paper).chain(scores).map(|cell| format!(" {:>WIDTH$}", cell.unwrap_or_default()));
        let name = format!("{}, {}", line.about.title, line.score);
        let _ = writeln!(out, "{}", format!("{name:<NAMES$}{}", cells.collect::<String>()).trim_end());
    }
    out.push_str(
        "Percent. The paper's best numbers are those of the paper's own corpus; the report says how to read them.\n",
    );
    out
}

/// The titles of the columns, a word or two a line, the last lines of all side by side.
fn heads(columns: &[Chosen]) -> String {
    let titles = std::iter::once("paper's best".to_string()).chain(columns.iter().map(Chosen::title));
    let titles: Vec<Vec<String>> = titles.map(|title| wrap(&title, WIDTH)).collect();
    let height = titles.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = String::new();
    for line in 0..height {
        let word = |title: &Vec<String>| {
            let word = (line + title.len()).checked_sub(height).map_or("", |at| title[at].as_str());
            format!(" {word:>WIDTH$}")
        };
        let words: String = titles.iter().map(word).collect();
        let _ = writeln!(out, "{:NAMES$}{}", "", words);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_fit_their_columns() {
        assert_eq!(wrap("values as a vector", WIDTH), ["values as", "a vector"]);
        assert_eq!(wrap("cl-mean", WIDTH), ["cl-mean"]);
    }
}
