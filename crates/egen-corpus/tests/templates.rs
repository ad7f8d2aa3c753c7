//! Templates: are the presets what they promise, and is a defect refused with its place?

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs};

use egen_corpus::template::{Initial, LoadError, Preset, TemplateSet};
use egen_math::compare::common_points;
use egen_math::expr::Node;
use egen_math::{Assumptions, Expr, Id, Number, Op, Symbol};
use egen_read::print::{Form, print};
use egen_read::read::{Notation, Options, read};

fn builtin(preset: Preset) -> TemplateSet {
    TemplateSet::builtin(preset).unwrap_or_else(|error| panic!("{error}"))
}

static WIDE: LazyLock<TemplateSet> = LazyLock::new(|| builtin(Preset::Wide));

fn parse(text: &str) -> Vec<String> {
    let set = TemplateSet::parse("test.templates", &format!("family f \"A family.\"\n{text}"));
    shown(&set.unwrap_or_else(|error| panic!("{error}")))
}

fn shown(set: &TemplateSet) -> Vec<String> {
    set.expressions().map(|initial| initial.expr.to_string()).collect()
}

fn is_derivative(initial: &Initial) -> bool {
    initial.expr.nodes().iter().any(|node| node.op() == Some(Op::Diff))
}

/// Each file of `tests/reject-templates` is refused with the text of the `.err` file beside it. `UPDATE=1` writes these.
#[test]
fn defects_are_refused_with_place_and_reason() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reject-templates");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "templates"));
    files.sort();
    assert!(files.len() > 25, "only {} files", files.len());
    let mut wrong = Vec::new();
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap();
        let got = match TemplateSet::parse(name, &fs::read_to_string(&path).unwrap()) {
            Ok(set) => format!("accepted: {} expressions\n", set.len()),
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

/// The operators of the paper's table.
const PAPER: [Op; 34] = [
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Div,
    Op::Pow,
    Op::Abs,
    Op::Sqrt,
    Op::Diff,
    Op::Ln,
    Op::Exp,
    Op::Sin,
    Op::Cos,
    Op::Tan,
    Op::Csc,
    Op::Sec,
    Op::Cot,
    Op::Asin,
    Op::Acos,
    Op::Atan,
    Op::Acsc,
    Op::Asec,
    Op::Acot,
    Op::Sinh,
    Op::Cosh,
    Op::Tanh,
    Op::Csch,
    Op::Sech,
    Op::Coth,
    Op::Asinh,
    Op::Acosh,
    Op::Atanh,
    Op::Acsch,
    Op::Asech,
    Op::Acoth,
];

#[test]
fn the_paper_preset_has_about_5000_expressions_over_all_34_operators() {
    let set = builtin(Preset::Paper);
    assert!((4800..=5400).contains(&set.len()), "{}", set.len());
    for op in PAPER {
        let uses = |initial: &&Initial| initial.expr.nodes().iter().any(|node| node.op() == Some(op));
        let count = set.expressions().filter(uses).count();
        assert!(count >= 50, "{}: {count}", op.info().name);
    }
    for initial in set.expressions() {
        let ops = initial.expr.nodes().iter().filter_map(Node::op);
        assert!(ops.into_iter().all(|op| op == Op::Neg || PAPER.contains(&op)), "{}", initial.expr);
        assert_eq!(initial.expr.variables(), [Symbol::new("x")], "{}", initial.expr);
        assert!((2..=14).contains(&initial.expr.len()), "{}", initial.expr);
    }
}

#[test]
fn three_in_ten_of_the_paper_preset_are_derivatives() {
    let set = builtin(Preset::Paper);
    let share = set.expressions().filter(|initial| is_derivative(initial)).count() as f64 / set.len() as f64;
    assert!((0.27..0.33).contains(&share), "{share}");
}

#[test]
fn the_wide_preset_holds_the_paper_preset_and_has_more_than_50000() {
    let (paper, wide) = (builtin(Preset::Paper), &*WIDE);
    assert!((50_000..=70_000).contains(&wide.len()), "{}", wide.len());
    assert!(wide.expressions().zip(paper.expressions()).all(|(a, b)| a == b));
    let count = |holds: &dyn Fn(&Initial) -> bool| wide.expressions().filter(|initial| holds(initial)).count();
    assert!(count(&|initial| initial.expr.variables().len() > 1) > 10_000);
    assert!(count(&|initial| initial.expr.nodes().iter().any(|node| node.op() == Some(Op::Log))) > 1_000);
    let second =
        |initial: &Initial| initial.expr.nodes().iter().filter(|node| node.op() == Some(Op::Diff)).count() == 2;
    assert!(count(&second) > 1_000);
}

#[test]
fn no_expression_comes_twice_and_each_is_read_back_from_prefix() {
    let set = &*WIDE;
    let mut seen = HashSet::new();
    let options = Options { notation: Some(Notation::Prefix), ..Options::default() };
    for Initial { expr, .. } in set.expressions() {
        assert!(seen.insert(expr), "{expr} comes twice");
        let tokens = print(expr, Form::Prefix);
        let back = read(&tokens, &options).unwrap_or_else(|error| panic!("{tokens}: {error}"));
        assert!(matches!(&back.sides[..], [side] if side == expr), "{tokens}");
    }
}

#[test]
fn two_runs_give_the_same() {
    let again = builtin(Preset::Wide);
    assert!(again.expressions().eq(WIDE.expressions()));
    assert_eq!(again.hash(), WIDE.hash());
    assert_ne!(again.hash(), builtin(Preset::Paper).hash());
}

#[test]
fn the_comparison_finds_points_of_every_domain() {
    let paper = builtin(Preset::Paper).len();
    for (at, Initial { expr, .. }) in WIDE.expressions().enumerate() {
        if at < paper || at % 10 == 0 {
            assert!(!common_points(expr, expr, &Assumptions::none(), 3).at.is_empty(), "{expr}");
        }
    }
}

#[test]
fn presets_have_names() {
    for preset in Preset::ALL {
        assert_eq!(preset.to_string().parse(), Ok(preset));
    }
    assert_eq!(
        "narrow".parse::<Preset>().unwrap_err().to_string(),
        "no preset is called `narrow`; there are paper and wide"
    );
}

#[test]
fn no_part_of_an_expression_does_nothing() {
    let idle = |expr: &Expr, node: &Node| {
        let number = |id: &Id, n: i64| *expr.node(*id) == Node::Num(Number::from(n));
        match node {
            Node::Binary(Op::Add, a, b) => number(a, 0) || number(b, 0),
            Node::Binary(Op::Sub, _, b) => number(b, 0),
            Node::Binary(Op::Mul, a, b) => [a, b].into_iter().any(|id| number(id, 0) || number(id, 1)),
            Node::Binary(Op::Div | Op::Pow | Op::Log, _, b) => number(b, 1),
            _ => false,
        }
    };
    let bad: Vec<String> = WIDE
        .expressions()
        .filter(|initial| {
            let expr = &initial.expr;
            expr.variables().is_empty() || expr.nodes().iter().any(|node| idle(expr, node))
        })
        .map(|initial| format!("{}:{} {}", initial.family, initial.line, initial.expr))
        .collect();
    assert!(bad.is_empty(), "{} such as\n{}", bad.len(), bad.join("\n"));
}

#[test]
fn families_and_lines_say_where_an_expression_comes_from() {
    let set = &*WIDE;
    let sum: usize = set.families().iter().map(|family| family.expressions).sum();
    assert_eq!(sum, set.len());
    for family in set.families() {
        assert!(family.expressions > 0, "{}", family.name);
        assert!(family.sentence.ends_with('.'), "{}", family.sentence);
    }
    let text = Preset::Paper.files()[0].1;
    let first = set.expressions().next().unwrap();
    assert!(text.lines().nth(first.line - 1).unwrap().starts_with("x^{n}"));
}

#[test]
fn a_line_without_for_is_one_expression() {
    assert_eq!(parse("m*c^2   # the energy"), ["m*c^2"]);
}

#[test]
fn combinations_come_in_order_and_the_last_list_is_fastest() {
    assert_eq!(
        parse("{f}(x) {op} {a}  for f in sin cos, op in + /, a in 2 -3"),
        [
            "sin(x) + 2",
            "sin(x) + (-3)",
            "sin(x)/2",
            "sin(x)/(-3)",
            "cos(x) + 2",
            "cos(x) + (-3)",
            "cos(x)/2",
            "cos(x)/(-3)"
        ]
    );
}

#[test]
fn sets_nest_and_ranges_count() {
    assert_eq!(
        parse("set low = 2..4\nset both = -1 low 1/2\nx^{n}  for n in both 9"),
        ["x^(-1)", "x^2", "x^3", "x^4", "x^(1/2)", "x^9"]
    );
}

#[test]
fn names_in_a_tuple_change_together() {
    assert_eq!(
        parse("set pairs = (sin, cos) (sinh, cosh)\n{f}({u})/{g}({v})  for (f, g) in pairs, (u, v) in (x, 2*y)"),
        ["sin(x)/cos(2*y)", "sinh(x)/cosh(2*y)"]
    );
}

#[test]
fn expressions_go_in_whole() {
    assert_eq!(parse("2{u}^2  for u in x x+1 -3 sqrt(x)"), ["2*x^2", "2*(x + 1)^2", "2*(-3)^2", "2*sqrt(x)^2"]);
    assert_eq!(parse("{a}{u}  for a in 2 3, u in 4"), ["2*4", "3*4"]);
    assert_eq!(parse("{f}(a{f}(x))  for f in sin tan"), ["sin(asin(x))", "tan(atan(x))"]);
}

#[test]
fn repetitions_and_expressions_without_a_value_are_left_out() {
    let text = "family f \"A family.\"\n{f}({a})*x  for f in asin sqrt, a in -2 0 1 1\nsqrt(0)*x + {a}  for a in 1 1\n";
    let set = TemplateSet::parse("test", text).unwrap();
    assert_eq!(shown(&set), ["asin(0)*x", "asin(1)*x", "sqrt(0)*x", "sqrt(1)*x", "sqrt(0)*x + 1"]);
    assert_eq!((set.left_out().repeated, set.left_out().without_value), (3, 2));
}

#[test]
fn take_keeps_as_many_as_it_says_if_there_are() {
    let line = "{f}({a}*x)^{n}  for f in sin ln asin, a in 2..9, n in 2..9";
    let (all, some) = (parse(line), parse(&format!("{line}  [take 24]")));
    assert_eq!((all.len(), some.len()), (192, 24));
    assert!(some.iter().all(|one| all.contains(one)));
    for function in ["sin(", "ln(", "asin("] {
        assert_eq!(some.iter().filter(|one| one.starts_with(function)).count(), 8, "{some:?}");
    }
    // The ones without a value do not count.
    assert_eq!(parse("sqrt({a})*x  for a in -50..49  [take 40]").len(), 40);
}

#[test]
fn the_hash_follows_the_expressions_and_not_the_layout() {
    let hash = |text: &str| TemplateSet::parse("test", text).unwrap().hash();
    let one = hash("family f \"A.\"\nx + {a}  for a in 2 3");
    assert_eq!(one, hash("# why\nset low = 2 3\nfamily f \"B.\"\n\n  x+{n}     for n in low # so\n"));
    assert_ne!(one, hash("family f \"A.\"\nx + {a}  for a in 3 2"));
    assert_ne!(one, hash("family g \"A.\"\nx + {a}  for a in 2 3"));
}

#[test]
fn a_file_of_the_users_own_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.templates");
    fs::write(&path, "\u{feff}family mine \"My formulas.\"\r\nsin({a}*x)  for a in 2 3\r\n").unwrap();
    let set = TemplateSet::load(&path).unwrap();
    assert_eq!(shown(&set), ["sin(2*x)", "sin(3*x)"]);
    let [first, _] = set.expressions().collect::<Vec<_>>()[..] else { panic!("two") };
    assert_eq!((&*first.family, first.line), ("mine", 2));

    fs::write(&path, "family mine \"My formulas.\"\nsin(({a}*x)  for a in 2 3\n").unwrap();
    let error = TemplateSet::load(&path).unwrap_err();
    assert!(matches!(error, LoadError::Templates(_)));
    assert!(error.to_string().starts_with(&format!("{}:2:", path.display())), "{error}");

    let error = TemplateSet::load(folder.path().join("none.templates")).unwrap_err();
    assert!(matches!(error, LoadError::Io { .. }));
    assert!(error.to_string().contains("none.templates"), "{error}");
}
