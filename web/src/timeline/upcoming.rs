//! What Step over would do next, in a few words.

use jobscope_core::trace::Kind;
use jobscope_core::world::{Action, Streams};
use yew::AttrValue;

use crate::session::Moment;
use crate::ui::time::short_seconds;
use crate::words::{Words, args};

/// See the module.
pub(super) fn told(words: &Words, now: &Moment) -> AttrValue {
    if now.inside() {
        return words.t("next-rest");
    }
    let Some(next) = &now.next else {
        return if now.snapshot.jobs.is_empty() { words.t("next-apply") } else { words.t("next-nothing") };
    };
    match next {
        Action::Deliver { kind: Streams::Job, .. } | Action::Relist { kind: Kind::Job } => words.t("next-deliver-jobs"),
        Action::Deliver { .. } | Action::Relist { kind: Kind::Pod } => words.t("next-deliver-pods"),
        Action::Sync => words.t("next-sync"),
        Action::SyncOrphan => words.t("next-sync-orphan"),
        Action::SyncTtl => words.t("next-sync-ttl"),
        Action::AttemptToDelete => words.t("next-attempt-to-delete"),
        Action::AttemptToOrphan => words.t("next-attempt-to-orphan"),
        Action::PodGc => words.t("next-pod-gc"),
        Action::StepManager => words.t("next-step-manager"),
        Action::Advance { ms } => words.f("next-advance", &args!(time = short_seconds(*ms))),
        Action::PodRun { pods, .. } => words.f("next-run", &args!(n = pods.len())),
        Action::PodSucceed { pods, .. } => words.f("next-succeed", &args!(n = pods.len())),
        Action::PodFail { pods, .. } => words.f("next-fail", &args!(n = pods.len())),
        Action::PodRemove { pods } => words.f("next-remove", &args!(n = pods.len())),
        _ => words.t("next-recorded"),
    }
}
