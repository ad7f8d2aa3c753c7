//! Refusals: does each kind have an example, and is its message the one that people know?
//!
//! `reading/refusals.tsv` has a text for every variant of [`Refusal`] and of the enums in it, with the message. Variants that
//! another crate raises, or that need more text than a row has, are named below.

use std::collections::{BTreeMap, BTreeSet};

use egen_read::assume;
use egen_read::read::{MAX_TEXT, Notation, Options, ReadError, Refusal, read, read_expr, read_one};

const TABLE: &str = include_str!("reading/refusals.tsv");

/// The enums of reasons, and the variants of [`Refusal`] that hold them.
const ENUMS: [(&str, &str, &str); 12] = [
    ("Malformed", "Why", include_str!("../src/formula/malformed.rs")),
    ("Structure", "StructureRefusal", include_str!("../src/read/message/structure.rs")),
    ("Ambiguous", "Doubt", include_str!("../src/read/message/doubt.rs")),
    ("Misplaced", "Misplaced", include_str!("../src/read/message/misplaced.rs")),
    ("Scope", "Scope", include_str!("../src/read/message/scope.rs")),
    ("Word", "WordRefusal", include_str!("../src/read/message/word.rs")),
    ("Function", "FunctionRefusal", include_str!("../src/read/message/function.rs")),
    ("Calculus", "CalculusRefusal", include_str!("../src/read/message/calculus.rs")),
    ("Numeral", "NumeralRefusal", include_str!("../src/read/message/numeral.rs")),
    ("Script", "ScriptRefusal", include_str!("../src/read/message/script.rs")),
    ("Tree", "TreeRefusal", include_str!("../src/read/message/tree.rs")),
    ("Relation", "RelationRefusal", include_str!("../src/read/message/relation.rs")),
];

/// What no row of the table has, and why.
const ELSEWHERE: [(&str, &str); 26] = [
    ("Malformed.TooDeep", "thousands of braces"),
    ("Malformed.TooLong", "a megabyte"),
    ("Malformed.TooManyAttributes", "hundreds of attributes"),
    ("TooDeep", "thousands of brackets"),
    ("TooLong", "a megabyte"),
    ("Outside", "raised by other crates"),
    ("Strict", "needs an option"),
    ("Function.SeveralInProduct", "needs an option"),
    ("Function.LongRadicand", "thousands of terms"),
    ("Numeral.LongFraction", "many digits"),
    ("Relation.EquationForOne", "`read_expr` alone"),
    ("Relation.EquationInCorpus", "raised by egen-corpus"),
    ("Relation.Approximate", "raised by egen-check"),
    ("Relation.Differential", "raised by egen-check"),
    ("Relation.Numbers", "raised by egen-check"),
    ("Relation.TooMany", "raised by egen-check"),
    ("Relation.WholeLine", "raised by egen-check"),
    ("Relation.Side", "raised by egen-check"),
    ("Relation.NoRelation", "raised by egen-check"),
    ("Relation.BothSigns", "raised by egen-check"),
    ("Relation.Strict", "raised by egen-check"),
    ("Relation.NothingBefore", "raised by egen-check"),
    ("Relation.WordsForSide", "raised by egen-check"),
    ("Relation.SideName", "raised by egen-check"),
    ("Tree.Number", "thousands of digits"),
    ("Tree.End", "a guard of the reader of srepr: no text is known that reaches it"),
];

/// The variants of an enum, by its source.
fn variants(source: &str, name: &str) -> Vec<String> {
    let body = source.split_once(&format!("pub enum {name} {{\n")).expect(name).1;
    let body = body.split_once("\n}\n").expect(name).0;
    let starts = body.lines().filter_map(|line| line.strip_prefix("    "));
    let names = starts.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
    names.map(|line| line.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default().to_owned()).collect()
}

/// The words with which a value's `Debug` starts: the variant, and the one in it.
fn label(refusal: &Refusal) -> String {
    let shown = format!("{refusal:?}");
    let mut words = shown.split(|c: char| !c.is_ascii_alphanumeric());
    let outer = words.next().unwrap_or_default();
    match ENUMS.iter().any(|(variant, ..)| *variant == outer) {
        true => format!("{outer}.{}", words.next().unwrap_or_default()),
        false => outer.to_owned(),
    }
}

fn refused(how: &str, text: &str) -> Result<(), ReadError> {
    let notation = match how {
        "assume" => return assume::read(text).map(drop),
        "one" => return read_one(text, &Options::default()).map(drop),
        "any" => None,
        "latex" => Some(Notation::Latex),
        "infix" => Some(Notation::Infix),
        "prefix" => Some(Notation::Prefix),
        "sexpr" => Some(Notation::Sexpr),
        "mathml" => Some(Notation::Mathml),
        "srepr" => Some(Notation::Srepr),
        other => panic!("`{other}` is no way to read"),
    };
    read(text, &Options { notation, ..Options::default() }).map(drop)
}

/// The reason of a row; of several readings, what is ambiguous.
fn reason(how: &str, text: &str) -> Option<Refusal> {
    match *refused(how, text).err()?.refusal {
        Refusal::Several(several) if how != "any" => Some(Refusal::Ambiguous(*several.doubt)),
        other => Some(other),
    }
}

#[test]
fn every_reason_has_its_example_and_its_message() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [want, how, text, message] = columns[..] else { panic!("four columns belong here: {line}") };
        let found = reason(how, text);
        let shown = found.as_ref().map(|why| (label(why), why.to_string()));
        if shown.as_ref().is_none_or(|(label, said)| label != want || said != message) {
            wrong.push(format!("{line}\n    found {shown:?}"));
        }
        *seen.entry(want.to_owned()).or_default() += 1;
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    let source = include_str!("../src/read/message.rs");
    let outer = variants(source, "Refusal").into_iter();
    let mut all: BTreeSet<String> = outer.filter(|name| !ENUMS.iter().any(|(outer, ..)| outer == name)).collect();
    for (outer, name, source) in ENUMS {
        all.extend(variants(source, name).into_iter().map(|inner| format!("{outer}.{inner}")));
    }
    let elsewhere: BTreeSet<String> = ELSEWHERE.iter().map(|(name, _)| (*name).to_owned()).collect();
    let missing: Vec<&String> =
        all.iter().filter(|name| !seen.contains_key(*name) && !elsewhere.contains(*name)).collect();
    let gone: Vec<&String> = seen.keys().chain(&elsewhere).filter(|name| !all.contains(*name)).collect();
    assert!(missing.is_empty() && gone.is_empty(), "without an example: {missing:?}; no variants: {gone:?}");
}

#[test]
fn reasons_that_need_more_than_a_row() {
    let why = |text: &str, options: &Options| label(&read(text, options).expect_err("refused").refusal);
    let strict = Options { strict: true, ..Options::default() };
    let product = Options { calls: egen_read::read::Calls::Product, ..Options::default() };
    let plain = Options::default();
    let prefix = Options { notation: Some(Notation::Prefix), ..Options::default() };
    assert_eq!(why("log(x)", &strict), "Strict");
    assert_eq!(why("f(x, y)", &product), "Function.SeveralInProduct");
    assert_eq!(why(&"(".repeat(1000), &plain), "TooDeep");
    assert_eq!(why(&"x".repeat(MAX_TEXT + 1), &plain), "TooLong");
    assert_eq!(why(&format!("{}⁄₂", "¹".repeat(30)), &plain), "Numeral.LongFraction");
    assert_eq!(why(&format!("cbrt({})", vec!["x"; 3000].join("+")), &plain), "Function.LongRadicand");
    assert_eq!(why(&format!("+ INT+ {} x", "9 ".repeat(5000)), &prefix), "Tree.Number");
    assert_eq!(label(&read_expr("x = 1").expect_err("an equation").refusal), "Relation.EquationForOne");
}
