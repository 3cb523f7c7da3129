//! A session as a test: what is made of `tests/files/v2/branches.yaml` is kept in `tests/generated/session.rs`, which runs
//! here, and in `tests/node/generated.test.mjs`, which runs with the tests of the npm package. With `JOBSCOPE_BLESS=1` both
//! are written again.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::fs;
use std::path::Path;

use jobscope_core::timeline::SavedSession;

/// As a user has it after copying it from the page.
mod generated {
    include!("../generated/session.rs");
}

fn is_kept(name: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if std::env::var_os("JOBSCOPE_BLESS").is_some() {
        fs::write(&path, made).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "{name} is not what is made now; JOBSCOPE_BLESS=1 writes it again");
}

#[test]
fn the_tests_that_run_are_those_that_are_made() {
    let saved = SavedSession::from_file(include_str!("../files/v2/branches.yaml")).unwrap();
    is_kept("generated/session.rs", &saved.to_rust_test().unwrap());
    is_kept("node/generated.test.mjs", &saved.to_javascript_test().unwrap());
}
