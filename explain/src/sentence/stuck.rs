//! A sentence about active pods that something keeps from starting. The Job controller does not ask for it: no question of the
//! trace shows it, and people whose Job does not move look for it.

use jobscope_core::api::PodPhase;
use jobscope_core::world::CacheState;

use super::phrase::{Phrase, phrase};
use crate::Moment;

/// Why some of the Job's pods do not start, where all that a sync found is that they are active.
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
