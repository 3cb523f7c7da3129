//! A CronJob of a manifest: the Job that `kubectl create job --from=cronjob/NAME` makes of it.

use std::rc::Rc;

use super::objects::TextObject;
use super::{ManifestError, no_matches};
use crate::api::yaml::{Entry, Node, Position, Yaml, position};
use crate::api::{Hint, Release};

/// Longest name of a CronJob: the controller adds 11 characters for each Job.
const MAX_NAME: usize = 52;

/// What follows the name of the CronJob; `kubectl` leaves the name of the Job to the user.
const SUFFIX: &str = "-manual";

/// The Job of a CronJob's template, with its places in the text.
pub(super) fn job_of(object: &TextObject, release: Release) -> Result<Rc<Node>, Vec<ManifestError>> {
    let node = &object.node;
    let at = |path: &str| position(node, path);
    let wrong =
        |path: &str, message: String, hint| Err(vec![ManifestError::quoted(at(path), path, message, Some(hint))]);
    let served = if release.since(21) { "batch/v1" } else { "batch/v1beta1" };
    let is_served = match object.api_version.as_str() {
        "batch/v1" => release.since(21),
        "batch/v1beta1" => !release.since(25),
        _ => false,
    };
    if !is_served {
        let message = no_matches("CronJob", &object.api_version, release);
        return wrong("apiVersion", message, Hint::ServesCronJobs { release, version: served.to_owned() });
    }
    let Some(name) = object.metadata("name") else {
        let message = "Required value: name or generateName is required".to_owned();
        return wrong("metadata.name", message, Hint::AddName);
    };
    if name.len() > MAX_NAME {
        let message = format!("Invalid value: {name:?}: must be no more than {MAX_NAME} characters");
        return wrong("metadata.name", message, Hint::ShortenCronJobName);
    }
    let template = node.entry("spec").and_then(|spec| spec.value.entry("jobTemplate"));
    let Some(spec) = template.and_then(|template| template.value.entry("spec")) else {
        return wrong("spec.jobTemplate", "Required value".to_owned(), Hint::SpecOfJobTemplate);
    };
    let start = at("");
    let metadata = metadata(object, name, template.and_then(|template| template.value.entry("metadata")));
    let metadata_at = node.entry("metadata").map_or(start, |metadata| metadata.key_at);
    Ok(Rc::new(Node::map(
        node.at,
        vec![
            text("apiVersion", at("apiVersion"), "batch/v1"),
            text("kind", at("kind"), "Job"),
            Entry::new("metadata", metadata_at, Rc::new(metadata)),
            spec.clone(),
        ],
    )))
}

/// The Job's metadata: labels and annotations of the template, and the CronJob as its owner.
fn metadata(object: &TextObject, name: &str, template: Option<&Entry>) -> Node {
    let at = position(&object.node, "metadata.name");
    let of_template = |field: &str| template.and_then(|template| template.value.entry(field));
    let mut annotations = vec![text("cronjob.kubernetes.io/instantiate", at, "manual")];
    let own = of_template("annotations").and_then(|annotations| annotations.value.entries()).unwrap_or_default();
    annotations.retain(|entry| own.iter().all(|other| other.key != entry.key));
    annotations.extend(own.iter().cloned());
    // The server gives a stored CronJob its UID.
    let uid = object.metadata("uid").map_or_else(|| format!("cronjob-uid-{name}"), str::to_owned);
    let owner = vec![
        text("apiVersion", at, "batch/v1"),
        text("kind", at, "CronJob"),
        text("name", at, name),
        text("uid", at, &uid),
        Entry::new("controller", at, Rc::new(Node::of(at, Yaml::Bool(true)))),
    ];
    let owners = Yaml::List(vec![Rc::new(Node::map(at, owner))]);
    let mut metadata = vec![text("name", at, &format!("{name}{SUFFIX}"))];
    metadata.extend(object.metadata("namespace").map(|namespace| text("namespace", at, namespace)));
    metadata.extend(of_template("labels").cloned());
    let annotations_at = of_template("annotations").map_or(at, |annotations| annotations.key_at);
    metadata.push(Entry::new("annotations", annotations_at, Rc::new(Node::map(annotations_at, annotations))));
    metadata.push(Entry::new("ownerReferences", at, Rc::new(Node::of(at, owners))));
    Node::map(at, metadata)
}

fn text(key: &str, at: Position, value: &str) -> Entry {
    Entry::new(key, at, Rc::new(Node::written(at, value)))
}

/// The path within the CronJob of a path within its Job.
pub(super) fn path_of(path: &str) -> String {
    let moved = ["spec", "metadata.labels", "metadata.annotations"]
        .iter()
        .any(|start| path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '['])));
    if moved { format!("spec.jobTemplate.{path}") } else { path.to_owned() }
}
