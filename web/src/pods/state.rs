//! The state of a pod as it is shown: one shape, one label, one colour each.

use jobscope_core::api::Name;
use jobscope_core::timeline::SyncRecord;
use jobscope_core::world::{CacheState, Counting, PodView};
use jobscope_explain::sentence::reported;
use jobscope_explain::time::short_seconds;
use jobscope_explain::{Moment, PodState};
use jobscope_words::phrase_args;
use yew::AttrValue;

use crate::words::{Words, args, ordinal};

/// The label of a pod's tile: its state, or what is more telling.
pub(crate) fn label(words: &Words, pod: &PodView) -> AttrValue {
    match (PodState::of(pod), pod.cache) {
        (_, CacheState::NotSeen) => words.t("not-seen"),
        (PodState::Failed, _) => match (pod.exit_code, pod.reason.as_str()) {
            (Some(code), _) => words.f("exit-code", &args!(code = code)),
            (None, "") => words.t("state-failed"),
            (None, reason) => reason.to_owned().into(),
        },
        (PodState::Pending, _) if !pod.reason.is_empty() => pod.reason.clone().into(),
        (state, _) => words.t(state.word()),
    }
}

/// What a sync is called, with its Job where there are others.
pub(super) fn sync_title(words: &Words, now: &Moment, sync: &SyncRecord) -> AttrValue {
    let number = ordinal(sync.number);
    match now.name_among_jobs(&sync.key) {
        Some(job) => words.f("sync-title-of", &args!(n = number, job = job)),
        None => words.f("sync-title", &args!(n = number)),
    }
}

/// The number on a pod's tile: its completion index, or else its place in the order of creation.
pub(crate) fn number(pod: &PodView) -> i64 {
    pod.completion_index.unwrap_or_else(|| pod.ordinal.into())
}

/// The number that stood on the tile of a pod that is gone. Its name tells a completion index, between the Job's name and the
/// characters that the API server adds; or else it was one of those that syncs made, in their order, as some that are still there may tell.
pub(crate) fn number_of_gone(now: &Moment, name: &Name) -> Option<i64> {
    let sync = now.syncs.iter().find(|sync| sync.batches.iter().any(|batch| batch.created.contains(name)))?;
    let own = name.as_str().strip_prefix(sync.key.name().as_str())?.strip_prefix('-')?;
    if let Some((index, _)) = own.split_once('-') {
        return index.parse().ok();
    }
    let made = || now.syncs.iter().flat_map(|sync| &sync.batches).flat_map(|batch| &batch.created);
    let place = made().position(|made| made == name)?;
    let known = made().enumerate().filter_map(|(place, name)| Some((place, now.pod(name)?.ordinal)));
    let before = known.map(|(place, ordinal)| i64::from(ordinal) - as_i64(place)).min().unwrap_or(1);
    Some(as_i64(place) + before)
}

fn as_i64(place: usize) -> i64 {
    i64::try_from(place).unwrap_or(i64::MAX)
}

/// Which attempt at its index the pod is, from the second on.
pub(crate) fn attempt(words: &Words, pod: &PodView) -> Option<AttrValue> {
    pod.attempt.filter(|&attempt| attempt > 1).map(|attempt| words.f("pod-attempt-short", &args!(n = attempt)))
}

/// How long a pod that is being deleted still has, while its grace period lasts and it has not ended.
pub(crate) fn time_left(now: &Moment, pod: &PodView) -> Option<String> {
    let left = pod.deletion.filter(|_| !pod.phase.is_terminal())?.since(now.snapshot.now);
    (left > 0).then(|| short_seconds(left - left % 100))
}

/// Whether a pod that has ended is still in the store, but being deleted; kubectl shows it as Terminating.
pub(crate) fn is_leaving(pod: &PodView) -> bool {
    pod.deletion.is_some() && matches!(PodState::of(pod), PodState::Succeeded | PodState::Failed)
}

/// The key of how its Job counts the pod.
pub(crate) fn counting_word(counting: Counting) -> &'static str {
    match counting {
        Counting::NotYet => "counting-not-yet",
        Counting::Recorded => "counting-recorded",
        Counting::Counted => "counting-counted",
    }
}

/// What there is to know about a pod, in a few sentences.
pub(crate) fn described(words: &Words, now: &Moment, pod: &PodView) -> AttrValue {
    let state = words.t(PodState::of(pod).word()).to_string();
    let mut said = vec![match pod.completion_index {
        Some(index) => words.f(
            "pod-described-index",
            &args!(
                n = pod.ordinal,
                index = index,
                attempt = pod.attempt.unwrap_or(1),
                name = pod.name.as_str(),
                state = state
            ),
        ),
        None => words.f("pod-described", &args!(n = pod.ordinal, name = pod.name.as_str(), state = state)),
    }];
    if let Some(code) = pod.exit_code {
        said.push(words.f("pod-exit-code", &args!(code = code)));
    }
    if !pod.reason.is_empty() {
        said.push(words.f("pod-reason", &args!(reason = pod.reason.as_str())));
    }
    if let Some(report) = reported(pod) {
        said.push(words.f(report.key, &phrase_args(words, &report)));
    }
    if pod.restarts > 0 {
        said.push(words.f("pod-restarts", &args!(n = pod.restarts)));
    }
    if pod.deletion.is_some() && !pod.phase.is_terminal() {
        said.push(match time_left(now, pod) {
            Some(left) => words.f("pod-deletion-left", &args!(left = left)),
            None => words.t("pod-deletion-over"),
        });
    }
    if is_leaving(pod) {
        said.push(words.t("pod-leaving"));
    }
    if let Some(counting) = pod.counting {
        said.push(words.t(match counting {
            Counting::NotYet => "pod-not-counted",
            Counting::Recorded => "pod-recorded",
            Counting::Counted => "pod-counted",
        }));
    } else if pod.tracked {
        said.push(words.t("pod-tracked"));
    }
    match pod.cache {
        CacheState::InStep => {}
        CacheState::NotSeen => said.push(words.t("pod-not-seen")),
        CacheState::Behind => said.push(match pod.cached_phase {
            Some(phase) => words.f("pod-seen-as", &args!(phase = phase.as_str())),
            None => words.t("pod-behind"),
        }),
        CacheState::GoneFromStore => said.push(words.t("pod-gone")),
    }
    said.join(&words.t("gap")).into()
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::PodPhase;
    use jobscope_core::api::{DeletionPropagation, Job, Manifest, Release};
    use jobscope_core::timeline::{SavedSession, Timeline};
    use jobscope_core::world::{Action, World};

    use super::*;
    use crate::words::Locale;
    use jobscope_explain::Movement;

    #[test]
    fn what_has_ended_and_is_deleted_leaves_until_it_is_gone() {
        let job: Job = serde_json::from_value(serde_json::json!({
            "metadata": {"name": "pi"},
            "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}
        }))
        .unwrap();
        let mut timeline = Timeline::new(World::new(Release::V1_28));
        timeline.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        while timeline.world().stored_pods().next().is_none() {
            assert!(timeline.step_over(), "a pod is created");
        }
        let snapshot = timeline.world().snapshot();
        let mut pod = PodView::clone(&snapshot.pods[0]);
        pod.deletion = Some(snapshot.now);
        assert!(!is_leaving(&pod), "it has not ended");
        for phase in [PodPhase::Succeeded, PodPhase::Failed] {
            pod.phase = phase;
            assert!(is_leaving(&pod));
        }
        pod.cache = CacheState::GoneFromStore;
        assert!(!is_leaving(&pod), "it has left");
        pod.cache = CacheState::InStep;
        pod.deletion = None;
        assert!(!is_leaving(&pod), "nobody deletes it");
    }

    #[test]
    fn the_scheduler_and_the_kubelet_say_why_a_pod_does_not_start() {
        let text = include_str!("../../../tests/cluster/unscheduled.yaml");
        let timeline = SavedSession::of_cluster(text, Release::V1_36).unwrap().replay().unwrap();
        let now = Moment::of(&timeline, 0, Movement::Forward, 0);
        let said = |locale, pod: usize| described(&Words::new(locale), &now, &now.snapshot.pods[pod]).to_string();
        for (locale, scheduler, kubelet) in [
            (
                Locale::En,
                "Reason Unschedulable. The scheduler says: “0/3 nodes are",
                "says about container train: “secret",
            ),
            (Locale::ZhCn, "调度器给出的原因：“0/3 nodes are", "kubelet 对容器 train 给出的原因：“secret"),
        ] {
            assert!(said(locale, 0).contains(scheduler), "{}", said(locale, 0));
            assert!(said(locale, 2).contains(kubelet), "{}", said(locale, 2));
        }
    }

    #[test]
    fn a_pod_that_is_gone_keeps_its_number() {
        for spec in ["{parallelism: 3", "{completionMode: Indexed, completions: 3, parallelism: 3"] {
            let manifest = format!(
                "apiVersion: batch/v1\nkind: Job\nmetadata: {{name: my-job}}\nspec: {spec}, template: {{spec: {{restartPolicy: Never, containers: [{{name: a, image: b}}]}}}}}}\n"
            );
            let mut timeline = Timeline::new(World::new(Release::V1_28));
            let apply = |timeline: &mut Timeline| {
                let manifest = Manifest::parse(&manifest, Release::V1_28).unwrap();
                timeline.apply(&Action::of_manifest(&manifest)).unwrap();
                while timeline.world().stored_pods().count() < 3 {
                    assert!(timeline.step_over(), "pods are created");
                }
            };
            apply(&mut timeline);
            let name = Name::from("my-job");
            timeline.apply(&Action::DeleteJob { name, policy: Some(DeletionPropagation::Background) }).unwrap();
            let there = Moment::of(&timeline, 0, Movement::Forward, 0);
            while timeline.step_over() {}
            let gone = Moment::of(&timeline, 0, Movement::Forward, 0);
            assert_eq!(gone.snapshot.pods.len(), 0, "{spec}: all are gone");
            // Pods of another Job of that name continue the numbering of those that are gone.
            apply(&mut timeline);
            let again = Moment::of(&timeline, 0, Movement::Forward, 0);
            for pod in &there.snapshot.pods {
                assert_eq!(number_of_gone(&gone, &pod.name), Some(number(pod)), "{spec}: {}", pod.name);
            }
            for pod in &again.snapshot.pods {
                assert_eq!(number_of_gone(&again, &pod.name), Some(number(pod)), "{spec}: {}", pod.name);
            }
        }
    }
}
