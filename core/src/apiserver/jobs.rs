//! Jobs in the store: create, update, status, deletion (`registry/batch/job`).

use std::sync::Arc;

use super::deletion::{FOREGROUND_FINALIZER, check_preconditions, set_deletion_finalizers};
use super::{ApiServer, ObservedObject, WatchEvent};
use crate::api::{
    self, DecodedJob, DeleteOptions, DeletionPropagation, Job, JobStatus, MetaTime, Name, ObjectKey, ObjectMeta,
    StatusError, Time,
};
use crate::trace::{JobPatch, Kind, WatchEventType};

impl ApiServer {
    pub(super) fn store_job(&mut self, r#type: WatchEventType, mut job: Job) -> Arc<Job> {
        let job = self.observed_job(r#type, &job).unwrap_or_else(|| {
            job.metadata.resource_version = Some(self.next_resource_version());
            Arc::new(job)
        });
        self.jobs.insert(job.metadata.key(), Arc::clone(&job));
        self.enter_namespace_of(&job.metadata);
        self.watch.jobs.push_back(WatchEvent { r#type, object: Arc::clone(&job) });
        job
    }

    /// The stored version of `job` that was observed.
    fn observed_job(&mut self, r#type: WatchEventType, job: &Job) -> Option<Arc<Job>> {
        self.observed_writes.as_ref()?;
        let before = self.jobs.get(&job.metadata.key()).cloned().map(ObservedObject::Job);
        match self.as_observed(r#type, before, ObservedObject::Job(Arc::new(job.clone())))? {
            ObservedObject::Job(seen) => Some(seen),
            ObservedObject::Pod(_) => None,
        }
    }

    pub(super) fn remove_job(&mut self, key: &ObjectKey) {
        if let Some(mut job) = self.jobs.remove(key) {
            Arc::make_mut(&mut job).metadata.resource_version = Some(self.next_resource_version());
            self.watch.jobs.push_back(WatchEvent { r#type: WatchEventType::Deleted, object: job });
        }
    }

    /// GET of a Job.
    pub fn job(&self, key: &ObjectKey) -> Result<&Arc<Job>, StatusError> {
        self.jobs.get(key).ok_or_else(|| StatusError::not_found("jobs.batch", key.split().1))
    }

    /// Creates a Job as a user does: defaulted, given a UID, selector and labels, validated.
    pub(crate) fn create_job(&mut self, body: impl Into<DecodedJob>, now: Time) -> Result<Arc<Job>, StatusError> {
        let DecodedJob { mut job, refused, empty, .. } = body.into();
        api::drop_unknown_fields(&mut job.spec, self.release());
        let generated = match (&job.metadata.name, &job.metadata.generate_name) {
            (None, Some(prefix)) => Some(prefix.clone()),
            _ => None,
        };
        api::default_job(&mut job, self.gates);
        api::prepare_for_create(&mut job, self.gates)?;
        job.metadata.namespace.get_or_insert_default();
        job.metadata.creation_timestamp = Some(MetaTime::from(now).on_the_wire());
        // A Job that was brought along may have one of these.
        let mut uids = (self.jobs_created..).map(|number| self.names.job_uid(number));
        job.metadata.uid = uids.find(|uid| self.job_by_uid(uid).is_none());
        // A refused creation does not use the name up.
        let mut names = self.names.clone();
        if let Some(prefix) = &generated {
            let namespace = job.metadata.namespace.clone().unwrap_or_default();
            let is_taken = |name: &Name| self.jobs.contains_key(&ObjectKey::new(&namespace, name));
            job.metadata.name = Some(names.generate(prefix, is_taken).0);
        }
        api::validate_create_on(&mut job, (&refused, &empty), self.release(), !self.refuses_privileged)?;
        api::encode_template(&mut job.spec, self.release());
        if let Some(stored) = self.jobs.get(&job.metadata.key()) {
            return Err(StatusError::already_stored("jobs.batch", &stored.metadata));
        }
        self.names = names;
        self.jobs_created += 1;
        Ok(self.store_job(WatchEventType::Added, job))
    }

    /// Stores a Job as it is, UID and status with it, as a backup is restored: nothing is defaulted,
    /// generated or taken away. It has to be as valid as a Job that is updated: rules that came after it was made are not
    /// held against it.
    pub(crate) fn import_job(&mut self, mut job: Job) -> Result<Arc<Job>, StatusError> {
        job.metadata.namespace.get_or_insert_default();
        // The version of the store that it comes from means nothing in this one.
        job.metadata.resource_version = Some(*self.resource_version);
        let mut errors = api::validate_job_update(&job, &job, self.gates);
        errors.extend(api::validate_job_status_update(&job, &job, self.gates));
        if !errors.is_empty() {
            return Err(StatusError::invalid_job(job.metadata.name(), &errors));
        }
        let same_uid = job.metadata.uid.as_ref().is_none_or(|uid| self.job_by_uid(uid).is_some());
        if same_uid || self.jobs.contains_key(&job.metadata.key()) {
            return Err(StatusError::already_exists("jobs.batch", job.metadata.name()));
        }
        self.jobs_created += 1;
        job.status = job.status.on_the_wire();
        Ok(self.store_job(WatchEventType::Added, job))
    }

    /// Applies one of the controller's patches to a Job.
    pub(crate) fn apply_job_patch(&mut self, key: &ObjectKey, patch: &JobPatch) -> Result<(), StatusError> {
        let mut job = Job::clone(self.job(key)?);
        let JobPatch::RemoveAnnotation { annotation } = patch;
        if job.metadata.annotations.remove(annotation) {
            self.store_job(WatchEventType::Modified, job);
        }
        Ok(())
    }

    /// PUT of a Job's status. The object must be the one stored, at the version stored.
    pub fn update_job_status(&mut self, sent: &Job, status: JobStatus) -> Result<Arc<Job>, StatusError> {
        let key = sent.metadata.key();
        self.before_call(Kind::Job, &key)?;
        let stored = self.job(&key)?;
        let name = stored.metadata.name();
        if sent.metadata.uid != stored.metadata.uid {
            return Err(StatusError::uid_precondition("jobs.batch", name, sent.metadata.uid(), stored.metadata.uid()));
        }
        if sent.metadata.resource_version != stored.metadata.resource_version {
            return Err(StatusError::modified("jobs.batch", name));
        }
        let mut new = Job::clone(stored);
        new.status = status.on_the_wire();
        api::validate_status_update(&new, stored, self.gates)?;
        if new == **stored {
            return Ok(Arc::clone(stored));
        }
        Ok(self.store_job(WatchEventType::Modified, new))
    }

    /// Puts a status into the store without validation, as one that another release's server stored.
    pub fn restore_job_status(&mut self, key: &ObjectKey, status: JobStatus) -> Result<(), StatusError> {
        let mut job = Job::clone(self.job(key)?);
        job.status = status.on_the_wire();
        self.store_job(WatchEventType::Modified, job);
        Ok(())
    }

    /// Deletes a Job as a user does. Without dependents to care for it goes at once. A request that does not
    /// say what becomes of the pods orphans them: that is how `batch/v1` has been from its beginning. A Job that is being
    /// deleted gets the finalizer that this request asks for. Answers whether anything changed.
    pub(crate) fn delete_job(
        &mut self,
        key: &ObjectKey,
        options: &DeleteOptions,
        now: Time,
    ) -> Result<bool, StatusError> {
        let mut job = Job::clone(self.job(key)?);
        check_preconditions("Job.batch", &job.metadata, options)?;
        let before = job.metadata.clone();
        // What the object says itself comes before what is usual.
        let usual = if job.metadata.has_finalizer(FOREGROUND_FINALIZER) {
            DeletionPropagation::Foreground
        } else {
            DeletionPropagation::Orphan
        };
        set_deletion_finalizers(&mut job.metadata, options.propagation_policy.unwrap_or(usual));
        if job.metadata.finalizers.is_empty() {
            self.remove_job(key);
            return Ok(true);
        }
        if !job.metadata.is_deleting() {
            job.metadata.deletion_timestamp = Some(MetaTime::from(now).on_the_wire());
            if job.metadata.generation > 0 {
                job.metadata.generation = job.metadata.generation.wrapping_add(1);
            }
        }
        job.metadata.deletion_grace_period_seconds = Some(0);
        let changes = job.metadata != before;
        if changes {
            self.store_job(WatchEventType::Modified, job);
        }
        Ok(changes)
    }

    /// Takes `finalizers` off a Job; a deleted Job goes with its last one.
    pub(crate) fn remove_job_finalizers(&mut self, key: &ObjectKey, finalizers: &[&str]) -> Result<(), StatusError> {
        self.update_job_metadata(key, |metadata| {
            metadata.finalizers.retain(|held| !finalizers.contains(&held.as_str()));
        })
    }

    /// Stores what `change` makes of a Job's metadata; a deleted Job goes with its last finalizer. A change that
    /// changes nothing stores nothing.
    pub(super) fn update_job_metadata(
        &mut self,
        key: &ObjectKey,
        change: impl FnOnce(&mut ObjectMeta),
    ) -> Result<(), StatusError> {
        let old = Arc::clone(self.job(key)?);
        let mut job = Job::clone(&old);
        change(&mut job.metadata);
        if job == *old {
            return Ok(());
        }
        if job.metadata.is_deleting() && job.metadata.finalizers.is_empty() {
            self.remove_job(key);
        } else {
            self.store_job(WatchEventType::Modified, job);
        }
        Ok(())
    }
}
