//! Rows: which formulas stand on a line, and how does each of them take up the one before it?

use std::ops::Range;

use egen_math::assume::Relation;

use crate::document::{self, Line, LineKind};
use crate::formula::Sign;
use crate::signs::{self, Meaning, arrow, relates};

/// A formula on a line, with words around it perhaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its bytes in the line, from the sign of equality on if it starts with one.
    pub whole: Range<usize>,
    /// Its bytes without that sign.
    pub range: Range<usize>,
    /// Does it start with `=`?
    pub continues: bool,
    /// Is it set as a formula as a whole?
    pub latex: bool,
    /// Does an arrow before it say that it follows?
    pub follows: bool,
    /// The relation other than `=` that it starts with.
    pub lead: Option<Lead>,
    /// Does it claim nothing that can be told: several columns that each go on with a row above them, a cell of a table without a relation?
    pub passed_over: bool,
}

/// What ties a row to the one before it without being equal to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// `≤ b`
    Relation(Relation),
    /// `≈ b`
    About,
}

/// The rows of a line: one, unless columns of it relate two sides each, or it is one of a table, whose cells are.
pub fn rows(line: &Line) -> Vec<Row> {
    let LineKind::TableRow { cells, header } = &line.kind else {
        return document::columns(line).into_iter().filter_map(|column| Row::of(line, column)).collect();
    };
    let of_cell = |cell: &Range<usize>| {
        let row = Row::of(line, cell.clone())?;
        let passed_over = *header || !(row.continues || row.lead.is_some() || relates(&line.shown[cell.clone()]));
        Some(Row { passed_over, ..row })
    };
    cells.iter().filter_map(of_cell).collect()
}

impl Row {
    fn of(line: &Line, column: Range<usize>) -> Option<Row> {
        let text = &line.shown;
        let displayed = matches!(line.kind, LineKind::Display(_));
        let mut latex = displayed || is_set(line, &column);
        let mut range = document::trim(text, column.clone());

        let mut follows = false;
        while let Some(length) = arrow(&text[range.clone()]) {
            (follows, latex) = (true, latex || text[range.clone()].starts_with('\\'));
            range = document::trim(text, range.start + length..range.end);
        }
        let whole = range.clone();
        let lead = lead(&text[range.clone()]);
        if let Some((_, length)) = lead {
            range = document::trim(text, range.start + length..range.end);
        }
        let continues = text[range.clone()].starts_with('=');
        if continues {
            let rest = &text[range.start + 1..range.end];
            let double = usize::from(rest.starts_with('='));
            range = document::trim(text, range.start + 1 + double..range.end);
        }
        // `a =` goes on with the next line, as every line does.
        if let Some(head) = text[range.clone()].strip_suffix('=') {
            range = document::trim(text, range.start..range.start + head.len());
        }
        let passed_over = goes_on_in_columns(line, &range, continues);
        (!range.is_empty()).then(|| Row {
            whole: whole.start..range.end.max(whole.start),
            range,
            continues,
            latex,
            follows,
            lead: lead.map(|(lead, _)| lead),
            passed_over,
        })
    }
}

/// Is all of a column set as one formula?
fn is_set(line: &Line, column: &Range<usize>) -> bool {
    let inner = document::trim(&line.shown, column.clone());
    !line.shown[inner.clone()].starts_with("<math")
        && matches!(&line.math[..], [math] if math.range.start <= inner.start && math.range.end >= inner.end)
}

/// `&= c & &= d` goes on with two rows above.
fn goes_on_in_columns(line: &Line, range: &Range<usize>, continues: bool) -> bool {
    let LineKind::Display(row) = &line.kind else { return false };
    let inside = row.separators.windows(2).filter(|pair| pair[0].start >= range.start && pair[1].end <= range.end);
    inside.into_iter().any(|pair| {
        let empty = line.shown[pair[0].end..pair[1].start].trim().is_empty();
        let next = line.shown[pair[1].end..range.end].trim_start();
        empty && next.starts_with('=') && (continues || relates(&line.shown[range.start..pair[0].start]))
    })
}

/// The relation other than `=` that a row starts with, and its length; `<math>` starts with none.
fn lead(text: &str) -> Option<(Lead, usize)> {
    let (meaning, length) = signs::at(text)?;
    let rest = &text[length..];
    let tag = text.starts_with('<') && length == 1 && rest.starts_with(|c: char| !matches!(c, ' ' | '&' | '0'..='9'));
    match meaning {
        Meaning::About => Some((Lead::About, length)),
        Meaning::Relation(Sign::Other(relation)) if !tag && !rest.trim().is_empty() => {
            Some((Lead::Relation(relation), length))
        }
        _ => None,
    }
}

/// The place of the brace that closes the one at `open`, if it is no further away than so many characters.
pub fn closing(text: &str, open: usize, most: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut escaped = false;
    for (at, c) in text[open..].char_indices().take(most) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(open + at);
                }
            }
            _ => {}
        }
    }
    None
}
