//! The formula on the command line in every notation, and with thirty digits where every variable is 2.
//!
//! `cargo run --release -p egen-read --example formula -- '\frac{d}{dx} \sin^2 x'`

use std::error::Error;
use std::io::{self, Write};

use egen_math::eval::point;
use egen_read::print::{Form, print};
use egen_read::read::read_expr;

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).ok_or("a formula is needed")?;
    let formula = read_expr(&text)?;
    let mut out = io::stdout().lock();
    for form in [Form::Infix, Form::Latex, Form::Prefix, Form::Sympy, Form::Mathml] {
        writeln!(out, "{}", print(&formula, form))?;
    }
    let two = read_expr("2")?;
    let at: Vec<_> = point::free_variables(&formula).into_iter().map(|name| (name, two.clone())).collect();
    match point::real(&formula, &at, 30) {
        point::Value::Known(digits) => writeln!(out, "{digits}")?,
        other => writeln!(out, "{other:?}")?,
    }
    Ok(())
}
