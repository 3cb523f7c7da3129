//! `controller.PodControllerRefManager`: which pods are a Job's, by reference and by label.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{ControllerError, Process, controller_ref};
use crate::api::{Job, LabelSelector, Labels, ObjectKey, Pod, StatusReason};
use crate::trace::PodPatch;

/// The outcome of `ClaimPods`.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClaimedPods {
    /// The pods that are the Job's, in the order of the list.
    pub pods: Vec<Arc<Pod>>,
    /// How many of them were adopted now.
    pub adopted: u32,
    /// How many others were let go now.
    pub released: u32,
}

/// Whose pods are claimed.
#[derive(Clone, Copy)]
struct Claim<'a> {
    job: &'a Job,
    finalizer: Option<&'a str>,
}

/// Whether a selector matches labels. Pods of one Job mostly have the very same labels: those are looked at once.
struct Matches<'a> {
    selector: &'a LabelSelector,
    last: Option<(&'a Labels, bool)>,
}

impl<'a> Matches<'a> {
    fn ask(&mut self, labels: &'a Labels) -> bool {
        match self.last {
            Some((last, matches)) if last.is_shared_with(labels) => matches,
            _ => {
                let matches = self.selector.matches(labels);
                self.last = Some((labels, matches));
                matches
            }
        }
    }
}

/// `CanAdopt`, asked at most once in a sync: a live look whether the Job is still the same and not
/// being deleted.
type CanAdopt = Option<Result<(), ControllerError>>;

impl Process<'_> {
    /// `ClaimPods`: keeps the Job's pods, lets those go whose labels no longer match, and adopts those
    /// that match and have no controller. Pods that are adopted get `finalizer`, pods that are let go lose
    /// it.
    pub(crate) fn claim_pods(
        &mut self,
        job: &Job,
        pods: &[Arc<Pod>],
        finalizer: Option<&str>,
    ) -> Result<ClaimedPods, ControllerError> {
        let selector = job.spec.selector.clone().unwrap_or_default();
        let claim = Claim { job, finalizer };
        let mut matches = Matches { selector: &selector, last: None };
        let mut claimed = ClaimedPods::default();
        let mut can_adopt: CanAdopt = None;
        let mut errors = Vec::new();
        for pod in pods {
            let matches = matches.ask(&pod.metadata.labels);
            match self.claim_pod(&claim, pod, matches, &mut can_adopt, &mut claimed) {
                Ok(true) => claimed.pods.push(Arc::clone(pod)),
                Ok(false) => {}
                Err(error) => errors.push(error),
            }
        }
        if self.since_v1_19() {
            // `Aggregate.Error` tells equal texts once.
            let mut texts = BTreeSet::new();
            errors.retain(|error: &ControllerError| texts.insert(error.to_string()));
        }
        match errors.len() {
            0 => Ok(claimed),
            1 => Err(errors.remove(0)),
            _ => Err(ControllerError::Aggregate(errors)),
        }
    }

    fn claim_pod(
        &mut self,
        claim: &Claim<'_>,
        pod: &Pod,
        matches: bool,
        can_adopt: &mut CanAdopt,
        claimed: &mut ClaimedPods,
    ) -> Result<bool, ControllerError> {
        let job = claim.job;
        if let Some(controller) = pod.metadata.controller() {
            if Some(&controller.uid) != job.metadata.uid.as_ref() {
                return Ok(false);
            }
            if !matches && !job.metadata.is_deleting() {
                self.release_pod(claim, pod)?;
                claimed.released += 1;
            }
            return Ok(matches);
        }
        if job.metadata.is_deleting() || !matches || pod.metadata.is_deleting() {
            return Ok(false);
        }
        let adopted = self.adopt_pod(claim, pod, can_adopt)?;
        claimed.adopted += u32::from(adopted);
        Ok(adopted)
    }

    /// `AdoptPod`. False: the pod is gone.
    fn adopt_pod(&mut self, claim: &Claim<'_>, pod: &Pod, can_adopt: &mut CanAdopt) -> Result<bool, ControllerError> {
        let job = claim.job;
        let checked = match can_adopt {
            Some(checked) => checked.clone(),
            None => can_adopt.insert(self.recheck_deletion_timestamp(job)).clone(),
        };
        checked.map_err(|why| ControllerError::Adopt {
            pod: pod.metadata.key(),
            uid: pod.metadata.uid().to_owned(),
            why: Box::new(why),
        })?;
        let patch = PodPatch::Adopt {
            owner: controller_ref(job),
            pod_uid: pod.metadata.uid().into(),
            finalizer: claim.finalizer.map(str::to_owned),
        };
        match self.patch_pod(&pod.metadata.key(), &patch) {
            Ok(_) => Ok(true),
            Err(error) if error.reason == StatusReason::NotFound => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// `ReleasePod`. A pod that is gone, or has no owner any more, needs no release.
    fn release_pod(&mut self, claim: &Claim<'_>, pod: &Pod) -> Result<(), ControllerError> {
        let patch = PodPatch::Release {
            owner_uid: claim.job.uid(),
            pod_uid: pod.metadata.uid().into(),
            finalizer: claim.finalizer.map(str::to_owned),
        };
        match self.patch_pod(&pod.metadata.key(), &patch) {
            Err(error) if !matches!(error.reason, StatusReason::NotFound | StatusReason::Invalid) => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// `RecheckDeletionTimestamp` with the Job controller's `getObject`.
    fn recheck_deletion_timestamp(&mut self, job: &Job) -> Result<(), ControllerError> {
        let key: ObjectKey = job.metadata.key();
        let fresh = self.get_job(&key).map_err(|error| ControllerError::Recheck(Box::new(error.into())))?;
        if fresh.metadata.uid != job.metadata.uid {
            let error = ControllerError::OtherUid {
                job: key,
                got: fresh.metadata.uid().to_owned(),
                wanted: job.metadata.uid().to_owned(),
            };
            return Err(ControllerError::Recheck(Box::new(error)));
        }
        match fresh.metadata.deletion_timestamp {
            Some(at) => Err(ControllerError::JustDeleted { job: key, at: at.in_go() }),
            None => Ok(()),
        }
    }
}
