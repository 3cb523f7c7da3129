// A session of jobscope, as a test. It needs the crate jobscope-core.

use jobscope_core::timeline::{SavedSession, Timeline};
use jobscope_core::trace::{Answer, TraceEntry};

const SESSION: &str = r"jobscope: 2
title: With a pod that fails, and without
release: v1.28
manifest: |-
  apiVersion: batch/v1
  kind: Job
  metadata: {name: two}
  spec:
    parallelism: 2
    completions: 2
    template:
      spec:
        restartPolicy: Never
        containers: [{name: c, image: busybox}]
name: All is well
actions:
- apply
- 19
cursor:
  entries: 0
  step: 6
branches:
- actions:
  - op: podFail
    exit:
      c: 42
    pods:
    - two-00000
  - 12
  from:
    step: 8
  name: One pod fails
- actions:
  - op: restart
  - 9
  cursor:
    entries: 0
    step: 12
  from:
    branch: 2
    step: 9
- actions:
  - op: advance
    ms: 500
  from:
    step: 4
branch: 3
breakpoints:
- at: condition
  condition: Complete
narration:
- step: 6
  text:
    en: So far both pods run.
";

#[test]
fn it_goes_as_recorded() -> Result<(), Box<dyn std::error::Error>> {
    let session = SavedSession::from_file(SESSION)?.replay()?;
    assert_eq!(session.cursor().step, 12);
    assert_eq!(jobs(&session), JOBS);
    assert_eq!(pods(&session), PODS);
    assert_eq!(answers(&session), ANSWERS);
    Ok(())
}

const JOBS: &[&str] = &[
    "two: active 0, succeeded 0, failed 1",
];

const PODS: &[&str] = &[
    "two-00000: Failed",
    "two-00001: Running",
];

/// What the last step that asked anything asked.
const ANSWERS: &[&str] = &[
    "key-complete: yes",
    "job-in-cache: yes",
    "job-finished: no",
    "expectations-satisfied: yes",
    "pods-claimed: 2",
    "new-finished-pods: 1",
    "pods-counted: 1",
    "start-time-unset: no",
    "failure-target-set: no",
    "fail-job-rule-matched: no",
    "failures-exceed-backoff-limit: no",
    "past-backoff-limit-on-failure: no",
    "past-active-deadline: no",
    "deadline-ahead: no",
    "job-indexed: no",
    "finishing: no",
    "manage-needed: yes",
    "job-suspended: no",
    "only-replace-failed: no",
    "want-active: 2",
    "pods-to-remove: 0",
    "pods-missing: 1",
    "pod-backoff-remaining: 10000",
    "completions-reached: no",
    "job-suspended: no",
    "suspend-condition-changed: no",
    "status-needs-update: yes",
    "uncounted-without-finalizer: no",
    "over-uncounted-cap: no",
    "interim-condition-needed: no",
    "flush-needed: yes",
    "finalizers-to-remove: yes",
    "uncounted-without-finalizer: yes",
    "partial-progress: no",
    "may-finish: no",
    "second-flush-needed: yes",
];

fn jobs(session: &Timeline) -> Vec<String> {
    let summary = |view: &jobscope_core::world::JobView| {
        let (name, status) = (view.job.metadata.name(), &view.job.status);
        let (active, succeeded, failed) = (status.active, status.succeeded, status.failed);
        let conditions = status.conditions.iter().map(|condition| condition.r#type);
        let conditions = conditions.filter(|held| status.is_true(*held));
        let counts = format!("{name}: active {active}, succeeded {succeeded}, failed {failed}");
        let summary = std::iter::once(counts).chain(conditions.map(|held| held.as_str().to_owned()));
        summary.collect::<Vec<_>>().join(" ")
    };
    session.world().snapshot().jobs.iter().map(summary).collect()
}

fn pods(session: &Timeline) -> Vec<String> {
    session.world().snapshot().pods.iter().map(|pod| format!("{}: {}", pod.name, pod.phase.as_str())).collect()
}

fn answers(session: &Timeline) -> Vec<String> {
    let answer = |entry: &TraceEntry| {
        let TraceEntry::Decision(decision) = entry else { return None };
        let answer = match decision.answer() {
            Answer::Yes => "yes".to_owned(),
            Answer::No => "no".to_owned(),
            Answer::Value(value) => value.to_string(),
        };
        Some(format!("{}: {answer}", decision.id().name()))
    };
    let done = session.steps().iter().take(session.cursor().step);
    let asked = done.map(|step| step.trace.iter().filter_map(answer).collect::<Vec<_>>());
    asked.filter(|asked| !asked.is_empty()).last().unwrap_or_default()
}
