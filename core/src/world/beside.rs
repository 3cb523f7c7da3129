//! The controllers beside the Job controller, in the same process: what they keep in memory, what reaches their
//! handlers, and their workers. What each of them decides is in its own module.

use serde::{Deserialize, Serialize};

use super::{ActionError, World};
use crate::api::{Job, Object, Time};
use crate::client::{Notification, PodRun, Process, SharedInformer};
use crate::job::Controller;
use crate::manager::Simulated;
use crate::trace::{DeliveryCause, QueueName, Trace};
use crate::ttlafterfinished;

/// What the controllers beside the Job controller keep in memory. A restart loses it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Beside {
    pub(super) ttl_after_finished: ttlafterfinished::ControllerState,
}

/// The controller that a queue is of.
pub(super) fn controller_of(queue: QueueName) -> Simulated {
    match queue {
        QueueName::Job | QueueName::OrphanPod => Simulated::Job,
        QueueName::TtlAfterFinished => Simulated::TtlAfterFinished,
    }
}

impl World {
    /// The process at work: the Job controller, and what the others keep.
    pub(super) fn at_work<'a>(&'a mut self, trace: &'a mut Trace) -> (Controller<'a>, &'a mut Beside) {
        let run = PodRun::starting_at(self.api.watch.pods.len());
        let process = Process {
            api: &mut self.api,
            machinery: &mut self.machinery,
            events: &mut self.events,
            faults: &mut self.faults,
            gates: self.gates,
            now: self.now,
            run,
            trace,
        };
        (Controller { process, state: &mut self.controller }, &mut self.beside)
    }

    /// Whether no key of that queue waits for a worker.
    fn nothing_in(&self, queue: QueueName) -> bool {
        match queue {
            QueueName::Job => self.machinery.queue.work.is_empty(),
            QueueName::OrphanPod => self.controller.orphan_queue.work.is_empty(),
            QueueName::TtlAfterFinished => self.beside.ttl_after_finished.queue.work.is_empty(),
        }
    }

    /// Whether a worker could take a key of that queue now.
    pub(super) fn has_work(&self, queue: QueueName) -> bool {
        self.manager.runs(controller_of(queue)) && !self.nothing_in(queue)
    }

    /// Refused unless a worker could take a key of that queue now.
    pub(super) fn check_work(&self, queue: QueueName) -> Result<(), ActionError> {
        self.working(controller_of(queue))?;
        if self.nothing_in(queue) { Err(ActionError::QueueEmpty) } else { Ok(()) }
    }

    /// A worker of the TTL-after-finished controller takes the next Job.
    pub(super) fn sync_ttl(&mut self, trace: &mut Trace) -> Result<(), ActionError> {
        self.check_work(QueueName::TtlAfterFinished)?;
        let (mut jm, beside) = self.at_work(trace);
        ttlafterfinished::process_next_work_item(&mut jm.process, &mut beside.ttl_after_finished);
        self.end_of_sync_beside(trace);
        Ok(())
    }

    /// A fault waits for the call that it is armed for.
    fn end_of_sync_beside(&mut self, trace: &Trace) {
        if !trace.is_full() {
            self.faults.clear_struck();
        }
    }

    /// Waiting keys of all queues become ready whose time has come.
    pub(super) fn ripen(&mut self, trace: &mut Trace) {
        let (mut jm, beside) = self.at_work(trace);
        jm.ripen();
        beside.ttl_after_finished.queue(&mut jm.process).ripen();
    }

    /// When the first waiting key of the queues beside the Job controller's becomes ready.
    pub(super) fn next_ripe_beside(&self) -> Option<Time> {
        let ttl = self.beside.ttl_after_finished.queue.delaying.next_ready_at();
        ttl.filter(|_| self.manager.runs(Simulated::TtlAfterFinished))
    }

    /// The informer of Jobs tells the handlers of the other controllers.
    pub(super) fn tell_job_beside(
        &mut self,
        cause: DeliveryCause,
        notification: &Notification<Job>,
        trace: &mut Trace,
    ) {
        if self.hears(Simulated::TtlAfterFinished, &self.machinery.jobs, cause) {
            let (mut jm, beside) = self.at_work(trace);
            ttlafterfinished::handle_job(&mut jm.process, &mut beside.ttl_after_finished, notification);
        }
    }

    fn hears<T: Object>(&self, simulated: Simulated, informer: &SharedInformer<T>, cause: DeliveryCause) -> bool {
        self.manager.name_of(simulated).is_some() && self.deaf(simulated, informer, cause).is_none()
    }
}
