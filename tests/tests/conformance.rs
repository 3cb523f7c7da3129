//! The engine does what the recorded controllers did.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::panic, reason = "in a test a panic is the report")]

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use jobscope_core::api::Release;
use jobscope_tests::replay::{Selection, find_files, replay_file};

/// A folder beside this crate's manifest.
fn folder(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// Replays everything in `folder` and says so; panics with the divergences if there are any.
fn replay_folder(folder: &Path) {
    let (mut passed, mut diverged) = (0, String::new());
    for file in find_files(folder).unwrap_or_else(|failure| panic!("{failure}")) {
        let report = replay_file(&file, &Selection::default()).unwrap_or_else(|failure| panic!("{failure}"));
        assert!(report.passed + report.diverged.len() > 0, "{} has no script", file.display());
        passed += report.passed;
        diverged.extend(report.diverged.iter().map(ToString::to_string));
    }
    tell(&format!("{passed} scripts of {} pass", folder.display()));
    assert!(diverged.is_empty(), "\n{diverged}");
}

/// Past the test harness, which would keep it to itself: a reader of the log wants to know what ran.
fn tell(what: &str) {
    let _ = writeln!(io::stderr(), "{what}");
}

#[test]
fn the_sample_replays() {
    replay_folder(&folder("vectors"));
}

/// All recordings take minutes unoptimized; the sample has a part of each set. To replay all:
/// `cargo run --release -p jobscope-tests --bin replay -- PATH…`.
#[test]
#[ignore = "takes minutes: run it with --ignored where the recordings lie beside the repository"]
fn every_recording_replays() {
    let full = folder("../../shared/vectors");
    for release in Release::ALL {
        let profiles = profiles(&full, release);
        assert!(!profiles.is_empty(), "{} has no recordings of {release}", full.display());
        for profile in profiles {
            replay_folder(&profile);
        }
    }
}

/// The folders of `release` in the full set: `v1.11`, `v1.28-default`, `v1.28-alpha`.
fn profiles(full: &Path, release: Release) -> Vec<PathBuf> {
    let is_profile = |folder: &Path| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        name.strip_prefix(release.name()).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let entries = full.read_dir().into_iter().flatten().filter_map(Result::ok);
    let mut profiles: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| is_profile(path)).collect();
    profiles.sort();
    profiles
}
