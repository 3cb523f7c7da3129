//! How kubectl prints objects: tables, descriptions, events, YAML, as the release's own kubectl and API server put
//! them.
//!
//! A [`Printer`] is the release, the moment and the namespace; what it prints is a [`Printed`], whose lines can be
//! compared with those of an earlier moment.

mod columns;
mod container;
mod container_status;
mod describe;
mod describe_fields;
mod describe_pod;
mod environment;
mod events;
mod fields;
mod get;
mod go_sort;
mod human;
mod other_object;
mod pods;
mod print_pod;
mod printed;
mod probe;
mod qos;
mod stored_pod;
mod table;
mod template;
mod volume_sources;
mod volumes;
mod yaml;

pub(super) use columns::Columns;
pub(super) use events::{SOURCE as EVENT_SOURCE, heading as event_heading, row as event_row};
pub(super) use get::{heading as job_heading, job_row};
pub(super) use go_sort::sort_by as go_sort_by;
pub(super) use human::age;
pub use human::duration;
pub(super) use other_object::{OtherObject, OtherSpec};
pub(super) use pods::{HEADING as POD_HEADING, row as pod_row};
pub use printed::{Line, Printed};
pub(super) use stored_pod::{address as pod_address, answer as stored_pod};
pub(super) use yaml::{answer as stored_job, list as list_document};

use std::sync::Arc;

use crate::api::{Job, Namespace, Pod, Release, Time};
use crate::client::StoredEvent;

/// kubectl of a release, at a moment.
///
/// ```
/// use jobscope_core::api::{Job, Release, Time};
/// use jobscope_core::kubectl::Printer;
/// use serde_json::json;
///
/// let job: Job = serde_json::from_value(json!({"metadata": {"name": "pi"}, "spec": {"completions": 3, "template": {}}}))?;
/// let printer = Printer { release: Release::V1_28, now: Time::START, namespace: "default".into() };
/// assert_eq!(printer.jobs(&[&job], false).text(), "\
/// NAME   COMPLETIONS   DURATION   AGE
/// pi     0/3                      <unknown>");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printer {
    /// Whose kubectl.
    pub release: Release,
    /// When it runs: ages are counted until then.
    pub now: Time,
    /// Where it looks.
    pub namespace: Namespace,
}

impl Printer {
    /// `kubectl get jobs`, with `-o wide` if that is wanted.
    pub fn jobs(&self, jobs: &[&Job], wide: bool) -> Printed {
        get::jobs(self, jobs, wide)
    }

    /// `kubectl get pods`.
    pub fn pods(&self, pods: Vec<Arc<Pod>>) -> Printed {
        pods::pods(self, pods)
    }

    /// `kubectl get events`.
    pub fn events(&self, events: Vec<StoredEvent>) -> Printed {
        events::events(self, events)
    }

    /// `kubectl describe jobs`, with their events among `events`.
    pub fn described_jobs(&self, jobs: &[&Job], events: &[StoredEvent]) -> Printed {
        describe::jobs(self, jobs, events)
    }

    /// A Job as `kubectl describe` tells of it, with its events among those given.
    pub(super) fn described_job(&self, job: &Job, events: Option<&[StoredEvent]>) -> String {
        describe::job_text(self, job, events)
    }

    /// A pod as `kubectl describe` prints it.
    pub(super) fn described_pod(&self, pod: &Pod, with_events: bool) -> String {
        describe_pod::pod_text(self, pod, with_events)
    }

    /// An object of a kind that `kubectl describe` has no form for.
    pub(super) fn described_fields(&self, document: &serde_json::Value, with_events: bool) -> String {
        describe_fields::described(document, self.release, with_events)
    }

    /// `kubectl get jobs -o yaml`; a single Job as if it was asked for by its name.
    pub fn jobs_as_yaml(&self, jobs: &[&Job]) -> Printed {
        yaml::jobs(self.release, jobs)
    }
}
