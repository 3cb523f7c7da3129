//! The sentences of runs, in both languages.

mod action;
mod along;
mod managed;
mod orphan;
mod path;
mod phrase;
mod policy;
mod waiting;

use std::sync::Arc;

use jobscope_core::api::Release;
use jobscope_core::timeline::Timeline;
use jobscope_core::world::Action;
use jobscope_explain::played::{moments, play};
use jobscope_explain::{Movement, Preset};

use super::*;
use crate::words::{Locale, Words};

#[test]
fn every_sentence_has_all_its_words_and_values() {
    let languages = Locale::ALL.map(Words::new);
    for scenario in Preset::ALL {
        for moment in Release::ALL.into_iter().flat_map(|release| moments(scenario, release, Timeline::step_into)) {
            let sentence = Sentence::at(&moment);
            for words in &languages {
                check(&sentence.plain(words), moment.step_number());
            }
        }
    }
}

#[test]
fn the_sentence_of_an_end_is_made_anew_once_something_was_recorded_after_it() {
    let mut last = None;
    play(Preset::Pi, Release::V1_36, Timeline::step_over, |timeline| last = Some(timeline.clone()));
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
            check(&Sentence::at(moment).plain(&words), moment.step_number());
        }
    }
    moments.iter().map(|moment| Sentence::at(moment).plain(&Words::new(Locale::En))).collect()
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
    let said: Vec<_> = moments(Preset::Pi, Release::V1_11, Timeline::step_over)
        .iter()
        .map(|moment| Sentence::at(moment).plain(&words))
        .collect();
    for (sentence, want) in [
        (0, "There is no Job yet. Apply the manifest, and watch what the controller makes of it."),
        (2, "The API server has stored the Job pi. 1 watch event is on the way; the controller has not seen it."),
        (3, "The watch delivered 1 Job event to the cache. The Job’s key is in the queue now."),
        (4, "syncJob #1 created 1 pod. The sync wrote the status: active\u{a0}1, succeeded\u{a0}0, failed\u{a0}0."),
    ] {
        assert_eq!(said[sentence], want);
    }
    let complete = "syncJob #4 marked the Job Complete: 1 pod has succeeded, 1 was asked for. The sync wrote the status: active\u{a0}0, succeeded\u{a0}1, failed\u{a0}0.";
    assert!(said.iter().any(|sentence| sentence == complete), "{said:#?}");
    assert_eq!(said.last().unwrap(), "syncJob #5 did nothing: the Job is already Complete.");
}

#[test]
fn a_quota_is_shown_with_its_numbers() {
    let words = Words::new(Locale::En);
    let said = moments(Preset::Quota, Release::V1_11, Timeline::step_over)
        .iter()
        .map(|moment| Sentence::at(moment).plain(&words))
        .collect::<Vec<_>>();
    let want = "syncJob #1 wanted 15 pods and created 3: the API server refused 4 of batch 3 (403), so it skipped the other 8.";
    assert!(said.iter().any(|sentence| sentence.starts_with(want)), "{said:#?}");
}

#[test]
fn newer_releases_say_why_no_pod_is_made_and_what_counts() {
    let words = Words::new(Locale::En);
    for release in [Release::V1_28, Release::V1_36] {
        let said = moments(Preset::Failing, release, Timeline::step_over)
            .iter()
            .map(|moment| Sentence::at(moment).plain(&words))
            .collect::<Vec<_>>();
        for want in [
            "created no pods although 1 is missing: after 1 failure, new pods wait",
            "after 3 failures in a row, new pods wait",
            "1 more pod counts as failed from now on.",
            "The finalizer was removed from 1 pod.",
            "the Job Failed",
            "4 pods have failed, more than the 3 that backoffLimit allows.",
        ] {
            assert!(said.iter().any(|sentence| sentence.contains(want)), "{release} {want}: {said:#?}");
        }
    }
}

#[test]
fn failures_are_shown_with_their_waits() {
    let words = Words::new(Locale::En);
    let said = moments(Preset::Failing, Release::V1_11, Timeline::step_over)
        .iter()
        .map(|moment| Sentence::at(moment).plain(&words))
        .collect::<Vec<_>>();
    for wait in ["10", "20", "40"] {
        let want = format!("new failures delay the next sync by {wait}\u{a0}s");
        assert!(said.iter().any(|sentence| sentence.contains(&want)), "{want}: {said:#?}");
    }
    assert!(said.iter().any(|sentence| sentence.contains("marked the Job Failed")), "{said:#?}");
}
