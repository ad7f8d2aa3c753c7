//! HTML: how does a person read the report in a browser, on a phone and on paper?
//!
//! One file that needs nothing else: no script, no font, no other address. Every element is closed, as XML wants it. What is wide
//! scrolls inside its own box, never the page.

use std::fmt::{self, Write};

use egen_math::Expr;
use egen_read::print::{Form, print};

use super::Drawing;
use super::page::{Block, Body, Cell, Entry, Grid, Page, Section, Tone};
use crate::figure::Figure;

const STYLE: &str = include_str!("page.css");

pub(super) fn write(page: &Page) -> String {
    let mut out = String::new();
    whole(&mut out, page).expect("a string takes everything");
    out
}

fn whole(out: &mut String, page: &Page) -> fmt::Result {
    let title = escape(&page.title);
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<nav aria-label=\"Sections\"><ol>"
    )?;
    for Section { id, title, .. } in &page.sections {
        writeln!(out, "<li><a href=\"#{id}\">{}</a></li>", escape(title))?;
    }
    writeln!(out, "</ol></nav>")?;
    page.sections.iter().try_for_each(|one| section(out, one))?;
    writeln!(out, "</body>\n</html>")
}

fn section(out: &mut String, section: &Section) -> fmt::Result {
    let title = escape(&section.title);
    writeln!(out, "<section id=\"{}\">\n<h2>{title}</h2>", section.id)?;
    for block in &section.blocks {
        match block {
            Block::Text(text) => writeln!(out, "<p>{}</p>", escape(text))?,
            Block::Heading(text) => writeln!(out, "<h3>{}</h3>", escape(text))?,
            Block::List(lines) => list(out, lines.iter().map(|line| escape(line)))?,
            Block::Files(files) => {
                list(out, files.iter().map(|(file, what)| format!("<a href=\"{file}\">{file}</a>: {}", escape(what))))?;
            }
            Block::Grid(one) => grid(out, one, &title)?,
            Block::Figure(one) => figure(out, one)?,
            Block::Drawing(one) => drawing(out, one)?,
        }
    }
    writeln!(out, "</section>")
}

fn list(out: &mut String, mut lines: impl Iterator<Item = String>) -> fmt::Result {
    writeln!(out, "<ul>")?;
    lines.try_for_each(|line| writeln!(out, "<li>{line}</li>"))?;
    writeln!(out, "</ul>")
}

/// A table in a box that scrolls, also by keys.
fn grid(out: &mut String, grid: &Grid, title: &str) -> fmt::Result {
    let class = if grid.words { " class=\"words\"" } else { "" };
    writeln!(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\"><table{class}>")?;
    if grid.head.iter().any(|head| !head.is_empty()) {
        write!(out, "<thead><tr>")?;
        for head in &grid.head {
            match head.is_empty() {
                true => write!(out, "<td></td>")?,
                false => write!(out, "<th scope=\"col\">{}</th>", escape(head))?,
            }
        }
        writeln!(out, "</tr></thead>")?;
    }
    writeln!(out, "<tbody>")?;
    for entry in &grid.rows {
        match entry {
            Entry::Group(title) => {
                let (columns, title) = (grid.head.len(), escape(title));
                write!(out, "<tr class=\"group\"><th colspan=\"{columns}\"><span>{title}</span></th>")?;
            }
            Entry::Row(head, cells) => {
                write!(out, "<tr><th scope=\"row\"{}>{}</th>", class_of(head.tone), content(head))?;
                for cell in cells {
                    write!(out, "<td{}>{}</td>", class_of(cell.tone), content(cell))?;
                }
            }
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</tbody></table></div>")
}

fn class_of(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "",
        Tone::Better => " class=\"better\"",
        Tone::Worse => " class=\"worse\"",
        Tone::Faint => " class=\"faint\"",
    }
}

fn content(cell: &Cell) -> String {
    let body = match &cell.body {
        Body::Empty => String::new(),
        Body::Text(text) => escape(text),
        Body::Formula(expr) => mathml(expr),
    };
    let notes = cell.notes.iter().map(|note| format!("<small>{}</small>", escape(note)));
    std::iter::once(body).chain(notes).collect()
}

/// Inside a page the namespace is known, and a formula in a cell stands in the line.
fn mathml(expr: &Expr) -> String {
    let block = " xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\"";
    print(expr, Form::Mathml).replacen(block, " displaystyle=\"true\"", 1)
}

fn figure(out: &mut String, figure: &Figure) -> fmt::Result {
    let svg = figure.canvas.svg().replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
    picture(out, "plot", [&figure.name, &figure.canvas.title, &figure.caption], &svg)
}

/// A picture with a style sheet of its own, which does not reach the page as long as it is an image.
fn drawing(out: &mut String, one: &Drawing) -> fmt::Result {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._ ".contains(&byte);
    let encode = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    let encoded: String = one.svg.bytes().map(encode).collect();
    let image = format!("<img alt=\"{}\" src=\"data:image/svg+xml,{encoded}\"/>", escape(&one.caption));
    picture(out, "drawing", [&one.name, &one.caption, &one.caption], &image)
}

fn picture(out: &mut String, class: &str, [name, title, caption]: [&String; 3], content: &str) -> fmt::Result {
    writeln!(
        out,
        "<figure id=\"{class}-{name}\" class=\"{class}\"><div class=\"picture\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\
         {content}</div><figcaption>{}</figcaption></figure>",
        escape(title),
        escape(caption)
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
