//! Is every cluster that the paper prints proved, and every misprint in it refuted?

use egen_graph::prove::Prover;
use egen_math::compare::{Reason, Settings};
use egen_math::{Expr, Verdict};
use egen_read::read::{Notation, Options, ReadError, read};

const CLUSTERS: &str = include_str!("paper_clusters.txt");
/// Printed members: 15 in the table of the paper, 26 in its appendix.
const MEMBERS: usize = 41;

fn read_latex(text: &str) -> Result<Expr, ReadError> {
    let options = Options { notation: Some(Notation::Latex), ..Options::default() };
    let mut sides = read(text, &options)?.sides;
    assert_eq!(sides.len(), 1, "{text} is an equation");
    Ok(sides.remove(0))
}

/// What is wrong with a line of a cluster, if anything is.
fn failure(prover: &Prover, initial: &Expr, mark: &str, text: &str) -> Option<String> {
    let member = match read_latex(text) {
        Ok(member) => member,
        Err(error) => return Some(format!("{mark} {text}\n    not read: {error}")),
    };
    let verdict = prover.prove(initial, &member, &Settings::default()).verdict;
    let expected = match mark {
        "=" => matches!(verdict, Verdict::Proved(_)),
        "!" => matches!(verdict, Verdict::Refuted(_)),
        "?" => verdict == Verdict::Unknown(Reason::NoCommonPoint { left: true, right: false }),
        _ => panic!("`{mark} {text}` has no known mark"),
    };
    let why = || match &verdict {
        Verdict::Unknown(reason) => format!(": {reason}"),
        Verdict::Refuted(witness) => format!(" at {:?}", witness.at),
        Verdict::Proved(_) | Verdict::Agree => String::new(),
    };
    (!expected).then(|| format!("{mark} {text}\n    {}{}", verdict.name(), why()))
}

#[test]
fn printed_members_are_proved_and_misprints_refuted() {
    let prover = Prover::builtin();
    let (mut failures, mut members) = (Vec::new(), 0);
    let mut initial: Option<Expr> = None;
    for line in CLUSTERS.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(' ').filter(|(mark, _)| ["=", "!", "?", "~"].contains(mark)) {
            _ if line.is_empty() => initial = None,
            Some(("~", text)) => {
                if let Ok(expr) = read_latex(text) {
                    failures.push(format!("~ {text}\n    read as {expr:?}"));
                }
            }
            Some((mark, text)) => {
                members += 1;
                let initial = initial.as_ref().expect("a block begins with its initial expression");
                failures.extend(failure(&prover, initial, mark, text));
            }
            None => {
                assert!(initial.is_none(), "`{line}` has no mark");
                initial = Some(read_latex(line).unwrap_or_else(|error| panic!("{line}: {error}")));
            }
        }
    }
    assert_eq!(members, MEMBERS);
    assert!(failures.is_empty(), "{} of {MEMBERS} members:\n  {}", failures.len(), failures.join("\n  "));
}
