//! Has the linker keep what wasm-split reads: which function needs what.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_wasm = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|target| target == "wasm32");
    if is_wasm && env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
}
