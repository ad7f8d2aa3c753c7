//! Productions: what may a class be replaced by?

use std::ops::Range;

use egg::Id;
use smallvec::SmallVec;

/// A class of the grammar (a nonterminal). Classes are numbered from 0, the root, in breadth-first order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u32);

/// An operator: a node without regard to its children. Leaves (symbols, numbers) are operators too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpId(pub u32);

/// A production, numbered through the whole grammar; the productions of one class are consecutive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProductionId(pub u32);

impl ClassId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl OpId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl ProductionId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// One way to write a class: an operator over classes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Production {
    /// The operator; `Grammar::node` gives it as a node of the language.
    pub op: OpId,
    /// The classes of the arguments, in order.
    pub children: SmallVec<[ClassId; 2]>,
    /// Tokens that the operator itself takes, at least 1.
    pub tokens: u32,
}

impl Production {
    /// Tokens of its shortest expression, from those of each class. Saturates.
    pub(crate) fn shortest(&self, of_class: &[u64]) -> u64 {
        self.children.iter().fold(u64::from(self.tokens), |sum, child| sum.saturating_add(of_class[child.index()]))
    }
}

/// All productions, class by class. While a grammar is being put together, some may lead nowhere.
#[derive(Clone, Debug)]
pub(crate) struct Productions {
    list: Vec<Production>,
    /// `starts[c]..starts[c + 1]` are the productions of class `c`.
    starts: Vec<u32>,
    /// The class of the e-graph that each class was made from.
    pub origins: Vec<Id>,
}

impl Productions {
    /// None yet, with room for so many classes and productions.
    pub fn with_capacity(classes: usize, productions: usize) -> Self {
        let mut starts = Vec::with_capacity(classes + 1);
        starts.push(0);
        Productions { list: Vec::with_capacity(productions), starts, origins: Vec::with_capacity(classes) }
    }

    /// Adds a class with all its productions; its number is the next.
    pub fn push(&mut self, origin: Id, productions: impl Iterator<Item = Production>) {
        self.list.extend(productions);
        self.starts.push(self.list.len() as u32);
        self.origins.push(origin);
    }

    pub fn classes(&self) -> usize {
        self.origins.len()
    }

    pub fn ids(&self, class: ClassId) -> Range<u32> {
        self.starts[class.index()]..self.starts[class.index() + 1]
    }

    pub fn of(&self, class: ClassId) -> &[Production] {
        let Range { start, end } = self.ids(class);
        &self.list[start as usize..end as usize]
    }

    pub fn all(&self) -> &[Production] {
        &self.list
    }

    pub fn get(&self, id: ProductionId) -> &Production {
        &self.list[id.index()]
    }

    /// The same classes, with every production that `keep` accepts.
    pub fn filtered(&self, mut keep: impl FnMut(ClassId, &Production) -> bool) -> Self {
        let mut kept = Productions::with_capacity(self.classes(), self.list.len());
        for class in (0..self.classes() as u32).map(ClassId) {
            kept.push(self.origins[class.index()], self.of(class).iter().filter(|p| keep(class, p)).cloned());
        }
        kept
    }
}
