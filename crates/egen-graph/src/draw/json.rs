//! JSON: what does the picture look like to another program?

use serde_json::{Map, Value, json};

use super::{Class, Node, Picture, name};
use crate::grammar::ClassId;
use egen_math::range::{End, Range};

pub(super) fn object(picture: &Picture) -> Value {
    let classes = picture.classes.iter().enumerate();
    json!({
        "roots": picture.roots.iter().map(|root| name(*root)).collect::<Vec<_>>(),
        "classes": classes.map(|(number, one)| class(ClassId(number as u32), one)).collect::<Vec<_>>(),
        "grammar": picture.grammar(),
    })
}

/// `number` and `range` are there if they are known; an end of a range that is infinite is null.
fn class(id: ClassId, class: &Class) -> Value {
    let mut out = Map::new();
    out.insert("id".to_string(), name(id).into());
    if let Some(number) = &class.number {
        out.insert("number".to_string(), number.to_string().into());
    } else if class.range != Range::ALL {
        let end = |end: End| json!({"at": end.at.is_finite().then_some(end.at), "closed": end.closed});
        out.insert("range".to_string(), json!({"low": end(class.range.low), "high": end(class.range.high)}));
    }
    out.insert("nodes".to_string(), class.nodes.iter().map(node).collect::<Vec<_>>().into());
    Value::Object(out)
}

fn node(node: &Node) -> Value {
    let children: Vec<String> = node.children.iter().map(|child| name(*child)).collect();
    let mut out = json!({"label": node.label, "token": node.token, "children": children});
    if let Some(by) = &node.by {
        out["by"] = by.as_str().into();
    }
    out
}
