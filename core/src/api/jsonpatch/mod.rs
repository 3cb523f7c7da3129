//! JSON patch (RFC 6902) and JSON merge patch (RFC 7386) as the API server applies them (`evanphx/json-patch`).
//!
//! The library is more lenient than the RFC: a `replace` may name a member that is not there, an `add` may lack its value,
//! and indexes may be negative. It decodes of a document only what it changes, which shows in errors (`decoded`).

mod decoded;
mod operations;

pub(crate) use decoded::{Decoded, go_document};
pub(crate) use operations::{apply_operations, apply_operations_locally, undecodable};

use serde_json::Value;

use crate::small_collect::SmallCollect as _;

use super::json::Object;

/// `MergePatch`: `patch` merged into `document`.
pub(crate) fn merge(document: &mut Object, patch: &Object) {
    for (key, value) in patch {
        match (document.get_mut(key), value) {
            (_, Value::Null) => drop(document.remove(key)),
            (Some(Value::Object(inner)), Value::Object(value)) => merge(inner, value),
            // A value where an object is expected is taken as it is.
            (Some(Value::Object(_)), value) => drop(document.insert(key.clone(), value.clone())),
            (_, value) => drop(document.insert(key.clone(), without_nulls(value))),
        }
    }
}

/// `pruneNulls`: the value without members that are null.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(object) => {
            let members = object.iter().filter(|(_, value)| !value.is_null());
            members.map(|(key, value)| (key.clone(), without_nulls(value))).small_collect::<Object>().into()
        }
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_pointer_that_nothing_reads_decodes_nothing() {
        let patch = json!([
            {"op": "add", "path": "/metadata/labels", "value": {}, "from": "/".repeat(1_000_000)},
            {"op": "copy", "path": "/a/b~1c/d", "from": "/e/f"},
        ]);
        let shallow = std::thread::Builder::new().stack_size(256 * 1024).spawn(move || {
            let Decoded::Here(parts) = Decoded::by_operations(&patch) else { unreachable!() };
            assert_eq!(parts.keys().collect::<Vec<_>>(), ["a", "e", "metadata"]);
            assert_eq!(parts["metadata"], Decoded::Here([].into()));
            assert_eq!(parts["a"], Decoded::Here([("b/c".to_owned(), Decoded::Here([].into()))].into()));
        });
        shallow.unwrap().join().unwrap();
    }

    #[test]
    fn nulls_go_wherever_they_are() {
        let Value::Object(mut document) = json!({"a": {"b": 1, "c": 2}, "d": [1], "e": 1}) else { unreachable!() };
        let Value::Object(patch) =
            json!({"a": {"b": null}, "d": [{"x": null, "y": 1}, null], "e": null, "f": {"g": null}})
        else {
            unreachable!()
        };
        merge(&mut document, &patch);
        assert_eq!(Value::from(document), json!({"a": {"c": 2}, "d": [{"y": 1}, null], "f": {}}));
    }
}
