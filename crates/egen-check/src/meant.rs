//! Meanings: are angles in degrees, and is `log` to base 10?
//!
//! Both are read in the usual way. Where a step is right only in the other way, that is how the writer means them from there on.

use egen_math::op::Family;
use egen_math::{Constant, Expr, Id, Node, Op};

/// What is known of how the writer means something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum How {
    /// It was not written yet.
    #[default]
    Unseen,
    /// It was read in the usual way.
    Usual,
    /// The usual way is what is meant: an angle has π.
    Sure,
    /// A step has shown that the other way is meant.
    Other,
}

/// How a problem means `log` and angles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meant([How; Other::ALL.len()]);

/// What signs may mean besides what the reader takes them for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Other {
    /// `log x` is the logarithm to base 10.
    BaseTen,
    /// `sin 30` is 1/2.
    Degrees,
}

impl Other {
    /// All of them.
    pub const ALL: [Other; 2] = [Other::BaseTen, Other::Degrees];

    /// What is asked where a step has shown it.
    pub fn question(self) -> &'static str {
        match self {
            Other::BaseTen => "log to base 10?",
            Other::Degrees => "angles in degrees?",
        }
    }

    /// An expression with this meaning.
    pub fn meant(self, expr: &Expr) -> Expr {
        let mut out = expr.clone();
        // From the last to the first, so that the places of those to come stay what they are.
        for (at, node) in expr.nodes().iter().enumerate().rev() {
            let (id, Some(op)) = (Id(at as u32), node.op()) else { continue };
            let changed = match (self, op.info().family) {
                (Other::BaseTen, _) if op == Op::Ln => out.subtree(id).binary(Op::Div, &Expr::number(10).unary(Op::Ln)),
                (Other::Degrees, Family::Trigonometric) => {
                    let Node::Unary(_, argument) = node else { continue };
                    let argument = out.subtree(*argument);
                    if has_pi(&argument) {
                        continue;
                    }
                    argument.binary(Op::Mul, &degree()).unary(op)
                }
                (Other::Degrees, Family::InverseTrigonometric) => out.subtree(id).binary(Op::Div, &degree()),
                _ => continue,
            };
            out = out.replace(id, &changed);
        }
        out
    }
}

impl Meant {
    fn see(&mut self, other: Other, how: How) {
        let known = &mut self.0[other as usize];
        if matches!((*known, how), (How::Unseen, _) | (How::Usual, How::Sure)) {
            *known = how;
        }
    }

    /// A line has `log`, read as the natural logarithm.
    pub fn see_log(&mut self) {
        self.see(Other::BaseTen, How::Usual);
    }

    /// A line has these sides: are there angles, and is π there?
    pub fn see_angles(&mut self, sides: &[&Expr]) {
        if sides.iter().any(|side| has_pi(side)) {
            self.see(Other::Degrees, How::Sure);
        }
        if sides.iter().any(|side| Other::Degrees.meant(side) != **side) {
            self.see(Other::Degrees, How::Usual);
        }
    }

    /// Might it be meant, though no step has shown it?
    pub fn may_be(self, other: Other) -> bool {
        self.0[other as usize] == How::Usual
    }

    /// Has a step shown it?
    pub fn is(self, other: Other) -> bool {
        self.0[other as usize] == How::Other
    }

    /// A step shows it.
    pub fn show(&mut self, other: Other) {
        self.0[other as usize] = How::Other;
    }
}

/// π/180.
fn degree() -> Expr {
    Expr::constant(Constant::Pi).binary(Op::Div, &Expr::number(180))
}

fn has_pi(expr: &Expr) -> bool {
    expr.nodes().iter().any(|node| matches!(node, Node::Const(Constant::Pi)))
}
