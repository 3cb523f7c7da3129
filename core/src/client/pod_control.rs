//! `controller.RealPodControl`: creating pods from a Job's template, deleting and patching them, with their events.

use std::sync::Arc;

use smol_str::SmolStrBuilder;

use super::{ControllerError, Process, reasons};
use crate::api::{
    DeleteOptions, EventMessage, EventType, Job, List, Name, ObjectKey, OwnerReference, Pod, PodTemplateSpec,
    StatusError, StatusReason,
};
use crate::apiserver::RefusedPod;
use crate::trace::{Batch, Call, CallBody, Kind, PodPatch, Verb};

/// Longest name of an object, in bytes.
const MAX_NAME_LENGTH: usize = 253;

/// `metav1.NewControllerRef` for a Job.
pub(crate) fn controller_ref(job: &Job) -> OwnerReference {
    OwnerReference {
        api_version: "batch/v1".to_owned(),
        kind: "Job".to_owned(),
        name: job.metadata.name.clone().unwrap_or_else(|| Name::from("")),
        uid: job.uid(),
        controller: Some(true),
        block_owner_deletion: Some(true),
    }
}

/// What the names of a Job's pods begin with.
fn generate_name_of(job: &Job) -> Name {
    let name = job.metadata.name();
    // The dash makes the name one longer; where that is too long the name itself is the prefix.
    let mut prefix = SmolStrBuilder::new();
    prefix.push_str(name);
    if name.len() < MAX_NAME_LENGTH {
        prefix.push_str("-");
    }
    Name::from(prefix.finish())
}

/// `GetPodFromTemplate`: the pod that the template describes, owned by `job`. Its name begins with
/// `generate_name` or else with the Job's.
fn pod_from_template(
    template: &PodTemplateSpec,
    job: &Job,
    owner: List<OwnerReference>,
    generate_name: Option<Name>,
) -> Pod {
    let mut pod = Pod { spec: template.spec.clone(), ..Pod::default() };
    pod.metadata.generate_name = Some(generate_name.unwrap_or_else(|| generate_name_of(job)));
    pod.metadata.namespace.clone_from(&job.metadata.namespace);
    pod.metadata.labels = template.metadata.labels.clone();
    pod.metadata.annotations = template.metadata.annotations.clone();
    pod.metadata.finalizers.clone_from(&template.metadata.finalizers);
    pod.metadata.owner_references = owner;
    pod
}

fn pod_call(verb: Verb, name: Option<Name>, batch: Option<Batch>, body: CallBody) -> Call {
    Call { verb, resource: Kind::Pod, name, batch, body, error: None, fault: None }
}

impl Process<'_> {
    /// The owner references of the Job's new pods: one list for all that a sync creates.
    fn owned_by(&mut self, job: &Job) -> List<OwnerReference> {
        let known = self.owner.first().is_some_and(|owner| Some(&owner.uid) == job.metadata.uid.as_ref());
        if !known {
            self.owner = vec![controller_ref(job)].into();
        }
        self.owner.clone()
    }

    /// `CreatePodsWithGenerateName`: creates a pod of `template` for `job`, with the event that says so.
    pub(crate) fn create_pod(
        &mut self,
        template: &PodTemplateSpec,
        job: &Job,
        generate_name: Option<Name>,
        batch: Batch,
    ) -> Result<Arc<Pod>, ControllerError> {
        let pod = pod_from_template(template, job, self.owned_by(job), generate_name);
        if pod.metadata.labels.is_empty() {
            return Err(ControllerError::NoLabels);
        }
        let call =
            pod_call(Verb::Create, None, Some(batch), self.body(|| CallBody::NewPod(pod.metadata.annotations.clone())));
        let refused = RefusedPod::from(&pod);
        let created = self.call_or_fail(
            call,
            |api, now| api.create_pod(pod, now),
            |pod| pod.metadata.name.clone(),
            |api, fault, now| api.refused_pod(fault, &refused, now),
        );
        match created {
            Ok(pod) => {
                self.pod_written(&pod);
                let name = pod.metadata.name.clone().unwrap_or_else(|| Name::from(""));
                self.event(job, EventType::Normal, reasons::SUCCESSFUL_CREATE, EventMessage::CreatedPod(name));
                Ok(pod)
            }
            // In a namespace that goes away every create fails: since v1.19 that is no event.
            Err(error) if error.reason == StatusReason::NamespaceTerminating && self.since_v1_19() => Err(error.into()),
            Err(error) => {
                let message = format!("Error creating: {error}");
                self.event(job, EventType::Warning, reasons::FAILED_CREATE, message);
                Err(error.into())
            }
        }
    }

    /// `DeletePod`: deletes a pod of `job` with the pod's own grace period, with the event that says so.
    pub(crate) fn delete_pod(&mut self, pod: &Pod, job: &Job) -> Result<(), ControllerError> {
        let key = pod.metadata.key();
        let call = pod_call(Verb::Delete, pod.metadata.name.clone(), None, CallBody::None);
        match self.call(call, |api, now| api.delete_pod(&key, &DeleteOptions::default(), now), |()| None) {
            Ok(()) => {
                let name = pod.metadata.name.clone().unwrap_or_else(|| Name::from(""));
                self.event(job, EventType::Normal, reasons::SUCCESSFUL_DELETE, EventMessage::DeletedPod(name));
                Ok(())
            }
            // A pod that is gone already is as good as deleted: since v1.19 that is no event.
            Err(error) if error.reason == StatusReason::NotFound && self.since_v1_19() => Err(error.into()),
            Err(error) => {
                let message = format!("Error deleting: {error}");
                self.event(job, EventType::Warning, reasons::FAILED_DELETE, message);
                Err(ControllerError::DeletePod(error))
            }
        }
    }

    pub(super) fn since_v1_19(&self) -> bool {
        self.gates.release().since(19)
    }

    /// `PatchPod`.
    pub(crate) fn patch_pod(&mut self, key: &ObjectKey, patch: &PodPatch) -> Result<Arc<Pod>, StatusError> {
        let name = key.name().clone();
        let call = pod_call(Verb::Patch, Some(name), None, self.body(|| CallBody::Patch(patch.clone())));
        self.call(call, |api, _| api.patch_pod(key, patch), |_| None).inspect(|pod| self.pod_written(pod))
    }
}
