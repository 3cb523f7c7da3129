//! Values as plain objects, and what is thrown.

use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::prelude::*;

use jobscope_core::api::{ManifestError, from_json};
use jobscope_core::timeline::FileError;
use jobscope_core::world::ActionError;

/// Longest action that is read from JavaScript, as JSON, in bytes.
const MAX_ACTION_BYTES: usize = 1024 * 1024;

#[wasm_bindgen(typescript_custom_section)]
const ERRORS: &str = r#"
/** What the `cause` of a thrown `Error` says. */
export type ErrorCause =
    | { kind: "manifest"; errors: ManifestError[] }
    | { kind: "file"; error: FileError }
    | { kind: "session"; message: string }
    | { kind: "history"; message: string }
    | { kind: "action"; error: ActionError }
    | { kind: "argument"; message: string };
"#;

pub(super) fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsValue> {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).map_err(|e| argument_error(&e.to_string()))
}

/// A value that may be left out.
pub(super) fn optional_from_js<T: DeserializeOwned + Default>(value: &JsValue) -> Result<T, JsValue> {
    if value.is_undefined() || value.is_null() { Ok(T::default()) } else { from_js(value) }
}

/// Reads a value by way of JSON: what is cyclic, or no data, is refused before anything recurses into it.
pub(super) fn from_js<T: DeserializeOwned>(value: &JsValue) -> Result<T, JsValue> {
    let not_plain = || argument_error("the value is no plain data");
    // Of undefined and of functions `JSON.stringify` makes no text.
    let text: JsValue = js_sys::JSON::stringify(value).map_err(|_| not_plain())?.into();
    let text = text.as_string().ok_or_else(not_plain)?;
    if text.len() > MAX_ACTION_BYTES {
        return Err(argument_error(&format!("the value is longer than {MAX_ACTION_BYTES} bytes")));
    }
    let value = serde_json::from_str(&text).map_err(|error| argument_error(&error.to_string()))?;
    from_json(&value).map_err(|error| argument_error(&error.with_path()))
}

/// An `Error` whose `cause` is typed data.
fn error(message: &str, cause: &serde_json::Value) -> JsValue {
    let error = js_sys::Error::new(message);
    if let Ok(cause) = to_js(cause) {
        error.set_cause(&cause);
    }
    error.into()
}

pub(super) fn argument_error(message: &str) -> JsValue {
    error(message, &serde_json::json!({"kind": "argument", "message": message}))
}

pub(super) fn action_error(refusal: &ActionError) -> JsValue {
    error(&refusal.to_string(), &serde_json::json!({"kind": "action", "error": refusal}))
}

pub(super) fn file_error(wrong: &FileError) -> JsValue {
    error(&wrong.to_string(), &serde_json::json!({"kind": "file", "error": wrong}))
}

pub(super) fn session_error(message: &str) -> JsValue {
    error(message, &serde_json::json!({"kind": "session", "message": message}))
}

pub(super) fn history_error(message: &str) -> JsValue {
    error(message, &serde_json::json!({"kind": "history", "message": message}))
}

pub(super) fn manifest_error(errors: &[ManifestError]) -> JsValue {
    let message: Vec<_> = errors.iter().map(ToString::to_string).collect();
    error(&message.join("\n"), &serde_json::json!({"kind": "manifest", "errors": errors}))
}
