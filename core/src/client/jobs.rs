//! `BatchV1().Jobs()`: a controller's calls on Jobs.

use std::sync::Arc;

use super::Process;
use crate::api::{DeleteOptions, Job, JobStatus, ObjectKey, StatusError};
use crate::trace::{Call, CallBody, JobPatch, Kind, Verb};

impl Process<'_> {
    /// GET of a Job, past the cache.
    pub(crate) fn get_job(&mut self, key: &ObjectKey) -> Result<Arc<Job>, StatusError> {
        self.end_run();
        let call = job_call(Verb::Get, key, CallBody::None);
        self.call(call, |api, _| api.job(key).cloned(), |_| None)
    }

    /// `Delete` of a Job.
    pub(crate) fn delete_job(&mut self, key: &ObjectKey, options: &DeleteOptions) -> Result<(), StatusError> {
        let call = job_call(Verb::DeleteJob, key, self.body(|| CallBody::Deletion(options.clone())));
        self.call(call, |api, now| api.delete_job(key, options, now).map(drop), |()| None)
    }

    /// `Patch` of a Job.
    pub(crate) fn patch_job(&mut self, key: &ObjectKey, patch: &JobPatch) -> Result<(), StatusError> {
        let call = job_call(Verb::PatchJob, key, self.body(|| CallBody::PatchJob(patch.clone())));
        self.call(call, |api, _| api.apply_job_patch(key, patch), |()| None)
    }

    /// `UpdateStatus` of the object `job` with `status`; answers with the object as stored.
    pub(crate) fn update_status(&mut self, job: &Job, status: &JobStatus) -> Result<Arc<Job>, StatusError> {
        self.end_run();
        let sent = status.clone().on_the_wire();
        let call =
            job_call(Verb::UpdateStatus, &job.metadata.key(), self.body(|| CallBody::Status(Box::new(sent.clone()))));
        let stored = self.call(call, |api, _| api.update_job_status(job, sent), |_| None)?;
        if let Some(version) = stored.metadata.resource_version {
            self.wrote_at(&stored.metadata.key(), &stored.uid(), Kind::Job, version);
        }
        Ok(stored)
    }
}

fn job_call(verb: Verb, key: &ObjectKey, body: CallBody) -> Call {
    Call { verb, resource: Kind::Job, name: Some(key.name().clone()), batch: None, body, error: None, fault: None }
}
