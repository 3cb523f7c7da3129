#![expect(clippy::needless_pass_by_value, reason = "the values of a test are written where they are used")]

use serde_json::json;

use super::*;
use crate::job::testing::{all_gates, annotated, at, finished, indexed, indexed_pod, job, pod};

fn intervals(text: &str) -> OrderedIntervals {
    OrderedIntervals::parse(text, i32::MAX)
}

#[test]
fn intervals_are_written_as_in_the_status() {
    for (indexes, text) in [
        (vec![], ""),
        (vec![4], "4"),
        (vec![4, 5], "4,5"),
        (vec![4, 5, 6], "4-6"),
        (vec![1, 3, 4, 5, 7, 8], "1,3-5,7,8"),
        (vec![0, 2, 4], "0,2,4"),
    ] {
        assert_eq!(OrderedIntervals::default().with_ordered_indexes(indexes).to_string(), text);
    }
}

#[test]
fn intervals_are_read_up_to_the_completions() {
    for (text, completions, read) in [
        ("", 5, ""),
        ("1,3-5,7,8", 100, "1,3-5,7,8"),
        // Neighbours become one.
        ("0,1,2", 5, "0-2"),
        ("0-1,2-4", 5, "0-4"),
        // What is out of range is cut off, and nothing after it is read.
        ("0-9", 5, "0-4"),
        ("3,5,7", 5, "3"),
        ("5-9", 5, ""),
        // Pieces that are no intervals are passed over.
        ("x,1", 5, "1"),
        ("1-x,3", 5, "3"),
        ("-2,3", 5, "3"),
        ("1,,3", 5, "1,3"),
        ("0", 0, ""),
    ] {
        assert_eq!(OrderedIntervals::parse(text, completions).to_string(), read, "{text:?} of {completions}");
    }
}

#[test]
fn merging_keeps_the_order_and_joins_what_touches() {
    for (a, b, both) in [
        ("", "", ""),
        ("1", "", "1"),
        ("", "1", "1"),
        ("0,4", "2", "0,2,4"),
        ("0-2,6", "1-4", "0-4,6"),
        ("0-9", "3,5", "0-9"),
        ("1,3,5", "0,2,4", "0-5"),
        ("7", "0-3", "0-3,7"),
    ] {
        assert_eq!(intervals(a).merge(&intervals(b)).to_string(), both, "{a:?} and {b:?}");
        assert_eq!(intervals(b).merge(&intervals(a)).to_string(), both, "{b:?} and {a:?}");
    }
}

#[test]
fn membership_and_total() {
    let some = intervals("1,3-5,7,8");
    let members: Vec<i64> = (-1..10).filter(|index| some.has(*index)).collect();
    assert_eq!(members, [1, 3, 4, 5, 7, 8]);
    assert_eq!(some.total(), 6);
    assert!(!OrderedIntervals::default().has(0));
    let out_of_order = intervals("5,1,9,3");
    assert_eq!((0..10).filter(|index| out_of_order.has(*index)).collect::<Vec<_>>(), [9], "as upstream searches");
    assert_eq!(OrderedIntervals::default().total(), 0);
}

#[test]
fn only_proper_annotations_are_indexes() {
    for (annotation, index) in
        [("0", Some(0)), ("17", Some(17)), ("+3", Some(3)), ("-1", None), ("x", None), ("", None), ("1.0", None)]
    {
        assert_eq!(completion_index(&indexed_pod(annotation, "Running")), index, "{annotation:?}");
    }
    assert_eq!(completion_index(&pod("a", "Running")), None);
    assert_eq!(by_completion_index(&pod("a", "Running")), -1);
}

#[test]
fn succeeded_indexes_come_from_the_status_and_from_tracked_pods() {
    let mut counted = indexed_pod("2", "Succeeded");
    Arc::make_mut(&mut counted).metadata.finalizers.to_mut().clear();
    let pods = [
        indexed_pod("0", "Succeeded"),
        indexed_pod("0", "Succeeded"),
        indexed_pod("1", "Failed"),
        counted,
        indexed_pod("3", "Running"),
        indexed_pod("4", "Succeeded"),
        indexed_pod("9", "Succeeded"),
        indexed_pod("x", "Succeeded"),
    ];
    for (status, completions, before, now) in [
        ("", 5, "", "0,4"),
        ("1", 5, "1", "0,1,4"),
        ("1,3", 5, "1,3", "0,1,3,4"),
        ("0,4", 5, "0,4", "0,4"),
        ("0-3", 5, "0-3", "0-4"),
        // Fewer completions than before.
        ("0-4", 2, "0,1", "0,1"),
        ("", 20, "", "0,4,9"),
    ] {
        let mut job = indexed(completions);
        job.status.completed_indexes = status.to_owned();
        let (previous, succeeded) = calculate_succeeded_indexes(&job, &pods, true);
        assert_eq!((previous.to_string().as_str(), succeeded.to_string().as_str()), (before, now), "{status:?}");
    }
}

/// A Job whose indexes may fail so often, with a policy if there is one.
fn per_index(limit: i32, rules: Value) -> Job {
    let mut spec = json!({
        "completionMode": "Indexed", "completions": 5, "parallelism": 5, "backoffLimitPerIndex": limit,
    });
    if !rules.is_null() {
        spec["podFailurePolicy"] = json!({ "rules": rules });
    }
    job(spec)
}

fn failures(index: &str, phase: &str, count: impl ToString) -> Arc<Pod> {
    annotated(indexed_pod(index, phase), JOB_INDEX_FAILURE_COUNT_ANNOTATION, count)
}

fn exit_code(mut pod: Arc<Pod>, code: i32) -> Arc<Pod> {
    Arc::make_mut(&mut pod).status.container_statuses =
        serde_json::from_value(json!([{"name": "main", "ready": false, "state": {"terminated": {"exitCode": code}}}]))
            .unwrap();
    pod
}

#[test]
fn an_index_fails_at_its_limit_or_by_a_rule() {
    let rules = json!([
        {"action": "FailIndex", "onExitCodes": {"operator": "In", "values": [3]}},
        {"action": "Ignore", "onExitCodes": {"operator": "In", "values": [4]}},
    ]);
    for (rules, pod, fails) in [
        (json!(null), failures("0", "Failed", 0), false),
        (json!(null), failures("0", "Failed", 1), true),
        (json!(null), failures("0", "Failed", 7), true),
        (json!(null), failures("0", "Running", 1), false),
        (rules.clone(), exit_code(failures("0", "Failed", 0), 3), true),
        (rules.clone(), exit_code(failures("0", "Failed", 0), 5), false),
        (rules.clone(), exit_code(failures("0", "Failed", 1), 5), true),
        (rules.clone(), exit_code(failures("0", "Failed", 1), 4), false),
    ] {
        assert_eq!(is_index_failed(&per_index(1, rules), &pod, 1, all_gates()), fails, "{pod:?}");
    }
}

#[test]
fn failed_indexes_come_from_the_status_and_from_tracked_pods() {
    let pods = [
        failures("0", "Failed", 1),
        failures("1", "Failed", 0),
        failures("2", "Succeeded", 1),
        failures("9", "Failed", 1),
        failures("x", "Failed", 1),
    ];
    for (status, failed) in
        [(None, "0"), (Some(""), "0"), (Some("3"), "0,3"), (Some("0-1"), "0,1"), (Some("3-9"), "0,3,4")]
    {
        let mut job = per_index(1, json!(null));
        job.status.failed_indexes = status.map(str::to_owned);
        assert_eq!(calculate_failed_indexes(&job, &pods, 1, all_gates()).to_string(), failed, "{status:?}");
    }
}

fn ctx(job: Job, active: &[&str], succeeded: &str) -> SyncJobCtx {
    let active_pods: Vec<_> = active.iter().map(|index| indexed_pod(index, "Running")).collect();
    SyncJobCtx {
        job,
        pods: active_pods.clone(),
        active_pods,
        succeeded_indexes: intervals(succeeded),
        ..SyncJobCtx::default()
    }
}

#[test]
fn the_lowest_free_indexes_are_taken_first() {
    for (count, active, succeeded, pending) in [
        (0, &[] as &[&str], "", vec![]),
        (3, &[], "", vec![0, 1, 2]),
        (9, &[], "", vec![0, 1, 2, 3, 4]),
        (2, &["0"], "", vec![1, 2]),
        (2, &["1"], "0,3", vec![2, 4]),
        (9, &["0", "2"], "4", vec![1, 3]),
        (1, &["0"], "1-4", vec![]),
        (2, &["x", "7"], "0-1", vec![2, 3]),
    ] {
        let ctx = ctx(indexed(5), active, succeeded);
        assert_eq!(first_pending_indexes(&ctx, count, 5, all_gates()).0, pending, "{active:?} {succeeded:?}");
        let (all, free) = first_pending_indexes(&ctx, 5, 5, all_gates());
        assert_eq!(all.len(), usize::try_from(free).unwrap(), "{active:?} {succeeded:?}");
        assert_eq!(first_pending_indexes(&ctx, 0, 5, all_gates()), (Vec::new(), free), "{active:?} {succeeded:?}");
    }
}

#[test]
fn failed_and_waited_for_indexes_are_not_free() {
    let mut failed = ctx(per_index(1, json!(null)), &["0"], "1");
    failed.failed_indexes = Some(intervals("2,3"));
    assert_eq!(first_pending_indexes(&failed, 5, 5, all_gates()).0, [4]);

    let mut waiting = ctx(indexed(3), &["0"], "");
    let mut terminating = indexed_pod("1", "Running");
    Arc::make_mut(&mut terminating).metadata.deletion_timestamp = Some(at(0).into());
    waiting.pods.push(terminating);
    assert_eq!(first_pending_indexes(&waiting, 5, 3, all_gates()).0, [1, 2], "replaced as soon as it terminates");
    waiting.job.spec.pod_replacement_policy = Some(crate::api::PodReplacementPolicy::Failed);
    assert_eq!(first_pending_indexes(&waiting, 5, 3, all_gates()).0, [2], "replaced only once it failed");
}

fn names(pods: &[Arc<Pod>]) -> Vec<&str> {
    pods.iter().map(|pod| pod.metadata.name()).collect()
}

#[test]
fn pods_without_a_place_of_their_own_go() {
    let named = |name: &str, index: &str, phase: &str| {
        let mut pod = indexed_pod(index, phase);
        Arc::make_mut(&mut pod).metadata.name = Some(name.into());
        pod
    };
    let pods = vec![
        named("a", "0", "Pending"),
        named("b", "0", "Running"),
        named("c", "0", "Pending"),
        named("d", "1", "Pending"),
        named("e", "x", "Running"),
        named("f", "3", "Running"),
        named("g", "2", "Running"),
        named("h", "2", "Running"),
    ];
    let (remove, left) = duplicated_index_pods_for_removal(pods.clone(), 3, Release::V1_28);
    assert_eq!(names(&left), ["b", "d", "h"], "of several the one that would be deleted last stays");
    assert_eq!(names(&remove), ["e", "a", "c", "f", "g"]);
    let (remove, left) = duplicated_index_pods_for_removal(pods, 0, Release::V1_28);
    assert_eq!((remove.len(), left.len()), (8, 0));
    assert_eq!(duplicated_index_pods_for_removal(Vec::new(), 3, Release::V1_28), (Vec::new(), Vec::new()));
}

fn delayed(ctx: &SyncJobCtx) -> Vec<(i64, &str)> {
    let delayed = pods_with_delayed_deletion_per_index(ctx, all_gates());
    delayed
        .keys()
        .map(|index| (*index, ctx.pods.iter().find(|pod| Arc::ptr_eq(pod, &delayed[index])).unwrap().metadata.name()))
        .collect()
}

#[test]
fn of_each_index_the_last_failed_pod_waits_for_its_replacement() {
    let failed = |name: &str, index: &str, count: i32, seconds: i64| {
        let mut pod = failures(index, "Failed", count);
        let inner = Arc::make_mut(&mut pod);
        inner.metadata.name = Some(name.into());
        inner.metadata.uid = Some(name.into());
        Arc::new(finished(Pod::clone(&pod), &[seconds]))
    };
    let mut ctx = ctx(per_index(5, json!(null)), &[], "");
    ctx.failed_indexes = Some(OrderedIntervals::default());
    ctx.pods = vec![failed("a", "0", 0, 10), failed("b", "0", 1, 20), failed("c", "1", 0, 5), failed("d", "9", 0, 5)];
    assert_eq!(delayed(&ctx), [(0, "b"), (1, "c")]);

    // The later of two with the same count.
    ctx.pods = vec![failed("a", "0", 1, 20), failed("b", "0", 1, 10), failed("c", "0", 1, 20)];
    assert_eq!(delayed(&ctx), [(0, "c")]);

    // Once a replacement is active, or the index has ended, nothing waits.
    ctx.pods = vec![failed("a", "0", 0, 10), failed("b", "1", 0, 10), failed("c", "2", 0, 10), failed("d", "3", 0, 10)];
    ctx.active_pods = vec![indexed_pod("0", "Pending")];
    ctx.succeeded_indexes = intervals("1");
    ctx.failed_indexes = Some(intervals("2"));
    assert_eq!(delayed(&ctx), [(3, "d")]);

    // A pod whose finalizer is on its way out is done.
    ctx.expected_rm_finalizers = [crate::api::Uid::from("d")].into_iter().collect();
    assert_eq!(delayed(&ctx), []);
}

#[test]
fn a_replacement_carries_the_count_on() {
    let ignore = json!([{"action": "Ignore", "onExitCodes": {"operator": "In", "values": [4]}}]);
    let counts = |job: &Job, replaced: Option<&Arc<Pod>>| {
        let mut template = PodTemplateSpec::default();
        add_index_failure_count_annotation(&mut template, job, replaced, all_gates());
        let annotation = |name| template.metadata.annotations.get(name).map(str::to_owned);
        (
            annotation(JOB_INDEX_FAILURE_COUNT_ANNOTATION).unwrap(),
            annotation(JOB_INDEX_IGNORED_FAILURE_COUNT_ANNOTATION),
        )
    };
    let (plain, policy) = (per_index(5, json!(null)), per_index(5, ignore));
    assert_eq!(counts(&plain, None), ("0".to_owned(), None));
    assert_eq!(counts(&plain, Some(&failures("0", "Failed", 2))), ("3".to_owned(), None));
    let ignored = annotated(failures("0", "Failed", 2), JOB_INDEX_IGNORED_FAILURE_COUNT_ANNOTATION, 1);
    assert_eq!(counts(&policy, Some(&exit_code(ignored.clone(), 4))), ("2".to_owned(), Some("2".to_owned())));
    assert_eq!(counts(&policy, Some(&exit_code(ignored, 1))), ("3".to_owned(), Some("1".to_owned())));
}

#[test]
fn counts_that_are_none_are_0() {
    assert_eq!(index_failure_count(&indexed_pod("0", "Failed")), 0);
    for (text, count) in [("3", 3), ("-1", 0), ("x", 0), ("2147483647", i32::MAX), ("2147483648", 0), ("", 0)] {
        assert_eq!(index_failure_count(&failures("0", "Failed", text)), count, "{text:?}");
    }
}

#[test]
fn a_long_job_name_gives_way_to_the_index() {
    assert_eq!(pod_generate_name_with_index("pi", 7).as_str(), "pi-7-");
    let long = "a".repeat(63);
    let name = pod_generate_name_with_index(&long, 1234);
    assert_eq!((name.as_str().len(), name.as_str().ends_with("a-1234-")), (MAX_GENERATED_NAME_LENGTH, true));
    assert_eq!(pod_generate_name_with_index("ää", 1).as_str().chars().next(), Some('ä'));
}

#[test]
fn containers_learn_their_index_unless_they_say_it_themselves() {
    let mut template: PodTemplateSpec = serde_json::from_value(json!({"spec": {
        "initContainers": [{"name": "first"}],
        "containers": [{"name": "a", "env": null}, {"name": "b", "env": [{"name": "JOB_COMPLETION_INDEX", "value": "x"}]}],
    }}))
    .unwrap();
    add_completion_index_env_variables(&mut template, "metadata.labels");
    let env = |container: &Container| container.other.map().get("env").cloned().unwrap();
    let variable = json!([{"name": "JOB_COMPLETION_INDEX", "valueFrom": {"fieldRef": {
        "fieldPath": "metadata.labels['batch.kubernetes.io/job-completion-index']"}}}]);
    assert_eq!(env(&template.spec.init_containers[0]), variable);
    assert_eq!(env(&template.spec.containers[0]), variable);
    assert_eq!(env(&template.spec.containers[1]), json!([{"name": "JOB_COMPLETION_INDEX", "value": "x"}]));
}
