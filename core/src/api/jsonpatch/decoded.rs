//! The text of a patched document. What the library decoded it writes by key; the rest it leaves as the server had written
//! it, with the fields of each type in their order.

use std::collections::BTreeMap;

use serde_json::Value;

use super::operations::decode_key;
use crate::api::Release;
use crate::api::go_types::{JOB, ordered_json};
use crate::api::json::{Object, go_json};
use crate::small_collect::SmallCollect as _;

/// Which parts of a document were decoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Decoded {
    /// Nothing of it.
    #[default]
    Nothing,
    /// An object or a list, and these parts of it.
    Here(BTreeMap<String, Decoded>),
    /// All of it.
    Everything,
}

impl Decoded {
    /// By the merge patch `patch` of `document`.
    pub(crate) fn by_merge(document: &Object, patch: &Object) -> Self {
        let below = patch.iter().map(|(key, value)| {
            let below = match (document.get(key), value) {
                (Some(Value::Object(document)), Value::Object(patch)) => Self::by_merge(document, patch),
                _ => Self::Everything,
            };
            (key.clone(), below)
        });
        Self::Here(below.small_collect())
    }

    /// By the operations of `patch`, which was applied: their pointers are no longer than a document is deep.
    pub(crate) fn by_operations(patch: &Value) -> Self {
        let mut decoded = Self::Here(BTreeMap::new());
        for operation in patch.as_array().into_iter().flatten() {
            let text = |field: &str| operation.get(field).and_then(Value::as_str);
            // Other operations may have any text in `from`: nothing reads it.
            let from = text("from").filter(|_| matches!(text("op"), Some("move" | "copy")));
            [from, text("path")].into_iter().flatten().for_each(|pointer| decoded.add(pointer));
        }
        decoded
    }

    /// The value that `pointer` points to is not decoded, but what holds it.
    fn add(&mut self, pointer: &str) {
        let mut steps = pointer.split('/').skip(1).peekable();
        let mut here = self;
        while let Some(step) = steps.next() {
            if matches!(here, Self::Nothing) {
                *here = Self::Here(BTreeMap::new());
            }
            let Self::Here(below) = here else { return };
            if steps.peek().is_none() {
                return;
            }
            here = below.entry(decode_key(step)).or_default();
        }
    }
}

/// A Job's document as JSON.
pub(crate) fn go_document(document: &Value, decoded: &Decoded, release: Release) -> String {
    let Value::Object(object) = document else { return go_json(document) };
    let members = object.iter().map(|(key, value)| {
        let below = match decoded {
            Decoded::Here(below) => below.get(key).unwrap_or(&Decoded::Nothing),
            other => other,
        };
        format!("{}:{}", go_json(key), ordered_json(value, JOB.field_type(key), below, release))
    });
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}
