//! What changes no verdict: another problem on the page, a line of prose without a cue, another notation, other letters?

mod support;

use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use egen_check::{Judge, Verdict, check};
use egen_math::Deadline;
use egen_math::compare::Settings;
use egen_read::read::Options;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;
use support::{Derivation, derivation};

/// The same cases in every run; `PROPTEST_CASES` asks for more.
fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(30), ..ProptestConfig::with_cases(150) }
}

/// Values decide; proofs would only say why.
fn judge() -> Judge {
    Judge { settings: Settings::default(), prover: None }
}

/// The verdicts of each line.
fn verdicts(text: &str) -> Vec<Vec<Verdict>> {
    let rows = check(text, &judge(), &Options::default());
    let of = |line: usize| rows.iter().filter(|row| row.line == line).map(|row| row.finding.verdict).collect();
    (1..=text.lines().count()).map(of).collect()
}

/// Two problems on one page get the verdicts that each gets alone.
fn joined_as_alone(first: &str, second: &str) -> Result<(), TestCaseError> {
    let alone = [verdicts(first), verdicts(second)].concat();
    let page = format!("{first}{second}");
    prop_assert_eq!(verdicts(&page), alone, "\n{}", page);
    Ok(())
}

/// The task with the first line, then the others.
fn with_task(derivation: &Derivation) -> String {
    format!("{} {}", derivation.task, derivation.lines.join("\n"))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_heading_is_a_border(a in derivation(), b in derivation()) {
        let page = |number: usize, one: &Derivation| format!("## Problem {number}\n\n{}\n\n", one.lines.join("\n"));
        joined_as_alone(&page(1, &a), &page(2, &b))?;
    }

    #[test]
    fn a_heading_is_a_border_for_formulas_between_dollar_signs(a in derivation(), b in derivation()) {
        let page = |number: usize, one: &Derivation| {
            let lines: Vec<String> = one.in_latex().iter().map(|line| format!("$${line}$$")).collect();
            format!("## {number}. {} the following\n\n{}\n\n", one.task, lines.join("\n"))
        };
        joined_as_alone(&page(1, &a), &page(2, &b))?;
    }

    #[test]
    fn problem_2_is_a_border(a in derivation(), b in derivation()) {
        let page = |number: usize, one: &Derivation| format!("Problem {number}\n{}\n", one.lines.join("\n"));
        joined_as_alone(&page(1, &a), &page(2, &b))?;
    }

    #[test]
    fn a_number_with_a_task_is_a_border(a in derivation(), b in derivation()) {
        let page = |number: usize, one: &Derivation| format!("{number}) {}\n\n", with_task(one));
        joined_as_alone(&page(1, &a), &page(2, &b))?;
    }

    #[test]
    fn a_letter_with_a_task_is_a_border(a in derivation(), b in derivation()) {
        let page = |letter: char, one: &Derivation| format!("({letter}) {}\n", with_task(one));
        joined_as_alone(&page('a', &a), &page('b', &b))?;
    }

    #[test]
    fn a_rule_is_a_border(a in derivation(), b in derivation()) {
        joined_as_alone(&format!("{}\n\n---\n\n", a.lines.join("\n")), &format!("{}\n", b.lines.join("\n")))?;
    }

    #[test]
    fn a_task_behind_blank_lines_is_a_border(a in derivation(), b in derivation()) {
        joined_as_alone(&format!("{}\n\n", with_task(&a)), &format!("{}\n", with_task(&b)))?;
    }

    #[test]
    fn an_item_of_latex_is_a_border(a in derivation(), b in derivation()) {
        let page = |one: &Derivation| {
            format!("\\item {}\n\\begin{{align*}}\n{}\n\\end{{align*}}\n", one.task, one.in_latex().join(" \\\\\n"))
        };
        joined_as_alone(&page(&a), &page(&b))?;
    }

    #[test]
    fn prose_without_a_cue_changes_nothing(one in derivation(), at in any::<Index>(), words in prose()) {
        let mut lines = one.lines.clone();
        let alone = verdicts(&lines.join("\n"));
        let at = 1 + at.index(lines.len() - 1);
        lines.insert(at, words.to_string());
        let mut found = verdicts(&lines.join("\n"));
        let said = found.remove(at);
        prop_assert_eq!(found, alone, "\n{}", lines.join("\n"));
        prop_assert!(said.iter().all(|verdict| *verdict == Verdict::Skipped), "{}: {:?}", words, said);
    }

    #[test]
    fn latex_and_infix_get_the_same_verdicts(one in derivation(), layout in 0..3) {
        let lines = one.in_latex();
        let (text, above) = match layout {
            0 => (lines.join("\n"), 0),
            1 => (lines.iter().map(|line| format!("${line}$")).collect::<Vec<_>>().join("\n"), 0),
            _ => (format!("\\begin{{align*}}\n{}\n\\end{{align*}}", lines.join(" \\\\\n")), 1),
        };
        let found = verdicts(&text);
        prop_assert_eq!(&found[above..above + lines.len()], verdicts(&one.lines.join("\n")), "\n{}", text);
    }

    #[test]
    fn other_letters_get_the_same_verdicts(one in derivation(), letters in letters()) {
        let (x, y) = letters;
        let text = one.renamed(x, y).lines.join("\n");
        prop_assert_eq!(verdicts(&text), verdicts(&one.lines.join("\n")), "\n{}", text);
    }

    #[test]
    fn a_mistake_is_found_and_nothing_else(one in derivation()) {
        let found = verdicts(&one.lines.join("\n"));
        let faulty = |of: &[Verdict]| of.iter().any(|verdict| matches!(verdict, Verdict::Refuted | Verdict::Lost));
        let faults: Vec<usize> = (0..found.len()).filter(|line| faulty(&found[*line])).collect();
        prop_assert_eq!(faults, Vec::from_iter(one.mistake), "{:?}\n{}", found, one.lines.join("\n"));
    }
}

proptest! {
    // A case is read and hardly judged, and one in some hundreds finds something.
    #![proptest_config(ProptestConfig { cases: 1500, ..config() })]

    #[test]
    fn damaged_pages_get_an_answer(text in damaged_page()) {
        let deadline = Deadline::NEVER.for_at_most(Duration::from_millis(100));
        let settings = Settings { max_bits: 512, max_points: 64, complex: false, deadline, ..Settings::default() };
        let rows = check(&text, &Judge { settings, prover: None }, &Options::default());
        let count = text.lines().count();
        prop_assert!(rows.iter().all(|row| (1..=count).contains(&row.line)), "{}", text);
    }
}

/// What happens to a page by accident.
#[derive(Clone, Debug)]
enum Damage {
    /// So many characters are lost.
    Cut(usize),
    /// Something is put in.
    Insert(&'static str),
    /// So many characters are put in a second time.
    Repeat(usize),
}

impl Damage {
    fn apply(&self, text: &mut String, at: Index) {
        let starts: Vec<usize> = text.char_indices().map(|(start, _)| start).chain([text.len()]).collect();
        let first = at.index(starts.len());
        let range = |count: usize| starts[first]..starts[(first + count).min(starts.len() - 1)];
        match self {
            Damage::Cut(count) => text.replace_range(range(*count), ""),
            Damage::Insert(new) => text.insert_str(starts[first], new),
            Damage::Repeat(count) => {
                let again = text[range(*count)].to_string();
                text.insert_str(starts[first], &again);
            }
        }
    }
}

/// What is put in: signs of layout, brackets, relations, letters beyond ASCII.
const INSERTED: &str =
    r"$ $$ \\ \ { } ( ) [ ] = < & ^ _ | x 0 . , ' \frac \begin{align} \end{align} \text{ <p> &lt; ± ′ é ∫ ² ½ :: - 1)";

fn damage() -> impl Strategy<Value = (Index, Damage)> {
    let new: Vec<&str> = INSERTED.split(' ').chain([" ", "\n", "\n\n", "\u{301}", "\u{200b}"]).collect();
    let what = prop_oneof![
        (1usize..20).prop_map(Damage::Cut),
        prop::sample::select(new).prop_map(Damage::Insert),
        (1usize..40).prop_map(Damage::Repeat)
    ];
    (any::<Index>(), what)
}

/// A page after some accidents, or its first lines.
fn damaged_page() -> impl Strategy<Value = String> {
    (any::<Index>(), prop::collection::vec(damage(), 1..12), any::<Index>()).prop_map(|(page, damage, lines)| {
        let page = &pages()[page.index(pages().len())];
        let count = 1 + lines.index(page.lines().count());
        let mut text = page.lines().take(count).collect::<Vec<_>>().join("\n");
        for (at, what) in &damage {
            what.apply(&mut text, *at);
        }
        text
    })
}

/// The texts of the pages, in the order of their names.
fn pages() -> &'static [String] {
    static PAGES: OnceLock<Vec<String>> = OnceLock::new();
    PAGES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
        let mut files: Vec<_> =
            fs::read_dir(folder).expect("the folder of pages").map(|entry| entry.expect("an entry").path()).collect();
        files.sort();
        files.iter().map(|file| fs::read_to_string(file).expect("a page")).collect()
    })
}

/// Sentences that say nothing about mathematics.
fn prose() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "The weather is nice today.",
        "Lorem ipsum dolor sit amet, consectetur adipiscing elit.",
        "My sister likes the garden behind our house.",
        "Das Wetter ist heute schön.",
        "Il fait beau aujourd'hui.",
        "Hoy hace buen tiempo.",
        "Oggi il tempo è bello.",
        "今天天气很好。",
        "Сегодня хорошая погода.",
    ])
}

/// Letters that no convention speaks of.
fn letters() -> impl Strategy<Value = (char, char)> {
    prop::sample::select(vec![('t', 'u'), ('z', 'w'), ('p', 'q'), ('u', 'v')])
}
