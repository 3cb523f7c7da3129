//! Watch streams that the user holds back: their events wait until they are delivered by hand.

use serde::{Deserialize, Serialize};

use super::{ActionError, Streams, World};
use crate::trace::Kind;

/// Which streams are held back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct HeldStreams {
    jobs: bool,
    pods: bool,
}

impl HeldStreams {
    /// Whether that stream is held back.
    pub(super) fn has(self, kind: Kind) -> bool {
        match kind {
            Kind::Job => self.jobs,
            Kind::Pod => self.pods,
        }
    }

    /// Whether nothing is held back.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks it so")]
    pub(super) fn is_empty(&self) -> bool {
        !self.jobs && !self.pods
    }
}

impl World {
    /// Whether something waits on a stream that a person holds back.
    pub(crate) fn has_held_events(&self) -> bool {
        let jobs = !self.api.watch.jobs.is_empty() || self.has_received(Streams::Job);
        let pods = !self.api.watch.pods.is_empty() || self.has_received(Streams::Pod);
        (self.held.jobs && jobs) || (self.held.pods && pods)
    }

    /// From now on [`World::next_action`] leaves that stream alone, or no longer does.
    pub(super) fn hold_stream(&mut self, kind: Kind, hold: bool) -> Result<(), ActionError> {
        let flag = match kind {
            Kind::Job => &mut self.held.jobs,
            Kind::Pod => &mut self.held.pods,
        };
        if *flag == hold {
            return Err(if hold {
                ActionError::AlreadyHeld { resource: kind }
            } else {
                ActionError::NotHeld { resource: kind }
            });
        }
        *flag = hold;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Job, Release};
    use crate::world::Action;

    fn world() -> World {
        let job: Job = serde_json::from_str(
            r#"{"metadata": {"name": "pi"},
                "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}}}}"#,
        )
        .unwrap();
        let mut world = World::new(Release::V1_28);
        world.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        world
    }

    #[test]
    fn a_held_stream_waits_for_a_hand() {
        let mut world = world();
        world.apply(&Action::HoldStream { kind: Kind::Job }).unwrap();
        assert_eq!(world.next_action(), None, "nobody else has anything to do");
        world.apply(&Action::Deliver { kind: Streams::Job, n: Some(1) }).unwrap();
        assert_eq!(world.next_action(), Some(Action::Sync));
    }

    #[test]
    fn a_released_stream_goes_on() {
        let mut world = world();
        world.apply(&Action::HoldStream { kind: Kind::Job }).unwrap();
        assert!(world.snapshot().job_stream.held && !world.snapshot().pod_stream.held);
        let again = world.apply(&Action::HoldStream { kind: Kind::Job });
        assert_eq!(again, Err(ActionError::AlreadyHeld { resource: Kind::Job }));
        world.apply(&Action::ReleaseStream { kind: Kind::Job }).unwrap();
        assert_eq!(world.next_action(), Some(Action::Deliver { kind: Streams::Job, n: None }));
        let again = world.apply(&Action::ReleaseStream { kind: Kind::Job });
        assert_eq!(again, Err(ActionError::NotHeld { resource: Kind::Job }));
    }

    #[test]
    fn the_others_go_on_meanwhile() {
        let mut world = world();
        while world.stored_pods().count() == 0 {
            world.apply(&world.next_action().unwrap()).unwrap();
        }
        world.apply(&Action::HoldStream { kind: Kind::Pod }).unwrap();
        while let Some(next) = world.next_action() {
            assert!(!matches!(next, Action::Deliver { kind: Streams::Pod | Streams::All, .. }));
            world.apply(&next).unwrap();
        }
        assert!(world.stored_pods().all(|pod| pod.status.phase.is_terminal()), "the kubelet does not wait");
        assert!(world.stored_jobs().all(|job| job.status.succeeded == 0), "the controller has not seen it");
        world.apply(&Action::ReleaseStream { kind: Kind::Pod }).unwrap();
        while let Some(next) = world.next_action() {
            world.apply(&next).unwrap();
        }
        assert!(world.stored_jobs().all(|job| job.status.succeeded == 1));
    }

    #[test]
    fn a_world_that_holds_nothing_back_is_written_as_ever() {
        let mut world = world();
        assert!(!serde_json::to_string(&world).unwrap().contains("held"));
        world.apply(&Action::HoldStream { kind: Kind::Pod }).unwrap();
        let written = serde_json::to_string(&world).unwrap();
        assert_eq!(serde_json::from_str::<World>(&written).unwrap(), world);
    }
}
