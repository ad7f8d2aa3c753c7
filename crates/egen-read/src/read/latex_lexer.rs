//! LaTeX pieces: which tokens does a formula consist of once layout is taken away?
//!
//! Space, sizes and styles are dropped here, and whatever is out of scope is refused
//! here with its reason, so the grammar sees mathematics only.

use std::ops::Range;

use super::braces::drop_idle;
use super::latex_commands::{self, Command};
use super::latex_layout::without_delimiters;
use super::message::NoteKind;
use super::raised::settle;
use super::token::{Bracket, Gap, Lexed, Special, Tok, Token, fraction_below, special, superscript};
use super::{Note, Refused as Refusal, lexed as refusal};
use egen_math::names;

/// Which side of a pair a size command announces; it decides only what a bar is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Open,
    Close,
    Either,
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    tokens: Vec<Token<'t>>,
    notes: Vec<Note>,
    gap: Gap,
    /// Set by `\left`, `\bigr` and the like until their delimiter comes, with where they stand.
    side: Option<(Side, Range<usize>)>,
}

pub(super) fn lex(text: &str) -> Result<Lexed<'_>, Refusal> {
    let inner = without_delimiters(text)?;
    let tokens = Vec::with_capacity(inner.len() / 2 + 2);
    let mut lexer =
        Lexer { text, at: inner.start, end: inner.end, tokens, notes: Vec::new(), gap: Gap::None, side: None };
    while lexer.at < lexer.end {
        lexer.step()?;
    }
    if let Some((_, at)) = lexer.side {
        return Err(refusal(at, "a bracket was expected after this"));
    }
    while let Some(Tok::Dot | Tok::Comma | Tok::Semicolon) = lexer.tokens.last().map(|token| token.tok) {
        lexer.tokens.pop();
    }
    lexer.drop_label()?;
    lexer.at = lexer.tokens.last().map_or(inner.end, |token| token.end as usize);
    lexer.push(Tok::End, lexer.at);
    Ok(Lexed { tokens: settle(text, drop_idle(text, lexer.tokens))?, notes: lexer.notes })
}

impl<'t> Lexer<'t> {
    fn push(&mut self, tok: Tok<'t>, start: usize) {
        let tok = match (&self.side, tok) {
            (Some((Side::Open, _)), Tok::Bar) => Tok::OpenBar,
            (Some((Side::Close, _)), Tok::Bar) => Tok::CloseBar,
            _ => tok,
        };
        // What is shown of a bracket has its size: `\left(`.
        let start = self.side.take().map_or(start, |(_, at)| at.start);
        self.tokens.push(Token { tok, start: start as u32, end: self.at as u32, gap: self.gap, run: 0 });
        self.gap = Gap::None;
    }

    fn one(&mut self, tok: Tok<'t>) -> Result<(), Refusal> {
        self.at += 1;
        let delimiter = matches!(tok, Tok::Open(_) | Tok::Close(_) | Tok::Bar | Tok::OpenBar | Tok::CloseBar);
        if !delimiter && let Some((_, at)) = self.side.take() {
            return Err(refusal(at, "a bracket was expected after this: ( ) [ ] \\{ \\} or |"));
        }
        self.push(tok, self.at - 1);
        Ok(())
    }

    fn step(&mut self) -> Result<(), Refusal> {
        let start = self.at;
        let refuse = |message: &str| Err(refusal(start..start + 1, message));
        match self.text.as_bytes()[start] {
            b' ' | b'\t' | b'\n' | b'\r' => {
                self.at += 1;
                self.widen(Gap::Space);
                Ok(())
            }
            b'~' => {
                self.at += 1;
                self.widen(Gap::Space);
                Ok(())
            }
            b'0'..=b'9' => self.one(Tok::Digit),
            b'a'..=b'z' | b'A'..=b'Z' => {
                let run = self.run_length();
                self.one(Tok::Name(&self.text[start..start + 1]))?;
                if let Some(token) = self.tokens.last_mut() {
                    token.run = run;
                }
                Ok(())
            }
            b'\\' => self.command(),
            b'{' => self.brace(),
            b'}' => self.one(Tok::GroupClose),
            b'^' => self.one(Tok::Caret),
            b'_' => self.one(Tok::Under),
            b'+' => self.one(Tok::Plus),
            b'-' => self.one(Tok::Minus),
            b'*' => self.one(Tok::Times),
            b'/' => self.one(Tok::Slash),
            b'=' => self.one(Tok::Equals),
            b'(' => self.one(Tok::Open(Bracket::Round)),
            b')' => self.one(Tok::Close(Bracket::Round)),
            b'[' => self.one(Tok::Open(Bracket::Square)),
            b']' => self.one(Tok::Close(Bracket::Square)),
            b'|' => self.one(Tok::Bar),
            b',' => self.one(Tok::Comma),
            b';' => self.one(Tok::Semicolon),
            b'\'' => self.one(Tok::Prime),
            b'.' if self.side.is_some() => refuse("`\\left.` leaves a bracket out: write both brackets"),
            b'.' => {
                if self.text[start..self.end].starts_with("...") {
                    return Err(refusal(start..start + 3, "dots stand for something left out: write it in full"));
                }
                self.one(Tok::Dot)
            }
            b'&' => {
                // In one row it aligns nothing; where it stands beside a sign, no matrix has it there.
                let before = self.tokens.last().is_some_and(|token| token.tok == Tok::Equals);
                if before || self.text[start + 1..self.end].trim_start().starts_with(['=', '+', '-', '&']) {
                    self.at += 1;
                    return Ok(());
                }
                refuse("`&` is read beside `=` only: give one formula at a time")
            }
            b'!' => refuse("factorials are out of scope"),
            b'%' => self.comment(),
            b'<' | b'>' => refuse("of the relations only = is read; write one side, or an equation"),
            b':' => refuse("`:` is not read: for a quotient write / or \\frac"),
            b'$' => refuse("`$` is read only around the whole formula"),
            _ => self.other(),
        }
    }

    /// `%` up to the end of its line. A line that was joined to the next one has kept the sign and a space.
    fn comment(&mut self) -> Result<(), Refusal> {
        let start = self.at;
        let rest = &self.text[start + 1..self.end];
        if let Some(end) = rest.find('\n') {
            self.at += end + 2;
            return Ok(());
        }
        let after_number = self.tokens.last().is_some_and(|token| token.tok == Tok::Digit);
        if rest.is_empty() || (rest.starts_with(' ') && !after_number && self.gap == Gap::None) {
            self.at += 1;
            self.notes.push(Note { at: start..start + 1, kind: NoteKind::LineComment });
            return Ok(());
        }
        Err(refusal(start..start + 1, "`%` starts a comment in LaTeX: remove it, or write 0.01 x for a percentage"))
    }

    /// `x = 2 \qquad (3)`: a number in brackets far behind an equation is its label.
    fn drop_label(&mut self) -> Result<(), Refusal> {
        const LONGEST: usize = 8;
        if !matches!(self.tokens.last(), Some(token) if token.tok == Tok::Close(Bracket::Round)) {
            return Ok(());
        }
        let inside = |token: &&Token<'_>| matches!(token.tok, Tok::Digit | Tok::Dot | Tok::Name(_) | Tok::Prime);
        let length = self.tokens.iter().rev().skip(1).take(LONGEST).take_while(inside).count();
        let Some(open) = self.tokens.len().checked_sub(length + 2).filter(|&open| open > 0) else { return Ok(()) };
        let (bracket, first) = (self.tokens[open], self.tokens[open + 1]);
        let label = bracket.tok == Tok::Open(Bracket::Round) && bracket.gap == Gap::Wide && first.tok == Tok::Digit;
        if !label {
            return Ok(());
        }
        let at = bracket.start as usize..self.tokens[open + length + 1].end as usize;
        if !self.tokens.iter().any(|token| token.tok == Tok::Equals) {
            return Err(refusal(at, "ambiguous: is this a label or a factor? leave it out, or write \\cdot before it"));
        }
        let kind = NoteKind::Label(self.text[at.clone()].to_owned());
        self.notes.push(Note { at, kind });
        self.tokens.truncate(open);
        Ok(())
    }

    fn widen(&mut self, gap: Gap) {
        self.gap = self.gap.max(gap);
    }

    /// How many letters stand here without a space, if this is the first of them and they are several.
    fn run_length(&self) -> u16 {
        let letter = |at: &usize| self.text.as_bytes()[*at].is_ascii_alphabetic();
        let continues = self.gap == Gap::None
            && self.tokens.last().is_some_and(|token| token.end as usize == self.at && token.end - token.start == 1)
            && self.at > 0
            && letter(&(self.at - 1));
        if continues {
            return 0;
        }
        let length = (self.at..self.end).take_while(letter).take(usize::from(u16::MAX)).count();
        if length > 1 { length as u16 } else { 0 }
    }

    fn other(&mut self) -> Result<(), Refusal> {
        let start = self.at;
        let c = self.text[start..].chars().next().expect("a step starts on a character");
        self.at += c.len_utf8();
        match special(c) {
            Special::Tok(tok) => self.push(tok, start),
            Special::Space => self.widen(Gap::Space),
            Special::Super => {
                self.take_while(|c| superscript(c).is_some());
                match fraction_below(&self.text[start..self.at], &self.text[self.at..self.end]) {
                    Some(length) => {
                        self.at += length;
                        self.push(Tok::Vulgar, start);
                    }
                    None => self.push(Tok::Super, start),
                }
            }
            Special::Sub => {
                self.take_while(|c| super::token::subscript(c).is_some());
                self.push(Tok::Sub, start);
            }
            Special::Primes(count) => (0..count).for_each(|_| self.push(Tok::Prime, start)),
            Special::Refused(why) => return Err(super::refusal(start..self.at, why)),
            Special::Unknown => return Err(refusal(start..self.at, format!("`{}` is not read", c.escape_debug()))),
        }
        Ok(())
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) {
        self.at += self.text[self.at..self.end].chars().take_while(|&c| belongs(c)).map(char::len_utf8).sum::<usize>();
    }

    fn brace(&mut self) -> Result<(), Refusal> {
        let (start, rest) = (self.at, &self.text[self.at + 1..self.end]);
        let inner = rest.trim_start();
        // `1{,}000`: the braces keep TeX from setting a space after the comma.
        if let Some(after) = inner.strip_prefix(',').and_then(|rest| rest.trim_start().strip_prefix('}')) {
            let next = after.trim_start().bytes().take_while(u8::is_ascii_digit).count();
            if next > 0 && matches!(self.tokens.last(), Some(token) if token.tok == Tok::Digit) {
                return self.thousands(start, self.end - after.len(), next);
            }
        }
        // `{\rm sgn}` is one name and not a group.
        if let Some(word) =
            inner.strip_prefix("\\rm").filter(|word| !word.starts_with(|c: char| c.is_ascii_alphabetic()))
        {
            // Looking no further than the next brace keeps the time linear.
            if let Some(close) = word.find(['{', '}']).filter(|&at| word[at..].starts_with('}')) {
                self.at = self.end - word.len() + close + 1;
                return self.word("rm", &word[..close], start);
            }
        }
        self.one(Tok::GroupOpen)
    }

    /// `1{,}000`: a comma that is followed by exactly three digits, and follows at most three or another such group.
    fn thousands(&mut self, start: usize, end: usize, next: usize) -> Result<(), Refusal> {
        let grouped = self.notes.last().is_some_and(|note| note.at.end + 3 == start);
        let before = self.tokens.iter().rev().take_while(|token| token.tok == Tok::Digit).count();
        let whole = !self.tokens.iter().rev().nth(before).is_some_and(|token| token.tok == Tok::Dot);
        if next != 3 || !whole || !(grouped || before <= 3) {
            let message = "ambiguous: a comma before three digits groups thousands; for a decimal write a point, 3.14";
            return Err(refusal(start..end, message));
        }
        self.at = end;
        self.notes.push(Note { at: start..end, kind: NoteKind::Thousands });
        Ok(())
    }

    fn command(&mut self) -> Result<(), Refusal> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut end = start + 1;
        while end < self.end && bytes[end].is_ascii_alphabetic() {
            end += 1;
        }
        if end == start + 1 {
            return self.escape();
        }
        let name = &self.text[start + 1..end];
        self.at = end;
        if let Some((_, at)) = &self.side
            && !latex_commands::is_delimiter(name)
        {
            return Err(refusal(at.clone(), "a bracket was expected after this: ( ) [ ] \\{ \\} or |"));
        }
        match latex_commands::find(name) {
            Some(Command::Tok(tok)) => {
                self.push(tok, start);
                Ok(())
            }
            Some(Command::Space(gap)) => {
                self.widen(gap);
                Ok(())
            }
            Some(Command::Skip) => Ok(()),
            Some(Command::SkipArgument) => self.skip_argument(),
            Some(Command::Side(side)) => {
                self.side = Some((side, start..end));
                Ok(())
            }
            Some(Command::Font) => self.font(name, start),
            Some(Command::Accent(accent)) => self.accent(accent, start),
            // `V_{\max}` is a name.
            Some(Command::Refused(_)) if latex_commands::is_mark_below(name) && self.is_below() => {
                self.push(Tok::Text(name), start);
                Ok(())
            }
            Some(Command::Refused(why)) => Err(refusal(start..end, format!("`\\{name}` {why}"))),
            None => Err(refusal(start..end, format!("the command `\\{name}` is not known"))),
        }
    }

    /// Does a subscript start here?
    fn is_below(&self) -> bool {
        let mut last = self.tokens.iter().rev().map(|token| token.tok);
        match last.next() {
            Some(Tok::Under) => true,
            Some(Tok::GroupOpen) => last.next() == Some(Tok::Under),
            _ => false,
        }
    }

    /// A backslash and something that is no letter.
    fn escape(&mut self) -> Result<(), Refusal> {
        let start = self.at;
        let Some(c) = self.text[start + 1..self.end].chars().next() else {
            // The space of a last `\ ` was trimmed away.
            if self.text[self.end..].starts_with(char::is_whitespace) {
                self.at += 1;
                return Ok(());
            }
            return Err(refusal(start..start + 1, "a command was expected after the backslash"));
        };
        self.at += 1 + c.len_utf8();
        match c {
            ',' => self.widen(Gap::Thin),
            '!' | ' ' | '\n' | '\t' => self.widen(Gap::Space),
            ';' | ':' | '>' => self.widen(Gap::Wide),
            '{' => self.push(Tok::Open(Bracket::Curly), start),
            '}' => self.push(Tok::Close(Bracket::Curly), start),
            '\\' => return Err(refusal(start..self.at, "only one row is read: give the formulas one at a time")),
            '%' => return Err(refusal(start..self.at, "percentages are out of scope: write 0.01 x")),
            '|' => return Err(refusal(start..self.at, "norms are out of scope; write |x| for an absolute value")),
            '(' | ')' | '[' | ']' => {
                return Err(refusal(start..self.at, format!("`\\{c}` is read only around the whole formula")));
            }
            _ => return Err(refusal(start..self.at, format!("`\\{}` is not read", c.escape_debug()))),
        }
        Ok(())
    }

    /// The braces after a command such as `\hspace`.
    fn argument(&mut self) -> Option<&'t str> {
        let rest = &self.text[self.at..self.end];
        let inner = rest.trim_start().strip_prefix('{')?;
        // Looking no further than the next brace keeps the time linear, and no name has one in it.
        let close = inner.find(['{', '}']).filter(|&at| inner[at..].starts_with('}'))?;
        self.at = self.end - inner.len() + close + 1;
        Some(&inner[..close])
    }

    fn skip_argument(&mut self) -> Result<(), Refusal> {
        let at = self.at;
        if self.text[at..self.end].starts_with('*') {
            self.at += 1;
        }
        self.argument().map(|_| ()).ok_or_else(|| refusal(at..at, "expected `{…}`"))
    }

    /// `\bar x`, `\hat{\beta}`: an accent over one letter makes another name.
    fn accent(&mut self, accent: &'static str, start: usize) -> Result<(), Refusal> {
        let command = &self.text[start..self.at];
        if self.accented_with_subscript(accent, start)? {
            return Ok(());
        }
        let rest = self.text[self.at..self.end].trim_start();
        let (inside, after) = match self.argument() {
            Some(content) => (content.trim(), self.at),
            None => {
                let letters = rest.bytes().skip(1).take_while(u8::is_ascii_alphabetic).count();
                let length =
                    if rest.starts_with('\\') { 1 + letters } else { rest.chars().next().map_or(0, char::len_utf8) };
                (&rest[..length], self.end - rest.len() + length)
            }
        };
        let letter = match inside.strip_prefix('\\') {
            Some(name) => names::greek_name(name),
            None => names::letter(inside),
        };
        let Some(letter) = letter else {
            return Err(refusal(
                start..after,
                format!("`{command}` is read over a single letter only, as part of a name: write a subscript instead"),
            ));
        };
        self.at = after;
        self.push(Tok::Accented(letter, accent), start);
        Ok(())
    }

    /// `\dot{x_1}` is `\dot{x}_1`, if that is what follows.
    fn accented_with_subscript(&mut self, accent: &'static str, start: usize) -> Result<bool, Refusal> {
        let rest = &self.text[self.at..self.end];
        let Some(inside) = rest.trim_start().strip_prefix('{') else { return Ok(false) };
        // Looking no further than the first of these keeps the time linear.
        let Some(end) = inside.find(['_', '{', '}']).filter(|&end| inside[end..].starts_with('_')) else {
            return Ok(false);
        };
        let (name, below) = (inside[..end].trim(), self.end - inside.len() + end);
        let letter = match name.strip_prefix('\\') {
            Some(name) => names::greek_name(name),
            None => names::letter(name),
        };
        let Some(letter) = letter else { return Ok(false) };
        let subscript = &self.text[below + 1..self.end];
        let length = match subscript.strip_prefix('{') {
            Some(braced) => braced.find(['{', '}']).map(|end| end + 2),
            None => subscript.chars().next().map(char::len_utf8),
        };
        let Some(length) = length else { return Ok(false) };
        let end = below + 1 + length;
        if !self.text[end..self.end].trim_start().starts_with('}') {
            return Ok(false);
        }
        let close = self.end - self.text[end..self.end].trim_start().len() + 1;
        self.at = below;
        self.push(Tok::Accented(letter, accent), start);
        self.one(Tok::Under)?;
        if !subscript.starts_with('{') {
            self.push(Tok::GroupOpen, self.at);
        }
        let whole = std::mem::replace(&mut self.end, end);
        while self.at < self.end {
            self.step()?;
        }
        (self.end, self.at) = (whole, close);
        // The brace of the accent ends the subscript, so that all of it is shown.
        match self.tokens.last_mut() {
            Some(token) if token.tok == Tok::GroupClose && subscript.starts_with('{') => token.end = close as u32,
            _ => self.push(Tok::GroupClose, end),
        }
        Ok(true)
    }

    /// `\mathrm{foo}`, `\operatorname*{foo}`, `\mathrm d`.
    fn font(&mut self, command: &str, start: usize) -> Result<(), Refusal> {
        if command == "operatorname" && self.text[self.at..self.end].starts_with('*') {
            self.at += 1;
        }
        if let Some(content) = self.argument() {
            return self.word(command, content, start);
        }
        let rest = self.text[self.at..self.end].trim_start();
        if rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.at = self.end - rest.len() + 1;
            return self.word(command, &rest[..1], start);
        }
        Err(refusal(start..self.at, format!("expected a name in braces after `\\{command}`")))
    }

    fn word(&mut self, command: &str, content: &'t str, start: usize) -> Result<(), Refusal> {
        let content = content.trim();
        if let Some(letter) = content.strip_prefix('\\').and_then(names::greek_name) {
            self.push(Tok::Name(letter), start);
            return Ok(());
        }
        let range = start..self.at;
        let name = spelled(content);
        let spaces_matter = command.starts_with("text") || command.ends_with("box");
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if !is_name || (spaces_matter && content.contains(char::is_whitespace)) {
            return Err(refusal(range, format!("only a name of letters and digits is read inside `\\{command}{{…}}`")));
        }
        if matches!(command, "mathit" | "textit") {
            self.push(Tok::Quoted(content), start);
            return Ok(());
        }
        match names::function(&name) {
            Some(function) if !function.binds() => self.push(Tok::Func(function), start),
            _ => self.push(Tok::Text(content), start),
        }
        Ok(())
    }
}

/// The name that the content of `\mathrm{…}` spells: spaces mean nothing there, and `\_` is an underscore.
pub(super) fn spelled(content: &str) -> String {
    content.replace("\\_", "_").chars().filter(|c| !c.is_whitespace()).collect()
}
