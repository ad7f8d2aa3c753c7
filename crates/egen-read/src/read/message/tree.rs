//! Trees: what is wrong with a text in prefix notation, an s-expression, Content MathML or `srepr`?

use egen_math::{NumberError, Op};

/// What is wrong with a text that is a tree already. An example stands at each, and behind it what the data are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeRefusal {
    /// An empty text.
    #[error("there is no expression here")]
    Nothing,
    /// `+ 1 2 3`: the word behind it.
    #[error("the expression is complete before `{0}`")]
    CompleteBefore(String),
    /// `(+ 1 2) 3`.
    #[error("the expression is complete before this")]
    Complete,
    /// `+ 1 = x y`.
    #[error("`=` stands before both sides: `= a b`")]
    EqualsInside,
    /// `(+ 1 (= x y))`.
    #[error("`=` can only be outermost")]
    EqualsNotOutermost,
    /// `= x`.
    #[error("`=` wants an expression on each side")]
    Sides,
    /// `+ 1`: the word, its column, how many are missing, and how many it takes.
    #[error("the text ends, but `{}` in column {} still wants {} of its {}", .0.0, .0.1, .0.2, arguments(.0.3))]
    Wanting(Box<(String, usize, usize, usize)>),
    /// `(+ 1 2`: the column.
    #[error("the text ends, but the parenthesis in column {0} is not closed")]
    Parenthesis(usize),
    /// `+ 1 2)`.
    #[error("this parenthesis was never opened")]
    NeverOpened,
    /// `()`.
    #[error("an operator belongs after this parenthesis")]
    NoHead,
    /// `(x 1)`.
    #[error("`{0}` is no operator; for an unknown function, write `(call {0} …)`")]
    NoOperator(String),
    /// `(1 + 2)`.
    #[error("`{0}` is an operator: write `({0} …)`")]
    Operator(String),
    /// `(sin 1 2)`: the operator and the number of arguments.
    #[error("`{}` takes {}, got {second}", .0.info().prefix[1], arguments(.0.arity()), second = .1)]
    Arity(Op, usize),
    /// `d 2 x`: the operator.
    #[error("`{}` wants a variable first, then what it is applied to", .0.info().prefix[1])]
    VariableFirst(Op),
    /// `call f`.
    #[error("`call` wants a name, the number of arguments and the arguments")]
    Call,
    /// `call f x`.
    #[error("`call` wants the number of arguments after the name: `call f 2 x y`")]
    CallCount,
    /// `call`.
    #[error("`call` wants the name of a function")]
    CallName,
    /// `call 2 1 x`.
    #[error("`{0}` is no name of an unknown function; other names need backquotes")]
    NoFunctionName(String),
    /// `` `x ``.
    #[error("this backquote is never closed")]
    Backquote,
    /// ` `` `.
    #[error("there is no name between the backquotes")]
    EmptyBackquotes,
    /// `INT+ x`.
    #[error("single digits belong here: `INT+ 1 2` is 12")]
    Digits,
    /// `INT+` and more digits than are read.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// `+ 1.2.3 x`: the word and what is wrong with it.
    #[error("`{0}`: {1}")]
    Numeral(String, NumberError),
    /// `+ (1 2)`.
    #[error("prefix notation has no parentheses")]
    NoParentheses,
    /// `diff x y`.
    #[error("`{0}` is no prefix operator; write `d x body` or `int x body`")]
    Calculus(String),
    /// `+ ? x`.
    #[error("`{0}` is neither an operator, a number nor a variable; other names need backquotes")]
    Neither(String),
    /// `+ and x`.
    #[error("`{0}` is no name of a variable; in backquotes it is")]
    Prose(String),
    /// `sinn x`: the word and the operator that is near.
    #[error("`{0}` is no operator; `{1}` is. For a variable, write it in backquotes")]
    Near(String, &'static str),
    /// `<eq/>` and one side.
    #[error("`<eq/>` wants an expression on each side")]
    EqElement,
    /// `<apply></apply>`.
    #[error("an operator belongs into this `<apply>`")]
    EmptyApply,
    /// `<apply><sum/>…`: the element.
    #[error("`<{0}>` is out of scope here")]
    ElementHere(String),
    /// `<matrix>`.
    #[error("`<{0}>` is out of scope")]
    Element(String),
    /// `<apply><sum/>`: the operator's element.
    #[error("`<{0}/>` is out of scope")]
    Head(String),
    /// `<apply><sin/>` and two arguments: the element, what it takes, and how many there are.
    #[error("`<{0}/>` takes {1}, got {2}")]
    HeadArity(String, Count, usize),
    /// `<degree>` of a sine.
    #[error("`<{0}/>` takes no degree")]
    NoDegree(String),
    /// `<diff/>` without `<bvar>`.
    #[error("`<{0}/>` wants a variable, in `<bvar>`")]
    NoVariable(String),
    /// `<bvar><cn>1</cn></bvar>`.
    #[error("expected a variable, `<ci>x</ci>`")]
    BoundVariable,
    /// `<ci>x+y</ci>`.
    #[error("a name of letters, digits and _ is read inside `<ci>`")]
    CiName,
    /// `<cn>a</cn>`.
    #[error("expected a number in decimal digits")]
    CnDigits,
    /// `Add(`.
    #[error("the text ends where an expression was expected")]
    End,
    /// `Add[`: what was expected.
    #[error("expected `{0}` here")]
    Expected(String),
    /// `Add(+)`.
    #[error("expected a name such as Add, Symbol or Integer")]
    SreprName,
    /// `Integer(1))`.
    #[error("this bracket was never opened")]
    BracketNeverOpened,
    /// `Add(Integer(1)`: the name before the bracket.
    #[error("the bracket of `{0}` is not closed")]
    BracketNotClosed(String),
    /// `Sum(…)`.
    #[error("`{0}` is out of scope")]
    Srepr(String),
    /// `Derivative(Symbol('x'), Tuple(Integer(1)))`.
    #[error("expected a variable, Symbol('x')")]
    SreprVariable,
    /// `Symbol('x')` beside `Symbol('x', positive=True)`.
    #[error("two different symbols would be called {0} here: rename one of them")]
    TwoSymbols(String),
    /// `Symbol('x`.
    #[error("this name is never closed")]
    OpenName,
    /// `Symbol('x y')`.
    #[error("a name of letters, digits and _ is read here")]
    Name,
    /// `Tuple(Symbol('x'), x)`.
    #[error("expected a number, Integer(2)")]
    SreprNumber,
    /// `Integer(x)`: the kind of number.
    #[error("expected digits in `{0}(…)`")]
    SreprDigits(String),
    /// `sin(x, y)`: the name and the number of arguments.
    #[error("`{0}` does not take {1} arguments")]
    SreprArity(String, usize),
    /// `Derivative(x)`: the operation.
    #[error("expected {0}(E, Tuple(Symbol('x')))")]
    SreprBound(String),
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
