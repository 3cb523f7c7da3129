//! What the program prints, as texts in `golden`. To write them again: `JOBSCOPE_BLESS=1 cargo test -p jobscope-cli --test text`.
#![cfg(test)]

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use similar::TextDiff;

/// Runs the program in the root of the repository, with a text on standard input.
fn run(words: &[&str], stdin: impl AsRef<[u8]>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jobscope"));
    command.args(words).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.env_remove("NO_COLOR").spawn().unwrap();
    // A program that does not read it may have ended.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_ref());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Compares what the program prints and its exit code with the text of that name.
fn check(name: &str, words: &[&str], stdin: &str) {
    let output = run(words, stdin);
    let mut printed = format!("$ jobscope {}\n{}", words.join(" "), text(&output.stdout));
    for line in text(&output.stderr).lines() {
        let _ = writeln!(printed, "! {line}");
    }
    let _ = writeln!(printed, "exit {}", output.status.code().unwrap());
    assert!(!printed.contains(['\u{1b}', '\r']), "colours or progress in a pipe: {printed:?}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.txt"));
    if env::var_os("JOBSCOPE_BLESS").is_some() {
        fs::write(&path, &printed).unwrap();
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    let difference = TextDiff::from_lines(&known, &printed);
    assert!(known == printed, "{name} differs:\n{}", difference.unified_diff());
}

const MANIFEST: &str = "apiVersion: batch/v1
kind: Job
metadata: {name: four}
spec:
  parallelism: 4
  completions: 4
  backoffLimit: 0
  template:
    spec:
      restartPolicy: Never
      containers: [{name: main, image: busybox}]
";

#[test]
fn objects_of_an_earlier_release_are_explained_and_name_it() {
    let explain = |more: &[&str]| {
        let words = [&["explain", "-f", "tests/cluster/finished-v1.25.yaml"], more].concat();
        text(&run(&words, "").stdout)
    };
    let assumed = explain(&[]);
    let sentence = "v1.26 or an earlier release wrote this: items[0].spec.selector.matchLabels[controller-uid] is not \
                    written since v1.27; --release v1.26 explains it under that one\n";
    assert!(assumed.contains(sentence), "{assumed}");
    let asked = explain(&["--release", "v1.26"]);
    assert!(asked.contains("v1.26 (set by --release)") && !asked.contains("an earlier release"), "{asked}");
}

#[test]
fn explanations_read_well() {
    check("explain-cluster", &["explain", "-f", "tests/cluster/stuck.yaml"], "");
    let late = "2026-11-20T12:44:07Z";
    check(
        "explain-overdue",
        &["explain", "-f", "tests/cluster/no-pods.yaml", "--release", "v1.36.1", "--at", late],
        "",
    );
    check("explain-lost-node", &["explain", "lost", "-f", "tests/cluster/held-up.yaml"], "");
    check("explain-unscheduled", &["explain", "-f", "tests/cluster/unscheduled.yaml"], "");
    check("explain-no-rule", &["explain", "rules", "-f", "tests/cluster/held-up.yaml"], "");
    check("explain-refused", &["explain", "-f", "tests/cluster/refused.yaml"], "");
    check("explain-orphan", &["explain", "-f", "tests/cluster/orphan.yaml"], "");
    check("explain-all", &["explain", "four", "-f", "-", "--all", "--release", "v1.28"], MANIFEST);
    check("explain-markdown", &["explain", "-f", "-", "-o", "markdown"], MANIFEST);
    check("explain-json", &["explain", "-f", "tests/cluster/finished-v1.25.yaml", "-o", "json"], "");
}

#[test]
fn a_sync_is_overdue_when_a_controller_would_have_tried_again() {
    let explain = |release: &str, at: &str| {
        let words = ["explain", "-f", "tests/cluster/no-pods.yaml", "--release", release, "--at", at, "-o", "json"];
        let report: serde_json::Value = serde_json::from_slice(&run(&words, "").stdout).unwrap();
        report["jobs"][0]["sync"]["overdueMs"].clone()
    };
    // The Job is of 09:12:40.
    assert!(explain("v1.36", "2026-11-20T09:13:30Z").is_null());
    assert_eq!(explain("v1.36", "2026-11-20T09:13:40Z"), 60_000);
    assert!(explain("v1.34", "2020-01-01T00:00:00Z").is_null(), "a clock that is behind");
}

#[test]
fn histories_are_replayed() {
    check("replay-quota", &["replay", "--strict", "--release", "v1.36", "tests/histories/quota"], "");
    check("replay-restarted", &["replay", "--all", "--release", "v1.36", "tests/histories/restarted"], "");
}

#[test]
fn one_job_of_a_recording_is_replayed() {
    let replay = |more: &[&str]| {
        let files = ["tests/histories/pi/jobs.json.gz", "tests/histories/pi/pods.json.gz"];
        let quota = ["tests/histories/quota/jobs.json.gz", "tests/histories/quota/pods.json.gz"];
        run(&[&["replay", "--release", "v1.36"], &files[..], &quota[..], more].concat(), "")
    };
    let most = text(&replay(&[]).stdout);
    assert!(most.starts_with("Job u-quota/ten") && most.contains("which --job names: u-pi/pi."), "{most}");
    let asked = text(&replay(&["--job", "pi"]).stdout);
    assert!(asked.starts_with("Job u-pi/pi · v1.36 · 5 of 5 writes"), "{asked}");
    let unknown = replay(&["--job", "nope"]);
    let said = text(&unknown.stderr);
    assert!(
        !unknown.status.success() && said.contains("there is no Job nope: name one of u-quota/ten, u-pi/pi"),
        "{said}"
    );
}

#[test]
fn sessions_run_without_a_page() {
    check("run-until", &["run", "-", "--until", "complete", "--release", "v1.36"], MANIFEST);
    check("run-never", &["run", "-", "--until", "event=FailedCreate", "-o", "session"], MANIFEST);
    check("kubectl", &["kubectl", "tests/cluster/stuck.yaml", "--", "get", "jobs,pods", "-o", "wide"], "");
    check("kubectl-error", &["kubectl", "tests/cluster/stuck.yaml", "--", "get", "job", "nope"], "");
}

#[test]
fn searches_end_in_a_session_file() {
    check(
        "explore",
        &["explore", "-", "--goal", "over-parallelism", "--release", "v1.11", "--states", "100"],
        MANIFEST,
    );
    let usual = ["--order", "usual", "--states", "1000"];
    check("explore-usual", &[&["explore", "-", "--goal", "over-parallelism"][..], &usual].concat(), MANIFEST);
    let one = MANIFEST.replace('4', "1");
    check("explore-found", &["explore", "-", "--goal", "complete", "--release", "v1.11"], &one);
    check("explore-mishap", &["explore", "-", "--goal", "failed", "--mishaps", "pod-fails", "--steps", "12"], &one);
}

#[test]
fn a_patch_level_brings_its_fixes_to_manifests_and_sessions() {
    let run = |release: &[&str], stdin: &str| run(&[&["run", "-", "-o", "session"], release].concat(), stdin);
    let gates =
        |output: &Output| text(&output.stdout).lines().find(|line| line.starts_with("gates:")).map(str::to_owned);
    let recorded = run(&["--release", "v1.36"], MANIFEST);
    assert_eq!((recorded.status.code(), gates(&recorded)), (Some(0), None));
    let patched = run(&["--release", "v1.36.4"], MANIFEST);
    assert!(text(&patched.stdout).contains("'#141329': true"), "{patched:?}");
    let session = text(&patched.stdout);
    for (release, code) in [("v1.36.4", 0), ("v1.36", 0), ("v1.36.3", 1), ("v1.35", 1)] {
        let output = run(&["--release", release], &session);
        assert_eq!(output.status.code(), Some(code), "{release}: {output:?}");
    }
    let explained = text(&self::run(&["explain", "-f", "-", "--release", "v1.36.1"], MANIFEST).stdout);
    assert!(explained.contains("which has fixes that v1.36.1 does not have yet"), "{explained}");
}

#[test]
fn a_search_ends_the_same_with_any_number_of_threads() {
    let one = MANIFEST.replace('4', "1");
    for (goal, states, order) in
        [("failed", "2000", "shortest"), ("stuck", "300", "shortest"), ("stuck", "300", "usual")]
    {
        let search = |threads: &str| {
            let words = ["explore", "-", "--goal", goal, "--mishaps", "pod-fails,crash", "--states", states];
            run(&[&words[..], &["--order", order, "--threads", threads]].concat(), &one)
        };
        let (alone, together) = (search("1"), search("4"));
        assert!(alone.status.success() && text(&alone.stderr).contains("states"), "{alone:?}");
        assert_eq!(alone, together, "{goal} {order}");
    }
}

#[test]
fn a_manifest_may_stand_in_a_command_or_in_markdown() {
    let [alone, command, markdown] = [
        MANIFEST.to_owned(),
        format!("cat <<EOF | kubectl apply -f -\n{MANIFEST}EOF\n"),
        format!("It hangs:\n\n```yaml\n{MANIFEST}```\n"),
    ]
    .map(|stdin| run(&["run", "-"], &stdin));
    assert!(alone.status.success() && alone == command && alone == markdown, "{command:?} {markdown:?}");
}

#[test]
fn failures_say_what_to_do() {
    check("no-command", &[], "");
    check("no-file", &["explain", "-f", "tests/cluster/none.yaml"], "");
    check("no-such-job", &["explain", "nope", "-f", "tests/cluster/stuck.yaml"], "");
    check(
        "a-table",
        &["explain", "-f", "-"],
        "NAME   STATUS    COMPLETIONS   DURATION   AGE\npi     Running   0/1   7s   7s\n",
    );
    check("a-history", &["explain", "-f", "tests/histories/pi/jobs.json.gz"], "");
    check("a-template", &["run", "-"], &MANIFEST.replace("four", "{{ .Release.Name }}"));
    check("no-release", &["explain", "-f", "-", "--release", "v1.24"], MANIFEST);
    check("wrong-option", &["replay", "--loud", "tests/histories/pi"], "");
}

#[test]
fn texts_of_windows_power_shell_are_read() {
    let explain = |stdin: &[u8]| text(&run(&["explain", "-f", "-"], stdin).stdout);
    let units = "\u{feff}".encode_utf16().chain(MANIFEST.encode_utf16());
    assert_eq!(explain(&units.flat_map(u16::to_le_bytes).collect::<Vec<_>>()), explain(MANIFEST.as_bytes()));
    let refused = text(&run(&["explain", "-f", "-"], b"\x89PNG").stderr);
    assert_eq!(refused, "jobscope: cannot read standard input: it is not text\n");
}

#[test]
fn the_version_names_the_releases() {
    let output = text(&run(&["--version"], "").stdout);
    assert!(output.starts_with(concat!("jobscope ", env!("CARGO_PKG_VERSION"), "\nreleases: v1.11, ")), "{output}");
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(&["completions", shell], "");
        assert!(output.status.success() && text(&output.stdout).contains("explain"), "{shell}");
    }
}

#[test]
fn no_color_turns_colours_off() {
    let explain = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jobscope"));
        command.args(["explain", "-f", "tests/cluster/stuck.yaml"]).env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
        command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
        text(&command.env(name, "1").output().unwrap().stdout)
    };
    assert!(explain("CLICOLOR_FORCE").contains('\u{1b}'));
    assert!(!explain("NO_COLOR").contains('\u{1b}'));
}

/// A reader such as `head` may have enough before the end.
#[test]
fn a_closed_pipe_is_no_failure() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jobscope"));
    command.args(["replay", "tests/histories/pi"]).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}
