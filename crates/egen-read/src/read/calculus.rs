//! Derivatives, and integrals that are written as calls: what is differentiated, and by what?

use std::ops::Range;

use super::message::{CalculusRefusal, Doubt, Expected, NoteKind, Scope};
use super::parser::{Parser, Read};
use super::prime::{Dependence, Independence};
use super::token::{Bracket, Tok};
use super::{MAX_ORDER, refusal};
use egen_math::expr::{Id, Node, Symbol};
use egen_math::names;
use egen_math::op::Op;

impl<'t> Parser<'t> {
    /// A number of times to differentiate, if it is a sensible one.
    pub(super) fn order(&self, order: usize, at: usize) -> Read<usize> {
        if (1..=MAX_ORDER).contains(&order) {
            return Ok(order);
        }
        self.refuse(at, at + 1, CalculusRefusal::Order)
    }

    /// The derivative of a body by variables, the last one first.
    pub(super) fn differentiate(&mut self, mut body: Id, by: &[(Symbol, usize)]) -> Id {
        for (variable, order) in by.iter().rev() {
            for _ in 0..*order {
                let variable = self.out.add(Node::Var(variable.clone()));
                body = self.out.binary(Op::Diff, body, variable);
            }
        }
        body
    }

    /// The sign of differentiation at a place: d, an upright d or ∂.
    pub(super) fn is_differential(&self, at: usize) -> bool {
        match self.token_at(at) {
            Tok::Partial => true,
            Tok::Name("d") | Tok::Text("d") => !self.options.variables.iter().any(|name| name.as_str() == "d"),
            _ => false,
        }
    }

    /// A literal order after `^`, and the place behind it; 1 if there is no `^`.
    fn literal_order(&mut self, at: usize) -> Read<(usize, usize)> {
        if self.token_at(at) != Tok::Caret {
            return Ok((1, at));
        }
        let braced = self.token_at(at + 1) == Tok::GroupOpen;
        let first = at + 1 + usize::from(braced);
        let end = match self.token_at(first) {
            Tok::Number => first + 1,
            _ => first,
        };
        let digits: String = (first..end).map(|at| self.digits(at)).collect();
        let closed = !braced || self.token_at(end) == Tok::GroupClose;
        let order = if closed { digits.parse().unwrap_or(0) } else { 0 };
        Ok((self.order(order, first)?, end + usize::from(braced)))
    }

    /// `\frac{d}{dx}`, `\frac{d^2 y}{dx^2}`, `\frac{\partial^2}{\partial x \partial y}`, if the fraction here is one.
    pub(super) fn derivative(&mut self) -> Read<Option<Id>> {
        let fraction = self.at;
        let braced = self.token_at(fraction + 1) == Tok::GroupOpen;
        let above = fraction + 1 + usize::from(braced);
        if !self.is_differential(above) {
            return Ok(None);
        }
        let above_end = if braced { self.closing(fraction + 1) } else { above + 1 };
        let below_open = above_end + usize::from(braced);
        let below = below_open + 1;
        if self.token_at(below_open) != Tok::GroupOpen
            || !self.is_differential(below)
            || !self.token_at(below + 1).is_name()
        {
            return Ok(None);
        }
        let below_end = self.closing(below_open);
        let (total, inside) = self.literal_order(above + 1)?;
        let by = self.differentials(below, below_end)?;
        if by.iter().map(|(_, order)| order).sum::<usize>() != total {
            return self.refuse(fraction, below_end + 1, CalculusRefusal::Orders);
        }
        let body = if inside >= above_end {
            self.at = below_end + 1;
            self.derivative_body(fraction, &by)?
        } else {
            let body = self.derivative_numerator(inside, above_end, &by)?;
            self.at = below_end + 1;
            return self.evaluated(body, &by, fraction).map(Some);
        };
        Ok(Some(self.differentiate(body, &by)))
    }

    /// `dx`, `dx^2`, `∂x ∂y`.
    fn differentials(&mut self, mut at: usize, end: usize) -> Read<Vec<(Symbol, usize)>> {
        let mut by = Vec::new();
        while at < end {
            if !self.is_differential(at) || by.len() >= MAX_ORDER {
                return self.refuse(at, at + 1, CalculusRefusal::BelowTheLine);
            }
            let (variable, next) = self.variable(at + 1)?;
            let (order, next) = self.literal_order(next)?;
            by.push((variable, order));
            at = next;
        }
        Ok(by)
    }

    /// What follows d above the line.
    fn derivative_numerator(&mut self, start: usize, end: usize, by: &[(Symbol, usize)]) -> Read<Id> {
        self.at = start;
        if let Ok((name, next)) = self.symbol(start)
            && next == end
        {
            let id = self.plain_symbol(&name, start);
            if matches!(self.out.node(id), Node::Var(_)) && by.iter().any(|(variable, _)| *variable != name) {
                if by.len() > 1 {
                    let why = CalculusRefusal::SeveralVariables(name.to_string());
                    return self.refuse(start, end, why);
                }
                let (variable, at) = (by[0].0.clone(), self.span(start, end));
                self.found.dependent.push(Dependence { name, variable, at, applied: false });
            }
            return Ok(id);
        }
        let first = self.out.len();
        let bracketed = matches!(self.tok(), Tok::Open(_));
        let body = self.enter(|p| p.implicit_product())?;
        if self.at != end {
            return Err(self.unexpected(Expected::BracketOrEndOfNumerator));
        }
        let depends = |node: &Node| match node {
            Node::Var(name) => by.iter().any(|(variable, _)| variable == name),
            Node::Call(..) => true,
            _ => false,
        };
        if !bracketed && !(first..self.out.len()).any(|at| depends(self.out.node(Id(at as u32)))) {
            return self.refuse(start, end, CalculusRefusal::Independent(by[0].0.to_string()));
        }
        Ok(body)
    }

    fn plain_symbol(&mut self, name: &Symbol, at: usize) -> Id {
        let constant = self.constant(name.as_str(), at);
        self.out.add(constant.map_or_else(|| Node::Var(name.clone()), Node::Const))
    }

    /// A name to differentiate or integrate by.
    pub(super) fn variable(&mut self, at: usize) -> Read<(Symbol, usize)> {
        let (symbol, next) = self.symbol(at)?;
        if let Tok::Accented(_, '˙' | '¨') = self.token_at(at) {
            return self.refuse(at, at + 1, CalculusRefusal::DotAsVariable);
        }
        if symbol.as_str() == "E" {
            self.found.energy = Some(at);
        }
        if self.constant(symbol.as_str(), at).is_some() {
            return self.refuse(at, at + 1, CalculusRefusal::NumberAsVariable(symbol.to_string()));
        }
        Ok((symbol, next))
    }

    /// What a derivative whose sign stands at `start` applies to: a bracket, or the product up to the next sign.
    fn derivative_body(&mut self, start: usize, by: &[(Symbol, usize)]) -> Read<Id> {
        let (first, nodes) = (self.at, self.out.len());
        if !self.starts_factor(self.tok()) {
            return self.refuse(start, first, CalculusRefusal::Nothing);
        }
        let body = self.enter(|p| {
            let behind = |p: &mut Self| {
                let close = p.closing(first);
                p.token_at(close + 1)
            };
            // The power of a bracket is what the chain rule is about.
            if let Tok::Open(kind) = p.tok()
                && behind(p) != Tok::Caret
            {
                let body = p.bracketed(kind)?;
                if let Tok::Open(_) = p.tok() {
                    return p.refuse(p.at, p.at + 1, Doubt::BracketOfDerivative);
                }
                if p.starts_factor(p.tok()) || matches!(p.tok(), Tok::Times | Tok::Slash) {
                    p.note(p.span(start, p.at), NoteKind::DerivativeOfBracket);
                }
                return Ok(body);
            }
            let body = p.implicit_product()?;
            if p.tok() == Tok::Slash {
                let doubt = Doubt::QuotientOfDerivative(p.shown(first, p.at));
                return p.refuse(start, p.at + 1, doubt);
            }
            // E-Gen's paper prints `\frac{d}{dx}(-4x-8)^{-4}+7x` and means the derivative of the sum, as WolframAlpha does.
            let sum = matches!(p.tok(), Tok::Plus | Tok::Minus) && !p.derivative_ahead(p.at + 1);
            if sum || matches!(p.out.node(body), Node::Binary(Op::Mul, ..)) || p.tok() == Tok::Times {
                let shown = p.shown(first, p.at);
                p.note(p.span(start, p.at), NoteKind::DerivativeOf(shown));
            }
            Ok(body)
        })?;
        self.look_for_dependence(nodes, by, self.span(first, self.at));
        Ok(body)
    }

    /// Does another derivative start at a place?
    fn derivative_ahead(&self, at: usize) -> bool {
        let braced = usize::from(self.token_at(at + 1) == Tok::GroupOpen);
        match self.token_at(at) {
            Tok::Frac => self.is_differential(at + 1 + braced),
            Tok::DerivativeOf => true,
            _ => self.is_differential(at),
        }
    }

    /// Remembers what is differentiated by variables that do not occur in it, in case that nothing else makes it depend on them.
    fn look_for_dependence(&mut self, nodes: usize, by: &[(Symbol, usize)], at: Range<usize>) {
        let mut names = Vec::new();
        for place in nodes..self.out.len() {
            match self.out.node(Id(place as u32)) {
                Node::Var(name) if by.iter().all(|(variable, _)| variable != name) => names.push(name.clone()),
                Node::Var(_) | Node::Call(..) => return,
                _ => {}
            }
        }
        if let (Some(name), Some((variable, _))) = (names.first(), by.first()) {
            let (name, variable) = (name.clone(), variable.clone());
            self.found.independent.push(Independence { name, variable, at, names });
        }
    }

    /// Factors side by side.
    fn implicit_product(&mut self) -> Read<Id> {
        let mut left = self.factor()?;
        while self.starts_factor(self.tok()) {
            left = self.juxtaposed(left)?;
        }
        Ok(left)
    }

    /// `d/dx E`, `d^2/dx^2 E`, `dy/dx` and `∂f/∂x`, if that is what starts here.
    pub(super) fn slashed_derivative(&mut self, start: usize) -> Read<Option<Id>> {
        let Some(Slashed { of, by, next }) = self.slashed(start)? else { return Ok(None) };
        self.at = next;
        let Some((name, at)) = of else {
            let body = self.derivative_body(start, &by)?;
            return Ok(Some(self.differentiate(body, &by)));
        };
        let body = self.out.add(Node::Var(name.clone()));
        if name != by[0].0 {
            let variable = by[0].0.clone();
            self.found.dependent.push(Dependence { name, variable, at, applied: false });
        }
        self.evaluated(body, &by, start).map(Some)
    }

    /// Infix `(d/dx)(x^2)`, if that is what starts here.
    pub(super) fn bracketed_derivative(&mut self) -> Read<Option<Id>> {
        let open = self.at;
        let Some(Slashed { of: None, by, next }) = self.slashed(open + 1)? else { return Ok(None) };
        if next != self.closing(open) {
            return Ok(None);
        }
        self.at = next + 1;
        let body = self.derivative_body(open, &by)?;
        Ok(Some(self.differentiate(body, &by)))
    }

    /// A derivative with a slash that starts at a place. In infix `dx` is one word.
    fn slashed(&mut self, start: usize) -> Read<Option<Slashed>> {
        let words = !self.is_latex() && self.token_at(start) != Tok::Partial;
        let (of, slash) = match self.differential_word(start).filter(|_| words) {
            Some(name) => (Some((Symbol::new(name), self.range(start))), start + 1),
            None if !self.is_differential(start) => return Ok(None),
            None => {
                let raised = self.token_at(start + 1) == Tok::Caret;
                let name_at = if raised { self.exponent_end(start + 1) } else { start + 1 };
                match self.token_at(name_at) {
                    Tok::Slash => (None, name_at),
                    tok if tok.is_name() && (raised || !words) => match self.symbol(name_at) {
                        Ok((name, next)) => (Some((name, self.span(name_at, next))), next),
                        Err(_) => return Ok(None),
                    },
                    _ => return Ok(None),
                }
            }
        };
        let below = slash + 1;
        if self.token_at(slash) != Tok::Slash {
            return Ok(None);
        }
        let (variable, next) = match self.differential_word(below).filter(|_| words) {
            Some(variable) => (Symbol::new(variable), below + 1),
            None if !words && self.is_differential(below) && self.token_at(below + 1).is_name() => {
                self.variable(below + 1)?
            }
            None => return Ok(None),
        };
        let (above, _) = self.literal_order(start + 1)?;
        let (order, next) = self.literal_order(next)?;
        if order != above {
            return self.refuse(start, next, CalculusRefusal::Orders);
        }
        Ok(Some(Slashed { of, by: [(variable, order)], next }))
    }

    /// The variable of the word `dx` at a place, if it is no name.
    fn differential_word(&self, at: usize) -> Option<&'t str> {
        let Tok::Name(word) = self.token_at(at) else { return None };
        names::differential_of(word).filter(|_| !self.declared(word))
    }

    /// Infix `d(x^2)/dx` and `df(x)/dx`, if that is what starts here.
    pub(super) fn derivative_of_bracket(&mut self, start: usize) -> Read<Option<Id>> {
        let function = self.differential_word(start);
        if self.token_at(start + 1) != Tok::Open(Bracket::Round) || function.is_none() && !self.is_differential(start) {
            return Ok(None);
        }
        let slash = self.closing(start + 1) + 1;
        let Some(variable) = self.differential_word(slash + 1).filter(|_| self.token_at(slash) == Tok::Slash) else {
            return Ok(None);
        };
        self.at = start + 1;
        let body = match function {
            Some(name) => {
                self.note(self.range(start), NoteKind::UnknownFunction(name.to_owned()));
                let arguments = self.enter(|p| p.arguments(Bracket::Round))?;
                self.out.add(Node::Call(Symbol::new(name), arguments.into()))
            }
            None => self.enter(|p| p.bracketed(Bracket::Round))?,
        };
        self.at = slash + 2;
        Ok(Some(self.differentiate(body, &[(Symbol::new(variable), 1)])))
    }

    /// `diff(E, x, 2)`, `Derivative(E, (x, 2))`, `integrate(E, x)`, whose name has been passed.
    pub(super) fn calculus_call(&mut self, op: Op, start: usize) -> Read<Id> {
        let name = self.written(start);
        let Tok::Open(kind @ (Bracket::Round | Bracket::Square)) = self.tok() else {
            return self.refuse(start, start + 1, CalculusRefusal::Call(name.to_owned()));
        };
        let open = self.at;
        self.at += 1;
        let bars = std::mem::take(&mut self.bars);
        let body = self.sum()?;
        let mut by: Vec<(Symbol, usize)> = Vec::new();
        while self.tok() == Tok::Comma {
            self.at += 1;
            match self.tok() {
                Tok::Number if !by.is_empty() && op == Op::Diff => {
                    let order = self.literal(self.at)?;
                    by.last_mut().expect("it was just seen that there is one").1 = order;
                }
                Tok::Open(Bracket::Round) => by.push(self.variable_and_order(op)?),
                _ => by.push((self.variable_of_calculus()?, 1)),
            }
        }
        if by.is_empty() {
            return self.refuse(start, self.at, CalculusRefusal::ByWhich(name.to_owned()));
        }
        if by.iter().map(|(_, order)| order).sum::<usize>() > MAX_ORDER {
            return self.refuse(start, self.at, CalculusRefusal::Order);
        }
        self.close(kind, open)?;
        self.bars = bars;
        if op == Op::Diff {
            // `diff(E, x, y)` differentiates by x first.
            by.reverse();
            return Ok(self.differentiate(body, &by));
        }
        let mut value = body;
        for (variable, _) in by {
            let variable = self.out.add(Node::Var(variable));
            value = self.out.binary(Op::Integral, value, variable);
        }
        Ok(value)
    }

    /// `(x, 2)`.
    fn variable_and_order(&mut self, op: Op) -> Read<(Symbol, usize)> {
        self.at += 1;
        let variable = self.variable_of_calculus()?;
        self.expect(Tok::Comma, Expected::OrderArgument)?;
        if op == Op::Integral {
            return self.refuse(self.at, self.at + 1, Scope::DefiniteIntegralCall);
        }
        let order = self.literal(self.at)?;
        self.expect(Tok::Close(Bracket::Round), Expected::EndOfVariableArgument)?;
        Ok((variable, order))
    }

    fn variable_of_calculus(&mut self) -> Read<Symbol> {
        if !self.tok().is_name() {
            return Err(self.unexpected(Expected::VariableArgument));
        }
        let (symbol, next) = self.variable(self.at)?;
        self.at = next;
        Ok(symbol)
    }

    fn literal(&mut self, at: usize) -> Read<usize> {
        let order = if self.token_at(at) == Tok::Number { self.written(at).parse().unwrap_or(0) } else { 0 };
        self.at = at + 1;
        self.order(order, at)
    }

    /// `\dv{f}{x}`, `\dv[2]{f}{x}`, `\dv{x}` and `\pdv{f}{x}{y}`.
    pub(super) fn derivative_of(&mut self) -> Read<Id> {
        let start = self.at;
        let wrong = |p: &Self| refusal(p.range(start), CalculusRefusal::PhysicsCommand);
        let mut order = 1;
        self.at += 1;
        if self.tok() == Tok::Open(Bracket::Square) {
            order = self.order(self.digits(self.at + 1).parse().unwrap_or(0), start)?;
            self.at += 2;
            self.expect(Tok::Close(Bracket::Square), Expected::EndOfOrder)?;
        }
        let mut groups = Vec::new();
        while self.tok() == Tok::GroupOpen && groups.len() < 3 {
            let close = self.closing(self.at);
            groups.push((self.at + 1, close));
            self.at = (close + 1).min(self.tokens.len() - 1);
        }
        let (body, variables) = match groups[..] {
            [] => return Err(wrong(self)),
            [_] => (None, &groups[..]),
            [body, ..] => (Some(body), &groups[1..]),
        };
        let mut by = Vec::new();
        for &(at, close) in variables {
            let (variable, next) = self.variable(at)?;
            if next != close {
                return Err(wrong(self));
            }
            by.push((variable, order));
        }
        let end = self.at;
        let body = match body {
            None => self.derivative_body(start, &by)?,
            Some((first, close)) => {
                let body = self.derivative_numerator(first, close, &by)?;
                self.at = end;
                return self.evaluated(body, &by, start);
            }
        };
        Ok(self.differentiate(body, &by))
    }
}

/// `d/dx` or `dy/dx`.
struct Slashed {
    /// What is differentiated, and where it stands.
    of: Option<(Symbol, Range<usize>)>,
    by: [(Symbol, usize); 1],
    /// The place behind it.
    next: usize,
}
