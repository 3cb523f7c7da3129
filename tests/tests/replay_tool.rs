//! The `replay` tool reports what it did, and an empty run is not a success.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const HEADER: &str =
    r#"{"header":true,"version":"v1.11.0","profile":"default","t0":"2024-01-01T00:00:00Z","gates":{}}"#;

/// A script in which nothing happens, and one that claims that something did.
const RIGHT: &str =
    r#"{"id":"right","version":"v1.11.0","profile":"default","startMs":0,"steps":[{"op":"sync","obs":{}}]}"#;
const WRONG: &str = r#"{"id":"wrong","version":"v1.11.0","profile":"default","startMs":0,"steps":[{"op":"sync","obs":{"pend":[0,1]}}]}"#;

/// Exit status, standard output and standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_replay")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A file of recordings of this test's own.
fn file(name: &str, lines: &[&str]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, lines.join("\n")).unwrap();
    path
}

fn replay(path: &Path, options: &[&str]) -> (i32, String, String) {
    run(&[options, &[path.to_str().unwrap()]].concat())
}

#[test]
fn what_passes_is_counted() {
    let (status, out, _) = replay(&file("right.jsonl", &[HEADER, RIGHT, RIGHT]), &[]);
    assert_eq!((status, out.lines().last()), (0, Some("2 passed, 0 failed")), "{out}");
}

#[test]
fn what_fails_is_shown_where_it_does() {
    let path = file("wrong.jsonl", &[HEADER, RIGHT, WRONG]);
    let (status, out, _) = replay(&path, &[]);
    assert_eq!((status, out.lines().last()), (1, Some("1 passed, 1 failed")), "{out}");
    assert!(out.contains("wrong.jsonl: 1 passed, 1 failed"), "{out}");
    assert!(out.contains("wrong: diverges at step 1 of 1, sync"), "{out}");
    assert!(out.contains("-[0,1]") && out.contains("+[0,0]"), "{out}");
    let (_, brief, _) = replay(&path, &["--brief"]);
    assert!(brief.contains("wrong: diverges") && !brief.contains("-[0,1]"), "{brief}");
}

#[test]
fn scripts_can_be_selected() {
    let path = file("mixed.jsonl", &[HEADER, RIGHT, WRONG]);
    assert_eq!(replay(&path, &["--only", "right"]).0, 0);
    assert_eq!(replay(&path, &["--only", "wrong"]).0, 1);
    assert_eq!(replay(&path, &["--limit", "1"]).0, 0);
    let (status, _, error) = replay(&path, &["--only", "nobody"]);
    assert_eq!(status, 2);
    assert!(error.contains("nothing was compared"), "{error}");
}

#[test]
fn folders_are_searched() {
    file("folder/below/right.jsonl", &[HEADER, RIGHT]);
    let notes = file("folder/notes.txt", &["not a recording"]);
    let (status, out, _) = replay(notes.parent().unwrap(), &[]);
    assert_eq!((status, out.lines().last()), (0, Some("1 passed, 0 failed")), "{out}");
}

#[test]
fn what_cannot_be_read_is_not_a_success() {
    let folder = file("empty/notes.txt", &[]);
    let unreadable = [
        (PathBuf::from("/nowhere/at/all"), "/nowhere/at/all: "),
        (folder.parent().unwrap().to_owned(), "there is no .jsonl or .jsonl.gz file"),
        (file("empty.jsonl", &[]), "it is empty"),
        (file("no-header.jsonl", &[RIGHT]), "line 1"),
        (file("syntax.jsonl", &[HEADER, RIGHT, "{\"id\":"]), "line 3, column 6"),
        (file("section.jsonl", &[HEADER, &RIGHT.replace("\"obs\":{}", "\"obs\":{\"mood\":1}")]), "mood"),
        (file("other.jsonl", &[&HEADER.replace("v1.11.0", "v9.9.9")]), "no such release"),
        (file("packed.jsonl.gz", &[HEADER, RIGHT]), "gzip"),
    ];
    for (path, why) in unreadable {
        let (status, out, error) = replay(&path, &[]);
        assert_eq!(status, 2, "{out}{error}");
        assert!(out.contains("cannot read") && out.contains(why), "{why:?} is not in {out}");
        assert!(error.contains("not everything could be read"), "{error}");
    }
    let (status, _, error) = replay(&file("header-only.jsonl", &[HEADER]), &[]);
    assert_eq!(status, 2);
    assert!(error.contains("nothing was compared"), "{error}");
}

#[test]
fn one_unreadable_file_spoils_the_rest() {
    let right = file("fine.jsonl", &[HEADER, RIGHT]);
    let (status, out, _) = run(&[right.to_str().unwrap(), "/nowhere/at/all"]);
    assert_eq!((status, out.lines().last()), (2, Some("1 passed, 0 failed")), "{out}");
}

#[test]
fn a_command_line_that_makes_no_sense_is_explained() {
    for arguments in [&[][..], &["--speed"], &["--limit", "many", "x"]] {
        let (status, _, error) = run(arguments);
        assert_eq!(status, 2, "{arguments:?}");
        assert!(error.starts_with("replay: "), "{error}");
    }
    let (status, out, _) = run(&["--help"]);
    assert_eq!(status, 0);
    assert!(out.starts_with("Usage: replay"), "{out}");
}
