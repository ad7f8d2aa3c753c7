//! Sequences: how do the arguments of an operator share its length?
//!
//! A list of children is a head and a tail, so that an operator with many arguments is counted two parts at a time.
//! Lists that several productions share, such as those of a + b and a · b, are counted once.

use rustc_hash::FxHashMap;

use crate::production::{ClassId, ProductionId, Productions};

/// A list of classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SequenceId(u32);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequence {
    pub head: ClassId,
    pub tail: SequenceId,
    /// The row of the table that counts it.
    pub row: u32,
}

/// Every list of children of a grammar, as heads and tails.
#[derive(Debug)]
pub(crate) struct Sequences {
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

    /// Up to which length each row is needed, from what is known of classes.
    pub fn room(&self, productions: &Productions, of_class: Option<&[u32]>, max_tokens: u32) -> Vec<u32> {
        let Some(of_class) = of_class else { return vec![max_tokens; self.rows()] };
        let mut room: Vec<u32> = of_class.to_vec();
        room.resize(self.rows(), 0);
        for class in (0..self.classes as u32).map(ClassId) {
            for id in productions.ids(class) {
                let (body, tokens) = self.body(ProductionId(id));
                let row = self.get(body).row as usize;
                room[row] = room[row].max(of_class[class.index()] - tokens);
            }
        }
        // A list comes after its tail.
        for sequence in self.long().iter().rev() {
            let tail = self.get(sequence.tail).row as usize;
            room[tail] = room[tail].max(room[sequence.row as usize]);
        }
        room
    }

    /// The lists of two and more classes.
    pub fn long(&self) -> &[Sequence] {
        &self.list[self.classes + 1..]
    }
}
