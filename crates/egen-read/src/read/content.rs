//! Content MathML: which expression is this tree of elements?
//!
//! `<apply><sin/><ci>x</ci></apply>`. The first element of an `<apply>` says what the others are
//! arguments of. A loop with a stack walks the tree, and the values are those of prefix notation.

use std::ops::Range;

use roxmltree::Node as Element;

use super::mathml::tag;
use super::message::{CalculusRefusal, Count, TreeRefusal};
use super::prefix::{Head, Values};
use super::prime::{Dependence, apply_dependence};
use super::{MAX_ORDER, Notation, Note, NoteKind, ReadError, Reading, error, root};
use egen_math::Number;
use egen_math::defined;
use egen_math::expr::{Constant, Node, Symbol};
use egen_math::names;
use egen_math::op::Op;

/// The outermost element of the tree, if the element holds one.
pub(super) fn tree<'a, 't>(root: Element<'a, 't>) -> Option<Element<'a, 't>> {
    let mut node = root;
    while matches!(node.tag_name().name(), "math" | "semantics") {
        node = node.first_element_child()?;
    }
    matches!(node.tag_name().name(), "apply" | "ci" | "cn" | "pi" | "exponentiale" | "csymbol").then_some(node)
}

pub(super) fn read(tree: Element<'_, '_>) -> Result<Reading, ReadError> {
    let mut walk = Walk { values: Values::default(), notes: Vec::new(), dependent: Vec::new() };
    let mut todo = Vec::new();
    let equation = tree.first_element_child().filter(|head| name_of(*head) == "eq");
    match equation {
        Some(head) => todo.extend(head.next_siblings().skip(1).filter(Element::is_element).map(Step::Enter)),
        None => todo.push(Step::Enter(tree)),
    }
    let sides = todo.len();
    if equation.is_some() && sides < 2 {
        return Err(error(tag(tree), TreeRefusal::EqElement));
    }
    todo.reverse();
    while let Some(step) = todo.pop() {
        match step {
            Step::Enter(node) => walk.enter(node, &mut todo)?,
            Step::Leave(open) => walk.leave(&open)?,
        }
    }
    let Walk { values, mut notes, dependent } = walk;
    let mut sides = values.finish();
    apply_dependence(dependent, &mut sides, |at, kind| notes.push(Note { at, kind })).map_err(|why| *why)?;
    Ok(Reading { sides, notation: Notation::Mathml, notes, choices: Vec::new() })
}

enum Step<'a, 't> {
    Enter(Element<'a, 't>),
    Leave(Open<'a, 't>),
}

/// An `<apply>` whose arguments are being read.
struct Open<'a, 't> {
    head: Element<'a, 't>,
    /// The variable that it binds, and how often.
    by: Option<(Symbol, usize)>,
    /// Is the first argument a degree or a base?
    qualified: bool,
    from: usize,
}

struct Walk {
    values: Values,
    notes: Vec<Note>,
    /// From the derivative of a name that stands alone: f depends on x.
    dependent: Vec<Dependence>,
}

impl Walk {
    fn enter<'a, 't>(&mut self, node: Element<'a, 't>, todo: &mut Vec<Step<'a, 't>>) -> Result<(), ReadError> {
        let at = tag(node);
        match node.tag_name().name() {
            "cn" => {
                self.values.number(number(node)?, at);
            }
            "ci" => {
                let name = name(node)?;
                self.values.push(Node::Var(name), at);
            }
            "pi" => self.values.push(Node::Const(Constant::Pi), at),
            "exponentiale" => self.values.push(Node::Const(Constant::E), at),
            "csymbol" if name_of(node) == "pi" => self.values.push(Node::Const(Constant::Pi), at),
            "csymbol" if name_of(node) == "e" => self.values.push(Node::Const(Constant::E), at),
            "apply" => {
                let mut parts = node.children().filter(Element::is_element);
                let Some(head) = parts.next() else {
                    return Err(error(at, TreeRefusal::EmptyApply));
                };
                let mut open = Open { head, by: None, qualified: false, from: self.values.stack.len() };
                let (mut qualifier, mut rest) = (None, Vec::new());
                for part in parts {
                    match part.tag_name().name() {
                        "bvar" if open.by.is_none() => open.by = Some(bound(part)?),
                        "degree" | "logbase" if qualifier.is_none() => qualifier = part.first_element_child(),
                        "bvar" | "degree" | "logbase" | "lowlimit" | "uplimit" | "interval" | "domainofapplication" => {
                            let name = part.tag_name().name().to_owned();
                            return Err(error(tag(part), TreeRefusal::ElementHere(name)));
                        }
                        _ => rest.push(part),
                    }
                }
                // OpenMath's logarithm has its base first, and its root the degree behind the radicand.
                let strict = head.tag_name().name() == "csymbol" && rest.len() == 2;
                if strict && matches!(name_of(head), "log" | "root") {
                    if name_of(head) == "root" {
                        rest.reverse();
                    }
                    open.qualified = true;
                }
                open.qualified |= qualifier.is_some();
                todo.push(Step::Leave(open));
                todo.extend(qualifier.into_iter().chain(rest).collect::<Vec<_>>().into_iter().rev().map(Step::Enter));
            }
            other => return Err(error(at, TreeRefusal::Element(other.to_owned()))),
        }
        Ok(())
    }

    fn leave(&mut self, open: &Open<'_, '_>) -> Result<(), ReadError> {
        let (from, at) = (open.from, tag(open.head));
        let head = name_of(open.head);
        let count = self.values.stack.len() - from - usize::from(open.qualified);
        let wants = |good: bool, much: Count| match good {
            true => Ok(()),
            false => Err(error(at.clone(), TreeRefusal::HeadArity(head.to_owned(), much, count))),
        };
        if open.qualified && !matches!(head, "root" | "log") {
            return Err(error(at, TreeRefusal::NoDegree(head.to_owned())));
        }
        match head {
            "diff" | "partialdiff" | "int" | "root" | "log" => wants(count == 1, Count::One)?,
            // SymPy has an element for a function of its user's.
            _ if head == "ci" || head.len() == 1 => wants(count > 0, Count::Some)?,
            _ => {}
        }
        let op = match head {
            "plus" => Op::Add,
            "times" => Op::Mul,
            "minus" if count == 1 => Op::Neg,
            "minus" => Op::Sub,
            "divide" => Op::Div,
            "power" => Op::Pow,
            "diff" | "partialdiff" | "int" => return self.bind(open, head, at),
            "root" => return self.root(open.qualified, at),
            "log" => return self.logarithm(open, at),
            "ci" => {
                let name = name(open.head)?;
                return self.values.apply(&Head::Call(name), from, at);
            }
            _ if head.len() == 1 => {
                self.notes.push(Note { at: at.clone(), kind: NoteKind::UnknownElement(head.to_owned()) });
                return self.values.apply(&Head::Call(Symbol::new(head)), from, at);
            }
            _ if let Some(defined) = defined::find(head) => {
                self.notes.push(self.values.define(defined, from, at)?);
                return Ok(());
            }
            _ => match names::function(head) {
                Some(names::Func::Op(op)) if !op.binds() => op,
                _ => return Err(error(at, TreeRefusal::Head(head.to_owned()))),
            },
        };
        let closed = self.values.close(op, from, at.clone())?;
        wants(closed, if matches!(op, Op::Add | Op::Mul) { Count::Some } else { Count::Exactly(op.arity()) })
    }

    /// A derivative or an integral of the last value.
    fn bind(&mut self, open: &Open<'_, '_>, head: &str, at: Range<usize>) -> Result<(), ReadError> {
        let Some((variable, order)) = open.by.clone() else {
            return Err(error(at, TreeRefusal::NoVariable(head.to_owned())));
        };
        let op = if head == "int" { Op::Integral } else { Op::Diff };
        if let Some((body, body_at)) = self.values.stack.last()
            && let Node::Var(name) = self.values.builder.node(*body)
            && op == Op::Diff
            && *name != variable
        {
            let (name, variable, at) = (name.clone(), variable.clone(), body_at.clone());
            self.dependent.push(Dependence { name, variable, at, applied: false });
        }
        self.values.bind(op, &variable, order, at)
    }

    /// A root, whose degree stands before the radicand if it has one.
    fn root(&mut self, has_degree: bool, at: Range<usize>) -> Result<(), ReadError> {
        let (radicand, _) = self.values.stack.pop().expect("there is one argument");
        let degree = match has_degree {
            true => self.values.stack.pop().expect("the degree was read first").0,
            false => self.values.builder.number(2),
        };
        let built = root::build(&mut self.values.builder, radicand, degree).map_err(|why| error(at.clone(), why))?;
        self.values.stack.push((built.id, at.clone()));
        self.notes.extend(built.note.map(|kind| Note { at, kind }));
        Ok(())
    }

    /// A logarithm, whose base stands before the argument if it has one; the standard says that it is 10 otherwise.
    fn logarithm(&mut self, open: &Open<'_, '_>, at: Range<usize>) -> Result<(), ReadError> {
        let argument = self.values.stack.pop().expect("there is one argument");
        if !open.qualified {
            self.values.push(Node::Num(Number::from(10)), at.clone());
        }
        let base = self.values.stack.pop().expect("the base was read first");
        self.values.stack.extend([argument, base]);
        self.values.apply(&Head::Op(Op::Log), open.from, at)
    }
}

/// The element that an element is, or the one that a symbol of OpenMath's dictionaries stands for: `<csymbol cd="arith1">plus</csymbol>`.
fn name_of<'a>(node: Element<'a, '_>) -> &'a str {
    let known = matches!(node.attribute("cd"), Some("arith1" | "transc1" | "relation1" | "nums1"));
    match (node.tag_name().name(), node.text().map(str::trim)) {
        ("csymbol", Some("unary_minus")) if known => "minus",
        ("csymbol", Some(symbol)) if known => symbol,
        (name, _) => name,
    }
}

/// `<bvar><ci>x</ci><degree><cn>2</cn></degree></bvar>`.
fn bound(bvar: Element<'_, '_>) -> Result<(Symbol, usize), ReadError> {
    let mut parts = bvar.children().filter(Element::is_element);
    let Some(variable) = parts.next().filter(|part| part.tag_name().name() == "ci") else {
        return Err(error(tag(bvar), TreeRefusal::BoundVariable));
    };
    let degree = parts.next().and_then(|degree| degree.first_element_child());
    let order = match degree {
        None => 1,
        Some(degree) => match number(degree)? {
            (order, None) => order.as_i64().and_then(|order| usize::try_from(order).ok()).unwrap_or(0),
            _ => 0,
        },
    };
    if !(1..=MAX_ORDER).contains(&order) {
        return Err(error(tag(bvar), CalculusRefusal::Order));
    }
    Ok((name(variable)?, order))
}

fn name(ci: Element<'_, '_>) -> Result<Symbol, ReadError> {
    let parts: Vec<&str> = match ci.first_element_child() {
        // `<ci><msub><mi>x</mi><mn>1</mn></msub></ci>`.
        Some(only) if only.tag_name().name() == "msub" || only.tag_name().name() == "mi" => {
            let leaves = only.descendants().filter(|node| matches!(node.tag_name().name(), "mi" | "mn"));
            leaves.map(|leaf| leaf.text().unwrap_or_default().trim()).collect()
        }
        Some(_) => Vec::new(),
        None => vec![ci.text().unwrap_or_default().trim()],
    };
    let parts: Vec<&str> = parts.iter().map(|part| names::letter(part).unwrap_or(part)).collect();
    let name = parts.join("_");
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let other = |node: Element<'_, '_>| !matches!(node.tag_name().name(), "ci" | "msub" | "mi" | "mn" | "mrow");
    if !is_name || ci.descendants().any(|node| node.is_element() && other(node)) {
        return Err(error(tag(ci), TreeRefusal::CiName));
    }
    Ok(Symbol::new(&name))
}

/// `<cn>-1.5</cn>`, `<cn type="rational">1<sep/>3</cn>`, `<cn type="e-notation">1<sep/>5</cn>`.
/// The second number is the denominator of a fraction.
fn number(cn: Element<'_, '_>) -> Result<(Number, Option<Number>), ReadError> {
    let wrong = || error(tag(cn), TreeRefusal::CnDigits);
    if cn.tag_name().name() != "cn" || cn.attribute("base").is_some_and(|base| base != "10") {
        return Err(wrong());
    }
    let parts: Vec<&str> = cn.children().filter_map(|child| child.text()).map(str::trim).collect();
    let signed = |text: &str| {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let number = Number::parse_decimal(digits).map_err(|_| wrong())?;
        Ok(if text.starts_with('-') { -number } else { number })
    };
    match (cn.attribute("type").unwrap_or("real"), parts.as_slice()) {
        ("real" | "integer" | "double" | "constant", [one]) => Ok((signed(one)?, None)),
        ("rational", [above, below]) => Ok((signed(above)?, Some(signed(below)?))),
        ("e-notation", [mantissa, exponent]) => Ok((signed(&format!("{mantissa}e{exponent}"))?, None)),
        _ => Err(wrong()),
    }
}
