//! Numerals: why is a number not read?

use egen_math::NumberError;

messages! {
/// Why a number is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumeralRefusal {
    Number(#[from] NumberError) = ["{0}"],
    Decimal = ["numbers are read in decimal only: write the value, or 0*x1 for a product"],
    Point = ["a digit was expected before or after the point"],
    Underscore = ["`_` inside a number is not read: write the digits without it"],
    SubscriptOfPower = ["a subscript stands before the power: write x_1^2"],
    LeadingUnderscore = ["a name starts with a letter, not with `_`"],
    LongFraction = ["this fraction is too long: write digits on the line"],
    Superscript = ["expected digits and letters, with signs between them, in the superscript"],
    Degrees = ["write brackets around the degrees; minutes and seconds are not read"],
}
}
