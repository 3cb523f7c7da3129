use jobscope_core::api::{FeatureGates, Release};
use jobscope_explain::played::ruled;

use super::all_said;

/// What is said of an Indexed Job with these fields besides.
fn said(release: Release, fields: &str, rules: &str) -> Vec<String> {
    let manifest = format!(
        "{{apiVersion: batch/v1, kind: Job, metadata: {{name: j}}, spec: {{completionMode: Indexed, {fields}, \
         template: {{spec: {{restartPolicy: Never, containers: [{{name: main, image: busybox}}]}}}}}}}}"
    );
    all_said(&ruled(FeatureGates::from(release), &manifest, rules))
}

const SUCCEED: &str = r#"{"startMs": 1000, "runMs": 1000, "end": "succeed"}"#;

#[test]
fn indexes_wait_for_their_turn() {
    for release in [Release::V1_22, Release::V1_28, Release::V1_36] {
        let said = said(release, "completions: 5, parallelism: 2", &format!("[{SUCCEED}]"));
        let waits = |n: &str| said.iter().filter(|sentence| sentence.contains(n)).count();
        let first =
            said.iter().find(|sentence| sentence.contains("syncJob #1 created 2 pods")).expect("it creates two");
        assert!(first.contains(" 3 more indexes wait for their turn: parallelism is 2."), "{release}: {first}");
        assert_eq!(waits("1 more index waits for its turn: parallelism is 2."), 1, "{release}: {said:#?}");
        let last = said.iter().rfind(|sentence| sentence.contains("created 1 pod")).expect("it creates the last");
        assert!(!last.contains("turn"), "{release}: {last}");
    }
}

#[test]
fn one_sync_creates_only_so_many() {
    let said = said(Release::V1_36, "completions: 502, parallelism: 502", &format!("[{SUCCEED}]"));
    let want = "2 more indexes wait for other syncs: one creates at most 500 pods.";
    assert!(said.iter().any(|sentence| sentence.contains(want)), "{said:#?}");
}

#[test]
fn an_index_waits_after_its_failures_while_another_gets_its_pod() {
    let rules = format!(
        r#"[{{"pods": {{"indexes": "0", "toAttempt": 1}}, "startMs": 1000, "runMs": 1000, "end": "fail", "exitCode": 1}}, {SUCCEED}]"#
    );
    let said = said(Release::V1_36, "completions: 4, parallelism: 2, backoffLimitPerIndex: 1", &rules);
    let partial = said.iter().find(|sentence| sentence.contains("free index has failed, and waits")).unwrap();
    assert!(partial.contains("created 1 pod") && partial.contains("1 free index"), "{partial}");
    assert!(partial.contains("1 more index waits for its turn: parallelism is 2."), "{partial}");
    let all = said.iter().any(|sentence| sentence.contains("created no pods: the next index has failed, and waits"));
    assert!(all, "{said:#?}");
}
