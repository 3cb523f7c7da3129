//! What Step over would do next, in a few words.

use jobscope_core::trace::Kind;
use jobscope_core::world::{Action, STOPPED_EXIT_CODE, Streams};
use jobscope_explain::Moment;
use jobscope_explain::time::short_seconds;
use yew::AttrValue;

use crate::words::{Words, args};

pub(super) fn text(words: &Words, now: &Moment) -> AttrValue {
    if now.inside() {
        return words.t("next-rest");
    }
    let Some(next) = &now.next else {
        return nothing(words, now);
    };
    match next {
        Action::Deliver { kind: Streams::Job, .. } | Action::Relist { kind: Kind::Job } => words.t("next-deliver-jobs"),
        Action::Deliver { .. } | Action::Relist { kind: Kind::Pod } => words.t("next-deliver-pods"),
        Action::Sync => {
            let job = now.snapshot.queue.ready.first().and_then(|key| now.name_among_jobs(key));
            job.map_or_else(|| words.t("next-sync"), |job| words.f("next-sync-of", &args!(job = job)))
        }
        Action::SyncOrphan => words.t("next-sync-orphan"),
        Action::SyncTtl => words.t("next-sync-ttl"),
        Action::AttemptToDelete => words.t("next-attempt-to-delete"),
        Action::AttemptToOrphan => words.t("next-attempt-to-orphan"),
        Action::PodGc => words.t("next-pod-gc"),
        Action::StepManager => words.t("next-step-manager"),
        Action::Advance { ms } => words.f("next-advance", &args!(time = short_seconds(*ms))),
        Action::PodRun { pods, .. } => words.f("next-run", &args!(n = pods.len())),
        Action::PodWait { pods, .. } => words.f("next-wait", &args!(n = pods.len())),
        Action::PodContainerExit { pods, exit_code: STOPPED_EXIT_CODE, .. } => {
            words.f("next-container-exit", &args!(n = pods.len()))
        }
        Action::PodContainerExit { pods, exit_code, .. } => {
            words.f("next-container-end", &args!(n = pods.len(), code = *exit_code))
        }
        Action::PodRestart { pods, .. } => words.f("next-restart", &args!(n = pods.len())),
        Action::PodSucceed { pods, .. } => words.f("next-succeed", &args!(n = pods.len())),
        Action::PodFail { pods, .. } => words.f("next-fail", &args!(n = pods.len())),
        Action::PodRemove { pods } => words.f("next-remove", &args!(n = pods.len())),
        _ => words.t("next-recorded"),
    }
}

/// What is said where Step over has nothing to do. A key that still has its time to wait finds its Job finished: nobody
/// has to wait for that.
fn nothing(words: &Words, now: &Moment) -> AttrValue {
    let due = now.snapshot.queue.delayed.iter().map(|delayed| delayed.ready_at.since(now.snapshot.now)).min();
    let streams = [&now.snapshot.job_stream, &now.snapshot.pod_stream];
    let held: usize = streams.into_iter().filter(|stream| stream.held).map(|stream| stream.pending.len()).sum();
    match due {
        _ if held > 0 => words.f("next-nothing-but-held", &args!(n = held)),
        _ if now.snapshot.jobs.is_empty() && now.syncs.is_empty() => words.t("next-apply"),
        Some(due) => words.f("next-nothing-but-a-key", &args!(time = short_seconds(due))),
        None => words.t("next-nothing"),
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{DeletionPropagation, Manifest, Release};
    use jobscope_core::timeline::Timeline;
    use jobscope_core::world::World;

    use super::*;
    use crate::words::Locale;
    use jobscope_explain::played::last;
    use jobscope_explain::{Movement, Preset};

    #[test]
    fn a_key_that_waits_is_not_kept_secret() {
        let words = Words::new(Locale::En);
        let last = |scenario| {
            let last = last(scenario, Release::V1_28);
            (text(&words, &last).to_string(), last.snapshot.queue.delayed.len())
        };
        assert_eq!(last(Preset::Failing), ("Only a key is due, in 1\u{a0}s".to_owned(), 1));
        assert_eq!(last(Preset::Suspended).1, 0);
        assert_eq!(last(Preset::Suspended).0, "Nothing more happens on its own");
    }

    #[test]
    fn only_a_session_without_syncs_begins_with_a_manifest() {
        let words = Words::new(Locale::En);
        let mut timeline = Timeline::new(World::new(Release::V1_28));
        let now = |timeline: &Timeline| text(&words, &Moment::of(timeline, 0, Movement::Forward, 0)).to_string();
        assert_eq!(now(&timeline), "Apply a manifest to begin");
        let manifest = Manifest::parse(Preset::Pi.manifest(), Release::V1_28).unwrap();
        timeline.apply(&Action::of_manifest(&manifest)).unwrap();
        while timeline.step_over() {}
        let job = timeline.world().stored_jobs().next().unwrap().metadata.name.clone().unwrap();
        timeline.apply(&Action::DeleteJob { name: job, policy: Some(DeletionPropagation::Background) }).unwrap();
        while timeline.step_over() {}
        assert_eq!(now(&timeline), "Only a key is due, in 1\u{a0}s");
    }

    #[test]
    fn what_a_person_holds_back_is_said_and_none_other() {
        let mut timeline = Timeline::new(World::new(Release::V1_28));
        for action in Preset::Pi.setup() {
            timeline.apply(&action).unwrap();
        }
        let manifest = Manifest::parse(Preset::Pi.manifest(), Release::V1_28).unwrap();
        timeline.apply(&Action::of_manifest(&manifest)).unwrap();
        timeline.apply(&Action::HoldStream { kind: Kind::Pod }).unwrap();
        while timeline.step_over() {}
        let words = Words::new(Locale::En);
        let now = |timeline: &Timeline| Moment::of(timeline, 0, Movement::Forward, 0);
        let held = now(&timeline);
        let waiting = held.snapshot.pod_stream.pending.len();
        assert!(waiting > 1, "{waiting}");
        assert_eq!(text(&words, &held), format!("Nothing more happens: {waiting} watch events are held back"));
        assert_eq!(text(&Words::new(Locale::ZhCn), &held), format!("不会再有变化：{waiting}\u{a0}个 watch 事件被扣住"));
        timeline.apply(&Action::ReleaseStream { kind: Kind::Pod }).unwrap();
        assert_eq!(text(&words, &now(&timeline)), "Next: the watch delivers pod events");
    }
}
