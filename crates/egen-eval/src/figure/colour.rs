//! Colours and marks: which ones can everybody tell apart?

use egen_corpus::svg::Mark;

pub(super) const INK: &str = "#222222";
pub(super) const FAINT: &str = "#5a5a5a";
pub(super) const GRID: &str = "#e4e6ea";
/// What is in the background.
pub(super) const PALE: &str = "#c4c8ce";

/// The colours of Okabe and Ito (2008) without yellow, which is hard to see on white.
pub(super) const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// The look of the n-th group: neighbours differ in colour and in mark, and no two of the first 42 are alike.
pub(super) fn look(at: usize) -> (&'static str, Mark) {
    (COLOURS[at % COLOURS.len()], Mark::ALL[at % Mark::ALL.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_of_forty_two_are_alike() {
        let looks: Vec<_> = (0..42).map(look).collect();
        for (at, one) in looks.iter().enumerate() {
            assert!(looks[..at].iter().all(|other| other != one), "{at}");
        }
    }
}
