//! Violated invariants, in words. Names of the API stay as they are.

use jobscope_core::world::invariants::Finding;
use yew::prelude::*;

use crate::words::{Words, args};

/// What is wrong, with its figures.
pub(super) fn text(words: &Words, finding: &Finding) -> AttrValue {
    match finding {
        Finding::CacheDiffers => words.t("finding-cache-differs"),
        Finding::KeyHeld { key } => words.f("finding-key-held", &args!(key = key.to_string())),
        Finding::KeyTwice { key } => words.f("finding-key-twice", &args!(key = key.to_string())),
        Finding::KeyOverdue { key } => words.f("finding-key-overdue", &args!(key = key.to_string())),
        Finding::Negative { counter } => words.f("finding-negative", &args!(n = *counter)),
        Finding::TwoEnds => words.t("finding-two-ends"),
        Finding::CompleteWithoutTime => words.t("finding-complete-without-time"),
        Finding::TimeWithoutComplete => words.t("finding-time-without-complete"),
        Finding::ListedTwice { uid } => words.f("finding-listed-twice", &args!(uid = uid.to_string())),
        Finding::ReadyBeyondActive { ready, active } => {
            words.f("finding-ready-beyond-active", &args!(ready = *ready, active = *active))
        }
        Finding::IndexInBoth { completed, failed } => {
            words.f("finding-index-in-both", &args!(completed = completed.clone(), failed = failed.clone()))
        }
        Finding::Unannounced { end, announcement } => {
            words.f("finding-unannounced", &args!(end = end.as_str(), announcement = announcement.as_str()))
        }
        Finding::EndChanged { before, now: Some(now) } => {
            words.f("finding-end-changed", &args!(before = before.as_str(), now = now.as_str()))
        }
        Finding::EndChanged { before, now: None } => words.f("finding-end-gone", &args!(before = before.as_str())),
        Finding::SucceededFell { before, now } => fell(words, "succeeded", *before, *now),
        Finding::FailedFell { before, now } => fell(words, "failed", *before, *now),
        Finding::StartTimeChanged { before, now: Some(now) } => {
            words.f("finding-start-changed", &args!(before = before.to_string(), now = now.to_string()))
        }
        Finding::StartTimeChanged { before, now: None } => {
            words.f("finding-start-gone", &args!(before = before.to_string()))
        }
        Finding::CountedUnheld { counted, held } => {
            words.f("finding-counted-unheld", &args!(counted = *counted, held = *held))
        }
        Finding::FreedUncounted { freed, counted } => {
            words.f("finding-freed-uncounted", &args!(freed = *freed, counted = *counted))
        }
        Finding::StatusOfAnother { job, other } => {
            words.f("finding-status-of-another", &args!(job = job.to_string(), other = other.to_string()))
        }
        Finding::ActiveMiscounted { status, pods } => {
            words.f("finding-active-miscounted", &args!(status = *status, n = *pods))
        }
        Finding::BeyondParallelism { active, parallelism } => {
            words.f("finding-beyond-parallelism", &args!(n = *active, parallelism = *parallelism))
        }
        Finding::IndexTaken { index } => words.f("finding-index-taken", &args!(index = *index)),
        Finding::StillActive { pods } => words.f("finding-still-active", &args!(n = *pods)),
        Finding::Started { pods } => words.f("finding-started", &args!(n = *pods)),
        Finding::StartedBeyond { pods, left } => words.f("finding-started-beyond", &args!(n = *pods, left = *left)),
        Finding::PodsHeld { pods } => words.f("finding-pods-held", &args!(n = *pods)),
        Finding::NotEnded { pods } => words.f("finding-not-ended", &args!(n = *pods)),
        Finding::ToldUnstored { reason } => words.f("finding-told-unstored", &args!(reason = reason.to_string())),
    }
}

/// A counter of the status that decreased.
fn fell(words: &Words, counter: &'static str, before: i32, now: i32) -> AttrValue {
    words.f("finding-fell", &args!(counter = counter, before = before, now = now))
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{JobConditionType, MetaTime, ObjectKey, Time, Uid};

    use super::*;
    use crate::words::Locale;

    /// With figures that are all different, so that none stands for another.
    fn findings() -> Vec<(Finding, Vec<&'static str>)> {
        let key = || ObjectKey::from("default/pi");
        let time = |seconds: i64| MetaTime::from(Time(seconds * 1_000));
        vec![
            (Finding::CacheDiffers, vec![]),
            (Finding::KeyHeld { key: key() }, vec!["default/pi"]),
            (Finding::KeyTwice { key: key() }, vec!["default/pi"]),
            (Finding::KeyOverdue { key: key() }, vec!["default/pi"]),
            (Finding::Negative { counter: -3 }, vec!["-3"]),
            (Finding::TwoEnds, vec!["Complete", "Failed"]),
            (Finding::CompleteWithoutTime, vec!["Complete"]),
            (Finding::TimeWithoutComplete, vec!["Complete"]),
            (Finding::ListedTwice { uid: Uid::from("uid-4") }, vec!["uid-4"]),
            (Finding::ReadyBeyondActive { ready: 5, active: 4 }, vec!["5", "4"]),
            (Finding::IndexInBoth { completed: "1-3".into(), failed: "2".into() }, vec!["1-3", "2"]),
            (
                Finding::Unannounced { end: JobConditionType::Failed, announcement: JobConditionType::FailureTarget },
                vec!["Failed", "FailureTarget"],
            ),
            (
                Finding::EndChanged { before: JobConditionType::Failed, now: Some(JobConditionType::Complete) },
                vec!["Failed", "Complete"],
            ),
            (Finding::EndChanged { before: JobConditionType::Failed, now: None }, vec!["Failed"]),
            (Finding::SucceededFell { before: 7, now: 6 }, vec!["succeeded", "7", "6"]),
            (Finding::FailedFell { before: 7, now: 6 }, vec!["failed", "7", "6"]),
            (Finding::StartTimeChanged { before: time(1), now: Some(time(2)) }, vec!["00:00:01Z", "00:00:02Z"]),
            (Finding::StartTimeChanged { before: time(1), now: None }, vec!["00:00:01Z"]),
            (Finding::CountedUnheld { counted: 3, held: 2 }, vec!["3", "2"]),
            (Finding::FreedUncounted { freed: 3, counted: 2 }, vec!["3", "2"]),
            (Finding::StatusOfAnother { job: Uid::from("uid-5"), other: Uid::from("uid-4") }, vec!["uid-5", "uid-4"]),
            (Finding::ActiveMiscounted { status: 4, pods: 3 }, vec!["4", "3"]),
            (Finding::BeyondParallelism { active: 4, parallelism: 3 }, vec!["4", "3"]),
            (Finding::IndexTaken { index: 9 }, vec!["9"]),
            (Finding::StillActive { pods: 8 }, vec!["8"]),
            (Finding::Started { pods: 8 }, vec!["8"]),
            (Finding::StartedBeyond { pods: 8, left: 7 }, vec!["8", "7"]),
            (Finding::PodsHeld { pods: 8 }, vec!["8"]),
            (Finding::NotEnded { pods: 8 }, vec!["8"]),
            (Finding::ToldUnstored { reason: "Completed".into() }, vec!["Completed"]),
        ]
    }

    #[test]
    fn each_is_shown_with_its_figures_in_both_languages() {
        for words in Locale::ALL.map(Words::new) {
            for (finding, figures) in findings() {
                let said = text(&words, &finding);
                let lacks = figures.into_iter().find(|figure| !said.contains(figure));
                assert_eq!(lacks, None, "{finding:?}: {said}");
                assert!(!said.contains(['{', '$']), "{said}");
            }
        }
        let said = text(&Words::new(Locale::En), &Finding::Started { pods: 1 });
        assert_eq!(said, "1 pod started");
    }
}
