//! Roots: which number is meant by `\sqrt[3]{-8}`, and by `x^{1/3}`?
//!
//! The sign of an odd root says a real root, so `\sqrt[3]{-8}` is -2; a power is the principal
//! one, which negative numbers do not have over the reals. The language has powers only. So the
//! root of something that may be negative, u, is read as `sign(u)*abs(u)^(1/3)`, which is the
//! real root for every u. The printers ask the same question, so that roots come back.

use super::message::{Argument, Doubt, Expected, FunctionRefusal, NoteKind};
use super::parser::{Parser, Read};
use super::token::{Bracket, Gap, Tok};
use super::{Ambiguity, Meaning, refusal};
use egen_math::expr::{Builder, Id, Node};
use egen_math::op::Op;

/// A radicand that may be negative is written twice; nested ones would grow without bound.
const MAX_RADICAND: usize = 4096;

impl Parser<'_> {
    /// `\sqrt{x}`, `\sqrt[3]{x}`.
    pub(super) fn radical(&mut self) -> Read<Id> {
        let start = self.at;
        self.at += 1;
        if self.tok() != Tok::Open(Bracket::Square) {
            let radicand = self.radicand()?;
            return Ok(self.out.unary(Op::Sqrt, radicand));
        }
        let degree = self.bracketed(Bracket::Square)?;
        let radicand = self.radicand()?;
        self.root_of(radicand, degree, start)
    }

    fn radicand(&mut self) -> Read<Id> {
        let first = self.at;
        let radicand = self.argument(Argument::Radicand)?;
        self.refuse_more_digits(first)?;
        Ok(radicand)
    }

    /// `³√x`, whose degree is small.
    pub(super) fn root_with_degree(&mut self) -> Read<Id> {
        let start = self.at;
        let close = self.closing(start + 1);
        let degree = if close == start + 3 { self.digits(start + 2).parse::<u8>().ok() } else { None };
        let Some(degree) = degree else { return self.refuse(start, start + 1, FunctionRefusal::SmallDegreeOfRoot) };
        self.at = close + 1;
        self.root(degree)
    }

    /// `√x`: the radical sign takes what stands right after it, and no power of it.
    pub(super) fn root(&mut self, degree: u8) -> Read<Id> {
        let start = self.at;
        self.at += 1;
        let mut radicand = self.enter(|p| match p.tok() {
            Tok::Number => p.number(false),
            Tok::Open(kind) => p.bracketed(kind),
            Tok::Root(degree) => p.root(degree),
            Tok::Bar | Tok::OpenBar => p.absolute(),
            tok if tok.is_name() => p.name(),
            Tok::GroupOpen => p.group(),
            _ => Err(p.unexpected(Expected::OperandOfRoot)),
        })?;
        let closed = matches!(self.tokens[self.at - 1].tok, Tok::Close(_) | Tok::GroupClose | Tok::Bar | Tok::CloseBar);
        // √2√3 has one reading.
        let open = !closed && !matches!(self.tok(), Tok::Root(_));
        if open && self.starts_factor(self.tok()) && self.tokens[self.at].gap == Gap::None && self.tok() != Tok::Int {
            match self.choice(&Ambiguity::Root) {
                None => {
                    let (shown, next) = (self.shown(start + 1, self.at), self.shown(self.at, self.at + 1));
                    let doubt = Doubt::EndOfRoot(shown, next);
                    return self.refuse(start, self.at + 1, doubt);
                }
                Some(Meaning::GoesOn) => radicand = self.enter(|p| p.juxtaposed(radicand))?,
                Some(_) => {}
            }
        }
        let degree = self.out.number(i64::from(degree));
        self.root_of(radicand, degree, start)
    }

    /// The root with this degree, whose sign stands at `start`.
    pub(super) fn root_of(&mut self, radicand: Id, degree: Id, start: usize) -> Read<Id> {
        let root = build(&mut self.out, radicand, degree).map_err(|why| refusal(self.range(start), why))?;
        if let Some(note) = root.note {
            self.note(self.range(start), note);
        }
        Ok(root.id)
    }
}

/// A root that was built, and what was decided about it.
pub(super) struct Root {
    pub id: Id,
    pub note: Option<NoteKind>,
}

/// The root of a radicand with a degree.
pub(super) fn build(out: &mut Builder, radicand: Id, degree: Id) -> Result<Root, FunctionRefusal> {
    let literal = match out.node(degree) {
        Node::Num(n) => match n.as_i64().filter(|&n| n >= 2) {
            Some(n) => Some(n),
            None => return Err(FunctionRefusal::DegreeOfRoot),
        },
        _ => None,
    };
    let (id, note) = match literal {
        Some(2) => (out.unary(Op::Sqrt, radicand), None),
        Some(n) if n % 2 != 0 => return odd(out, radicand, degree),
        Some(_) => (power(out, radicand, degree), None),
        None => (power(out, radicand, degree), Some(NoteKind::RootAsPower)),
    };
    Ok(Root { id, note })
}

fn odd(out: &mut Builder, radicand: Id, degree: Id) -> Result<Root, FunctionRefusal> {
    if is_never_negative(|id| out.node(id), radicand) {
        return Ok(Root { id: power(out, radicand, degree), note: None });
    }
    let opposite = match out.node(radicand) {
        Node::Num(n) => Some(Node::Num(-n.clone())),
        Node::Unary(Op::Neg, inside) if is_never_negative(|id| out.node(id), *inside) => {
            Some(out.node(*inside).clone())
        }
        _ => None,
    };
    if let Some(node) = opposite {
        let positive = out.add(node);
        let root = power(out, positive, degree);
        return Ok(Root { id: out.unary(Op::Neg, root), note: None });
    }
    let again = out.extract(radicand);
    if again.len() > MAX_RADICAND {
        return Err(FunctionRefusal::LongRadicand);
    }
    let sign = out.unary(Op::Sign, radicand);
    let again = out.append(&again);
    let size = out.unary(Op::Abs, again);
    let root = power(out, size, degree);
    Ok(Root { id: out.binary(Op::Mul, sign, root), note: Some(NoteKind::RealRoot) })
}

fn power(out: &mut Builder, radicand: Id, degree: Id) -> Id {
    let one = out.number(1);
    let exponent = out.binary(Op::Div, one, degree);
    out.binary(Op::Pow, radicand, exponent)
}

/// Can it be seen at once that the value is never negative? A look at a few nodes decides.
pub(crate) fn is_never_negative<'n>(node: impl Fn(Id) -> &'n Node, id: Id) -> bool {
    const LOOK: usize = 256;
    let mut left = vec![id];
    for _ in 0..LOOK {
        let Some(id) = left.pop() else { return true };
        match node(id) {
            Node::Num(n) if !n.is_negative() => {}
            Node::Const(_) => {}
            Node::Unary(op, _) if op.is_function() && op.info().range.0.iter().all(|span| span.low >= 0.0) => {}
            Node::Binary(Op::Add | Op::Mul | Op::Div, a, b) => left.extend([*a, *b]),
            Node::Binary(Op::Pow, base, exponent) => {
                let even = matches!(node(*exponent), Node::Num(n) if n.as_i64().is_some_and(|n| n % 2 == 0));
                if !even {
                    left.push(*base);
                }
            }
            _ => return false,
        }
    }
    false
}
