//! Tokens: is an expression the same after it was written and read?

use dashu_ratio::RBig;
use egen_math::length::model_tokens;
use egen_math::{Builder, Constant, Expr, Id, Node, Number, Op, Symbol};
use egen_model::tokens::{DecodeError, MAX_VARIABLES, Names, Prefix, Token, TokenError};
use egen_model::{decode, encode};
use egen_read::read::read_expr;
use proptest::prelude::*;

fn number() -> impl Strategy<Value = Number> {
    prop_oneof![
        (-999i64..=999).prop_map(Number::from),
        any::<i64>().prop_map(Number::from),
        (any::<i64>(), 1i64..=999).prop_map(|(n, d)| Number::from(RBig::from(n) / RBig::from(d))),
    ]
}

fn leaf() -> impl Strategy<Value = Node> {
    prop_oneof![
        number().prop_map(Node::Num),
        prop_oneof![Just(Constant::Pi), Just(Constant::E)].prop_map(Node::Const),
        prop::sample::select(vec!["x", "y", "alpha", "z_1"]).prop_map(|name| Node::Var(Symbol::new(name))),
    ]
}

/// The operators that have tokens.
fn operators() -> impl Iterator<Item = Op> {
    Op::all().filter(|op| Token::of(*op).is_some())
}

/// Builds an expression bottom up: each step takes what is there and puts something above it.
fn expression() -> impl Strategy<Value = Expr> {
    let steps = prop::collection::vec(
        (0..operators().count() + 4, any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        0..20,
    );
    (prop::collection::vec(leaf(), 1..6), steps).prop_map(|(leaves, steps)| {
        let mut builder = Builder::new();
        let mut roots: Vec<Id> = leaves.into_iter().map(|leaf| builder.add(leaf)).collect();
        for (kind, a, b) in steps {
            let (a, b) = (roots[a.index(roots.len())], roots[b.index(roots.len())]);
            let node = match operators().nth(kind) {
                Some(op) if op.binds() => {
                    let by = builder.variable("x");
                    Node::Binary(op, a, by)
                }
                Some(op) if op.arity() == 1 => Node::Unary(op, a),
                Some(op) => Node::Binary(op, a, b),
                None if kind % 2 == 0 => Node::Call(Symbol::new("f"), Box::new([a])),
                None => Node::Call(Symbol::new("g"), Box::new([a, b, a])),
            };
            let root = builder.add(node);
            // A node used twice is written twice; keep trees small.
            if builder.tree_size(root) < 200 {
                roots.push(root);
            }
        }
        builder.extract(*roots.last().expect("there is a leaf"))
    })
}

/// Is it an expression, up to fractions that are not in lowest terms?
fn is_fraction_at_worst(read: &Result<Expr, DecodeError>) -> bool {
    matches!(read, Ok(_) | Err(DecodeError::Fraction { .. }))
}

proptest! {
    #[test]
    fn what_was_written_reads_as_the_same_expression(expr in expression()) {
        let written = encode(&expr, usize::MAX).unwrap();
        prop_assert_eq!(written.tokens.len(), model_tokens(&expr));
        prop_assert_eq!(written.places.len(), written.tokens.len());
        prop_assert_eq!(decode(&written.tokens, &written.names).unwrap(), expr);
    }

    #[test]
    fn what_reads_is_written_the_same_way(indices in prop::collection::vec(0..Token::COUNT, 1..8)) {
        let tokens: Vec<Token> = indices.into_iter().map(|k| Token::from_index(k).unwrap()).collect();
        if let Ok(expr) = decode(&tokens, &Names::usual()) {
            // Names take their places by order, so compare what is left when read again.
            let again = encode(&expr, usize::MAX).unwrap();
            prop_assert_eq!(decode(&again.tokens, &again.names).unwrap(), expr);
            prop_assert_eq!(again.tokens.len(), tokens.len());
        }
    }

    #[test]
    fn every_expression_may_be_written_token_by_token_in_as_much_room_as_it_takes(expr in expression()) {
        let tokens = encode(&expr, usize::MAX).unwrap().tokens;
        let mut prefix = Prefix::default();
        for (at, &token) in tokens.iter().enumerate() {
            let read = decode(&tokens[..at], &Names::usual());
            let end = prefix.allows(Token::End, 0);
            prop_assert!(if end { is_fraction_at_worst(&read) } else { read.is_err() }, "{at}: {read:?}");
            prop_assert!(prefix.allows(token, tokens.len() - at), "{at}: {token}");
            prefix.push(token);
        }
        prop_assert!(prefix.allows(Token::End, 0));
        prop_assert!(!Token::all().any(|token| token != Token::End && prefix.allows(token, 0)));
    }

    #[test]
    fn what_is_written_by_allowed_tokens_is_an_expression(choices in prop::collection::vec(any::<prop::sample::Index>(), 20)) {
        let (mut prefix, mut tokens) = (Prefix::default(), Vec::new());
        for (at, choice) in choices.iter().enumerate() {
            let allowed: Vec<Token> = Token::all().filter(|token| prefix.allows(*token, choices.len() - at)).collect();
            if allowed.is_empty() || allowed == [Token::End] {
                break;
            }
            let token = allowed[choice.index(allowed.len())];
            if token == Token::End {
                break;
            }
            tokens.push(token);
            prefix.push(token);
        }
        prop_assert!(prefix.allows(Token::End, 0), "{tokens:?}");
        let read = decode(&tokens, &Names::usual());
        prop_assert!(is_fraction_at_worst(&read), "{tokens:?}: {read:?}");
    }
}

fn text(expr: &str) -> String {
    let tokens = encode(&read_expr(expr).unwrap(), 100).unwrap();
    tokens.tokens.iter().map(Token::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn numbers_are_written_digit_by_digit() {
    assert_eq!(text("-12"), "INT- 1 2");
    assert_eq!(text("0.75*x"), "mul FRAC INT+ 3 INT+ 4 x1");
    assert_eq!(text("3/4"), "div INT+ 3 INT+ 4");
}

#[test]
fn variables_go_by_the_order_of_their_names() {
    assert_eq!(text("b - a"), "sub x2 x1");
    assert_eq!(text("f(t) + g(t, s)"), "add f1/1 x2 f2/2 x2 x1");
}

#[test]
fn tokens_know_their_place() {
    let expr = read_expr("sin(x) - 12").unwrap();
    let places = encode(&expr, 100).unwrap().places;
    let seen: Vec<_> = places.iter().map(|p| (p.depth, p.slot, p.head)).collect();
    let want = [(0, 0, true), (1, 0, true), (2, 0, true), (1, 1, true), (2, 0, false), (2, 1, false)];
    assert_eq!(seen, want);
    assert_eq!(places[0].node, expr.root());
}

#[test]
fn what_does_not_fit_is_refused() {
    assert_eq!(encode(&read_expr("x+12345").unwrap(), 7), Err(TokenError::TooLong { got: 8, limit: 7 }));
    let many = (0..=MAX_VARIABLES).map(|k| format!("x_{k}")).collect::<Vec<_>>().join("+");
    assert_eq!(encode(&read_expr(&many).unwrap(), 100), Err(TokenError::Variables { got: MAX_VARIABLES + 1 }));
    let operator = TokenError::Operator { name: "erf" };
    assert_eq!(encode(&read_expr("erf(x) + 1").unwrap(), 100), Err(operator));
}

#[test]
fn malformed_tokens_are_refused_with_their_place() {
    use Token::{Digit, Fraction, Negative, Positive, Variable};
    let read = |tokens: &[Token]| decode(tokens, &Names::usual()).unwrap_err();
    assert_eq!(read(&[]), DecodeError::Empty);
    assert_eq!(read(&[Positive]), DecodeError::Number { at: 0 });
    assert_eq!(read(&[Digit(3)]), DecodeError::Number { at: 0 });
    assert_eq!(read(&[Positive, Digit(0), Digit(7)]), DecodeError::Number { at: 0 });
    assert_eq!(read(&[Negative, Digit(0)]), DecodeError::Number { at: 0 });
    assert_eq!(read(&[Variable(0), Variable(0)]), DecodeError::Several { got: 2 });
    let half = [Fraction, Positive, Digit(2), Positive, Digit(4)];
    assert_eq!(read(&half), DecodeError::Fraction { at: 0 });
    let sin = Token::Op(Op::Sin);
    assert_eq!(read(&[sin]), DecodeError::Arguments { at: 0, token: sin, want: 1, got: 0 });
    let diff = Token::Op(Op::Diff);
    assert_eq!(read(&[diff, Variable(0), Positive, Digit(1)]), DecodeError::Bound { at: 0, token: diff });
    assert_eq!(read(&[Token::Start]), DecodeError::Misplaced { at: 0, token: Token::Start });
}
