//! Builds a [`Snapshot`]: the state in plain values.

use std::sync::Arc;

use super::{
    BackoffView, CacheState, ControllerView, DelayedKey, ExpectationView, FinalizerExpectationView,
    GarbageCollectorView, GateView, InformerView, JobView, ManagerView, PendingEvent, PodGcView, PodView, QueueView,
    QuotaView, Requeues, Snapshot, StreamView, World, WrittenView,
};
use crate::api::Object;
use crate::apiserver::WatchEvent;
use crate::client::{Cached, ConsistencyStore, QueueItem, RateLimitingQueue, SharedInformer};
use crate::job::backoff_utils::max_pod_failure_back_off_ms;
use crate::manager::Simulated;
use crate::trace::{Kind, remaining_backoff_ms};

impl World {
    /// The state, for showing. See [`World::redrawn`] where an earlier one is at hand.
    pub fn snapshot(&self) -> Snapshot {
        self.snapshot_with(self.pod_views())
    }

    /// The state with its pods, which are drawn up already.
    pub(super) fn snapshot_with(&self, pods: Vec<Arc<PodView>>) -> Snapshot {
        let Self { machinery, controller, api, .. } = self;
        Snapshot {
            release: self.release(),
            gates: self.gates.iter().map(|(gate, enabled)| GateView { gate, enabled }).collect(),
            now: self.now,
            start: *self.start,
            resource_version: api.resource_version(),
            jobs: self.job_views(),
            pods,
            quotas: api
                .quotas()
                .map(|quota| QuotaView { quota: quota.clone(), used: count(api.pods_used(quota, self.now)) })
                .collect(),
            job_stream: self.stream(Kind::Job, &api.watch.jobs, api.jobs().len(), &machinery.jobs),
            pod_stream: self.stream(Kind::Pod, &api.watch.pods, api.pods().len(), &machinery.pods),
            queue: queue_view(&machinery.queue),
            orphan_queue: queue_view(&controller.orphan_queue),
            ttl_queue: queue_view(&self.others.ttl_after_finished.queue),
            garbage_collector: self.garbage_collector_view(),
            pod_gc: PodGcView {
                next_pass: self.others.pod_gc.next_pass.filter(|_| self.manager.runs(Simulated::PodGc)),
                has_work: self.next_pod_pass().is_some(),
                node_queue: queue_view(&self.others.pod_gc.node_queue),
            },
            nodes: vec![api.node()],
            expectations: machinery
                .expectations
                .iter()
                .map(|(key, record)| ExpectationView {
                    key: key.clone(),
                    adds: record.adds,
                    dels: record.dels,
                    set_at: record.set_at,
                })
                .collect(),
            finalizer_expectations: controller
                .finalizer_expectations
                .iter()
                .filter(|(_, uids)| !uids.is_empty())
                .map(|(key, uids)| FinalizerExpectationView { key: key.clone(), uids: uids.iter().cloned().collect() })
                .collect(),
            pod_backoff: controller
                .pod_backoff_store
                .iter()
                .map(|(key, record)| BackoffView {
                    key: key.clone(),
                    record: *record,
                    remaining_ms: remaining_backoff_ms(
                        record.failures_after_last_success,
                        record.last_failure_time.map(|last| self.now.since(last)),
                        max_pod_failure_back_off_ms(self.release()),
                    ),
                })
                .collect(),
            index_backoff: self.index_backoff(),
            written: machinery
                .consistency
                .iter()
                .flat_map(ConsistencyStore::iter)
                .map(|(key, record)| WrittenView { key: key.clone(), record: record.clone() })
                .collect(),
            finished_expectations: controller.finished_job_expectations.iter().cloned().collect(),
            manager: self.manager_view(),
            faults: self.armed_faults().to_vec(),
            events: self.events.all().clone(),
            outcomes: self.outcomes.to_vec(),
        }
    }

    fn garbage_collector_view(&self) -> GarbageCollectorView {
        let gc = &self.others.garbage_collector;
        GarbageCollectorView {
            nodes: count(gc.graph.size()),
            attempt_to_delete: queue_view(&gc.attempt_to_delete),
            attempt_to_orphan: queue_view(&gc.attempt_to_orphan),
        }
    }

    fn manager_view(&self) -> ManagerView {
        let (done, of) = self.manager.progress();
        let controllers = self.manager.controllers().into_iter().map(|(known, standing)| ControllerView {
            name: known.name.into(),
            simulated: known.simulated.is_some(),
            standing,
        });
        ManagerView {
            options: self.manager.options().clone(),
            done: count(done),
            of: count(of),
            asleep_until: self.manager.asleep_until(),
            resync_ms: self.manager.resync_ms(),
            controllers: controllers.collect(),
            informers: vec![
                informer_view(Kind::Job, &self.machinery.jobs),
                informer_view(Kind::Pod, &self.machinery.pods),
            ],
        }
    }

    fn job_views(&self) -> Vec<JobView> {
        let cache = &self.machinery.jobs;
        let stored = self.api.jobs().iter().map(|(key, job)| JobView {
            job: Arc::clone(job),
            cache: cache_state(&**job, cache.get(key).map(|cached| &**cached)),
        });
        let gone = cache
            .list()
            .filter(|job| !self.api.jobs().contains_key(&job.metadata.key()))
            .map(|job| JobView { job: Arc::clone(job), cache: CacheState::GoneFromStore });
        stored.chain(gone).collect()
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn informer_view<T: Cached>(kind: Kind, informer: &SharedInformer<T>) -> InformerView {
    InformerView {
        kind,
        reflector: informer.reflector.state(),
        queued: count(informer.queued()),
        listeners: informer.processor.listeners().cloned().collect(),
        next_resync: informer.processor.next_tick(),
    }
}

fn queue_view<K: QueueItem>(queue: &RateLimitingQueue<K>) -> QueueView {
    QueueView {
        ready: queue.work.ready().map(K::object_key).collect(),
        delayed: queue
            .delaying
            .iter()
            .map(|waiting| DelayedKey { key: waiting.key.object_key(), ready_at: waiting.ready_at })
            .collect(),
        processing: queue.work.processing().map(K::object_key).collect(),
        requeues: queue.limiter.iter().map(|(key, count)| Requeues { key: key.object_key(), count }).collect(),
    }
}

pub(super) fn cache_state<T: Object>(stored: &T, cached: Option<&T>) -> CacheState {
    match cached {
        None => CacheState::NotSeen,
        Some(cached) if cached.metadata().resource_version == stored.metadata().resource_version => CacheState::InStep,
        Some(_) => CacheState::Behind,
    }
}

impl World {
    fn stream<T: Cached>(
        &self,
        kind: Kind,
        pending: &imbl::Vector<WatchEvent<T>>,
        stored: usize,
        cache: &SharedInformer<T>,
    ) -> StreamView {
        StreamView {
            held: self.held.has(kind),
            pending: pending
                .iter()
                .map(|event| PendingEvent {
                    r#type: event.r#type,
                    name: event.object.metadata().name.clone().unwrap_or_else(|| "".into()),
                    resource_version: event.object.metadata().resource_version.unwrap_or_default(),
                })
                .collect(),
            synced: cache.last_store_sync_resource_version(),
            stored: count(stored),
            cached: count(cache.len()),
        }
    }
}
