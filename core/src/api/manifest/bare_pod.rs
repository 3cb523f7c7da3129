//! A pod of a manifest that no Job created: a Job may adopt it, and quotas count it.

use std::rc::Rc;

use super::objects::TextObject;
use super::{ManifestError, read_job};
use crate::api::yaml::{Entry, Node, Yaml, position};
use crate::api::{FeatureGates, Hint, List, Name, Namespace, ObjectMeta, OwnerReference, Pod, RestartPolicy};

/// The path of a pod in the template that it is read as.
const TEMPLATE: &str = "spec.template.";

/// Reads a pod. Its metadata and spec are checked as those of a Job's template, of which it may have every restart policy.
pub(super) fn read(object: &TextObject, gates: FeatureGates) -> Result<Pod, Vec<ManifestError>> {
    let node = &object.node;
    let policy = node.entry("spec").and_then(|spec| spec.value.text("restartPolicy"));
    let always = policy.is_none_or(|policy| policy == RestartPolicy::Always.as_str());
    let Some(name) = object.metadata("name") else {
        let message = "Required value: name or generateName is required";
        let at = position(node, "metadata");
        return Err(vec![ManifestError::quoted(at, "metadata.name", message, Some(Hint::AddName))]);
    };
    let manifest = read_job(&as_template(object, name, always), gates).map_err(|errors| {
        let within = |mut error: ManifestError| {
            error.path = error.path.strip_prefix(TEMPLATE).unwrap_or(&error.path).to_owned();
            error
        };
        errors.into_iter().map(within).collect::<Vec<_>>()
    })?;
    let template = manifest.job.spec.template;
    let metadata = ObjectMeta {
        name: Some(Name::from(name)),
        namespace: Some(object.metadata("namespace").map_or_else(Namespace::default, Namespace::from)),
        owner_references: List::<OwnerReference>::default(),
        ..template.metadata.clone()
    };
    let mut pod = Pod { metadata, spec: template.spec.clone(), ..Pod::default() };
    if always {
        pod.spec.restart_policy = Some(RestartPolicy::Always);
    }
    Ok(pod)
}

/// A Job with the pod as its template, if it restarts its containers `always` with another policy.
fn as_template(object: &TextObject, name: &str, always: bool) -> Rc<Node> {
    let node = &object.node;
    let at = position(node, "");
    let map = |entries: Vec<Entry>| Rc::new(Node::map(at, entries));
    let text = |key: &str, value: &str| Entry::new(key, at, Rc::new(Node::written(at, value)));
    let own = |field: &str| node.entry(field);
    let labels = own("metadata").map(|metadata| {
        let named = |entry: &&Entry| matches!(entry.key.as_str(), "labels" | "annotations" | "finalizers");
        let entries = metadata.value.entries().unwrap_or_default().iter().filter(named).cloned().collect();
        Entry::new("metadata", metadata.key_at, map(entries))
    });
    let spec = own("spec").cloned().map(|spec| match spec.value.entries().filter(|_| always) {
        Some(entries) => {
            let others = entries.iter().filter(|entry| entry.key != "restartPolicy").cloned();
            let policy = text("restartPolicy", RestartPolicy::Never.as_str());
            Entry::new("spec", spec.key_at, map(others.chain([policy]).collect()))
        }
        None => spec,
    });
    let template = labels.into_iter().chain(spec).collect();
    // A selector of its own leaves the labels alone.
    let label = Rc::new(Node::of(at, Yaml::Map(Vec::new())));
    let spec = vec![
        Entry::new("template", at, map(template)),
        Entry::new("manualSelector", at, Rc::new(Node::of(at, Yaml::Bool(true)))),
        Entry::new("selector", at, map(vec![Entry::new("matchLabels", at, label)])),
    ];
    let metadata = map(vec![text("name", name)]);
    map(vec![
        text("apiVersion", "batch/v1"),
        text("kind", "Job"),
        Entry::new("metadata", at, metadata),
        Entry::new("spec", at, map(spec)),
    ])
}
