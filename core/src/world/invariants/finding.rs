//! Findings of broken promises, as values; the page makes the words. The checks are elsewhere.

use std::borrow::Cow;

use thiserror::Error;

use crate::api::{JobConditionType, MetaTime, ObjectKey, Uid};

/// What is wrong, with its figures. It is displayed in English.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Finding {
    /// A cache has not what the store has.
    #[error("the cache has something else than the store")]
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
    #[error("a completion time, not Complete")]
    TimeWithoutComplete,
    /// `uncountedTerminatedPods` has the UID twice.
    #[error("{uid} is listed twice")]
    ListedTwice {
        /// Of the pod.
        uid: Uid,
    },
    /// More pods are ready than active.
    #[error("{ready} pods ready, {active} active")]
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
    /// `status.startTime` is another one, or gone.
    #[error("started {before} before, {} now", .now.map_or_else(|| "none".to_owned(), |now| now.to_string()))]
    StartTimeChanged {
        /// What it was.
        before: MetaTime,
        /// What it is.
        now: Option<MetaTime>,
    },
    /// More pods were counted than the finalizer held.
    #[error("{counted} pods counted, {held} were held")]
    CountedUnheld {
        /// How many counts the sync added.
        counted: i64,
        /// How many pods it could count.
        held: usize,
    },
    /// Pods that had ended were let go without being counted.
    #[error("{freed} pods let go, {counted} counted")]
    FreedUncounted {
        /// How many were let go.
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
    #[error("active is {status}, {pods} are")]
    ActiveMiscounted {
        /// `status.active`.
        status: i32,
        /// How many pods are active.
        pods: usize,
    },
    /// More pods are active than `parallelism` allows.
    #[error("{active} pods active, {parallelism} may be")]
    BeyondParallelism {
        /// How many are active.
        active: usize,
        /// How many may be.
        parallelism: i32,
    },
    /// A pod was started for an index that needs none.
    #[error("another pod for index {index}")]
    IndexTaken {
        /// The index.
        index: i64,
    },
    /// Pods of a suspended Job are active.
    #[error("{pods} pods active")]
    StillActive {
        /// How many.
        pods: usize,
    },
    /// Pods were started for a Job that should get none.
    #[error("{pods} pods started")]
    Started {
        /// How many.
        pods: usize,
    },
    /// More pods were started than there is left to do.
    #[error("{pods} pods started, {left} left to do")]
    StartedBeyond {
        /// How many were started.
        pods: usize,
        /// How many would have been enough.
        left: i64,
    },
    /// The finalizer still holds pods of a Job that has ended.
    #[error("{pods} pods held")]
    PodsHeld {
        /// How many.
        pods: usize,
    },
    /// Pods of a Job that has ended have not ended.
    #[error("{pods} pods have not ended")]
    NotEnded {
        /// How many.
        pods: usize,
    },
    /// An event tells of an end that is not stored.
    #[error("{reason} was reported, and is not stored")]
    ToldUnstored {
        /// The event's reason.
        reason: Cow<'static, str>,
    },
}
