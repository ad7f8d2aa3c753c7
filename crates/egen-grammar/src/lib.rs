//! Grammars: which expressions does an e-graph hold, how many, and how to take some of them?
//!
//! A rebuilt e-graph is a context-free grammar: a class derives the expressions of its nodes. Read from the leaves up,
//! it is a deterministic tree automaton (by congruence a node lies in one class only), so every expression has exactly one
//! derivation, and counting derivations counts expressions.
//!
//! [`Grammar`] is the part of the e-graph that can take part in an expression of the root. [`Counts`] is the exact table
//! N(class, length); enumeration, unranking and [`Sampler`] read that table and need nothing else, so they cannot disagree
//! about what exists. [`k_best`] finds the cheapest expressions. [`Dedup`] counts expressions that differ only by
//! commutativity and associativity once.
//!
//! Everything repeats: the same e-graph, the same limits and the same seed give the same expressions in the same order.
//!
//! ```
//! use egen_grammar::{Counts, Grammar, Sampler, seeded};
//! use egg::{EGraph, SymbolLang};
//!
//! // x = x + x: as many expressions of 2n + 1 tokens as there are binary trees.
//! let mut egraph: EGraph<SymbolLang, ()> = EGraph::default();
//! let x = egraph.add_expr(&"x".parse().unwrap());
//! let sum = egraph.add_expr(&"(+ x x)".parse().unwrap());
//! egraph.union(x, sum);
//! egraph.rebuild();
//!
//! let grammar = Grammar::from_egraph(&egraph, x, |_| 1, |_, _, _| true);
//! let (root, counts) = (grammar.root(), Counts::new(grammar, 7));
//! assert_eq!(counts.of_length(root, 7), 5u8.into());
//! assert_eq!(counts.enumerate(root).nth(1).unwrap().to_string(), "(+ x x)");
//! assert!(counts.longer_exist(root));
//!
//! let sampler = Sampler::new(&counts, root);
//! let ranks = sampler.uniform(3, &mut seeded(42));
//! assert_eq!(sampler.exprs(&ranks).len(), 3);
//! ```

mod best;
mod canonical;
mod cheapest;
mod count;
mod counts;
mod draw;
mod extent;
mod pairs;
mod production;
mod returns;
mod sampler;
mod sequence;
mod share;
mod source;
mod trim;
mod unrank;
mod walk;

pub use best::k_best;
pub use canonical::{AcSpec, CanonicalKey, Dedup, canonical};
pub use counts::Counts;
pub use dashu_int::UBig;
pub use draw::seeded;
pub use extent::Longest;
pub use production::{ClassId, OpId, Production, ProductionId};
pub use sampler::Sampler;
pub use unrank::Rank;
pub use walk::{Completeness, Enumeration, Limit, Walk};

use std::sync::OnceLock;

use egg::{Id, Language, RecExpr};
use smallvec::SmallVec;

use production::Productions;
use trim::{Trimmed, fit, trim};

/// The expressions of one class of an e-graph, as productions.
///
/// Every class is reachable from the root and derives at least one expression, except that the root of an empty
/// grammar has no production. Productions of a class are ordered by tokens, operator and children.
#[derive(Clone, Debug)]
pub struct Grammar<L> {
    /// Operators, with placeholders for children.
    nodes: Vec<L>,
    productions: Productions,
    shortest: Vec<u64>,
    /// Once somebody asks.
    longest: OnceLock<Vec<Longest>>,
    /// How long an expression of each class can be that has a part in what [`Grammar::for_root`] left.
    room: Option<Vec<u32>>,
}

impl<L: Language> Grammar<L> {
    /// The grammar of these productions, of which some may lead nowhere.
    fn trimmed(nodes: Vec<L>, productions: &Productions) -> Self {
        let Trimmed { productions, shortest } = trim(productions);
        Grammar { nodes, productions, shortest, longest: OnceLock::new(), room: None }
    }

    /// The class that the grammar was made for.
    pub fn root(&self) -> ClassId {
        ClassId(0)
    }

    /// Whether the root derives nothing.
    pub fn is_empty(&self) -> bool {
        self.productions.of(self.root()).is_empty()
    }

    /// All classes, the root first.
    pub fn classes(&self) -> impl ExactSizeIterator<Item = ClassId> + use<L> {
        (0..self.productions.classes() as u32).map(ClassId)
    }

    /// The number of productions of all classes.
    pub fn size(&self) -> usize {
        self.productions.all().len()
    }

    /// The productions of a class, in order.
    pub fn productions(&self, class: ClassId) -> &[Production] {
        self.productions.of(class)
    }

    /// The productions of a class by number, in the same order.
    pub fn production_ids(&self, class: ClassId) -> impl ExactSizeIterator<Item = ProductionId> + use<L> {
        self.productions.ids(class).map(ProductionId)
    }

    /// A production by its number.
    pub fn production(&self, id: ProductionId) -> &Production {
        self.productions.get(id)
    }

    /// An operator as a node whose children are placeholders (all of them `Id` 0).
    pub fn node(&self, op: OpId) -> &L {
        &self.nodes[op.index()]
    }

    /// The class of the e-graph that a class was made from. [`Grammar::without_pairs`] may make several from one.
    pub fn origin(&self, class: ClassId) -> Id {
        self.productions.origins[class.index()]
    }

    /// Tokens of the shortest expression of a class (0 if there is none; saturates).
    pub fn shortest(&self, class: ClassId) -> u64 {
        self.shortest[class.index()]
    }

    /// Tokens of the longest expression of a class; after [`Grammar::for_root`] no more than these.
    pub fn longest(&self, class: ClassId) -> Longest {
        if let Some(room) = &self.room {
            return Longest::Finite(u64::from(room[class.index()]));
        }
        self.longest.get_or_init(|| extent::longest(&self.productions))[class.index()]
    }

    /// The grammar without the productions for which `remove` answers true. `remove` gets the grammar that it belongs to.
    pub fn without(&self, mut remove: impl FnMut(ClassId, &Production, &Self) -> bool) -> Self {
        let kept = self.productions.filtered(|class, production| !remove(class, production, self));
        Self::trimmed(self.nodes.clone(), &kept)
    }

    /// The grammar of the root's expressions of at most `max_tokens`: what has a part in none of them is left out.
    ///
    /// The root keeps every such expression, in the same order. What is longer is gone: ask for [`Grammar::longest`] before.
    pub fn for_root(&self, max_tokens: u32) -> Self {
        let (Trimmed { productions, shortest }, room) = fit(&self.productions, &self.shortest, max_tokens);
        Grammar { nodes: self.nodes.clone(), productions, shortest, longest: OnceLock::new(), room: Some(room) }
    }

    /// The expression of a derivation: its productions in prefix order, as [`Walk`] and [`Counts::unrank`] give them.
    ///
    /// The nodes come in postorder without sharing, as parsing the printed expression would give them.
    ///
    /// # Panics
    /// If the slice is not one whole derivation.
    pub fn expr(&self, prefix: &[ProductionId]) -> RecExpr<L> {
        let mut nodes: Vec<L> = Vec::with_capacity(prefix.len());
        // No longer than the expression is deep, most often.
        let mut ids: SmallVec<[Id; 16]> = SmallVec::new();
        // Operators that wait for arguments, with the number of arguments still missing.
        let mut open: SmallVec<[(&Production, usize); 16]> = SmallVec::new();
        for &id in prefix {
            let production = self.production(id);
            let mut done = (production, production.children.len());
            loop {
                if done.1 > 0 {
                    open.push(done);
                    break;
                }
                let arguments = ids.len() - done.0.children.len();
                let mut node = self.node(done.0.op).clone();
                node.children_mut().copy_from_slice(&ids[arguments..]);
                ids.truncate(arguments);
                ids.push(Id::from(nodes.len()));
                nodes.push(node);
                match open.pop() {
                    Some((parent, missing)) => done = (parent, missing - 1),
                    None => break,
                }
            }
        }
        assert!(open.is_empty() && ids.len() == 1, "a derivation in prefix order, got {prefix:?}");
        RecExpr::from(nodes)
    }
}

/// The examples of the README are tests.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct Readme;
