//! Functions: what is wrong with a function and what it is applied to?

messages! {
/// What is wrong with a function and its arguments. An example of each is in `tests/reading/refusals.tsv`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FunctionRefusal {
    NoBase(String) = ["`{0}` has no base: only log takes a subscript"],
    TwoPowers = ["two powers on one function: write brackets"],
    PowerAlready(String) = ["`{0}` has a power already: write brackets"],
    OneArgument(String) = ["`{0}` takes one argument"],
    TwoArguments(String) = ["`{0}` takes two arguments"],
    DegreeMissing(String) = ["`{0}` takes two arguments: write {0}(x, n)"],
    Arguments(String, usize) = ["`{0}` does not take {1} arguments"],
    SeveralInProduct = ["several arguments cannot be read as a product: read calls as calls"],
    SignedArgument(String) = ["write brackets around the argument of `{0}` when it starts with a sign"],
    NoArgument(String) = ["`{0}` is a function and has no argument here: write {0}(x)"],
    /// `sinn(x)`: the name, and the function that is near.
    Unknown(String, Option<&'static str>) = ["unknown function `{first}`; {}", near(*.1), first = .0],
    DegreeOfRoot = ["the degree of a root must be a whole number from 2 on: write a power instead"],
    SmallDegreeOfRoot = ["the degree of a root is a whole number from 2 on"],
    LongRadicand = ["this root has too long a radicand that may be negative: give it a name"],
}
}

fn near(name: Option<&str>) -> String {
    match name {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            "known are sqrt, exp, ln, log, abs, sign, sin, cos, tan, their relatives, diff and integrate".to_owned()
        }
    }
}
