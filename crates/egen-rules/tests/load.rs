//! Loading: what is read, what is refused, and with which words?

use std::path::{Path, PathBuf};
use std::{env, fs};

use egen_math::Expr;
use egen_rules::{Condition, LoadError, RuleSet};

fn parse(text: &str) -> RuleSet {
    RuleSet::parse("test.rules", &format!("family f \"A family.\"\n{text}")).unwrap_or_else(|error| panic!("{error}"))
}

/// Each file of `tests/reject` is refused with the text of the `.err` file beside it. `UPDATE=1` writes these.
#[test]
fn defects_are_refused_with_place_and_reason() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reject");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "rules"));
    files.sort();
    assert!(files.len() > 30, "only {} files", files.len());
    let mut wrong = Vec::new();
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap();
        let got = match RuleSet::parse(name, &fs::read_to_string(&path).unwrap()) {
            Ok(set) => format!("accepted: {} rules\n", set.rules.len()),
            Err(error) => format!("{error}\n"),
        };
        let snapshot = path.with_extension("err");
        if env::var_os("UPDATE").is_some() {
            fs::write(&snapshot, &got).unwrap();
        }
        let want = fs::read_to_string(&snapshot).unwrap_or_default();
        if got != want || got.starts_with("accepted") {
            wrong.push(format!("{name}: got\n{got}wanted\n{want}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_builtin_rules_load() {
    if let Err(error) = RuleSet::builtin() {
        panic!("{error}");
    }
}

#[test]
fn a_line_with_two_arrowheads_is_two_rules() {
    let set = parse("tan-def  tan(x)  <=>  sin(x)/cos(x)  off cos(x) = 0");
    let [forth, back] = set.rules.as_slice() else { panic!("{:?}", set.rules) };
    assert_eq!((forth.name.as_str(), back.name.as_str()), ("tan-def", "tan-def-rev"));
    assert_eq!((&forth.left, &forth.right, &forth.off), (&back.right, &back.left, &back.off));
    assert_eq!(back.reverse_of.as_deref(), Some("tan-def"));
}

#[test]
fn loops_nest_and_unroll_in_order() {
    let set = parse(
        "for (f, g) in (sin, csc) (cos, sec):\n  for n in 2 3:\n    {f}-{n}  {f}(x)^{n} => {g}(x)^(-{n})  # why\n\n  {f}-recip {f}(x) => 1/{g}(x)\nlast x + 0 => x",
    );
    let names: Vec<&str> = set.rules.iter().map(|rule| rule.name.as_str()).collect();
    assert_eq!(names, ["sin-2", "sin-3", "sin-recip", "cos-2", "cos-3", "cos-recip", "last"]);
    assert_eq!(set.rules[4].to_string(), "cos(x)^3 => sec(x)^(-3)");
    assert_eq!(set.rules[4].place.line, 4);
}

#[test]
fn clauses_come_in_any_order_and_conditions_are_typed() {
    let set = parse(
        "a x^n*y*c*diff(z, x) => 0 off y = 0, log(x, 2) = 1 needs x = -1, n = 1/2 when 0 <= x <= pi, n even, c free of x, y number, x variable",
    );
    let rule = &set.rules[0];
    let shown: Vec<String> = rule.when.iter().map(Condition::to_string).collect();
    assert_eq!(shown, ["0 <= x", "x <= pi", "n even", "c free of x", "y number", "x variable"]);
    assert_eq!(rule.off.len(), 2);
    assert_eq!(rule.needs.as_ref().unwrap()[1].1, Expr::number(1) / Expr::number(2));
}

#[test]
fn conditions_that_differ_make_different_rules() {
    let set = parse(
        "one ln(a*b) => ln(a) + ln(b) when a > 0\ntwo ln(a*b) => ln(a) + ln(b) when b > 0\nthree ln(x*y) => ln(x) + ln(y) when y > 0, x > 1",
    );
    assert_eq!(set.rules.len(), 3);
    let redundant: Vec<(&str, &str)> =
        set.redundant().into_iter().map(|(rule, by)| (rule.name.as_str(), by.name.as_str())).collect();
    assert_eq!(redundant, [("three", "two")]);
}

#[test]
fn the_hash_sees_the_rules_and_nothing_else() {
    let hash = |text: &str| parse(text).hash();
    let base = hash("a  sqrt(x^2)  =>  x  when x > 0");
    assert_eq!(base, hash("# a comment\n\n  a sqrt( y^2 ) => y when y > 0 needs y = -1"));
    assert_ne!(base, hash("a  sqrt(x^2)  =>  x  when x >= 0"));
    assert_ne!(base, hash("b  sqrt(x^2)  =>  x  when x > 0"));
    assert_eq!(format!("{base:016x}"), "be215db5f7457dea", "it must not change between versions");
}

#[test]
fn sets_extend_each_other_and_clash_in_names_and_rules() {
    let other = |text: &str| RuleSet::parse("other.rules", text).unwrap();
    let mut set = parse("a  x + 0  =>  x");
    set.extend(other("family g \"Another.\"\nb  x*1  =>  x\nrejected c  sqrt(x^2) => x  at x = -1")).unwrap();
    assert_eq!(set.family_of(&set.rules[1]), "g");
    assert_eq!(set.rejected[0].family, 1);
    let Err(LoadError::Rules(errors)) = set.extend(other("family h \"H.\"\na  x*2  =>  2*x\nd  y*1  =>  y")) else {
        panic!("two clashes")
    };
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "other.rules:2:1: rule `a`: the name is taken (test.rules:2:1)",
            "other.rules:3:1: rule `d`: equal to `b` up to renaming of variables (other.rules:2:1)"
        ]
    );
}

#[test]
fn a_missing_file_is_an_error_with_its_name() {
    let error = RuleSet::load("no/such.rules").unwrap_err();
    assert!(error.to_string().starts_with("cannot read no/such.rules: "), "{error}");
}
