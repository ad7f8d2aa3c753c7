//! Tokens of a structure: what does the grammar read, and in which order?
//!
//! The structure says what stands where, in LaTeX and MathML alike. Here its parts become the tokens that infix has too, with braces around
//! arguments, and whatever has no meaning yet is refused with its reason. So the grammar sees mathematics only.

mod sign;
mod whole;

use std::ops::Range;

use super::message::{Misplaced, Note, Reason, StructureRefusal};
use super::token::{self, Bracket, Gap, Lexed, Special, Tok, Token, special};
use super::{Notation, Refused, refusal};
use crate::formula::symbol::{self, Meaning};
use crate::formula::{Class, Formula, Kind, Limits, Part, Side, Style};
use egen_math::names;

type Walked = Result<(), Refused>;

struct Walk<'f> {
    formula: &'f Formula<'f>,
    text: &'f str,
    /// Is the text MathML?
    markup: bool,
    tokens: Vec<Token<'f>>,
    notes: Vec<Note>,
    gap: Gap,
    /// The text up to here has been read, by a token that reaches over several parts.
    done: usize,
    /// Is this the subscript of a name?
    below: bool,
    /// Was there an integral?
    integral: bool,
    /// How many groups are arguments of a command that stands before them.
    owed: usize,
    /// The part that stands before the one that is read, in its row.
    before: Option<Part>,
    /// Where the last argument ends.
    complete: usize,
    /// Has the last number a point?
    pointed: bool,
}

/// The tokens of a formula.
pub(super) fn lex<'f>(formula: &'f Formula<'f>) -> Result<Lexed<'f>, Refused> {
    let text = formula.text();
    let mut walk = Walk {
        formula,
        text,
        markup: formula.notation() == Notation::Mathml,
        tokens: Vec::with_capacity(text.len() * 3 / 4 + 2),
        notes: Vec::new(),
        gap: Gap::None,
        done: 0,
        below: false,
        integral: false,
        owed: 0,
        before: None,
        complete: 0,
        pointed: false,
    };
    walk.whole()?;
    walk.finish()
}

impl<'f> Walk<'f> {
    fn push(&mut self, tok: Tok<'f>, at: Range<usize>) {
        let before = self.tokens.last().map_or(0, |token| token.end as usize);
        // Between elements there are blanks that mean nothing.
        let blank = before < at.start
            && !self.markup
            && !self.tokens.is_empty()
            && self.text.get(before..at.start).is_some_and(|between| between.contains(char::is_whitespace));
        let gap = if blank { self.gap.max(Gap::Space) } else { self.gap };
        self.tokens.push(Token::new(tok, at, gap));
        self.gap = Gap::None;
    }

    fn last(&self) -> Tok<'f> {
        self.tokens.last().map_or(Tok::End, |token| token.tok)
    }

    /// The command at the start of a part, or the start of its element.
    fn command(&self, part: Part) -> Range<usize> {
        let at = self.formula.at(part);
        let written = &self.text[at.clone()];
        let length = match written.as_bytes().first() {
            Some(b'\\') => 1 + written[1..].bytes().take_while(u8::is_ascii_alphabetic).count().max(1),
            Some(b'<') => 1 + written[1..].bytes().take_while(u8::is_ascii_alphanumeric).count(),
            _ => written.len(),
        };
        at.start..(at.start + length).min(at.end)
    }

    /// Refuses a part by the command that it begins with, or its element.
    fn refuse<T>(&self, part: Part, reason: Reason) -> Result<T, Refused> {
        let at = self.command(part);
        let close = if self.text[at.clone()].starts_with('<') { ">" } else { "" };
        let shown = format!("{}{close}", &self.text[at.clone()]);
        Err(refusal(at, StructureRefusal::Part(shown, reason)))
    }

    /// Where the braces of a part stand, if it has some.
    fn braces(&self, part: Part) -> (Range<usize>, Range<usize>) {
        let at = self.formula.at(part);
        match self.text.as_bytes().get(at.start) {
            Some(b'{') => (at.start..at.start + 1, at.end - 1..at.end),
            Some(b'<') => (self.command(part), self.command(part)),
            _ => (at.start..at.start, at.end..at.end),
        }
    }

    fn items(&mut self, parts: &'f [Part]) -> Walked {
        let owed = std::mem::take(&mut self.owed);
        // Where the tokens of the last part begin that is no space.
        let mut atom = self.tokens.len();
        for place in 0..parts.len() {
            let first = self.tokens.len();
            match self.formula.kind(parts[place]) {
                Kind::Symbol('\u{2061}') => self.apply(atom),
                Kind::Space(width) => self.space(width),
                _ => {
                    self.item(parts, place)?;
                    atom = first;
                }
            }
        }
        self.owed = owed;
        Ok(())
    }

    /// A part beside others.
    fn item(&mut self, parts: &'f [Part], place: usize) -> Walked {
        let part = parts[place];
        self.before =
            parts[..place].iter().rev().find(|part| !matches!(self.formula.kind(**part), Kind::Space(_))).copied();
        if place > 0 && self.owed == 0 && !self.markup && self.runs_together(parts[place - 1], part) {
            return Err(refusal(self.formula.at(part), Misplaced::NumberAfterNumber));
        }
        match self.formula.kind(part) {
            Kind::Group if self.owed > 0 => {
                self.owed -= 1;
                self.group(part)
            }
            Kind::Group if self.thousands(parts, place)? => Ok(()),
            Kind::Group => {
                let number = |part: Option<&Part>| part.is_some_and(|part| self.formula.kind(*part) == Kind::Number);
                let empty = self.formula.children(part).is_empty();
                // `1{}2` is two numbers.
                match empty && number(parts.get(place + 1)) && number(place.checked_sub(1).map(|at| &parts[at])) {
                    true => self.group(part),
                    false => self.free_group(part),
                }
            }
            _ if self.is_bare_argument(parts, place) => {
                let at = self.command(part);
                self.push(Tok::Open(Bracket::Round), at.clone());
                self.part(part)?;
                self.push(Tok::Close(Bracket::Round), at);
                Ok(())
            }
            _ => self.part(part),
        }
    }

    /// Do braces keep two numbers apart that the page shows as one: `2{3}`?
    fn runs_together(&self, before: Part, part: Part) -> bool {
        let head = match self.formula.kind(part) {
            Kind::Scripts { .. } => self.formula.children(part)[0],
            _ => part,
        };
        let braced = |part: Part| self.formula.kind(part) == Kind::Group;
        let number = |part: Part| self.formula.kind(self.formula.unwrapped(part)) == Kind::Number;
        (braced(before) || braced(head)) && number(before) && number(head)
    }

    fn part(&mut self, part: Part) -> Walked {
        let children = self.formula.children(part);
        let at = self.formula.at(part);
        match self.formula.kind(part) {
            Kind::Row => self.items(children),
            Kind::Group => self.free_group(part),
            Kind::Number => self.number(part),
            Kind::Symbol(sign) => self.symbol(part, sign),
            Kind::Name(_) => self.name(part),
            Kind::Words => self.words(part),
            Kind::Command => self.opaque(part),
            Kind::Space(width) => {
                self.space(width);
                Ok(())
            }
            Kind::Scripts { below, limits, .. } => self.scripts(part, below, limits),
            Kind::Fraction { line: true } => {
                let command = if self.text[at.clone()].starts_with(['\\', '<']) {
                    self.command(part)
                } else {
                    at.start..at.start
                };
                self.refuse_divided_equation(children)?;
                self.push(Tok::Frac, command);
                children.iter().try_for_each(|child| self.argument(*child))
            }
            Kind::Fraction { line: false } => self.refuse(part, Reason::Binomial),
            Kind::Root => {
                self.push(Tok::Radical, self.command(part));
                if let Some(degree) = children.get(1) {
                    let at = self.formula.at(*degree);
                    self.push(Tok::Open(Bracket::Square), at.start..at.start);
                    match self.formula.kind(*degree) {
                        Kind::Row | Kind::Group => self.items(self.formula.children(*degree))?,
                        _ => self.part(*degree)?,
                    }
                    self.push(Tok::Close(Bracket::Square), at.end..at.end);
                }
                self.argument(children[0])
            }
            Kind::Fence(open, close) => self.fence(part, open, close),
            Kind::Sized(0, ..) => self.refuse(part, Reason::Scope),
            Kind::Sized(_, side, sign) => {
                let tok = self.bracket(at.clone(), sign, side)?;
                self.push(tok, at);
                Ok(())
            }
            Kind::Accent { mark, below } => self.accent(part, mark, below),
            Kind::Styled(style) => self.styled(part, style),
            Kind::Table(_) if self.markup => self.refuse(part, Reason::Scope),
            Kind::Table(_) | Kind::Line | Kind::Rule | Kind::Label => self.refuse(part, Reason::Inside),
        }
    }

    /// TeX would divide an equation by `\over`.
    fn refuse_divided_equation(&self, children: &[Part]) -> Walked {
        let equation = |part: &&Part| {
            let parts = self.formula.children(**part).iter();
            self.formula.kind(**part) == Kind::Row
                && parts.clone().any(|part| self.formula.kind(*part) == Kind::Symbol('='))
        };
        let Some(_) = children.iter().find(equation).filter(|_| !self.markup) else { return Ok(()) };
        let first = self.formula.at(children[0]).end;
        let start = self.text[first..].find("\\over").map_or(first, |at| first + at);
        Err(refusal(start..(start + 5).min(self.text.len()), Misplaced::Over))
    }

    /// A part between braces.
    fn group(&mut self, part: Part) -> Walked {
        let (open, close) = self.braces(part);
        self.push(Tok::GroupOpen, open);
        match self.formula.kind(part) {
            Kind::Row | Kind::Group => self.items(self.formula.children(part))?,
            _ => self.part(part)?,
        }
        self.push(Tok::GroupClose, close);
        Ok(())
    }

    /// A group that is no argument. Braces around one piece are a matter of spacing: here they would hide a derivative, a name or a differential
    /// from what stands behind it.
    fn free_group(&mut self, part: Part) -> Walked {
        let first = self.tokens.len();
        // What stands behind a function without brackets is its argument.
        if self.before.is_some_and(|before| self.is_function(before)) || !self.is_idle(part) {
            return self.group(part);
        }
        self.items(self.formula.children(part))?;
        if self.markup {
            return Ok(());
        }
        // What is shown of the piece has its braces.
        let at = self.formula.at(part);
        if let Some(token) = self.tokens.get_mut(first) {
            token.start = at.start as u32;
        }
        if let Some(token) = self.tokens[first..].last_mut() {
            token.end = at.end as u32;
        }
        Ok(())
    }

    fn is_idle(&self, part: Part) -> bool {
        let children = self.formula.children(part);
        let kind = |part: Part| self.formula.kind(part);
        let prime = |part: &Part| kind(*part) == Kind::Symbol('′');
        // A row of MathML is no group where it is one piece, or holds an equation.
        let equation = || children.iter().any(|part| kind(*part) == Kind::Symbol('='));
        if self.markup && self.text[self.formula.at(part)].starts_with('<') && (children.len() == 1 || equation()) {
            return true;
        }
        match *children {
            [] => true,
            [only] => match kind(only) {
                Kind::Fraction { line } => line,
                Kind::Name(_) => true,
                Kind::Symbol(sign) => {
                    let tok = special(sign);
                    sign.is_ascii_alphabetic()
                        || matches!(sign, '+' | '-' | '*' | '/' | '=' | '.')
                        || matches!(tok, Special::Tok(Tok::Times | Tok::Slash | Tok::Minus))
                        || matches!(tok, Special::Tok(tok) if tok.is_name())
                }
                Kind::Accent { .. } => self.letter(self.formula.children(only)[0]).is_some(),
                Kind::Styled(style) => style == Style::Italic,
                Kind::Group => self.is_idle(only),
                _ => false,
            },
            // `\int x \, {dx}`
            [d, of] if self.is_d(d) && (self.letter(of).is_some() || matches!(kind(of), Kind::Name(_))) => {
                self.integral
            }
            _ => children.iter().all(prime),
        }
    }

    fn is_d(&self, part: Part) -> bool {
        match self.formula.kind(part) {
            Kind::Symbol(sign) => sign == 'd',
            Kind::Name(_) => self.formula.content(part) == "d",
            _ => false,
        }
    }

    /// An argument of a command or a script: a group, or one token.
    fn argument(&mut self, part: Part) -> Walked {
        let (before, owed) = (self.before.take(), std::mem::take(&mut self.owed));
        let bare = match self.formula.kind(part) {
            Kind::Number => self.formula.content(part).len() == 1,
            // `<mi>dx</mi>` is two tokens.
            Kind::Name(_) => !self.markup || names::differential_of(self.formula.content(part)).is_none(),
            Kind::Symbol(_) | Kind::Fraction { .. } | Kind::Root | Kind::Command | Kind::Words => true,
            Kind::Accent { .. } => self.letter(self.formula.children(part)[0]).is_some(),
            Kind::Styled(style) => style == Style::Italic,
            _ => false,
        };
        if bare { self.part(part) } else { self.group(part) }?;
        self.complete = self.tokens.last().map_or(0, |token| token.end as usize);
        (self.before, self.owed) = (before, owed);
        Ok(())
    }

    fn scripts(&mut self, part: Part, is_below: bool, limits: Limits) -> Walked {
        let [base, scripts @ ..] = self.formula.children(part) else { return Ok(()) };
        self.refuse_stacks(part, *base, limits)?;
        let first = self.tokens.len();
        match self.formula.kind(*base) {
            Kind::Group if self.formula.children(*base).is_empty() => self.group(*base)?,
            _ => self.part(*base)?,
        }
        let named = self.tokens[first..].last().is_some_and(|token| token.tok.is_name());
        let (below, above) = scripts.split_at(usize::from(is_below));
        let start = |parts: &[Part]| parts.first().map(|part| self.formula.at(*part).start);
        let above_first = start(above).is_some_and(|above| start(below).is_some_and(|below| above < below));
        let order = if above_first { [(above, true), (below, false)] } else { [(below, false), (above, true)] };
        for (scripts, is_above) in order {
            match scripts.first() {
                Some(_) if is_above => self.above(scripts)?,
                Some(script) => self.subscript(*script, named)?,
                None => {}
            }
        }
        Ok(())
    }

    /// The sign `^` or `_` before a script, or the element of MathML.
    fn script_sign(&self, script: Part) -> Range<usize> {
        let start = self.formula.at(script).start;
        match self.markup {
            true => self.command(script),
            false => {
                let before = self.text[..start].trim_end();
                before.len() - usize::from(before.ends_with(['^', '_']))..before.len()
            }
        }
    }

    fn subscript(&mut self, script: Part, named: bool) -> Walked {
        self.push(Tok::Under, self.script_sign(script));
        let mark = self.formula.unwrapped(script);
        // A subscript that is one sign is a mark: `x_\perp`.
        if named
            && let Kind::Symbol(sign) = self.formula.kind(mark)
            && !sign.is_ascii()
            && !matches!(sign, '±' | '∓' | '′' | '⋆' | '†')
            && !matches!(special(sign), Special::Tok(_))
            && let Some(command) = symbol::command(sign).and_then(|command| command.strip_prefix('\\'))
        {
            self.push(Tok::Text(command), self.formula.at(mark));
            return Ok(());
        }
        let below = std::mem::replace(&mut self.below, named);
        self.argument(script)?;
        self.below = below;
        Ok(())
    }

    /// A superscript. Primes and degrees are no powers.
    fn above(&mut self, scripts: &'f [Part]) -> Walked {
        let script = scripts[0];
        let is_raised = |sign: char| matches!(sign, '′' | '″' | '‴' | '’' | '∘' | '°');
        let raised = |part: &Part| matches!(self.formula.kind(*part), Kind::Symbol(sign) if is_raised(sign));
        let children = match self.formula.kind(script) {
            Kind::Row | Kind::Group => self.formula.children(script),
            _ => scripts,
        };
        if !children.is_empty() && children.iter().all(raised) {
            let first = self.tokens.len();
            match *children {
                [one] if matches!(self.formula.kind(one), Kind::Symbol('∘' | '°')) => {
                    self.push(Tok::Degree, self.formula.at(one));
                }
                _ => self.items(children)?,
            }
            if let Some(last) = self.tokens[first..].last_mut() {
                last.end = last.end.max(self.formula.at(script).end as u32);
            }
            return Ok(());
        }
        // `x'^2`, whose parts are no group.
        if self.formula.kind(script) == Kind::Row && children.iter().any(raised) {
            for child in children {
                if raised(child) {
                    self.part(*child)?;
                } else {
                    self.push(Tok::Caret, self.script_sign(*child));
                    self.argument(*child)?;
                }
            }
            return Ok(());
        }
        self.push(Tok::Caret, self.script_sign(script));
        self.argument(script)
    }

    fn fence(&mut self, part: Part, open: Option<char>, close: Option<char>) -> Walked {
        let children = self.formula.children(part);
        let (left, right) = self.delimiters(part);
        let (Some(open), Some(close)) = (open, close) else {
            let at = if open.is_none() { left } else { right };
            return Err(refusal(at, StructureRefusal::NoBracket));
        };
        let tok = self.bracket(left.clone(), open, Side::Open)?;
        self.push(tok, left);
        self.items(children)?;
        let tok = self.bracket(right.clone(), close, Side::Close)?;
        self.push(tok, right);
        Ok(())
    }

    /// Where the delimiters of a fence stand, with their sizes.
    fn delimiters(&self, part: Part) -> (Range<usize>, Range<usize>) {
        let at = self.formula.at(part);
        if self.markup {
            return (self.command(part), self.command(part));
        }
        let children = self.formula.children(part);
        let first = children.first().map(|first| self.formula.at(*first).start);
        let last = children.last().map_or(at.start, |last| self.formula.at(*last).end);
        let right = self.text[last..at.end].rfind("\\right").map_or(last, |place| last + place);
        let left = self.text[at.start..first.unwrap_or(right)].trim_end().len();
        (at.start..at.start + left, right..at.end)
    }

    fn accent(&mut self, part: Part, mark: char, below: bool) -> Walked {
        match mark {
            '⏞' | '⏟' => return self.refuse(part, Reason::Stack),
            '\u{338}' => return self.refuse(part, Reason::Relation),
            _ if symbol::accent(mark).is_none() => return self.refuse(part, Reason::Mark),
            _ => {}
        }
        debug_assert!(!below, "no mark that is read stands below");
        let inner = self.formula.unwrapped(self.formula.children(part)[0]);
        let at = self.formula.at(part);
        if let Some(letter) = self.letter(inner) {
            self.push(Tok::Accented(letter, mark), at);
            return Ok(());
        }
        // `\dot{x_1}` is `\dot{x}_1`.
        if let (Kind::Scripts { below: true, above: false, .. }, [base, script]) =
            (self.formula.kind(inner), self.formula.children(inner))
            && let Some(letter) = self.letter(*base)
        {
            self.push(Tok::Accented(letter, mark), at.start..self.formula.at(*base).end);
            self.push(Tok::Under, self.script_sign(*script));
            let below = std::mem::replace(&mut self.below, true);
            self.group(*script)?;
            self.below = below;
            if let Some(last) = self.tokens.last_mut() {
                last.end = at.end as u32;
            }
            return Ok(());
        }
        let command = self.command(part);
        let close = if self.markup { ">" } else { "" };
        let shown = format!("{}{close}", &self.text[command.clone()]);
        Err(refusal(if self.markup { command } else { at }, StructureRefusal::Accent(shown)))
    }

    /// The letter that a part is.
    fn letter(&self, part: Part) -> Option<&'f str> {
        match self.formula.kind(self.formula.unwrapped(part)) {
            Kind::Symbol(sign) => token::letter(sign),
            _ => None,
        }
    }

    fn styled(&mut self, part: Part, style: Style) -> Walked {
        let children = self.formula.children(part);
        let inner = self.formula.unwrapped(children[0]);
        match style {
            Style::Phantom | Style::Wide | Style::High => Ok(()),
            _ if style.is_size() => self.part(children[0]),
            Style::Boxed | Style::Smashed | Style::Overlapping => self.part(children[0]),
            Style::Cancelled => self.refuse(part, Reason::Cancelled),
            Style::Italic => self.quoted(part, inner),
            Style::Upright if self.markup => self.part(children[0]),
            Style::Upright => match self.formula.kind(inner) {
                Kind::Symbol(sign) if names::greek_letter(sign).is_some() => self.symbol(inner, sign),
                _ => self.no_name(self.command(part)),
            },
            // Unlike a bold letter, a bold number is a number.
            _ if self.formula.kind(inner) == Kind::Number => self.part(inner),
            _ if self.markup => Err(refusal(self.command(part), StructureRefusal::Letters(style.name()))),
            _ => self.refuse(part, Reason::Letters),
        }
    }

    /// `\mathit{speed}`: a name that is surely a variable.
    fn quoted(&mut self, part: Part, inner: Part) -> Walked {
        let at = self.formula.at(inner);
        let content = match self.formula.kind(inner) {
            Kind::Row | Kind::Group => self.text[at].trim_matches(['{', '}']).trim(),
            _ => self.text[at].trim(),
        };
        if let Some(letter) = self.letter(inner).filter(|letter| names::greek_name(letter).is_some()) {
            self.push(Tok::Name(letter), self.formula.at(part));
            return Ok(());
        }
        if !names::is_identifier(&super::symbol::spelled(content)) {
            return self.no_name(self.command(part));
        }
        self.push(Tok::Quoted(content), self.formula.at(part));
        Ok(())
    }

    fn no_name(&self, command: Range<usize>) -> Walked {
        let shown = self.text[command.clone()].to_owned();
        Err(refusal(command, StructureRefusal::Name(shown)))
    }

    /// What stands over or under a formula and is no limit.
    fn refuse_stacks(&self, part: Part, base: Part, limits: Limits) -> Walked {
        let base = self.formula.unwrapped(base);
        let operator = match self.formula.kind(base) {
            Kind::Symbol(sign) => matches!(symbol::class(sign), Class::Big | Class::Integral),
            Kind::Name(_) => true,
            _ => false,
        };
        if limits == Limits::Stacked && !operator {
            return self.refuse(part, Reason::Stack);
        }
        Ok(())
    }

    fn opaque(&mut self, part: Part) -> Walked {
        let command = self.formula.content(part);
        if symbol::meaning(&command[1..]) == Some(Meaning::Derivative) {
            self.push(Tok::DerivativeOf, self.formula.at(part));
            // It has a third argument where it is mixed.
            self.owed = 3;
            return Ok(());
        }
        Err(refusal(self.formula.at(part), StructureRefusal::Command(command.to_owned())))
    }

    /// The function that a part is, with its scripts.
    fn is_function(&self, part: Part) -> bool {
        match (self.formula.kind(part), self.formula.children(part)) {
            (Kind::Name(_), _) => names::function(self.formula.content(part)).is_some_and(|function| !function.binds()),
            (Kind::Scripts { .. }, [base, ..]) => self.is_function(*base),
            _ => false,
        }
    }
}
