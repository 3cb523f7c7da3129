//! The time from one sync that wrote something to the next, simulated under a choice.

use std::collections::BTreeSet;

use super::super::merge::{Chosen, Refusal};
use super::super::versions::Version;
use super::Ownership;
use super::choices::Choice;
use super::judge::Verdict;
use super::killed::{SyncWrites, writes_until_killed};
use super::run::{COARSE_SLACK_MS, Run};
use crate::api::{ObjectKey, Time};
use crate::trace::{Kind, Trace, TraceEntry};
use crate::world::{Action, Observed, ObservedWrites, WriteDifference, Writer};

/// Most statuses that one sync writes, and so the most that are looked at at once.
const STATUSES_OF_A_SYNC: usize = 3;
/// Most versions of others that are looked at behind the last of a sync.
const MOST_OTHERS_BEHIND: usize = 32;
/// How long after a write of a sync the history may continue with others' writes, and still end before the sync's next one.
const PAUSE_AT_THE_END_MS: i64 = 1_000;
/// By how much the audit log and the engine may disagree about when a key is due, in milliseconds.
const AUDITED_SLACK_MS: i64 = 150;

/// What an attempt came to.
pub(super) enum Found {
    /// The run that explains it, and the last version that it has.
    Explained(Box<Run>, usize),
    /// How many writes were as seen, and the first that was not.
    Nearest(usize, WriteDifference),
    /// No sync could begin.
    Impossible,
}

/// The versions of others since the last sync that wrote something, and those from the next one's first on.
pub(super) struct Window<'a> {
    chosen: &'a Chosen,
    before: &'a [Version],
    pool: &'a [Version],
    own: Vec<Ownership>,
    /// The place of the pool's first version.
    first: usize,
    /// When the sync before had its last answer.
    since: Time,
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
            since: run.ended,
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

    /// Goes through what is before the sync. If the sync is to begin early, stops there, and returns how many versions came
    /// before it; `None` if it is not due before its first request.
    fn pass(&self, run: &mut Run, choice: &Choice) -> Option<usize> {
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
            if choice.early && self.is_due_before(version.at, run) {
                return Some(place);
            }
            run.advance_to(version.at);
            if choice.restart == Some(place) {
                run.apply(Action::Restart);
            }
            run.observe(version);
            deliver(run, &mut jobs_left, &mut pods_left);
        }
        let begins = self.begins().filter(|begins| choice.early && self.is_due_before(*begins, run));
        begins.map(|_| self.before.len())
    }

    fn is_due_before(&self, time: Time, run: &Run) -> bool {
        run.world.due(&self.chosen.key).is_some_and(|due| due < time)
    }

    /// The window of a sync that begins after only that many of the versions before it; the others come while it runs.
    fn beginning_after(&self, place: usize) -> Self {
        let (before, rest) = self.before.split_at_checked(place).unwrap_or((self.before, &[]));
        let first = self.first - rest.len();
        let pool = self.chosen.versions.get(first..self.first + self.pool.len()).unwrap_or_default();
        let own = std::iter::repeat_n(Ownership::Others, rest.len()).chain(self.own.iter().copied()).collect();
        Self { before, pool, own, first, refusals: self.refusals.clone(), ..*self }
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
        let begun = self.pass(&mut run, choice);
        if choice.early {
            let (Some(place), Some(due)) = (begun, run.world.due(&self.chosen.key)) else { return Found::Impossible };
            run.advance_to(due);
            return self.beginning_after(place).sync(run, choice, false);
        }
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
        let verdict = Verdict::of(&observed, self.pool, self.since, surely);
        if verdict.is_good() {
            let last =
                self.take(&mut run, key, observed.refused(), &SyncWrites::whole(&observed, verdict.matched), choice);
            return last.map_or(Found::Impossible, |last| Found::Explained(Box::new(run), last));
        }
        // What the sync does after the end of the history was not seen.
        let cut_off = self.ends_in_it(&verdict);
        let rows = if choice.crash || cut_off {
            writes_until_killed(&observed, self.pool, self.since, surely, self.slack())
        } else {
            Vec::new()
        };
        for writes in rows {
            let mut run = run.clone();
            if let Some(last) = self.take(&mut run, key, observed.refused(), &writes, choice) {
                if let Some(sync) = run.syncs.back_mut() {
                    (sync.crashed, sync.cut_off) = (!cut_off, cut_off);
                }
                return Found::Explained(Box::new(run), last);
            }
        }
        let nothing = || WriteDifference::new("write", "nothing", "a write");
        Found::Nearest(verdict.good, verdict.difference.unwrap_or_else(nothing))
    }

    /// Lets the sync make these writes, and returns the last version that it read or wrote.
    fn take(
        &self,
        run: &mut Run,
        key: Option<&ObjectKey>,
        refused: u32,
        writes: &SyncWrites,
        choice: &Choice,
    ) -> Option<usize> {
        let SyncWrites { matched, needed } = writes;
        let last = matched.last().copied().unwrap_or_default();
        let last = needed.map_or(last, |needed| self.reach(last, needed, matched));
        let seen = self.observed(last + 1, |place| matched.contains(&place));
        let crash = needed.is_none();
        let again = self.again(run, key, &seen, (choice.may_refuse, crash), matched)?;
        if !crash && again.refused != refused || !run.infer(seen, again.refused, key.is_none(), crash) {
            return None;
        }
        let at = self.pool.get(last).map(|version| version.at);
        let pod = self.pool.iter().take(last + 1).find(|version| !version.is_job());
        run.first_echo = pod.map(|version| version.at);
        run.ended = at.map_or(run.ended, |at| at.max(run.world.now()));
        let ended = self.ended(matched, again.failed).unwrap_or(run.ended);
        if let Some(sync) = run.syncs.back_mut() {
            sync.ended = ended;
            sync.restarted = choice.restart.is_some();
        }
        Some(self.first + last)
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
        let is_left = |place: usize| self.own.get(place) == Some(&Ownership::Own) && !verdict.matched.contains(&place);
        let wrote = verdict.matched.last().and_then(|place| self.pool.get(*place));
        let since = self.pool.last().zip(wrote).map(|(last, wrote)| last.at.since(wrote.at));
        let ends = self.chosen.broken_off || since.is_some_and(|since| since < PAUSE_AT_THE_END_MS);
        !verdict.is_good() && verdict.unseen && last && ends && !(0..self.pool.len()).any(is_left)
    }

    /// The sync once more, knowing of nothing after it; `None` if it does not write the same then.
    fn again(
        &self,
        run: &Run,
        key: Option<&ObjectKey>,
        seen: &[Observed],
        (may_refuse, crash): (bool, bool),
        matched: &BTreeSet<usize>,
    ) -> Option<Again> {
        let refusals = self.refusals.iter().skip(run.refused).map(|refusal| refusal.message.clone());
        let again = ObservedWrites::new(seen.to_vec(), refusals, may_refuse);
        let again = if crash { again.dying() } else { again };
        let mut scratch = run.world.clone();
        let mut trace = Trace::on();
        let again = scratch.sync_observed(key, again, &mut trace).ok()?;
        let verdict = Verdict::of(&again, self.pool, self.since, |_| false);
        let failed = |entry: &TraceEntry| matches!(entry, TraceEntry::Call(call) if call.error.is_some());
        let failed = trace.into_entries().iter().any(failed);
        (verdict.is_good() && verdict.matched == *matched).then(|| Again { refused: again.refused(), failed })
    }

    /// When the sync had its last answer, by the audit log.
    fn ended(&self, matched: &BTreeSet<usize>, failed: bool) -> Option<Time> {
        let audited = |place: &usize| self.pool.get(*place).and_then(|version| version.audited);
        let received = matched.iter().filter_map(audited).map(|(received, _)| received).max()?;
        let answered = matched.iter().filter_map(audited).map(|(_, answered)| answered).max()?;
        let next = self.pool.iter().enumerate().find(|(place, version)| {
            self.own.get(*place) == Some(&Ownership::Own) && !matched.contains(place) && version.audited.is_some()
        });
        let next = next.and_then(|(_, version)| version.audited).map(|(received, _)| received);
        let later = self.chosen.failures.iter().find(|(at, _)| *at >= received && next.is_none_or(|next| *at < next));
        let later = later.filter(|_| failed).map(|(_, answered)| *answered);
        Some(answered.max(later.unwrap_or(answered)))
    }

    /// Whether another order of deliveries explains the same.
    pub(super) fn is_one_of_several(&self, run: &Run, choice: &Choice, last: usize) -> bool {
        let (_, pods) = self.events();
        if choice.restart.is_some() || choice.pods_behind >= pods {
            return false;
        }
        let other = Choice { pods_behind: choice.pods_behind + 1, ..*choice };
        matches!(self.attempt(run, &other), Found::Explained(_, other) if other == last)
    }
}

/// A sync that was run once more.
struct Again {
    refused: u32,
    /// Whether one of its calls failed.
    failed: bool,
}
