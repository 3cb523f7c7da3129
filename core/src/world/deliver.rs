//! Watch events on their way to the controllers: deliveries, lists, and the handlers that they call.

use super::manager::Registration;
use super::{ActionError, Streams, World};
use crate::api::{Job, Object, Pod};
use crate::client::Notification;
use crate::job;
use crate::manager::Simulated;
use crate::trace::{Delivery, DeliveryCause, Kind, Trace, TraceEntry};

impl World {
    pub(super) fn deliver(&mut self, kind: Streams, n: Option<u32>, trace: &mut Trace) -> Result<(), ActionError> {
        let most = n.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
        let (jobs, pods) = (self.api.watch.jobs.len(), self.api.watch.pods.len());
        let (jobs, pods) = match kind {
            Streams::Job => (jobs.min(most), 0),
            Streams::Pod => (0, pods.min(most)),
            Streams::All => (jobs, pods),
        };
        if jobs + pods == 0 {
            if !self.has_received(kind) {
                return Err(ActionError::NothingToDeliver);
            }
            // A slow informer gets to what it was given before.
            self.notify(trace);
        }
        for _ in 0..jobs {
            let Some(event) = (!trace.is_full()).then(|| self.api.watch.jobs.pop_front()).flatten() else { break };
            if self.has_received(Streams::All) {
                self.machinery.jobs.watch_event(event);
                self.notify(trace);
            } else {
                let notifications = self.machinery.jobs.watch_event_at_once(event);
                self.call_job_handlers(notifications, trace);
            }
        }
        let registrations = self.pod_registrations();
        for _ in 0..pods {
            let Some(event) = (!trace.is_full()).then(|| self.api.watch.pods.pop_front()).flatten() else { break };
            if self.has_received(Streams::All) {
                self.machinery.pods.watch_event(event);
                self.notify(trace);
            } else {
                let notifications = self.machinery.pods.watch_event_at_once(event);
                self.call_pod_handlers(registrations, notifications, trace);
            }
        }
        Ok(())
    }

    /// Whether something lies in the `DeltaFIFO` of such a stream.
    pub(super) fn has_received(&self, kind: Streams) -> bool {
        let (jobs, pods) = (self.machinery.jobs.queued() > 0, self.machinery.pods.queued() > 0);
        match kind {
            Streams::Job => jobs,
            Streams::Pod => pods,
            Streams::All => jobs || pods,
        }
    }

    pub(super) fn relist(&mut self, kind: Kind, trace: &mut Trace) {
        let (gates, now, version) = (self.gates(), self.now, self.api.resource_version());
        match kind {
            Kind::Job => {
                self.machinery.jobs.reflector.listed(now);
                self.machinery.jobs.processor.restart(now);
            }
            Kind::Pod => {
                self.machinery.pods.reflector.listed(now);
                self.machinery.pods.processor.restart(now);
            }
        }
        if self.lists_at_once() {
            // What is queued comes before the list.
            self.notify(trace);
        }
        match kind {
            Kind::Job if self.lists_at_once() => {
                self.api.watch.jobs.clear();
                let notifications = self.machinery.jobs.replace_at_once(self.api.jobs().values(), version);
                self.call_job_handlers(notifications, trace);
            }
            Kind::Pod if self.lists_at_once() => {
                self.api.watch.pods.clear();
                let notifications = self.machinery.pods.replace_at_once(self.api.pods().values(), version);
                self.call_pod_handlers(self.pod_registrations(), notifications, trace);
            }
            Kind::Job => {
                self.api.watch.jobs.clear();
                self.machinery.jobs.replace(gates, self.api.jobs().values(), version);
            }
            Kind::Pod => {
                self.api.watch.pods.clear();
                self.machinery.pods.replace(gates, self.api.pods().values(), version);
            }
        }
        self.notify(trace);
    }

    /// Lets the informers process what they were given, and calls the handlers.
    pub(super) fn notify(&mut self, trace: &mut Trace) {
        while let Some(notifications) = self.machinery.jobs.process() {
            self.call_job_handlers(notifications, trace);
        }
        while let Some(notifications) = self.machinery.pods.process() {
            self.call_pod_handlers(self.pod_registrations(), notifications, trace);
        }
    }

    /// Whether the client library of the release takes in a list in one go.
    fn lists_at_once(&self) -> bool {
        self.release().since(36)
    }

    pub(super) fn call_job_handlers(
        &mut self,
        notifications: impl IntoIterator<Item = (DeliveryCause, Notification<Job>)>,
        trace: &mut Trace,
    ) {
        for (cause, notification) in notifications {
            self.handle_job(cause, &notification, trace);
            self.call_other_job_handlers(cause, &notification, trace);
        }
    }

    /// The registrations of the controllers with the informer of pods.
    fn pod_registrations(&self) -> PodRegistrations {
        let pods = &self.machinery.pods;
        PodRegistrations {
            job: self.registration(Simulated::Job, pods),
            collector: self.registration(Simulated::GarbageCollector, pods),
        }
    }

    fn call_pod_handlers(
        &mut self,
        registrations: PodRegistrations,
        notifications: impl IntoIterator<Item = (DeliveryCause, Notification<Pod>)>,
        trace: &mut Trace,
    ) {
        for (cause, notification) in notifications {
            self.handle_pod(registrations.job, cause, &notification, trace);
            self.call_other_pod_handlers(registrations.collector, cause, &notification, trace);
        }
    }
}

impl World {
    /// The informer of Jobs calls the Job controller's handlers.
    pub(super) fn handle_job(&mut self, cause: DeliveryCause, notification: &Notification<Job>, trace: &mut Trace) {
        if let Some(verdict) = self.deaf(self.registration(Simulated::Job, &self.machinery.jobs), cause) {
            return self.unheard(Kind::Job, cause, notification, verdict, trace);
        }
        record_delivery(Kind::Job, cause, notification, trace);
        job::handle_job(&mut self.at_work(trace).0, notification);
    }

    /// The informer of pods calls the Job controller's handlers.
    pub(super) fn handle_pod(
        &mut self,
        registration: Registration,
        cause: DeliveryCause,
        notification: &Notification<Pod>,
        trace: &mut Trace,
    ) {
        if let Some(verdict) = self.deaf(registration, cause) {
            return self.unheard(Kind::Pod, cause, notification, verdict, trace);
        }
        record_delivery(Kind::Pod, cause, notification, trace);
        job::handle_pod(&mut self.at_work(trace).0, notification);
    }
}

/// The registrations with the informer of pods: of the Job controller, and of the garbage collector.
#[derive(Clone, Copy)]
struct PodRegistrations {
    job: Registration,
    collector: Registration,
}

pub(super) fn record_delivery<T: Object>(
    kind: Kind,
    cause: DeliveryCause,
    notification: &Notification<T>,
    trace: &mut Trace,
) {
    trace.record(|| TraceEntry::Delivery(Delivery { kind, name: notification.name(), cause }));
}
