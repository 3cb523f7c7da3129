//! The controller's metrics: the text that a scrape of its `/metrics` returns.

use super::World;
use crate::client::prometheus::Exposition;

impl World {
    /// The metrics of the Job controller, and of all queues, since the process began, as Prometheus text, under the
    /// names that the release has for them.
    ///
    /// Durations are those of the virtual clock. What depends on a real one is left out: the saturation of the
    /// client's rate limiter, and the quantiles of v1.11's summaries.
    ///
    /// ```
    /// use jobscope_core::api::Release;
    /// use jobscope_core::world::World;
    ///
    /// let text = World::new(Release::V1_28).metrics();
    /// assert!(text.contains("workqueue_depth{name=\"job\"} 0\n"));
    /// ```
    pub fn metrics(&self) -> String {
        let mut text = Exposition::default();
        let release = self.release();
        self.machinery.queue.expose("job", release, self.now, &mut text);
        if release.since(22) {
            self.controller.orphan_queue.expose("job_orphan_pod", release, self.now, &mut text);
            self.others.ttl_after_finished.queue.expose("ttl_jobs_to_delete", release, self.now, &mut text);
            self.others.pod_gc.node_queue.expose("orphaned_pods_nodes", release, self.now, &mut text);
        }
        self.others.ttl_after_finished.expose(release, &mut text);
        let gc = &self.others.garbage_collector;
        gc.attempt_to_delete.expose("garbage_collector_attempt_to_delete", release, self.now, &mut text);
        gc.attempt_to_orphan.expose("garbage_collector_attempt_to_orphan", release, self.now, &mut text);
        self.controller.metrics.expose(release, &mut text);
        text.to_string()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::api::{FeatureGates, Release, Time};
    use crate::world::{Action, Streams};

    fn job(spec: &Value) -> Action {
        let mut job = json!({"metadata": {"name": "j"}, "spec": {"template": {
            "spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "img"}]},
        }}});
        json_patch::merge(&mut job["spec"], spec);
        Action::CreateJob { job: Box::new(serde_json::from_value(job).unwrap()) }
    }

    /// A world in which that Job has come to its end.
    fn ended(gates: impl Into<FeatureGates>, spec: &Value) -> World {
        let mut world = World::with_gates(gates.into(), Time::START);
        world.apply(&job(spec)).unwrap();
        while let Some(action) = world.next_action() {
            world.apply(&action).unwrap();
        }
        world
    }

    fn has(world: &World, lines: &[&str]) {
        let text = world.metrics();
        for line in lines {
            assert!(text.lines().any(|other| other == *line), "{line} is not in\n{text}");
        }
    }

    #[test]
    fn v1_11_measures_queues_alone() {
        let world = ended(Release::V1_11, &json!({}));
        let text = world.metrics();
        assert!(
            !text.contains("job_controller") && !text.contains("workqueue_") && !text.contains("orphan_pod"),
            "{text}"
        );
        has(&world, &["# TYPE job_work_duration summary", "job_depth 0", "job_work_duration_sum 0"]);
    }

    #[test]
    fn v1_22_has_the_names_of_before_v1_26() {
        let world = ended(Release::V1_22, &json!({}));
        has(
            &world,
            &[
                "# HELP job_controller_job_finished_total [ALPHA] The number of finished job",
                "job_controller_job_finished_total{completion_mode=\"NonIndexed\",result=\"succeeded\"} 1",
                "job_controller_job_sync_total{action=\"pods_created\",completion_mode=\"NonIndexed\",result=\"success\"} 1",
                "job_controller_job_sync_duration_seconds_bucket{action=\"pods_created\",completion_mode=\"NonIndexed\",\
                 result=\"success\",le=\"0.001\"} 1",
                "# HELP workqueue_depth [ALPHA] Current depth of workqueue",
                "workqueue_depth{name=\"job_orphan_pod\"} 0",
            ],
        );
        assert!(!world.metrics().contains("pods_finished"));
    }

    #[test]
    fn v1_28_counts_pods_once_and_what_the_failure_policy_said() {
        let spec = json!({"completions": 2, "parallelism": 2, "podFailurePolicy": {"rules": [
            {"action": "FailJob", "onExitCodes": {"operator": "In", "values": [42]}},
        ]}});
        let world = ended(Release::V1_28, &spec);
        let finished =
            "job_controller_jobs_finished_total{completion_mode=\"NonIndexed\",reason=\"\",result=\"succeeded\"} 1";
        has(
            &world,
            &[
                "# HELP job_controller_job_syncs_total [STABLE] The number of job syncs",
                finished,
                "job_controller_job_pods_finished_total{completion_mode=\"NonIndexed\",result=\"succeeded\"} 2",
                "job_controller_job_pods_finished_total{completion_mode=\"NonIndexed\",result=\"failed\"} 0",
                "job_controller_terminated_pods_tracking_finalizer_total{event=\"add\"} 2",
                "job_controller_terminated_pods_tracking_finalizer_total{event=\"delete\"} 2",
            ],
        );
        assert!(!world.metrics().contains("pods_creation_total"));

        let mut world = World::new(Release::V1_28);
        world.apply(&job(&spec)).unwrap();
        while world.stored_pods().count() == 0 {
            let action = world.next_action().unwrap();
            world.apply(&action).unwrap();
        }
        let pods = world.stored_pods().filter_map(|pod| pod.metadata.name.clone()).take(1).collect();
        let fail = Action::PodFail {
            pods,
            exit: [("main".to_owned(), 42)].into(),
            reason: String::new(),
            conds: Vec::new(),
            no_status: false,
            no_finished_at: false,
            main_ago_ms: 0,
        };
        world.apply(&fail).unwrap();
        while let Some(action) = world.next_action() {
            world.apply(&action).unwrap();
        }
        has(
            &world,
            &[
                "job_controller_pod_failures_handled_by_failure_policy_total{action=\"FailJob\"} 1",
                "job_controller_jobs_finished_total{completion_mode=\"NonIndexed\",reason=\"PodFailurePolicy\",\
                 result=\"failed\"} 1",
            ],
        );
    }

    #[test]
    fn v1_36_counts_indexes_creations_and_syncs_that_come_too_early() {
        let spec = json!({"completions": 2, "parallelism": 1, "completionMode": "Indexed", "backoffLimitPerIndex": 1});
        let world = ended(Release::V1_36, &spec);
        has(
            &world,
            &[
                "job_controller_jobs_finished_total{completion_mode=\"Indexed\",reason=\"CompletionsReached\",\
                 result=\"succeeded\"} 1",
                "job_controller_job_finished_indexes_total{backoffLimit=\"perIndex\",status=\"succeeded\"} 2",
                "job_controller_job_pods_creation_total{reason=\"new\",status=\"succeeded\"} 2",
                "# HELP workqueue_depth [BETA] Current depth of workqueue",
            ],
        );

        let mut world = World::new(Release::V1_36);
        world.apply(&job(&json!({}))).unwrap();
        world.apply(&Action::Deliver { kind: Streams::Job, n: None }).unwrap();
        world.apply(&Action::Sync).unwrap();
        // Its own writes have not come back, and a user touches the Job.
        world.apply(&Action::Resync).unwrap();
        while world.apply(&Action::Sync).is_err() {
            world.apply(&Action::Advance { ms: 1_000 }).unwrap();
        }
        has(&world, &["job_controller_stale_sync_skips_total{group=\"batch\",resource=\"jobs\"} 1"]);

        let mut world = World::new(Release::V1_36);
        world.apply(&job(&json!({"managedBy": "example.com/mine"}))).unwrap();
        world.apply(&Action::Deliver { kind: Streams::Job, n: None }).unwrap();
        has(&world, &["job_controller_jobs_by_external_controller_total{controller_name=\"example.com/mine\"} 1"]);
    }

    #[test]
    fn jobs_that_are_deleted_after_their_time_are_measured() {
        let name = "ttl_after_finished_controller_job_deletion_duration_seconds";
        for release in [Release::V1_28, Release::V1_36] {
            let world = ended(release, &json!({"ttlSecondsAfterFinished": 100}));
            assert_eq!(world.stored_jobs().count(), 0, "{release}");
            has(
                &world,
                &[
                    &format!(
                        "# HELP {name} [ALPHA] The time it took to delete the job since it became eligible for deletion"
                    ),
                    &format!("{name}_bucket{{le=\"0.1\"}} 1"),
                    &format!("{name}_bucket{{le=\"819.2\"}} 1"),
                    &format!("{name}_count 1"),
                ],
            );
        }
        assert!(!ended(Release::V1_22, &json!({})).metrics().contains(name));
    }

    #[test]
    fn a_new_process_begins_to_count_anew() {
        let mut world = ended(Release::V1_28, &json!({}));
        assert!(world.metrics().contains("job_syncs_total"));
        world.apply(&Action::Restart).unwrap();
        assert!(!world.metrics().contains("job_syncs_total"), "{}", world.metrics());
    }
}
