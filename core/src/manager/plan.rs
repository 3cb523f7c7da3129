//! The events of a start, in order: `Run`, `StartControllers`, and since v1.34 `BuildControllers` and
//! `RunControllers`.

use super::{
    Initializer, KINDS, ManagerOptions, Off, Simulated, initializers, is_controller_enabled, token_controller,
    token_controller_heeds_flag,
};
use crate::api::{Name, Release, ResourceVersion};
use crate::random::Random;
use crate::small_sort::SmallSort as _;
use crate::trace::{Kind, LeaderLock, ManagerEvent, NotStarted};

/// `MinResyncPeriod`, in milliseconds.
const MIN_RESYNC_MS: i64 = 12 * 60 * 60 * 1000;
/// `ConcurrentJobSyncs`.
const JOB_WORKERS: u32 = 5;
/// `ConcurrentGCSyncs`.
const GC_WORKERS: u32 = 20;
/// `ConcurrentTTLSyncs`.
const TTL_WORKERS: u32 = 5;

/// The factory's resync period, and all events of the start. Where upstream walks over a map or lets
/// goroutines race, `random` decides.
pub(super) fn plan(release: Release, options: &ManagerOptions, random: &mut Random) -> (i64, Vec<ManagerEvent>) {
    let resync_ms = random.jitter(MIN_RESYNC_MS);
    let mut order: Vec<&Initializer> = initializers(release).iter().collect();
    random.shuffle(&mut order);
    let lock = if release.since(20) { LeaderLock::Lease } else { LeaderLock::Endpoints };
    let known = u32::try_from(order.len()).unwrap_or(u32::MAX).saturating_add(1);
    let mut events = vec![
        ManagerEvent::ProcessStarted { known },
        ManagerEvent::LeaderElected { lock },
        ManagerEvent::FactoryCreated { resync_ms },
        ManagerEvent::ApiServerHealthy,
        token_controller_event(release, options),
    ];
    let is_late = |known: &Initializer| options.late_handlers && known.simulated == Some(Simulated::Job);
    let (late, in_time): (Vec<_>, Vec<_>) = order.into_iter().partition(|known| is_late(known));
    // Since v1.34 the sleeps come after all controllers were made, when they run.
    let sleeps_at_once = !release.since(34);
    let mut started = Vec::new();
    let mut start = |known: &'static Initializer, events: &mut Vec<ManagerEvent>, random: &mut Random| {
        if initialize(known, options, sleeps_at_once, events, random) {
            started.push(known);
        }
    };
    for known in in_time {
        start(known, &mut events, random);
    }
    events.push(ManagerEvent::InformersStarted);
    let mut kinds = KINDS;
    random.shuffle(&mut kinds);
    for kind in kinds {
        events.push(ManagerEvent::Listed { kind, items: 0, resource_version: ResourceVersion(0) });
        events.push(ManagerEvent::CacheSynced { kind });
    }
    for known in late {
        start(known, &mut events, random);
    }
    run(release, options, &started, &mut events, random);
    (resync_ms, events)
}

/// What becomes of the controller for tokens.
fn token_controller_event(release: Release, options: &ManagerOptions) -> ManagerEvent {
    let known = token_controller(release);
    let name = Name::from(known.name);
    if token_controller_heeds_flag(release) && !is_controller_enabled(&known, &options.controllers) {
        return ManagerEvent::ControllerDisabled { name, why: NotStarted::Flag };
    }
    ManagerEvent::TokenControllerStarted { name }
}

/// One turn of the loop over the controllers. Says whether this one started.
fn initialize(
    known: &Initializer,
    options: &ManagerOptions,
    sleeps: bool,
    events: &mut Vec<ManagerEvent>,
    random: &mut Random,
) -> bool {
    let name = || Name::from(known.name);
    if !is_controller_enabled(known, &options.controllers) {
        let by_default = known.off == Off::ByDefault && options.controllers.iter().any(|flag| flag == "*");
        let why = if by_default { NotStarted::ByDefault } else { NotStarted::Flag };
        events.push(ManagerEvent::ControllerDisabled { name: name(), why });
        return false;
    }
    match known.off {
        Off::Gate(gate) => {
            let why = NotStarted::FeatureGate { gate: gate.into() };
            events.push(ManagerEvent::ControllerSkipped { name: name(), why });
            return false;
        }
        Off::Cloud => {
            events.push(ManagerEvent::ControllerSkipped { name: name(), why: NotStarted::CloudProvider });
            return false;
        }
        Off::No | Off::ByDefault | Off::NotConfigured => {}
    }
    if sleeps && options.start_interval_ms > 0 {
        events.push(ManagerEvent::Sleeping { name: name(), ms: random.jitter(options.start_interval_ms) });
    }
    if known.off == Off::NotConfigured {
        events.push(ManagerEvent::ControllerSkipped { name: name(), why: NotStarted::NotConfigured });
        return false;
    }
    let listens = [known.jobs.map(|_| Kind::Job), known.pods.map(|_| Kind::Pod)].into_iter().flatten().collect();
    let simulated = known.simulated.is_some();
    events.push(ManagerEvent::ControllerStarted { name: name(), simulated, listens, late: None });
    true
}

/// The simulated controllers continue: their caches are filled, and they start their workers.
fn run(
    release: Release,
    options: &ManagerOptions,
    started: &[&'static Initializer],
    events: &mut Vec<ManagerEvent>,
    random: &mut Random,
) {
    let mut running: Vec<(i64, &Initializer)> = started
        .iter()
        .map(|known| {
            let asleep = if release.since(34) { random.jitter(options.start_interval_ms) } else { 0 };
            (asleep, *known)
        })
        .collect();
    // All of them sleep at the same time: who wakes first runs first.
    running.small_sort_by_key(|(asleep, _)| *asleep);
    let mut slept = 0;
    for (asleep, known) in running {
        let Some(simulated) = known.simulated else { continue };
        let name = || Name::from(known.name);
        if asleep > slept {
            events.push(ManagerEvent::Sleeping { name: name(), ms: asleep - slept });
            slept = asleep;
        }
        events.push(ManagerEvent::CachesSynced { name: name() });
        events.push(ManagerEvent::WorkersStarted { name: name(), workers: workers(simulated) });
    }
}

/// How many workers a controller has, unless a flag says otherwise.
pub fn workers(simulated: Simulated) -> u32 {
    match simulated {
        Simulated::Job => JOB_WORKERS,
        Simulated::GarbageCollector => GC_WORKERS,
        Simulated::PodGc => 1,
        Simulated::TtlAfterFinished => TTL_WORKERS,
    }
}

/// The resync period that a controller draws for itself, in milliseconds.
pub(super) fn own_resync_ms(options: &ManagerOptions) -> i64 {
    // From another sequence than the start's own, so that it does not depend on its length.
    Random::new(u64::from(options.seed) ^ u64::MAX).jitter(MIN_RESYNC_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(release: Release, options: &ManagerOptions) -> Vec<ManagerEvent> {
        plan(release, options, &mut Random::new(u64::from(options.seed))).1
    }

    fn seed(seed: u32) -> ManagerOptions {
        ManagerOptions { seed, start_interval_ms: 1_000, ..ManagerOptions::default() }
    }

    fn place(events: &[ManagerEvent], is: impl Fn(&ManagerEvent) -> bool) -> usize {
        events.iter().position(is).unwrap()
    }

    #[test]
    fn the_same_seed_gives_the_same_start_and_another_seed_another() {
        for release in Release::ALL {
            assert_eq!(events(release, &seed(1)), events(release, &seed(1)), "{release}");
            assert_ne!(events(release, &seed(1)), events(release, &seed(2)), "{release}");
        }
    }

    #[test]
    fn every_controller_registers_before_any_informer_starts() {
        for release in Release::ALL {
            let events = events(release, &seed(3));
            let started = place(&events, |event| *event == ManagerEvent::InformersStarted);
            let last =
                events.iter().rposition(|event| matches!(event, ManagerEvent::ControllerStarted { .. })).unwrap();
            assert!(last < started, "{release}");
            let workers = place(&events, |event| matches!(event, ManagerEvent::WorkersStarted { .. }));
            assert!(
                events[..workers].iter().filter(|event| matches!(event, ManagerEvent::CacheSynced { .. })).count() == 2
            );
        }
    }

    #[test]
    fn sleeps_come_before_the_informers_start_until_v1_34_and_after_it_since() {
        for release in Release::ALL {
            let events = events(release, &seed(4));
            let started = place(&events, |event| *event == ManagerEvent::InformersStarted);
            let first = place(&events, |event| matches!(event, ManagerEvent::Sleeping { .. }));
            assert_eq!(first < started, !release.since(34), "{release}");
            let total: i64 =
                events.iter().map(|event| if let ManagerEvent::Sleeping { ms, .. } = event { *ms } else { 0 }).sum();
            assert_eq!(total < 2_000, release.since(34), "{release}: {total} ms one after the other or at once");
        }
    }

    #[test]
    fn without_an_interval_nobody_sleeps() {
        for release in Release::ALL {
            let events = events(release, &ManagerOptions::default());
            assert!(!events.iter().any(|event| matches!(event, ManagerEvent::Sleeping { .. })), "{release}");
        }
    }

    #[test]
    fn the_controller_for_tokens_heeds_the_flag_until_v1_33() {
        for release in Release::ALL {
            let token = token_controller(release);
            let started = |flags: &[&str]| {
                let controllers = flags.iter().map(|&flag| flag.to_owned()).collect();
                let events = events(release, &ManagerOptions { controllers, ..ManagerOptions::default() });
                match &events[4] {
                    ManagerEvent::TokenControllerStarted { name } if name.as_str() == token.name => true,
                    ManagerEvent::ControllerDisabled { name, why: NotStarted::Flag } if name.as_str() == token.name => {
                        false
                    }
                    other => panic!("{other:?}"),
                }
            };
            assert!(started(&["*"]), "{release}");
            assert!(started(&[token.name]), "{release}");
            let off = format!("-{}", token.alias.unwrap_or(token.name));
            for flags in [&["*", off.as_str()][..], &["job"], &[]] {
                assert_eq!(started(flags), release.since(34), "{release}: {flags:?}");
            }
        }
    }

    #[test]
    fn a_controller_that_is_not_wanted_does_not_start() {
        let controllers = vec!["*".to_owned(), "-job".to_owned()];
        let options = ManagerOptions { controllers, ..ManagerOptions::default() };
        for release in Release::ALL {
            let events = events(release, &options);
            let job = super::super::name_of(release, Simulated::Job).unwrap();
            let disabled = |event: &ManagerEvent| matches!(event, ManagerEvent::ControllerDisabled { name, why: NotStarted::Flag } if name.as_str() == job);
            assert!(events.iter().any(disabled), "{release}");
            let runs = |event: &ManagerEvent| matches!(event, ManagerEvent::WorkersStarted { name, .. } if name.as_str() == job);
            assert!(!events.iter().any(runs), "{release}");
        }
    }
}
