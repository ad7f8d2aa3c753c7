//! Infix pieces: which tokens does a typed formula consist of?

use super::message::{Doubt, NumeralRefusal, Reason, Refusal, Scope, StructureRefusal, WordRefusal};
use super::token::{Bracket, Gap, Lexed, Special, Tok, Token, special};
use super::{Refused, refusal, small};
use egen_math::defined;
use egen_math::names;

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    tokens: Vec<Token<'t>>,
    gap: Gap,
    /// Has an integral sign been seen?
    integral: bool,
}

pub(super) fn lex(text: &str) -> Result<Lexed<'_>, Refused> {
    let mut lexer =
        Lexer { text, at: 0, tokens: Vec::with_capacity(text.len() / 2 + 2), gap: Gap::None, integral: false };
    while lexer.at < text.len() {
        lexer.step()?;
    }
    // A formula that stands in a sentence ends with its comma or full stop.
    while let Some(Tok::Dot | Tok::Comma | Tok::Semicolon) = lexer.tokens.last().map(|token| token.tok) {
        lexer.tokens.pop();
    }
    lexer.at = lexer.tokens.last().map_or(text.len(), |token| token.end as usize);
    lexer.push(Tok::End, lexer.at);
    Ok(Lexed { tokens: lexer.tokens, notes: Vec::new() })
}

impl<'t> Lexer<'t> {
    fn push(&mut self, tok: Tok<'t>, start: usize) {
        self.tokens.push(Token::new(tok, start..self.at, self.gap));
        self.gap = Gap::None;
    }

    fn bytes(&mut self, length: usize, tok: Tok<'t>) -> Result<(), Refused> {
        self.at += length;
        self.push(tok, self.at - length);
        Ok(())
    }

    fn step(&mut self) -> Result<(), Refused> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let next = bytes.get(start + 1).copied().unwrap_or(0);
        let refuse = |why: Refusal| Err(refusal(start..start + 1, why));
        match bytes[start] {
            b' ' | b'\t' | b'\n' | b'\r' => {
                self.at += 1;
                self.gap = Gap::Space;
                Ok(())
            }
            b'0'..=b'9' => self.number(),
            b'.' if next.is_ascii_digit() => self.number(),
            b'a'..=b'z' | b'A'..=b'Z' => self.identifier(),
            b'*' if next == b'*' => self.bytes(2, Tok::Caret),
            b'*' => self.bytes(1, Tok::Times),
            b'^' => self.bytes(1, Tok::Caret),
            b'+' | b'-' if self.text[start + 1..].starts_with("/-") || self.text[start + 1..].starts_with("/+") => {
                Err(refusal(
                    start..start + 3,
                    StructureRefusal::Part(self.text[start..start + 3].to_owned(), Reason::BothSigns),
                ))
            }
            b'+' => self.bytes(1, Tok::Plus),
            b'-' => self.bytes(1, Tok::Minus),
            b'/' if next == b'/' => Err(refusal(start..start + 2, Scope::IntegerQuotient)),
            b'/' => self.bytes(1, Tok::Slash),
            b'=' if next == b'=' => self.bytes(2, Tok::Equals),
            b'=' => self.bytes(1, Tok::Equals),
            b'(' => self.bytes(1, Tok::Open(Bracket::Round)),
            b')' => self.bytes(1, Tok::Close(Bracket::Round)),
            b'[' => self.bytes(1, Tok::Open(Bracket::Square)),
            b']' => self.bytes(1, Tok::Close(Bracket::Square)),
            b'{' => self.bytes(1, Tok::Open(Bracket::Curly)),
            b'}' => self.bytes(1, Tok::Close(Bracket::Curly)),
            b'|' => self.bytes(1, Tok::Bar),
            b',' => self.bytes(1, Tok::Comma),
            b'\'' => self.bytes(1, Tok::Prime),
            b'`' => self.quoted(),
            b'!' if next == b'=' => {
                Err(refusal(start..start + 2, StructureRefusal::Part("!=".to_owned(), Reason::Relation)))
            }
            b'!' => refuse(Scope::Factorial.into()),
            b'%' if self.maxima_constant().is_some() => {
                let name = self.maxima_constant().expect("it was just found");
                self.bytes(name.len() + 1, Tok::Name(name))
            }
            b'%' => refuse(Scope::Percent.into()),
            b'"' => refuse(Scope::QuotationMark.into()),
            sign @ (b'<' | b'>' | b'~') => refuse(StructureRefusal::sign(char::from(sign)).into()),
            b'_' if matches!(self.tokens[..], [.., caret, number] if caret.tok == Tok::Caret && number.tok == Tok::Number) => {
                refuse(NumeralRefusal::SubscriptOfPower.into())
            }
            b'_' if self.gap == Gap::None && matches!(self.tokens.last(), Some(token) if token.tok == Tok::Number) => {
                refuse(NumeralRefusal::Underscore.into())
            }
            b'_' => refuse(NumeralRefusal::LeadingUnderscore.into()),
            b'\\' => refuse(Scope::Backslash.into()),
            // MATLAB's operators on each element.
            b'.' if next == b'^' => self.bytes(2, Tok::Caret),
            b'.' if next == b'*' => self.bytes(2, Tok::Times),
            b'.' if next == b'/' => self.bytes(2, Tok::Slash),
            b'.' if self.text[start + 1..].trim().is_empty() => self.bytes(1, Tok::Dot),
            b'.' => refuse(NumeralRefusal::Point.into()),
            b';' => self.bytes(1, Tok::Semicolon),
            b':' => refuse(Scope::Colon.into()),
            _ => self.other(),
        }
    }

    /// The constant of Maxima that starts here: `%pi` or `%e`, where an operand is due.
    fn maxima_constant(&self) -> Option<&'t str> {
        let rest = &self.text[self.at + 1..];
        let name = ["pi", "e"].into_iter().find(|name| {
            rest.strip_prefix(name)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
        })?;
        let due = self.tokens.last().is_none_or(|token| !super::bars::ends_operand(token.tok));
        due.then_some(&rest[..name.len()])
    }

    fn other(&mut self) -> Result<(), Refused> {
        let start = self.at;
        let c = self.text[start..].chars().next().expect("a step starts on a character");
        self.at += c.len_utf8();
        match special(c) {
            Special::Tok(Tok::Name(name)) => {
                self.push(Tok::Name(name), start);
                self.greek_subscript();
            }
            Special::Tok(tok) => {
                self.integral |= tok == Tok::Int;
                self.push(tok, start);
            }
            Special::Space => self.gap = Gap::Space,
            Special::Small => {
                for (tok, at) in small::script(self.text, start)? {
                    self.at = at.end;
                    self.tokens.push(Token::new(tok, at, std::mem::replace(&mut self.gap, Gap::None)));
                }
            }
            Special::Primes(count) => (0..count).for_each(|_| self.push(Tok::Prime, start)),
            Special::Refused(why) => return Err(refusal(start..self.at, why)),
            Special::Other => return Err(refusal(start..self.at, StructureRefusal::sign(c))),
        }
        Ok(())
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) {
        self.at += self.text[self.at..].chars().take_while(|&c| belongs(c)).map(char::len_utf8).sum::<usize>();
    }

    /// `α_1` is one name like `alpha_1`.
    fn greek_subscript(&mut self) {
        let (start, bytes) = (self.at, self.text.as_bytes());
        if bytes.get(start) == Some(&b'_') && matches!(bytes.get(start + 1), Some(b'(' | b'{')) {
            self.at += 1;
            self.push(Tok::Under, start);
            return;
        }
        if bytes.get(start) == Some(&b'_') && bytes.get(start + 1).is_some_and(u8::is_ascii_alphanumeric) {
            self.at += 1;
            self.push(Tok::Under, start);
            self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
            let name = self.text[start + 1..self.at].trim_end_matches('_');
            self.push(Tok::Text(name), start + 1);
        }
    }

    fn number(&mut self) -> Result<(), Refused> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        if bytes[start] == b'0' && matches!(bytes.get(start + 1), Some(b'x' | b'X' | b'b')) && digit(start + 2) {
            return Err(refusal(start..start + 3, NumeralRefusal::Decimal));
        }
        while digit(self.at) {
            self.at += 1;
        }
        if bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            while digit(self.at) {
                self.at += 1;
            }
        }
        if let Some(b'e' | b'E') = bytes.get(self.at) {
            let sign = usize::from(matches!(bytes.get(self.at + 1), Some(b'+' | b'-')));
            if digit(self.at + 1 + sign) {
                self.at += 1 + sign;
                while digit(self.at) {
                    self.at += 1;
                }
            }
        }
        self.push(Tok::Number, start);
        self.refuse_suffix(start)
    }

    /// Refuses `1.0f`, which is a number to C and a product to others.
    fn refuse_suffix(&self, start: usize) -> Result<(), Refused> {
        let (number, rest) = (&self.text[start..self.at], &self.text[self.at..]);
        let Some(after) = rest.strip_prefix(['f', 'F']).filter(|_| number.contains('.')) else { return Ok(()) };
        if after.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '(' | '[' | '\'' | '^')) {
            return Ok(());
        }
        Err(refusal(start..self.at + 1, Doubt::NumberSuffix(number.to_owned(), rest[..1].to_owned())))
    }

    fn identifier(&mut self) -> Result<(), Refused> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_') {
            self.at += 1;
        }
        // `dθ` is a differential as `dx` is.
        if &bytes[start..self.at] == b"d"
            && let Some(letter) = self.text[self.at..].chars().next().filter(|&c| names::greek_letter(c).is_some())
        {
            self.at += letter.len_utf8();
        }
        // `a_(n+1)` has a subscript in brackets.
        if bytes[self.at - 1] == b'_' && matches!(bytes.get(self.at), Some(b'(' | b'{')) && self.at > start + 1 {
            let name = &self.text[start..self.at - 1];
            self.at -= 1;
            self.word(name, start);
            return self.bytes(1, Tok::Under);
        }
        let name = &self.text[start..self.at];
        if self.foreign(name, start)? {
            return Ok(());
        }
        // Behind `∫` a `dx` is two tokens, as it is in LaTeX.
        if self.integral
            && let Some(variable) = names::differential_of(name)
        {
            let end = self.at;
            self.at = start + 1;
            self.push(Tok::Name("d"), start);
            self.at = end;
            self.push(Tok::Name(variable), start + 1);
            return Ok(());
        }
        self.word(name, start);
        Ok(())
    }

    /// Words as other languages write them: `np.sin`, `Sin[x]`, `SQRT(x)`, `Symbol('x')`, and `log_2`.
    fn foreign(&mut self, name: &'t str, start: usize) -> Result<bool, Refused> {
        let next = self.text.as_bytes().get(self.at).copied().unwrap_or(0);
        match (name, next) {
            ("np" | "numpy" | "jnp" | "torch" | "math" | "Math" | "sp" | "sympy" | "mpmath", b'.') => {
                self.of_module(start)
            }
            ("fabs", b'(') => {
                self.word("abs", start);
                Ok(true)
            }
            // A spreadsheet's constant is a function without arguments.
            ("PI" | "pi", b'(') if self.text[self.at + 1..].starts_with(')') => {
                self.at += 2;
                self.push(Tok::Name("pi"), start);
                Ok(true)
            }
            ("Symbol" | "Dummy" | "Function", b'(') => self.sympy_name(start),
            _ if matches!(next, b'(' | b'[') && name.starts_with(|c: char| c.is_ascii_uppercase()) => {
                let lower = name.to_ascii_lowercase();
                // `Acos(wt)` is an amplitude and a cosine as well.
                if name.len() > 3 && name.starts_with('A') && names::function(&name[1..]).is_some() {
                    let rest = name[1..].to_owned();
                    return Err(refusal(start..self.at, Doubt::Amplitude(lower, rest)));
                }
                match names::function(&lower) {
                    Some(function)
                        if names::function(name).is_none()
                            && !names::is_short(&lower)
                            && (!function.binds() || matches!(name, "Integrate" | "Diff")) =>
                    {
                        self.push(Tok::Func(function), start);
                        Ok(true)
                    }
                    _ => Ok(false),
                }
            }
            _ => Ok(self.log_with_base(name, start)),
        }
    }

    /// `log_2` and `log_b` are a function and its base.
    fn log_with_base(&mut self, name: &'t str, start: usize) -> bool {
        let Some(base) = name.strip_prefix("log_").filter(|base| !base.is_empty()) else { return false };
        let tok = if base.bytes().all(|b| b.is_ascii_digit()) {
            Tok::Number
        } else if names::letter(base).is_some() || names::greek_name(base).is_some() {
            Tok::Name(base)
        } else {
            return false;
        };
        let end = self.at;
        self.at = start + 3;
        self.word("log", start);
        self.at += 1;
        self.push(Tok::Under, start + 3);
        self.at = end;
        self.push(tok, start + 4);
        true
    }

    /// `np.sin` and `math.pi`, whose module has been passed.
    fn of_module(&mut self, start: usize) -> Result<bool, Refused> {
        let inner = self.at + 1;
        self.at = inner;
        self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        let name = &self.text[inner..self.at];
        // C# has Math.Sqrt.
        match (name, names::function(&name.to_ascii_lowercase())) {
            ("pi" | "PI", _) => self.push(Tok::Name("pi"), start),
            ("e" | "E", _) => self.push(Tok::Name("e"), start),
            ("power" | "pow" | "Pow", _) => self.push(Tok::Name("pow"), start),
            ("absolute" | "fabs", _) => self.word("abs", start),
            ("Rational" | "Integer" | "Float", _) => self.push(Tok::Name(name), start),
            (_, Some(function)) => self.push(Tok::Func(function), start),
            _ if defined::find(name).is_some() => self.push(Tok::Name(name), start),
            _ => {
                let name = self.text[start..self.at].to_owned();
                return Err(refusal(start..self.at, WordRefusal::Module(name)));
            }
        }
        Ok(true)
    }

    /// `Symbol('x', positive=True)` and `Function('f')`, whose first word has been passed.
    fn sympy_name(&mut self, start: usize) -> Result<bool, Refused> {
        let rest = &self.text[self.at + 1..];
        let Some(quote) = rest.chars().next().filter(|c| matches!(c, '\'' | '"')) else { return Ok(false) };
        let inside = &rest[1..];
        let wrong = |end: usize| Err(refusal(start..end, WordRefusal::SympyName));
        let Some((name, after)) = inside.split_once(quote) else { return wrong(self.text.len()) };
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        let Some(close) = after.find(')').filter(|_| is_name) else { return wrong(self.text.len() - after.len()) };
        self.at = self.text.len() - after.len() + close + 1;
        self.push(Tok::Quoted(name), start);
        Ok(true)
    }

    fn word(&mut self, name: &'t str, start: usize) {
        match names::function(name) {
            Some(function) if !names::is_short(name) => self.push(Tok::Func(function), start),
            _ => self.push(Tok::Name(name), start),
        }
    }

    /// `` `E` `` is the variable E.
    fn quoted(&mut self) -> Result<(), Refused> {
        let start = self.at;
        let rest = &self.text[start + 1..];
        let length = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        if !rest[length..].starts_with('`') || !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(refusal(start..start + 1, WordRefusal::Backquotes));
        }
        self.at += length + 2;
        self.push(Tok::Quoted(&rest[..length]), start);
        Ok(())
    }
}
