//! Written out: in how many bits could two formulas have been made to agree?
//!
//! Each step of Newton's method doubles the digits that are right, and writes the step before at least twice; a sum of n samples of a periodic
//! function comes a few digits closer to its mean with each. So what is shorter than the digits in which it agrees with something was
//! not made to agree in them, and what is longer may have been. Parts count as often as they stand there, but for equal terms of one sum and equal
//! factors of one product: x + x + x is 3x.

use crate::op::Op;
use crate::tape::{Instruction, Slot, Tape};

/// What a name counts, in bits.
const NAME: i64 = 4;
/// Terms of all sums that are told apart; beyond that equal ones count each time.
const MOST_TERMS: usize = 1 << 20;

/// How many bits both sides have when they are written out.
pub(super) fn written(tape: &Tape, sides: [Slot; 2]) -> i64 {
    let mut sizes: Vec<i64> = Vec::with_capacity(tape.instructions().len());
    let mut chains: Vec<Vec<Slot>> = Vec::with_capacity(tape.instructions().len());
    let mut terms = 0;
    for instruction in tape.instructions() {
        let mut chain = Vec::new();
        if let Some(kind) = kind(instruction)
            && terms < MOST_TERMS
        {
            for slot in instruction.operands() {
                match self::kind(&tape.instructions()[slot as usize]) {
                    Some(own) if own == kind && !chains[slot as usize].is_empty() => {
                        chain.extend_from_slice(&chains[slot as usize]);
                    }
                    _ => chain.push(slot),
                }
            }
            chain.sort_unstable();
            chain.dedup();
            terms += chain.len();
        }
        let sum = |slots: &mut dyn Iterator<Item = Slot>| {
            slots.fold(0, |sum: i64, slot| sum.saturating_add(sizes[slot as usize]))
        };
        let size = match instruction {
            Instruction::Number(n) => n.bits() as i64 + 1,
            Instruction::Constant(_) | Instruction::Input(_) => NAME,
            _ if !chain.is_empty() => sum(&mut chain.iter().copied()),
            Instruction::Unary(..) | Instruction::Binary(..) | Instruction::Power(..) | Instruction::Where(..) => {
                sum(&mut instruction.operands())
            }
        };
        sizes.push(size);
        chains.push(chain);
    }
    sizes[sides[0] as usize].saturating_add(sizes[sides[1] as usize])
}

/// What instructions make one chain with.
#[derive(PartialEq)]
enum Kind {
    Sum,
    Product,
}

fn kind(instruction: &Instruction) -> Option<Kind> {
    match instruction {
        Instruction::Binary(Op::Add | Op::Sub, ..) | Instruction::Unary(Op::Neg, _) => Some(Kind::Sum),
        Instruction::Binary(Op::Mul, ..) => Some(Kind::Product),
        Instruction::Number(_)
        | Instruction::Constant(_)
        | Instruction::Input(_)
        | Instruction::Unary(..)
        | Instruction::Binary(..)
        | Instruction::Power(..)
        | Instruction::Where(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::Expr;

    fn of(text: &str) -> i64 {
        let mut tape = Tape::default();
        let slot = tape.record(&Expr::from_prefix(text).expect(text)).expect(text);
        written(&tape, [slot, slot]) / 2
    }

    #[test]
    fn what_is_repeated_counts_as_often_as_it_stands_there() {
        let step = |e: &String| format!("/ + {e} / + pow x 2 2 {e} 2");
        let sizes: Vec<i64> =
            std::iter::successors(Some("+ x 1".to_string()), |e| Some(step(e))).take(8).map(|e| of(&e)).collect();
        assert!(sizes.windows(2).all(|pair| pair[1] > 2 * pair[0]), "{sizes:?}");
    }

    #[test]
    fn equal_terms_and_factors_count_once() {
        assert_eq!(of("- + + sin x sin x sin x sin x"), of("sin x"));
        assert_eq!(of("* * x x * y x"), of("* x y"));
        assert_eq!(of("+ sin x sin y"), 2 * of("sin x"));
    }
}
