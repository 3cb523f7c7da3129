//! Any text as a session file.
#![no_main]

use jobscope_core::timeline::SavedSession;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match SavedSession::from_file(text) {
        Ok(read) => jobscope_fuzz::saved(&read),
        Err(error) => assert!(error.line > 0 && error.column > 0 && !error.message().is_empty(), "{error}"),
    }
});
