//! The indexes whose replacement pods are delayed, as a sync would find them in its caches now.

use std::sync::Arc;

use super::{IndexBackoffView, World};
use crate::api::{Job, Pod};
use crate::client::filter_active_pods;
use crate::job::backoff_utils::index_backoff_record;
use crate::job::indexed_job_utils::{
    backoff_limit_per_index, calculate_failed_indexes, calculate_succeeded_indexes,
    pods_with_delayed_deletion_per_index,
};
use crate::job::sync_job_ctx::SyncJobCtx;
use crate::trace::{MAX_JOB_POD_FAILURE_BACK_OFF_MS, remaining_backoff_ms};

impl World {
    /// Of all Jobs that have not ended and have a limit for each index, those indexes that still have to wait.
    pub(super) fn index_backoff(&self) -> Vec<IndexBackoffView> {
        let jobs = self.machinery.jobs.list().filter(|job| job.status.finished().is_none());
        jobs.flat_map(|job| self.index_backoff_of(job)).collect()
    }

    fn index_backoff_of(&self, job: &Arc<Job>) -> Vec<IndexBackoffView> {
        let Some(limit) = backoff_limit_per_index(job, self.gates) else { return Vec::new() };
        let key = job.metadata.key();
        let is_its = |pod: &&Arc<Pod>| {
            pod.metadata.controller().is_some_and(|owner| Some(&owner.uid) == job.metadata.uid.as_ref())
        };
        let pods: Vec<Arc<Pod>> = self.machinery.pods.list().filter(is_its).cloned().collect();
        let ctx = SyncJobCtx {
            active_pods: filter_active_pods(&pods),
            expected_rm_finalizers: self.controller.finalizer_expectations.expected(&key),
            succeeded_indexes: calculate_succeeded_indexes(job, &pods, true).1,
            failed_indexes: Some(calculate_failed_indexes(job, &pods, limit, self.gates)),
            job: Job::clone(job),
            pods,
            ..SyncJobCtx::default()
        };
        let waits = pods_with_delayed_deletion_per_index(&ctx, self.gates).into_iter().map(|(index, last_failed)| {
            let record = index_backoff_record(&last_failed, self.release());
            let since = record.last_failure_time.map(|last| self.now.since(last));
            let remaining_ms =
                remaining_backoff_ms(record.failures_after_last_success, since, MAX_JOB_POD_FAILURE_BACK_OFF_MS);
            IndexBackoffView { key: key.clone(), index, record, remaining_ms }
        });
        waits.filter(|view| view.remaining_ms > 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::api::{FeatureGate, FeatureGates, Manifest, Release, Time};
    use crate::trace::{Decision, TraceEntry};
    use crate::world::{Action, World};

    #[test]
    fn the_indexes_that_wait_are_those_that_the_controller_waits_for() {
        for release in [Release::V1_28, Release::V1_36] {
            let gates = FeatureGates::from(release).with(FeatureGate::JobBackoffLimitPerIndex, true).unwrap();
            let mut world = World::with_gates(gates, Time::START);
            let manifest = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nspec:\n  completionMode: Indexed\n  completions: 3\n  parallelism: 3\n  backoffLimitPerIndex: 2\n  template: {spec: {restartPolicy: Never, containers: [{name: a, image: b}]}}\n";
            world.apply(&Action::of_manifest(&Manifest::parse(manifest, release).unwrap())).unwrap();
            let rules = r#"[{"pods": {"indexes": "1"}, "startMs": 1000, "runMs": 1000, "end": "fail", "exitCode": 1}, {"startMs": 1000, "runMs": 60000, "end": "succeed"}]"#;
            world.apply(&Action::SetOutcomes { rules: serde_json::from_str(rules).unwrap() }).unwrap();
            let mut asked = 0;
            while let Some(next) = world.next_action() {
                let step = world.apply(&next).unwrap();
                let snapshot = world.snapshot();
                assert!(snapshot.index_backoff.iter().all(|wait| wait.index == 1), "{release}");
                for entry in &step.trace {
                    if let TraceEntry::Decision(Decision::IndexBackoffRemaining { soonest_ms: Some(soonest), .. }) =
                        entry
                    {
                        asked += 1;
                        let waits: Vec<_> = snapshot.index_backoff.iter().map(|wait| wait.remaining_ms).collect();
                        assert_eq!(waits, [*soonest], "{release} {asked}");
                    }
                }
            }
            assert!(asked > 1, "{release}: it waited {asked} times");
            assert!(world.snapshot().index_backoff.is_empty(), "{release}: the index has failed");
        }
    }
}
