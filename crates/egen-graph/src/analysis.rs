//! Analysis: what is known of every class?
//!
//! An exact value, a range, whether it is an integer, which variables it depends on. Knowledge comes
//! from below (the range of a sum from those of its terms), from assumptions on variables, and from
//! definedness: on the graph's domain every member of every class has a value, so that a node ln u
//! says u > 0. Merging keeps what either side knew; if the two cannot both be true, the graph is unsound and says so.

use std::fmt;

use egen_math::assume::Condition;
use egen_math::eval::real::Approx;
use egen_math::op::Pieces;
use egen_math::tape::Exponent;
use egen_math::{Constant, Number, Op, Symbol};
use egg::{Analysis, DidMerge, EGraph, Id};

use crate::pole::Answers;
use crate::term::Term;
use crate::values::Values;
use egen_math::range::Range;

/// An e-graph of expressions.
pub type Graph = EGraph<Term, Facts>;

/// Numbers with more bits than this are not folded: a tower of powers would fill the memory.
const MAX_BITS: usize = 512;

/// Values of classes that congruence makes one may have drifted apart by rounding; only a larger difference is a contradiction.
const ROUGH: f64 = 1e-6;

/// What a graph is told before it starts, and what it found wrong.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The variables, whose places are the bits of [`Known::depends`].
    pub variables: Vec<Symbol>,
    /// The range of each variable.
    pub ranges: Vec<Range>,
    /// Which of them are integers.
    pub integers: Vec<bool>,
    /// Their values at the points of the graph's domain; empty if no point is known.
    pub values: Vec<Values>,
    /// What is assumed beside integers.
    pub conditions: Vec<Condition>,
    /// What was found out about poles of rules.
    pub answers: Answers,
    /// Keep how a number came about, such as 8 − 8 beside 0? Pictures want it; everything else is better without.
    pub keep_sums: bool,
    /// Two classes met that cannot be equal.
    pub contradiction: Option<Contradiction>,
}

/// Two things that were merged and cannot be equal.
#[derive(Clone, Debug, PartialEq)]
pub enum Contradiction {
    /// Two different numbers.
    Numbers(Number, Number),
    /// Two ranges that do not meet.
    Ranges(Range, Range),
    /// Two values at the same point of the domain.
    Values(f64, f64),
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::Numbers(a, b) => write!(f, "{a} and {b} became equal"),
            Contradiction::Ranges(a, b) => {
                write!(f, "something {} became equal to something {}", Between(a), Between(b))
            }
            Contradiction::Values(a, b) => write!(f, "{a} and {b} became equal"),
        }
    }
}

/// A range in words.
struct Between<'a>(&'a Range);

impl fmt::Display for Between<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.low.at, self.0.high.at) {
            (low, high) if low == high => write!(f, "that is {low}"),
            (low, f64::INFINITY) => write!(f, "from {low} on"),
            (f64::NEG_INFINITY, high) => write!(f, "up to {high}"),
            (low, high) => write!(f, "between {low} and {high}"),
        }
    }
}

/// What is known of a class.
#[derive(Clone, Debug)]
pub struct Known {
    /// Its exact value.
    pub number: Option<Number>,
    /// Between which values it lies.
    pub range: Range,
    /// Is it an integer?
    pub integer: bool,
    /// The variables that every known form depends on, as bits; all ones if there are too many.
    pub depends: u64,
    /// The variable that it is.
    pub variable: Option<Symbol>,
    /// Its values at the graph's points; none for what has no value by itself, such as an unknown function.
    pub values: Option<Values>,
    /// How smooth its smoothest form is.
    pub smooth: Smooth,
    /// A form of it has this many nodes at most.
    pub size: u32,
}

/// How smooth a class is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Smooth {
    /// It may turn to another branch somewhere.
    Unknown,
    /// It may turn to another branch, but its zeros are a null set: |x|, √x·y.
    RareZeros,
    /// A form is made of operators without breaks only, or is constant. It is the restriction of a function that is analytic on the
    /// complex space but for sets that do not divide it: if two of these differ at one point, they are equal on a null set at most.
    Meromorphic,
}

/// How smooth a function is of something that depends on these variables.
pub(crate) fn unary_smooth(op: Op, a: Smooth, depends: u64) -> Smooth {
    let breaks = op.breaks();
    let plain = op.info().function.is_some() && breaks.at.is_empty() && !breaks.at_infinity;
    if a == Smooth::Meromorphic && (plain || depends == 0) { a } else { Smooth::Unknown }
}

/// Is a function 0 where its argument is, and only there?
fn keeps_zeros(op: Op) -> bool {
    let grows = matches!(op.pieces(), Pieces::Linear | Pieces::Rising | Pieces::EvenRising | Pieces::Step);
    op.info().function.is_some() && grows && op.exact(&Number::from(0)) == Some(Number::from(0))
}

/// How smooth an operation is on two, each with the variables that it depends on. A power takes its exponent if that is a number, and
/// whether its base is positive: 2^x is exp(x ln 2).
pub(crate) fn binary_smooth(
    op: Op,
    a: (Smooth, u64),
    b: (Smooth, u64),
    exponent: Option<&Number>,
    positive: bool,
) -> Smooth {
    let both = a.0.min(b.0);
    if both != Smooth::Meromorphic {
        return Smooth::Unknown;
    }
    match op {
        Op::Add | Op::Sub | Op::Mul | Op::Div => both,
        Op::Pow if exponent.is_some_and(Number::is_integer) || (a.1 == 0 && positive) => both,
        Op::Pow | Op::Log if a.1 | b.1 == 0 => both,
        _ => Smooth::Unknown,
    }
}

/// What sort of exponent a number, or something that depends on variables, is.
pub(crate) fn exponent_kind(number: Option<&Number>, depends: u64, integer: bool) -> Exponent {
    match number {
        Some(n) if n.is_integer() => Exponent::Integer,
        Some(_) => Exponent::Fraction,
        None if depends == 0 => Exponent::Constant,
        None if integer => Exponent::Lattice,
        None => Exponent::Varying,
    }
}

impl Facts {
    /// The bit of a variable.
    pub fn bit(&self, name: &Symbol) -> u64 {
        self.variables.iter().position(|known| known == name).filter(|&at| at < 64).map_or(u64::MAX, |at| 1 << at)
    }

    /// The bits of the variables that are integers.
    pub fn integer_bits(&self) -> u64 {
        let bit = |(name, integer): (&Symbol, &bool)| if *integer { self.bit(name) } else { 0 };
        self.variables.iter().zip(&self.integers).map(bit).fold(0, |bits, bit| bits | bit)
    }

    /// The values of a variable.
    pub fn values_of(&self, name: &Symbol) -> Option<Values> {
        self.variables.iter().position(|known| known == name).and_then(|at| self.values.get(at).copied())
    }

    /// The values of a node, from those of its arguments and from what sort of exponent they are.
    pub(crate) fn values(
        &self,
        term: &Term,
        of: impl Fn(Id) -> Option<Values>,
        kind: impl Fn(Id) -> Exponent,
    ) -> Option<Values> {
        match term {
            Term::Num(n) => Some(Values::constant(Approx::number(n))),
            Term::Const(c) => Some(Values::constant(Approx::constant(*c))),
            Term::Var(name) => self.values_of(name),
            Term::Bound(_) => None,
            Term::Binary(op, _) if op.binds() => None,
            Term::Unary(op, [a]) => Some(Values::unary(*op, &of(*a)?)),
            Term::Binary(op, [a, b]) => Some(Values::binary(*op, &of(*a)?, &of(*b)?, kind(*b))),
            Term::Call(name, args) => {
                let args: Option<Vec<Values>> = args.iter().map(|id| of(*id)).collect();
                Some(Values::unknown_function(name.as_str(), &args?))
            }
        }
    }

    fn of_variable(&self, name: &Symbol) -> (Range, bool) {
        match self.variables.iter().position(|known| known == name) {
            Some(at) => {
                (self.ranges.get(at).copied().unwrap_or(Range::ALL), self.integers.get(at).copied().unwrap_or(false))
            }
            None => (Range::ALL, false),
        }
    }
}

impl Analysis<Term> for Facts {
    type Data = Known;

    fn make(graph: &mut Graph, term: &Term, _: Id) -> Known {
        let of = |id: &Id| &graph[*id].data;
        let depends = match term {
            Term::Var(name) => graph.analysis.bit(name),
            Term::Bound(_) => 0,
            _ => egg::Language::children(term).iter().fold(0, |bits, id| bits | of(id).depends),
        };
        let values = graph.analysis.values(term, |id| of(&id).values, |id| of(&id).as_exponent());
        let smooth = match term {
            Term::Num(_) | Term::Const(_) | Term::Var(_) => Smooth::Meromorphic,
            Term::Unary(op, [a]) => unary_smooth(*op, of(a).smooth, of(a).depends),
            Term::Binary(op, [a, b]) => {
                let (a, b) = (of(a), of(b));
                let positive = a.range.is_above(0.0, false);
                binary_smooth(*op, (a.smooth, a.depends), (b.smooth, b.depends), b.number.as_ref(), positive)
            }
            Term::Bound(_) | Term::Call(..) => Smooth::Unknown,
        };
        let rare = smooth == Smooth::Unknown
            && match term {
                Term::Unary(op, [a]) => keeps_zeros(*op) && of(a).has_rare_zeros(),
                Term::Binary(Op::Mul, [a, b]) => of(a).has_rare_zeros() && of(b).has_rare_zeros(),
                Term::Binary(Op::Div | Op::Pow, [a, _]) => of(a).has_rare_zeros(),
                _ => false,
            };
        let smooth = if rare { Smooth::RareZeros } else { smooth };
        let size =
            egg::Language::children(term).iter().fold(term.own_size(), |sum, id| sum.saturating_add(of(id).size));
        let (number, range, integer, variable) = (None, Range::ALL, false, None);
        let plain = Known { number, range, integer, depends, variable, values, smooth, size };
        match term {
            Term::Num(n) => plain.with_number(Some(n.clone())),
            Term::Const(c @ (Constant::Pi | Constant::E)) => Known { range: Range::constant(*c), ..plain },
            Term::Var(name) => {
                let (range, integer) = graph.analysis.of_variable(name);
                Known { range, integer, variable: Some(name.clone()), ..plain }
            }
            Term::Bound(name) => Known { variable: Some(name.clone()), ..plain },
            Term::Call(..) => plain,
            Term::Binary(op, _) if op.binds() => plain,
            Term::Unary(op, [a]) => {
                let a = of(a);
                let number = a.number.as_ref().and_then(|n| op.exact(n));
                let integer = op.info().integers.from_arguments(a.integer);
                Known { range: a.range.image(*op), integer, ..plain }.with_number(number)
            }
            Term::Binary(op, [a, b]) => {
                let same = a == b;
                let (a, b) = (of(a), of(b));
                let number = match (&a.number, &b.number) {
                    (Some(a), Some(b)) => fold_binary(*op, a, b),
                    _ => None,
                };
                let is_power = *op == Op::Pow
                    && a.integer
                    && b.number.as_ref().is_some_and(|n| n.is_integer() && !n.is_negative());
                let integer = is_power || op.info().integers.from_arguments(a.integer && b.integer);
                Known { range: binary_range(*op, a, b, same), integer, ..plain }.with_number(number)
            }
        }
    }

    fn merge(&mut self, a: &mut Known, b: Known) -> DidMerge {
        let number = match (&a.number, &b.number) {
            (Some(x), Some(y)) if x != y => {
                self.contradiction.get_or_insert(Contradiction::Numbers(x.clone(), y.clone()));
                Some(x.clone())
            }
            (x, y) => x.clone().or_else(|| y.clone()),
        };
        let range = match a.range.intersect(&b.range) {
            Some(range) => range,
            None => {
                self.contradiction.get_or_insert(Contradiction::Ranges(a.range, b.range));
                a.range
            }
        };
        if let (Some(x), Some(y)) = (&a.values, &b.values)
            && let Some(point) = x.difference(y)
            && (x.get(point) - y.get(point)).abs() > ROUGH * x.get(point).abs().max(y.get(point).abs())
        {
            self.contradiction.get_or_insert(Contradiction::Values(x.get(point), y.get(point)));
        }
        let merged = Known {
            number,
            range,
            integer: a.integer || b.integer,
            depends: a.depends & b.depends,
            variable: a.variable.clone().or_else(|| b.variable.clone()),
            values: a.values.or(b.values),
            smooth: a.smooth.max(b.smooth),
            size: a.size.min(b.size),
        };
        let changed = DidMerge(!merged.says_the_same(a), !merged.says_the_same(&b));
        *a = merged;
        changed
    }

    fn modify(graph: &mut Graph, id: Id) {
        if let Some(n) = graph[id].data.number.clone() {
            let number = graph.add(Term::Num(n));
            graph.union_trusted(id, number, "arithmetic");
            if !graph.analysis.keep_sums {
                // All that a number's class derives besides the number is noise, and there is no end of it.
                graph[id].nodes.retain(|node| matches!(node, Term::Num(_)));
            }
        }
        // A node teaches when it is new; what its arguments have learnt stays with them.
        if graph[id].nodes.len() == 1 {
            Self::teach_arguments(graph, id);
        }
    }
}

impl Facts {
    /// On the graph's domain the class has a value, so the arguments of its nodes are where they must be.
    fn teach_arguments(graph: &mut Graph, id: Id) {
        let mut lessons: Vec<(Id, Range)> = Vec::new();
        for node in &graph[id].nodes {
            match node {
                Term::Unary(op, [a]) => {
                    let domain = Range::hull(&op.info().domain);
                    if domain != Range::ALL {
                        lessons.push((*a, domain));
                    }
                }
                Term::Binary(Op::Pow, [base, exponent]) => {
                    // x^y with y no integer has a value for x ≥ 0 only; a varying y may be anything. What is made of integers may be one
                    // all along although nobody knows, as n(n + 1)/2.
                    let integers = graph.analysis.integer_bits();
                    let exponent = &graph[*exponent].data;
                    let fraction = exponent.number.as_ref().is_some_and(|n| !n.is_integer());
                    let varies = exponent.depends != 0 && exponent.depends & integers == 0 && !exponent.integer;
                    if fraction || (exponent.number.is_none() && varies) {
                        lessons.push((*base, Range::NON_NEGATIVE));
                    }
                }
                Term::Binary(Op::Log, [x, base]) => {
                    lessons.push((*x, Range::POSITIVE));
                    lessons.push((*base, Range::POSITIVE));
                }
                _ => {}
            }
        }
        for (argument, range) in lessons {
            let known = &graph[argument].data;
            match known.range.intersect(&range) {
                Some(narrower) if narrower != known.range => {
                    let data = Known { range: narrower, ..known.clone() };
                    graph.set_analysis_data(argument, data);
                }
                Some(_) => {}
                None => {
                    let ranges = Contradiction::Ranges(known.range, range);
                    graph.analysis.contradiction.get_or_insert(ranges);
                }
            }
        }
    }
}

impl Known {
    /// What sort of exponent it is.
    pub fn as_exponent(&self) -> Exponent {
        exponent_kind(self.number.as_ref(), self.depends, self.integer)
    }

    /// Are its zeros a null set? Meromorphic functions are zero everywhere, or almost nowhere.
    pub(crate) fn has_rare_zeros(&self) -> bool {
        match self.smooth {
            _ if self.range.excludes_zero() => true,
            Smooth::Unknown => false,
            Smooth::RareZeros => true,
            Smooth::Meromorphic => self.values.is_some_and(|values| values.are_somewhere_not_zero()),
        }
    }

    fn with_number(self, number: Option<Number>) -> Known {
        match number {
            Some(n) => Known {
                range: Range::point(&n),
                integer: n.is_integer(),
                values: Some(Values::constant(Approx::number(&n))),
                number: Some(n),
                ..self
            },
            None => self,
        }
    }

    /// Values of two members differ in their last digits; having some is what counts. A smaller size is no news: what is above may
    /// be smaller than it says.
    fn says_the_same(&self, other: &Known) -> bool {
        self.number == other.number
            && self.range == other.range
            && self.integer == other.integer
            && self.depends == other.depends
            && self.variable == other.variable
            && self.values.is_some() == other.values.is_some()
            && self.smooth == other.smooth
    }
}

pub(crate) fn fold_binary(op: Op, a: &Number, b: &Number) -> Option<Number> {
    let result = match op {
        Op::Pow => a.power(b.as_i64()?, MAX_BITS)?,
        _ => a.combine(op, b)?,
    };
    (result.bits() <= MAX_BITS).then_some(result)
}

fn binary_range(op: Op, a: &Known, b: &Known, same: bool) -> Range {
    match op {
        Op::Add => a.range.add(&b.range),
        Op::Sub => a.range.add(&b.range.negate()),
        Op::Mul if same => a.range.power(2),
        Op::Mul => a.range.multiply(&b.range),
        Op::Div => a.range.multiply(&b.range.reciprocal()),
        Op::Pow => match b.number.as_ref().map(Number::as_i64) {
            Some(Some(n)) => a.range.power(n),
            // A power of something that is not negative is not negative, nor is it 0 unless the base is.
            _ if a.range.is_above(0.0, false) => Range::POSITIVE,
            Some(None) => Range::NON_NEGATIVE,
            _ if a.range.is_above(0.0, true) => Range::NON_NEGATIVE,
            _ => Range::ALL,
        },
        _ => Range::ALL,
    }
}
