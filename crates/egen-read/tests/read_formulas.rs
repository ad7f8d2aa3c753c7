//! Formulas as people write them: does each have the reading that it must have?
//!
//! `reading/formulas.tsv` says which. Whoever changes a reading sees the rows that it changes here.

use std::collections::HashSet;

use egen_math::Expr;
use egen_read::print::{Form, print_equation};
use egen_read::read::{Notation, Options, ReadError, read};

const FORMULAS: &str = include_str!("reading/formulas.tsv");

fn sides(text: &str, notation: Notation) -> Result<Vec<Expr>, ReadError> {
    read(text, &Options { notation: Some(notation), ..Options::default() }).map(|reading| reading.sides)
}

#[test]
fn every_formula_has_its_reading() {
    let mut wrong = Vec::new();
    let mut seen = HashSet::new();
    for (at, line) in FORMULAS.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, formula, want] = columns[..] else { panic!("line {}: three columns belong here: {line}", at + 1) };
        let notation = match name {
            "latex" => Notation::Latex,
            "infix" => Notation::Infix,
            _ => panic!("line {}: `{name}` is no notation of this table", at + 1),
        };
        assert!(seen.insert((name, formula)), "line {}: `{formula}` is there twice", at + 1);
        let found = sides(formula, notation);
        let good = match (want, &found) {
            ("refused", found) => found.is_err(),
            (want, found) => {
                found.as_ref() == Ok(&sides(want, Notation::Infix).unwrap_or_else(|why| panic!("{want}: {why}")))
            }
        };
        // Without a notation nothing else may come out; LaTeX without a backslash looks like infix, so it says nothing.
        let guessed = read(formula, &Options::default()).map(|reading| reading.sides);
        let good = good && (name != "infix" || guessed == found || (guessed.is_err() && found.is_ok()));
        if !good {
            let found = found.map_or_else(|why| format!("refused: {why}"), |sides| print_equation(&sides, Form::Infix));
            wrong.push(format!("line {}: {formula}\n    wanted {want}\n    found  {found}", at + 1));
        }
    }
    assert!(seen.len() >= 400, "{} formulas", seen.len());
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
