//! `manageJob` of v1.11: creates or deletes pods to reach the wanted number.

use std::sync::Arc;

use crate::api::{Job, ObjectKey, Pod, StatusReason};
use crate::client::{ControllerError, Process, SLOW_START_INITIAL_BATCH_SIZE, deletion_order};
use crate::job::utils::length;
use crate::small_sort::SmallSort as _;
use crate::trace::{Batch, Decision, ExpectationOp, Function};

impl Process<'_> {
    /// `manageJob`: the number of active pods afterwards, and the first error.
    pub(super) fn manage_job(
        &mut self,
        active_pods: &[Arc<Pod>],
        succeeded: i32,
        job: &Job,
    ) -> (i32, Result<(), ControllerError>) {
        self.enter(Function::ManageJob);
        let key = job.metadata.key();
        let active = length(active_pods.len());
        let parallelism = job.spec.parallelism.unwrap_or(0);
        let managed = if self.ask(Decision::TooManyActive { active, parallelism }) {
            self.delete_surplus(active_pods, active.saturating_sub(parallelism), job, &key)
        } else if self.ask(Decision::TooFewActive { active, parallelism }) {
            let completions = job.spec.completions;
            let want =
                self.value(Decision::WantActive { completions, succeeded, parallelism, active, not_negative: false });
            let want = i32::try_from(want).unwrap_or(i32::MAX);
            // More pods than there is work left for are logged, not deleted.
            let diff =
                if self.ask(Decision::MoreActiveThanWanted { want, active }) { 0 } else { want.saturating_sub(active) };
            self.create_missing(active, diff, job, &key)
        } else {
            (active, Ok(()))
        };
        self.leave(Function::ManageJob);
        managed
    }

    /// Deletes `diff` active pods at the same time, those that lose least first.
    fn delete_surplus(
        &mut self,
        active_pods: &[Arc<Pod>],
        diff: i32,
        job: &Job,
        key: &ObjectKey,
    ) -> (i32, Result<(), ControllerError>) {
        self.expect_deletions(key, diff.into());
        let mut ranked = active_pods.to_vec();
        let release = self.gates.release();
        ranked.small_sort_by(|a, b| deletion_order(a, b, release));
        let mut active = length(active_pods.len()).saturating_sub(diff);
        let mut first = Ok(());
        for pod in ranked.iter().take(usize::try_from(diff).unwrap_or(0)) {
            if let Err(error) = self.delete_pod(pod, job) {
                self.lower_expectations(key, ExpectationOp::DeletionGivenBack);
                active = active.saturating_add(1);
                first = first.and(Err(error));
            }
        }
        (active, first)
    }

    /// Creates `diff` pods in batches of 1, 2, 4, 8 …: the creates of a batch run at the same time, and
    /// a batch with an error is the last one.
    fn create_missing(
        &mut self,
        active: i32,
        mut diff: i32,
        job: &Job,
        key: &ObjectKey,
    ) -> (i32, Result<(), ControllerError>) {
        self.expect_creations(key, diff.into());
        let mut active = active.saturating_add(diff);
        let mut first = Ok(());
        let mut batch_size = diff.min(SLOW_START_INITIAL_BATCH_SIZE);
        let mut batch = Batch { number: 1, size: 0 };
        while diff > 0 && !self.stands_still() {
            batch.size = batch_size.unsigned_abs();
            let mut errors = 0;
            for _ in 0..batch_size {
                let Err(error) = self.create_pod(&job.spec.template, job, None, batch) else { continue };
                // The pod of a create that timed out may exist all the same; its event will tell. It
                // stays expected and counts as active.
                if self.create_error_tolerated(&error) {
                    continue;
                }
                self.lower_expectations(key, ExpectationOp::CreationsGivenBack { count: 1 });
                active = active.saturating_sub(1);
                errors += 1;
                first = first.and(Err(error));
            }
            let left = diff.saturating_sub(batch_size);
            if self.ask(Decision::SlowStartStops { batch: batch.number, errors, left: left.unsigned_abs() }) {
                active = active.saturating_sub(left);
                self.lower_expectations(key, ExpectationOp::CreationsGivenBack { count: left.unsigned_abs() });
                break;
            }
            diff = left;
            batch_size = batch_size.saturating_mul(2).min(diff);
            batch.number += 1;
        }
        (active, first)
    }

    fn create_error_tolerated(&mut self, error: &ControllerError) -> bool {
        match error {
            ControllerError::Api(error) => {
                self.ask(Decision::CreateErrorTolerated { reason: error.reason, tolerated: StatusReason::Timeout })
            }
            _ => false,
        }
    }
}
