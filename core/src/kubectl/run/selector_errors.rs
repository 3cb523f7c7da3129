//! The API server's errors about selectors.

use super::flags::Flags;
use super::kind::{Kind, Other};
use super::resource::Named;
use super::select::Selector;
use crate::api::{StatusError, StatusReason};
use crate::kubectl::CommandError;

/// The `BadRequest` error of a selector that the server cannot use, for the reason `why`.
pub(super) fn unselectable(named: &[Named], flags: &Flags, why: &str) -> CommandError {
    let kind = named.first().map_or(Kind::Job, |one| one.kind);
    let version = match kind {
        Kind::Job => "batch/v1",
        Kind::Pod | Kind::Event | Kind::Other(Other { version: "v1", .. }) => "/v1",
        Kind::Other(other) => other.version,
    };
    let resource = format!("{version}, Resource={}", kind.plural());
    let given = |flag: &str| flags.value(flag).unwrap_or_default();
    let (labels, fields) = (given("selector"), given("field-selector"));
    let message =
        format!("Unable to find {resource:?} that match label selector {labels:?}, field selector {fields:?}: {why}");
    CommandError::Server(String::new(), StatusError::new(StatusReason::BadRequest, message))
}

/// Refuses fields that the server cannot select by. Of Jobs it knows the name, the namespace and `status.successful`.
pub(super) fn check_fields(selector: &Selector, flags: &Flags, named: &[Named]) -> Result<(), CommandError> {
    const OF_JOBS: &[&str] = &["metadata.name", "metadata.namespace", "status.successful"];
    const OF_PODS: &[&str] = &[
        "metadata.name",
        "metadata.namespace",
        "spec.nodeName",
        "spec.restartPolicy",
        "spec.schedulerName",
        "spec.serviceAccountName",
        "status.phase",
        "status.podIP",
    ];
    const OF_EVENTS: &[&str] = &[
        "metadata.name",
        "metadata.namespace",
        "involvedObject.kind",
        "involvedObject.namespace",
        "involvedObject.name",
        "involvedObject.uid",
        "involvedObject.apiVersion",
        "involvedObject.resourceVersion",
        "involvedObject.fieldPath",
        "reason",
        "reportingComponent",
        "source",
        "type",
    ];
    const OF_NAMESPACES: &[&str] = &["metadata.name", "status.phase"];
    const OF_NODES: &[&str] = &["metadata.name", "spec.unschedulable"];
    for one in named {
        let known = match one.kind {
            Kind::Job => OF_JOBS,
            Kind::Pod => OF_PODS,
            Kind::Event => OF_EVENTS,
            Kind::Other(other) => match other.plural {
                "namespaces" => OF_NAMESPACES,
                "nodes" => OF_NODES,
                _ => continue,
            },
        };
        if let Some(key) = selector.keys().find(|key| !known.contains(key)) {
            let why = match one.kind {
                Kind::Job => format!("field label {key:?} not supported for Job"),
                _ => format!("field label not supported: {key}"),
            };
            return Err(unselectable(named, flags, &why));
        }
    }
    Ok(())
}
