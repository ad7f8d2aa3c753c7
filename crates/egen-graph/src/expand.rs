//! Expanding: which expressions equal this one, and how many are there?

use egen_math::compare::{Settings, Verdict, compare_with};
use egen_math::{Assumptions, Expr, Number, Op};
use egg::{Id, RecExpr};

use crate::analysis::Graph;
use crate::grammar::{AcSpec, Counts, Dedup, Grammar, Sampler, seeded};
use crate::rewrite::Rewritings;
use crate::saturate::{Limits, Saturation, Stop, saturate};
use crate::term::{Term, from_rec};

/// In which order members are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The shortest first.
    Size,
    /// Every expression up to the length is equally likely.
    Uniform,
    /// Spread over lengths and outermost operators.
    Diverse,
}

/// The expressions that the rules find equal to an expression, up to a length.
pub struct Expansion {
    /// The expression.
    pub initial: Expr,
    /// The graph behind it.
    pub saturation: Saturation,
    /// How many expressions of each length there are.
    pub counts: Counts<Term>,
    assumptions: Assumptions,
}

/// Members that were drawn, and those that did not stand.
#[derive(Clone, Debug, Default)]
pub struct Members {
    /// Verified members, without repetition up to order of terms and factors.
    pub members: Vec<Expr>,
    /// Candidates that numbers refute: a defect of a rule, or of the analysis.
    pub refuted: Vec<Expr>,
    /// Candidates of which nothing could be told.
    pub unknown: Vec<Expr>,
    /// Was everything up to the length looked at?
    pub complete: bool,
}

/// Compositions such as sin(asin(·)) may occur once in an expression.
const TOWERS: u32 = 1;

/// Expands an expression. `None` if the rules contradict themselves on it, which says that one is unsound.
pub fn expand(
    expr: &Expr,
    assumptions: &Assumptions,
    rules: &Rewritings,
    limits: &Limits,
    max_tokens: u32,
) -> Option<Expansion> {
    let saturation = saturate(&[expr], assumptions, rules, limits, false, |_: &Graph, _: &[Id]| false);
    if matches!(saturation.stop, Stop::Contradiction(_)) {
        return None;
    }
    let grammar = Grammar::from_egraph(&saturation.graph, saturation.roots[0], |_| 1, is_wanted);
    let grammar = grammar.within(max_tokens).limit_pairs(is_tower, TOWERS);
    let counts = Counts::new(grammar, max_tokens);
    Some(Expansion { initial: expr.clone(), saturation, counts, assumptions: assumptions.clone() })
}

/// Productions that only add noise are no part of the grammar: ·1, +0, ^1, /1, −(−x), and numbers written as sums.
fn is_wanted(class: Id, term: &Term, graph: &Graph) -> bool {
    let number = |id: &Id| graph[*id].data.number.as_ref();
    let is = |id: &Id, n: i64| number(id) == Some(&Number::from(n));
    if graph[class].data.number.is_some() {
        return matches!(term, Term::Num(_));
    }
    match term {
        Term::Binary(Op::Add, [a, b]) => !is(a, 0) && !is(b, 0),
        Term::Binary(Op::Sub, [_, b]) => !is(b, 0),
        Term::Binary(Op::Mul, [a, b]) => !is(a, 1) && !is(b, 1),
        Term::Binary(Op::Div, [_, b]) => !is(b, 1),
        Term::Binary(Op::Pow, [a, b]) => !is(b, 1) && !is(b, 0) && !is(a, 1),
        Term::Unary(Op::Neg, [a]) => number(a).is_none(),
        _ => true,
    }
}

/// A function right around its inverse, either way.
fn is_tower(outer: &Term, inner: &Term) -> bool {
    match (outer, inner) {
        (Term::Unary(Op::Neg, _), Term::Unary(Op::Neg, _)) => true,
        (Term::Unary(f, _), Term::Unary(g, _)) => {
            f.inverse() == Some(*g)
                || g.inverse() == Some(*f)
                || matches!((f, g), (Op::Exp, Op::Ln) | (Op::Ln, Op::Exp))
        }
        _ => false,
    }
}

/// Addition and multiplication commute and associate.
#[derive(Clone, Copy, Debug)]
pub struct Arithmetic;

impl AcSpec<Term> for Arithmetic {
    fn is_commutative(&self, node: &Term) -> bool {
        matches!(node, Term::Binary(op, _) if op.is_commutative())
    }

    fn is_associative(&self, node: &Term) -> bool {
        matches!(node, Term::Binary(op, _) if op.is_commutative())
    }
}

impl Expansion {
    /// Takes up to n members, each verified against the initial expression.
    pub fn members(&self, n: usize, order: Order, seed: u64) -> Members {
        let mut out = Members::default();
        let mut seen = Dedup::new(Arithmetic);
        let root = self.counts.grammar().root();
        let mut take = |out: &mut Members, rec: &RecExpr<Term>| {
            if seen.insert(rec) {
                self.sort(from_rec(rec), out);
            }
            out.members.len() >= n
        };
        match order {
            Order::Size => {
                let mut all = self.counts.enumerate(root);
                out.complete = loop {
                    match all.next() {
                        Some(rec) => {
                            if take(&mut out, &rec) {
                                break false;
                            }
                        }
                        None => break true,
                    }
                };
            }
            Order::Uniform | Order::Diverse => {
                let sampler = Sampler::new(&self.counts, root);
                let mut rng = seeded(seed);
                // Some candidates repeat others up to order; a few more are drawn to make up for them.
                let drawn = if order == Order::Uniform {
                    sampler.uniform(3 * n, &mut rng)
                } else {
                    sampler.diverse(3 * n, &mut rng)
                };
                for rec in sampler.exprs(&drawn) {
                    if take(&mut out, &rec) {
                        break;
                    }
                }
            }
        }
        out
    }

    fn sort(&self, candidate: Expr, out: &mut Members) {
        let settings = Settings { assumptions: self.assumptions.clone(), complex: false, ..Settings::default() };
        match compare_with(&self.initial, &candidate, &settings).verdict {
            Verdict::Proved(_) | Verdict::Agree => out.members.push(candidate),
            Verdict::Refuted(_) => out.refuted.push(candidate),
            Verdict::Unknown(_) => out.unknown.push(candidate),
        }
    }
}
