//! The scenarios under `tests/scenarios`: what each release decides, writes and waits for, in a text
//! that a person can review. With `JOBSCOPE_BLESS=1` the files are written anew; read the difference.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::fs;
use std::path::{Path, PathBuf};

use jobscope_tests::scenario;
use similar::TextDiff;

fn scenarios(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            scenarios(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            found.push(path);
        }
    }
}

#[test]
fn every_scenario_goes_as_written() {
    let mut paths = Vec::new();
    scenarios(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios"), &mut paths);
    assert!(!paths.is_empty());
    let bless = std::env::var_os("JOBSCOPE_BLESS").is_some();
    let mut differing = Vec::new();
    for path in &paths {
        let written = fs::read_to_string(path).unwrap();
        let run = scenario::run(&written).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if run == written {
            continue;
        }
        if bless {
            fs::write(path, run).unwrap();
        } else {
            let diff = TextDiff::from_lines(&written, &run);
            differing.push(format!("{}\n{}", path.display(), diff.unified_diff().header("written", "happened")));
        }
    }
    assert!(differing.is_empty(), "{} of {} scenarios differ\n{}", differing.len(), paths.len(), differing.join("\n"));
}
