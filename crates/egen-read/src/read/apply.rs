//! Application: what is a known function applied to?

use super::conventions::Logarithm;
use super::message::{Argument, CalculusRefusal, Doubt, Expected, FunctionRefusal, NoteKind, NumeralRefusal};
use super::parser::{Parser, Read};
use super::token::{Bracket, Gap, Tok};
use super::{Refused, refusal};
use egen_math::Number;
use egen_math::expr::{Id, Node};
use egen_math::names::Func;
use egen_math::op::Op;

/// What stands between the name of a function and its argument.
#[derive(Default)]
struct Decoration {
    base: Option<Id>,
    power: Option<Id>,
    primes: usize,
}

impl<'t> Parser<'t> {
    /// A function whose name, at `start`, has just been passed.
    pub(super) fn function(&mut self, function: Func, start: usize) -> Read<Id> {
        let name = &self.text[self.span(start, self.at)];
        if let Func::Op(op) = function
            && op.binds()
        {
            return self.calculus_call(op, start);
        }
        let decoration = self.decoration(function, name)?;
        let op = match (function, decoration.power) {
            (Func::Op(op), Some(power)) if self.out.node(power) == &Node::Num(Number::from(-1)) => {
                let Some(inverse) = op.inverse() else {
                    return Err(self.unclear_inverse(start, name));
                };
                return self.applied(Func::Op(inverse), Decoration { power: None, ..decoration }, start, name);
            }
            (_, Some(power)) if self.out.node(power) == &Node::Num(Number::from(-1)) => {
                return Err(self.unclear_inverse(start, name));
            }
            _ => function,
        };
        self.applied(op, decoration, start, name)
    }

    #[cold]
    fn unclear_inverse(&self, start: usize, name: &str) -> Refused {
        refusal(self.span(start, self.at), Doubt::Inverse(name.to_owned()))
    }

    fn decoration(&mut self, function: Func, name: &str) -> Read<Decoration> {
        let mut found = Decoration::default();
        loop {
            match self.tok() {
                Tok::Under if function == Func::Log && found.base.is_none() => {
                    found.base = Some(self.log_base()?);
                }
                Tok::Under => {
                    return self.refuse(self.at, self.at + 1, FunctionRefusal::NoBase(name.to_owned()));
                }
                Tok::Caret if found.power.is_none() => found.power = Some(self.function_power(name)?),
                Tok::Caret => {
                    return self.refuse(self.at, self.at + 1, FunctionRefusal::TwoPowers);
                }
                Tok::Prime => {
                    found.primes += 1;
                    self.at += 1;
                }
                _ => return Ok(found),
            }
        }
    }

    fn log_base(&mut self) -> Read<Id> {
        self.at += 1;
        let first = self.at;
        match self.tok() {
            Tok::GroupOpen => self.group(),
            Tok::Open(kind @ (Bracket::Round | Bracket::Curly)) if !self.is_latex() => self.bracketed(kind),
            Tok::Number if !self.is_latex() => self.number(false),
            Tok::Name(_) if !self.is_latex() => {
                self.at += 1;
                self.plain_name(first)
            }
            Tok::Number | Tok::Name(_) => {
                let base = self.argument(Argument::Base)?;
                let Some(end) = self.more_digits(first) else { return Ok(base) };
                let digits = self.text[self.span(first, end)].to_owned();
                self.refuse(first, end, Doubt::DigitsOfBase(digits))
            }
            _ => Err(self.unexpected(Expected::Base)),
        }
    }

    /// The power in `sin^2 x`: short, so that it does not swallow the argument.
    fn function_power(&mut self, name: &str) -> Read<Id> {
        self.at += 1;
        if self.is_latex() || self.tok() == Tok::GroupOpen {
            return self.enter(|p| p.latex_exponent());
        }
        let negative = self.tok() == Tok::Minus;
        self.at += usize::from(negative);
        let id = match self.tok() {
            Tok::Number => {
                let number = Number::parse_decimal(self.written(self.at))
                    .map_err(|why| refusal(self.range(self.at), NumeralRefusal::from(why)))?;
                self.refuse_lost_argument(name)?;
                self.at += 1;
                return Ok(self.out.number(if negative { -number } else { number }));
            }
            Tok::Name(_) | Tok::Quoted(_) => {
                self.at += 1;
                self.plain_name(self.at - 1)?
            }
            Tok::Open(kind) => self.bracketed(kind)?,
            _ => return Err(self.unexpected(Expected::PowerOfFunction)),
        };
        Ok(if negative { self.out.unary(Op::Neg, id) } else { id })
    }

    /// Refuses `sin^22x`, which is sin²(2x) to whoever typed it as it is drawn; no argument starts with 0.
    fn refuse_lost_argument(&self, name: &str) -> Read<()> {
        let digits = self.written(self.at);
        let glued = self.peek(1).is_name() && self.tokens[self.at + 1].gap == Gap::None;
        if !glued || digits.len() < 2 || digits[1..].starts_with('0') || digits.contains('.') {
            return Ok(());
        }
        let argument = self.shown(self.at + 1, self.at + 2);
        let doubt = Doubt::PowerOrArgument(name.to_owned(), digits.to_owned(), argument);
        self.refuse(self.at, self.at + 2, doubt)
    }

    fn applied(&mut self, function: Func, decoration: Decoration, start: usize, name: &'t str) -> Read<Id> {
        let Decoration { base, power, primes } = decoration;
        let open = self.at;
        let (argument, second) = self.argument_of(function, start, name)?;
        self.refuse_square_bracket(function, open, start)?;
        let takes_two = matches!(function, Func::Root) || (function == Func::Log && base.is_none());
        if second.is_some() && !takes_two {
            return self.refuse(start, start + 1, FunctionRefusal::OneArgument(name.to_owned()));
        }
        let mut value = match (function, second.or(base)) {
            (Func::Op(op), _) => self.out.unary(op, argument),
            (Func::Log, Some(base)) => {
                self.look_at_base(argument, base, start, name, second.is_some())?;
                self.out.binary(Op::Log, argument, base)
            }
            (Func::Log, None) => self.plain_logarithm(argument, start, name),
            (Func::LogTo(base), _) => {
                if name.ends_with('g') || name.ends_with('b') {
                    self.note(self.range(start), NoteKind::Base(name.to_owned(), base));
                }
                let base = self.out.number(i64::from(base));
                self.out.binary(Op::Log, argument, base)
            }
            (Func::CubeRoot, _) => {
                let degree = self.out.number(3);
                self.root_of(argument, degree, start)?
            }
            (Func::Root, Some(degree)) => self.root_to_degree(argument, degree, start, name)?,
            (Func::Root, None) => {
                return self.refuse(start, start + 1, FunctionRefusal::DegreeMissing(name.to_owned()));
            }
        };
        if primes > 0 {
            let Node::Var(variable) = self.out.node(argument).clone() else {
                return self.refuse(start, self.at, CalculusRefusal::VariableUnclear);
            };
            let order = self.order(primes, start)?;
            value = self.differentiate(value, &[(variable, order)]);
        }
        let Some(power) = power else { return Ok(value) };
        if self.tok() == Tok::Caret {
            return self.refuse(self.at, self.at + 1, FunctionRefusal::PowerAlready(name.to_owned()));
        }
        Ok(self.out.binary(Op::Pow, value, power))
    }

    /// Refuses `log[2](x)`, which is Maple's, and LaTeX's `sqrt[3](x)` without its backslash.
    fn refuse_square_bracket(&self, function: Func, open: usize, start: usize) -> Read<()> {
        let root = function == Func::Op(Op::Sqrt);
        let square = self.token_at(open) == Tok::Open(Bracket::Square) && self.tok() == Tok::Open(Bracket::Round);
        if !square || !(function == Func::Log || root) {
            return Ok(());
        }
        let inside = self.shown(open + 1, self.at - 1);
        let doubt = if root { Doubt::DegreeOrRadicand(inside) } else { Doubt::BaseOrArgument(inside) };
        self.refuse(start, self.at, doubt)
    }

    /// `log x`, whose base is what the writer's conventions say.
    fn plain_logarithm(&mut self, argument: Id, start: usize, name: &str) -> Id {
        match self.conventions.log {
            Logarithm::Natural => {
                self.note(self.range(start), NoteKind::NaturalLogarithm(name.to_owned()));
                self.out.unary(Op::Ln, argument)
            }
            Logarithm::Ten => {
                self.note(self.range(start), NoteKind::Base(name.to_owned(), 10));
                let base = self.out.number(10);
                self.out.binary(Op::Log, argument, base)
            }
        }
    }

    /// `root(x, n)`.
    fn root_to_degree(&mut self, argument: Id, degree: Id, start: usize, name: &str) -> Read<Id> {
        let number = |id: Id| matches!(self.out.node(id), Node::Num(_));
        match (number(argument), number(degree)) {
            (true, false) => {
                return self.refuse(start, self.at, Doubt::WhichDegree(name.to_owned()));
            }
            // Typst and AsciiMath have the degree first.
            (true, true) => self.note(self.span(start, self.at), NoteKind::SecondIsDegree(name.to_owned())),
            (false, _) => {}
        }
        self.root_of(argument, degree, start)
    }

    /// `log(2, x)` has its base behind the argument, and Mathematica's `Log[2, x]` before it.
    fn look_at_base(&mut self, argument: Id, base: Id, start: usize, name: &str, listed: bool) -> Read<()> {
        if listed && self.token_at(start + 1) == Tok::Open(Bracket::Square) {
            return self.refuse(start, self.at, Doubt::BaseFirst);
        }
        let number = |p: &Self, id: Id| matches!(p.out.node(id), Node::Num(_));
        // Nobody takes logarithms to base 1.
        let one = self.out.node(argument) == &Node::Num(Number::ONE);
        if listed && !one && number(self, argument) && !number(self, base) {
            self.note(self.span(start, self.at), NoteKind::SecondIsBase(name.to_owned()));
        }
        Ok(())
    }
}
