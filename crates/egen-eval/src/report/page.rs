//! Pages: what does a report consist of, whatever it is written as?
//!
//! Sections say what stands where; HTML and Markdown only say how it looks.

use egen_math::Expr;

use super::Drawing;
use crate::figure::Figure;

/// Everything between the first heading and the end.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// The first heading.
    pub title: String,
    /// What stands under it.
    pub sections: Vec<Section<'a>>,
}

/// A heading and what stands under it.
#[derive(Clone, Debug)]
pub struct Section<'a> {
    /// Where links lead to: `table-4`.
    pub id: String,
    /// The heading.
    pub title: String,
    /// What stands under it.
    pub blocks: Vec<Block<'a>>,
}

/// A part of a section.
#[derive(Clone, Debug)]
pub enum Block<'a> {
    /// A paragraph.
    Text(String),
    /// A heading inside the section.
    Heading(String),
    /// Sentences, one below the other.
    List(Vec<String>),
    /// A table.
    Grid(Grid),
    /// A figure from shapes.
    Figure(&'a Figure),
    /// A figure that is SVG already.
    Drawing(&'a Drawing),
    /// Files beside the report, each with what it holds.
    Files(Vec<(&'static str, &'static str)>),
}

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// What stands above the columns, the first above the heads of rows.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<Entry>,
    /// Are its cells words or formulas rather than numbers?
    pub words: bool,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A heading of the rows below it.
    Group(String),
    /// The head of the row and its cells.
    Row(Cell, Vec<Cell>),
}

/// A cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// What it says.
    pub body: Body,
    /// What stands below that, smaller.
    pub notes: Vec<String>,
    /// How it stands out.
    pub tone: Tone,
}

/// What a cell says.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Body {
    /// Nothing.
    #[default]
    Empty,
    /// A text.
    Text(String),
    /// A formula.
    Formula(Expr),
}

/// How a cell stands out. It says the same in words or by a sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// It does not.
    #[default]
    Plain,
    /// A gain.
    Better,
    /// A loss, or an error.
    Worse,
    /// What the paper prints.
    Faint,
}

impl Cell {
    /// A text.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell { body: Body::Text(text.into()), ..Cell::default() }
    }

    /// A formula.
    pub fn formula(expr: &Expr) -> Cell {
        Cell { body: Body::Formula(expr.clone()), ..Cell::default() }
    }

    /// The same with a note below.
    pub fn note(mut self, note: impl Into<String>) -> Cell {
        self.notes.push(note.into());
        self
    }

    /// The same in a tone.
    pub fn tone(self, tone: Tone) -> Cell {
        Cell { tone, ..self }
    }
}

impl Grid {
    /// A table of numbers.
    pub fn new(head: impl IntoIterator<Item = impl Into<String>>) -> Grid {
        Grid { head: head.into_iter().map(Into::into).collect(), ..Grid::default() }
    }

    /// A table of words and formulas.
    pub fn of_words(head: impl IntoIterator<Item = impl Into<String>>) -> Grid {
        Grid { words: true, ..Grid::new(head) }
    }

    /// Adds a row.
    pub fn row(&mut self, head: Cell, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(Entry::Row(head, cells.into_iter().collect()));
    }

    /// Adds a heading for the rows that follow.
    pub fn group(&mut self, title: impl Into<String>) {
        self.rows.push(Entry::Group(title.into()));
    }
}
