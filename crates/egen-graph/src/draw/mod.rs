//! Drawing: what does an e-graph look like to a person?
//!
//! ```text
//! Graph ─ Picture ─┬─ grammar (lines)
//!                  ├─ json
//!                  └─ layers ─ arrange ─ layout ─ svg
//! ```
//! A [`Picture`] is a graph without egg: classes numbered from the root, nodes with the signs that people write. All else
//! is a pure function of it, so the same run gives the same picture, byte by byte.

mod arrange;
mod cell;
#[cfg(feature = "serde")]
mod json;
mod label;
mod layers;
mod layout;
mod route;
mod settle;
mod svg;

pub use layout::{ClassBox, Curve, Edge, Layout, Point, Rect, TooLarge};

use std::collections::{BTreeMap, VecDeque};

use egen_math::{Number, Symbol};
use egg::{Id, Language};

use crate::analysis::Graph;
use crate::grammar::ClassId;
use crate::term::Term;
use egen_math::range::Range;

/// The part of a graph that its roots reach.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The classes that were asked for.
    pub roots: Vec<ClassId>,
    /// The classes by number: breadth-first from the roots.
    pub classes: Vec<Class>,
}

/// A class: expressions that are equal.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// Its nodes: leaves first, then by operator and arguments.
    pub nodes: Vec<Node>,
    /// Its exact value, if it is known.
    pub number: Option<Number>,
    /// Between which values it certainly lies.
    pub range: Range,
}

/// A node: an operator over classes, or a leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// As people write it: `×`, `sin`, `−1/2`, `d/dx`.
    pub label: String,
    /// Its prefix token, which egen reads: `*`, `sin`, `-1/2`, `d`.
    pub token: String,
    /// The classes of its arguments, in order.
    pub children: Vec<ClassId>,
    /// The variable that a derivative or an integral names; it is no argument.
    pub by: Option<Symbol>,
}

impl Picture {
    /// The classes that `roots` reach, numbered breadth-first in the order of nodes.
    ///
    /// # Panics
    /// If the graph was changed after its last `rebuild`.
    pub fn of(graph: &Graph, roots: &[Id]) -> Picture {
        assert!(graph.clean, "call rebuild() before drawing an e-graph");
        let mut numbers: BTreeMap<Id, ClassId> = BTreeMap::new();
        let mut queue: VecDeque<Id> = VecDeque::new();
        let mut number = |id: Id, queue: &mut VecDeque<Id>| {
            let (id, next) = (graph.find(id), ClassId(numbers.len() as u32));
            *numbers.entry(id).or_insert_with(|| {
                queue.push_back(id);
                next
            })
        };
        let mut roots: Vec<ClassId> = roots.iter().map(|root| number(*root, &mut queue)).collect();
        roots.dedup();
        let mut classes = Vec::new();
        while let Some(id) = queue.pop_front() {
            let mut terms: Vec<Term> =
                graph[id].iter().map(|term| term.clone().map_children(|child| graph.find(child))).collect();
            terms.sort();
            terms.dedup();
            let draw = |term: &Term| {
                let by = bound_variable(graph, term);
                // The last argument of a derivative is the variable, which the label already names.
                let arguments = &term.children()[..term.children().len() - usize::from(by.is_some())];
                let children = arguments.iter().map(|child| number(*child, &mut queue)).collect();
                Node { label: label::sign(term, by.as_ref()), token: term.to_string(), children, by }
            };
            let nodes = terms.iter().map(draw).collect();
            let known = &graph[id].data;
            classes.push(Class { nodes, number: known.number.clone(), range: known.range });
        }
        Picture { roots, classes }
    }

    /// Nodes of all classes.
    pub fn size(&self) -> usize {
        self.classes.iter().map(|class| class.nodes.len()).sum()
    }

    /// The context-free grammar that the graph is: one production a line, in prefix notation, `e0 -> - e1 e2`.
    pub fn grammar(&self) -> Vec<String> {
        let mut lines = Vec::with_capacity(self.size());
        for (number, class) in self.classes.iter().enumerate() {
            for node in &class.nodes {
                let mut line = format!("{} -> {}", name(ClassId(number as u32)), node.token);
                for child in &node.children {
                    line.push(' ');
                    line.push_str(&name(*child));
                }
                if let Some(by) = &node.by {
                    line.push(' ');
                    line.push_str(by.as_str());
                }
                lines.push(line);
            }
        }
        lines
    }

    /// Where every box and every edge goes.
    pub fn layout(&self) -> Result<Layout, TooLarge> {
        Layout::new(self)
    }

    /// A drawing of the graph, with its grammar beside it.
    pub fn svg(&self) -> Result<String, TooLarge> {
        Ok(svg::document(self, &self.layout()?))
    }

    /// The picture for another program: `{"roots":["e0"],"classes":[{"id":"e0","nodes":[…]}],"grammar":[…]}`.
    #[cfg(feature = "serde")]
    pub fn json(&self) -> serde_json::Value {
        json::object(self)
    }
}

/// `e0`, `e1`, …
fn name(class: ClassId) -> String {
    format!("e{}", class.0)
}

/// The variable by which a term derives or integrates.
fn bound_variable(graph: &Graph, term: &Term) -> Option<Symbol> {
    let by = match term {
        Term::Binary(op, [_, by]) if op.binds() => by,
        _ => return None,
    };
    graph[*by].iter().find_map(|leaf| match leaf {
        Term::Bound(name) => Some(name.clone()),
        _ => None,
    })
}
