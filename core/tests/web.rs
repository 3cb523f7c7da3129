//! The engine compiled to wasm, with its JavaScript surface, in a browser.
#![cfg(target_arch = "wasm32")]

use jobscope_core::api::Edition;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn editions_cross_to_javascript_under_their_short_name() -> Result<(), serde_wasm_bindgen::Error> {
    for edition in Edition::ALL {
        let value = serde_wasm_bindgen::to_value(&edition)?;
        assert_eq!(value.as_string().as_deref(), Some(edition.name()));
        assert_eq!(serde_wasm_bindgen::from_value::<Edition>(value)?, edition);
    }
    Ok(())
}
