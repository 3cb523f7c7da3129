//! A session that begins with what a cluster has: `kubectl get job,pods -o yaml`, as YAML or JSON, becomes a
//! [`Recording`] whose first actions put those objects into the store. What the controller remembered is nowhere in
//! that text, so it begins as a controller does that has just started. Nothing in here carries anything out.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::recording::{FIRST_BRANCH, RecordedBranch, RecordedStep};
use super::{FileError, MAX_FILE_BYTES, Recording, View};
use crate::api::yaml::{Contents, Node, position, read};
use crate::api::{Container, FeatureGates, Job, Labels, MetaTime, OtherFields, Pod, Time, yaml_lines};
use crate::job::tracking_utils::has_job_tracking_finalizer;
use crate::kubectl::LAST_APPLIED_ANNOTATION;
use crate::world::{Action, Collectors};

/// Labels that the server or the controller gives to a Job's template.
const GENERATED_LABELS: [&str; 4] =
    ["batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name", "controller-uid", "job-name"];

/// Where the controller keeps notes on objects.
const CONTROLLERS_OWN: &str = "batch.kubernetes.io/";

impl Recording {
    /// Whether `text` looks like objects that a cluster has, rather than like a manifest: a list, or a Job with a UID.
    pub fn is_of_cluster(text: &str) -> bool {
        let said = |line: &str, key: &str| {
            let line = line.trim_start_matches(['{', ' ', '\t']);
            let rest = line.strip_prefix('"').unwrap_or(line).strip_prefix(key)?;
            let rest = rest.strip_prefix('"').unwrap_or(rest).strip_prefix(':')?;
            Some(rest.trim_matches([' ', '"', ',', '\r']).to_owned())
        };
        let lists = |line: &str| said(line, "kind").is_some_and(|kind| kind == "List" || kind == "JobList");
        text.lines().any(lists) || (text.lines().any(|line| said(line, "uid").is_some()) && text.contains("status"))
    }

    /// Reads the Jobs of such a text with their pods; what else is in it is passed over. Time begins at the last moment
    /// that the objects know of. Of pods only what the controller reads is kept.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where. Whether a release can hold those objects shows when the recording is
    /// [carried out](Self::replay).
    ///
    /// ```
    /// use jobscope_core::api::Edition;
    /// use jobscope_core::timeline::Recording;
    ///
    /// let error = Recording::of_cluster("kind: List\nitems: []\n", Edition::V1_36).unwrap_err();
    /// assert_eq!(error.message, "there is no Job in this list: write `kubectl get job,pods -o yaml`");
    /// ```
    pub fn of_cluster(text: &str, gates: impl Into<FeatureGates>) -> Result<Self, FileError> {
        if text.len() > MAX_FILE_BYTES {
            let message = format!("this has {} bytes, more than the {MAX_FILE_BYTES} that are read", text.len());
            return Err(FileError::new(crate::api::yaml::Position::START, "", message));
        }
        let root = read(text, Contents::Cluster)?;
        let document = root.to_json();
        let objects = objects(&root, &document);
        let jobs: Vec<(Job, &Value)> = objects
            .iter()
            .filter(|object| object.kind == "Job")
            .map(|object| Ok((object.decode::<Job>(&root)?, object.value)))
            .collect::<Result<_, FileError>>()?;
        let Some((_, written)) = jobs.iter().find(|(job, _)| job.status.finished().is_none()).or(jobs.first()) else {
            let message = "there is no Job in this list: write `kubectl get job,pods -o yaml`".to_owned();
            return Err(FileError::new(root.at, "", message));
        };
        let manifest = manifest_of(written);
        let mut pods = Vec::new();
        for object in objects.iter().filter(|object| object.kind == "Pod") {
            let pod = object.decode::<Pod>(&root)?;
            if jobs.iter().any(|(job, _)| concerns(job, &pod)) {
                pods.push(trimmed(pod));
            }
        }
        let mut start = None;
        for object in &objects {
            latest(object.value, &mut start);
        }
        let import = jobs.into_iter().map(|(job, _)| Action::ImportJob { job: Box::new(job) });
        let mut actions = vec![Action::SetOutcomes { rules: Vec::new() }];
        actions.extend(import);
        if !pods.is_empty() {
            actions.push(Action::ImportPods { pods });
        }
        actions.push(Action::Restart);
        let steps = actions.into_iter().map(|action| RecordedStep::Action(Box::new(action))).collect();
        Ok(Self {
            title: String::new(),
            gates: gates.into(),
            start: start.unwrap_or(Time::START),
            manifest,
            collectors: Collectors::Controllers,
            first: RecordedBranch { steps, ..RecordedBranch::default() },
            others: Vec::new(),
            chosen: FIRST_BRANCH,
            breakpoints: Vec::new(),
            narration: Vec::new(),
            view: View::default(),
        })
    }
}

/// An object in the text.
struct Object<'a> {
    kind: &'a str,
    value: &'a Value,
    /// Where it is, such as `items[3]`; empty if it is the whole text.
    path: String,
}

impl Object<'_> {
    fn decode<T: DeserializeOwned>(&self, root: &Rc<Node>) -> Result<T, FileError> {
        serde_path_to_error::deserialize(with_states(self.value.clone())).map_err(|error| {
            let within = error.path().to_string();
            let path = match (self.path.as_str(), within.as_str()) {
                (path, ".") => path.to_owned(),
                ("", within) => within.to_owned(),
                (path, within) => format!("{path}.{within}"),
            };
            FileError::new(position(root, &path), &path, error.inner().to_string())
        })
    }
}

/// The objects of a list, or the only one that there is.
fn objects<'a>(root: &Rc<Node>, document: &'a Value) -> Vec<Object<'a>> {
    let object = |path: String, value: &'a Value| {
        let kind = value.get("kind").and_then(Value::as_str)?;
        Some(Object { kind, value, path })
    };
    match document.get("items").and_then(Value::as_array) {
        Some(items) if root.text("kind").is_some_and(|kind| kind.ends_with("List")) => {
            items.iter().enumerate().filter_map(|(place, item)| object(format!("items[{place}]"), item)).collect()
        }
        _ => object(String::new(), document).into_iter().collect(),
    }
}

/// The pod with the states that containers have by default: the API leaves them out.
fn with_states(mut object: Value) -> Value {
    for list in ["/status/containerStatuses", "/status/initContainerStatuses"] {
        let statuses = object.pointer_mut(list).and_then(Value::as_array_mut).into_iter().flatten();
        for status in statuses.filter_map(Value::as_object_mut) {
            let state = status.entry("state").or_insert_with(|| Value::Object(Map::new()));
            if state.as_object().is_some_and(Map::is_empty) {
                *state = serde_json::json!({"waiting": {}});
            }
        }
    }
    object
}

/// Whether the controller looks at the pod on account of the Job: it is its own, or could become so.
fn concerns(job: &Job, pod: &Pod) -> bool {
    let owner = pod.metadata.controller();
    let selected = || job.spec.selector.as_ref().is_some_and(|selector| selector.matches(&pod.metadata.labels));
    pod.metadata.namespace == job.metadata.namespace
        && match owner {
            Some(owner) => Some(&owner.uid) == job.metadata.uid.as_ref() || has_job_tracking_finalizer(pod),
            None => selected() || has_job_tracking_finalizer(pod),
        }
}

/// A pod with what the controller reads of it. The rest may be nobody else's business: sessions are passed on.
fn trimmed(mut pod: Pod) -> Pod {
    let bare = |containers: &[Container]| -> Vec<Container> {
        let bare = |container: &Container| {
            let mut other = OtherFields::default();
            if let Some(image) = container.other.map().get("image") {
                other.map_mut().insert("image".to_owned(), image.clone());
            }
            Container { name: container.name.clone(), restart_policy: container.restart_policy, other }
        };
        containers.iter().map(bare).collect()
    };
    pod.spec.init_containers = bare(&pod.spec.init_containers).into();
    pod.spec.containers = bare(&pod.spec.containers).into();
    pod.spec.other = OtherFields::default();
    let own = pod.metadata.annotations.iter().filter(|(key, _)| key.starts_with(CONTROLLERS_OWN));
    pod.metadata.annotations = own.collect::<Labels>();
    pod
}

/// Fields whose times say nothing of what time it is: when an object shall be gone, and what people write.
const NO_PAST: [&str; 4] = ["deletionTimestamp", "spec", "annotations", "labels"];

/// The latest time in a value.
fn latest(value: &Value, latest_known: &mut Option<Time>) {
    match value {
        Value::Object(fields) => {
            let known = fields.iter().filter(|(key, _)| !NO_PAST.contains(&key.as_str()));
            known.for_each(|(_, value)| latest(value, latest_known));
        }
        Value::Array(items) => items.iter().for_each(|item| latest(item, latest_known)),
        Value::String(text) if text.ends_with('Z') && text.contains('T') => {
            if let Ok(time) = serde_json::from_value::<MetaTime>(value.clone()) {
                *latest_known = (*latest_known).max(Some(time.time()));
            }
        }
        _ => {}
    }
}

/// A manifest of the stored Job: what was applied if it says so, or else what it has without what the server gave it.
fn manifest_of(stored: &Value) -> String {
    let annotations = stored.pointer("/metadata/annotations").and_then(Value::as_object);
    let applied = annotations.and_then(|annotations| annotations.get(LAST_APPLIED_ANNOTATION)?.as_str());
    let applied = applied.and_then(|text| serde_json::from_str::<Value>(text).ok()).filter(Value::is_object);
    yaml_lines(&applied.unwrap_or_else(|| without_servers_part(stored))).join("\n") + "\n"
}

fn without_servers_part(stored: &Value) -> Value {
    let keep = |fields: Option<&Value>, keys: &[&str]| -> Map<String, Value> {
        let fields = fields.and_then(Value::as_object).into_iter().flatten();
        fields
            .filter(|(key, _)| keys.contains(&key.as_str()))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect()
    };
    let mut job = keep(Some(stored), &["apiVersion", "kind", "spec"]);
    let mut metadata = keep(stored.get("metadata"), &["name", "namespace", "labels", "annotations"]);
    clean(&mut metadata);
    job.insert("metadata".to_owned(), Value::Object(metadata));
    if let Some(spec) = job.get_mut("spec").and_then(Value::as_object_mut) {
        if spec.get("manualSelector") != Some(&Value::Bool(true)) {
            spec.remove("selector");
        }
        if let Some(template) = spec.get_mut("template").and_then(Value::as_object_mut) {
            let mut metadata = keep(template.get("metadata"), &["labels", "annotations"]);
            clean(&mut metadata);
            if metadata.is_empty() {
                template.remove("metadata");
            } else {
                template.insert("metadata".to_owned(), Value::Object(metadata));
            }
        }
    }
    Value::Object(job)
}

/// Takes off the labels and annotations that no person gave.
fn clean(metadata: &mut Map<String, Value>) {
    let generated: BTreeSet<&str> = GENERATED_LABELS.into_iter().collect();
    for field in ["labels", "annotations"] {
        let Some(entries) = metadata.get_mut(field).and_then(Value::as_object_mut) else { continue };
        let own = |key: &str| field == "annotations" && key.starts_with(CONTROLLERS_OWN);
        entries.retain(|key, _| !generated.contains(key.as_str()) && !own(key));
        if entries.is_empty() {
            metadata.remove(field);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{ContainerState, Edition, WaitingReason};
    use crate::timeline::Timeline;
    use crate::trace::{Decision, TraceEntry};

    /// As a cluster of v1.34 prints it: one try failed, the next one waits for its image, and the back-off is long over.
    const STUCK: &str = include_str!("../../../tests/cluster/stuck.yaml");

    #[test]
    fn a_list_begins_a_session_as_the_cluster_was() {
        let recording = Recording::of_cluster(STUCK, Edition::V1_36).unwrap();
        let mut timeline = recording.replay().unwrap();
        let world = timeline.world();
        assert_eq!(world.now(), recording.start);
        let moment: MetaTime = serde_json::from_str("\"2026-11-20T09:14:07Z\"").unwrap();
        assert_eq!(world.now(), moment.time(), "the last that is known");
        let job = world.stored_jobs().next().unwrap();
        assert_eq!((job.metadata.uid(), job.status.failed), ("6f0d2c0e-8a58-4a7e-9f0b-3f2f6ff1d1aa", 1));
        let pods: Vec<_> = world.stored_pods().map(|pod| pod.metadata.name()).collect();
        assert_eq!(pods, ["report-hn7kq", "report-x2vzd"], "the pod of a Deployment is not the Job's");
        let waits = world.stored_pods().any(|pod| {
            let reason = Some(WaitingReason::ImagePullBackOff);
            pod.status.container_statuses.iter().any(|status| status.state == ContainerState::Waiting { reason })
        });
        assert!(waits, "why it waits is told");
        // Nothing that only concerns those who wrote it.
        let text = serde_json::to_string(&recording).unwrap();
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
        // Pods stay as they are until somebody says what they do.
        while timeline.step_over() && timeline.steps().len() < 60 {}
        assert!(timeline.world().stored_pods().any(|pod| pod.metadata.name() == "report-x2vzd" && pod.is_active()));
    }

    #[test]
    fn the_manifest_is_what_was_applied_or_what_a_person_would_write() {
        let recording = Recording::of_cluster(STUCK, Edition::V1_36).unwrap();
        let manifest = crate::api::Manifest::parse(recording.manifest(), Edition::V1_36).unwrap();
        assert_eq!(manifest.job.metadata.name(), "report");
        assert!(!recording.manifest().contains("uid") && !recording.manifest().contains("status"));
        let applied = STUCK.replace(
            "    labels:\n      team: data\n",
            "    annotations:\n      kubectl.kubernetes.io/last-applied-configuration: '{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"name\":\"report\"}}'\n",
        );
        let recording = Recording::of_cluster(&applied, Edition::V1_36).unwrap();
        assert_eq!(recording.manifest(), "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: report\n");
    }

    #[test]
    fn a_link_holds_it() {
        for edition in [Edition::V1_28, Edition::V1_36] {
            let recording = Recording::of_cluster(STUCK, edition).unwrap();
            let timeline = recording.replay().unwrap();
            let link = Recording::of(&timeline, recording.manifest()).to_link();
            let copy: Timeline = Recording::from_link(&link).unwrap().replay().unwrap();
            assert_eq!(copy.world(), timeline.world(), "{edition}");
        }
    }

    #[test]
    fn a_release_that_could_not_have_made_it_says_why() {
        let error = Recording::of_cluster(STUCK, Edition::V1_22).unwrap().replay().unwrap_err();
        assert!(error.to_string().contains("`selector` not auto-generated"), "{error}");
        let older = STUCK.replace("      matchLabels:\n        batch.kubernetes.io/", "      matchLabels:\n        ");
        assert!(Recording::of_cluster(&older, Edition::V1_22).unwrap().replay().is_ok());
    }

    #[test]
    fn json_and_a_single_job_are_read_too() {
        let root = read(STUCK, Contents::Cluster).unwrap().to_json();
        let json = serde_json::to_string_pretty(&root).unwrap();
        assert!(Recording::is_of_cluster(STUCK) && Recording::is_of_cluster(&json));
        let whole = Recording::of_cluster(STUCK, Edition::V1_28).unwrap();
        assert_eq!(Recording::of_cluster(&json, Edition::V1_28), Ok(whole));
        let single = serde_json::to_string(&root.pointer("/items/0")).unwrap();
        let alone = Recording::of_cluster(&single, Edition::V1_28).unwrap().replay().unwrap();
        assert_eq!((alone.world().stored_jobs().count(), alone.world().stored_pods().len()), (1, 0));
    }

    #[test]
    fn manifests_are_no_clusters() {
        for text in
            ["", "kind: Job\nspec: {}\n", "jobscope: 1\n", "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\n"]
        {
            assert!(!Recording::is_of_cluster(text), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let broken = |from: &str, to: &str| {
            let error = Recording::of_cluster(&STUCK.replacen(from, to, 1), Edition::V1_36).unwrap_err();
            (error.path, STUCK.lines().nth(error.line as usize - 1).unwrap_or_default().trim().to_owned())
        };
        assert_eq!(
            broken("phase: Failed", "phase: Lost"),
            ("items[1].status.phase".to_owned(), "phase: Failed".to_owned())
        );
        assert_eq!(broken("failed: 1", "failed: many").0, "items[0].status.failed");
        assert_eq!(broken("kind: List", "kind: List\nitems: 1").0, "");
    }
}
