//! The same actions under another release.
//!
//! The user's actions are repeated at the same instants. In between, the other release runs by itself, as far as the
//! first run went and no further. Actions that are not possible there are left out and reported.

use serde::{Deserialize, Serialize};

use crate::api::{FeatureGates, Manifests, Time};
use crate::timeline::{Cursor, MAX_SAVED_STEPS, Timeline};
use crate::world::{Action, ActionError, World};

/// Most steps that are made after the end of the first run to come to an end as well.
const MAX_STEPS_AFTER: usize = 2_000;

/// A run of the same actions under another release.
#[derive(Clone, Debug)]
pub struct Under {
    /// The run, with the cursor at its end.
    pub timeline: Timeline,
    /// What was not possible there.
    pub impossible: Vec<Impossible>,
}

/// An action that is not possible under another release, or not in the state that things are in there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Impossible {
    /// The step (index) of the first run.
    pub step: usize,
    /// How many steps the other run had then.
    pub after: usize,
    /// The action.
    pub action: Action,
    /// Why not.
    pub error: ActionError,
}

/// What a run has come to at a place.
struct Reached {
    /// The clock.
    now: Time,
    /// Whether nothing was left to do at that instant.
    calm: bool,
    /// Steps by themselves at that instant since a person did something.
    steps: usize,
}

impl Timeline {
    /// The actions of the chosen branch, done again from the start under other gates, which may be of another release.
    /// The Jobs of `manifest` are read again where they were applied, so that what the release does not know is left out.
    pub fn under(&self, gates: FeatureGates, manifest: &str) -> Under {
        let start = self.start();
        let read = |gates: FeatureGates| Manifests::parse(manifest, gates).unwrap_or_default();
        let (applied, here) = (read(start.gates()), read(gates));
        let translated = |action: &Action| {
            let Action::CreateJob { job } = action else { return action.clone() };
            let mut pairs = applied.jobs().zip(here.jobs());
            let found = pairs.find(|(applied, _)| applied.job == **job);
            found.map_or_else(|| action.clone(), |(_, here)| Action::CreateJob { job: Box::new(here.job.clone()) })
        };
        let mut timeline = Timeline::new(World::with_gates(gates, start.start()).with_naming(start.naming()));
        let mut impossible = Vec::new();
        let mut reached = Reached { now: start.start(), calm: false, steps: 0 };
        let mut walk = self.steps().walk();
        for (index, head) in self.steps().heads().iter().enumerate() {
            if head.by_itself {
                reached.steps = if head.now > reached.now { 0 } else { reached.steps + 1 };
                reached.now = head.now;
                continue;
            }
            reached.now = head.at;
            reached.calm = is_calm(&walk.world_after(index));
            timeline.catch_up(&reached);
            let action = translated(&head.action);
            if let Err(error) = timeline.apply(&action).map(|_| ()) {
                impossible.push(Impossible { step: index, after: timeline.steps().len(), action, error });
            }
            reached.now = head.now;
            reached.steps = 0;
        }
        let end = self.world_after(self.steps().len());
        timeline.catch_up(&Reached { now: end.now(), calm: is_calm(&end), steps: reached.steps });
        if end.next_action().is_none() {
            timeline.play_on(MAX_STEPS_AFTER);
        }
        Under { timeline, impossible }
    }

    /// Runs by itself from the end of the session until nothing happens any more and no key waits for its time, for at
    /// most `steps` steps.
    pub fn play_on(&mut self, steps: usize) {
        self.seek(Cursor::after(self.steps().len()));
        for _ in 0..steps {
            if self.step_over() {
                continue;
            }
            // A healthy cluster rests once its Jobs are finished, though a last look at them may still be due.
            let Some(wait) = first_wait(self.world()) else { break };
            if self.apply(&Action::Advance { ms: wait }).is_err() {
                break;
            }
        }
    }

    /// Continues by itself as far as another run did.
    fn catch_up(&mut self, reached: &Reached) {
        let mut done = 0;
        while self.steps().len() < MAX_SAVED_STEPS {
            let now = self.world().now();
            let is_there = now >= reached.now;
            let next = match self.world().next_action() {
                Some(Action::Advance { .. }) | None if is_there => break,
                Some(Action::Advance { ms }) => Action::Advance { ms: ms.min(reached.now.since(now)) },
                None => Action::Advance { ms: reached.now.since(now) },
                Some(_) if is_there && !reached.calm && done >= reached.steps => break,
                Some(other) => {
                    done += usize::from(is_there);
                    other
                }
            };
            if self.apply(&next).is_err() {
                break;
            }
        }
    }
}

/// How long the first key of the queue that waits has to wait still.
pub(super) fn first_wait(world: &World) -> Option<i64> {
    let snapshot = world.snapshot();
    snapshot.queue.delayed.iter().map(|delayed| delayed.ready_at.since(world.now())).min()
}

/// Whether nothing is left to do at this instant.
fn is_calm(world: &World) -> bool {
    matches!(world.next_action(), Some(Action::Advance { .. }) | None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Release;
    use crate::timeline::testing::session;
    use crate::trace::Kind;

    #[test]
    fn under_its_own_release_a_session_is_as_it_was() {
        let mut timeline = session(3);
        for _ in 0..6 {
            timeline.step_over();
        }
        timeline.apply(&Action::Restart).unwrap();
        timeline.step_over();
        timeline.apply(&Action::Advance { ms: 700 }).unwrap();
        timeline.play_on(100);
        let again = timeline.under(timeline.world().gates(), "");
        assert_eq!(again.impossible, []);
        assert_eq!(again.timeline.steps(), timeline.steps());
    }

    #[test]
    fn what_is_done_is_done_at_the_same_instant() {
        let mut timeline = session(3);
        for _ in 0..8 {
            timeline.step_over();
        }
        timeline.apply(&Action::Advance { ms: 333 }).unwrap();
        timeline.apply(&Action::Restart).unwrap();
        timeline.play_on(100);
        for release in Release::ALL {
            let other = timeline.under(release.into(), "").timeline;
            let restart = |timeline: &Timeline| {
                timeline.steps().heads().iter().find(|step| step.action == Action::Restart).map(|step| step.at)
            };
            assert_eq!(restart(&other), restart(&timeline), "{release}");
            assert!(other.world().stored_jobs().all(|job| job.status.succeeded == 3), "{release}");
        }
    }

    /// Only newer releases ask for bookmarks.
    #[test]
    fn what_is_not_possible_is_shown_and_the_rest_goes_on() {
        let mut timeline = session(1);
        timeline.play_on(1);
        let mut newer = timeline.under(Release::V1_28.into(), "").timeline;
        newer.apply(&Action::Bookmark { kind: Kind::Job }).unwrap();
        newer.play_on(100);
        let older = newer.under(Release::V1_11.into(), "");
        let [impossible] = &older.impossible[..] else { panic!("{:?}", older.impossible) };
        assert_eq!(
            (&impossible.action, &impossible.error),
            (&Action::Bookmark { kind: Kind::Job }, &ActionError::NoBookmarks)
        );
        assert!(older.timeline.world().stored_jobs().all(|job| job.status.succeeded == 1));
    }
}
