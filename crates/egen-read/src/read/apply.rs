//! Application: what is a known function applied to?

use super::grammar::{Parser, Read};
use super::refusal;
use super::token::{Bracket, Gap, Tok, subscript};
use egen_math::Number;
use egen_math::expr::{Id, Node};
use egen_math::names::{self, Func};
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
    fn unclear_inverse(&self, start: usize, name: &str) -> super::Refusal {
        let message = format!("ambiguous: is `{name}^-1` the inverse or 1/{name}? write the function or the quotient");
        refusal(self.span(start, self.at), message)
    }

    fn decoration(&mut self, function: Func, name: &str) -> Read<Decoration> {
        let mut found = Decoration::default();
        loop {
            match self.tok() {
                Tok::Under | Tok::Sub if function == Func::Log && found.base.is_none() => {
                    found.base = Some(self.log_base()?);
                }
                Tok::Under | Tok::Sub => {
                    let message = format!("`{name}` has no base: only log takes a subscript");
                    return Err(refusal(self.range(self.at), message));
                }
                Tok::Caret | Tok::Super if found.power.is_none() => found.power = Some(self.function_power(name)?),
                Tok::Caret | Tok::Super => {
                    return Err(refusal(self.range(self.at), "two powers on one function: write brackets"));
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
        if self.tok() == Tok::Sub {
            let digits: String = self.written(self.at).chars().filter_map(subscript).collect();
            if digits.len() == 1 && digits.bytes().all(|b| b.is_ascii_lowercase()) {
                self.at += 1;
                return Ok(self.out.variable(&digits));
            }
            let base = Number::parse_decimal(&digits).map_err(|why| refusal(self.range(self.at), why.to_string()))?;
            self.at += 1;
            return Ok(self.out.number(base));
        }
        self.at += 1;
        let first = self.at;
        match self.tok() {
            Tok::GroupOpen => self.group(),
            Tok::Open(kind @ (Bracket::Round | Bracket::Curly)) if !self.latex => self.bracketed(kind),
            Tok::Number => self.number(false),
            Tok::Name(_) if !self.latex => {
                self.at += 1;
                self.plain_name(first)
            }
            Tok::Digit | Tok::Name(_) => {
                let base = self.argument("a base")?;
                let Some(end) = self.more_digits(first) else { return Ok(base) };
                let digits = &self.text[self.span(first, end)];
                let message = format!(
                    "ambiguous: write the base in braces, \\log_{{{digits}}} or \\log_{{{}}} {}",
                    &digits[..1],
                    &digits[1..]
                );
                Err(refusal(self.span(first, end), message))
            }
            _ => Err(self.unexpected("a base, as in \\log_2 x or \\log_{10} x,")),
        }
    }

    /// The power in `sin^2 x`: short, so that it does not swallow the argument.
    fn function_power(&mut self, name: &str) -> Read<Id> {
        if self.tok() == Tok::Super {
            return self.superscript();
        }
        self.at += 1;
        if self.latex {
            return self.enter(|p| p.latex_exponent());
        }
        let negative = self.tok() == Tok::Minus;
        self.at += usize::from(negative);
        let id = match self.tok() {
            Tok::Number => {
                let number = Number::parse_decimal(self.written(self.at))
                    .map_err(|why| refusal(self.range(self.at), why.to_string()))?;
                self.refuse_lost_argument(name)?;
                self.at += 1;
                return Ok(self.out.number(if negative { -number } else { number }));
            }
            Tok::Name(_) | Tok::Quoted(_) => {
                self.at += 1;
                self.plain_name(self.at - 1)?
            }
            Tok::Open(kind) => self.bracketed(kind)?,
            _ => return Err(self.unexpected("a number, a name or a bracket as the power of a function")),
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
        let (power, factor, argument) = (&digits[..1], &digits[1..], self.shown(self.at + 1, self.at + 2));
        let message = format!(
            "ambiguous: where does the power end? write {name}^{power}({factor}{argument}) or {name}^{digits}({argument})"
        );
        Err(refusal(self.span(self.at, self.at + 2), message))
    }

    fn applied(&mut self, function: Func, decoration: Decoration, start: usize, name: &'t str) -> Read<Id> {
        let Decoration { base, power, primes } = decoration;
        let open = self.at;
        let (argument, second) = self.argument_of(function, start, name)?;
        // Maple writes log[2](x), and LaTeX without its backslash sqrt[3](x).
        let root = function == Func::Op(Op::Sqrt);
        if (function == Func::Log || root)
            && self.token_at(open) == Tok::Open(Bracket::Square)
            && self.tok() == Tok::Open(Bracket::Round)
        {
            let inside = self.shown(open + 1, self.at - 1);
            let message = match root {
                true => format!(
                    "ambiguous: is `{inside}` the degree or the radicand? write root(x, {inside}) or sqrt({inside})*(…)"
                ),
                false => format!("ambiguous: is `{inside}` the base or the argument? write log(x, {inside})"),
            };
            return Err(refusal(self.span(start, self.at), message));
        }
        let takes_two = matches!(function, Func::Root) || (function == Func::Log && base.is_none());
        if second.is_some() && !takes_two {
            return Err(refusal(self.range(start), format!("`{name}` takes one argument")));
        }
        let mut value = match (function, second.or(base)) {
            (Func::Op(op), _) => self.out.unary(op, argument),
            (Func::Log, Some(base)) => {
                self.look_at_base(argument, base, start, name, second.is_some())?;
                self.out.binary(Op::Log, argument, base)
            }
            (Func::Log, None) => {
                self.note(self.range(start), format!("`{name}` is read as the natural logarithm"));
                self.out.unary(Op::Ln, argument)
            }
            (Func::LogTo(base), _) => {
                if name.ends_with('g') || name.ends_with('b') {
                    self.note(self.range(start), format!("`{name}` is read as the logarithm to base {base}"));
                }
                let base = self.out.number(i64::from(base));
                self.out.binary(Op::Log, argument, base)
            }
            (Func::CubeRoot, _) => {
                let degree = self.out.number(3);
                self.root_of(argument, degree, start)?
            }
            (Func::Root, Some(degree)) => {
                if matches!(self.out.node(argument), Node::Num(_)) && !matches!(self.out.node(degree), Node::Num(_)) {
                    let message = format!(
                        "ambiguous: which is the degree? the radicand stands first: write {name}(x, n), or a power"
                    );
                    return Err(refusal(self.span(start, self.at), message));
                }
                // Typst and AsciiMath have the degree first.
                if matches!(self.out.node(argument), Node::Num(_)) {
                    self.note(
                        self.span(start, self.at),
                        format!("the second argument of `{name}` is read as the degree"),
                    );
                }
                self.root_of(argument, degree, start)?
            }
            (Func::Root, None) => {
                return Err(refusal(self.range(start), format!("`{name}` takes two arguments: write {name}(x, n)")));
            }
        };
        if primes > 0 {
            let Node::Var(variable) = self.out.node(argument).clone() else {
                return Err(refusal(
                    self.span(start, self.at),
                    "the variable of the derivative is not clear: write \\frac{d}{dx} or diff(…, x)",
                ));
            };
            for _ in 0..self.order(primes, start)? {
                let variable = self.out.add(Node::Var(variable.clone()));
                value = self.out.binary(Op::Diff, value, variable);
            }
        }
        let Some(power) = power else { return Ok(value) };
        if matches!(self.tok(), Tok::Caret | Tok::Super) {
            return Err(refusal(self.range(self.at), format!("`{name}` has a power already: write brackets")));
        }
        Ok(self.out.binary(Op::Pow, value, power))
    }

    /// `log(2, x)` has its base behind the argument, and Mathematica's `Log[2, x]` before it.
    fn look_at_base(&mut self, argument: Id, base: Id, start: usize, name: &str, listed: bool) -> Read<()> {
        if listed && self.token_at(start + 1) == Tok::Open(Bracket::Square) {
            let message = "ambiguous: in square brackets the base may stand first: write log(x, b)";
            return Err(refusal(self.span(start, self.at), message));
        }
        let number = |p: &Self, id: Id| matches!(p.out.node(id), Node::Num(_));
        // Nobody takes logarithms to base 1.
        let one = self.out.node(argument) == &Node::Num(Number::ONE);
        if listed && !one && number(self, argument) && !number(self, base) {
            self.note(self.span(start, self.at), format!("the second argument of `{name}` is read as the base"));
        }
        Ok(())
    }

    /// The argument, in brackets or bare, and a second one if there is.
    fn argument_of(&mut self, function: Func, start: usize, name: &'t str) -> Read<(Id, Option<Id>)> {
        match self.tok() {
            Tok::Open(kind @ (Bracket::Round | Bracket::Square)) => {
                let open = self.at;
                let arguments = self.arguments(kind)?;
                self.note_next_bracket(function, start, open, name);
                match arguments[..] {
                    [one] => Ok((one, None)),
                    [one, two] => Ok((one, Some(two))),
                    _ => Err(refusal(
                        self.span(start, self.at),
                        format!("`{name}` does not take {} arguments", arguments.len()),
                    )),
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
                    && (function == Func::Op(Op::Exp) || self.tokens[self.at + 1].gap == Gap::None && !self.latex) =>
            {
                Ok((self.negative_argument(start, name)?, None))
            }
            Tok::Minus | Tok::Plus if self.starts_factor(self.peek(1)) => {
                let message = format!("write brackets around the argument of `{name}` when it starts with a sign");
                Err(refusal(self.span(start, self.at + 1), message))
            }
            tok if self.starts_factor(tok) => Ok((self.bare_argument(function, start, name)?, None)),
            _ => Err(refusal(
                self.range(start),
                format!("`{name}` is a function and has no argument here: write {name}(x)"),
            )),
        }
    }

    /// Notes `ln (x+1)(x-1)`, which is the logarithm of the product to many.
    fn note_next_bracket(&mut self, function: Func, start: usize, open: usize, name: &str) {
        let logarithm = matches!(function, Func::Op(Op::Ln) | Func::Log | Func::LogTo(_));
        let apart = !self.latex && self.tokens[open].gap != Gap::None;
        let beside = self.tok() == Tok::Open(Bracket::Round) && self.tokens[self.at].gap == Gap::None;
        if beside && (logarithm || apart) {
            let shown = self.shown(open, self.at);
            let text = format!("`{name}` is read as applied to `{shown}`, without the bracket after it");
            self.note(self.span(start, self.at), text);
        }
    }

    /// `( a, b, … )`.
    pub(super) fn arguments(&mut self, kind: Bracket) -> Read<Vec<Id>> {
        let open = self.at;
        self.at += 1;
        let bars = std::mem::take(&mut self.bars);
        if self.tok() == Tok::Close(kind) {
            return Err(refusal(self.span(open, self.at + 1), "there is nothing between the brackets"));
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
        let shown = self.shown(open, self.at);
        if matches!(self.tok(), Tok::Caret | Tok::Super) {
            let (caret, end) = (self.at, self.exponent_end(self.at));
            let (function, inside) = (self.shown(start, open), self.shown(open + 1, caret - 1));
            let power = match self.tok() {
                Tok::Super => self.shown(caret, end),
                _ => format!("^{{{}}}", self.shown(caret + 1, end).trim_matches(['{', '}'])).into(),
            };
            let message = format!(
                "ambiguous: is the value or the argument raised? write {function}({inside}){power} or {function}(({inside}){power})"
            );
            return Err(refusal(self.span(start, self.at + 1), message));
        }
        let sum = matches!(self.out.node(argument), Node::Binary(Op::Add | Op::Sub, ..));
        if sum || (self.starts_factor(self.tok()) && !self.function_ahead(self.at)) || self.tok() == Tok::Slash {
            self.note(self.span(start, self.at), format!("`{name}` is read as applied to `{shown}`"));
        }
        Ok(argument)
    }

    /// Do the braces at a place hold one pair of round brackets and nothing else?
    pub(super) fn is_bracket_in_braces(&mut self, open: usize) -> bool {
        let inner = open + 1;
        self.token_at(open) == Tok::GroupOpen
            && self.token_at(inner) == Tok::Open(Bracket::Round)
            && self.partner(inner).close + 1 == self.partner(open).close
    }

    /// `\exp -x`.
    fn negative_argument(&mut self, start: usize, name: &'t str) -> Read<Id> {
        let sign = self.at;
        self.at += 1;
        let first = self.at;
        if !self.latex && self.token_at(first) == Tok::Number && self.written(first) == "1" {
            let message = format!(
                "ambiguous: is this the inverse of `{name}`? write that function by its name, or brackets around the argument"
            );
            return Err(refusal(self.span(start, first + 1), message));
        }
        let argument = self.bare_argument(Func::Op(Op::Exp), start, name)?;
        let shown = self.shown(sign, self.at);
        if self.tok() == Tok::Slash || matches!(self.token_at(first), Tok::Open(_)) {
            let message = format!("ambiguous: where does the argument of `{name}` end? write brackets around it");
            return Err(refusal(self.span(start, self.at), message));
        }
        self.note(self.span(start, self.at), format!("`{name}` is read as applied to `{shown}`"));
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
                if !constant || matches!(p.tok(), Tok::Open(_) | Tok::Bar | Tok::OpenBar) || is_root(function) {
                    p.refuse_unclear_end(function, argument, start, name)?;
                }
                let nodes = p.out.len();
                names.push(p.at);
                argument = p.juxtaposed(argument)?;
                let varies = !p.is_constant_since(nodes);
                constant &= !varies;
                variables += usize::from(varies);
            }
            if p.tok() == Tok::Slash && constant {
                // Nobody who writes sin π/2 means 0, but it is what the rule for sin x/2 gives.
                let message =
                    format!("ambiguous: does `{name}` apply to the quotient too? write brackets around its argument");
                return Err(refusal(p.span(start, p.at + 1), message));
            }
            // Nobody is astonished by sin x * y, but sin 2 * x could be sin(2 x).
            if p.tok() == Tok::Slash || (p.tok() == Tok::Times && constant) {
                let (shown, what) = (p.shown(first, p.at), if p.tok() == Tok::Slash { "quotient" } else { "product" });
                p.note(
                    p.span(start, p.at),
                    format!("`{name}` is read as applied to `{shown}`, without the {what} after it"),
                );
            }
            if variables > 1 && !p.is_coefficient_and_variable(&names) {
                let shown = p.shown(first, p.at);
                p.note(p.span(start, p.at), format!("`{name}` is read as applied to all of `{shown}`"));
            }
            Ok(argument)
        })
    }

    /// Refuses a factor of which nobody can say whether the function without brackets applies to it.
    fn refuse_unclear_end(&mut self, function: Func, argument: Id, start: usize, name: &str) -> Read<()> {
        let next = self.tokens[self.at];
        let ambiguous = |p: &Self| {
            let shown = p.shown(start, p.at);
            let message = format!(
                "ambiguous: does `{name}` end before `{}`? write brackets around its argument, or * after `{shown}`",
                p.shown(p.at, p.at + 1)
            );
            Err(refusal(p.span(start, p.at + 1), message))
        };
        if matches!(next.tok, Tok::Open(_) | Tok::Bar | Tok::OpenBar) {
            let message =
                format!("ambiguous: does `{name}` apply to this bracket too? write brackets around its argument");
            return Err(refusal(next.range(), message));
        }
        if is_root(function) {
            return ambiguous(self);
        }
        let apart = matches!(next.gap, Gap::Thin | Gap::Wide) || (!self.latex && next.gap != Gap::None);
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
