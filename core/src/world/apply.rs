//! Carries out an action. The decisions of each component are in its own module.

#[cfg(test)]
mod tests;

use super::other_controllers::OtherControllers;
use super::{Action, ActionError, Fault, Step, World};
use crate::api::{DeleteOptions, Job, ObjectKey, Pod, ResourceQuota, StatusError};
use crate::client::record_stored;
use crate::job::{self, NewController};
use crate::kubectl;
use crate::manager::{Manager, OptionsError};
use crate::trace::{Kind, Method, QueueName, QuotaChange, Request, Trace, TraceEntry};

/// Most faults that are armed at the same time: each world has a copy of them.
const MAX_FAULTS: usize = 100;

/// Most outcome rules: each pod is compared with them.
const MAX_OUTCOME_RULES: usize = 100;

/// Most milliseconds that one action may pass: 1000 days.
pub(super) const MAX_ADVANCE_MS: i64 = 1000 * 24 * 60 * 60 * 1000;

impl World {
    /// Carries out `action`. An error changes nothing.
    pub fn apply(&mut self, action: &Action) -> Result<Step, ActionError> {
        let at = self.now;
        let mut trace = Trace::on();
        self.run(action, &mut trace)?;
        Ok(Step { action: action.clone(), at, trace: trace.into_entries() })
    }

    /// Carries out `action` without noting what happens.
    pub fn apply_untraced(&mut self, action: &Action) -> Result<(), ActionError> {
        self.run(action, &mut Trace::off())
    }

    /// The world as it is while `action` is under way, after the first `entries` entries of its
    /// trace. The caches, the store and the queue are as they were at that moment.
    pub fn during(&self, action: &Action, entries: usize) -> Result<Self, ActionError> {
        let mut world = self.clone();
        world.run(action, &mut Trace::limited(entries))?;
        Ok(world)
    }

    fn run(&mut self, action: &Action, trace: &mut Trace) -> Result<(), ActionError> {
        // What fails must have changed nothing. A copy is cheap, but what it shares is copied where it changes.
        let before = if fails_only_at_once(action) { None } else { Some(self.clone()) };
        let done = self.carry_out(action, trace);
        if let (Err(_), Some(before)) = (&done, before) {
            *self = before;
        }
        done
    }

    fn carry_out(&mut self, action: &Action, trace: &mut Trace) -> Result<(), ActionError> {
        let (jobs, pods) = (self.api.watch.jobs.len(), self.api.watch.pods.len());
        let terms = self.terms_of_moves();
        let done = self.dispatch(action, trace)?;
        if matches!(done, Stored::NotYetTold) {
            record_stored(&self.api, jobs, pods, trace);
        }
        self.kubelet_observes(pods);
        if self.terms_of_moves() != terms {
            self.plan_all();
        }
        self.forget_unwatched();
        Ok(())
    }

    fn dispatch(&mut self, action: &Action, trace: &mut Trace) -> Result<Stored, ActionError> {
        match action {
            Action::CreateJob { job } => {
                self.api.create_job(Job::clone(job), self.now)?;
            }
            Action::ImportJob { job } => {
                self.api.import_job(Job::clone(job))?;
            }
            Action::ImportPods { pods } => self.api.import_pods(pods)?,
            Action::ApplyJob { manifest } => {
                let stored = |key: &ObjectKey| self.api.jobs().get(key).map(|job| &**job);
                if let Some(request) = kubectl::apply(manifest, self.release(), stored)? {
                    self.serve(request, trace)?;
                }
            }
            Action::PatchJob { name, r#type, patch } => {
                let method = Method::Patch(*r#type);
                self.serve(Request { method, key: self.job_named(name), body: patch.clone() }, trace)?;
            }
            Action::PatchJobStatus { name, r#type, patch } => {
                let method = Method::PatchStatus(*r#type);
                self.serve(Request { method, key: self.job_named(name), body: patch.clone() }, trace)?;
            }
            Action::ScaleJob { name, replicas } => {
                let request = kubectl::scale(self.api.job(&self.job_named(name))?, *replicas, self.release())?;
                self.serve(request, trace)?;
            }
            Action::DeleteJob { name, policy } => {
                let key = self.job_named(name);
                if !self.api.delete_job(&key, &DeleteOptions::with_policy(*policy), self.now)? {
                    return Err(ActionError::AlreadyDeleting);
                }
            }
            Action::CreateNamespace { name } => self.api.create_namespace(name, self.now)?,
            Action::CreateQuota { quota } => {
                self.api.create_quota(quota, self.now)?;
                self.record_quota(quota, true, trace);
            }
            Action::ApplyQuota { quota } => {
                if let Some(stored) = self.api.apply_quota(quota, self.now)? {
                    self.record_quota(&stored.quota, true, trace);
                }
            }
            Action::ApplyPod { pod } => {
                if self.api.pod(&pod.metadata.key()).is_err() {
                    self.api.create_pod_of_user(Pod::clone(pod), self.now)?;
                }
            }
            Action::DeleteQuota { name, namespace } => {
                let quota = self.api.delete_quota(&ObjectKey::new(namespace, name))?;
                self.record_quota(&quota, false, trace);
            }
            Action::Gc => self.collect_garbage()?,
            Action::Advance { ms } => {
                if !(1..=MAX_ADVANCE_MS).contains(ms) {
                    return Err(ActionError::BadTime { max_ms: MAX_ADVANCE_MS });
                }
                self.now = self.now.plus(*ms);
                self.pass_idle();
                self.ripen(trace);
                return Ok(Stored::Nothing);
            }
            Action::Deliver { kind, n } => {
                self.deliver(*kind, *n, trace)?;
                return Ok(Stored::Nothing);
            }
            Action::Relist { kind } => {
                self.listing(*kind)?;
                self.relist(*kind, trace);
                return Ok(Stored::Nothing);
            }
            Action::Resync => {
                self.machinery.jobs.processor.tick_all();
                self.machinery.pods.processor.tick_all();
                self.machinery.jobs.resync();
                self.machinery.pods.resync();
                self.notify(trace);
                return Ok(Stored::Nothing);
            }
            Action::StartManager { .. }
            | Action::StepManager
            | Action::CloseWatch { .. }
            | Action::ExpireWatch { .. }
            | Action::Bookmark { .. }
            | Action::Receive { .. }
            | Action::ResyncTick { .. } => {
                self.drive_manager(action, trace)?;
                return Ok(Stored::Nothing);
            }
            Action::Restart => {
                self.restart(trace);
                return Ok(Stored::Nothing);
            }
            Action::CrashAfter { writes } => {
                self.crash_after(*writes, trace)?;
                return Ok(Stored::Nothing);
            }
            Action::HoldStream { kind } => {
                self.hold_stream(*kind, true)?;
                return Ok(Stored::Nothing);
            }
            Action::ReleaseStream { kind } => {
                self.hold_stream(*kind, false)?;
                return Ok(Stored::Nothing);
            }
            Action::Fault(fault) => {
                if self.faults.armed.len() >= MAX_FAULTS {
                    return Err(ActionError::TooManyFaults { most: MAX_FAULTS });
                }
                self.faults.armed.push(Fault::clone(fault));
            }
            Action::RemoveFault { fault } => {
                if !self.faults.remove(*fault) {
                    return Err(ActionError::NoSuchFault { fault: *fault });
                }
            }
            Action::Sync => {
                self.sync(QueueName::Job, trace)?;
                return Ok(Stored::Nothing);
            }
            Action::StepSync { key } => {
                self.step_sync(key.as_ref(), trace)?;
                return Ok(Stored::Nothing);
            }
            Action::SyncOrphan => {
                self.sync(QueueName::OrphanPod, trace)?;
                return Ok(Stored::Nothing);
            }
            Action::SyncTtl => {
                self.sync_ttl(trace)?;
                return Ok(Stored::Nothing);
            }
            Action::AttemptToDelete => {
                self.collect(QueueName::AttemptToDelete, trace)?;
                return Ok(Stored::Nothing);
            }
            Action::AttemptToOrphan => {
                self.collect(QueueName::AttemptToOrphan, trace)?;
                return Ok(Stored::Nothing);
            }
            Action::PodGc => {
                self.collect_pods(trace)?;
                return Ok(Stored::Nothing);
            }
            Action::Observe { seen } => {
                seen.check(self.api.resource_version())?;
                self.api.observe(seen);
            }
            Action::InferSync { key, seen, refused, crashes, one_of_several: _ } => {
                self.infer_sync(key.as_ref(), seen, refused, *crashes, trace)?;
                return Ok(Stored::Nothing);
            }
            Action::DeleteNode { name } => self.api.delete_node(name, self.now)?,
            Action::SetOutcomes { rules } => {
                if rules.len() > MAX_OUTCOME_RULES {
                    return Err(ActionError::TooManyRules { most: MAX_OUTCOME_RULES });
                }
                self.outcomes = rules.as_slice().into();
            }
            Action::PatchPod { name, r#type, patch } => self.patch_pod(name, *r#type, patch)?,
            Action::PodSchedule { pods }
            | Action::PodUnschedulable { pods }
            | Action::PodWait { pods, .. }
            | Action::PodContainerExit { pods, .. }
            | Action::PodRun { pods, .. }
            | Action::PodReady { pods, .. }
            | Action::PodRestart { pods, .. }
            | Action::PodSucceed { pods, .. }
            | Action::PodFail { pods, .. }
            | Action::PodDelete { pods, .. }
            | Action::PodRemove { pods }
            | Action::PodLabel { pods, .. }
            | Action::PodAnnot { pods, .. }
            | Action::PodOrphan { pods, .. } => self.change_pods(action, pods)?,
        }
        Ok(Stored::NotYetTold)
    }

    /// What happens to the manager's process and its watches.
    fn drive_manager(&mut self, action: &Action, trace: &mut Trace) -> Result<(), ActionError> {
        match action {
            Action::StartManager { options } => self.start_manager(options),
            Action::StepManager => self.step_manager(trace),
            Action::CloseWatch { kind } => self.close_watch(*kind, trace),
            Action::ExpireWatch { kind } => self.expire_watch(*kind, trace),
            Action::Bookmark { kind } => self.bookmark(*kind, trace),
            Action::Receive { kind, n } => self.receive(*kind, *n, trace),
            Action::ResyncTick { kind } => self.resync_tick(*kind, trace),
            _ => Ok(()),
        }
    }

    /// The API server is asked, and answers.
    fn serve(&mut self, request: Request, trace: &mut Trace) -> Result<(), StatusError> {
        self.api.serve(&request, self.now)?;
        trace.record(|| TraceEntry::Request(request));
        Ok(())
    }

    fn record_quota(&self, quota: &ResourceQuota, stored: bool, trace: &mut Trace) {
        trace.record(|| {
            let used = u32::try_from(self.api.pods_used(quota, self.now)).unwrap_or(u32::MAX);
            TraceEntry::Quota(QuotaChange { name: quota.name.clone(), hard: stored.then_some(quota.pods), used })
        });
    }

    /// One worker of the Job controller takes the next key of the queue.
    pub(super) fn sync(&mut self, queue: QueueName, trace: &mut Trace) -> Result<(), ActionError> {
        self.check_work(queue)?;
        if queue == QueueName::Job {
            self.has_free_worker()?;
        }
        let pods = self.api.watch.pods.len();
        let (mut controller, _) = self.at_work(trace);
        if queue == QueueName::OrphanPod {
            job::process_next_orphan_pod(&mut controller);
        } else {
            job::process_next_work_item(&mut controller);
        }
        controller.end_run();
        if !trace.is_full() {
            self.faults.end();
        }
        if self.release().sorts_pod_events() {
            self.api.sort_pods_from(pods);
        }
        Ok(())
    }

    /// A new controller process: everything that was only in memory is gone; both caches are filled by
    /// a list before a worker starts.
    pub(super) fn restart(&mut self, trace: &mut Trace) {
        let NewController { machinery, state } = job::new_controller(self.gates);
        self.machinery = machinery;
        self.controller = state;
        self.others = OtherControllers::running(self.now);
        self.manager = Manager::running(self.release(), &mut self.machinery, self.now);
        self.events.restart();
        self.faults.clear();
        self.resting.clear();
        self.relist(Kind::Job, trace);
        self.relist(Kind::Pod, trace);
    }
}

/// Whether the action is refused before it has changed anything, if it is refused. A pod that is named twice can be gone
/// when its turn comes again, after a deletion or with its last finalizer.
fn fails_only_at_once(action: &Action) -> bool {
    matches!(
        action,
        Action::Sync
            | Action::Deliver { .. }
            | Action::Advance { .. }
            | Action::PodSchedule { .. }
            | Action::PodUnschedulable { .. }
            | Action::PodWait { .. }
            | Action::PodContainerExit { .. }
            | Action::PodRun { .. }
            | Action::PodReady { .. }
            | Action::PodRestart { .. }
            | Action::PodSucceed { .. }
            | Action::PodFail { .. }
            | Action::PodRemove { .. }
            | Action::PodLabel { .. }
            | Action::PodAnnot { .. }
    )
}

/// Whether what was stored is in the trace already.
enum Stored {
    /// Nothing was stored, or each call noted it.
    Nothing,
    /// It is to be noted at the end.
    NotYetTold,
}

impl From<StatusError> for ActionError {
    fn from(error: StatusError) -> Self {
        Self::Refused { error }
    }
}

impl From<OptionsError> for ActionError {
    fn from(error: OptionsError) -> Self {
        Self::BadOptions { error }
    }
}
