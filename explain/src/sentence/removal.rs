//! Sentences about a Job that is being deleted, or will be: what holds it, and when its time to live is over.

use jobscope_core::api::{Job, MetaTime};
use jobscope_core::apiserver::{FOREGROUND_FINALIZER, ORPHAN_FINALIZER};
use jobscope_core::world::{CacheState, PodHold, PodView};

use super::phrase::{Phrase, phrase};
use crate::Moment;
use crate::time::roughly;

/// What holds the Job that was synced and is being deleted, or when its time to live is over.
pub(super) fn removal(outcome: &Phrase, now: &Moment) -> Vec<Phrase> {
    let Some(job) = job(now).filter(|_| matches!(outcome.key, "sync-finished" | "sync-deleting")) else {
        return Vec::new();
    };
    if !job.metadata.is_deleting() {
        return expires(job, now).into_iter().collect();
    }
    let mut said = held(job, now);
    if outcome.key == "sync-finished" {
        said.insert(0, phrase!("along-job-deleted"));
    }
    said
}

/// The Job that was synced, while the store has it.
fn job(now: &Moment) -> Option<&Job> {
    let key = &now.sync()?.key;
    let stored = now.snapshot.jobs.iter().filter(|view| view.cache != CacheState::GoneFromStore);
    stored.map(|view| &*view.job).find(|job| job.metadata.has_key(key))
}

/// What the Job's finalizers wait for, and the pods of it whose own finalizers hold them.
fn held(job: &Job, now: &Moment) -> Vec<Phrase> {
    let is_its =
        |pod: &&PodView| pod.owner.is_some() && pod.owner == job.metadata.uid && pod.cache != CacheState::GoneFromStore;
    let pods: Vec<&PodView> = now.snapshot.pods.iter().map(|pod| &**pod).filter(is_its).collect();
    let mut said = Vec::new();
    let mut unknown = Vec::new();
    for finalizer in &job.metadata.finalizers {
        match finalizer.as_str() {
            FOREGROUND_FINALIZER => {
                said.push(phrase!("along-job-foreground", n = pods.len()));
                said.extend(pods.iter().find_map(|pod| held_pod(pod)));
            }
            ORPHAN_FINALIZER => said.push(phrase!("along-job-orphan", n = pods.len())),
            _ => unknown.push(finalizer.clone()),
        }
    }
    if !unknown.is_empty() {
        said.push(phrase!("along-job-held", n = unknown.len()).listing("finalizers", unknown));
    }
    said
}

fn held_pod(pod: &PodView) -> Option<Phrase> {
    match pod.hold.as_deref()? {
        PodHold::Deleting { finalizers, .. } if !finalizers.is_empty() => Some(
            phrase!("along-pod-held", pod = pod.name.as_str(), n = finalizers.len())
                .listing("finalizers", finalizers.clone()),
        ),
        _ => None,
    }
}

/// When the time to live of a finished Job is over.
fn expires(job: &Job, now: &Moment) -> Option<Phrase> {
    let seconds = job.spec.ttl_seconds_after_finished?;
    let condition = job.status.condition(job.status.finished()?)?;
    let ended = condition.last_transition_time.map(MetaTime::time)?;
    let left = ended.plus(i64::from(seconds).saturating_mul(1000)).since(now.snapshot.now);
    Some(if left > 0 { phrase!("along-ttl", left = roughly(left)) } else { phrase!("along-ttl-over") })
}
