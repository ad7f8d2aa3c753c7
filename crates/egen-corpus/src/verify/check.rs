//! Checking: does one row hold, and are its columns what they would be now?

use egen_math::Expr;
use egen_math::compare::{Certain, Comparison, Domain, Settings, compare_with};
use egen_read::print::{Form, print};
use egen_read::read::{Notation, Options, ReadError, read_one};

use super::{Body, Checked, Fault, Head, Item, Outcome};
use crate::store::{Row, operators};

pub(super) fn check(item: Item, options: &Options) -> Checked {
    let Item { place, head, body } = item;
    let text = match &body {
        Body::Line(text) => text,
        Body::Row(row) => &row.prefix,
    };
    let read = read_one(text, options).map(|(expr, _)| expr);
    let mut faults = match (&read, &body) {
        (Ok(expr), Body::Row(row)) => faults(row, expr, &head),
        _ => Vec::new(),
    };
    let outcome = outcome(&read, &head);
    if let (Outcome::Compared(comparison), Body::Row(row)) = (&outcome, &body)
        && comparison.verdict.is_equal()
    {
        faults.extend(labels(row, comparison));
    }
    let text = match body {
        Body::Line(text) => text,
        Body::Row(row) => row.prefix,
    };
    Checked { place, cluster: head.number, initial: head.text.clone(), text, expr: read.ok(), outcome, faults }
}

fn outcome(read: &Result<Expr, ReadError>, head: &Head) -> Outcome {
    match (read, &head.expr) {
        (Err(error), _) => Outcome::Unreadable(error.clone()),
        (Ok(_), None) => Outcome::NoInitial(head.place.clone()),
        (Ok(expr), Some(initial)) => {
            Outcome::Compared(compare_with(initial, expr, &Settings::default().certain(Certain::Once)))
        }
    }
}

/// The columns that follow from the expression alone.
fn faults(row: &Row, expr: &Expr, head: &Head) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut expect = |column, stored: String, found: String| {
        if stored != found {
            faults.push(Fault { column, stored, found });
        }
    };
    expect("initial", row.initial.clone(), head.text.clone());
    if row.member == 0 {
        expect("prefix", row.prefix.clone(), row.initial.clone());
    }
    expect("tokens", row.tokens.to_string(), row.prefix.split_whitespace().count().to_string());
    expect("operators", row.operators.join(" "), operators(expr).join(" "));
    for (column, notation, form, stored) in
        [("infix", Notation::Infix, Form::Infix, &row.infix), ("latex", Notation::Latex, Form::Latex, &row.latex)]
    {
        // Names such as e and i are variables here if the prefix form says so.
        let options = Options { notation: Some(notation), variables: expr.variables().to_vec(), ..Options::default() };
        if !read_one(stored, &options).is_ok_and(|(read, _)| read == *expr) {
            expect(column, stored.clone(), print(expr, form));
        }
    }
    faults
}

/// The columns that follow from comparing.
fn labels(row: &Row, comparison: &Comparison) -> Vec<Fault> {
    let complex = |label: Option<bool>| label.map_or("null".to_string(), |label| label.to_string());
    let domain = comparison.domain.unwrap_or(Domain::Equal);
    let pairs = [
        ("domain", row.domain.name().to_string(), domain.name().to_string()),
        ("complex", complex(row.complex), complex(comparison.complex)),
    ];
    let wrong = pairs.into_iter().filter(|(_, stored, found)| stored != found);
    wrong.map(|(column, stored, found)| Fault { column, stored, found }).collect()
}
