//! What a look of the orphan worker comes to: at one pod, or at all that a Job left behind.

use jobscope_core::trace::{Answer, DecisionId, Verb};

use super::phrase::{Phrase, phrase};
use crate::why::summary::Summary;

pub(super) fn orphan(summary: &Summary<'_>) -> Phrase {
    let freed = summary.tally(Verb::Patch);
    if freed.done > 0 {
        let code = freed.refused.first().map_or(0, |error| error.reason.code());
        return phrase!("did-orphan-freed", n = freed.done, refused = freed.refused.len(), code = code);
    }
    // Several pods have a key of their Job's selector, and errors with them are only logged.
    if let Some(Answer::Value(pods)) = summary.answer(DecisionId::OrphanPodsListed) {
        return match freed.refused.first() {
            Some(error) => phrase!("did-orphans-refused", n = pods, code = error.reason.code()),
            None => phrase!("did-orphans-left", n = pods),
        };
    }
    let name = summary.object();
    if let Some(error) = freed.refused.first()
        && summary.ended_in_error()
    {
        phrase!("did-orphan-refused", name = name, code = error.reason.code())
    } else if summary.no(DecisionId::PodInCache) || summary.yes(DecisionId::NotFoundTolerated) {
        phrase!("did-orphan-gone", name = name)
    } else if summary.yes(DecisionId::OwnerUnfinished) {
        phrase!("did-orphan-owned", name = name)
    } else if summary.no(DecisionId::TrackingFinalizerPresent) {
        phrase!("did-orphan-free", name = name)
    } else {
        phrase!("did-orphan-not-its", name = name)
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;

    use crate::spec::Scenario;
    use crate::why::played::last;
    use crate::why::sentence;
    use crate::words::{Locale, Words};

    #[test]
    fn it_says_why_nothing_was_done_and_how_the_job_stands() {
        let words = Words::new(Locale::En);
        let last = |release| sentence::of(&last(Scenario::Failing, release)).plain(&words);
        let orphan = "The Job failing has ended as Failed (BackoffLimitExceeded): 0 pods succeeded, 4 failed. \
                      The orphan worker looked at 4 pods that match the Job’s selector: none had to be freed.";
        assert_eq!(last(Release::V1_36), orphan);
        let delivered = last(Release::V1_28);
        assert!(delivered.starts_with("The Job failing has ended as Failed (BackoffLimitExceeded): "), "{delivered}");
    }
}
