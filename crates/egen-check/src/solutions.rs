//! Solutions: which values of its one variable satisfy a formula, and which of them does a step keep?
//!
//! The places at which sides meet or break cut the line (`egen_math::solve`). Between them nothing changes, so a
//! formula is looked at once in every gap and once at every place. A place in closed form is put into the formulas as it
//! is; of another one it is known that a difference changes its sign there.

use std::cmp::Ordering;

use egen_math::assume::Relation;
use egen_math::ball::{Ball, Outcome};
use egen_math::compare::{Settings, compare_with};
use egen_math::eval::certified::{Certified, Coordinate};
use egen_math::eval::point;
use egen_math::solve::{Place, places, places_between};
use egen_math::tape::Tape;
use egen_math::{Expr, Number, Op, Symbol};

use crate::cut::cuts;
use crate::formula::{Atom, Formula, Sign};
use crate::term::{self, name, tidy};
use crate::value::values;

/// A value of the variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// This number.
    Exact(Expr),
    /// The number between these.
    Near(Number, Number),
}

impl Value {
    /// The number, or one as near to it as the bounds are.
    pub fn number(&self) -> Expr {
        match self {
            Value::Exact(expr) => expr.clone(),
            Value::Near(low, high) => Expr::number(low.combine(Op::Add, high).expect("a sum of numbers").half()),
        }
    }

    /// As people write it; digits where there is no closed form.
    pub fn text(&self) -> String {
        match self {
            Value::Exact(expr) => expr.to_string(),
            Value::Near(low, _) => match point::real(&self.number(), &[], 8) {
                point::Value::Known(digits) => format!("{digits}…"),
                point::Value::Undefined | point::Value::Unsure(_) => low.to_string(),
            },
        }
    }
}

/// What a step does to solutions.
#[derive(Clone, Debug, Default)]
pub struct Contrast {
    /// Solutions of what is known that do not solve the new formula: single values.
    pub lost: Vec<Value>,
    /// The same where a whole interval is lost: a point of it.
    pub lost_inside: Option<Number>,
    /// Solutions of the new formula that do not solve the line before.
    pub gained: Vec<Value>,
    /// A point of an interval of these.
    pub gained_inside: Option<Number>,
    /// Is there a solution of both?
    pub kept: bool,
    /// Was every place decided, and are these all?
    pub certain: bool,
    /// Has what is known a solution at all?
    pub possible: bool,
}

impl Contrast {
    /// Are the solutions the same?
    pub fn is_same(&self) -> bool {
        self.certain && !self.loses() && !self.gains()
    }

    /// Is a solution lost?
    pub fn loses(&self) -> bool {
        !self.lost.is_empty() || self.lost_inside.is_some()
    }

    /// Is a solution gained?
    pub fn gains(&self) -> bool {
        !self.gained.is_empty() || self.gained_inside.is_some()
    }
}

/// A part of the line.
struct Cell {
    value: Value,
    /// The gaps beside it, for a place.
    beside: Option<[Number; 2]>,
}

/// How a difference lies to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Known(Ordering),
    Undefined,
}

/// Compares the solutions of what is known, all of it together, with those of a new formula; gains are measured by `before`.
/// `None` if the places cannot be found.
pub fn contrast(known: &[&Formula], before: &Formula, new: &Formula, variable: &Symbol) -> Option<Contrast> {
    let formulas: Vec<&Formula> = known.iter().copied().chain([before, new]).collect();
    if formulas.iter().any(|formula| formula.is_opaque()) {
        return None;
    }
    let differences: Vec<Expr> = formulas.iter().flat_map(|formula| formula.atoms()).map(Atom::difference).collect();
    if differences.is_empty() {
        return None;
    }
    let cuts: Vec<Expr> = differences.iter().flat_map(cuts).collect();
    let mut found = places(&cuts, variable)?;
    if !found.complete
        && let Some(bounds) = bounds(known, variable)
    {
        found = places_between(&cuts, variable, bounds)?;
    }
    let solved: Vec<&Expr> =
        formulas.iter().flat_map(|formula| formula.atoms()).filter_map(|atom| atom.solved().map(|(_, c)| c)).collect();
    let exact = closed_forms(&found.list, &solved, &differences, variable);
    let mut out = Contrast { certain: found.complete, ..Contrast::default() };
    let gap = |n: &Number| Cell { value: Value::Exact(Expr::number(n.clone())), beside: None };
    let spots = exact.into_iter().zip(&found.list).enumerate().map(|(at, (exact, place))| {
        let value = exact.map_or_else(|| Value::Near(place.low.clone(), place.high.clone()), Value::Exact);
        Cell { value, beside: Some([found.gaps[at].clone(), found.gaps[at + 1].clone()]) }
    });
    for cell in found.gaps.iter().map(gap).chain(spots) {
        let holds = |formula: &Formula| holds(formula, variable, &cell);
        let all = known.iter().try_fold(true, |all, formula| Some(all & holds(formula)?));
        let (was, is) = (holds(before), holds(new));
        let (Some(all), Some(was), Some(is)) = (all, was, is) else {
            out.certain = false;
            continue;
        };
        out.possible |= all;
        out.kept |= all && is;
        let note = |single: &mut Vec<Value>, inside: &mut Option<Number>| match (&cell.beside, &cell.value) {
            (None, Value::Exact(expr)) => {
                let number = term::number(expr);
                let nicer = |old: &Number| number.is_some_and(|n| n.is_zero() && !old.is_zero());
                if inside.as_ref().is_none_or(nicer) {
                    *inside = number.cloned();
                }
            }
            _ => single.push(cell.value.clone()),
        };
        if all && !is {
            note(&mut out.lost, &mut out.lost_inside);
        }
        if is && !was {
            note(&mut out.gained, &mut out.gained_inside);
        }
    }
    Some(out)
}

/// Numbers between which everything lies that satisfies what is known, if it says so: 0 ≤ x < 2π.
fn bounds(known: &[&Formula], variable: &Symbol) -> Option<[f64; 2]> {
    // The ends themselves are places.
    const BEYOND: f64 = 1.0;
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for atom in known.iter().filter(|formula| formula.cases.len() == 1).flat_map(|formula| formula.atoms()) {
        let (end, sign) = match [&atom.left, &atom.right].map(|side| name(side) == Some(variable)) {
            [true, false] => (&atom.right, atom.sign),
            [false, true] => (&atom.left, atom.sign.turned()),
            _ => continue,
        };
        let Some([end]) = values([end], &[]) else { continue };
        match sign {
            Sign::Other(Relation::Less | Relation::LessOrEqual) => high = high.min(end + BEYOND),
            Sign::Other(Relation::Greater | Relation::GreaterOrEqual) => low = low.max(end - BEYOND),
            _ => {}
        }
    }
    (low.is_finite() && high.is_finite()).then_some([low, high])
}

/// Does a formula hold at a cell? `None` if that cannot be told.
fn holds(formula: &Formula, variable: &Symbol, cell: &Cell) -> Option<bool> {
    let fails = |case: &Vec<Atom>| any(case.iter().map(|atom| Some(!atom_holds(atom, variable, cell)?)));
    any(formula.cases.iter().map(|case| Some(!fails(case)?)))
}

/// Is one of these true? `None` if that cannot be told; what can be told comes first.
fn any(all: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut unsure = false;
    for one in all {
        match one {
            Some(true) => return Some(true),
            Some(false) => {}
            None => unsure = true,
        }
    }
    (!unsure).then_some(false)
}

fn atom_holds(atom: &Atom, variable: &Symbol, cell: &Cell) -> Option<bool> {
    let difference = atom.difference();
    let standing = match (&cell.value, &cell.beside) {
        (Value::Exact(expr), _) => standing(&difference.substitute(variable, expr))?,
        (Value::Near(low, high), Some(beside)) => near(&difference, variable, low, high, beside)?,
        (Value::Near(..), None) => return None,
    };
    let Standing::Known(order) = standing else { return Some(false) };
    Some(match atom.sign {
        Sign::Equal => order.is_eq(),
        Sign::Other(Relation::NotEqual) => order.is_ne(),
        Sign::Other(Relation::Less) => order.is_lt(),
        Sign::Other(Relation::LessOrEqual) => order.is_le(),
        Sign::Other(Relation::Greater) => order.is_gt(),
        Sign::Other(Relation::GreaterOrEqual) => order.is_ge(),
    })
}

/// The precisions at which the sign of a constant is looked for, before algebra is asked whether it is zero.
const BITS: [usize; 3] = [128, 512, 2048];

/// The sign of a constant.
fn standing(constant: &Expr) -> Option<Standing> {
    let mut tape = Tape::default();
    let slot = tape.record(constant).ok()?;
    if !tape.inputs().is_empty() {
        return None;
    }
    for bits in BITS {
        let values = Certified::evaluate(&tape, &[], bits);
        match values.get(slot) {
            Outcome::Undefined => return Some(Standing::Undefined),
            Outcome::Value(ball) => {
                if let Some(order) = ball.sign() {
                    return Some(Standing::Known(order));
                }
            }
            Outcome::Unsure(_) => {}
        }
    }
    let zero = term::vanishes(constant)
        || compare_with(constant, &Expr::number(0), &Settings::default().quick()).verdict.is_equal();
    zero.then_some(Standing::Known(Ordering::Equal))
}

/// The sign of a difference at a place of which only an enclosure is known: zero if it changes its sign there.
fn near(difference: &Expr, variable: &Symbol, low: &Number, high: &Number, beside: &[Number; 2]) -> Option<Standing> {
    const PLACE_BITS: usize = 320;
    let mut tape = Tape::default();
    let slot = tape.record(difference).ok()?;
    if tape.inputs().is_empty() {
        return standing(difference);
    }
    let (low, high) = (low.to_rational(), high.to_rational());
    let two = Number::from(2).to_rational();
    let around = Ball::around(&((&low + &high) / &two), &((&high - &low) / &two), PLACE_BITS);
    let values = Certified::evaluate(&tape, &[Coordinate::Within(around)], PLACE_BITS);
    match values.get(slot) {
        Outcome::Undefined => return Some(Standing::Undefined),
        Outcome::Value(ball) => {
            if let Some(order) = ball.sign() {
                return Some(Standing::Known(order));
            }
        }
        Outcome::Unsure(_) => return None,
    }
    // It has a value all over the enclosure, so it is continuous there, and no other place lies between it and the gaps' points.
    let side = |at: &Number| standing(&difference.substitute(variable, &Expr::number(at.clone())));
    match (side(&beside[0])?, side(&beside[1])?) {
        (Standing::Known(a), Standing::Known(b)) if a.is_ne() && a == b.reverse() => {
            Some(Standing::Known(Ordering::Equal))
        }
        _ => None,
    }
}

/// A number with more digits is no closed form that people would see.
const SIMPLE_BITS: usize = 48;

/// The closed forms of places, where there are some: those that are known, numbers that solved formulas name, and pairs
/// of roots of a quadratic, whose sum and product are simple.
pub fn closed_forms(list: &[Place], solved: &[&Expr], differences: &[Expr], variable: &Symbol) -> Vec<Option<Expr>> {
    const MOST_PAIRS: usize = 12;
    let mut out: Vec<Option<Expr>> = list.iter().map(|place| place.exact.clone()).collect();
    let inside = |place: &Place, expr: &Expr| {
        let above = |end: &Number, order: Ordering| {
            let gap = expr.clone() - Expr::number(end.clone());
            matches!(standing(&gap), Some(Standing::Known(found)) if found == order || found.is_eq())
        };
        above(&place.low, Ordering::Greater) && above(&place.high, Ordering::Less)
    };
    let vanishes = |expr: &Expr| {
        differences.iter().any(|f| standing(&f.substitute(variable, expr)) == Some(Standing::Known(Ordering::Equal)))
    };
    for (at, place) in list.iter().enumerate() {
        if out[at].is_none() {
            out[at] = solved.iter().find(|expr| inside(place, expr)).map(|expr| (*expr).clone());
        }
        if out[at].is_none() {
            let simplest = Number::simplest_between(&place.low, &place.high);
            let number = (simplest.bits() <= SIMPLE_BITS).then(|| Expr::number(simplest));
            out[at] = number.filter(|expr| vanishes(expr));
        }
    }
    let open: Vec<usize> = (0..list.len()).filter(|&at| out[at].is_none()).take(MOST_PAIRS).collect();
    for (k, &i) in open.iter().enumerate() {
        for &j in &open[k + 1..] {
            if out[i].is_some() || out[j].is_some() {
                continue;
            }
            if let Some([a, b]) = conjugates(&list[i], &list[j])
                && inside(&list[i], &a)
                && inside(&list[j], &b)
                && vanishes(&a)
                && vanishes(&b)
            {
                (out[i], out[j]) = (Some(a), Some(b));
            }
        }
    }
    out
}

/// s/2 ∓ √(s²/4 − p), if the sum s and the product p of two places are simple numbers.
fn conjugates(a: &Place, b: &Place) -> Option<[Expr; 2]> {
    let simple = |mut values: Vec<Number>| -> Option<Number> {
        values.sort_by_key(Number::to_rational);
        let number = Number::simplest_between(values.first()?, values.last()?);
        (number.bits() <= SIMPLE_BITS).then_some(number)
    };
    let ends = [(&a.low, &b.low), (&a.low, &b.high), (&a.high, &b.low), (&a.high, &b.high)];
    let all = |op: Op| ends.iter().map(|(x, y)| x.combine(op, y)).collect::<Option<Vec<Number>>>();
    let (sum, product) = (simple(all(Op::Add)?)?, simple(all(Op::Mul)?)?);
    let centre = sum.half();
    let square = centre.combine(Op::Mul, &centre)?.combine(Op::Sub, &product)?;
    let root = Expr::number(square).unary(Op::Sqrt);
    let written = |op: Op| tidy(&Expr::number(centre.clone()).binary(op, &root));
    Some([written(Op::Sub)?, written(Op::Add)?])
}

/// Is a formula without variables true?
pub fn is_true(formula: &Formula) -> Option<bool> {
    if formula.is_opaque() || !formula.variables().is_empty() {
        return None;
    }
    let anywhere = Cell { value: Value::Exact(Expr::number(0)), beside: None };
    holds(formula, &Symbol::new("x"), &anywhere)
}
