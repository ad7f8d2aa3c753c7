//! Order: are two formulas the same up to the order of terms and factors?
//!
//! Sums are lists of signed terms and products lists of factors above and below the line, so `1 - x` is `-x + 1` and `x*(1/2)` stays
//! apart from `0.5*x`. A sign may stand at any factor of a product; signs are counted and not cancelled, and neither are ones: −(−x) is
//! not x, and x/1 is not x. A power of e is an exponential, which is only another spelling.

use egen_math::{Constant, Expr, Id, Node, Op};

/// Whether they are.
pub fn same(a: &Expr, b: &Expr) -> bool {
    Form(a).of(a.root()) == Form(b).of(b.root())
}

/// Readers nest at most 256 deep, so a walk that calls itself is safe for what was read.
struct Form<'a>(&'a Expr);

/// A product: its signs, what is above the line and what is below, sorted.
#[derive(Default)]
struct Product {
    signs: usize,
    above: Vec<String>,
    below: Vec<String>,
}

impl Form<'_> {
    fn of(&self, id: Id) -> String {
        let mut terms = Vec::new();
        self.terms(id, 0, &mut terms);
        terms.sort();
        if terms.len() == 1 { terms.remove(0) } else { format!("(+ {})", terms.join(" ")) }
    }

    fn terms(&self, id: Id, signs: usize, to: &mut Vec<String>) {
        match self.0.node(id) {
            // −(a + b) is not −a − b: a sign before a sum stays there.
            Node::Binary(Op::Add | Op::Sub, ..) if signs > 0 => {
                to.push(format!("{}{}", "-".repeat(signs), self.of(id)))
            }
            Node::Binary(Op::Add, a, b) => {
                self.terms(*a, 0, to);
                self.terms(*b, 0, to);
            }
            Node::Binary(Op::Sub, a, b) => {
                self.terms(*a, 0, to);
                self.terms(*b, 1, to);
            }
            Node::Unary(Op::Neg, a) => self.terms(*a, signs + 1, to),
            _ => {
                let mut product = Product { signs, ..Product::default() };
                self.factors(id, false, &mut product);
                product.above.sort();
                product.below.sort();
                let Product { signs, above, below } = product;
                let below = if below.is_empty() { String::new() } else { format!(" / {}", below.join(" ")) };
                to.push(format!("{}(* {}{below})", "-".repeat(signs), above.join(" ")));
            }
        }
    }

    fn factors(&self, id: Id, under: bool, to: &mut Product) {
        match self.0.node(id) {
            Node::Binary(Op::Mul, a, b) => {
                self.factors(*a, under, to);
                self.factors(*b, under, to);
            }
            Node::Binary(Op::Div, a, b) if !under => {
                self.factors(*a, false, to);
                self.factors(*b, true, to);
            }
            Node::Unary(Op::Neg, a) => {
                to.signs += 1;
                self.factors(*a, under, to);
            }
            _ => {
                let mut atom = self.atom(id);
                if let Some(number) = atom.strip_prefix('-') {
                    to.signs += 1;
                    atom = number.into();
                }
                if under { to.below.push(atom) } else { to.above.push(atom) }
            }
        }
    }

    fn atom(&self, id: Id) -> String {
        match self.0.node(id) {
            Node::Num(number) => number.to_string(),
            Node::Binary(Op::Pow, e, a) if *self.0.node(*e) == Node::Const(Constant::E) => {
                format!("({:?} {})", Op::Exp, self.of(*a))
            }
            node @ (Node::Const(_) | Node::Var(_)) => format!("{node:?}"),
            Node::Unary(op, a) => format!("({op:?} {})", self.of(*a)),
            Node::Binary(Op::Add | Op::Sub, ..) => self.of(id),
            Node::Binary(Op::Div, a, b) => format!("(div {} {})", self.of(*a), self.of(*b)),
            Node::Binary(op, a, b) => format!("({op:?} {} {})", self.of(*a), self.of(*b)),
            Node::Call(name, args) => {
                let args: Vec<String> = args.iter().map(|&arg| self.of(arg)).collect();
                format!("({name:?} {})", args.join(" "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use egen_read::read::read_expr;

    #[test]
    fn order_and_place_of_signs_do_not_matter() {
        let same = |a: &str, b: &str| super::same(&read_expr(a).unwrap(), &read_expr(b).unwrap());
        for (a, b) in [
            ("1 - x", "-x + 1"),
            ("a + b + c", "c + (b + a)"),
            ("2*x*sin(x)", "sin(x)*(x*2)"),
            ("-x*y", "x*(-y)"),
            ("-2*x", "x*(-2)"),
            ("x - 1", "-1 + x"),
            ("a/(b*c)", "a/b/c"),
            ("cos(pi/2 + x)", "cos(x + pi/2)"),
            ("exp(2*x)", "e^(x*2)"),
            (r"\csc^{-1}(1/x)", "acsc(1/x)"),
        ] {
            assert!(same(a, b), "{a} and {b}");
        }
        for (a, b) in [
            ("a - b", "b - a"),
            ("a/b", "b/a"),
            ("x^2", "2^x"),
            ("-(-x)", "x"),
            ("x/1", "x"),
            ("tan(x)/1", "tan(x)"),
            ("-(a + b)", "-a - b"),
            ("sin(-x)", "-sin(x)"),
            ("1/(a/b)", "b/a"),
            ("sec(x)", "1/cos(x)"),
            ("cos(x + pi)", "cos(x - pi)"),
        ] {
            assert!(!same(a, b), "{a} and {b}");
        }
    }
}
