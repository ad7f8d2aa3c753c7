//! Markdown: how does a person read the report in a terminal or on a forge?

use std::fmt::Write;

use egen_read::print::{Form, print};

use super::page::{Block, Body, Cell, Entry, Grid, Page};

pub(super) fn write(page: &Page) -> String {
    let mut out = format!("# {}\n", page.title);
    for section in &page.sections {
        let _ = writeln!(out, "\n## {}", section.title);
        section.blocks.iter().for_each(|one| block(&mut out, one));
    }
    out
}

fn block(out: &mut String, block: &Block) {
    out.push('\n');
    let _ = match block {
        Block::Text(text) => writeln!(out, "{text}"),
        Block::Heading(text) => writeln!(out, "### {text}"),
        Block::List(lines) => lines.iter().try_for_each(|line| writeln!(out, "- {line}")),
        Block::Grid(one) => grid(out, one),
        Block::Figure(one) => {
            writeln!(out, "![{}](figures/{}.svg)\n\n{}", one.canvas.title, one.name, one.caption)
        }
        Block::Drawing(one) => writeln!(out, "![{}](figures/{}.svg)", one.caption, one.name),
        Block::Files(files) => files.iter().try_for_each(|(file, what)| writeln!(out, "- [{file}]({file}): {what}")),
    };
}

fn grid(out: &mut String, grid: &Grid) -> std::fmt::Result {
    let line = if grid.words { "---" } else { "--:" };
    let heads: Vec<String> = grid.head.iter().map(|head| escape(head)).collect();
    writeln!(out, "| {} |\n|---{}|", heads.join(" | "), format!("|{line}").repeat(grid.head.len().saturating_sub(1)))?;
    for entry in &grid.rows {
        match entry {
            Entry::Group(title) => {
                writeln!(out, "| **{}** |{}", escape(title), " |".repeat(grid.head.len().saturating_sub(1)))?;
            }
            Entry::Row(head, cells) => {
                let cells: Vec<String> = std::iter::once(head).chain(cells).map(content).collect();
                writeln!(out, "| {} |", cells.join(" | "))?;
            }
        }
    }
    Ok(())
}

/// What a cell says, its notes behind it.
fn content(cell: &Cell) -> String {
    let mut out = match &cell.body {
        Body::Empty => String::new(),
        Body::Text(text) => escape(text),
        Body::Formula(expr) => format!("`{}`", escape(&print(expr, Form::Infix))),
    };
    if !cell.notes.is_empty() {
        out += &format!(" {}", escape(&cell.notes.join(", ")));
    }
    out
}

/// A bar would end the cell.
fn escape(text: &str) -> String {
    text.replace('|', "\\|")
}
