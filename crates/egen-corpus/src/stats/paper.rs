//! The paper: which operators and which figures does it report for its corpus?

use egen_math::Op;

/// A category of operators in the paper's table "Operator coverage of E-Gen Corpus".
#[derive(Clone, Copy, Debug)]
pub struct Category {
    /// Its name.
    pub name: &'static str,
    /// Its operators.
    pub operators: &'static [Op],
}

/// The 34 operators, by category: a quotation, to which nothing is added. The paper writes exp as a power of e, and so may a corpus.
pub const CATEGORIES: [Category; 6] = [
    Category {
        name: "arithmetic",
        operators: &[Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Pow, Op::Abs, Op::Sqrt, Op::Diff],
    },
    Category { name: "logarithmic and exponential", operators: &[Op::Ln, Op::Exp] },
    Category { name: "trigonometric", operators: &[Op::Sin, Op::Cos, Op::Tan, Op::Csc, Op::Sec, Op::Cot] },
    Category {
        name: "inverse trigonometric",
        operators: &[Op::Asin, Op::Acos, Op::Atan, Op::Acsc, Op::Asec, Op::Acot],
    },
    Category { name: "hyperbolic", operators: &[Op::Sinh, Op::Cosh, Op::Tanh, Op::Csch, Op::Sech, Op::Coth] },
    Category {
        name: "inverse hyperbolic",
        operators: &[Op::Asinh, Op::Acosh, Op::Atanh, Op::Acsch, Op::Asech, Op::Acoth],
    },
];

/// The category of an operator, as its place in [`CATEGORIES`]; `None` for those that the paper has not.
pub fn category(op: Op) -> Option<usize> {
    CATEGORIES.iter().position(|category| category.operators.contains(&op))
}

/// The operators of the paper.
pub fn operators() -> impl Iterator<Item = Op> {
    CATEGORIES.iter().flat_map(|category| category.operators.iter().copied())
}

/// A figure that the paper reports for its own corpus and for the Equivalent Expressions Dataset (EED).
#[derive(Clone, Copy, Debug)]
pub struct Reported {
    /// What it is.
    pub what: &'static str,
    /// Of the paper's corpus.
    pub egen: &'static str,
    /// Of the EED.
    pub eed: &'static str,
}

/// The paper's table "Dataset Statistics".
pub const TABLE: [Reported; 6] = [
    Reported { what: "operators", egen: "34", eed: "24" },
    Reported { what: "average cluster size", egen: "102", eed: "2" },
    Reported { what: "average length (tokens)", egen: "15", eed: "16" },
    Reported { what: "training pairs", egen: "~55 M", eed: "~4.66 M" },
    Reported { what: "training triplets", egen: "~50 M", eed: "-" },
    Reported { what: "test expressions", egen: "8,077", eed: "5,000" },
];

#[cfg(test)]
mod tests {
    use egen_math::Op;
    use egen_math::op::Family;

    #[test]
    fn the_categories_of_functions_are_families() {
        for (name, family) in [
            ("trigonometric", Family::Trigonometric),
            ("inverse trigonometric", Family::InverseTrigonometric),
            ("hyperbolic", Family::Hyperbolic),
            ("inverse hyperbolic", Family::InverseHyperbolic),
        ] {
            let category = super::CATEGORIES.iter().find(|category| category.name == name).expect(name);
            assert!(Op::all().filter(|op| op.info().family == family).eq(category.operators.iter().copied()), "{name}");
        }
    }

    #[test]
    fn the_paper_has_34_different_operators() {
        let mut all: Vec<_> = super::operators().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 34);
    }
}
