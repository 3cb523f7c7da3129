//! Suspension: the condition `Suspended` follows the spec.

use super::controller::Controller;
use super::utils::new_condition;
use crate::api::{ConditionStatus, EventType, Job, JobCondition, JobConditionType};
use crate::trace::Decision;

/// Brings the condition `Suspended` in line with the spec. Says which status it has now, if that is another one.
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
    let from = job.status.condition(JobConditionType::Suspended).map(|condition| condition.status);
    let changes = jm.ask(Decision::SuspendConditionChanged { from, to });
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
