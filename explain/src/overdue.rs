//! Whether a running controller would have done long ago what the next sync of a Job does.

use jobscope_core::api::{ObjectKey, Release};
use jobscope_core::job::{MAX_JOB_API_BACK_OFF_MS, MAX_JOB_BACK_OFF_MS};
use jobscope_core::timeline::Timeline;
use jobscope_core::trace::{Call, TraceEntry, Verb};

use crate::sentence::Phrase;
use crate::time::roughly;

/// Most steps until the next sync of a Job.
const MOST_STEPS: usize = 2_000;

/// A sync that a running controller would have made before the present.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overdue {
    /// Its Job.
    pub job: ObjectKey,
    /// How many milliseconds ago a running controller would have made it.
    pub ms: i64,
    release: Release,
    creates: bool,
}

impl Overdue {
    /// Whether the next sync of a Job is late by more than a controller waits after errors. Both sessions begin with the same
    /// objects of a cluster: `present` at the present, and `before` at the latest time in the objects.
    pub fn find(present: &Timeline, before: &Timeline, job: &ObjectKey) -> Option<Self> {
        let (now, release) = (present.world().now(), present.world().release());
        let mut present = present.clone();
        if !next_sync(&mut present, job) || calls(&present).any(|call| call.fault.is_some()) {
            return None;
        }
        let mut taken = calls(&present).filter(|call| is_taken_write(call)).peekable();
        taken.peek()?;
        let creates = taken.any(|call| call.verb == Verb::Create);
        let mut before = before.clone();
        while next_sync(&mut before, job) {
            let ms = now.since(before.world().now());
            if ms < most_wait_ms(release) {
                return None;
            }
            if calls(&before).any(is_taken_write) {
                return Some(Self { job: job.clone(), ms, release, creates });
            }
        }
        None
    }

    /// What that means, and its possible causes.
    pub fn phrase(&self) -> Phrase {
        let key = if self.creates { "overdue-creates" } else { "overdue-writes" };
        Phrase::new(key, Vec::new())
            .with("job", self.job.name().as_str())
            .with("time", roughly(self.ms))
            .with("release", self.release.name())
    }
}

/// Continues until after the next sync of the Job; false if there is none.
pub fn next_sync(timeline: &mut Timeline, job: &ObjectKey) -> bool {
    for _ in 0..MOST_STEPS {
        if !timeline.step_over() {
            return false;
        }
        let step = timeline.cursor().step;
        if timeline.syncs().last().is_some_and(|sync| sync.step + 1 == step && sync.key == *job) {
            return true;
        }
    }
    false
}

/// Milliseconds within which a controller tries again what was refused.
fn most_wait_ms(release: Release) -> i64 {
    if release.since(27) { MAX_JOB_API_BACK_OFF_MS } else { MAX_JOB_BACK_OFF_MS }
}

/// The requests of the last step.
fn calls(timeline: &Timeline) -> impl Iterator<Item = &Call> {
    let trace = timeline.present_step().map(|step| &step.trace);
    trace.into_iter().flatten().filter_map(|entry| match entry {
        TraceEntry::Call(call) => Some(call),
        _ => None,
    })
}

/// Whether the request changed an object.
fn is_taken_write(call: &Call) -> bool {
    call.error.is_none() && !matches!(call.verb, Verb::Get | Verb::GetPod)
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{MetaTime, Time};
    use jobscope_core::timeline::ClusterState;

    use super::*;

    fn at(text: &str) -> Time {
        serde_json::from_value::<MetaTime>(text.into()).unwrap().time()
    }

    /// What is overdue at `now` of the only Job in the text.
    fn overdue(text: &str, now: &str) -> Option<Overdue> {
        let begin = |state: &ClusterState| state.session(Release::V1_36).unwrap().replay().unwrap();
        let state = ClusterState::read(text).unwrap();
        let (before, present) = (begin(&state), begin(&state.clone().at(at(now))));
        Overdue::find(&present, &before, &state.jobs()[0].metadata.key())
    }

    #[test]
    fn a_write_is_overdue_after_the_longest_wait_of_a_controller() {
        const NO_PODS: &str = include_str!("../../tests/cluster/no-pods.yaml");
        assert_eq!(overdue(NO_PODS, "2026-11-20T09:13:39Z"), None);
        let late = overdue(NO_PODS, "2026-11-20T09:13:40Z").unwrap();
        assert_eq!((late.ms, late.creates, late.phrase().key), (60_000, true, "overdue-creates"));
        let suspended = NO_PODS.replace("suspend: false", "suspend: true");
        let late = overdue(&suspended, "2026-11-20T12:12:40Z").unwrap();
        assert_eq!((late.ms, late.phrase().key), (10_800_000, "overdue-writes"));
    }

    #[test]
    fn what_waits_as_it_should_is_not_overdue() {
        assert_eq!(overdue(include_str!("../../tests/cluster/stuck.yaml"), "2026-11-20T19:00:00Z"), None);
        assert_eq!(
            overdue(include_str!("../../tests/cluster/refused.yaml"), "2026-11-21T19:00:00Z"),
            None,
            "an Event says why"
        );
    }
}
