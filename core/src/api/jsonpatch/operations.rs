//! The operations of a JSON patch.

use serde_json::Value;

use crate::api::json::{MAX_DEPTH, Object, depth};
use crate::api::{StatusError, StatusReason};
use crate::budget::{Budget, OverBudget};

/// `maxJSONPatchOperations`.
const MAX_OPERATIONS: usize = 10_000;
/// `JSONPatchMaxCopyBytes`: what the copies of a patch may add up to.
const MAX_COPIED_BYTES: usize = 3 * 1024 * 1024;
/// How many values the operations of a patch may move and add. A server has no limit.
const MAX_PLACED_VALUES: usize = 3 * 1024 * 1024;

/// Why an operation cannot be applied.
enum Inapplicable {
    /// In the words of the library.
    Refused(String),
    /// It would go beyond a limit that a server does not have.
    Limit(String),
}

impl From<String> for Inapplicable {
    fn from(why: String) -> Self {
        Self::Refused(why)
    }
}

impl From<OverBudget> for Inapplicable {
    fn from(error: OverBudget) -> Self {
        Self::Limit(format!("the patch does too much: {error}"))
    }
}

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

/// Applies the operations of `patch` as the server does, which does not say why one cannot be applied.
pub(crate) fn apply_operations(document: &mut Value, patch: &Value) -> Result<(), StatusError> {
    let operations = operations(patch)?;
    apply_all(document, operations.iter()).map_err(|why| match why {
        Inapplicable::Refused(_) => StatusError::unprocessable(),
        Inapplicable::Limit(why) => StatusError { message: why, ..StatusError::unprocessable() },
    })
}

/// Applies the operations of `patch` as a client does, in the words of the library.
pub(crate) fn apply_operations_locally(document: &mut Value, patch: &Value) -> Result<(), String> {
    let items = patch.as_array().ok_or_else(|| undecodable(patch, None, "jsonpatch.Patch"))?;
    if let Some(item) = items.iter().find(|item| !item.is_object() && !item.is_null()) {
        return Err(undecodable(item, None, "jsonpatch.Operation"));
    }
    let nothing = Object::new();
    let applied = apply_all(document, items.iter().map(|item| item.as_object().unwrap_or(&nothing)));
    applied.map_err(|(Inapplicable::Refused(why) | Inapplicable::Limit(why))| why)
}

fn apply_all<'o>(document: &mut Value, operations: impl Iterator<Item = &'o Object>) -> Result<(), Inapplicable> {
    let mut copied = 0;
    let placed = Budget::new(MAX_PLACED_VALUES, "values that are moved or added");
    for operation in operations {
        apply(document, operation, &mut copied, &placed)?;
    }
    Ok(())
}

/// Refuses to put a value where the document would become deeper than it may be: a few operations can double its depth.
fn check_depth(value: &Value, path: &str, placed: &Budget) -> Result<(), Inapplicable> {
    if path.matches('/').count() + depth(value, placed)? > MAX_DEPTH {
        return Err(Inapplicable::Limit(format!(
            "the patched object is nested too deeply: more than {MAX_DEPTH} levels"
        )));
    }
    Ok(())
}

/// Applies one operation.
fn apply(document: &mut Value, operation: &Object, copied: &mut usize, placed: &Budget) -> Result<(), Inapplicable> {
    let text = |field: &str| operation.get(field).and_then(Value::as_str);
    let op = text("op").unwrap_or("unknown");
    let value = || operation.get("value").cloned().unwrap_or_default();
    let field = |field: &str, missing: &str| {
        text(field).ok_or_else(|| format!("{op} operation failed to decode {field}: {missing}missing value"))
    };
    let of_path = match op {
        "add" | "remove" => "",
        _ => "operation missing path field: ",
    };
    let path = || field("path", of_path);
    let from = || field("from", "operation, missing from field: ");
    let lost = |what: &str, path: &str| format!("{op} operation does not apply: {what}: {path}: missing value");
    match op {
        "add" => {
            let path = path()?;
            let held = holder(document, path).ok_or_else(|| lost("doc is missing path", &format!("\"{path}\"")))?;
            let value = value();
            check_depth(&value, path, placed)?;
            add(held, value).map_err(|why| format!("error in add for path: '{path}': {why}"))?;
        }
        "remove" => {
            let path = path()?;
            let held = holder(document, path).ok_or_else(|| lost("doc is missing path", &format!("\"{path}\"")))?;
            remove(held).map_err(|why| format!("error in remove for path: '{path}': {why}"))?;
        }
        "replace" => {
            let path = path()?;
            let value = value();
            check_depth(&value, path, placed)?;
            if path.is_empty() && (value.is_object() || value.is_array()) {
                *document = value;
                return Ok(());
            }
            let (holder, key) = holder(document, path).ok_or_else(|| lost("doc is missing path", path))?;
            match holder {
                Value::Object(object) => drop(object.insert(key, value)),
                Value::Array(items) => {
                    let at = existing(&key, items.len()).ok().and_then(|index| items.get_mut(index));
                    *at.ok_or_else(|| lost("doc is missing key", path))? = value;
                }
                _ => {}
            }
        }
        "move" => {
            let from = from()?;
            let held = holder(document, from).ok_or_else(|| lost("doc is missing from path", from))?;
            let key = held.1.clone();
            let moved = remove(held).map_err(|why| format!("error in move for path: '{key}': {why}"))?;
            let path = path()?;
            let held = holder(document, path).ok_or_else(|| lost("doc is missing destination path", path))?;
            check_depth(&moved, path, placed)?;
            add(held, moved).map_err(|why| format!("error in move for path: '{path}': {why}"))?;
        }
        "copy" => {
            let from = from()?;
            let (held, key) = holder(document, from).ok_or_else(|| lost("doc is missing from path", from))?;
            let copy = get(held, &key).map_err(|why| format!("error in copy for from: '{from}': {why}"))?.clone();
            let path = path()?;
            *copied += copy.to_string().len();
            if *copied > MAX_COPIED_BYTES {
                return Err(Inapplicable::Refused(format!(
                    "Unable to complete the copy, the accumulated size increase of copy is {copied}, exceeding the limit {MAX_COPIED_BYTES}"
                )));
            }
            let held = holder(document, path).ok_or_else(|| lost("doc is missing destination path", path))?;
            check_depth(&copy, path, placed)?;
            add(held, copy).map_err(|why| format!("error while adding value during copy: {why}"))?;
        }
        "test" => {
            let path = path()?;
            let found = if path.is_empty() {
                document
            } else {
                let (holder, key) = holder(document, path).ok_or_else(|| lost("is missing path", path))?;
                get(holder, &key).map_err(|why| format!("error in test for path: '{path}': {why}"))?
            };
            let expected = operation.get("value").unwrap_or(&Value::Null);
            if found != expected {
                return Err(Inapplicable::Refused(format!("testing value {path} failed: test failed")));
            }
        }
        _ => return Err(Inapplicable::Refused(format!("Unexpected kind: {op}"))),
    }
    Ok(())
}

/// `decodePatchKey`.
pub(super) fn decode_key(key: &str) -> String {
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
                let index = existing(&step, items.len()).ok()?;
                items.get_mut(index)?
            }
            _ => return None,
        };
        holder = next;
    }
    (holder.is_object() || holder.is_array()).then(|| (holder, decode_key(key)))
}

/// The place that `key` names in a list of that length; negative ones count from its end.
fn existing(key: &str, length: usize) -> Result<usize, String> {
    let index: i64 = key.parse().map_err(|_| format!("strconv.Atoi: parsing {key:?}: invalid syntax"))?;
    let from_end = i64::try_from(length).map_or(index, |length| if index < 0 { index + length } else { index });
    let found = usize::try_from(from_end).ok().filter(|found| *found < length);
    found.ok_or_else(|| format!("Unable to access invalid index: {index}: invalid index referenced"))
}

/// The value of `key`: `null` for a member that is missing.
fn get<'a>(holder: &'a Value, key: &str) -> Result<&'a Value, String> {
    static NULL: Value = Value::Null;
    match holder {
        Value::Array(items) => Ok(items.get(existing(key, items.len())?).unwrap_or(&NULL)),
        object => Ok(object.get(key).unwrap_or(&NULL)),
    }
}

/// Adds a value under a key of an object, or before an item of a list.
fn add((holder, key): (&mut Value, String), value: Value) -> Result<(), String> {
    match holder {
        Value::Array(items) if key == "-" => items.push(value),
        Value::Array(items) => {
            let why = |why: String| match why.strip_prefix("strconv") {
                Some(_) => format!("value was not a proper array index: '{key}': {why}"),
                None => why,
            };
            items.insert(existing(&key, items.len() + 1).map_err(why)?, value);
        }
        Value::Object(object) => drop(object.insert(key, value)),
        _ => {}
    }
    Ok(())
}

fn remove((holder, key): (&mut Value, String)) -> Result<Value, String> {
    match holder {
        Value::Array(items) => Ok(items.remove(existing(&key, items.len())?)),
        other => {
            let removed = other.as_object_mut().and_then(|object| object.remove(&key));
            removed.ok_or_else(|| format!("Unable to remove nonexistent key: {key}: missing value"))
        }
    }
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
    fn no_document_becomes_too_deep() {
        let deeper = |levels: usize| {
            let level = |_| {
                [
                    json!({"op": "add", "path": "/e", "value": {}}),
                    json!({"op": "move", "from": "/a", "path": "/e/a"}),
                    json!({"op": "move", "from": "/e", "path": "/a"}),
                ]
            };
            (0..levels).flat_map(level).collect::<Value>()
        };
        let too_deep = "the patched object is nested too deeply: more than 128 levels";
        let shallow = std::thread::Builder::new().stack_size(256 * 1024).spawn(move || {
            assert!(patched(&deeper(100)).is_ok());
            assert_eq!(patched(&deeper(3_300)).unwrap_err(), too_deep);
            for op in ["add", "replace"] {
                let adds = (1..=300).map(|n| json!({"op": op, "path": format!("/a{}", "/x".repeat(n)), "value": {}}));
                assert_eq!(patched(&adds.collect()).unwrap_err(), too_deep);
            }
        });
        shallow.unwrap().join().unwrap();
    }

    #[test]
    fn values_are_not_moved_without_end() {
        let many = Value::from(vec![0; 10_000]);
        let moves = (0..1_000).flat_map(|_| {
            [json!({"op": "move", "from": "/l", "path": "/m"}), json!({"op": "move", "from": "/m", "path": "/l"})]
        });
        let patch = [json!({"op": "add", "path": "/l", "value": many})].into_iter().chain(moves).collect();
        let why = "the patch does too much: more than 3145728 values that are moved or added";
        assert_eq!(patched(&patch).unwrap_err(), why);
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
    fn a_client_says_why_an_operation_cannot_be_applied() {
        let why = |operation: Value| {
            let mut document = json!({"a": {"b": 1, "l": [1]}});
            apply_operations_locally(&mut document, &json!([operation])).unwrap_err()
        };
        for (operation, says) in [
            (json!({"op": "foo", "path": "/a"}), "Unexpected kind: foo"),
            (json!({"op": 1}), "Unexpected kind: unknown"),
            (json!(1), "json: cannot unmarshal number into Go value of type jsonpatch.Operation"),
            (json!({"op": "add"}), "add operation failed to decode path: missing value"),
            (
                json!({"op": "replace"}),
                "replace operation failed to decode path: operation missing path field: missing value",
            ),
            (
                json!({"op": "move", "path": "/a"}),
                "move operation failed to decode from: operation, missing from field: missing value",
            ),
            (
                json!({"op": "remove", "path": "/a/x"}),
                "error in remove for path: '/a/x': Unable to remove nonexistent key: x: missing value",
            ),
            (
                json!({"op": "remove", "path": "/x/y"}),
                "remove operation does not apply: doc is missing path: \"/x/y\": missing value",
            ),
            (
                json!({"op": "replace", "path": "/x/y"}),
                "replace operation does not apply: doc is missing path: /x/y: missing value",
            ),
            (
                json!({"op": "replace", "path": "/a/l/7"}),
                "replace operation does not apply: doc is missing key: /a/l/7: missing value",
            ),
            (
                json!({"op": "add", "path": "/a/l/7"}),
                "error in add for path: '/a/l/7': Unable to access invalid index: 7: invalid index referenced",
            ),
            (
                json!({"op": "add", "path": "/a/l/x"}),
                "error in add for path: '/a/l/x': value was not a proper array index: 'x': strconv.Atoi: parsing \"x\": invalid syntax",
            ),
            (
                json!({"op": "copy", "from": "/x/y"}),
                "copy operation does not apply: doc is missing from path: /x/y: missing value",
            ),
            (
                json!({"op": "move", "from": "/a/x"}),
                "error in move for path: 'x': Unable to remove nonexistent key: x: missing value",
            ),
            (json!({"op": "test", "path": "/a/b", "value": 2}), "testing value /a/b failed: test failed"),
        ] {
            assert_eq!(why(operation), says);
        }
        let whole = apply_operations_locally(&mut json!({}), &json!({})).unwrap_err();
        assert_eq!(whole, "json: cannot unmarshal object into Go value of type jsonpatch.Patch");
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
