//! Are all members of a cluster within the bounds, and is there no turn in those that were to be plain?

use egen_corpus::cluster::{Settings, make};
use egen_corpus::plan::plan;
use egen_corpus::store::Row;
use egen_graph::bounds::{Bounds, Length};
use egen_graph::plain::is_plain;
use egen_graph::prove::Prover;
use egen_math::Expr;
use egen_read::read::{Notation, Options, read, read_expr};

const INITIALS: [&str; 4] = ["acos(5*x - 8)", "(7*x + 9)^4/6", "diff(8*tan(x)^3, x)", "sinh(x/12)"];

fn rows(settings: &Settings) -> Vec<Row> {
    let prover = Prover::builtin();
    let plan = plan(INITIALS.iter().map(|text| read_expr(text).expect(text)));
    plan.iter().flat_map(|planned| make(planned, &prover, settings).rows).collect()
}

fn expr(row: &Row) -> Expr {
    let options = Options { notation: Some(Notation::Prefix), ..Options::default() };
    read(&row.prefix, &options).expect("a row can be read").sides.swap_remove(0)
}

#[test]
fn no_row_exceeds_the_bounds() {
    for bounds in [
        Bounds { max_tokens: 17, length: Length::Model, max_number: Some(99) },
        Bounds { max_tokens: 14, length: Length::Prefix, max_number: Some(999) },
    ] {
        let rows = rows(&Settings { members: 40, bounds, ..Settings::default() });
        assert!(rows.len() > 100, "{} rows", rows.len());
        for row in rows {
            assert!(bounds.admits(&expr(&row)), "{bounds:?}: {}", row.infix);
        }
    }
}

#[test]
fn members_are_as_plain_as_they_were_to_be() {
    let plain = |share: f64| {
        let rows = rows(&Settings { members: 40, plain_share: share, ..Settings::default() });
        let plain = rows.iter().filter(|row| is_plain(&expr(row))).count();
        (plain as f64 / rows.len() as f64, rows)
    };
    assert_eq!(plain(1.0).0, 1.0);
    let ((half, mixed), (few, _)) = (plain(0.5), plain(0.0));
    assert!(few < 0.4 && half > 0.5 && half < 0.9, "{few} and {half}");
    assert_eq!(plain(0.5).1, mixed, "the same seed gives the same rows");
}
