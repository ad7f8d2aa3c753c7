//! Factors: which powers does a polynomial consist of, as far as common divisors tell?

use super::division::Work;
use super::polynomial::Poly;

/// Polynomials of more terms are left whole.
const MAX_TERMS: usize = 60;

/// Factors with their multiplicities, no two with a divisor in common.
#[derive(Clone, Debug, Default)]
pub(super) struct Factors(pub Vec<(Poly, i64)>);

impl Factors {
    /// The factors of a polynomial with content 1 and no monomial factor: its repeated factors are found, and
    /// those that it shares with some hints. Their product is the polynomial up to its sign.
    pub fn of(poly: &Poly, hints: &[Poly], work: &mut Work) -> Factors {
        let mut out = Factors::default();
        let mut todo = vec![poly.clone()];
        while let Some(p) = todo.pop() {
            if p.is_constant() {
                continue;
            }
            match split(&p, hints, work) {
                Some((a, b)) => todo.extend([a, b]),
                None => out.insert(p, 1, work),
            }
        }
        out
    }

    /// Multiplies with a power, splitting where factors meet.
    fn insert(&mut self, poly: Poly, power: i64, work: &mut Work) {
        let mut todo = vec![(poly, power)];
        'next: while let Some((p, k)) = todo.pop() {
            if p.is_constant() {
                continue;
            }
            for at in 0..self.0.len() {
                let (q, l) = &self.0[at];
                if p == *q || p == q.negated() {
                    self.0[at].1 += k;
                    continue 'next;
                }
                let Some(g) = p.common_divisor(q, work).filter(|g| !g.is_constant()) else { continue };
                let (Some(a), Some(b)) = (p.divided_by(&g), q.divided_by(&g)) else { continue };
                let l = *l;
                self.0.remove(at);
                todo.extend([(a, k), (b, l), (g, k + l)]);
                continue 'next;
            }
            self.0.push((p, k));
        }
    }
}

/// Two proper factors, from a repeated factor or a hint.
fn split(p: &Poly, hints: &[Poly], work: &mut Work) -> Option<(Poly, Poly)> {
    if p.len() > MAX_TERMS || p.len() < 2 {
        return None;
    }
    let proper = |g: Poly| {
        let rest = p.divided_by(&g)?;
        (!g.is_constant() && !rest.is_constant()).then_some((g, rest))
    };
    let atoms = p.atoms();
    for hint in hints {
        if hint.len() >= 2
            && hint.atoms().iter().all(|a| atoms.contains(a))
            && let Some(found) = p.common_divisor(hint, work).and_then(proper)
        {
            return Some(found);
        }
    }
    for atom in atoms {
        // A repeated factor has at least the square of an atom.
        if p.range(atom).0 < super::ratio::Ratio::TWO {
            continue;
        }
        let found = p.derivative(atom).and_then(|d| p.common_divisor(&d, work)).and_then(proper);
        if found.is_some() {
            return found;
        }
    }
    None
}
