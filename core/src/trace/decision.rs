//! The questions of the controller, each a value that can answer for itself.
//!
//! A [`Decision`] holds its operands and computes its answer from them; the controller branches on
//! that answer, so what is shown and what was done cannot disagree. One question has one identity
//! ([`DecisionId`]) in all editions that ask it.

use serde::{Deserialize, Serialize};

use crate::api::{JobConditionType, RestartPolicy, StatusReason};

/// What a question was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Answer {
    /// It holds.
    Yes,
    /// It does not.
    No,
    /// It is a number, not a yes or no.
    Value(i64),
}

impl Answer {
    /// Whether the answer is [`Answer::Yes`].
    pub fn is_yes(self) -> bool {
        self == Self::Yes
    }
}

impl From<bool> for Answer {
    fn from(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }
}

/// An expectation record as a question sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct ExpectationRecord {
    /// Creations not seen yet.
    pub adds: i64,
    /// Deletions not seen yet.
    pub dels: i64,
    /// Milliseconds since the record was set.
    pub age_ms: i64,
}

/// `ExpectationsTimeout`: after this many milliseconds an unmet record no longer counts.
pub const EXPECTATIONS_TIMEOUT_MS: i64 = 5 * 60 * 1000;

/// A counter of the status beside its new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Change {
    /// What the status says.
    pub from: i32,
    /// What was counted now.
    pub to: i32,
}

impl Change {
    /// Whether the two differ.
    pub fn differs(self) -> bool {
        self.from != self.to
    }
}

macro_rules! decisions {
    ($($(#[$doc:meta])* $name:ident = $id:literal $({ $($(#[$field_doc:meta])* $field:ident : $type:ty),* $(,)? })?)*) => {
        /// A question with its operands.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "id", rename_all_fields = "camelCase")]
        #[cfg_attr(feature = "js", derive(tsify::Tsify))]
        pub enum Decision {
            $($(#[$doc])* #[serde(rename = $id)] $name $({ $($(#[$field_doc])* $field: $type),* })?,)*
        }

        /// A question without its operands: its identity across editions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "js", derive(tsify::Tsify))]
        pub enum DecisionId {
            $($(#[$doc])* #[serde(rename = $id)] $name,)*
        }

        impl DecisionId {
            /// Every question that any edition asks.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The stable name, such as `job-in-cache`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $id,)*
                }
            }
        }

        impl Decision {
            /// Which question it is.
            pub fn id(&self) -> DecisionId {
                match self {
                    $(Self::$name { .. } => DecisionId::$name,)*
                }
            }
        }
    };
}

decisions! {
    /// Does the key name a namespace and an object?
    KeyComplete = "key-complete" {
        /// The key has a namespace.
        namespace: bool,
        /// The key has a name.
        name: bool,
    }
    /// Is the Job in the informer's cache?
    JobInCache = "job-in-cache" {
        /// The lister found it.
        found: bool,
    }
    /// Is the Job Complete or Failed already?
    JobFinished = "job-finished" {
        /// The condition that ended it.
        condition: Option<JobConditionType>,
    }
    /// How often was the key put back with a growing delay?
    Requeues = "requeues" {
        /// `NumRequeues` of the rate limiter.
        count: u32,
    }
    /// Has the controller seen what it did itself?
    ExpectationsSatisfied = "expectations-satisfied" {
        /// The record; none means nothing is expected.
        record: Option<ExpectationRecord>,
    }
    /// Which pods are the Job's?
    PodsClaimed = "pods-claimed" {
        /// Pods that belong to it now.
        claimed: u32,
        /// Of these, adopted just now.
        adopted: u32,
        /// Pods let go just now, because their labels no longer match.
        released: u32,
    }
    /// How do its pods stand?
    PodsCounted = "pods-counted" {
        /// Neither ended nor being deleted.
        active: i32,
        /// In phase Succeeded.
        succeeded: i32,
        /// In phase Failed.
        failed: i32,
    }
    /// Is this the first look at the Job?
    StartTimeUnset = "start-time-unset" {
        /// `status.startTime` is not set.
        unset: bool,
        /// `spec.activeDeadlineSeconds`, for which a wake-up is set now.
        active_deadline_seconds: Option<i64>,
    }
    /// A new failure, and the key was requeued too often (v1.11)?
    ExceedsBackoffLimit = "exceeds-backoff-limit" {
        /// Failed pods now and in the status.
        failed: Change,
        /// Active pods.
        active: i32,
        /// `spec.parallelism`.
        parallelism: i32,
        /// Requeues before this sync.
        previous_retry: u32,
        /// `spec.backoffLimit`.
        backoff_limit: i32,
    }
    /// Did containers restart too often under restartPolicy `OnFailure`?
    PastBackoffLimitOnFailure = "past-backoff-limit-on-failure" {
        /// The template's restart policy.
        restart_policy: Option<RestartPolicy>,
        /// Restarts of all containers of the pods that count.
        restarts: i64,
        /// `spec.backoffLimit`.
        backoff_limit: i32,
    }
    /// Is the Job past its deadline?
    PastActiveDeadline = "past-active-deadline" {
        /// `spec.activeDeadlineSeconds`.
        active_deadline_seconds: Option<i64>,
        /// Milliseconds since the Job started, if it did.
        elapsed_ms: Option<i64>,
    }
    /// May this sync create or delete pods?
    ManageNeeded = "manage-needed" {
        /// Expectations were met when the sync began.
        expectations_satisfied: bool,
        /// The Job is being deleted.
        deleting: bool,
    }
    /// Are there more active pods than may run at once?
    TooManyActive = "too-many-active" {
        /// Active pods.
        active: i32,
        /// `spec.parallelism`.
        parallelism: i32,
    }
    /// Are there fewer active pods than may run at once?
    TooFewActive = "too-few-active" {
        /// Active pods.
        active: i32,
        /// `spec.parallelism`.
        parallelism: i32,
    }
    /// How many pods should be active?
    WantActive = "want-active" {
        /// `spec.completions`.
        completions: Option<i32>,
        /// Pods that succeeded.
        succeeded: i32,
        /// `spec.parallelism`.
        parallelism: i32,
        /// Active pods.
        active: i32,
    }
    /// Are more pods active than there is work left for?
    MoreActiveThanWanted = "more-active-than-wanted" {
        /// Pods that should be active.
        want: i32,
        /// Pods that are.
        active: i32,
    }
    /// Does a create that failed count as done all the same?
    CreateErrorTolerated = "create-error-tolerated" {
        /// How the API server refused.
        reason: StatusReason,
        /// The reason that this edition tolerates.
        tolerated: StatusReason,
    }
    /// Did the batch fail, so that the rest is skipped?
    SlowStartStops = "slow-start-stops" {
        /// Number of the batch, from 1.
        batch: u32,
        /// Creates of this batch that failed.
        errors: u32,
        /// Creates that are left.
        left: u32,
    }
    /// Have enough pods succeeded?
    CompletionsReached = "completions-reached" {
        /// `spec.completions`.
        completions: Option<i32>,
        /// Pods that succeeded.
        succeeded: i32,
        /// Active pods.
        active: i32,
    }
    /// Are pods still active although the work is done?
    TooManyActivePods = "too-many-active-pods" {
        /// Active pods.
        active: i32,
    }
    /// Did more pods succeed than were asked for?
    TooManySucceededPods = "too-many-succeeded-pods" {
        /// Pods that succeeded.
        succeeded: i32,
        /// `spec.completions`.
        completions: i32,
    }
    /// Did pods succeed since the last status, so that the retry count is forgotten?
    NewSuccesses = "new-successes" {
        /// Succeeded pods in the status and now.
        succeeded: Change,
    }
    /// Does the status need a write?
    StatusChanged = "status-changed" {
        /// Active pods.
        active: Change,
        /// Succeeded pods.
        succeeded: Change,
        /// Failed pods.
        failed: Change,
        /// Number of conditions.
        conditions: Change,
    }
    /// May the status be written once more after an error?
    StatusRetryLeft = "status-retry-left" {
        /// Attempts made.
        attempts: u32,
        /// Attempts allowed.
        limit: u32,
    }
    /// Did pods fail while the Job goes on, so that the next look is delayed?
    NewFailureUnfinished = "new-failure-unfinished" {
        /// Failed pods in the status before and now.
        failed: Change,
        /// The Job is finished.
        finished: bool,
    }
}

impl Decision {
    /// The answer, computed from the operands.
    pub fn answer(&self) -> Answer {
        match *self {
            Self::KeyComplete { namespace, name } => (namespace && name).into(),
            Self::JobInCache { found } => found.into(),
            Self::JobFinished { condition } => condition.is_some().into(),
            Self::Requeues { count } => Answer::Value(count.into()),
            Self::ExpectationsSatisfied { record } => {
                record.is_none_or(|r| (r.adds <= 0 && r.dels <= 0) || r.age_ms > EXPECTATIONS_TIMEOUT_MS).into()
            }
            Self::PodsClaimed { claimed, .. } => Answer::Value(claimed.into()),
            Self::PodsCounted { active, .. } => Answer::Value(active.into()),
            Self::StartTimeUnset { unset, .. } => unset.into(),
            Self::ExceedsBackoffLimit { failed, active, parallelism, previous_retry, backoff_limit } => {
                // int32(previousRetry)+1 > *job.Spec.BackoffLimit
                (failed.to > failed.from
                    && active != parallelism
                    && i64::from(previous_retry) + 1 > backoff_limit.into())
                .into()
            }
            Self::PastBackoffLimitOnFailure { restart_policy, restarts, backoff_limit } => {
                (restart_policy == Some(RestartPolicy::OnFailure) && restarts >= backoff_limit.into()).into()
            }
            Self::PastActiveDeadline { active_deadline_seconds, elapsed_ms } => {
                match (active_deadline_seconds, elapsed_ms) {
                    (Some(deadline), Some(elapsed)) => (elapsed >= deadline.saturating_mul(1000)).into(),
                    _ => Answer::No,
                }
            }
            Self::ManageNeeded { expectations_satisfied, deleting } => (expectations_satisfied && !deleting).into(),
            Self::TooManyActive { active, parallelism } => (active > parallelism).into(),
            Self::TooFewActive { active, parallelism } => (active < parallelism).into(),
            Self::WantActive { completions, succeeded, parallelism, active } => Answer::Value(
                match completions {
                    None if succeeded > 0 => active,
                    None => parallelism,
                    Some(completions) => completions.saturating_sub(succeeded).min(parallelism),
                }
                .into(),
            ),
            Self::MoreActiveThanWanted { want, active } => (want < active).into(),
            Self::CreateErrorTolerated { reason, tolerated } => (reason == tolerated).into(),
            Self::SlowStartStops { errors, left, .. } => (errors > 0 && left > 0).into(),
            Self::CompletionsReached { completions, succeeded, active } => match completions {
                None => (succeeded > 0 && active == 0).into(),
                Some(completions) => (succeeded >= completions).into(),
            },
            Self::TooManyActivePods { active } => (active > 0).into(),
            Self::TooManySucceededPods { succeeded, completions } => (succeeded > completions).into(),
            Self::NewSuccesses { succeeded } => (succeeded.from < succeeded.to).into(),
            Self::StatusChanged { active, succeeded, failed, conditions } => {
                (active.differs() || succeeded.differs() || failed.differs() || conditions.differs()).into()
            }
            Self::StatusRetryLeft { attempts, limit } => (attempts < limit).into(),
            Self::NewFailureUnfinished { failed, finished } => (failed.to > failed.from && !finished).into(),
        }
    }
}
