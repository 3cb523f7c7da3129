//! A world with what was done in it to explain a history.

use std::sync::Arc;

use imbl::{OrdSet, Vector};

use super::super::merge::{Chosen, Refusal};
use super::super::report::InferredSync;
use super::super::versions::Version;
use crate::api::Time;
use crate::trace::{Kind, Trace, TraceEntry};
use crate::world::{Action, Observed, ObservedWrites, Streams, World, Writer};

/// By how many milliseconds the engine and objects, whose times are whole seconds, may disagree about when a key is due.
pub(super) const COARSE_SLACK_MS: i64 = 2_100;
/// Most Events that are looked at behind a sync for those that it recorded.
const MOST_EVENTS_LATER: usize = 2_000;
/// Most syncs in a row that write nothing.
const MOST_IDLE: usize = 64;

/// A world with what was done in it.
#[derive(Clone, Debug)]
pub(super) struct Run {
    chosen: Arc<Chosen>,
    pub(super) world: World,
    pub(super) actions: Vector<Action>,
    pub(super) syncs: Vector<InferredSync>,
    /// When the last sync had its last answer.
    pub(super) ended: Time,
    /// When the first change of a pod by it was stored.
    pub(super) first_echo: Option<Time>,
    /// Refusals that are used up.
    pub(super) refused: usize,
    /// Events that have found their sync.
    used: OrdSet<u64>,
}

impl Run {
    pub(super) fn new(chosen: Arc<Chosen>, world: World) -> Self {
        let ended = world.now();
        Self {
            chosen,
            world,
            actions: Vector::new(),
            syncs: Vector::new(),
            ended,
            first_echo: None,
            refused: 0,
            used: OrdSet::new(),
        }
    }

    /// Carries an action out, if it can be.
    pub(super) fn apply(&mut self, action: Action) -> bool {
        let done = self.world.apply_untraced(&action).is_ok();
        if done {
            self.actions.push_back(action);
        }
        done
    }

    pub(super) fn advance_to(&mut self, time: Time) {
        let ms = time.since(self.world.now());
        if ms > 0 {
            self.apply(Action::Advance { ms });
        }
    }

    pub(super) fn observe(&mut self, version: &Version) {
        self.apply(Action::Observe { seen: version.observed() });
    }

    pub(super) fn deliver(&mut self, kind: Kind, most: usize) {
        let (jobs, pods) = self.world.undelivered();
        let n = most.min(if kind == Kind::Job { jobs } else { pods });
        if n > 0 {
            let streams = if kind == Kind::Job { Streams::Job } else { Streams::Pod };
            self.apply(Action::Deliver { kind: streams, n: u32::try_from(n).ok() });
        }
    }

    pub(super) fn deliver_all(&mut self) {
        self.deliver(Kind::Job, usize::MAX);
        self.deliver(Kind::Pod, usize::MAX);
    }

    /// Lets syncs that write nothing come, up to that time.
    pub(super) fn idle_until(&mut self, time: Time, refusals: &[Refusal]) {
        for _ in 0..MOST_IDLE {
            let Some(due) = self.world.due(&self.chosen.key).filter(|due| *due < time) else { return };
            let mut scratch = self.world.clone();
            let ms = due.since(scratch.now());
            if ms > 0 && scratch.apply_untraced(&Action::Advance { ms }).is_err() {
                return;
            }
            let left = refusals
                .iter()
                .skip(self.refused)
                .filter(|refusal| refusal.at.is_none_or(|at| at.since(due).abs() < COARSE_SLACK_MS));
            let observed = ObservedWrites::new(Vec::new(), left.map(|refusal| refusal.message.clone()), false);
            let Ok(observed) = scratch.sync_observed(Some(&self.chosen.key), observed, &mut Trace::off()) else {
                return;
            };
            if !observed.made().is_empty() {
                return;
            }
            self.advance_to(due);
            let refused = observed.refused();
            self.infer(Vec::new(), refused, false, false);
        }
    }

    /// Lets the orphan worker work as long as it writes nothing.
    pub(super) fn idle_orphans(&mut self) {
        for _ in 0..MOST_IDLE {
            if !self.world.has_orphans() {
                return;
            }
            let mut scratch = self.world.clone();
            let observed = ObservedWrites::new(Vec::new(), Vec::new(), false);
            match scratch.sync_observed(None, observed, &mut Trace::off()) {
                Ok(observed) if observed.made().is_empty() => {
                    self.apply(Action::InferSync {
                        key: None,
                        seen: Vec::new(),
                        refused: Vec::new(),
                        crashes: false,
                        one_of_several: false,
                    });
                }
                _ => return,
            }
        }
    }

    /// A sync that writes `seen`.
    pub(super) fn infer(&mut self, seen: Vec<Observed>, refused: u32, orphan: bool, crashes: bool) -> bool {
        let own = seen.iter().filter(|seen| seen.by == Writer::JobController);
        let writes: Vec<u64> = own.map(|seen| seen.object.version().0).collect();
        let (jobs_behind, pods_behind) = self.world.undelivered();
        let at = self.world.now();
        let many = usize::try_from(refused).unwrap_or(0);
        let known = self.chosen.refusals.iter().skip(self.refused).take(many);
        let mut messages: Vec<String> = known.map(|refusal| refusal.message.clone()).collect();
        self.refused += messages.len();
        messages.resize(many, "pods is forbidden: the history does not say why".to_owned());
        let key = (!orphan).then(|| self.chosen.key.clone());
        let action = Action::InferSync { key, seen, refused: messages, crashes, one_of_several: false };
        let Ok(step) = self.world.apply(&action) else { return false };
        let mut events = Vec::new();
        for entry in &step.trace {
            let TraceEntry::Event(event) = entry else { continue };
            let message = event.message.to_string();
            let first = writes.first().copied().unwrap_or_default();
            let later = self.chosen.events.partition_point(|seen| seen.number <= first);
            let found = self.chosen.events.iter().skip(later).take(MOST_EVENTS_LATER).find(|seen| {
                let same = seen.reason == event.reason && seen.message.ends_with(&message);
                same && !self.used.contains(&seen.number)
            });
            if let Some(found) = found {
                self.used.insert(found.number);
                events.push(found.number);
            }
        }
        self.actions.push_back(action);
        let restarted = false;
        self.syncs.push_back(InferredSync {
            at,
            ended: at,
            step: self.actions.len().saturating_sub(1),
            writes,
            events,
            jobs_behind,
            pods_behind,
            refused,
            orphan,
            restarted,
            crashed: crashes,
            cut_off: false,
            one_of_several: false,
        });
        true
    }
}
