//! Calls: is a name before a bracket an unknown function, or a factor?
//!
//! `f(x)` and `x(x+1)` look alike. The rules are those a reader uses: the letters f, g
//! and h are functions, a name before a lone variable or a list is one, and a name
//! before a sum is a factor; what remains is refused, and the options can decide it.

use super::message::{Doubt, FunctionRefusal, NoteKind, Scope};
use super::parser::{Parser, Read};
use super::slips;
use super::token::{Bracket, Gap, Tok};
use super::{Ambiguity, Calls, Meaning, Refused, bars, refusal};
use egen_math::Number;
use egen_math::expr::{Id, Node, Symbol};
use egen_math::names::{FUNCTIONS, NUMBERS};
use egen_math::op::Op;

pub(super) enum Shape {
    Variable(Symbol),
    Number,
    List,
    Compound,
}

/// Greek letters that name functions so often that `\Gamma(n+1)` is hardly a product.
const GREEK_FUNCTIONS: [&str; 9] = ["Gamma", "zeta", "delta", "Theta", "Phi", "phi", "varphi", "Psi", "psi"];

impl Parser<'_> {
    /// A factor that starts with a name.
    pub(super) fn name(&mut self) -> Read<Id> {
        let start = self.at;
        let other = if self.is_latex() { self.latex_word(start)? } else { self.infix_word(start)? };
        if let Some(id) = other {
            return Ok(id);
        }
        if let Some(id) = self.dotted(start)? {
            return Ok(id);
        }
        if self.is_latex()
            && matches!(self.token_at(start + 1), Tok::Slash | Tok::Caret | Tok::Name(_) | Tok::Text(_))
            && let Tok::Name("d") | Tok::Text("d") = self.token_at(start)
            && let Some(id) = self.slashed_derivative(start)?
        {
            return Ok(id);
        }
        let (mut symbol, mut next) = self.symbol(start)?;
        self.note_marks(&symbol, start, next);
        let mut primes = 0;
        while self.token_at(next + primes) == Tok::Prime {
            primes += 1;
        }
        // `y'_1` is the derivative of y_1.
        if primes > 0 && symbol.as_str() == "y" && self.token_at(next + primes) == Tok::Under {
            let mut name = symbol.as_str().to_owned();
            let end = self.subscripts(&mut name, next + primes)?;
            return self.primed(Symbol::new(&name), start, end - primes, primes);
        }
        if primes > 0 {
            return self.primed(symbol, start, next, primes);
        }
        let power = (self.token_at(next) == Tok::Caret).then_some(next);
        let mut open = match power {
            Some(at) => self.exponent_end(at),
            None => next,
        };
        // `x^{2}_{1}` is `x_{1}^{2}`.
        let late = self.is_latex() && power.is_some() && self.token_at(open) == Tok::Under;
        if late {
            let mut name = symbol.as_str().to_owned();
            open = self.subscripts(&mut name, open)?;
            (symbol, next) = (Symbol::new(&name), next);
        }
        // SymPy writes f{\left(x \right)}: the braces are not seen.
        let braced = self.is_latex() && self.is_bracket_in_braces(open);
        let bracket = match self.token_at(open + usize::from(braced)) {
            // `d[…]` is a differential before it is a function.
            Tok::Open(Bracket::Square) if self.is_latex() && symbol.as_str() == "d" => None,
            Tok::Open(kind @ (Bracket::Round | Bracket::Square)) if self.may_call(start, &symbol, next) => Some(kind),
            _ => None,
        };
        if let Some(kind) = bracket
            && self.is_call(&symbol, start, open + usize::from(braced))?
        {
            let value = self.call(symbol, start, power, open + usize::from(braced), kind)?;
            self.at += usize::from(braced);
            return Ok(value);
        }
        self.refuse_bare_argument(&symbol, start, open)?;
        self.refuse_derivative_sign(&symbol, start, open)?;
        self.note_number(&symbol, start, open);
        self.refuse_sum(start, next)?;
        self.at = next;
        let id = self.leaf(&symbol, start, next)?;
        if late {
            let exponent = self.exponent()?;
            self.at = open;
            return Ok(self.out.binary(Op::Pow, id, exponent));
        }
        Ok(id)
    }

    /// Refuses `\operatorname{Si} x`: an upright word is a function or a factor, and where its argument would end is not clear.
    fn refuse_bare_argument(&mut self, symbol: &Symbol, start: usize, next: usize) -> Read<()> {
        let Tok::Text(word) = self.token_at(start) else { return Ok(()) };
        let tok = self.token_at(next);
        let certain = self.options.calls == Calls::Product || self.declared(symbol.as_str());
        // Units stand side by side, and a bracket was looked at before.
        if word.len() < 2 || certain || matches!(tok, Tok::Text(_) | Tok::Open(_)) || !self.starts_factor(tok) {
            return Ok(());
        }
        let (shown, argument) = (self.shown(start, next), self.shown(next, next + 1));
        self.refuse(start, next, Doubt::BareCall(symbol.to_string(), shown, argument))
    }

    /// Refuses `D_x f`: to many it is the derivative of what follows.
    fn refuse_derivative_sign(&self, symbol: &Symbol, start: usize, next: usize) -> Read<()> {
        let Some(by) = symbol.as_str().strip_prefix("D_") else { return Ok(()) };
        let variable = matches!(by, "x" | "y" | "z" | "t" | "s" | "u" | "v" | "r" | "theta");
        let certain = self.options.calls == Calls::Product || self.declared(symbol.as_str());
        if !variable || certain || !self.starts_factor(self.token_at(next)) {
            return Ok(());
        }
        let shown = self.shown(start, next);
        self.refuse(start, next, Doubt::DerivativeSign(shown, by.to_owned(), self.times()))
    }

    /// Notes `\pi(x)`, the number of primes to many, and `e(x)`. `2\pi(r)` and `\pi(x + 1)` are products to all.
    fn note_number(&mut self, symbol: &Symbol, start: usize, open: usize) {
        let bracket = open == start + 1 && self.token_at(open) == Tok::Open(Bracket::Round);
        let factor = start > 0 && bars::ends_operand(self.token_at(start - 1));
        if !bracket || factor || self.constant(symbol.as_str(), start).is_none() {
            return;
        }
        if let Shape::Variable(_) | Shape::Number = self.shape(open) {
            let close = self.closing(open);
            let shown = self.shown(start, close + 1);
            self.note(self.span(start, close + 1), NoteKind::ProductWithNumber(shown, symbol.to_string()));
        }
    }

    /// Refuses `Σx`: statisticians type the letter for the sign of a sum.
    fn refuse_sum(&self, start: usize, next: usize) -> Read<()> {
        let letter = match (self.token_at(start), self.written(start)) {
            (Tok::Name("Sigma"), "Σ") if !self.is_latex() => "Sigma",
            (Tok::Name("Pi"), "Π") if !self.is_latex() => "Pi",
            _ => return Ok(()),
        };
        if self.tokens[next.min(self.tokens.len() - 1)].gap == Gap::None && self.starts_factor(self.token_at(next)) {
            return self.refuse(start, next + 1, Scope::SumLetter(letter));
        }
        Ok(())
    }

    /// Where the power at a place ends, as far as that can be seen without reading it.
    pub(super) fn exponent_end(&mut self, at: usize) -> usize {
        let first = at + 1;
        match self.token_at(first) {
            // Most exponents are one token; then the brackets need not be paired up.
            Tok::GroupOpen
                if self.token_at(first + 2) == Tok::GroupClose && self.token_at(first + 1) != Tok::GroupOpen =>
            {
                first + 3
            }
            Tok::GroupOpen | Tok::Open(_) => self.closing(first) + 1,
            Tok::Number => first + 1,
            _ if self.is_latex() => first + 1,
            Tok::Minus if self.token_at(first + 1) == Tok::Number => first + 2,
            // `f^n(x)`: the n is asked whether it takes the bracket.
            _ => self.tokens.len(),
        }
    }

    /// Where the bracket at a place closes.
    pub(super) fn closing(&self, open: usize) -> usize {
        self.tokens[open].close as usize
    }

    /// Can the name be that of a function? π and e are numbers, and so is a name declared a variable.
    pub(super) fn may_call(&self, at: usize, symbol: &Symbol, next: usize) -> bool {
        let single = next == at + 1;
        !(self.declared(symbol.as_str()) || (single && self.constant(symbol.as_str(), at).is_some()))
    }

    pub(super) fn shape(&mut self, open: usize) -> Shape {
        let close = self.closing(open);
        if self.tokens[open].comma {
            return Shape::List;
        }
        let first = open + 1;
        if self.token_at(first).is_name()
            && let Ok((symbol, next)) = self.symbol(first)
            && next == close
        {
            let number = self.constant(symbol.as_str(), first).is_some();
            return if number { Shape::Number } else { Shape::Variable(symbol) };
        }
        let digits = first + usize::from(self.token_at(first) == Tok::Minus);
        if self.token_at(digits) == Tok::Number && digits + 1 == close { Shape::Number } else { Shape::Compound }
    }

    fn is_call(&mut self, symbol: &Symbol, start: usize, open: usize) -> Read<bool> {
        let comma = self.tokens[open].comma;
        match self.options.calls {
            Calls::Call => return Ok(true),
            Calls::Product if !comma => return Ok(false),
            Calls::Product => {
                return self.refuse(start, open + 1, FunctionRefusal::SeveralInProduct);
            }
            // Quotes before a bracket are how the printers mark a call.
            Calls::Auto if matches!(self.token_at(start), Tok::Quoted(_)) => return Ok(true),
            Calls::Auto => {}
        }
        let name = symbol.as_str();
        let base = name.split('_').next().unwrap_or(name);
        let indexed =
            !self.is_latex() && self.token_at(open) == Tok::Open(Bracket::Square) && !FUNCTIONS.contains(&base);
        if indexed && !comma && !self.is_called_elsewhere(symbol) && !matches!(self.shape(open), Shape::Variable(_)) {
            let close = self.closing(open);
            let [shown, inside] = [(start, close + 1), (open + 1, close)].map(|(from, to)| self.shown(from, to));
            return self.refuse(start, close + 1, Doubt::Element(shown, name.to_owned(), inside));
        }
        let upright = matches!(self.token_at(start), Tok::Text(_)) && name.len() > 1;
        let letter = FUNCTIONS.contains(&base) || upright;
        // SymPy writes braces around the brackets of a call, and never of a product.
        let braced = self.is_latex() && self.is_bracket_in_braces(open - 1);
        let ambiguous = match self.shape(open) {
            Shape::List => false,
            _ if braced && (letter || GREEK_FUNCTIONS.contains(&base)) => false,
            // In `4πG(1 + γ²)` and `mg(a - b)` the letter is one of the factors.
            Shape::Compound if self.is_constant_among_factors(base, start) && !self.is_called_elsewhere(symbol) => {
                if base.starts_with(|c: char| c.is_ascii_lowercase()) {
                    true
                } else {
                    self.note_factor(name, start);
                    return Ok(false);
                }
            }
            _ if letter => false,
            Shape::Variable(argument) => {
                argument == *symbol || (NUMBERS.contains(&name) && !self.is_function_of(name, &argument, start, open))
            }
            Shape::Number => !self.is_called_elsewhere(symbol) && !self.is_initial_value(name, start, open),
            // O(n log n) bounds something.
            Shape::Compound if GREEK_FUNCTIONS.contains(&base) || name == "O" => !self.is_called_elsewhere(symbol),
            Shape::Compound => {
                if !self.is_called_elsewhere(symbol) {
                    if base.len() > 1 || base.starts_with(|c: char| c.is_ascii_uppercase()) {
                        self.note_factor(name, start);
                    }
                    return Ok(false);
                }
                false
            }
        };
        if ambiguous {
            let close = self.closing(open);
            match self.choice(&Ambiguity::CallOrProduct(symbol.clone())) {
                Some(Meaning::Call) => {}
                Some(_) => return Ok(false),
                None => {
                    let shown = self.shown(start, close + 1);
                    let doubt = Doubt::CallOrProduct(shown, name.to_owned(), self.times());
                    return self.refuse(start, close + 1, doubt);
                }
            }
        }
        self.note(self.range(start), NoteKind::UnknownFunction(name.to_owned()));
        Ok(true)
    }

    /// Is a letter that mostly names a number a function here? `x(t)`, `y(x)`, and the whole left side of an equation.
    fn is_function_of(&mut self, name: &str, argument: &Symbol, start: usize, open: usize) -> bool {
        let close = self.closing(open);
        let defined = start == 0 && self.token_at(close + 1) == Tok::Equals;
        argument.as_str() == "t" || (argument.as_str() == "x" && matches!(name, "y" | "z")) || defined
    }

    /// `y(0) = 1`: nobody multiplies by 0, and y and u are unknown functions where an equation gives their values.
    fn is_initial_value(&mut self, name: &str, start: usize, open: usize) -> bool {
        let close = self.closing(open);
        let side = (start == 0 || self.token_at(start - 1) == Tok::Equals) && self.token_at(close + 1) == Tok::Equals;
        side && (matches!(name, "y" | "u") || self.shown(open + 1, close) == "0")
    }

    /// Is a letter that names a function or a constant of nature preceded by another factor?
    fn is_constant_among_factors(&self, letter: &str, start: usize) -> bool {
        let before = start.checked_sub(1).map_or(Tok::End, |at| self.token_at(at));
        match letter {
            "F" | "G" | "H" => {
                matches!(before, Tok::Number | Tok::Name(_) | Tok::Text(_) | Tok::Close(_) | Tok::GroupClose)
            }
            "g" | "h" => matches!(before, Tok::Name(_)),
            _ => false,
        }
    }

    /// Refuses `(f + g)(x)`: what stands in the first brackets are functions, and everybody applies their sum.
    pub(super) fn refuse_applied_sum(&mut self) -> Read<()> {
        let open = self.at;
        if self.tok() != Tok::Open(Bracket::Round) || !matches!(self.token_at(open - 1), Tok::Close(Bracket::Round)) {
            return Ok(());
        }
        let mut functions = 0;
        let mut at = open - 1;
        loop {
            at -= 1;
            match self.token_at(at) {
                Tok::Name("f" | "g" | "h" | "F" | "G" | "H") => functions += 1,
                Tok::Plus | Tok::Minus | Tok::Times | Tok::Slash | Tok::Number => {}
                Tok::Open(Bracket::Round) => break,
                _ => return Ok(()),
            }
            if at == 0 {
                return Ok(());
            }
        }
        if functions < 2 || !matches!(self.shape(open), Shape::Variable(_) | Shape::Number) {
            return Ok(());
        }
        let close = self.closing(open);
        let (sum, argument) = (self.shown(at, open), self.shown(open, close + 1));
        self.refuse(at, close + 1, Doubt::AppliedSum(sum, argument, self.times()))
    }

    fn note_factor(&mut self, name: &str, start: usize) {
        self.note(self.range(start), NoteKind::Factor(name.to_owned()));
    }

    #[cold]
    pub(super) fn unknown_function(&self, name: &str, start: usize) -> Refused {
        refusal(self.range(start), FunctionRefusal::Unknown(name.to_owned(), slips::nearest_function(name)))
    }

    /// Does the text somewhere apply this name to a variable or a list?
    pub(super) fn is_called_elsewhere(&self, symbol: &Symbol) -> bool {
        self.conventions.functions.contains_key(symbol)
    }

    /// `f^{-1}(x)`: where f is a function, everybody means its inverse, a function of its own.
    fn inverse(&mut self, symbol: &Symbol, start: usize, open: usize, kind: Bracket) -> Read<Id> {
        let name = format!("{symbol}_inverse");
        self.note(self.span(start, open), NoteKind::Inverse(symbol.to_string(), name.clone()));
        self.at = open;
        let arguments = self.enter(|p| p.arguments(kind))?;
        Ok(self.out.add(Node::Call(Symbol::new(&name), arguments.into())))
    }

    fn call(&mut self, symbol: Symbol, start: usize, power: Option<usize>, open: usize, kind: Bracket) -> Read<Id> {
        let mut exponent = None;
        if let Some(at) = power {
            self.at = at;
            let id = self.exponent()?;
            if self.out.node(id) == &Node::Num(Number::from(-1)) {
                let base = symbol.as_str().split('_').next().unwrap_or_default();
                if FUNCTIONS.contains(&base) {
                    return self.inverse(&symbol, start, open, kind);
                }
                return self.refuse(start, open, Doubt::InverseOfName(symbol.to_string()));
            }
            // `u_\mu^\lambda(x)` has two indices rather than a power.
            if symbol.as_str().contains('_') && matches!(self.out.node(id), Node::Var(_)) {
                return self.refuse(start, open, Doubt::Index(symbol.to_string()));
            }
            // `f^(4)(x)` is the fourth derivative to many.
            let bracketed = !self.is_latex() && self.token_at(at + 1) == Tok::Open(Bracket::Round);
            let counts = match self.out.node(id) {
                Node::Num(n) => n.is_integer() && !n.is_negative(),
                node => matches!(node, Node::Var(_)),
            };
            if bracketed && counts {
                let exponent = self.shown(at + 2, at + 3);
                return self.refuse(at, open, Doubt::CountOrPower(symbol.to_string(), exponent));
            }
            exponent = Some(id);
        }
        self.at = open;
        let arguments = self.enter(|p| p.arguments(kind))?;
        let value = self.out.add(Node::Call(symbol, arguments.into()));
        Ok(match exponent {
            Some(exponent) => self.out.binary(Op::Pow, value, exponent),
            None => value,
        })
    }
}
