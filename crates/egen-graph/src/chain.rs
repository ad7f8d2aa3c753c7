//! Chains: by which steps does a graph lead from one member to another?
//!
//! egg explains an equality by a tree in which parts are shared: a step inside an argument is a proof of its own, and one that
//! many others stand on is there once. Written out step by step such a tree can be longer than any memory (0 as a difference of two
//! things that are each proved equal to a third, and so on). So detours are left out of every part before it is put into the next,
//! each part is written out once, and what stays longer than a person would read is no chain.

use std::rc::Rc;

use egen_math::Expr;
use egen_math::compare::{Step, Why};
use egg::{Id, Language, Symbol as RuleName, TreeTerm};
use rustc_hash::FxHashMap;

use crate::algebra::{self, equal_within};
use crate::analysis::Graph;
use crate::term::{Term, from_rec, to_rec};

/// Shortening a chain may take as much work as this many questions to algebra.
const SHORTENING: usize = 10;
/// Steps of a chain, before algebra takes several at once. Those that are shown have some sixty.
const MAX_STEPS: usize = 300;

/// The steps by which the graph's rules lead from one member to another; none if they are too many.
pub(crate) fn chain(graph: &mut Graph, from: &Expr, to: &Expr) -> Option<Vec<Step>> {
    let (left, right) = (to_rec(from), to_rec(to));
    if graph.lookup_expr(&left)? != graph.lookup_expr(&right)? {
        return None;
    }
    let explanation = graph.explain_equivalence(&left, &right);
    let mut writing = Writing::default();
    let lines = writing.proof(&explanation.explanation_trees)?;
    let step = |(at, line): (usize, &Line)| {
        let why = line.rule.filter(|_| at > 0).map_or(Why::Start, |rule| Why::Rule(rule.to_string()));
        Step { expr: writing.expr(line.term), why }
    };
    Some(by_algebra_where_possible(lines.iter().enumerate().map(step).collect()))
}

/// A term and the rule that made it out of the one before.
#[derive(Clone, Copy)]
struct Line {
    term: Id,
    rule: Option<RuleName>,
}

/// Writing a tree out: terms are kept once, so that equal ones have one id.
#[derive(Default)]
struct Writing {
    terms: Vec<Term>,
    ids: FxHashMap<Term, Id>,
    /// The trees that were written, by their address; none where there is no end of steps.
    written: FxHashMap<*const TreeTerm<Term>, Option<Rc<[Line]>>>,
}

impl Writing {
    /// One tree after the other, without what lies between two occurrences of a term.
    fn proof(&mut self, trees: &[Rc<TreeTerm<Term>>]) -> Option<Vec<Line>> {
        let mut out: Vec<Line> = Vec::new();
        for tree in trees {
            for line in self.tree(tree)?.iter() {
                match out.iter().position(|earlier| earlier.term == line.term) {
                    Some(at) => out.truncate(at + 1),
                    None if out.len() == MAX_STEPS => return None,
                    None => out.push(*line),
                }
            }
        }
        Some(out)
    }

    fn tree(&mut self, tree: &Rc<TreeTerm<Term>>) -> Option<Rc<[Line]>> {
        if let Some(known) = self.written.get(&Rc::as_ptr(tree)) {
            return known.clone();
        }
        let lines: Option<Rc<[Line]>> = self.arguments(tree).map(Rc::from);
        self.written.insert(Rc::as_ptr(tree), lines.clone());
        lines
    }

    /// A term, and then its arguments led on one after the other.
    fn arguments(&mut self, tree: &TreeTerm<Term>) -> Option<Vec<Line>> {
        let proofs = tree.child_proofs.iter().map(|proof| self.proof(proof)).collect::<Option<Vec<_>>>()?;
        let mut arguments: Vec<Id> = proofs.iter().map(|proof| proof[0].term).collect();
        let own = tree.forward_rule.or(tree.backward_rule);
        let rule = own.or_else(|| proofs.iter().find_map(|proof| proof[0].rule));
        let mut out = vec![Line { term: self.term(&tree.node, &arguments), rule }];
        for (at, proof) in proofs.iter().enumerate() {
            for line in &proof[1..] {
                if out.len() == MAX_STEPS {
                    return None;
                }
                arguments[at] = line.term;
                out.push(Line { term: self.term(&tree.node, &arguments), rule: line.rule });
            }
        }
        Some(out)
    }

    fn term(&mut self, node: &Term, arguments: &[Id]) -> Id {
        let mut arguments = arguments.iter();
        let term = node.clone().map_children(|_| *arguments.next().expect("one for each child"));
        *self.ids.entry(term).or_insert_with_key(|term| {
            self.terms.push(term.clone());
            Id::from(self.terms.len() - 1)
        })
    }

    fn expr(&self, term: Id) -> Expr {
        let node = |id: Id| self.terms[usize::from(id)].clone();
        from_rec(&node(term).build_recexpr(node))
    }
}

/// Runs of steps that exact algebra takes at once become one step. A chain of sixty steps has 1,800 runs, and each asks algebra to
/// expand what is in it: so all of them share the work of a few, and what is not asked stays a run of steps.
fn by_algebra_where_possible(steps: Vec<Step>) -> Vec<Step> {
    let plain = algebra::Settings { trigonometric: false, exponentials: false, ..algebra::Settings::default() };
    let mut out: Vec<Step> = Vec::with_capacity(steps.len());
    let (mut at, mut work) = (0, SHORTENING * plain.max_steps);
    while let Some(step) = steps.get(at) {
        out.push(step.clone());
        let mut joins = |to: &usize| equal_within(&step.expr, &steps[*to].expr, &plain, &mut work) == Some(true);
        let far = (at + 2..steps.len()).rev().find(|to| joins(to));
        match far {
            Some(to) => {
                out.push(Step { expr: steps[to].expr.clone(), why: Why::Algebra });
                at = to + 1;
            }
            None => at += 1,
        }
    }
    out
}
