//! Structures: which parts of a formula have no meaning yet?

use crate::read::token::reason;

messages! {
/// Why a part of a structure is not read. An example of each is in `tests/reading/refusals.tsv`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StructureRefusal {
    /// `x \leq 1`: the sign, command or element.
    Part(String, Reason) = ["`{0}` {1}"],
    Command(String) = ["the command `{0}` is not known"],
    /// `\text{a b}`: the command.
    Name(String) = ["only a name of letters and digits is read inside `{0}{{…}}`"],
    Identifier(String) = ["`{0}` is no name: letters and digits are read inside `<mi>`"],
    /// `\bar{xy}`: the command.
    Accent(String) = ["`{0}` is read over a single letter only, as part of a name: write a subscript instead"],
    /// `<mi mathvariant="bold">`: the style.
    Letters(&'static str) = ["{0} letters are not read: they stand for sets, operators and vectors"],
    Raised(char) = ["`{0}` is not read in MathML: write `<mfrac>`, `<msup>` or `<msub>`"],
    Reference = ["write the characters of a name or number themselves, not as references"],
    NoMath = ["expected a `<math>` element"],
    Circle = ["`\\circ` is read as a superscript only, for degrees: 30^\\circ"],
    NoBracket = ["`\\left.` leaves a bracket out: write both brackets"],
    Rows = ["only one row is read: give the formulas one at a time"],
    Alignment = ["`&` is read beside `=` only: give one formula at a time"],
    Environment(String) = ["`{0}` is out of scope: only one formula is read"],
    Comment = ["`%` starts a comment in LaTeX: remove it, or write 0.01 x for a percentage"],
    Percentage = ["percentages are out of scope: write 0.01 x"],
    Colon = ["`:` is not read: for a quotient write / or \\frac"],
    /// `x ? y`: the sign, escaped.
    Sign(String) = ["`{0}` is not read"],
    ScalarProduct = ["the scalar product of vectors is out of scope"],
    CrossProduct = ["the cross product of vectors is out of scope"],
}
}

impl StructureRefusal {
    /// The refusal of a sign that has no meaning yet.
    pub(in crate::read) fn sign(sign: char) -> StructureRefusal {
        let shown = sign.escape_debug().to_string();
        match reason(sign) {
            Some(reason) => StructureRefusal::Part(shown, reason),
            None => StructureRefusal::Sign(shown),
        }
    }
}

messages! {
/// Why a command or an element is not read: the rest of the sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    BothSigns = ["stands for two expressions: write them one at a time"],
    Infinity = ["is out of scope: only real numbers are read"],
    Complex = ["is out of scope: complex numbers are not read"],
    Mark = ["is not read: write a subscript instead"],
    Integral = ["is out of scope: write single integrals, \\int E \\, dx"],
    Relation = ["is out of scope: of the relations only = is read"],
    Arrow = ["is out of scope: write an expression or an equation"],
    Set = ["is out of scope: sets and logic are not read"],
    Dots = ["stands for something left out: write it in full"],
    Terms = ["is out of scope: write the terms out"],
    Bracket = ["is out of scope: of the brackets ( ) [ ] \\{{ \\}} and | are read"],
    Binomial = ["is out of scope: binomial coefficients are not read"],
    Cancelled = ["strikes something out: write what is left"],
    Letters = ["is not read: such letters stand for sets, operators and vectors"],
    Stack = ["is not read: leave out what stands above or below the formula"],
    Inside = ["is read only around the whole formula"],
    NotRead = ["is not read"],
    Scope = ["is out of scope"],
}
}
