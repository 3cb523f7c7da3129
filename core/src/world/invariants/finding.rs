//! Findings of broken promises, as values; the page makes the words. The checks are elsewhere.

use std::borrow::Cow;
use std::fmt::Display;

use thiserror::Error;

use crate::api::{JobConditionType, MetaTime, ObjectKey, Uid};

/// What is wrong, with its figures. It is displayed in English.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Finding {
    /// A cache differs from the store.
    #[error("the cache differs from the store")]
    CacheDiffers,
    /// Between two actions, a worker holds the key.
    #[error("a worker holds {key}")]
    KeyHeld {
        /// The key.
        key: ObjectKey,
    },
    /// The key waits in a queue twice.
    #[error("{key} is in the queue twice")]
    KeyTwice {
        /// The key.
        key: ObjectKey,
    },
    /// The time for which the key was delayed is over.
    #[error("{key} should be ready")]
    KeyOverdue {
        /// The key.
        key: ObjectKey,
    },
    /// A counter of the status is negative.
    #[error("a counter is {counter}")]
    Negative {
        /// Its value.
        counter: i32,
    },
    /// A Job has both conditions.
    #[error("Complete and Failed")]
    TwoEnds,
    /// A Job is Complete and has no completion time.
    #[error("Complete without a completion time")]
    CompleteWithoutTime,
    /// A Job has a completion time and is not Complete.
    #[error("a completion time, but not Complete")]
    TimeWithoutComplete,
    /// `uncountedTerminatedPods` has the UID twice.
    #[error("{uid} is listed twice")]
    ListedTwice {
        /// Of the pod.
        uid: Uid,
    },
    /// More pods are ready than active.
    #[error("{} ready, {active} active", pods_of(.ready))]
    ReadyBeyondActive {
        /// `status.ready`.
        ready: i32,
        /// `status.active`.
        active: i32,
    },
    /// Some index is in both lists.
    #[error("completed {completed}, failed {failed}")]
    IndexInBoth {
        /// `status.completedIndexes`.
        completed: String,
        /// `status.failedIndexes`.
        failed: String,
    },
    /// An end came without the condition that should have come before it.
    #[error("{} without {}", .end.as_str(), .announcement.as_str())]
    Unannounced {
        /// The condition of the end.
        end: JobConditionType,
        /// The condition that is missing.
        announcement: JobConditionType,
    },
    /// A Job that had ended has another end, or none.
    #[error("{} before, {} now", .before.as_str(), .now.map_or("unfinished", JobConditionType::as_str))]
    EndChanged {
        /// Its end as it was.
        before: JobConditionType,
        /// Its end now.
        now: Option<JobConditionType>,
    },
    /// `status.succeeded` fell.
    #[error("succeeded {before} before, {now} now")]
    SucceededFell {
        /// What it was.
        before: i32,
        /// What it is.
        now: i32,
    },
    /// `status.failed` fell.
    #[error("failed {before} before, {now} now")]
    FailedFell {
        /// What it was.
        before: i32,
        /// What it is.
        now: i32,
    },
    /// `status.startTime` changed, or was removed.
    #[error("started {before} before, {} now", .now.map_or_else(|| "none".to_owned(), |now| now.to_string()))]
    StartTimeChanged {
        /// What it was.
        before: MetaTime,
        /// What it is.
        now: Option<MetaTime>,
    },
    /// More pods were counted than the finalizer held.
    #[error("{} counted, {held} held", pods_of(.counted))]
    CountedUnheld {
        /// How many counts the sync added.
        counted: i64,
        /// How many pods it could count.
        held: usize,
    },
    /// Pods that had ended were released without being counted.
    #[error("{} released, {counted} counted", pods_of(.freed))]
    FreedUncounted {
        /// How many were released.
        freed: usize,
        /// How many counts the sync added.
        counted: i64,
    },
    /// A Job got the status of another one of its name.
    #[error("{job} got the status of {other}")]
    StatusOfAnother {
        /// The Job that is stored.
        job: Uid,
        /// The Job that the sync looked at.
        other: Uid,
    },
    /// `status.active` is not the number of active pods.
    #[error("active is {status}, but {} active", pods_are(.pods))]
    ActiveMiscounted {
        /// `status.active`.
        status: i32,
        /// How many pods are active.
        pods: usize,
    },
    /// More pods are active than `parallelism` allows.
    #[error("{} active, parallelism is {parallelism}", pods_of(.active))]
    BeyondParallelism {
        /// How many are active.
        active: usize,
        /// `spec.parallelism`.
        parallelism: i32,
    },
    /// A pod was started for an index that needs none.
    #[error("another pod for index {index}")]
    IndexTaken {
        /// The index.
        index: i64,
    },
    /// Pods of a suspended Job are active.
    #[error("{} active", pods_are(.pods))]
    StillActive {
        /// How many.
        pods: usize,
    },
    /// Pods were started for a Job that should get none.
    #[error("{} started", pods_of(.pods))]
    Started {
        /// How many.
        pods: usize,
    },
    /// More pods were started than there is left to do.
    #[error("{} started, {left} left to do", pods_of(.pods))]
    StartedBeyond {
        /// How many were started.
        pods: usize,
        /// How many would have been enough.
        left: i64,
    },
    /// The finalizer still holds pods of a Job that has ended.
    #[error("{} held by the finalizer", pods_are(.pods))]
    PodsHeld {
        /// How many.
        pods: usize,
    },
    /// Pods of a Job that has ended have not ended.
    #[error("{} not ended", pods_have(.pods))]
    NotEnded {
        /// How many.
        pods: usize,
    },
    /// An event reports an end that is not stored.
    #[error("{reason} was reported, but is not stored")]
    ToldUnstored {
        /// The event's reason.
        reason: Cow<'static, str>,
    },
}

/// A number of pods with what is said of one and of several, such as `1 pod is`.
fn number(pods: &dyn Display, one: &str, several: &str) -> String {
    match pods.to_string() {
        number if number == "1" => format!("1 {one}"),
        number => format!("{number} {several}"),
    }
}

fn pods_of(number_of_pods: &dyn Display) -> String {
    number(number_of_pods, "pod", "pods")
}

fn pods_are(number_of_pods: &dyn Display) -> String {
    number(number_of_pods, "pod is", "pods are")
}

fn pods_have(number_of_pods: &dyn Display) -> String {
    number(number_of_pods, "pod has", "pods have")
}

#[cfg(test)]
mod tests {
    use super::Finding;

    #[test]
    fn one_pod_and_several_are_counted_in_words() {
        for (finding, text) in [
            (Finding::StartedBeyond { pods: 1, left: 0 }, "1 pod started, 0 left to do"),
            (Finding::CountedUnheld { counted: 3, held: 0 }, "3 pods counted, 0 held"),
            (Finding::ActiveMiscounted { status: 0, pods: 1 }, "active is 0, but 1 pod is active"),
            (Finding::NotEnded { pods: 2 }, "2 pods have not ended"),
        ] {
            assert_eq!(finding.to_string(), text);
        }
    }
}
