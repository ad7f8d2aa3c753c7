//! Are bounds and turns left out of the grammar, and nothing else, so that counts are those of what is left?

use std::collections::BTreeSet;
use std::time::Duration;

use egen_graph::bounds::{Bounds, Length};
use egen_graph::expand::{Expansion, expand};
use egen_graph::grammar::Counts;
use egen_graph::plain::is_plain;
use egen_graph::prove::Prover;
use egen_graph::saturate::Limits;
use egen_graph::term::{Term, from_rec};
use egen_math::length::model_tokens;
use egen_math::{Assumptions, Expr};
use egen_read::read::read_expr;

const INITIALS: [&str; 6] =
    ["x + 12", "sin(acos(x))", "tan(3*x)^2", "(x + 40)^3/50", "-(1/x) - 1/2", "diff(exp(x)*50, x)"];

fn expansion(text: &str, prover: &Prover, bounds: &Bounds) -> Expansion {
    let expr = read_expr(text).expect(text);
    // Few nodes, so that everything can be written down.
    let limits = Limits { nodes: 120, time: Duration::from_secs(120), ..Limits::default() };
    let rules = prover.rewritings(&expr.variables());
    expand(&expr, &Assumptions::none(), &rules, &limits, bounds).expect("it has values")
}

fn all(counts: &Counts<Term>) -> BTreeSet<String> {
    counts.enumerate(counts.grammar().root()).map(|rec| from_rec(&rec).to_string()).collect()
}

#[test]
fn lengths_are_those_of_the_model() {
    let prover = Prover::builtin();
    let bounds = Bounds { max_tokens: 14, length: Length::Model, max_number: None };
    for text in INITIALS {
        let counts = expansion(text, &prover, &bounds).counts;
        let root = counts.grammar().root();
        let mut found = vec![0u64; 15];
        for rec in counts.enumerate(root) {
            found[model_tokens(&from_rec(&rec))] += 1;
        }
        let counted: Vec<u64> = (0..=14).map(|at| u64::try_from(counts.of_length(root, at)).expect("few")).collect();
        assert_eq!(counted, found, "{text}");
        assert!(found.iter().sum::<u64>() > 1, "{text}");
    }
}

#[test]
fn bounds_leave_out_what_is_beyond_them_and_nothing_else() {
    let prover = Prover::builtin();
    for text in INITIALS {
        let any = Bounds { max_tokens: 13, length: Length::Model, max_number: None };
        let few = Bounds { max_number: Some(30), ..any };
        let [whole, bounded] = [any, few].map(|bounds| expansion(text, &prover, &bounds));
        let members = whole.counts.enumerate(whole.counts.grammar().root()).map(|rec| from_rec(&rec));
        let want: BTreeSet<String> =
            members.filter(|expr| few.admits(expr)).map(|expr: Expr| expr.to_string()).collect();
        assert_eq!(all(&bounded.counts), want, "{text}");
    }
}

#[test]
fn the_plain_ones_are_those_without_a_turn() {
    let prover = Prover::builtin();
    let mut turns = 0;
    for text in INITIALS {
        let bounds = Bounds { max_tokens: 13, length: Length::Model, max_number: Some(999) };
        let expansion = expansion(text, &prover, &bounds);
        let counts = expansion.counts.enumerate(expansion.counts.grammar().root()).map(|rec| from_rec(&rec));
        let (plain, turned): (Vec<Expr>, Vec<Expr>) = counts.partition(is_plain);
        turns += turned.len();
        let plain: BTreeSet<String> = plain.iter().map(Expr::to_string).collect();
        assert_eq!(all(&expansion.plain()), plain, "{text}");
    }
    assert!(turns > 100, "{turns} turns only: the test shows nothing");
}
