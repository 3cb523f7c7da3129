//! The start of kube-controller-manager, one event a step, and what can happen to its watches.

use super::deliver::record_delivery;
use super::other_controllers::OtherControllers;
use super::{ActionError, World};
use crate::api::{Object, Time};
use crate::client::{Cached, Notification, ReflectorState, SharedInformer, WatchClosed, list_is_resync};
use crate::job::{self, NewController};
use crate::manager::{Manager, ManagerOptions, Simulated};
use crate::trace::{
    DeliveryCause, Handled, Handler, HandlerVerdict, Kind, Late, ManagerEvent, ReflectorChange, ReflectorOp, Trace,
    TraceEntry,
};

/// Calls `$run` with the informer and the watch log of `$kind`.
macro_rules! informer {
    ($world:ident, $kind:expr, |$informer:ident, $log:ident| $run:expr) => {
        match $kind {
            Kind::Job => {
                let ($informer, $log) = (&mut $world.machinery.jobs, &mut $world.api.watch.jobs);
                $run
            }
            Kind::Pod => {
                let ($informer, $log) = (&mut $world.machinery.pods, &mut $world.api.watch.pods);
                $run
            }
        }
    };
}

/// The registration of a controller's handlers with an informer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Registration {
    /// The release has no such controller.
    NoController,
    /// They are not registered.
    NotRegistered,
    /// They are.
    Registered {
        /// Whether a resync is due for them.
        syncing: bool,
    },
}

impl World {
    /// The process is replaced by one that has not begun: nothing is in memory, and no watch is open.
    pub(super) fn start_manager(&mut self, options: &ManagerOptions) -> Result<(), ActionError> {
        let manager = Manager::new(self.release(), options.clone())?;
        let NewController { machinery, state } = job::new_controller(self.gates);
        self.machinery = machinery;
        self.controller = state;
        self.others = OtherControllers::default();
        self.manager = manager;
        self.api.draw_by(options.seed);
        self.events.restart();
        self.faults.clear();
        self.resting.clear();
        Ok(())
    }

    /// The next event of the start.
    pub(super) fn step_manager(&mut self, trace: &mut Trace) -> Result<(), ActionError> {
        let Some(event) = self.manager.next().cloned() else { return Err(ActionError::ManagerRuns) };
        let now = self.now;
        match &event {
            ManagerEvent::Sleeping { ms, .. } => match self.manager.asleep_until() {
                None => {
                    trace.record(|| TraceEntry::Manager(event.clone()));
                    self.manager.fall_asleep(now.plus(*ms));
                    return Ok(());
                }
                Some(until) if until > now => return Err(ActionError::ManagerAsleep { until }),
                Some(_) => {
                    self.manager.advance();
                    return self.step_manager(trace);
                }
            },
            ManagerEvent::ControllerStarted { name, late: None, simulated, listens } => {
                let late = self.manager.informers_started().then(|| Late {
                    replayed: u32::try_from(self.machinery.jobs.len() + self.machinery.pods.len()).unwrap_or(u32::MAX),
                    missed: self.manager.missed,
                });
                let (name, simulated, listens) = (name.clone(), *simulated, listens.clone());
                self.manager.register(&name, &mut self.machinery, now);
                let event = ManagerEvent::ControllerStarted { name, simulated, listens, late };
                trace.record(|| TraceEntry::Manager(event));
                if late.is_some() {
                    self.replay_adds(trace);
                }
            }
            ManagerEvent::InformersStarted => {
                self.machinery.jobs.processor.run(now);
                self.machinery.pods.processor.run(now);
                trace.record(|| TraceEntry::Manager(event));
            }
            ManagerEvent::Listed { kind, .. } => self.first_list(*kind, trace),
            ManagerEvent::CacheSynced { .. } => {
                trace.record(|| TraceEntry::Manager(event));
                self.notify(trace);
            }
            ManagerEvent::WorkersStarted { name, .. } => {
                if self.manager.name_of(Simulated::PodGc) == Some(name.as_str()) {
                    self.others.pod_gc.run(now);
                }
                trace.record(|| TraceEntry::Manager(event.clone()));
            }
            _ => trace.record(|| TraceEntry::Manager(event.clone())),
        }
        self.manager.advance();
        Ok(())
    }

    /// The first list of an informer: what is stored goes into the `DeltaFIFO`, and a watch opens.
    fn first_list(&mut self, kind: Kind, trace: &mut Trace) {
        let (gates, now, version) = (self.gates(), self.now, self.api.resource_version());
        let items = match kind {
            Kind::Job => {
                let stored = self.api.jobs().values();
                let items = stored.len();
                self.machinery.jobs.replace(gates, stored, version);
                items
            }
            Kind::Pod => {
                let stored = self.api.pods().values();
                let items = stored.len();
                self.machinery.pods.replace(gates, stored, version);
                items
            }
        };
        informer!(self, kind, |informer, log| {
            log.clear();
            informer.reflector.listed(now);
        });
        let items = u32::try_from(items).unwrap_or(u32::MAX);
        trace.record(|| TraceEntry::Manager(ManagerEvent::Listed { kind, items, resource_version: version }));
    }

    /// Handlers of the Job controller that are added late get everything in the cache as if it were new.
    fn replay_adds(&mut self, trace: &mut Trace) {
        let jobs: Vec<_> =
            self.machinery.jobs.list().map(|job| (DeliveryCause::Start, Notification::Add(job.clone()))).collect();
        let pods: Vec<_> =
            self.machinery.pods.list().map(|pod| (DeliveryCause::Start, Notification::Add(pod.clone()))).collect();
        for (cause, notification) in jobs {
            self.handle_job(cause, &notification, trace);
        }
        let registration = self.registration(Simulated::Job, &self.machinery.pods);
        for (cause, notification) in pods {
            self.handle_pod(registration, cause, &notification, trace);
        }
    }

    /// The registration of a controller's handlers with an informer.
    pub(super) fn registration<T: Cached>(&self, simulated: Simulated, informer: &SharedInformer<T>) -> Registration {
        let Some(name) = self.manager.name_of(simulated) else { return Registration::NoController };
        match informer.processor.listener(name) {
            None => Registration::NotRegistered,
            Some(listener) => Registration::Registered { syncing: listener.syncing },
        }
    }

    /// Why handlers with that registration are not called for a change of that cause; `None` if they are.
    pub(super) fn deaf(&self, registration: Registration, cause: DeliveryCause) -> Option<HandlerVerdict> {
        match registration {
            Registration::NoController | Registration::Registered { syncing: true } => None,
            Registration::NotRegistered => Some(HandlerVerdict::NotRegistered),
            Registration::Registered { syncing: false } => {
                let repeated = cause == DeliveryCause::Resync
                    || (cause == DeliveryCause::Relist && list_is_resync(self.release()));
                repeated.then_some(HandlerVerdict::NotDue)
            }
        }
    }

    /// A change that the Job controller's handlers do not hear of.
    pub(super) fn unheard<T: Object>(
        &mut self,
        kind: Kind,
        cause: DeliveryCause,
        notification: &Notification<T>,
        verdict: HandlerVerdict,
        trace: &mut Trace,
    ) {
        let name = notification.name();
        let handler = match (kind, notification) {
            (Kind::Job, Notification::Add(_)) => Handler::AddJob,
            (Kind::Job, Notification::Update(..)) => Handler::UpdateJob,
            (Kind::Job, Notification::Delete(..)) => Handler::DeleteJob,
            (Kind::Pod, Notification::Add(_)) => Handler::AddPod,
            (Kind::Pod, Notification::Update(..)) => Handler::UpdatePod,
            (Kind::Pod, Notification::Delete(..)) => Handler::DeletePod,
        };
        record_delivery(kind, cause, notification, trace);
        trace.record(|| TraceEntry::Handled(Handled { handler, name, verdict }));
        if verdict == HandlerVerdict::NotRegistered {
            self.manager.missed = self.manager.missed.saturating_add(1);
        }
    }

    /// Drops events without a watcher: a list will find the objects.
    pub(super) fn forget_unwatched(&mut self) {
        for kind in crate::manager::KINDS {
            informer!(self, kind, |informer, log| {
                if !informer.reflector.is_watching() {
                    log.clear();
                }
            });
        }
    }

    pub(super) fn watching(&self, kind: Kind) -> Result<(), ActionError> {
        let reflector = match kind {
            Kind::Job => &self.machinery.jobs.reflector,
            Kind::Pod => &self.machinery.pods.reflector,
        };
        if reflector.is_watching() { Ok(()) } else { Err(ActionError::NotWatching { resource: kind }) }
    }

    /// Refused while a reflector does not run, or waits before it lists.
    pub(super) fn listing(&self, kind: Kind) -> Result<(), ActionError> {
        let reflector = match kind {
            Kind::Job => &self.machinery.jobs.reflector,
            Kind::Pod => &self.machinery.pods.reflector,
        };
        match reflector.state() {
            ReflectorState::Stopped => Err(ActionError::NotWatching { resource: kind }),
            ReflectorState::BackingOff { until } if until > self.now => Err(ActionError::NotDue { at: until }),
            _ => Ok(()),
        }
    }

    /// The server closes a watch.
    pub(super) fn close_watch(&mut self, kind: Kind, trace: &mut Trace) -> Result<(), ActionError> {
        self.watching(kind)?;
        let (release, now, random) = (self.release(), self.now, &mut self.manager.random);
        let op = informer!(self, kind, |informer, log| {
            match informer.reflector.close(release, now, random) {
                WatchClosed::Reopened => ReflectorOp::Reopened { from: informer.last_sync_resource_version() },
                WatchClosed::VeryShort { until } => {
                    log.clear();
                    ReflectorOp::VeryShort { until }
                }
            }
        });
        trace.record(|| TraceEntry::Reflector(ReflectorChange { kind, op }));
        Ok(())
    }

    /// The server no longer knows the version from which a watch should continue: 410 Gone.
    pub(super) fn expire_watch(&mut self, kind: Kind, trace: &mut Trace) -> Result<(), ActionError> {
        self.watching(kind)?;
        let (release, now, random) = (self.release(), self.now, &mut self.manager.random);
        let op = informer!(self, kind, |informer, log| {
            let lost = u32::try_from(log.len()).unwrap_or(u32::MAX);
            log.clear();
            let from = informer.last_sync_resource_version();
            ReflectorOp::Expired { from, lost, until: informer.reflector.back_off(release, now, random) }
        });
        trace.record(|| TraceEntry::Reflector(ReflectorChange { kind, op }));
        Ok(())
    }

    /// The server sends a bookmark after the last event.
    pub(super) fn bookmark(&mut self, kind: Kind, trace: &mut Trace) -> Result<(), ActionError> {
        self.watching(kind)?;
        if !self.release().since(BOOKMARKS_SINCE) {
            return Err(ActionError::NoBookmarks);
        }
        let version = self.api.resource_version();
        let waits = informer!(self, kind, |informer, log| {
            if log.is_empty() {
                informer.bookmark(version);
            }
            !log.is_empty()
        });
        if waits {
            return Err(ActionError::EventsBeforeBookmark);
        }
        let op = ReflectorOp::Bookmark { resource_version: version };
        trace.record(|| TraceEntry::Reflector(ReflectorChange { kind, op }));
        Ok(())
    }

    /// The reflector takes events from the watch into the `DeltaFIFO`, and the informer does not get to them.
    pub(super) fn receive(&mut self, kind: Kind, n: Option<u32>, trace: &mut Trace) -> Result<(), ActionError> {
        let most = n.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
        let (received, keys) = informer!(self, kind, |informer, log| {
            let received = log.len().min(most);
            for _ in 0..received {
                if let Some(event) = log.pop_front() {
                    informer.watch_event(event);
                }
            }
            (received, u32::try_from(informer.queued()).unwrap_or(u32::MAX))
        });
        if received == 0 {
            return Err(ActionError::NothingToDeliver);
        }
        trace.record(|| TraceEntry::Reflector(ReflectorChange { kind, op: ReflectorOp::Queued { keys } }));
        Ok(())
    }

    /// The resync timer of an informer ticks.
    pub(super) fn resync_tick(&mut self, kind: Kind, trace: &mut Trace) -> Result<(), ActionError> {
        let now = self.now;
        let tick = informer!(self, kind, |informer, _log| {
            match informer.processor.next_tick() {
                None => return Err(ActionError::NotWatching { resource: kind }),
                Some(at) if at > now => return Err(ActionError::NotDue { at }),
                Some(_) => {
                    if informer.processor.tick(now) {
                        informer.resync();
                    }
                    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
                    let due = informer.processor.listeners().filter(|listener| listener.syncing).count();
                    ReflectorOp::ResyncTick {
                        due: count(due),
                        listeners: count(informer.processor.listeners().count()),
                    }
                }
            }
        });
        trace.record(|| TraceEntry::Reflector(ReflectorChange { kind, op: tick }));
        self.notify(trace);
        Ok(())
    }

    /// The kind whose list is due first after its watch was lost, and when.
    pub(super) fn next_list(&self) -> Option<(Time, Kind)> {
        let until = |kind, state| match state {
            ReflectorState::BackingOff { until } => Some((until, kind)),
            _ => None,
        };
        let job = until(Kind::Job, self.machinery.jobs.reflector.state());
        let pod = until(Kind::Pod, self.machinery.pods.reflector.state());
        job.into_iter().chain(pod).min()
    }

    /// Refused unless the workers of that controller run.
    pub(super) fn working(&self, simulated: Simulated) -> Result<(), ActionError> {
        if self.manager.runs(simulated) { Ok(()) } else { Err(ActionError::ControllerNotRunning { simulated }) }
    }
}

/// The first release in which reflectors ask for bookmarks by default.
const BOOKMARKS_SINCE: u8 = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{DeletionPropagation, Job, Release};
    use crate::world::{Action, Step, Streams};

    fn job() -> Action {
        let job: Job = serde_json::from_value(serde_json::json!({
            "metadata": {"name": "j"},
            "spec": {"template": {"spec": {
                "restartPolicy": "Never",
                "containers": [{"name": "main", "image": "img"}],
            }}},
        }))
        .unwrap();
        Action::CreateJob { job: Box::new(job) }
    }

    /// A world with a Job, and a manager that has not begun.
    fn beginning(release: Release, options: ManagerOptions) -> World {
        let mut world = World::new(release);
        world.apply(&job()).unwrap();
        world.apply(&Action::StartManager { options }).unwrap();
        world
    }

    /// Steps the start until `is` happened.
    fn step_until(world: &mut World, is: impl Fn(&ManagerEvent) -> bool) -> Step {
        loop {
            let step = world.apply(&Action::StepManager).unwrap();
            if step.trace.iter().any(|entry| matches!(entry, TraceEntry::Manager(event) if is(event))) {
                return step;
            }
        }
    }

    fn verdicts(step: &Step) -> Vec<HandlerVerdict> {
        let handled = step.trace.iter().filter_map(|entry| match entry {
            TraceEntry::Handled(handled) => Some(handled.verdict),
            _ => None,
        });
        handled.collect()
    }

    #[test]
    fn nothing_works_before_the_workers_do() {
        for release in Release::ALL {
            let mut world = beginning(release, ManagerOptions::default());
            let idle = ActionError::ControllerNotRunning { simulated: Simulated::Job };
            assert_eq!(world.apply(&Action::Sync), Err(idle.clone()), "{release}");
            let closed = ActionError::NotWatching { resource: Kind::Pod };
            assert_eq!(world.apply(&Action::Relist { kind: Kind::Pod }), Err(closed.clone()), "{release}");
            assert_eq!(world.apply(&Action::ExpireWatch { kind: Kind::Pod }), Err(closed), "{release}");
            step_until(&mut world, |event| matches!(event, ManagerEvent::CacheSynced { kind: Kind::Job }));
            assert_eq!(world.apply(&Action::Sync), Err(idle), "{release}: in the queue, but nobody takes it");
            let job = world.manager.name_of(Simulated::Job).unwrap();
            step_until(
                &mut world,
                |event| matches!(event, ManagerEvent::WorkersStarted { name, .. } if name.as_str() == job),
            );
            assert!(world.apply(&Action::Sync).is_ok(), "{release}");
        }
    }

    #[test]
    fn handlers_that_come_late_hear_what_is_there_and_never_what_was() {
        for release in Release::ALL {
            let options = ManagerOptions { late_handlers: true, ..ManagerOptions::default() };
            let mut world = beginning(release, options);
            let synced = step_until(&mut world, |event| matches!(event, ManagerEvent::CacheSynced { kind: Kind::Job }));
            assert_eq!(verdicts(&synced), [HandlerVerdict::NotRegistered], "{release}");
            world
                .apply(&Action::DeleteJob { name: "j".into(), policy: Some(DeletionPropagation::Background) })
                .unwrap();
            world.apply(&job()).unwrap();
            let step = world.apply(&Action::Deliver { kind: Streams::Job, n: None }).unwrap();
            assert_eq!(verdicts(&step), [HandlerVerdict::NotRegistered; 2], "{release}");
            let late = step_until(
                &mut world,
                |event| matches!(event, ManagerEvent::ControllerStarted { late: Some(late), .. } if *late == Late { replayed: 1, missed: 3 }),
            );
            assert_eq!(verdicts(&late), [HandlerVerdict::Handled], "{release}: the new Job is all that it hears of");
        }
    }

    #[test]
    fn what_the_cache_has_not_taken_in_does_not_count_as_seen() {
        let mut world = World::new(Release::V1_36);
        let empty = world.api.resource_version();
        world.apply(&job()).unwrap();
        world.apply(&Action::Receive { kind: Kind::Job, n: None }).unwrap();
        assert_eq!(world.snapshot().job_stream.synced, empty);
        assert_eq!(world.machinery.jobs.last_sync_resource_version(), world.api.resource_version());
        world.apply(&Action::Relist { kind: Kind::Pod }).unwrap();
        assert_eq!(world.snapshot().job_stream.synced, world.api.resource_version());
    }

    #[test]
    fn what_was_received_is_delivered_without_further_news() {
        for release in Release::ALL {
            let mut world = World::new(release);
            world.apply(&job()).unwrap();
            world.apply(&Action::Receive { kind: Kind::Job, n: None }).unwrap();
            assert!(world.snapshot().queue.ready.is_empty());
            assert_eq!(world.next_action(), Some(Action::Deliver { kind: Streams::Job, n: None }));
            let deliver_pods = Action::Deliver { kind: Streams::Pod, n: None };
            assert_eq!(world.apply(&deliver_pods), Err(ActionError::NothingToDeliver));
            world.apply(&Action::Deliver { kind: Streams::Job, n: None }).unwrap();
            assert_eq!(world.snapshot().queue.ready.len(), 1, "{release}");
            assert_eq!(world.next_action(), Some(Action::Sync));
        }
    }

    #[test]
    fn bookmarks_came_with_v1_16() {
        for release in Release::ALL {
            let mut world = World::new(release);
            let bookmark = Action::Bookmark { kind: Kind::Pod };
            world.apply(&job()).unwrap();
            if release == Release::V1_11 {
                assert_eq!(world.apply(&bookmark), Err(ActionError::NoBookmarks));
                continue;
            }
            assert!(world.snapshot().pod_stream.synced < world.api.resource_version());
            world.apply(&bookmark).unwrap();
            assert_eq!(world.snapshot().pod_stream.synced, world.api.resource_version());
            let early = world.apply(&Action::Bookmark { kind: Kind::Job });
            assert_eq!(early, Err(ActionError::EventsBeforeBookmark), "{release}");
        }
    }
}
