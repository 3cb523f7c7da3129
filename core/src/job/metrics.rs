//! The Job controller's metrics (`pkg/controller/job/metrics`): what is counted, where, and under which names.
//!
//! v1.11 has none of its own. A sync takes no time on the virtual clock, so all durations are 0.

use serde::{Deserialize, Serialize};

use super::controller::Controller;
use super::indexed_job_utils::{OrderedIntervals, backoff_limit_per_index};
use super::sync_job_ctx::SyncJobCtx;
use super::tracking_utils::has_job_tracking_finalizer;
use crate::api::{
    CompletionMode, FeatureGate, Job, JobCondition, JobConditionType, JobStatus, Pod, PodFailurePolicyAction, PodPhase,
    PodReplacementPolicy, Release,
};
use crate::client::ControllerError;
use crate::client::prometheus::{Counts, Description, Durations, Exposition, Stability, exponential_buckets};
use crate::trace::Kind;

/// The label `action`: what a sync did about pods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum SyncAction {
    /// It waits for what it has done before, or the Job ends.
    Reconciling,
    /// There are as many pods as wanted.
    Tracking,
    /// Pods are missing.
    PodsCreated,
    /// There are pods too many.
    PodsDeleted,
}

impl SyncAction {
    fn label(self) -> &'static str {
        match self {
            Self::Reconciling => "reconciling",
            Self::Tracking => "tracking",
            Self::PodsCreated => "pods_created",
            Self::PodsDeleted => "pods_deleted",
        }
    }
}

/// The label `result` or `status`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Outcome {
    Succeeded,
    Failed,
}

impl Outcome {
    fn label(self) -> &'static str {
        match self {
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
        }
    }
}

/// The label `reason` of created pods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum CreationReason {
    New,
    RecreateTerminatingOrFailed,
    RecreateFailed,
}

impl CreationReason {
    fn label(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::RecreateTerminatingOrFailed => "recreate_terminating_or_failed",
            Self::RecreateFailed => "recreate_failed",
        }
    }
}

/// A sync under way: whether its Job is Indexed, and what it does about pods so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SyncLabels {
    indexed: bool,
    action: SyncAction,
}

/// What the controller has counted since its process began.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct JobMetrics {
    /// By whether the sync went well, too.
    syncs: Counts<(SyncLabels, bool)>,
    /// By whether the Job is Indexed, and the reason.
    jobs_finished: Counts<(bool, Outcome, String)>,
    pods_finished: Counts<(bool, Outcome)>,
    policy_actions: Counts<PodFailurePolicyAction>,
    /// By whether a pod with the finalizer ended, or such a pod went or lost it.
    terminated_pods: Counts<bool>,
    /// By whether the Job has a limit per index.
    finished_indexes: Counts<(Outcome, bool)>,
    pods_created: Counts<(CreationReason, Outcome)>,
    jobs_of_others: Counts<String>,
    stale_sync_skips: Counts<Kind>,
}

/// The counters of a status, before a write changes them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct OldCounters {
    succeeded: i32,
    failed: i32,
    completed_indexes: String,
    failed_indexes: Option<String>,
}

impl From<&JobStatus> for OldCounters {
    fn from(status: &JobStatus) -> Self {
        Self {
            succeeded: status.succeeded,
            failed: status.failed,
            completed_indexes: status.completed_indexes.clone(),
            failed_indexes: status.failed_indexes.clone(),
        }
    }
}

fn completion_mode(indexed: bool) -> (&'static str, &'static str) {
    let mode = if indexed { CompletionMode::Indexed } else { CompletionMode::NonIndexed };
    ("completion_mode", mode.as_str())
}

impl Controller<'_> {
    /// The metrics, unless the process stands still.
    fn metrics(&mut self) -> Option<&mut JobMetrics> {
        (!self.process.stands_still()).then(|| &mut *self.state().metrics)
    }

    /// From here on the sync is measured.
    pub(super) fn measure_sync(&mut self, job: &Job) {
        self.sync = Some(SyncLabels { indexed: job.is_indexed(), action: SyncAction::Reconciling });
    }

    /// What the sync does about pods.
    pub(super) fn set_sync_action(&mut self, action: SyncAction) {
        if let Some(sync) = &mut self.sync {
            sync.action = action;
        }
    }

    /// The sync has returned.
    pub(super) fn record_sync(&mut self, went_well: bool) {
        if let Some(sync) = self.sync.take()
            && let Some(metrics) = self.metrics()
        {
            metrics.syncs.add((sync, went_well), 1);
        }
    }

    /// `recordJobFinished`: a Job has ended.
    pub(super) fn count_job_finished(&mut self, job: &Job, condition: &JobCondition) {
        let complete = condition.r#type == JobConditionType::Complete;
        let outcome = if complete { Outcome::Succeeded } else { Outcome::Failed };
        // Success has a reason since v1.31.
        let has_reason = !complete || self.gates.release().since(31);
        let reason = if has_reason { condition.reason.clone() } else { String::new() };
        if let Some(metrics) = self.metrics() {
            metrics.jobs_finished.add((job.is_indexed(), outcome, reason), 1);
        }
    }

    /// `recordJobPodFinished`: the status of `job` was written; before, it counted `old`.
    pub(super) fn count_pods_finished(&mut self, job: &Job, old: &OldCounters) {
        let completions = job.spec.completions.unwrap_or(0);
        let grown = |now: &str, before: &str| {
            let total = |text: &str| i64::from(OrderedIntervals::parse(text, completions).total());
            (total(now) - total(before)).max(0)
        };
        let (status, indexed) = (&job.status, job.is_indexed());
        let per_index = backoff_limit_per_index(job, self.gates).is_some();
        let Some(metrics) = self.metrics() else { return };
        // Of an Indexed Job the indexes count, so that those which are no longer asked for do not.
        let succeeded = if indexed {
            let succeeded = grown(&status.completed_indexes, &old.completed_indexes);
            metrics.finished_indexes.add((Outcome::Succeeded, per_index), succeeded);
            let text = |indexes: &Option<String>| indexes.clone().unwrap_or_default();
            let failed = grown(&text(&status.failed_indexes), &text(&old.failed_indexes));
            if per_index && failed > 0 {
                metrics.finished_indexes.add((Outcome::Failed, per_index), failed);
            }
            succeeded
        } else {
            i64::from(status.succeeded - old.succeeded).max(0)
        };
        metrics.pods_finished.add((indexed, Outcome::Succeeded), succeeded);
        metrics.pods_finished.add((indexed, Outcome::Failed), i64::from(status.failed - old.failed).max(0));
    }

    /// `recordJobPodFailurePolicyActions`.
    pub(super) fn count_policy_actions(&mut self, actions: &Counts<PodFailurePolicyAction>) {
        if let Some(metrics) = self.metrics() {
            for (action, times) in actions.iter() {
                metrics.policy_actions.add(*action, times);
            }
        }
    }

    /// `recordJobPodsCreationTotal`.
    pub(super) fn count_pods_created(&mut self, ctx: &SyncJobCtx, succeeded: i64, failed: i64) {
        let policy = ctx.job.spec.pod_replacement_policy.unwrap_or(PodReplacementPolicy::TerminatingOrFailed);
        let own_numbers = self.gates.release().since(30);
        let (failures, terminating) = if own_numbers {
            (ctx.failed, ctx.terminating.unwrap_or(0))
        } else {
            // What the status said before the sync.
            (ctx.job.status.failed, ctx.job.status.terminating.unwrap_or(0))
        };
        let waits = policy == PodReplacementPolicy::Failed && (failures > 0 || (!own_numbers && terminating > 0));
        let reason = if !self.enabled(FeatureGate::JobPodReplacementPolicy) {
            CreationReason::New
        } else if waits {
            CreationReason::RecreateFailed
        } else if failures > 0 || terminating > 0 {
            CreationReason::RecreateTerminatingOrFailed
        } else {
            CreationReason::New
        };
        if let Some(metrics) = self.metrics() {
            for (outcome, times) in [(Outcome::Succeeded, succeeded), (Outcome::Failed, failed)] {
                if times > 0 {
                    metrics.pods_created.add((reason, outcome), times);
                }
            }
        }
    }

    /// `recordFinishedPodWithTrackingFinalizer`.
    pub(super) fn count_terminated_pod(&mut self, old: Option<&Pod>, new: Option<&Pod>) {
        let holds = |pod: Option<&Pod>| {
            pod.is_some_and(|pod| {
                matches!(pod.status.phase, PodPhase::Succeeded | PodPhase::Failed) && has_job_tracking_finalizer(pod)
            })
        };
        let is = holds(new);
        if holds(old) != is
            && let Some(metrics) = self.metrics()
        {
            metrics.terminated_pods.add(is, 1);
        }
    }

    /// There is a Job that another controller manages.
    pub(super) fn count_job_of_others(&mut self, controller: &str) {
        if let Some(metrics) = self.metrics() {
            metrics.jobs_of_others.add(controller.to_owned(), 1);
        }
    }

    /// A sync ends at once, because a cache is behind the controller's own writes.
    pub(super) fn count_stale_sync_skip(&mut self, error: &ControllerError) {
        if let ControllerError::NotCaughtUp { kind, .. } = error
            && let Some(metrics) = self.metrics()
        {
            metrics.stale_sync_skips.add(*kind, 1);
        }
    }
}

const FAILURES_HANDLED: &str = "The number of failed Pods handled by failure policy with\n\t\t\trespect to the failure \
     policy action applied based on the matched\n\t\t\trule. Possible values of the action label correspond to the\n\t\t\t\
     possible values for the failure policy rule action, which are:\n\t\t\t\"FailJob\", \"Ignore\" and \"Count\".";
const TERMINATED_PODS: &str = "The number of terminated pods (phase=Failed|Succeeded)\nthat have the finalizer \
     batch.kubernetes.io/job-tracking\nThe event label can be \"add\" or \"delete\".";
const FINISHED_INDEXES: &str = "The number of finished indexes. Possible values for the\n\t\t\tstatus label are: \
     \"succeeded\", \"failed\". Possible values for the\n\t\t\tbackoffLimit label are: \"perIndex\" and \"global\"";
const PODS_CREATED: &str = "The number of Pods created by the Job controller labelled with a reason for the Pod creation.\n\
     This metric also distinguishes between Pods created using different PodReplacementPolicy settings.\n\
     Possible values of the \"reason\" label are:\n\"new\", \"recreate_terminating_or_failed\", \"recreate_failed\".\n\
     Possible values of the \"status\" label are:\n\"succeeded\", \"failed\".";

impl JobMetrics {
    /// The metrics as the release names them.
    pub(crate) fn expose(&self, release: Release, text: &mut Exposition) {
        if release.since(26) {
            self.expose_since_v1_26(text);
            self.expose_newer(release, text);
        } else if release.since(22) {
            self.expose_v1_22(text);
        }
    }

    fn expose_syncs(&self, stability: Stability, name: &'static str, shortest: f64, text: &mut Exposition) {
        let stability = Some(stability);
        let syncs = Description { name, stability, help: "The number of job syncs" };
        let duration = Description {
            name: "job_controller_job_sync_duration_seconds",
            stability,
            help: "The time it took to sync a job",
        };
        for ((SyncLabels { indexed, action }, went_well), times) in self.syncs.iter() {
            let result = if *went_well { "success" } else { "error" };
            let labels = [completion_mode(*indexed), ("result", result), ("action", action.label())];
            text.count(syncs, &labels, times);
            let mut durations = Durations::default();
            durations.add(0, times);
            text.histogram(duration, &labels, exponential_buckets(shortest, 2.0, 15), durations);
        }
    }

    fn expose_v1_22(&self, text: &mut Exposition) {
        self.expose_syncs(Stability::Alpha, "job_controller_job_sync_total", 0.001, text);
        let name = "job_controller_job_finished_total";
        let metric = Description { name, stability: Some(Stability::Alpha), help: "The number of finished job" };
        let mut finished: Counts<(bool, Outcome)> = Counts::default();
        for ((indexed, outcome, _), times) in self.jobs_finished.iter() {
            finished.add((*indexed, *outcome), times);
        }
        for ((indexed, outcome), times) in finished.iter() {
            text.count(metric, &[completion_mode(*indexed), ("result", outcome.label())], times);
        }
    }

    fn expose_since_v1_26(&self, text: &mut Exposition) {
        // From 1 ms until #120577, which v1.28 got in v1.28.3.
        self.expose_syncs(Stability::Stable, "job_controller_job_syncs_total", 0.004, text);
        let metric = |name, stability, help| Description { name, stability: Some(stability), help };
        let jobs = metric("job_controller_jobs_finished_total", Stability::Stable, "The number of finished jobs");
        for ((indexed, outcome, reason), times) in self.jobs_finished.iter() {
            let labels = [completion_mode(*indexed), ("result", outcome.label()), ("reason", reason.as_str())];
            text.count(jobs, &labels, times);
        }
        let name = "job_controller_job_pods_finished_total";
        let pods = metric(name, Stability::Stable, "The number of finished Pods that are fully tracked");
        for ((indexed, outcome), times) in self.pods_finished.iter() {
            text.count(pods, &[completion_mode(*indexed), ("result", outcome.label())], times);
        }
        let name = "job_controller_pod_failures_handled_by_failure_policy_total";
        for (action, times) in self.policy_actions.iter() {
            text.count(metric(name, Stability::Alpha, FAILURES_HANDLED), &[("action", action.as_str())], times);
        }
        let name = "job_controller_terminated_pods_tracking_finalizer_total";
        for (is_added, times) in self.terminated_pods.iter() {
            let event = if *is_added { "add" } else { "delete" };
            text.count(metric(name, Stability::Alpha, TERMINATED_PODS), &[("event", event)], times);
        }
    }

    /// Metrics that came after v1.28.
    fn expose_newer(&self, release: Release, text: &mut Exposition) {
        let metric = |name, help| Description { name, stability: Some(Stability::Alpha), help };
        if release.since(29) {
            self.expose_since_v1_29(release, text);
        }
        let name = "job_controller_jobs_by_external_controller_total";
        let others = metric(name, "The number of Jobs managed by an external controller");
        for (controller, times) in self.jobs_of_others.iter() {
            text.count(others, &[("controller_name", controller)], times);
        }
        let name = "job_controller_stale_sync_skips_total";
        let skips = metric(name, "Total number of Job syncs skipped due to a stale watch cache.");
        for (kind, times) in self.stale_sync_skips.iter() {
            let (group, resource) = match kind {
                Kind::Job => ("batch", "jobs"),
                Kind::Pod => ("", "pods"),
            };
            text.count(skips, &[("group", group), ("resource", resource)], times);
        }
    }

    fn expose_since_v1_29(&self, release: Release, text: &mut Exposition) {
        let stability = Some(if release.since(36) { Stability::Beta } else { Stability::Alpha });
        let metric = |name, help| Description { name, stability, help };
        let indexes = metric("job_controller_job_finished_indexes_total", FINISHED_INDEXES);
        for ((outcome, per_index), times) in self.finished_indexes.iter() {
            let limit = if *per_index { "perIndex" } else { "global" };
            text.count(indexes, &[("status", outcome.label()), ("backoffLimit", limit)], times);
        }
        let pods = metric("job_controller_job_pods_creation_total", PODS_CREATED);
        for ((reason, outcome), times) in self.pods_created.iter() {
            text.count(pods, &[("reason", reason.label()), ("status", outcome.label())], times);
        }
    }
}
