//! Functions: what is wrong with a function and what it is applied to?

/// What is wrong with a function and its arguments. An example stands at each, and behind it what the data are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FunctionRefusal {
    /// `sin_2 x`.
    #[error("`{0}` has no base: only log takes a subscript")]
    NoBase(String),
    /// `\sin^2^3 x`.
    #[error("two powers on one function: write brackets")]
    TwoPowers,
    /// `\sin^2(x)^3`.
    #[error("`{0}` has a power already: write brackets")]
    PowerAlready(String),
    /// `sin(x, y)`.
    #[error("`{0}` takes one argument")]
    OneArgument(String),
    /// `pow(1, 2, 3)`.
    #[error("`{0}` takes two arguments")]
    TwoArguments(String),
    /// `root(x)`.
    #[error("`{0}` takes two arguments: write {0}(x, n)")]
    DegreeMissing(String),
    /// `log(1, 2, 3)`.
    #[error("`{0}` does not take {1} arguments")]
    Arguments(String, usize),
    /// `f(a, b)` where calls are products.
    #[error("several arguments cannot be read as a product: read calls as calls")]
    SeveralInProduct,
    /// `\sin -x`.
    #[error("write brackets around the argument of `{0}` when it starts with a sign")]
    SignedArgument(String),
    /// `sin + 1`.
    #[error("`{0}` is a function and has no argument here: write {0}(x)")]
    NoArgument(String),
    /// `sinn(x)`: the name, and the function that is near.
    #[error("unknown function `{first}`; {}", near(*.1), first = .0)]
    Unknown(String, Option<&'static str>),
    /// `\sqrt[1.5]{x}`.
    #[error("the degree of a root must be a whole number from 2 on: write a power instead")]
    DegreeOfRoot,
    /// `⁻¹√x`.
    #[error("the degree of a root is a whole number from 2 on")]
    SmallDegreeOfRoot,
    /// An odd root of thousands of terms.
    #[error("this root has too long a radicand that may be negative: give it a name")]
    LongRadicand,
}

fn near(name: Option<&str>) -> String {
    match name {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            "known are sqrt, exp, ln, log, abs, sign, sin, cos, tan, their relatives, diff and integrate".to_owned()
        }
    }
}
