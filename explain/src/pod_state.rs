//! The state of a pod as it is shown.

use jobscope_core::api::PodPhase;
use jobscope_core::world::{CacheState, PodView};

/// The state of a pod as it is shown: one shape, one label, one colour each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PodState {
    Pending,
    Running,
    Ready,
    Succeeded,
    Failed,
    Terminating,
    Gone,
}

impl PodState {
    /// All of them in the order of a pod's life.
    pub const ALL: [Self; 7] =
        [Self::Succeeded, Self::Failed, Self::Ready, Self::Running, Self::Pending, Self::Terminating, Self::Gone];

    /// How a pod stands in the store.
    pub fn of(pod: &PodView) -> Self {
        if pod.cache == CacheState::GoneFromStore {
            return Self::Gone;
        }
        match pod.phase {
            PodPhase::Succeeded => Self::Succeeded,
            PodPhase::Failed => Self::Failed,
            _ if pod.deletion.is_some() => Self::Terminating,
            PodPhase::Running if pod.ready => Self::Ready,
            PodPhase::Running => Self::Running,
            PodPhase::Pending | PodPhase::Unknown => Self::Pending,
        }
    }

    /// Its name in classes and shapes.
    pub fn id(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Ready => "ready",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Terminating => "terminating",
            Self::Gone => "gone",
        }
    }

    /// The key of its label.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pending => "state-pending",
            Self::Running => "state-running",
            Self::Ready => "state-ready",
            Self::Succeeded => "state-succeeded",
            Self::Failed => "state-failed",
            Self::Terminating => "state-terminating",
            Self::Gone => "state-only-cached",
        }
    }
}
