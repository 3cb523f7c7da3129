//! The questions of the controller, by release.

use super::has_quarantine;
use crate::api::{FeatureGate, Release};
use crate::trace::DecisionId as D;
use crate::trace::Function::{
    DiscoverDeletedNodes as Discover, Gc, GcOrphaned as Orphaned, GcTerminated as Terminated,
    GcUnscheduledTerminating as Unscheduled, MarkFailedAndDeletePod as Mark,
};
use crate::trace::{Question, ask, ask_last, at};

const ORIGINAL: &[Question] = &[
    ask(
        Gc,
        D::TerminatedPodThresholdSet,
        &[at(Terminated, D::TerminatedPodsOverThreshold), at(Orphaned, D::OrphanedPods)],
    ),
    ask(Terminated, D::TerminatedPodsOverThreshold, &[at(Orphaned, D::OrphanedPods)]),
    ask(Orphaned, D::OrphanedPods, &[at(Unscheduled, D::UnscheduledTerminatingPods)]),
    ask_last(Unscheduled, D::UnscheduledTerminatingPods, &[]),
];

const WITH_QUARANTINE: &[Question] = &[
    ask(
        Gc,
        D::TerminatedPodThresholdSet,
        &[at(Terminated, D::TerminatedPodsOverThreshold), at(Orphaned, D::PodsOnUnknownNodes)],
    ),
    ask(Terminated, D::TerminatedPodsOverThreshold, &[at(Orphaned, D::PodsOnUnknownNodes)]),
    ask(Orphaned, D::PodsOnUnknownNodes, &[at(Discover, D::NodeDeleted), at(Orphaned, D::OrphanedPods)]),
    ask(Discover, D::NodeDeleted, &[at(Discover, D::NodeDeleted), at(Orphaned, D::OrphanedPods)]),
    ask(Orphaned, D::OrphanedPods, &[at(Unscheduled, D::UnscheduledTerminatingPods)]),
    ask_last(Unscheduled, D::UnscheduledTerminatingPods, &[]),
];

/// With the gate `PodDisruptionConditions` off, which it has until v1.30, no pod is marked.
const WITH_DISRUPTION_TARGET: &[Question] = &[
    ask(
        Gc,
        D::TerminatedPodThresholdSet,
        &[at(Terminated, D::TerminatedPodsOverThreshold), at(Orphaned, D::PodsOnUnknownNodes)],
    ),
    ask(Terminated, D::TerminatedPodsOverThreshold, &[at(Mark, D::PodEnded), at(Orphaned, D::PodsOnUnknownNodes)]),
    ask(Orphaned, D::PodsOnUnknownNodes, &[at(Discover, D::NodeDeleted), at(Orphaned, D::OrphanedPods)]),
    ask(Discover, D::NodeDeleted, &[at(Discover, D::NodeDeleted), at(Orphaned, D::OrphanedPods)]),
    ask(Orphaned, D::OrphanedPods, &[at(Mark, D::PodEnded), at(Unscheduled, D::UnscheduledTerminatingPods)]),
    ask_last(Unscheduled, D::UnscheduledTerminatingPods, &[at(Mark, D::PodEnded)]),
    // Asked for each pod that is to go, whyever it is.
    ask_last(
        Mark,
        D::PodEnded,
        &[at(Mark, D::PodEnded), at(Orphaned, D::PodsOnUnknownNodes), at(Unscheduled, D::UnscheduledTerminatingPods)],
    ),
];

/// Which questions the controller of that release asks, and what can follow each.
pub(crate) fn catalogue(release: Release) -> &'static [Question] {
    if FeatureGate::PodDisruptionConditions.stage_in(release).is_some() {
        WITH_DISRUPTION_TARGET
    } else if has_quarantine(release) {
        WITH_QUARANTINE
    } else {
        ORIGINAL
    }
}
