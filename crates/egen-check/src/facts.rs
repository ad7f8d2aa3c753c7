//! Facts: what do earlier lines say together?
//!
//! Equations that are linear in a variable are solved for it, one after the other, and put into the rest: that is
//! Gauss's elimination for linear systems, substitution for triangular ones, and the expansion of definitions.

use egen_math::diff::differentiate;
use egen_math::{Expr, Id, Node, Number, Op, Symbol};

use crate::formula::{Atom, Formula};
use crate::meaning::derived;
use crate::term::{self, has, ids, is_constant, normal, rate, root, tidy, variable};

/// A larger expression is not put into another.
const MAX_NODES: usize = 400;
/// More facts are not eliminated; the latest count.
const MAX_FACTS: usize = 16;

/// An earlier line that is in force.
#[derive(Clone, Debug)]
pub struct Fact {
    /// What it says.
    pub formula: Formula,
    /// Was it derived from lines before it, and not only given?
    pub derived: bool,
}

/// What facts say: variables that they give, and what is left.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Each variable that is given by the others, which are free.
    pub given: Vec<(Symbol, Expr)>,
    /// Functions by their parameters and what they are.
    pub functions: Vec<(Symbol, Vec<Symbol>, Expr)>,
    /// Formulas that give no variable.
    pub rest: Vec<Formula>,
    /// Do the facts contradict each other?
    pub impossible: bool,
    /// The number that would have to be 0 for them not to, where elimination found one.
    pub gap: Option<Number>,
}

impl Known {
    /// What some facts say together.
    pub fn of<'a>(facts: impl DoubleEndedIterator<Item = &'a Formula>) -> Known {
        let mut facts: Vec<&Formula> = facts.rev().take(MAX_FACTS).collect();
        facts.reverse();
        let facts: Vec<Formula> =
            facts.into_iter().flat_map(|fact| fact.together().unwrap_or_else(|| vec![fact.clone()])).collect();
        let mut out = Known::default();
        out.functions.extend(facts.iter().filter_map(|fact| definition(fact.equation()?)));
        for derivative in facts.iter().filter_map(|fact| derivative(fact.equation()?)) {
            if out.defined(&derivative.0).is_none() {
                out.functions.push(derivative);
            }
        }
        // Numbers first: D = b² - 4ac and D = 64 give D.
        let (numbers, others): (Vec<&Formula>, Vec<&Formula>) = facts.iter().partition(|fact| fact.is_solved());
        for fact in numbers.into_iter().chain(others) {
            out.learn(fact);
        }
        out
    }

    fn learn(&mut self, fact: &Formula) {
        if is_definition(fact) {
            // A function that is defined twice says something of its arguments, which is not looked at.
            return;
        }
        let fact = self.put_into(fact);
        let Some([left, right]) = fact.equation().filter(|_| !fact.is_opaque()) else {
            if !fact.variables().is_empty() {
                self.rest.push(fact);
            }
            return;
        };
        let Some(form) = normal(&(left.clone() - right)) else { return self.rest.push(fact) };
        if form.is_zero() {
            return;
        }
        if let Some(gap) = form.as_number() {
            (self.impossible, self.gap) = (true, Some(gap));
            return;
        }
        let plain = form.to_expr();
        // A name that stands alone is what the line defines.
        let mut names = plain.variables();
        names.sort_by_key(|own| term::name(left) != Some(own) && term::name(right) != Some(own));
        match names.iter().find_map(|name| Some((name.clone(), root(&plain, name)?))) {
            Some((name, value)) => {
                for (_, old) in &mut self.given {
                    let put = old.substitute(&name, &value);
                    *old = tidy(&put).unwrap_or(put);
                }
                let rest = std::mem::take(&mut self.rest);
                self.given.push((name, value));
                // What is left may give more once this variable is gone.
                rest.iter().for_each(|formula| self.learn(formula));
            }
            None => self.rest.push(fact),
        }
    }

    /// A formula with what is known put into it.
    pub fn put_into(&self, formula: &Formula) -> Formula {
        formula.map(|side| self.put(side))
    }

    /// An expression with what is known put into it. A variable that something binds stays.
    pub fn put(&self, expr: &Expr) -> Expr {
        // What is derived by u is derived before anything is put in for u.
        let mut out = derived(&self.call(expr));
        let bound = bound_variables(&out);
        for (name, value) in self.given.iter().filter(|(name, _)| !bound.contains(name)) {
            if out.len() * value.len() <= MAX_NODES * MAX_NODES && value.len() <= MAX_NODES {
                out = out.substitute(name, value);
            }
        }
        out
    }

    /// Unknown functions that were defined, replaced by what they are.
    fn call(&self, expr: &Expr) -> Expr {
        // Functions may be defined by each other, without end.
        const MOST: usize = 32;
        let mut out = expr.clone();
        for _ in 0..MOST {
            let value = |(id, node): (Id, &Node)| Some((id, self.value(&out, node).or_else(|| self.slope(&out, id))?));
            let next = ids(&out).zip(out.nodes()).find_map(value);
            match next {
                Some((id, value)) if out.len() + value.len() <= MAX_NODES => out = out.replace(id, &value),
                _ => break,
            }
        }
        out
    }

    /// What a call of a defined function is. `y` was defined as x², and `dy/dx` is read as the derivative of y(x).
    fn value(&self, expr: &Expr, node: &Node) -> Option<Expr> {
        let Node::Call(name, args) = node else { return None };
        let (parameters, body) = self.defined(name)?;
        let own = if parameters.is_empty() { body.variables() } else { parameters };
        let args: Vec<Expr> = args.iter().map(|id| expr.subtree(*id)).collect();
        // y = u³ and u = 2x + 1: dy/dx is the derivative of (2x + 1)³.
        let named = self.functions.iter().any(|(own, parameters, _)| own == name && parameters.is_empty());
        if let (true, [from], [to]) = (named, &own[..], &args[..])
            && term::name(to).is_some_and(|to| to != from)
        {
            let (parameters, inner) = self.defined(from)?;
            let fits = parameters.is_empty() && inner.variables() == to.variables();
            return (fits && body.len() * inner.len() <= MAX_NODES).then(|| body.substitute(from, &inner));
        }
        let fits = own.len() == args.len() && body.len() <= MAX_NODES;
        fits.then(|| own.iter().zip(&args).fold(body.clone(), |body, (own, arg)| body.substitute(own, arg)))
    }

    /// What f'(x) was said to be, where nothing says what f is.
    fn slope(&self, expr: &Expr, id: Id) -> Option<Expr> {
        let (name, by) = rate(expr, id)?;
        let (_, parameters, body) = self.functions.iter().find(|(own, ..)| *own == prime(&name))?;
        Some(body.substitute(parameters.first()?, &variable(&by)))
    }

    /// The parameters and the body of a function; f'(2) is read as `f_prime(2)`.
    fn defined(&self, name: &Symbol) -> Option<(Vec<Symbol>, Expr)> {
        if let Some((_, parameters, body)) = self.functions.iter().find(|(own, ..)| own == name) {
            return Some((parameters.clone(), body.clone()));
        }
        let mut base = name.as_str();
        let mut primes = 0;
        while let Some(shorter) = base.strip_suffix("_prime") {
            (base, primes) = (shorter, primes + 1);
        }
        let (_, parameters, body) = self.functions.iter().find(|(own, ..)| primes > 0 && own.as_str() == base)?;
        let own = if parameters.is_empty() { body.variables() } else { parameters.clone() };
        let [by] = &own[..] else { return None };
        let derived = (0..primes).try_fold(body.clone(), |body, _| differentiate(&body, by).ok());
        derived.filter(|body| body.len() <= MAX_NODES).map(|body| (own.clone(), body))
    }

    /// Does an expression hold an unknown function that was defined?
    pub fn calls(&self, formula: &Formula) -> bool {
        let defined = |node: &Node| match node {
            Node::Call(name, _) => {
                self.defined(name).is_some() || self.functions.iter().any(|(own, ..)| *own == prime(name))
            }
            _ => false,
        };
        formula.sides().any(|side| has(side, defined))
    }

    /// "x = 3, y = 2": what is known of some variables, for a person.
    pub fn text(&self, names: &[Symbol]) -> String {
        let told = self.given.iter().filter(|(name, _)| names.contains(name));
        told.map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
    }
}

/// The derivative that a line gives, where nothing says what it is a derivative of: `f'(x) = 3x² − 3` and `dA/dx = 20 − 2x`.
fn derivative([left, right]: [&Expr; 2]) -> Option<(Symbol, Vec<Symbol>, Expr)> {
    let (name, by) = rate(left, left.root())?;
    let own = has(right, |node| matches!(node, Node::Call(other, _) if *other == name));
    (!own && !is_constant(right)).then(|| (prime(&name), vec![by], right.clone()))
}

fn prime(name: &Symbol) -> Symbol {
    Symbol::new(&format!("{name}_prime"))
}

/// The formulas about this name alone, but for what only defines a function of it.
pub fn restricting<'a>(facts: impl Iterator<Item = &'a Formula>, name: &Symbol) -> Vec<&'a Formula> {
    facts.filter(|fact| fact.is_in(name) && !is_definition(fact)).collect()
}

/// Does a line only say what a function or a derivative is?
pub fn is_definition(formula: &Formula) -> bool {
    let function = |sides| definition(sides).is_some_and(|(_, parameters, _)| !parameters.is_empty());
    formula.equation().is_some_and(|sides| function(sides) || derivative(sides).is_some())
}

/// The name, parameters and body of `y = …` and `f(x) = …`, if the name is not in the body.
pub fn definition([left, right]: [&Expr; 2]) -> Option<(Symbol, Vec<Symbol>, Expr)> {
    match left.node(left.root()) {
        Node::Var(name) if !right.variables().contains(name) => Some((name.clone(), Vec::new(), right.clone())),
        Node::Call(name, args) => {
            let variable = |id: &Id| match left.node(*id) {
                Node::Var(name) => Some(name.clone()),
                _ => None,
            };
            let own = |node: &Node| matches!(node, Node::Call(other, _) if other == name);
            let parameters: Vec<Symbol> = args.iter().map(variable).collect::<Option<_>>()?;
            // P(A) = 0.3 is a value: A is an event.
            let capital = |name: &Symbol| name.as_str().starts_with(|c: char| c.is_ascii_uppercase());
            let value = is_constant(right) && parameters.iter().all(capital);
            (!value && !has(right, own)).then(|| (name.clone(), parameters, right.clone()))
        }
        _ => None,
    }
}

/// The variables of derivatives and integrals.
fn bound_variables(expr: &Expr) -> Vec<Symbol> {
    let by = expr.nodes().iter().filter_map(|node| match node {
        Node::Binary(op, _, by) if op.binds() => match expr.node(*by) {
            Node::Var(name) => Some(name.clone()),
            _ => None,
        },
        _ => None,
    });
    by.collect()
}

/// f/g in lowest terms, if it is short, varies and has no denominator that does.
pub fn factor_between(f: &Atom, g: &Atom) -> Option<Expr> {
    const LONGEST: usize = 11;
    let quotient = tidy(&(f.difference() / g.difference()))?;
    let divides = has(&quotient, |node| match node {
        Node::Binary(Op::Div | Op::Pow, _, b) => !is_constant(&quotient.subtree(*b)),
        Node::Unary(op, _) => *op != Op::Neg,
        _ => false,
    });
    (!divides && quotient.len() <= LONGEST && !is_constant(&quotient)).then_some(quotient)
}
