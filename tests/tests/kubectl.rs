//! The engine's kubectl prints what the real one printed.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::panic, reason = "in a test a panic is the report")]

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use jobscope_core::api::Release;
use jobscope_tests::kubectl::{check, console, state};

fn folder(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// Compares all states in the file; panics with the differences if there are any.
fn check_file(path: &Path) {
    let states = state::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(!states.is_empty(), "{} has no states", path.display());
    let mut differences = String::new();
    for state in &states {
        for difference in check(state).unwrap_or_else(|skip| panic!("{}: {skip}", state.id)) {
            differences.push_str(&difference.to_string());
        }
    }
    // Bypasses the test harness, which would capture it.
    let _ = writeln!(io::stderr(), "{} states of {} were compared", states.len(), path.display());
    assert!(differences.is_empty(), "\n{differences}");
}

#[test]
fn the_sample_is_printed() {
    check_file(&folder("kubectl/states-v1.36.jsonl.gz"));
}

#[test]
#[ignore = "reads recordings beside the repository; `cargo xtask test native` runs it where they are"]
fn full_set_is_printed() {
    check_file(&folder("../../shared/kubectl/states-v1.36.jsonl.gz"));
}

/// Types a transcript again; panics with the differences if there are any.
fn type_again(path: &Path) {
    let entries = console::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (passed, differences) = console::check(&entries, "console", Release::V1_36);
    let _ = writeln!(io::stderr(), "{passed} commands of {} answered as recorded", path.display());
    assert!(passed + differences.len() > 0, "{} has no commands", path.display());
    let differences: String = differences.iter().map(ToString::to_string).collect();
    assert!(differences.is_empty(), "\n{differences}");
}

#[test]
fn a_transcript_is_answered() {
    type_again(&folder("kubectl/console-v1.36.json.gz"));
}
