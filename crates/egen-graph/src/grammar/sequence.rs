//! Sequences: how do the arguments of an operator share its length?
//!
//! A list of children is a head and a tail, so that an operator with many arguments is counted two parts at a time.
//! Lists that several productions share, such as those of a + b and a · b, are counted once.

use rustc_hash::FxHashMap;

use super::production::{ClassId, ProductionId, Productions};

/// A list of classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SequenceId(u32);

#[derive(Clone, Copy, Debug)]
pub(super) struct Sequence {
    pub head: ClassId,
    pub tail: SequenceId,
    /// The row of the table that counts it.
    pub row: u32,
}

/// Every list of children of a grammar, as heads and tails.
#[derive(Debug)]
pub(super) struct Sequences {
    list: Vec<Sequence>,
    /// For each production, its list of children and its own tokens.
    bodies: Vec<(SequenceId, u32)>,
    classes: usize,
}

impl Sequences {
    pub const EMPTY: SequenceId = SequenceId(0);

    pub fn new(productions: &Productions) -> Self {
        let classes = productions.classes();
        // Rows: the classes, the empty list, then the lists of two and more. A list of one class shares the row of the class.
        let empty = Sequence { head: ClassId(u32::MAX), tail: Self::EMPTY, row: classes as u32 };
        let single = |c: u32| Sequence { head: ClassId(c), tail: Self::EMPTY, row: c };
        let mut list: Vec<Sequence> = std::iter::once(empty).chain((0..classes as u32).map(single)).collect();
        let mut known: FxHashMap<(ClassId, SequenceId), SequenceId> = FxHashMap::default();
        let mut body = |children: &[ClassId]| {
            let Some((last, rest)) = children.split_last() else { return Self::EMPTY };
            rest.iter().rev().fold(Self::single(*last), |tail, &head| {
                *known.entry((head, tail)).or_insert_with(|| {
                    list.push(Sequence { head, tail, row: list.len() as u32 });
                    SequenceId(list.len() as u32 - 1)
                })
            })
        };
        let bodies = productions.all().iter().map(|p| (body(&p.children), p.tokens)).collect();
        Sequences { list, bodies, classes }
    }

    /// The list of this class alone.
    pub fn single(class: ClassId) -> SequenceId {
        SequenceId(class.0 + 1)
    }

    pub fn get(&self, id: SequenceId) -> Sequence {
        self.list[id.0 as usize]
    }

    pub fn body(&self, production: ProductionId) -> (SequenceId, u32) {
        self.bodies[production.index()]
    }

    pub fn empty_row(&self) -> usize {
        self.classes
    }

    pub fn rows(&self) -> usize {
        self.list.len()
    }

    /// The lists of two and more classes.
    pub fn long(&self) -> &[Sequence] {
        &self.list[self.classes + 1..]
    }
}
