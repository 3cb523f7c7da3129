//! The releases that can have stored an object, by its fields, labels, finalizers and conditions.

use serde::Serialize;

use crate::api::yaml::position;
use crate::api::{Release, ReleaseBound, ReleaseSign, TextObject, signs_in_job, signs_in_pod};

/// Something in a stored object that only some releases write.
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
    /// Which releases write it.
    pub bound: ReleaseBound,
}

impl std::fmt::Display for ReleaseEvidence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { path, bound, .. } = self;
        match bound {
            ReleaseBound::Since(minor) => write!(f, "{path} came with v1.{minor}"),
            ReleaseBound::Until(minor) => write!(f, "{path} is not written since v1.{}", minor + 1),
            ReleaseBound::Missing(minor) => write!(f, "{path} is missing, which every release since v1.{minor} writes"),
        }
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

/// Which releases the objects of a text come from, by what they have.
///
/// The objects of a cluster that was upgraded have signs of both releases. The latest release counts, so what was written
/// only before it says nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct ReleaseRange {
    /// Why no earlier release can have stored them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<ReleaseEvidence>,
    /// Why a later release would have stored them differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<ReleaseEvidence>,
    /// The newest simulated release in between, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggested: Option<Release>,
    /// The same in English.
    pub sentence: String,
}

impl ReleaseRange {
    pub(super) fn new(evidence: &[ReleaseEvidence]) -> Self {
        let since = evidence.iter().filter(|found| found.bound.since().is_some());
        let since = since.max_by_key(|found| found.bound.since());
        let first = since.and_then(|found| found.bound.since());
        let until = evidence.iter().filter(|found| found.bound.until().is_some_and(|last| Some(last) >= first));
        let until = until.min_by_key(|found| found.bound.until());
        let last = until.and_then(|found| found.bound.until());
        let wrote = match (first, last) {
            (None, None) => "any release can have written this".to_owned(),
            (Some(first), None) => format!("v1.{first} or a later release wrote this"),
            (None, Some(last)) => format!("v1.{last} or an earlier release wrote this"),
            (Some(first), Some(last)) if first == last => format!("v1.{first} wrote this"),
            (Some(first), Some(last)) => format!("a release from v1.{first} to v1.{last} wrote this"),
        };
        let reasons: Vec<_> = since.into_iter().chain(until).map(ToString::to_string).collect();
        let colon = if reasons.is_empty() { "" } else { ": " };
        let sentence = format!("{wrote}{colon}{}", reasons.join(", and "));
        let mut range = Self { since: since.cloned(), until: until.cloned(), suggested: None, sentence };
        range.suggested = Release::newest_known_first().find(|release| range.has(*release));
        range
    }

    /// Whether the release lies within.
    pub fn has(&self, release: Release) -> bool {
        self.since.iter().chain(&self.until).all(|found| found.bound.holds(release))
    }

    /// What says that the objects come from an earlier release than this one.
    pub fn earlier_than(&self, release: Release) -> Option<EarlierRelease> {
        let evidence = self.until.as_ref().filter(|found| !found.bound.holds(release))?;
        Some(EarlierRelease { evidence: evidence.clone(), suggested: self.suggested })
    }
}

/// Objects that come from an earlier release than the one under which they are opened. They open there all the same,
/// as they are kept when a cluster is upgraded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierRelease {
    /// What says so.
    pub evidence: ReleaseEvidence,
    /// The simulated release that is nearest to them, if one is as early.
    pub suggested: Option<Release>,
}

impl EarlierRelease {
    /// The last minor release that writes objects like that, such as `v1.26`.
    pub fn until(&self) -> String {
        format!("v1.{}", self.evidence.bound.until().unwrap_or_default())
    }
}

impl std::fmt::Display for EarlierRelease {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} or an earlier release wrote this: {}", self.until(), self.evidence)
    }
}

/// What in a stored Job only some releases write.
pub(super) fn of_job(object: &TextObject) -> Vec<ReleaseEvidence> {
    found(object, signs_in_job(&object.node))
}

/// The same for a pod of a Job.
pub(super) fn of_pod(object: &TextObject) -> Vec<ReleaseEvidence> {
    found(object, signs_in_pod(&object.node))
}

fn found(object: &TextObject, signs: Vec<ReleaseSign>) -> Vec<ReleaseEvidence> {
    let evidence = |ReleaseSign { path, bound }: ReleaseSign| {
        let at = position(&object.node, &path);
        let dot = if object.path.is_empty() { "" } else { "." };
        ReleaseEvidence { line: at.line, column: at.column, path: format!("{}{dot}{path}", object.path), bound }
    };
    signs.into_iter().map(evidence).collect()
}
