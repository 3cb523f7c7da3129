//! Any text as a session file.
#![no_main]

use jobscope_core::timeline::Recording;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Recording::from_file(text) {
        Ok(read) => jobscope_fuzz::recording(&read),
        Err(error) => assert!(error.line > 0 && error.column > 0 && !error.message().is_empty(), "{error}"),
    }
});
