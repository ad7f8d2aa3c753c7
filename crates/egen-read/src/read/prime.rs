//! Primes and dots: which derivative is meant, or is it another name?
//!
//! `f'(x)` says all there is to know. `y'` does not say by what: by x, unless t is the only one of
//! the two that occurs. The primes of other letters are marks that make another name, as in
//! `x' = \gamma (x - v t)`. `f'(0)` is the value of a function of its own, f_prime.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::call::Shape;
use super::conventions::Occurring;
use super::message::{CalculusRefusal, Doubt, Expected, NoteKind};
use super::parser::{Parser, Read};
use super::refusal;
use super::token::{Bracket, Tok};
use egen_math::expr::{Builder, Expr, Id, Node, Symbol};
use egen_math::names;
use egen_math::names::FUNCTIONS;
use egen_math::op::Op;

/// A name that stands for a function of a variable.
pub(super) struct Dependence {
    pub name: Symbol,
    pub variable: Symbol,
    /// Where that is said.
    pub at: Range<usize>,
    /// Is the argument written there, as in `y'(x)`? Then it matters only if y also stands alone.
    pub applied: bool,
}

/// Something that is differentiated by a variable that does not occur in it.
pub(super) struct Independence {
    pub name: Symbol,
    pub variable: Symbol,
    pub at: Range<usize>,
    pub names: Vec<Symbol>,
}

impl Parser<'_> {
    /// Says of what is differentiated that it does not depend on the variable, unless the text makes it a function.
    pub(super) fn note_independence(&mut self) {
        if self.found.independent.is_empty() {
            return;
        }
        let dependent: HashSet<Symbol> =
            self.found.dependent.iter().map(|dependence| dependence.name.clone()).collect();
        for Independence { name, variable, at, names } in std::mem::take(&mut self.found.independent) {
            if !names.iter().any(|name| dependent.contains(name)) {
                self.note(at, NoteKind::Independent(name.to_string(), variable.to_string()));
            }
        }
    }

    /// A derivative that is written with its argument behind it, if it is: `\frac{df}{dx}(x)`.
    pub(super) fn evaluated(&mut self, body: Id, by: &[(Symbol, usize)], start: usize) -> Read<Id> {
        let open = self.at;
        let Tok::Open(kind @ (Bracket::Round | Bracket::Square)) = self.tok() else {
            return Ok(self.differentiate(body, by));
        };
        let name = match self.out.node(body) {
            Node::Var(name) if by.iter().all(|(variable, _)| variable != name) => name.clone(),
            _ => return Ok(self.differentiate(body, by)),
        };
        let shape = self.shape(open);
        let function = FUNCTIONS.contains(&name.as_str().split('_').next().unwrap_or_default());
        match (shape, by) {
            (Shape::Variable(argument), [(variable, _)]) if argument == *variable => {
                self.arguments(kind)?;
                Ok(self.differentiate(body, by))
            }
            (Shape::List, _) => {
                let arguments = self.enter(|p| p.arguments(kind))?;
                let is = |id: &Id, variable: &Symbol| matches!(self.out.node(*id), Node::Var(name) if name == variable);
                if !by.iter().all(|(variable, _)| arguments.iter().any(|id| is(id, variable))) {
                    return self.refuse(start, self.at, CalculusRefusal::AtSeveral);
                }
                self.found.dependent.pop();
                self.note(self.span(start, open), NoteKind::UnknownFunction(name.to_string()));
                let value = self.out.add(Node::Call(name, arguments.into()));
                Ok(self.differentiate(value, by))
            }
            (Shape::Number | Shape::Variable(_), [(_, order)]) if function || name.as_str() == "y" => {
                self.found.dependent.pop();
                self.value_of_derivative(&name, *order, start, open, kind)
            }
            _ => {
                let close = self.closing(open);
                let shown = self.shown(open, close + 1);
                self.refuse(start, open + 1, Doubt::DerivativeAt(shown, self.times()))
            }
        }
    }

    /// `f'(0)`: the value of a function of its own.
    fn value_of_derivative(
        &mut self,
        symbol: &Symbol,
        primes: usize,
        start: usize,
        open: usize,
        kind: Bracket,
    ) -> Read<Id> {
        let name = primed_name(symbol, primes);
        self.note(self.span(start, open), NoteKind::ValueOfDerivative(symbol.to_string(), name.to_string()));
        self.at = open;
        let arguments = self.enter(|p| p.arguments(kind))?;
        Ok(self.out.add(Node::Call(name, arguments.into())))
    }

    /// A name at `start..next` with primes behind it.
    pub(super) fn primed(&mut self, symbol: Symbol, start: usize, next: usize, primes: usize) -> Read<Id> {
        let open = next + primes;
        let base = symbol.as_str().split('_').next().unwrap_or_default().to_owned();
        let function = FUNCTIONS.contains(&base.as_str()) || base == "y" || self.is_called_elsewhere(&symbol);
        if self.constant(symbol.as_str(), start).is_some() {
            return self.refuse(start, open, CalculusRefusal::NumberWithPrime);
        }
        if let Some(value) = self.raised_derivative(&symbol, start, open, primes)? {
            return Ok(value);
        }
        if let Tok::Open(kind @ (Bracket::Round | Bracket::Square)) = self.token_at(open)
            && self.may_call(start, &symbol, next)
        {
            return match self.shape(open) {
                Shape::Variable(variable) => self.primed_call(symbol, start, open, primes, variable),
                Shape::Number | Shape::Compound if function && kind == Bracket::Round => {
                    self.value_of_derivative(&symbol, primes, start, open, kind)
                }
                _ => {
                    let shown = self.shown(start, open);
                    self.refuse(start, open + 1, Doubt::PrimedFactor(shown))
                }
            };
        }
        if function {
            let variable = self.unsaid_variable(&symbol, start, open)?;
            self.at = open;
            return self.derivative_of_name(symbol, variable, primes, start);
        }
        if primes > 1 {
            let second = match (self.is_latex(), names::greek_name(symbol.as_str())) {
                (true, Some(letter)) => format!("\\frac{{d^2 \\{letter}}}{{dt^2}}"),
                (true, None) => format!("\\frac{{d^2 {symbol}}}{{dt^2}}"),
                (false, _) => format!("d^2{symbol}/dt^2"),
            };
            return self.refuse(start, open, Doubt::SecondPrime(symbol.to_string(), second));
        }
        let mut name = primed_name(&symbol, primes).as_str().to_owned();
        let end = self.subscripts(&mut name, open)?;
        let shown = self.shown(start, end);
        self.note(self.span(start, end), NoteKind::PrimedName(shown, name.clone()));
        self.at = end;
        Ok(self.out.variable(&name))
    }

    /// `f'^2(x)` and `\dot f^2(t)`, whose power stands at a place: if a bracket follows it, the power is that of the value.
    fn raised_derivative(&mut self, symbol: &Symbol, start: usize, power: usize, order: usize) -> Read<Option<Id>> {
        if self.token_at(power) != Tok::Caret {
            return Ok(None);
        }
        let open = self.exponent_end(power);
        if self.token_at(open) != Tok::Open(Bracket::Round) {
            return Ok(None);
        }
        let Shape::Variable(variable) = self.shape(open) else {
            let shown = self.shown(start, open);
            return self.refuse(start, open + 1, Doubt::PrimedPower(shown));
        };
        self.at = power;
        let exponent = self.exponent()?;
        let value = self.primed_call(symbol.clone(), start, open, order, variable)?;
        Ok(Some(self.out.binary(Op::Pow, value, exponent)))
    }

    fn primed_call(&mut self, symbol: Symbol, start: usize, open: usize, primes: usize, variable: Symbol) -> Read<Id> {
        self.at = open;
        let Tok::Open(kind) = self.tok() else { return Err(self.unexpected(Expected::Bracket)) };
        let arguments = self.arguments(kind)?;
        let at = self.span(start, self.at);
        self.found.dependent.push(Dependence { name: symbol.clone(), variable: variable.clone(), at, applied: true });
        let value = self.out.add(Node::Call(symbol, arguments.into()));
        let order = self.order(primes, start)?;
        Ok(self.differentiate(value, &[(variable, order)]))
    }

    /// The derivative of a name that stands alone, whose tokens have been passed.
    fn derivative_of_name(&mut self, name: Symbol, variable: Symbol, order: usize, start: usize) -> Read<Id> {
        let order = self.order(order, start)?;
        let at = self.span(start, self.at);
        self.found.dependent.push(Dependence { name: name.clone(), variable: variable.clone(), at, applied: false });
        let value = self.out.add(Node::Var(name));
        Ok(self.differentiate(value, &[(variable, order)]))
    }

    /// By what is `y'`? By the variable that y is applied to elsewhere; otherwise by x, unless only t occurs.
    fn unsaid_variable(&self, symbol: &Symbol, start: usize, end: usize) -> Read<Symbol> {
        if let Some(Some(variable)) = self.conventions.functions.get(symbol) {
            return Ok(variable.clone());
        }
        let Occurring { x, t } = self.conventions.variables;
        if x && t {
            return self.refuse(start, end, CalculusRefusal::ByXOrT(symbol.to_string()));
        }
        Ok(Symbol::new(if t { "t" } else { "x" }))
    }

    /// `(x^2)'`, if that is what was read: the derivative by its variable, which must be clear.
    pub(super) fn primed_bracket(&mut self, body: Id, start: usize) -> Read<Id> {
        let (first, last) = (self.token_at(start), self.at - 1);
        let closed = matches!(first, Tok::Open(_)) && matches!(self.token_at(last), Tok::Close(_));
        if !closed || self.tok() != Tok::Prime {
            return Ok(body);
        }
        let primes = (self.at..).take_while(|&at| self.token_at(at) == Tok::Prime).count();
        let variable = unprimed_variable(&self.out.extract(body));
        let Some(variable) = variable.filter(|_| !matches!(self.token_at(self.at + primes), Tok::Open(_))) else {
            return Ok(body);
        };
        let shown = self.shown(start, self.at);
        self.note(self.span(start, self.at), NoteKind::DerivativeBy(shown, variable.to_string()));
        self.at += primes;
        let order = self.order(primes, start)?;
        Ok(self.differentiate(body, &[(variable, order)]))
    }

    /// `\dot x` and `\ddot x`, if that is what starts here: derivatives by t.
    pub(super) fn dotted(&mut self, start: usize) -> Read<Option<Id>> {
        let Tok::Accented(letter, mark @ ('˙' | '¨')) = self.token_at(start) else { return Ok(None) };
        let mut name = letter.to_owned();
        let next = self.subscripts(&mut name, start + 1)?;
        let (symbol, t) = (Symbol::new(&name), Symbol::new("t"));
        let order = if mark == '˙' { 1 } else { 2 };
        if let Some(value) = self.raised_derivative(&symbol, start, next, order)? {
            return Ok(Some(value));
        }
        if self.token_at(next) == Tok::Open(Bracket::Round)
            && let Shape::Variable(variable) = self.shape(next)
        {
            return self.primed_call(symbol, start, next, order, variable).map(Some);
        }
        if symbol == t {
            return self.refuse(start, next, CalculusRefusal::DotOfTime);
        }
        self.at = next;
        self.derivative_of_name(symbol, t, order, start).map(Some)
    }
}

/// Turns y into y(x) everywhere once `dy/dx`, `y'` or `y'(x)` has been seen.
pub(super) fn apply_dependence(
    dependent: Vec<Dependence>,
    sides: &mut [Expr],
    mut note: impl FnMut(Range<usize>, NoteKind),
) -> Read<()> {
    if dependent.is_empty() {
        return Ok(());
    }
    let names = sides.iter().flat_map(Expr::nodes).filter_map(|node| match node {
        Node::Var(name) => Some(name.clone()),
        _ => None,
    });
    let alone: HashSet<Symbol> = names.collect();
    let mut variables: HashMap<Symbol, (Symbol, Range<usize>)> = HashMap::new();
    for Dependence { name, variable, at, applied } in dependent {
        if applied && !alone.contains(&name) {
            continue;
        }
        match variables.get(&name) {
            Some((before, _)) if *before != variable => {
                let [name, before, variable] = [&name, before, &variable].map(Symbol::to_string);
                return Err(refusal(at, CalculusRefusal::TwoVariables(name, before, variable)));
            }
            Some(_) => {}
            None => {
                note(at.clone(), NoteKind::FunctionOf(name.clone(), variable.clone()));
                variables.insert(name, (variable, at));
            }
        }
    }
    if variables.is_empty() {
        return Ok(());
    }
    for side in sides {
        *side = depend(side, &variables)?;
    }
    Ok(())
}

/// By what is a bracket with a prime differentiated? By its one variable, or by x or t beside letters of constants.
fn unprimed_variable(body: &Expr) -> Option<Symbol> {
    let names = body.variables();
    let usual = |name: &&Symbol| matches!(name.as_str(), "x" | "t");
    let constant = |name: &Symbol| matches!(name.as_str(), "a" | "b" | "c" | "k" | "m" | "n" | "p" | "q");
    let function = |name: &Symbol| FUNCTIONS.contains(&name.as_str()) || matches!(name.as_str(), "y" | "u" | "v" | "w");
    match &names[..] {
        [one] => (!function(one)).then(|| one.clone()),
        _ => {
            let variable = names.iter().find(usual)?;
            names.iter().all(|name| name == variable || constant(name)).then(|| variable.clone())
        }
    }
}

/// The name of a function's derivative: `f_prime`, `f_prime_prime`.
fn primed_name(symbol: &Symbol, primes: usize) -> Symbol {
    Symbol::new(&[symbol.as_str(), &"_prime".repeat(primes)].concat())
}

/// The expression with the dependent names applied to their variables, in one pass however many they are.
fn depend(side: &Expr, variables: &HashMap<Symbol, (Symbol, Range<usize>)>) -> Read<Expr> {
    let mut out = Builder::with_capacity(side.len());
    let mut places: Vec<Id> = Vec::with_capacity(side.len());
    for node in side.nodes() {
        if let Node::Binary(op, _, by) = node
            && op.binds()
            && let Node::Var(name) = side.node(*by)
            && let Some((variable, at)) = variables.get(name)
        {
            let why = CalculusRefusal::BothWays(name.to_string(), variable.to_string());
            return Err(refusal(at.clone(), why));
        }
        let place = match node {
            Node::Var(name) if variables.contains_key(name) => {
                let argument = out.add(Node::Var(variables[name].0.clone()));
                out.add(Node::Call(name.clone(), Box::new([argument])))
            }
            _ => out.add(node.map_children(|id| places[id.index()])),
        };
        places.push(place);
    }
    let root = *places.last().expect("an expression has a root");
    Ok(out.finish(root))
}
