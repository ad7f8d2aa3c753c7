//! Pieces: in which order is an expression written?
//!
//! A printer says what a node is made of, as pieces in reading order; the walk keeps the pieces
//! that are still to be written on a stack of its own. So no nesting is too deep for it, and the
//! time is linear in the length of the output.

use std::borrow::Cow;
use std::ops::Range;

use crate::expr::{Expr, Id};

/// What a node is made of: text and arguments, in reading order.
pub struct Pieces<'a, P>(Vec<Piece<'a, P>>);

enum Piece<'a, P> {
    Text(Cow<'a, str>),
    /// An argument and what the printer wants to know about where it stands.
    Node(Id, P),
}

impl<'a, P> Pieces<'a, P> {
    /// Text.
    pub fn text(&mut self, text: impl Into<Cow<'a, str>>) -> &mut Self {
        self.0.push(Piece::Text(text.into()));
        self
    }

    /// An argument, and where it stands.
    pub fn node(&mut self, id: Id, place: P) -> &mut Self {
        self.0.push(Piece::Node(id, place));
        self
    }
}

/// Appends the expression; `expand` says what the node with an id is made of at its place.
pub fn write<'a, P>(out: &mut String, expr: &Expr, place: P, mut expand: impl FnMut(Id, P, &mut Pieces<'a, P>)) {
    let mut todo = vec![Piece::Node(expr.root(), place)];
    let mut pieces = Pieces(Vec::new());
    while let Some(piece) = todo.pop() {
        match piece {
            Piece::Text(text) => out.push_str(&text),
            Piece::Node(id, place) => {
                expand(id, place, &mut pieces);
                todo.extend(pieces.0.drain(..).rev());
            }
        }
    }
}

/// Like [`write()`], and says where each node stands.
pub fn write_with_spans<'a, P>(
    out: &mut String,
    expr: &Expr,
    place: P,
    mut expand: impl FnMut(Id, P, &mut Pieces<'a, P>),
) -> Vec<Range<usize>> {
    enum Visit<'a, P> {
        Piece(Piece<'a, P>),
        End(Id),
    }
    let mut spans = vec![0..0; expr.len()];
    let mut todo = vec![Visit::Piece(Piece::Node(expr.root(), place))];
    let mut pieces = Pieces(Vec::new());
    while let Some(visit) = todo.pop() {
        match visit {
            Visit::Piece(Piece::Text(text)) => out.push_str(&text),
            Visit::Piece(Piece::Node(id, place)) => {
                spans[id.index()].start = out.len();
                todo.push(Visit::End(id));
                expand(id, place, &mut pieces);
                todo.extend(pieces.0.drain(..).rev().map(Visit::Piece));
            }
            Visit::End(id) => spans[id.index()].end = out.len(),
        }
    }
    spans
}
