//! Does reading what was printed give back the same tree?

use dashu_ratio::RBig;
use egen_math::{Builder, Constant, Expr, Node, Number, Op, Symbol};
use egen_read::print::{Form, print, print_equation};
use egen_read::read::{Notation, Options, read};
use proptest::prelude::*;

/// Letters, and names that mean something else in one notation or another.
#[rustfmt::skip]
const NAMES: [&str; 44] = [
    "x", "y", "f", "e", "E", "i", "I", "d", "D", "S", "pi", "sin", "tg", "lim", "foo", "speed", "x1", "alpha", "Gamma",
    "varphi", "ell", "omicron", "varkappa", "Alpha", "x_1", "x_max", "x_pi", "x_1_2", "beta_2k", "rho_phi", "foo_1", "foo_bar",
    "e_1", "d_0", "dx", "dy", "pi_2", "sin_1", "sinx", "x_ln", "arcsim", "e1", "x_", "a__b",
];

fn leaf(decimals: bool) -> impl Strategy<Value = Expr> {
    let tenths = move |n: i64| if decimals { RBig::from_parts(n.into(), 10u8.into()) } else { RBig::from(n) };
    prop_oneof![
        4 => proptest::sample::select(&NAMES[..]).prop_map(Expr::variable),
        2 => (-12i64..13).prop_map(Expr::number),
        1 => (-40i64..400).prop_map(move |n| Expr::number(Number::from(tenths(n)))),
        1 => prop_oneof![Just(Constant::Pi), Just(Constant::E)].prop_map(Expr::constant),
    ]
}

fn expression(decimals: bool) -> impl Strategy<Value = Expr> {
    let operators = |arity: usize| {
        let fits = move |op: &Op| op.arity() == arity && !matches!(op, Op::Diff | Op::Integral);
        proptest::sample::select(Op::all().filter(fits).collect::<Vec<_>>())
    };
    let arithmetic = proptest::sample::select(vec![Op::Add, Op::Sub, Op::Mul, Op::Mul, Op::Div, Op::Pow]);
    leaf(decimals).prop_recursive(6, 40, 3, move |inner| {
        prop_oneof![
            6 => (arithmetic.clone(), inner.clone(), inner.clone()).prop_map(|(op, a, b)| a.binary(op, &b)),
            2 => inner.clone().prop_map(|a| -a),
            3 => (operators(1), inner.clone()).prop_map(|(op, a)| a.unary(op)),
            1 => (operators(2), inner.clone(), inner.clone()).prop_map(|(op, a, b)| a.binary(op, &b)),
            1 => (3i64..6, inner.clone()).prop_map(|(n, a)| a.binary(Op::Pow, &(Expr::number(1) / Expr::number(n)))),
            1 => (bound(Op::Diff), inner.clone()).prop_map(|((op, by), a)| a.binary(op, &by)),
            1 => (bound(Op::Integral), inner.clone()).prop_map(|((op, by), a)| a.binary(op, &by)),
            1 => (proptest::sample::select(&["f", "g", "h", "u", "y", "beta", "foo", "F_1"][..]), proptest::collection::vec(inner, 1..3)).prop_map(call),
        ]
    })
}

fn bound(op: Op) -> impl Strategy<Value = (Op, Expr)> {
    (Just(op), proptest::sample::select(&NAMES[..]).prop_map(Expr::variable))
}

fn call((name, args): (&str, Vec<Expr>)) -> Expr {
    let mut builder = Builder::new();
    let places = args.iter().map(|arg| builder.append(arg)).collect();
    let root = builder.add(Node::Call(Symbol::new(name), places));
    builder.finish(root)
}

fn back(text: &str, notation: Notation) -> Result<Vec<Expr>, String> {
    let options = Options { notation: Some(notation), ..Options::default() };
    read(text, &options).map(|reading| reading.sides).map_err(|error| format!("{error} at {:?} of {text}", error.at))
}

macro_rules! comes_back {
    ($($claim:ident: $form:ident in $notation:ident, decimals $decimals:literal;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]
            $(#[test]
            fn $claim(expr in expression($decimals)) {
                let text = print(&expr, Form::$form);
                prop_assert_eq!(back(&text, Notation::$notation), Ok(vec![expr]), "{}", text);
            })*
        }
    };
}

comes_back! {
    prefix_comes_back: Prefix in Prefix, decimals true;
    paper_prefix_comes_back: Paper in Prefix, decimals false;
    sexpr_comes_back: Sexpr in Sexpr, decimals true;
    infix_comes_back: Infix in Infix, decimals true;
    latex_comes_back: Latex in Latex, decimals true;
    mathml_comes_back: Mathml in Mathml, decimals true;
}

#[test]
fn equations_come_back() {
    let x = || Expr::variable("x");
    for sides in [vec![x(), x().unary(Op::Sin)], vec![x(), Expr::number(-1), x() + Expr::number(2)]] {
        for (form, notation) in [
            (Form::Prefix, Notation::Prefix),
            (Form::Paper, Notation::Prefix),
            (Form::Sexpr, Notation::Sexpr),
            (Form::Infix, Notation::Infix),
            (Form::Latex, Notation::Latex),
            (Form::Mathml, Notation::Mathml),
        ] {
            let text = print_equation(&sides, form);
            assert_eq!(back(&text, notation), Ok(sides.clone()), "{text}");
        }
    }
}

#[test]
fn fractions_without_a_finite_decimal_come_back_as_divisions() {
    let third = Expr::number(Number::from(RBig::from_parts(1.into(), 3u8.into())));
    let division = Expr::number(1) / Expr::number(3);
    assert_eq!(back(&print(&third, Form::Prefix), Notation::Prefix), Ok(vec![third.clone()]));
    for (form, notation) in [(Form::Infix, Notation::Infix), (Form::Latex, Notation::Latex)] {
        let text = print(&(third.clone() * Expr::variable("x")), form);
        assert_eq!(back(&text, notation), Ok(vec![division.clone() * Expr::variable("x")]), "{text}");
    }
}
