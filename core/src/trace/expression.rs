//! The operands of a question as one line of figures, the same in every language: `7 > 6`.
//!
//! Only figures, signs and Kubernetes' own field names stand here; what needs words is told elsewhere.

use std::fmt;

use super::{Change, Decision, OptionalChange, remaining_backoff_ms};
use crate::api::{
    CompletionMode, ConditionStatus, JobConditionType, PodReplacementPolicy, ResourceVersion, RestartPolicy,
    StatusReason,
};

/// What is absent.
const ABSENT: &str = "–";

/// A value that may be absent.
struct Maybe<T>(Option<T>);

impl<T: fmt::Display> fmt::Display for Maybe<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str(ABSENT),
        }
    }
}

/// Milliseconds as seconds, without a fraction where there is none.
struct Seconds(i64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 % 1000 == 0 {
            write!(f, "{} s", self.0 / 1000)
        } else {
            let sign = if self.0 < 0 { "-" } else { "" };
            let ms = self.0.unsigned_abs();
            let fraction = format!("{:03}", ms % 1000);
            write!(f, "{sign}{}.{} s", ms / 1000, fraction.trim_end_matches('0'))
        }
    }
}

/// A counter, as `from → to` where it changes.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.differs() { write!(f, "{} → {}", self.from, self.to) } else { self.from.fmt(f) }
    }
}

impl fmt::Display for OptionalChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (Maybe(self.from), Maybe(self.to));
        if self.differs() { write!(f, "{from} → {to}") } else { from.fmt(f) }
    }
}

fn status_name(status: ConditionStatus) -> &'static str {
    match status {
        ConditionStatus::True => "True",
        ConditionStatus::False => "False",
        ConditionStatus::Unknown => "Unknown",
    }
}

/// The names of those that hold.
fn flags(flags: &[(&str, bool)]) -> String {
    let held: Vec<&str> = flags.iter().filter(|(_, holds)| *holds).map(|(name, _)| *name).collect();
    if held.is_empty() { ABSENT.to_owned() } else { held.join(" · ") }
}

fn sign(holds: bool, yes: &'static str, no: &'static str) -> &'static str {
    if holds { yes } else { no }
}

/// How a look at the server ended.
fn found(answer: Option<StatusReason>, same_uid: bool) -> String {
    match answer {
        Some(reason) => format!("{} {reason:?}", reason.code()),
        None => format!("200 · uid {}", sign(same_uid, "=", "≠")),
    }
}

impl Decision {
    /// The operands as one line of figures and Kubernetes' own words, such as `active 2 < parallelism 3`.
    /// The signs tell what is the case, not what is asked. What is absent shows as `–`.
    #[expect(clippy::match_same_arms, reason = "one arm for each question, in the order of the list")]
    pub fn expression(&self) -> String {
        match *self {
            Self::KeyComplete { namespace, name } => {
                format!("{}/{}", sign(namespace, "namespace", ABSENT), sign(name, "name", ABSENT))
            }
            Self::JobInCache { found } => sign(found, "1", "0").to_owned(),
            Self::CachesCaughtUp { jobs_written, jobs_synced, pods_written, pods_synced } => {
                let pair = |name, written: Option<ResourceVersion>, synced| match written {
                    Some(written) => format!("{name} {synced} {} {written}", sign(synced >= written, "≥", "<")),
                    None => format!("{name} {ABSENT}"),
                };
                format!("{} · {}", pair("jobs", jobs_written, jobs_synced), pair("pods", pods_written, pods_synced))
            }
            Self::ManagedExternally { managed } => format!("managedBy {}", sign(managed, "✓", ABSENT)),
            Self::JobFinished { condition } => Maybe(condition.map(JobConditionType::as_str)).to_string(),
            Self::FinishWritten { written } => sign(written, "1", "0").to_owned(),
            Self::Requeues { count } => format!("NumRequeues {count}"),
            Self::ExpectationsSatisfied { record: None } => ABSENT.to_owned(),
            Self::ExpectationsSatisfied { record: Some(record) } => {
                format!("adds {} · dels {} · {}", record.adds, record.dels, Seconds(record.age_ms))
            }
            Self::PodsClaimed { claimed, adopted, released } => {
                let adopted = if adopted > 0 { format!(" · +{adopted}") } else { String::new() };
                let released = if released > 0 { format!(" · −{released}") } else { String::new() };
                format!("{claimed}{adopted}{released}")
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
            Self::ExceedsBackoffLimit { failed, active, parallelism, previous_retry, backoff_limit } => {
                format!(
                    "failed {failed} · active {active} {} parallelism {parallelism} · {previous_retry} + 1 {} {backoff_limit}",
                    sign(active == parallelism, "=", "≠"),
                    sign(i64::from(previous_retry) + 1 > backoff_limit.into(), ">", "≤"),
                )
            }
            Self::NewFailuresExceedBackoffLimit { failed, active, parallelism, backoff_limit } => {
                format!(
                    "failed {failed} {} {backoff_limit} · active {active} {} parallelism {parallelism}",
                    sign(failed.to > backoff_limit, ">", "≤"),
                    sign(active == parallelism, "=", "≠"),
                )
            }
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
                    Some(RestartPolicy::OnFailure) if zero_needs_restart && backoff_limit == 0 => {
                        format!("{restarts} {} 0", sign(restarts > 0, ">", "="))
                    }
                    Some(RestartPolicy::OnFailure) => {
                        format!("{restarts} {} {backoff_limit}", sign(restarts >= backoff_limit.into(), "≥", "<"))
                    }
                    other => format!("restartPolicy {}", Maybe(other.map(RestartPolicy::as_str))),
                }
            }
            Self::PastActiveDeadline { suspended: true, .. } | Self::DeadlineAhead { suspended: true, .. } => {
                "suspend ✓".to_owned()
            }
            Self::PastActiveDeadline { active_deadline_seconds, elapsed_ms, .. }
            | Self::DeadlineAhead { active_deadline_seconds, elapsed_ms, .. } => {
                match (active_deadline_seconds, elapsed_ms) {
                    (Some(deadline), Some(elapsed)) => {
                        let past = elapsed >= deadline.saturating_mul(1000);
                        format!("{} {} {deadline} s", Seconds(elapsed), sign(past, "≥", "<"))
                    }
                    (deadline, _) => format!("activeDeadlineSeconds {}", Maybe(deadline)),
                }
            }
            Self::ManageNeeded { expectations_satisfied, deleting } => format!(
                "{} · deletionTimestamp {}",
                sign(expectations_satisfied, "expectations ✓", "expectations ✗"),
                sign(deleting, "✓", ABSENT)
            ),
            Self::TooManyActive { active, parallelism } => {
                format!("{active} {} {parallelism}", sign(active > parallelism, ">", "≤"))
            }
            Self::TooFewActive { active, parallelism } => {
                format!("{active} {} {parallelism}", sign(active < parallelism, "<", "≥"))
            }
            Self::WantActive { completions, succeeded, parallelism, active, .. } => match completions {
                Some(completions) => format!("min({completions} − {succeeded}, {parallelism})"),
                None if succeeded > 0 => format!("succeeded {succeeded} > 0 · active {active}"),
                None => format!("parallelism {parallelism}"),
            },
            Self::MoreActiveThanWanted { want, active } => {
                format!("{want} {} {active}", sign(want < active, "<", "≥"))
            }
            Self::CreateErrorTolerated { reason, .. } => format!("{} {reason:?}", reason.code()),
            Self::SlowStartStops { errors, left, .. } => format!("errors {errors} · left {left}"),
            Self::CompletionsReached { completions, succeeded, active, needs_no_active } => match completions {
                Some(completions) if needs_no_active => {
                    let reached = sign(succeeded >= completions, "≥", "<");
                    format!("{succeeded} {reached} {completions} · active {active}")
                }
                Some(completions) => {
                    format!("{succeeded} {} {completions}", sign(succeeded >= completions, "≥", "<"))
                }
                None => format!("succeeded {succeeded} · active {active}"),
            },
            Self::TooManyActivePods { active } => format!("{active} {} 0", sign(active > 0, ">", "=")),
            Self::TooManySucceededPods { succeeded, completions } => {
                format!("{succeeded} {} {completions}", sign(succeeded > completions, ">", "≤"))
            }
            Self::NewSuccesses { succeeded } => succeeded.to_string(),
            Self::StatusChanged { active, succeeded, failed, conditions, suspend_changed } => {
                let suspended = sign(suspend_changed, " · Suspended ✓", "");
                format!(
                    "active {active} · succeeded {succeeded} · failed {failed} · conditions {conditions}{suspended}"
                )
            }
            Self::StatusRetryLeft { attempts, limit } => {
                format!("{attempts} {} {limit}", sign(attempts < limit, "<", "≥"))
            }
            Self::NewFailureUnfinished { failed, finished } => {
                format!("failed {failed}{}", sign(finished, " · ✓", ""))
            }
            Self::JobSuspended { suspend } => format!("suspend {}", sign(suspend, "✓", "✗")),
            Self::NewFinishedPods { succeeded, failed, ignored } => {
                let ignored = if ignored > 0 { format!(" (Ignore {ignored})") } else { String::new() };
                format!("succeeded +{succeeded} · failed +{failed}{ignored}")
            }
            Self::SuccessCriteriaMetSet { present } => format!("SuccessCriteriaMet {}", sign(present, "✓", ABSENT)),
            Self::FailureTargetSet { present } => format!("FailureTarget {}", sign(present, "✓", ABSENT)),
            Self::FailJobRuleMatched { rules: 0, .. } => format!("podFailurePolicy {ABSENT}"),
            Self::FailJobRuleMatched { rules, rule } => match rule {
                Some(rule) => format!("rules[{rule}] FailJob"),
                None => format!("rules {rules} · FailJob {ABSENT}"),
            },
            Self::FailuresExceedBackoffLimit { failed, backoff_limit } => {
                format!("{failed} {} {backoff_limit}", sign(failed > backoff_limit, ">", "≤"))
            }
            Self::JobIndexed { completion_mode } => Maybe(completion_mode.map(CompletionMode::as_str)).to_string(),
            Self::SucceededIndexes { indexes } => indexes.to_string(),
            Self::BackoffLimitPerIndexSet { backoff_limit_per_index } => {
                format!("backoffLimitPerIndex {}", Maybe(backoff_limit_per_index))
            }
            Self::TooManyFailedIndexes { failed, max_failed_indexes } => match max_failed_indexes {
                Some(max) => format!("{failed} {} {max}", sign(failed > max, ">", "≤")),
                None => format!("maxFailedIndexes {ABSENT}"),
            },
            Self::AllIndexesFinished { failed, succeeded, completions } => {
                let all = failed.saturating_add(succeeded) >= completions;
                format!("{failed} + {succeeded} {} {completions}", sign(all, "≥", "<"))
            }
            Self::SuccessPolicyMatched { rules: 0, .. } => format!("successPolicy {ABSENT}"),
            Self::SuccessPolicyMatched { rules, succeeded, rule } => match rule {
                Some(rule) => format!("rules[{rule}] · {succeeded}"),
                None => format!("rules {rules} · {succeeded}"),
            },
            Self::Finishing { condition } | Self::InterimConditionNeeded { condition, announced: false } => {
                Maybe(condition.map(JobConditionType::as_str)).to_string()
            }
            Self::InterimConditionNeeded { condition, announced: true } => {
                format!("{} ✓", Maybe(condition.map(JobConditionType::as_str)))
            }
            Self::ActivePodsDeleted { active, deleted, expectations_satisfied } => {
                let expectations = expectations_satisfied
                    .map_or("", |satisfied| sign(satisfied, " · expectations ✓", " · expectations ✗"));
                format!("{deleted} {} {active}{expectations}", sign(deleted == active, "=", "≠"))
            }
            Self::NotFoundTolerated { reason } => format!("{} {reason:?}", reason.code()),
            Self::SuspendConditionChanged { from, to } => {
                format!("Suspended {} → {to:?}", Maybe(from.map(status_name)))
            }
            Self::StartTimeCleared { cleared } => format!("startTime {}", sign(cleared, ABSENT, "✓")),
            Self::StatusNeedsUpdate { active, ready, terminating, suspend_changed } => {
                let suspended = sign(suspend_changed, " · Suspended ✓", "");
                match terminating {
                    OptionalChange { from: None, to: None } => format!("active {active} · ready {ready}{suspended}"),
                    terminating => format!("active {active} · ready {ready} · terminating {terminating}{suspended}"),
                }
            }
            Self::OnlyReplaceFailed { pod_replacement_policy, pod_failure_policy } => format!(
                "podReplacementPolicy {} · podFailurePolicy {}",
                Maybe(pod_replacement_policy.map(PodReplacementPolicy::as_str)),
                sign(pod_failure_policy, "✓", ABSENT)
            ),
            Self::PodsToRemove { active, want, misplaced: 0 } => format!("{active} − {want}"),
            Self::PodsToRemove { active, want, misplaced } => format!("max({active} − {want}, {misplaced})"),
            Self::OverSyncCap { pods, cap } => format!("{pods} {} {cap}", sign(pods > cap, ">", "≤")),
            Self::PodsMissing { want, terminating, active } => format!("{want} − {terminating} − {active}"),
            Self::PodBackoffRemaining { failures, since_ms } => match since_ms {
                Some(since_ms) if failures != 0 => {
                    let delay = remaining_backoff_ms(failures, Some(0));
                    format!("{failures} · {} − {}", Seconds(delay), Seconds(since_ms))
                }
                _ => failures.to_string(),
            },
            Self::PendingIndexes { wanted, found } => {
                format!("{found} {} {wanted}", sign(found < wanted, "<", "="))
            }
            Self::IndexBackoffRemaining { pending, ready, soonest_ms } => match soonest_ms {
                Some(soonest) if ready == 0 => format!("{ready}/{pending} · {}", Seconds(soonest)),
                _ => format!("{ready}/{pending}"),
            },
            Self::UncountedWithoutFinalizer { succeeded, failed } => {
                format!("succeeded {succeeded} · failed {failed}")
            }
            Self::OverUncountedCap { indexes, succeeded, failed, cap, .. } => {
                let over = u64::from(indexes) + u64::from(succeeded) + u64::from(failed) >= cap.into();
                format!("{indexes} + {succeeded} + {failed} {} {cap}", sign(over, "≥", "<"))
            }
            Self::FlushNeeded { counters, cleaned, counted, indexes, condition } => flags(&[
                ("active, ready", counters),
                ("succeeded, failed", cleaned),
                ("uncountedTerminatedPods", counted),
                ("completedIndexes, failedIndexes", indexes),
                ("conditions", condition),
            ]),
            Self::FinalizersToRemove { pods } => pods.to_string(),
            Self::PartialProgress { failed, progress } => {
                flags(&[("✗", failed), ("uncountedTerminatedPods", progress)])
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
            Self::PodInCache { found } => sign(found, "1", "0").to_owned(),
            Self::ControlledByOther { other } => format!("controller {}", sign(other, "≠ Job", "= Job")),
            Self::OwnerUnfinished { owned, finished } => {
                format!("controller {}{}", sign(owned, "✓", ABSENT), sign(finished, " · finished", ""))
            }
            Self::TrackingFinalizerPresent { present } => format!("finalizer {}", sign(present, "✓", ABSENT)),
            Self::NeedsCleanup { deleting: true, .. } => "deletionTimestamp ✓".to_owned(),
            Self::NeedsCleanup { ttl_seconds, condition, .. } => {
                let condition = Maybe(condition.map(JobConditionType::as_str));
                format!("ttlSecondsAfterFinished {} · {condition}", Maybe(ttl_seconds))
            }
            Self::TtlExpired { ttl_seconds, since_ms } => {
                let expired = since_ms >= i64::from(ttl_seconds) * 1000;
                format!("{} {} {ttl_seconds} s", Seconds(since_ms), sign(expired, "≥", "<"))
            }
            Self::TerminatedPodThresholdSet { threshold } => {
                format!("{threshold} {} 0", sign(threshold > 0, ">", "≤"))
            }
            Self::TerminatedPodsOverThreshold { terminated, threshold } => format!("{terminated} − {threshold}"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_tell_what_is_the_case() {
        let too_many = |active| Decision::TooManyActive { active, parallelism: 2 }.expression();
        assert_eq!((too_many(3), too_many(2)), ("3 > 2".to_owned(), "2 ≤ 2".to_owned()));
        let deadline = |elapsed_ms| {
            Decision::PastActiveDeadline {
                active_deadline_seconds: Some(5),
                elapsed_ms: Some(elapsed_ms),
                suspended: false,
            }
            .expression()
        };
        assert_eq!((deadline(4_100), deadline(5_000)), ("4.1 s < 5 s".to_owned(), "5 s ≥ 5 s".to_owned()));
    }

    #[test]
    fn no_expression_leaks_rust() {
        let absent = Decision::ExpectationsSatisfied { record: None }.expression();
        let retry = Decision::StatusRetryLeft { attempts: 1, limit: 4 }.expression();
        assert_eq!((absent.as_str(), retry.as_str()), ("–", "1 < 4"));
    }
}
