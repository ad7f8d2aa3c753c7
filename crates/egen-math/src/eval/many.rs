//! Many points: what are the values of an expression at a million of them?
//!
//! Where intervals show that every part has a value for all inputs, or one comparison of an input tells, plain floating point is enough. Lanes that it does not hold safely, and expressions whose parts need more than that, are evaluated with error
//! estimates ([`Lanes`]), and what these leave open is certified.

use super::interval::{self, Enclosure, Extent};
use super::point::{self, Value};
use super::real::{Lanes, State};
use super::row::{self, Row};
use crate::expr::{Constant, Expr, Symbol};
use crate::number::Number;
use crate::op::Op;
use crate::range::Range;
use crate::set::{self, Membership, Poles, Set};
use crate::tape::{Exponent, Input, Instruction, Slot, Tape, TapeError};

/// Points that are evaluated together: few enough for what is between to stay in the cache.
const BLOCK: usize = 256;

/// Arguments nearer to 0 than this may have underflowed.
const TINY: f64 = 1e-290;
/// Larger values are looked at with their errors: what is subtracted from them may be all rounding.
const LARGE: f64 = 1e15;

/// An expression that is ready to be evaluated at many points.
#[derive(Clone, Debug)]
pub struct Many<'a> {
    expr: &'a Expr,
    tape: Tape,
    root: Slot,
    plain: Option<Vec<Step>>,
}

impl<'a> Many<'a> {
    /// Prepares an expression.
    pub fn new(expr: &'a Expr) -> Result<Many<'a>, TapeError> {
        let mut tape = Tape::default();
        let root = tape.record(expr)?;
        let plain = plain(&tape);
        Ok(Many { expr, tape, root, plain })
    }

    /// What must be given a column each, in this order.
    pub fn inputs(&self) -> &[Input] {
        self.tape.inputs()
    }

    /// The first unknown function, of which no values can be computed.
    pub fn unknown(&self) -> Option<String> {
        self.tape.unknowns().next()
    }

    /// The values at points, NaN where there is none or none is certain. Each column holds the values of an input.
    ///
    /// ```
    /// use egen_math::{eval::many::Many, read::read_expr};
    /// let expr = read_expr("sqrt(x)").unwrap();
    /// let mut values = [0.0; 3];
    /// Many::new(&expr).unwrap().evaluate(&[&[4.0, 0.25, -1.0]], &mut values);
    /// assert_eq!(values[..2], [2.0, 0.5]);
    /// assert!(values[2].is_nan());
    /// ```
    pub fn evaluate(&self, columns: &[&[f64]], out: &mut [f64]) {
        let mut sheet = self.plain.as_ref().and_then(|steps| Sheet::new(steps));
        let mut blocks = out.chunks_mut(BLOCK).enumerate();
        blocks.by_ref().for_each(|(at, out)| {
            let rows = at * BLOCK..at * BLOCK + out.len();
            let columns: Vec<&[f64]> = columns.iter().map(|column| &column[rows.clone()]).collect();
            let open = match &mut sheet {
                Some(sheet) => sheet.run(self.root, &columns, out),
                None => (0..out.len()).collect(),
            };
            if !open.is_empty() {
                self.with_errors(&columns, &open, out);
            }
        });
    }

    /// The values at some lanes, by error estimates.
    fn with_errors(&self, columns: &[&[f64]], lanes: &[usize], out: &mut [f64]) {
        let inputs: Vec<f64> = lanes.iter().flat_map(|&lane| columns.iter().map(move |column| column[lane])).collect();
        let values = Lanes::evaluate(&self.tape, &inputs, lanes.len());
        for (at, &lane) in lanes.iter().enumerate() {
            let point = &inputs[at * columns.len()..(at + 1) * columns.len()];
            let value = values.get(self.root, at);
            out[lane] = match value.state() {
                // Infinity is no real number.
                _ if point.iter().any(|x| !x.is_finite()) => f64::NAN,
                State::Defined => value.value,
                State::Undefined => f64::NAN,
                State::Unsure => self.certified(point),
            };
        }
    }

    /// The value at one point where floating point cannot tell.
    fn certified(&self, point: &[f64]) -> f64 {
        let coordinate = |(input, &x): (&Input, &f64)| match input {
            Input::Variable(name) => Number::from_f64(x).map(|number| (name.clone(), Expr::number(number))),
            Input::Opaque(_) => None,
        };
        let at: Option<Vec<(Symbol, Expr)>> = self.tape.inputs().iter().zip(point).map(coordinate).collect();
        match at.map(|at| point::real(self.expr, &at, 17)) {
            Some(Value::Known(digits)) => digits.parse().unwrap_or(f64::NAN),
            _ => f64::NAN,
        }
    }
}

/// What plain floating point does for an instruction: the step of the same place.
#[derive(Clone, Copy, Debug)]
struct Step {
    work: Work,
    guard: Option<Guard>,
}

#[derive(Clone, Copy, Debug)]
enum Work {
    Fill(f64),
    Input(usize),
    Arithmetic(Op, Slot, Slot),
    Function(fn(f64) -> f64, Slot),
    Row(Row, Slot),
    Whole(Slot, i32),
    Power(Slot, f64),
    Copy(Slot),
}

impl Work {
    /// Is a result that is nearly or exactly 0 right, and not what underflowed? Sums and copies of floats are, and what is made of an exact 0.
    fn is_small(self, is_zero: impl Fn(Slot) -> bool) -> bool {
        match self {
            Work::Fill(_) | Work::Input(_) | Work::Copy(_) | Work::Arithmetic(Op::Add | Op::Sub, ..) => true,
            Work::Arithmetic(_, a, b) => is_zero(a) || is_zero(b),
            Work::Function(_, a) | Work::Row(_, a) | Work::Whole(a, _) | Work::Power(a, _) => is_zero(a),
        }
    }
}

/// An argument that must lie in a set. Its error is this share of it at most.
#[derive(Clone, Copy, Debug)]
struct Guard {
    argument: Slot,
    within: Set,
    rounding: f64,
}

/// The steps of a tape, if plain floating point knows where there are values.
fn plain(tape: &Tape) -> Option<Vec<Step>> {
    let mut enclosures: Vec<Enclosure> = Vec::new();
    interval::evaluate(tape, &vec![Range::ALL; tape.inputs().len()], &mut enclosures);
    (0..tape.instructions().len()).map(|at| step(tape, &enclosures, at)).collect()
}

fn step(tape: &Tape, enclosures: &[Enclosure], at: usize) -> Option<Step> {
    let always = |work: Work| Some(Step { work, guard: None });
    let guarded = |work: Work, argument: Slot, within: Set| {
        let range = enclosures[argument as usize].range;
        // What is true of all values in exact arithmetic may fail by a rounding at the end of the range.
        let inside = within.0.iter().any(|span| span.low < range.low.at && range.high.at < span.high)
            || within == set::NON_NEGATIVE && range.low.at >= 0.0
            || within == set::POSITIVE && range.low.at > 0.0
            || within == set::NON_ZERO && (range.low.at > 0.0 || range.high.at < 0.0)
            || within == set::ALL;
        if inside {
            return Some(Step { work, guard: None });
        }
        Some(Step { work, guard: Some(Guard { argument, within, rounding: rounding(tape, argument)? }) })
    };
    match &tape.instructions()[at] {
        Instruction::Number(n) => always(Work::Fill(n.to_f64())),
        Instruction::Constant(Constant::Pi) => always(Work::Fill(std::f64::consts::PI)),
        Instruction::Constant(Constant::E) => always(Work::Fill(std::f64::consts::E)),
        Instruction::Input(k) => always(Work::Input(*k as usize)),
        Instruction::Unary(op, a) => {
            let row = op.info();
            let real = Work::Function(row.function.as_ref()?.real, *a);
            let work = row::function(*op).map_or(real, |row| Work::Row(row, *a));
            match (row.poles, op.jumps()) {
                // No float is π/2.
                (Poles::None | Poles::HalfPi, false) => guarded(work, *a, row.domain),
                (Poles::Zero, _) | (_, true) if row.domain == set::ALL || row.domain == set::NON_ZERO => {
                    guarded(work, *a, set::NON_ZERO)
                }
                // No float but 0 is a multiple of π.
                (Poles::Pi, false) if row.domain == set::ALL => guarded(work, *a, set::NON_ZERO),
                _ => None,
            }
        }
        Instruction::Binary(Op::Div, a, b) => guarded(Work::Arithmetic(Op::Div, *a, *b), *b, set::NON_ZERO),
        Instruction::Binary(op @ (Op::Add | Op::Sub | Op::Mul), a, b) => always(Work::Arithmetic(*op, *a, *b)),
        Instruction::Binary(..) => None,
        Instruction::Power(a, b, kind) => {
            let Instruction::Number(exponent) = &tape.instructions()[*b as usize] else { return None };
            let n = exponent.to_f64();
            let work = if n.fract() == 0.0 && n.abs() <= 64.0 { Work::Whole(*a, n as i32) } else { Work::Power(*a, n) };
            match kind {
                Exponent::Integer if exponent.is_negative() => guarded(work, *a, set::NON_ZERO),
                Exponent::Integer => always(work),
                Exponent::Fraction => guarded(work, *a, set::POSITIVE),
                Exponent::Constant | Exponent::Varying | Exponent::Lattice => None,
            }
        }
        Instruction::Where(a, b) if enclosures[*b as usize].extent == Extent::Everywhere => always(Work::Copy(*a)),
        Instruction::Where(..) => None,
    }
}

/// The relative error of a value that is at most one rounding away from inputs and short numbers.
fn rounding(tape: &Tape, slot: Slot) -> Option<f64> {
    let is_exact = |slot: &Slot| match &tape.instructions()[*slot as usize] {
        Instruction::Input(_) => true,
        Instruction::Number(n) => n.is_exact_f64(),
        _ => false,
    };
    let is_two = |slot: &Slot| tape.instructions()[*slot as usize] == Instruction::Number(Number::from(2));
    match &tape.instructions()[slot as usize] {
        Instruction::Input(_) => Some(0.0),
        Instruction::Unary(Op::Neg | Op::Abs, a) => rounding(tape, *a),
        Instruction::Binary(Op::Add | Op::Sub | Op::Mul, a, b) if is_exact(a) && is_exact(b) => Some(f64::EPSILON),
        Instruction::Power(a, b, Exponent::Integer) if is_exact(a) && is_two(b) => Some(f64::EPSILON),
        _ => None,
    }
}

/// How a lane went.
#[derive(Clone, Copy, PartialEq)]
enum Lane {
    Fine,
    /// Floating point does not hold it safely.
    Open,
    Undefined,
}

/// Is it no value that floating point holds safely? NaN is in no range.
#[inline(always)]
fn is_odd(x: f64) -> bool {
    !(TINY..LARGE).contains(&x.abs())
}

/// The rows of values that steps make of a block of points, one for each step and one more for squares.
struct Sheet<'s> {
    steps: &'s [Step],
    values: Vec<f64>,
    lanes: Vec<Lane>,
}

impl<'s> Sheet<'s> {
    /// The sheet with its constants; none if one of these is too large for all points.
    fn new(steps: &'s [Step]) -> Option<Sheet<'s>> {
        let mut values = vec![0.0; (steps.len() + 1) * BLOCK];
        for (row, step) in values.chunks_mut(BLOCK).zip(steps) {
            if let Work::Fill(x) = step.work {
                if is_odd(x) && x.abs() >= TINY || x.is_nan() {
                    return None;
                }
                row.fill(x);
            }
        }
        Some(Sheet { steps, values, lanes: vec![Lane::Fine; BLOCK] })
    }

    /// Runs the steps for at most a block of points. What is returned are the lanes that are still open.
    fn run(&mut self, root: Slot, columns: &[&[f64]], out: &mut [f64]) -> Vec<usize> {
        let width = out.len();
        let lanes = &mut self.lanes[..width];
        lanes.fill(Lane::Fine);
        for (at, Step { work, guard }) in self.steps.iter().enumerate() {
            if matches!(work, Work::Fill(_)) {
                continue;
            }
            let (known, rest) = self.values.split_at_mut(at * BLOCK);
            let row = |slot: Slot| &known[slot as usize * BLOCK..slot as usize * BLOCK + width];
            if let Some(guard) = guard {
                guard.check(row(guard.argument), lanes);
            }
            let (new, rest) = rest.split_at_mut(BLOCK);
            let new = &mut new[..width];
            match *work {
                Work::Fill(_) => {}
                Work::Input(k) => new.copy_from_slice(columns[k]),
                Work::Copy(a) => new.copy_from_slice(row(a)),
                Work::Function(f, a) => new.iter_mut().zip(row(a)).for_each(|(out, &x)| *out = f(x)),
                Work::Row(f, a) => f(row(a), new),
                Work::Whole(a, 2) => row::both(row(a), row(a), new, |x, y| x * y),
                Work::Whole(a, n) => {
                    let spare = rest.len() - BLOCK;
                    row::power(row(a), n, &mut rest[spare..spare + width], new);
                }
                Work::Power(a, n) => new.iter_mut().zip(row(a)).for_each(|(out, &x)| *out = x.powf(n)),
                Work::Arithmetic(op, a, b) => {
                    let (a, b) = (row(a), row(b));
                    match op {
                        Op::Add => row::both(a, b, new, |x, y| x + y),
                        Op::Sub => row::both(a, b, new, |x, y| x - y),
                        Op::Mul => row::both(a, b, new, |x, y| x * y),
                        _ => row::both(a, b, new, |x, y| x / y),
                    }
                }
            }
            // Nearly always none is odd, which a loop without branches sees.
            if row::any(new, is_odd) {
                let open = |lane: usize, x: f64| {
                    is_odd(x) && !(x.abs() < TINY && work.is_small(|slot| row(slot)[lane] == 0.0))
                };
                for (at, lane) in lanes.iter_mut().enumerate() {
                    if *lane == Lane::Fine && open(at, new[at]) {
                        *lane = Lane::Open;
                    }
                }
            }
        }
        let found = &self.values[root as usize * BLOCK..root as usize * BLOCK + width];
        for ((out, &x), lane) in out.iter_mut().zip(found).zip(&*lanes) {
            *out = if *lane == Lane::Fine { x } else { f64::NAN };
        }
        (0..width).filter(|&at| lanes[at] == Lane::Open).collect()
    }
}

impl Guard {
    /// Marks the lanes whose argument is not certainly inside.
    fn check(&self, arguments: &[f64], lanes: &mut [Lane]) {
        let of = |at: usize| self.within.0.get(at).map_or((f64::NAN, f64::NAN), |span| (span.low, span.high));
        let ((a, b), (c, d)) = (of(0), of(1));
        // Nearly always all are inside the first spans, which a loop without branches sees.
        let inside = |x: f64| {
            let (low, high) = (x - x.abs() * self.rounding, x + x.abs() * self.rounding);
            (x.abs() > TINY) & ((low > a) & (high < b) | (low > c) & (high < d))
        };
        if !row::any(arguments, |x| !inside(x)) {
            return;
        }
        for (lane, &x) in lanes.iter_mut().zip(arguments) {
            match self.within.locate(x, x.abs() * self.rounding) {
                Membership::Inside if x.abs() > TINY => {}
                Membership::Outside if x.abs() > TINY => *lane = Lane::Undefined,
                // What underflowed may have been on either side.
                _ if *lane == Lane::Fine => *lane = Lane::Open,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::read_expr;

    const NUMBERS: [f64; 27] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        2.0,
        -2.0,
        3.0,
        -3.0,
        0.1,
        1e-300,
        -1e-300,
        5e-324,
        1e-17,
        1e15,
        1e17,
        -1e200,
        1e308,
        710.0,
        -745.2,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
        std::f64::consts::FRAC_PI_2,
        std::f64::consts::PI,
        0.9999999999999999,
    ];

    /// Does plain floating point say what error estimates and balls say?
    #[test]
    fn plain_values_are_those_of_error_estimates() {
        let texts = [
            ("x^3 - 2*x + 1", true),
            ("sin(x)^2 + cos(x)", true),
            ("ln(1 + x^2)*atan(x)", true),
            ("exp(-x^2/2)/sqrt(2*pi)", true),
            ("(x^2 - 1)/(x^2 + 1)*sqrt(x + 3)", true),
            ("1/x + 1/(x - 1)", true),
            ("1/(x - 1/3)", false),
            ("asin(x) + acosh(x + 1)", true),
            ("x^(-3) + x^(1/3)", true),
            ("sign(x - 1)*abs(x)", true),
            ("tan(x) + cot(x) + csch(2*x)", true),
            ("sqrt(x^2)", true),
            ("sqrt(sin(x))", false),
            ("ln(ln(x))", false),
            ("sqrt(x - 1)*0", true),
            ("exp(exp(x)) - exp(exp(x))", true),
            ("1/(1 + exp(-x))", true),
            ("x*y - sqrt(x*y)", true),
            ("atanh(x/2)", false),
            ("pi + e", true),
            ("x/(x^2*y^2)", false),
            ("1/x^2", true),
            ("sqrt(exp(x) + 0*y)", true),
            ("sqrt(abs(x*y))", true),
        ];
        for (text, is_plain) in texts {
            let expr = read_expr(text).expect(text);
            let many = Many::new(&expr).expect(text);
            assert_eq!(many.plain.is_some(), is_plain, "{text}");
            let width = many.inputs().len();
            let points: Vec<(f64, f64)> = NUMBERS.iter().flat_map(|&x| NUMBERS.map(|y| (x, y))).collect();
            let columns = [points.iter().map(|p| p.0).collect::<Vec<_>>(), points.iter().map(|p| p.1).collect()];
            let columns: Vec<&[f64]> = columns.iter().take(width).map(Vec::as_slice).collect();
            let (mut found, mut wanted) = (vec![0.0; points.len()], vec![0.0; points.len()]);
            many.evaluate(&columns, &mut found);
            many.with_errors(&columns, &(0..points.len()).collect::<Vec<_>>(), &mut wanted);
            for ((found, wanted), point) in found.iter().zip(&wanted).zip(&points) {
                let same = found == wanted
                    || found.is_nan() && wanted.is_nan()
                    || (found - wanted).abs() <= 1e-14 * wanted.abs();
                assert!(same, "{text} at {point:?}: {found} and {wanted}");
            }
        }
    }
}
