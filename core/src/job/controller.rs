//! The Job controller's own state: upstream's `Controller` struct.
//!
//! What client-go gives every controller is in [`Machinery`]; this is the state that only the Job controller has. Every
//! change is recorded in the trace, and changes stop when the trace is full.

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};

use imbl::OrdSet;
use serde::{Deserialize, Serialize};

use super::backoff_utils::BackoffStore;
use super::metrics::{JobMetrics, SyncLabels};
use super::tracking_utils::UidTrackingExpectations;
use crate::api::{FeatureGate, ObjectKey, Pod, Shown, Uid};
use crate::client::{Machinery, Process, RateLimitingQueue, TracedQueue};
use crate::trace::{
    BackoffChange, BackoffRecord, FinalizerExpectationChange, FinalizerExpectationOp, FinishedExpectationChange,
    QueueName, TraceEntry,
};

/// What the Job controller keeps in memory beside [`Machinery`]. A restart loses it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ControllerState {
    /// `job_orphan_pod`: pods that lost their Job and are held by its finalizer.
    pub orphan_queue: RateLimitingQueue<ObjectKey>,
    /// Pods whose finalizer was removed, while the cache may still show it.
    pub finalizer_expectations: UidTrackingExpectations,
    /// What delays the replacement of failed pods.
    pub pod_backoff_store: BackoffStore,
    /// UIDs of Jobs whose end this process wrote and has not seen yet (v1.34 and later).
    pub finished_job_expectations: OrdSet<Uid>,
    /// What it has counted.
    pub metrics: Shown<JobMetrics>,
}

impl ControllerState {
    /// An empty state; the orphan queue's rate limiter goes from `base_ms` to `cap_ms`.
    pub(crate) fn new(base_ms: i64, cap_ms: i64) -> Self {
        Self {
            orphan_queue: RateLimitingQueue::new(base_ms, cap_ms),
            finalizer_expectations: UidTrackingExpectations::default(),
            pod_backoff_store: BackoffStore::default(),
            finished_job_expectations: OrdSet::new(),
            metrics: Shown::default(),
        }
    }
}

/// A new controller process: its client-go machinery and its own state.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NewController {
    /// Caches, queue and expectations, all empty.
    pub machinery: Machinery,
    /// Its own state.
    pub state: ControllerState,
}

/// The controller at work: a [`Process`] with the controller's own state.
#[derive(Debug)]
pub(crate) struct Controller<'a> {
    /// What every controller has.
    pub process: Process<'a>,
    /// What only this one has.
    pub state: &'a mut ControllerState,
    /// The same as it is found after each rest.
    pub states: VecDeque<ControllerState>,
    /// How many rests there are in all.
    pub rests: usize,
    /// How the sync under way is measured.
    pub sync: Option<SyncLabels>,
}

impl<'a> Deref for Controller<'a> {
    type Target = Process<'a>;

    fn deref(&self) -> &Self::Target {
        &self.process
    }
}

impl DerefMut for Controller<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.process
    }
}

impl Controller<'_> {
    /// Its own state, as it is after the rests that are over ([`Pace`](crate::client::Pace)).
    pub(crate) fn state(&mut self) -> &mut ControllerState {
        let left = self.rests.saturating_sub(self.process.pace.rests_ended());
        while self.states.len() > left
            && let Some(found) = self.states.pop_front()
        {
            *self.state = found;
        }
        self.state
    }

    /// Whether the feature gate is on.
    pub(crate) fn enabled(&self, gate: FeatureGate) -> bool {
        self.process.gates.enabled(gate)
    }

    /// `orphanQueue`.
    pub(super) fn orphan_queue(&mut self) -> TracedQueue<'_, ObjectKey> {
        // As it is after the rests.
        self.state();
        self.process.own_queue(QueueName::OrphanPod, &mut self.state.orphan_queue)
    }

    /// Lets waiting keys of both queues become ready whose time has come.
    pub(crate) fn ripen(&mut self) {
        self.process.ripen();
        self.orphan_queue().ripen();
    }

    fn finalizer_expectations_changed(&mut self, key: &ObjectKey, op: FinalizerExpectationOp) {
        let change = FinalizerExpectationChange { key: key.clone(), op };
        self.process.trace.record(|| TraceEntry::FinalizerExpectation(change));
    }

    /// `expectFinalizersRemoved`.
    pub(crate) fn expect_finalizers_removed(&mut self, key: &ObjectKey, uids: Vec<Uid>) {
        if !self.stands_still() {
            self.state().finalizer_expectations.expect(key, &uids);
            self.finalizer_expectations_changed(key, FinalizerExpectationOp::Expected(uids));
        }
    }

    /// `finalizerRemovalObserved`.
    pub(crate) fn finalizer_removal_observed(&mut self, key: &ObjectKey, pod: &Pod) {
        let Some(uid) = pod.metadata.uid.as_ref().filter(|_| !self.stands_still()) else { return };
        if self.state().finalizer_expectations.observe(key, uid) && self.trace.is_on() {
            let op = FinalizerExpectationOp::RemovalObserved(uid.clone());
            self.finalizer_expectations_changed(key, op);
        }
    }

    /// `deleteExpectations` of the finalizer expectations.
    pub(crate) fn delete_finalizer_expectations(&mut self, key: &ObjectKey) {
        if !self.stands_still() && self.state().finalizer_expectations.delete(key) {
            self.finalizer_expectations_changed(key, FinalizerExpectationOp::Deleted);
        }
    }

    /// Notes that this process wrote the end of the Job.
    pub(crate) fn expect_finished(&mut self, uid: &Uid) {
        if !self.stands_still() && self.state().finished_job_expectations.insert(uid.clone()).is_none() {
            self.finished_expectation_changed(uid, true);
        }
    }

    /// The end of the Job was seen, or the Job is gone.
    pub(crate) fn finished_observed(&mut self, uid: &Uid) {
        if !self.stands_still() && self.state().finished_job_expectations.remove(uid).is_some() {
            self.finished_expectation_changed(uid, false);
        }
    }

    fn finished_expectation_changed(&mut self, uid: &Uid, expected: bool) {
        let change = FinishedExpectationChange { uid: uid.clone(), expected };
        self.process.trace.record(|| TraceEntry::FinishedExpectation(change));
    }

    fn backoff_changed(&mut self, key: &ObjectKey, record: Option<BackoffRecord>) {
        self.process.trace.record(|| TraceEntry::Backoff(BackoffChange { key: key.clone(), record }));
    }

    /// `updateBackoffRecord`.
    pub(crate) fn update_backoff_record(&mut self, key: &ObjectKey, record: BackoffRecord) {
        if !self.stands_still() && self.state().pod_backoff_store.update(key, record) {
            self.backoff_changed(key, Some(record));
        }
    }

    /// `removeBackoffRecord`.
    pub(crate) fn remove_backoff_record(&mut self, key: &ObjectKey) {
        if !self.stands_still() && self.state().pod_backoff_store.remove(key) {
            self.backoff_changed(key, None);
        }
    }
}
