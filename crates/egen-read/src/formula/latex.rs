//! LaTeX: which structure does TeX set?
//!
//! The reader follows TeX: digits and letters stand alone, a script belongs to the sign before it, an argument is one sign or a group, and a
//! switch such as `\bf` lasts up to the end of its group. It recurs for groups, whose depth is bounded.

mod command;
mod text;

pub(super) use text::{is_length, length, write_words};

use std::ops::Range;

use super::symbol::{self, Meaning, Ratio, Upright};
use super::tables::Stop;
use super::{Builder, Formula, Kind, Limits, Malformed, Part, Spacing, Style, Why};
use crate::read::{MAX_DEPTH, MAX_TEXT, Notation};

pub(super) type Read<T> = Result<T, Malformed>;

pub(super) fn malformed<T>(at: Range<usize>, why: Why) -> Read<T> {
    Err(Malformed { at, why })
}

pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) out: Builder,
    /// The parts of the rows that are not complete yet.
    pub(super) parts: Vec<Part>,
    /// The switches that are on, with the number of parts before each and its place.
    switches: Vec<(Switch, usize, usize)>,
    /// The last argument of `\mathop`, whose scripts are limits.
    operator: Option<Part>,
    depth: usize,
    /// Where the last line begins: `%` begins a comment before it only, and looking for the end of each would take quadratic time.
    last_line: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Switch {
    Style(Style),
    /// `\rm`: words become names.
    Upright,
}

impl Switch {
    fn is_size(self) -> bool {
        matches!(self, Switch::Style(style) if style.is_size())
    }
}

/// A command where the reader stands.
#[derive(Clone, Copy)]
pub(super) struct Command<'t> {
    /// Without its backslash.
    pub(super) name: &'t str,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) meaning: Option<Meaning>,
}

pub(super) fn read(text: &str) -> Read<Formula<'_>> {
    if text.len() > MAX_TEXT {
        return malformed(0..text.len(), Why::TooLong(MAX_TEXT));
    }
    let inner = without_delimiters(text);
    let start = inner.start;
    let mut reader = Reader {
        text,
        at: inner.start,
        end: inner.end,
        out: Builder::with_capacity(inner.len()),
        parts: Vec::with_capacity(16),
        switches: Vec::new(),
        operator: None,
        depth: 0,
        last_line: text[inner].rfind('\n').map_or(0, |at| start + at),
    };
    let root = reader.whole()?;
    Ok(reader.out.finish(text, Notation::Latex, root))
}

/// The text between `$…$`, `\[…\]` and the like.
fn without_delimiters(text: &str) -> Range<usize> {
    const PAIRS: [(&str, &str); 4] = [("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")];
    let mut range = trimmed(text, 0..text.len());
    // `$x = 1$.` stands in a sentence.
    let sentence = text[range.clone()].trim_end_matches(['.', ',', ';']).trim_end();
    if PAIRS.iter().any(|(_, close)| sentence.ends_with(close)) {
        range.end = range.start + sentence.len();
    }
    while let Some((open, close)) = PAIRS.iter().find(|(open, close)| {
        let inner = &text[range.clone()];
        inner.len() >= open.len() + close.len() && inner.starts_with(open) && inner.ends_with(close)
    }) {
        range = trimmed(text, range.start + open.len()..range.end - close.len());
    }
    range
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = &text[range.clone()];
    let start = range.start + (inner.len() - inner.trim_start().len());
    // A last `\ ` needs its blank.
    let end = start + inner.trim().len();
    let escaped = text[start..end].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1;
    let blank = text[end..range.end].chars().next().filter(|_| escaped);
    start..end + blank.map_or(0, char::len_utf8)
}

impl<'t> Reader<'t> {
    fn whole(&mut self) -> Read<Part> {
        match self.lines()? {
            Stop::End => {}
            Stop::Dollar => return malformed(self.at..self.at + 1, Why::Stray('$')),
            _ => {
                let end = self.command()?.map_or(self.at + 1, |command| command.end);
                return malformed(self.at..end, Why::NotOpen(self.text[self.at..end].to_owned()));
            }
        }
        let row = self.display(0, 0..self.text.len());
        Ok(row)
    }

    /// What stands in a row up to what ends it, which is left where it is.
    pub(super) fn items(&mut self, bracket: bool) -> Read<Stop> {
        self.enter()?;
        let (base, switches) = (self.parts.len(), self.switches.len());
        let mut over = None;
        let stop = loop {
            self.skip_blanks();
            if let Some(stop) = self.stop_sign(bracket) {
                break stop;
            }
            // A script belongs to nothing before `\over`.
            let from = over.map_or(base, |(_, split, _)| split);
            let Some(command) = self.command()? else {
                match self.text.as_bytes()[self.at] {
                    b'^' | b'_' | b'\'' => self.scripts(from)?,
                    _ => self.sign()?,
                }
                continue;
            };
            match command.meaning {
                Some(Meaning::Line) => break Stop::Line,
                Some(Meaning::Right) => break Stop::Right,
                Some(Meaning::End) => break Stop::Environment,
                Some(Meaning::Infix(_)) if over.is_some() => {
                    return malformed(command.start..command.end, Why::TwoFractions(command.name.to_owned()));
                }
                Some(Meaning::Infix(ratio)) => {
                    self.at = command.end;
                    self.switch_off(switches);
                    over = Some((ratio, self.parts.len(), command));
                }
                _ => self.instruct(command, from, switches)?,
            }
        };
        self.switch_off(switches);
        if let Some((ratio, split, command)) = over {
            let below = self.row(split, command.end..self.at);
            let above = self.row(base, command.start..command.start);
            let at = self.out.at(above).start..self.out.at(below).end;
            let fraction = self.fraction(ratio, at, above, below);
            self.parts.push(fraction);
        }
        self.depth -= 1;
        Ok(stop)
    }

    /// Does the row end here?
    pub(super) fn stop(&self) -> bool {
        let command = || {
            matches!(
                self.command(),
                Ok(Some(Command { meaning: Some(Meaning::Line | Meaning::Right | Meaning::End), .. }))
            )
        };
        self.stop_sign(false).is_some() || command()
    }

    /// Is there a sign here that ends the row?
    fn stop_sign(&self, bracket: bool) -> Option<Stop> {
        match self.text.as_bytes()[..self.end].get(self.at) {
            None => Some(Stop::End),
            Some(b'}') => Some(Stop::Brace),
            Some(b'&') => Some(Stop::Cell),
            Some(b'$') => Some(Stop::Dollar),
            Some(b']') if bracket => Some(Stop::Bracket),
            _ => None,
        }
    }

    /// Does what a command of a row says, which adds some parts to the row that begins at `base`.
    fn instruct(&mut self, command: Command<'t>, base: usize, switches: usize) -> Read<()> {
        match command.meaning {
            Some(Meaning::Script(_) | Meaning::Limits(_)) => self.scripts(base),
            Some(Meaning::Switch(style)) => {
                self.at = command.end;
                self.switch_on(Switch::Style(style), command.start, switches);
                Ok(())
            }
            Some(Meaning::Upright(Upright::Rest)) => {
                self.at = command.end;
                self.switch_on(Switch::Upright, command.start, switches);
                Ok(())
            }
            _ => self.perform(command),
        }
    }

    /// A sign that is no command, or a group.
    fn sign(&mut self) -> Read<()> {
        let start = self.at;
        let sign = self.text[start..].chars().next().expect("a row goes on with a character");
        let kind = match sign {
            '{' => return self.group(),
            '0'..='9' => return self.number(),
            '.' if self.next_is_digit(start + 1) => return self.number(),
            '#' => return malformed(start..start + 1, Why::Stray('#')),
            '−' => Kind::Symbol('-'),
            _ => match u8::try_from(sign).ok().and_then(symbol::plain) {
                Some(Meaning::Space(width)) => Kind::Space(width),
                _ => Kind::Symbol(sign),
            },
        };
        self.at += sign.len_utf8();
        let part = self.out.leaf(kind, start..self.at);
        self.parts.push(part);
        Ok(())
    }

    fn next_is_digit(&self, at: usize) -> bool {
        self.text.as_bytes()[..self.end].get(at).is_some_and(u8::is_ascii_digit)
    }

    /// TeX shows no blanks, so `1 0 . 5` is a number.
    fn number(&mut self) -> Read<()> {
        let (start, bytes) = (self.at, &self.text.as_bytes()[..self.end]);
        let mut point = bytes[start] == b'.';
        let mut end = start + 1;
        loop {
            let next = end + bytes[end..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let behind = next + 1;
            let behind = behind
                + bytes.get(behind..).map_or(0, |rest| rest.iter().take_while(|b| b.is_ascii_whitespace()).count());
            match bytes.get(next) {
                Some(b'0'..=b'9') => end = next + 1,
                Some(b'.') if !point && bytes.get(behind).is_some_and(u8::is_ascii_digit) => {
                    (point, end) = (true, behind + 1);
                }
                _ => break,
            }
        }
        self.at = end;
        let written = &self.text[start..end];
        let part = match written.bytes().any(|byte| byte.is_ascii_whitespace()) {
            true => self.out.spelled(Kind::Number, start..end, written.split_ascii_whitespace().collect::<String>()),
            false => self.out.leaf(Kind::Number, start..end),
        };
        self.parts.push(part);
        Ok(())
    }

    fn group(&mut self) -> Read<()> {
        let (start, base) = (self.at, self.parts.len());
        self.at += 1;
        match self.items(false)? {
            Stop::Brace => self.at += 1,
            Stop::Cell => return malformed(self.at..self.at + 1, Why::Stray('&')),
            _ => return malformed(start..start + 1, Why::NotClosed("{".to_owned())),
        }
        self.close(Kind::Group, base, start..self.at);
        Ok(())
    }

    /// Scripts, primes and where they stand; they belong to the last part of the row.
    fn scripts(&mut self, base: usize) -> Read<()> {
        let start = self.at;
        let of = match self.parts.last() {
            Some(last) if self.parts.len() > base && !matches!(self.out.kind(*last), Kind::Space(_)) => {
                self.parts.pop()
            }
            _ => None,
        };
        let of = of.unwrap_or_else(|| self.out.leaf(Kind::Row, start..start));
        let raised = self.parts.len();
        let (mut below, mut powers, mut limits) = (None, 0, Limits::Usual);
        loop {
            self.skip_blanks();
            let here = self.at;
            let sign = match self.text.as_bytes()[..self.end].get(here) {
                Some(sign @ (b'^' | b'_' | b'\'')) => {
                    self.at += 1;
                    char::from(*sign)
                }
                _ => match self.command()?.map(|command| (command.meaning, command.end)) {
                    Some((Some(Meaning::Script(sign)), end)) => {
                        self.at = end;
                        sign
                    }
                    Some((Some(Meaning::Limits(asked)), end)) => {
                        (self.at, limits) = (end, asked);
                        continue;
                    }
                    _ => break,
                },
            };
            match sign {
                '\'' => {
                    let prime = self.out.leaf(Kind::Symbol('′'), here..self.at);
                    self.parts.push(prime);
                }
                '_' if below.is_none() => below = Some(self.argument(here..self.at)?),
                '^' if powers == 0 => {
                    powers += 1;
                    let power = self.argument(here..self.at)?;
                    self.parts.push(power);
                }
                sign => return malformed(here..self.at, Why::TwoScripts(sign)),
            }
        }
        let above = match self.parts.len() - raised {
            0 => None,
            1 => self.parts.pop(),
            _ => Some(self.row(raised, start..self.at)),
        };
        if limits == Limits::Usual && self.operator == Some(of) && !self.out.has_limits(self.text, of) {
            limits = Limits::Stacked;
        }
        let scripts = self.attach(of, below, above, limits);
        self.parts.push(scripts);
        Ok(())
    }

    /// A base with its scripts; without any it stays alone.
    pub(super) fn attach(&mut self, of: Part, below: Option<Part>, above: Option<Part>, limits: Limits) -> Part {
        let mut children = [of; 3];
        let mut count = 1;
        for part in [below, above].into_iter().flatten() {
            children[count] = part;
            count += 1;
        }
        if count == 1 {
            return of;
        }
        let kind = Kind::Scripts { below: below.is_some(), above: above.is_some(), limits };
        let places = children[..count].iter().map(|part| self.out.at(*part));
        let (start, end) = places.fold((usize::MAX, 0), |(start, end), at| (start.min(at.start), end.max(at.end)));
        self.out.part(kind, start..end, &children[..count])
    }

    /// The argument of a command or of `^`: one sign or a group.
    pub(super) fn argument(&mut self, of: Range<usize>) -> Read<Part> {
        self.enter()?;
        let base = self.parts.len();
        while self.parts.len() == base {
            self.skip_blanks();
            if self.stop() {
                return malformed(of.clone(), Why::NoArgument(self.text[of].to_owned()));
            }
            let start = self.at;
            match self.text.as_bytes()[start] {
                b'^' | b'_' => return malformed(of.clone(), Why::NoArgument(self.text[of].to_owned())),
                b'\'' => {
                    self.at += 1;
                    let prime = self.out.leaf(Kind::Symbol('′'), start..self.at);
                    self.parts.push(prime);
                }
                b'0'..=b'9' => {
                    self.at += 1;
                    let digit = self.out.leaf(Kind::Number, start..self.at);
                    self.parts.push(digit);
                }
                b'\\' => {
                    let command = self.command()?.expect("a backslash begins a command");
                    match command.meaning {
                        Some(Meaning::Script(_) | Meaning::Limits(_) | Meaning::Infix(_)) => {
                            return malformed(of.clone(), Why::NoArgument(self.text[of].to_owned()));
                        }
                        Some(Meaning::Switch(style)) => {
                            self.at = command.end;
                            let inner = self.argument(command.start..command.end)?;
                            let styled = self.out.part(Kind::Styled(style), start..self.at, &[inner]);
                            self.parts.push(styled);
                        }
                        Some(Meaning::Upright(Upright::Rest)) => {
                            self.at = command.end;
                            let inner = self.argument(command.start..command.end)?;
                            let name = self.upright(inner, Spacing::Ordinary, start..self.at);
                            self.parts.push(name);
                        }
                        _ => self.perform(command)?,
                    }
                }
                _ => self.sign()?,
            }
        }
        self.depth -= 1;
        Ok(self.row(base, of))
    }

    /// A part set upright: a name if it consists of letters and digits.
    pub(super) fn upright(&mut self, part: Part, spacing: Spacing, at: Range<usize>) -> Part {
        let children = match self.out.kind(part) {
            Kind::Row | Kind::Group => self.out.children(part),
            _ => &[part],
        };
        if let [only] = children
            && matches!(self.out.kind(*only), Kind::Name(_))
        {
            let name = self.out.content(self.text, *only).to_owned();
            return if spacing == Spacing::Ordinary { *only } else { self.out.spelled(Kind::Name(spacing), at, name) };
        }
        let mut name = String::new();
        for child in children {
            match self.out.kind(*child) {
                Kind::Symbol(letter) if letter.is_ascii_alphabetic() => name.push(letter),
                Kind::Symbol('_') if !name.is_empty() => name.push('_'),
                Kind::Number if !name.is_empty() => name.push_str(self.out.content(self.text, *child)),
                _ => {
                    name.clear();
                    break;
                }
            }
        }
        match name.is_empty() {
            true if children.is_empty() => part,
            true => self.out.part(Kind::Styled(Style::Upright), at, &[part]),
            false if symbol::is_name(&name) => self.out.spelled(Kind::Name(Spacing::Operator), at, name),
            false => self.out.spelled(Kind::Name(spacing), at, name),
        }
    }

    fn switch_on(&mut self, switch: Switch, start: usize, from: usize) {
        // A font takes the place of the font before it, and a size of the size.
        let same = self.switches[from..].iter().position(|(other, ..)| other.is_size() == switch.is_size());
        if let Some(place) = same.map(|place| from + place) {
            let above = self.switches[place + 1..].to_vec();
            self.switch_off(place);
            let base = self.parts.len();
            self.switches.extend(above.into_iter().map(|(other, _, at)| (other, base, at)));
        }
        self.switches.push((switch, self.parts.len(), start));
    }

    /// Sets the parts behind each switch.
    fn switch_off(&mut self, to: usize) {
        while self.switches.len() > to {
            let (switch, base, start) = self.switches.pop().expect("there are more");
            if self.parts.len() <= base {
                continue;
            }
            let row = self.row(base, start..start);
            let at = start..self.out.at(row).end;
            let styled = match switch {
                Switch::Style(style) => self.out.part(Kind::Styled(style), at, &[row]),
                Switch::Upright => self.upright(row, Spacing::Ordinary, at),
            };
            self.parts.push(styled);
        }
    }

    /// Takes the parts from `base` on as one: the part itself if it is alone, else a row; `at` is the place of an empty one.
    pub(super) fn row(&mut self, base: usize, at: Range<usize>) -> Part {
        if self.parts.len() == base + 1 {
            return self.parts.pop().expect("there is one");
        }
        self.close(Kind::Row, base, at);
        self.parts.pop().expect("it was just made")
    }

    /// Puts the parts from `base` on into one part. A row reaches from its first part to its last one.
    pub(super) fn close(&mut self, kind: Kind, base: usize, at: Range<usize>) {
        let at = match (&self.parts[base..], kind) {
            ([first, .., last], Kind::Row) => self.out.at(*first).start..self.out.at(*last).end,
            ([only], Kind::Row) => self.out.at(*only),
            _ => at,
        };
        let part = self.out.part(kind, at, &self.parts[base..]);
        self.parts.truncate(base);
        self.parts.push(part);
    }

    pub(super) fn fraction(&mut self, ratio: Ratio, at: Range<usize>, above: Part, below: Part) -> Part {
        let line = ratio == Ratio::Line;
        let fraction = self.out.part(Kind::Fraction { line }, at.clone(), &[above, below]);
        match ratio {
            Ratio::Binomial => self.out.part(Kind::Fence(Some('('), Some(')')), at, &[fraction]),
            _ => fraction,
        }
    }

    pub(super) fn enter(&mut self) -> Read<()> {
        self.depth += 1;
        // A group that is an argument counts twice.
        match self.depth > 2 * MAX_DEPTH {
            true => malformed(self.at..self.end.min(self.at + 1), Why::TooDeep(MAX_DEPTH)),
            false => Ok(()),
        }
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The next byte, which is no blank.
    pub(super) fn peek(&mut self) -> Option<u8> {
        self.skip_blanks();
        self.text.as_bytes()[..self.end].get(self.at).copied()
    }

    /// Blanks, and comments up to the end of their line.
    pub(super) fn skip_blanks(&mut self) {
        let bytes = &self.text.as_bytes()[..self.end];
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                b'%' if self.at > self.last_line => return,
                b'%' => match self.text[self.at..self.end].find('\n') {
                    Some(end) => self.at += end + 1,
                    None => return,
                },
                0x80.. => match self.text[self.at..self.end].chars().next() {
                    Some(blank) if blank.is_whitespace() => self.at += blank.len_utf8(),
                    _ => return,
                },
                _ => return,
            }
        }
    }

    /// The command that begins here, if one does.
    #[inline(always)]
    pub(super) fn command(&self) -> Read<Option<Command<'t>>> {
        match self.text.as_bytes()[..self.end].get(self.at) {
            Some(b'\\') => self.command_here().map(Some),
            _ => Ok(None),
        }
    }

    fn command_here(&self) -> Read<Command<'t>> {
        let (start, bytes) = (self.at, &self.text.as_bytes()[..self.end]);
        let letters = bytes[start + 1..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let end = match letters {
            0 => match self.text[start + 1..self.end].chars().next() {
                Some(sign) => start + 1 + sign.len_utf8(),
                // The end of a line is a blank to TeX.
                None if start + 1 == self.text.trim_end().len() => start + 1,
                None => return malformed(start..start + 1, Why::NoCommand),
            },
            _ => start + 1 + letters,
        };
        let name = &self.text[start + 1..end];
        let meaning = match name.is_empty() || name.starts_with(char::is_whitespace) {
            true => symbol::plain(b'~'),
            false => symbol::meaning(name),
        };
        Ok(Command { name, start, end, meaning })
    }
}
