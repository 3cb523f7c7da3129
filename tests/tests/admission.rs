//! The engine's API server answers as the recorded ones did.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::panic, reason = "in a test a panic is the report")]

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use jobscope_tests::admission::check_file;
use jobscope_tests::replay::find_files;

/// A folder beside this crate's manifest.
fn folder(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// Past the test harness, which would keep it to itself.
fn say(what: &str) {
    let _ = writeln!(io::stderr(), "{what}");
}

/// Checks every file in `folder`; panics with the differences if there are any.
fn check_folder(folder: &Path) {
    let (mut passed, mut failed) = (0, String::new());
    for file in find_files(folder).unwrap_or_else(|failure| panic!("{failure}")) {
        let Some(report) = check_file(&file, None).unwrap_or_else(|failure| panic!("{failure}")) else { continue };
        say(&format!("{}: {} cases pass", file.display(), report.passed));
        for (release, count) in report.skipped {
            say(&format!("{count} cases of {release} skipped: there is no such release here"));
        }
        passed += report.passed;
        failed.extend(report.failed.iter().map(ToString::to_string));
    }
    assert!(passed + failed.len() > 0, "{} has no cases", folder.display());
    assert!(failed.is_empty(), "\n{failed}");
}

#[test]
fn the_sample_is_answered() {
    check_folder(&folder("admission"));
}

#[test]
#[ignore = "reads recordings beside the repository; `cargo xtask test native` runs it where they are"]
fn full_set_is_answered() {
    check_folder(&folder("../../shared/admission"));
}
