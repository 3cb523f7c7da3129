//! The operands of a question as one line of figures, the same in every language: `7 > 6`.
//!
//! These expressions consist of numbers, signs and Kubernetes' own field names; words are added elsewhere. A test reads
//! as in the source: it is true exactly when the answer is yes, and a computed value equals the answer.

use super::figures::{ABSENT, Maybe, Seconds, all, at_least_zero, flags, sign};
use super::{Change, Decision, EXPECTATIONS_TIMEOUT_MS, ExpectationRecord, OptionalChange, remaining_backoff_ms};
use crate::api::{
    CompletionMode, ConditionStatus, JobConditionType, PodReplacementPolicy, ResourceVersion, RestartPolicy,
    StatusReason,
};

fn status_name(status: ConditionStatus) -> &'static str {
    match status {
        ConditionStatus::True => "True",
        ConditionStatus::False => "False",
        ConditionStatus::Unknown => "Unknown",
    }
}

/// The condition `Suspended`, if it was just given another status.
fn suspended_now(status: Option<ConditionStatus>) -> String {
    status.map_or_else(String::new, |status| format!(" · Suspended → {}", status_name(status)))
}

/// Whether more pods failed than the status says.
fn newly_failed(failed: Change) -> (String, bool) {
    (format!("failed {} > {}", failed.to, failed.from), failed.to > failed.from)
}

/// Whether another number of pods is active than may be.
fn not_parallelism(active: i32, parallelism: i32) -> (String, bool) {
    (format!("active {active} ≠ parallelism {parallelism}"), active != parallelism)
}

/// How a look at the server ended.
fn found(answer: Option<StatusReason>, same_uid: bool) -> String {
    match answer {
        Some(reason) => format!("{} {reason:?}", reason.code()),
        None => format!("200 · uid {}", sign(same_uid, "=", "≠")),
    }
}

impl Decision {
    /// The operands as one line of figures and Kubernetes' own words, such as `2 < 3`.
    ///
    /// The signs tell what is asked: of a question that is answered with no, the (last) comparison does not hold. Of tests
    /// that are asked one after the other, those stand here that were asked. What is absent shows as `–`.
    #[expect(clippy::match_same_arms, reason = "one arm for each question, in the order of the list")]
    pub fn expression(&self) -> String {
        match *self {
            Self::KeyComplete { namespace, name } => {
                format!("{}/{}", sign(namespace, "namespace", ABSENT), sign(name, "name", ABSENT))
            }
            Self::JobInCache { found } | Self::PodInCache { found } => format!("cache {}", sign(found, "✓", ABSENT)),
            Self::CachesCaughtUp { jobs_written, jobs_synced, pods_written, pods_synced } => {
                let caught_up = |name, written: Option<ResourceVersion>, synced| match written {
                    Some(written) => (format!("{name} {synced} ≥ {written}"), synced >= written),
                    None => (format!("{name} {ABSENT}"), true),
                };
                all(&[caught_up("jobs", jobs_written, jobs_synced), caught_up("pods", pods_written, pods_synced)])
            }
            Self::ManagedExternally { managed } => format!("managedBy {}", sign(managed, "✓", ABSENT)),
            Self::JobFinished { condition } => Maybe(condition.map(JobConditionType::as_str)).to_string(),
            Self::FinishWritten { written } => format!("uid {}", sign(written, "✓", ABSENT)),
            Self::Requeues { count } => format!("NumRequeues {count}"),
            Self::ExpectationsSatisfied { record: None } => ABSENT.to_owned(),
            Self::ExpectationsSatisfied { record: Some(record) } => {
                let ExpectationRecord { adds, dels, age_ms } = record;
                let waits = if adds > 0 || dels > 0 {
                    format!(" · {} > {}", Seconds(age_ms), Seconds(EXPECTATIONS_TIMEOUT_MS))
                } else {
                    String::new()
                };
                format!("adds {adds} · dels {dels}{waits}")
            }
            Self::PodsClaimed { claimed, adopted, released } => {
                let adopted = if adopted > 0 { format!(" · adopted {adopted}") } else { String::new() };
                let released = if released > 0 { format!(" · released {released}") } else { String::new() };
                format!("claimed {claimed}{adopted}{released}")
            }
            Self::PodsCounted { active, succeeded, failed, ready, terminating } => {
                let ready = ready.map_or_else(String::new, |ready| format!(" · ready {ready}"));
                let terminating = terminating.map_or_else(String::new, |number| format!(" · terminating {number}"));
                format!("active {active} · succeeded {succeeded} · failed {failed}{ready}{terminating}")
            }
            Self::StartTimeUnset { suspended: true, .. } => "suspend ✓".to_owned(),
            Self::StartTimeUnset { unset, active_deadline_seconds, .. } => match active_deadline_seconds {
                Some(deadline) => format!("startTime {ABSENT} · activeDeadlineSeconds {deadline}"),
                None => format!("startTime {}", sign(unset, ABSENT, "✓")),
            },
            Self::ExceedsBackoffLimit { failed, active, parallelism, previous_retry, backoff_limit } => all(&[
                newly_failed(failed),
                not_parallelism(active, parallelism),
                (
                    format!("NumRequeues {previous_retry} + 1 > {backoff_limit}"),
                    i64::from(previous_retry) + 1 > backoff_limit.into(),
                ),
            ]),
            Self::NewFailuresExceedBackoffLimit { failed, active, parallelism, backoff_limit } => all(&[
                newly_failed(failed),
                not_parallelism(active, parallelism),
                (format!("failed {} > {backoff_limit}", failed.to), failed.to > backoff_limit),
            ]),
            Self::IndexedJobDisabled { completion_mode, enabled } => {
                let mode = Maybe(completion_mode.map(CompletionMode::as_str));
                format!("{mode} · IndexedJob {}", sign(enabled, "✓", "✗"))
            }
            Self::TrackedWithFinalizers { enabled, annotated } => {
                let gate = sign(enabled, "✓", "✗");
                format!("JobTrackingWithFinalizers {gate} · job-tracking {}", sign(annotated, "✓", ABSENT))
            }
            Self::TrackingAnnotationLeft { present } => format!("job-tracking {}", sign(present, "✓", ABSENT)),
            Self::SuspensionHandled { enabled, managed } => {
                format!("SuspendJob {} · manageJob {}", sign(enabled, "✓", "✗"), sign(managed, "✓", ABSENT))
            }
            Self::PastBackoffLimitOnFailure { restart_policy, restarts, backoff_limit, zero_needs_restart } => {
                match restart_policy {
                    Some(RestartPolicy::OnFailure) if zero_needs_restart && backoff_limit <= 0 => {
                        format!("{restarts} > 0")
                    }
                    Some(RestartPolicy::OnFailure) => format!("{restarts} ≥ {backoff_limit}"),
                    other => format!("restartPolicy {}", Maybe(other.map(RestartPolicy::as_str))),
                }
            }
            Self::PastActiveDeadline { suspended: true, .. } | Self::DeadlineAhead { suspended: true, .. } => {
                "suspend ✓".to_owned()
            }
            Self::PastActiveDeadline { active_deadline_seconds: Some(deadline), elapsed_ms: Some(elapsed), .. } => {
                format!("{} ≥ {deadline} s", Seconds(elapsed))
            }
            Self::PastActiveDeadline { active_deadline_seconds, .. } => {
                format!("activeDeadlineSeconds {}", Maybe(active_deadline_seconds))
            }
            Self::DeadlineAhead { active_deadline_seconds, elapsed_ms, .. } => {
                let left = match (active_deadline_seconds, elapsed_ms) {
                    (Some(deadline), Some(elapsed)) => format!(" · {deadline} s − {}", Seconds(elapsed)),
                    _ => String::new(),
                };
                format!("activeDeadlineSeconds {}{left}", Maybe(active_deadline_seconds))
            }
            Self::ManageNeeded { expectations_satisfied, deleting } => format!(
                "{} · deletionTimestamp {}",
                sign(expectations_satisfied, "expectations ✓", "expectations ✗"),
                sign(deleting, "✓", ABSENT)
            ),
            Self::TooManyActive { active, parallelism } => format!("{active} > {parallelism}"),
            Self::TooFewActive { active, parallelism } => format!("{active} < {parallelism}"),
            Self::WantActive { completions: Some(completions), succeeded, parallelism, not_negative, .. } => {
                let want = completions.saturating_sub(succeeded).min(parallelism);
                let want_active = format!("min({completions} − {succeeded}, {parallelism})");
                at_least_zero(want_active, not_negative && want < 0)
            }
            Self::WantActive { succeeded, active, .. } if succeeded > 0 => {
                format!("succeeded {succeeded} > 0 · active {active}")
            }
            Self::WantActive { parallelism, .. } => format!("parallelism {parallelism}"),
            Self::MoreActiveThanWanted { want, active } => format!("{active} > {want}"),
            Self::CreateErrorTolerated { reason, .. } => format!("{} {reason:?}", reason.code()),
            Self::SlowStartStops { errors, left, .. } => format!("errors {errors} · left {left}"),
            Self::CompletionsReached { completions, succeeded, active, needs_no_active } => {
                let none_active = (format!("active {active} = 0"), active == 0);
                match completions {
                    Some(completions) => {
                        let reached = (format!("{succeeded} ≥ {completions}"), succeeded >= completions);
                        if needs_no_active { all(&[reached, none_active]) } else { reached.0 }
                    }
                    None => all(&[(format!("succeeded {succeeded} > 0"), succeeded > 0), none_active]),
                }
            }
            Self::TooManyActivePods { active } => format!("{active} > 0"),
            Self::TooManySucceededPods { succeeded, completions } => format!("{succeeded} > {completions}"),
            Self::NewSuccesses { succeeded } => format!("{} < {}", succeeded.from, succeeded.to),
            Self::StatusChanged { active, succeeded, failed, ready, conditions, suspended } => format!(
                "active {active} · succeeded {succeeded} · failed {failed}{} · conditions {conditions}{}",
                optional("ready", ready),
                suspended_now(suspended)
            ),
            Self::StatusRetryLeft { attempts, limit } => format!("{attempts} < {limit}"),
            Self::NewFailureUnfinished { failed, finished } => {
                all(&[newly_failed(failed), (format!("finished {}", sign(finished, "✓", ABSENT)), !finished)])
            }
            Self::JobSuspended { suspend } => format!("suspend {}", sign(suspend, "✓", "✗")),
            Self::NewFinishedPods { succeeded, failed, ignored } => {
                let ignored = if ignored > 0 { format!(" (Ignore {ignored})") } else { String::new() };
                format!("succeeded {succeeded} + failed {failed}{ignored}")
            }
            Self::SuccessCriteriaMetSet { present } => format!("SuccessCriteriaMet {}", sign(present, "✓", ABSENT)),
            Self::FailureTargetSet { present } => format!("FailureTarget {}", sign(present, "✓", ABSENT)),
            Self::FailJobRuleMatched { rules: 0, .. } => format!("podFailurePolicy {ABSENT}"),
            Self::FailJobRuleMatched { rules, rule } => match rule {
                Some(rule) => format!("rules[{rule}] FailJob"),
                None => format!("rules {rules} · FailJob {ABSENT}"),
            },
            Self::FailuresExceedBackoffLimit { failed, backoff_limit } => format!("{failed} > {backoff_limit}"),
            Self::JobIndexed { completion_mode } => Maybe(completion_mode.map(CompletionMode::as_str)).to_string(),
            Self::SucceededIndexes { indexes } => indexes.to_string(),
            Self::BackoffLimitPerIndexSet { backoff_limit_per_index } => {
                format!("backoffLimitPerIndex {}", Maybe(backoff_limit_per_index))
            }
            Self::TooManyFailedIndexes { failed, max_failed_indexes } => match max_failed_indexes {
                Some(max) => format!("{failed} > {max}"),
                None => format!("maxFailedIndexes {ABSENT}"),
            },
            Self::AllIndexesFinished { failed, succeeded, completions } => {
                let ended = failed.saturating_add(succeeded) >= completions;
                all(&[
                    (format!("failed {failed} > 0"), failed > 0),
                    (format!("{failed} + {succeeded} ≥ {completions}"), ended),
                ])
            }
            Self::SuccessPolicyMatched { rules: 0, .. } => format!("successPolicy {ABSENT}"),
            Self::SuccessPolicyMatched { rules, succeeded, rule } => match rule {
                Some(rule) => format!("rules[{rule}] · {succeeded}"),
                None => format!("rules {rules} · {succeeded}"),
            },
            Self::InterimConditionNeeded { condition: Some(JobConditionType::SuccessCriteriaMet), announced: true } => {
                "SuccessCriteriaMet ✓".to_owned()
            }
            Self::Finishing { condition } | Self::InterimConditionNeeded { condition, .. } => {
                Maybe(condition.map(JobConditionType::as_str)).to_string()
            }
            Self::ActivePodsDeleted { active, deleted, expectations_satisfied } => {
                let deleted = (format!("{deleted} = {active}"), deleted == active);
                match expectations_satisfied {
                    Some(met) => all(&[deleted, (format!("expectations {}", sign(met, "✓", "✗")), met)]),
                    None => deleted.0,
                }
            }
            Self::NotFoundTolerated { reason } => format!("{} {reason:?}", reason.code()),
            Self::SuspendConditionChanged { from, to } => {
                format!("Suspended {} → {to:?}", Maybe(from.map(status_name)))
            }
            Self::StartTimeCleared { cleared } => {
                format!("MutableSchedulingDirectivesForSuspendedJobs {}", sign(cleared, "✓", "✗"))
            }
            Self::StatusNeedsUpdate { active, ready, terminating, suspended } => {
                let (ready, terminating) = (optional("ready", ready), optional("terminating", terminating));
                format!("active {active}{ready}{terminating}{}", suspended_now(suspended))
            }
            Self::OnlyReplaceFailed { pod_replacement_policy, pod_failure_policy } => format!(
                "podReplacementPolicy {} · podFailurePolicy {}",
                Maybe(pod_replacement_policy.map(PodReplacementPolicy::as_str)),
                sign(pod_failure_policy, "✓", ABSENT)
            ),
            Self::PodsToRemove { active, want, misplaced: ..=0 } => {
                at_least_zero(format!("{active} − {want}"), active < want)
            }
            Self::PodsToRemove { active, want, misplaced } => format!("max({active} − {want}, {misplaced})"),
            Self::OverSyncCap { pods, cap } => format!("{pods} > {cap}"),
            Self::PodsMissing { want, terminating: 0, active } => format!("{want} − {active}"),
            Self::PodsMissing { want, terminating, active } => format!("{want} − terminating {terminating} − {active}"),
            Self::PodBackoffRemaining { failures, since_ms, cap_ms } => match since_ms {
                Some(since_ms) if failures != 0 => {
                    let delay = remaining_backoff_ms(failures, Some(0), cap_ms);
                    let left = format!("{} − {}", Seconds(delay), Seconds(since_ms));
                    format!("failures {failures}: {}", at_least_zero(left, since_ms > delay))
                }
                _ if failures == 0 => "failures 0".to_owned(),
                _ => format!("failures {failures}: {ABSENT}"),
            },
            Self::PendingIndexes { wanted, free } => format!("min({wanted}, {free})"),
            Self::IndexBackoffRemaining { pending, ready, soonest_ms } => match soonest_ms {
                Some(soonest) if ready == 0 => format!("ready {ready}/{pending} · {}", Seconds(soonest)),
                _ => format!("ready {ready}/{pending}"),
            },
            Self::UncountedWithoutFinalizer { succeeded, failed } => {
                format!("succeeded {succeeded} · failed {failed}")
            }
            Self::OverUncountedCap { considered, indexes, succeeded, failed, cap } => {
                let over = indexes.saturating_add(succeeded).saturating_add(failed) >= cap;
                all(&[
                    (format!("ended {considered} > 0"), considered > 0),
                    (format!("{indexes} + {succeeded} + {failed} ≥ {cap}"), over),
                ])
            }
            Self::FlushNeeded { counters, cleaned, listed, completed_indexes, failed_indexes, condition } => flags(&[
                ("needsStatusUpdate", counters),
                ("succeeded, failed", cleaned),
                ("uncountedTerminatedPods", listed),
                ("completedIndexes", completed_indexes),
                ("failedIndexes", failed_indexes),
                ("conditions", condition),
            ]),
            Self::FinalizersToRemove { pods } => format!("{pods} > 0"),
            Self::PartialProgress { failed, progress } => {
                flags(&[("error", failed), ("uncountedTerminatedPods", progress)])
            }
            Self::MayFinish { condition, capped, uncounted, terminating } => format!(
                "{} · uncounted {uncounted}{}{}",
                Maybe(condition.map(JobConditionType::as_str)),
                terminating.map_or_else(String::new, |pods| format!(" · terminating {pods}")),
                sign(capped, " · MaxUncountedPods", "")
            ),
            Self::SecondFlushNeeded { progress, finished } => {
                flags(&[("uncountedTerminatedPods", progress), ("conditions", finished)])
            }
            Self::OrphanPodsListed { pods } => pods.to_string(),
            Self::ControlledByOther { other } => format!("controller {}", sign(other, "≠ Job", "= Job")),
            Self::OwnerUnfinished { owned, finished } => {
                format!("cached Job {}{}", sign(owned, "✓", ABSENT), sign(finished, " · finished", ""))
            }
            Self::TrackingFinalizerPresent { present } => format!("finalizer {}", sign(present, "✓", ABSENT)),
            Self::NeedsCleanup { deleting: true, .. } => "deletionTimestamp ✓".to_owned(),
            Self::NeedsCleanup { ttl_seconds, condition, .. } => {
                let condition = Maybe(condition.map(JobConditionType::as_str));
                format!("ttlSecondsAfterFinished {} · {condition}", Maybe(ttl_seconds))
            }
            Self::TtlExpired { ttl_seconds, since_ms } => {
                format!("{} ≥ {ttl_seconds} s", Seconds(since_ms))
            }
            Self::TerminatedPodThresholdSet { threshold } => format!("{threshold} > 0"),
            Self::TerminatedPodsOverThreshold { terminated, threshold } => {
                at_least_zero(format!("{terminated} − {threshold}"), i64::from(terminated) < i64::from(threshold))
            }
            Self::PodsOnUnknownNodes { pods }
            | Self::OrphanedPods { pods }
            | Self::UnscheduledTerminatingPods { pods } => pods.to_string(),
            Self::NodeDeleted { cached, stored } => {
                format!("cache {} · server {}", sign(cached, "✓", ABSENT), sign(stored, "✓", ABSENT))
            }
            Self::PodEnded { phase } => phase.as_str().to_owned(),
            Self::NodeCurrent { is_virtual: false, .. } => "virtual ✗".to_owned(),
            Self::NodeCurrent { in_graph, observed, .. } => {
                format!("virtual ✓ · uidToNode {}{}", sign(in_graph, "✓", ABSENT), sign(observed, " · observed", ""))
            }
            Self::ItemBeingDeleted { being_deleted, deleting_dependents } => {
                flags(&[("beingDeleted", being_deleted), ("deletingDependents", deleting_dependents)])
            }
            Self::ItemGone { answer, same_uid } => found(answer, same_uid),
            Self::DeletingDependents { deleting_dependents } => {
                format!("deletingDependents {}", sign(deleting_dependents, "✓", ABSENT))
            }
            Self::BlockingDependents { blocking } => format!("blockOwnerDeletion {blocking}"),
            Self::FinalizerHeld { held } => format!("finalizers {}", sign(held, "✓", ABSENT)),
            Self::OwnersNamed { owners } => format!("ownerReferences {owners}"),
            Self::OwnerAbsent { remembered: true, .. } => "absentOwnerCache ✓".to_owned(),
            Self::OwnerAbsent { answer, same_uid, .. } => found(answer, same_uid),
            Self::OwnerWaits { deleting, foreground } => {
                flags(&[("deletionTimestamp", deleting), ("foregroundDeletion", foreground)])
            }
            Self::SolidOwner { solid, dangling, waiting } => {
                format!("solid {solid} · dangling {dangling} · waitingForDependentsDeletion {waiting}")
            }
            Self::OwnersToDrop { dangling, waiting } => {
                format!("dangling {dangling} · waitingForDependentsDeletion {waiting}")
            }
            Self::DeleteInForeground { waiting, dependents } => {
                format!("waitingForDependentsDeletion {waiting} · dependents {dependents}")
            }
            Self::DependentsWait { waiting } => format!("deletingDependents {waiting}"),
            Self::ItemObserved { observed } => format!("virtual {}", sign(observed, "✗", "✓")),
            Self::DependentsToOrphan { dependents } => dependents.to_string(),
        }
    }
}

/// A change of a field, unless the release does not have it.
fn optional(name: &str, change: OptionalChange) -> String {
    match change {
        OptionalChange { from: None, to: None } => String::new(),
        change => format!(" · {name} {change}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_tell_what_is_asked() {
        let too_many = |active| Decision::TooManyActive { active, parallelism: 2 }.expression();
        assert_eq!((too_many(3), too_many(2)), ("3 > 2".to_owned(), "2 > 2".to_owned()));
        let deadline = |elapsed_ms| {
            Decision::PastActiveDeadline {
                active_deadline_seconds: Some(5),
                elapsed_ms: Some(elapsed_ms),
                suspended: false,
            }
            .expression()
        };
        assert_eq!((deadline(4_100), deadline(5_000)), ("4.1 s ≥ 5 s".to_owned(), "5 s ≥ 5 s".to_owned()));
    }

    #[test]
    fn of_tests_in_a_row_those_show_that_were_asked() {
        let exceeds = |failed, active, previous_retry| {
            let failed = Change { from: 0, to: failed };
            let asked =
                Decision::ExceedsBackoffLimit { failed, active, parallelism: 2, previous_retry, backoff_limit: 6 };
            asked.expression()
        };
        assert_eq!(exceeds(0, 1, 6), "failed 0 > 0");
        assert_eq!(exceeds(1, 2, 6), "failed 1 > 0 · active 2 ≠ parallelism 2");
        assert_eq!(exceeds(1, 1, 2), "failed 1 > 0 · active 1 ≠ parallelism 2 · NumRequeues 2 + 1 > 6");
    }

    #[test]
    fn a_wait_is_not_multiplied_by_the_number_of_failures() {
        let waits = |since_ms| Decision::PodBackoffRemaining { failures: 2, since_ms, cap_ms: 600_000 }.expression();
        assert_eq!(waits(Some(2_000)), "failures 2: 20 s − 2 s");
        assert_eq!(waits(Some(25_500)), "failures 2: max(0, 20 s − 25.5 s)");
        assert_eq!(waits(None), "failures 2: –");
    }

    #[test]
    fn no_expression_leaks_rust() {
        let absent = Decision::ExpectationsSatisfied { record: None }.expression();
        let retry = Decision::StatusRetryLeft { attempts: 1, limit: 4 }.expression();
        assert_eq!((absent.as_str(), retry.as_str()), ("–", "1 < 4"));
    }
}
