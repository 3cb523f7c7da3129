//! One Job from its creation to Complete without interference: watch events are delivered at once, every pod that is
//! created succeeds at once, and the clock advances by a second when no key is ready.
//!
//! The real controllers were measured in the same arrangement, so that the two can be compared. Besides the Job
//! controller nothing runs in the manager, as there.

use std::time::Duration;

use jobscope_core::api::{Job, Name, PodPhase, Release};
use jobscope_core::manager::ManagerOptions;
use jobscope_core::world::{Action, ActionError, Streams, World};
use serde::Serialize;
use serde_json::json;
use web_time::Instant;

/// What is run.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The release.
    pub release: Release,
    /// How many pods have to succeed.
    pub completions: i32,
    /// How many run at the same time.
    pub parallelism: i32,
    /// Whether each completion has an index of its own.
    pub indexed: bool,
}

/// How it went. Times are wall time.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// From the creation of the Job on.
    pub wall: Duration,
    /// Within syncs.
    pub in_sync: Duration,
    /// How many syncs there were.
    pub syncs: u32,
    /// Changes that were stored.
    pub writes: u64,
    /// Actions that the world carried out.
    pub actions: u32,
}

/// Why a run did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The world refused an action.
    #[error("an action was refused: {0}")]
    Refused(#[from] ActionError),
    /// The manifest is invalid.
    #[error("the Job cannot be made: {0}")]
    Job(#[from] serde_json::Error),
    /// The Job came to an end too early.
    #[error("{succeeded} of {completions} pods were counted")]
    Short {
        /// What the status says.
        succeeded: i32,
        /// What was asked for.
        completions: i32,
    },
}

/// A world in which only the Job controller runs.
fn world(release: Release) -> Result<World, ActionError> {
    let mut world = World::new(release);
    let controllers = if release.minor() < 29 { "job" } else { "job-controller" };
    let options = ManagerOptions { controllers: vec![controllers.to_owned()], ..ManagerOptions::default() };
    world.apply_untraced(&Action::StartManager { options })?;
    while let Some(action @ (Action::StepManager | Action::Relist { .. } | Action::Advance { .. })) =
        world.next_action()
    {
        world.apply_untraced(&action)?;
    }
    Ok(world)
}

fn job(scenario: &Scenario) -> Result<Job, serde_json::Error> {
    let mut spec = json!({
        "completions": scenario.completions,
        "parallelism": scenario.parallelism,
        "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "busybox"}]}},
    });
    if scenario.release != Release::V1_11
        && let Some(spec) = spec.as_object_mut()
    {
        let mode = if scenario.indexed { "Indexed" } else { "NonIndexed" };
        spec.insert("completionMode".to_owned(), mode.into());
    }
    serde_json::from_value(json!({"metadata": {"name": "loop"}, "spec": spec}))
}

/// Runs it.
///
/// # Errors
///
/// See [`Error`].
pub fn run(scenario: &Scenario) -> Result<Figures, Error> {
    let mut world = world(scenario.release)?;
    let job = Box::new(job(scenario)?);
    let mut figures = Figures::default();
    let before = world.resource_version().0;
    let start = Instant::now();
    apply(&mut world, &mut figures, &Action::CreateJob { job })?;
    deliver(&mut world, &mut figures)?;
    while world.stored_jobs().any(|job| job.status.finished().is_none()) {
        let began = Instant::now();
        match world.apply_untraced(&Action::Sync) {
            Ok(()) => {
                figures.in_sync += began.elapsed();
                figures.syncs += 1;
                figures.actions += 1;
            }
            // No key is ready.
            Err(_) => apply(&mut world, &mut figures, &Action::Advance { ms: 1_000 })?,
        }
        deliver(&mut world, &mut figures)?;
        let pods: Vec<Name> = world
            .moving_pods()
            .filter(|pod| pod.status.phase == PodPhase::Pending)
            .filter_map(|pod| pod.metadata.name.clone())
            .collect();
        if !pods.is_empty() {
            apply(&mut world, &mut figures, &Action::PodSucceed { pods, main_ago_ms: 0 })?;
            deliver(&mut world, &mut figures)?;
        }
    }
    figures.wall = start.elapsed();
    figures.writes = world.resource_version().0 - before;
    let succeeded = world.stored_jobs().map(|job| job.status.succeeded).sum();
    if succeeded == scenario.completions {
        Ok(figures)
    } else {
        Err(Error::Short { succeeded, completions: scenario.completions })
    }
}

fn apply(world: &mut World, figures: &mut Figures, action: &Action) -> Result<(), ActionError> {
    figures.actions += 1;
    world.apply_untraced(action)
}

/// Delivers what is on its way.
fn deliver(world: &mut World, figures: &mut Figures) -> Result<(), ActionError> {
    match world.apply_untraced(&Action::Deliver { kind: Streams::All, n: None }) {
        Ok(()) => figures.actions += 1,
        Err(ActionError::NothingToDeliver) => {}
        Err(error) => return Err(error),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_release_completes_a_job() {
        for release in Release::ALL {
            for indexed in [false, true] {
                let scenario = Scenario { release, completions: 120, parallelism: 50, indexed };
                let figures = run(&scenario).unwrap();
                assert!(figures.syncs >= 3 && figures.writes >= 240, "{scenario:?} {figures:?}");
            }
        }
    }
}
