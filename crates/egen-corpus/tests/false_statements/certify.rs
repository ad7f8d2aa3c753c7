//! Certifying: does a statement's witness show that it is false?
//!
//! Both sides are evaluated to balls at the exact point, and the balls must not meet. Nothing of `compare` is asked. Balls cannot show that
//! |x − π| − x + π is 0 at 4; there |u| is replaced by u or −u, whose sign is certain, and exact algebra finds the zero.

use egen_graph::algebra::{self, equal_by_algebra};
use egen_math::assume::{Condition, Relation};
use egen_math::ball::{Ball, Outcome};
use egen_math::eval::certified::{Certified, Coordinate};
use egen_math::tape::{Input, Tape};
use egen_math::{Assumptions, Builder, Expr, Id, Node, Number, Op, Symbol};
use egen_read::read::read_expr;

use super::Statement;

/// Precisions that are tried, in bits: 10^−350 beside 1 needs 1163, what is made of it some more.
const BITS: [usize; 3] = [256, 2048, 8192];
/// How far the second point is from the witness: 10^this.
const NEARBY: i64 = -500;

pub type Point = Vec<(Symbol, Number)>;

/// Why a statement is no false statement, if it is none.
pub fn complaint(statement: &Statement) -> Option<String> {
    let Some(point) = point(statement) else { return Some("the witness is no rational point".to_string()) };
    let assumed = statement.assumptions();
    if let Some(complaint) = complaint_at(statement, &assumed, &point) {
        return Some(complaint);
    }
    if point.iter().all(|(name, _)| assumed.integers.contains(name)) {
        return None;
    }
    // False at one point is not enough for real variables: it must be false beside it, too.
    let beside = |sign: i64| complaint_at(statement, &assumed, &moved(&point, &assumed, sign));
    beside(1).and_then(|_| beside(-1)).map(|complaint| format!("beside the witness {complaint}"))
}

/// Do the two sides certainly differ at this point?
pub fn differ(left: &Expr, right: &Expr, integers: &[Symbol], point: &Point) -> bool {
    let both = |bits: usize| Some((value(left, integers, point, bits)?, value(right, integers, point, bits)?));
    BITS.iter().any(|&bits| both(bits).is_some_and(|(a, b)| !a.overlaps(&b)))
}

/// The witness.
pub fn point(statement: &Statement) -> Option<Point> {
    let value = |text: &str| exact(&read_expr(text).ok()?);
    statement.witness.iter().map(|(name, text)| Some((Symbol::new(name), value(text)?))).collect()
}

/// The rational number that an expression of numbers is.
pub fn exact(expr: &Expr) -> Option<Number> {
    const MAX_BITS: usize = 20_000;
    let mut values: Vec<Number> = Vec::with_capacity(expr.len());
    for node in expr.nodes() {
        let at = |id: &Id| &values[id.index()];
        let value = match node {
            Node::Num(n) => n.clone(),
            Node::Unary(Op::Neg, a) => -at(a).clone(),
            Node::Binary(Op::Pow, a, b) => at(a).power(at(b).as_i64()?, MAX_BITS)?,
            Node::Binary(op, a, b) => at(a).combine(*op, at(b))?,
            _ => return None,
        };
        values.push(value);
    }
    values.pop()
}

fn complaint_at(statement: &Statement, assumed: &Assumptions, point: &Point) -> Option<String> {
    let integral = |(name, value): &(Symbol, Number)| !assumed.integers.contains(name) || value.is_integer();
    if !point.iter().all(integral) {
        return Some("an integer is none".to_string());
    }
    if let Some(condition) = assumed.conditions.iter().find(|condition| !meets(condition, point)) {
        return Some(format!("{condition} is not met"));
    }
    let (left, right, integers) = (&statement.left, &statement.right, &assumed.integers);
    if differ(left, right, integers, point) {
        return None;
    }
    let resolve = |side: &Expr| resolved(side, integers, point);
    match [left, right].iter().any(|side| has_sign(side)).then(|| resolve(left).zip(resolve(right))).flatten() {
        Some((left, right)) if differ(&left, &right, integers, point) => None,
        _ => Some("the sides are not shown to differ".to_string()),
    }
}

fn has_sign(expr: &Expr) -> bool {
    expr.nodes().iter().any(|node| node.op() == Some(Op::Sign))
}

fn moved(point: &Point, assumed: &Assumptions, sign: i64) -> Point {
    let step = Number::from(10).power(NEARBY, 4000).expect("a power of ten");
    let step = if sign < 0 { -step } else { step };
    let moved = |name: &Symbol, value: &Number| match assumed.integers.contains(name) {
        true => value.clone(),
        false => value.combine(Op::Add, &step).expect("a sum"),
    };
    point.iter().map(|(name, value)| (name.clone(), moved(name, value))).collect()
}

fn meets(condition: &Condition, point: &Point) -> bool {
    let gap = condition.left.clone().binary(Op::Sub, &condition.right);
    let sign = BITS.iter().find_map(|&bits| value(&gap, &[], point, bits)?.sign());
    sign.is_some_and(|sign| match condition.relation {
        Relation::Less => sign.is_lt(),
        Relation::LessOrEqual => sign.is_le(),
        Relation::Greater => sign.is_gt(),
        Relation::GreaterOrEqual => sign.is_ge(),
        Relation::NotEqual => sign.is_ne(),
    })
}

fn value(expr: &Expr, integers: &[Symbol], point: &Point, bits: usize) -> Option<Ball> {
    let mut tape = Tape::new(integers);
    let slot = tape.record(expr).ok()?;
    let coordinate = |input: &Input| match input {
        Input::Variable(name) => {
            let (_, value) = point.iter().find(|(given, _)| given == name)?;
            Some(Coordinate::Exact(value.clone()))
        }
        Input::Opaque(_) => None,
    };
    let inputs: Vec<Coordinate> = tape.inputs().iter().map(coordinate).collect::<Option<_>>()?;
    match Certified::evaluate(&tape, &inputs, bits).get(slot) {
        Outcome::Value(ball) => Some(ball.clone()),
        _ => None,
    }
}

/// The expression around a point, without |u|, √u² and sign u where u has a certain sign there or is 0 by algebra.
fn resolved(expr: &Expr, integers: &[Symbol], point: &Point) -> Option<Expr> {
    let mut out = Builder::new();
    let mut ids: Vec<Id> = Vec::with_capacity(expr.len());
    for node in expr.nodes() {
        let at = |id: &Id| ids[id.index()];
        let sign_of = |out: &Builder, id: Id| {
            let part = out.extract(id);
            let known = BITS.iter().find_map(|&bits| value(&part, integers, point, bits)?.sign());
            let zero = || equal_by_algebra(&part, &Expr::number(0), &algebra::Settings::default()) == Some(true);
            known.map(|sign| sign as i64).or_else(|| zero().then_some(0))
        };
        let id = match node {
            Node::Unary(Op::Sign, a) => match sign_of(&out, at(a)) {
                Some(sign) => out.number(sign),
                None => return None,
            },
            Node::Unary(op @ (Op::Abs | Op::Sqrt), a) => {
                let inner = match (op, out.node(at(a))) {
                    (Op::Abs, _) => Some(at(a)),
                    (_, Node::Binary(Op::Pow, base, two)) if *out.node(*two) == Node::Num(Number::from(2)) => {
                        Some(*base)
                    }
                    _ => None,
                };
                match inner.map(|inner| (inner, sign_of(&out, inner))) {
                    Some((inner, Some(1))) => inner,
                    Some((inner, Some(-1))) => out.unary(Op::Neg, inner),
                    Some((_, Some(_))) => out.number(0),
                    _ => out.unary(*op, at(a)),
                }
            }
            Node::Unary(op, a) => out.unary(*op, at(a)),
            Node::Binary(op, a, b) => out.binary(*op, at(a), at(b)),
            leaf => out.add(leaf.clone()),
        };
        ids.push(id);
    }
    let root = *ids.last()?;
    Some(out.extract(root))
}
