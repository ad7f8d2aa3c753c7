//! Differences: which setting of two records is the first that is not the same?

use serde_json::{Map, Value};

/// A value that two records do not share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where it is: `training.rate`.
    pub name: String,
    /// What the first has.
    pub one: String,
    /// What the second has.
    pub other: String,
}

/// The first value in which two records differ, however deep it is. What one of them lacks is null there.
pub fn difference(one: &Value, other: &Value) -> Option<Difference> {
    below("", one, other)
}

fn below(name: &str, one: &Value, other: &Value) -> Option<Difference> {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let names = one.keys().chain(other.keys().filter(|name| !one.contains_key(*name)));
            let of = |map: &Map<String, Value>, name: &String| map.get(name).cloned().unwrap_or(Value::Null);
            let path = |part: &str| if name.is_empty() { part.to_string() } else { format!("{name}.{part}") };
            names.into_iter().find_map(|part| below(&path(part), &of(one, part), &of(other, part)))
        }
        _ if one == other => None,
        _ => Some(Difference { name: name.to_string(), one: one.to_string(), other: other.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_first_that_differs_is_named_by_its_path() {
        let one = json!({"a": 1, "b": {"c": [2], "d": 3}});
        assert_eq!(difference(&one, &one), None);
        let of = |other: Value| difference(&one, &other).map(|found| (found.name, found.one, found.other));
        let texts = |name: &str, one: &str, other: &str| Some((name.into(), one.into(), other.into()));
        assert_eq!(of(json!({"a": 1, "b": {"c": [2], "d": 4}})), texts("b.d", "3", "4"));
        assert_eq!(of(json!({"a": 1, "b": {"c": [2]}})), texts("b.d", "3", "null"));
        assert_eq!(of(json!({"a": 1, "b": {"c": [2], "d": 3}, "e": 5})), texts("e", "null", "5"));
    }
}
