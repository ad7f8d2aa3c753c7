//! Commands: which part does each one add to the row?

use std::ops::Range;

use super::super::symbol::{self, Class, Meaning, Ratio, Stack, Upright};
use super::super::tables::Stop;
use super::super::{Kind, Limits, Part, Side, Spacing, Style, Why};
use super::{Command, Read, Reader, malformed};
use egen_math::names::{self, Func};

impl Reader<'_> {
    /// Does what a command says, which adds at most a part or two to the row.
    pub(super) fn perform(&mut self, command: Command<'_>) -> Read<()> {
        let (start, of) = (command.start, command.start..command.end);
        self.at = command.end;
        let part = match command.meaning {
            None if names::function(command.name)
                .is_some_and(|function| !function.binds() && function != Func::Root) =>
            {
                self.out.spelled(Kind::Name(Spacing::Operator), of, command.name.to_owned())
            }
            Some(Meaning::Sign(sign)) => self.out.leaf(Kind::Symbol(sign), of),
            Some(Meaning::Name { name, .. }) => self.out.spelled(Kind::Name(Spacing::Operator), of, name),
            Some(Meaning::Space(width)) => self.out.leaf(Kind::Space(width), of),
            Some(Meaning::Distance) => {
                let width = self.distance();
                self.out.leaf(Kind::Space(width), start..self.at)
            }
            Some(Meaning::Upright(upright)) => self.name(upright, of)?,
            Some(Meaning::Words(style)) => self.words(style, of)?,
            Some(Meaning::Accent { mark, below }) => self.over_one(Kind::Accent { mark, below }, of)?,
            Some(Meaning::Style(style)) => self.over_one(Kind::Styled(style), of)?,
            Some(Meaning::Not) => self.negated(of)?,
            Some(Meaning::Fraction(ratio)) => {
                let above = self.argument(of.clone())?;
                let below = self.argument(of)?;
                self.fraction(ratio, start..self.at, above, below)
            }
            Some(Meaning::Root) => self.root(of)?,
            Some(Meaning::Stack(stack)) => self.stack(stack, of)?,
            Some(Meaning::Operator) => {
                let part = self.argument(of)?;
                self.operator = Some(part);
                part
            }
            Some(Meaning::Modulo) => self.modulo(of)?,
            Some(Meaning::Left) => self.fence(of)?,
            Some(Meaning::Sized(size, side)) => self.sized(size, side, of)?,
            Some(Meaning::Begin) => self.environment(of)?,
            Some(Meaning::Table(shape)) => self.plain_table(shape, of)?,
            // A line between the lines of a table is read there.
            None | Some(Meaning::Rule | Meaning::Derivative) => self.out.leaf(Kind::Command, of),
            Some(Meaning::Skip(arguments)) => return self.skip_arguments(arguments, of),
            Some(Meaning::Dimension) => {
                self.dimension();
                return Ok(());
            }
            Some(
                Meaning::Line
                | Meaning::Right
                | Meaning::End
                | Meaning::Infix(_)
                | Meaning::Switch(_)
                | Meaning::Script(_)
                | Meaning::Limits(_),
            ) => return malformed(of.clone(), Why::NotOpen(self.text[of].to_owned())),
        };
        self.parts.push(part);
        Ok(())
    }

    fn over_one(&mut self, kind: Kind, of: Range<usize>) -> Read<Part> {
        let part = self.argument(of.clone())?;
        Ok(self.out.part(kind, of.start..self.at, &[part]))
    }

    fn name(&mut self, upright: Upright, of: Range<usize>) -> Read<Part> {
        let starred = upright == Upright::Operator && self.peek() == Some(b'*');
        self.at += usize::from(starred);
        let part = self.argument(of.clone())?;
        let spacing = if upright == Upright::Operator { Spacing::Operator } else { Spacing::Ordinary };
        let name = self.upright(part, spacing, of.start..self.at);
        if starred {
            self.operator = Some(name);
        }
        Ok(name)
    }

    /// `\not` and the sign that it strikes out.
    fn negated(&mut self, of: Range<usize>) -> Read<Part> {
        let part = self.argument(of.clone())?;
        let at = of.start..self.at;
        let sign = match self.out.kind(part) {
            Kind::Symbol('=') => '≠',
            Kind::Symbol('∈') => '∉',
            _ => return Ok(self.out.part(Kind::Accent { mark: '\u{338}', below: false }, at, &[part])),
        };
        Ok(self.out.leaf(Kind::Symbol(sign), at))
    }

    fn root(&mut self, of: Range<usize>) -> Read<Part> {
        let mut degree = None;
        if self.peek() == Some(b'[') {
            let (open, base) = (self.at, self.parts.len());
            self.at += 1;
            if self.items(true)? != Stop::Bracket {
                return malformed(open..open + 1, Why::NotClosed("[".to_owned()));
            }
            self.at += 1;
            degree = Some(self.row(base, open..self.at));
        }
        let radicand = self.argument(of.clone())?;
        let at = of.start..self.at;
        Ok(match degree {
            Some(degree) => self.out.part(Kind::Root, at, &[radicand, degree]),
            None => self.out.part(Kind::Root, at, &[radicand]),
        })
    }

    fn stack(&mut self, stack: Stack, of: Range<usize>) -> Read<Part> {
        let mark = match stack {
            Stack::Built => self.up_to_over(of.clone())?,
            Stack::Above | Stack::Below => self.argument(of.clone())?,
        };
        let base = self.argument(of.clone())?;
        let below = stack == Stack::Below;
        let kind = Kind::Scripts { below, above: !below, limits: Limits::Stacked };
        Ok(self.out.part(kind, of.start..self.at, &[base, mark]))
    }

    /// The parts before the `\over` of `\buildrel`.
    fn up_to_over(&mut self, of: Range<usize>) -> Read<Part> {
        let (base, switches) = (self.parts.len(), self.switches.len());
        self.enter()?;
        loop {
            self.skip_blanks();
            if self.stop() {
                return malformed(of.clone(), Why::NoArgument(self.text[of].to_owned()));
            }
            match self.command()? {
                Some(Command { meaning: Some(Meaning::Infix(Ratio::Line)), end, .. }) => {
                    self.at = end;
                    break;
                }
                Some(command) => self.instruct(command, base, switches)?,
                None if matches!(self.peek(), Some(b'^' | b'_' | b'\'')) => self.scripts(base)?,
                None => self.sign()?,
            }
        }
        self.leave();
        self.switch_off(switches);
        Ok(self.row(base, of))
    }

    /// `\pmod{n}` is (mod n), apart from the formula.
    fn modulo(&mut self, of: Range<usize>) -> Read<Part> {
        let by = self.argument(of.clone())?;
        let parts = [
            self.out.leaf(Kind::Space(1000), of.clone()),
            self.out.leaf(Kind::Symbol('('), of.clone()),
            self.out.spelled(Kind::Name(Spacing::Operator), of.clone(), "mod"),
            self.out.leaf(Kind::Space(333), of.clone()),
            by,
            self.out.leaf(Kind::Symbol(')'), of.clone()),
        ];
        Ok(self.out.part(Kind::Group, of.start..self.at, &parts))
    }

    fn fence(&mut self, of: Range<usize>) -> Read<Part> {
        let open = self.delimiter(of.clone())?;
        let base = self.parts.len();
        let stop = self.items(false)?;
        let right = self.at..self.command()?.map_or(self.at, |command| command.end);
        match stop {
            Stop::Right => self.at = right.end,
            Stop::Cell => return malformed(self.at..self.at + 1, Why::Stray('&')),
            _ => return malformed(of, Why::NotClosed("\\left".to_owned())),
        }
        let close = self.delimiter(right)?;
        self.close(Kind::Fence(open, close), base, of.start..self.at);
        Ok(self.parts.pop().expect("it was just made"))
    }

    fn sized(&mut self, size: u8, side: Side, of: Range<usize>) -> Read<Part> {
        let braced = self.peek() == Some(b'{');
        self.at += usize::from(braced);
        let Some(sign) = self.delimiter(of.clone())? else {
            return Ok(self.out.leaf(Kind::Row, of.start..self.at));
        };
        if braced {
            match self.peek() {
                Some(b'}') => self.at += 1,
                _ => return malformed(of.clone(), Why::NoDelimiter(self.text[of].to_owned())),
            }
        }
        Ok(self.out.leaf(Kind::Sized(size, side, sign), of.start..self.at))
    }

    /// The delimiter behind `\left` and the like; `.` is none.
    fn delimiter(&mut self, of: Range<usize>) -> Read<Option<char>> {
        self.skip_blanks();
        let (sign, end) = match self.command()? {
            Some(Command { meaning: Some(Meaning::Sign(sign)), end, .. }) => (Some(sign), end),
            Some(_) => (None, self.at),
            None => {
                let sign = self.text[self.at..self.end].chars().next();
                (sign, self.at + sign.map_or(0, char::len_utf8))
            }
        };
        let found = match sign {
            Some('.') => None,
            Some('<') => Some('⟨'),
            Some('>') => Some('⟩'),
            Some(sign @ ('/' | '\\')) => Some(sign),
            Some(sign) if matches!(symbol::class(sign), Class::Open | Class::Close | Class::Fence) => Some(sign),
            _ => return malformed(of.clone(), Why::NoDelimiter(self.text[of].to_owned())),
        };
        self.at = end;
        Ok(found)
    }

    fn skip_arguments(&mut self, count: usize, of: Range<usize>) -> Read<()> {
        for _ in 0..count {
            self.skip_optional();
            self.raw_argument(of.clone())?;
        }
        Ok(())
    }

    /// Text, with the formulas in it.
    fn words(&mut self, style: Style, of: Range<usize>) -> Read<Part> {
        let part = self.text_argument(of.clone())?;
        Ok(match style {
            Style::Upright => part,
            style => self.out.part(Kind::Styled(style), of.start..self.at, &[part]),
        })
    }
}
