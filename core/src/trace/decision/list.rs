//! The questions of all releases. Each is one row: its operands, its answer, what is printed beside it, whether it is quiet,
//! whether it settles the sync.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::Answer::{self, No, Value, Yes};
use super::figures::{
    ABSENT, Maybe, Seconds, all, at_least_zero, caught_up, expected, flags, found, named, newly_failed,
    not_parallelism, on, optional, sign, status_name, suspended_now, there,
};
use super::{Change, EXPECTATIONS_TIMEOUT_MS, ExpectationRecord, OptionalChange, remaining_backoff_ms};
use crate::api::{
    CompletionMode, ConditionStatus, JobConditionType, PodPhase, PodReplacementPolicy, ResourceVersion, RestartPolicy,
    StatusReason,
};

/// A row is a question's type and, after the arrow, expressions over its operands:
///
/// - `answer`: a condition, or a number;
/// - `expression`: the operands as figures;
/// - `quiet`: the answers that changed nothing, as a pattern; without it there are none;
/// - `settles`: the answers that settle what the sync does, likewise.
macro_rules! decisions {
    ($($(#[$doc:meta])* $name:ident = $id:literal { $($(#[$field_doc:meta])* $field:ident : $type:ty),* $(,)? } => {
        answer: $answer:expr,
        expression: $expression:expr,
        $(quiet: $quiet:pat $(if $quiet_if:expr)?,)?
        $(settles: $settles:pat $(if $settles_if:expr)?,)?
    })*) => {
        /// A question with its operands.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "id", rename_all_fields = "camelCase")]
        #[cfg_attr(feature = "js", derive(tsify::Tsify))]
        pub enum Decision {
            $($(#[$doc])* #[serde(rename = $id)] $name { $($(#[$field_doc])* $field: $type),* },)*
        }

        /// A question without its operands: its identity across releases.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[cfg_attr(feature = "js", derive(tsify::Tsify))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum DecisionId {
            $($(#[$doc])* #[serde(rename = $id)] $name,)*
        }

        impl DecisionId {
            /// Every question that any release asks.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Their names.
            const NAMES: &[&str] = &[$($id),*];

            /// The stable name, such as `job-in-cache`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $id,)*
                }
            }
        }

        // By a table, which is much smaller in WebAssembly than what serde derives.
        impl<'de> Deserialize<'de> for DecisionId {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = String::deserialize(deserializer)?;
                let known = Self::ALL.iter().find(|id| id.name() == name);
                known.copied().ok_or_else(|| D::Error::unknown_variant(&name, Self::NAMES))
            }
        }

        #[expect(unused_variables, reason = "a column takes of the operands what it needs")]
        impl Decision {
            /// Which question it is.
            pub fn id(&self) -> DecisionId {
                match self {
                    $(Self::$name { .. } => DecisionId::$name,)*
                }
            }

            /// The answer, computed from the operands.
            pub fn answer(&self) -> Answer {
                match *self {
                    $(Self::$name { $($field),* } => Answer::from($answer),)*
                }
            }

            /// The operands as one line of figures and Kubernetes' own words, such as `2 < 3`, the same in every language.
            ///
            /// The signs tell what is asked: a test is true exactly when the answer is yes, and a computed value equals the
            /// answer. Of tests that are asked one after the other, those stand here that were asked. What is absent shows
            /// as `–`.
            pub fn expression(&self) -> String {
                match *self {
                    $(Self::$name { $($field),* } => $expression,)*
                }
            }

            /// Whether the answer is the usual one, which changed nothing.
            pub fn is_quiet(&self) -> bool {
                let answer = self.answer();
                match *self {
                    $(Self::$name { $($field),* } => false $(|| matches!(answer, $quiet $(if $quiet_if)?))?,)*
                }
            }

            /// Whether the answer settles what the sync does.
            pub fn settles(&self) -> bool {
                let answer = self.answer();
                match *self {
                    $(Self::$name { $($field),* } => false $(|| matches!(answer, $settles $(if $settles_if)?))?,)*
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
    } => {
        answer: namespace && name,
        expression: format!("{}/{}", sign(namespace, "namespace", ABSENT), sign(name, "name", ABSENT)),
        quiet: Yes,
        settles: No,
    }
    /// Is the Job in the informer's cache?
    JobInCache = "job-in-cache" {
        /// The lister found it.
        found: bool,
    } => {
        answer: found,
        expression: format!("cache {}", there(found)),
        quiet: Yes,
        settles: No,
    }
    /// Do the caches contain what the controller itself wrote for the Job?
    CachesCaughtUp = "caches-caught-up" {
        /// The highest version of the Job that the controller wrote and has not waited for yet.
        jobs_written: Option<ResourceVersion>,
        /// How far the cache of Jobs has come.
        jobs_synced: ResourceVersion,
        /// The same of the Job's pods.
        pods_written: Option<ResourceVersion>,
        /// How far the cache of pods has come.
        pods_synced: ResourceVersion,
    } => {
        answer: jobs_written.is_none_or(|written| written <= jobs_synced)
            && pods_written.is_none_or(|written| written <= pods_synced),
        expression: all(&[caught_up("jobs", jobs_written, jobs_synced), caught_up("pods", pods_written, pods_synced)]),
        quiet: Yes,
        settles: No,
    }
    /// Does another controller manage the Job?
    ManagedExternally = "managed-externally" {
        /// `spec.managedBy` names one that is not `kubernetes.io/job-controller`.
        managed: bool,
    } => {
        answer: managed,
        expression: format!("managedBy {}", there(managed)),
        quiet: No,
        settles: Yes,
    }
    /// Is the Job Complete or Failed already?
    JobFinished = "job-finished" {
        /// The condition that ended it.
        condition: Option<JobConditionType>,
    } => {
        answer: condition.is_some(),
        expression: named(condition),
        quiet: No,
        settles: Yes,
    }
    /// Did this process write the Job's end, and does its cache not show it yet?
    FinishWritten = "finish-written" {
        /// `finishedJobExpectations` has the Job's UID.
        written: bool,
    } => {
        answer: written,
        expression: format!("uid {}", there(written)),
        quiet: No,
        settles: Yes,
    }
    /// How often was the key requeued with a growing delay?
    Requeues = "requeues" {
        /// `NumRequeues` of the rate limiter.
        count: u32,
    } => {
        answer: count,
        expression: format!("NumRequeues {count}"),
        quiet: Value(0),
    }
    /// Are the expectations satisfied?
    ExpectationsSatisfied = "expectations-satisfied" {
        /// The record; none means nothing is expected.
        record: Option<ExpectationRecord>,
    } => {
        answer: record.is_none_or(|r| (r.adds <= 0 && r.dels <= 0) || r.age_ms > EXPECTATIONS_TIMEOUT_MS),
        expression: record.map_or_else(|| ABSENT.to_owned(), expected),
        quiet: _ if record.is_none_or(|r| r.adds == 0 && r.dels == 0),
    }
    /// Which pods does the Job own?
    PodsClaimed = "pods-claimed" {
        /// Pods that belong to it now.
        claimed: u32,
        /// Of these, adopted just now.
        adopted: u32,
        /// Pods let go just now, because their labels no longer match.
        released: u32,
    } => {
        answer: claimed,
        expression: {
            let adopted = if adopted > 0 { format!(" · adopted {adopted}") } else { String::new() };
            let released = if released > 0 { format!(" · released {released}") } else { String::new() };
            format!("claimed {claimed}{adopted}{released}")
        },
        quiet: _ if adopted == 0 && released == 0,
    }
    /// How many of its pods are active, succeeded and failed?
    PodsCounted = "pods-counted" {
        /// Neither ended nor being deleted.
        active: i32,
        /// In phase Succeeded.
        succeeded: i32,
        /// In phase Failed.
        failed: i32,
        /// Of the active ones, ready; `None` where the release does not count them.
        ready: Option<i32>,
        /// Being deleted and not ended; `None` where the release does not count them.
        terminating: Option<i32>,
    } => {
        answer: active,
        expression: {
            let ready = ready.map_or_else(String::new, |ready| format!(" · ready {ready}"));
            let terminating = terminating.map_or_else(String::new, |number| format!(" · terminating {number}"));
            format!("active {active} · succeeded {succeeded} · failed {failed}{ready}{terminating}")
        },
    }
    /// Is `status.startTime` still missing?
    StartTimeUnset = "start-time-unset" {
        /// `status.startTime` is not set.
        unset: bool,
        /// `spec.activeDeadlineSeconds`, for which a wake-up is set now.
        active_deadline_seconds: Option<i64>,
        /// The Job is suspended: its time has not begun.
        suspended: bool,
    } => {
        answer: unset && !suspended,
        expression: match active_deadline_seconds {
            _ if suspended => "suspend ✓".to_owned(),
            Some(deadline) => format!("startTime {ABSENT} · activeDeadlineSeconds {deadline}"),
            None => format!("startTime {}", sign(unset, ABSENT, "✓")),
        },
        quiet: No,
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
    } => {
        // int32(previousRetry)+1 > *job.Spec.BackoffLimit
        answer: failed.to > failed.from
            && active != parallelism
            && i64::from(previous_retry) + 1 > backoff_limit.into(),
        expression: all(&[
            newly_failed(failed),
            not_parallelism(active, parallelism),
            (
                format!("NumRequeues {previous_retry} + 1 > {backoff_limit}"),
                i64::from(previous_retry) + 1 > backoff_limit.into(),
            ),
        ]),
        quiet: No if failed.to <= failed.from,
        settles: Yes,
    }
    /// A new failure, and more failed pods than `backoffLimit` (v1.22)?
    NewFailuresExceedBackoffLimit = "new-failures-exceed-backoff-limit" {
        /// Failed pods now and in the status.
        failed: Change,
        /// Active pods. When the failed ones are already replaced, the Job continues until the next failure.
        active: i32,
        /// `spec.parallelism`.
        parallelism: i32,
        /// `spec.backoffLimit`.
        backoff_limit: i32,
    } => {
        answer: failed.to > failed.from && active != parallelism && failed.to > backoff_limit,
        expression: all(&[
            newly_failed(failed),
            not_parallelism(active, parallelism),
            (format!("failed {} > {backoff_limit}", failed.to), failed.to > backoff_limit),
        ]),
        quiet: No,
        settles: Yes,
    }
    /// Is the Job Indexed although the release's gate for that is off (v1.21 to v1.23)?
    IndexedJobDisabled = "indexed-job-disabled" {
        /// `spec.completionMode`.
        completion_mode: Option<CompletionMode>,
        /// The feature gate `IndexedJob` is on.
        enabled: bool,
    } => {
        answer: !enabled && completion_mode == Some(CompletionMode::Indexed),
        expression: {
            let mode = Maybe(completion_mode.map(CompletionMode::as_str));
            format!("{mode} · IndexedJob {}", on(enabled))
        },
        quiet: No,
        settles: Yes,
    }
    /// Are the Job's pods tracked with finalizers (a choice until v1.25)?
    TrackedWithFinalizers = "tracked-with-finalizers" {
        /// The feature gate `JobTrackingWithFinalizers` is on.
        enabled: bool,
        /// The Job has the annotation that says so.
        annotated: bool,
    } => {
        answer: enabled && annotated,
        expression: format!("JobTrackingWithFinalizers {} · job-tracking {}", on(enabled), there(annotated)),
        quiet: No,
    }
    /// Does the Job still say that its pods are tracked?
    TrackingAnnotationLeft = "tracking-annotation-left" {
        /// The annotation is there.
        present: bool,
    } => {
        answer: present,
        expression: format!("job-tracking {}", there(present)),
        quiet: No,
    }
    /// May this sync maintain the condition `Suspended`?
    SuspensionHandled = "suspension-handled" {
        /// The feature gate `SuspendJob` is on.
        enabled: bool,
        /// This sync created or deleted pods, or could have.
        managed: bool,
    } => {
        answer: enabled && managed,
        expression: format!("SuspendJob {} · manageJob {}", on(enabled), there(managed)),
        quiet: No,
    }
    /// Did containers restart too often under restartPolicy `OnFailure`?
    PastBackoffLimitOnFailure = "past-backoff-limit-on-failure" {
        /// The template's restart policy.
        restart_policy: Option<RestartPolicy>,
        /// Restarts of all containers of the pods that count.
        restarts: i64,
        /// With a limit of 0 it takes a restart (v1.13 and later); before, no pod is needed (#67848).
        zero_needs_restart: bool,
        /// `spec.backoffLimit`.
        backoff_limit: i32,
    } => {
        answer: {
            let least = if zero_needs_restart { backoff_limit.max(1) } else { backoff_limit };
            restart_policy == Some(RestartPolicy::OnFailure) && restarts >= least.into()
        },
        expression: match restart_policy {
            Some(RestartPolicy::OnFailure) if zero_needs_restart && backoff_limit <= 0 => format!("{restarts} > 0"),
            Some(RestartPolicy::OnFailure) => format!("{restarts} ≥ {backoff_limit}"),
            other => format!("restartPolicy {}", Maybe(other.map(RestartPolicy::as_str))),
        },
        quiet: No if restart_policy != Some(RestartPolicy::OnFailure),
        settles: Yes,
    }
    /// Is the Job past its deadline?
    PastActiveDeadline = "past-active-deadline" {
        /// `spec.activeDeadlineSeconds`.
        active_deadline_seconds: Option<i64>,
        /// Milliseconds since the Job started, if it did.
        elapsed_ms: Option<i64>,
        /// The Job is suspended: its time stands still.
        suspended: bool,
    } => {
        answer: match (active_deadline_seconds, elapsed_ms) {
            (Some(deadline), Some(elapsed)) if !suspended => elapsed >= deadline.saturating_mul(1000),
            _ => false,
        },
        expression: match (active_deadline_seconds, elapsed_ms) {
            _ if suspended => "suspend ✓".to_owned(),
            (Some(deadline), Some(elapsed)) => format!("{} ≥ {deadline} s", Seconds(elapsed)),
            _ => format!("activeDeadlineSeconds {}", Maybe(active_deadline_seconds)),
        },
        quiet: No if active_deadline_seconds.is_none(),
        settles: Yes,
    }
    /// May this sync create or delete pods?
    ManageNeeded = "manage-needed" {
        /// Expectations were met when the sync began.
        expectations_satisfied: bool,
        /// The Job is being deleted.
        deleting: bool,
    } => {
        answer: expectations_satisfied && !deleting,
        expression: format!("expectations {} · deletionTimestamp {}", on(expectations_satisfied), there(deleting)),
        settles: No,
    }
    /// Are there more active pods than `parallelism`?
    TooManyActive = "too-many-active" {
        /// Active pods.
        active: i32,
        /// `spec.parallelism`.
        parallelism: i32,
    } => {
        answer: active > parallelism,
        expression: format!("{active} > {parallelism}"),
        quiet: No,
    }
    /// Are there fewer active pods than `parallelism`?
    TooFewActive = "too-few-active" {
        /// Active pods.
        active: i32,
        /// `spec.parallelism`.
        parallelism: i32,
    } => {
        answer: active < parallelism,
        expression: format!("{active} < {parallelism}"),
        settles: No,
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
        /// Fewer than none becomes none (v1.21 and later).
        not_negative: bool,
    } => {
        answer: match completions {
            None if succeeded > 0 => active,
            None => parallelism,
            Some(completions) if not_negative => completions.saturating_sub(succeeded).min(parallelism).max(0),
            Some(completions) => completions.saturating_sub(succeeded).min(parallelism),
        },
        expression: match completions {
            Some(completions) => {
                let want = completions.saturating_sub(succeeded).min(parallelism);
                at_least_zero(format!("min({completions} − {succeeded}, {parallelism})"), not_negative && want < 0)
            }
            None if succeeded > 0 => format!("succeeded {succeeded} > 0 · active {active}"),
            None => format!("parallelism {parallelism}"),
        },
        // Old releases take the one from the other without a question.
        settles: Value(want) if want == i64::from(active),
    }
    /// Are more pods active than there is work left for?
    MoreActiveThanWanted = "more-active-than-wanted" {
        /// Pods that should be active.
        want: i32,
        /// Pods that are.
        active: i32,
    } => {
        answer: want < active,
        expression: format!("{active} > {want}"),
        quiet: No,
        settles: Yes,
    }
    /// Does the failed create count as done?
    CreateErrorTolerated = "create-error-tolerated" {
        /// How the API server refused.
        reason: StatusReason,
        /// The reason that this release tolerates.
        tolerated: StatusReason,
    } => {
        answer: reason == tolerated,
        expression: format!("{} {reason:?}", reason.code()),
        quiet: No,
    }
    /// Did the batch fail, so that the rest is skipped?
    SlowStartStops = "slow-start-stops" {
        /// Number of the batch, from 1.
        batch: u32,
        /// Creates of this batch that failed.
        errors: u32,
        /// Creates that are left.
        left: u32,
    } => {
        answer: errors > 0 && left > 0,
        expression: format!("errors {errors} · left {left}"),
        quiet: No,
    }
    /// Have enough pods succeeded?
    CompletionsReached = "completions-reached" {
        /// `spec.completions`.
        completions: Option<i32>,
        /// Pods that succeeded.
        succeeded: i32,
        /// Active pods.
        active: i32,
        /// No pod may be active any more, whatever `spec.completions` says (v1.21 and later).
        needs_no_active: bool,
    } => {
        answer: match completions {
            None => succeeded > 0 && active == 0,
            Some(completions) => succeeded >= completions && (active == 0 || !needs_no_active),
        },
        expression: {
            let none_active = (format!("active {active} = 0"), active == 0);
            match completions {
                Some(completions) => {
                    let reached = (format!("{succeeded} ≥ {completions}"), succeeded >= completions);
                    if needs_no_active { all(&[reached, none_active]) } else { reached.0 }
                }
                None => all(&[(format!("succeeded {succeeded} > 0"), succeeded > 0), none_active]),
            }
        },
        settles: Yes,
    }
    /// Are pods still active although the work is done?
    TooManyActivePods = "too-many-active-pods" {
        /// Active pods.
        active: i32,
    } => {
        answer: active > 0,
        expression: format!("{active} > 0"),
        quiet: No,
    }
    /// Did more pods succeed than were asked for?
    TooManySucceededPods = "too-many-succeeded-pods" {
        /// Pods that succeeded.
        succeeded: i32,
        /// `spec.completions`.
        completions: i32,
    } => {
        answer: succeeded > completions,
        expression: format!("{succeeded} > {completions}"),
        quiet: No,
    }
    /// Did pods succeed since the last status, so that the retry count is forgotten?
    NewSuccesses = "new-successes" {
        /// Succeeded pods in the status and now.
        succeeded: Change,
    } => {
        answer: succeeded.from < succeeded.to,
        expression: format!("{} < {}", succeeded.from, succeeded.to),
        quiet: No,
    }
    /// Does the status need a write?
    StatusChanged = "status-changed" {
        /// Active pods.
        active: Change,
        /// Succeeded pods.
        succeeded: Change,
        /// Failed pods.
        failed: Change,
        /// `status.ready` before and after.
        ready: OptionalChange,
        /// Number of conditions.
        conditions: Change,
        /// The status that the condition `Suspended` was given, if it changed.
        suspended: Option<ConditionStatus>,
    } => {
        answer: [active, succeeded, failed, conditions].iter().any(|change| change.differs())
            || ready.differs()
            || suspended.is_some(),
        expression: format!(
            "active {active} · succeeded {succeeded} · failed {failed}{} · conditions {conditions}{}",
            optional("ready", ready),
            suspended_now(suspended)
        ),
    }
    /// May the status be written once more after an error?
    StatusRetryLeft = "status-retry-left" {
        /// Attempts made.
        attempts: u32,
        /// Attempts allowed.
        limit: u32,
    } => {
        answer: attempts < limit,
        expression: format!("{attempts} < {limit}"),
    }
    /// Did pods fail while the Job continues, so that the next sync is delayed?
    NewFailureUnfinished = "new-failure-unfinished" {
        /// Failed pods in the status before and now.
        failed: Change,
        /// The Job is finished.
        finished: bool,
    } => {
        answer: failed.to > failed.from && !finished,
        expression: all(&[newly_failed(failed), (format!("finished {}", there(finished)), !finished)]),
        quiet: No if failed.to <= failed.from,
    }
    /// Is the Job suspended?
    JobSuspended = "job-suspended" {
        /// `spec.suspend`.
        suspend: bool,
    } => {
        answer: suspend,
        expression: format!("suspend {}", on(suspend)),
        quiet: No,
        settles: Yes,
    }
    /// How many newly ended pods are there?
    NewFinishedPods = "new-finished-pods" {
        /// Pods that succeeded.
        succeeded: u32,
        /// Pods that failed.
        failed: u32,
        /// Of these, pods whose failure the pod failure policy ignores.
        ignored: u32,
    } => {
        answer: i64::from(succeeded) + i64::from(failed),
        expression: {
            let ignored = if ignored > 0 { format!(" (Ignore {ignored})") } else { String::new() };
            format!("succeeded {succeeded} + failed {failed}{ignored}")
        },
        quiet: Value(0),
    }
    /// Was it decided before that the Job succeeds?
    SuccessCriteriaMetSet = "success-criteria-met-set" {
        /// The condition `SuccessCriteriaMet` is there with status True.
        present: bool,
    } => {
        answer: present,
        expression: format!("SuccessCriteriaMet {}", there(present)),
        quiet: No,
        settles: Yes,
    }
    /// Was it decided before that the Job fails?
    FailureTargetSet = "failure-target-set" {
        /// The condition `FailureTarget` is there, since v1.29 with status True. (v1.28 does not look at it.)
        present: bool,
    } => {
        answer: present,
        expression: format!("FailureTarget {}", there(present)),
        quiet: No,
        settles: Yes,
    }
    /// Did a pod fail in a way for which the pod failure policy fails the Job?
    FailJobRuleMatched = "fail-job-rule-matched" {
        /// Rules of the policy; 0 without one.
        rules: u32,
        /// Number of the first rule, from 0, that a failed pod matched and that says `FailJob`.
        rule: Option<u32>,
    } => {
        answer: rule.is_some(),
        expression: match rule {
            _ if rules == 0 => format!("podFailurePolicy {ABSENT}"),
            Some(rule) => format!("rules[{rule}] FailJob"),
            None => format!("rules {rules} · FailJob {ABSENT}"),
        },
        quiet: No,
        settles: Yes,
    }
    /// Did more pods fail than `backoffLimit` allows?
    FailuresExceedBackoffLimit = "failures-exceed-backoff-limit" {
        /// Failed pods.
        failed: i32,
        /// `spec.backoffLimit`.
        backoff_limit: i32,
    } => {
        answer: failed > backoff_limit,
        expression: format!("{failed} > {backoff_limit}"),
        quiet: No,
        settles: Yes,
    }
    /// Is there a deadline to wake up for?
    DeadlineAhead = "deadline-ahead" {
        /// `spec.activeDeadlineSeconds`.
        active_deadline_seconds: Option<i64>,
        /// Milliseconds since the Job started, if it did.
        elapsed_ms: Option<i64>,
        /// The Job is suspended: its time stands still.
        suspended: bool,
    } => {
        answer: active_deadline_seconds.is_some() && !suspended,
        expression: match (active_deadline_seconds, elapsed_ms) {
            _ if suspended => "suspend ✓".to_owned(),
            (Some(deadline), Some(elapsed)) => {
                format!("activeDeadlineSeconds {deadline} · {deadline} s − {}", Seconds(elapsed))
            }
            _ => format!("activeDeadlineSeconds {}", Maybe(active_deadline_seconds)),
        },
        quiet: No,
    }
    /// Does each completion have an index of its own?
    JobIndexed = "job-indexed" {
        /// `spec.completionMode`.
        completion_mode: Option<CompletionMode>,
    } => {
        answer: completion_mode == Some(CompletionMode::Indexed),
        expression: Maybe(completion_mode.map(CompletionMode::as_str)).to_string(),
        quiet: No,
    }
    /// How many indexes succeeded?
    SucceededIndexes = "succeeded-indexes" {
        /// Indexes in the status and now.
        indexes: Change,
    } => {
        answer: indexes.to,
        expression: indexes.to_string(),
        quiet: _ if !indexes.differs(),
    }
    /// Does each index fail by itself?
    BackoffLimitPerIndexSet = "backoff-limit-per-index-set" {
        /// `spec.backoffLimitPerIndex`.
        backoff_limit_per_index: Option<i32>,
    } => {
        answer: backoff_limit_per_index.is_some(),
        expression: format!("backoffLimitPerIndex {}", Maybe(backoff_limit_per_index)),
        quiet: No,
    }
    /// Did more indexes fail than `maxFailedIndexes` allows?
    TooManyFailedIndexes = "too-many-failed-indexes" {
        /// Indexes that failed.
        failed: i32,
        /// `spec.maxFailedIndexes`.
        max_failed_indexes: Option<i32>,
    } => {
        answer: max_failed_indexes.is_some_and(|max| failed > max),
        expression: match max_failed_indexes {
            Some(max) => format!("{failed} > {max}"),
            None => format!("maxFailedIndexes {ABSENT}"),
        },
        quiet: No,
        settles: Yes,
    }
    /// Have all indexes ended, at least one of them as failed?
    AllIndexesFinished = "all-indexes-finished" {
        /// Indexes that failed.
        failed: i32,
        /// Indexes that succeeded.
        succeeded: i32,
        /// `spec.completions`.
        completions: i32,
    } => {
        answer: failed > 0 && failed.saturating_add(succeeded) >= completions,
        expression: {
            let ended = failed.saturating_add(succeeded) >= completions;
            all(&[(format!("failed {failed} > 0"), failed > 0), (format!("{failed} + {succeeded} ≥ {completions}"), ended)])
        },
        quiet: No,
        settles: Yes,
    }
    /// Did enough indexes succeed for the success policy?
    SuccessPolicyMatched = "success-policy-matched" {
        /// Rules of the policy; 0 without one.
        rules: u32,
        /// Indexes that succeeded.
        succeeded: i32,
        /// Number of the first rule, from 0, that is met.
        rule: Option<u32>,
    } => {
        answer: rule.is_some(),
        expression: match rule {
            _ if rules == 0 => format!("successPolicy {ABSENT}"),
            Some(rule) => format!("rules[{rule}] · {succeeded}"),
            None => format!("rules {rules} · {succeeded}"),
        },
        quiet: No,
        settles: Yes,
    }
    /// Does the Job end now, and its pods with it?
    Finishing = "finishing" {
        /// The condition that it gets.
        condition: Option<JobConditionType>,
    } => {
        answer: condition.is_some(),
        expression: named(condition),
        quiet: No,
    }
    /// Are all active pods of the Job deleted, so that it may end?
    ActivePodsDeleted = "active-pods-deleted" {
        /// Pods that were active.
        active: i32,
        /// Pods that were deleted, or gone already.
        deleted: i32,
        /// Expectations were met when the sync began: there are no pods that the cache does not show. None
        /// where the release does not ask (v1.22).
        expectations_satisfied: Option<bool>,
    } => {
        answer: deleted == active && expectations_satisfied != Some(false),
        expression: {
            let deleted = (format!("{deleted} = {active}"), deleted == active);
            match expectations_satisfied {
                Some(met) => all(&[deleted, (format!("expectations {}", on(met)), met)]),
                None => deleted.0,
            }
        },
    }
    /// Was the pod gone already, which counts as done?
    NotFoundTolerated = "not-found-tolerated" {
        /// How the API server refused.
        reason: StatusReason,
    } => {
        answer: reason == StatusReason::NotFound,
        expression: format!("{} {reason:?}", reason.code()),
    }
    /// Does the condition `Suspended` change?
    SuspendConditionChanged = "suspend-condition-changed" {
        /// Its status, if it is there.
        from: Option<ConditionStatus>,
        /// What its status should be.
        to: ConditionStatus,
        /// Whether it has that status with another reason or message than the controller's.
        reworded: bool,
    } => {
        // A condition that is not there is as good as False.
        answer: from.unwrap_or(ConditionStatus::False) != to || reworded,
        expression: format!(
            "Suspended {} → {to:?}{}",
            Maybe(from.map(status_name)),
            if reworded { ", other reason or message" } else { "" }
        ),
        quiet: No,
    }
    /// Is the start time cleared when the Job is suspended?
    StartTimeCleared = "start-time-cleared" {
        /// `MutableSchedulingDirectivesForSuspendedJobs` is on.
        cleared: bool,
    } => {
        answer: cleared,
        expression: format!("MutableSchedulingDirectivesForSuspendedJobs {}", on(cleared)),
    }
    /// Do the numbers of running pods in the status need an update?
    StatusNeedsUpdate = "status-needs-update" {
        /// Active pods.
        active: Change,
        /// Ready pods.
        ready: OptionalChange,
        /// Pods that are being deleted. (v1.28 assigns the new number before it compares: a change of it
        /// alone is not seen, #125089.)
        terminating: OptionalChange,
        /// The status that the condition `Suspended` was given, if it changed.
        suspended: Option<ConditionStatus>,
    } => {
        answer: suspended.is_some() || active.differs() || ready.differs() || terminating.differs(),
        expression: {
            let (ready, terminating) = (optional("ready", ready), optional("terminating", terminating));
            format!("active {active}{ready}{terminating}{}", suspended_now(suspended))
        },
    }
    /// Is a pod replaced only once it has failed?
    OnlyReplaceFailed = "only-replace-failed" {
        /// `spec.podReplacementPolicy`, if the release heeds it.
        pod_replacement_policy: Option<PodReplacementPolicy>,
        /// There is a pod failure policy, which wants to see how pods end.
        pod_failure_policy: bool,
    } => {
        answer: pod_replacement_policy == Some(PodReplacementPolicy::Failed) || pod_failure_policy,
        expression: format!(
            "podReplacementPolicy {} · podFailurePolicy {}",
            Maybe(pod_replacement_policy.map(PodReplacementPolicy::as_str)),
            there(pod_failure_policy)
        ),
        quiet: No,
    }
    /// How many active pods are to be deleted?
    PodsToRemove = "pods-to-remove" {
        /// Active pods.
        active: i32,
        /// Pods that should be active.
        want: i32,
        /// Active pods without a place: no index, one out of range, or one that another pod has.
        misplaced: i32,
    } => {
        answer: active.saturating_sub(want).max(misplaced).max(0),
        expression: if misplaced > 0 {
            format!("max({active} − {want}, {misplaced})")
        } else {
            at_least_zero(format!("{active} − {want}"), active < want)
        },
        quiet: Value(0),
    }
    /// Are these more pods than one sync creates or deletes?
    OverSyncCap = "over-sync-cap" {
        /// Pods to create or delete.
        pods: i32,
        /// `MaxPodCreateDeletePerSync`.
        cap: i32,
    } => {
        answer: pods > cap,
        expression: format!("{pods} > {cap}"),
        quiet: No,
    }
    /// How many pods are missing?
    PodsMissing = "pods-missing" {
        /// Pods that should be active.
        want: i32,
        /// Pods that are being deleted and whose end is waited for.
        terminating: i32,
        /// Active pods.
        active: i32,
    } => {
        answer: i64::from(want) - i64::from(terminating) - i64::from(active),
        expression: match terminating {
            0 => format!("{want} − {active}"),
            _ => format!("{want} − terminating {terminating} − {active}"),
        },
        // Nothing is missing: nothing is to be done for the pods.
        settles: Value(..=0),
    }
    /// For how many milliseconds do failures still delay new pods?
    PodBackoffRemaining = "pod-backoff-remaining" {
        /// Failures since the last success.
        failures: i32,
        /// Milliseconds since the last failure.
        since_ms: Option<i64>,
        /// The longest delay, in milliseconds.
        cap_ms: i64,
    } => {
        answer: remaining_backoff_ms(failures, since_ms, cap_ms),
        expression: match since_ms {
            _ if failures == 0 => "failures 0".to_owned(),
            Some(since_ms) => {
                let delay = remaining_backoff_ms(failures, Some(0), cap_ms);
                let left = format!("{} − {}", Seconds(delay), Seconds(since_ms));
                format!("failures {failures}: {}", at_least_zero(left, since_ms > delay))
            }
            None => format!("failures {failures}: {ABSENT}"),
        },
        quiet: Value(0),
        settles: Value(left) if left != 0,
    }
    /// How many free indexes get a pod?
    PendingIndexes = "pending-indexes" {
        /// Pods to create.
        wanted: i32,
        /// Indexes that have no pod and did not end.
        free: i32,
    } => {
        answer: wanted.min(free),
        expression: format!("min({wanted}, {free})"),
        settles: Value(0),
    }
    /// For how many milliseconds do failures still delay new pods of every free index?
    IndexBackoffRemaining = "index-backoff-remaining" {
        /// Free indexes.
        pending: u32,
        /// Of these, indexes that may have a pod now.
        ready: u32,
        /// Milliseconds until the first of the others may.
        soonest_ms: Option<i64>,
    } => {
        answer: if ready > 0 { 0 } else { soonest_ms.unwrap_or(0) },
        expression: match soonest_ms {
            Some(soonest) if ready == 0 => format!("ready {ready}/{pending} · {}", Seconds(soonest)),
            _ => format!("ready {ready}/{pending}"),
        },
        quiet: Value(0),
        settles: Value(left) if left != 0,
    }
    /// Are pods listed as uncounted whose finalizer is gone, so that they count now?
    UncountedWithoutFinalizer = "uncounted-without-finalizer" {
        /// Of those that succeeded.
        succeeded: u32,
        /// Of those that failed.
        failed: u32,
    } => {
        answer: succeeded > 0 || failed > 0,
        expression: format!("succeeded {succeeded} · failed {failed}"),
        quiet: No,
    }
    /// Are there more ended pods than one sync counts?
    OverUncountedCap = "over-uncounted-cap" {
        /// Pods whose finalizer may be removed.
        considered: u32,
        /// Indexes that succeeded just now.
        indexes: u32,
        /// Uncounted pods that succeeded.
        succeeded: u32,
        /// Uncounted pods that failed.
        failed: u32,
        /// `MaxUncountedPods`.
        cap: u32,
    } => {
        answer: considered > 0 && indexes.saturating_add(succeeded).saturating_add(failed) >= cap,
        expression: {
            let over = indexes.saturating_add(succeeded).saturating_add(failed) >= cap;
            all(&[
                (format!("ended {considered} > 0"), considered > 0),
                (format!("{indexes} + {succeeded} + {failed} ≥ {cap}"), over),
            ])
        },
        quiet: No,
    }
    /// Does a condition have to announce the end first?
    InterimConditionNeeded = "interim-condition-needed" {
        /// The condition that the Job gets.
        condition: Option<JobConditionType>,
        /// That condition is there already.
        announced: bool,
    } => {
        answer: match condition {
            Some(JobConditionType::FailureTarget) => true,
            Some(JobConditionType::SuccessCriteriaMet) => !announced,
            _ => false,
        },
        expression: match condition {
            Some(JobConditionType::SuccessCriteriaMet) if announced => "SuccessCriteriaMet ✓".to_owned(),
            _ => named(condition),
        },
        quiet: No,
    }
    /// Does the status have to be written before finalizers are removed?
    FlushNeeded = "flush-needed" {
        /// `needsStatusUpdate`: the numbers of running pods changed, or the condition `Suspended`.
        counters: bool,
        /// Pods listed as uncounted were counted.
        cleaned: bool,
        /// Pods were added to those listed as uncounted.
        listed: bool,
        /// Indexes were added to those that succeeded, or their text changed.
        completed_indexes: bool,
        /// The text of the indexes that failed changed.
        failed_indexes: bool,
        /// A condition was added.
        condition: bool,
    } => {
        answer: counters || cleaned || listed || completed_indexes || failed_indexes || condition,
        expression: flags(&[
            ("needsStatusUpdate", counters),
            ("succeeded, failed", cleaned),
            ("uncountedTerminatedPods", listed),
            ("completedIndexes", completed_indexes),
            ("failedIndexes", failed_indexes),
            ("conditions", condition),
        ]),
    }
    /// Are there finalizers to remove?
    FinalizersToRemove = "finalizers-to-remove" {
        /// Pods whose finalizer may be removed.
        pods: u32,
    } => {
        answer: pods > 0,
        expression: format!("{pods} > 0"),
        quiet: No,
    }
    /// Were only some finalizers removed, so that what is done is stored at once?
    PartialProgress = "partial-progress" {
        /// At least one finalizer could not be removed.
        failed: bool,
        /// Pods listed as uncounted were counted.
        progress: bool,
    } => {
        answer: failed && progress,
        expression: flags(&[("error", failed), ("uncountedTerminatedPods", progress)]),
        quiet: No,
    }
    /// May the Job be declared finished?
    MayFinish = "may-finish" {
        /// The condition that it gets.
        condition: Option<JobConditionType>,
        /// There were more ended pods than one sync counts.
        capped: bool,
        /// Pods that are not counted yet.
        uncounted: u32,
        /// Pods that are being deleted and whose end is waited for; `None` where the release does not wait.
        terminating: Option<i32>,
    } => {
        answer: condition.is_some() && !capped && uncounted == 0 && terminating.is_none_or(|pods| pods <= 0),
        expression: format!(
            "{} · uncounted {uncounted}{}{}",
            named(condition),
            terminating.map_or_else(String::new, |pods| format!(" · terminating {pods}")),
            sign(capped, " · MaxUncountedPods", "")
        ),
        // That a Job ends and may not be declared finished yet is what the reader waits for.
        quiet: No if condition.is_none(),
    }
    /// Does the status have to be written (again) after finalizers were removed?
    SecondFlushNeeded = "second-flush-needed" {
        /// Pods listed as uncounted were counted.
        progress: bool,
        /// The Job is finished.
        finished: bool,
    } => {
        answer: progress || finished,
        expression: flags(&[("uncountedTerminatedPods", progress), ("conditions", finished)]),
        quiet: No,
    }
    /// Which pods did the Job leave behind?
    OrphanPodsListed = "orphan-pods-listed" {
        /// Cached pods that match its selector.
        pods: u32,
    } => {
        answer: pods,
        expression: pods.to_string(),
    }
    /// Is the pod in the informer's cache?
    PodInCache = "pod-in-cache" {
        /// The lister found it.
        found: bool,
    } => {
        answer: found,
        expression: format!("cache {}", there(found)),
    }
    /// Does something other than a Job control the pod?
    ControlledByOther = "controlled-by-other" {
        /// The pod's controller is not of the kind `batch/v1` Job.
        other: bool,
    } => {
        answer: other,
        expression: format!("controller {}", sign(other, "≠ Job", "= Job")),
        quiet: No,
    }
    /// Does an unfinished Job own the pod, so that its finalizer is not for the orphan worker to remove?
    OwnerUnfinished = "owner-unfinished" {
        /// The pod names a controller that the cache has.
        owned: bool,
        /// That Job is finished. (v1.22 does not look.)
        finished: bool,
    } => {
        answer: owned && !finished,
        expression: format!("cached Job {}{}", there(owned), sign(finished, " · finished", "")),
    }
    /// Does the tracking finalizer still hold the pod?
    TrackingFinalizerPresent = "tracking-finalizer-present" {
        /// It does.
        present: bool,
    } => {
        answer: present,
        expression: format!("finalizer {}", there(present)),
    }
    /// Does the Job have a TTL, and is it not being deleted yet?
    NeedsCleanup = "needs-cleanup" {
        /// `spec.ttlSecondsAfterFinished`.
        ttl_seconds: Option<i32>,
        /// The condition that ended it.
        condition: Option<JobConditionType>,
        /// It is being deleted.
        deleting: bool,
    } => {
        answer: ttl_seconds.is_some() && condition.is_some() && !deleting,
        expression: if deleting {
            "deletionTimestamp ✓".to_owned()
        } else {
            format!("ttlSecondsAfterFinished {} · {}", Maybe(ttl_seconds), named(condition))
        },
    }
    /// Has the TTL of the finished Job expired?
    TtlExpired = "ttl-expired" {
        /// `spec.ttlSecondsAfterFinished`.
        ttl_seconds: i32,
        /// Milliseconds since it finished.
        since_ms: i64,
    } => {
        answer: since_ms >= i64::from(ttl_seconds) * 1000,
        expression: format!("{} ≥ {ttl_seconds} s", Seconds(since_ms)),
    }
    /// Is there a limit on pods that ended?
    TerminatedPodThresholdSet = "terminated-pod-threshold-set" {
        /// `--terminated-pod-gc-threshold`.
        threshold: i32,
    } => {
        answer: threshold > 0,
        expression: format!("{threshold} > 0"),
    }
    /// How many of the pods that ended are too many?
    TerminatedPodsOverThreshold = "terminated-pods-over-threshold" {
        /// Pods that ended.
        terminated: u32,
        /// `--terminated-pod-gc-threshold`.
        threshold: i32,
    } => {
        answer: (i64::from(terminated) - i64::from(threshold)).max(0),
        expression: at_least_zero(format!("{terminated} − {threshold}"), i64::from(terminated) < i64::from(threshold)),
        quiet: Value(0),
    }
    /// How many pods are on nodes that the cache does not have?
    PodsOnUnknownNodes = "pods-on-unknown-nodes" {
        /// These pods.
        pods: u32,
    } => {
        answer: pods,
        expression: pods.to_string(),
        quiet: Value(0),
    }
    /// Is the node gone for good?
    NodeDeleted = "node-deleted" {
        /// The cache has it (again).
        cached: bool,
        /// The server has it.
        stored: bool,
    } => {
        answer: !cached && !stored,
        expression: format!("cache {} · server {}", there(cached), there(stored)),
    }
    /// How many pods lost their node?
    OrphanedPods = "orphaned-pods" {
        /// These pods.
        pods: u32,
    } => {
        answer: pods,
        expression: pods.to_string(),
        quiet: Value(0),
    }
    /// How many pods that are being deleted have no node?
    UnscheduledTerminatingPods = "unscheduled-terminating-pods" {
        /// These pods.
        pods: u32,
    } => {
        answer: pods,
        expression: pods.to_string(),
        quiet: Value(0),
    }
    /// Has the pod ended, so that it need not be marked Failed?
    PodEnded = "pod-ended" {
        /// `status.phase`.
        phase: PodPhase,
    } => {
        answer: phase.is_terminal(),
        expression: phase.as_str().to_owned(),
    }
    /// Is the queued object still the one in the graph?
    NodeCurrent = "node-current" {
        /// No event had reported the object when it was queued.
        is_virtual: bool,
        /// The graph has an object of its UID.
        in_graph: bool,
        /// An event has reported it since.
        observed: bool,
    } => {
        answer: !is_virtual || (in_graph && !observed),
        expression: if is_virtual {
            format!("virtual ✓ · uidToNode {}{}", there(in_graph), sign(observed, " · observed", ""))
        } else {
            "virtual ✗".to_owned()
        },
        quiet: Yes,
    }
    /// Is the object being deleted, without waiting for dependents?
    ItemBeingDeleted = "item-being-deleted" {
        /// It is being deleted.
        being_deleted: bool,
        /// It waits for its dependents to be deleted.
        deleting_dependents: bool,
    } => {
        answer: being_deleted && !deleting_dependents,
        expression: flags(&[("beingDeleted", being_deleted), ("deletingDependents", deleting_dependents)]),
        quiet: No,
    }
    /// Is the object gone from the server?
    ItemGone = "item-gone" {
        /// How the API server refused; `None` if it found an object.
        answer: Option<StatusReason>,
        /// It is the same one, and not another of its name.
        same_uid: bool,
    } => {
        answer: answer.map_or(!same_uid, |reason| reason == StatusReason::NotFound),
        expression: found(answer, same_uid),
    }
    /// Does the object wait for its dependents to be deleted?
    DeletingDependents = "deleting-dependents" {
        /// It does.
        deleting_dependents: bool,
    } => {
        answer: deleting_dependents,
        expression: format!("deletingDependents {}", there(deleting_dependents)),
    }
    /// How many dependents does its deletion have to wait for?
    BlockingDependents = "blocking-dependents" {
        /// Those whose reference says `blockOwnerDeletion`.
        blocking: u32,
    } => {
        answer: blocking,
        expression: format!("blockOwnerDeletion {blocking}"),
    }
    /// Does the finalizer still hold the object?
    FinalizerHeld = "finalizer-held" {
        /// It does.
        held: bool,
    } => {
        answer: held,
        expression: format!("finalizers {}", there(held)),
    }
    /// How many owners does the object name?
    OwnersNamed = "owners-named" {
        /// Its `ownerReferences`, as the server has them.
        owners: u32,
    } => {
        answer: owners,
        expression: format!("ownerReferences {owners}"),
    }
    /// Is that owner gone?
    OwnerAbsent = "owner-absent" {
        /// It is remembered that it does not exist: nobody asks the server.
        remembered: bool,
        /// How the API server refused; `None` if it was not asked, or found an object.
        answer: Option<StatusReason>,
        /// It is the same one, and not another of its name.
        same_uid: bool,
    } => {
        answer: answer.map_or(remembered || !same_uid, |reason| reason == StatusReason::NotFound),
        expression: if remembered { "absentOwnerCache ✓".to_owned() } else { found(answer, same_uid) },
    }
    /// Does that owner wait for its dependents to be deleted?
    OwnerWaits = "owner-waits" {
        /// It is being deleted.
        deleting: bool,
        /// It has the finalizer `foregroundDeletion`.
        foreground: bool,
    } => {
        answer: deleting && foreground,
        expression: flags(&[("deletionTimestamp", deleting), ("foregroundDeletion", foreground)]),
    }
    /// Does an owner keep the object?
    SolidOwner = "solid-owner" {
        /// Owners that are there, and do not wait.
        solid: u32,
        /// Owners that are gone.
        dangling: u32,
        /// Owners that wait for their dependents to be deleted.
        waiting: u32,
    } => {
        answer: solid > 0,
        expression: format!("solid {solid} · dangling {dangling} · waitingForDependentsDeletion {waiting}"),
    }
    /// Are there owner references to remove?
    OwnersToDrop = "owners-to-drop" {
        /// Owners that are gone.
        dangling: u32,
        /// Owners that wait for their dependents to be deleted.
        waiting: u32,
    } => {
        answer: dangling > 0 || waiting > 0,
        expression: format!("dangling {dangling} · waitingForDependentsDeletion {waiting}"),
    }
    /// Does an owner wait, and does the object have dependents that must be deleted first?
    DeleteInForeground = "delete-in-foreground" {
        /// Owners that wait for their dependents to be deleted.
        waiting: u32,
        /// Its own dependents.
        dependents: u32,
    } => {
        answer: waiting > 0 && dependents > 0,
        expression: format!("waitingForDependentsDeletion {waiting} · dependents {dependents}"),
    }
    /// Does one of these dependents wait itself, so that there may be a cycle?
    DependentsWait = "dependents-wait" {
        /// Those that wait.
        waiting: u32,
    } => {
        answer: waiting > 0,
        expression: format!("deletingDependents {waiting}"),
        quiet: No,
    }
    /// Has an event reported the object?
    ItemObserved = "item-observed" {
        /// It has; else only a reference does.
        observed: bool,
    } => {
        answer: observed,
        expression: format!("virtual {}", sign(observed, "✗", "✓")),
        quiet: Yes,
    }
    /// How many dependents are to be orphaned?
    DependentsToOrphan = "dependents-to-orphan" {
        /// Those that the graph has.
        dependents: u32,
    } => {
        answer: dependents,
        expression: dependents.to_string(),
    }
}
