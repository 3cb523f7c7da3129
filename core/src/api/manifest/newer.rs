//! What in an object is newer than a release: fields by the field tables, and what the server and controllers write
//! into objects.

use crate::api::FieldPath;
use crate::api::go_types::{GoStruct, GoType, JOB, POD_SPEC};
use crate::api::yaml::Node;

/// Something that an object has, with the minor release that brought it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewerField {
    /// Where it is, such as `spec.suspend`.
    pub(crate) path: String,
    /// Such as 21.
    pub(crate) since: u8,
}

/// The finalizer by which Jobs hold their pods.
const TRACKING_FINALIZER: &str = "batch.kubernetes.io/job-tracking";

/// Most that is listed of one object.
const MOST: usize = 100;

/// Fields of a Job's status.
const JOB_STATUS: [(&str, u8); 5] = [
    ("completedIndexes", 21),
    ("uncountedTerminatedPods", 22),
    ("ready", 24),
    ("failedIndexes", 28),
    ("terminating", 28),
];

/// Conditions of a Job.
const JOB_CONDITIONS: [(&str, u8); 3] = [("Suspended", 21), ("FailureTarget", 25), ("SuccessCriteriaMet", 30)];

/// Labels that the server gives to a Job's template and that its selector asks for.
const GENERATED_LABELS: [(&str, u8); 2] =
    [("batch.kubernetes.io/controller-uid", 27), ("batch.kubernetes.io/job-name", 27)];

/// What a stored Job has.
pub(crate) fn newer_job_fields(job: &Node) -> Vec<NewerField> {
    let mut found = Vec::new();
    of_struct(&mut found, job, &JOB, &FieldPath::default());
    of_status(&mut found, job, &JOB_STATUS, &JOB_CONDITIONS);
    let labels = ["spec", "selector", "matchLabels"];
    if let Some(labels) = labels.iter().try_fold(job, |node, field| Some(&*node.entry(field)?.value)) {
        let known = GENERATED_LABELS.into_iter().filter(|(label, _)| labels.entry(label).is_some());
        let path = |label| FieldPath::new("spec").child("selector").child("matchLabels").key(label);
        found.extend(known.map(|(label, since)| newer(&path(label), since)));
    }
    found
}

/// What a stored pod has that concerns the Job controller.
pub(crate) fn newer_pod_fields(pod: &Node) -> Vec<NewerField> {
    let mut found = Vec::new();
    let finalizers = pod.entry("metadata").and_then(|metadata| metadata.value.entry("finalizers"));
    let finalizers = finalizers.and_then(|finalizers| finalizers.value.items()).unwrap_or_default();
    if finalizers.iter().any(|held| held.as_text() == Some(TRACKING_FINALIZER)) {
        let path = FieldPath::new("metadata").child("finalizers").key(TRACKING_FINALIZER);
        found.push(newer(&path, 22));
    }
    if let Some(spec) = pod.entry("spec") {
        of_struct(&mut found, &spec.value, &POD_SPEC, &FieldPath::new("spec"));
    }
    of_status(&mut found, pod, &[], &[("DisruptionTarget", 25)]);
    found
}

fn newer(path: &FieldPath, since: u8) -> NewerField {
    NewerField { path: path.as_str().to_owned(), since }
}

fn of_status(found: &mut Vec<NewerField>, object: &Node, fields: &[(&str, u8)], conditions: &[(&str, u8)]) {
    let path = FieldPath::new("status");
    let Some(status) = object.entry("status").map(|status| &status.value) else { return };
    for (field, since) in fields {
        if status.entry(field).is_some_and(|field| field.value.is_written()) {
            found.push(newer(&path.child(field), *since));
        }
    }
    let listed = status.entry("conditions").and_then(|conditions| conditions.value.items()).unwrap_or_default();
    for (index, condition) in listed.iter().enumerate() {
        let known = conditions.iter().find(|(name, _)| condition.text("type") == Some(name));
        found.extend(known.map(|(_, since)| newer(&path.child("conditions").index(index).child("type"), *since)));
    }
}

fn of_struct(found: &mut Vec<NewerField>, node: &Node, of: &'static GoStruct, path: &FieldPath) {
    let fields = of.all_fields();
    for entry in node.entries().unwrap_or_default() {
        // The status has a list of its own; managed fields are passed over in every release.
        let is_looked_at = entry.value.is_written() && !matches!(entry.key.as_str(), "status" | "managedFields");
        let named = fields.iter().filter(|field| is_looked_at && field.field.json() == entry.key);
        let Some(field) = named.min_by_key(|field| field.since()) else { continue };
        if found.len() >= MOST {
            return;
        }
        let path = path.child(field.field.json());
        if field.since() > 0 {
            found.push(newer(&path, field.since()));
        }
        of_type(found, &entry.value, field.field.r#type(), &path);
    }
}

fn of_type(found: &mut Vec<NewerField>, node: &Node, of: &'static GoType, path: &FieldPath) {
    match of.pointed_to() {
        GoType::Struct(of) => of_struct(found, node, of, path),
        GoType::List(item) => {
            for (index, node) in node.items().unwrap_or_default().iter().enumerate() {
                of_type(found, node, item, &path.index(index));
            }
        }
        GoType::Map(_, value) => {
            for entry in node.entries().unwrap_or_default() {
                of_type(found, &entry.value, value, &path.key(&entry.key));
            }
        }
        _ => {}
    }
}
