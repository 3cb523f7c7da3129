//! `metadata.Interface`: calls on objects of any kind, by their metadata alone.

use std::sync::Arc;

use super::Process;
use crate::api::{DeleteOptions, Job, Name, ObjectKey, ObjectMeta, Pod, StatusError};
use crate::trace::{Call, CallBody, Kind, MetadataPatch, Verb};

/// An object as the server has it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum StoredObject {
    /// A Job.
    Job(Arc<Job>),
    /// A pod.
    Pod(Arc<Pod>),
}

impl StoredObject {
    /// Its metadata.
    pub(crate) fn metadata(&self) -> &ObjectMeta {
        match self {
            Self::Job(job) => &job.metadata,
            Self::Pod(pod) => &pod.metadata,
        }
    }
}

impl Process<'_> {
    /// GET of an object.
    pub(crate) fn get_object(&mut self, kind: Kind, key: &ObjectKey) -> Result<StoredObject, StatusError> {
        match kind {
            Kind::Job => {
                let call = call(Verb::Get, kind, key, CallBody::None);
                self.call(call, |api, _| api.job(key).cloned(), |_| None).map(StoredObject::Job)
            }
            Kind::Pod => {
                let call = call(Verb::GetPod, kind, key, CallBody::None);
                self.call(call, |api, _| api.pod(key).cloned(), |_| None).map(StoredObject::Pod)
            }
        }
    }

    /// DELETE of an object.
    pub(crate) fn delete_object(
        &mut self,
        kind: Kind,
        key: &ObjectKey,
        options: &DeleteOptions,
    ) -> Result<(), StatusError> {
        match kind {
            Kind::Job => self.delete_job(key, options),
            Kind::Pod => {
                let call = call(Verb::Delete, kind, key, CallBody::Deletion(options.clone()));
                self.call(call, |api, now| api.delete_pod(key, options, now), |()| None)
            }
        }
    }

    /// PATCH of an object.
    pub(crate) fn patch_object(
        &mut self,
        kind: Kind,
        key: &ObjectKey,
        patch: &MetadataPatch,
    ) -> Result<(), StatusError> {
        let verb = match kind {
            Kind::Job => Verb::PatchJob,
            Kind::Pod => Verb::Patch,
        };
        let call = call(verb, kind, key, CallBody::PatchMetadata(patch.clone()));
        self.call(call, |api, _| api.patch_metadata(kind, key, patch), |()| None)
    }

    /// PATCH of a pod's status.
    pub(crate) fn patch_pod_status(
        &mut self,
        key: &ObjectKey,
        patch: &crate::trace::PodStatusPatch,
    ) -> Result<(), StatusError> {
        let call = call(Verb::PatchStatus, Kind::Pod, key, CallBody::PatchStatus(patch.clone()));
        self.call(call, |api, _| api.patch_pod_status(key, patch), |()| None)
    }
}

fn call(verb: Verb, resource: Kind, key: &ObjectKey, body: CallBody) -> Call {
    Call { verb, resource, name: Some(Name::from(key.split().1)), batch: None, body, error: None, fault: None }
}
