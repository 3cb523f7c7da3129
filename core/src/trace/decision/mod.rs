//! The questions of the controller, each a value that can answer for itself.
//!
//! A [`Decision`] holds its operands and computes its answer from them; the controller branches on
//! that answer, so what is shown and what was done cannot disagree. One question has one identity
//! ([`DecisionId`]) in all releases that ask it.
//!
//! Here are the types of answers and operands; `list` has the questions.

mod figures;
mod list;
#[cfg(test)]
mod tests;

pub use list::{Decision, DecisionId};

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::api::Time;

/// What a question was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// `yes`, `no`, or the number.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yes => f.write_str("yes"),
            Self::No => f.write_str("no"),
            Self::Value(value) => value.fmt(f),
        }
    }
}

impl From<bool> for Answer {
    fn from(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }
}

impl From<i64> for Answer {
    fn from(value: i64) -> Self {
        Self::Value(value)
    }
}

impl From<i32> for Answer {
    fn from(value: i32) -> Self {
        Self::Value(value.into())
    }
}

impl From<u32> for Answer {
    fn from(value: u32) -> Self {
        Self::Value(value.into())
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

/// An optional counter of the status beside its new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct OptionalChange {
    /// What the status says.
    pub from: Option<i32>,
    /// What was counted now.
    pub to: Option<i32>,
}

impl OptionalChange {
    /// Whether the two differ; absent and 0 do.
    pub fn differs(self) -> bool {
        self.from != self.to
    }
}

/// A record of the pod back-off store: what delays the replacement of failed pods (v1.27 and later).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct BackoffRecord {
    /// Pods that failed since the last one that succeeded.
    pub failures_after_last_success: i32,
    /// When the last one failed.
    pub last_failure_time: Option<Time>,
}

/// `DefaultJobPodFailureBackOff`, in milliseconds: the delay after a first failure.
pub const DEFAULT_JOB_POD_FAILURE_BACK_OFF_MS: i64 = 10_000;
/// `MaxJobPodFailureBackOff`, in milliseconds.
pub const MAX_JOB_POD_FAILURE_BACK_OFF_MS: i64 = 600_000;

/// `getRemainingTimeForFailuresCount`: milliseconds for which `failures` failures, the last of them
/// `since_ms` ago, still delay a replacement; at most `cap_ms`.
pub fn remaining_backoff_ms(failures: i32, since_ms: Option<i64>, cap_ms: i64) -> i64 {
    let cap_ms = cap_ms.max(0);
    let (Some(since_ms), true) = (since_ms, failures != 0) else { return 0 };
    let mut delay = DEFAULT_JOB_POD_FAILURE_BACK_OFF_MS;
    for _ in 1..failures {
        delay *= 2;
        if delay >= cap_ms {
            delay = cap_ms;
            break;
        }
    }
    delay.saturating_sub(since_ms).max(0)
}
