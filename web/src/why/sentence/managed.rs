//! What a sync comes to when the Job goes on: what it created or deleted, or why it did neither.

use jobscope_core::trace::{Answer, Decision, DecisionId, Verb};

use super::phrase::{Phrase, phrase};
use crate::ui::time::short_seconds;
use crate::why::summary::Summary;
use crate::words::ordinal;

/// What `manageJob` did, or why it did nothing.
pub(super) fn managed(n: u32, summary: &Summary<'_>) -> Phrase {
    use DecisionId as Ask;
    if summary.no(Ask::ManageNeeded) {
        return match summary.question(Ask::ExpectationsSatisfied) {
            Some(Decision::ExpectationsSatisfied { record: Some(record) })
                if summary.no(Ask::ExpectationsSatisfied) =>
            {
                // An event that came before the orders were noted leaves a number below zero.
                phrase!("sync-waits", n = ordinal(n), adds = record.adds.max(0), dels = record.dels.max(0))
            }
            _ => phrase!("sync-deleting", n = ordinal(n)),
        };
    }
    let created = summary.tally(Verb::Create);
    let deleted = summary.tally(Verb::Delete);
    if summary.yes(Ask::JobSuspended) {
        return phrase!("sync-suspended", n = ordinal(n), deleted = deleted.done);
    }
    if !created.refused.is_empty() {
        let asked = created.done + created.refused.len() + usize::try_from(summary.skipped()).unwrap_or_default();
        let code = created.refused.first().map_or(0, |error| error.reason.code());
        let tolerated = summary.tolerated();
        if tolerated == created.refused.len() {
            return phrase!(
                "sync-tolerated",
                n = ordinal(n),
                wanted = asked,
                created = created.done,
                tolerated = tolerated,
                code = code
            );
        }
        return phrase!(
            "sync-refused",
            n = ordinal(n),
            wanted = asked,
            created = created.done,
            refused = created.refused.len(),
            batch = summary.last_batch().unwrap_or(1),
            code = code,
            skipped = summary.skipped()
        );
    }
    if created.done > 0 {
        return phrase!(
            "sync-created",
            n = ordinal(n),
            created = created.done,
            batches = summary.last_batch().unwrap_or(1)
        );
    }
    if deleted.done + deleted.refused.len() > 0 {
        if let Some(Decision::PodsToRemove { active, want, misplaced }) = summary.question(Ask::PodsToRemove) {
            let (active, want, misplaced) = (*active, *want, *misplaced);
            return phrase!(
                "sync-removed",
                n = ordinal(n),
                deleted = deleted.done,
                active = active,
                want = want,
                misplaced = misplaced
            );
        }
        let (active, parallelism) = match summary.question(Ask::TooManyActive) {
            Some(Decision::TooManyActive { active, parallelism }) => (*active, *parallelism),
            _ => (0, 0),
        };
        return phrase!(
            "sync-deleted",
            n = ordinal(n),
            deleted = deleted.done,
            active = active,
            parallelism = parallelism
        );
    }
    if let Some(not_freed) = not_freed(n, summary) {
        return not_freed;
    }
    if let Some(Decision::MoreActiveThanWanted { want, active }) = summary.question(Ask::MoreActiveThanWanted)
        && summary.yes(Ask::MoreActiveThanWanted)
    {
        return phrase!("sync-more-than-wanted", n = ordinal(n), want = *want, active = *active);
    }
    if let Some(waits) = waits(n, summary) {
        return waits;
    }
    match summary.question(Ask::PodsCounted) {
        Some(Decision::PodsCounted { active, .. }) => phrase!("sync-nothing", n = ordinal(n), active = *active),
        _ => phrase!("sync-nothing", n = ordinal(n), active = 0),
    }
}

/// Pods that were to be deleted, and could not be freed from their finalizers before.
fn not_freed(n: u32, summary: &Summary<'_>) -> Option<Phrase> {
    let (active, want) = match summary.question(DecisionId::PodsToRemove) {
        Some(Decision::PodsToRemove { active, want, .. }) => (*active, *want),
        _ => match summary.question(DecisionId::TooManyActive) {
            Some(Decision::TooManyActive { active, parallelism }) => (*active, *parallelism),
            _ => return None,
        },
    };
    let freed = summary.tally(Verb::Patch);
    let error = freed.refused.first().filter(|_| active > want)?;
    Some(phrase!("sync-not-freed", n = ordinal(n), active = active, want = want, code = error.reason.code()))
}

/// What new pods wait for, if any are missing.
fn waits(n: u32, summary: &Summary<'_>) -> Option<Phrase> {
    use DecisionId as Ask;
    let missing = |value: Answer| match value {
        Answer::Value(value) if value > 0 => Some(value),
        _ => None,
    };
    let wanted = summary.answer(Ask::PodsMissing).and_then(missing);
    if let Some(left) = summary.answer(Ask::PodBackoffRemaining).and_then(missing)
        && let Some(Decision::PodBackoffRemaining { failures, .. }) = summary.question(Ask::PodBackoffRemaining)
    {
        let (wanted, left) = (wanted.unwrap_or(0), short_seconds(left));
        return Some(phrase!("sync-backs-off", n = ordinal(n), wanted = wanted, failures = *failures, left = left));
    }
    if let Some(left) = summary.answer(Ask::IndexBackoffRemaining).and_then(missing)
        && let Some(Decision::IndexBackoffRemaining { pending, .. }) = summary.question(Ask::IndexBackoffRemaining)
    {
        let (pending, left) = (*pending, short_seconds(left));
        return Some(phrase!("sync-indexes-back-off", n = ordinal(n), pending = pending, left = left));
    }
    match summary.question(Ask::PodsMissing) {
        Some(Decision::PodsMissing { want, terminating, active }) if *terminating > 0 && want > active => {
            Some(phrase!("sync-awaits-terminating", n = ordinal(n), terminating = *terminating, want = *want))
        }
        _ => match (wanted, summary.question(Ask::PendingIndexes)) {
            (Some(missing), Some(Decision::PendingIndexes { free: 0, .. })) => {
                Some(phrase!("sync-no-free-index", n = ordinal(n), missing = missing))
            }
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{Manifest, Name, PatchType, Release};
    use jobscope_core::apiserver::Fault;
    use jobscope_core::timeline::Timeline;
    use jobscope_core::trace::{FaultMode, Verb};
    use jobscope_core::world::{Action, World};
    use serde_json::json;

    use crate::session::{Moment, Movement};
    use crate::why::sentence::of;
    use crate::words::{Locale, Words};

    const INDEXED: &str = "
apiVersion: batch/v1
kind: Job
metadata: {name: indexed}
spec:
  completionMode: Indexed
  completions: 2
  parallelism: 2
  backoffLimitPerIndex: 0
  template: {spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}}
";

    const PLAIN: &str = "
apiVersion: batch/v1
kind: Job
metadata: {name: plain}
spec:
  completions: 2
  parallelism: 2
  template: {spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}}
";

    /// A session in which this manifest has just been applied.
    fn applied(manifest: &str, release: Release) -> Timeline {
        let manifest = Manifest::parse(manifest, release).unwrap();
        let mut timeline = Timeline::new(World::new(release));
        timeline.apply(&Action::of_manifest(&manifest)).unwrap();
        timeline
    }

    /// Goes on until so many pods are ready; their names.
    fn ready(timeline: &mut Timeline, pods: usize) -> Vec<Name> {
        loop {
            let snapshot = timeline.world().snapshot();
            let ready: Vec<_> = snapshot.pods.iter().filter(|pod| pod.ready).map(|pod| pod.name.clone()).collect();
            if ready.len() >= pods {
                return ready;
            }
            assert!(timeline.step_over(), "the pods never run");
        }
    }

    /// From now on so many calls of that verb fail.
    fn fail(timeline: &mut Timeline, verb: Verb, mode: FaultMode, count: u32) {
        let fault = Fault { verb, mode, from: 0, count, pods: Vec::new(), label: None };
        timeline.apply(&Action::Fault(fault)).unwrap();
    }

    /// That one of the sentences of so many next steps has these words.
    fn says(timeline: &mut Timeline, steps: usize, want: &str) {
        let words = Words::new(Locale::En);
        let mut said = Vec::new();
        for _ in 0..steps {
            timeline.step_over();
            said.push(of(&Moment::of(timeline, 0, Movement::Forward, 0)).plain(&words));
        }
        assert!(said.iter().any(|sentence| sentence.contains(want)), "{}: {said:#?}", timeline.world().release());
    }

    #[test]
    fn pods_are_missing_but_no_index_is_free() {
        let mut timeline = applied(INDEXED, Release::V1_36);
        let first = ready(&mut timeline, 2).remove(0);
        let offers = timeline.world().pod_actions(&[first]);
        let fails = offers.into_iter().find(|offer| matches!(offer, Action::PodFail { .. })).unwrap();
        timeline.apply(&fails).unwrap();
        says(&mut timeline, 8, "made no pods although 1 is missing: no index is free.");
    }

    #[test]
    fn an_error_that_counts_as_done_is_no_refusal() {
        use FaultMode::{NamespaceTerminating, ServerError, Timeout};
        for (release, mode, want) in [
            (Release::V1_11, Timeout, "wanted 2 pods and created 1: the API server gave no answer for 1 (504)"),
            (Release::V1_11, ServerError, "created 0: the API server refused 1 of batch 1 (500), so it skipped"),
            (Release::V1_36, Timeout, "created 0: the API server gave no answer for 1 of batch 1 (504), so it"),
            (Release::V1_36, NamespaceTerminating, "refused 1, because the namespace is being deleted (403)."),
        ] {
            let mut timeline = applied(PLAIN, release);
            fail(&mut timeline, Verb::Create, mode, 1);
            says(&mut timeline, 4, want);
        }
    }

    #[test]
    fn pods_whose_finalizers_stay_are_not_deleted() {
        let want = "deleted no pods although 2 are active and 1 wanted: the finalizers that hold them could not be removed (500).";
        for release in [Release::V1_28, Release::V1_36] {
            let mut timeline = applied(PLAIN, release);
            ready(&mut timeline, 2);
            fail(&mut timeline, Verb::Patch, FaultMode::ServerError, 9);
            let patch = json!({"spec": {"parallelism": 1}});
            timeline.apply(&Action::PatchJob { name: "plain".into(), r#type: PatchType::default(), patch }).unwrap();
            says(&mut timeline, 8, want);
        }
    }
}
