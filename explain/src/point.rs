//! A step and the state after it, as the lanes of the timeline draw them.

use std::rc::Rc;
use std::sync::Arc;

use jobscope_core::api::{JobConditionType, ObjectKey, PodPhase};
use jobscope_core::small_sort::SmallSort as _;
use jobscope_core::trace::{CallBody, FaultMode, Kind, Method, TraceEntry, WatchEventType};
use jobscope_core::world::{Action, DueKey, ObservedObject, PodView, Snapshot, Step, Unexplained, WaitCause, Writer};

use super::scene::Scene;
use crate::history::observed;
use crate::pod_state::PodState;

/// A step worth finding again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A Job was created.
    Created,
    /// A Job was patched.
    Patched,
    /// A Job was deleted.
    Deleted,
    /// A fault was armed.
    Fault(FaultMode),
    /// The watch of that kind was lost, with the events on their way.
    WatchLost(Kind),
    /// The controller was replaced.
    Restarted,
    /// The number of pods that failed.
    Failed(usize),
    /// The number of calls of a sync that the API server refused.
    Refused(usize),
    /// The Job got a condition; one of those that end it, if there were several.
    Condition(JobConditionType),
    /// A write of a recorded history that no sync explains.
    Unexplained(Unexplained),
}

/// A step and how things stood after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Milliseconds from the start to the clock after the step.
    pub at: i64,
    /// Whether it was a sync.
    pub sync: bool,
    /// Its writes in their order, those together that follow each other with the same end.
    pub writes: Vec<Writes>,
    /// Who stored the versions that were observed in a cluster, each once.
    pub writers: Vec<Writer>,
    /// Objects that reached or left a cache.
    pub delivered: usize,
    /// Watch events that wait.
    pub held: usize,
    /// Whether a key is ready.
    pub ready: bool,
    /// Whether a key waits for its time.
    pub delayed: bool,
    /// When the first of the keys that wait is due, and what it waits for, if that is known.
    pub due: Option<DueKey>,
    /// What the time that passed in it passed for, as far as its own trace tells.
    pub came: Option<WaitCause>,
    /// What time passes for before pods do by themselves what this step is.
    pub moves: Option<WaitCause>,
    /// Pods by state, in the order of [`PodState::ALL`].
    pods: [u32; PodState::ALL.len()],
    /// What makes it worth finding again.
    pub marker: Option<Marker>,
    /// The Job that the marker is about; none if it is about pods or about more than one Job.
    pub marked_job: Option<ObjectKey>,
    /// The conditions that Jobs have as true; the same list as before, where it did not change.
    conditions: Conditions,
}

/// Jobs with the conditions that they have as true.
type Conditions = Rc<[(ObjectKey, JobConditionType)]>;

/// Writes that follow each other and end in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writes {
    /// Whether the API server refused them.
    pub refused: bool,
    /// How many.
    pub calls: usize,
}

/// How many pods there are of what a chart shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Pending or running.
    pub active: u32,
    /// Running and ready.
    pub ready: u32,
    pub succeeded: u32,
    pub failed: u32,
    /// Asked to stop, and not stopped yet.
    pub terminating: u32,
}

impl Point {
    /// The figures of its pods.
    pub fn figures(&self) -> Figures {
        let [succeeded, failed, ready, running, pending, terminating, _] = self.pods;
        Figures { active: ready + running + pending, ready, succeeded, failed, terminating }
    }
}

/// The point of a step, with what followed from it; `deleted` is the Job that the step deleted.
pub(crate) fn point(step: &Step, scene: &Scene, before: Option<&Point>, deleted: Option<ObjectKey>) -> Point {
    let after = &scene.snapshot;
    let mut writes: Vec<Writes> = Vec::new();
    for entry in &step.trace {
        let TraceEntry::Call(call) = entry else { continue };
        let refused = call.error.is_some();
        match writes.last_mut().filter(|last| last.refused == refused) {
            _ if call.verb.is_read() => {}
            Some(last) => last.calls += 1,
            None => writes.push(Writes { refused, calls: 1 }),
        }
    }
    let mut observers: Vec<Writer> = observed(&step.action).iter().map(|seen| seen.by).collect();
    observers.small_sort();
    observers.dedup();
    let at = after.now.since(after.start);
    let due = before.and_then(|before| before.due);
    let marker = marker(step, before.map_or(&[], |before| &before.conditions), after);
    Point {
        at: before.map_or(at, |before| at.max(before.at)),
        sync: matches!(
            step.action,
            Action::Sync | Action::InferSync { .. } | Action::StepSync { .. } | Action::SyncOrphan
        ),
        writes,
        writers: observers,
        delivered: step.trace.iter().filter(|entry| matches!(entry, TraceEntry::Delivery(_))).count(),
        held: after.job_stream.pending.len() + after.pod_stream.pending.len(),
        ready: !after.queue.ready.is_empty(),
        delayed: !after.queue.delayed.is_empty(),
        due: DueKey::after(step, after, due),
        came: WaitCause::of(step, after, due),
        moves: WaitCause::before(&step.action),
        pods: scene.pods.counts,
        marked_job: marker.as_ref().and_then(|marker| marked_job(step, marker, deleted)),
        marker,
        conditions: conditions(after, before),
    }
}

fn marker(step: &Step, before: &[(ObjectKey, JobConditionType)], after: &Snapshot) -> Option<Marker> {
    if let Some(why) = observed(&step.action).iter().find_map(|seen| seen.unexplained.as_deref()) {
        return Some(Marker::Unexplained(why.clone()));
    }
    match &step.action {
        Action::CreateJob { .. } => Some(Marker::Created),
        Action::ApplyJob { .. } | Action::PatchJob { .. } | Action::PatchJobStatus { .. } | Action::ScaleJob { .. } => {
            step.trace.iter().find_map(|entry| match entry {
                TraceEntry::Request(request) if request.method == Method::Post => Some(Marker::Created),
                TraceEntry::Request(_) => Some(Marker::Patched),
                _ => None,
            })
        }
        Action::DeleteJob { .. } => Some(Marker::Deleted),
        Action::Fault(fault) => Some(Marker::Fault(fault.mode)),
        Action::ExpireWatch { kind } => Some(Marker::WatchLost(*kind)),
        Action::Restart => Some(Marker::Restarted),
        Action::PodFail { pods, .. } => {
            // Pods that were asked to stop have not failed their Job.
            let stopped = |view: &&Arc<PodView>| view.deletion.is_some() && pods.contains(&view.name);
            let failed = pods.len() - after.pods.iter().filter(stopped).count().min(pods.len());
            (failed > 0).then_some(Marker::Failed(failed))
        }
        Action::Observe { seen } if seen.by == Writer::JobController => None,
        Action::Observe { seen } => match (&seen.object, seen.r#type) {
            (ObservedObject::Job(_), WatchEventType::Added) => Some(Marker::Created),
            (ObservedObject::Job(_), WatchEventType::Deleted) => Some(Marker::Deleted),
            (ObservedObject::Pod(pod), WatchEventType::Modified) => {
                let fails = seen.by == Writer::Kubelet && pod.status.phase == PodPhase::Failed;
                fails.then_some(Marker::Failed(1))
            }
            _ => None,
        },
        Action::Sync | Action::InferSync { .. } => {
            let refused = step.trace.iter().filter(|entry| is_refused(entry)).count();
            new_condition(step, before).map(Marker::Condition).or((refused > 0).then_some(Marker::Refused(refused)))
        }
        _ => None,
    }
}

/// The Job that a step's marker is about, if it is about one.
fn marked_job(step: &Step, marker: &Marker, deleted: Option<ObjectKey>) -> Option<ObjectKey> {
    match (marker, &step.action) {
        (Marker::Failed(_) | Marker::Fault(_) | Marker::WatchLost(_) | Marker::Restarted, _) => None,
        (_, Action::Observe { seen }) => match &seen.object {
            ObservedObject::Job(job) => Some(job.metadata.key()),
            ObservedObject::Pod(_) => None,
        },
        (_, Action::CreateJob { job }) => step.trace.iter().find_map(|entry| match entry {
            // Where the manifest has only `generateName`, the API server made the name.
            TraceEntry::Stored(stored) => Some(ObjectKey::new(job.metadata.namespace(), &stored.name)),
            _ => None,
        }),
        (_, Action::DeleteJob { .. }) => deleted,
        (_, Action::Sync | Action::InferSync { .. }) => step.synced_job().cloned(),
        _ => step.trace.iter().find_map(|entry| match entry {
            TraceEntry::Request(request) => Some(request.key.clone()),
            _ => None,
        }),
    }
}

fn is_refused(entry: &TraceEntry) -> bool {
    matches!(entry, TraceEntry::Call(call) if call.error.is_some())
}

/// The condition that this sync wrote as true and that its Job did not have before; if there are several, the last one.
fn new_condition(step: &Step, before: &[(ObjectKey, JobConditionType)]) -> Option<JobConditionType> {
    let job = step.synced_job()?;
    let had = |condition| before.iter().any(|(of, had)| of == job && *had == condition);
    step.trace.iter().rev().find_map(|entry| match entry {
        TraceEntry::Call(call) if call.error.is_none() => match &call.body {
            CallBody::Status(status) => {
                let new = status.conditions.iter().map(|condition| condition.r#type);
                new.rev().find(|condition| status.is_true(*condition) && !had(*condition))
            }
            _ => None,
        },
        _ => None,
    })
}

/// The conditions that Jobs have as true.
fn conditions(snapshot: &Snapshot, before: Option<&Point>) -> Conditions {
    let mut all = Vec::new();
    for job in &snapshot.jobs {
        let (status, key) = (&job.job.status, job.job.metadata.key());
        let types = status.conditions.iter().map(|condition| condition.r#type);
        all.extend(types.filter(|condition| status.is_true(*condition)).map(|condition| (key.clone(), condition)));
    }
    match before {
        Some(before) if *before.conditions == all[..] => Rc::clone(&before.conditions),
        _ => all.into(),
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;
    use jobscope_core::timeline::Timeline;

    use crate::played::play;
    use crate::preset::Preset;
    use crate::{Scenes, Track};

    #[test]
    fn writes_are_shown_in_their_order_and_reads_are_none() {
        let mut last = None;
        play(Preset::Quota, Release::V1_11, Timeline::step_over, |timeline| {
            let mut track = Track::default();
            track.follow(timeline, &mut Scenes::default());
            last = last.take().or(track.points().iter().find(|point| !point.writes.is_empty()).cloned());
        });
        let said = last.unwrap().writes.iter().map(|writes| (writes.calls, writes.refused)).collect::<Vec<_>>();
        assert_eq!(said, [(3, false), (4, true), (1, false)], "pods, those that were refused, the status");
    }
}
