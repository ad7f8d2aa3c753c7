//! `srepr`: which expression does SymPy's own representation spell out?
//!
//! `Add(Pow(Symbol('x'), Integer(2)), Rational(1, 2))`: names and their arguments, and no operators.
//! What waits for arguments stands on a stack, and the values are those of prefix notation.

use std::collections::HashMap;
use std::ops::Range;

use dashu_base::{BitTest, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::message::{CalculusRefusal, Scope, TreeRefusal};
use super::prefix::{Head, Values};
use super::{MAX_ORDER, Notation, Note, ReadError, Reading, error};
use egen_math::Number;
use egen_math::defined::{self, Defined};
use egen_math::expr::{Constant, Node, Symbol};
use egen_math::names;
use egen_math::op::Op;

/// Does the text look like one? Nobody else writes these.
pub(super) fn is_srepr(text: &str) -> bool {
    ["Symbol('", "Symbol(\"", "Integer(", "Rational(", "Float('"].iter().any(|mark| text.contains(mark))
}

/// What an open bracket belongs to.
struct Open<'t> {
    name: &'t str,
    at: Range<usize>,
    /// Where its arguments begin among the values.
    from: usize,
    /// The function that `Function('f')` made, which is applied to what follows.
    called: Option<Symbol>,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    values: Values,
    open: Vec<Open<'t>>,
    /// Variables and orders of the derivative or integral that is being read, innermost last.
    by: Vec<(usize, Symbol, usize)>,
    /// What stood in the brackets of each symbol: to SymPy a positive x is another one than a plain x.
    symbols: HashMap<Symbol, &'t str>,
    /// The sides of an outermost `Equality`.
    sides: usize,
    notes: Vec<Note>,
}

pub(super) fn read(text: &str) -> Result<Reading, ReadError> {
    let values = Values::default();
    let mut reader = Reader {
        text,
        at: 0,
        values,
        open: Vec::new(),
        by: Vec::new(),
        symbols: HashMap::new(),
        sides: 1,
        notes: Vec::new(),
    };
    reader.all()?;
    if reader.values.stack.len() != reader.sides {
        return Err(error(text.len()..text.len(), TreeRefusal::End));
    }
    Ok(Reading { sides: reader.values.finish(), notation: Notation::Srepr, notes: reader.notes, choices: Vec::new() })
}

impl<'t> Reader<'t> {
    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn eat(&mut self, what: &str) -> bool {
        self.space();
        let found = self.text[self.at..].starts_with(what);
        self.at += if found { what.len() } else { 0 };
        found
    }

    fn expect(&mut self, what: &str) -> Result<(), ReadError> {
        if self.eat(what) {
            return Ok(());
        }
        let end = self.text[self.at..].chars().next().map_or(self.at, |c| self.at + c.len_utf8());
        Err(error(self.at..end, TreeRefusal::Expected(what.to_owned())))
    }

    fn word(&mut self) -> Result<(&'t str, Range<usize>), ReadError> {
        self.space();
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        let at = self.at..self.at + length;
        if length == 0 {
            let end = rest.chars().next().map_or(self.at, |c| self.at + c.len_utf8());
            return Err(error(self.at..end, TreeRefusal::SreprName));
        }
        self.at = at.end;
        Ok((&rest[..length], at))
    }

    fn all(&mut self) -> Result<(), ReadError> {
        loop {
            self.item()?;
            // Whatever is complete is closed, and then a comma or the end follows.
            loop {
                if !self.eat(")") {
                    break;
                }
                let Some(open) = self.open.pop() else {
                    return Err(error(self.at - 1..self.at, TreeRefusal::BracketNeverOpened));
                };
                self.close(open)?;
                if self.at == self.text.len() && self.open.is_empty() {
                    return Ok(());
                }
            }
            self.space();
            if self.open.is_empty() {
                return if self.at == self.text.len() {
                    Ok(())
                } else {
                    Err(error(self.at..self.text.len(), TreeRefusal::Complete))
                };
            }
            if self.at == self.text.len() {
                let open = self.open.last().expect("it was just seen that there is one");
                return Err(error(open.at.clone(), TreeRefusal::BracketNotClosed(open.name.to_owned())));
            }
            self.expect(",")?;
        }
    }

    /// A leaf, or the opening of something with arguments.
    fn item(&mut self) -> Result<(), ReadError> {
        loop {
            let (word, at) = self.word()?;
            match word {
                "Symbol" | "Dummy" => {
                    let name = self.named()?;
                    self.values.push(Node::Var(name), at);
                    return Ok(());
                }
                "Integer" | "Rational" | "Float" => {
                    let number = self.number(word, &at)?;
                    self.values.number(number, at);
                    return Ok(());
                }
                "pi" => {
                    self.values.push(Node::Const(Constant::Pi), at);
                    return Ok(());
                }
                "E" => {
                    self.values.push(Node::Const(Constant::E), at);
                    return Ok(());
                }
                "Tuple" if self.calculus().is_some() => {
                    self.bound()?;
                    return Ok(());
                }
                _ => self.begin(word, at)?,
            }
        }
    }

    fn begin(&mut self, word: &'t str, at: Range<usize>) -> Result<(), ReadError> {
        if word != "Function" && Kind::of(word).is_none() {
            return Err(error(at, TreeRefusal::Srepr(word.to_owned())));
        }
        self.expect("(")?;
        let mut open = Open { name: word, at, from: self.values.stack.len(), called: None };
        if word == "Function" {
            let (name, _) = self.quoted()?;
            self.assumptions()?;
            self.expect("(")?;
            open.called = Some(name);
        }
        self.open.push(open);
        Ok(())
    }

    /// The derivative or integral whose second argument is about to be read.
    fn calculus(&self) -> Option<usize> {
        let open = self.open.last()?;
        let second = self.values.stack.len() > open.from;
        (second && matches!(open.name, "Derivative" | "Integral")).then_some(self.open.len())
    }

    /// `Tuple(Symbol('x'), Integer(2))`, behind its name.
    fn bound(&mut self) -> Result<(), ReadError> {
        let level = self.open.len();
        self.expect("(")?;
        let (word, at) = self.word()?;
        if !matches!(word, "Symbol" | "Dummy") {
            return Err(error(at, TreeRefusal::SreprVariable));
        }
        let name = self.named()?;
        let mut order = 1;
        if self.eat(",") {
            let (word, at) = self.word()?;
            if self.open[level - 1].name == "Integral" {
                return Err(error(at, Scope::DefiniteIntegral));
            }
            let (count, _) = self.number(word, &at)?;
            let count = count.as_i64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
            if !(1..=MAX_ORDER).contains(&count) {
                return Err(error(at, CalculusRefusal::Order));
            }
            order = count;
        }
        self.expect(")")?;
        self.by.push((level, name, order));
        Ok(())
    }

    /// `('x', positive=True)`.
    fn named(&mut self) -> Result<Symbol, ReadError> {
        self.expect("(")?;
        let (name, at) = self.quoted()?;
        self.assumptions()?;
        let whole = &self.text[at.start..self.at];
        if *self.symbols.entry(name.clone()).or_insert(whole) != whole {
            return Err(error(at, TreeRefusal::TwoSymbols(name.to_string())));
        }
        Ok(name)
    }

    fn quoted(&mut self) -> Result<(Symbol, Range<usize>), ReadError> {
        let quote = if self.eat("'") { '\'' } else { '"' };
        if quote == '"' {
            self.expect("\"")?;
        }
        let start = self.at;
        let Some(length) = self.text[start..].find(quote) else {
            return Err(error(start..self.text.len(), TreeRefusal::OpenName));
        };
        self.at += length + 1;
        let text = &self.text[start..start + length];
        let name = names::letter(text).unwrap_or(text);
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if !is_name {
            return Err(error(start..start + length, TreeRefusal::Name));
        }
        Ok((Symbol::new(name), start..start + length))
    }

    /// What SymPy was told of a symbol says nothing about which expression it is.
    fn assumptions(&mut self) -> Result<(), ReadError> {
        while self.eat(",") {
            self.word()?;
            self.expect("=")?;
            self.word()?;
        }
        self.expect(")")
    }

    /// A number; the second one is the denominator of a fraction.
    fn number(&mut self, kind: &str, at: &Range<usize>) -> Result<(Number, Option<Number>), ReadError> {
        if !matches!(kind, "Integer" | "Rational" | "Float") {
            return Err(error(at.clone(), TreeRefusal::SreprNumber));
        }
        self.expect("(")?;
        let end = self.text[self.at..].find(')').map_or(self.text.len(), |end| self.at + end);
        let inside = &self.text[self.at..end];
        let range = self.at..end;
        self.at = end;
        self.expect(")")?;
        let wrong = || error(range.clone(), TreeRefusal::SreprDigits(kind.to_owned()));
        let signed = |text: &str| {
            let text = text.trim();
            let unquoted = ['\'', '"'].iter().find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote));
            let text = unquoted.unwrap_or(text);
            let number = Number::parse_decimal(text.strip_prefix(['-', '+']).unwrap_or(text)).map_err(|_| wrong())?;
            Ok(if text.starts_with('-') { -number } else { number })
        };
        let mut parts = inside.split(',');
        let first = signed(parts.next().unwrap_or_default())?;
        match (kind, parts.next()) {
            ("Rational", Some(below)) => match signed(below)? {
                below if below.is_zero() => Err(wrong()),
                below => Ok((first, Some(below))),
            },
            // `Float('0.10000000000000001', precision=53)`.
            ("Float", Some(precision)) => {
                let bits = precision.trim().strip_prefix("precision=").and_then(|bits| bits.parse().ok());
                Ok((bits.map_or(first.clone(), |bits| shortest(&first, bits)), None))
            }
            (_, None) => Ok((first, None)),
            _ => Err(wrong()),
        }
    }

    fn close(&mut self, open: Open<'t>) -> Result<(), ReadError> {
        let Open { name, at, from, called } = open;
        let count = self.values.stack.len() - from;
        if let Some(name) = called {
            return self.values.apply(&Head::Call(name), from, at);
        }
        let op = match Kind::of(name) {
            Some(Kind::Calculus) => return self.bind(name, at, from),
            Some(Kind::Equation) if self.open.is_empty() && count >= 2 => {
                self.sides = count;
                return Ok(());
            }
            Some(Kind::Defined(defined)) => {
                self.notes.push(self.values.define(defined, from, at)?);
                return Ok(());
            }
            Some(Kind::Equation) | None => return Err(error(at, TreeRefusal::Srepr(name.to_owned()))),
            Some(Kind::Logarithm) if count == 2 => Op::Log,
            Some(Kind::Logarithm) => Op::Ln,
            Some(Kind::Operator(op)) => op,
        };
        match self.values.close(op, from, at.clone())? {
            true => Ok(()),
            false => Err(error(at, TreeRefusal::SreprArity(name.to_owned(), count))),
        }
    }

    fn bind(&mut self, name: &str, at: Range<usize>, from: usize) -> Result<(), ReadError> {
        let level = self.open.len() + 1;
        let first = self.by.iter().position(|(of, ..)| *of == level).unwrap_or(self.by.len());
        let by = self.by.split_off(first);
        if by.is_empty() || self.values.stack.len() != from + 1 {
            return Err(error(at, TreeRefusal::SreprBound(name.to_owned())));
        }
        let op = if name == "Integral" { Op::Integral } else { Op::Diff };
        for (_, variable, order) in by {
            self.values.bind(op, &variable, order, at.clone())?;
        }
        Ok(())
    }
}

/// What a name with arguments is.
enum Kind {
    Operator(Op),
    Logarithm,
    /// Max and Min, which are read as what they are by operators.
    Defined(Defined),
    Calculus,
    Equation,
}

impl Kind {
    fn of(name: &str) -> Option<Kind> {
        Some(match name {
            "Add" => Kind::Operator(Op::Add),
            "Mul" => Kind::Operator(Op::Mul),
            "Pow" => Kind::Operator(Op::Pow),
            "Derivative" | "Integral" => Kind::Calculus,
            "Equality" | "Eq" => Kind::Equation,
            "log" => Kind::Logarithm,
            "Max" | "Min" => Kind::Defined(defined::find(name)?),
            _ => Kind::Operator(Op::from_name(name).filter(|op| op.arity() == 1 && !op.binds())?),
        })
    }
}

/// The most bits of a float: those of the longest number that is read.
const MAX_BITS: usize = 16_384;

/// The number with the fewest digits that is the same float of so many bits: what 0.10000000000000001 was typed as.
fn shortest(number: &Number, bits: usize) -> Number {
    if number.is_zero() || !(1..=MAX_BITS).contains(&bits) {
        return number.clone();
    }
    let value = number.abs().to_rational();
    let low = value.numerator().unsigned_abs().bit_len() as i64 - value.denominator().bit_len() as i64;
    let top = if value >= power(2, low) { low + 1 } else { low };
    let float = |r: &RBig| {
        let scaled = r * power(2, bits as i64 - top);
        let near = scaled.round();
        // What lies in the middle goes to the even one, and not away from zero.
        let is_middle = RBig::from(&near * 2) - &scaled * RBig::from(2) == RBig::ONE;
        if is_middle && near.bit(0) { near - 1 } else { near }
    };
    let exact = float(&value);
    let rounded = |digits: usize| {
        // A bit is 1233/4096 of a digit.
        let scale = power(10, digits as i64 - top * 1233 / 4096);
        RBig::from((&value * &scale).round()) / scale
    };
    // With one more digit it is nearer, so that the first that will do can be found by halving.
    let (mut few, mut enough) = (0, bits / 3 + 3);
    while few < enough {
        let half = usize::midpoint(few, enough);
        if float(&rounded(half)) == exact { enough = half } else { few = half + 1 }
    }
    let found = Number::from(if float(&rounded(enough)) == exact { rounded(enough) } else { value.clone() });
    if number.is_negative() { -found } else { found }
}

fn power(base: u8, exponent: i64) -> RBig {
    let power = UBig::from(base).pow(exponent.unsigned_abs() as usize);
    if exponent < 0 { RBig::from_parts(IBig::ONE, power) } else { RBig::from(power) }
}
