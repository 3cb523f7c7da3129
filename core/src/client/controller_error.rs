//! Errors of controllers, with the texts that they log.

use crate::api::{ObjectKey, ResourceVersion, StatusError, StatusReason};
use crate::trace::Kind;

/// An error of a controller, with the text that the controller logs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ControllerError {
    /// The API server refused.
    #[error("{0}")]
    Api(#[from] StatusError),
    /// `RealPodControl.DeletePod`.
    #[error("unable to delete pods: {0}")]
    DeletePod(StatusError),
    /// `RealPodControl.createPods`: the template has no labels.
    #[error("unable to create pods, no labels")]
    NoLabels,
    /// `getPodsForJob`: pods cannot be matched with the Job's selector.
    #[error("couldn't convert Job selector: {0}")]
    Selector(String),
    /// `PodControllerRefManager.AdoptPod`.
    #[error("can't adopt Pod {pod} ({uid}): {why}")]
    Adopt {
        /// The pod's key.
        pod: ObjectKey,
        /// The pod's UID.
        uid: String,
        /// Why not.
        why: Box<ControllerError>,
    },
    /// `RecheckDeletionTimestamp`: the Job could not be read.
    #[error("can't recheck DeletionTimestamp: {0}")]
    Recheck(Box<ControllerError>),
    /// The Job was replaced by another of the same name.
    #[error("original Job {job} is gone: got uid {got}, wanted {wanted}")]
    OtherUid {
        /// The Job's key.
        job: ObjectKey,
        /// The UID in the store.
        got: String,
        /// The UID in the cache.
        wanted: String,
    },
    /// The Job is being deleted.
    #[error("{job} has just been deleted at {at}")]
    JustDeleted {
        /// The Job's key.
        job: ObjectKey,
        /// The deletion timestamp, as Go prints it.
        at: String,
    },
    /// `utilerrors.Aggregate` of at least two errors.
    #[error("[{}]", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
    Aggregate(Vec<ControllerError>),
    /// `syncJob` got a key that names no object.
    #[error("invalid job key {0:?}: either namespace or name is missing")]
    InvalidKey(ObjectKey),
    /// `ConsistencyStore.EnsureReady`: a cache does not have yet what the controller wrote.
    #[error("read version: {read} is not as new as written version: {written} for group resource {}", kind.resource())]
    NotCaughtUp {
        /// Which cache.
        kind: Kind,
        /// How far it has come.
        read: ResourceVersion,
        /// What was written.
        written: ResourceVersion,
    },
    /// `syncJob` asks to be called again after a growing delay, because pods failed.
    #[error("failed pod(s) detected for job key {0:?}")]
    FailedPods(ObjectKey),
    /// `deleteJobPods`: a pod that must not count as failed still has its finalizer.
    #[error("removing completion finalizer: {0}")]
    RemovingFinalizer(StatusError),
    /// `syncJob`: a Job that is not tracked any more still says that it is (v1.22 to v1.25).
    #[error("removing tracking finalizer from job {0}: {1}")]
    RemovingTrackingAnnotation(ObjectKey, StatusError),
    /// `syncJob`: pods of a Job that is not tracked still have the finalizer (v1.22 to v1.25).
    #[error("removing disabled finalizers from job pods {0}: {1}")]
    RemovingDisabledFinalizers(ObjectKey, Box<ControllerError>),
    /// `orphanDependents`: a dependent could not be freed.
    #[error("orphaning {0} failed, {1}")]
    Orphaning(ObjectKey, StatusError),
    /// `removeFinalizer`: the owner could not be read.
    #[error("cannot finalize owner {0}, because cannot get it: {1}. The garbage collector will retry later")]
    CannotFinalize(ObjectKey, StatusError),
    /// `removeFinalizer`: another writer was faster each time.
    #[error("updateMaxRetries({0}) has reached. The garbage collector will retry later for owner {1}")]
    UpdateMaxRetries(u32, ObjectKey),
    /// `jobFinishTime`: the condition that ended the Job does not say when.
    #[error("unable to find the time when the Job {0} finished")]
    FinishTimeUnknown(ObjectKey),
    /// `trackJobStatusAndRemoveFinalizers`: what is to be counted could not be written down.
    #[error("adding uncounted pods to status: {0}")]
    AddingUncounted(StatusError),
    /// `trackJobStatusAndRemoveFinalizers`: what was counted could not be written down.
    #[error("removing uncounted pods from status: {0}")]
    RemovingUncounted(StatusError),
    /// `syncJob`: pods could not be counted.
    #[error("tracking status: {0}")]
    TrackingStatus(Box<ControllerError>),
}

impl ControllerError {
    /// `apierrors.ReasonForError`: how the API server refused, if it was the one who did.
    pub(crate) fn reason(&self) -> Option<StatusReason> {
        match self {
            Self::Api(error)
            | Self::DeletePod(error)
            | Self::RemovingFinalizer(error)
            | Self::AddingUncounted(error)
            | Self::RemovingUncounted(error) => Some(error.reason),
            _ => None,
        }
    }
}
