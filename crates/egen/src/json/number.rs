//! Numbers: how is an exact point written for programs, most of which read doubles?

use egen_math::ball::Ball;
use egen_math::{Number, Symbol};
use serde_json::{Map, Value, json};

/// The values of variables.
pub(super) fn point(at: &[(Symbol, Number)]) -> Value {
    Value::Object(at.iter().map(|(name, value)| (name.to_string(), number(value))).collect::<Map<_, _>>())
}

/// A number, if a double is exactly the value or its shortest form is (0.1); otherwise a text that is: `"1/3"`, `"3e-331"`. What is too
/// long to be written out is an object with the digits that come first and the length of what is left out.
pub(super) fn number(value: &Number) -> Value {
    /// Two breaks that are closer together than 10^-1000 have a point between them that is about as long.
    const LONGEST: usize = 2000;
    /// Enough to find the place; it is not the place.
    const DIGITS: usize = 40;
    let near = value.to_f64();
    let shortest = || Number::parse_decimal(&format!("{:e}", near.abs())).is_ok_and(|read| read == value.abs());
    if near.is_finite() && (value.is_exact_f64() || shortest()) {
        return json!(near);
    }
    let exact = text(value);
    if exact.len() <= LONGEST {
        return json!(exact);
    }
    json!({ "near": Ball::from_number(value, 4 * DIGITS).to_decimal(DIGITS), "characters": exact.len() })
}

/// The shortest exact text: a fraction, a decimal, or one with an exponent.
fn text(value: &Number) -> String {
    let decimal = value.to_decimal();
    let scientific = decimal.as_deref().map(scientific);
    let texts = [scientific, decimal].into_iter().flatten().chain([value.to_string()]);
    texts.min_by_key(String::len).expect("a fraction at least")
}

/// `0.00012` as `1.2e-4`.
fn scientific(decimal: &str) -> String {
    let (sign, size) = decimal.strip_prefix('-').map_or(("", decimal), |size| ("-", size));
    let (whole, fraction) = size.split_once('.').unwrap_or((size, ""));
    let digits = [whole, fraction].concat();
    let zeros = digits.len() - digits.trim_start_matches('0').len();
    let power = whole.len() as i64 - 1 - zeros as i64;
    let (first, rest) = digits.trim_matches('0').split_at(usize::from(zeros < digits.len()));
    let point = if rest.is_empty() { "" } else { "." };
    format!("{sign}{first}{point}{rest}e{power}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Value {
        let (sign, size) = text.strip_prefix('-').map_or((false, text), |size| (true, size));
        let value = match size.split_once('/') {
            Some((p, q)) => {
                let [p, q] = [p, q].map(|part| Number::parse_decimal(part).unwrap());
                p.combine(egen_math::Op::Div, &q).unwrap()
            }
            None => Number::parse_decimal(size).unwrap(),
        };
        number(&if sign { -value } else { value })
    }

    #[test]
    fn a_double_is_a_number_and_everything_else_an_exact_text() {
        assert_eq!(of("2"), json!(2.0));
        assert_eq!(of("-0.1"), json!(-0.1));
        assert_eq!(of("1e300"), json!(1e300));
        assert_eq!(of("1/1024"), json!(1.0 / 1024.0));
        assert_eq!(of("1/3"), json!("1/3"));
        assert_eq!(of("-1e400"), json!("-1e400"));
        assert_eq!(of("3e-331"), json!("3e-331"));
        let close = format!("1.{}1", "0".repeat(39));
        assert_eq!(of(&close), json!(close));
        assert_eq!(of("9007199254740993"), json!("9007199254740993"));
    }

    #[test]
    fn what_is_too_long_says_how_long() {
        let long = of(&format!("1.{}1/3", "0".repeat(3000)));
        assert_eq!(long["characters"], 6005);
        assert!(long["near"].as_str().is_some_and(|near| near.starts_with("0.33333333333")), "{long}");
    }
}
