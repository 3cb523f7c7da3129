//! The engine does in a browser what the recorded controllers did, and byte for byte what it does
//! natively.

#![cfg(target_arch = "wasm32")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "in a test a panic is the report")]

use std::io::BufReader;

use flate2::read::MultiGzDecoder;
use jobscope_tests::replay::{Fingerprint, Header, Recordings, Script, replay};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

// In a worker: the recordings take a while, and a page that does not answer is given up by its driver.
wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// Both files of each set.
macro_rules! sample {
    ($($set:literal)*) => {
        [$(
            include_bytes!(concat!("../vectors/", $set, "/dev.jsonl.gz")).as_slice(),
            include_bytes!(concat!("../vectors/", $set, "/handpicked.jsonl.gz")).as_slice(),
        )*]
    };
}

/// The sample, in the order in which the `replay` tool reads it.
const SAMPLE: [&[u8]; 42] = sample![
    "v1.11"
    "v1.22-default"
    "v1.22-tracking"
    "v1.25-default"
    "v1.25-legacy"
    "v1.26-default"
    "v1.27-default"
    "v1.28-alpha"
    "v1.28-default"
    "v1.29-default"
    "v1.30-alpha"
    "v1.30-default"
    "v1.31-alpha"
    "v1.31-default"
    "v1.32-default"
    "v1.33-default"
    "v1.34-default"
    "v1.35-alpha"
    "v1.35-default"
    "v1.36-default"
    "v1.36-noguard"
];

fn for_each_script(mut work: impl FnMut(&Header, &Script)) {
    for packed in SAMPLE {
        let (header, lines) = Recordings::open(BufReader::new(MultiGzDecoder::new(packed))).unwrap().into_parts();
        for (number, line) in lines {
            work(&header, &header.script(number, &line.unwrap()).unwrap());
        }
    }
}

#[wasm_bindgen_test]
fn the_sample_replays() {
    let mut scripts = 0;
    for_each_script(|header, script| {
        replay(header, script).unwrap_or_else(|divergence| panic!("{divergence}"));
        scripts += 1;
    });
    assert_eq!(scripts, 1264);
}

/// `cargo xtask test` asks the native build for its fingerprint first and passes it on.
#[wasm_bindgen_test]
fn every_byte_is_as_in_the_native_build() {
    let native = option_env!("JOBSCOPE_NATIVE_FINGERPRINT");
    let mut fingerprint = Fingerprint::default();
    for_each_script(|header, script| fingerprint.add(header, script));
    assert_eq!(
        native,
        Some(fingerprint.to_string().as_str()),
        "the native build gives none outside of cargo xtask test wasm"
    );
}
