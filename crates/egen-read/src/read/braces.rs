//! Braces: which groups of LaTeX say nothing?
//!
//! Wikipedia writes `{\frac {d}{dx}}\sin x` and `{\hat {p}}(1-{\hat {p}})`, and papers write `{\mathrm d}x`. To TeX such
//! braces are a matter of spacing; here they would hide a derivative, a name or a differential from what stands
//! behind it. So braces around one piece are dropped, unless they are the argument of a command.

use super::token::{Bracket, Tok, Token};

/// What is known of a group or a bracket that is open.
#[derive(Default)]
struct Group {
    /// Where it opens.
    open: usize,
    /// Is it no argument and no bracket, so that it may say nothing?
    free: bool,
    /// What the command that it is an argument of still wants behind it.
    owed: usize,
    /// Does a function without brackets wait for its argument behind it?
    function: bool,
    /// How many pieces it has, where a fraction is one, and how many tokens.
    pieces: usize,
    tokens: usize,
    /// Where the first and the last of its tokens stand.
    ends: Option<(usize, usize)>,
}

impl Group {
    fn hold(&mut self, (first, last): (usize, usize), tokens: usize) {
        self.tokens += tokens;
        self.ends = Some((self.ends.map_or(first, |(first, _)| first), last));
    }
}

/// Drops the braces that say nothing.
pub(super) fn drop_idle<'t>(text: &str, mut tokens: Vec<Token<'t>>) -> Vec<Token<'t>> {
    let (mut outer, mut group) = (Vec::new(), Group::default());
    let mut dropped: Vec<usize> = Vec::new();
    // How many arguments the last command still wants, and whether a function wants one.
    let (mut owed, mut function, mut integral) = (0usize, false, false);
    // Where the letters of a command end that lost its backslash, and how many arguments it wants.
    let mut letters = None;
    for at in 0..tokens.len() {
        let tok = tokens[at].tok;
        match tok {
            Tok::GroupOpen | Tok::Open(_) => {
                let before = at.checked_sub(1).map_or(Tok::End, |at| tokens[at].tok);
                let degree = tok == Tok::Open(Bracket::Square) && matches!(before, Tok::Radical | Tok::DerivativeOf);
                group.pieces += usize::from(owed == 0);
                let inner = Group {
                    open: at,
                    free: tok == Tok::GroupOpen && owed == 0 && !function,
                    owed: if degree { owed } else { owed.saturating_sub(1) },
                    function: function && owed > 0,
                    ..Group::default()
                };
                outer.push(std::mem::replace(&mut group, inner));
                (owed, function) = (0, false);
            }
            Tok::GroupClose | Tok::Close(_) if !outer.is_empty() => {
                let inner = std::mem::replace(&mut group, outer.pop().unwrap_or_default());
                (owed, function) = (inner.owed, inner.function);
                if !(inner.free && is_idle(&tokens, &inner, at, integral)) {
                    group.hold((inner.open, at), inner.tokens + 2);
                    continue;
                }
                dropped.extend([inner.open, at]);
                match inner.ends {
                    Some((first, last)) => {
                        // What is shown of the piece has its braces.
                        (tokens[first].start, tokens[first].gap) = (tokens[inner.open].start, tokens[inner.open].gap);
                        tokens[last].end = tokens[at].end;
                        group.hold((first, last), inner.tokens);
                    }
                    None => group.pieces -= 1,
                }
            }
            _ => {
                group.hold((at, at), 1);
                group.pieces += usize::from(owed == 0);
                integral |= tok == Tok::Int;
                match tok {
                    Tok::Frac => owed = owed.saturating_sub(1) + 2,
                    // It has a third argument where it is mixed.
                    Tok::DerivativeOf => owed = owed.saturating_sub(1) + 3,
                    Tok::Radical => owed = owed.saturating_sub(1) + 1,
                    Tok::Caret | Tok::Under => owed += 1,
                    Tok::Func(_) => (owed, function) = (owed.saturating_sub(1), true),
                    _ if owed > 0 => owed -= 1,
                    _ => function = false,
                }
                if tokens[at].run == 4 {
                    letters = match &text[tokens[at].start as usize..][..4] {
                        "frac" => Some((at + 3, 2)),
                        "sqrt" => Some((at + 3, 1)),
                        _ => None,
                    };
                }
                if let Some((end, wants)) = letters
                    && end == at
                {
                    owed = wants;
                }
            }
        }
    }
    if dropped.is_empty() {
        return tokens;
    }
    dropped.sort_unstable();
    let (mut at, mut next) = (0, dropped.into_iter().peekable());
    tokens.retain(|_| {
        at += 1;
        next.next_if_eq(&(at - 1)).is_none()
    });
    tokens
}

/// Is there nothing but one piece in the group that closes at a place?
fn is_idle(tokens: &[Token<'_>], group: &Group, close: usize, integral: bool) -> bool {
    let tok = |at: usize| tokens.get(at).map_or(Tok::End, |token| token.tok);
    let Some((first, last)) = group.ends else {
        // `x{}y`; but `{}^{2}` has no base, and `1{}2` is two numbers.
        let digits = group.open > 0 && tok(group.open - 1) == Tok::Digit && tok(close + 1) == Tok::Digit;
        let raises = matches!(tok(close + 1), Tok::Caret | Tok::Under | Tok::Super | Tok::Sub | Tok::Prime);
        return !digits && !raises;
    };
    match tok(first) {
        Tok::Func(_) => group.tokens == 1,
        Tok::Frac => group.pieces == 1,
        // `\int x \, {dx}`.
        Tok::Name("d") | Tok::Text("d") if group.tokens == 2 => integral && tok(last).is_name(),
        // `x{=}y` only keeps the sign close.
        Tok::Plus | Tok::Minus | Tok::Times | Tok::Slash | Tok::Equals | Tok::Dot => group.tokens == 1,
        tok => group.tokens == 1 && tok.is_name(),
    }
}
