//! Tapes: in which order are the parts of some expressions computed?
//!
//! A tape is a straight-line program for one or more expressions at once. Parts that are the
//! same are computed once. Derivatives are gone: forward-mode differentiation writes the
//! tangents of a derivative's body as further instructions, so that every evaluator (real,
//! complex, balls) knows derivatives of any order without a line of its own.

mod whole;

use rustc_hash::FxHashMap;

use crate::diff;
use crate::expr::{Constant, Expr, Id, Node, Symbol};
use crate::number::Number;
use crate::op::{Op, Parity};
use crate::set::{self, Poles};

/// A tape holds at most this many instructions; derivatives of high order reach it.
pub const MAX_INSTRUCTIONS: usize = 100_000;

/// The place of a value on the tape.
pub type Slot = u32;

/// What a power's exponent is, which decides where a power of a negative number exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exponent {
    /// A constant integer: every base will do, 0 only if it is not negative.
    Integer,
    /// A constant that is no integer: the base must not be negative.
    Fraction,
    /// A constant that may be an integer, such as `sqrt(4)`.
    Constant,
    /// It varies over an interval. x^y with x < 0 exists at isolated y only, which is no
    /// domain that two expressions could be compared on, so it counts as undefined.
    Varying,
    /// It varies over integers only, by an assumption on its variables.
    Lattice,
}

/// One instruction; operands are earlier slots.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// An exact number.
    Number(Number),
    /// π or e.
    Constant(Constant),
    /// An input, by its place in [`Tape::inputs`].
    Input(u32),
    /// A function of the table.
    Unary(Op, Slot),
    /// `Add`, `Sub`, `Mul` or `Div`.
    Binary(Op, Slot, Slot),
    /// A power.
    Power(Slot, Slot, Exponent),
    /// The first, where the second is defined too.
    Where(Slot, Slot),
}

impl Instruction {
    /// The same with other operands.
    pub(crate) fn over(&self, of: impl Fn(Slot) -> Slot) -> Instruction {
        match self {
            Instruction::Number(_) | Instruction::Constant(_) | Instruction::Input(_) => self.clone(),
            Instruction::Unary(op, a) => Instruction::Unary(*op, of(*a)),
            Instruction::Binary(op, a, b) => Instruction::Binary(*op, of(*a), of(*b)),
            Instruction::Power(a, b, kind) => Instruction::Power(of(*a), of(*b), *kind),
            Instruction::Where(a, b) => Instruction::Where(of(*a), of(*b)),
        }
    }

    /// The slots that it reads.
    pub(crate) fn operands(&self) -> impl Iterator<Item = Slot> + use<> {
        match *self {
            Instruction::Number(_) | Instruction::Constant(_) | Instruction::Input(_) => [None, None],
            Instruction::Unary(_, a) => [Some(a), None],
            Instruction::Binary(_, a, b) | Instruction::Power(a, b, _) | Instruction::Where(a, b) => [Some(a), Some(b)],
        }
        .into_iter()
        .flatten()
    }
}

/// Something that a tape reads from outside.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// A variable.
    Variable(Symbol),
    /// An unknown function applied to these slots, an integral, or a derivative of such a thing by the
    /// named variable. Nothing is known of its value.
    Opaque(Opaque),
}

/// What stands behind an unknown value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Opaque {
    /// `f(a, b)`.
    Call(Symbol, Box<[Slot]>),
    /// An integral by a variable.
    Integral(Slot, Symbol),
    /// The derivative of another unknown by a variable.
    Derivative(Slot, Symbol),
}

/// Why an expression has no tape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TapeError {
    /// It needs too many instructions.
    #[error("too large to evaluate: more than {MAX_INSTRUCTIONS} steps")]
    TooLarge,
}

/// A straight-line program.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    instructions: Vec<Instruction>,
    inputs: Vec<Input>,
    places: FxHashMap<Instruction, Slot>,
    integers: Vec<Symbol>,
}

impl Tape {
    /// An empty tape on which these variables are integers.
    pub fn new(integers: &[Symbol]) -> Tape {
        Tape { integers: integers.to_vec(), ..Tape::default() }
    }

    /// The instructions, operands first.
    pub fn instructions(&self) -> &[Instruction] {
        &self.instructions
    }

    /// What the tape reads.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The variables among the inputs, in the order in which they were met.
    pub fn variables(&self) -> impl Iterator<Item = &Symbol> {
        self.inputs.iter().filter_map(|input| match input {
            Input::Variable(name) => Some(name),
            Input::Opaque(_) => None,
        })
    }

    /// The unknowns among the inputs, as a person would name them.
    pub fn unknowns(&self) -> impl Iterator<Item = String> + '_ {
        self.inputs.iter().filter_map(|input| match input {
            Input::Opaque(Opaque::Call(name, _)) => Some(format!("the unknown function {name}")),
            Input::Opaque(Opaque::Integral(..)) => Some("an integral".to_string()),
            _ => None,
        })
    }

    /// Adds the program of an expression and tells where its value will be.
    pub fn record(&mut self, expr: &Expr) -> Result<Slot, TapeError> {
        Ok(*self.record_nodes(expr)?.last().expect("an expression has a root"))
    }

    /// Adds the program of an expression and tells where the value of each of its nodes will be.
    pub fn record_nodes(&mut self, expr: &Expr) -> Result<Vec<Slot>, TapeError> {
        let mut slots: Vec<Slot> = Vec::with_capacity(expr.len());
        for node in expr.nodes() {
            let at = |id: &Id| slots[id.index()];
            let slot = match node {
                Node::Num(n) => self.push(Instruction::Number(n.clone()))?,
                Node::Const(c) => self.push(Instruction::Constant(*c))?,
                Node::Var(name) => self.variable(name)?,
                Node::Unary(op, a) => self.unary(*op, at(a))?,
                Node::Binary(op, body, by) if op.binds() => match expr.node(*by) {
                    Node::Var(name) if *op == Op::Integral => {
                        self.input(Input::Opaque(Opaque::Integral(at(body), name.clone())))?
                    }
                    Node::Var(name) => self.derivative(at(body), name)?,
                    // Readers and builders put a variable here; nothing else has a meaning.
                    _ => self.input(Input::Opaque(Opaque::Call(Symbol::new("?"), Box::new([]))))?,
                },
                Node::Binary(op, a, b) => self.binary(*op, at(a), at(b))?,
                Node::Call(name, args) => {
                    let args: Box<[Slot]> = args.iter().map(at).collect();
                    let value = self.input(Input::Opaque(Opaque::Call(name.clone(), args.clone())))?;
                    // Nothing is known of f, but f(ln x) has no value where ln x has none.
                    let mut guarded = value;
                    for &arg in args.iter().filter(|&&arg| !self.is_total(arg)).collect::<Vec<_>>() {
                        guarded = self.push(Instruction::Where(guarded, arg))?;
                    }
                    guarded
                }
            };
            slots.push(slot);
        }
        Ok(slots)
    }

    /// What a slot computes, as an expression.
    pub(crate) fn expr(&self, slot: Slot) -> Expr {
        let mut builder = crate::expr::Builder::new();
        let mut ids: FxHashMap<Slot, Id> = FxHashMap::default();
        for at in self.reachable(slot) {
            let of = |slot: &Slot| ids[slot];
            let id = match &self.instructions[at as usize] {
                Instruction::Number(n) => builder.number(n.clone()),
                Instruction::Constant(c) => builder.add(Node::Const(*c)),
                Instruction::Input(k) => match &self.inputs[*k as usize] {
                    Input::Variable(name) => builder.variable(name.as_str()),
                    Input::Opaque(Opaque::Call(name, args)) => {
                        builder.add(Node::Call(name.clone(), args.iter().map(of).collect()))
                    }
                    Input::Opaque(Opaque::Integral(body, name)) => {
                        let (body, by) = (of(body), builder.variable(name.as_str()));
                        builder.binary(Op::Integral, body, by)
                    }
                    Input::Opaque(Opaque::Derivative(body, name)) => {
                        let (body, by) = (of(body), builder.variable(name.as_str()));
                        builder.binary(Op::Diff, body, by)
                    }
                },
                Instruction::Unary(op, a) => builder.unary(*op, of(a)),
                Instruction::Binary(op, a, b) => builder.binary(*op, of(a), of(b)),
                Instruction::Power(a, b, _) => builder.binary(Op::Pow, of(a), of(b)),
                Instruction::Where(a, _) => of(a),
            };
            ids.insert(at, id);
        }
        builder.extract(ids[&slot])
    }

    /// Makes a variable an input, if it is none yet.
    pub fn variable(&mut self, name: &Symbol) -> Result<Slot, TapeError> {
        self.input(Input::Variable(name.clone()))
    }

    fn push(&mut self, instruction: Instruction) -> Result<Slot, TapeError> {
        if let Some(&slot) = self.places.get(&instruction) {
            return Ok(slot);
        }
        if self.instructions.len() >= MAX_INSTRUCTIONS {
            return Err(TapeError::TooLarge);
        }
        let slot = self.instructions.len() as Slot;
        self.places.insert(instruction.clone(), slot);
        self.instructions.push(instruction);
        Ok(slot)
    }

    fn input(&mut self, input: Input) -> Result<Slot, TapeError> {
        let place = self.inputs.iter().position(|known| *known == input).unwrap_or_else(|| {
            self.inputs.push(input);
            self.inputs.len() - 1
        });
        self.push(Instruction::Input(place as u32))
    }

    fn number(&mut self, n: impl Into<Number>) -> Result<Slot, TapeError> {
        self.push(Instruction::Number(n.into()))
    }

    /// Adds `op(a)`. Signs move out of odd functions and vanish in even ones: that is exact in every
    /// evaluator, and it lets f(−x) and −f(x) meet where f is too flat for numbers to tell.
    fn unary(&mut self, op: Op, a: Slot) -> Result<Slot, TapeError> {
        let inner = match self.instructions[a as usize] {
            Instruction::Unary(Op::Neg, inner) => inner,
            _ => return self.push(Instruction::Unary(op, a)),
        };
        match op.info().parity {
            Parity::Neither => self.push(Instruction::Unary(op, a)),
            Parity::Even => self.push(Instruction::Unary(op, inner)),
            Parity::Odd if op == Op::Neg => Ok(inner),
            Parity::Odd => {
                let value = self.push(Instruction::Unary(op, inner))?;
                self.push(Instruction::Unary(Op::Neg, value))
            }
        }
    }

    /// Adds `op(a, b)`.
    pub(crate) fn binary(&mut self, op: Op, a: Slot, b: Slot) -> Result<Slot, TapeError> {
        match op {
            Op::Pow => self.power(a, b),
            Op::Log => {
                let (a, b) = (self.push(Instruction::Unary(Op::Ln, a))?, self.push(Instruction::Unary(Op::Ln, b))?);
                self.push(Instruction::Binary(Op::Div, a, b))
            }
            _ => self.push(Instruction::Binary(op, a, b)),
        }
    }

    fn power(&mut self, base: Slot, exponent: Slot) -> Result<Slot, TapeError> {
        let (exponent, kind) = match self.exact(exponent) {
            // An exact exponent is one number, however it was written: x^(1/3) reads 1/3, not 0.333….
            Some(n) => {
                let kind = if n.is_integer() { Exponent::Integer } else { Exponent::Fraction };
                (self.number(n)?, kind)
            }
            None => (exponent, self.variation(exponent)),
        };
        self.push(Instruction::Power(base, exponent, kind))
    }

    /// The rational that a slot holds, if a short calculation shows it.
    pub(crate) fn exact(&self, slot: Slot) -> Option<Number> {
        const STEPS: usize = 32;
        let mut steps = 0;
        exact_value(&self.instructions, slot, &mut steps, STEPS)
    }

    fn variation(&self, slot: Slot) -> Exponent {
        let is_input = |at: Slot| matches!(self.instructions[at as usize], Instruction::Input(_));
        if !self.reachable(slot).into_iter().any(is_input) {
            Exponent::Constant
        } else if whole::is_whole(self, slot) {
            Exponent::Lattice
        } else {
            Exponent::Varying
        }
    }

    /// Has a slot a value for all inputs, as far as its operators tell?
    fn is_total(&self, slot: Slot) -> bool {
        self.reachable(slot).into_iter().all(|at| match &self.instructions[at as usize] {
            Instruction::Number(_) | Instruction::Constant(_) | Instruction::Input(_) => true,
            Instruction::Unary(op, _) => op.info().domain == set::ALL && op.info().poles == Poles::None,
            Instruction::Binary(Op::Div, _, b) => self.exact(*b).is_some_and(|n| !n.is_zero()),
            Instruction::Binary(..) => true,
            Instruction::Power(_, n, Exponent::Integer) => self.exact(*n).is_some_and(|n| !n.is_negative()),
            Instruction::Power(..) | Instruction::Where(..) => false,
        })
    }

    /// The same program with one input in place of a later one, and where each slot is in it.
    pub(crate) fn join_inputs(&self, kept: usize, joined: usize) -> Result<(Tape, Vec<Slot>), TapeError> {
        let mut out = Tape::new(&self.integers);
        let mut slots: Vec<Slot> = Vec::with_capacity(self.instructions.len());
        for instruction in &self.instructions {
            let of = |slot: Slot| slots[slot as usize];
            let slot = match instruction {
                Instruction::Input(place) => {
                    let place = if *place as usize == joined { kept } else { *place as usize };
                    out.input(self.inputs[place].over(of))?
                }
                other => out.push(other.over(of))?,
            };
            slots.push(slot);
        }
        Ok((out, slots))
    }

    /// The slots that a slot depends on, itself included, in ascending order.
    pub(crate) fn reachable(&self, slot: Slot) -> Vec<Slot> {
        let mut marked = vec![false; slot as usize + 1];
        marked[slot as usize] = true;
        for at in (0..=slot as usize).rev() {
            if marked[at] {
                let mut mark = |s: Slot| marked[s as usize] = true;
                let instruction = &self.instructions[at];
                instruction.operands().for_each(&mut mark);
                if let Instruction::Input(place) = instruction
                    && let Input::Opaque(opaque) = &self.inputs[*place as usize]
                {
                    opaque.slots().iter().for_each(|&s| mark(s));
                }
            }
        }
        (0..=slot).filter(|&at| marked[at as usize]).collect()
    }

    /// Adds the tangent of a slot by a variable. It is defined where the slot itself is defined as well.
    pub(crate) fn derivative(&mut self, body: Slot, by: &Symbol) -> Result<Slot, TapeError> {
        // An integral's derivative is its integrand; the unknown integral itself is no longer asked for.
        if let Instruction::Input(place) = self.instructions[body as usize]
            && let Input::Opaque(Opaque::Integral(integrand, variable)) = &self.inputs[place as usize]
            && variable == by
        {
            return Ok(*integrand);
        }
        let mut tangents: FxHashMap<Slot, Slot> = FxHashMap::default();
        for at in self.reachable(body) {
            // No entry means that the tangent is 0 identically.
            if let Some(tangent) = self.tangent(at, by, &tangents)? {
                tangents.insert(at, tangent);
            }
        }
        let tangent = match tangents.get(&body) {
            Some(&slot) => slot,
            None => self.number(0)?,
        };
        self.push(Instruction::Where(tangent, body))
    }

    fn tangent(&mut self, at: Slot, by: &Symbol, known: &FxHashMap<Slot, Slot>) -> Result<Option<Slot>, TapeError> {
        let of = |slot: Slot| known.get(&slot).copied();
        Ok(match self.instructions[at as usize].clone() {
            Instruction::Number(_) | Instruction::Constant(_) => None,
            Instruction::Input(place) => match &self.inputs[place as usize] {
                Input::Variable(name) => (name == by).then(|| self.number(1)).transpose()?,
                Input::Opaque(opaque) => {
                    let moves = opaque.slots().iter().any(|&s| of(s).is_some());
                    let derivative = Input::Opaque(Opaque::Derivative(at, by.clone()));
                    moves.then(|| self.input(derivative)).transpose()?
                }
            },
            Instruction::Unary(Op::Neg, a) => of(a).map(|da| self.push(Instruction::Unary(Op::Neg, da))).transpose()?,
            Instruction::Unary(op, a) => match of(a) {
                Some(da) => {
                    let slope = self.template(diff::derivative_template(op), a)?;
                    Some(self.times(slope, da)?)
                }
                None => None,
            },
            Instruction::Binary(op @ (Op::Add | Op::Sub), a, b) => match (of(a), of(b)) {
                (Some(da), Some(db)) => Some(self.push(Instruction::Binary(op, da, db))?),
                (None, Some(db)) if op == Op::Sub => Some(self.push(Instruction::Unary(Op::Neg, db))?),
                (da, db) => da.or(db),
            },
            Instruction::Binary(Op::Mul, a, b) => {
                let left = of(a).map(|da| self.times(da, b)).transpose()?;
                let right = of(b).map(|db| self.times(a, db)).transpose()?;
                self.sum(left, right)?
            }
            Instruction::Binary(Op::Div, a, b) => {
                // (a/b)' = a'/b − (a/b)·b'/b
                let left = of(a).map(|da| self.push(Instruction::Binary(Op::Div, da, b))).transpose()?;
                let right = match of(b) {
                    Some(db) => {
                        let share = self.push(Instruction::Binary(Op::Div, db, b))?;
                        let product = self.times(at, share)?;
                        Some(self.push(Instruction::Unary(Op::Neg, product))?)
                    }
                    None => None,
                };
                self.sum(left, right)?
            }
            // What no rule is known for has an unknown derivative; those with a rule are all above.
            Instruction::Binary(_, a, b) => {
                let derivative = Input::Opaque(Opaque::Derivative(at, by.clone()));
                of(a).or(of(b)).map(|_| self.input(derivative)).transpose()?
            }
            Instruction::Power(base, exponent, _) => self.power_tangent(at, base, exponent, of(base), of(exponent))?,
            Instruction::Where(a, witness) => of(a).map(|da| self.push(Instruction::Where(da, witness))).transpose()?,
        })
    }

    fn power_tangent(
        &mut self,
        at: Slot,
        base: Slot,
        exponent: Slot,
        dbase: Option<Slot>,
        dexponent: Option<Slot>,
    ) -> Result<Option<Slot>, TapeError> {
        // (a^b)' = b·a^(b−1)·a' + a^b·ln a·b'
        let left = match dbase {
            Some(da) => {
                let one = self.number(1)?;
                let lower = self.push(Instruction::Binary(Op::Sub, exponent, one))?;
                let power = match self.exact(lower) {
                    Some(n) if n == Number::ONE => base,
                    Some(n) if n.is_zero() => one,
                    Some(n) if n.is_integer() => self.power(base, lower)?,
                    // At zero a^b ends, so it has no tangent there even if a^(b−1) has a value.
                    _ => {
                        let power = self.power(base, lower)?;
                        let inside = self.push(Instruction::Binary(Op::Div, one, base))?;
                        self.push(Instruction::Where(power, inside))?
                    }
                };
                let slope = self.times(exponent, power)?;
                Some(self.times(slope, da)?)
            }
            None => None,
        };
        let right = match dexponent {
            Some(db) => {
                let ln = self.push(Instruction::Unary(Op::Ln, base))?;
                let slope = self.times(at, ln)?;
                Some(self.times(slope, db)?)
            }
            None => None,
        };
        self.sum(left, right)
    }

    fn times(&mut self, a: Slot, b: Slot) -> Result<Slot, TapeError> {
        let is_one = |slot: Slot| self.instructions[slot as usize] == Instruction::Number(Number::ONE);
        match (is_one(a), is_one(b)) {
            (true, _) => Ok(b),
            (_, true) => Ok(a),
            _ => self.push(Instruction::Binary(Op::Mul, a, b)),
        }
    }

    fn sum(&mut self, a: Option<Slot>, b: Option<Slot>) -> Result<Option<Slot>, TapeError> {
        match (a, b) {
            (Some(a), Some(b)) => self.push(Instruction::Binary(Op::Add, a, b)).map(Some),
            (a, b) => Ok(a.or(b)),
        }
    }

    /// Adds the program of an expression in the one variable `u`, which stands for a slot.
    fn template(&mut self, template: &Expr, u: Slot) -> Result<Slot, TapeError> {
        let mut slots: Vec<Slot> = Vec::with_capacity(template.len());
        for node in template.nodes() {
            let slot = match node {
                Node::Num(n) => self.push(Instruction::Number(n.clone()))?,
                Node::Const(c) => self.push(Instruction::Constant(*c))?,
                Node::Unary(op, a) => self.unary(*op, slots[a.index()])?,
                Node::Binary(op, a, b) => self.binary(*op, slots[a.index()], slots[b.index()])?,
                Node::Var(_) => u,
                Node::Call(..) => unreachable!("the table's derivatives use u, numbers, constants and operators"),
            };
            slots.push(slot);
        }
        Ok(*slots.last().expect("an expression has a root"))
    }
}

impl Input {
    /// The same with other operands.
    fn over(&self, of: impl Fn(Slot) -> Slot) -> Input {
        match self {
            Input::Variable(_) => self.clone(),
            Input::Opaque(opaque) => Input::Opaque(match opaque {
                Opaque::Call(name, args) => Opaque::Call(name.clone(), args.iter().map(|&arg| of(arg)).collect()),
                Opaque::Integral(body, by) => Opaque::Integral(of(*body), by.clone()),
                Opaque::Derivative(body, by) => Opaque::Derivative(of(*body), by.clone()),
            }),
        }
    }
}

impl Opaque {
    /// What it is made of.
    pub(crate) fn slots(&self) -> &[Slot] {
        match self {
            Opaque::Call(_, args) => args,
            Opaque::Integral(body, _) => std::slice::from_ref(body),
            Opaque::Derivative(body, _) => std::slice::from_ref(body),
        }
    }
}

/// Rational arithmetic on the constants of a tape; gives up after `limit` steps.
fn exact_value(tape: &[Instruction], slot: Slot, steps: &mut usize, limit: usize) -> Option<Number> {
    *steps += 1;
    if *steps > limit {
        return None;
    }
    match &tape[slot as usize] {
        Instruction::Number(n) => Some(n.clone()),
        Instruction::Unary(Op::Neg, a) => Some(-exact_value(tape, *a, steps, limit)?),
        Instruction::Binary(op, a, b) => {
            let (a, b) = (exact_value(tape, *a, steps, limit)?, exact_value(tape, *b, steps, limit)?);
            a.combine(*op, &b)
        }
        _ => None,
    }
}
