//! API calls of the controller: requests and answers.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::api::{DeleteOptions, JobStatus, Labels, MetaTime, Name, OwnerReference, ResourceVersion, StatusError, Uid};

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
    /// PATCH of a Job: by its controller (v1.22 to v1.25), or by the garbage collector. (Until v1.13 that one sends
    /// the whole Job.)
    PatchJob,
    /// DELETE of a Job, by another controller.
    DeleteJob,
    /// GET of a pod, by the garbage collector.
    GetPod,
    /// PATCH of a pod's status, by pod garbage collection (v1.26 and later).
    PatchStatus,
}

impl Verb {
    /// Whether it only reads.
    #[must_use]
    pub fn is_read(self) -> bool {
        matches!(self, Self::Get | Self::GetPod)
    }
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
    /// 409, as if another client had written first.
    Conflict,
    /// 404.
    NotFound,
    /// 403, as an admission plugin refuses.
    Forbidden,
    /// 422, as if the object were invalid.
    Invalid,
}

impl FaultMode {
    /// Whether the write happens although the caller gets an error.
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

/// The patches that the garbage collector sends, for objects of any kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum MetadataPatch {
    /// `GenerateDeleteOwnerRefStrategicMergeBytes`: the object no longer names these owners.
    DropOwners {
        /// UIDs of the owners.
        owner_uids: Vec<Uid>,
        /// UID precondition on the object.
        uid: Uid,
    },
    /// `unblockOwnerReferencesStrategicMergePatch`: these owners need not wait for the object.
    UnblockOwners {
        /// The references after the write.
        owners: Vec<OwnerReference>,
        /// UID precondition on the object.
        uid: Uid,
    },
    /// `removeFinalizer`: the object has these finalizers left.
    SetFinalizers {
        /// The finalizers.
        finalizers: Vec<String>,
        /// Precondition on the version.
        resource_version: ResourceVersion,
    },
}

impl MetadataPatch {
    /// The patch as it goes over the wire.
    pub fn to_json(&self) -> Value {
        let metadata = match self {
            Self::DropOwners { owner_uids, uid } => {
                let owners: Vec<_> = owner_uids.iter().map(|uid| json!({"$patch": "delete", "uid": uid})).collect();
                json!({"ownerReferences": owners, "uid": uid})
            }
            Self::UnblockOwners { owners, uid } => json!({"ownerReferences": owners, "uid": uid}),
            Self::SetFinalizers { finalizers, resource_version } => {
                json!({"resourceVersion": resource_version, "finalizers": finalizers})
            }
        };
        json!({ "metadata": metadata })
    }
}

/// Why a pod is disrupted, as its condition `DisruptionTarget` tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Disruption {
    /// The condition's reason.
    pub reason: String,
    /// Its message.
    pub message: String,
    /// Since when.
    pub at: MetaTime,
}

/// `PatchPodStatus` of pod garbage collection: a pod that nobody looks after has failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct PodStatusPatch {
    /// UID precondition on the pod.
    pub pod_uid: Uid,
    /// The condition to set, if there is more to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub disruption: Option<Disruption>,
}

impl PodStatusPatch {
    /// The patch as it goes over the wire.
    pub fn to_json(&self) -> Value {
        let mut status = json!({"phase": "Failed"});
        if let (Some(status), Some(Disruption { reason, message, at })) = (status.as_object_mut(), &self.disruption) {
            let condition = json!({
                "type": "DisruptionTarget", "status": "True", "lastTransitionTime": at,
                "reason": reason, "message": message,
            });
            status.insert("conditions".to_owned(), json!([condition]));
        }
        json!({"metadata": {"uid": self.pod_uid}, "status": status})
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
    /// A patch of metadata, of an object of any kind.
    PatchMetadata(MetadataPatch),
    /// A patch of a pod's status.
    PatchStatus(PodStatusPatch),
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
