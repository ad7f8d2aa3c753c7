//! The table: what does a chat model score, beside what the paper reports of GPT-4o?

use std::fmt::Write;

use egen_eval::llm::marks::GPT_4O;
use egen_eval::score::Score;
use unicode_width::UnicodeWidthStr;

/// A line for each score.
pub fn table(model: &str, scores: &[Score]) -> String {
    let name = scores.iter().map(|score| score.name.width()).max().unwrap_or(0);
    let column = model.width().max(5);
    let pad = |text: &str, width: usize| " ".repeat(width.saturating_sub(text.width()));
    let mut text =
        format!("  {}  {}{model}  95 % interval   GPT-4o in the paper\n", " ".repeat(name), pad(model, column));
    for score in scores {
        let value = format!("{:.2}", 100.0 * score.value);
        let interval = format!("{:.1} to {:.1}", 100.0 * score.low, 100.0 * score.high);
        let paper = GPT_4O.iter().find(|(name, _)| *name == score.name).map(|(_, percent)| format!("{percent:>5.2}"));
        let line = format!(
            "  {}{}  {}{value}  {interval:14}  {}",
            score.name,
            pad(&score.name, name),
            pad(&value, column),
            paper.unwrap_or_default()
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_numbers_stand_beside_ours() {
        let scores = [Score::of_cases("mistake F1", [1.0, 0.0]), Score::of_cases("read", [1.0])];
        let short = table("tiny-7b", &scores);
        assert!(short.contains("  50.00  0.0 to 100.0    61.11\n"), "{short}");
        assert!(short.contains("tiny-7b") && !short.lines().any(|line| line.ends_with(' ')), "{short}");
    }
}
