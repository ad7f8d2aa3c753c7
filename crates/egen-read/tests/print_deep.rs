//! Does printing stay linear and off the call stack, however deep the expression is?

use egen_math::{Builder, Expr, Op};
use egen_read::print::{Form, print};

const DEPTH: usize = 50_000;

fn tower(grow: impl Fn(&mut Builder, egen_math::Id) -> egen_math::Id) -> Expr {
    let mut builder = Builder::new();
    let mut root = builder.variable("x");
    for _ in 0..DEPTH {
        root = grow(&mut builder, root);
    }
    builder.finish(root)
}

fn every_form_prints(expr: &Expr) {
    for form in Form::ALL {
        let text = print(expr, form);
        assert!(text.len() > DEPTH && text.len() < 200 * DEPTH, "{form}: {} bytes", text.len());
    }
}

#[test]
fn a_left_deep_sum_prints() {
    every_form_prints(&tower(|builder, sum| {
        let term = builder.number(12);
        builder.binary(Op::Add, sum, term)
    }));
}

#[test]
fn a_left_deep_product_after_a_minus_prints() {
    every_form_prints(&-tower(|builder, product| {
        let factor = builder.variable("y");
        builder.binary(Op::Mul, product, factor)
    }));
}

#[test]
fn a_tower_of_sines_prints() {
    every_form_prints(&tower(|builder, inner| builder.unary(Op::Sin, inner)));
}

#[test]
fn towers_of_powers_and_minus_signs_print() {
    every_form_prints(&tower(|builder, exponent| {
        let base = builder.number(2);
        builder.binary(Op::Pow, base, exponent)
    }));
    every_form_prints(&tower(|builder, inner| builder.unary(Op::Neg, inner)));
}

#[test]
fn a_tower_of_derivatives_by_two_variables_prints() {
    every_form_prints(&tower(|builder, inner| {
        let by = builder.variable(["x", "y"][builder.len() % 4 / 2]);
        builder.binary(Op::Diff, inner, by)
    }));
}
