//! Primes and dots: which derivative is meant, or is it another name?
//!
//! `f'(x)` says all there is to know. `y'` does not say by what: by x, unless t is the only one of
//! the two that occurs. The primes of other letters are marks that make another name, as in
//! `x' = \gamma (x - v t)`. `f'(0)` is the value of a function of its own, f_prime.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::call::{FUNCTIONS, Shape};
use super::grammar::{Parser, Read};
use super::refusal;
use super::token::{Bracket, Tok};
use crate::expr::{Builder, Expr, Id, Node, Symbol};

/// A name that stands for a function of a variable.
pub(super) struct Dependence {
    pub name: Symbol,
    pub variable: Symbol,
    /// Where that is said.
    pub at: Range<usize>,
    /// Is the argument written there, as in `y'(x)`? Then it matters only if y also stands alone.
    pub applied: bool,
}

impl Parser<'_> {
    /// A name at `start..next` with primes behind it.
    pub(super) fn primed(&mut self, symbol: Symbol, start: usize, next: usize, primes: usize) -> Read<Id> {
        let open = next + primes;
        let base = symbol.as_str().split('_').next().unwrap_or_default().to_owned();
        let function = FUNCTIONS.contains(&base.as_str()) || base == "y" || self.is_called_elsewhere(&symbol);
        if self.constant(symbol.as_str(), start).is_some() {
            return Err(refusal(self.span(start, open), "a number has no derivative and no prime: write another name"));
        }
        let bracket = self.token_at(open) == Tok::Open(Bracket::Round) && self.may_call(start, &symbol, next);
        if bracket {
            return match self.shape(open) {
                Shape::Variable(variable) => self.primed_call(symbol, start, open, primes, variable),
                Shape::Number | Shape::Compound if function => {
                    let name = primed_name(&symbol, primes);
                    self.note(
                        self.span(start, open),
                        format!(
                            "the derivative of `{symbol}` at a value is read as that of a function of its own, `{name}`"
                        ),
                    );
                    self.at = open;
                    let arguments = self.enter(|p| p.arguments(Bracket::Round))?;
                    Ok(self.out.add(Node::Call(name, arguments.into())))
                }
                _ => {
                    let shown = &self.text[self.span(start, open)];
                    let message = format!(
                        "ambiguous: is `{shown}` a derivative or a factor? write \\frac{{d}}{{dx}} or diff(…, x), or a sign of multiplication"
                    );
                    Err(refusal(self.span(start, open + 1), message))
                }
            };
        }
        if function {
            let variable = self.unsaid_variable(&symbol, start, open)?;
            self.at = open;
            return self.derivative_of_name(symbol, variable, primes, start);
        }
        if primes > 1 {
            let message = format!(
                "ambiguous: is this the second derivative of `{symbol}` or another name? write \\frac{{d^2 {symbol}}}{{dt^2}}, or a subscript"
            );
            return Err(refusal(self.span(start, open), message));
        }
        let mut name = primed_name(&symbol, primes).as_str().to_owned();
        let end = self.subscripts(&mut name, open)?;
        let shown = &self.text[self.span(start, end)];
        self.note(self.span(start, end), format!("`{shown}` is read as another name, `{name}`"));
        self.at = end;
        Ok(self.out.variable(&name))
    }

    fn primed_call(&mut self, symbol: Symbol, start: usize, open: usize, primes: usize, variable: Symbol) -> Read<Id> {
        self.at = open;
        let arguments = self.arguments(Bracket::Round)?;
        let at = self.span(start, self.at);
        self.dependent.push(Dependence { name: symbol.clone(), variable: variable.clone(), at, applied: true });
        let value = self.out.add(Node::Call(symbol, arguments.into()));
        let order = self.order(primes, start)?;
        Ok(self.differentiate(value, &[(variable, order)]))
    }

    /// The derivative of a name that stands alone, whose tokens have been passed.
    fn derivative_of_name(&mut self, name: Symbol, variable: Symbol, order: usize, start: usize) -> Read<Id> {
        let order = self.order(order, start)?;
        let at = self.span(start, self.at);
        self.dependent.push(Dependence { name: name.clone(), variable: variable.clone(), at, applied: false });
        let value = self.out.add(Node::Var(name));
        Ok(self.differentiate(value, &[(variable, order)]))
    }

    /// By what is `y'`? By x, unless only t occurs.
    fn unsaid_variable(&mut self, symbol: &Symbol, start: usize, end: usize) -> Read<Symbol> {
        let occurs = |name: &str| self.tokens.iter().any(|token| token.tok == Tok::Name(name));
        let (x, t) = *self.x_and_t.get_or_insert_with(|| (occurs("x"), occurs("t")));
        if x && t {
            let message = format!("by x or by t? write {symbol}'(x) or {symbol}'(t)");
            return Err(refusal(self.span(start, end), message));
        }
        Ok(Symbol::new(if t { "t" } else { "x" }))
    }

    /// `\dot x` and `\ddot x`, if that is what starts here: derivatives by t.
    pub(super) fn dotted(&mut self, start: usize) -> Read<Option<Id>> {
        let Tok::Accented(letter, accent @ ("dot" | "ddot")) = self.token_at(start) else { return Ok(None) };
        let mut name = letter.to_owned();
        let next = self.subscripts(&mut name, start + 1)?;
        let (symbol, t) = (Symbol::new(&name), Symbol::new("t"));
        let order = if accent == "dot" { 1 } else { 2 };
        if self.token_at(next) == Tok::Open(Bracket::Round)
            && let Shape::Variable(variable) = self.shape(next)
        {
            return self.primed_call(symbol, start, next, order, variable).map(Some);
        }
        if symbol == t {
            return Err(refusal(self.span(start, next), "a dot is the derivative by t: of what is this one?"));
        }
        self.at = next;
        self.derivative_of_name(symbol, t, order, start).map(Some)
    }

    /// Turns y into y(x) everywhere once `dy/dx`, `y'` or `y'(x)` has been seen.
    pub(super) fn apply_dependence(&mut self, sides: &mut [Expr]) -> Read<()> {
        if self.dependent.is_empty() {
            return Ok(());
        }
        let names = sides.iter().flat_map(Expr::nodes).filter_map(|node| match node {
            Node::Var(name) => Some(name.clone()),
            _ => None,
        });
        let alone: HashSet<Symbol> = names.collect();
        let mut variables: HashMap<Symbol, (Symbol, Range<usize>)> = HashMap::new();
        for Dependence { name, variable, at, applied } in std::mem::take(&mut self.dependent) {
            if applied && !alone.contains(&name) {
                continue;
            }
            match variables.get(&name) {
                Some((before, _)) if *before != variable => {
                    let message = format!(
                        "`{name}` depends on `{before}` and on `{variable}`: write {name}({before}, {variable})"
                    );
                    return Err(refusal(at, message));
                }
                Some(_) => {}
                None => {
                    self.note(at.clone(), format!("`{name}` is read as a function of `{variable}`"));
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
            let message = format!(
                "`{name}` is differentiated by `{variable}` and is itself the variable of another derivative: write it as a function, {name}({variable})"
            );
            return Err(refusal(at.clone(), message));
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
