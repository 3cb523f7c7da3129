//! The engine does in a browser what the recorded controllers did.

#![cfg(target_arch = "wasm32")]

use std::io::BufReader;

use flate2::read::MultiGzDecoder;
use jobscope_tests::replay::{Recordings, replay};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn replay_packed(packed: &[u8]) {
    let (header, lines) = Recordings::open(BufReader::new(MultiGzDecoder::new(packed))).unwrap().into_parts();
    let mut scripts = 0;
    for (number, line) in lines {
        let script = header.script(number, &line.unwrap()).unwrap();
        replay(&header, &script).unwrap_or_else(|divergence| panic!("{divergence}"));
        scripts += 1;
    }
    assert!(scripts > 0);
}

#[wasm_bindgen_test]
fn the_handpicked_recordings_replay() {
    replay_packed(include_bytes!("../vectors/v1.11/handpicked.jsonl.gz"));
}

#[wasm_bindgen_test]
fn the_random_recordings_replay() {
    replay_packed(include_bytes!("../vectors/v1.11/dev.jsonl.gz"));
}
