//! Checker: does a value keep to a JSON Schema, as far as ours go?

use serde_json::{Map, Value};

/// What a schema may say. A word that the checker does not know would be a promise that nobody checks.
const KNOWN: [&str; 11] = [
    "$schema",
    "title",
    "description",
    "type",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minimum",
    "maximum",
];

/// The first place at which a value breaks its schema.
pub fn check(schema: &Value, value: &Value) -> Result<(), String> {
    at(schema, value, "$")
}

fn at(schema: &Value, value: &Value, path: &str) -> Result<(), String> {
    let schema = schema.as_object().ok_or("a schema is an object")?;
    if let Some(word) = schema.keys().find(|word| !KNOWN.contains(&word.as_str())) {
        return Err(format!("the checker does not know `{word}`"));
    }
    let wrong = |what: String| Err(format!("{path}: {what}: {value}"));
    if let Some(types) = schema.get("type")
        && !names(types).iter().any(|name| is(name, value))
    {
        return wrong(format!("not of type {types}"));
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array)
        && !values.contains(value)
    {
        return wrong("none of the values".into());
    }
    let number = |key: &str| schema.get(key).and_then(Value::as_f64);
    if let Some(found) = value.as_f64()
        && (number("minimum").is_some_and(|least| found < least) || number("maximum").is_some_and(|most| found > most))
    {
        return wrong("out of range".into());
    }
    if let (Some(items), Some(all)) = (schema.get("items"), value.as_array()) {
        all.iter().enumerate().try_for_each(|(n, item)| at(items, item, &format!("{path}[{n}]")))?;
    }
    value.as_object().map_or(Ok(()), |object| fields(schema, object, path))
}

fn fields(schema: &Map<String, Value>, object: &Map<String, Value>, path: &str) -> Result<(), String> {
    let required = schema.get("required").map(names).unwrap_or_default();
    if let Some(name) = required.iter().find(|name| !object.contains_key(**name)) {
        return Err(format!("{path}: lacks `{name}`"));
    }
    for (name, value) in object {
        let path = format!("{path}.{name}");
        match (schema.get("properties").and_then(|all| all.get(name)), schema.get("additionalProperties")) {
            (Some(one), _) => at(one, value, &path)?,
            (None, Some(Value::Bool(false))) => return Err(format!("{path}: the schema does not name it")),
            (None, Some(others @ Value::Object(_))) => at(others, value, &path)?,
            (None, _) => {}
        }
    }
    Ok(())
}

/// A text, or some.
fn names(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .map_or_else(|| value.as_str().into_iter().collect(), |all| all.iter().filter_map(Value::as_str).collect())
}

fn is(name: &str, value: &Value) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

#[test]
fn what_breaks_a_schema_is_found() {
    let schema = serde_json::json!({
        "type": "object", "required": ["a"], "additionalProperties": false,
        "properties": {"a": {"type": ["integer", "null"]}, "b": {"items": {"enum": ["x"]}}, "c": {"maximum": 1}},
    });
    let found = |text: &str| check(&schema, &serde_json::from_str(text).unwrap());
    assert_eq!(found(r#"{"a": 1, "b": ["x"], "c": 0.5}"#), Ok(()));
    for (text, place) in [
        ("[]", "$: not of type"),
        ("{}", "$: lacks `a`"),
        (r#"{"a": 1.5}"#, "$.a: not of type"),
        (r#"{"a": null, "b": ["x", "y"]}"#, "$.b[1]: none of the values"),
        (r#"{"a": null, "c": 2}"#, "$.c: out of range"),
        (r#"{"a": null, "d": 2}"#, "$.d: the schema does not name it"),
    ] {
        assert!(found(text).unwrap_err().starts_with(place), "{text}");
    }
    assert!(check(&serde_json::json!({"oneOf": []}), &Value::Null).is_err());
}
