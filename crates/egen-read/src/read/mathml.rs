//! MathML: what do these elements mean?
//!
//! Presentation MathML has the structure that LaTeX has, and is read as it is. Content MathML is a tree already (`content`).
//! MathML's references are characters before XML is read (`respell`).

use std::ops::Range;

use roxmltree::Node;

use super::message::StructureRefusal;
use super::{Options, ReadError, Reading, content, error, meaning, respell};
use crate::formula::Formula;

pub(super) fn read(text: &str, options: &Options) -> Result<Reading, ReadError> {
    match respell::unprefixed(text) {
        Some(plain) => plain.settle(read_prefixed(&plain.text, options)),
        None => read_prefixed(text, options),
    }
}

/// Reads a text whose prefixes are defined.
fn read_prefixed(text: &str, options: &Options) -> Result<Reading, ReadError> {
    match respell::entities(text) {
        Some(plain) => plain.settle(read_plain(&plain.text, options)),
        None => read_plain(text, options),
    }
}

fn read_plain(text: &str, options: &Options) -> Result<Reading, ReadError> {
    let document = Formula::xml(text).map_err(|why| error(why.at, why.why))?;
    let root = document.root_element();
    if let Some(tree) = content::tree(root) {
        return content::read(tree);
    }
    // Every element that shows a formula begins with an m.
    if !root.tag_name().name().starts_with('m') {
        return Err(error(tag(root), StructureRefusal::NoMath));
    }
    let formula = Formula::presentation(text, root).map_err(|why| error(why.at, why.why))?;
    meaning(&formula, options).map_err(|why| *why)
}

/// The opening of an element: `<mfrac`.
pub(super) fn tag(node: Node<'_, '_>) -> Range<usize> {
    let start = node.range().start;
    let name = if node.is_element() { node.tag_name().name().len() + 1 } else { node.range().len() };
    start..(start + name).min(node.range().end)
}
