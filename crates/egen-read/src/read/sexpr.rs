//! S-expressions: which expression do these parentheses enclose?
//!
//! The words are those of prefix notation. Since parentheses say where arguments end, sums and
//! products may have many, `(- x)` is a negative, and `(log x)` is the natural logarithm.

use std::ops::Range;

use egen_math::expr::Node;
use egen_math::op::Op;

use super::message::TreeRefusal;
use super::prefix::{Head, Token, Tokens, Values, Word, callee, column, digits, word};
use super::{Notation, Note, NoteKind, Options, ReadError, Reading, error};

/// Reads an expression, or `(= a b c)`.
pub fn read(text: &str, options: &Options) -> Result<Reading, ReadError> {
    let mut tokens = Tokens { text, position: 0 };
    let (mut values, mut notes) = (Values::default(), Vec::new());
    let mut open: Vec<Open> = Vec::new();
    let mut complete = false;
    while let Some(token) = tokens.next()? {
        if complete {
            let closes = token.text == ")";
            return Err(error(token.at, if closes { TreeRefusal::NeverOpened } else { TreeRefusal::Complete }));
        }
        match token.text {
            "(" => open.push(head(&mut tokens, &token, open.is_empty(), options, &mut notes, values.stack.len())?),
            ")" => {
                let Some(last) = open.pop() else { return Err(error(token.at, TreeRefusal::NeverOpened)) };
                close(&last, &mut values, last.paren..token.at.end, &mut notes)?;
            }
            _ => match word(&token, options, &mut notes)? {
                Word::Leaf(node) => values.push(node, token.at),
                Word::Digits { negative } => {
                    let (n, at) = digits(&mut tokens, &token, negative)?;
                    values.push(Node::Num(n), at);
                }
                Word::Op(_) | Word::Call | Word::Equals => {
                    return Err(error(token.at, TreeRefusal::Operator(token.text.to_owned())));
                }
            },
        }
        complete = open.is_empty();
    }
    if let Some(last) = open.last() {
        let why = TreeRefusal::Parenthesis(column(text, last.paren));
        return Err(error(text.len()..text.len(), why));
    }
    if !complete {
        return Err(error(text.len()..text.len(), TreeRefusal::Nothing));
    }
    Ok(Reading { sides: values.finish(), notation: Notation::Sexpr, notes, choices: Vec::new() })
}

/// An open parenthesis and what stands first in it.
struct Open {
    /// What is applied; nothing for `=`, whose arguments stay what they are.
    head: Option<Head>,
    /// The byte of the parenthesis.
    paren: usize,
    /// The bytes of the head.
    at: Range<usize>,
    /// Where its arguments begin among the values.
    from: usize,
}

fn head(
    tokens: &mut Tokens<'_>,
    paren: &Token<'_>,
    outermost: bool,
    options: &Options,
    notes: &mut Vec<Note>,
    from: usize,
) -> Result<Open, ReadError> {
    let first = tokens.next()?.filter(|token| !matches!(token.text, "(" | ")"));
    let Some(token) = first else {
        return Err(error(paren.at.clone(), TreeRefusal::NoHead));
    };
    let (head, at) = match word(&token, options, notes)? {
        Word::Op(op) => (Some(Head::Op(op)), token.at),
        Word::Call => {
            let (name, at) = callee(tokens, &token, options)?;
            (Some(Head::Call(name)), at)
        }
        Word::Equals if outermost => (None, token.at),
        Word::Equals => return Err(error(token.at, TreeRefusal::EqualsNotOutermost)),
        Word::Leaf(_) | Word::Digits { .. } => {
            return Err(error(token.at, TreeRefusal::NoOperator(token.text.to_owned())));
        }
    };
    Ok(Open { head, paren: paren.at.start, at, from })
}

fn close(open: &Open, values: &mut Values, at: Range<usize>, notes: &mut Vec<Note>) -> Result<(), ReadError> {
    let count = values.stack.len() - open.from;
    match &open.head {
        None if count >= 2 => Ok(()),
        None => Err(error(open.at.clone(), TreeRefusal::Sides)),
        Some(head @ Head::Call(_)) => values.apply(head, open.from, at),
        Some(Head::Op(Op::Sub)) if count == 1 => values.apply(&Head::Op(Op::Neg), open.from, at),
        Some(Head::Op(Op::Log)) if count == 1 => {
            notes.push(Note { at: open.at.clone(), kind: NoteKind::LogarithmOfOne });
            values.apply(&Head::Op(Op::Ln), open.from, at)
        }
        Some(Head::Op(op)) if count < op.arity() || !values.close(*op, open.from, at)? => {
            Err(error(open.at.clone(), TreeRefusal::Arity(*op, count)))
        }
        Some(Head::Op(_)) => Ok(()),
    }
}
