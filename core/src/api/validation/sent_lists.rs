//! Lists of containers in a request. Go distinguishes an empty list from a missing one. Our types do not, and only errors
//! show the difference.

use serde_json::Value;

/// Which lists of a Job's containers were sent, with items or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentLists {
    /// `spec.template.spec.containers`.
    pub containers: bool,
    /// `spec.template.spec.initContainers`.
    pub init_containers: bool,
}

/// Those of a Job that was stored and read again: the API server writes `containers` even if there are none.
impl Default for SentLists {
    fn default() -> Self {
        Self { containers: true, init_containers: false }
    }
}

impl SentLists {
    /// Those of a Job that was sent as this document.
    pub fn of(document: &Value) -> Self {
        let spec = document.pointer("/spec/template/spec");
        let is_sent = |list: &str| spec.and_then(|spec| spec.get(list)).is_some_and(Value::is_array);
        Self { containers: is_sent("containers"), init_containers: is_sent("initContainers") }
    }
}
