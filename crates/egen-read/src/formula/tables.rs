//! Tables: lines of cells in LaTeX, with or without an environment.

use std::ops::Range;

use super::latex::{Read, Reader, is_length, malformed};
use super::symbol::{self, Meaning, Shape};
use super::{Grid, Kind, Part, Why};

/// What ends a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    End,
    Brace,
    Bracket,
    Dollar,
    /// `\right`
    Right,
    /// `&`
    Cell,
    /// `\\`
    Line,
    /// `\end`
    Environment,
}

/// The delimiter that closes one.
fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        sign => sign,
    }
}

impl<'t> Reader<'t> {
    /// Lines of cells; the parts are lines and rules when it ends.
    pub(super) fn lines(&mut self) -> Read<Stop> {
        let first = self.parts.len();
        loop {
            self.rules()?;
            let (cells, start) = (self.parts.len(), self.at);
            let stop = loop {
                let (base, start) = (self.parts.len(), self.at);
                let stop = self.items(false)?;
                self.close(Kind::Row, base, start..self.at);
                match stop {
                    Stop::Cell => self.at += 1,
                    stop => break stop,
                }
            };
            // `\\` at the end begins no line.
            let [cell] = &self.parts[cells..] else {
                self.close(Kind::Line, cells, start..self.at);
                if stop != Stop::Line {
                    return Ok(stop);
                }
                self.end_line()?;
                continue;
            };
            let empty = self.out.children(*cell).is_empty();
            if empty && cells > first && stop != Stop::Line {
                self.parts.truncate(cells);
                return Ok(stop);
            }
            self.close(Kind::Line, cells, start..self.at);
            if stop != Stop::Line {
                return Ok(stop);
            }
            self.end_line()?;
        }
    }

    /// Passes `\\`, its star and the distance behind it: `\\[2pt]`.
    fn end_line(&mut self) -> Read<()> {
        self.at = self.command()?.map_or(self.at, |command| command.end);
        if self.text[self.at..self.end].starts_with('*') {
            self.at += 1;
        }
        let before = self.at;
        // TeX takes any bracket, and people write intervals behind a line.
        if self.peek() != Some(b'[') || !self.skip_bracket(is_length) {
            self.at = before;
        }
        Ok(())
    }

    fn rules(&mut self) -> Read<()> {
        loop {
            self.skip_blanks();
            match self.command()? {
                Some(command) if command.meaning == Some(Meaning::Rule) => {
                    self.at = command.end;
                    let rule = self.out.leaf(Kind::Rule, command.start..command.end);
                    self.parts.push(rule);
                }
                _ => return Ok(()),
            }
        }
    }

    /// Lines of a formula that has no environment: one cell is a row.
    pub(super) fn display(&mut self, base: usize, at: Range<usize>) -> Part {
        if let [line] = self.parts[base..]
            && self.out.kind(line) == Kind::Line
            && let [cell] = *self.out.children(line)
        {
            self.parts.truncate(base);
            return cell;
        }
        self.close(Kind::Table(Grid::Display), base, at.clone());
        self.row(base, at)
    }

    /// `\begin{…} … \end{…}`
    pub(super) fn environment(&mut self, of: Range<usize>) -> Read<Part> {
        let name = self.environment_name(of.clone())?;
        let base = self.parts.len();
        let shape = symbol::environment(&name);
        match shape {
            Some(Shape::Array) => {
                self.skip_position();
                self.columns(of.clone())?;
            }
            Some(Shape::Aligned) => {
                self.skip_position();
                if name.starts_with("alignat") || name.starts_with("alignedat") {
                    self.raw_argument(of.clone())?;
                }
            }
            None => {
                let label = self.out.spelled(Kind::Label, of.clone(), name.clone());
                self.parts.push(label);
            }
            Some(_) => {}
        }
        if self.lines()? != Stop::Environment {
            return malformed(of, Why::NotClosed(format!("\\begin{{{name}}}")));
        }
        let end = self.command()?.map_or(self.at, |command| command.end);
        let closing = self.at..end;
        self.at = end;
        if self.environment_name(closing)? != name {
            return malformed(of, Why::NotClosed(format!("\\begin{{{name}}}")));
        }
        Ok(self.shaped(shape, base, of.start..self.at))
    }

    /// Passes `[t]`, which says where a table stands in its line. Any other bracket is part of the first cell.
    fn skip_position(&mut self) {
        let before = self.at;
        if self.peek() != Some(b'[') || !self.skip_bracket(|inside| matches!(inside, "t" | "c" | "b")) {
            self.at = before;
        }
    }

    fn environment_name(&mut self, of: Range<usize>) -> Read<String> {
        if self.peek() != Some(b'{') {
            return malformed(of.clone(), Why::NoArgument(self.text[of].to_owned()));
        }
        Ok(self.raw_argument(of)?.split_whitespace().collect())
    }

    fn columns(&mut self, of: Range<usize>) -> Read<()> {
        let written = self.raw_argument(of)?;
        let start = written.as_ptr() as usize - self.text.as_ptr() as usize;
        let mut depth = 0i32;
        let mut columns = String::new();
        for sign in written.chars() {
            match sign {
                '{' => depth += 1,
                '}' => depth -= 1,
                'l' | 'c' | 'r' | '|' if depth == 0 => columns.push(sign),
                _ => {}
            }
        }
        let label = self.out.spelled(Kind::Label, start..start + written.len(), columns);
        self.parts.push(label);
        Ok(())
    }

    /// `\matrix{a & b \cr c & d}` of plain TeX.
    pub(super) fn plain_table(&mut self, shape: Shape, of: Range<usize>) -> Read<Part> {
        let base = self.parts.len();
        if self.peek() != Some(b'{') {
            return malformed(of.clone(), Why::NoArgument(self.text[of].to_owned()));
        }
        let open = self.at;
        self.at += 1;
        if self.lines()? != Stop::Brace {
            return malformed(open..open + 1, Why::NotClosed("{".to_owned()));
        }
        self.at += 1;
        Ok(self.shaped(Some(shape), base, of.start..self.at))
    }

    fn shaped(&mut self, shape: Option<Shape>, base: usize, at: Range<usize>) -> Part {
        let grid = match shape {
            Some(Shape::Plain) => return self.display(base, at),
            Some(Shape::Array) => Grid::Array,
            Some(Shape::Matrix | Shape::Fenced(_)) => Grid::Matrix,
            Some(Shape::Cases) => Grid::Cases,
            Some(Shape::Aligned) => Grid::Aligned,
            Some(Shape::Display) => Grid::Display,
            None => Grid::Named,
        };
        self.close(Kind::Table(grid), base, at.clone());
        let table = self.row(base, at.clone());
        match shape {
            Some(Shape::Fenced(open)) => self.out.part(Kind::Fence(Some(open), Some(closing(open))), at, &[table]),
            _ => table,
        }
    }
}
