//! Reading what kubectl prints of a cluster: real output, and hostile input.

use super::*;
use crate::api::yaml::read;
use crate::api::{MetaTime, WaitingReason};
use crate::timeline::Timeline;
use crate::trace::{Decision, TraceEntry, Verb};
use crate::world::{PodHold, World};

/// As a cluster of v1.34 prints it: one try failed, the next one waits for its image, and the back-off is long over.
const STUCK: &str = include_str!("../../../../../tests/cluster/stuck.yaml");

#[test]
fn a_list_begins_a_session_as_the_cluster_was() {
    let saved = SavedSession::of_cluster(STUCK, Release::V1_36).unwrap();
    let mut timeline = saved.replay().unwrap();
    let world = timeline.world();
    assert_eq!(world.now(), saved.start);
    let moment: MetaTime = serde_json::from_str("\"2026-11-20T09:14:07Z\"").unwrap();
    assert_eq!(world.now(), moment.time(), "the last that is known");
    let job = world.stored_jobs().next().unwrap();
    assert_eq!((job.metadata.uid(), job.status.failed), ("6f0d2c0e-8a58-4a7e-9f0b-3f2f6ff1d1aa", 1));
    let pods: Vec<_> = world.stored_pods().map(|pod| pod.metadata.name()).collect();
    assert_eq!(pods, ["report-hn7kq", "report-x2vzd"], "the pod of a Deployment is not the Job's");
    let waits = world.stored_pods().any(|pod| {
        pod.status.container_statuses.iter().any(|status| status.state.waits_for(WaitingReason::ImagePullBackOff))
    });
    assert!(waits, "the notes say why it waits");
    // Nothing that only concerns those who wrote it.
    let text = serde_json::to_string(&saved).unwrap();
    assert!(!text.contains("hunter2-of-the-pod") && !text.contains("managedFields"), "{text}");
    // The caches are as the store is, and the first thing is a sync.
    let snapshot = world.snapshot();
    assert!(snapshot.pods.iter().all(|pod| pod.cache == crate::world::CacheState::InStep));
    assert!(timeline.step_over());
    let step = timeline.present_step().unwrap().clone();
    let asked = |wanted: fn(&Decision) -> bool| {
        step.trace.iter().any(|entry| matches!(entry, TraceEntry::Decision(asked) if wanted(asked)))
    };
    assert!(asked(|decision| matches!(decision, Decision::ExpectationsSatisfied { .. })), "{:?}", step.trace);
    // Pods stay as they are until the user acts on them.
    while timeline.step_over() && timeline.steps().len() < 60 {}
    assert!(timeline.world().stored_pods().any(|pod| pod.metadata.name() == "report-x2vzd" && pod.is_active()));
}

#[test]
fn objects_of_the_last_day_begin_at_the_present() {
    let state = ClusterState::read(STUCK).unwrap();
    let latest = state.latest().unwrap();
    for (later_ms, is_fresh) in [(-1, false), (0, true), (1, true), (DAY_MS, true), (DAY_MS + 1, false)] {
        let now = latest.plus(later_ms);
        assert_eq!(state.suggested_start(now), if is_fresh { now } else { latest }, "{later_ms}");
    }
    let begins = |state: &ClusterState| state.session(Release::V1_36).unwrap().start;
    assert_eq!((begins(&state), begins(&state.clone().at(latest.plus(5_000)))), (latest, latest.plus(5_000)));
    assert_eq!(begins(&state.at(latest.plus(-5_000))), latest, "nothing happens before it was written");
}

#[test]
fn what_the_scheduler_and_the_kubelet_say_comes_along() {
    let text = include_str!("../../../../../tests/cluster/unscheduled.yaml");
    let saved = SavedSession::of_cluster(text, Release::V1_36).unwrap();
    let file = saved.to_file();
    assert!(!file.contains("ContainersNotReady"), "only what says why a pod does not start: {file}");
    for saved in [saved, SavedSession::from_file(&file).unwrap()] {
        let world = saved.replay().unwrap().world().clone();
        let pods: Vec<_> = world.snapshot().pods.iter().map(|pod| (pod.reason.clone(), pod.hold.clone())).collect();
        let says = |container: &str, message: &str| {
            Some(Box::new(PodHold::Waiting { container: container.to_owned(), message: message.into() }))
        };
        let [(reason, Some(hold)), _, config, signature] = pods.as_slice() else { panic!("{pods:?}") };
        assert_eq!(reason, "Unschedulable");
        let PodHold::Unscheduled { message } = &**hold else { panic!("{hold:?}") };
        assert!(message.starts_with("0/3 nodes are available: 1 node(s) had untolerated taint"), "{message:?}");
        let missing = says("train", "secret \"train-token\" not found");
        assert_eq!(*config, ("CreateContainerConfigError".to_owned(), missing));
        let unsigned = says("train", "<b>no signature</b> [31m of registry.example/train:7");
        assert_eq!(*signature, ("SignatureValidationFailed".to_owned(), unsigned));
    }
}

#[test]
fn what_happens_next_replaces_what_was_said() {
    let text = include_str!("../../../../../tests/cluster/unscheduled.yaml");
    let mut world = SavedSession::of_cluster(text, Release::V1_36).unwrap().replay().unwrap().world().clone();
    let hold = |world: &World, pod: usize| world.snapshot().pods[pod].hold.clone();
    world.apply(&Action::PodSchedule { pods: vec!["train-aaaaa".into()] }).unwrap();
    assert_eq!(hold(&world, 0), None);
    let reason = WaitingReason::ErrImagePull;
    world.apply(&Action::PodWait { pods: vec!["train-ccccc".into()], container: None, reason }).unwrap();
    assert_eq!(hold(&world, 2), None);
    let written = serde_json::to_value(world.stored_pods().next().unwrap()).unwrap();
    let condition = &written["status"]["conditions"][0];
    assert_eq!((&condition["status"], condition.get("reason"), condition.get("message")), (&"True".into(), None, None));
}

#[test]
fn a_pod_whose_node_does_not_answer_stays_until_the_node_is_deleted() {
    let deleted =
        "    deletionGracePeriodSeconds: 30\n    deletionTimestamp: \"2026-11-20T09:13:40Z\"\n    name: report-x2vzd\n";
    let text = STUCK.replace("    name: report-x2vzd\n", deleted);
    let mut timeline = SavedSession::of_cluster(&text, Release::V1_36).unwrap().replay().unwrap();
    let has_pod = |timeline: &Timeline| {
        timeline.world().stored_pods().any(|pod| pod.metadata.name() == "report-x2vzd" && pod.is_terminating())
    };
    timeline.apply(&Action::Advance { ms: 3_600_000 }).unwrap();
    while timeline.steps().len() < 60 && timeline.step_over() {}
    assert!(has_pod(&timeline), "the session says nothing of its kubelet");
    let node = |name: &str| Action::DeleteNode { name: name.into() };
    assert!(timeline.world().nodes().iter().any(|node| node.as_str() == "worker-5"));
    timeline.apply(&node("worker-5")).unwrap();
    assert!(timeline.apply(&node("worker-5")).is_err(), "it is gone");
    let file = SavedSession::of(&timeline, "").to_file();
    assert_eq!(SavedSession::from_file(&file).unwrap().replay().unwrap().world(), timeline.world());
    while timeline.steps().len() < 200 && has_pod(&timeline) && timeline.step_over() {}
    assert!(!has_pod(&timeline), "pod garbage collection deletes it");
}

#[test]
fn what_keeps_a_pod_from_its_node_is_kept() {
    let text = STUCK.replace("    nodeName: worker-5\n", "    schedulingGates:\n    - name: example.com/quota\n");
    let saved = SavedSession::of_cluster(&text, Release::V1_36).unwrap();
    let timeline = saved.replay().unwrap();
    let gates = timeline.world().stored_pods().map(|pod| pod.spec.scheduling_gates().is_some());
    assert_eq!(gates.collect::<Vec<_>>(), [false, true]);
}

#[test]
fn the_manifest_is_what_was_applied_or_what_a_person_would_write() {
    let saved = SavedSession::of_cluster(STUCK, Release::V1_36).unwrap();
    let manifest = crate::api::Manifest::parse(saved.manifest(), Release::V1_36).unwrap();
    assert_eq!(manifest.job.metadata.name(), "report");
    assert!(!saved.manifest().contains("uid") && !saved.manifest().contains("status"));
    let applied = STUCK.replace(
        "    labels:\n      team: data\n",
        "    annotations:\n      kubectl.kubernetes.io/last-applied-configuration: '{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"name\":\"report\"}}'\n",
    );
    let saved = SavedSession::of_cluster(&applied, Release::V1_36).unwrap();
    assert_eq!(saved.manifest(), "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: report\n");
}

#[test]
fn a_link_holds_it() {
    for release in [Release::V1_28, Release::V1_36] {
        let saved = SavedSession::of_cluster(STUCK, release).unwrap();
        let timeline = saved.replay().unwrap();
        let link = SavedSession::of(&timeline, saved.manifest()).to_link();
        let copy: Timeline = SavedSession::from_link(&link).unwrap().replay().unwrap();
        assert_eq!(copy.world(), timeline.world(), "{release}");
    }
}

#[test]
fn a_release_that_could_not_have_made_it_says_why() {
    let state = ClusterState::read(STUCK).unwrap();
    let unfit = state.session(Release::V1_22).unwrap_err();
    let paths: Vec<_> =
        unfit.evidence.iter().map(|evidence| (evidence.path.as_str(), evidence.bound.since().unwrap())).collect();
    assert_eq!(
        paths,
        [
            ("items[0].spec.podReplacementPolicy", 28),
            ("items[0].status.terminating", 28),
            ("items[0].spec.selector.matchLabels[batch.kubernetes.io/controller-uid]", 27),
            ("items[0].status.ready", 23),
        ]
    );
    assert_eq!(
        unfit.to_string(),
        "v1.22 cannot have stored this: items[0].spec.podReplacementPolicy came with v1.28, and 3 more"
    );
    let line = STUCK.lines().nth(unfit.evidence[0].line as usize - 1).unwrap();
    assert!(line.contains("podReplacementPolicy"), "{line}");
    assert_eq!(state.releases().next(), Some(Release::default()));
    assert!(state.releases().all(|release| release.since(28)));
}

#[test]
fn json_and_a_single_job_are_read_too() {
    let root = read(STUCK, Contents::Cluster).unwrap().to_json();
    let json = serde_json::to_string_pretty(&root).unwrap();
    assert!(SavedSession::is_of_cluster(STUCK) && SavedSession::is_of_cluster(&json));
    let whole = SavedSession::of_cluster(STUCK, Release::V1_28).unwrap();
    assert_eq!(SavedSession::of_cluster(&json, Release::V1_28), Ok(whole));
    let item = |place: usize| serde_json::to_string(&root.pointer(&format!("/items/{place}"))).unwrap();
    let single = item(0).replace("\"active\":1", "\"active\":0");
    let alone = SavedSession::of_cluster(&single, Release::V1_28).unwrap().replay().unwrap();
    assert_eq!((alone.world().stored_jobs().count(), alone.world().stored_pods().len()), (1, 0));
    // One object after the other, as `jq '.items[]'` writes them, or as documents.
    let whole = SavedSession::of_cluster(STUCK, Release::V1_28);
    let items: Vec<_> = (0..root["items"].as_array().unwrap().len()).map(item).collect();
    for separator in ["\n", "\n---\n"] {
        assert_eq!(SavedSession::of_cluster(&items.join(separator), Release::V1_28), whole, "{separator}");
    }
}

#[test]
fn manifests_are_no_clusters() {
    for text in ["", "kind: Job\nspec: {}\n", "jobscope: 1\n", "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\n"]
    {
        assert!(!SavedSession::is_of_cluster(text), "{text}");
    }
}

#[test]
fn the_items_of_a_typed_list_are_what_it_says() {
    let jobs = STUCK.replace("- apiVersion: batch/v1\n  kind: Job\n", "-").replace("kind: List", "kind: JobList");
    let jobs = jobs.replacen("-  metadata:", "- metadata:", 1).replacen("apiVersion: v1", "apiVersion: batch/v1", 1);
    assert!(SavedSession::is_of_cluster(&jobs));
    let world = SavedSession::of_cluster(&jobs, Release::V1_36).unwrap().replay().unwrap().world().clone();
    assert_eq!(world.stored_jobs().count(), 1);
    let line = serde_json::to_string(&read(STUCK, Contents::Cluster).unwrap().to_json()).unwrap();
    assert!(SavedSession::is_of_cluster(&line), "all in one line");
}

#[test]
fn hostile_lists_are_refused_with_their_place() {
    let wrong = |text: &str| {
        let error = SavedSession::of_cluster(text, Release::V1_36).unwrap_err();
        {
            let message = error.message();
            (error.path, message)
        }
    };
    let list = |items: &str| format!("kind: List\nitems: [{items}]\n");
    let job = |name: &str, uid: &str, namespace: &str| {
        format!("{{kind: Job, metadata: {{name: {name}, uid: {uid}, namespace: {namespace}}}}}")
    };
    assert_eq!(wrong(&list("{kind: Job}")).0, "items[0].metadata");
    assert!(wrong(&list("{kind: Job, metadata: {name: a}}")).1.contains("no UID"));
    let twice = list(&[job("a", "u1", "x"), job("a", "u2", "z")].join(", "));
    assert!(wrong(&twice).1.contains("one namespace"), "{twice}");
    let same = list(&[job("a", "u1", "x"), job("b", "u1", "x")].join(", "));
    assert_eq!(
        wrong(&same),
        ("items[1].metadata".to_owned(), "another object has this UID: print each object once".to_owned())
    );
    let many: Vec<_> = (0..=MAX_CLUSTER_JOBS).map(|n| job(&format!("j{n}"), &format!("u{n}"), "x")).collect();
    assert!(wrong(&list(&many.join(", "))).1.contains("more than 100"));
    // What is passed over says nothing of the time.
    let later = "- {kind: ConfigMap, metadata: {creationTimestamp: \"9999-12-31T23:59:59Z\"}}\nkind: List\n";
    let start = SavedSession::of_cluster(&STUCK.replace("kind: List\n", later), Release::V1_36).unwrap().start;
    assert_eq!(start, SavedSession::of_cluster(STUCK, Release::V1_36).unwrap().start);
    // Much that was applied is not written out.
    let deep = format!("{}{}", "[".repeat(100), "0,".repeat(20_000));
    let text = STUCK.replace(
        "    labels:\n      team: data\n",
        &format!("    annotations:\n      kubectl.kubernetes.io/last-applied-configuration: '{deep}'\n"),
    );
    assert!(SavedSession::of_cluster(&text, Release::V1_36).unwrap().manifest.len() < 2_000);
}

#[test]
fn what_is_wrong_has_its_place() {
    let broken = |from: &str, to: &str| {
        let error = SavedSession::of_cluster(&STUCK.replacen(from, to, 1), Release::V1_36).unwrap_err();
        (error.path, STUCK.lines().nth(error.line as usize - 1).unwrap_or_default().trim().to_owned())
    };
    assert_eq!(
        broken("phase: Failed", "phase: Lost"),
        ("items[1].status.phase".to_owned(), "phase: Failed".to_owned())
    );
    assert_eq!(broken("failed: 1", "failed: many").0, "items[0].status.failed");
}

/// A Job of v1.36 without pods: its service account is missing, and pods of others count against a quota of its namespace.
const REFUSED: &str = include_str!("../../../../../tests/cluster/refused.yaml");

/// The error of the first creation of a pod in a session that begins with the objects, or `None` if a pod was created.
fn first_creation(text: &str) -> Option<(u16, String)> {
    let mut timeline = SavedSession::of_cluster(text, Release::V1_36).unwrap().replay().unwrap();
    while timeline.step_over() {
        let step = timeline.present_step().unwrap();
        let created = step.trace.iter().find_map(|entry| match entry {
            TraceEntry::Call(call) if call.verb == Verb::Create => Some(call.error.clone()),
            _ => None,
        });
        if let Some(error) = created {
            return error.map(|error| (error.reason.code(), error.message));
        }
    }
    panic!("no pod was to be created")
}

/// The objects with another message of their Event.
fn with_message(message: &str) -> String {
    let is_message = |line: &&str| line.starts_with("  message: ");
    let old = REFUSED.lines().find(is_message).unwrap();
    REFUSED.replace(old, &format!("  message: {message}"))
}

const NO_ACCOUNT: &str = "pods \"export-\" is forbidden: error looking up service account exports/exporter: \
                          serviceaccount \"exporter\" not found";

#[test]
fn pods_are_refused_as_events_say() {
    assert_eq!(first_creation(REFUSED), Some((403, NO_ACCOUNT.to_owned())));
    let saved = SavedSession::of_cluster(REFUSED, Release::V1_36).unwrap();
    let timeline = saved.replay().unwrap();
    assert_eq!(timeline.world().now().to_string(), "2026-11-20T09:32:41Z", "an Event is the latest that is known");
    let [fault] = timeline.world().armed_faults() else { panic!("one fault is armed") };
    let events = fault.events.unwrap();
    assert_eq!((events.count, events.last.to_string().as_str()), (17, "2026-11-20T09:32:41Z"));
    assert!(fault.lasts, "nothing says that the cause has been removed");
    // The session is a session as any other.
    let copy = SavedSession::of(&timeline, saved.manifest());
    for read in [SavedSession::from_link(&copy.to_link()).unwrap(), SavedSession::from_file(&copy.to_file()).unwrap()] {
        assert_eq!(read.replay().unwrap().world(), timeline.world());
    }
}

#[test]
fn events_of_either_form_are_read() {
    let combined = REFUSED.replace("'Error creating", "'(combined from similar events): Error creating");
    assert_eq!(first_creation(&combined), Some((403, NO_ACCOUNT.to_owned())));
    let newer = REFUSED
        .replace("  involvedObject:", "  regarding:")
        .replace("  message:", "  note:")
        .replace("  lastTimestamp: \"2026-11-20T09:32:41Z\"", "  lastTimestamp: null")
        .replace("  count: 17", "  series: {count: 4, lastObservedTime: \"2026-11-20T09:33:00.123456Z\"}");
    let world = SavedSession::of_cluster(&newer, Release::V1_36).unwrap().replay().unwrap().world().clone();
    let events = world.armed_faults()[0].events.unwrap();
    assert_eq!((events.count, events.last.to_string().as_str()), (4, "2026-11-20T09:33:00Z"));
    let hostile = format!("\"Error creating: \\e{}\"", "é".repeat(5_000));
    let (_, message) = first_creation(&with_message(&hostile)).unwrap();
    assert!(message.len() <= 4_096 && message.starts_with(" é"), "{message}");
}

#[test]
fn events_that_are_over_refuse_nothing() {
    // Of another Job, of another reason, or a Job that needs no pods.
    let other = REFUSED.replace(
        "    resourceVersion: \"90200112\"\n    uid: 8c1d",
        "    resourceVersion: \"90200112\"\n    uid: 9c1d",
    );
    assert_ne!(other, REFUSED);
    assert_eq!(first_creation(&other), None);
    assert_eq!(first_creation(&REFUSED.replace("reason: FailedCreate", "reason: SuccessfulDelete")), None);
    let faults = |text: &str| {
        let timeline = SavedSession::of_cluster(text, Release::V1_36).unwrap().replay().unwrap();
        timeline.world().armed_faults().len()
    };
    assert_eq!(faults(&REFUSED.replace("suspend: false", "suspend: true")), 0);
    // A creation that succeeded later; of the same second, the refused one was the last.
    let event = &REFUSED[REFUSED.find("- apiVersion: v1\n  count: 17").unwrap()..REFUSED.find("kind: List").unwrap()];
    let succeeded = |at: &str| {
        let event = event.replace("FailedCreate", "SuccessfulCreate").replace("2026-11-20T09:32:41Z", at);
        REFUSED.replace("kind: List", &format!("{event}kind: List"))
    };
    assert_eq!(faults(&succeeded("2026-11-20T09:32:41Z")), 1);
    assert_eq!(faults(&succeeded("2026-11-20T09:32:42Z")), 0);
}

#[test]
fn the_code_follows_from_the_error() {
    for (message, code) in [
        (
            "Pod \"export-x\" is invalid: spec.initContainers[1].lifecycle: Forbidden: may not be set for init containers",
            422,
        ),
        (
            "Internal error occurred: failed calling webhook \"a.b\": failed to call webhook: context deadline exceeded",
            500,
        ),
        ("admission webhook \"a.b\" denied the request: no", 403),
        ("Timeout: request did not complete within requested timeout - context deadline exceeded", 504),
        ("namespaces \"exports\" not found", 404),
        ("dial tcp 10.0.0.1:443: connect: connection refused", 500),
    ] {
        let text = with_message(&format!("'Error creating: {message}'"));
        assert_eq!(first_creation(&text), Some((code, message.to_owned())));
    }
}

#[test]
fn a_quota_counts_pods_of_others() {
    let full = REFUSED.replace("reason: FailedCreate", "reason: Other").replace("pods: \"3\"", "pods: \"4\"");
    let (code, message) = first_creation(&full).unwrap();
    let numbers = "is forbidden: exceeded quota: team, requested: pods=1, used: pods=4, limited: pods=4";
    assert!(code == 403 && message.ends_with(numbers), "{message}");
    // What an Event says of such a quota may be over.
    let raised = with_message(&format!("'Error creating: pods \"export-x\" {}'", numbers.replace('4', "3")));
    assert_eq!(first_creation(&raised), None);
    // The Job's own pods are counted once.
    let stuck = format!(
        "{STUCK}---\n{{kind: ResourceQuota, apiVersion: v1, metadata: {{name: q, namespace: reports, uid: q}}, \
         spec: {{hard: {{pods: 9}}}}, status: {{used: {{pods: 3}}}}}}\n"
    );
    let world = SavedSession::of_cluster(&stuck, Release::V1_36).unwrap().replay().unwrap().world().clone();
    let quota = world.snapshot().quotas[0].clone();
    assert_eq!((quota.quota.others, quota.used), (2, 3), "one of its pods has ended");
}

#[test]
fn a_pod_that_its_job_left_behind_is_opened_and_freed() {
    const LEFT: &str = include_str!("../../../../../tests/cluster/orphan.yaml");
    for release in [Release::V1_25, Release::V1_28, Release::V1_36] {
        let mut timeline = SavedSession::of_cluster(LEFT, release).unwrap().replay().unwrap();
        assert_eq!((timeline.world().stored_jobs().count(), timeline.world().stored_pods().len()), (0, 1));
        assert!(timeline.step_over(), "{release}");
        assert_eq!(timeline.present_step().unwrap().action, Action::SyncOrphan, "{release}");
        assert_eq!(timeline.world().stored_pods().len(), 0, "{release}: the finalizer was all that held it");
    }
    // The Job of a pod that is not being deleted may just not be here.
    let alive =
        LEFT.replace("    deletionGracePeriodSeconds: 0\n    deletionTimestamp: \"2026-11-20T09:30:00Z\"\n", "");
    assert_ne!(alive, LEFT);
    let problem = ClusterState::read(&alive).unwrap_err().problem;
    assert_eq!(problem, ClusterProblem::PodsAlone { pod: "export-7xk2p".to_owned() });
    let free = LEFT.replace("batch.kubernetes.io/job-tracking", "example.com/other");
    assert!(matches!(ClusterState::read(&free).unwrap_err().problem, ClusterProblem::PodsAlone { .. }));
    let without_owner = alive.split("    ownerReferences:").next().unwrap().to_owned()
        + &alive[alive.find("    resourceVersion: \"9").unwrap()..];
    assert_eq!(ClusterState::read(&without_owner).unwrap().jobs(), []);
}
