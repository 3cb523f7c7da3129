//! What the page's region Why says, as data: the sentence of the current step, and its path of questions and effects.

use std::collections::BTreeMap;

use jobscope_core::trace::{Answer, Decision, Function, QuestionSite, TraceEntry, asked};
use jobscope_explain::Moment;
use jobscope_explain::path::{self, Kind, Row, Standing};
use jobscope_explain::sentence::Sentence;
use jobscope_words::{Words, answer, operands, plain_sentence};
use serde::Serialize;
use wasm_bindgen::prelude::*;

// An interface cannot extend a union.
#[wasm_bindgen(typescript_custom_section)]
const ROW: &str = r#"
/** A row of the path. */
export type WhyRow = WhyPlace & WhyContent;
"#;

/// Why the session is as it is: what the step did that the cursor stands in or after.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Why {
    /// What happened, with its numbers: one or more sentences.
    pub text: String,
    /// The rows of the step in its order, each with the entries of its trace that belong together.
    pub path: Vec<WhyRow>,
}

/// A row of the path.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WhyRow {
    /// Where it is.
    #[serde(flatten)]
    pub place: WhyPlace,
    /// What it is about.
    #[serde(flatten)]
    pub content: WhyContent,
}

/// Where a row is in the trace and in the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WhyPlace {
    /// The first entry of the step's trace that it stands for.
    pub from: usize,
    /// The entry after the last one. A question that was not asked stands for none.
    pub to: usize,
    /// How many functions deep below the outermost one.
    pub depth: usize,
    /// How it stands to the cursor.
    pub standing: WhyStanding,
}

/// How a row stands to the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum WhyStanding {
    /// It happened.
    Done,
    /// Within a step the last thing that happened; after a sync what settled it. Other steps have no such row.
    Present,
    /// It has not happened yet.
    Todo,
    /// It did not happen, and no longer will.
    Never,
}

/// What a row is about. The data of rows without fields are the entries of the step's trace.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum WhyContent {
    /// A question that a controller asked.
    Question {
        /// Which question, and the function that asked it.
        at: QuestionSite,
        /// The question in words.
        text: String,
        /// Its operands in words.
        operands: String,
        /// Its operands as a test of numbers and fields, the same in all languages.
        expression: String,
        /// The answer.
        answer: Answer,
        /// The answer in words.
        answer_text: String,
        /// Whether the answer is the usual one, which changed nothing.
        quiet: bool,
        /// Whether the answer settles what the sync does.
        settles: bool,
    },
    /// A question of the release that the sync did not reach.
    NotAsked {
        /// Which question, and the function that would have asked it.
        at: QuestionSite,
        /// The question in words.
        text: String,
    },
    /// A function begins.
    Enter {
        /// Its upstream name.
        function: Function,
    },
    /// A function ends.
    Leave {
        /// Its upstream name.
        function: Function,
    },
    /// Calls of one kind to the API server, in a row.
    Calls,
    /// What a user asked of the API server.
    Request,
    /// A change of what the controller expects to see.
    Expectation,
    /// Finalizers are expected to disappear.
    FinalizerExpectation,
    /// A change of the pod back-off store.
    Backoff,
    /// A change of whether the Job's end is expected to be seen.
    FinishedExpectation,
    /// What was made of pods that the tracking finalizer holds.
    TrackedPods,
    /// A change of a work queue.
    Queue,
    /// An object reached or left a cache, with what its handler did.
    Delivery,
    /// The result of the sync.
    Result,
}

impl Why {
    /// The explanation of the current step.
    pub fn new(now: &Moment, words: &Words) -> Self {
        let sites = sites(now.trace());
        let path = path::all_rows(now, None).into_iter().map(|row| WhyRow::new(&row, &sites, words)).collect();
        Self { text: plain(&plain_sentence(words, &Sentence::at(now))), path }
    }
}

/// The questions of a trace by their places in it.
fn sites(trace: &[TraceEntry]) -> BTreeMap<usize, QuestionSite> {
    let places = trace.iter().enumerate().filter(|(_, entry)| matches!(entry, TraceEntry::Decision(_)));
    places.map(|(place, _)| place).zip(asked(trace).into_iter().flatten()).collect()
}

impl WhyRow {
    fn new(row: &Row, sites: &BTreeMap<usize, QuestionSite>, words: &Words) -> Self {
        let content = match &row.kind {
            Kind::Question(decision) => {
                let outermost = QuestionSite { function: Function::SyncJob, decision: decision.id() };
                WhyContent::question(sites.get(&row.range.start).copied().unwrap_or(outermost), decision, words)
            }
            Kind::Unasked(at) => WhyContent::NotAsked { at: *at, text: question(*at, words) },
            Kind::Enter(function) => WhyContent::Enter { function: *function },
            Kind::Leave(function) => WhyContent::Leave { function: *function },
            Kind::Calls(_) => WhyContent::Calls,
            Kind::Asked(_) => WhyContent::Request,
            Kind::Expectation(_) => WhyContent::Expectation,
            Kind::Finalizers(_) => WhyContent::FinalizerExpectation,
            Kind::Backoff(_) => WhyContent::Backoff,
            Kind::FinishExpected(_) => WhyContent::FinishedExpectation,
            Kind::Judged(_) => WhyContent::TrackedPods,
            Kind::Queue(_) => WhyContent::Queue,
            Kind::Delivered(_) => WhyContent::Delivery,
            Kind::Returned(_) => WhyContent::Result,
        };
        let standing = match row.standing {
            Standing::Done => WhyStanding::Done,
            Standing::Present => WhyStanding::Present,
            Standing::Todo => WhyStanding::Todo,
            Standing::Never => WhyStanding::Never,
        };
        let place = WhyPlace { from: row.range.start, to: row.range.end, depth: row.depth, standing };
        Self { place, content }
    }
}

impl WhyContent {
    fn question(at: QuestionSite, decision: &Decision, words: &Words) -> Self {
        Self::Question {
            at,
            text: question(at, words),
            operands: plain(&operands(words, decision)),
            expression: plain(&decision.expression()),
            answer: decision.answer(),
            answer_text: plain(&answer(words, decision.id(), decision.answer())),
            quiet: decision.is_quiet(),
            settles: decision.settles(),
        }
    }
}

fn question(at: QuestionSite, words: &Words) -> String {
    plain(&words.t(&format!("decision-{}", at.decision.name())))
}

/// A text without the spaces at which no line of a page ends.
fn plain(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;
    use jobscope_core::timeline::Timeline;
    use jobscope_core::trace::DecisionId;
    use jobscope_explain::Preset;
    use jobscope_explain::played::moments;
    use jobscope_words::Locale;

    use super::*;

    #[test]
    fn every_question_of_a_trace_is_in_a_row_with_its_function() {
        let words = Words::new(Locale::En);
        for now in Preset::ALL.into_iter().flat_map(|preset| moments(preset, Release::V1_36, Timeline::step_over)) {
            let mut rows = Why::new(&now, &words).path.into_iter().peekable();
            let sites = sites(now.trace());
            for (place, entry) in now.trace().iter().enumerate() {
                let TraceEntry::Decision(decision) = entry else { continue };
                while rows.next_if(|row| row.place.to <= place).is_some() {}
                let row = rows.peek().unwrap();
                assert!(row.place.from <= place, "step {}: entry {place} is in no row", now.step_number());
                if let WhyContent::Question { at, answer, .. } = &row.content {
                    assert_eq!((at, *answer), (&sites[&place], decision.answer()));
                }
            }
        }
    }

    #[test]
    fn what_settled_a_sync_stands_out() {
        let words = Words::new(Locale::En);
        let moments = moments(Preset::Pi, Release::V1_36, Timeline::step_over);
        let whys: Vec<_> = moments.iter().map(|now| Why::new(now, &words)).collect();
        let present = |why: &Why| why.path.iter().find(|row| row.place.standing == WhyStanding::Present).cloned();
        let made = whys.iter().find(|why| why.text.starts_with("syncJob #1 created 1 pod.")).unwrap();
        assert_eq!(present(made).unwrap().content, WhyContent::Calls);
        let decides = |why: &&Why| {
            present(why).is_some_and(|row| {
                matches!(row.content, WhyContent::Question { at, settles: true, quiet: false, ref answer_text, .. }
                    if at.decision == DecisionId::CompletionsReached && answer_text == "yes")
            })
        };
        assert!(whys.iter().any(|why| decides(&why)));
        assert!(made.path.iter().any(|row| matches!(row.content, WhyContent::NotAsked { .. })));
    }

    #[test]
    fn both_languages_say_everything() {
        for words in Locale::ALL.map(Words::new) {
            for now in moments(Preset::Pi, Release::V1_36, Timeline::step_into) {
                let text = serde_json::to_string(&Why::new(&now, &words)).unwrap();
                assert!(!text.contains(['\u{a0}', '\u{2068}', '\u{2069}']) && !text.contains("\"decision-"), "{text}");
            }
        }
    }
}
