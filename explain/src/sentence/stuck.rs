//! Sentences about pods that do not start, do not end or do not stop. The Job controller never reads why, so no question of
//! the trace shows it, and users of a stuck Job look for exactly that.

use std::sync::Arc;

use jobscope_core::api::{PodPhase, RestartPolicy, Time};
use jobscope_core::trace::{Decision, DecisionId};
use jobscope_core::world::{CacheState, PodHold, PodView};

use super::phrase::{Phrase, phrase};
use crate::Moment;
use crate::summary::Summary;
use crate::time::roughly;

/// Milliseconds for which a pod may start or stop before that is worth a sentence.
const USUAL_MS: i64 = 60_000;

/// Most texts of the scheduler and the kubelet in one sentence.
const MOST_REPORTS: usize = 3;

/// Release since which sidecars are on by default.
const SIDECARS_SINCE: u8 = 29;

/// What holds the Job's pods up, after a sync that found the active pods as wanted, or that waits for terminating ones.
pub(super) fn stuck(outcome: &Phrase, now: &Moment, summary: &Summary<'_>) -> Vec<Phrase> {
    let Some(pods) = pods_of_job(now) else { return Vec::new() };
    let mut said = Vec::new();
    if outcome.key == "sync-nothing" {
        let active: Vec<&PodView> =
            pods.iter().copied().filter(|pod| pod.deletion.is_none() && !pod.phase.is_terminal()).collect();
        said.extend(waiting(&active));
        said.extend(reports(&active));
        said.extend(starting(&active, now.snapshot.now));
        said.extend(outlived(&active, now.snapshot.release.since(SIDECARS_SINCE)));
        said.extend(crashing(&active));
        said.extend(restarted(summary));
    }
    if waits_for_terminating(outcome) {
        said.extend(overdue(&pods, now.snapshot.now));
    }
    said
}

/// The pods of the Job that was synced, as far as the controller sees them as they are.
fn pods_of_job(now: &Moment) -> Option<Vec<&PodView>> {
    let key = &now.sync()?.key;
    let job = now.snapshot.jobs.iter().find(|view| view.job.metadata.key() == *key)?;
    let is_its = |pod: &&Arc<PodView>| {
        pod.owner.is_some() && pod.owner == job.job.metadata.uid && pod.cache == CacheState::InStep
    };
    Some(now.snapshot.pods.iter().filter(is_its).map(|pod| &**pod).collect())
}

/// The reasons of pods that cannot start.
fn waiting(active: &[&PodView]) -> Option<Phrase> {
    let mut reasons = Vec::<(&str, usize)>::new();
    for pod in active.iter().filter(|pod| pod.phase == PodPhase::Pending && !pod.reason.is_empty()) {
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

/// What the scheduler or the kubelet says about a pod that does not start.
pub fn reported(pod: &PodView) -> Option<Phrase> {
    match pod.hold.as_deref()? {
        PodHold::Unscheduled { message } => Some(phrase!("along-scheduler-says", message = &**message)),
        PodHold::Waiting { container, message } => {
            Some(phrase!("along-kubelet-says", container = container.as_str(), message = &**message))
        }
        _ => None,
    }
}

/// The same about the pods that have not started, each text once.
fn reports(active: &[&PodView]) -> Vec<Phrase> {
    let mut said = Vec::new();
    for phrase in active.iter().filter(|pod| pod.phase == PodPhase::Pending).filter_map(|pod| reported(pod)) {
        if said.len() < MOST_REPORTS && !said.contains(&phrase) {
            said.push(phrase);
        }
    }
    said
}

/// Pods that have been starting for a while. The one that began first is named.
fn starting(active: &[&PodView], now: Time) -> Option<Phrase> {
    let begun = |pod: &&PodView| match pod.hold.as_deref()? {
        PodHold::Starting { since, init_container } if now.since(*since) > USUAL_MS => {
            Some((*since, pod.name.clone(), init_container.clone().unwrap_or_default()))
        }
        _ => None,
    };
    let (since, pod, init) = active.iter().filter_map(begun).min()?;
    let n = active.iter().filter_map(begun).count();
    let time = roughly(now.since(since));
    Some(if init.is_empty() {
        phrase!("along-starting", n = n, pod = pod.as_str(), time = time)
    } else {
        phrase!("along-initializing", n = n, pod = pod.as_str(), time = time, container = init)
    })
}

/// Pods of which a container has ended and another one runs. All are counted, the containers are those of the first.
fn outlived(active: &[&PodView], has_sidecars: bool) -> Option<Phrase> {
    let held = |pod: &&PodView| pod.hold.as_deref().filter(|hold| matches!(hold, PodHold::Outlived { .. })).cloned();
    let n = active.iter().filter_map(held).count();
    let Some(PodHold::Outlived { container, exit_code, running }) = active.iter().find_map(held) else { return None };
    let others = running.len();
    let said = phrase!(
        "along-outlived",
        n = n,
        container = container,
        code = exit_code.to_string(),
        others = others,
        sidecars = u8::from(has_sidecars)
    );
    Some(said.listing("running", running))
}

/// Pods that wait for a container to be started again.
fn crashing(active: &[&PodView]) -> Option<Phrase> {
    const REASON: &str = "CrashLoopBackOff";
    let n = active.iter().filter(|pod| pod.phase == PodPhase::Running && pod.reason == REASON).count();
    (n > 0).then(|| phrase!("along-crashing", n = n))
}

/// How far the restarts are from the limit.
fn restarted(summary: &Summary<'_>) -> Option<Phrase> {
    match *summary.question(DecisionId::PastBackoffLimitOnFailure)? {
        Decision::PastBackoffLimitOnFailure {
            restart_policy: Some(RestartPolicy::OnFailure),
            restarts,
            backoff_limit,
            ..
        } if restarts > 0 => Some(phrase!("along-restarts", n = restarts, limit = backoff_limit)),
        _ => None,
    }
}

/// Whether the outcome is that terminating pods have to end first.
fn waits_for_terminating(outcome: &Phrase) -> bool {
    matches!(outcome.key, "sync-nothing" | "sync-awaits-terminating" | "sync-deleting")
        || outcome.values.iter().any(|(name, value)| *name == "stopping" && *value != 0.into())
}

/// Pods that should have stopped a while ago. The one that is the longest overdue is named.
fn overdue(pods: &[&PodView], now: Time) -> Option<Phrase> {
    let late = |pod: &&PodView| {
        let until = pod.deletion.filter(|until| !pod.phase.is_terminal() && now.since(*until) > USUAL_MS)?;
        let Some(PodHold::Deleting { node: Some(node), .. }) = pod.hold.as_deref() else { return None };
        Some((until, pod.name.clone(), node.clone(), pod.tracked))
    };
    let (until, pod, node, tracked) = pods.iter().filter_map(late).min()?;
    let n = pods.iter().filter_map(late).count();
    Some(phrase!(
        "along-overdue",
        n = n,
        pod = pod.as_str(),
        node = node.as_str(),
        time = roughly(now.since(until)),
        tracked = u8::from(tracked)
    ))
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{Manifest, Release};
    use jobscope_core::timeline::{SavedSession, Timeline};
    use jobscope_core::world::{Action, World};

    use super::*;
    use crate::sentence::Sentence;
    use crate::{Movement, Preset};

    /// The keys of what the sentence of the moment adds.
    fn keys(timeline: &Timeline) -> Vec<&'static str> {
        let sentence = Sentence::at(&Moment::of(timeline, 0, Movement::Forward, 0));
        sentence.more.iter().map(|phrase| phrase.key).collect()
    }

    #[test]
    fn pods_of_the_presets_are_held_up_by_nothing() {
        let of_pods = ["along-starting", "along-initializing", "along-outlived", "along-crashing", "along-overdue"];
        for preset in Preset::ALL {
            let release = Release::V1_36;
            let Ok(manifest) = Manifest::parse(preset.manifest(), release) else { continue };
            let mut timeline = Timeline::new(World::new(release));
            timeline.apply(&Action::of_manifest(&manifest)).unwrap();
            for _ in 0..300 {
                let keys = keys(&timeline);
                assert!(!keys.iter().any(|key| of_pods.contains(key)), "{preset:?}: {keys:?}");
                if !timeline.step_over() {
                    break;
                }
            }
        }
    }

    /// What is said of the next sync of the Job called `job`, if the latest time in the cluster state is `latest`.
    fn said_at(job: &str, latest: &str) -> Vec<&'static str> {
        let text = include_str!("../../../tests/cluster/held-up.yaml").replace("T09:50:00Z", latest);
        let mut timeline = SavedSession::of_cluster(&text, Release::V1_36).unwrap().replay().unwrap();
        while timeline.syncs().last().is_none_or(|sync| sync.key.split().1 != job) {
            assert!(timeline.step_over(), "there is no sync of {job}");
        }
        keys(&timeline)
    }

    #[test]
    fn what_is_late_by_a_minute_is_usual() {
        // The other pod was to stop at 09:30:00.
        for (latest, is_late) in [("T09:30:59Z", false), ("T09:31:02Z", true)] {
            let late = said_at("lost", latest).contains(&"along-overdue");
            assert_eq!(late, is_late, "{latest}");
        }
    }

    /// Whether the pod that should have stopped is still there after `action` and all that follows by itself.
    fn stays_after(action: &Action) -> bool {
        let text = include_str!("../../../tests/cluster/held-up.yaml");
        let mut timeline = SavedSession::of_cluster(text, Release::V1_36).unwrap().replay().unwrap();
        timeline.apply(action).unwrap();
        for _ in 0..500 {
            if !timeline.step_over() {
                break;
            }
        }
        timeline.world().stored_pods().any(|pod| pod.metadata.name() == "lost-aaaaa")
    }

    #[test]
    fn a_lost_pod_goes_with_its_node_and_not_by_force() {
        let by_force = Action::PodDelete { pods: vec!["lost-aaaaa".into()], conds: Vec::new(), grace: Some(0) };
        assert!(stays_after(&by_force));
        assert!(!stays_after(&Action::DeleteNode { name: "worker-3".into() }));
    }
}
