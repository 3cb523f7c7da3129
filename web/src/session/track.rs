//! The session as lanes: for each recorded step what happened in it and how things stood after it.
//!
//! The track follows the timeline: it takes in what was recorded since, and drops what another branch replaced.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use jobscope_core::api::{JobConditionType, JobStatus, Name};
use jobscope_core::timeline::{Heads, Timeline};
use jobscope_core::trace::{CallBody, FaultMode, Kind, Method, TraceEntry};
use jobscope_core::world::{Action, DueKey, PodView, Snapshot, Step, WaitCause};

use super::scene::{Scene, Scenes};
use crate::pods::PodState;

/// A step worth finding again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Marker {
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
    /// Pods failed; so many.
    Failed(usize),
    /// The API server refused calls of a sync; so many.
    Refused(usize),
    /// The Job got a condition; one of those that end it, if there were several.
    Condition(JobConditionType),
}

/// A step and how things stood after it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Point {
    /// Milliseconds from the start to the clock after the step.
    pub(crate) at: i64,
    /// Whether it was a sync.
    pub(crate) sync: bool,
    /// Calls that went well.
    pub(crate) written: usize,
    /// Calls that were refused.
    pub(crate) refused: usize,
    /// Objects that reached or left a cache.
    pub(crate) delivered: usize,
    /// Watch events that wait.
    pub(crate) held: usize,
    /// Whether a key is ready.
    pub(crate) ready: bool,
    /// Whether a key waits for its time.
    pub(crate) delayed: bool,
    /// When the first of the keys that wait is due, and what it waits for, if that is known.
    due: Option<DueKey>,
    /// What the time that passed in it passed for, as far as its own trace tells.
    came: Option<WaitCause>,
    /// What time passes for before pods do by themselves what this step is.
    moves: Option<WaitCause>,
    /// Pods by state, in the order of [`PodState::ALL`].
    pods: [u32; PodState::ALL.len()],
    /// What makes it worth finding again.
    pub(crate) marker: Option<Marker>,
    /// The conditions that Jobs have as true.
    conditions: Vec<JobConditionType>,
}

/// How many pods there are of what a chart shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    /// Pending or running.
    pub(crate) active: u32,
    /// Running and ready.
    pub(crate) ready: u32,
    pub(crate) succeeded: u32,
    pub(crate) failed: u32,
    /// Told to stop, and not over yet.
    pub(crate) terminating: u32,
}

impl Point {
    /// The figures of its pods.
    pub(crate) fn figures(&self) -> Figures {
        let [succeeded, failed, ready, running, pending, terminating, _] = self.pods;
        Figures { active: ready + running + pending, ready, succeeded, failed, terminating }
    }
}

/// A pod changed its state in a step; none means that it is no longer there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PodChange {
    /// The step (index).
    pub(crate) step: usize,
    /// The pod, by its number in the order of creation.
    pub(crate) pod: u32,
    pub(crate) state: Option<PodState>,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Track {
    /// The steps that it has.
    steps: Heads,
    points: Vec<Point>,
    changes: Vec<PodChange>,
    /// The pods that are there after the last step, with their numbers and states.
    known: HashMap<Name, (u32, PodState)>,
    /// Counts changes of what is recorded.
    version: u64,
}

impl Track {
    /// Takes in what is recorded in the chosen branch.
    pub(crate) fn follow(&mut self, timeline: &Timeline, scenes: &mut Scenes) {
        let steps = timeline.steps();
        let mut walk = steps.walk();
        let kept = self.steps.shared_with(steps.heads());
        if kept < self.points.len() {
            self.truncate(kept, &scenes.after(&mut walk, kept).snapshot);
        }
        if self.points.len() < steps.len() {
            self.version += 1;
        }
        for index in self.points.len()..steps.len() {
            let after = scenes.after(&mut walk, index + 1);
            self.note_pods(index, &after);
            let Some(step) = walk.step(index) else { break };
            let point = point(&step, &after, self.points.last());
            self.points.push(point);
        }
        self.steps = steps.heads().clone();
    }

    /// The same in the place of another one, which has been seen.
    pub(super) fn instead_of(mut self, other: &Self) -> Self {
        self.version += other.version + 1;
        self
    }

    /// A number that changes with every change of what is recorded.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// The steps.
    pub(crate) fn points(&self) -> &[Point] {
        &self.points
    }

    /// What the time passed for that passed in a step (an index).
    pub(crate) fn cause(&self, step: usize) -> Option<WaitCause> {
        let point = self.points.get(step)?;
        point.came.or_else(|| self.points.get(step + 1).filter(|next| next.at == point.at)?.moves)
    }

    /// What the first of the keys that wait after the last step waits for, if that is known.
    pub(crate) fn due(&self) -> Option<DueKey> {
        self.points.last()?.due
    }

    /// The changes of pods, by step.
    pub(crate) fn changes(&self) -> &[PodChange] {
        &self.changes
    }

    /// Milliseconds from the start to when a pod was first seen to have ended, within so many steps.
    pub(crate) fn ended(&self, pod: &PodView, steps: usize) -> Option<i64> {
        let so_far = self.changes.iter().take_while(|change| change.step < steps);
        let is_over = |state| matches!(state, Some(PodState::Succeeded | PodState::Failed));
        let end = so_far.into_iter().find(|change| change.pod == pod.ordinal && is_over(change.state))?;
        self.points.get(end.step).map(|point| point.at)
    }

    /// Drops the steps from `steps` on; `there` is how things stand before them.
    fn truncate(&mut self, steps: usize, there: &Snapshot) {
        self.version += 1;
        self.points.truncate(steps);
        self.changes.retain(|change| change.step < steps);
        let known = |view: &PodView| Some((view.name.clone(), (view.ordinal, state_of(view)?)));
        self.known = there.pods.iter().filter_map(|view| known(view)).collect();
    }

    fn note_pods(&mut self, step: usize, after: &Scene) {
        let Some(change) = after.change.as_deref() else { return self.note_all_pods(step, &after.snapshot) };
        for view in change.changed.iter().filter_map(|place| after.snapshot.pods.get(*place)) {
            self.note_pod(step, view);
        }
        for name in &change.gone {
            self.note_gone(step, name);
        }
    }

    fn note_all_pods(&mut self, step: usize, after: &Snapshot) {
        for view in &after.pods {
            self.note_pod(step, view);
        }
        let there: HashSet<_> = after.pods.iter().map(|view| &view.name).collect();
        let known = self.known.iter().filter(|(name, _)| !there.contains(name));
        let mut gone: Vec<_> = known.map(|(name, (number, _))| (*number, name.clone())).collect();
        gone.sort_unstable_by_key(|(number, _)| *number);
        for (_, name) in gone {
            self.note_gone(step, &name);
        }
    }

    fn note_pod(&mut self, step: usize, view: &PodView) {
        // Another pod may have had the name.
        if self.known.get(&view.name).is_some_and(|(pod, _)| *pod != view.ordinal) {
            self.note_gone(step, &view.name);
        }
        let Some(state) = state_of(view) else { return self.note_gone(step, &view.name) };
        if self.known.insert(view.name.clone(), (view.ordinal, state)).is_none_or(|(_, known)| known != state) {
            self.changes.push(PodChange { step, pod: view.ordinal, state: Some(state) });
        }
    }

    fn note_gone(&mut self, step: usize, name: &Name) {
        if let Some((pod, _)) = self.known.remove(name) {
            self.changes.push(PodChange { step, pod, state: None });
        }
    }
}

/// The state of a pod that is there.
fn state_of(view: &PodView) -> Option<PodState> {
    Some(PodState::of(view)).filter(|state| *state != PodState::Gone)
}

fn point(step: &Step, scene: &Scene, before: Option<&Point>) -> Point {
    let after = &scene.snapshot;
    let calls = || {
        step.trace.iter().filter_map(|entry| match entry {
            TraceEntry::Call(call) => Some(call),
            _ => None,
        })
    };
    let at = after.now.since(after.start);
    let due = before.and_then(|before| before.due);
    Point {
        at: before.map_or(at, |before| at.max(before.at)),
        sync: matches!(step.action, Action::Sync | Action::StepSync { .. } | Action::SyncOrphan),
        written: calls().filter(|call| call.error.is_none()).count(),
        refused: calls().filter(|call| call.error.is_some()).count(),
        delivered: step.trace.iter().filter(|entry| matches!(entry, TraceEntry::Delivery(_))).count(),
        held: after.job_stream.pending.len() + after.pod_stream.pending.len(),
        ready: !after.queue.ready.is_empty(),
        delayed: !after.queue.delayed.is_empty(),
        due: DueKey::after(step, after, due),
        came: WaitCause::of(step, after, due),
        moves: WaitCause::before(&step.action),
        pods: scene.pods.counts,
        marker: marker(step, before.map_or(&[], |before| &before.conditions), after),
        conditions: conditions(after),
    }
}

fn marker(step: &Step, before: &[JobConditionType], after: &Snapshot) -> Option<Marker> {
    match &step.action {
        Action::CreateJob { .. } => Some(Marker::Created),
        Action::ApplyJob { .. } | Action::PatchJob { .. } | Action::ScaleJob { .. } => {
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
            // Those that were told to stop have not failed their Job.
            let stopped = |view: &&Arc<PodView>| view.deletion.is_some() && pods.contains(&view.name);
            let failed = pods.len() - after.pods.iter().filter(stopped).count().min(pods.len());
            (failed > 0).then_some(Marker::Failed(failed))
        }
        Action::Sync => {
            let refused = step.trace.iter().filter(|entry| is_refused(entry)).count();
            new_condition(step, before).map(Marker::Condition).or((refused > 0).then_some(Marker::Refused(refused)))
        }
        _ => None,
    }
}

fn is_refused(entry: &TraceEntry) -> bool {
    matches!(entry, TraceEntry::Call(call) if call.error.is_some())
}

/// The condition that this sync wrote as true and that no sync wrote before; if there are several, the last one.
fn new_condition(step: &Step, before: &[JobConditionType]) -> Option<JobConditionType> {
    step.trace.iter().rev().find_map(|entry| match entry {
        TraceEntry::Call(call) if call.error.is_none() => match &call.body {
            CallBody::Status(status) => {
                let new = status.conditions.iter().map(|condition| condition.r#type);
                new.rev().find(|condition| status.is_true(*condition) && !before.contains(condition))
            }
            _ => None,
        },
        _ => None,
    })
}

/// The conditions that Jobs have as true.
fn conditions(snapshot: &Snapshot) -> Vec<JobConditionType> {
    let of = |status: &JobStatus| -> Vec<JobConditionType> {
        let types = status.conditions.iter().map(|condition| condition.r#type);
        types.filter(|condition| status.is_true(*condition)).collect()
    };
    snapshot.jobs.iter().flat_map(|job| of(&job.job.status)).collect()
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{Edition, Job, PatchType};
    use jobscope_core::timeline::Cursor;
    use jobscope_core::world::World;

    use super::*;

    fn played() -> Timeline {
        let job: Job = serde_json::from_value(serde_json::json!({
            "metadata": {"name": "pi"},
            "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}
        }))
        .unwrap();
        let mut timeline = Timeline::new(World::new(Edition::V1_11));
        timeline.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        while timeline.step_over() {}
        timeline
    }

    #[test]
    fn a_pod_lives_and_the_end_is_marked() {
        let timeline = played();
        let mut track = Track::default();
        track.follow(&timeline, &mut Scenes::default());
        assert_eq!(track.points().len(), timeline.steps().len());
        let states: Vec<_> = track.changes().iter().map(|change| change.state).collect();
        assert_eq!(states, [PodState::Pending, PodState::Ready, PodState::Succeeded].map(Some));
        let markers: Vec<_> = track.points().iter().filter_map(|point| point.marker.clone()).collect();
        assert_eq!(markers, [Marker::Created, Marker::Condition(JobConditionType::Complete)]);
    }

    #[test]
    fn a_watch_that_was_lost_is_marked() {
        let mut timeline = played();
        timeline.apply(&Action::ExpireWatch { kind: Kind::Pod }).unwrap();
        let mut track = Track::default();
        track.follow(&timeline, &mut Scenes::default());
        assert_eq!(track.points().last().and_then(|point| point.marker.clone()), Some(Marker::WatchLost(Kind::Pod)));
    }

    #[test]
    fn following_in_pieces_is_following_at_once() {
        let timeline = played();
        let mut whole = Track::default();
        whole.follow(&timeline, &mut Scenes::default());
        for kept in 0..timeline.steps().len() {
            // To another branch, and back.
            let mut other = timeline.clone();
            other.seek(Cursor { step: kept, entries: 0 });
            other.apply(&Action::Advance { ms: 77 }).unwrap();
            let mut pieces = Track::default();
            pieces.follow(&timeline, &mut Scenes::default());
            pieces.follow(&other, &mut Scenes::default());
            assert_eq!(pieces.points().len(), kept + 1);
            pieces.follow(&timeline, &mut Scenes::default());
            assert_eq!(pieces.points(), whole.points());
            assert_eq!(pieces.changes(), whole.changes(), "kept {kept}");
        }
    }

    #[test]
    fn what_was_drawn_of_one_track_is_not_taken_for_that_of_another() {
        let one = || Track { version: 3, ..Track::default() };
        assert!(one().instead_of(&one()).version() > one().version());
        assert!(Track::default().instead_of(&one()).version() > one().version());
    }

    #[test]
    fn a_pod_that_suspend_stops_is_not_marked_as_failed() {
        let job: Job = serde_json::from_value(serde_json::json!({
            "metadata": {"name": "two"},
            "spec": {"parallelism": 2, "completions": 2, "template": {"spec": {
                "restartPolicy": "Never", "terminationGracePeriodSeconds": 30, "containers": [{"name": "a", "image": "b"}]
            }}}
        }))
        .unwrap();
        for edition in [Edition::V1_22, Edition::V1_28, Edition::V1_36] {
            let markers = |suspended: bool| {
                let mut timeline = Timeline::new(World::new(edition));
                timeline
                    .apply(&Action::SetOutcomes {
                        rules: serde_json::from_str(r#"[{"startMs": 1000, "runMs": 0, "end": "hang"}]"#).unwrap(),
                    })
                    .unwrap();
                timeline.apply(&Action::CreateJob { job: Box::new(job.clone()) }).unwrap();
                while timeline.world().stored_pods().filter(|pod| pod.is_ready()).count() < 2 {
                    assert!(timeline.step_over(), "both pods run");
                }
                if suspended {
                    let patch = serde_json::json!({"spec": {"suspend": true}});
                    let patch = Action::PatchJob { name: "two".into(), r#type: PatchType::default(), patch };
                    timeline.apply(&patch).unwrap();
                    while timeline.world().stored_pods().any(|pod| !pod.metadata.is_deleting()) {
                        assert!(timeline.step_over(), "both pods are stopped");
                    }
                }
                let pods: Vec<Name> =
                    timeline.world().stored_pods().filter_map(|pod| pod.metadata.name.clone()).collect();
                let offers = timeline.world().pod_actions(&pods);
                let fails = offers.into_iter().find(|offer| matches!(offer, Action::PodFail { .. })).unwrap();
                timeline.apply(&fails).unwrap();
                let mut track = Track::default();
                track.follow(&timeline, &mut Scenes::default());
                track.points().last().and_then(|point| point.marker.clone())
            };
            assert_eq!(markers(false), Some(Marker::Failed(2)), "{edition}");
            assert_eq!(markers(true), None, "{edition}");
        }
    }
}
