//! The order in which schedules are tried.

use super::window::Window;

/// Most events of pods that a cache is tried without.
const MOST_PODS_BEHIND: usize = 64;
/// Most events of Jobs that a cache is tried without.
const MOST_JOBS_BEHIND: usize = 3;
/// Most places at which another process is tried to have begun.
const MOST_RESTARTS: usize = 12;

/// A schedule within a window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Choice {
    /// Events of pods that the cache does not have when the sync begins.
    pub(super) pods_behind: usize,
    /// Events of Jobs likewise.
    pub(super) jobs_behind: usize,
    /// No sync without a write comes before.
    pub(super) no_idle_syncs: bool,
    /// The sync begins as soon as it may: the client of the controller held its first request back.
    pub(super) early: bool,
    /// The sync begins as late as it may.
    pub(super) late: bool,
    /// Creates may be refused although nothing tells so.
    pub(super) may_refuse: bool,
    /// Another process begins before that version of the window.
    pub(super) restart: Option<usize>,
    /// The process ends in the middle of the sync.
    pub(super) crash: bool,
}

/// The schedules to try in a window after the likeliest one, which is [`Choice::default`]. Most often that one is it.
pub(super) fn less_likely(window: &Window<'_>, surely: bool) -> Vec<Choice> {
    let (jobs, pods) = window.events();
    let (jobs, pods) = (jobs.min(MOST_JOBS_BEHIND), pods.min(MOST_PODS_BEHIND));
    let base = Choice::default();
    let mut choices = Vec::new();
    let mut add = |choice: Choice| {
        if choice != base && !choices.contains(&choice) {
            choices.push(choice);
        }
    };
    let behind = |most: usize, base: Choice| (0..=most).map(move |pods_behind| Choice { pods_behind, ..base });
    behind(pods.min(8), base).for_each(&mut add);
    for jobs_behind in 0..=jobs {
        behind(pods.min(3), Choice { jobs_behind, ..base }).for_each(&mut add);
    }
    behind(pods.min(3), Choice { early: true, ..base }).for_each(&mut add);
    let eager = Choice { no_idle_syncs: true, ..base };
    for jobs_behind in 0..=jobs.min(1) {
        behind(pods.min(3), Choice { jobs_behind, ..eager }).for_each(&mut add);
    }
    behind(pods.min(3), Choice { late: true, ..base }).for_each(&mut add);
    behind(pods.min(3), Choice { late: true, ..eager }).for_each(&mut add);
    if !surely {
        return choices;
    }
    behind(pods.min(3), Choice { may_refuse: true, ..base }).for_each(&mut add);
    behind(pods.min(3), Choice { may_refuse: true, ..eager }).for_each(&mut add);
    let others = window.others();
    for back in 0..=others.min(MOST_RESTARTS) {
        let restart = Some(others - back);
        add(Choice { restart, ..base });
        add(Choice { restart, pods_behind: 1, ..base });
        add(Choice { restart, may_refuse: true, ..base });
    }
    behind(pods, base).for_each(&mut add);
    behind(pods, eager).for_each(&mut add);
    for jobs_behind in 1..=jobs {
        behind(pods.min(16), Choice { jobs_behind, ..base }).for_each(&mut add);
        behind(pods.min(16), Choice { jobs_behind, ..eager }).for_each(&mut add);
    }
    behind(pods.min(8), Choice { crash: true, ..base }).for_each(&mut add);
    behind(pods.min(8), Choice { crash: true, ..eager }).for_each(&mut add);
    for back in 0..=others.min(MOST_RESTARTS) {
        let restart = Some(others - back);
        behind(pods.min(1), Choice { restart, crash: true, ..base }).for_each(&mut add);
    }
    choices
}
