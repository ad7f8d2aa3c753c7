//! Signs: which token is a sign, a name, a number or a word, or why is it refused?

use std::ops::Range;

use super::{Walk, Walked};
use crate::formula::symbol::{self, Meaning};
use crate::formula::{Kind, Part, Side, Spacing};
use crate::read::message::{Note, NoteKind, Reason, Scope, StructureRefusal};
use crate::read::token::{Bracket, Gap, Special, Tok, Token, letter, reason, special};
use crate::read::{Refused, refusal, small};
use egen_math::{defined, names};

impl<'f> Walk<'f> {
    pub(super) fn symbol(&mut self, part: Part, sign: char) -> Walked {
        let at = self.formula.at(part);
        // The first of several raised or lowered characters has taken this one.
        if at.start < self.done && !self.markup {
            return Ok(());
        }
        // Word separates by bars what a list has in brackets; they are no absolute values.
        if at.is_empty() && !matches!(sign, ',' | ';') {
            return Err(refusal(at, StructureRefusal::Sign(sign.to_string())));
        }
        let tok = match sign {
            'a'..='z' | 'A'..='Z' => return self.one_letter(sign, at),
            '+' => Tok::Plus,
            '-' => Tok::Minus,
            '*' => Tok::Times,
            '/' => Tok::Slash,
            '=' => Tok::Equals,
            ',' => Tok::Comma,
            ';' => Tok::Semicolon,
            '\'' => Tok::Prime,
            '(' | ')' | '[' | ']' | '{' | '}' => self.bracket(at.clone(), sign, Side::Either)?,
            '|' | '∣' if &self.text[at.clone()] != "\\mid" => match &self.text[at.clone()] {
                "\\lvert" => Tok::OpenBar,
                "\\rvert" => Tok::CloseBar,
                _ => Tok::Bar,
            },
            '.' if self.text[at.start..].starts_with("...") => {
                return Err(refusal(at.start..at.start + 3, StructureRefusal::Part("...".to_owned(), Reason::Dots)));
            }
            '.' => Tok::Dot,
            '⋆' => Tok::Mark("star"),
            '†' => Tok::Mark("dagger"),
            '∘' => {
                return Err(refusal(at, StructureRefusal::Circle));
            }
            '%' if &self.text[at.clone()] == "%" && !self.markup => return self.percent(at),
            _ => return self.character(part, sign),
        };
        self.push(tok, at);
        Ok(())
    }

    fn one_letter(&mut self, sign: char, at: Range<usize>) -> Walked {
        let run = if self.markup { 0 } else { self.run(&at) };
        // `frac{1}{2}` has lost its backslash, and its braces say something all the same.
        if run == 4 {
            match &self.text[at.start..at.start + 4] {
                "frac" => self.owed = 2,
                "sqrt" => self.owed = 1,
                _ => {}
            }
        }
        self.push(Tok::Name(letter(sign).unwrap_or_default()), at);
        if let Some(token) = self.tokens.last_mut() {
            token.run = run;
        }
        Ok(())
    }

    /// How many letters stand here without a space, if this is the first of them and they are several.
    fn run(&self, at: &Range<usize>) -> u16 {
        let bytes = self.text.as_bytes();
        let letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
        if at.len() != 1 || !letter(at.start + 1) {
            return 0;
        }
        let continues = self.tokens.last().is_some_and(|token| {
            token.end as usize == at.start && token.end - token.start == 1 && letter(at.start - 1)
        });
        if continues {
            return 0;
        }
        (at.start..bytes.len()).take_while(|at| letter(*at)).take(usize::from(u16::MAX)).count() as u16
    }

    /// A sign that infix may have as well.
    fn character(&mut self, part: Part, sign: char) -> Walked {
        let at = self.formula.at(part);
        let is_command = self.text[at.clone()].starts_with('\\');
        match special(sign) {
            _ if is_command && matches!(sign, '∙' | '‡') => self.refuse(part, Reason::Mark),
            // Small characters are read from the text, which may hold a reference in their place.
            Special::Small if self.markup => Err(refusal(at, StructureRefusal::Raised(sign))),
            Special::Tok(tok) => {
                self.integral |= tok == Tok::Int;
                self.push(tok, at);
                Ok(())
            }
            Special::Space => {
                self.gap = self.gap.max(Gap::Space);
                Ok(())
            }
            Special::Primes(count) => {
                (0..count).for_each(|_| self.push(Tok::Prime, at.clone()));
                Ok(())
            }
            Special::Small => {
                for (tok, at) in small::script(self.text, at.start)? {
                    self.done = at.end;
                    self.push(tok, at);
                }
                Ok(())
            }
            _ if is_command => self.refuse_command(part, sign),
            Special::Refused(why) => Err(refusal(at, why)),
            Special::Other => Err(match sign {
                '!' => refusal(at, Scope::Factorial),
                ':' => refusal(at, StructureRefusal::Colon),
                sign => refusal(at, StructureRefusal::sign(sign)),
            }),
        }
    }

    fn refuse_command(&self, part: Part, sign: char) -> Walked {
        let at = self.formula.at(part);
        match sign {
            '%' => Err(refusal(at, StructureRefusal::Percentage)),
            '‖' => Err(refusal(at, Scope::Norm)),
            '&' | '#' | '$' | '_' => self.refuse(part, Reason::NotRead),
            sign => self.refuse(part, reason(sign).unwrap_or(Reason::Scope)),
        }
    }

    /// The token of a bracket; only its side says what a bar is.
    pub(super) fn bracket(&self, at: Range<usize>, sign: char, side: Side) -> Result<Tok<'f>, Refused> {
        Ok(match sign {
            '(' => Tok::Open(Bracket::Round),
            ')' => Tok::Close(Bracket::Round),
            '[' => Tok::Open(Bracket::Square),
            ']' => Tok::Close(Bracket::Square),
            '{' => Tok::Open(Bracket::Curly),
            '}' => Tok::Close(Bracket::Curly),
            '|' | '∣' => match side {
                Side::Open => Tok::OpenBar,
                Side::Close => Tok::CloseBar,
                Side::Either | Side::Relation => Tok::Bar,
            },
            sign => {
                let written = &self.text[at.clone()];
                let start = at.start + written.rfind('\\').unwrap_or(0);
                let shown = symbol::command(sign).unwrap_or(written);
                let reason = reason(sign).unwrap_or(Reason::Scope);
                return Err(refusal(start..at.end, StructureRefusal::Part(shown.to_owned(), reason)));
            }
        })
    }

    /// Digits stand alone, as in TeX, where `\frac12` takes them apart.
    pub(super) fn number(&mut self, part: Part) -> Walked {
        let (at, content) = (self.formula.at(part), self.formula.content(part));
        if self.markup && &self.text[at.clone()] != content {
            return Err(refusal(at, StructureRefusal::Reference));
        }
        // Two elements are two numbers.
        if matches!(self.last(), Tok::Number | Tok::Dot) && self.markup {
            self.gap = self.gap.max(Gap::Wide);
        }
        self.push(Tok::Number, at);
        self.join_number();
        Ok(())
    }

    /// A number goes on behind a narrow space or a comma of thousands, `1\,000`, and behind a point in braces, `1{.}5`.
    /// The digit that a command took as its argument is complete.
    fn join_number(&mut self) {
        let joins = |before: &Token<'_>, next: &Token<'_>| {
            let between = &self.text[before.end as usize..next.start as usize];
            let apart = next.gap == Gap::Wide || before.end as usize <= self.complete;
            !apart && !between.contains(|c: char| c.is_ascii_digit())
        };
        let is = |token: &Token<'_>, tok: Tok<'_>| token.tok == tok;
        let (before, [.., last]) = (self.pointed, &self.tokens[..]) else { return };
        let point = self.text[last.range()].contains('.');
        let (joined, pointed) = match &self.tokens[..] {
            [.., number, dot, last] if is(dot, Tok::Dot) && joins(dot, last) && !point => {
                (if is(number, Tok::Number) && joins(number, dot) && !before { 2 } else { 1 }, true)
            }
            [dot, last] if is(dot, Tok::Dot) && joins(dot, last) && !point => (1, true),
            [.., number, last] if is(number, Tok::Number) && joins(number, last) && !(before && point) => {
                (1, before || point)
            }
            _ => (0, point),
        };
        self.pointed = pointed;
        let end = last.end;
        self.tokens.truncate(self.tokens.len() - joined);
        if let Some(token) = self.tokens.last_mut() {
            (token.tok, token.end) = (Tok::Number, end);
        }
    }

    pub(super) fn name(&mut self, part: Part) -> Walked {
        let (at, content) = (self.formula.at(part), self.formula.content(part));
        let written = &self.text[at.clone()];
        if self.below {
            self.push(Tok::Text(content), at);
            return Ok(());
        }
        if self.markup
            && let Some(variable) = names::differential_of(content)
        {
            self.push(Tok::Name("d"), at.start..at.start + 1);
            self.push(Tok::Name(variable), at.start + 1..at.end);
            return Ok(());
        }
        let own = written
            .strip_prefix('\\')
            .is_some_and(|command| matches!(symbol::meaning(command), Some(Meaning::Name { .. })));
        let tok = match names::function(content) {
            Some(function) if !function.binds() => Tok::Func(function),
            _ if own && !matches!(content, "max" | "min" | "d") => return self.refuse(part, Reason::Scope),
            _ if self.markup && content.len() == 1 => Tok::Name(content),
            _ if self.is_applied(part) => Tok::Quoted(content),
            _ => Tok::Text(content),
        };
        self.push(tok, at);
        Ok(())
    }

    /// `\text{…}` is read as a name.
    pub(super) fn words(&mut self, part: Part) -> Walked {
        let content = self.formula.content(part).trim();
        if content.is_empty() {
            return Ok(());
        }
        let at = self.formula.at(part);
        let whole = match self.markup {
            true => at,
            false => {
                let before = self.text[..at.start].trim_end_matches(['{', ' ']);
                before.rfind('\\').unwrap_or(at.start)..at.end + usize::from(self.text[at.end..].starts_with('}'))
            }
        };
        let part_of_name = self.below && content.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !names::is_identifier(content) && !part_of_name {
            if self.markup {
                return Err(refusal(whole, StructureRefusal::Identifier(content.to_owned())));
            }
            let length = 1 + self.text[whole.start + 1..].bytes().take_while(u8::is_ascii_alphabetic).count();
            let command = self.text[whole.start..whole.start + length].to_owned();
            return Err(refusal(whole, StructureRefusal::Name(command)));
        }
        let tok = match names::function(content) {
            Some(function) if !function.binds() && !self.below => Tok::Func(function),
            _ => Tok::Text(content),
        };
        self.push(tok, whole);
        Ok(())
    }

    pub(super) fn space(&mut self, width: i32) {
        let gap = match width {
            // An interword space, and what TeX takes away.
            333 => Gap::Space,
            width if width < 0 => Gap::Space,
            0..100 => Gap::None,
            100..200 => Gap::Thin,
            _ => Gap::Wide,
        };
        self.gap = self.gap.max(gap);
    }

    /// `%` without a line behind it. A line that was joined to the next one has kept the sign and a space.
    fn percent(&mut self, at: Range<usize>) -> Walked {
        let end = self.formula.at(self.formula.root()).end;
        let rest = &self.text[at.end..end.max(at.end)];
        let joined = rest.starts_with(' ') && self.last() != Tok::Number && self.gap == Gap::None;
        let tight = self.tokens.last().is_none_or(|token| token.end as usize == at.start);
        if rest.is_empty() || joined && tight {
            self.notes.push(Note { at, kind: NoteKind::LineComment });
            return Ok(());
        }
        Err(refusal(at, StructureRefusal::Comment))
    }

    /// The invisible application of a function says that the name before it is one.
    pub(super) fn apply(&mut self, atom: usize) {
        if let Some(token) = self.tokens.get_mut(atom)
            && let Tok::Name(name) | Tok::Text(name) = token.tok
            && defined::find(name).is_none()
        {
            token.tok = Tok::Quoted(name);
        }
    }

    /// Is a part a name of MathML that is said to be a function, with its scripts, and is no known one?
    fn is_applied(&self, part: Part) -> bool {
        match (self.formula.kind(part), self.formula.children(part)) {
            (Kind::Name(Spacing::Operator), _) if self.markup => {
                let content = self.formula.content(part);
                !symbol::is_name(content) && defined::find(content).is_none()
            }
            (Kind::Scripts { .. }, [base, ..]) => self.is_applied(*base),
            _ => false,
        }
    }

    /// Is a part what the unknown function before `&#x2061;` is applied to, without brackets of its own?
    pub(super) fn is_bare_argument(&self, parts: &[Part], place: usize) -> bool {
        let is_space = |part: &&Part| matches!(self.formula.kind(**part), Kind::Space(_));
        let function = match self.before {
            Some(last) if self.formula.kind(last) == Kind::Symbol('\u{2061}') => {
                parts[..place].iter().rev().filter(|part| !is_space(part)).nth(1).copied()
            }
            last => last.filter(|last| self.is_applied(*last)),
        };
        let Some(function) = function else { return false };
        if self.is_function(function) || matches!(self.formula.kind(parts[place]), Kind::Space(_)) {
            return false;
        }
        let base = match self.formula.kind(parts[place]) {
            Kind::Scripts { .. } => self.formula.children(parts[place])[0],
            _ => parts[place],
        };
        let first = self.formula.children(base).first().map_or(base, |first| *first);
        let opens = |part: Part| {
            matches!(self.formula.kind(part), Kind::Fence(..) | Kind::Symbol('(' | '[' | '|') | Kind::Sized(..))
        };
        let row = matches!(self.formula.kind(base), Kind::Row | Kind::Group);
        !(opens(base) || row && opens(first))
    }
}
