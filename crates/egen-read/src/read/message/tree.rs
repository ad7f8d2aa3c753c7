//! Trees: what is wrong with a text in prefix notation, an s-expression, Content MathML or `srepr`?

use egen_math::{NumberError, Op};

messages! {
/// What is wrong with a text that is a tree already. An example of each is in `tests/reading/refusals.tsv`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeRefusal {
    Nothing = ["there is no expression here"],
    /// `+ 1 2 3`: the word behind it.
    CompleteBefore(String) = ["the expression is complete before `{0}`"],
    Complete = ["the expression is complete before this"],
    EqualsInside = ["`=` stands before both sides: `= a b`"],
    EqualsNotOutermost = ["`=` can only be outermost"],
    Sides = ["`=` wants an expression on each side"],
    /// `+ 1`: the word, its column, how many are missing, and how many it takes.
    Wanting(Box<(String, usize, usize, usize)>) = [
        "the text ends, but `{}` in column {} still wants {} of its {}", .0.0, .0.1, .0.2, arguments(.0.3)
    ],
    /// `(+ 1 2`: the column.
    Parenthesis(usize) = ["the text ends, but the parenthesis in column {0} is not closed"],
    NeverOpened = ["this parenthesis was never opened"],
    NoHead = ["an operator belongs after this parenthesis"],
    NoOperator(String) = ["`{0}` is no operator; for an unknown function, write `(call {0} …)`"],
    Operator(String) = ["`{0}` is an operator: write `({0} …)`"],
    /// `(sin 1 2)`: the operator and the number of arguments.
    Arity(Op, usize) = ["`{}` takes {}, got {second}", .0.info().prefix[1], arguments(.0.arity()), second = .1],
    /// `d 2 x`: the operator.
    VariableFirst(Op) = ["`{}` wants a variable first, then what it is applied to", .0.info().prefix[1]],
    Call = ["`call` wants a name, the number of arguments and the arguments"],
    CallCount = ["`call` wants the number of arguments after the name: `call f 2 x y`"],
    CallName = ["`call` wants the name of a function"],
    NoFunctionName(String) = ["`{0}` is no name of an unknown function; other names need backquotes"],
    Backquote = ["this backquote is never closed"],
    EmptyBackquotes = ["there is no name between the backquotes"],
    Digits = ["single digits belong here: `INT+ 1 2` is 12"],
    Number(#[from] NumberError) = ["{0}"],
    /// `+ 1.2.3 x`: the word and what is wrong with it.
    Numeral(String, NumberError) = ["`{0}`: {1}"],
    NoParentheses = ["prefix notation has no parentheses"],
    Calculus(String) = ["`{0}` is no prefix operator; write `d x body` or `int x body`"],
    Neither(String) = ["`{0}` is neither an operator, a number nor a variable; other names need backquotes"],
    Prose(String) = ["`{0}` is no name of a variable; in backquotes it is"],
    /// `sinn x`: the word and the operator that is near.
    Near(String, &'static str) = ["`{0}` is no operator; `{1}` is. For a variable, write it in backquotes"],
    EqElement = ["`<eq/>` wants an expression on each side"],
    EmptyApply = ["an operator belongs into this `<apply>`"],
    /// `<apply><sum/>…`: the element.
    ElementHere(String) = ["`<{0}>` is out of scope here"],
    Element(String) = ["`<{0}>` is out of scope"],
    /// `<apply><sum/>`: the operator's element.
    Head(String) = ["`<{0}/>` is out of scope"],
    /// `<apply><sin/>` and two arguments: the element, what it takes, and how many there are.
    HeadArity(String, Count, usize) = ["`<{0}/>` takes {1}, got {2}"],
    NoDegree(String) = ["`<{0}/>` takes no degree"],
    NoVariable(String) = ["`<{0}/>` wants a variable, in `<bvar>`"],
    BoundVariable = ["expected a variable, `<ci>x</ci>`"],
    CiName = ["a name of letters, digits and _ is read inside `<ci>`"],
    CnDigits = ["expected a number in decimal digits"],
    End = ["the text ends where an expression was expected"],
    /// `Add[`: what was expected.
    Expected(String) = ["expected `{0}` here"],
    SreprName = ["expected a name such as Add, Symbol or Integer"],
    BracketNeverOpened = ["this bracket was never opened"],
    /// `Add(Integer(1)`: the name before the bracket.
    BracketNotClosed(String) = ["the bracket of `{0}` is not closed"],
    Srepr(String) = ["`{0}` is out of scope"],
    SreprVariable = ["expected a variable, Symbol('x')"],
    TwoSymbols(String) = ["two different symbols would be called {0} here: rename one of them"],
    OpenName = ["this name is never closed"],
    Name = ["a name of letters, digits and _ is read here"],
    SreprNumber = ["expected a number, Integer(2)"],
    /// `Integer(x)`: the kind of number.
    SreprDigits(String) = ["expected digits in `{0}(…)`"],
    /// `sin(x, y)`: the name and the number of arguments.
    SreprArity(String, usize) = ["`{0}` does not take {1} arguments"],
    /// `Derivative(x)`: the operation.
    SreprBound(String) = ["expected {0}(E, Tuple(Symbol('x')))"],
}
}

/// How many arguments an element takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// One or more.
    Some,
    /// So many.
    Exactly(usize),
    /// One, of an element that has a qualifier besides.
    One,
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Count::Some => f.write_str("an argument or more"),
            Count::Exactly(count) => f.write_str(&arguments(*count)),
            Count::One => f.write_str("one argument"),
        }
    }
}

fn arguments(count: usize) -> String {
    format!("{count} argument{}", if count == 1 { "" } else { "s" })
}
