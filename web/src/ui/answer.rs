//! The answer to a question, in words. Milliseconds are shown as seconds.

use jobscope_core::trace::{Answer, DecisionId};
use jobscope_explain::sentence::counted;
use yew::AttrValue;

use crate::words::Words;

pub(crate) fn answer(words: &Words, question: DecisionId, answer: Answer) -> AttrValue {
    match answer {
        Answer::Yes => words.t("yes"),
        Answer::No => words.t("no"),
        Answer::Value(value) => counted(question, value).into(),
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
