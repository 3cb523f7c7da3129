use crate::why::sentence::Said;
use jobscope_core::api::Release;
use jobscope_explain::Preset;
use jobscope_explain::played::last;
use jobscope_explain::sentence::Sentence;

use crate::words::{Locale, Words};

#[test]
fn it_says_why_nothing_was_done_and_how_the_job_stands() {
    let words = Words::new(Locale::En);
    let last = |release| Sentence::at(&last(Preset::Failing, release)).plain(&words);
    let orphan = "The Job failing has ended as Failed (BackoffLimitExceeded): its status counts 0 succeeded pods and 4 failed. \
                  The orphan worker looked at 4 pods that match the Job’s selector: none had to be freed.";
    assert_eq!(last(Release::V1_36), orphan);
    let delivered = last(Release::V1_28);
    assert!(delivered.starts_with("The Job failing has ended as Failed (BackoffLimitExceeded): "), "{delivered}");
}
