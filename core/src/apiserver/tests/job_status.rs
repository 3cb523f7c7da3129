//! Rules for status updates (`ValidateJobUpdateStatus`): few until v1.32, when other controllers began to write it.

use serde_json::{Value, json};

use super::*;
use crate::api::JobStatus;

const AT: &str = "2026-01-01T00:00:00Z";
const LATER: &str = "2026-01-01T00:01:00Z";
const OMITTED: &str = "status.conditions: Invalid value: ";

/// A row's update of the status: the Job, the status that it has, and the one that it should get.
fn becomes(spec: &Value, before: &Value, after: &Value) -> Value {
    json!({"spec": spec, "before": before, "after": after})
}

/// An update of a plain Job that runs.
fn running_becomes(after: &Value) -> Value {
    becomes(&json!({}), &json!({ "startTime": AT }), &merged(json!({ "startTime": AT }), after))
}

/// Conditions that hold.
fn conditions(types: &[&str]) -> Value {
    let conditions: Vec<Value> = types.iter().map(|r#type| json!({"type": r#type, "status": "True"})).collect();
    json!({ "conditions": conditions })
}

fn failed() -> Value {
    conditions(&["FailureTarget", "Failed"])
}

fn complete() -> Value {
    merged(conditions(&["SuccessCriteriaMet", "Complete"]), &json!({ "completionTime": LATER }))
}

/// Writes the status of a row.
fn attempt(row: &Value, release: Release) -> Result<(), String> {
    let mut server = server_with(&row["spec"], release)?;
    let status = |which: &str| serde_json::from_value::<JobStatus>(row[which].clone()).unwrap();
    // What a Job's status is, it may be for whatever reason: what is judged is the step to the next.
    let mut job = crate::api::Job::clone(server.job(&key()).unwrap());
    job.status = status("before");
    let job = server.store_job(crate::trace::WatchEventType::Modified, job);
    server.update_job_status(&job, status("after")).map(drop).map_err(|error| error.message)
}

fn always() -> Vec<Rule> {
    let counter = |about: &'static str, field: &str, releases: Releases| {
        let wrong = json!({ "startTime": AT, field: -1 });
        // No more can be ready than are active.
        let passes = running_becomes(&merged(json!({"active": 1}), &json!({ field: 1 })));
        let says = format!("status.{field}: Invalid value: -1: must be greater than or equal to 0");
        rule(about, releases, becomes(&json!({}), &wrong, &wrong), says, passes)
    };
    let uids = |succeeded: &[&str], failed: &[&str]| {
        running_becomes(&json!({"uncountedTerminatedPods": {"succeeded": succeeded, "failed": failed}}))
    };
    let path = "status.uncountedTerminatedPods";
    vec![
        counter("active is not negative", "active", ALL),
        counter("succeeded is not negative", "succeeded", ALL),
        counter("failed is not negative", "failed", ALL),
        counter("ready is not negative", "ready", SINCE_1_28),
        counter("terminating is not negative", "terminating", SINCE_1_28),
        rule(
            "the UID of a pod that waits to be counted is there",
            SINCE_1_22,
            uids(&[""], &[]),
            format!("{path}.succeeded[0]: Invalid value: \"\": must not be empty"),
            uids(&["a"], &[]),
        ),
        rule(
            "a pod waits to be counted once",
            SINCE_1_22,
            uids(&["a"], &["a"]),
            format!("{path}.failed[0]: Duplicate value: \"a\""),
            uids(&["a"], &["b"]),
        ),
    ]
}

fn ends() -> Vec<Rule> {
    let end = |about, types: &[&str], more: &Value, says: &str, passes: Value| {
        let fails = running_becomes(&merged(conditions(types), more));
        rule(about, SINCE_1_36, fails, says.to_owned(), passes)
    };
    let done = json!({ "completionTime": LATER });
    let none = json!({});
    let success = running_becomes(&complete());
    let failure = running_becomes(&failed());
    let of_policy = json!({
        "completionMode": "Indexed", "completions": 1, "successPolicy": {"rules": [{"succeededCount": 1}]},
    });
    let started = json!({ "startTime": AT });
    vec![
        end(
            "a Job does not succeed and fail",
            &["SuccessCriteriaMet", "Complete", "FailureTarget", "Failed"],
            &done,
            &format!(
                "[{OMITTED}cannot set Complete=True and Failed=true conditions, {OMITTED}cannot set Complete=True and \
                 FailureTarget=true conditions, {OMITTED}cannot set SuccessCriteriaMet=True and Failed=true conditions, \
                 {OMITTED}cannot set SuccessCriteriaMet=True and FailureTarget=true conditions]"
            ),
            success.clone(),
        ),
        end(
            "a Job that is to fail does not succeed",
            &["SuccessCriteriaMet", "Complete", "FailureTarget"],
            &done,
            &format!(
                "[{OMITTED}cannot set Complete=True and FailureTarget=true conditions, {OMITTED}cannot set \
                 SuccessCriteriaMet=True and FailureTarget=true conditions]"
            ),
            success.clone(),
        ),
        end(
            "a failure is announced",
            &["Failed"],
            &none,
            &format!("{OMITTED}cannot set Failed=True condition without the FailureTarget=true condition"),
            failure.clone(),
        ),
        end(
            "a success is announced",
            &["Complete"],
            &done,
            &format!("{OMITTED}cannot set Complete=True condition without the SuccessCriteriaMet=true condition"),
            success.clone(),
        ),
        end(
            "a Job that has met its success criteria does not fail",
            &["SuccessCriteriaMet", "FailureTarget", "Failed"],
            &none,
            &format!(
                "[{OMITTED}cannot set SuccessCriteriaMet=True and Failed=true conditions, {OMITTED}cannot set \
                 SuccessCriteriaMet=True and FailureTarget=true conditions]"
            ),
            failure.clone(),
        ),
        end(
            "a Job that has met its success criteria is not to fail",
            &["SuccessCriteriaMet", "FailureTarget"],
            &none,
            &format!("{OMITTED}cannot set SuccessCriteriaMet=True and FailureTarget=true conditions"),
            running_becomes(&conditions(&["SuccessCriteriaMet"])),
        ),
        rule(
            "a success policy's success is announced",
            SINCE_1_36,
            becomes(&of_policy, &started, &merged(merged(started.clone(), &done), &conditions(&["Complete"]))),
            format!(
                "[{OMITTED}cannot set Complete=True condition without the SuccessCriteriaMet=true condition, {OMITTED}cannot \
                 set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True]"
            ),
            becomes(&of_policy, &started, &merged(started.clone(), &complete())),
        ),
        rule(
            "a Job that has ended has no pods",
            SINCE_1_36,
            running_becomes(&merged(failed(), &json!({"active": 1}))),
            "status.active: Invalid value: 1: active>0 is invalid for finished job",
            failure.clone(),
        ),
        rule(
            "a Job that has ended has no pods that stop",
            SINCE_1_36,
            running_becomes(&merged(failed(), &json!({"terminating": 1}))),
            "status.terminating: Invalid value: 1: terminating>0 is invalid for finished job",
            running_becomes(&merged(failed(), &json!({"terminating": 0}))),
        ),
        rule(
            "a Job that has ended had begun",
            SINCE_1_36,
            becomes(&json!({}), &json!({}), &failed()),
            "status.startTime: Required value: startTime is required for finished job",
            failure.clone(),
        ),
        rule(
            "a Job that has ended has counted all of its pods",
            SINCE_1_36,
            running_becomes(&merged(failed(), &json!({"uncountedTerminatedPods": {"failed": ["a"]}}))),
            "status.uncountedTerminatedPods: Invalid value: {\"Succeeded\":null,\"Failed\":[\"a\"]}: must be empty for finished job",
            running_becomes(&merged(failed(), &json!({"uncountedTerminatedPods": {}}))),
        ),
        rule(
            "an end stays",
            SINCE_1_36,
            becomes(
                &json!({}),
                &merged(started.clone(), &failed()),
                &merged(started.clone(), &conditions(&["FailureTarget"])),
            ),
            format!("{OMITTED}cannot disable the terminal Failed=True condition"),
            becomes(
                &json!({}),
                &merged(started.clone(), &conditions(&["FailureTarget"])),
                &merged(started.clone(), &failed()),
            ),
        ),
        rule(
            "a success stays",
            SINCE_1_36,
            becomes(
                &json!({}),
                &merged(started.clone(), &complete()),
                &merged(started.clone(), &conditions(&["SuccessCriteriaMet"])),
            ),
            format!("{OMITTED}cannot disable the terminal Complete=True condition"),
            success.clone(),
        ),
        rule(
            "an announced failure stays",
            SINCE_1_36,
            becomes(&json!({}), &merged(started.clone(), &conditions(&["FailureTarget"])), &started),
            format!("{OMITTED}cannot disable the terminal FailureTarget=True condition"),
            failure,
        ),
        rule(
            "an announced success stays",
            SINCE_1_36,
            becomes(&json!({}), &merged(started.clone(), &conditions(&["SuccessCriteriaMet"])), &started),
            format!("{OMITTED}cannot disable the SuccessCriteriaMet=True condition"),
            success,
        ),
    ]
}

fn times() -> Vec<Rule> {
    let started = json!({ "startTime": AT });
    let completed = merged(started.clone(), &complete());
    let success = running_becomes(&complete());
    let shifted = merged(completed.clone(), &json!({"completionTime": "2026-01-01T00:02:00Z"}));
    vec![
        rule(
            "the time of completion stays",
            SINCE_1_36,
            becomes(&json!({}), &completed, &shifted),
            "status.completionTime: Invalid value: \"2026-01-01T00:02:00Z\": field is immutable",
            becomes(&json!({}), &completed, &merged(completed.clone(), &json!({"succeeded": 1}))),
        ),
        rule(
            "only a success has a time of completion",
            SINCE_1_36,
            running_becomes(&json!({ "completionTime": LATER })),
            format!(
                "status.completionTime: Invalid value: \"{LATER}\": cannot set completionTime when there is no Complete=True \
                 condition"
            ),
            success.clone(),
        ),
        rule(
            "a success has a time of completion",
            SINCE_1_36,
            running_becomes(&conditions(&["SuccessCriteriaMet", "Complete"])),
            "status.completionTime: Required value: completionTime is required for Complete jobs",
            success.clone(),
        ),
        rule(
            "a Job does not complete before it starts",
            SINCE_1_36,
            becomes(
                &json!({}),
                &json!({ "startTime": LATER }),
                &json!({
                    "startTime": LATER, "completionTime": AT,
                    "conditions": [{"type": "SuccessCriteriaMet", "status": "True"}, {"type": "Complete", "status": "True"}],
                }),
            ),
            format!("status.completionTime: Invalid value: \"{AT}\": must be equal to or after `startTime`"),
            success,
        ),
        rule(
            "the start of a Job that runs stays",
            SINCE_1_36,
            becomes(&json!({}), &started, &json!({})),
            "status.startTime: Invalid value: null: field is immutable for unsuspended job once set",
            becomes(&json!({}), &json!({}), &started),
        ),
        rule(
            "the start of a Job that runs stays, as long as it is not suspended",
            SINCE_1_36,
            becomes(&json!({}), &started, &json!({ "startTime": LATER })),
            format!("status.startTime: Invalid value: \"{LATER}\": field is immutable for unsuspended job once set"),
            becomes(&json!({"suspend": true}), &started, &json!({})),
        ),
    ]
}

fn counters() -> Vec<Rule> {
    let indexed = json!({"completionMode": "Indexed", "completions": 3, "parallelism": 3});
    let narrow = merged(indexed.clone(), &json!({"parallelism": 1}));
    let two = json!({ "startTime": AT, "succeeded": 2 });
    let one = json!({ "startTime": AT, "succeeded": 1 });
    vec![
        rule(
            "no more pods are ready than are active",
            SINCE_1_36,
            running_becomes(&json!({"active": 1, "ready": 2})),
            "status.ready: Invalid value: 2: cannot set more ready pods than active",
            running_becomes(&json!({"active": 2, "ready": 2})),
        ),
        rule(
            "failures are not taken back",
            SINCE_1_36,
            becomes(&json!({}), &json!({ "startTime": AT, "failed": 2 }), &json!({ "startTime": AT, "failed": 1 })),
            "status.failed: Invalid value: 1: cannot decrease the failed counter",
            becomes(&json!({}), &json!({ "startTime": AT, "failed": 1 }), &json!({ "startTime": AT, "failed": 2 })),
        ),
        rule(
            "successes are not taken back",
            SINCE_1_36,
            becomes(&json!({}), &two, &one),
            "status.succeeded: Invalid value: 1: cannot decrease the succeeded counter",
            becomes(&indexed, &two, &one),
        ),
        rule(
            "successes are not taken back, unless an Indexed Job shrinks",
            SINCE_1_36,
            becomes(&narrow, &two, &one),
            "status.succeeded: Invalid value: 1: cannot decrease the succeeded counter",
            becomes(&indexed, &two, &one),
        ),
    ]
}

fn indexes() -> Vec<Rule> {
    let indexed = json!({"completionMode": "Indexed", "completions": 3});
    let limited = merged(indexed.clone(), &json!({"backoffLimitPerIndex": 1}));
    let started = json!({ "startTime": AT });
    let of = |spec: &Value, after: &Value| becomes(spec, &started, &merged(started.clone(), after));
    vec![
        rule(
            "an index is not completed and failed",
            SINCE_1_36,
            of(&limited, &json!({"completedIndexes": "0-1", "failedIndexes": "1-2"})),
            "status.failedIndexes: Invalid value: \"1-2\": failedIndexes and completedIndexes overlap at index: 1",
            of(&limited, &json!({"completedIndexes": "0", "failedIndexes": "1-2"})),
        ),
        rule(
            "only Indexed Jobs have completed indexes",
            SINCE_1_36,
            of(&json!({"completions": 3}), &json!({"completedIndexes": "1"})),
            "status.completedIndexes: Invalid value: \"1\": cannot set non-empty completedIndexes when non-indexed completion mode",
            of(&indexed, &json!({"completedIndexes": "1"})),
        ),
        rule(
            "only Jobs with limits per index have failed indexes",
            SINCE_1_36,
            of(&indexed, &json!({"failedIndexes": "1"})),
            "status.failedIndexes: Invalid value: \"1\": cannot set non-null failedIndexes when backoffLimitPerIndex is null",
            of(&limited, &json!({"failedIndexes": "1"})),
        ),
        rule(
            "completed indexes are a list of indexes",
            SINCE_1_36,
            of(&indexed, &json!({"completedIndexes": "3"})),
            "status.completedIndexes: Invalid value: \"3\": error parsing completedIndexes: too large index: \"3\"",
            of(&indexed, &json!({"completedIndexes": "2"})),
        ),
        rule(
            "failed indexes are a list of indexes",
            SINCE_1_36,
            of(&limited, &json!({"failedIndexes": "1,0"})),
            "status.failedIndexes: Invalid value: \"1,0\": error parsing failedIndexes: non-increasing order, previous: 1, current: 0",
            of(&limited, &json!({"failedIndexes": "0-1"})),
        ),
    ]
}

#[test]
fn a_status_becomes_what_the_release_lets_it() {
    let tables = [always(), ends(), times(), counters(), indexes()];
    check(&tables.into_iter().flatten().collect::<Vec<_>>(), attempt);
}

#[test]
fn what_was_wrong_before_does_not_hold_an_update_up() {
    // The user scaled the Job down: the completed indexes lie beyond the wanted ones.
    let beyond = json!({ "startTime": AT, "completedIndexes": "0-9" });
    let row = becomes(
        &json!({"completionMode": "Indexed", "completions": 3}),
        &beyond,
        &merged(beyond.clone(), &json!({"active": 1})),
    );
    assert_eq!(attempt(&row, Release::V1_36), Ok(()));
    // The Job was finished with a pod left before anybody looked.
    let before = merged(failed(), &json!({ "startTime": AT, "active": 1 }));
    let row = becomes(&json!({}), &before, &merged(before.clone(), &json!({"failed": 1})));
    assert_eq!(attempt(&row, Release::V1_36), Ok(()));
}
