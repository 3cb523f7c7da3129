//! API calls of the controller: what was asked of the API server and what it answered.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::api::{DeleteOptions, JobStatus, Labels, Name, OwnerReference, StatusError, Uid};

/// What a call does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Verb {
    /// POST of a pod.
    Create,
    /// DELETE of a pod.
    Delete,
    /// PATCH of a pod, strategic merge.
    Patch,
    /// PUT of a Job's status.
    UpdateStatus,
    /// GET of a Job, past the cache.
    Get,
    /// PATCH of a Job, strategic merge (v1.22 to v1.25).
    PatchJob,
    /// DELETE of a Job, by another controller.
    DeleteJob,
}

/// A kind of object that is stored, watched and cached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Kind {
    /// `batch/v1` Job.
    Job,
    /// `core/v1` Pod.
    Pod,
}

impl Kind {
    /// The resource name, as in error texts: `jobs.batch` or `pods`.
    pub fn resource(self) -> &'static str {
        match self {
            Self::Job => "jobs.batch",
            Self::Pod => "pods",
        }
    }
}

/// How an injected fault answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FaultMode {
    /// 403, as a `ResourceQuota` refuses.
    ForbiddenQuota,
    /// 403, because the namespace is being deleted.
    NamespaceTerminating,
    /// 504; the write did not happen.
    Timeout,
    /// 504; the write happened, its answer was lost.
    TimeoutApplied,
    /// 500.
    ServerError,
    /// 409, as if somebody else had written first.
    Conflict,
    /// 404.
    NotFound,
}

impl FaultMode {
    /// Whether the write happens although the caller is told that it failed.
    pub fn is_applied(self) -> bool {
        self == Self::TimeoutApplied
    }
}

/// Where in a slow start a call belongs (`controller.SlowStartInitialBatchSize`): 1, 2, 4, 8 …
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Batch {
    /// Number of the batch within its sync, from 1.
    pub number: u32,
    /// Calls in the batch.
    pub size: u32,
}

/// The patches that the Job controller sends for pods.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum PodPatch {
    /// `PodControllerRefManager.AdoptPod`: adds the Job as controller.
    Adopt {
        /// The reference to add.
        owner: OwnerReference,
        /// UID precondition on the pod.
        #[serde(rename = "podUid")]
        pod_uid: Uid,
        /// The finalizer to add (v1.22 and later).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        finalizer: Option<String>,
    },
    /// `PodControllerRefManager.ReleasePod`: removes the Job's reference.
    Release {
        /// UID of the owner to remove.
        #[serde(rename = "ownerUid")]
        owner_uid: Uid,
        /// UID precondition on the pod.
        #[serde(rename = "podUid")]
        pod_uid: Uid,
        /// The finalizer to remove (v1.22 and later).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        finalizer: Option<String>,
    },
    /// `removeTrackingFinalizerPatch`: lets the pod go.
    RemoveFinalizer {
        /// The finalizer to remove.
        finalizer: String,
    },
}

impl PodPatch {
    /// The patch as it goes over the wire.
    pub fn to_json(&self) -> Value {
        let (mut metadata, added, removed) = match self {
            Self::Adopt { owner, pod_uid, finalizer } => {
                (json!({"ownerReferences": [owner], "uid": pod_uid}), finalizer.as_ref(), None)
            }
            Self::Release { owner_uid, pod_uid, finalizer } => (
                json!({"ownerReferences": [{"$patch": "delete", "uid": owner_uid}], "uid": pod_uid}),
                None,
                finalizer.as_ref(),
            ),
            Self::RemoveFinalizer { finalizer } => (json!({}), None, Some(finalizer)),
        };
        if let Some(metadata) = metadata.as_object_mut() {
            for (directive, finalizer) in [("finalizers", added), ("$deleteFromPrimitiveList/finalizers", removed)] {
                if let Some(finalizer) = finalizer {
                    metadata.insert(directive.to_owned(), json!([finalizer]));
                }
            }
        }
        json!({ "metadata": metadata })
    }
}

/// The patches that the Job controller sends for Jobs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum JobPatch {
    /// `removeTrackingAnnotationPatch`: the Job's pods are no longer tracked with finalizers.
    RemoveAnnotation {
        /// The annotation to remove.
        annotation: String,
    },
}

impl JobPatch {
    /// The patch as it goes over the wire.
    pub fn to_json(&self) -> Value {
        let Self::RemoveAnnotation { annotation } = self;
        json!({"metadata": {"annotations": {annotation: null}}})
    }
}

/// What a call carries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum CallBody {
    /// Nothing worth telling.
    None,
    /// The annotations of a pod to be created, among them its completion index.
    NewPod(Labels),
    /// A pod patch.
    Patch(PodPatch),
    /// A patch of a Job.
    PatchJob(JobPatch),
    /// The status as sent: times already in whole seconds.
    Status(Box<JobStatus>),
    /// What a deletion says: its policy and preconditions.
    Deletion(DeleteOptions),
}

/// One API call of the controller with its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Call {
    /// What it does.
    pub verb: Verb,
    /// To which kind.
    pub resource: Kind,
    /// The object; absent for a refused create, which never got a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub name: Option<Name>,
    /// Its slow-start batch, for creates.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub batch: Option<Batch>,
    /// What it carries.
    pub body: CallBody,
    /// The error that the controller saw.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub error: Option<StatusError>,
    /// The injected fault behind the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub fault: Option<FaultMode>,
}
