//! The JSON Schema of session files: `docs/session-file.schema.json` is generated from the types, every session file in
//! the repository matches it, and invalid ones do not. With `JOBSCOPE_BLESS=1` the file is written again.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, clippy::panic, reason = "in a test a panic is the report")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use jobscope_core::api::{Time, decode_yaml};
use jobscope_core::timeline::{Cursor, SavedSession, Timeline};
use jobscope_core::world::World;
use jobscope_tests::random::{gates, script};
use jsonschema::Validator;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;

const FILE: &str = "docs/session-file.schema.json";

static SCHEMA: LazyLock<Validator> = LazyLock::new(|| jsonschema::draft202012::new(&SavedSession::schema()).unwrap());

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The schema's errors for the text of a session file.
fn mistakes(text: &str) -> Vec<String> {
    let mut document: Value = decode_yaml(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    // Older files say `edition`, which is read; the schema has the word that is written.
    for holder in ["", "/view/compare"] {
        let members = document.pointer_mut(holder).and_then(Value::as_object_mut);
        if let Some((members, release)) = members.and_then(|all| all.remove("edition").map(|release| (all, release))) {
            members.insert("release".to_owned(), release);
        }
    }
    SCHEMA.iter_errors(&document).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

#[test]
fn the_file_is_what_the_types_give() {
    let given = serde_json::to_string_pretty(&SavedSession::schema()).unwrap() + "\n";
    let path = root().join(FILE);
    if std::env::var_os("JOBSCOPE_BLESS").is_some() {
        fs::write(&path, &given).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == given, "{FILE} is not what the types give; JOBSCOPE_BLESS=1 writes it again");
}

#[test]
fn it_is_a_schema() {
    assert!(jsonschema::meta::is_valid(&SavedSession::schema()));
}

/// All files with that ending below a folder.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    fn find(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                find(&path, ending, found);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    find(&root().join(folder), ending, &mut found);
    assert!(!found.is_empty(), "{folder} has no {ending}");
    found
}

#[test]
fn every_session_file_fits() {
    let folders = [("tests/files", ".yaml"), ("lessons/texts", ".jobscope.yaml"), ("examples", ".jobscope.yaml")];
    for path in folders.into_iter().flat_map(|(folder, ending)| files(folder, ending)) {
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(mistakes(&text), [""; 0], "{}", path.display());
    }
}

#[test]
fn every_session_in_the_documentation_fits() {
    let fenced = |path: &Path, fence: &str| -> Vec<String> {
        let text = fs::read_to_string(path).unwrap();
        let blocks = text.split(fence).skip(1).filter_map(|rest| rest.split_once('\n')?.1.split("```").next());
        blocks.map(str::to_owned).collect()
    };
    let documented = fenced(&root().join("docs/session-file.md"), "```yaml");
    let embedded = files("examples/handbook/src", ".md").into_iter().flat_map(|path| fenced(&path, "\n```jobscope"));
    let sessions: Vec<_> = documented.into_iter().chain(embedded).collect();
    assert!(sessions.len() >= 4, "{}", sessions.len());
    for session in sessions {
        assert_eq!(mistakes(&session), [""; 0], "{session}");
    }
}

#[test]
fn what_is_wrong_does_not_fit() {
    for (wrong, place) in [
        ("release: v1.28", ""),
        ("jobscope: 1", ""),
        ("jobscope: 8\nrelease: v1.28", "/jobscope"),
        ("jobscope: 6\nrelease: v1.28\nhistory: {texts: [{file: a.json}]}", "/history"),
        ("jobscope: 7\nrelease: v1.28\nhistory: {texts: []}", "/history"),
        ("jobscope: 7\nrelease: v1.28\nhistory: {texts: [{file: ../a.json}]}", "/history"),
        ("jobscope: 7\nrelease: v1.28\nhistory: {texts: [{file: a.json, text: a}]}", "/history"),
        ("jobscope: 7\nrelease: v1.28\nactions: [1]\nhistory: {texts: [{file: a.json}]}", "/actions"),
        ("jobscope: 4\nrelease: v1.28\nactions: [{kubectl: get jobs}]", "/actions/0"),
        ("jobscope: 5\nrelease: v1.28\nactions: [{kubectl: [get, jobs]}]", "/actions/0"),
        ("jobscope: 5\nrelease: v1.28\nactions: [{kubectl: get jobs, op: sync}]", "/actions/0"),
        ("jobscope: 3\nrelease: v1.28\nview: {row: 1}", "/view"),
        ("jobscope: 4\nrelease: v1.28\nview: {compare: {version: v1.11}}", "/view/compare"),
        ("jobscope: 4\nrelease: v1.28\nview: {rows: 1}", "/view"),
        ("jobscope: 1\nrelease: v1.12", "/release"),
        ("jobscope: 1\nrelease: v1.28\nmanifests: []", ""),
        ("jobscope: 1\nrelease: v1.28\ngates: {JobReadyPod: true}", "/gates"),
        ("jobscope: 1\nrelease: v1.28\nactions: [create]", "/actions/0"),
        ("jobscope: 1\nrelease: v1.28\nactions: [-3]", "/actions/0"),
        ("jobscope: 1\nrelease: v1.28\nactions: [{op: podSucced}]", "/actions/0"),
        ("jobscope: 1\nrelease: v1.28\nactions: [{op: sync, now: true}]", "/actions/0"),
        ("jobscope: 1\nrelease: v1.28\nactions: [{op: advance, ms: 1, s: 1}]", "/actions/0"),
        ("jobscope: 1\nrelease: v1.28\nactions: [{op: advance}]", "/actions/0"),
        (
            "jobscope: 1\nrelease: v1.28\nactions: [{op: setOutcomes, rules: [{startMs: 1, runMs: 1, end: fail}]}]",
            "/actions/0",
        ),
        ("jobscope: 1\nrelease: v1.28\nbranches: [{from: {step: 1}}]", "/branches"),
        ("jobscope: 2\nrelease: v1.28\nbranches: [{name: lost}]", "/branches/0"),
        ("jobscope: 1\nrelease: v1.28\nbreakpoints: [{at: event, reson: FailedCreate}]", "/breakpoints/0"),
        ("jobscope: 1\nrelease: v1.28\nnarration: [{text: {en: When?}}]", "/narration/0"),
    ] {
        assert!(SavedSession::from_file(wrong).is_err(), "{wrong} is not wrong");
        let found = mistakes(wrong);
        assert!(found.iter().any(|mistake| mistake.starts_with(&format!("{place}: "))), "{wrong}: {found:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn any_session_that_is_saved_fits(gates in gates(), script in script(), past in any::<Index>()) {
        let mut timeline = Timeline::new(World::with_gates(gates, Time::START));
        for (done, choice) in script.iter().enumerate() {
            if done == script.len() / 2 {
                timeline.seek(Cursor { step: past.index(timeline.steps().len() + 1), entries: 0 });
            }
            if let Some(action) = choice.action(timeline.world()) {
                let _ = timeline.apply(&action);
            }
        }
        let file = SavedSession::of(&timeline, "").to_file();
        prop_assert_eq!(mistakes(&file), [""; 0], "{}", file);
    }
}
