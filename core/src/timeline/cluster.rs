//! A session that begins with what a cluster has: `kubectl get job,pods -o yaml`, as YAML or JSON, becomes a
//! [`Recording`] whose first actions put those objects into the store. What the controller remembered is nowhere in
//! that text, so it begins as a controller does that has just started. Nothing in here carries anything out.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::rc::Rc;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::recording::{FIRST_BRANCH, RecordedBranch, RecordedStep};
use super::{FileError, MAX_FILE_BYTES, MAX_RECORDED_TEXT_BYTES, Recording, View};
use crate::api::yaml::{Contents, Node, position, read};
use crate::api::{Container, FeatureGates, Job, Labels, MetaTime, ObjectMeta, OtherFields, Pod, Time, Uid, yaml_lines};
use crate::job::tracking_utils::has_job_tracking_finalizer;
use crate::kubectl::LAST_APPLIED_ANNOTATION;
use crate::world::{Action, Collectors};

/// Labels that the server or the controller gives to a Job's template.
const GENERATED_LABELS: [&str; 4] =
    ["batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name", "controller-uid", "job-name"];

/// Jobs of a list at most: each may be looked at for every pod.
const MAX_JOBS: usize = 100;

/// Longest manifest that is taken from the annotation of what was applied, in bytes: written in lines it may be very much longer.
const MOST_APPLIED: usize = 32 * 1024;

/// Where the controller keeps notes on objects.
const CONTROLLERS_OWN: &str = "batch.kubernetes.io/";

impl Recording {
    /// Whether `text` is of objects that a cluster has, rather than a manifest: a list, or a Job with a UID and a status.
    pub fn is_of_cluster(text: &str) -> bool {
        // Most texts are told by a look.
        if !["List", "uid"].iter().any(|word| text.contains(word)) {
            return false;
        }
        let Ok(root) = read(text, Contents::Cluster) else {
            // What is wrong with it will be said.
            let lists = |line: &str| matches!(line.trim().trim_end_matches(','), "kind: List" | "\"kind\": \"List\"");
            return text.lines().any(lists);
        };
        let is_stored = || {
            let has_uid = root.entry("metadata").is_some_and(|metadata| metadata.value.text("uid").is_some());
            root.text("kind") == Some("Job") && has_uid && root.entry("status").is_some()
        };
        list_of(&root).is_some() || is_stored()
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
    /// use jobscope_core::api::Release;
    /// use jobscope_core::timeline::Recording;
    ///
    /// let error = Recording::of_cluster("kind: List\nitems: []\n", Release::V1_36).unwrap_err();
    /// assert_eq!(error.message, "there is no Job in this list: write `kubectl get job,pods -o yaml`");
    /// ```
    pub fn of_cluster(text: &str, gates: impl Into<FeatureGates>) -> Result<Self, FileError> {
        if text.len() > MAX_FILE_BYTES {
            let message = format!("this has {} bytes, more than the {MAX_FILE_BYTES} that are read", text.len());
            return Err(FileError::new(crate::api::yaml::Position::START, "", message));
        }
        let root = read(text, Contents::Cluster)?;
        let finite = root.to_finite_json();
        let document = finite.map_err(|error| FileError::new(error.at, &error.path, error.to_string()))?;
        let objects = objects(&root, &document);
        let mut jobs: Vec<(Job, &Value)> = Vec::new();
        let mut known = Known::default();
        for object in objects.iter().filter(|object| object.kind == "Job") {
            let job = object.decode::<Job>(&root)?;
            known.check(object, &root, &job.metadata)?;
            if jobs.len() >= MAX_JOBS {
                let message = format!("there are more than {MAX_JOBS} Jobs: print those that it is about, by name");
                return Err(object.error(&root, "", message));
            }
            jobs.push((job, object.value));
        }
        let Some((_, written)) = jobs.iter().find(|(job, _)| job.status.finished().is_none()).or(jobs.first()) else {
            let message = "there is no Job in this list: write `kubectl get job,pods -o yaml`".to_owned();
            return Err(FileError::new(root.at, "", message));
        };
        let manifest = manifest_of(written);
        let mut pods = Vec::new();
        for object in objects.iter().filter(|object| object.kind == "Pod") {
            let pod = object.decode::<Pod>(&root)?;
            if jobs.iter().any(|(job, _)| concerns(job, &pod)) {
                known.check(object, &root, &pod.metadata)?;
                pods.push(trimmed(pod));
            }
        }
        let mut start = None;
        for object in objects.iter().filter(|object| matches!(object.kind.as_ref(), "Job" | "Pod")) {
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

/// What the items of a list are if they do not say so, and the list is one: `Job` of a `JobList`.
fn list_of(root: &Node) -> Option<&str> {
    root.text("kind")?.strip_suffix("List").filter(|_| root.entry("items").is_some())
}

/// The names and UIDs that are taken. Actions call Jobs and pods by their names alone.
#[derive(Default)]
struct Known {
    names: BTreeSet<(String, String)>,
    uids: BTreeSet<Uid>,
}

impl Known {
    /// Whether the object has a name and a UID of its own.
    fn check(&mut self, object: &Object<'_>, root: &Rc<Node>, metadata: &ObjectMeta) -> Result<(), FileError> {
        let name = metadata.name().to_owned();
        let wrong = match &metadata.uid {
            _ if name.is_empty() => Some("it has no name: these are no objects of a cluster"),
            None => Some("it has no UID: this is a manifest, and goes into the editor"),
            Some(uid) if !self.uids.insert(uid.clone()) => Some("another object has this UID"),
            Some(_) if !self.names.insert((object.kind.to_string(), name)) => {
                Some("another one has this name: print the objects of one namespace (-n)")
            }
            Some(_) => None,
        };
        wrong.map_or(Ok(()), |message| Err(object.error(root, "metadata", message.to_owned())))
    }
}

/// An object in the text.
struct Object<'a> {
    kind: Cow<'a, str>,
    value: &'a Value,
    /// Where it is, such as `items[3]`; empty if it is the whole text.
    path: String,
}

impl Object<'_> {
    fn decode<T: DeserializeOwned>(&self, root: &Rc<Node>) -> Result<T, FileError> {
        serde_path_to_error::deserialize(with_states(self.value.clone())).map_err(|error| {
            let within = error.path().to_string();
            self.error(root, if within == "." { "" } else { &within }, error.inner().to_string())
        })
    }

    /// Something that is wrong within it.
    fn error(&self, root: &Rc<Node>, within: &str, message: String) -> FileError {
        let dot = if self.path.is_empty() || within.is_empty() { "" } else { "." };
        let path = format!("{}{dot}{within}", self.path);
        FileError::new(position(root, &path), &path, message)
    }
}

/// The objects of a list, or the only one that there is.
fn objects<'a>(root: &Rc<Node>, document: &'a Value) -> Vec<Object<'a>> {
    let of_list = list_of(root).map(str::to_owned);
    let object = |path: String, value: &'a Value| {
        let said = value.get("kind").and_then(Value::as_str).map(Cow::Borrowed);
        let kind = said.or_else(|| of_list.clone().filter(|kind| !kind.is_empty()).map(Cow::Owned))?;
        Some(Object { kind, value, path })
    };
    match document.get("items").and_then(Value::as_array) {
        Some(items) if of_list.is_some() => {
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
    let applied = applied.filter(|text| text.len() <= MOST_APPLIED);
    let applied = applied.and_then(|text| serde_json::from_str::<Value>(text).ok()).filter(Value::is_object);
    let text = yaml_lines(&applied.unwrap_or_else(|| without_servers_part(stored))).join("\n") + "\n";
    // One that the editor would not take is none.
    if text.len() > MAX_RECORDED_TEXT_BYTES { String::new() } else { text }
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
        let is_note = |key: &str| key.starts_with(CONTROLLERS_OWN) || key == LAST_APPLIED_ANNOTATION;
        let own = |key: &str| field == "annotations" && is_note(key);
        entries.retain(|key, _| !generated.contains(key.as_str()) && !own(key));
        if entries.is_empty() {
            metadata.remove(field);
        }
    }
}

#[cfg(test)]
mod tests;
