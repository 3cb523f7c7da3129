//! The engine in a browser, measured as it is natively. What this prints are figures; `cargo xtask bench` runs each part in
//! a browser of its own, because the memory of WebAssembly only grows.

#![cfg(target_arch = "wasm32")]
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use jobscope_tests::measure::figure::Figure;
use jobscope_tests::measure::suite;
use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

fn tell(figure: &Figure) {
    console_log!("{figure}");
}

#[wasm_bindgen_test]
fn races() {
    suite::races(tell).unwrap();
}

#[wasm_bindgen_test]
fn memory() {
    suite::memory(false, tell).unwrap();
}

#[wasm_bindgen_test]
fn explore() {
    suite::explored(tell).unwrap();
}

#[wasm_bindgen_test]
fn history() {
    suite::history(tell).unwrap();
}

#[wasm_bindgen_test]
fn history_import() {
    suite::explained(tell).unwrap();
}
