//! Monomials: which product of powers of atoms is this?

use std::cmp::Ordering;

use super::ratio::Ratio;

/// The place of an atom in its [`Table`](super::table::Table).
pub(super) type Atom = u32;

/// Powers of atoms, sorted by atom, none of them zero.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub(super) struct Monomial(Vec<(Atom, Ratio)>);

impl Monomial {
    pub fn one() -> Monomial {
        Monomial::default()
    }

    pub fn power(atom: Atom, exponent: Ratio) -> Monomial {
        if exponent.is_zero() { Monomial::one() } else { Monomial(vec![(atom, exponent)]) }
    }

    pub fn is_one(&self) -> bool {
        self.0.is_empty()
    }

    pub fn powers(&self) -> &[(Atom, Ratio)] {
        &self.0
    }

    /// The one atom that it is, to the first power.
    pub fn as_atom(&self) -> Option<Atom> {
        match self.0[..] {
            [(atom, Ratio::ONE)] => Some(atom),
            _ => None,
        }
    }

    pub fn exponent(&self, atom: Atom) -> Ratio {
        match self.0.binary_search_by_key(&atom, |&(a, _)| a) {
            Ok(at) => self.0[at].1,
            Err(_) => Ratio::ZERO,
        }
    }

    pub fn times(&self, other: &Monomial) -> Option<Monomial> {
        if other.is_one() {
            return Some(self.clone());
        }
        let mut out = Vec::with_capacity(self.0.len() + other.0.len());
        let (mut a, mut b) = (&self.0[..], &other.0[..]);
        loop {
            match (a.first(), b.first()) {
                (Some(&p), Some(&q)) => match p.0.cmp(&q.0) {
                    Ordering::Less => {
                        out.push(p);
                        a = &a[1..];
                    }
                    Ordering::Greater => {
                        out.push(q);
                        b = &b[1..];
                    }
                    Ordering::Equal => {
                        let sum = p.1.plus(q.1)?;
                        if !sum.is_zero() {
                            out.push((p.0, sum));
                        }
                        (a, b) = (&a[1..], &b[1..]);
                    }
                },
                _ => {
                    out.extend_from_slice(a);
                    out.extend_from_slice(b);
                    return Some(Monomial(out));
                }
            }
        }
    }

    pub fn raised(&self, exponent: Ratio) -> Option<Monomial> {
        if exponent.is_zero() {
            return Some(Monomial::one());
        }
        self.0.iter().map(|&(a, e)| Some((a, e.times(exponent)?))).collect::<Option<_>>().map(Monomial)
    }

    pub fn inverse(&self) -> Monomial {
        Monomial(self.0.iter().map(|&(a, e)| (a, -e)).collect())
    }

    /// It without one of its atoms.
    pub fn without(&self, atom: Atom) -> Monomial {
        Monomial(self.0.iter().copied().filter(|&(a, _)| a != atom).collect())
    }

    /// The powers of some of its atoms only.
    pub fn filter(&self, keep: impl Fn(Atom) -> bool) -> Monomial {
        Monomial(self.0.iter().copied().filter(|&(a, _)| keep(a)).collect())
    }

    /// The same with the exponents of some atoms exchanged, and its atoms renamed.
    pub fn map(&self, to: impl Fn(Atom, Ratio) -> Option<(Atom, Ratio)>) -> Option<Monomial> {
        let mut powers: Vec<(Atom, Ratio)> = self.0.iter().map(|&(a, e)| to(a, e)).collect::<Option<_>>()?;
        powers.sort_unstable_by_key(|&(a, _)| a);
        Some(Monomial(powers))
    }

    /// The largest monomial that divides both, with exponents that may be negative.
    pub fn meet(&self, other: &Monomial) -> Monomial {
        let mut out = Vec::new();
        let mut keep = |atom, exponent: Ratio| {
            if !exponent.is_zero() {
                out.push((atom, exponent));
            }
        };
        let (mut a, mut b) = (&self.0[..], &other.0[..]);
        loop {
            match (a.first(), b.first()) {
                (Some(&p), Some(&q)) if p.0 == q.0 => {
                    keep(p.0, p.1.min(q.1));
                    (a, b) = (&a[1..], &b[1..]);
                }
                (Some(&p), q) if q.is_none_or(|q| p.0 < q.0) => {
                    keep(p.0, p.1.min(Ratio::ZERO));
                    a = &a[1..];
                }
                (_, Some(&q)) => {
                    keep(q.0, q.1.min(Ratio::ZERO));
                    b = &b[1..];
                }
                _ => return Monomial(out),
            }
        }
    }

    pub fn has_negative(&self) -> bool {
        self.0.iter().any(|(_, e)| e.is_negative())
    }
}

/// Lexicographic: the power of the first atom decides, then the second. It respects products.
impl Ord for Monomial {
    fn cmp(&self, other: &Monomial) -> Ordering {
        let (mut a, mut b) = (self.0.iter(), other.0.iter());
        loop {
            match (a.next(), b.next()) {
                (None, None) => return Ordering::Equal,
                (Some(p), None) => return p.1.cmp(&Ratio::ZERO),
                (None, Some(q)) => return Ratio::ZERO.cmp(&q.1),
                (Some(p), Some(q)) => {
                    let order = match p.0.cmp(&q.0) {
                        Ordering::Equal => p.1.cmp(&q.1),
                        Ordering::Less => p.1.cmp(&Ratio::ZERO),
                        Ordering::Greater => Ratio::ZERO.cmp(&q.1),
                    };
                    if order != Ordering::Equal {
                        return order;
                    }
                }
            }
        }
    }
}

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Monomial) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
