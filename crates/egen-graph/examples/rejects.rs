//! How many candidates of random expansions does verification reject?
//!
//! ```text
//! cargo run --release -p egen-graph --example rejects -- 2000 1
//! ```
//! takes the number of expressions and a seed; prints every candidate that was rejected, every rule that was refused, and
//! the count. A rejected candidate is a defect of a rule, of the analysis or of a numeric limit; find it and mend it there.

#![expect(clippy::print_stdout, reason = "a report is what it is for")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use egen_graph::bounds::Bounds;
use egen_graph::expand::{NoExpansion, Order, expand};
use egen_graph::grammar::seeded;
use egen_graph::prove::Prover;
use egen_graph::saturate::Limits;
use egen_math::op::TABLE;
use egen_math::{Assumptions, Builder, Constant, Expr, Id, Node, Number, Op, Symbol};
use rand::RngExt;
use rand_pcg::Pcg64;

const MEMBERS: usize = 50;
/// What takes longer is listed.
const SLOW: Duration = Duration::from_secs(1);

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>().expect("a number"));
    let (count, seed) = (args.next().unwrap_or(2000), args.next().unwrap_or(1));
    let mut rng = seeded(seed);
    let prover = Prover::builtin();
    let (mut taken, mut rejected, mut unknown, mut contradictions) = (0usize, 0usize, 0usize, 0usize);
    let mut empty = 0usize;
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    let started = Instant::now();
    for _ in 0..count {
        let expr = random(&mut rng);
        let begun = Instant::now();
        let rules = prover.rewritings(&expr.variables());
        let expansion = match expand(&expr, &Assumptions::none(), &rules, &Limits::default(), &Bounds::prefix(25)) {
            Ok(expansion) => expansion,
            Err(NoExpansion::NoValue) => {
                empty += 1;
                continue;
            }
            Err(NoExpansion::Contradiction { what, rules }) => {
                contradictions += 1;
                println!("contradiction: {expr}: {what:?} by {rules:?}");
                continue;
            }
        };
        for (rule, one) in &expansion.saturation.refused {
            if *refused.entry(rule.clone()).or_default() == 0 {
                println!("refused: {rule} on {expr}: {} became {}", one.left, one.right);
            }
            *refused.entry(rule.clone()).or_default() += one.count;
        }
        for order in [Order::Size, Order::Uniform, Order::Diverse] {
            let members = expansion.members(MEMBERS, order, seed);
            taken += members.members.len() + members.refuted.len() + members.unknown.len();
            rejected += members.refuted.len();
            unknown += members.unknown.len();
            if let Some(first) = members.refuted.first() {
                println!("rejected: {expr}  is not  {first}");
            }
            if let Some(first) = members.unknown.first() {
                println!("unknown: {expr}  =?  {first}  ({})", members.unknown.len());
            }
            if begun.elapsed() > SLOW {
                println!("slow: {expr} took {:.1} s", begun.elapsed().as_secs_f64());
            }
        }
    }
    println!(
        "{count} expressions, {empty} without a value, {taken} candidates: {rejected} rejected, {unknown} unknown, {contradictions} contradictions, {:.0} s",
        started.elapsed().as_secs_f64()
    );
    println!("refused: {refused:?}");
}

/// A random expression, a derivative one time in five.
fn random(rng: &mut Pcg64) -> Expr {
    let mut out = Builder::default();
    let size = rng.random_range(1..=4);
    let body = grow(&mut out, rng, size);
    let root = if rng.random_range(0..5) == 0 {
        let by = out.add(Node::Var(Symbol::new("x")));
        out.add(Node::Binary(Op::Diff, body, by))
    } else {
        body
    };
    out.finish(root)
}

fn grow(out: &mut Builder, rng: &mut Pcg64, size: usize) -> Id {
    if size == 0 {
        let leaf = match rng.random_range(0..10) {
            0..6 => Node::Var(Symbol::new("x")),
            6 => Node::Var(Symbol::new("y")),
            7 if rng.random_range(0..4) == 0 => Node::Const(Constant::Pi),
            _ => Node::Num(Number::from(rng.random_range(-9..=9i64))),
        };
        return out.add(leaf);
    }
    let op = TABLE[rng.random_range(0..TABLE.len())].op;
    match op {
        Op::Diff | Op::Integral => grow(out, rng, size),
        _ if op.arity() == 1 => {
            let a = grow(out, rng, size - 1);
            out.add(Node::Unary(op, a))
        }
        _ => {
            let split = rng.random_range(0..size);
            let a = grow(out, rng, split);
            let b = grow(out, rng, size - 1 - split);
            out.add(Node::Binary(op, a, b))
        }
    }
}
