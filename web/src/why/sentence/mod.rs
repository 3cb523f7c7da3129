//! The sentence of the moment: what happened, with its numbers, made from the trace and the action.

mod action;
mod along;
mod beside;
mod ending;
mod managed;
mod manager;
mod orphan;
mod phrase;
mod policy;
mod sync;
mod waiting;

use std::rc::Rc;

use jobscope_core::api::JobStatus;
use jobscope_core::world::Action;
use yew::prelude::*;

use super::summary::Summary;
use crate::session::Moment;
use crate::ui::{Same, use_recent};
pub(crate) use phrase::Sentence;
use phrase::phrase;

/// The sentence of the moment: that of one seen not long ago is known. (It reads the whole trace more than once.)
#[hook]
pub(crate) fn use_sentence(now: &Moment) -> Rc<Sentence> {
    use_recent(key(now), |_| of(now))
}

/// The same, for those who need it only if it is `needed`.
#[hook]
pub(super) fn use_sentence_if(needed: bool, now: &Moment) -> Rc<Option<Sentence>> {
    use_recent(needed.then(|| key(now)), |_| needed.then(|| of(now)))
}

/// What a sentence depends on. Whether the Job's end is all that there is to say does on what was recorded after it, too.
fn key(now: &Moment) -> impl PartialEq + 'static {
    (now.step.clone().map(Same), now.done, now.inside(), now.next.is_none())
}

/// The sentence of the moment.
pub(crate) fn of(now: &Moment) -> Sentence {
    let Some(step) = &now.step else { return phrase!("said-nothing-yet").into() };
    let summary = Summary::of(now.done_trace());
    let said = match (&step.action, now.sync()) {
        (Action::Sync, Some(record)) if now.inside() => return sync::asked(record.number, now, &summary),
        (Action::Sync, Some(record)) => sync::synced(record.number, now, &summary),
        (action, _) => action::acted(action, now, &summary),
    };
    let marked = summary.status().and_then(JobStatus::finished);
    Sentence { ended: said.ended.or(marked), ..said }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;

    use jobscope_core::api::Release;
    use jobscope_core::timeline::Timeline;

    use super::*;
    use crate::session::Movement;
    use crate::spec::Scenario;
    use crate::why::played::{moments, play};
    use crate::words::{Locale, Words};

    #[test]
    fn every_sentence_has_all_its_words_and_values() {
        let languages = Locale::ALL.map(Words::new);
        for scenario in Scenario::ALL {
            for moment in Release::ALL.into_iter().flat_map(|release| moments(scenario, release, Timeline::step_into)) {
                for words in &languages {
                    check(&of(&moment).plain(words), moment.step_number());
                }
            }
        }
    }

    #[test]
    fn the_sentence_of_an_end_is_made_anew_once_something_was_recorded_after_it() {
        let mut last = None;
        play(Scenario::Pi, Release::V1_36, Timeline::step_over, |timeline| last = Some(timeline.clone()));
        let mut timeline = last.unwrap();
        let moment = |timeline: &Timeline| Moment::of(timeline, 0, Movement::Jump, 0);
        let end = moment(&timeline);
        timeline.apply(&Action::Advance { ms: 1000 }).unwrap();
        timeline.seek(end.cursor);
        let then = moment(&timeline);
        let steps = end.step.as_ref().zip(then.step.as_ref());
        assert!(steps.is_some_and(|(one, other)| Arc::ptr_eq(one, other)), "this is another step");
        assert!(key(&end) == key(&end.clone()), "one that is known is made again");
        assert!(key(&end) != key(&then), "nothing more is said to come");
    }

    /// Every sentence of a run in English, after a look at both languages.
    pub(super) fn all_said(moments: &[Moment]) -> Vec<String> {
        for words in Locale::ALL.map(Words::new) {
            for moment in moments {
                check(&of(moment).plain(&words), moment.step_number());
            }
        }
        moments.iter().map(|moment| of(moment).plain(&Words::new(Locale::En))).collect()
    }

    /// Nothing of the files of texts shows, and Chinese is spaced as it is written.
    fn check(said: &str, step: usize) {
        let whole = !said.contains(['{', '}'])
            && !["said-", "sync-", "did-", "along-", "operands-"].iter().any(|key| said.contains(key));
        assert!(whole && is_spaced(said), "step {step}: {said}");
    }

    /// Whether there is a space between Chinese words and others, none between Chinese words, and none beside the wide marks.
    fn is_spaced(said: &str) -> bool {
        let ideograph = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
        let mark = |c: char| "，。：；？、（）“”".contains(c);
        let chars: Vec<char> = said.chars().collect();
        let touch = |pair: &[char]| {
            (ideograph(pair[0]) && pair[1].is_ascii_alphanumeric())
                || (pair[0].is_ascii_alphanumeric() && ideograph(pair[1]))
        };
        let gape = |three: &[char]| three[1] == ' ' && ideograph(three[0]) && ideograph(three[2]);
        let beside = |pair: &[char]| (mark(pair[0]) && pair[1] == ' ') || (pair[0] == ' ' && mark(pair[1]));
        // English has the same quotation marks.
        !chars.iter().any(|c| ideograph(*c))
            || !(chars.windows(2).any(|pair| touch(pair) || beside(pair)) || chars.windows(3).any(gape))
    }

    #[test]
    fn the_pi_job_in_sentences() {
        let words = Words::new(Locale::En);
        let said: Vec<_> = moments(Scenario::Pi, Release::V1_11, Timeline::step_over)
            .iter()
            .map(|moment| of(moment).plain(&words))
            .collect();
        for (sentence, want) in [
            (0, "There is no Job yet. Apply the manifest, and watch what the controller makes of it."),
            (2, "The API server has stored the Job pi. 1 watch event is on the way; the controller has not seen it."),
            (3, "The watch delivered 1 Job event to the cache. The Job’s key is in the queue now."),
            (
                4,
                "syncJob #1 created 1 pod in one go. The sync wrote the status: active\u{a0}1, succeeded\u{a0}0, failed\u{a0}0.",
            ),
        ] {
            assert_eq!(said[sentence], want);
        }
        let complete = "syncJob #4 marked the Job Complete: 1 pod has succeeded, 1 was asked for. The sync wrote the status: active\u{a0}0, succeeded\u{a0}1, failed\u{a0}0.";
        assert!(said.iter().any(|sentence| sentence == complete), "{said:#?}");
        assert_eq!(said.last().unwrap(), "syncJob #5 did nothing: the Job is Complete already.");
    }

    #[test]
    fn a_quota_is_told_with_its_numbers() {
        let words = Words::new(Locale::En);
        let said = moments(Scenario::Quota, Release::V1_11, Timeline::step_over)
            .iter()
            .map(|moment| of(moment).plain(&words))
            .collect::<Vec<_>>();
        let want = "syncJob #1 wanted 15 pods and created 3: the API server refused 4 of batch 3 (403), so it skipped the other 8.";
        assert!(said.iter().any(|sentence| sentence.starts_with(want)), "{said:#?}");
    }

    #[test]
    fn newer_releases_say_why_no_pod_is_made_and_what_counts() {
        let words = Words::new(Locale::En);
        for release in [Release::V1_28, Release::V1_36] {
            let said = moments(Scenario::Failing, release, Timeline::step_over)
                .iter()
                .map(|moment| of(moment).plain(&words))
                .collect::<Vec<_>>();
            for want in [
                "made no pods although 1 is missing: after 1 failure, new pods wait",
                "after 3 failures in a row, new pods wait",
                "1 more pod counts as failed from now on.",
                "1 pod is free of the finalizer that held it.",
                "the Job Failed",
                "4 pods have failed, more than the 3 that backoffLimit allows.",
            ] {
                assert!(said.iter().any(|sentence| sentence.contains(want)), "{release} {want}: {said:#?}");
            }
        }
    }

    #[test]
    fn failures_are_told_with_their_waits() {
        let words = Words::new(Locale::En);
        let said = moments(Scenario::Failing, Release::V1_11, Timeline::step_over)
            .iter()
            .map(|moment| of(moment).plain(&words))
            .collect::<Vec<_>>();
        for wait in ["10", "20", "40"] {
            let want = format!("new failures delay the next sync by {wait}\u{a0}s");
            assert!(said.iter().any(|sentence| sentence.contains(&want)), "{want}: {said:#?}");
        }
        assert!(said.iter().any(|sentence| sentence.contains("marked the Job Failed")), "{said:#?}");
    }
}
