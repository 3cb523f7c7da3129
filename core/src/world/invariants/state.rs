//! Promises that hold between any two actions.

use std::collections::BTreeSet;

use imbl::Vector;

use super::{Finding, View, Violations};
use crate::api::{Job, JobConditionType, JobStatus};
use crate::apiserver::WatchEvent;
use crate::client::{Cached, QueueItem, RateLimitingQueue, SharedInformer};
use crate::job::indexed_job_utils::OrderedIntervals;
use crate::world::World;

impl<'a> View<'a> {
    /// The Jobs that are stored now.
    fn jobs(&self) -> impl Iterator<Item = &'a Job> {
        self.after.stored_jobs()
    }

    /// The Jobs that were stored before and still are, as they were and as they are.
    fn kept_jobs(&self) -> impl Iterator<Item = (&'a Job, &'a Job)> {
        let before = self.before;
        self.after.stored_jobs().filter_map(move |job| Some((&**before.api.job_by_uid(&job.uid())?, job)))
    }
}

pub(super) fn caches_follow(view: &View<'_>, violations: &mut Violations) {
    let (api, machinery) = (&view.after.api, &view.after.machinery);
    if has_all(&api.watch.jobs, &machinery.jobs) && !in_step(view.after.stored_jobs(), &machinery.jobs) {
        violations.add("jobs", Finding::CacheDiffers);
    }
    if has_all(&api.watch.pods, &machinery.pods)
        && !in_step(view.after.stored_pods().map(|pod| &**pod), &machinery.pods)
    {
        violations.add("pods", Finding::CacheDiffers);
    }
}

/// Whether the informer watches, and nothing is on its way to the cache.
fn has_all<T: Cached>(under_way: &Vector<WatchEvent<T>>, informer: &SharedInformer<T>) -> bool {
    informer.reflector.is_watching() && under_way.is_empty() && informer.queued() == 0
}

/// Whether the caches have exactly what the store has.
pub(super) fn caches_in_step(world: &World) -> bool {
    in_step(world.stored_jobs(), &world.machinery.jobs)
        && in_step(world.stored_pods().map(|pod| &**pod), &world.machinery.pods)
}

fn in_step<'a, T: Cached + 'a>(mut stored: impl Iterator<Item = &'a T>, cache: &SharedInformer<T>) -> bool {
    let mut objects = 0;
    let same = stored.all(|stored| {
        objects += 1;
        let stored = stored.metadata();
        cache.get(&stored.key()).is_some_and(|cached| {
            let cached = cached.metadata();
            (&cached.uid, cached.resource_version) == (&stored.uid, stored.resource_version)
        })
    });
    same && cache.len() == objects
}

pub(super) fn queues_in_order(view: &View<'_>, violations: &mut Violations) {
    let others = &view.after.others;
    queue_in_order("job", &view.after.machinery.queue, view, violations);
    queue_in_order("job_orphan_pod", &view.after.controller.orphan_queue, view, violations);
    queue_in_order("ttl_jobs_to_delete", &others.ttl_after_finished.queue, view, violations);
    queue_in_order("orphaned_pods_nodes", &others.pod_gc.node_queue, view, violations);
    let gc = &others.garbage_collector;
    queue_in_order("garbage_collector_attempt_to_delete", &gc.attempt_to_delete, view, violations);
    queue_in_order("garbage_collector_attempt_to_orphan", &gc.attempt_to_orphan, view, violations);
}

fn queue_in_order<K: QueueItem>(
    name: &str,
    queue: &RateLimitingQueue<K>,
    view: &View<'_>,
    violations: &mut Violations,
) {
    {
        let rests = |key: &K| view.after.resting_syncs().any(|sync| sync.key == key.object_key());
        if let Some(key) = queue.work.processing().find(|key| !rests(key)) {
            violations.add(name, Finding::KeyHeld { key: key.object_key() });
        }
        let mut seen = BTreeSet::new();
        if let Some(key) = queue.work.ready().find(|key| !seen.insert(*key)) {
            violations.add(name, Finding::KeyTwice { key: key.object_key() });
        }
        if let Some(late) = queue.delaying.iter().find(|waiting| waiting.ready_at <= view.after.now()) {
            violations.add(name, Finding::KeyOverdue { key: late.key.object_key() });
        }
    }
}

pub(super) fn counters_not_negative(view: &View<'_>, violations: &mut Violations) {
    for job in view.jobs() {
        let JobStatus { active, succeeded, failed, ready, terminating, .. } = job.status;
        let counters = [active, succeeded, failed, ready.unwrap_or(0), terminating.unwrap_or(0)];
        if let Some(counter) = counters.into_iter().find(|counter| *counter < 0) {
            violations.add(job.metadata.name(), Finding::Negative { counter });
        }
    }
}

pub(super) fn one_end(view: &View<'_>, violations: &mut Violations) {
    for job in view.jobs() {
        if job.status.is_true(JobConditionType::Complete) && job.status.is_true(JobConditionType::Failed) {
            violations.add(job.metadata.name(), Finding::TwoEnds);
        }
    }
}

pub(super) fn completion_time_of_complete(view: &View<'_>, violations: &mut Violations) {
    for job in view.jobs() {
        let complete = job.status.is_true(JobConditionType::Complete);
        if complete != job.status.completion_time.is_some() {
            let what = if complete { Finding::CompleteWithoutTime } else { Finding::TimeWithoutComplete };
            violations.add(job.metadata.name(), what);
        }
    }
}

pub(super) fn uncounted_once(view: &View<'_>, violations: &mut Violations) {
    for job in view.jobs() {
        let uncounted = job.status.uncounted_terminated_pods.iter();
        let mut seen = BTreeSet::new();
        for uid in uncounted.flat_map(|uncounted| uncounted.succeeded.iter().chain(&uncounted.failed)) {
            if !seen.insert(uid) {
                violations.add(job.metadata.name(), Finding::ListedTwice { uid: uid.clone() });
            }
        }
    }
}

pub(super) fn ready_within_active(view: &View<'_>, violations: &mut Violations) {
    for job in view.jobs() {
        let JobStatus { active, ready, .. } = job.status;
        if let Some(ready) = ready.filter(|ready| *ready > active) {
            violations.add(job.metadata.name(), Finding::ReadyBeyondActive { ready, active });
        }
    }
}

pub(super) fn indexes_disjoint(view: &View<'_>, violations: &mut Violations) {
    for job in view.jobs() {
        let (Some(completions), Some(failed)) = (job.spec.completions, job.status.failed_indexes.as_deref()) else {
            continue;
        };
        let completed = OrderedIntervals::parse(&job.status.completed_indexes, completions);
        let failed = OrderedIntervals::parse(failed, completions);
        if completed.overlap(&failed) > 0 {
            let (completed, failed) = (completed.to_string(), failed.to_string());
            violations.add(job.metadata.name(), Finding::IndexInBoth { completed, failed });
        }
    }
}

pub(super) fn end_announced(view: &View<'_>, violations: &mut Violations) {
    let ends = [
        (JobConditionType::Failed, JobConditionType::FailureTarget),
        (JobConditionType::Complete, JobConditionType::SuccessCriteriaMet),
    ];
    for job in view.jobs() {
        for (end, announcement) in ends {
            if job.status.is_true(end) && !job.status.is_true(announcement) {
                violations.add(job.metadata.name(), Finding::Unannounced { end, announcement });
            }
        }
    }
}

pub(super) fn finished_for_good(view: &View<'_>, violations: &mut Violations) {
    for (before, after) in view.kept_jobs() {
        let now = after.status.finished();
        if let Some(before) = before.status.finished().filter(|before| Some(*before) != now) {
            violations.add(after.metadata.name(), Finding::EndChanged { before, now });
        }
    }
}

pub(super) fn counters_never_fall(view: &View<'_>, violations: &mut Violations) {
    for (before, after) in view.kept_jobs() {
        let (old, new) = (&before.status, &after.status);
        // Fewer completions leave fewer indexes that can be completed.
        let least = match after.spec.completions {
            Some(completions) if after.is_indexed() => {
                OrderedIntervals::parse(&old.completed_indexes, completions).total()
            }
            _ => old.succeeded,
        };
        if new.succeeded < least {
            let what = Finding::SucceededFell { before: old.succeeded, now: new.succeeded };
            violations.add(after.metadata.name(), what);
        }
        if new.failed < old.failed {
            violations.add(after.metadata.name(), Finding::FailedFell { before: old.failed, now: new.failed });
        }
    }
}

pub(super) fn start_time_stays(view: &View<'_>, violations: &mut Violations) {
    for (before, after) in view.kept_jobs() {
        let suspended = |job: &Job| job.status.is_true(JobConditionType::Suspended);
        if let Some(start) = before.status.start_time
            && after.status.start_time != Some(start)
            && suspended(before) == suspended(after)
        {
            let what = Finding::StartTimeChanged { before: start, now: after.status.start_time };
            violations.add(after.metadata.name(), what);
        }
    }
}
