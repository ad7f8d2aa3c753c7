//! Prefix notation and s-expressions: what is read, and what is refused where?

use egen_math::{Builder, Constant, Expr, Node, Number, Op, Symbol};
use egen_read::read::{Notation, Options, ReadError, Reading, read};

fn try_read(text: &str, notation: Notation) -> Result<Reading, ReadError> {
    read(text, &Options { notation: Some(notation), ..Options::default() })
}

fn prefix(text: &str) -> Expr {
    one(try_read(text, Notation::Prefix), text)
}

fn sexpr(text: &str) -> Expr {
    one(try_read(text, Notation::Sexpr), text)
}

fn one(result: Result<Reading, ReadError>, text: &str) -> Expr {
    let mut reading = result.unwrap_or_else(|error| panic!("{text}: {error} at {:?}", error.at));
    assert_eq!(reading.sides.len(), 1, "{text}");
    reading.sides.remove(0)
}

fn x() -> Expr {
    Expr::variable("x")
}

fn n(n: i64) -> Expr {
    Expr::number(n)
}

fn call(name: &str, args: &[Expr]) -> Expr {
    let mut builder = Builder::new();
    let places = args.iter().map(|arg| builder.append(arg)).collect();
    let root = builder.add(Node::Call(Symbol::new(name), places));
    builder.finish(root)
}

#[test]
fn both_dialects_and_parentheses_read_the_same() {
    let cases = [
        ("add x INT+ 1 2", "+ x 12", "(+ x 12)", x() + n(12)),
        ("sub INT- 3 x", "- -3 x", "(- -3 x)", n(-3) - x()),
        ("mul x div x INT+ 2", "* x / x 2", "(* x (/ x 2))", x() * (x() / n(2))),
        ("pow sin x INT+ 2", "^ sin x 2", "(** (sin x) 2)", x().unary(Op::Sin).binary(Op::Pow, &n(2))),
        ("neg ln abs x", "neg ln abs x", "(- (ln (abs x)))", -x().unary(Op::Abs).unary(Op::Ln)),
        ("d x exp x", "d x exp x", "(d x (exp x))", x().unary(Op::Exp).binary(Op::Diff, &x())),
        ("int x add x y", "int x + x y", "(int x (+ x y))", (x() + Expr::variable("y")).binary(Op::Integral, &x())),
        ("log x INT+ 1 0", "log x 10", "(log x 10)", x().binary(Op::Log, &n(10))),
        ("call f 2 x INT+ 1", "call f 2 x 1", "(call f x 1)", call("f", &[x(), n(1)])),
        ("call f 0", "call f 0", "(call f)", call("f", &[])),
        ("arcsin x", "asin x", "(arcsin x)", x().unary(Op::Asin)),
        ("pow e x", "pow e x", "(^ e x)", Expr::constant(Constant::E).binary(Op::Pow, &x())),
        ("mul pi INT+ 0", "* π 0", "(* pi 0)", Expr::constant(Constant::Pi) * n(0)),
        ("`e`", "`e`", "`e`", Expr::variable("e")),
        ("add α x_1", "+ alpha x_1", "(+ α x_1)", Expr::variable("alpha") + Expr::variable("x_1")),
        ("add E i", "+ `E` `i`", "(+ E i)", Expr::variable("E") + Expr::variable("i")),
    ];
    for (paper, short, parenthesised, want) in cases {
        assert_eq!(prefix(paper), want, "{paper}");
        assert_eq!(prefix(short), want, "{short}");
        assert_eq!(sexpr(parenthesised), want, "{parenthesised}");
    }
}

#[test]
fn every_word_of_the_table_is_read() {
    for op in Op::all() {
        for word in op.info().prefix {
            let want = match op.arity() {
                1 => x().unary(op),
                _ => x().binary(op, &x()),
            };
            let arguments = ["x"; 2][..op.arity()].join(" ");
            assert_eq!(prefix(&format!("{word} {arguments}")), want, "{word}");
            assert_eq!(sexpr(&format!("({word} {arguments})")), want, "{word}");
        }
    }
}

#[test]
fn numbers_are_exact() {
    for (text, want) in [
        ("12", "12"),
        ("-3", "-3"),
        ("1.5", "3/2"),
        ("-.5", "-1/2"),
        ("1e-3", "1/1000"),
        ("1/3", "1/3"),
        ("-2/4", "-1/2"),
        ("INT- 0 1 2", "-12"),
        ("0.00030483158055174517", "30483158055174517/100000000000000000000"),
    ] {
        let read = prefix(text);
        let [Node::Num(number)] = read.nodes() else { panic!("{text} is {read:?}") };
        assert_eq!(number.to_string(), want, "{text}");
    }
    assert_eq!(prefix("- INT+ 1 2 13"), n(12) - n(13), "a token of two digits is a number of its own");
}

#[test]
fn sums_and_products_of_many_fold_from_the_left() {
    assert_eq!(sexpr("(+ x 1 2)"), x() + n(1) + n(2));
    assert_eq!(sexpr("(* x 1 (+ x 2) 3)"), x() * n(1) * (x() + n(2)) * n(3));
}

#[test]
fn equations_have_sides() {
    let sides = vec![x(), n(1), n(2)];
    assert_eq!(try_read("= x = 1 2", Notation::Prefix).expect("three sides").sides, sides);
    assert_eq!(try_read("= x 1", Notation::Prefix).expect("two sides").sides, sides[..2]);
    assert_eq!(try_read("(= x 1 2)", Notation::Sexpr).expect("three sides").sides, sides);
}

#[test]
fn decisions_are_noted() {
    let reading = try_read("+ foo foo", Notation::Prefix).expect("a sum");
    assert_eq!(reading.notes.len(), 1);
    assert_eq!(
        (reading.notes[0].at.clone(), reading.notes[0].to_string().as_str()),
        (2..5, "`foo` is read as one variable")
    );
    let reading = try_read("(log x)", Notation::Sexpr).expect("a logarithm");
    assert_eq!(reading.sides, [x().unary(Op::Ln)]);
    assert_eq!(reading.notes[0].at, 1..4);
    assert!(try_read("+ tau x_1", Notation::Prefix).expect("letters").notes.is_empty());
}

#[test]
fn names_can_be_declared_to_be_variables() {
    let options = Options {
        notation: Some(Notation::Prefix),
        variables: vec![Symbol::new("e"), Symbol::new("sinn")],
        ..Options::default()
    };
    let reading = read("+ e sinn", &options).expect("two variables");
    assert_eq!(reading.sides, [Expr::variable("e") + Expr::variable("sinn")]);
}

#[test]
fn refusals_say_what_and_where() {
    let prefix = [
        ("", 0..0, "there is no expression here"),
        ("pow x", 5..5, "the text ends, but `pow` in column 1 still wants 1 of its 2 arguments"),
        ("+ x sin", 7..7, "the text ends, but `sin` in column 5 still wants 1 of its 1 argument"),
        ("x y", 2..3, "the expression is complete before `y`"),
        ("= x", 3..3, "`=` wants an expression on each side"),
        ("+ = x y", 2..3, "`=` stands before both sides: `= a b`"),
        ("d 2 x", 2..3, "`d` wants a variable first, then what it is applied to"),
        ("d e x", 2..3, "`d` wants a variable first, then what it is applied to"),
        ("sinn x", 0..4, "`sinn` is no operator; `sin` is. For a variable, write it in backquotes"),
        ("diff x x", 0..4, "`diff` is no prefix operator; write `d x body` or `int x body`"),
        ("INT+ x", 0..4, "single digits belong here: `INT+ 1 2` is 12"),
        ("1.2.3", 0..5, "`1.2.3`: not a decimal number"),
        ("1/0", 0..3, "`1/0`: not a decimal number"),
        ("call f x", 7..8, "`call` wants the number of arguments after the name: `call f 2 x y`"),
        ("call sin 1 x", 5..8, "`sin` is no name of an unknown function; other names need backquotes"),
        ("x'", 0..2, "`x'` is neither an operator, a number nor a variable; other names need backquotes"),
        ("`x", 0..2, "this backquote is never closed"),
        ("``", 0..2, "there is no name between the backquotes"),
        ("(+ x y)", 0..1, "prefix notation has no parentheses"),
    ];
    let sexpr = [
        ("(+ x 1", 6..6, "the text ends, but the parenthesis in column 1 is not closed"),
        ("(+ x 1))", 7..8, "this parenthesis was never opened"),
        (")", 0..1, "this parenthesis was never opened"),
        ("(+ x 1) y", 8..9, "the expression is complete before this"),
        ("(sin x y)", 1..4, "`sin` takes 1 argument, got 2"),
        ("(+ x)", 1..2, "`+` takes 2 arguments, got 1"),
        ("()", 0..1, "an operator belongs after this parenthesis"),
        ("(f x)", 1..2, "`f` is no operator; for an unknown function, write `(call f …)`"),
        ("(+ sin x)", 3..6, "`sin` is an operator: write `(sin …)`"),
        ("(+ x (= y 1))", 6..7, "`=` can only be outermost"),
        ("(d 2 x)", 3..4, "`d` wants a variable first, then what it is applied to"),
        ("  ", 2..2, "there is no expression here"),
    ];
    let prefix = prefix.into_iter().map(|case| (Notation::Prefix, case));
    for (notation, (text, at, message)) in prefix.chain(sexpr.into_iter().map(|case| (Notation::Sexpr, case))) {
        let error = try_read(text, notation).expect_err(text);
        assert_eq!((error.at.clone(), error.message().as_str()), (at, message), "{text}");
    }
}

#[test]
fn no_nesting_is_too_deep() {
    let depth = 100_000;
    let towers = [
        (Notation::Prefix, "sin ".repeat(depth) + "x"),
        (Notation::Prefix, "d x ".repeat(depth) + "x"),
        (Notation::Prefix, "+ ".repeat(depth) + &"x ".repeat(depth + 1)),
        (Notation::Sexpr, "(sin ".repeat(depth) + "x" + &")".repeat(depth)),
    ];
    for (notation, text) in towers {
        let reading = try_read(&text, notation).expect("a tower");
        assert!(reading.sides[0].len() > depth);
    }
    let message = try_read(&"sin ".repeat(depth), Notation::Prefix).expect_err("nothing inside").message();
    assert!(message.contains("column 399997"), "{message}");
    assert!(try_read(&"(".repeat(depth), Notation::Sexpr).is_err());
    assert!(try_read(&"sin ".repeat(1 << 19), Notation::Prefix).is_err());
}

#[test]
fn big_numbers_have_their_limit() {
    assert!(try_read(&format!("INT+ {}", "9 ".repeat(5_000)), Notation::Prefix).is_err());
    let forty = "9 ".repeat(40);
    let want = Number::parse_decimal(&"9".repeat(40)).expect("forty digits");
    assert_eq!(prefix(&format!("INT+ {forty}")), Expr::number(want));
}
