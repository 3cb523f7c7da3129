//! The state of a pod as it is shown: one shape, one label, one colour each.

use jobscope_core::api::PodPhase;
use jobscope_core::world::{CacheState, PodView};
use yew::AttrValue;

use crate::words::{Words, args};

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PodState {
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
    pub(crate) const ALL: [Self; 7] =
        [Self::Succeeded, Self::Failed, Self::Ready, Self::Running, Self::Pending, Self::Terminating, Self::Gone];

    /// How a pod stands in the store.
    pub(crate) fn of(pod: &PodView) -> Self {
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
    pub(crate) fn id(self) -> &'static str {
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
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Pending => "state-pending",
            Self::Running => "state-running",
            Self::Ready => "state-ready",
            Self::Succeeded => "state-succeeded",
            Self::Failed => "state-failed",
            Self::Terminating => "state-terminating",
            Self::Gone => "state-gone",
        }
    }
}

/// The label of a pod's tile: its state, or what is more telling.
pub(crate) fn label(words: &Words, pod: &PodView) -> AttrValue {
    match (PodState::of(pod), pod.cache) {
        (_, CacheState::NotSeen) => words.t("not-seen"),
        (PodState::Gone, _) => words.t("gone-still-seen"),
        (PodState::Failed, _) => match (pod.exit_code, pod.reason.as_str()) {
            (Some(code), _) => words.f("exit-code", &args!(code = code)),
            (None, "") => words.t("state-failed"),
            (None, reason) => reason.to_owned().into(),
        },
        (state, _) => words.t(state.word()),
    }
}

/// What there is to know about a pod, as one sentence.
pub(crate) fn described(words: &Words, pod: &PodView) -> AttrValue {
    let seen = match pod.cache {
        CacheState::InStep => AttrValue::Static(""),
        CacheState::NotSeen => words.t("pod-not-seen"),
        CacheState::Behind => match pod.cached_phase {
            Some(phase) => words.f("pod-seen-as", &args!(phase = phase.as_str())),
            None => words.t("pod-behind"),
        },
        CacheState::GoneFromStore => words.t("pod-gone"),
    };
    let state = words.t(PodState::of(pod).word());
    let said = words.f("pod-described", &args!(n = pod.ordinal, name = pod.name.as_str(), state = state.to_string()));
    let mut said = said.to_string();
    if let Some(code) = pod.exit_code {
        said.push_str(&words.t("gap"));
        said.push_str(&words.f("pod-exit-code", &args!(code = code)));
    }
    if pod.restarts > 0 {
        said.push_str(&words.t("gap"));
        said.push_str(&words.f("pod-restarts", &args!(n = pod.restarts)));
    }
    if !seen.is_empty() {
        said.push_str(&words.t("gap"));
        said.push_str(&seen);
    }
    said.into()
}
