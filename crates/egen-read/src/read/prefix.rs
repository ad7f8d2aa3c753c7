//! Prefix: which expression do these tokens spell?
//!
//! Tokens are separated by spaces. Both the paper's words (`add INT+ 1 2 x`) and the short ones
//! (`+ 12 x`) are read, mixed too. Operators that wait for arguments stand on a stack, so the depth
//! of the expression is bounded by the length of the text alone. The words and the stack serve
//! s-expressions as well.

mod words;

use std::ops::Range;

use egen_math::defined::Defined;
use egen_math::expr::{Builder, Expr, Id, Node, Symbol};
use egen_math::op::Op;
use egen_math::{Number, NumberError};

use super::message::TreeRefusal;
use super::{Notation, Note, NoteKind, Options, ReadError, Reading, error};

use words::classify;
pub(crate) use words::is_variable;
pub(super) use words::{Word, word};

/// Reads an expression, or `= a b`, which may go on: `= a = b c`.
pub fn read(text: &str, options: &Options) -> Result<Reading, ReadError> {
    let mut tokens = Tokens { text, position: 0 };
    let (mut values, mut notes) = (Values::default(), Vec::new());
    let (mut waiting, mut sides): (Vec<Waiting>, usize) = (Vec::new(), 1);
    while let Some(token) = tokens.next()? {
        if waiting.is_empty() && values.stack.len() == sides {
            return Err(error(token.at, TreeRefusal::CompleteBefore(token.text.to_owned())));
        }
        match word(&token, options, &mut notes)? {
            Word::Equals if waiting.is_empty() => sides += 1,
            Word::Equals => return Err(error(token.at, TreeRefusal::EqualsInside)),
            Word::Op(op) => {
                waiting.push(Waiting { head: Head::Op(op), want: op.arity(), from: values.stack.len(), at: token.at });
            }
            Word::Call => {
                let (name, _) = callee(&mut tokens, &token, options)?;
                let want = argument_count(&mut tokens, &token)?;
                waiting.push(Waiting { head: Head::Call(name), want, from: values.stack.len(), at: token.at });
            }
            Word::Leaf(node) => values.push(node, token.at),
            Word::Digits { negative } => {
                let (n, at) = digits(&mut tokens, &token, negative)?;
                values.push(Node::Num(n), at);
            }
        }
        while let Some(last) = waiting.pop_if(|last| values.stack.len() - last.from == last.want) {
            let at = last.at.start..tokens.position;
            values.apply(&last.head, last.from, at)?;
        }
    }
    let end = text.len()..text.len();
    if let Some(Waiting { want, from, at, .. }) = waiting.last() {
        let missing = want - (values.stack.len() - from);
        let wanting = (text[at.clone()].to_owned(), column(text, at.start), missing, *want);
        return Err(error(end, TreeRefusal::Wanting(Box::new(wanting))));
    }
    if values.stack.len() < sides {
        return Err(error(end, if sides > 1 { TreeRefusal::Sides } else { TreeRefusal::Nothing }));
    }
    Ok(Reading { sides: values.finish(), notation: Notation::Prefix, notes, choices: Vec::new() })
}

/// An operator that has not got all its arguments yet.
struct Waiting {
    head: Head,
    want: usize,
    /// Where its arguments begin among the values.
    from: usize,
    at: Range<usize>,
}

fn argument_count(tokens: &mut Tokens<'_>, call: &Token<'_>) -> Result<usize, ReadError> {
    let Some(token) = tokens.next()? else {
        return Err(error(call.at.clone(), TreeRefusal::Call));
    };
    // Each argument takes two bytes at least, so no count that fits the text is too large for usize.
    match token.text.parse() {
        Ok(count) if count <= tokens.text.len() => Ok(count),
        _ => Err(error(token.at, TreeRefusal::CallCount)),
    }
}

/// Columns count characters, from 1.
pub(super) fn column(text: &str, at: usize) -> usize {
    text[..at].chars().count() + 1
}

/// A token and its bytes.
pub(super) struct Token<'a> {
    pub text: &'a str,
    pub at: Range<usize>,
}

/// The tokens of a text: words, parentheses, and names between backquotes.
pub(super) struct Tokens<'a> {
    pub text: &'a str,
    /// Where the next token is looked for.
    pub position: usize,
}

impl<'a> Tokens<'a> {
    /// The next token, which stays where it is.
    pub fn peek(&self) -> Result<Option<Token<'a>>, ReadError> {
        let rest = self.text[self.position..].trim_start();
        let start = self.text.len() - rest.len();
        let len = match rest.chars().next() {
            None => return Ok(None),
            Some('(' | ')') => 1,
            Some('`') => match rest[1..].find('`') {
                Some(close) => close + 2,
                None => return Err(error(start..self.text.len(), TreeRefusal::Backquote)),
            },
            Some(_) => rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '`')).unwrap_or(rest.len()),
        };
        Ok(Some(Token { text: &rest[..len], at: start..start + len }))
    }

    /// Takes the next token.
    pub fn next(&mut self) -> Result<Option<Token<'a>>, ReadError> {
        let token = self.peek()?;
        self.position = token.as_ref().map_or(self.text.len(), |token| token.at.end);
        Ok(token)
    }
}

/// What is applied to arguments.
pub(super) enum Head {
    Op(Op),
    Call(Symbol),
}

/// The number after `INT+` or `INT-`: every single digit that follows belongs to it.
pub(super) fn digits(
    tokens: &mut Tokens<'_>,
    sign: &Token<'_>,
    negative: bool,
) -> Result<(Number, Range<usize>), ReadError> {
    let mut digits = String::new();
    while let Some(token) = tokens.peek()? {
        if token.text.len() != 1 || !token.text.bytes().all(|b| b.is_ascii_digit()) {
            break;
        }
        digits.push_str(token.text);
        tokens.position = token.at.end;
    }
    let at = sign.at.start..tokens.position;
    match Number::parse_decimal(&digits) {
        Ok(n) => Ok((if negative { -n } else { n }, at)),
        Err(NumberError::Malformed) => Err(error(at, TreeRefusal::Digits)),
        Err(too_large) => Err(error(at, TreeRefusal::Number(too_large))),
    }
}

/// The name after `call`, which may be any name in backquotes.
pub(super) fn callee(
    tokens: &mut Tokens<'_>,
    call: &Token<'_>,
    options: &Options,
) -> Result<(Symbol, Range<usize>), ReadError> {
    let Some(token) = tokens.next()? else {
        return Err(error(call.at.clone(), TreeRefusal::CallName));
    };
    match classify(token.text, options) {
        Ok(Word::Leaf(Node::Var(name))) => Ok((name, token.at)),
        _ => Err(error(token.at, TreeRefusal::NoFunctionName(token.text.to_owned()))),
    }
}

/// Finished parts of the expression, each with its bytes.
#[derive(Default)]
pub(super) struct Values {
    pub builder: Builder,
    pub stack: Vec<(Id, Range<usize>)>,
}

impl Values {
    pub fn push(&mut self, node: Node, at: Range<usize>) {
        self.stack.push((self.builder.add(node), at));
    }

    /// Replaces the values from a place on by the head applied to them; the caller has counted them.
    pub fn apply(&mut self, head: &Head, from: usize, at: Range<usize>) -> Result<(), ReadError> {
        let args = self.stack.split_off(from);
        let node = match (head, args.as_slice()) {
            (Head::Op(op), [(by, by_at), (body, _)]) if op.binds() => {
                if !matches!(self.builder.node(*by), Node::Var(_)) {
                    return Err(error(by_at.clone(), TreeRefusal::VariableFirst(*op)));
                }
                Node::Binary(*op, *body, *by)
            }
            (Head::Op(op), [(a, _)]) => Node::Unary(*op, *a),
            (Head::Op(op), [(a, _), (b, _)]) => Node::Binary(*op, *a, *b),
            (Head::Op(op), args) => return Err(error(at, TreeRefusal::Arity(*op, args.len()))),
            (Head::Call(name), args) => Node::Call(name.clone(), args.iter().map(|(id, _)| *id).collect()),
        };
        self.push(node, at);
        Ok(())
    }

    /// Applies an operator to the values from a place on, sums and products to one or many, if it takes so many.
    pub fn close(&mut self, op: Op, from: usize, at: Range<usize>) -> Result<bool, ReadError> {
        let head = Head::Op(op);
        match (op, self.stack.len() - from) {
            (Op::Add | Op::Mul, 1..) => {
                for next in self.stack.split_off(from + 1) {
                    self.stack.push(next);
                    self.apply(&head, from, at.clone())?;
                }
            }
            (_, count) if count == op.arity() => self.apply(&head, from, at)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Applies a function that is a formula to the values from a place on.
    pub fn define(&mut self, function: Defined, from: usize, at: Range<usize>) -> Result<Note, ReadError> {
        let ids: Vec<Id> = self.stack.split_off(from).into_iter().map(|(id, _)| id).collect();
        let value = function.build(&mut self.builder, &ids).map_err(|why| error(at.clone(), why))?;
        self.stack.push((value, at.clone()));
        Ok(Note { at, kind: NoteKind::Defined(function) })
    }

    /// A number, or a fraction, which is a division of two numbers as it is everywhere else.
    pub fn number(&mut self, (above, below): (Number, Option<Number>), at: Range<usize>) {
        let above = self.builder.number(above);
        let id = match below {
            Some(below) => {
                let below = self.builder.number(below);
                self.builder.binary(Op::Div, above, below)
            }
            None => above,
        };
        self.stack.push((id, at));
    }

    /// Applies an operator that binds a variable to the last value, so many times.
    pub fn bind(&mut self, op: Op, by: &Symbol, times: usize, at: Range<usize>) -> Result<(), ReadError> {
        for _ in 0..times {
            let body = self.stack.pop().expect("the caller has counted the arguments");
            self.push(Node::Var(by.clone()), at.clone());
            self.stack.push(body);
            self.apply(&Head::Op(op), self.stack.len() - 2, at.clone())?;
        }
        Ok(())
    }

    /// The values as expressions.
    pub fn finish(self) -> Vec<Expr> {
        match self.stack.as_slice() {
            [(root, _)] => vec![self.builder.finish(*root)],
            many => many.iter().map(|(root, _)| self.builder.extract(*root)).collect(),
        }
    }
}
