//! The sentence about active pods that cannot start. The Job controller never reads why, so no question of the trace
//! shows it, and users of a stuck Job look for exactly that.

use jobscope_core::api::PodPhase;
use jobscope_core::world::CacheState;

use super::phrase::{Phrase, phrase};
use crate::Moment;

/// The reasons of the Job's pods that cannot start, after a sync that found the active pods as wanted.
pub(super) fn stuck(outcome: &Phrase, now: &Moment) -> Option<Phrase> {
    if outcome.key != "sync-nothing" {
        return None;
    }
    let key = &now.sync()?.key;
    let job = now.snapshot.jobs.iter().find(|view| view.job.metadata.key() == *key)?;
    let mut reasons = Vec::<(&str, usize)>::new();
    for pod in now.snapshot.pods.iter().filter(|pod| pod.owner.is_some() && pod.owner == job.job.metadata.uid) {
        let pending = pod.phase == PodPhase::Pending && pod.deletion.is_none() && pod.cache == CacheState::InStep;
        if !pending || pod.reason.is_empty() {
            continue;
        }
        match reasons.iter_mut().find(|(reason, _)| *reason == pod.reason) {
            Some((_, pods)) => *pods += 1,
            None => reasons.push((&pod.reason, 1)),
        }
    }
    let pods: usize = reasons.iter().map(|(_, pods)| pods).sum();
    let named = |&(reason, pods): &(&str, usize)| {
        if pods > 1 { format!("{reason}\u{a0}×{pods}") } else { reason.to_owned() }
    };
    (pods > 0).then(|| phrase!("along-stuck", n = pods).listing("reasons", reasons.iter().map(named).collect()))
}
