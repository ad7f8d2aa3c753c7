//! JSON: what does the tree look like to another program?
//!
//! `{"num":"1/2"}`, `{"const":"pi"}`, `{"var":"x"}`, `{"op":"add","args":[…]}` with the paper's words,
//! `{"call":"f","args":[…]}`. The sides of an equation are an array.

use egen_math::expr::{Constant, Expr, Id, Node};

use egen_math::pieces::{Pieces, write};

/// The tree, or an array of trees if there is not exactly one side.
pub(super) fn print(sides: &[Expr]) -> String {
    match sides {
        [one] => tree(one),
        many => format!("[{}]", many.iter().map(tree).collect::<Vec<_>>().join(",")),
    }
}

fn tree(expr: &Expr) -> String {
    let mut out = String::new();
    write(&mut out, expr, (), |id, (), pieces| expand(expr, id, pieces));
    out
}

fn expand<'a>(expr: &'a Expr, id: Id, out: &mut Pieces<'a, ()>) {
    let node = expr.node(id);
    match node {
        Node::Num(n) => out.text(format!("{{\"num\":\"{n}\"}}")),
        Node::Const(Constant::Pi) => out.text("{\"const\":\"pi\"}"),
        Node::Const(Constant::E) => out.text("{\"const\":\"e\"}"),
        Node::Var(name) => out.text("{\"var\":").text(string(name.as_str())).text("}"),
        Node::Unary(op, _) | Node::Binary(op, ..) => {
            arguments(node, out.text("{\"op\":\"").text(op.info().prefix[0]).text("\""))
        }
        Node::Call(name, _) => arguments(node, out.text("{\"call\":").text(string(name.as_str()))),
    };
}

fn arguments<'p, 'a>(node: &Node, out: &'p mut Pieces<'a, ()>) -> &'p mut Pieces<'a, ()> {
    out.text(",\"args\":[");
    for (at, arg) in node.children().enumerate() {
        out.text(if at == 0 { "" } else { "," }).node(arg, ());
    }
    out.text("]}")
}

fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
