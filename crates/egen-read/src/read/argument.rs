//! Arguments: where does the argument of a known function end?
//!
//! Brackets and braces end it. Without them, `\sin 2x \cos y` is sin(2x) cos(y): the argument is a product that ends before
//! the next function, and what could go on is refused, or noted.

use super::message::{Doubt, FunctionRefusal, Misplaced, NoteKind};
use super::parser::{Parser, Read};
use super::token::{Bracket, Gap, Tok};
use super::{Ambiguity, Meaning};
use egen_math::expr::{Id, Node};
use egen_math::names::{self, Func};
use egen_math::op::Op;

impl<'t> Parser<'t> {
    /// The argument, in brackets or bare, and a second one if there is.
    pub(super) fn argument_of(&mut self, function: Func, start: usize, name: &'t str) -> Read<(Id, Option<Id>)> {
        match self.tok() {
            Tok::Open(kind @ (Bracket::Round | Bracket::Square)) => {
                let open = self.at;
                let arguments = self.arguments(kind)?;
                self.note_next_bracket(function, start, open, name);
                match arguments[..] {
                    [one] => Ok((one, None)),
                    [one, two] => Ok((one, Some(two))),
                    _ => {
                        let why = FunctionRefusal::Arguments(name.to_owned(), arguments.len());
                        self.refuse(start, self.at, why)
                    }
                }
            }
            Tok::Open(kind) => Ok((self.bracketed(kind)?, None)),
            // The braces of `\abs{x}` are drawn as bars.
            Tok::GroupOpen if matches!(name, "\\abs" | "\\cbrt") => Ok((self.group()?, None)),
            Tok::GroupOpen => Ok((self.braced_argument(start, name)?, None)),
            Tok::Bar | Tok::OpenBar => Ok((self.enter(|p| p.absolute())?, None)),
            // Nobody subtracts from the name of a function; but `sin - x` may have lost an argument.
            Tok::Minus
                if self.starts_factor(self.peek(1))
                    && (function == Func::Op(Op::Exp)
                        || self.tokens[self.at + 1].gap == Gap::None && !self.is_latex()) =>
            {
                Ok((self.negative_argument(start, name)?, None))
            }
            Tok::Minus | Tok::Plus if self.starts_factor(self.peek(1)) => {
                self.refuse(start, self.at + 1, FunctionRefusal::SignedArgument(name.to_owned()))
            }
            tok if self.starts_factor(tok) => Ok((self.bare_argument(function, start, name)?, None)),
            _ => self.refuse(start, start + 1, FunctionRefusal::NoArgument(name.to_owned())),
        }
    }

    /// Notes `ln (x+1)(x-1)`, which is the logarithm of the product to many.
    fn note_next_bracket(&mut self, function: Func, start: usize, open: usize, name: &str) {
        let logarithm = matches!(function, Func::Op(Op::Ln) | Func::Log | Func::LogTo(_));
        let apart = !self.is_latex() && self.tokens[open].gap != Gap::None;
        let beside = self.tok() == Tok::Open(Bracket::Round) && self.tokens[self.at].gap == Gap::None;
        if beside && (logarithm || apart) {
            let shown = self.shown(open, self.at);
            self.note(self.span(start, self.at), NoteKind::WithoutNextBracket(name.to_owned(), shown));
        }
    }

    /// `( a, b, … )`.
    pub(super) fn arguments(&mut self, kind: Bracket) -> Read<Vec<Id>> {
        let open = self.at;
        self.at += 1;
        let bars = std::mem::take(&mut self.bars);
        if self.tok() == Tok::Close(kind) {
            return self.refuse(open, self.at + 1, Misplaced::EmptyBrackets);
        }
        let mut arguments = vec![self.sum()?];
        while self.tok() == Tok::Comma {
            self.at += 1;
            arguments.push(self.sum()?);
        }
        self.close(kind, open)?;
        self.bars = bars;
        Ok(arguments)
    }

    /// `\sin{x}`: the braces are not seen, but whoever writes them means them to end the argument.
    fn braced_argument(&mut self, start: usize, name: &str) -> Read<Id> {
        let open = self.at;
        let argument = self.enter(|p| p.group())?;
        // SymPy writes brackets inside of the braces: `\sin{\left(x \right)}`, and they end the argument for everybody.
        if self.is_bracket_in_braces(open) {
            return Ok(argument);
        }
        let raised = self.tok() == Tok::Caret;
        let choice = self.choice(&Ambiguity::RaisedArgument).filter(|_| raised);
        if choice == Some(Meaning::GoesOn) {
            let exponent = self.exponent()?;
            return Ok(self.out.binary(Op::Pow, argument, exponent));
        }
        if raised && choice.is_none() {
            let (caret, end) = (self.at, self.exponent_end(self.at));
            let (function, inside) = (self.shown(start, open), self.shown(open + 1, caret - 1));
            let power = match self.is_small(caret) {
                true => self.shown(caret, end),
                false => format!("^{{{}}}", self.shown(caret + 1, end).trim_matches(['{', '}'])),
            };
            let doubt = Doubt::ValueRaised(function, inside, power);
            return self.refuse(start, self.at + 1, doubt);
        }
        let sum = matches!(self.out.node(argument), Node::Binary(Op::Add | Op::Sub, ..));
        if sum || (self.starts_factor(self.tok()) && !self.function_ahead(self.at)) || self.tok() == Tok::Slash {
            let shown = self.shown(open, self.at);
            self.note(self.span(start, self.at), NoteKind::AppliedTo(name.to_owned(), shown));
        }
        Ok(argument)
    }

    /// Do the braces at a place hold one pair of round brackets and nothing else?
    pub(super) fn is_bracket_in_braces(&mut self, open: usize) -> bool {
        let inner = open + 1;
        self.token_at(open) == Tok::GroupOpen
            && self.token_at(inner) == Tok::Open(Bracket::Round)
            && self.closing(inner) + 1 == self.closing(open)
    }

    /// `\exp -x`.
    fn negative_argument(&mut self, start: usize, name: &'t str) -> Read<Id> {
        let sign = self.at;
        self.at += 1;
        let first = self.at;
        if !self.is_latex() && self.token_at(first) == Tok::Number && self.written(first) == "1" {
            return self.refuse(start, first + 1, Doubt::InverseOrArgument(name.to_owned()));
        }
        let argument = self.bare_argument(Func::Op(Op::Exp), start, name)?;
        if self.tok() == Tok::Slash || matches!(self.token_at(first), Tok::Open(_)) {
            return self.refuse(start, self.at, Doubt::NegativeArgument(name.to_owned()));
        }
        let shown = self.shown(sign, self.at);
        self.note(self.span(start, self.at), NoteKind::AppliedTo(name.to_owned(), shown));
        Ok(self.out.unary(Op::Neg, argument))
    }

    /// The product that stands after a function without brackets: `\sin 2x \cos y` is sin(2x) cos(y).
    fn bare_argument(&mut self, function: Func, start: usize, name: &'t str) -> Read<Id> {
        self.enter(|p| {
            let (first, nodes) = (p.at, p.out.len());
            let mut argument = p.factor()?;
            let mut constant = p.is_constant_since(nodes);
            if p.function_ahead(first) {
                return Ok(argument);
            }
            let (mut names, mut variables) = (vec![first], usize::from(!constant));
            while p.starts_factor(p.tok()) && !p.function_ahead(p.at) && p.tok() != Tok::Int {
                let bracket = matches!(p.tok(), Tok::Open(_) | Tok::Bar | Tok::OpenBar);
                if bracket {
                    if p.ends_before_bracket(name)? {
                        return Ok(argument);
                    }
                } else if !constant || is_root(function) {
                    p.refuse_unclear_end(function, argument, start, name)?;
                }
                let nodes = p.out.len();
                names.push(p.at);
                argument = p.juxtaposed(argument)?;
                let varies = !p.is_constant_since(nodes);
                constant &= !varies;
                variables += usize::from(varies);
                if bracket {
                    break;
                }
            }
            if p.tok() == Tok::Slash && constant {
                // Nobody who writes sin π/2 means 0, but it is what the rule for sin x/2 gives.
                match p.choice(&Ambiguity::QuotientOfArgument) {
                    None => {
                        let doubt = Doubt::QuotientOfArgument(name.to_owned());
                        return p.refuse(start, p.at + 1, doubt);
                    }
                    Some(Meaning::GoesOn) => return p.divided_argument(argument),
                    Some(_) => {}
                }
            }
            p.note_end(start, first, name, constant);
            if variables > 1 && !p.is_coefficient_and_variable(&names) {
                let shown = p.shown(first, p.at);
                p.note(p.span(start, p.at), NoteKind::AppliedToAll(name.to_owned(), shown));
            }
            Ok(argument)
        })
    }

    /// Notes where a bare argument ends before a sign. Nobody is astonished by sin x * y, but sin 2 * x could be sin(2 x).
    fn note_end(&mut self, start: usize, first: usize, name: &str, constant: bool) {
        let without = match self.tok() {
            Tok::Slash => NoteKind::WithoutQuotient,
            Tok::Times if constant => NoteKind::WithoutProduct,
            _ => return,
        };
        let shown = self.shown(first, self.at);
        self.note(self.span(start, self.at), without(name.to_owned(), shown));
    }

    /// `ln 20/ln 3` as the logarithm of the quotient, behind its numerator.
    fn divided_argument(&mut self, above: Id) -> Read<Id> {
        self.at += 1;
        let mut below = self.signed(true)?;
        while self.starts_factor(self.tok()) {
            below = self.juxtaposed(below)?;
        }
        Ok(self.out.binary(Op::Div, above, below))
    }

    /// Does the argument of a function without brackets end before the bracket here?
    fn ends_before_bracket(&mut self, name: &str) -> Read<bool> {
        let last = self.token_at(self.at - 1);
        let again = match self.tok() {
            Tok::Open(_) => {
                let inside = self.at + 1..self.closing(self.at);
                Some(last.is_name() && inside.into_iter().any(|at| self.token_at(at) == last))
            }
            _ => None,
        };
        match again.and_then(|again| self.choice(&Ambiguity::BracketOfArgument { again })) {
            Some(meaning) => Ok(meaning == Meaning::Ends),
            None => self.refuse(self.at, self.at + 1, Doubt::BracketOfArgument(name.to_owned(), again)),
        }
    }

    /// Refuses a factor of which nobody can say whether the function without brackets applies to it.
    fn refuse_unclear_end(&mut self, function: Func, argument: Id, start: usize, name: &str) -> Read<()> {
        let next = self.tokens[self.at];
        let ambiguous = |p: &Self| {
            let (shown, next) = (p.shown(start, p.at), p.shown(p.at, p.at + 1));
            p.refuse(start, p.at + 1, Doubt::EndOfArgument(name.to_owned(), next, shown))
        };
        if is_root(function) {
            return ambiguous(self);
        }
        let apart = matches!(next.gap, Gap::Thin | Gap::Wide) || (!self.is_latex() && next.gap != Gap::None);
        let exponential = matches!(next.tok, Tok::Name("e")) && self.peek(1) == Tok::Caret;
        if !next.tok.is_name()
            || exponential
            || !self.is_plain_factor(argument)
            || (apart && !self.is_coefficient_and_variable(&[self.at - 1, self.at]))
        {
            return ambiguous(self);
        }
        Ok(())
    }

    /// Is the last factor so far a letter or a number, perhaps raised? Behind `\sqrt{x}`, `e^{x}` and a quotient arguments end for many.
    fn is_plain_factor(&self, argument: Id) -> bool {
        let last = match self.out.node(argument) {
            Node::Binary(Op::Mul, _, last) => *last,
            _ => argument,
        };
        match self.out.node(last) {
            Node::Num(_) | Node::Const(_) | Node::Var(_) => true,
            Node::Binary(Op::Pow, base, _) => matches!(self.out.node(*base), Node::Var(_)),
            _ => false,
        }
    }

    /// Has no variable been read since there were so many nodes?
    fn is_constant_since(&self, nodes: usize) -> bool {
        (nodes..self.out.len()).all(|at| !matches!(self.out.node(Id(at as u32)), Node::Var(_) | Node::Call(..)))
    }

    /// `\omega t`, `kx`: what everybody reads as one argument.
    fn is_coefficient_and_variable(&self, names: &[usize]) -> bool {
        let usual =
            |at: usize| matches!(self.token_at(at), Tok::Name("x" | "y" | "z" | "t" | "theta" | "phi" | "varphi"));
        names.split_last().is_some_and(|(&last, before)| usual(last) && !before.iter().any(|&at| usual(at)))
    }

    /// Does a known function stand at this place?
    pub(super) fn function_ahead(&self, at: usize) -> bool {
        match self.token_at(at) {
            Tok::Func(_) => true,
            Tok::Name(_) => self.spelled_function(at).is_some(),
            _ => false,
        }
    }

    /// The function that LaTeX letters without a space spell.
    pub(super) fn spelled_function(&self, at: usize) -> Option<(Func, usize)> {
        let run = usize::from(self.tokens[at].run);
        if run < 2 {
            return None;
        }
        let word = &self.text[self.span(at, at + run)];
        match names::function(word) {
            Some(function) if function.binds() => None,
            Some(_) if names::is_short(word) => None,
            found => found.map(|function| (function, run)),
        }
    }
}

/// `sqrt 2x` looks like the radical sign, which ends sooner than a function's bare argument.
fn is_root(function: Func) -> bool {
    matches!(function, Func::Op(Op::Sqrt) | Func::CubeRoot)
}
