//! Numerals: why is a number not read?

use egen_math::NumberError;

/// Why a number is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumeralRefusal {
    /// More digits than are read.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// `0x12`.
    #[error("numbers are read in decimal only: write the value, or 0*x1 for a product")]
    Decimal,
    /// `2.`.
    #[error("a digit was expected before or after the point")]
    Point,
    /// `1_000`.
    #[error("`_` inside a number is not read: write the digits without it")]
    Underscore,
    /// `x^2_1`.
    #[error("a subscript stands before the power: write x_1^2")]
    SubscriptOfPower,
    /// `_x`.
    #[error("a name starts with a letter, not with `_`")]
    LeadingUnderscore,
    /// A fraction of many small digits.
    #[error("this fraction is too long: write digits on the line")]
    LongFraction,
    /// `x⁺`.
    #[error("expected digits and letters, with signs between them, in the superscript")]
    Superscript,
    /// `30°^2`, `30°15'`.
    #[error("write brackets around the degrees; minutes and seconds are not read")]
    Degrees,
}
