//! Objects of any kind, as commands print them.

use std::sync::Arc;

use serde_json::{Value, json};

use super::kind::Kind;
use crate::api::{Job, Labels, MetaTime, Pod, Release, labels_as_read};
use crate::apiserver::uid_from_name;
use crate::client::StoredEvent;
use crate::kubectl::print::{EVENT_SOURCE, OtherObject, stored_job, stored_pod};

/// The minor whose events name the controller as the API of events does.
const REPORTING: u8 = 27;

/// An object.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Object {
    Job(Arc<Job>),
    Pod(Arc<Pod>),
    Event(Box<StoredEvent>),
    /// A namespace, a node or a quota.
    Other(Box<OtherObject>),
}

impl Object {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Job(_) => Kind::Job,
            Self::Pod(_) => Kind::Pod,
            Self::Event(_) => Kind::Event,
            Self::Other(other) => Kind::of_other(&other.spec),
        }
    }

    pub(super) fn name(&self) -> String {
        match self {
            Self::Job(job) => job.metadata.name().to_owned(),
            Self::Pod(pod) => pod.metadata.name().to_owned(),
            Self::Event(event) => event.name(),
            Self::Other(other) => other.name.clone(),
        }
    }

    /// The namespace that it is in; empty outside of namespaces.
    pub(super) fn namespace(&self) -> String {
        match self {
            Self::Job(job) => job.metadata.key().split().0.to_owned(),
            Self::Pod(pod) => pod.metadata.key().split().0.to_owned(),
            Self::Event(event) => event.event.object.split().0.to_owned(),
            Self::Other(other) => other.namespace.as_ref().map_or(String::new(), ToString::to_string),
        }
    }

    /// `job.batch/pi`.
    pub(super) fn full_name(&self) -> String {
        format!("{}/{}", self.kind().prefix(), self.name())
    }

    pub(super) fn labels(&self) -> Option<&Labels> {
        match self {
            Self::Job(job) => Some(labels_as_read(job)),
            Self::Pod(pod) => Some(&pod.metadata.labels),
            Self::Event(_) => None,
            Self::Other(other) => Some(&other.labels),
        }
    }

    pub(super) fn label(&self, key: &str) -> Option<&str> {
        self.labels()?.get(key)
    }

    pub(super) fn annotations(&self) -> Option<&Labels> {
        match self {
            Self::Job(job) => Some(&job.metadata.annotations),
            Self::Pod(pod) => Some(&pod.metadata.annotations),
            Self::Event(_) | Self::Other(_) => None,
        }
    }

    /// All labels, as one text.
    pub(super) fn labels_text(&self) -> String {
        let labels = self.labels().into_iter().flat_map(Labels::iter);
        let all: Vec<_> = labels.map(|(key, value)| format!("{key}={value}")).collect();
        if all.is_empty() { "<none>".to_owned() } else { all.join(",") }
    }

    /// The object as the API server answers with it.
    pub(super) fn document(&self, release: Release) -> Value {
        match self {
            Self::Job(job) => stored_job(job, release),
            Self::Pod(pod) => typed("v1", "Pod", stored_pod(pod, release)),
            Self::Event(stored) => {
                let (namespace, name) = stored.event.object.split();
                let time = |time| json!(MetaTime::from(time));
                let reporting = if release.since(REPORTING) { EVENT_SOURCE } else { "" };
                let document = json!({
                    "metadata": {"name": stored.name(), "namespace": namespace, "creationTimestamp": time(stored.first),
                        "resourceVersion": stored.version(), "uid": uid_from_name(&stored.name()).as_str()},
                    "involvedObject": {"kind": "Job", "namespace": namespace, "name": name, "uid": stored.event.uid.as_str(),
                        "apiVersion": "batch/v1", "resourceVersion": stored.version()},
                    "reason": stored.event.reason,
                    "message": stored.message(),
                    "source": {"component": EVENT_SOURCE},
                    "firstTimestamp": time(stored.first),
                    "lastTimestamp": time(stored.last),
                    "count": stored.count,
                    "type": stored.event.r#type.as_str(),
                    "eventTime": null,
                    "reportingComponent": reporting,
                    "reportingInstance": "",
                });
                typed("v1", "Event", document)
            }
            Self::Other(other) => other.answer(release),
        }
    }
}

fn typed(version: &str, kind: &str, object: Value) -> Value {
    let mut document = json!({"apiVersion": version, "kind": kind});
    if let (Some(document), Value::Object(fields)) = (document.as_object_mut(), object) {
        document.extend(fields);
    }
    document
}
