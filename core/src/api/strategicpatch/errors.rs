//! Errors of invalid patches (`apimachinery/pkg/util/mergepatch`), and how Go prints the values in them.

use serde_json::Value;

use crate::api::{StatusError, StatusReason};

/// Why a patch cannot be made or applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    /// `ErrBadPatchType`: a `$patch` that is neither `replace` nor `delete`.
    #[error("unknown patch type: {directive} in map: {map}")]
    UnknownDirective {
        /// What it is.
        directive: String,
        /// Where it stands.
        map: String,
    },
    /// `$patch: merge` in an item of a list.
    #[error("merging lists cannot yet be specified in the patch")]
    MergeDirective,
    /// `ErrNoMergeKey`: an item of a list without the field that tells it from the others.
    #[error("map: {item} does not contain declared merge key: {key}")]
    NoMergeKey {
        /// The item.
        item: String,
        /// The field.
        key: &'static str,
    },
    /// Items that are told apart by a field, in a list whose items have none.
    #[error("cannot merge lists without merge key for {field}")]
    NoKeyForList {
        /// The list.
        field: String,
    },
    /// `ErrBadArgType`: a value of another type than belongs there.
    #[error("expected a {expected}, but received a {actual}")]
    WrongType {
        /// What belongs there, as Go names it.
        expected: &'static str,
        /// What is there, likewise.
        actual: &'static str,
    },
    /// `ErrNoListOfLists`.
    #[error("lists of lists are not supported")]
    ListOfLists,
    /// Items of different types.
    #[error("list element types are not identical: {lists}")]
    MixedTypes {
        /// The lists: what is there, and what the patch has.
        lists: String,
    },
    /// An order for nothing.
    #[error("no elements in any of the given slices")]
    NoElements,
    /// `ErrBadPatchFormatForPrimitiveList`.
    #[error("invalid patch format of primitive list")]
    BadPrimitiveList,
    /// `ErrBadPatchFormatForRetainKeys`.
    #[error("invalid patch format of retainKeys")]
    BadRetainKeys,
    /// `ErrBadPatchFormatForSetElementOrderList`.
    #[error("invalid patch format of setElementOrder list")]
    BadSetElementOrder,
    /// A list in another order than the patch says it is to have.
    #[error("The order in patch list:\n{list}\n doesn't match $setElementOrder list:\n{order}\n")]
    OrderMismatch {
        /// The list.
        list: String,
        /// The order.
        order: String,
    },
    /// Two patches that say differently which fields an object keeps.
    #[error("{0} and {1} are not deep equal: this may happen when calculating the 3-way diff patch")]
    RetainKeysDiffer(String, String),
}

/// `interpretStrategicMergePatchError`: most of them the server never expected.
impl From<PatchError> for StatusError {
    fn from(error: PatchError) -> Self {
        match error {
            PatchError::BadPrimitiveList | PatchError::BadRetainKeys | PatchError::BadSetElementOrder => {
                Self::new(StatusReason::BadRequest, error.to_string())
            }
            PatchError::ListOfLists => Self::unprocessable(),
            error => Self::new(StatusReason::Unknown, error.to_string()),
        }
    }
}

/// The type of a value as Go names it.
pub(crate) fn go_type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "%!s(<nil>)",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_f64() => "float64",
        Value::Number(_) => "int64",
        Value::String(_) => "string",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    }
}

/// A value as Go prints it with `%v`.
pub(crate) fn go_value(value: &Value) -> String {
    let joined = |items: Vec<String>| items.join(" ");
    match value {
        Value::Null => "<nil>".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(items) => format!("[{}]", joined(items.iter().map(go_value).collect())),
        Value::Object(fields) => {
            format!("map[{}]", joined(fields.iter().map(|(key, value)| format!("{key}:{}", go_value(value))).collect()))
        }
    }
}
