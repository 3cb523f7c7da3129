//! The npm package: the engine and its explanations for JavaScript.
//!
//! Thin on purpose: values cross as plain objects whose TypeScript types are made from the Rust types,
//! and everything is decided in the crates below. Errors are thrown as `Error` with the typed cause in `cause`.

mod history;
mod plain;
mod session;
mod why;

pub use history::{Explanation, History};
pub use session::Session;
pub use why::{Why, WhyContent, WhyPlace, WhyRow, WhyStanding};

use wasm_bindgen::prelude::*;

use jobscope_core::api::Release;
use plain::{optional_from_js, to_js};

/// The releases that a session can be of, oldest first.
#[wasm_bindgen(unchecked_return_type = "Release[]")]
pub fn releases() -> Result<JsValue, JsValue> {
    to_js(&Release::ALL)
}

/// The questions that the Job controller of a release asks (of the newest that was recorded if omitted), each with those
/// that can come next.
///
/// # Errors
///
/// Throws if the release is unknown.
#[wasm_bindgen(unchecked_return_type = "Question[]")]
pub fn catalogue(
    #[wasm_bindgen(unchecked_optional_param_type = "Release")] release: &JsValue,
) -> Result<JsValue, JsValue> {
    to_js(jobscope_core::job::catalogue::catalogue(optional_from_js(release)?))
}
