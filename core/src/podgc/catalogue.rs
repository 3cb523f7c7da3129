//! The questions of the controller, by release.

use crate::api::Release;
use crate::trace::DecisionId as D;
use crate::trace::Function::{
    DiscoverDeletedNodes as Discover, Gc, GcOrphaned as Orphaned, GcTerminated as Terminated,
    GcUnscheduledTerminating as Unscheduled, MarkFailedAndDeletePod as Mark,
};
use crate::trace::{Question, ask, ask_last, at};

const V1_11: &[Question] = &[
    ask(
        Gc,
        D::TerminatedPodThresholdSet,
        &[at(Terminated, D::TerminatedPodsOverThreshold), at(Orphaned, D::OrphanedPods)],
    ),
    ask(Terminated, D::TerminatedPodsOverThreshold, &[at(Orphaned, D::OrphanedPods)]),
    ask(Orphaned, D::OrphanedPods, &[at(Unscheduled, D::UnscheduledTerminatingPods)]),
    ask_last(Unscheduled, D::UnscheduledTerminatingPods, &[]),
];

const V1_22: &[Question] = &[
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

/// With the gate `PodDisruptionConditions` off, which it has until v1.30, it is as in v1.22.
const V1_28: &[Question] = &[
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
pub fn catalogue(release: Release) -> &'static [Question] {
    match release {
        Release::V1_11 => V1_11,
        Release::V1_22 => V1_22,
        Release::V1_28 | Release::V1_36 => V1_28,
    }
}
