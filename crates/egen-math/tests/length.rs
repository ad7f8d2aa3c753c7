//! Is the length of an expression what a model reads?

use egen_math::length::model_tokens;
use egen_read::print::{Form, print};
use egen_read::read::read_expr;

#[test]
fn it_is_the_number_of_words_in_the_papers_prefix_form() {
    for text in [
        "x",
        "0",
        "-7",
        "1000",
        "0.000003814697265625*x",
        "-12/7 + pi*e",
        "1/(2*x) - (-3)^(-10)",
        "diff(diff(sin(x)*y, x), y)",
        "integrate(x^2, x)",
        "log(x, 2)/99999999999999999999999999",
    ] {
        let expr = read_expr(text).expect(text);
        let words = print(&expr, Form::Paper);
        assert_eq!(model_tokens(&expr), words.split(' ').count(), "{text}: {words}");
    }
}
