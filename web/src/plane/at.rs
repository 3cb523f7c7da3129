//! Where in the control plane the current step takes place.

use jobscope_core::trace::ManagerEvent;
use jobscope_core::world::Action;
use jobscope_explain::{Moment, Summary};

/// The node that works in the current step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    ApiServer,
    Cache,
    Worker,
    Nowhere,
}

impl At {
    /// The place of the step that the moment is in or after.
    pub(super) fn of(now: &Moment) -> Self {
        match now.step.as_ref().map(|step| &step.action) {
            None
            | Some(
                Action::Advance { .. }
                | Action::SetOutcomes { .. }
                | Action::Fault(_)
                | Action::RemoveFault { .. }
                | Action::HoldStream { .. }
                | Action::ReleaseStream { .. },
            ) => Self::Nowhere,
            Some(
                Action::Sync
                | Action::InferSync { .. }
                | Action::StepSync { .. }
                | Action::SyncOrphan
                | Action::CrashAfter { .. }
                | Action::Restart
                | Action::StartManager { .. },
            ) => Self::Worker,
            Some(Action::StepManager) => Self::of_start(Summary::of(now.done_trace()).manager_event()),
            Some(
                Action::Deliver { .. }
                | Action::Relist { .. }
                | Action::Resync
                | Action::CloseWatch { .. }
                | Action::ExpireWatch { .. }
                | Action::Bookmark { .. }
                | Action::Receive { .. }
                | Action::ResyncTick { .. },
            ) => Self::Cache,
            Some(_) => Self::ApiServer,
        }
    }

    /// Of a step of the manager's start: its informers are where the cache is drawn, its controllers where the worker is.
    fn of_start(event: Option<&ManagerEvent>) -> Self {
        match event {
            Some(ManagerEvent::LeaderElected { .. } | ManagerEvent::ApiServerHealthy) => Self::ApiServer,
            Some(
                ManagerEvent::FactoryCreated { .. }
                | ManagerEvent::InformersStarted
                | ManagerEvent::Listed { .. }
                | ManagerEvent::CacheSynced { .. }
                | ManagerEvent::CachesSynced { .. },
            ) => Self::Cache,
            Some(
                ManagerEvent::ProcessStarted { .. }
                | ManagerEvent::TokenControllerStarted { .. }
                | ManagerEvent::Sleeping { .. }
                | ManagerEvent::ControllerDisabled { .. }
                | ManagerEvent::ControllerSkipped { .. }
                | ManagerEvent::ControllerStarted { .. }
                | ManagerEvent::WorkersStarted { .. },
            )
            | None => Self::Worker,
        }
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;
    use jobscope_core::manager::ManagerOptions;
    use jobscope_core::timeline::Timeline;
    use jobscope_core::world::World;

    use super::*;
    use jobscope_explain::Movement;

    #[test]
    fn a_managers_start_goes_over_its_lock_and_its_informers_to_its_workers() {
        let mut timeline = Timeline::new(World::new(Release::V1_28));
        timeline.apply(&Action::StartManager { options: ManagerOptions::default() }).unwrap();
        let mut places = Vec::new();
        while let Some(Action::StepManager) = timeline.world().next_action() {
            timeline.apply(&Action::StepManager).unwrap();
            places.push(At::of(&Moment::of(&timeline, 0, Movement::Forward, 0)));
        }
        places.dedup();
        assert_eq!(places[..3], [At::Worker, At::ApiServer, At::Cache]);
        assert_eq!(places.last(), Some(&At::Worker));
    }
}
