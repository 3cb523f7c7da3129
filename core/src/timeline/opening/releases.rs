//! The releases that can have stored an object, by its fields, labels, finalizers and conditions.

use serde::Serialize;

use crate::api::yaml::position;
use crate::api::{NewerField, Release, TextObject, newer_job_fields, newer_pod_fields};

/// Something in a stored object that came with a minor release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct ReleaseEvidence {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Where it is, such as `status.ready` or `metadata.finalizers[batch.kubernetes.io/job-tracking]`.
    pub path: String,
    /// The minor release that brought it, such as 24.
    pub since: u8,
}

impl std::fmt::Display for ReleaseEvidence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} came with v1.{}", self.path, self.since)
    }
}

/// A release that cannot have stored the objects of a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{release} cannot have stored this: {}{}", evidence.first().map(ToString::to_string).unwrap_or_default(), others(evidence.len()))]
pub struct UnfitRelease {
    /// The release.
    pub release: Release,
    /// What came later, the latest first; at least one.
    pub evidence: Vec<ReleaseEvidence>,
}

fn others(all: usize) -> String {
    match all.saturating_sub(1) {
        0 => String::new(),
        others => format!(", and {others} more"),
    }
}

/// What came with which minor release, in a stored Job.
pub(super) fn of_job(object: &TextObject) -> Vec<ReleaseEvidence> {
    found(object, newer_job_fields(&object.node))
}

/// The same for a pod of a Job.
pub(super) fn of_pod(object: &TextObject) -> Vec<ReleaseEvidence> {
    found(object, newer_pod_fields(&object.node))
}

fn found(object: &TextObject, fields: Vec<NewerField>) -> Vec<ReleaseEvidence> {
    let evidence = |NewerField { path, since }: NewerField| {
        let at = position(&object.node, &path);
        let dot = if object.path.is_empty() { "" } else { "." };
        ReleaseEvidence { line: at.line, column: at.column, path: format!("{}{dot}{path}", object.path), since }
    };
    fields.into_iter().map(evidence).collect()
}
