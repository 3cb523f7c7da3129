//! The time from one sync that wrote something to the next, simulated under a choice.

use std::collections::BTreeSet;
use std::sync::Arc;

use imbl::{OrdSet, Vector};

use super::super::merge::{Chosen, Refusal};
use super::super::report::InferredSync;
use super::super::versions::Version;
use super::Ownership;
use super::choices::Choice;
use super::judge::Verdict;
use crate::api::{ObjectKey, Time};
use crate::trace::{Kind, Trace, TraceEntry};
use crate::world::{Action, Observed, ObservedWrites, Streams, World, WriteDifference, Writer};

/// Most statuses that one sync writes, and so the most that are looked at at once.
const STATUSES_OF_A_SYNC: usize = 3;
/// Most versions of others that are looked at behind the last of a sync.
const MOST_OTHERS_BEHIND: usize = 32;
/// By how much the audit log and the engine may disagree about when a key is due, in milliseconds.
const AUDITED_SLACK_MS: i64 = 150;
/// The same where objects tell seconds only.
const COARSE_SLACK_MS: i64 = 2_100;
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
    ended: Time,
    /// When the first change of a pod by it was stored.
    first_echo: Option<Time>,
    /// Refusals that are used up.
    refused: usize,
    /// Events that have found their sync.
    used: OrdSet<u64>,
}

/// What an attempt came to.
pub(super) enum Found {
    /// The run that explains it, and the last version that it has.
    Explained(Box<Run>, usize),
    /// How many writes were as seen, and the first that was not.
    Nearest(usize, WriteDifference),
    /// No sync could begin.
    Impossible,
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

    fn deliver(&mut self, kind: Kind, most: usize) {
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
    fn idle_until(&mut self, time: Time, refusals: &[Refusal]) {
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
    fn idle_orphans(&mut self) {
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
    fn infer(&mut self, seen: Vec<Observed>, refused: u32, orphan: bool, crashes: bool) -> bool {
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

/// The versions of others since the last sync that wrote something, and those from the next one's first on.
pub(super) struct Window<'a> {
    chosen: &'a Chosen,
    before: &'a [Version],
    pool: &'a [Version],
    own: Vec<Ownership>,
    /// The place of the pool's first version.
    first: usize,
    waiting: (usize, usize),
    refusals: Vec<Refusal>,
}

impl<'a> Window<'a> {
    pub(super) fn new(chosen: &'a Chosen, own: &[Ownership], from: usize, first: usize, run: &Run) -> Self {
        let versions = &chosen.versions;
        let mut statuses = 0;
        let mut end = first;
        let mut behind = 0;
        for (place, version) in versions.iter().enumerate().skip(first) {
            if own.get(place) == Some(&Ownership::Others) {
                behind += 1;
                if behind > MOST_OTHERS_BEHIND && statuses > 0 {
                    break;
                }
                end = place + 1;
                continue;
            }
            behind = 0;
            end = place + 1;
            statuses += usize::from(version.is_job());
            if statuses >= STATUSES_OF_A_SYNC {
                break;
            }
        }
        Self {
            chosen,
            before: versions.get(from..first).unwrap_or_default(),
            pool: versions.get(first..end).unwrap_or_default(),
            own: own.get(first..end).unwrap_or_default().to_vec(),
            first,
            waiting: run.world.undelivered(),
            refusals: Vec::new(),
        }
        .with_refusals()
    }

    /// Refusals up to the sync's end.
    fn with_refusals(mut self) -> Self {
        let until = self.pool.first();
        let status = self.pool.iter().find(|version| version.is_job());
        let time = status.or(until).map(|version| version.at);
        let number = status.or(until).map(|version| version.number);
        let fits = |refusal: &&Refusal| match (refusal.at, time, number) {
            (Some(at), Some(time), _) => at <= time.plus(50),
            // An Event is written a little later than what it tells.
            (None, _, Some(number)) => refusal.before <= number.saturating_add(8),
            _ => true,
        };
        self.refusals = self.chosen.refusals.iter().take_while(fits).cloned().collect();
        self
    }

    /// How many versions of others there are before the sync.
    pub(super) fn others(&self) -> usize {
        self.before.len()
    }

    /// How many events of Jobs and of pods are delivered in it at most.
    pub(super) fn events(&self) -> (usize, usize) {
        let jobs = self.before.iter().filter(|version| version.is_job()).count();
        (self.waiting.0 + jobs, self.waiting.1 + self.before.len() - jobs)
    }

    /// Goes through it with all delivered at once, to its end.
    pub(super) fn go_through(&self, run: &mut Run) {
        self.pass(run, &Choice::default());
        run.deliver_all();
    }

    /// Goes through what is before the sync.
    fn pass(&self, run: &mut Run, choice: &Choice) {
        let (jobs, pods) = self.events();
        let (mut jobs_left, mut pods_left) =
            (jobs.saturating_sub(choice.jobs_behind), pods.saturating_sub(choice.pods_behind));
        let deliver = |run: &mut Run, jobs_left: &mut usize, pods_left: &mut usize| {
            let (jobs, pods) = run.world.undelivered();
            run.deliver(Kind::Job, *jobs_left);
            run.deliver(Kind::Pod, *pods_left);
            let (jobs_after, pods_after) = run.world.undelivered();
            *jobs_left = jobs_left.saturating_sub(jobs - jobs_after);
            *pods_left = pods_left.saturating_sub(pods - pods_after);
            run.idle_orphans();
        };
        // The first of the sync's own writes comes back while the sync still runs, and requeues the Job a second later.
        if let Some(at) = run.first_echo.filter(|_| self.waiting.1 > 0 && pods_left > 0) {
            run.advance_to(at);
            let (mut none, mut one) = (0, 1);
            deliver(run, &mut none, &mut one);
            pods_left = pods_left.saturating_sub(1 - one);
        }
        let ended = run.ended;
        run.advance_to(ended);
        deliver(run, &mut jobs_left, &mut pods_left);
        for (place, version) in self.before.iter().enumerate() {
            if !choice.no_idle_syncs {
                run.idle_until(version.at, &self.refusals);
            }
            run.advance_to(version.at);
            if choice.restart == Some(place) {
                run.apply(Action::Restart);
            }
            run.observe(version);
            deliver(run, &mut jobs_left, &mut pods_left);
        }
    }

    /// When the sync began, as far as it is known: its first request came in then.
    fn begins(&self) -> Option<Time> {
        let audited = self.pool.iter().zip(&self.own).filter(|(_, own)| **own != Ownership::Others);
        let first = audited.map(|(version, _)| version).next()?;
        Some(first.audited.map_or(first.at, |(received, _)| received.min(first.at)))
    }

    fn slack(&self) -> i64 {
        let audited = self.pool.first().is_some_and(|version| version.audited.is_some());
        if audited { AUDITED_SLACK_MS } else { COARSE_SLACK_MS }
    }

    /// Goes through it by that choice, and lets the sync come.
    pub(super) fn attempt(&self, run: &Run, choice: &Choice) -> Found {
        let Some(begins) = self.begins() else { return Found::Impossible };
        let mut run = run.clone();
        self.pass(&mut run, choice);
        let early = begins.plus(if self.slack() == AUDITED_SLACK_MS { -60 } else { 0 });
        if !choice.no_idle_syncs && choice.restart.is_none() {
            run.idle_until(early, &self.refusals);
        }
        if choice.restart == Some(self.before.len()) {
            run.advance_to(begins);
            run.apply(Action::Restart);
        }
        if run.world.has_orphans()
            && let Found::Explained(run, last) = self.sync(run.clone(), choice, true)
        {
            return Found::Explained(run, last);
        }
        let Some(due) = run.world.due(&self.chosen.key) else { return Found::Impossible };
        if due.since(begins) > self.slack() {
            return Found::Impossible;
        }
        let late = if choice.late { begins.plus(999) } else { begins };
        run.advance_to(due.max(late));
        self.sync(run, choice, false)
    }

    fn observed(&self, places: usize, is_own: impl Fn(usize) -> bool) -> Vec<Observed> {
        let observed = |(place, version): (usize, &Version)| {
            let by = match (is_own(place), version.by) {
                (true, _) => Writer::JobController,
                (false, Writer::JobController) => Writer::Unknown,
                (false, by) => by,
            };
            Observed { by, ..version.observed() }
        };
        self.pool.iter().take(places).enumerate().map(observed).collect()
    }

    /// The sync itself.
    fn sync(&self, mut run: Run, choice: &Choice, orphan: bool) -> Found {
        let key = (!orphan).then_some(&self.chosen.key);
        let surely = |place: usize| self.own.get(place) == Some(&Ownership::Own);
        let perhaps = |place: usize| self.own.get(place).is_some_and(|own| *own != Ownership::Others);
        let refusals = || self.refusals.iter().skip(run.refused).map(|refusal| refusal.message.clone());
        let observed = ObservedWrites::new(self.observed(self.pool.len(), perhaps), refusals(), choice.may_refuse);
        let mut scratch = run.world.clone();
        let Ok(observed) = scratch.sync_observed(key, observed, &mut Trace::off()) else { return Found::Impossible };
        let mut verdict = Verdict::of(&observed, self.pool, surely);
        // What the sync does after the end of the history was not seen.
        let cut_off = self.ends_in_it(&verdict);
        let crash = choice.crash || cut_off;
        if crash && !verdict.is_good() && verdict.good > 0 {
            verdict = cut(&observed, verdict, surely);
        }
        if !verdict.is_good() {
            let nothing = || WriteDifference::new("write", "nothing", "a write");
            return Found::Nearest(verdict.good, verdict.difference.unwrap_or_else(nothing));
        }
        let last = verdict.matched.last().copied().unwrap_or_default();
        let last = if crash { last } else { self.reach(last, observed.needed(), &verdict.matched) };
        let seen = self.observed(last + 1, |place| verdict.matched.contains(&place));
        let Some(failed) = self.again(&run, key, &seen, &observed, (choice.may_refuse, crash), verdict.matched.len())
        else {
            return Found::Impossible;
        };
        if !run.infer(seen, observed.refused(), orphan, crash) {
            return Found::Impossible;
        }
        let at = self.pool.get(last).map(|version| version.at);
        let pod = self.pool.iter().take(last + 1).find(|version| !version.is_job());
        run.first_echo = pod.map(|version| version.at);
        run.ended = at.map_or(run.ended, |at| at.max(run.world.now()));
        if let Some(sync) = run.syncs.back_mut() {
            sync.ended = self.ended(&verdict, failed).unwrap_or(run.ended);
            sync.restarted = choice.restart.is_some();
            (sync.crashed, sync.cut_off) = (crash && !cut_off, cut_off);
        }
        Found::Explained(Box::new(run), self.first + last)
    }

    /// The last version that a sync has to do with: beyond the `last` that it wrote it may have read up to `needed`. A
    /// write of the controller there that the sync tried and did not make is a later sync's.
    fn reach(&self, last: usize, needed: usize, matched: &BTreeSet<usize>) -> usize {
        let is_other_syncs = |place: &usize| {
            let own = self.own.get(*place).is_some_and(|own| *own != Ownership::Others);
            own && !matched.contains(place) && self.pool.get(*place).is_some_and(Version::is_own)
        };
        let until = (last + 1..needed).find(is_other_syncs).unwrap_or(needed);
        last.max(until.saturating_sub(1))
    }

    /// Whether a sync that would have written more wrote all that is left of a history that breaks off.
    fn ends_in_it(&self, verdict: &Verdict) -> bool {
        let last = self.first + self.pool.len() == self.chosen.versions.len();
        let is_left = |place: usize| {
            self.own.get(place).is_some_and(|own| *own != Ownership::Others) && !verdict.matched.contains(&place)
        };
        let ends = self.chosen.broken_off || self.pool.last().is_some_and(Version::is_own);
        !verdict.is_good() && verdict.unseen && last && ends && !(0..self.pool.len()).any(is_left)
    }

    /// Whether the sync writes the same if it knows of nothing after it, and if so, whether a call failed.
    fn again(
        &self,
        run: &Run,
        key: Option<&ObjectKey>,
        seen: &[Observed],
        observed: &ObservedWrites,
        (may_refuse, crash): (bool, bool),
        writes: usize,
    ) -> Option<bool> {
        let refusals = self.refusals.iter().skip(run.refused).map(|refusal| refusal.message.clone());
        let again = ObservedWrites::new(seen.to_vec(), refusals, may_refuse);
        let again = if crash { again.dying() } else { again };
        let mut scratch = run.world.clone();
        let mut trace = Trace::on();
        let again = scratch.sync_observed(key, again, &mut trace).ok()?;
        let same = again.refused() == observed.refused()
            && again.made().iter().all(|made| made.number.is_some())
            && again.made().len() == writes;
        let failed = |entry: &TraceEntry| matches!(entry, TraceEntry::Call(call) if call.error.is_some());
        same.then(|| trace.into_entries().iter().any(failed))
    }

    /// When the sync had its last answer, by the audit log.
    fn ended(&self, verdict: &Verdict, failed: bool) -> Option<Time> {
        let audited = |place: &usize| self.pool.get(*place).and_then(|version| version.audited);
        let received = verdict.matched.iter().filter_map(audited).map(|(received, _)| received).max()?;
        let answered = verdict.matched.iter().filter_map(audited).map(|(_, answered)| answered).max()?;
        let next = self.pool.iter().enumerate().find(|(place, version)| {
            self.own.get(*place) == Some(&Ownership::Own)
                && !verdict.matched.contains(place)
                && version.audited.is_some()
        });
        let next = next.and_then(|(_, version)| version.audited).map(|(received, _)| received);
        let later = self.chosen.failures.iter().find(|(at, _)| *at >= received && next.is_none_or(|next| *at < next));
        let later = later.filter(|_| failed).map(|(_, answered)| *answered);
        Some(answered.max(later.unwrap_or(answered)))
    }

    /// Whether another order of deliveries explains the same.
    pub(super) fn is_one_of_several(&self, run: &Run, choice: &Choice, last: usize) -> bool {
        let (_, pods) = self.events();
        if choice.restart.is_some() || choice.crash || choice.pods_behind >= pods {
            return false;
        }
        let other = Choice { pods_behind: choice.pods_behind + 1, ..*choice };
        matches!(self.attempt(run, &other), Found::Explained(_, other) if other == last)
    }
}

/// The verdict on a sync that ended in the middle, behind what was as seen.
fn cut(observed: &ObservedWrites, verdict: Verdict, surely: impl Fn(usize) -> bool) -> Verdict {
    let good: BTreeSet<usize> = observed.made().iter().take(verdict.good).filter_map(|made| made.number).collect();
    let last = good.last().copied().unwrap_or_default();
    let whole = (0..last).all(|place| !surely(place) || good.contains(&place));
    if whole { Verdict { matched: good, difference: None, ..verdict } } else { verdict }
}
