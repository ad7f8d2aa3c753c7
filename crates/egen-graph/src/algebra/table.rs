//! Atoms: what stands behind the letters of a polynomial?
//!
//! Each atom is met once: its kind, with arguments in normal form, is the key of a table. Arguments name
//! earlier atoms only, so whatever is nested in an expression lies flat here.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use dashu_int::IBig;
use egen_math::mix::scramble;
use egen_math::{Op, Symbol};
use rustc_hash::{FxHashMap, FxHasher};

use super::fraction::Fraction;
use super::monomial::{Atom, Monomial};
use super::polynomial::Poly;

/// A normal form has at most this many atoms.
pub(super) const MAX_ATOMS: usize = 512;
/// The expression of a normal form has at most this many nodes.
pub(super) const MAX_NODES: usize = 100_000;

/// What an atom is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    /// A variable.
    Variable(Symbol),
    /// π.
    Pi,
    /// A positive integer under roots: its exponents lie in (0, 1). Prime, unless it is too large to tell.
    Prime(IBig),
    /// exp(2πi), of which only fractional powers occur: roots of unity whose order is a power of this prime.
    /// i is the power 1/4 for the prime 2.
    Unity(u32),
    /// exp of a real term; e is exp of 1. Every rational power occurs.
    Exp(Fraction),
    /// exp(i·u) for a real term u, from sines and cosines. Every rational power occurs.
    Turn(Fraction),
    /// A polynomial under roots; its exponents lie in (0, 1).
    Root(Poly),
    /// The absolute value of a polynomial; its exponents lie in (0, 2).
    Abs(Poly),
    /// A function of the table.
    Function(Op, Fraction),
    /// A power that is not understood.
    Power(Fraction, Fraction),
    /// An unknown function.
    Call(Symbol, Box<[Fraction]>),
    /// An integral or a derivative by a variable that stays as it is.
    Calculus(Op, Fraction, Symbol),
}

/// An atom with what is often asked of it.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub kind: Arc<Kind>,
    /// A place in an order that does not depend on when the atom was met.
    pub rank: u64,
    /// The nodes of its expression.
    pub nodes: usize,
    /// Does it hold a variable, or an unknown?
    pub varies: bool,
    /// Is every exponent allowed, negative ones in numerators too?
    pub unit: bool,
    /// Is its value complex?
    pub complex: bool,
    /// Do powers of it reduce?
    pub related: bool,
    /// Is it algebraically independent of all other such atoms, as a function of the variables?
    pub generic: bool,
}

/// The atoms of some normal forms.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    entries: Vec<Entry>,
    places: FxHashMap<Arc<Kind>, Atom>,
}

impl Table {
    /// The atom of this kind; `None` if there are too many.
    pub fn intern(&mut self, kind: Kind) -> Option<Atom> {
        if let Some(&atom) = self.places.get(&kind) {
            return Some(atom);
        }
        if self.entries.len() >= MAX_ATOMS {
            return None;
        }
        let entry = self.describe(Arc::new(kind))?;
        let atom = self.entries.len() as Atom;
        self.places.insert(entry.kind.clone(), atom);
        self.entries.push(entry);
        Some(atom)
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn entry(&self, atom: Atom) -> &Entry {
        &self.entries[atom as usize]
    }

    pub fn kind(&self, atom: Atom) -> &Kind {
        &self.entries[atom as usize].kind
    }

    /// The atoms in the arguments of an atom.
    pub fn arguments(&self, atom: Atom) -> Vec<Atom> {
        let of = |u: &Fraction| [u.num.atoms(), u.den.atoms()].concat();
        match self.kind(atom) {
            Kind::Variable(_) | Kind::Pi | Kind::Prime(_) | Kind::Unity(_) => Vec::new(),
            Kind::Root(p) | Kind::Abs(p) => p.atoms(),
            Kind::Exp(u) | Kind::Turn(u) | Kind::Function(_, u) | Kind::Calculus(_, u, _) => of(u),
            Kind::Power(u, v) => [of(u), of(v)].concat(),
            Kind::Call(_, args) => args.iter().flat_map(of).collect(),
        }
    }

    fn describe(&self, kind: Arc<Kind>) -> Option<Entry> {
        let mut hasher = FxHasher::default();
        std::mem::discriminant(&*kind).hash(&mut hasher);
        let arguments: Vec<&Fraction> = match &*kind {
            Kind::Exp(u) | Kind::Turn(u) => vec![u],
            Kind::Function(op, u) => {
                op.hash(&mut hasher);
                vec![u]
            }
            Kind::Power(u, v) => vec![u, v],
            Kind::Call(name, args) => {
                name.hash(&mut hasher);
                args.iter().collect()
            }
            Kind::Calculus(op, u, by) => {
                (op, by).hash(&mut hasher);
                vec![u]
            }
            Kind::Root(p) | Kind::Abs(p) => {
                self.hash_poly(p).hash(&mut hasher);
                vec![]
            }
            Kind::Variable(name) => {
                name.hash(&mut hasher);
                vec![]
            }
            Kind::Prime(p) => {
                p.hash(&mut hasher);
                vec![]
            }
            Kind::Unity(p) => {
                p.hash(&mut hasher);
                vec![]
            }
            Kind::Pi => vec![],
        };
        let polys: Vec<&Poly> = match &*kind {
            Kind::Root(p) | Kind::Abs(p) => vec![p],
            _ => arguments.iter().flat_map(|u| [&u.num, &u.den]).collect(),
        };
        for u in &arguments {
            self.hash_fraction(u).hash(&mut hasher);
        }
        let nodes = 2 + polys.iter().map(|p| self.nodes(p)).sum::<usize>();
        if nodes > MAX_NODES {
            return None;
        }
        let inside = |test: fn(&Entry) -> bool| polys.iter().any(|p| p.atoms().iter().any(|&a| test(self.entry(a))));
        let opaque = matches!(*kind, Kind::Call(..) | Kind::Calculus(..));
        let varies = matches!(*kind, Kind::Variable(_)) || opaque || inside(|e| e.varies);
        let of_variables = |e: &Entry| !matches!(*e.kind, Kind::Variable(_) | Kind::Pi);
        Some(Entry {
            rank: rank(&kind, scramble(hasher.finish())),
            nodes,
            varies,
            unit: matches!(*kind, Kind::Exp(_) | Kind::Turn(_)),
            complex: matches!(*kind, Kind::Turn(_) | Kind::Unity(_)),
            related: matches!(*kind, Kind::Prime(_) | Kind::Unity(_) | Kind::Root(_) | Kind::Abs(_)),
            // Exponentials of different monomials in the variables are independent (Ax).
            generic: match &*kind {
                Kind::Variable(_) | Kind::Pi | Kind::Unity(_) => true,
                Kind::Prime(n) => super::integer::is_prime(n),
                Kind::Exp(u) | Kind::Turn(u) => varies && u.den.is_one() && !inside(of_variables),
                _ => false,
            },
            kind,
        })
    }

    /// About how many nodes the expression of a polynomial has.
    pub fn nodes(&self, p: &Poly) -> usize {
        let power = |&(a, _): &(Atom, _)| self.entry(a).nodes + 4;
        p.terms().iter().map(|(m, _)| 3 + m.powers().iter().map(power).sum::<usize>()).sum()
    }

    /// A hash that depends on what the atoms are and not on their places.
    pub fn hash_fraction(&self, u: &Fraction) -> u64 {
        let mut hasher = FxHasher::default();
        (self.hash_poly(&u.num), self.hash_poly(&u.den)).hash(&mut hasher);
        scramble(hasher.finish())
    }

    fn hash_poly(&self, p: &Poly) -> u64 {
        // Sums, because the order of terms and atoms depends on their places. Fx hashes are nearly linear in what they hash, so that
        // a sum of them says too little; scrambled it says enough.
        p.terms().iter().fold(0, |sum: u64, (m, c)| {
            let powers = m.powers().iter().fold(0, |sum: u64, (a, e)| {
                let mut hasher = FxHasher::default();
                (self.entry(*a).rank, e).hash(&mut hasher);
                sum.wrapping_add(scramble(hasher.finish()))
            });
            let mut hasher = FxHasher::default();
            (powers, c).hash(&mut hasher);
            sum.wrapping_add(scramble(hasher.finish()))
        })
    }

    /// Is the leading coefficient negative, in an order that does not depend on the places of the atoms?
    pub fn leads_negative(&self, p: &Poly) -> bool {
        let terms = p.terms();
        match terms {
            [] => false,
            [(_, c)] => c < &IBig::ZERO,
            _ => {
                let lead = terms.iter().map(|(m, c)| (self.ranked(m), c)).max_by(|a, b| a.0.cmp(&b.0));
                lead.is_some_and(|(_, c)| c < &IBig::ZERO)
            }
        }
    }

    /// The powers with the atoms of the lowest rank first, which orders monomials like words.
    pub fn ranked(&self, m: &Monomial) -> Vec<(std::cmp::Reverse<u64>, super::ratio::Ratio)> {
        let mut powers: Vec<_> = m.powers().iter().map(|&(a, e)| (std::cmp::Reverse(self.entry(a).rank), e)).collect();
        powers.sort_unstable_by_key(|power| std::cmp::Reverse(power.0));
        powers
    }
}

/// Variables first, in the order of their names; then constants, then everything else by its hash.
fn rank(kind: &Kind, hash: u64) -> u64 {
    let class: u64 = match kind {
        Kind::Variable(name) => {
            let mut bytes = [0u8; 8];
            for (to, from) in bytes[1..5].iter_mut().zip(name.as_str().bytes()) {
                *to = from;
            }
            // Names that agree in four letters are told apart by their hashes.
            return u64::from_be_bytes(bytes) | hash & 0xff_ffff;
        }
        Kind::Function(..) | Kind::Call(..) | Kind::Calculus(..) | Kind::Power(..) => 1,
        Kind::Exp(_) => 2,
        Kind::Turn(_) => 3,
        Kind::Abs(_) => 4,
        Kind::Root(_) => 5,
        Kind::Pi => 6,
        Kind::Prime(_) => 7,
        Kind::Unity(_) => 8,
    };
    class << 56 | hash >> 8
}
