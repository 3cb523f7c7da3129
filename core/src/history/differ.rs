//! Compares what a sync wrote with what was observed: the first field that differs.

use std::collections::BTreeSet;
use std::fmt;

use super::versions::Version;
use crate::api::{Job, JobCondition, JobStatus, Labels, MetaTime, ObjectMeta, Pod, Time, Uid};
use crate::small_collect::SmallCollect as _;
use crate::timeline::is_controllers_own;
use crate::trace::WatchEventType;
use crate::world::{Made, ObservedObject, WriteDifference};

/// By how much times may differ, in milliseconds: they are written in whole seconds.
const TIME_TOLERANCE_MS: i64 = 2_000;

/// When a sync ran. The client of the controller may hold back any of its requests for seconds, so the times that the sync
/// wrote are of any time in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// When it can have begun at the earliest.
    pub(super) from: Time,
    /// When it wrote what is compared.
    pub(super) to: Time,
}

/// A write of which nothing was seen.
pub(super) fn unseen(made: &Made) -> WriteDifference {
    let name = made.object.metadata().name();
    let what = match (&made.object, made.r#type) {
        (ObservedObject::Pod(_), WatchEventType::Added) => "a new pod".to_owned(),
        (ObservedObject::Pod(_), WatchEventType::Modified) => format!("a change of pod {name}"),
        (ObservedObject::Pod(_), WatchEventType::Deleted) => format!("the end of pod {name}"),
        (ObservedObject::Job(job), _) => format!("a status of Job {name}: {}", shown(&job.status)),
    };
    WriteDifference::new("write", what, "nothing")
}

/// A status in a line.
fn shown(status: &JobStatus) -> String {
    serde_json::to_string(status).unwrap_or_default()
}

/// The first field in which what a sync made differs from what was seen. The sync began at `from` at the earliest.
pub(super) fn differ(made: &Made, version: &Version, from: Time) -> Option<WriteDifference> {
    let seen = &version.object;
    match (&made.object, seen) {
        (ObservedObject::Job(made), ObservedObject::Job(seen)) => job(made, seen, Span { from, to: version.at }),
        (ObservedObject::Pod(pod), ObservedObject::Pod(seen)) => match made.r#type {
            WatchEventType::Added => created(pod, seen),
            WatchEventType::Modified => changed(pod, seen),
            WatchEventType::Deleted => None,
        },
        _ => Some(WriteDifference::new("kind", made.object.kind().resource(), seen.kind().resource())),
    }
}

fn job(made: &Job, seen: &Job, span: Span) -> Option<WriteDifference> {
    status(&made.status, &seen.status, span).or_else(|| {
        let tracked = |job: &Job| job.metadata.annotations.get(crate::api::JOB_TRACKING_ANNOTATION).is_some();
        (tracked(made) != tracked(seen)).then(|| {
            WriteDifference::new("metadata.annotations[batch.kubernetes.io/job-tracking]", tracked(made), tracked(seen))
        })
    })
}

fn option<T: fmt::Display>(value: Option<T>) -> String {
    value.map_or_else(|| "nothing".to_owned(), |value| value.to_string())
}

fn text(value: &str) -> String {
    if value.is_empty() { "nothing".to_owned() } else { value.to_owned() }
}

fn status(made: &JobStatus, seen: &JobStatus, span: Span) -> Option<WriteDifference> {
    let number = |field: &str, made: i32, seen: i32| (made != seen).then(|| WriteDifference::new(field, made, seen));
    let optional = |field: &str, made: Option<i32>, seen: Option<i32>| {
        (made != seen).then(|| WriteDifference::new(field, option(made), option(seen)))
    };
    let words = |field: &str, made: &str, seen: &str| {
        (made != seen).then(|| WriteDifference::new(field, text(made), text(seen)))
    };
    let indexes = |failed: &Option<String>| failed.clone().unwrap_or_default();
    number("status.failed", made.failed, seen.failed)
        .or_else(|| number("status.succeeded", made.succeeded, seen.succeeded))
        .or_else(|| number("status.active", made.active, seen.active))
        .or_else(|| optional("status.ready", made.ready, seen.ready))
        .or_else(|| optional("status.terminating", made.terminating, seen.terminating))
        .or_else(|| words("status.completedIndexes", &made.completed_indexes, &seen.completed_indexes))
        .or_else(|| words("status.failedIndexes", &indexes(&made.failed_indexes), &indexes(&seen.failed_indexes)))
        .or_else(|| uncounted(made, seen))
        .or_else(|| conditions(&made.conditions, &seen.conditions, span))
        .or_else(|| moment("status.startTime", made.start_time, seen.start_time, span))
        .or_else(|| moment("status.completionTime", made.completion_time, seen.completion_time, span))
}

fn uncounted(made: &JobStatus, seen: &JobStatus) -> Option<WriteDifference> {
    let present = |status: &JobStatus| status.uncounted_terminated_pods.is_some();
    if present(made) != present(seen) {
        let shown = |status: &JobStatus| if present(status) { "{}" } else { "nothing" };
        return Some(WriteDifference::new("status.uncountedTerminatedPods", shown(made), shown(seen)));
    }
    let made = made.uncounted_terminated_pods.as_ref()?;
    let seen = seen.uncounted_terminated_pods.as_ref()?;
    // Their order is that of a walk over a map.
    let set = |uids: &[Uid]| uids.iter().cloned().small_collect::<BTreeSet<Uid>>();
    let list = |field: &str, made: &[Uid], seen: &[Uid]| {
        (set(made) != set(seen)).then(|| {
            let shown = |uids: &[Uid]| format!("{} pods {:?}", uids.len(), set(uids));
            WriteDifference::new(field, shown(made), shown(seen))
        })
    };
    list("status.uncountedTerminatedPods.succeeded", &made.succeeded, &seen.succeeded)
        .or_else(|| list("status.uncountedTerminatedPods.failed", &made.failed, &seen.failed))
}

fn conditions(made: &[JobCondition], seen: &[JobCondition], span: Span) -> Option<WriteDifference> {
    let shown = |condition: &JobCondition| {
        format!("{:?}={:?} ({}: {})", condition.r#type, condition.status, condition.reason, condition.message)
    };
    for place in 0..made.len().max(seen.len()) {
        let field = format!("status.conditions[{place}]");
        match (made.get(place), seen.get(place)) {
            (Some(made), Some(seen)) => {
                if shown(made) != shown(seen) {
                    return Some(WriteDifference::new(&field, shown(made), shown(seen)));
                }
                let field = format!("{field}.lastTransitionTime");
                let times = moment(&field, made.last_transition_time, seen.last_transition_time, span);
                if times.is_some() {
                    return times;
                }
            }
            (made, seen) => {
                return Some(WriteDifference::new(&field, option(made.map(shown)), option(seen.map(shown))));
            }
        }
    }
    None
}

fn moment(field: &str, made: Option<MetaTime>, seen: Option<MetaTime>, span: Span) -> Option<WriteDifference> {
    let is_in_span =
        |time: Time| time.since(span.from) >= -TIME_TOLERANCE_MS && span.to.since(time) >= -TIME_TOLERANCE_MS;
    let same = match (made, seen) {
        (Some(made), Some(seen)) => {
            let (made, seen) = (made.time(), seen.time());
            made.since(seen).abs() <= TIME_TOLERANCE_MS || (is_in_span(made) && is_in_span(seen))
        }
        (made, seen) => made == seen,
    };
    (!same).then(|| WriteDifference::new(field, option(made), option(seen)))
}

/// Of a new pod the controller decides labels, annotations, finalizers, owner and host name; admission may add to it.
fn created(made: &Pod, seen: &Pod) -> Option<WriteDifference> {
    let values = |field: &str, made: &Labels, seen: &Labels| {
        made.iter()
            .find(|(key, value)| seen.get(key) != Some(*value))
            .map(|(key, value)| WriteDifference::new(&format!("metadata.{field}[{key}]"), value, option(seen.get(key))))
    };
    // Of the others, what was seen does not have the values.
    let annotations = made.metadata.annotations.iter().filter(|(key, _)| is_controllers_own(key)).collect::<Labels>();
    values("labels", &made.metadata.labels, &seen.metadata.labels)
        .or_else(|| values("annotations", &annotations, &seen.metadata.annotations))
        .or_else(|| held(&made.metadata, &seen.metadata))
        .or_else(|| owners(&made.metadata, &seen.metadata))
        .or_else(|| {
            let (made, seen) = (&made.spec.hostname, &seen.spec.hostname);
            (made != seen).then(|| WriteDifference::new("spec.hostname", option(made.as_ref()), option(seen.as_ref())))
        })
}

fn changed(made: &Pod, seen: &Pod) -> Option<WriteDifference> {
    held(&made.metadata, &seen.metadata).or_else(|| owners(&made.metadata, &seen.metadata)).or_else(|| {
        let shown = |metadata: &ObjectMeta| {
            metadata.deletion_grace_period_seconds.map(|seconds| format!("a deletion with grace period {seconds} s"))
        };
        let (would, was) = (shown(&made.metadata), shown(&seen.metadata));
        (would != was).then(|| WriteDifference::new("metadata.deletionGracePeriodSeconds", option(would), option(was)))
    })
}

fn held(made: &ObjectMeta, seen: &ObjectMeta) -> Option<WriteDifference> {
    let sorted = |metadata: &ObjectMeta| metadata.finalizers.iter().cloned().small_collect::<BTreeSet<String>>();
    let (would, was) = (sorted(made), sorted(seen));
    (would != was).then(|| WriteDifference::new("metadata.finalizers", format!("{would:?}"), format!("{was:?}")))
}

fn owners(made: &ObjectMeta, seen: &ObjectMeta) -> Option<WriteDifference> {
    let uid = |metadata: &ObjectMeta| metadata.controller().map(|owner| owner.uid.clone());
    let (would, was) = (uid(made), uid(seen));
    (would != was).then(|| WriteDifference::new("metadata.ownerReferences", option(would), option(was)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const AT_ONCE: Span = Span { from: Time::START, to: Time::START };

    #[test]
    fn a_template_may_have_annotations() {
        let pod = |annotations| {
            let metadata = json!({"name": "p", "uid": "u", "resourceVersion": "1", "annotations": annotations});
            Version::read(None, json!({"kind": "Pod", "metadata": metadata})).unwrap()
        };
        let made = |version: Version| {
            let r#type = WatchEventType::Added;
            let pod = serde_json::from_value::<Pod>((*version.raw).clone()).unwrap();
            Made { number: None, before: None, r#type, object: ObservedObject::Pod(pod.into()) }
        };
        let annotated = json!({"example.com/team": "a", "batch.kubernetes.io/job-completion-index": "1"});
        assert_eq!(differ(&made(pod(annotated.clone())), &pod(annotated), Time::START), None);
        let index = |index| json!({"batch.kubernetes.io/job-completion-index": index});
        assert!(differ(&made(pod(index("1"))), &pod(index("0")), Time::START).is_some());
    }

    #[test]
    fn a_time_that_a_sync_wrote_is_of_any_time_in_it() {
        let time = |seconds: i64| Some(MetaTime::from(Time::START.plus(seconds * 1_000)));
        let differs = |made, seen| {
            let span = Span { from: Time::START.plus(10_000), to: Time::START.plus(20_000) };
            moment("status.startTime", time(made), time(seen), span).is_some()
        };
        assert!(!differs(11, 19) && !differs(19, 11), "both are in the sync");
        assert!(differs(11, 23) && differs(11, 7) && differs(7, 11), "one is before or after it");
        assert!(!differs(30, 31), "they are equal but for rounding");
    }

    #[test]
    fn a_condition_that_only_one_status_has_is_a_difference() {
        let read = |text: &str| serde_json::from_str::<JobStatus>(text).unwrap();
        let none = read("{}");
        let complete = read(r#"{"conditions": [{"type": "Complete", "status": "True"}]}"#);
        for (made, seen) in [(&none, &complete), (&complete, &none)] {
            assert_eq!(status(made, seen, AT_ONCE).map(|found| found.field), Some("status.conditions[0]".into()));
        }
        assert_eq!(status(&complete, &complete, AT_ONCE), None);
    }
}
