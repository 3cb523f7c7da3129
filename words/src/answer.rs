//! The answer to a question, in words. Milliseconds are shown as seconds.

use jobscope_core::trace::{Answer, DecisionId};
use jobscope_explain::sentence::counted;

use crate::Words;

/// The answer to a question, in words.
pub fn answer(words: &Words, question: DecisionId, answer: Answer) -> String {
    match answer {
        Answer::Yes => words.t("yes"),
        Answer::No => words.t("no"),
        Answer::Value(value) => counted(question, value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Locale;

    #[test]
    fn a_wait_is_shown_in_seconds_and_a_number_of_pods_as_it_is() {
        let words = Words::new(Locale::En);
        let said = |question, value| answer(&words, question, Answer::Value(value));
        assert_eq!(said(DecisionId::PodBackoffRemaining, 18_000), "18\u{a0}s");
        assert_eq!(said(DecisionId::IndexBackoffRemaining, 500), "0.5\u{a0}s");
        assert_eq!(said(DecisionId::PendingIndexes, 18_000), "18000");
    }
}
