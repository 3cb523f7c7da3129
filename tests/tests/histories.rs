//! Recorded histories of real clusters are explained in every supported form, and errors are reported for others.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::panic, clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use jobscope_core::api::{ObjectKey, Release};
use jobscope_core::history::{History, HistoryError, Mark};
use jobscope_core::world::Provenance;
use jobscope_tests::histories::{
    Altered, Folder, Mishap, altered, are_same, check, differences, interrupted, read_folder, simulated,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};

/// A folder beside this crate's manifest.
fn folder(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

fn read(name: &str) -> Folder {
    read_folder(&folder("histories").join(name)).unwrap()
}

/// The lines of those of its texts that have `word`.
fn lines_with(folder: &Folder, word: &str) -> Vec<String> {
    let texts = folder.texts.iter().filter(|text| text.lines().next().is_some_and(|line| line.contains(word)));
    texts.flat_map(|text| text.lines().map(str::to_owned)).collect()
}

/// Explains all folders within `folder`.
fn explain_all(folder: &Path) {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_dir());
    paths.sort();
    assert!(!paths.is_empty(), "{} has no histories", folder.display());
    for path in &paths {
        let folder = read_folder(path).unwrap();
        let (outcome, explanation) = check(&folder, Release::V1_36).unwrap_or_else(|error| panic!("{error}"));
        assert!(outcome.wrong.is_empty(), "{}: {:#?}", folder.name, outcome.wrong);
        let session = explanation.session.replay().unwrap_or_else(|error| panic!("{}: {error}", folder.name));
        let report = &explanation.report;
        for (number, sync) in report.syncs.iter().enumerate() {
            let step = session.steps().heads().get(sync.step).unwrap();
            assert_eq!(step.action.provenance(), Some(Provenance::Inferred), "{}, sync {number}", folder.name);
        }
    }
}

#[test]
fn the_sample_is_explained() {
    explain_all(&folder("histories"));
}

#[test]
#[ignore = "reads recordings beside the repository; `cargo xtask test native` runs it where they are"]
fn full_set_is_explained() {
    explain_all(&folder("../../shared/history"));
}

#[test]
fn order_and_repetition_mean_nothing() {
    let folder = read("quota");
    let texts: String = folder.texts.iter().rev().map(|text| text.clone() + "\n").collect();
    let mut lines: Vec<&str> = texts.lines().collect();
    lines.reverse();
    let shuffled = lines.iter().chain(&lines).fold(String::new(), |all, line| all + line + "\n");
    let (plain, shuffled) = (History::parse(&folder.texts).unwrap(), History::parse(&[shuffled]).unwrap());
    let numbers = |history: &History| history.versions().iter().map(|v| (v.number, v.by)).collect::<Vec<_>>();
    assert_eq!(numbers(&plain), numbers(&shuffled));
    assert_eq!(shuffled.summary().repeated, plain.versions().len());
    assert_eq!(plain.explain(Release::V1_36).report.writes, shuffled.explain(Release::V1_36).report.writes);
}

/// Each folder of the sample without managed fields, Events, types, an audit log or some of the watch events, watched from
/// later on, and joined in every order.
#[test]
fn with_parts_left_out_the_same_is_explained_or_of_unknown_memory() {
    for name in ["pi", "quota", "restarted", "stuck-finalizer"] {
        let folder = read(name);
        let history = History::parse(&folder.texts).unwrap();
        let whole = history.explain(Release::V1_36);
        assert_eq!(whole.report.summary.missing, 0, "{name}");
        let (mut same, mut has_gaps) = (0, 0);
        for Altered { name: how, texts, has_holes } in altered(&folder.texts) {
            let Ok(other) = History::parse_for(&texts, Some(history.job())) else {
                assert!(has_holes, "{name} {how}: it cannot be read");
                continue;
            };
            if are_same(&history, &other) {
                same += 1;
                continue;
            }
            let explanation = other.explain(Release::V1_36);
            assert_eq!(differences(&whole, &explanation), Vec::<String>::new(), "{name} {how}");
            assert!(explanation.session.replay().is_ok(), "{name} {how}");
            let missing = explanation.report.summary.missing;
            assert!(missing == 0 || has_holes, "{name} {how}: {missing} versions are said to be missing");
            has_gaps += usize::from(missing > 0);
        }
        assert!(same >= 24 && has_gaps > 0, "{name}: {same} are the same, {has_gaps} have gaps");
    }
}

#[test]
fn without_audit_log_and_managed_fields_the_same_is_explained() {
    for name in ["pi", "quota", "restarted"] {
        let folder = read(name);
        let mut bare = String::new();
        let mut plain = String::new();
        for line in lines_with(&folder, r#""type":"ADDED""#) {
            let mut event: Value = serde_json::from_str(&line).unwrap();
            event["object"]["metadata"].as_object_mut().unwrap().remove("managedFields");
            bare += &(event.to_string() + "\n");
            plain += &(serde_json::to_string_pretty(&event["object"]).unwrap() + "\n");
        }
        for text in [bare, plain] {
            let report = History::parse(&[text]).unwrap().explain(Release::V1_36).report;
            assert_eq!((report.explained(), report.unexplained()), (report.writes.len(), 0), "{name}");
            assert!(report.writes.len() > 4, "{name}");
        }
    }
}

#[test]
fn a_release_that_writes_otherwise_is_shown_by_its_first_write() {
    let explanations = History::parse(&read("pi").texts).unwrap().explain_by_any();
    let whole: Vec<Release> = explanations
        .iter()
        .take_while(|explanation| explanation.report.explained() == explanation.report.writes.len())
        .map(|explanation| explanation.gates.release())
        .collect();
    assert!(whole.contains(&Release::V1_36) && !whole.contains(&Release::V1_28), "{whole:?}");
    let newest: Vec<Release> = Release::newest_known_first().filter(|release| whole.contains(release)).collect();
    assert_eq!(whole, newest, "recorded releases come first, the newest before others");
    let of = |release| explanations.iter().find(|one| one.gates.release() == release).unwrap();
    let first = of(Release::V1_28).report.first_unexplained().unwrap();
    let Mark::Unexplained { nearest: Some(nearest) } = &first.mark else { panic!("{first:?}") };
    assert_eq!(nearest.field, "status.terminating");
}

#[test]
fn each_release_reports_the_same_writes_each_once() {
    for name in ["pi", "quota", "restarted", "stuck-finalizer"] {
        let history = History::parse(&read(name).texts).unwrap();
        let own: BTreeSet<u64> =
            history.versions().iter().filter(|version| version.is_own()).map(|version| version.number).collect();
        for explanation in history.explain_by_any() {
            let reported: Vec<u64> = explanation.report.writes.iter().map(|write| write.version).collect();
            assert_eq!(reported.len(), own.len(), "{name}, {}", explanation.gates.release());
            assert_eq!(reported.into_iter().collect::<BTreeSet<_>>(), own, "{name}, {}", explanation.gates.release());
        }
    }
}

#[test]
fn what_begins_late_is_explained_or_of_unknown_memory() {
    for name in ["quota", "restarted"] {
        let folder = read(name);
        let late = |text: &String| {
            let lines: Vec<&str> = text.lines().collect();
            lines[lines.len() / 3..].join("\n")
        };
        let texts: Vec<String> = folder.texts.iter().map(late).collect();
        let report = History::parse(&texts).unwrap().explain(Release::V1_36).report;
        assert!(report.late && report.unexplained() == 0 && report.explained() > 0, "{name}: {:?}", report.writes);
    }
}

#[test]
fn what_breaks_off_is_explained_to_there() {
    let folder = read("quota");
    let cut = |text: &String| {
        let end = (text.len() * 2 / 3..text.len()).find(|end| text.is_char_boundary(*end)).unwrap();
        text[..end].to_owned()
    };
    let texts: Vec<String> = folder.texts.iter().map(cut).collect();
    let history = History::parse(&texts).unwrap();
    assert!(history.summary().unread > 0);
    let report = history.explain(Release::V1_36).report;
    assert!(report.unexplained() == 0 && report.explained() > 5, "{:?}", report.writes);
}

#[test]
fn what_ends_within_a_sync_is_explained() {
    let number = |line: &str| {
        let event: Value = serde_json::from_str(line).unwrap();
        event.pointer("/object/metadata/resourceVersion")?.as_str()?.parse::<u64>().ok()
    };
    let folder = read("throttled");
    // The last of them is a kubelet's.
    let ends = |line: &String| number(line).is_some_and(|number| number <= 3431);
    let texts = ["\"Job\"", "\"Pod\""].map(|kind| {
        let lines = lines_with(&folder, &format!("\"kind\":{kind}")).into_iter();
        lines.filter(|line| !line.contains("audit.k8s.io")).filter(ends).collect::<Vec<_>>().join("\n")
    });
    let report = History::parse(&texts).unwrap().explain(Release::V1_36).report;
    assert_eq!((report.unexplained(), report.syncs.last().unwrap().cut_off), (0, true));
    assert_eq!(report.syncs.last().unwrap().writes.len(), 6);
}

#[test]
fn garbage_is_counted_and_passed_over() {
    let folder = read("pi");
    let mut text = String::new();
    for (number, line) in folder.texts.iter().flat_map(|text| text.lines()).enumerate() {
        let _ = write!(text, "{line}\nI1126 12:00:00 {{ line {number}\n{{\"broken\": [1, 2\n");
    }
    let history = History::parse(&[text]).unwrap();
    let report = history.explain(Release::V1_36).report;
    assert_eq!((report.explained(), report.writes.len()), (5, 5));
    assert!(history.summary().unread > 20);
    let error = History::parse(&["nothing\n".repeat(100_000)]).unwrap_err();
    assert_eq!(error, HistoryError::NoJob { unread: 1 }, "it is one piece");
}

#[test]
fn a_million_lines_of_garbage_lose_nothing() {
    let folder = read("pi");
    let (first, last) = folder.texts.split_at(2);
    let text = [first.concat(), "{ garbage\n".repeat(1_000_000), last.concat()].concat();
    let history = History::parse(&[text]).unwrap();
    assert!(are_same(&history, &History::parse(&folder.texts).unwrap()));
    assert_eq!(history.summary().unread, 1_000_000);
}

#[test]
fn numbers_at_their_bounds_are_read() {
    let version = |number: u8, generation: i64, failed: i32| {
        let metadata = json!({"name": "pi", "namespace": "default", "uid": "u", "resourceVersion": number.to_string(),
            "generation": generation, "managedFields": [{"manager": "kube-controller-manager", "operation": "Update",
            "apiVersion": "batch/v1", "subresource": "status", "time": "2026-01-01T00:00:00Z"}]});
        let status = json!({"failed": failed, "succeeded": failed, "uncountedTerminatedPods": {}});
        let template = json!({"spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}});
        let job = json!({"kind": "Job", "apiVersion": "batch/v1", "metadata": metadata, "spec": {"template": template},
            "status": status});
        json!({"type": if number == 1 { "ADDED" } else { "MODIFIED" }, "object": job}).to_string()
    };
    let texts = [version(1, i64::MIN, i32::MIN), version(2, i64::MAX, i32::MAX), version(3, i64::MIN, i32::MIN)];
    let history = History::parse(&texts).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(history.versions().len(), 3);
}

#[test]
fn of_two_clusters_one_is_chosen() {
    let (one, other) = (read("quota"), read("pi"));
    let texts: Vec<String> = one.texts.iter().chain(&other.texts).cloned().collect();
    let history = History::parse(&texts).unwrap();
    assert_eq!(history.job(), &ObjectKey::from("u-quota/ten"));
    let jobs: Vec<String> = history.jobs().iter().map(|job| format!("{} {}", job.key, job.versions)).collect();
    assert_eq!(jobs, [format!("u-quota/ten {}", history.versions().len()), "u-pi/pi 9".to_owned()]);
    assert!(are_same(&history.of_job(&ObjectKey::from("u-pi/pi")).unwrap(), &History::parse(&other.texts).unwrap()));
    assert!(history.summary().left_out > 5);
    assert_eq!(history.explain(Release::V1_36).report.unexplained(), 0);
    let pi = History::parse_for(&texts, Some(&ObjectKey::from("u-pi/pi"))).unwrap();
    assert_eq!(pi.explain(Release::V1_36).report.explained(), 5);
    let nobody = History::parse_for(&texts, Some(&ObjectKey::from("u-pi/nobody"))).unwrap_err();
    assert_eq!(nobody, HistoryError::NoSuchJob("u-pi/nobody".to_owned()));
}

#[test]
fn an_audit_log_without_objects_is_refused() {
    let folder = read("pi");
    let text = lines_with(&folder, "audit.k8s.io").join("\n").replace("\"RequestResponse\"", "\"Metadata\"");
    let error = History::parse(&[text]).unwrap_err();
    assert!(error.to_string().contains("`level: RequestResponse`"), "{error}");
}

#[test]
fn a_list_is_a_history_of_length_one() {
    let folder = read("pi");
    let mut lines = lines_with(&folder, r#"{"type":"ADDED","object":{"apiVersion":"batch/v1""#);
    let event: Value = serde_json::from_str(&lines.pop().unwrap()).unwrap();
    let list = serde_json::json!({"apiVersion": "v1", "kind": "List", "items": [event["object"]]});
    let history = History::parse(&[list.to_string()]).unwrap();
    let explanation = history.explain(Release::V1_36);
    assert!(explanation.report.late && explanation.report.writes.is_empty(), "the writer is not known");
    assert_eq!(explanation.session.replay().unwrap().world().stored_jobs().count(), 1);
}

#[test]
fn what_the_engine_does_it_explains() {
    for release in Release::ALL {
        let history = History::parse(&[simulated(release, 12, 3).unwrap()]).unwrap();
        let report = history.explain(release).report;
        assert_eq!((report.explained(), report.writes.len()), (report.writes.len(), report.writes.len()), "{release}");
        assert!(report.writes.len() >= 12);
    }
}

proptest! {
    // Always the same cases: the search has a bound, and a test must not fail by chance.
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(36), ..ProptestConfig::with_cases(64) })]

    #[test]
    fn hostile_texts_are_read_or_refused(text in "[{}\\[\\]:,\"a-z0-9 \n-]{0,200}", cut in 0_usize..4_000) {
        let folder = read("pi");
        let _ = History::parse(&[&text]);
        let mut texts = folder.texts.clone();
        if let Some(first) = texts.first_mut() {
            let at = (cut.min(first.len())..=first.len()).find(|at| first.is_char_boundary(*at)).unwrap_or_default();
            first.insert_str(at, &text);
        }
        if let Ok(history) = History::parse(&texts) {
            let explanation = history.explain(Release::V1_36);
            prop_assert!(explanation.session.replay().is_ok());
        }
    }

    #[test]
    fn what_a_killed_controller_wrote_is_explained(mishaps in vec(mishap(), 0..60)) {
        let texts = interrupted(Release::V1_36, &mishaps).unwrap();
        let report = History::parse(&texts).unwrap().explain(Release::V1_36).report;
        let unexplained: Vec<_> = report.writes.iter().filter(|write| write.unexplained().is_some()).collect();
        prop_assert!(unexplained.is_empty(), "{unexplained:#?}");
        prop_assert_eq!(report.explained(), report.writes.len());
    }
}

fn mishap() -> impl Strategy<Value = Mishap> {
    prop_oneof![
        12 => Just(Mishap::None),
        3 => Just(Mishap::OnePod),
        1 => (0_u8..4).prop_map(Mishap::Failure),
        2 => (0_u8..8, 0_u8..4).prop_map(|(calls, seconds)| Mishap::Killed(calls, seconds)),
    ]
}
