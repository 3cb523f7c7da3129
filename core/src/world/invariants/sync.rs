//! Invariants of a sync of a Job.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::state::caches_in_step;
use super::{Finding, View, Violations};
use crate::api::{FeatureGate, Job, JobStatus, Pod, PodPhase, Uid, UncountedTerminatedPods};
use crate::job::indexed_job_utils::{OrderedIntervals, completion_index};
use crate::job::tracking_utils::has_job_tracking_finalizer;
use crate::trace::{Decision, DecisionId, QueueName, SyncResult, TraceEntry};
use crate::world::{Action, World};

/// A sync of a Job that the cache had.
struct Sync<'a> {
    view: &'a View<'a>,
    /// How it ended.
    result: &'a SyncResult,
    /// The Job as the cache had it.
    cached: &'a Job,
    /// The same Job as stored before; `None` if it was gone.
    before: Option<&'a Job>,
    /// The same Job as stored after.
    after: Option<&'a Job>,
}

/// The sync of this step, if it is one.
fn sync<'a>(view: &'a View<'a>) -> Option<Sync<'a>> {
    // A sync that rested is in several steps, and others worked in between.
    if matches!(view.step.action, Action::StepSync { .. }) {
        return None;
    }
    let result = view.step.sync_result().filter(|result| result.queue == QueueName::Job)?;
    let cached = view.before.machinery.jobs.get(&result.key)?;
    let stored = |world: &'a World| world.api.job_by_uid(&cached.uid()).map(|job| &**job);
    Some(Sync { view, result, cached, before: stored(view.before), after: stored(view.after) })
}

impl<'a> Sync<'a> {
    /// Whether the caches had everything that the store had.
    fn sees_everything(&self) -> bool {
        caches_in_step(self.view.before)
    }

    /// Whether every call succeeded.
    fn meets_no_error(&self) -> bool {
        !self.view.step.trace.iter().any(|entry| matches!(entry, TraceEntry::Call(call) if call.error.is_some()))
    }

    fn decisions(&self) -> impl Iterator<Item = &'a Decision> {
        self.view.step.trace.iter().filter_map(|entry| match entry {
            TraceEntry::Decision(decision) => Some(decision),
            _ => None,
        })
    }

    fn says_yes(&self, id: DecisionId) -> bool {
        self.decisions().any(|decision| decision.id() == id && decision.answer().is_yes())
    }

    /// The Job's pods as stored in `world`: those that it controls and that its selector matches.
    fn pods(&self, world: &'a World) -> impl Iterator<Item = &'a Pod> {
        let uid = self.cached.uid();
        let selector = self.cached.spec.selector.clone().unwrap_or_default();
        world
            .stored_pods()
            .map(|pod| &**pod)
            .filter(move |pod| pod.metadata.controller().is_some_and(|owner| owner.uid == uid))
            .filter(move |pod| selector.matches(&pod.metadata.labels))
    }

    fn active_before(&self) -> usize {
        self.pods(self.view.before).filter(|pod| pod.is_active()).count()
    }

    fn active_after(&self) -> usize {
        self.pods(self.view.after).filter(|pod| pod.is_active()).count()
    }

    /// The pods that the sync started.
    fn started(&self) -> impl Iterator<Item = &'a Pod> {
        let before = self.view.before;
        self.pods(self.view.after).filter(move |pod| !before.api.pods().contains_key(&pod.metadata.key()))
    }

    /// Whether the sync brought the Job to its end.
    fn finishes(&self) -> bool {
        self.before.is_some_and(|job| job.status.finished().is_none())
            && self.after.is_some_and(|job| job.status.finished().is_some())
    }

    fn report(&self, violations: &mut Violations, what: Finding) {
        violations.add(self.cached.metadata.name(), what);
    }
}

fn tracks(world: &World) -> bool {
    world.gates().enabled(FeatureGate::JobTrackingWithFinalizers)
}

/// Pods whose end is in the status, listed or counted.
fn counted(status: &JobStatus) -> i64 {
    let listed = status.uncounted_terminated_pods.as_ref().map_or(0, UncountedTerminatedPods::len);
    i64::from(status.succeeded) + i64::from(status.failed) + as_count(listed)
}

fn as_count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

fn listed(status: &JobStatus) -> BTreeSet<&Uid> {
    let uncounted = status.uncounted_terminated_pods.iter();
    uncounted.flat_map(|uncounted| uncounted.succeeded.iter().chain(&uncounted.failed)).collect()
}

pub(super) fn counted_once(view: &View<'_>, violations: &mut Violations) {
    let Some(sync) = sync(view).filter(|_| tracks(view.before)) else { return };
    let (Some(before), Some(after)) = (sync.before, sync.after) else { return };
    let listed = listed(&before.status);
    // What a pod is listed as does not keep it from completing its index: when a Job ends, its active pods are listed
    // as failed, and one that succeeds before its finalizer is off counts as both.
    let completes = |pod: &Pod| before.is_indexed() && pod.status.phase == PodPhase::Succeeded;
    let held = sync
        .view
        .before
        .stored_pods()
        .filter(|pod| has_job_tracking_finalizer(pod))
        .filter(|pod| pod.metadata.uid.as_ref().is_some_and(|uid| !listed.contains(uid)) || completes(pod))
        .count();
    // A pod that is adopted gets the finalizer.
    let adopted = sync.decisions().find_map(|decision| match decision {
        Decision::PodsClaimed { adopted, .. } => Some(i64::from(*adopted)),
        _ => None,
    });
    let newly = counted(&after.status) - counted(&before.status);
    if newly > as_count(held) + adopted.unwrap_or(0) {
        sync.report(violations, Finding::CountedUnheld { counted: newly, held });
    }
}

pub(super) fn no_end_lost(view: &View<'_>, violations: &mut Violations) {
    let Some(sync) = sync(view).filter(|_| tracks(view.before)) else { return };
    let (Some(before), Some(after)) = (sync.before, sync.after) else { return };
    // An index counts once, and a pod failure policy may ignore failures.
    if before.is_indexed() || before.spec.pod_failure_policy.is_some() || before.status.finished().is_some() {
        return;
    }
    let selector = before.spec.selector.clone().unwrap_or_default();
    let listed = listed(&before.status);
    let ended = |pod: &Pod| pod.status.phase.is_terminal();
    let lost = sync
        .pods(view.before)
        .filter(|pod| has_job_tracking_finalizer(pod) && ended(pod))
        .filter(|pod| pod.metadata.uid.as_ref().is_some_and(|uid| !listed.contains(uid)))
        .filter(|pod| {
            let cached: Option<&Arc<Pod>> = view.before.machinery.pods.get(&pod.metadata.key());
            // A pod whose labels do not match is released without being counted.
            cached.is_some_and(|cached| {
                ended(cached) && cached.metadata.uid == pod.metadata.uid && selector.matches(&cached.metadata.labels)
            })
        })
        .filter(|pod| {
            !view.after.api.pods().get(&pod.metadata.key()).is_some_and(|pod| has_job_tracking_finalizer(pod))
        })
        .count();
    let newly = counted(&after.status) - counted(&before.status);
    if newly < as_count(lost) {
        sync.report(violations, Finding::FreedUncounted { freed: lost, counted: newly });
    }
}

pub(super) fn status_of_its_own(view: &View<'_>, violations: &mut Violations) {
    let Some(sync) = sync(view) else { return };
    let stored = |world: &World| world.api.jobs().get(&sync.result.key).cloned();
    if let (Some(before), Some(after)) = (stored(view.before), stored(view.after))
        && before.metadata.uid == after.metadata.uid
        && before.metadata.uid != sync.cached.metadata.uid
        && before.status != after.status
    {
        sync.report(violations, Finding::StatusOfAnother { job: after.uid(), other: sync.cached.uid() });
    }
}

pub(super) fn active_as_counted(view: &View<'_>, violations: &mut Violations) {
    let Some(sync) = sync(view) else { return };
    let went_through = sync.decisions().any(|decision| decision.id() == DecisionId::PodsCounted);
    let Some(after) = sync.after.filter(|_| went_through && sync.result.error.is_none()) else { return };
    if sync.sees_everything() && sync.meets_no_error() {
        let active = sync.active_after();
        if i64::from(after.status.active) != as_count(active) {
            sync.report(violations, Finding::ActiveMiscounted { status: after.status.active, pods: active });
        }
    }
}

pub(super) fn within_parallelism(view: &View<'_>, violations: &mut Violations) {
    let Some(sync) = sync(view).filter(Sync::sees_everything) else { return };
    let (active, parallelism) = (sync.active_after(), sync.cached.spec.parallelism.unwrap_or(1));
    if sync.started().next().is_some() && as_count(active) > parallelism.into() {
        sync.report(violations, Finding::BeyondParallelism { active, parallelism });
    }
}

pub(super) fn index_free(view: &View<'_>, violations: &mut Violations) {
    let Some(sync) = sync(view).filter(Sync::sees_everything) else { return };
    let Some(completions) = sync.cached.spec.completions.filter(|_| sync.cached.is_indexed()) else { return };
    let status = sync.before.map(|job| &job.status);
    let completed = OrderedIntervals::parse(status.map_or("", |status| &status.completed_indexes), completions);
    let mut taken: BTreeSet<i64> =
        sync.pods(view.before).filter(|pod| pod.is_active()).filter_map(completion_index).collect();
    for index in sync.started().filter_map(completion_index) {
        if !taken.insert(index) || completed.has(index) {
            sync.report(violations, Finding::IndexTaken { index });
        }
    }
}

pub(super) fn suspended_rests(view: &View<'_>, violations: &mut Violations) {
    let Some(sync) = sync(view).filter(Sync::sees_everything).filter(Sync::meets_no_error) else { return };
    let active = sync.active_after();
    if sync.cached.is_suspended() && sync.says_yes(DecisionId::ManageNeeded) && active > 0 {
        sync.report(violations, Finding::StillActive { pods: active });
    }
}

pub(super) fn deleted_starts_nothing(view: &View<'_>, violations: &mut Violations) {
    let Some(sync) = sync(view) else { return };
    let started = sync.started().count();
    if sync.cached.metadata.is_deleting() && started > 0 {
        sync.report(violations, Finding::Started { pods: started });
    }
}

pub(super) fn finished_starts_nothing(view: &View<'_>, violations: &mut Violations) {
    let Some(sync) = sync(view) else { return };
    let started = sync.started().count();
    if sync.before.is_some_and(|job| job.status.finished().is_some()) && started > 0 {
        sync.report(violations, Finding::Started { pods: started });
    }
}

pub(super) fn no_extra_work(view: &View<'_>, violations: &mut Violations) {
    let Some(sync) = sync(view) else { return };
    // The index decides what remains to be done for it.
    let Some(completions) = sync.cached.spec.completions.filter(|_| !sync.cached.is_indexed()) else { return };
    let started = sync.started().count();
    let succeeded = sync.before.map_or(0, |job| job.status.succeeded);
    let left = i64::from(completions) - i64::from(succeeded) - as_count(sync.active_before());
    if started > 0 && as_count(started) > left {
        sync.report(violations, Finding::StartedBeyond { pods: started, left: left.max(0) });
    }
}

pub(super) fn finished_holds_no_pods(view: &View<'_>, violations: &mut Violations) {
    let ends = |sync: &Sync<'_>| sync.finishes() && sync.sees_everything() && sync.meets_no_error();
    let Some(sync) = sync(view).filter(|sync| tracks(view.before) && ends(sync)) else { return };
    // A pod that was released and then adopted gets its finalizer back. The controller saw it in between as a pod
    // without an owner, so it still waits for it, and skips the pod.
    let awaited = view.before.controller.finalizer_expectations.expected(&sync.result.key);
    let held = sync
        .pods(view.after)
        .filter(|pod| has_job_tracking_finalizer(pod) && !awaited.contains(pod.metadata.uid()))
        .count();
    if held > 0 {
        sync.report(violations, Finding::PodsHeld { pods: held });
    }
}

pub(super) fn finished_has_no_pods(view: &View<'_>, violations: &mut Violations) {
    let ends = |sync: &Sync<'_>| sync.finishes() && sync.sees_everything() && sync.meets_no_error();
    let Some(sync) = sync(view).filter(ends) else { return };
    let running = |pod: &&Pod| !matches!(pod.status.phase, PodPhase::Succeeded | PodPhase::Failed);
    let left = sync.pods(view.after).filter(running).count();
    if left > 0 {
        sync.report(violations, Finding::NotEnded { pods: left });
    }
}

/// The reasons of the events that report a Job's end.
const ENDS: [&str; 6] = [
    "BackoffLimitExceeded",
    "Completed",
    "DeadlineExceeded",
    "FailedIndexes",
    "MaxFailedIndexesExceeded",
    "PodFailurePolicy",
];

pub(super) fn end_told_after_write(view: &View<'_>, violations: &mut Violations) {
    let Some(sync) = sync(view) else { return };
    let reported = view.step.trace.iter().find_map(|entry| match entry {
        TraceEntry::Event(event) if ENDS.contains(&&*event.reason) => Some(event.reason.clone()),
        _ => None,
    });
    let stored = sync.after.is_some_and(|job| job.status.finished().is_some());
    if let Some(reason) = reported.filter(|_| !stored) {
        sync.report(violations, Finding::ToldUnstored { reason });
    }
}
