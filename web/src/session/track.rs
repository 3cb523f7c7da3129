//! The session as lanes: for each recorded step what happened in it and how things stood after it.
//!
//! The track follows the timeline: it takes in what was recorded since, and drops what another branch replaced.

use std::collections::BTreeMap;

use jobscope_core::api::{JobConditionType, Name};
use jobscope_core::timeline::Timeline;
use jobscope_core::trace::{FaultMode, TraceEntry};
use jobscope_core::world::{Action, Snapshot, Step};

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
    /// The controller was replaced.
    Restarted,
    /// Pods failed; so many.
    Failed(usize),
    /// The Job got its last condition.
    Finished(JobConditionType),
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
    /// Pods by state, in the order of [`PodState::ALL`].
    pub(crate) pods: [u32; PodState::ALL.len()],
    /// What makes it worth finding again.
    pub(crate) marker: Option<Marker>,
}

/// A pod changed its state in a step; none means that it is no longer there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PodChange {
    /// The step (index).
    pub(crate) step: usize,
    /// The pod, numbered as pods appeared.
    pub(crate) pod: usize,
    pub(crate) state: Option<PodState>,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Track {
    points: Vec<Point>,
    changes: Vec<PodChange>,
    /// Numbers of pods, and the states that `changes` lead to.
    known: BTreeMap<Name, (usize, Option<PodState>)>,
}

impl Track {
    /// Takes in what is recorded; the first `kept` steps are the same as before.
    pub(super) fn follow(&mut self, timeline: &Timeline, kept: usize) {
        self.truncate(kept.min(timeline.steps().len()));
        for (index, step) in timeline.steps().iter().enumerate().skip(self.points.len()) {
            let after = timeline.world_after(index + 1).snapshot();
            self.note_pods(index, &after);
            let before = self.points.last();
            let point = point(step, &after, before);
            self.points.push(point);
        }
    }

    /// The steps.
    pub(crate) fn points(&self) -> &[Point] {
        &self.points
    }

    /// The changes of pods, by step.
    pub(crate) fn changes(&self) -> &[PodChange] {
        &self.changes
    }

    /// How many pods there ever were.
    pub(crate) fn pods(&self) -> usize {
        self.known.len()
    }

    fn truncate(&mut self, steps: usize) {
        if steps >= self.points.len() {
            return;
        }
        self.points.truncate(steps);
        self.changes.retain(|change| change.step < steps);
        let last = |pod| self.changes.iter().rev().find(|change| change.pod == pod).map(|change| change.state);
        self.known = std::mem::take(&mut self.known)
            .into_iter()
            .filter_map(|(name, (pod, _))| last(pod).map(|state| (name, (pod, state))))
            .collect();
    }

    fn note_pods(&mut self, step: usize, after: &Snapshot) {
        for view in &after.pods {
            let state = Some(PodState::of(view)).filter(|state| *state != PodState::Gone);
            let new = self.known.len();
            let (pod, known) = self.known.entry(view.name.clone()).or_insert((new, None));
            if *known != state {
                *known = state;
                self.changes.push(PodChange { step, pod: *pod, state });
            }
        }
        let gone: Vec<_> = {
            let there: std::collections::BTreeSet<_> = after.pods.iter().map(|view| &view.name).collect();
            let lost = self.known.iter_mut().filter(|(name, (_, state))| state.is_some() && !there.contains(name));
            lost.map(|(_, (pod, state))| {
                *state = None;
                *pod
            })
            .collect()
        };
        self.changes.extend(gone.into_iter().map(|pod| PodChange { step, pod, state: None }));
    }
}

fn point(step: &Step, after: &Snapshot, before: Option<&Point>) -> Point {
    let calls = || {
        step.trace.iter().filter_map(|entry| match entry {
            TraceEntry::Call(call) => Some(call),
            _ => None,
        })
    };
    let pods = PodState::ALL.map(|state| {
        let fits = after.pods.iter().filter(|pod| PodState::of(pod) == state).count();
        u32::try_from(fits).unwrap_or(u32::MAX)
    });
    let at = after.now.since(after.start);
    Point {
        at: before.map_or(at, |before| at.max(before.at)),
        sync: step.action == Action::Sync,
        written: calls().filter(|call| call.error.is_none()).count(),
        refused: calls().filter(|call| call.error.is_some()).count(),
        delivered: step.trace.iter().filter(|entry| matches!(entry, TraceEntry::Delivery(_))).count(),
        held: after.job_stream.pending.len() + after.pod_stream.pending.len(),
        ready: !after.queue.ready.is_empty(),
        delayed: !after.queue.delayed.is_empty(),
        pods,
        marker: marker(step),
    }
}

fn marker(step: &Step) -> Option<Marker> {
    match &step.action {
        Action::CreateJob { .. } => Some(Marker::Created),
        Action::PatchJob { .. } => Some(Marker::Patched),
        Action::DeleteJob { .. } => Some(Marker::Deleted),
        Action::Fault(fault) => Some(Marker::Fault(fault.mode)),
        Action::Restart => Some(Marker::Restarted),
        Action::PodFail { pods, .. } => Some(Marker::Failed(pods.len())),
        Action::Sync => finished(step).map(Marker::Finished),
        _ => None,
    }
}

/// The condition that this sync wrote and that ends the Job.
fn finished(step: &Step) -> Option<JobConditionType> {
    step.trace.iter().find_map(|entry| match entry {
        TraceEntry::Call(call) if call.error.is_none() => match &call.body {
            jobscope_core::trace::CallBody::Status(status) => status.finished(),
            _ => None,
        },
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{Edition, Job};
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
        track.follow(&timeline, 0);
        assert_eq!(track.points().len(), timeline.steps().len());
        let states: Vec<_> = track.changes().iter().map(|change| change.state).collect();
        assert_eq!(states, [PodState::Pending, PodState::Ready, PodState::Succeeded].map(Some));
        let markers: Vec<_> = track.points().iter().filter_map(|point| point.marker.clone()).collect();
        assert_eq!(markers, [Marker::Created, Marker::Finished(JobConditionType::Complete)]);
    }

    #[test]
    fn following_in_pieces_is_following_at_once() {
        let timeline = played();
        let mut whole = Track::default();
        whole.follow(&timeline, 0);
        for kept in 0..timeline.steps().len() {
            let mut pieces = Track::default();
            pieces.follow(&timeline, 0);
            pieces.follow(&timeline, kept);
            assert_eq!(pieces.points(), whole.points());
            assert_eq!(pieces.changes(), whole.changes(), "kept {kept}");
        }
    }
}
