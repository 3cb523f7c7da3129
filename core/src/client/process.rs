//! A running controller process: everything that a controller can read or change.
//!
//! Every effect of a controller goes through a method of [`Process`], which puts it into the trace. When
//! the trace is full the process is at a standstill: nothing has an effect any more.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::pace::BeforeCall;
use super::{
    ConsistencyStore, ControllerError, ControllerExpectations, EventRecorder, Pace, QueueItem, RateLimitingQueue,
    SharedInformer, Surroundings, TracedQueue,
};
use crate::api::{
    Event, EventGroup, EventMessage, EventType, FeatureGates, Job, List, Object, ObjectKey, OwnerReference, Pod,
    ResourceVersion, StatusError, StatusReason, Time, Uid,
};
use crate::apiserver::{ApiServer, ArmedFaults, Fault, since};
use crate::trace::{
    Answer, Call, CallBody, Decision, ExpectationChange, ExpectationOp, Function, Kind, QueueName, Stored, Trace,
    TraceEntry, WrittenChange,
};

/// What the Job controller has from client-go, one set per process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Machinery {
    /// The informer of Jobs.
    pub jobs: SharedInformer<Job>,
    /// The informer of pods.
    pub pods: SharedInformer<Pod>,
    /// The work queue.
    pub queue: RateLimitingQueue<ObjectKey>,
    /// What it did and has not seen yet.
    pub expectations: ControllerExpectations,
    /// What it wrote itself; `None` where it does not keep that in mind.
    pub consistency: Option<ConsistencyStore>,
}

impl Machinery {
    /// Empty caches and queues; the rate limiter goes from `base_ms` to `cap_ms`.
    pub(crate) fn new(base_ms: i64, cap_ms: i64) -> Self {
        Self {
            jobs: SharedInformer::default(),
            pods: SharedInformer::default(),
            queue: RateLimitingQueue::new(base_ms, cap_ms),
            expectations: ControllerExpectations::default(),
            consistency: None,
        }
    }
}

/// Calls on pods with no call on a Job between them: upstream makes them at the same time, so that their
/// order means nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct PodRun {
    /// Number of the first pod event that they stored.
    start: usize,
    /// The pods that were written, as the answers have them.
    answers: Vec<Arc<Pod>>,
}

impl PodRun {
    /// A run that begins after `start` pod events.
    pub(crate) fn starting_at(start: usize) -> Self {
        Self { start, answers: Vec::new() }
    }
}

/// Everything that one process of the controller holds, borrowed for one action.
#[derive(Debug)]
pub(crate) struct Process<'a> {
    /// The API server, as it really is; a controller reads it only through calls.
    pub api: &'a mut ApiServer,
    /// Caches, queue and expectations.
    pub machinery: &'a mut Machinery,
    /// The recorder of events.
    pub events: &'a mut EventRecorder,
    /// Faults that strike calls.
    pub faults: &'a mut ArmedFaults,
    /// The release and its feature gates.
    pub gates: FeatureGates,
    /// The clock.
    pub now: Time,
    /// The calls on pods that are under way at the same time.
    pub run: PodRun,
    /// The owner reference of the pods that are being created.
    pub owner: List<OwnerReference>,
    /// How far it goes in one go.
    pub pace: Pace,
    /// What happened so far.
    pub trace: &'a mut Trace,
}

impl Process<'_> {
    /// Asks a yes-or-no question: the answer is the one to branch on.
    pub(crate) fn ask(&mut self, decision: Decision) -> bool {
        self.trace.record(|| TraceEntry::Decision(decision));
        decision.answer().is_yes()
    }

    /// Asks for a number.
    pub(crate) fn value(&mut self, decision: Decision) -> i64 {
        self.trace.record(|| TraceEntry::Decision(decision));
        match decision.answer() {
            Answer::Value(value) => value,
            Answer::Yes => 1,
            Answer::No => 0,
        }
    }

    /// Notes that the controller entered a function.
    pub(crate) fn enter(&mut self, function: Function) {
        self.trace.record(|| TraceEntry::Enter(function));
    }

    /// Notes that the controller left a function.
    pub(crate) fn leave(&mut self, function: Function) {
        self.trace.record(|| TraceEntry::Leave(function));
    }

    /// Whether nothing has an effect any more.
    pub(crate) fn stands_still(&self) -> bool {
        self.trace.is_full()
    }

    /// What is sent with a call, if anybody wants to know.
    pub(super) fn body(&self, body: impl FnOnce() -> CallBody) -> CallBody {
        if self.trace.is_on() { body() } else { CallBody::None }
    }

    /// Makes one API call: counts it, lets a fault strike it, and puts it into the trace with its
    /// answer and what it stored. `call` says what is called; the name in it may be completed by `name`.
    pub(super) fn call<T>(
        &mut self,
        call: Call,
        run: impl FnOnce(&mut ApiServer, Time) -> Result<T, StatusError>,
        name: impl FnOnce(&T) -> Option<crate::api::Name>,
    ) -> Result<T, StatusError> {
        let (resource, target) = (call.resource, call.name.clone());
        self.call_or_fail(call, run, name, |_, fault, _| fault.error(resource, target.as_ref()))
    }

    /// Makes one API call as [`Self::call`] does. If a fault strikes it, `fail` says what the caller gets.
    pub(super) fn call_or_fail<T>(
        &mut self,
        mut call: Call,
        run: impl FnOnce(&mut ApiServer, Time) -> Result<T, StatusError>,
        name: impl FnOnce(&T) -> Option<crate::api::Name>,
        fail: impl FnOnce(&mut ApiServer, &Fault, Time) -> StatusError,
    ) -> Result<T, StatusError> {
        self.take_turn();
        if self.api.observed_writes.as_ref().is_some_and(|writes| writes.is_dead()) {
            self.trace.fill();
        }
        if self.stands_still() {
            return Err(StatusError::new(StatusReason::Timeout, "the process stands still"));
        }
        self.pace.called();
        let fault = self.faults.strike(call.verb, call.name.as_ref());
        let (jobs, pods) = (self.api.watch.jobs.len(), self.api.watch.pods.len());
        let result = match &fault {
            Some(fault) if fault.mode.is_applied() => {
                if let Ok(done) = run(self.api, self.now) {
                    call.name = name(&done).or(call.name);
                }
                Err(fail(self.api, fault, self.now))
            }
            Some(fault) => Err(fail(self.api, fault, self.now)),
            None => run(self.api, self.now).inspect(|done| {
                if let Some(name) = name(done) {
                    call.name = Some(name);
                }
            }),
        };
        call.error = result.as_ref().err().cloned();
        call.fault = fault.map(|fault| fault.mode);
        self.trace.record(|| TraceEntry::Call(call));
        record_stored(self.api, jobs, pods, self.trace);
        result
    }

    /// Rests before a call, or finds after a rest what has become of the world.
    fn take_turn(&mut self) {
        if self.stands_still() {
            return;
        }
        match self.pace.before_call() {
            BeforeCall::GoOn => {}
            BeforeCall::Return(found) => {
                self.settle_run();
                let Surroundings { api, machinery, events, now } = *found;
                (*self.api, *self.machinery, *self.events, self.now) = (api, machinery, events, now);
                self.run = PodRun::starting_at(self.api.watch.pods.len());
                // Who rested before every call may rest again.
                self.take_turn();
            }
            BeforeCall::Rest => {
                self.settle_run();
                self.trace.fill();
            }
        }
    }

    /// Ends the calls on pods that are under way: their events get the order that means nothing.
    pub(crate) fn settle_run(&mut self) {
        if self.gates.release().sorts_pod_events() {
            self.api.sort_pods_from(self.run.start);
        }
        self.end_run();
    }

    /// Records the version in the answer to a write of `pod`, which the controller made for its owner. Does nothing in
    /// releases that do not compare versions.
    pub(super) fn pod_written(&mut self, pod: &Arc<Pod>) {
        if !self.gates.release().sorts_pod_events() {
            self.run.answers.push(Arc::clone(pod));
        }
    }

    /// Ends the calls on pods that are under way, if the release compares versions: their changes are renumbered, pod by
    /// pod, as if they had been made one by one in that order.
    pub(crate) fn end_run(&mut self) {
        if self.gates.release().sorts_pod_events() || self.stands_still() {
            return;
        }
        let next = PodRun::starting_at(self.api.watch.pods.len());
        let PodRun { start, answers } = std::mem::replace(&mut self.run, next);
        let versions = self.api.renumber_pods_from(start);
        self.trace.renumber_pods(&versions);
        let mut newest: Option<(&OwnerReference, &Pod, ResourceVersion)> = None;
        for pod in &answers {
            let (Some(owner), Some(version)) = (pod.metadata.controller(), pod.metadata.resource_version) else {
                continue;
            };
            let version = versions.get(&version).copied().unwrap_or(version);
            match &mut newest {
                // Each answer is noted by itself only where the trace is kept.
                Some((same, _, before)) if !self.trace.is_on() && same.uid == owner.uid && same.name == owner.name => {
                    *before = version.max(*before);
                }
                _ => {
                    self.pods_written_at(newest.replace((owner, pod, version)));
                }
            }
        }
        self.pods_written_at(newest);
    }

    /// Records an answer to a write of a pod, with its owner and version.
    fn pods_written_at(&mut self, answer: Option<(&OwnerReference, &Pod, ResourceVersion)>) {
        if let Some((owner, pod, version)) = answer {
            let namespace = pod.metadata.namespace.clone().unwrap_or_default();
            self.wrote_at(&ObjectKey::new(&namespace, &owner.name), &owner.uid, Kind::Pod, version);
        }
    }

    /// `ConsistencyStore.WroteAt`.
    pub(super) fn wrote_at(&mut self, owner: &ObjectKey, uid: &Uid, kind: Kind, version: ResourceVersion) {
        let Some(store) = self.machinery.consistency.as_mut().filter(|_| !self.trace.is_full()) else { return };
        if store.wrote_at(owner, uid, kind, version) {
            let record = store.get(owner).cloned();
            self.trace.record(|| TraceEntry::Written(WrittenChange { key: owner.clone(), record }));
        }
    }

    /// `ConsistencyStore.Clear`: `uid` if only that one's record is meant.
    pub(crate) fn clear_written(&mut self, owner: &ObjectKey, uid: Option<&str>) {
        let Some(store) = self.machinery.consistency.as_mut().filter(|_| !self.trace.is_full()) else { return };
        if store.clear(owner, uid) {
            self.trace.record(|| TraceEntry::Written(WrittenChange { key: owner.clone(), record: None }));
        }
    }

    /// `ConsistencyStore.EnsureReady`: whether the caches have what was written for `owner`; then it is
    /// forgotten.
    pub(crate) fn ensure_ready(&mut self, owner: &ObjectKey) -> Result<(), ControllerError> {
        let Some(store) = &self.machinery.consistency else { return Ok(()) };
        let record = store.get(owner);
        let (jobs_written, pods_written) = record.map_or((None, None), |record| (record.jobs, record.pods));
        let jobs_synced = self.machinery.jobs.last_store_sync_resource_version();
        let pods_synced = self.machinery.pods.last_store_sync_resource_version();
        if self.ask(Decision::CachesCaughtUp { jobs_written, jobs_synced, pods_written, pods_synced }) {
            self.clear_written(owner, None);
            return Ok(());
        }
        // Upstream looks at them in the order of a hash map.
        Err(match (jobs_written.filter(|written| *written > jobs_synced), pods_written) {
            (Some(written), _) => ControllerError::NotCaughtUp { kind: Kind::Job, read: jobs_synced, written },
            (None, written) => {
                let written = written.unwrap_or_default();
                ControllerError::NotCaughtUp { kind: Kind::Pod, read: pods_synced, written }
            }
        })
    }

    /// Records an event on `job`.
    pub(crate) fn event(
        &mut self,
        job: &Job,
        r#type: EventType,
        reason: Cow<'static, str>,
        message: impl Into<EventMessage>,
    ) {
        if self.stands_still() {
            return;
        }
        let group = EventGroup { object: job.metadata.key(), uid: job.uid(), r#type, reason };
        let event = Event { at: self.now, group: self.events.share(group), message: message.into() };
        self.trace.record(|| TraceEntry::Event(event.clone()));
        self.events.record(event);
    }

    /// The work queue of the Job controller.
    fn queue(&mut self) -> TracedQueue<'_, ObjectKey> {
        TracedQueue::new(QueueName::Job, &mut self.machinery.queue, self.now, self.trace)
    }

    /// Another queue, which a controller keeps itself.
    pub(crate) fn own_queue<'q, K: QueueItem>(
        &'q mut self,
        name: QueueName,
        queue: &'q mut RateLimitingQueue<K>,
    ) -> TracedQueue<'q, K> {
        TracedQueue::new(name, queue, self.now, self.trace)
    }

    /// `queue.AddAfter`.
    pub(crate) fn add_after(&mut self, key: &ObjectKey, delay_ms: i64) {
        self.queue().add_after(key, delay_ms);
    }

    /// `queue.AddRateLimited`.
    pub(crate) fn add_rate_limited(&mut self, key: &ObjectKey) {
        self.queue().add_rate_limited(key);
    }

    /// `queue.Forget`.
    pub(crate) fn forget(&mut self, key: &ObjectKey) {
        self.queue().forget(key);
    }

    /// `queue.Get`.
    pub(crate) fn get_key(&mut self) -> Option<ObjectKey> {
        let key = self.queue().get()?;
        self.faults.begin(&key);
        Some(key)
    }

    /// `queue.Done`.
    pub(crate) fn done(&mut self, key: &ObjectKey) {
        self.queue().done(key);
    }

    /// Lets waiting keys become ready whose time has come.
    pub(crate) fn ripen(&mut self) {
        self.queue().ripen();
    }

    fn expectation_changed(&mut self, key: &ObjectKey, op: ExpectationOp) {
        self.trace.record(|| TraceEntry::Expectation(ExpectationChange { key: key.clone(), op }));
    }

    /// `ExpectCreations`.
    pub(crate) fn expect_creations(&mut self, key: &ObjectKey, adds: i64) {
        if !self.stands_still() {
            self.machinery.expectations.set(key, adds, 0, self.now);
            self.expectation_changed(key, ExpectationOp::CreationsExpected { adds });
        }
    }

    /// `ExpectDeletions`.
    pub(crate) fn expect_deletions(&mut self, key: &ObjectKey, dels: i64) {
        if !self.stands_still() {
            self.machinery.expectations.set(key, 0, dels, self.now);
            self.expectation_changed(key, ExpectationOp::DeletionsExpected { dels });
        }
    }

    /// Lowers the record of `key`, if there is one, for the reason that `op` tells.
    pub(crate) fn lower_expectations(&mut self, key: &ObjectKey, op: ExpectationOp) {
        let (adds, dels) = match op {
            ExpectationOp::CreationObserved => (1, 0),
            ExpectationOp::CreationsGivenBack { count } => (count.into(), 0),
            ExpectationOp::DeletionObserved | ExpectationOp::DeletionGivenBack => (0, 1),
            ExpectationOp::CreationsExpected { .. }
            | ExpectationOp::DeletionsExpected { .. }
            | ExpectationOp::Deleted => return,
        };
        if !self.stands_still() && self.machinery.expectations.lower(key, adds, dels) {
            self.expectation_changed(key, op);
        }
    }

    /// `DeleteExpectations`.
    pub(crate) fn delete_expectations(&mut self, key: &ObjectKey) {
        if !self.stands_still() && self.machinery.expectations.delete(key) {
            self.expectation_changed(key, ExpectationOp::Deleted);
        }
    }
}

/// Puts the watch events from numbers `jobs` and `pods` on into the trace: what was stored since.
pub(crate) fn record_stored(api: &ApiServer, jobs: usize, pods: usize, trace: &mut Trace) {
    if !trace.is_on() {
        return;
    }
    for event in since(&api.watch.jobs, jobs) {
        trace.record(|| TraceEntry::Stored(stored(Kind::Job, event.r#type, &*event.object)));
    }
    for event in since(&api.watch.pods, pods) {
        trace.record(|| TraceEntry::Stored(stored(Kind::Pod, event.r#type, &*event.object)));
    }
}

fn stored<T: Object>(kind: Kind, r#type: crate::trace::WatchEventType, object: &T) -> Stored {
    let metadata = object.metadata();
    Stored {
        kind,
        name: metadata.name.clone().unwrap_or_else(|| "".into()),
        r#type,
        resource_version: metadata.resource_version.unwrap_or_default(),
    }
}
