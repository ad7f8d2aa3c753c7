//! Many points: what are the values of an expression at a million of them?
//!
//! Where intervals show that every part has a value for all inputs, or one comparison of an input tells, plain floating point is enough. Lanes that it does not hold safely, and expressions whose parts need more than that, are evaluated with error
//! estimates ([`Lanes`]), and what these leave open is certified.

use super::interval::{self, Enclosure, Extent};
use super::point::{self, Value};
use super::real::{self, Approx, FUNCTION, Lanes, ROUND, State};
use super::row;
use crate::expr::{Expr, Symbol};
use crate::number::Number;
use crate::op::{Function, Op};
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
    has_varying_power: bool,
}

impl<'a> Many<'a> {
    /// Prepares an expression.
    pub fn new(expr: &'a Expr) -> Result<Many<'a>, TapeError> {
        let mut tape = Tape::default();
        let root = tape.record(expr)?;
        let is_varying = |one: &Instruction| matches!(one, Instruction::Power(_, _, Exponent::Varying));
        let has_varying_power = tape.instructions().iter().any(is_varying);
        let plain = plain(&tape);
        Ok(Many { expr, tape, root, plain, has_varying_power })
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
    /// use egen_math::{eval::many::Many};
    /// use egen_read::read::read_expr;
    /// let expr = read_expr("sqrt(x)").unwrap();
    /// let mut values = [0.0; 3];
    /// Many::new(&expr).unwrap().evaluate(&[&[4.0, 0.25, -1.0]], &mut values);
    /// assert_eq!(values[..2], [2.0, 0.5]);
    /// assert!(values[2].is_nan());
    /// ```
    pub fn evaluate(&self, columns: &[&[f64]], out: &mut [f64]) {
        let mut sheet = self.plain.as_ref().and_then(|steps| Sheet::new(steps));
        for (at, out) in out.chunks_mut(BLOCK).enumerate() {
            let rows = at * BLOCK..at * BLOCK + out.len();
            let columns: Vec<&[f64]> = columns.iter().map(|column| &column[rows.clone()]).collect();
            let open = match &mut sheet {
                Some(sheet) => sheet.run(self.root, &columns, out),
                None => (0..out.len()).collect(),
            };
            if !open.is_empty() {
                self.with_errors(&columns, &open, out);
            }
        }
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
                // x^y has values for single y where x is negative.
                State::Undefined if self.has_varying_power => self.certified(point),
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
    /// Does a guard ask for the error, or that of something made of it?
    is_tracked: bool,
    /// May the argument be a pole, but for its rounding? No float is a multiple of π/2 but 0, and what is rounded may have been one.
    is_at_pole: bool,
}

#[derive(Clone, Copy, Debug)]
enum Work {
    /// A number, and what it lacks.
    Fill(f64, f64),
    Input(usize),
    Arithmetic(Op, Slot, Slot),
    Function(&'static Function, Slot),
    Whole(Slot, i32),
    Power(Slot, Slot),
    Copy(Slot),
}

impl Work {
    /// What it is made of.
    fn arguments(self) -> impl Iterator<Item = Slot> {
        let (a, b) = match self {
            Work::Fill(..) | Work::Input(_) => (None, None),
            Work::Function(_, a) | Work::Whole(a, _) | Work::Copy(a) => (Some(a), None),
            Work::Arithmetic(_, a, b) | Work::Power(a, b) => (Some(a), Some(b)),
        };
        a.into_iter().chain(b)
    }

    /// Is a result that is nearly or exactly 0 right, and not what underflowed? Sums and copies of floats are, and what is made of an exact 0.
    fn is_small(self, is_zero: impl Fn(Slot) -> bool) -> bool {
        match self {
            Work::Fill(..) | Work::Input(_) | Work::Copy(_) | Work::Arithmetic(Op::Add | Op::Sub, ..) => true,
            Work::Arithmetic(_, a, b) => is_zero(a) || is_zero(b),
            Work::Function(_, a) | Work::Whole(a, _) | Work::Power(a, _) => is_zero(a),
        }
    }
}

/// An argument that must lie in a set.
#[derive(Clone, Copy, Debug)]
struct Guard {
    argument: Slot,
    within: Set,
    /// What is known of a lane whose argument is certainly not there.
    outside: Lane,
    /// An exponent: where it is a whole number, a negative base is no less at home.
    exponent: Option<Slot>,
}

/// The steps of a tape, if plain floating point knows where there are values.
fn plain(tape: &Tape) -> Option<Vec<Step>> {
    let mut enclosures: Vec<Enclosure> = Vec::new();
    interval::evaluate(tape, &vec![Range::ALL; tape.inputs().len()], &mut enclosures);
    let mut steps: Vec<Step> =
        (0..tape.instructions().len()).map(|at| step(tape, &enclosures, at)).collect::<Option<_>>()?;
    for at in (0..steps.len()).rev() {
        if let Some(Guard { argument, exponent, .. }) = steps[at].guard {
            steps[argument as usize].is_tracked = true;
            exponent.into_iter().for_each(|slot| steps[slot as usize].is_tracked = true);
        }
        if steps[at].is_tracked {
            steps[at].work.arguments().for_each(|slot| steps[slot as usize].is_tracked = true);
        }
    }
    Some(steps)
}

fn step(tape: &Tape, enclosures: &[Enclosure], at: usize) -> Option<Step> {
    let with = |work: Work, guard: Option<Guard>| Some(Step { work, guard, is_tracked: false, is_at_pole: false });
    let always = |work: Work| with(work, None);
    let guarded = |work: Work, argument: Slot, within: Set| {
        let range = enclosures[argument as usize].range;
        // What is true of all values in exact arithmetic may fail by a rounding at the end of the range.
        let inside = within.0.iter().any(|span| span.low < range.low.at && range.high.at < span.high)
            || within == set::NON_NEGATIVE && range.low.at >= 0.0
            || within == set::POSITIVE && range.low.at > 0.0
            || within == set::NON_ZERO && (range.low.at > 0.0 || range.high.at < 0.0)
            || within == set::ALL;
        with(work, (!inside).then_some(Guard { argument, within, outside: Lane::Undefined, exponent: None }))
    };
    match &tape.instructions()[at] {
        Instruction::Number(n) => {
            let Approx { value, error } = Approx::number(n);
            error.is_finite().then(|| always(Work::Fill(value, error)))?
        }
        Instruction::Constant(c) => {
            let Approx { value, error } = Approx::constant(*c);
            always(Work::Fill(value, error))
        }
        Instruction::Input(k) => always(Work::Input(*k as usize)),
        Instruction::Unary(op, a) => {
            let row = op.info();
            let work = Work::Function(row.function.as_ref()?, *a);
            let is_at_pole = matches!(row.poles, Poles::HalfPi | Poles::Pi)
                && !matches!(tape.instructions()[*a as usize], Instruction::Input(_));
            let step = match (row.poles, op.jumps()) {
                (Poles::None | Poles::HalfPi, false) => guarded(work, *a, row.domain),
                (Poles::Zero, _) | (_, true) if row.domain == set::ALL || row.domain == set::NON_ZERO => {
                    guarded(work, *a, set::NON_ZERO)
                }
                (Poles::Pi, false) if row.domain == set::ALL => guarded(work, *a, set::NON_ZERO),
                _ => None,
            };
            step.map(|step| Step { is_tracked: is_at_pole, is_at_pole, ..step })
        }
        Instruction::Binary(Op::Div, a, b) => guarded(Work::Arithmetic(Op::Div, *a, *b), *b, set::NON_ZERO),
        Instruction::Binary(op @ (Op::Add | Op::Sub | Op::Mul), a, b) => always(Work::Arithmetic(*op, *a, *b)),
        Instruction::Binary(..) => None,
        Instruction::Power(a, b, kind) => {
            let whole = match &tape.instructions()[*b as usize] {
                Instruction::Number(n) if *kind == Exponent::Integer => Some(n),
                _ => None,
            };
            let work = match whole.map(Number::to_f64).filter(|n| n.fract() == 0.0 && n.abs() <= 64.0) {
                Some(n) => Work::Whole(*a, n as i32),
                None => Work::Power(*a, *b),
            };
            match kind {
                Exponent::Integer if whole?.is_negative() => guarded(work, *a, set::NON_ZERO),
                Exponent::Integer => always(work),
                Exponent::Fraction => guarded(work, *a, set::POSITIVE),
                Exponent::Varying => {
                    let Step { guard, .. } = guarded(work, *a, set::POSITIVE)?;
                    with(work, guard.map(|guard| Guard { exponent: Some(*b), ..guard }))
                }
                // Of an exponent that may be a whole number, more must be known where the base is negative.
                Exponent::Constant => {
                    let guard = Guard { argument: *a, within: set::POSITIVE, outside: Lane::Open, exponent: None };
                    with(work, Some(guard))
                }
                Exponent::Lattice => None,
            }
        }
        Instruction::Where(a, b) if enclosures[*b as usize].extent == Extent::Everywhere => always(Work::Copy(*a)),
        Instruction::Where(..) => None,
    }
}

/// How a lane went.
#[derive(Clone, Copy, Debug, PartialEq)]
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

/// The rows that steps make of a block of points.
struct Sheet<'s> {
    steps: &'s [Step],
    /// The steps that are not the same for all points.
    varying: Vec<usize>,
    /// A row for each step, and one more for squares.
    values: Vec<f64>,
    /// Bounds of the absolute errors of steps that are tracked, a row each.
    errors: Vec<f64>,
    lanes: Vec<Lane>,
    /// How every lane is when constants are computed.
    start: Vec<Lane>,
}

impl<'s> Sheet<'s> {
    /// The sheet with its constants; none if one of these is too large for all points.
    fn new(steps: &'s [Step]) -> Option<Sheet<'s>> {
        let is_large = |x: f64| is_odd(x) && x.abs() >= TINY || x.is_nan();
        if steps.iter().any(|step| matches!(step.work, Work::Fill(x, _) if is_large(x))) {
            return None;
        }
        let mut sheet = Sheet {
            steps,
            varying: Vec::new(),
            values: vec![0.0; (steps.len() + 1) * BLOCK],
            errors: vec![0.0; steps.len() * BLOCK],
            lanes: vec![Lane::Fine; BLOCK],
            start: Vec::new(),
        };
        let mut varies = vec![false; steps.len()];
        for (at, step) in steps.iter().enumerate() {
            varies[at] = matches!(step.work, Work::Input(_)) || step.work.arguments().any(|slot| varies[slot as usize]);
            if varies[at] {
                sheet.varying.push(at);
            } else {
                sheet.step(at, &[], BLOCK);
            }
        }
        sheet.start.clone_from(&sheet.lanes);
        Some(sheet)
    }

    /// Runs the steps for at most a block of points. What is returned are the lanes that are still open.
    fn run(&mut self, root: Slot, columns: &[&[f64]], out: &mut [f64]) -> Vec<usize> {
        let width = out.len();
        self.lanes.copy_from_slice(&self.start);
        for at in 0..self.varying.len() {
            self.step(self.varying[at], columns, width);
        }
        let found = &self.values[root as usize * BLOCK..root as usize * BLOCK + width];
        let lanes = &self.lanes[..width];
        // Nearly always all are fine, and else none is open, which loops without branches see.
        let is_any = |how: fn(&Lane) -> bool| lanes.iter().fold(false, |any, lane| any | how(lane));
        if !is_any(|lane| *lane != Lane::Fine) {
            out.copy_from_slice(found);
            return Vec::new();
        }
        for ((out, &x), lane) in out.iter_mut().zip(found).zip(lanes) {
            *out = if *lane == Lane::Fine { x } else { f64::NAN };
        }
        match is_any(|lane| *lane == Lane::Open) {
            true => (0..width).filter(|&at| lanes[at] == Lane::Open).collect(),
            false => Vec::new(),
        }
    }

    /// One step: its row of values, that of errors if a guard asks for it, and the lanes that it closes.
    fn step(&mut self, at: usize, columns: &[&[f64]], width: usize) {
        let Step { work, guard, is_tracked, is_at_pole } = self.steps[at];
        let lanes = &mut self.lanes[..width];
        let (known, rest) = self.values.split_at_mut(at * BLOCK);
        let (known_errors, rest_errors) = self.errors.split_at_mut(at * BLOCK);
        let row = |slot: Slot| &known[slot as usize * BLOCK..slot as usize * BLOCK + width];
        let error = |slot: Slot| &known_errors[slot as usize * BLOCK..slot as usize * BLOCK + width];
        if let Some(guard) = guard {
            let exponents = guard.exponent.map(|slot| (row(slot), error(slot)));
            guard.check(row(guard.argument), error(guard.argument), exponents, lanes);
        }
        let (new, rest) = rest.split_at_mut(BLOCK);
        let new = &mut new[..width];
        match work {
            Work::Fill(x, _) => new.fill(x),
            Work::Input(k) => new.copy_from_slice(columns[k]),
            Work::Copy(a) => new.copy_from_slice(row(a)),
            Work::Function(f, a) => match f.row {
                Some(of_row) => of_row(row(a), new),
                None => new.iter_mut().zip(row(a)).for_each(|(out, &x)| *out = (f.real)(x)),
            },
            Work::Whole(a, n) => {
                let spare = rest.len() - BLOCK;
                row::power(row(a), n, &mut rest[spare..spare + width], new);
            }
            Work::Power(a, b) => row::powers(row(a), row(b), new),
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
        if is_tracked {
            work.errors(row, error, new, &mut rest_errors[..width]);
        }
        // Beside a pole the error is as large as the value.
        let is_lost = |[value, error]: [f64; 2]| (value.abs() > 1.0) & (4.0 * error >= value.abs());
        if is_at_pole && row::any([new, &rest_errors[..width]], is_lost) {
            for ((lane, &value), &error) in lanes.iter_mut().zip(&*new).zip(&rest_errors[..width]) {
                if *lane == Lane::Fine && is_lost([value, error]) {
                    *lane = Lane::Open;
                }
            }
        }
        // Nearly always none is odd that was fine, which loops without branches see.
        let is_new = |(x, lane): (&f64, &Lane)| is_odd(*x) & (*lane == Lane::Fine);
        if row::any([new], |[x]| is_odd(x)) && new.iter().zip(&*lanes).fold(false, |any, both| any | is_new(both)) {
            let right = |lane: usize| new[lane].abs() < TINY && work.is_small(|slot| row(slot)[lane] == 0.0);
            for (at, lane) in lanes.iter_mut().enumerate() {
                if is_new((&new[at], lane)) && !right(at) {
                    *lane = Lane::Open;
                }
            }
        }
    }
}

impl Work {
    /// Bounds of the errors of values, by those of the arguments; NaN or infinite where there is none. As [`Lanes`] have them, but that nothing is exact
    /// that is rounded.
    fn errors<'a>(
        self,
        row: impl Fn(Slot) -> &'a [f64],
        error: impl Fn(Slot) -> &'a [f64],
        values: &[f64],
        to: &mut [f64],
    ) {
        // The relative error of a power by that of its base, times the exponent.
        let of_base = |x: f64, dx: f64| if dx < x.abs() { dx / (x.abs() - dx) } else { f64::NAN };
        match self {
            Work::Fill(_, lacks) => to.fill(lacks),
            Work::Input(_) => {}
            Work::Copy(a) => to.copy_from_slice(error(a)),
            Work::Arithmetic(Op::Add | Op::Sub, a, b) => {
                row::all([error(a), error(b), values], to, |[da, db, v]| da + db + v.abs() * ROUND);
            }
            Work::Arithmetic(Op::Mul, a, b) => {
                row::all([row(a), row(b), error(a), error(b), values], to, |[x, y, dx, dy, v]| {
                    x.abs() * dy + (y.abs() + dy) * dx + v.abs() * ROUND
                });
            }
            Work::Arithmetic(_, a, b) => row::all([row(b), error(a), error(b), values], to, |[y, dx, dy, v]| {
                let room = y.abs() - dy;
                if room > 0.0 { (dx + v.abs() * dy) / room + v.abs() * ROUND } else { f64::NAN }
            }),
            Work::Whole(a, 2) => {
                row::all([row(a), error(a), values], to, |[x, dx, v]| (2.0 * x.abs() + dx) * dx + v.abs() * ROUND);
            }
            Work::Whole(a, n) => {
                let n = f64::from(n).abs();
                row::all([row(a), error(a), values], to, |[x, dx, v]| {
                    v.abs() * (n * of_base(x, dx) + FUNCTION + n * ROUND)
                });
            }
            Work::Power(a, b) => {
                row::all([row(a), row(b), error(a), error(b), values], to, |[x, y, dx, dy, v]| {
                    let from_exponent = if dy == 0.0 { 0.0 } else { x.abs().ln().abs() * dy };
                    v.abs() * (y.abs() * of_base(x, dx) + from_exponent + FUNCTION)
                });
            }
            Work::Function(f, a) => {
                let arguments = row(a).iter().zip(error(a));
                for ((to, (&value, &error)), &v) in to.iter_mut().zip(arguments).zip(values) {
                    *to = real::error_of(f, Approx { value, error }, v);
                }
            }
        }
    }
}

impl Guard {
    /// Marks the lanes whose argument is not certainly inside.
    fn check(&self, arguments: &[f64], errors: &[f64], exponents: Option<(&[f64], &[f64])>, lanes: &mut [Lane]) {
        let of = |at: usize| self.within.0.get(at).map_or((f64::NAN, f64::NAN), |span| (span.low, span.high));
        let ((a, b), (c, d)) = (of(0), of(1));
        // What underflowed may have been on either side. Ends are left to the last loop, and so is what lies between two spans.
        let inside = |x: f64, error: f64| {
            let (low, high) = (x - error, x + error);
            (x.abs() > TINY) & ((low > a) & (high < b) | (low > c) & (high < d))
        };
        let outside =
            |x: f64, error: f64| (x.abs() > TINY) & ((x + error < a) | (x - error > if d > b { d } else { b }));
        // Nearly always all are inside or outside, which loops without branches see.
        if !row::any([arguments, errors], |[x, error]| !inside(x, error)) {
            return;
        }
        let places = || arguments.iter().zip(errors);
        let of_exponent = |at: usize| match exponents.map(|(values, errors)| (values[at], errors[at])) {
            Some((n, 0.0)) if n.fract() == 0.0 => Lane::Fine,
            Some((n, error)) if (n - n.round()).abs() <= error => Lane::Open,
            _ => self.outside,
        };
        if exponents.is_none() && !row::any([arguments, errors], |[x, error]| !(inside(x, error) | outside(x, error))) {
            for (lane, (&x, &error)) in lanes.iter_mut().zip(places()) {
                *lane = if inside(x, error) | (*lane != Lane::Fine) { *lane } else { self.outside };
            }
            return;
        }
        let open = lanes.iter_mut().zip(places()).enumerate();
        for (at, (lane, (&x, &error))) in open.filter(|(_, (lane, _))| **lane == Lane::Fine) {
            *lane = match self.within.locate(x, error) {
                _ if !error.is_finite() || x.is_nan() || x.abs() <= TINY => Lane::Open,
                Membership::Inside => Lane::Fine,
                Membership::Outside => of_exponent(at),
                Membership::Unsure => Lane::Open,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("+ - pow x 3 * 2 x 1", true),
            ("+ pow sin x 2 cos x", true),
            ("* ln + 1 pow x 2 atan x", true),
            ("/ exp neg / pow x 2 2 sqrt * 2 Pi", true),
            ("* / - pow x 2 1 + pow x 2 1 sqrt + x 3", true),
            ("+ / 1 x / 1 - x 1", true),
            ("/ 1 - x / 1 3", true),
            ("+ asin x acosh + x 1", true),
            ("+ pow x -3 pow x / 1 3", true),
            ("* sign - x 1 abs x", true),
            ("+ + tan x cot x csch * 2 x", true),
            ("sqrt pow x 2", true),
            ("sqrt sin x", true),
            ("ln ln x", true),
            ("* sqrt - x 1 0", true),
            ("- exp exp x exp exp x", true),
            ("/ 1 + 1 exp neg x", true),
            ("- * x y sqrt * x y", true),
            ("atanh / x 2", true),
            ("+ Pi E", true),
            ("/ x * pow x 2 pow y 2", true),
            ("/ 1 pow x 2", true),
            ("sqrt + exp x * 0 y", true),
            ("sqrt abs * x y", true),
            ("pow x y", true),
            ("csc * * 700 x Pi", true),
            ("tan / * x Pi 2", true),
            ("- pow 2 x pow x / 2 3", true),
            ("pow x Pi", true),
            ("/ x + + 1 x pow x 2", true),
            ("/ 1 - pow x 2 2", true),
            ("+ / 1 - pow x 2 pow y 2 ln - pow x 3 pow y 3", true),
            ("/ sqrt - pow sin x 2 / 1 2 + * 2 cos y pow x y", true),
            ("+ acos * x y / 1 - sinh x x", true),
            ("/ 1 - exp x exp y", true),
            ("/ 1 - / 1 x / 1 y", true),
            ("+ sign - * x y / 1 4 csc - x y", true),
            ("* sqrt -2 x", true),
            ("* ln - sqrt 2 / 7 5 x", true),
            ("* / 1 - pow sqrt 2 2 2 x", true),
            ("/ 1 pow asin - x y 3", true),
            ("+ acoth x asec y", true),
        ];
        for (text, is_plain) in texts {
            let expr = Expr::from_prefix(text).expect(text);
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
