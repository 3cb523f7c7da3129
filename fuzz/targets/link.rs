//! Any text as a link, and any bytes packed as a link is: chance finds no way through the compression by itself.
#![no_main]

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jobscope_core::timeline::SavedSession;
use libfuzzer_sys::fuzz_target;
use miniz_oxide::deflate::compress_to_vec;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        read(text);
    }
    read(&format!("1.{}", URL_SAFE_NO_PAD.encode(bytes)));
    read(&format!("1.{}", URL_SAFE_NO_PAD.encode(compress_to_vec(bytes, 1))));
});

fn read(link: &str) {
    match SavedSession::from_link(link) {
        Ok(saved) => jobscope_fuzz::saved(&saved),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
