//! Suspension: the condition `Suspended` follows the spec.

use super::controller::Controller;
use super::utils::new_condition;
use crate::api::{ConditionStatus, EventType, Job, JobCondition, JobConditionType};
use crate::trace::Decision;

/// Brings the condition `Suspended` in line with the spec. Returns its status if the condition changed.
///
/// `ensure` is the release's `ensureJobConditionStatus`.
pub(super) fn suspend_or_resume(
    jm: &mut Controller<'_>,
    job: &mut Job,
    ensure: impl FnOnce(&mut Vec<JobCondition>, JobCondition) -> bool,
) -> Option<ConditionStatus> {
    let suspend = job.is_suspended();
    jm.ask(Decision::JobSuspended { suspend });
    let (to, reason, event, message) = if suspend {
        (ConditionStatus::True, "JobSuspended", "Suspended", "Job suspended")
    } else {
        (ConditionStatus::False, "JobResumed", "Resumed", "Job resumed")
    };
    let current = job.status.condition(JobConditionType::Suspended);
    let from = current.map(|condition| condition.status);
    let reworded =
        current.is_some_and(|current| current.status == to && (current.reason != reason || current.message != message));
    let changes = jm.ask(Decision::SuspendConditionChanged { from, to, reworded });
    if changes {
        let wanted = new_condition(JobConditionType::Suspended, to, reason, message, jm.now);
        ensure(&mut job.status.conditions, wanted);
        jm.event(job, EventType::Normal, event.into(), message);
        if !suspend {
            // The deadline counts from here: it stands still while the Job rests.
            job.status.start_time = Some(jm.now.into());
        }
    }
    changes.then_some(to)
}

#[cfg(test)]
mod tests {
    use crate::api::ConditionStatus::{False, True, Unknown};
    use crate::trace::Decision;

    #[test]
    fn the_condition_changes_with_its_status_or_its_words() {
        for (from, to, reworded, changes) in [
            (None, False, false, false),
            (None, True, false, true),
            (Some(False), False, false, false),
            (Some(False), False, true, true),
            (Some(True), True, true, true),
            (Some(Unknown), False, false, true),
        ] {
            let decision = Decision::SuspendConditionChanged { from, to, reworded };
            assert_eq!(decision.answer().is_yes(), changes, "{decision:?}");
        }
    }
}
