//! Why an action is not possible, in words.

use jobscope_core::manager::OptionsError;
use jobscope_core::world::{ActionError, PodObstacle};

use crate::{Words, args};

/// Why an action is not possible; `None` for what Kubernetes says itself, in English.
pub fn refusal(words: &Words, error: &ActionError) -> Option<String> {
    Some(match error {
        ActionError::Refused { .. } | ActionError::BadOptions { error: OptionsError::UnknownController { .. } } => {
            return None;
        }
        ActionError::QueueEmpty => words.t("refusal-queue-empty"),
        ActionError::NoFreeWorker { workers } => words.f("refusal-no-free-worker", &args!(workers = *workers)),
        ActionError::NoSuchSync { key } => words.f("refusal-no-such-sync", &args!(key = key.to_string())),
        ActionError::NothingToDeliver => words.t("refusal-nothing-to-deliver"),
        ActionError::AlreadyHeld { resource } => {
            words.f("refusal-already-held", &args!(resource = resource.resource()))
        }
        ActionError::NotHeld { resource } => words.f("refusal-not-held", &args!(resource = resource.resource())),
        ActionError::FewerWrites { writes } => words.f("refusal-fewer-writes", &args!(writes = *writes)),
        ActionError::NoSuchPod => words.t("refusal-no-such-pod"),
        ActionError::PodNotReady { pod, why } => {
            words.f("refusal-pod-not-ready", &args!(pod = pod.to_string(), why = obstacle(words, *why)))
        }
        ActionError::BadTime { max_ms } => words.f("refusal-bad-time", &args!(ms = max_ms.to_string())),
        ActionError::NothingToCollect => words.t("refusal-nothing-to-collect"),
        ActionError::AlreadyDeleting => words.t("refusal-already-deleting"),
        ActionError::BadOptions { error: OptionsError::TooManyControllers { max } } => {
            words.f("refusal-too-many-controllers", &args!(max = *max))
        }
        ActionError::BadOptions { error: OptionsError::BadInterval { max_ms } } => {
            words.f("refusal-bad-interval", &args!(ms = max_ms.to_string()))
        }
        ActionError::ManagerRuns => words.t("refusal-manager-runs"),
        ActionError::ManagerAsleep { until } => words.f("refusal-manager-asleep", &args!(until = until.to_string())),
        ActionError::ControllerNotRunning { .. } => words.t("refusal-controller-not-running"),
        ActionError::NotWatching { resource } => {
            words.f("refusal-not-watching", &args!(resource = resource.resource()))
        }
        ActionError::NoBookmarks => words.t("refusal-no-bookmarks"),
        ActionError::EventsBeforeBookmark => words.t("refusal-events-before-bookmark"),
        ActionError::NotDue { at } => words.f("refusal-not-due", &args!(at = at.to_string())),
        ActionError::TooManyFaults { most } => words.f("refusal-too-many-faults", &args!(most = *most)),
        ActionError::NoSuchFault { fault } => words.f("refusal-no-such-fault", &args!(fault = *fault)),
        ActionError::TooManyRules { most } => words.f("refusal-too-many-rules", &args!(most = *most)),
        ActionError::TooManyBranches { most } => words.f("refusal-too-many-branches", &args!(most = *most)),
    })
}

fn obstacle(words: &Words, why: PodObstacle) -> String {
    words.t(match why {
        PodObstacle::NotDeleting => "obstacle-not-deleting",
        PodObstacle::NotPending => "obstacle-not-pending",
        PodObstacle::HasNode => "obstacle-has-node",
        PodObstacle::NoRunningContainer => "obstacle-no-running-container",
    })
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{Name, ObjectKey, StatusError, StatusReason, Time};
    use jobscope_core::manager::Simulated;
    use jobscope_core::trace::Kind;

    use super::*;
    use crate::Locale;

    #[test]
    fn the_english_words_are_those_of_the_engine() {
        let words = Words::new(Locale::En);
        let (pod, until) = (Name::from("pi-x"), Time::START);
        let obstacles =
            [PodObstacle::NotDeleting, PodObstacle::NotPending, PodObstacle::HasNode, PodObstacle::NoRunningContainer];
        let obstacles = obstacles.map(|why| ActionError::PodNotReady { pod: pod.clone(), why });
        let others = [
            ActionError::QueueEmpty,
            ActionError::NoFreeWorker { workers: 5 },
            ActionError::NoSuchSync { key: ObjectKey::from("default/pi") },
            ActionError::NothingToDeliver,
            ActionError::AlreadyHeld { resource: Kind::Pod },
            ActionError::NotHeld { resource: Kind::Job },
            ActionError::FewerWrites { writes: 2 },
            ActionError::NoSuchPod,
            ActionError::BadTime { max_ms: 86_400_000 },
            ActionError::NothingToCollect,
            ActionError::AlreadyDeleting,
            ActionError::BadOptions { error: OptionsError::TooManyControllers { max: 8 } },
            ActionError::BadOptions { error: OptionsError::BadInterval { max_ms: 60_000 } },
            ActionError::ManagerRuns,
            ActionError::ManagerAsleep { until },
            ActionError::ControllerNotRunning { simulated: Simulated::Job },
            ActionError::NotWatching { resource: Kind::Pod },
            ActionError::NoBookmarks,
            ActionError::EventsBeforeBookmark,
            ActionError::NotDue { at: until },
            ActionError::TooManyFaults { most: 100 },
            ActionError::NoSuchFault { fault: 3 },
            ActionError::TooManyRules { most: 100 },
            ActionError::TooManyBranches { most: 64 },
        ];
        for error in obstacles.into_iter().chain(others) {
            assert_eq!(refusal(&words, &error), Some(error.to_string()));
        }
        let error = StatusError::new(StatusReason::Conflict, "the object has been modified");
        assert_eq!(refusal(&words, &ActionError::Refused { error }), None);
    }

    #[test]
    fn the_reason_is_in_the_same_language() {
        let error = ActionError::PodNotReady { pod: Name::from("pi-x"), why: PodObstacle::NotPending };
        let said = refusal(&Words::new(Locale::ZhCn), &error).unwrap_or_default();
        assert_eq!(said, "Pod pi-x 现在不能这样做：它不是 Pending");
    }
}
