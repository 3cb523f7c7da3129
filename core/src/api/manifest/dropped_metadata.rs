//! Values in the metadata of a manifest that are dropped.

use serde_json::Value;

use crate::api::FieldPath;

/// Fields of the Job's metadata that only the server sets; a manifest's values of them are dropped.
const SERVER_SET: [&str; 8] = [
    "selfLink",
    "uid",
    "creationTimestamp",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "managedFields",
    "initializers",
    "clusterName",
];

/// Fields of the template's metadata that are left out here. The server keeps them, but no pod gets them.
const NOT_OF_TEMPLATES: [&str; 5] = ["selfLink", "resourceVersion", "managedFields", "initializers", "clusterName"];

/// Whether the value of a field of object metadata is read as if it were not there.
pub(super) fn is_dropped(path: &FieldPath, field: &str, value: Option<&Value>) -> bool {
    let dropped: &[&str] = match path.as_str().rsplit_once('.') {
        Some(("metadata", _)) => &SERVER_SET,
        Some(("spec.template.metadata", _)) => &NOT_OF_TEMPLATES,
        _ => return false,
    };
    dropped.contains(&field) || value.and_then(Value::as_str) == Some("")
}
