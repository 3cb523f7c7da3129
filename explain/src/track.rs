//! The session as lanes: for each recorded step, what happened in it and the state after it.
//!
//! The track follows the timeline: it takes in what was recorded since, and drops what another branch replaced.

use std::collections::{HashMap, HashSet};

use jobscope_core::api::Name;
use jobscope_core::small_sort::SmallSort as _;
use jobscope_core::timeline::{Heads, Timeline};
use jobscope_core::world::{Action, DueKey, PodView, Snapshot, WaitCause};

use super::lives::{Life, Lives, Since};
use super::point::{Point, point};
use super::scene::{Scene, Scenes};
use crate::pod_state::PodState;

#[derive(Debug, Default)]
pub struct Track {
    /// The steps that it has.
    steps: Heads,
    points: Vec<Point>,
    lives: Lives,
    /// The changes of the step that is being added: pods by their numbers, with their new states.
    present: Vec<(u32, Option<PodState>)>,
    /// The pods that are there after the last step, with their numbers and states.
    known: HashMap<Name, (u32, PodState)>,
    /// Counts changes of what is recorded.
    version: u64,
}

impl Track {
    /// Takes in what is recorded in the chosen branch.
    pub fn follow(&mut self, timeline: &Timeline, scenes: &mut Scenes) {
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
            self.note_pods(&after);
            self.lives.note(index, std::mem::take(&mut self.present));
            let Some(step) = walk.step(index) else { break };
            let deleted = match &step.action {
                Action::DeleteJob { name, .. } => Some(walk.world_after(index).job_named(name)),
                _ => None,
            };
            let point = point(&step, &after, self.points.last(), deleted);
            self.points.push(point);
        }
        self.steps = steps.heads().clone();
    }

    /// Replaces another one that has been seen.
    #[must_use]
    pub fn instead_of(mut self, other: &Self) -> Self {
        self.version += other.version + 1;
        self
    }

    /// A number that changes with every change of what is recorded.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The steps.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// What the time passed for that passed in a step (an index).
    pub fn cause(&self, step: usize) -> Option<WaitCause> {
        let point = self.points.get(step)?;
        point.came.or_else(|| self.points.get(step + 1).filter(|next| next.at == point.at)?.moves)
    }

    /// What the first of the keys that wait after the last step waits for, if that is known.
    pub fn due(&self) -> Option<DueKey> {
        self.points.last()?.due
    }

    /// The lives of all pods that were seen, in the order in which the pods were made.
    pub fn lives(&self) -> &[Life] {
        self.lives.all()
    }

    /// Milliseconds from the start to when a pod was first seen to have ended, within the given number of steps.
    pub fn ended(&self, pod: &PodView, steps: usize) -> Option<i64> {
        let life = self.lives().iter().find(|life| life.pods.contains(&pod.ordinal))?;
        let is_end =
            |(state, since): &&Since| *since < steps && matches!(state, Some(PodState::Succeeded | PodState::Failed));
        let (_, since) = life.states.iter().find(is_end)?;
        self.points.get(*since).map(|point| point.at)
    }

    /// Drops the steps from `steps` on; `there` is how things stand before them.
    fn truncate(&mut self, steps: usize, there: &Snapshot) {
        self.version += 1;
        self.points.truncate(steps);
        self.lives.truncate(steps);
        let known = |view: &PodView| Some((view.name.clone(), (view.ordinal, state_of(view)?)));
        self.known = there.pods.iter().filter_map(|view| known(view)).collect();
    }

    fn note_pods(&mut self, after: &Scene) {
        let Some(change) = after.change.as_deref() else { return self.note_all_pods(&after.snapshot) };
        for view in change.changed.iter().filter_map(|place| after.snapshot.pods.get(*place)) {
            self.note_pod(view);
        }
        for name in &change.gone {
            self.note_gone(name);
        }
    }

    fn note_all_pods(&mut self, after: &Snapshot) {
        for view in &after.pods {
            self.note_pod(view);
        }
        let there: HashSet<_> = after.pods.iter().map(|view| &view.name).collect();
        let known = self.known.iter().filter(|(name, _)| !there.contains(name));
        let mut gone: Vec<_> = known.map(|(name, (number, _))| (*number, name.clone())).collect();
        gone.small_sort_by_key(|(number, _)| *number);
        for (_, name) in gone {
            self.note_gone(&name);
        }
    }

    fn note_pod(&mut self, view: &PodView) {
        // Another pod may have had the name.
        if self.known.get(&view.name).is_some_and(|(pod, _)| *pod != view.ordinal) {
            self.note_gone(&view.name);
        }
        let Some(state) = state_of(view) else { return self.note_gone(&view.name) };
        if self.known.insert(view.name.clone(), (view.ordinal, state)).is_none_or(|(_, known)| known != state) {
            self.present.push((view.ordinal, Some(state)));
        }
    }

    fn note_gone(&mut self, name: &Name) {
        if let Some((pod, state)) = self.known.remove(name)
            && !matches!(state, PodState::Succeeded | PodState::Failed)
        {
            self.present.push((pod, None));
        }
    }
}

/// The state of a pod that is there.
fn state_of(view: &PodView) -> Option<PodState> {
    Some(PodState::of(view)).filter(|state| *state != PodState::Gone)
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{Job, JobConditionType, PatchType, Release};
    use jobscope_core::timeline::Cursor;
    use jobscope_core::trace::Kind;
    use jobscope_core::world::World;

    use super::*;
    use crate::Marker;

    fn played() -> Timeline {
        let job: Job = serde_json::from_value(serde_json::json!({
            "metadata": {"name": "pi"},
            "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}
        }))
        .unwrap();
        let mut timeline = Timeline::new(World::new(Release::V1_11));
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
        let [life] = track.lives() else { panic!("{:?}", track.lives()) };
        let states: Vec<_> = life.states.iter().map(|(state, _)| *state).collect();
        assert_eq!(states, [PodState::Pending, PodState::Ready, PodState::Succeeded].map(Some));
        let markers: Vec<_> = track.points().iter().filter_map(|point| point.marker.clone()).collect();
        assert_eq!(markers, [Marker::Created, Marker::Condition(JobConditionType::Complete)]);
    }

    #[test]
    fn the_end_of_each_job_is_marked() {
        let mut timeline = Timeline::new(World::new(Release::V1_36));
        for name in ["a", "b"] {
            let job: Job = serde_json::from_value(serde_json::json!({
                "metadata": {"name": name},
                "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}}}
            }))
            .unwrap();
            timeline.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        }
        while timeline.step_over() {}
        timeline.apply(&Action::DeleteJob { name: "b".into(), policy: None }).unwrap();
        let mut track = Track::default();
        track.follow(&timeline, &mut Scenes::default());
        let of = |marker: &Marker| -> Vec<String> {
            let marked = track.points().iter().filter(|point| point.marker.as_ref() == Some(marker));
            marked.map(|point| point.marked_job.as_ref().unwrap().to_string()).collect()
        };
        assert_eq!(of(&Marker::Created), ["default/a", "default/b"]);
        assert_eq!(of(&Marker::Condition(JobConditionType::Complete)), ["default/a", "default/b"]);
        assert_eq!(of(&Marker::Deleted), ["default/b"]);
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
            assert_eq!(pieces.lives(), whole.lives(), "kept {kept}");
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
        for release in [Release::V1_22, Release::V1_28, Release::V1_36] {
            let markers = |suspended: bool| {
                let mut timeline = Timeline::new(World::new(release));
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
            assert_eq!(markers(false), Some(Marker::Failed(2)), "{release}");
            assert_eq!(markers(true), None, "{release}");
        }
    }
}
