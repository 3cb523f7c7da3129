//! The operations of a JSON patch.

use serde_json::Value;

use crate::api::json::Object;
use crate::api::{StatusError, StatusReason};

/// `maxJSONPatchOperations`.
const MAX_OPERATIONS: usize = 10_000;
/// `JSONPatchMaxCopyBytes`: what the copies of a patch may add up to.
const MAX_COPIED_BYTES: usize = 3 * 1024 * 1024;

/// A value's type as the JSON decoder of Go names it.
fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// What the JSON decoder of Go says of a value that is not of type `go_type`, which may be that of a field.
pub(crate) fn undecodable(value: &Value, field: Option<&str>, go_type: &str) -> String {
    let target = match field {
        Some(field) => format!("struct field {field} of type {go_type}"),
        None => format!("value of type {go_type}"),
    };
    format!("json: cannot unmarshal {} into Go {target}", json_type(value))
}

/// The operations of `patch`, as the server decodes them.
fn operations(patch: &Value) -> Result<Vec<Object>, StatusError> {
    let refuse = |why: String| StatusError::new(StatusReason::BadRequest, format!("error decoding patch: {why}"));
    let Value::Array(items) = patch else {
        return Err(refuse(undecodable(patch, None, "[]handlers.jsonPatchOp")));
    };
    let mut operations = Vec::with_capacity(items.len());
    for item in items {
        match item {
            Value::Object(operation) => {
                for (field, value) in operation {
                    let is_text = matches!(field.as_str(), "op" | "path" | "from");
                    if is_text && !matches!(value, Value::String(_) | Value::Null) {
                        return Err(refuse(undecodable(value, Some(&format!("jsonPatchOp.{field}")), "string")));
                    }
                }
                operations.push(operation.clone());
            }
            Value::Null => operations.push(Object::new()),
            other => return Err(refuse(undecodable(other, None, "handlers.jsonPatchOp"))),
        }
    }
    if operations.len() > MAX_OPERATIONS {
        let message = format!(
            "Request entity too large: The allowed maximum operations in a JSON patch is {MAX_OPERATIONS}, got {}",
            operations.len()
        );
        return Err(StatusError::new(StatusReason::RequestEntityTooLarge, message));
    }
    Ok(operations)
}

/// Applies the operations of `patch`, one after the other.
pub(crate) fn apply_operations(document: &mut Value, patch: &Value) -> Result<(), StatusError> {
    let mut copied = 0;
    for operation in operations(patch)? {
        apply(document, &operation, &mut copied).ok_or_else(StatusError::unprocessable)?;
    }
    Ok(())
}

/// Applies one operation; `None` if it cannot be applied.
fn apply(document: &mut Value, operation: &Object, copied: &mut usize) -> Option<()> {
    let text = |field: &str| operation.get(field).and_then(Value::as_str);
    let value = || operation.get("value").cloned().unwrap_or_default();
    match text("op")? {
        "add" => add(document, text("path")?, value()),
        "remove" => remove(document, text("path")?).map(drop),
        "replace" => replace(document, text("path")?, value()),
        "move" => {
            let (holder, key) = holder(document, text("from")?)?;
            get(holder, &key)?;
            let moved = remove(document, text("from")?)?;
            add(document, text("path")?, moved)
        }
        "copy" => {
            let (holder, key) = holder(document, text("from")?)?;
            let copy = get(holder, &key)?.clone();
            *copied += copy.to_string().len();
            if *copied > MAX_COPIED_BYTES {
                return None;
            }
            add(document, text("path")?, copy)
        }
        "test" => {
            let path = text("path")?;
            let found = if path.is_empty() {
                document.clone()
            } else {
                let (holder, key) = holder(document, path)?;
                get(holder, &key)?.clone()
            };
            (found == value()).then_some(())
        }
        _ => None,
    }
}

/// `decodePatchKey`.
fn decode_key(key: &str) -> String {
    key.replace("~1", "/").replace("~0", "~")
}

/// `findObject`: what holds the value that `path` points to, and its key there.
fn holder<'a>(document: &'a mut Value, path: &str) -> Option<(&'a mut Value, String)> {
    // What stands before the first slash counts for nothing.
    let (_, steps) = path.split_once('/')?;
    let (steps, key) = steps.rsplit_once('/').map_or((None, steps), |(steps, key)| (Some(steps), key));
    let mut holder = document;
    for step in steps.into_iter().flat_map(|steps| steps.split('/')) {
        let step = decode_key(step);
        let next = match holder {
            Value::Object(object) => object.get_mut(&step)?,
            Value::Array(items) => {
                let index = existing(&step, items.len())?;
                items.get_mut(index)?
            }
            _ => return None,
        };
        holder = next;
    }
    (holder.is_object() || holder.is_array()).then(|| (holder, decode_key(key)))
}

/// The place that `key` names in a list of that length; negative ones count from its end.
fn existing(key: &str, length: usize) -> Option<usize> {
    let index: i64 = key.parse().ok()?;
    let length = i64::try_from(length).ok()?;
    let index = if index < 0 { index + length } else { index };
    usize::try_from(index).ok().filter(|_| index < length)
}

/// The value of `key`: `null` for a member that is missing, `None` for an index that is out of range.
fn get<'a>(holder: &'a Value, key: &str) -> Option<&'a Value> {
    static NULL: Value = Value::Null;
    match holder {
        Value::Object(object) => Some(object.get(key).unwrap_or(&NULL)),
        Value::Array(items) => items.get(existing(key, items.len())?),
        _ => None,
    }
}

fn add(document: &mut Value, path: &str, value: Value) -> Option<()> {
    let (holder, key) = holder(document, path)?;
    match holder {
        Value::Object(object) => drop(object.insert(key, value)),
        Value::Array(items) if key == "-" => items.push(value),
        Value::Array(items) => {
            let index = existing(&key, items.len() + 1)?;
            items.insert(index, value);
        }
        _ => return None,
    }
    Some(())
}

fn remove(document: &mut Value, path: &str) -> Option<Value> {
    let (holder, key) = holder(document, path)?;
    match holder {
        Value::Object(object) => object.remove(&key),
        Value::Array(items) => {
            let index = existing(&key, items.len())?;
            Some(items.remove(index))
        }
        _ => None,
    }
}

fn replace(document: &mut Value, path: &str, value: Value) -> Option<()> {
    if path.is_empty() {
        let is_document = value.is_object() || value.is_array();
        return is_document.then(|| *document = value);
    }
    let (holder, key) = holder(document, path)?;
    match holder {
        Value::Object(object) => drop(object.insert(key, value)),
        Value::Array(items) => {
            let index = existing(&key, items.len())?;
            *items.get_mut(index)? = value;
        }
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn patched(patch: &Value) -> Result<Value, String> {
        let mut document = json!({"a": {"b": 1, "c/d": [1, 2, 3]}, "n": null});
        apply_operations(&mut document, patch).map(|()| document).map_err(|error| error.message)
    }

    #[test]
    fn the_library_is_lenient() {
        for (operation, outcome) in [
            (
                json!({"op": "replace", "path": "/a/x", "value": 1}),
                json!({"a": {"b": 1, "c/d": [1, 2, 3], "x": 1}, "n": null}),
            ),
            (json!({"op": "add", "path": "/a/b"}), json!({"a": {"b": null, "c/d": [1, 2, 3]}, "n": null})),
            (json!({"op": "remove", "path": "/a/c~1d/-1"}), json!({"a": {"b": 1, "c/d": [1, 2]}, "n": null})),
            (
                json!({"op": "add", "path": "/a/c~1d/-", "value": 4}),
                json!({"a": {"b": 1, "c/d": [1, 2, 3, 4]}, "n": null}),
            ),
            (json!({"op": "move", "from": "/a/b", "path": "/e"}), json!({"a": {"c/d": [1, 2, 3]}, "e": 1, "n": null})),
            (
                json!({"op": "copy", "from": "/x", "path": "/e"}),
                json!({"a": {"b": 1, "c/d": [1, 2, 3]}, "e": null, "n": null}),
            ),
            (json!({"op": "replace", "path": "", "value": {}}), json!({})),
        ] {
            assert_eq!(patched(&json!([operation])), Ok(outcome), "{operation}");
        }
    }

    #[test]
    fn what_cannot_be_applied_is_refused() {
        let rejected = "the server rejected our request due to an error in our request";
        for operation in [
            json!({"op": "remove", "path": "/x"}),
            json!({"op": "remove", "path": "b"}),
            json!({"op": "add", "path": "/x/y", "value": 1}),
            json!({"op": "add", "path": "/a/c~1d/5", "value": 1}),
            json!({"op": "test", "path": "/a/b", "value": 2}),
            json!({"op": "replace", "path": "", "value": 1}),
            json!({"op": "foo", "path": "/a"}),
            json!({"path": "/a"}),
            json!(null),
        ] {
            assert_eq!(patched(&json!([operation])).unwrap_err(), rejected, "{operation}");
        }
    }

    #[test]
    fn what_is_no_patch_is_named() {
        let into = "error decoding patch: json: cannot unmarshal";
        for (patch, says) in [
            (json!({}), "object into Go value of type []handlers.jsonPatchOp"),
            (json!(["a"]), "string into Go value of type handlers.jsonPatchOp"),
            (json!([{"op": 1}]), "number into Go struct field jsonPatchOp.op of type string"),
        ] {
            assert_eq!(patched(&patch).unwrap_err(), format!("{into} {says}"));
        }
    }
}
