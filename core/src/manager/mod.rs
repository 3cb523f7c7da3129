//! kube-controller-manager (`cmd/kube-controller-manager/app`): the controllers of a release, and the start-up sequence
//! from an empty process to running workers.
//!
//! All controllers register their handlers with one factory of shared informers before that factory starts;
//! that is why none of them misses an event. A world begins with a manager that has done all that. Here the
//! start is a list of events that follows from the release, the flags and the seed; what each of them does to
//! informers and handlers is done by the world, one event a step.

mod catalogue;
mod differences;
mod initializers;
mod plan;

pub use catalogue::*;
pub use differences::{GateDifference, ReleaseDifferences, release_differences};
pub use initializers::*;
pub use plan::workers;

use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};

use crate::api::{Name, Release, Time};
use crate::client::Machinery;
use crate::random::Random;
use crate::trace::{Kind, ManagerEvent};

/// Longest `--controller-start-interval` that is taken: an hour.
const MAX_START_INTERVAL_MS: i64 = 60 * 60 * 1000;
/// Most entries of `--controllers`.
const MAX_FLAGS: usize = 100;

/// `TerminatedPodGCThreshold` as shipped.
const DEFAULT_TERMINATED_POD_GC_THRESHOLD: i32 = 12_500;

/// The flags of the manager, and the seed of its random choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ManagerOptions {
    /// `--controllers`: `*`, names, and names with a minus.
    pub controllers: Vec<String>,
    /// `--controller-start-interval` in milliseconds; with jitter it becomes up to twice as long.
    pub start_interval_ms: i64,
    /// The seed of order, jitter, resync periods and generated names.
    pub seed: u32,
    /// `--terminated-pod-gc-threshold`: how many terminated pods may stay; 0 for no limit.
    pub terminated_pod_gc_threshold: i32,
    /// The Job controller registers its handlers only when the informers already run, which no release does: it shows why
    /// the order of the start matters.
    pub late_handlers: bool,
}

impl Default for ManagerOptions {
    fn default() -> Self {
        Self {
            controllers: vec!["*".to_owned()],
            start_interval_ms: 0,
            seed: 0,
            terminated_pod_gc_threshold: DEFAULT_TERMINATED_POD_GC_THRESHOLD,
            late_handlers: false,
        }
    }
}

/// Why the manager does not start with these flags.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum OptionsError {
    /// `--controllers` names a controller that the release does not have.
    #[error("{name:?} is not in the list of known controllers")]
    UnknownController {
        /// What it names.
        name: String,
    },
    /// `--controllers` has too many entries.
    #[error("--controllers has more than {max} entries")]
    TooManyControllers {
        /// The most.
        max: u32,
    },
    /// The interval is negative or too long.
    #[error("the start interval must be from 0 to {max_ms} ms")]
    BadInterval {
        /// The longest, in milliseconds.
        max_ms: i64,
    },
}

/// How a controller of the manager stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum ControllerStanding {
    /// Its turn has not come.
    NotYet,
    /// It does not start.
    Off {
        /// Why not.
        why: crate::trace::NotStarted,
    },
    /// Its handlers are registered. It waits for its caches.
    Waiting,
    /// It works.
    Running,
}

/// The manager's process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manager {
    release: Release,
    options: Arc<ManagerOptions>,
    /// All events of the start, in order.
    #[serde(serialize_with = "for_people")]
    plan: Arc<[ManagerEvent]>,
    /// How many of them happened.
    done: usize,
    /// The end of the sleep that is the next event, if it has begun.
    asleep_until: Option<Time>,
    /// `ResyncPeriod` of the factory, in milliseconds.
    resync_ms: i64,
    /// Notifications that found no handlers of the Job controller.
    pub missed: u32,
    /// What is left to chance from here on.
    pub random: Random,
}

/// Leaves the plan out of formats for programs, because it follows from the release and the flags.
fn for_people<S: Serializer>(plan: &[ManagerEvent], serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() { plan.serialize(serializer) } else { serializer.serialize_unit() }
}

impl Manager {
    /// A process that has not begun yet.
    ///
    /// # Errors
    ///
    /// The flags are not valid.
    pub fn new(release: Release, options: ManagerOptions) -> Result<Self, OptionsError> {
        check_options(release, &options)?;
        Ok(Self::planned(release, options))
    }

    fn planned(release: Release, options: ManagerOptions) -> Self {
        let mut random = Random::new(u64::from(options.seed));
        let (resync_ms, plan) = plan::plan(release, &options, &mut random);
        let options = Arc::new(options);
        Self { release, options, plan: plan.into(), done: 0, asleep_until: None, resync_ms, missed: 0, random }
    }

    /// A process that was started with the flags as shipped, and has done all of it.
    pub(crate) fn running(release: Release, machinery: &mut Machinery, now: Time) -> Self {
        let mut manager = Self::planned(release, ManagerOptions::default());
        for event in &*Arc::clone(&manager.plan) {
            if let ManagerEvent::ControllerStarted { name, .. } = event {
                manager.register(name, machinery, now);
            }
        }
        machinery.jobs.reflector.listed(now);
        machinery.pods.reflector.listed(now);
        machinery.jobs.processor.run(now);
        machinery.pods.processor.run(now);
        manager.done = manager.plan.len();
        manager
    }

    /// The flags.
    pub fn options(&self) -> &ManagerOptions {
        &self.options
    }

    /// The factory's resync period, in milliseconds.
    pub fn resync_ms(&self) -> i64 {
        self.resync_ms
    }

    /// The next event of the start; none once all is done.
    pub fn next(&self) -> Option<&ManagerEvent> {
        self.plan.get(self.done)
    }

    /// How many events of the start happened, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.plan.len())
    }

    /// The end of the sleep that it is in.
    pub(crate) fn asleep_until(&self) -> Option<Time> {
        self.asleep_until
    }

    /// It begins to sleep.
    pub(crate) fn fall_asleep(&mut self, until: Time) {
        self.asleep_until = Some(until);
    }

    /// The next event happened.
    pub fn advance(&mut self) {
        self.done += 1;
        self.asleep_until = None;
    }

    /// Registers the handlers of a controller with the informers: `AddEventHandler`.
    pub(crate) fn register(&mut self, name: &Name, machinery: &mut Machinery, now: Time) {
        let Some(known) = initializers(self.release).iter().find(|known| known.name == name.as_str()) else { return };
        let resync = |resync| match resync {
            Resync::Factory => self.resync_ms,
            Resync::Own => plan::own_resync_ms(&self.options),
            Resync::Never => 0,
        };
        if let Some(period) = known.jobs {
            machinery.jobs.processor.add_listener(name.clone(), resync(period), now);
        }
        if let Some(period) = known.pods {
            machinery.pods.processor.add_listener(name.clone(), resync(period), now);
        }
    }

    /// The name of a simulated controller, if the release has it.
    pub fn name_of(&self, simulated: Simulated) -> Option<&'static str> {
        name_of(self.release, simulated)
    }

    /// Whether the workers of a simulated controller run.
    pub fn runs(&self, simulated: Simulated) -> bool {
        self.name_of(simulated).is_some_and(|wanted| {
            // What workers do comes last.
            self.happened()
                .rev()
                .any(|event| matches!(event, ManagerEvent::WorkersStarted { name, .. } if name.as_str() == wanted))
        })
    }

    /// Whether the informers were started.
    pub(crate) fn informers_started(&self) -> bool {
        self.happened().any(|event| *event == ManagerEvent::InformersStarted)
    }

    /// The controllers of the release in the order of its source, and how they stand.
    pub fn controllers(&self) -> Vec<(&'static Initializer, ControllerStanding)> {
        initializers(self.release).iter().map(|known| (known, self.standing(known))).collect()
    }

    fn standing(&self, known: &Initializer) -> ControllerStanding {
        let mut standing = ControllerStanding::NotYet;
        for event in self.happened() {
            standing = match event {
                ManagerEvent::ControllerDisabled { name, why } | ManagerEvent::ControllerSkipped { name, why }
                    if name.as_str() == known.name =>
                {
                    ControllerStanding::Off { why: why.clone() }
                }
                ManagerEvent::ControllerStarted { name, .. } if name.as_str() == known.name => {
                    ControllerStanding::Waiting
                }
                ManagerEvent::WorkersStarted { name, .. } if name.as_str() == known.name => ControllerStanding::Running,
                _ => continue,
            };
        }
        if standing == ControllerStanding::Waiting && known.simulated.is_none() && self.next().is_none() {
            // Its own wait for its caches is not simulated.
            standing = ControllerStanding::Running;
        }
        standing
    }

    fn happened(&self) -> impl DoubleEndedIterator<Item = &ManagerEvent> {
        self.plan.iter().take(self.done)
    }
}

fn check_options(release: Release, options: &ManagerOptions) -> Result<(), OptionsError> {
    if !(0..=MAX_START_INTERVAL_MS).contains(&options.start_interval_ms) {
        return Err(OptionsError::BadInterval { max_ms: MAX_START_INTERVAL_MS });
    }
    if options.controllers.len() > MAX_FLAGS {
        return Err(OptionsError::TooManyControllers { max: u32::try_from(MAX_FLAGS).unwrap_or(u32::MAX) });
    }
    for flag in &options.controllers {
        let name = flag.strip_prefix('-').unwrap_or(flag);
        let token = token_controller(release);
        let mut all = initializers(release).iter().chain([&token]);
        let known = name == "*" || all.any(|known| known.name == name || known.alias == Some(name));
        if !known {
            return Err(OptionsError::UnknownController { name: name.to_owned() });
        }
    }
    Ok(())
}

/// The informers of the factory that are simulated.
pub(crate) const KINDS: [Kind; 2] = [Kind::Job, Kind::Pod];
