//! The work queue, and what a sync returned to it.

use jobscope_core::api::Release;
use jobscope_core::trace::{Function, QueueChange, QueueName, QueueOp, SyncResult};
use jobscope_explain::Moment;
use jobscope_explain::time::short_seconds;
use yew::prelude::*;

use super::RowContent;
use crate::why::explanation::Explained;
use crate::words::{Words, args, names_kept};

/// The minor whose rate limiter has nothing to do with the back-off of pods: it begins with a second.
const SHORT_DELAYS: u8 = 28;

/// A change of a queue; of any but that of Jobs, with the queue's name and the key.
pub(in crate::why) fn change(words: &Words, change: &QueueChange, now: &Moment) -> RowContent {
    let mut content = op_content(words, change.op, now);
    if change.queue != QueueName::Job {
        content.operands = format!("{} {}", change.queue.name(), change.key);
    }
    content
}

fn op_content(words: &Words, op: QueueOp, now: &Moment) -> RowContent {
    let wait = |until: jobscope_core::api::Time| AttrValue::from(short_seconds(until.since(now.snapshot.now)));
    match op {
        QueueOp::Added => RowContent::plain(words.t("queue-added"), "", words.t("ready")),
        QueueOp::AlreadyQueued => RowContent::plain(words.t("queue-already"), "", "–".into()),
        QueueOp::AddedWhileProcessing => RowContent::plain(words.t("queue-again"), "", "–".into()),
        QueueOp::Delayed { until, rate_limited: true } => {
            RowContent::plain(words.t("queue-rate-limited"), "AddRateLimited", wait(until))
        }
        QueueOp::Delayed { until, rate_limited: false } => {
            RowContent::plain(words.t("queue-delayed"), "AddAfter", wait(until))
        }
        QueueOp::DelayedEarlier { until } => RowContent::plain(words.t("queue-earlier"), "AddAfter", wait(until)),
        QueueOp::Ripened => RowContent::plain(words.t("queue-ripened"), "", words.t("ready")),
        QueueOp::Taken => RowContent::plain(words.t("queue-taken"), "Get", words.t("sync-word")),
        QueueOp::Forgotten { requeues } => {
            RowContent::plain(words.t("queue-forgotten"), "Forget", format!("{requeues} → 0").into())
        }
    }
}

/// What a worker's function returned.
pub(in crate::why) fn result(words: &Words, result: &SyncResult, function: Function, release: Release) -> RowContent {
    let (fine, wrong) = if !result.queue.is_of_job_controller() {
        ("returned-beside", "returned-beside-error")
    } else if !release.since(SHORT_DELAYS) {
        ("returned", "returned-error")
    } else {
        ("returned", "returned-error-briefly")
    };
    let name = function.name();
    match &result.error {
        None => RowContent {
            explain: Some(Explained::Done(fine, vec![function])),
            ..RowContent::plain(
                words.f(fine, &args!(name = name)),
                format!("forget {}", result.forget),
                words.t("returned-ok"),
            )
        },
        Some(error) => RowContent {
            explain: Some(Explained::Done(wrong, vec![function])),
            extra: html! { <p class="expl said">{ names_kept(error) }</p> },
            ..RowContent::plain(
                words.f(wrong, &args!(name = name)),
                format!("forget {}", result.forget),
                words.t("returned-err"),
            )
        },
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::timeline::Timeline;
    use jobscope_core::trace::TraceEntry;
    use jobscope_explain::Preset;
    use jobscope_explain::played::moments;

    use super::*;
    use crate::why::function_of;
    use crate::words::Locale;

    #[test]
    fn what_returns_is_the_function_that_was_called() {
        let words = Words::new(Locale::En);
        for (queue, function, want) in [
            (QueueName::Job, Function::SyncJob, "syncJob returns"),
            (QueueName::OrphanPod, Function::SyncOrphanPod, "syncOrphanPod returns"),
        ] {
            let returned = SyncResult { queue, key: "default/pi".into(), forget: true, error: None };
            assert_eq!(
                result(&words, &returned, function_of(&[TraceEntry::Enter(function)]), Release::V1_36).ask,
                want
            );
        }
    }

    #[test]
    fn a_failed_sync_is_said_to_wait_as_long_as_it_does() {
        let words = Words::new(Locale::En);
        for release in Release::ALL {
            let moments = moments(Preset::Quota, release, Timeline::step_over);
            let waits = |now: &Moment| {
                now.trace().iter().find_map(|entry| match entry {
                    TraceEntry::Queue(QueueChange { op: QueueOp::Delayed { until, rate_limited: true }, .. }) => {
                        Some(until.since(now.snapshot.now))
                    }
                    _ => None,
                })
            };
            let first = moments.iter().find_map(waits).unwrap();
            let error = Some("403".to_owned());
            let returned = SyncResult { queue: QueueName::Job, key: "default/pi".into(), forget: false, error };
            let said = result(&words, &returned, Function::SyncJob, release).explain;
            let Some(Explained::Done(key, _)) = said else { panic!("{release} says nothing") };
            assert_eq!(key, if first == 1_000 { "returned-error-briefly" } else { "returned-error" }, "{release}");
        }
    }
}
