//! Elements: what do the attributes and the neighbours of a MathML element say?

use std::ops::Range;

use roxmltree::Node;

use super::{is_row, tag};
use crate::read::token::Gap;
use crate::read::{Refused as Refusal, lexed as refusal};
use egen_math::names;

/// The elements that stand in a row: rows of one element are that element.
pub(super) fn row_of<'a, 't>(node: Node<'a, 't>) -> Vec<Node<'a, 't>> {
    let mut node = node;
    loop {
        let name = node.tag_name().name();
        if !is_row(name) {
            return vec![node];
        }
        let mut row = node
            .children()
            .filter(|child| child.is_element() && !matches!(child.tag_name().name(), "annotation" | "annotation-xml"));
        match (row.next(), row.next()) {
            (None, _) => return Vec::new(),
            (Some(only), None) => node = only,
            (Some(first), Some(second)) => return [first, second].into_iter().chain(row).collect(),
        }
    }
}

pub(super) fn operator_is(node: &Node<'_, '_>, which: &[&str]) -> bool {
    node.tag_name().name() == "mo" && node.text().is_some_and(|text| which.contains(&text.trim()))
}

pub(super) fn is_fenced(row: &[Node<'_, '_>]) -> bool {
    match row {
        [first, inside @ .., last] => {
            operator_is(first, &["(", "[", "{", "|"])
                && operator_is(last, &[")", "]", "}", "|"])
                && !inside.iter().any(|node| operator_is(node, &["(", ")", "[", "]", "|"]))
        }
        _ => false,
    }
}

pub(super) fn is_equals(node: &Node<'_, '_>) -> bool {
    operator_is(node, &["="])
}

pub(super) fn is_function(node: &Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "mi" | "mo")
        && node.text().is_some_and(|text| names::function(text.trim()).is_some())
}

/// The text of a leaf without space around it, or the opening of an element that has none.
pub(super) fn content_of(node: Node<'_, '_>) -> Range<usize> {
    let Some(text) = node.first_child().filter(|child| child.is_text()) else { return tag(node) };
    let (range, inside) = (text.range(), text.text().unwrap_or_default());
    if range.len() != inside.len() || inside.trim().is_empty() {
        return tag(node);
    }
    let start = range.start + (inside.len() - inside.trim_start().len());
    start..start + inside.trim().len()
}

/// Bold and double-struck letters stand for vectors and sets in MathML as they do in LaTeX.
pub(super) fn refuse_variant(node: Node<'_, '_>) -> Result<(), Refusal> {
    match node.attribute("mathvariant").or(node.attribute("fontweight")) {
        None | Some("normal" | "italic") => Ok(()),
        // Unlike a bold letter, a bold number is a number.
        Some(_) if matches!(node.tag_name().name(), "mn" | "mo") => Ok(()),
        Some(variant) => {
            let message = format!("{variant} letters are not read: they stand for sets, operators and vectors");
            Err(refusal(tag(node), message))
        }
    }
}

/// A length that begins with a number: `0.1667em` and its unit.
pub(super) fn length(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-'))).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

pub(super) fn is_nothing(text: &str) -> bool {
    matches!(length(text), Some((number, _)) if number == 0.0)
}

/// What an `<mspace>` sets apart.
pub(super) fn space(node: Node<'_, '_>) -> Gap {
    let width = node.attribute("width").map_or(Some((0.0, "em")), length);
    let em = match width {
        Some((width, "em")) => width,
        Some((width, "ex")) => width / 2.0,
        Some((width, "px")) => width / 16.0,
        Some((width, "pt")) => width / 10.0,
        _ => 1.0,
    };
    match em {
        em if em < 0.1 => Gap::None,
        em if em < 0.25 => Gap::Thin,
        _ => Gap::Wide,
    }
}

/// Is an element what the unknown function before `&#x2061;` is applied to, without brackets of its own?
pub(super) fn is_bare_argument(before: &[Node<'_, '_>], node: &Node<'_, '_>) -> bool {
    let mut before = before.iter().rev().filter(|node| node.tag_name().name() != "mspace");
    let applied = before.next().is_some_and(|sign| operator_is(sign, &["\u{2061}"]));
    let Some(function) = before.next().filter(|_| applied) else { return false };
    let name = match function.tag_name().name() {
        "mi" => Some(*function),
        "msub" | "msup" | "msubsup" => row_of(*function)[0].first_element_child(),
        _ => None,
    };
    let known = |name: Node<'_, '_>| name.tag_name().name() != "mi" || is_function(&name);
    if name.is_none_or(known) {
        return false;
    }
    let base = match node.tag_name().name() {
        "msup" | "msub" => node.first_element_child().unwrap_or(*node),
        _ => *node,
    };
    let row = row_of(base);
    !(base.tag_name().name() == "mfenced"
        || is_fenced(&row)
        || row.first().is_some_and(|first| operator_is(first, &["(", "[", "|"])))
}
