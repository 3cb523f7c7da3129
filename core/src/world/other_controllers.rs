//! The other controllers in the Job controller's process: their memory, their handlers and their workers. Their
//! decisions are in modules of their own.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::manager::Registration;
use super::{ActionError, Collectors, World};
use crate::api::{Job, List, Pod, Time};
use crate::client::{Cached, Notification, Pace, PodRun, Process, SharedInformer};
use crate::garbagecollector::{self, GarbageCollector, Graph};
use crate::job::Controller;
use crate::manager::Simulated;
use crate::podgc;
use crate::trace::{DeliveryCause, QueueName, Trace};
use crate::ttlafterfinished;

/// The memory of the other controllers. A restart loses it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct OtherControllers {
    pub(super) ttl_after_finished: ttlafterfinished::ControllerState,
    pub(super) pod_gc: podgc::ControllerState,
    pub(super) garbage_collector: garbagecollector::ControllerState,
}

impl OtherControllers {
    /// Workers that were started at `now`.
    pub(super) fn running(now: Time) -> Self {
        let mut others = Self::default();
        others.pod_gc.run(now);
        others
    }
}

/// The controller that owns a queue.
pub(super) fn controller_of(queue: QueueName) -> Simulated {
    match queue {
        QueueName::Job | QueueName::OrphanPod => Simulated::Job,
        QueueName::TtlAfterFinished => Simulated::TtlAfterFinished,
        QueueName::AttemptToDelete | QueueName::AttemptToOrphan => Simulated::GarbageCollector,
        QueueName::OrphanedPodsNodes => Simulated::PodGc,
    }
}

impl World {
    /// The running process: the Job controller, and the memory of the others.
    pub(super) fn at_work<'a>(&'a mut self, trace: &'a mut Trace) -> (Controller<'a>, &'a mut OtherControllers) {
        let run = PodRun::starting_at(self.api.watch.pods.len());
        let process = Process {
            api: &mut self.api,
            machinery: &mut self.machinery,
            events: &mut self.events,
            faults: &mut self.faults,
            gates: self.gates,
            now: self.now,
            run,
            owner: List::default(),
            pace: Pace::default(),
            trace,
        };
        let controller =
            Controller { process, state: &mut self.controller, states: VecDeque::new(), rests: 0, sync: None };
        (controller, &mut self.others)
    }

    /// Who owns whom, as far as the garbage collector knows.
    pub(crate) fn owner_graph(&self) -> &Graph {
        &self.others.garbage_collector.graph
    }

    /// Whether no key of that queue waits for a worker.
    fn nothing_in(&self, queue: QueueName) -> bool {
        match queue {
            QueueName::Job => self.machinery.queue.work.is_empty(),
            QueueName::OrphanPod => self.controller.orphan_queue.work.is_empty(),
            QueueName::TtlAfterFinished => self.others.ttl_after_finished.queue.work.is_empty(),
            QueueName::AttemptToDelete => self.others.garbage_collector.attempt_to_delete.work.is_empty(),
            QueueName::AttemptToOrphan => self.others.garbage_collector.attempt_to_orphan.work.is_empty(),
            QueueName::OrphanedPodsNodes => self.others.pod_gc.node_queue.work.is_empty(),
        }
    }

    /// Whether a worker could take a key of that queue now.
    pub(super) fn has_work(&self, queue: QueueName) -> bool {
        self.manager.runs(controller_of(queue)) && !self.nothing_in(queue)
    }

    /// An error unless a worker could take a key of that queue now.
    pub(super) fn check_work(&self, queue: QueueName) -> Result<(), ActionError> {
        self.working(controller_of(queue))?;
        if self.nothing_in(queue) { Err(ActionError::QueueEmpty) } else { Ok(()) }
    }

    /// A worker of the TTL-after-finished controller takes the next Job.
    pub(super) fn sync_ttl(&mut self, trace: &mut Trace) -> Result<(), ActionError> {
        self.check_work(QueueName::TtlAfterFinished)?;
        let (mut jm, others) = self.at_work(trace);
        ttlafterfinished::process_next_work_item(&mut jm.process, &mut others.ttl_after_finished);
        self.end_of_other_sync(trace);
        Ok(())
    }

    /// A worker of the garbage collector takes the next object of one of its queues.
    pub(super) fn collect(&mut self, queue: QueueName, trace: &mut Trace) -> Result<(), ActionError> {
        self.check_work(queue)?;
        let (mut jm, others) = self.at_work(trace);
        let mut gc = GarbageCollector { process: &mut jm.process, state: &mut others.garbage_collector };
        if queue == QueueName::AttemptToOrphan {
            garbagecollector::process_attempt_to_orphan(&mut gc);
        } else {
            garbagecollector::process_attempt_to_delete(&mut gc);
        }
        self.end_of_other_sync(trace);
        Ok(())
    }

    /// Runs a pass of pod garbage collection, if it is due.
    pub(super) fn collect_pods(&mut self, trace: &mut Trace) -> Result<(), ActionError> {
        self.working(Simulated::PodGc)?;
        if let Some(at) = self.others.pod_gc.next_pass.filter(|at| *at > self.now) {
            return Err(ActionError::NotDue { at });
        }
        let threshold = self.manager.options().terminated_pod_gc_threshold;
        let (mut jm, others) = self.at_work(trace);
        podgc::gc(&mut jm.process, &mut others.pod_gc, threshold);
        self.end_of_other_sync(trace);
        Ok(())
    }

    /// When the next pass of pod garbage collection is due, if it would change anything.
    pub(super) fn next_pod_pass(&self) -> Option<Time> {
        let threshold = self.manager.options().terminated_pod_gc_threshold;
        let works = self.manager.runs(Simulated::PodGc)
            && self.others.pod_gc.has_work(&self.machinery.pods, self.api.lost_nodes(), self.gates, threshold);
        self.others.pod_gc.next_pass.filter(|_| works)
    }

    /// Time has passed: skips passes of pod garbage collection that would have found nothing.
    pub(super) fn pass_idle(&mut self) {
        if self.next_pod_pass().is_none() {
            self.others.pod_gc.pass_idle(self.now);
        }
    }

    /// Arms a fault for a call.
    fn end_of_other_sync(&mut self, trace: &Trace) {
        if !trace.is_full() {
            self.faults.clear_struck();
        }
    }

    /// Moves delayed keys of all queues to ready when their time has come.
    pub(super) fn ripen(&mut self, trace: &mut Trace) {
        let (mut jm, others) = self.at_work(trace);
        jm.ripen();
        others.ttl_after_finished.queue(&mut jm.process).ripen();
        others.pod_gc.node_queue(&mut jm.process).ripen();
        let mut gc = GarbageCollector { process: &mut jm.process, state: &mut others.garbage_collector };
        gc.delete_queue().ripen();
        gc.orphan_queue().ripen();
    }

    /// When the first delayed key in the other controllers' queues becomes ready.
    pub(super) fn next_ripe_of_others(&self, collectors: Collectors) -> Option<Time> {
        let OtherControllers { ttl_after_finished, pod_gc, garbage_collector } = &self.others;
        let ripe = [
            (Simulated::TtlAfterFinished, ttl_after_finished.queue.delaying.next_ready_at()),
            (Simulated::PodGc, pod_gc.node_queue.delaying.next_ready_at()),
            (Simulated::GarbageCollector, garbage_collector.attempt_to_delete.delaying.next_ready_at()),
            (Simulated::GarbageCollector, garbage_collector.attempt_to_orphan.delaying.next_ready_at()),
        ];
        let works = |controller| collectors.has(controller) && self.manager.runs(controller);
        ripe.into_iter().filter(|(controller, _)| works(*controller)).filter_map(|(_, at)| at).min()
    }

    /// Notifies the other controllers' handlers of a change of a Job.
    pub(super) fn call_other_job_handlers(
        &mut self,
        cause: DeliveryCause,
        notification: &Notification<Job>,
        trace: &mut Trace,
    ) {
        if self.hears(Simulated::TtlAfterFinished, &self.machinery.jobs, cause) {
            let (mut jm, others) = self.at_work(trace);
            ttlafterfinished::handle_job(&mut jm.process, &mut others.ttl_after_finished, notification);
        }
        if self.hears(Simulated::GarbageCollector, &self.machinery.jobs, cause) {
            let (mut jm, others) = self.at_work(trace);
            let mut gc = GarbageCollector { process: &mut jm.process, state: &mut others.garbage_collector };
            garbagecollector::handle_job(&mut gc, notification);
        }
    }

    /// Notifies the other controllers' handlers of a change of a pod.
    pub(super) fn call_other_pod_handlers(
        &mut self,
        collector: Registration,
        cause: DeliveryCause,
        notification: &Notification<Pod>,
        trace: &mut Trace,
    ) {
        if self.hear(collector, cause) {
            let (mut jm, others) = self.at_work(trace);
            let mut gc = GarbageCollector { process: &mut jm.process, state: &mut others.garbage_collector };
            garbagecollector::handle_pod(&mut gc, notification);
        }
    }

    fn hears<T: Cached>(&self, simulated: Simulated, informer: &SharedInformer<T>, cause: DeliveryCause) -> bool {
        self.hear(self.registration(simulated, informer), cause)
    }

    fn hear(&self, registration: Registration, cause: DeliveryCause) -> bool {
        registration != Registration::NoController && self.deaf(registration, cause).is_none()
    }
}
