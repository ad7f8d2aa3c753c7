//! Expanding: which expressions equal this one, and how many are there?

use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};

use egen_math::compare::{Certain, Comparer, Settings, Step, Verdict, common_points};
use egen_math::{Assumptions, Expr, Number, Op};
use egg::{Id, RecExpr};

use crate::analysis::{Contradiction, Graph};
use crate::bounds::Bounds;
use crate::chain::chain;
use crate::grammar::{AcSpec, Counts, Dedup, Grammar, Longest, Sampler, seeded};
use crate::plain::plain;
use crate::prove::Prover;
use crate::rewrite::Rewritings;
use crate::saturate::{Limits, Saturation, Stop, saturate};
use crate::term::{Term, from_rec};
use crate::values::{POINTS, Values};

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
    /// Where it holds.
    pub assumptions: Assumptions,
    limits: Limits,
    bounds: Bounds,
    explained: OnceLock<Mutex<Graph>>,
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

/// Candidates looked at for each member asked for; most of those left out repeat others up to order.
const SPARE: usize = 50;

/// Why an expression has no expansion.
#[derive(Clone, Debug, PartialEq)]
pub enum NoExpansion {
    /// At no point tried does it have a real value that floating point sees clearly, so that nothing could be verified.
    NoValue,
    /// The rules contradict themselves on it: one of them is unsound, or the assumptions are.
    Contradiction {
        /// What met.
        what: Contradiction,
        /// The rules of the round in which it happened, the busiest first.
        rules: Vec<String>,
    },
}

impl fmt::Display for NoExpansion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoExpansion::NoValue => f.write_str("at no point tried does it have a value that could be verified"),
            NoExpansion::Contradiction { what, rules } => {
                write!(
                    f,
                    "{what}: a rule is unsound, or the assumptions contradict themselves; it happened in a round with "
                )?;
                f.write_str(&rules.iter().take(5).map(String::as_str).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// Expands an expression.
pub fn expand(
    expr: &Expr,
    assumptions: &Assumptions,
    rules: &Rewritings,
    limits: &Limits,
    bounds: &Bounds,
) -> Result<Expansion, NoExpansion> {
    if common_points(expr, expr, assumptions, POINTS).clear == 0 {
        return Err(NoExpansion::NoValue);
    }
    let saturation = saturate(&[expr], assumptions, rules, limits, false, |_, _| false);
    if let Stop::Contradiction(what) = saturation.stop {
        let last = saturation.rounds.last().map(|round| &round.applied);
        let rules = last.into_iter().flatten().map(|(rule, _)| rule.clone()).collect();
        return Err(NoExpansion::Contradiction { what, rules });
    }
    let max_tokens = bounds.max_tokens;
    let short = grammar(&saturation, bounds).for_root(max_tokens);
    let counts = Counts::new(short.without_returns().for_root(max_tokens), max_tokens);
    let (initial, assumptions, limits) = (expr.clone(), assumptions.clone(), limits.clone());
    Ok(Expansion { initial, saturation, counts, assumptions, limits, bounds: *bounds, explained: OnceLock::new() })
}

/// Everything that a graph holds of its first root.
fn grammar(saturation: &Saturation, bounds: &Bounds) -> Grammar<Term> {
    let tokens = |term: &Term| bounds.length.of_term(term);
    let wanted = |class: Id, term: &Term, graph: &Graph| is_wanted(class, term, graph, bounds);
    Grammar::from_egraph(&saturation.graph, saturation.roots[0], tokens, wanted)
}

/// Numbers beyond the bounds are no part of the grammar, nor are productions that only add noise: ·1, ·0, +0, ^1, /1, −3 as a
/// negation, a quotient by a fraction, and numbers written as anything but numbers.
fn is_wanted(class: Id, term: &Term, graph: &Graph, bounds: &Bounds) -> bool {
    let number = |id: &Id| graph[*id].data.number.as_ref();
    let is = |id: &Id, n: i64| number(id) == Some(&Number::from(n));
    if graph[class].data.number.is_some() {
        return matches!(term, Term::Num(n) if bounds.admits_number(n));
    }
    match term {
        Term::Binary(Op::Add | Op::Sub, [a, b]) => !is(a, 0) && !is(b, 0),
        Term::Binary(Op::Mul, [a, b]) => ![0, 1].iter().any(|n| is(a, *n) || is(b, *n)),
        Term::Binary(Op::Div, [a, b]) => !is(a, 0) && !is(b, 1) && number(b).is_none_or(Number::is_integer),
        Term::Binary(Op::Pow, [a, b]) => !is(b, 1) && !is(b, 0) && !is(a, 1) && !is(a, 0),
        Term::Unary(Op::Neg, [a]) => number(a).is_none(),
        Term::Unary(op, [a]) => {
            number(a).is_some() || !graph[*a].data.values.is_some_and(|values| is_on_edge(*op, &values))
        }
        _ => true,
    }
}

/// Does the argument sit on the edge of where a function is defined, as in acsc(sign(x))? Whatever else equals it is
/// a little to one side of the edge in floating point, and nothing could be verified.
fn is_on_edge(op: Op, values: &Values) -> bool {
    const NEAR: f64 = 1e-9;
    let edges = op.info().domain.0.iter().flat_map(|span| [span.low, span.high]).filter(|edge| edge.is_finite());
    edges.into_iter().any(|edge| (0..POINTS).any(|point| (values.get(point) - edge).abs() < NEAR))
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
    /// How many of the expressions hold no turn that nobody would write, such as sin(acos(x)).
    pub fn plain(&self) -> Counts<Term> {
        let max_tokens = self.counts.max_tokens();
        Counts::new(plain(self.counts.grammar()).for_root(max_tokens), max_tokens)
    }

    /// How long an expression can be that the graph holds, whatever was counted.
    pub fn longest(&self) -> Longest {
        let whole = grammar(&self.saturation, &self.bounds).without_returns();
        whole.longest(whole.root())
    }

    /// The rules that lead to a member, one by one. The graph is made once more, keeping what egg needs to explain; where that
    /// one comes out a little different, there may be none.
    pub fn steps_to(&self, member: &Expr, prover: &Prover) -> Option<Vec<Step>> {
        let explained = self.explained.get_or_init(|| {
            let rules = prover.rewritings(&self.initial.variables());
            let run = saturate(&[&self.initial], &self.assumptions, &rules, &self.limits, true, |_, _| false);
            Mutex::new(run.graph)
        });
        chain(&mut explained.lock().unwrap_or_else(PoisonError::into_inner), &self.initial, member)
    }

    /// Takes up to n members, each verified against the initial expression, as long as the deadline of the limits lasts.
    pub fn members(&self, n: usize, order: Order, seed: u64) -> Members {
        let mut out = Members::default();
        if n == 0 {
            return out;
        }
        let mut seen = Dedup::new(Arithmetic);
        let comparer = Comparer::new(
            self.initial.clone(),
            Settings {
                assumptions: self.assumptions.clone(),
                complex: false,
                certain: Certain::Once,
                ..Settings::default()
            },
        );
        let root = self.counts.grammar().root();
        let mut take = |out: &mut Members, rec: &RecExpr<Term>| {
            if seen.insert(rec) {
                sort(&comparer, from_rec(rec), out);
            }
            out.members.len() >= n || self.limits.deadline.is_over()
        };
        match order {
            Order::Size => {
                let mut all = self.counts.enumerate(root);
                let mut tries = SPARE * n + 1000;
                out.complete = loop {
                    match all.next() {
                        Some(_) if tries == 0 => break false,
                        Some(rec) => {
                            tries -= 1;
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
                out.complete = drawn.len() < 3 * n;
                for rec in sampler.exprs(&drawn) {
                    if take(&mut out, &rec) {
                        out.complete = false;
                        break;
                    }
                }
            }
        }
        out
    }
}

fn sort(comparer: &Comparer, candidate: Expr, out: &mut Members) {
    match comparer.compare(&candidate).verdict {
        Verdict::Proved(_) | Verdict::Agree => out.members.push(candidate),
        Verdict::Refuted(_) => out.refuted.push(candidate),
        Verdict::Unknown(_) => out.unknown.push(candidate),
    }
}
