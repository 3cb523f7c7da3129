//! What the controller's code answered to a question, in words. What it reckons in milliseconds is told in seconds.

use jobscope_core::trace::{Answer, DecisionId};
use yew::AttrValue;

use super::time::short_seconds;
use crate::words::Words;

pub(crate) fn answer(words: &Words, question: DecisionId, answer: Answer) -> AttrValue {
    match answer {
        Answer::Yes => words.t("yes"),
        Answer::No => words.t("no"),
        Answer::Value(value) => counted(question, value).into(),
    }
}

/// An answer that is a number.
pub(crate) fn counted(question: DecisionId, value: i64) -> String {
    match question {
        DecisionId::PodBackoffRemaining | DecisionId::IndexBackoffRemaining => short_seconds(value),
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Locale;

    #[test]
    fn a_wait_is_told_in_seconds_and_a_number_of_pods_as_it_is() {
        let words = Words::new(Locale::En);
        let told = |question, value| answer(&words, question, Answer::Value(value)).to_string();
        assert_eq!(told(DecisionId::PodBackoffRemaining, 18_000), "18\u{a0}s");
        assert_eq!(told(DecisionId::IndexBackoffRemaining, 500), "0.5\u{a0}s");
        assert_eq!(told(DecisionId::PendingIndexes, 18_000), "18000");
    }
}
